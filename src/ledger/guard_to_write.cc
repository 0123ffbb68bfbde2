#include "ledger/guard_to_write.h"

#include <fmt/format.h>

namespace decode_ledger::ledger {

using decode_sites::DecodeSite;
using guards::GuardFunction;

namespace {

/// A sound guard of the package that takes ids, or ids and a tokenizer; the ledger's first. None when there is none.
const GuardFunction *guard_to_suggest(const dataflow::PackageModel &model, const guards::SiteGuards &guards) {
  const GuardFunction *found = nullptr;
  for (const GuardFunction &one : guards.functions) {
    const bool takes_both = one.ids + one.tokenizer == 1;
    const bool takes_ids = one.ids == 0 && one.tokenizer == GuardFunction::kNoTokenizer;
    if (one.faults.empty() && (takes_both || takes_ids) && !model.class_of(one.function).valid() &&
        (found == nullptr || (one.from_ledger && !found->from_ledger)))
      found = &one;
  }
  return found;
}

/// The expression as it stands there, or other words when it is long.
std::string short_text(const dataflow::PackageModel &model, NodeRef expression, std::string_view otherwise) {
  constexpr size_t kMost = 40;
  const std::string_view text = expression.valid() ? model.source_text(expression) : std::string_view{};
  const bool fits = !text.empty() && text.size() <= kMost && text.find('\n') == std::string_view::npos;
  return std::string(fits ? text : otherwise);
}

} // namespace

std::string guard_to_write(const dataflow::PackageModel &model, const guards::SiteGuards &guards,
                           const DecodeSite &site, Places &places) {
  const NodeId statement = model.module(site.node.file).statement_at(site.node.node);
  const std::string before =
      fmt::format("before {}", places.line_seen_from(model.range({site.node.file, statement}), site.name_range));
  const std::string ids = short_text(model, site.ids, "ids");
  std::string tokenizer = short_text(model, site.receiver, "tokenizer");
  if (tokenizer.ends_with("processor"))
    tokenizer += ".tokenizer"; // the bound is a length, which a processor has not
  const GuardFunction *guard = guard_to_suggest(model, guards);
  if (guard == nullptr)
    return fmt::format("raise when an id of `{}` is below 0 or not below `len({})`, {}", ids, tokenizer, before);
  const std::string name(model.text(model.function(guard->function).name));
  if (guard->tokenizer == GuardFunction::kNoTokenizer)
    return fmt::format("write `{}({})` {}", name, ids, before);
  const bool ids_first = guard->ids < guard->tokenizer;
  return fmt::format("write `{}({}, {})` {}", name, ids_first ? ids : tokenizer, ids_first ? tokenizer : ids, before);
}

} // namespace decode_ledger::ledger
