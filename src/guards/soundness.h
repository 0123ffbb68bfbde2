// What do the checks in front of a decode amount to together, and where is the line that makes them unsound?
//
//     if ids.min() < 0: raise Fault              together a guard of [0, len(tok)), if tok is what decodes
//     if ids.max() >= len(tok): raise Fault
//
// A fault's place is the code to mend: of a guard function the comparison, bound, assert or branch in its body, not the
// call. Its help says what to write there.
#pragma once

#include "guards/checks.h"

namespace decode_ledger::guards {

/// The tokenizer of a question, in terms of the function that is asked about.
struct Tokenizer {
  NodeRef expression; ///< none: not seen
  std::vector<std::string> keys;
};

class SoundnessReader {
public:
  SoundnessReader(dataflow::Query &query, CheckReader &checks, const std::vector<std::string> &fault_types)
      : query_(query), model_(query.model()), checks_(checks), fault_types_(fault_types) {}

  /// `checks`: all lie on every path to the site, on its ids. Unguarded when they say nothing of the range.
  SiteGuard judge(const std::vector<const Check *> &checks, const Tokenizer &tokenizer);

  enum class Same : uint8_t { Yes, No, Unknown, Processor };
  /// Is the bound of `check` of the tokenizer that decodes? `Processor`: it is measured on what holds that tokenizer.
  Same same_tokenizer(const Check &check, const Tokenizer &tokenizer);

private:
  struct Sorted;
  Sorted sorted(const std::vector<const Check *> &checks, const Tokenizer &tokenizer);
  SiteGuard guarded(const Sorted &by_kind);
  SiteGuard faulty(const Check &check, GuardFault fault, bool has_lower);
  bool is_processor(const Check &check);
  GuardFault vocab_size_fault(const Check &check, const Tokenizer &tokenizer);
  GuardFault processor_fault(const Check &check);
  GuardFault edge_fault(const Check &check, bool lower);
  GuardFault half_fault(const Check &check, const Tokenizer &tokenizer, bool lower);
  GuardFault assert_fault(const Check &check);
  GuardFault goes_on_fault(const Check &check);
  std::string length_text(const Tokenizer &tokenizer, const Check &check) const;
  std::string fault_type_text() const;

  dataflow::Query &query_;
  const dataflow::PackageModel &model_;
  CheckReader &checks_;
  const std::vector<std::string> &fault_types_;
};

/// Nothing stands in front of the site.
SiteGuard unguarded();
SiteGuard unsound(NodeRef place, FunctionId guard, std::vector<GuardFault> faults);
SiteGuard unknown(NodeRef place, FunctionId guard, std::string why);

} // namespace decode_ledger::guards
