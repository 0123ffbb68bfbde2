// What several formats for programs tell of a finding beside its own fields: its place in lines and columns, an identity
// that outlives edits, and its rank where a reader shows the first few only.
#pragma once

#include "report/places.h"
#include "report/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::report {

/// A range of code points, end exclusive, and the same in bytes of the text as UTF-8.
struct ToldPlace {
  std::string path; ///< below Findings::from_top; as on disk: any bytes
  source::LineColumn begin, end;
  source::LineColumn begin_byte, end_byte;
  bool has_text = true; ///< false: the file was not read, and only its first line can be named
};

/// Places of findings, of those in the ledger too.
class ToldPlaces {
public:
  ToldPlaces(const Analysis &analysis, const Findings &findings);

  /// Of a finding in the ledger: the rest of its line there.
  ToldPlace of(const diagnostics::Diagnostic &finding);
  /// REQUIRES: range.valid().
  ToldPlace at(const SourceRange &range);
  /// The text of the first line of the finding's place; empty when the file was not read.
  std::string_view line_text(const diagnostics::Diagnostic &finding);
  Places &places() { return places_; }

private:
  const Findings &findings_;
  Places places_;
  source::LineTable ledger_lines_;
};

/// For each of findings.shown 16 hex digits that no other has. They rest on the rule, the file, the subject and its
/// fingerprint, else on the text of the line, never on a line's number. What is alike in all of that is told apart by
/// its order.
std::vector<std::string> finding_identities(const Analysis &analysis, const Findings &findings);

/// "module:scope:call#2" → "module:scope:call": the ordinal changes with the code around.
std::string_view without_ordinal(std::string_view subject);

/// Indices of findings.shown: errors first; of one level what is proven of the run (DL3xx, DL2xx) before what the ledger
/// lacks (DL1xx) and what was not read (DL4xx); else as they are.
std::vector<size_t> by_importance(const Findings &findings);

/// The last line of a report, "2 errors, 1 warning"; "no findings".
std::string level_words(const Findings &findings);
size_t count_at(const Findings &findings, diagnostics::Level level);

/// The sentence, and below it the chain in one line and what to do, a line each: for readers that show text as it is.
/// What a terminal may not show is made visible, so the only line ends are the ones between the parts.
std::string told_in_lines(const diagnostics::Diagnostic &finding);

/// "decode-ledger": what the formats call the tool.
inline constexpr std::string_view kToolName = "decode-ledger";

} // namespace decode_ledger::report
