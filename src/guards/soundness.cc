#include "guards/soundness.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace decode_ledger::guards {

using diagnostics::Rule;
using parser::Kind;
using parser::Role;

SiteGuard unguarded() {
  return {.verdict = GuardVerdict::Unguarded,
          .place = {},
          .function = {},
          .why = "no guard stands in front of it",
          .faults = {},
          .evidence = {},
          .fault = {},
          .message_template = {}};
}

SiteGuard unsound(NodeRef place, FunctionId guard, std::vector<GuardFault> faults) {
  SiteGuard result = unguarded();
  result.verdict = GuardVerdict::Unsound;
  result.place = place;
  result.function = guard;
  result.why = faults.front().message;
  result.evidence = faults.front().evidence;
  result.faults = std::move(faults);
  return result;
}

SiteGuard unknown(NodeRef place, FunctionId guard, std::string why) {
  SiteGuard result = unguarded();
  result.verdict = GuardVerdict::Unknown;
  result.place = place;
  result.function = guard;
  result.why = std::move(why);
  return result;
}

// The same tokenizer ----------------------------------------------------------------------------------------------------

bool SoundnessReader::is_processor(const Check &check) {
  const NodeRef measured = check.bound->tokenizer;
  const NodeRef callee = model_.child(check.bound->expression, Role::Callee);
  const bool is_len =
      model_.kind(check.bound->expression) == Kind::Call && callee.valid() && last_name(model_, callee) == "len";
  if (check.bound->kind != Bound::Kind::Length || !measured.valid() || !is_len)
    return false;
  bool by_value = false, settled = false;
  for (const dataflow::Traced &traced : query_.values_of(measured)) {
    const dataflow::Value &value = traced.value;
    if (value.kind != dataflow::Value::Kind::Result && value.kind != dataflow::Value::Kind::External)
      continue;
    settled = true;
    const bool has_length = value.text.find("SentencePieceProcessor") != std::string::npos;
    by_value |=
        !has_length && (value.text.find("Processor.") != std::string::npos || value.text.ends_with("Processor"));
  }
  if (settled)
    return by_value;
  const std::string_view name = last_name(model_, measured);
  return name == "processor" || name.ends_with("_processor");
}

SoundnessReader::Same SoundnessReader::same_tokenizer(const Check &check, const Tokenizer &tokenizer) {
  const auto shares = [&](std::string_view suffix_of_ours, std::string_view suffix_of_theirs) {
    for (const std::string &ours : tokenizer.keys)
      for (const std::string &theirs : check.tokenizer_keys)
        if (ours + std::string(suffix_of_ours) == theirs + std::string(suffix_of_theirs))
          return true;
    return false;
  };
  const NodeRef measured = check.bound->tokenizer;
  if (shares("", "") || shares(".tokenizer", ""))
    return is_processor(check) ? Same::Processor : Same::Yes;
  if (shares("", ".tokenizer") && is_processor(check))
    return Same::Processor;
  if (!tokenizer.expression.valid() || !measured.valid())
    return Same::Unknown;
  // Different variables may still hold the one object that was made at one place.
  std::vector<NodeRef> ours, theirs;
  bool known = true;
  const auto makers = [&](NodeRef expression, std::vector<NodeRef> &out) {
    for (const dataflow::Traced &traced : query_.values_of(expression)) {
      known &= traced.value.kind == dataflow::Value::Kind::Result && traced.value.node.valid();
      out.push_back(traced.value.node);
    }
    std::ranges::sort(out);
  };
  makers(tokenizer.expression, ours);
  makers(measured, theirs);
  if (!known || ours.empty() || theirs.empty())
    return Same::Unknown;
  // One place that makes it; two places each may have made another one of each set.
  if (ours == theirs && ours.size() == 1)
    return is_processor(check) ? Same::Processor : Same::Yes;
  std::vector<NodeRef> both;
  std::ranges::set_intersection(ours, theirs, std::back_inserter(both));
  return both.empty() ? Same::No : Same::Unknown;
}

// Faults ----------------------------------------------------------------------------------------------------------------

std::string SoundnessReader::fault_type_text() const {
  return fault_types_.empty() ? "a fault type of your own"
                              : fmt::format("`{}`", fault_types_.front().substr(fault_types_.front().rfind('.') + 1));
}

/// What to hold ids against, as the code around `check` names it.
std::string SoundnessReader::length_text(const Tokenizer &tokenizer, const Check &check) const {
  const NodeRef measured = check.bound ? check.bound->tokenizer : NodeRef{};
  const bool is_config = measured.valid() && last_name(model_, measured).ends_with("config");
  if (measured.valid() && !is_config)
    return fmt::format("`len({})`", model_.source_text(measured));
  const bool reads_here = tokenizer.expression.valid() && check.decided.valid() &&
                          model_.function_at(tokenizer.expression) == model_.function_at(check.decided);
  return reads_here ? fmt::format("`len({})`", model_.source_text(tokenizer.expression)) : "`len(tokenizer)`";
}

GuardFault SoundnessReader::vocab_size_fault(const Check &check, const Tokenizer &tokenizer) {
  const NodeRef bound = check.bound->expression;
  return {.rule = Rule::GuardBoundVocabSize,
          .place = model_.range(bound),
          .message = fmt::format("{} leaves out added tokens: a guard with this bound rejects healthy ids",
                                 quoted(model_, bound)),
          .help = fmt::format("write {} here", length_text(tokenizer, check)),
          .evidence = {}};
}

GuardFault SoundnessReader::processor_fault(const Check &check) {
  const NodeRef measured = check.bound->tokenizer;
  return {.rule = Rule::GuardGivenProcessor,
          .place = model_.range(measured),
          .message = fmt::format("the guard measures {}, a processor, which has no length", quoted(model_, measured)),
          .help = fmt::format("write `{}.tokenizer` here", model_.source_text(measured)),
          .evidence = {}};
}

GuardFault SoundnessReader::edge_fault(const Check &check, bool lower) {
  const bool is_wide = !lower && check.upper_edge == Edge::TooWide;
  std::string message = is_wide ? "{} lets the id `len(tokenizer)` pass, the first one out of range"
                        : lower ? "{} refuses the id 0, which is healthy"
                                : "{} refuses the last id of the tokenizer, which is healthy";
  return {.rule = Rule::GuardHalfBound,
          .place = model_.range(check.decided),
          .message = fmt::format(fmt::runtime(message), quoted(model_, check.decided)),
          .help =
              lower ? "raise for ids below 0 alone (`< 0`)" : "raise from `len(tokenizer)` on (`>= len(tokenizer)`)",
          .evidence = {}};
}

/// Only one side is checked: the `lower`, or the upper.
GuardFault SoundnessReader::half_fault(const Check &check, const Tokenizer &tokenizer, bool lower) {
  const std::string_view says = lower ? "{} checks the lower bound only: ids above the vocabulary pass"
                                      : "{} checks the upper bound only: negative ids pass";
  return {.rule = Rule::GuardHalfBound,
          .place = model_.range(check.decided),
          .message = fmt::format(fmt::runtime(says), quoted(model_, check.decided)),
          .help = lower ? fmt::format("raise here for ids from {} on, too (`>=`)", length_text(tokenizer, check))
                        : "raise here for ids below 0, too",
          .evidence = {}};
}

GuardFault SoundnessReader::assert_fault(const Check &check) {
  const NodeRef test = model_.child(check.decided, Role::Test);
  return {.rule = Rule::GuardIsAssert,
          .place = model_.range(check.decided),
          .message = fmt::format("{} is gone when Python runs with -O", quoted(model_, check.decided)),
          .help = test.valid() ? fmt::format("write `if not (…): raise` {} instead of the assert", fault_type_text())
                               : fmt::format("raise {} instead of asserting", fault_type_text()),
          .evidence = {}};
}

GuardFault SoundnessReader::goes_on_fault(const Check &check) {
  GuardFault fault{.rule = Rule::GuardDoesNotRaise,
                   .place = model_.range(check.decided),
                   .message =
                       fmt::format("{} finds ids out of range, but the run goes on", quoted(model_, check.decided)),
                   .help = fmt::format("raise {} there", fault_type_text()),
                   .evidence = {}};
  if (check.failing.valid())
    fault.evidence.push_back({model_.range(check.failing), "goes on here with bad ids"});
  return fault;
}

// The verdict -------------------------------------------------------------------------------------------------------------

/// The first check of each kind.
struct SoundnessReader::Sorted {
  const Check *lower = nullptr, *upper = nullptr;                   // raise, and draw the line where it belongs
  const Check *asserted_lower = nullptr, *asserted_upper = nullptr; // the same, but gone under -O
  const Check *lower_that_goes_on = nullptr, *upper_that_goes_on = nullptr;
  const Check *narrow_lower = nullptr, *wrong_upper = nullptr; // off by one
  const Check *vocab = nullptr, *processor = nullptr;
  const Check *other_tokenizer = nullptr, *other_bound = nullptr;
  const Check *finite = nullptr, *unproven = nullptr;

  bool has_lower() const { return lower != nullptr || asserted_lower != nullptr || narrow_lower != nullptr; }
};

SoundnessReader::Sorted SoundnessReader::sorted(const std::vector<const Check *> &checks, const Tokenizer &tokenizer) {
  Sorted found;
  const auto first = [](const Check *&slot, const Check *check) {
    if (slot == nullptr)
      slot = check;
  };
  for (const Check *check : checks) {
    if (!check->unproven.empty()) {
      first(found.unproven, check);
      continue;
    }
    if (check->only_finite) {
      first(found.finite, check);
      continue;
    }
    const bool raises = check->effect == Effect::Raises, goes_on = check->effect == Effect::GoesOn;
    if (check->lower)
      first(goes_on                            ? found.lower_that_goes_on
            : check->lower_edge != Edge::Exact ? found.narrow_lower
            : raises                           ? found.lower
                                               : found.asserted_lower,
            check);
    if (!check->bound)
      continue;
    if (check->bound->kind == Bound::Kind::Value) {
      first(found.other_bound, check);
      continue;
    }
    if (check->bound->kind == Bound::Kind::VocabSize) {
      // `model.config.vocab_size` is nobody's tokenizer, and wrong all the same.
      first(goes_on ? found.upper_that_goes_on : found.vocab, check);
      continue;
    }
    const Same same = same_tokenizer(*check, tokenizer);
    if (same == Same::Processor)
      first(found.processor, check);
    else if (same != Same::Yes)
      first(found.other_tokenizer, check);
    else if (goes_on)
      first(found.upper_that_goes_on, check);
    else if (check->upper_edge != Edge::Exact)
      first(found.wrong_upper, check);
    else
      first(raises ? found.upper : found.asserted_upper, check);
  }
  return found;
}

SiteGuard SoundnessReader::guarded(const Sorted &by_kind) {
  const Check &upper = *by_kind.upper;
  SiteGuard result = unguarded();
  result.verdict = GuardVerdict::Guarded;
  result.place = upper.shown;
  result.function = upper.guard;
  const Raised raised = upper.raises.empty() ? Raised{} : upper.raises.front();
  result.fault = raised.fault;
  result.message_template = raised.message_template;
  const std::string text = quoted(model_, upper.shown);
  result.why = upper.guard.valid() ? fmt::format("{} checks the same ids on every path", text)
               : upper.bound->kind == Bound::Kind::Table
                   ? fmt::format("every id is looked up in a table of the tokenizer's ids, on every path: {}", text)
                   : fmt::format("the ids are compared with 0 and the tokenizer's length on every path: {}", text);
  if (by_kind.lower != by_kind.upper && by_kind.lower->decided != upper.decided)
    result.evidence.push_back({model_.range(by_kind.lower->shown), "the lower side is checked here"});
  if (upper.guard.valid())
    if (const GuardShape *shape = checks_.recognise(upper.guard))
      result.faults = shape->facts.faults;
  const bool is_named = std::ranges::find(fault_types_, raised.fault.external) != fault_types_.end();
  const bool ends_the_run = raised.fault.external == "SystemExit";
  if (!raised.fault.id.valid() && !raised.fault.external.empty() && !is_named && !ends_the_run)
    result.faults.push_back(
        {Rule::FaultTypeGeneric,
         model_.range(raised.place),
         fmt::format("the guard raises `{}`, which other code raises and catches too", raised.fault.external),
         fmt::format("raise {} here, so that handlers can tell a hardware fault by type", fault_type_text()),
         {}});
  return result;
}

/// The site's verdict by one fault of `check`, and a second one when negative ids pass besides.
SiteGuard SoundnessReader::faulty(const Check &check, GuardFault fault, bool has_lower) {
  if (check.shown != check.decided && check.shown.valid())
    fault.evidence.push_back({model_.range(check.shown), "called here"});
  std::vector<GuardFault> faults{std::move(fault)};
  if (faults.front().rule != Rule::GuardHalfBound && !has_lower && check.bound && check.effect != Effect::GoesOn)
    faults.push_back({Rule::GuardHalfBound,
                      model_.range(check.decided),
                      fmt::format("{} lets negative ids pass", quoted(model_, check.decided)),
                      "raise here for ids below 0, too",
                      {}});
  SiteGuard result = unsound(check.shown, check.guard, std::move(faults));
  if (!check.raises.empty()) {
    result.fault = check.raises.front().fault;
    result.message_template = check.raises.front().message_template;
  }
  return result;
}

SiteGuard SoundnessReader::judge(const std::vector<const Check *> &checks, const Tokenizer &tokenizer) {
  const Sorted found = sorted(checks, tokenizer);
  const auto fault = [&](const Check *check, GuardFault of) {
    return faulty(*check, std::move(of), found.has_lower());
  };
  const Check *any_lower = found.lower != nullptr ? found.lower : found.asserted_lower;
  const Check *any_upper = found.upper != nullptr ? found.upper : found.asserted_upper;

  if (found.lower != nullptr && found.upper != nullptr)
    return guarded(found);
  if (any_lower != nullptr && any_upper != nullptr) {
    const Check *check = found.asserted_upper != nullptr ? found.asserted_upper : found.asserted_lower;
    return fault(check, assert_fault(*check));
  }
  if (found.vocab != nullptr)
    return fault(found.vocab, vocab_size_fault(*found.vocab, tokenizer));
  if (found.processor != nullptr)
    return fault(found.processor, processor_fault(*found.processor));
  if (found.wrong_upper != nullptr)
    return fault(found.wrong_upper, edge_fault(*found.wrong_upper, false));
  if (any_upper != nullptr && found.narrow_lower != nullptr)
    return fault(found.narrow_lower, edge_fault(*found.narrow_lower, true));
  if (any_upper != nullptr && found.lower_that_goes_on != nullptr)
    return fault(found.lower_that_goes_on, goes_on_fault(*found.lower_that_goes_on));
  if (any_upper != nullptr)
    return fault(any_upper, half_fault(*any_upper, tokenizer, false));
  if (found.unproven != nullptr)
    return unknown(
        found.unproven->shown, found.unproven->guard,
        fmt::format("{} may be a guard: {}", quoted(model_, found.unproven->shown), found.unproven->unproven));
  if (any_lower == nullptr)
    any_lower = found.narrow_lower;
  if (found.other_tokenizer != nullptr && any_lower != nullptr)
    return unknown(found.other_tokenizer->shown, found.other_tokenizer->guard,
                   fmt::format("{} checks the ids, but it could not be shown to use the tokenizer that decodes them",
                               quoted(model_, found.other_tokenizer->shown)));
  if (any_lower != nullptr && found.other_bound != nullptr)
    return unknown(found.other_bound->shown, found.other_bound->guard,
                   fmt::format("{} holds the ids against a bound that could not be followed to `len(tokenizer)`",
                               quoted(model_, found.other_bound->shown)));
  if (found.upper_that_goes_on != nullptr)
    return fault(found.upper_that_goes_on, goes_on_fault(*found.upper_that_goes_on));
  if (any_lower != nullptr)
    return fault(any_lower, half_fault(*any_lower, tokenizer, true));
  if (found.finite != nullptr)
    return fault(
        found.finite,
        {.rule = Rule::FiniteCheckOnIds,
         .place = model_.range(found.finite->shown),
         .message = fmt::format("{} cannot fire: ids are integers, and no integer is NaN or infinite",
                                quoted(model_, found.finite->shown)),
         .help = fmt::format("raise here when an id is below 0 or not below {}", length_text(tokenizer, *found.finite)),
         .evidence = {}});
  return unguarded();
}

} // namespace decode_ledger::guards
