#include "driver/write_ledger.h"

#include "driver/exit_status.h"
#include "driver/find_ledger.h"
#include "driver/find_site.h"
#include "driver/output.h"
#include "driver/run_and_tell.h"
#include "ledger/reasons.h"
#include "ledger/sync.h"
#include "support/files.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

/// The folder that holds the repository of `path`, which is canonical; without one the file's own.
std::string repository_of(const std::string &path) {
  std::string own = parent_folder(path);
  for (std::string folder = own;; folder = parent_folder(folder)) {
    if (path_kind(join_path(folder, ".git")) != PathKind::Missing)
      return folder;
    if (folder == "/" || folder == ".")
      return own;
  }
}

/// The ledger of this run, which no other run writes while this lives.
class HeldLedger {
public:
  /// Fails with whole lines for stderr. A run that finds no ledger holds none.
  static Result<HeldLedger> hold(const Options &options) {
    Result<FoundLedger> found = find_ledger(options);
    if (!found)
      return Failure{found.message()};
    HeldLedger held(found.value());
    if (held.found_.path.empty())
      return held;
    Result<FileLock> lock = FileLock::acquire(held.found_.path, options.patience);
    if (!lock)
      return Failure{fmt::format("error: {}; nothing is written (`--wait SECONDS` waits longer)\n",
                                 escape_for_terminal(lock.message()))};
    held.lock_.emplace(std::move(lock).value());
    remove_temporaries(held.found_.path);
    return held;
  }

  /// `before` is what the new text was made from. False, and said on stderr, when it could not be written.
  bool write(std::string_view before, std::string_view text) const {
    std::string shown = shown_path(found_.named);
    if (FileContents now = read_file(found_.path); now.state != FileContents::State::Read || now.bytes != before) {
      error(fmt::format("`{}` was changed by somebody else meanwhile; nothing is written, run it again", shown));
      return false;
    }
    WriteOptions how;
    how.within = repository_of(found_.named);
    Result<Done> written = write_file_atomically(found_.named, text, how);
    if (!written)
      error(fmt::format("{}; the ledger is as it was", escape_for_terminal(written.message())));
    return written.ok();
  }

private:
  explicit HeldLedger(FoundLedger found) : found_(std::move(found)) {}

  FoundLedger found_;
  std::optional<FileLock> lock_;
};

ledger::Package package_of(const Run &run) { return {*run.model, run.sites, run.guards, run.traces}; }

int fail(std::string_view message) {
  error(message);
  return kCannotRun;
}

int say(const Options &options, const Run &run, const ledger::Synced &synced, bool dry, int status) {
  return finish(options, report::changes_text(run.analysis(), synced, run.ledger_shown, dry, style_of(options)),
                status);
}

// --- exempt ------------------------------------------------------------------------------------------------------

/// What is wrong with the words of the decision, whatever it is about; empty: nothing.
std::string problem_of_words(const Options &options) {
  if (!options.category.empty() &&
      std::ranges::find(ledger::categories(), options.category) == ledger::categories().end()) {
    std::optional<std::string_view> nearest = nearest_word(options.category, ledger::categories());
    return fmt::format("there is no category `{}`{} (there are {})", options.category,
                       nearest ? fmt::format("; did you mean `{}`?", *nearest) : "",
                       fmt::join(ledger::categories(), ", "));
  }
  if (std::string_view problem = ledger::problem_of_reason(options.reason); !problem.empty())
    return fmt::format(
        "the reason {}: `--reason` says what makes ids out of range impossible or harmless here, so that "
        "a reader can check it against the code",
        problem);
  if (!options.expires_on.empty() && options.expires_on < day_of(options))
    return fmt::format("`--expires-on` {} is past", options.expires_on);
  return {};
}

/// What `exempt` is about to write.
struct Wanted {
  ledger::Edits edits;
  ledger::EntryChange change;
  SiteId site; ///< none: a handler
};

ledger::Decision decision_of(const Options &options) {
  return {options.category, options.reason, options.reviewed_by, options.reviewed_on, options.expires_on};
}

/// Why no entry can be written for the site; empty: one can.
std::string why_no_entry(const decode_sites::DecodeSite &site, const ledger::SiteVerdict &verdict) {
  if (verdict.state == ledger::SiteState::Test)
    return "it stands in a test, and sites in tests need no entry";
  if (verdict.state == ledger::SiteState::NoSite)
    return fmt::format("it is no decode site (its receiver's role is {}), so it needs no entry", role_name(site.role));
  if (verdict.disputed)
    return "an entry of the ledger fits it and other sites: settle that first (DL110)";
  return {};
}

std::optional<Wanted> wanted_site(const Options &options, const Run &run) {
  report::Analysis analysis = run.analysis();
  FoundSite found = find_site(analysis, options.site);
  if (!found.site.valid()) {
    if (!found.ambiguous && find_handler(analysis, options.site).handler)
      error(fmt::format("`{}` is a handler, which has no category: leave `--category` out",
                        escape_for_terminal(options.site)));
    else
      say_not_found(options.site, "site", found.ambiguous, found.nearest);
    return std::nullopt;
  }
  const decode_sites::DecodeSite &site = run.sites.sites[found.site.value];
  if (std::string why = why_no_entry(site, run.verdicts->sites[found.site.value]); !why.empty()) {
    error(fmt::format("`{}`: {}", escape_for_terminal(site.key.text()), why));
    return std::nullopt;
  }
  Wanted wanted;
  wanted.site = found.site;
  wanted.edits = ledger::exempt_site(*run.ledger, package_of(run), *run.verdicts, found.site, decision_of(options));
  wanted.change.exempted = true;
  wanted.change.entry = site.key.text();
  wanted.change.was = ledger::said_of_site(*run.ledger, *run.verdicts, found.site);
  wanted.change.said = "as " + options.category;
  wanted.change.place = site.name_range;
  return wanted;
}

std::optional<Wanted> wanted_handler(const Options &options, const Run &run) {
  report::Analysis analysis = run.analysis();
  FoundHandler found = find_handler(analysis, options.site);
  if (!found.handler) {
    if (!found.ambiguous && find_site(analysis, options.site).site.valid())
      error(fmt::format("`{}` is a decode site: say with `--category` what its exemption claims ({})",
                        escape_for_terminal(options.site), fmt::join(ledger::categories(), ", ")));
    else
      say_not_found(options.site, "handler", found.ambiguous, found.nearest);
    return std::nullopt;
  }
  const ledger::KnownHandler &handler = run.verdicts->handlers[*found.handler];
  std::string key = fmt::format("{}:{}:{}", handler.module, handler.scope, handler.clause);
  if (!handler.matters) {
    error(fmt::format("`{}` stops no guard's exception, so there is nothing to decide", escape_for_terminal(key)));
    return std::nullopt;
  }
  Wanted wanted;
  wanted.edits = ledger::exempt_handler(*run.ledger, *run.verdicts, *found.handler, decision_of(options));
  wanted.change.exempted = true;
  wanted.change.kind = ledger::EntryKind::Handler;
  wanted.change.was = ledger::said_of_handler(*run.ledger, *run.verdicts, *found.handler);
  wanted.change.entry = handler.of > 1 ? fmt::format("{}#{}", key, handler.nth) : key;
  wanted.change.place = handler.place;
  return wanted;
}

/// What the judge holds against the new entry: its category's claim, by the code.
report::Findings contradictions(const Run &run, const ledger::Ledger &changed, const Options &options, SiteId site) {
  report::Findings findings;
  findings.ledger_shown = run.ledger_shown;
  if (!site.valid())
    return findings;
  ledger::Verdicts verdicts =
      ledger::judge(changed, *run.model, run.sites, run.guards, run.traces, judge_options(options, run));
  std::ranges::copy_if(verdicts.diagnostics, std::back_inserter(findings.shown), [&](const diagnostics::Diagnostic &d) {
    return d.rule == diagnostics::Rule::ExemptionContradicted && d.range == run.sites.sites[site.value].name_range;
  });
  return findings;
}

int refuse_contradicted(const Options &options, const Run &run, const report::Findings &findings) {
  report::Style style = style_of(options);
  style.summary = false;
  error(
      fmt::format("the code shows otherwise, and nothing is written (`--category accepted-risk` takes the risk all the "
                  "same):"));
  return finish(options, report::findings_text(run.analysis(), findings, style), kFindings);
}

int write_decision(const Options &options, const Run &run, const HeldLedger &held, const Wanted &wanted) {
  std::string text = ledger::apply_edits(run.ledger_text, wanted.edits);
  ledger::ReadLedger changed = ledger::read_ledger(text, run.ledger->path);
  if (!changed.errors.empty())
    return fail(fmt::format("the decision cannot be written: {}", escape_for_terminal(changed.errors.front().message)));
  if (report::Findings against = contradictions(run, changed.ledger, options, wanted.site); !against.shown.empty())
    return refuse_contradicted(options, run, against);
  if (text != run.ledger_text && !held.write(run.ledger_text, text))
    return kCannotRun;
  if (wanted.site.valid() && run.verdicts->sites[wanted.site.value].proven)
    note(options, "the site is guarded, and the guard is heard: it needs no exemption (DL113)");
  ledger::Synced synced;
  synced.changes.push_back(wanted.change);
  return say(options, run, synced, false, kClean);
}

} // namespace

int sync_ledger(const Options &options) {
  std::optional<HeldLedger> held;
  if (!options.dry_run) {
    Result<HeldLedger> holding = HeldLedger::hold(options);
    if (!holding) {
      write_err(holding.message());
      return kCannotRun;
    }
    held.emplace(std::move(holding).value());
  }
  const Run *run = analysed(options, Stage::Traces);
  if (run == nullptr)
    return kCannotRun;
  if (!run->ledger)
    return say_no_ledger(*run);
  Result<ledger::Synced> synced =
      ledger::sync(run->ledger_text, *run->ledger, package_of(*run), judge_options(options, *run), options.prune);
  if (!synced)
    return fail(escape_for_terminal(synced.message()));
  bool changes = synced.value().text != run->ledger_text;
  if (changes && held && !held->write(run->ledger_text, synced.value().text))
    return kCannotRun;
  return say(options, *run, synced.value(), options.dry_run, changes && options.dry_run ? kFindings : kClean);
}

int exempt(const Options &options) {
  if (std::string problem = problem_of_words(options); !problem.empty())
    return fail(escape_for_terminal(problem));
  Result<HeldLedger> held = HeldLedger::hold(options);
  if (!held) {
    write_err(held.message());
    return kCannotRun;
  }
  const Run *run = analysed(options, Stage::Verdicts);
  if (run == nullptr)
    return kCannotRun;
  if (!run->ledger)
    return say_no_ledger(*run);
  std::optional<Wanted> wanted = options.category.empty() ? wanted_handler(options, *run) : wanted_site(options, *run);
  return wanted ? write_decision(options, *run, held.value(), *wanted) : kCannotRun;
}

} // namespace decode_ledger::driver
