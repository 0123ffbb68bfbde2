// The rooms in order. analyse() reads as the list of steps; each takes the results before it and adds its own.
//
// The ledger comes first: what earlier rooms need of it (roots, guards, decoders, fault types) reaches them as plain
// option structs. Reading, parsing and modelling are per file and run on all cores; what follows is per package.
#pragma once

#include "driver/find_ledger.h"
#include "driver/options.h"
#include "ledger/ledger.h"
#include "report/report.h"
#include "source/file_tree.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace decode_ledger::driver {

/// How far a run goes. Each holds the ones before it.
enum class Stage : uint8_t { Files, Models, Package, Sites, Guards, Traces, Verdicts };

/// What a run has come to. Results of stages that it did not reach are empty.
struct Run {
  knowledge::Knowledge knowledge;
  std::optional<ledger::Ledger> ledger;
  std::string ledger_text;  ///< the bytes that it was read from
  std::string ledger_shown; ///< relative to the base, as findings show it
  std::shared_ptr<const source::SourceSet> sources;
  std::vector<module_model::ModuleModel> models; ///< by FileId, until the package is linked
  std::optional<package_model::PackageModel> model;
  std::unique_ptr<dataflow::Query> query;
  decode_sites::DecodeSites sites;
  guards::SiteGuards guards;
  exceptions_trace::Traces traces;
  std::optional<exceptions_trace::Traces> assumed_base; ///< with --assume-base
  std::optional<ledger::Verdicts> verdicts;             ///< with a ledger
  std::vector<std::string> notes;                       ///< for stderr, without --quiet
  std::vector<std::pair<std::string, double>> times;    ///< seconds a step, in order; for stderr at -v

  /// REQUIRES: the run got to Stage::Traces.
  report::Analysis analysis() const;
};

/// The day that dates of the ledger are held against: --today, else today in UTC.
std::string day_of(const Options &options);

/// What judge() is told beside the rooms' results.
ledger::JudgeOptions judge_options(const Options &options, const Run &run);

/// What a run reads in place of the disk: a commit's files, and the ledger that they are judged by.
struct CommittedInput {
  const source::FileTree *tree = nullptr;
  FoundLedger found; ///< where the ledger lies, or would lie: its folder is the base
  LoadedLedger ledger;
};

/// Runs the rooms up to `last`. Fails (exit 2) with whole lines for stderr: a ledger that is not there or is refused,
/// nothing to read, a ledger of another package.
Result<std::unique_ptr<Run>> analyse(const Options &options, Stage last);
/// The same on a commit. PATHs of the options do not count: the whole package is analysed and reported.
Result<std::unique_ptr<Run>> analyse_commit(const Options &options, Stage last, const CommittedInput &input);

} // namespace decode_ledger::driver
