// Sites, functions and verdicts in a few words, the same in every report for people.
#pragma once

#include "report/paint.h"
#include "report/places.h"
#include "report/report.h"

namespace decode_ledger::report {

/// "device", "labels, may hold -100".
std::string origin_words(const decode_sites::DecodeSite &site);
/// "exempt (sentinel-labels)", "todo", "new"; empty without a ledger.
std::string state_words(const Analysis &analysis, SiteId site);
/// "guarded", "unsound (DL203)".
std::string guard_words(const guards::SiteGuard &guard);
/// "heard", "swallowed"; "-" for a candidate that is not traced.
std::string ending_words(const Analysis &analysis, SiteId site);
/// The class that is followed, or what is supposed when none is named.
std::string fault_words(const exceptions_trace::Trace &trace);
/// "        receiver  AutoTokenizer.from_pretrained            evaluate.py:31", one line a step.
std::string evidence_lines(Places &places, const Paint &paint, std::string_view label,
                           const std::vector<decode_sites::Evidence> &evidence);

/// "+1 guarded, -1 todo"; "no change".
std::string ratchet_words(const Ratchet &ratchet);

/// "1 call", "2 calls".
std::string counted(size_t count, std::string_view word);
/// "Judge.run"; of the body of a module its whole name.
std::string name_in_module(const package_model::PackageModel &model, FunctionId function);
Ink ink_of(exceptions_trace::HandlerVerdict verdict);
Ink ink_of(exceptions_trace::Ending ending);

} // namespace decode_ledger::report
