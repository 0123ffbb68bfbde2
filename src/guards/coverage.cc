#include "guards/coverage.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace decode_ledger::guards {

using dataflow::Flow;
using diagnostics::Rule;
using module_model::BindingKind;
using package_model::ClassName;
using parser::Kind;
using parser::Op;
using parser::Role;
using parser::SyntaxTree;

namespace {

/// Functions between a site and the guard that covers it.
constexpr unsigned kMaxFunctions = 6;
/// Expressions that are asked about for one site. Reaching either bound leaves the site unguarded, never guarded.
constexpr unsigned kMaxQuestions = 150;
/// Pieces that ids are put together from.
constexpr size_t kMaxParts = 8;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

/// What has to be passed on the way of a healthy id: one of these.
std::vector<NodeId> barriers_of(const Check &check) {
  std::vector<NodeId> barriers = check.never_passed;
  barriers.push_back(check.place.node);
  return barriers;
}

bool is_on_every_path(const Flow &flow, const Check &check, NodeId place) {
  return flow.dominates(check.place.node, place) ||
         (!check.never_passed.empty() && flow.one_dominates(barriers_of(check), place));
}

std::string clause_text(const dataflow::PackageModel &model, NodeRef handler) {
  const NodeRef type = model.child(handler, Role::Type);
  return type.valid() ? fmt::format("`except {}`", model.source_text(type)) : "`except`";
}

} // namespace

std::string CoverageReader::where(NodeRef node) const {
  const FunctionId function = model_.function_at(node);
  return fmt::format("`{}`", function.valid() ? model_.full_name(function) : model_.module_name(node.file));
}

Tokenizer CoverageReader::tokenizer_of(NodeRef receiver) {
  Tokenizer tokenizer{.expression = receiver, .keys = {}};
  for (Step &step : paths_.steps_of(receiver))
    if (step.whole)
      tokenizer.keys.push_back(std::move(step.key));
  return tokenizer;
}

// Paths and the same ids ------------------------------------------------------------------------------------------------

/// What changes the object that `node` reads: `ids.append(x)`, `ids[i][j] = x`, `ids.clamp_(…)`, `self.ids = …`; none
/// when nothing does. Storing a special id (`ids[mask] = tok.pad_token_id`) or a small number keeps healthy ids healthy.
NodeId CoverageReader::change_by(NodeRef node) const {
  const SyntaxTree &tree = model_.tree(node.file);
  NodeId parent = tree.parent(node.node);
  if (tree.kind(node.node) == Kind::Attribute && tree.role(node.node) == Role::Target)
    return node.node;
  // np.copyto(ids, x), torch.add(x, 1, out=ids)
  if (tree.kind(parent) == Kind::Keyword && model_.text(tree.name(parent)) == "out")
    return tree.parent(parent);
  if (tree.kind(parent) == Kind::Call && argument_of(model_, {node.file, parent}, 0, "") == node &&
      is_one_of(last_name(model_, model_.child({node.file, parent}, Role::Callee)),
                {"copyto", "put", "putmask", "place"}))
    return parent;
  if (tree.role(node.node) != Role::Value)
    return {};
  if (tree.kind(parent) == Kind::Attribute && tree.role(parent) == Role::Callee) {
    const std::string_view method = model_.text(tree.name(parent));
    const bool in_place = method.size() > 2 && method.ends_with('_') && !method.ends_with("__");
    return in_place || is_one_of(method, {"append", "extend", "insert"}) ? tree.parent(parent) : NodeId{};
  }
  if (tree.kind(parent) == Kind::Attribute && tree.role(parent) == Role::Target &&
      model_.text(tree.name(parent)) == "data")
    return parent;
  if (tree.kind(parent) != Kind::Subscript)
    return {};
  while (tree.kind(tree.parent(parent)) == Kind::Subscript && tree.role(parent) == Role::Value)
    parent = tree.parent(parent);
  if (tree.role(parent) != Role::Target)
    return {};
  const NodeId statement = tree.parent(parent);
  const NodeId value = tree.child(statement, Role::Value);
  if (tree.kind(statement) == Kind::Assign && value.valid() && paths_.is_safe_id({node.file, value}))
    return {};
  return parent;
}

/// A change, between guard and site, of the object that `step` reads: by its own name or by another one for it.
std::optional<NodeRef> CoverageReader::mutated_between(FunctionId function, const Step &step, const Check &check,
                                                       NodeId place) {
  const NodeId guard = check.place.node;
  const Flow &flow = query_.flow(function);
  const SyntaxTree &tree = model_.tree(model_.file_of(function));
  std::optional<NodeRef> found;
  checks_.for_each_node(function, [&](NodeRef node) {
    if (found || (tree.kind(node.node) != Kind::Name && tree.kind(node.node) != Kind::Attribute))
      return;
    const NodeId change = change_by(node);
    if (!change.valid() || tree.is_inside(place, change) || !flow.point_of(change).valid() ||
        (check.when_left.valid() && tree.is_inside(change, check.when_left.node)) || !flow.may_reach(guard, change) ||
        !flow.may_reach_avoiding(change, place, guard))
      return;
    if (tree.role(node.node) == Role::Target) {
      if (paths_.key_of(node) == step.key)
        found = NodeRef{node.file, change};
      return;
    }
    for (const Step &alias : paths_.steps_of(node)) {
      if (model_.kind(alias.read) == Kind::Call) // `.tolist()`, `.clone()`: a copy
        return;
      if (alias.key == step.key)
        found = NodeRef{node.file, change};
    }
  });
  return found;
}

/// A variable that other functions bind (`global`, `nonlocal`): any call in between may change it.
bool CoverageReader::bound_elsewhere(FunctionId function, const Step &step) const {
  if (step.stores.size() < 2)
    return false;
  return std::ranges::any_of(step.stores, [&](NodeId store) {
    const FunctionId binds = model_.function_at({step.read.file, store});
    // The module's body and functions around this one are not run in between.
    for (FunctionId around = function; around.valid(); around = model_.parent_of(around))
      if (around == binds)
        return false;
    return true;
  });
}

/// A `with suppress(…)` around the guard but not around the site: its body may be left early without a word.
NodeRef CoverageReader::suppressing_with(NodeRef guard, NodeId place) {
  const SyntaxTree &tree = model_.tree(guard.file);
  for (NodeId up = guard.node; up.valid(); up = tree.parent(up)) {
    if (tree.kind(up) != Kind::With || tree.is_inside(place, up))
      continue;
    for (const NodeId item : tree.children(up)) {
      const NodeId value = tree.kind(item) == Kind::WithItem ? tree.child(item, Role::Value) : NodeId{};
      const NodeId callee =
          value.valid() && tree.kind(value) == Kind::Call ? tree.child(value, Role::Callee) : NodeId{};
      if (!callee.valid())
        continue;
      const knowledge::PatternRow *row =
          knowledge::find_row(knowledge_.context_managers, model_.dotted_name({guard.file, callee}));
      if (last_name(model_, {guard.file, callee}) == "suppress" || (row != nullptr && row->word == "suppresses"))
        return {guard.file, value};
    }
  }
  return {};
}

/// `batch["labels"]` beside `batch["ids"]`, `scores` beside `ids` in one tuple: things of their own rather than parts of
/// one tensor.
bool CoverageReader::is_of_its_own(NodeRef checked, NodeRef whole) const {
  if (model_.kind(whole) == Kind::Call)
    return true;
  const NodeRef index = model_.kind(checked) == Kind::Subscript ? model_.child(checked, Role::Index) : NodeRef{};
  return index.valid() && model_.kind(index) == Kind::String;
}

/// A variable among what is checked that has another value where it is decoded: bound anew in between. None when there
/// is no such variable.
NodeRef CoverageReader::same_variable(const std::vector<Step> &checked, const std::vector<Step> &used) const {
  const auto scope_of = [&](NodeRef name) {
    const module_model::ModuleModel &module = model_.module(name.file);
    return module.resolve(model_.name(name), module.scope_at(name.node));
  };
  for (const Step &before : checked)
    for (const Step &after : used)
      if (model_.kind(before.read) == Kind::Name && model_.kind(after.read) == Kind::Name &&
          before.read.file == after.read.file && model_.name(before.read) == model_.name(after.read) &&
          scope_of(before.read) == scope_of(after.read))
        return before.read;
  return {};
}

std::optional<CoverageReader::Standing> CoverageReader::stand(FunctionId function, const Check &check,
                                                              const std::vector<Step> &steps, NodeId place) {
  const SyntaxTree &tree = model_.tree(model_.file_of(function));
  const Flow &flow = query_.flow(function);
  Standing standing;
  standing.check = &check;
  const auto fault = [&](Rule rule, std::string message, std::string help) {
    standing.problem = GuardFault{.rule = rule,
                                  .place = model_.range(check.shown),
                                  .message = std::move(message),
                                  .help = std::move(help),
                                  .evidence = {}};
    return standing;
  };
  if (check.place.node == place) // the decode is a call of a wrapper that checks: asked about inside the wrapper
    return std::nullopt;
  const bool is_whole_guard = check.bound.has_value() && !check.only_finite && check.effect != Effect::GoesOn;
  const std::string guard = quoted(model_, check.shown);
  bool on_every_path = is_on_every_path(flow, check, place);
  const Shared shared = share_step(check.ids, steps);
  std::vector<NodeId> barriers = barriers_of(check);
  if (!on_every_path && shared.checked != nullptr) { // `if ids.numel(): check(ids)`
    std::ranges::copy(checks_.places_without_ids(function, steps), std::back_inserter(barriers));
    on_every_path = flow.one_dominates(barriers, place);
  }
  if (shared.checked == nullptr) {
    if (!is_whole_guard || !on_every_path)
      return std::nullopt;
    const NodeRef checked = same_variable(check.ids, steps);
    if (!checked.valid())
      return std::nullopt;
    return fault(Rule::GuardChecksOtherIds,
                 fmt::format("{} checks `{}` as it was before it was bound anew", guard, model_.source_text(checked)),
                 "check the ids that are decoded, after the last assignment");
  }
  if (tree.is_inside(place, check.place.node) && check.place.node != place &&
      tree.kind(check.place.node) != Kind::Call &&
      ((check.failing.valid() && tree.is_inside(place, check.failing.node)) ||
       tree.kind(check.place.node) == Kind::For))
    return std::nullopt; // among the bad ids, or in the loop that still checks
  if (check.effect == Effect::GoesOn && check.failing.valid() && tree.is_inside(place, tree.parent(check.failing.node)))
    return std::nullopt; // `if t >= n: … else: decode(t)` keeps the two apart
  if (!shared.checked->whole) {
    if (!is_whole_guard)
      return std::nullopt;
    if (!shared.used->whole && is_of_its_own(check.ids.front().read, shared.used->read))
      return std::nullopt;
    standing.is_part = true;
    return fault(Rule::GuardChecksOtherIds,
                 fmt::format("{} checks a part of `{}` only, and {} of it is decoded", guard,
                             model_.source_text(shared.used->read), shared.used->whole ? "more" : "another part"),
                 "check all ids that are decoded");
  }
  if (!on_every_path) {
    if (!is_whole_guard && check.effect != Effect::Raises && !check.guard.valid())
      return std::nullopt;
    const bool after = !flow.may_reach(check.place.node, place) && flow.may_reach(place, check.place.node);
    standing.beside = !after && check.guard.valid() && !check.only_if.valid() && !check.may_return_early;
    standing.stores = shared.used->stores;
    return fault(Rule::GuardNotOnEveryPath,
                 guard + (after ? " stands behind this decode" : " does not run on every path to this decode"),
                 "call the guard right before the decode");
  }
  const auto is_checked_behind = [&](NodeId change) {
    return check.when_left.valid() && tree.is_inside(change, check.when_left.node);
  };
  if (is_checked_behind(place))
    return fault(Rule::GuardNotOnEveryPath, fmt::format("{} checks when its `with` is left: behind this decode", guard),
                 "decode behind the `with`");
  for (const NodeId store : shared.used->stores)
    if (flow.point_of(store).valid() && !is_checked_behind(store) &&
        model_.function_at({model_.file_of(function), store}) == function &&
        flow.may_reach_avoiding(store, place, barriers))
      return fault(Rule::GuardChecksOtherIds, fmt::format("the ids may be bound anew after {}", guard),
                   "check the ids that are decoded, after the last assignment");
  if (bound_elsewhere(function, *shared.used))
    return fault(Rule::GuardChecksOtherIds,
                 fmt::format("`{}` is bound by other functions, too, and may change after {}",
                             model_.source_text(shared.used->read), guard),
                 "check and decode a local variable");
  for (const Step &step : steps) {
    if (const std::optional<NodeRef> change = mutated_between(function, step, check, place)) {
      Standing changed = fault(Rule::GuardChecksOtherIds,
                               fmt::format("the ids are changed after {}: {}", guard, quoted(model_, *change)),
                               "check the ids after the last change");
      changed.problem->evidence.push_back({model_.range(*change), "changed here"});
      return changed;
    }
    if (&step == shared.used)
      break;
  }
  if (check.only_if.valid())
    return fault(Rule::GuardNotOnEveryPath,
                 fmt::format("{} checks the ids only if {} allows it", guard, quoted(model_, check.only_if)),
                 "check the ids without a condition");
  if (check.may_return_early)
    return fault(Rule::GuardNotOnEveryPath, fmt::format("{} may return without having checked the ids", guard),
                 "check the ids on every path through the guard");
  if (check.passed_by.valid())
    return fault(
        Rule::GuardNotOnEveryPath,
        fmt::format("{} stands in a `try` that goes on without it: {}", guard, clause_text(model_, check.passed_by)),
        "move the guard out of the `try`, or raise its fault again in that clause");
  if (const NodeRef with = suppressing_with(check.shown, place); with.valid())
    return fault(Rule::GuardNotOnEveryPath,
                 fmt::format("{} stands in {}, which may leave it out", guard, quoted(model_, with)),
                 "move the guard out of the `with`");
  return standing;
}

/// A guard call on each branch: none lies on every path alone, together they do. The first of them that is unsound
/// speaks for all. None when they leave a path open.
std::optional<SiteGuard> CoverageReader::judge_together(FunctionId function, const std::vector<Standing> &bad,
                                                        const Tokenizer &tokenizer, NodeId place) {
  const Flow &flow = query_.flow(function);
  std::vector<NodeId> places, stores;
  for (const Standing &standing : bad) {
    if (!standing.beside)
      continue;
    places.push_back(standing.check->place.node);
    std::ranges::copy(standing.stores, std::back_inserter(stores));
  }
  if (places.size() < 2 || !flow.one_dominates(places, place))
    return std::nullopt;
  for (const NodeId store : stores)
    if (flow.point_of(store).valid() && flow.may_reach_avoiding(store, place, places))
      return std::nullopt;
  std::optional<SiteGuard> result;
  for (const Standing &standing : bad) {
    if (!standing.beside)
      continue;
    SiteGuard one = soundness_.judge({standing.check}, tokenizer);
    if (!result || one.verdict != GuardVerdict::Guarded)
      result = std::move(one);
    else
      result->evidence.push_back({model_.range(standing.check->shown), "on another path this checks the ids"});
    if (result->verdict != GuardVerdict::Guarded)
      return result;
  }
  return result;
}

/// The problem of the most telling check that does not count; none when all of them are about something else. `missing`:
/// the one side of the range that is looked for.
std::optional<SiteGuard> CoverageReader::worst_of(std::vector<Standing> &bad, const Tokenizer &tokenizer, NodeId place,
                                                  Side missing) {
  std::ranges::stable_sort(bad, {}, &Standing::is_part);
  for (Standing &standing : bad) {
    const Check &check = *standing.check;
    // What decodes ids itself checks them for its own decode: behind another one it is no misplaced guard.
    if (check.guard.valid() && decoders_.contains(check.guard))
      continue;
    // A half range beside the way, or one that is held against a list's length, is nobody's guard of these ids.
    const bool has_side = missing == Side::Lower ? check.lower : check.bound.has_value();
    if (!has_side || check.only_finite || check.effect == Effect::GoesOn ||
        (check.bound && check.bound->kind == Bound::Kind::Value))
      continue;
    if (check.bound && check.bound->kind == Bound::Kind::Length) {
      const SoundnessReader::Same same = soundness_.same_tokenizer(check, tokenizer);
      // An index that is held against the length of something is no guard of ids.
      const bool may_be_index = !check.guard.valid() || !check.lower || standing.is_part;
      if (same == SoundnessReader::Same::No || (same == SoundnessReader::Same::Unknown && may_be_index))
        continue;
    }
    const NodeId statement = model_.module(check.shown.file).statement_at(place);
    standing.problem->evidence.push_back(
        {model_.range(NodeRef{check.shown.file, statement}), "check the ids before this"});
    SiteGuard found = unsound(check.shown, check.guard, {*standing.problem});
    if (!check.raises.empty()) {
      found.fault = check.raises.front().fault;
      found.message_template = check.raises.front().message_template;
    }
    return found;
  }
  return std::nullopt;
}

// The question ----------------------------------------------------------------------------------------------------------

SiteGuard CoverageReader::cover_here(FunctionId function, const Tokenizer &tokenizer, NodeId place,
                                     const std::vector<Step> &steps) {
  const std::vector<Check> calls = checks_.guard_calls(function, steps);
  std::vector<Standing> bad;
  std::vector<const Check *> good;
  const auto take = [&](const Check &check) {
    if (std::optional<Standing> standing = stand(function, check, steps, place)) {
      ++num_standings_;
      if (standing->problem)
        bad.push_back(std::move(*standing));
      else
        good.push_back(&check);
    }
  };
  std::ranges::for_each(calls, take);
  std::ranges::for_each(checks_.inline_checks(function), take);
  SiteGuard result = soundness_.judge(good, tokenizer);
  if (result.verdict == GuardVerdict::Unguarded)
    if (std::optional<SiteGuard> together = judge_together(function, bad, tokenizer, place))
      return std::move(*together);
  // Something on every path says more than something beside it, unless it is one side of a range whose other side
  // stands beside it.
  const bool has_upper = std::ranges::any_of(good, [](const Check *check) { return check->bound.has_value(); });
  const bool has_lower = std::ranges::any_of(good, [](const Check *check) { return check->lower; });
  const bool is_half = result.verdict == GuardVerdict::Unsound && has_upper != has_lower &&
                       result.faults.front().rule == Rule::GuardHalfBound;
  if (result.verdict != GuardVerdict::Unguarded && !is_half)
    return result;
  const Side missing = is_half && has_upper ? Side::Lower : Side::Upper;
  if (std::optional<SiteGuard> worst = worst_of(bad, tokenizer, place, missing))
    return std::move(*worst);
  if (std::optional<GuardFault> repair = is_half ? std::nullopt : repairs_.find(function, steps, place)) {
    ++num_standings_;
    return unsound({}, {}, {std::move(*repair)});
  }
  // Unknown is not "none".
  if (std::optional<SiteGuard> open = note_strays(function, tokenizer, place, steps))
    return std::move(*open);
  return result;
}

/// Looks for guards of other ids on every path to `place`, with the tokenizer that decodes. One that mentions these ids
/// in a way that is not followed may be a guard of theirs: unknown.
std::optional<SiteGuard> CoverageReader::note_strays(FunctionId function, const Tokenizer &tokenizer, NodeId place,
                                                     const std::vector<Step> &steps) {
  const Flow &flow = query_.flow(function);
  std::optional<SiteGuard> open;
  const auto note = [&](const Check &check) {
    if (open || !check.bound || check.effect == Effect::GoesOn || check.ids.empty() || check.place.node == place ||
        share_step(check.ids, steps).used != nullptr || !is_on_every_path(flow, check, place) ||
        soundness_.same_tokenizer(check, tokenizer) != SoundnessReader::Same::Yes)
      return;
    ++num_standings_;
    const NodeRef checked = check.ids.front().read, used = steps.front().read;
    if (mentions_variable(check.ids, steps))
      open = unknown(check.shown, check.guard,
                     fmt::format("{} may check the ids: {} could not be followed to {}", quoted(model_, check.shown),
                                 quoted(model_, checked), quoted(model_, used)));
    else if (are_these_ids_ && !decoders_.contains(check.guard))
      strays_.push_back({.place = check.shown, .guard = check.guard, .ids = checked, .used = used});
  };
  std::ranges::for_each(checks_.all_guard_calls(function), note);
  std::ranges::for_each(checks_.inline_checks(function), note);
  return open;
}

/// One of what is `checked` reads a variable that the ids in `used` are the value of.
bool CoverageReader::mentions_variable(const std::vector<Step> &checked, const std::vector<Step> &used) const {
  return std::ranges::any_of(checked, [&](const Step &one) {
    const SyntaxTree &tree = model_.tree(one.read.file);
    for (uint32_t i = one.read.node.value; i < tree.next(one.read.node).value; ++i)
      if (tree.kind(NodeId{i}) == Kind::Name &&
          same_variable({{.key = {}, .whole = true, .read = {one.read.file, NodeId{i}}, .stores = {}}}, used).valid())
        return true;
    return false;
  });
}

SiteGuard CoverageReader::cover(FunctionId function, NodeRef ids, const Tokenizer &tokenizer, NodeId place) {
  if (!ids.valid() || !function.valid())
    return unguarded();
  if (depth_ == 0) {
    questions_left_ = kMaxQuestions;
    are_these_ids_ = true;
    strays_.clear();
  }
  if (depth_ >= kMaxFunctions || questions_left_ == 0) {
    is_cut_short_ = true;
    return unguarded();
  }
  --questions_left_;
  // Most code has no check anywhere near: such an answer holds for every tokenizer, and is kept.
  const std::pair question{ids, place};
  if (without_checks_.contains(question))
    return unguarded();
  const unsigned standings_before = num_standings_;
  const bool was_cut_short = std::exchange(is_cut_short_, false);
  SiteGuard answer = follow(function, ids, tokenizer, place);
  if (num_standings_ == standings_before && !is_cut_short_)
    without_checks_.insert(question);
  is_cut_short_ |= was_cut_short;
  return answer;
}

SiteGuard CoverageReader::follow(FunctionId function, NodeRef ids, const Tokenizer &tokenizer, NodeId place) {
  const std::vector<Step> steps = paths_.steps_of(ids);
  SiteGuard here = cover_here(function, tokenizer, place, steps);
  if (here.verdict == GuardVerdict::Guarded)
    return here;
  ++depth_;
  std::vector<std::optional<SiteGuard>> others;
  others.push_back(cover_by_maker(steps, tokenizer));
  const bool are_these = std::exchange(are_these_ids_, false);
  others.push_back(cover_parts(function, ids, tokenizer, place, steps));
  are_these_ids_ = are_these;
  others.push_back(cover_by_enclosing(function, tokenizer, steps));
  others.push_back(cover_by_callers(function, tokenizer, steps));
  --depth_;
  for (std::optional<SiteGuard> &other : others)
    if (other && other->verdict == GuardVerdict::Guarded)
      return std::move(*other);
  if (here.verdict != GuardVerdict::Unguarded)
    return here;
  for (std::optional<SiteGuard> &other : others)
    if (other && other->verdict != GuardVerdict::Unguarded)
      return std::move(*other);
  return here;
}

/// The function that makes the ids checks them before it gives them back.
std::optional<SiteGuard> CoverageReader::cover_by_maker(const std::vector<Step> &steps, const Tokenizer &tokenizer) {
  for (const Step &step : steps) {
    if (model_.kind(step.read) != Kind::Call)
      continue;
    const std::vector<dataflow::CallEdge> callees = query_.callees_of(step.read);
    if (callees.size() != 1 || callees.front().certainty != dataflow::Certainty::Certain)
      continue;
    const FunctionId callee = callees.front().callee;
    if (paths_.gives_back(callee))
      continue; // a view of its argument, which is a step of its own
    std::optional<SiteGuard> found = cover_what_is_given(callee, in_callee(tokenizer, callee, step.read));
    if (found)
      return found;
  }
  return std::nullopt;
}

/// Guarded when `maker` checks everything that it gives back or yields; its fault when it tries to. None otherwise.
std::optional<SiteGuard> CoverageReader::cover_what_is_given(FunctionId maker, const Tokenizer &tokenizer) {
  std::optional<SiteGuard> guarded;
  NodeRef without;
  std::optional<SiteGuard> faulty;
  checks_.for_each_node(maker, [&](NodeRef node) {
    if (model_.kind(node) != Kind::Return && model_.kind(node) != Kind::Yield)
      return;
    const NodeRef value = model_.child(node, Role::Value);
    if (!value.valid() || holds_no_ids(value))
      return;
    SiteGuard one = cover(maker, value, tokenizer, node.node);
    if (one.verdict == GuardVerdict::Guarded) {
      if (!guarded)
        guarded = std::move(one);
    } else if (one.verdict == GuardVerdict::Unguarded) {
      without = node;
    } else if (!faulty) {
      faulty = std::move(one);
    }
  });
  if (faulty && (guarded || !without.valid()))
    return faulty;
  if (!guarded)
    return std::nullopt;
  if (without.valid())
    return unsound(guarded->place, guarded->function,
                   {{.rule = Rule::GuardNotOnEveryPath,
                     .place = model_.range(without),
                     .message = fmt::format("`{}` gives ids back here that it has not checked, while it checks others",
                                            model_.full_name(maker)),
                     .help = "check the ids before this line, too",
                     .evidence = {{model_.range(guarded->place), "checked here"}}}});
  guarded->why = fmt::format("`{}` checks the ids before it gives them back", model_.full_name(maker));
  return guarded;
}

/// `return []`, `return None`; text that was decoded before.
bool CoverageReader::holds_no_ids(NodeRef value) const {
  const Kind kind = model_.kind(value);
  return kind == Kind::None || decodes_.contains(value) ||
         (kind == Kind::List && !model_.tree(value.file).first_child(value.node).valid());
}

/// Ids put together from several: each must be covered where it is put in.
std::optional<SiteGuard> CoverageReader::cover_parts(FunctionId function, NodeRef ids, const Tokenizer &tokenizer,
                                                     NodeId, const std::vector<Step> &steps) {
  struct Part {
    NodeRef value;
    NodeId place;
  };
  const FileId file = model_.file_of(function);
  const SyntaxTree &tree = model_.tree(file);
  const module_model::ModuleModel &module = model_.module(file);
  const auto parts_of = [&](NodeRef whole) -> std::vector<Part> {
    std::vector<Part> parts;
    const auto add_children = [&](NodeRef display) {
      for (const NodeId element : tree.children(display.node))
        parts.push_back({{file, element}, element});
    };
    switch (model_.kind(whole)) {
    case Kind::Conditional:
      for (const Role role : {Role::Body, Role::Orelse})
        if (const NodeRef side = model_.child(whole, role); side.valid())
          parts.push_back({side, side.node});
      return parts;
    case Kind::List:
    case Kind::Tuple:
      add_children(whole);
      return parts;
    case Kind::Call: {
      const NodeRef callee = model_.child(whole, Role::Callee), first = argument_of(model_, whole, 0, "");
      if (callee.valid() && first.valid() && (model_.kind(first) == Kind::List || model_.kind(first) == Kind::Tuple) &&
          is_one_of(last_name(model_, callee), {"cat", "concat", "concatenate", "stack", "hstack", "vstack"}))
        add_children(first);
      return parts;
    }
    case Kind::Name: {
      // `out = []`, filled by append and extend; or several assignments.
      const ScopeId scope = module.resolve(tree.name(whole.node), module.scope_at(whole.node));
      if (!scope.valid() || module.scopes[scope.value].function != model_.local(function))
        return {};
      bool is_collected = false;
      std::vector<uint32_t> waiting = paths_.meaning_of(whole).bindings;
      for (size_t i = 0; i < waiting.size(); ++i) {
        const module_model::Binding &binding = module.bindings[waiting[i]];
        const NodeRef value = paths_.value_of_binding(file, waiting[i]);
        if (binding.kind == BindingKind::AugAssign) {
          const NodeId added = tree.child(binding.source, Role::Value);
          parts.push_back({{file, added}, added});
          is_collected = true;
          for (const uint32_t before : paths_.meaning_of({file, binding.target}).bindings)
            if (std::ranges::find(waiting, before) == waiting.end())
              waiting.push_back(before);
        } else if (!value.valid()) {
          return {};
        } else if (holds_no_ids(value)) {
          is_collected = true;
        } else {
          parts.push_back({value, value.node});
        }
      }
      if (!is_collected)
        return parts.size() < 2 ? std::vector<Part>{} : parts;
      checks_.for_each_node(function, [&](NodeRef node) {
        if (model_.kind(node) != Kind::Name || tree.name(node.node) != tree.name(whole.node))
          return;
        const NodeId attribute = tree.parent(node.node);
        if (tree.kind(attribute) != Kind::Attribute || tree.role(attribute) != Role::Callee)
          return;
        const std::string_view method = model_.text(tree.name(attribute));
        const NodeRef call{file, tree.parent(attribute)};
        if (is_one_of(method, {"append", "extend"}))
          parts.push_back({argument_of(model_, call, 0, ""), call.node});
        else if (method == "insert")
          parts.push_back({argument_of(model_, call, 1, ""), call.node});
      });
      return parts;
    }
    default:
      return {};
    }
  };
  for (const Step &step : steps) {
    if (step.read.file != file || model_.function_at(step.read) != function)
      continue;
    const std::vector<Part> parts = parts_of(step.read);
    if (parts.empty() || parts.size() > kMaxParts)
      continue;
    std::optional<SiteGuard> guarded, faulty;
    NodeRef without;
    for (const Part &part : parts) {
      SiteGuard one = part.value == ids ? unguarded() : cover(function, part.value, tokenizer, part.place);
      if (one.verdict == GuardVerdict::Unguarded)
        without = part.value;
      else if (std::optional<SiteGuard> &slot = one.verdict == GuardVerdict::Guarded ? guarded : faulty; !slot)
        slot = std::move(one);
    }
    if (faulty && (guarded || !without.valid())) // says more than that another part has no guard
      return faulty;
    if (!guarded)
      continue;
    if (!without.valid()) {
      guarded->why = fmt::format("everything that {} is made of is checked before", quoted(model_, step.read));
      return guarded;
    }
    return unsound(guarded->place, guarded->function,
                   {{Rule::GuardChecksOtherIds,
                     model_.range(guarded->place),
                     fmt::format("only some of the ids in {} are checked: {} is not", quoted(model_, step.read),
                                 quoted(model_, without)),
                     "check all ids that are decoded",
                     {{model_.range(without), "not checked"}}}});
  }
  return std::nullopt;
}

/// A nested function that reads a variable of the function around it: a guard in front of its definition covers it
/// when the variable is bound once only.
std::optional<SiteGuard> CoverageReader::cover_by_enclosing(FunctionId function, const Tokenizer &tokenizer,
                                                            const std::vector<Step> &steps) {
  const FunctionId parent = model_.parent_of(function);
  if (!parent.valid() || model_.kind(model_.node_of(parent)) == Kind::Module)
    return std::nullopt;
  std::vector<Step> outer;
  const module_model::ModuleModel &module = model_.module(model_.file_of(function));
  for (const Step &step : steps) {
    if (model_.kind(step.read) != Kind::Name)
      continue;
    const ScopeId scope = module.resolve(model_.name(step.read), module.scope_at(step.read.node));
    if (scope.valid() && module.scopes[scope.value].function == model_.local(parent) &&
        module.bindings_of(model_.name(step.read), scope).size() == 1)
      outer.push_back(step);
  }
  if (outer.empty())
    return std::nullopt;
  SiteGuard found = cover_here(parent, tokenizer, model_.node_of(function).node, outer);
  if (found.verdict == GuardVerdict::Unguarded)
    return std::nullopt;
  return found;
}

// Across functions ------------------------------------------------------------------------------------------------------

Tokenizer CoverageReader::in_caller(const Tokenizer &tokenizer, FunctionId function, NodeRef call) {
  const auto &self = model_.function(function);
  const unsigned skip = model_.takes_instance(function) ? 1 : 0;
  const NodeRef callee = model_.child(call, Role::Callee);
  Tokenizer outer{.expression = tokenizer.expression, .keys = {}};
  for (const std::string &key : tokenizer.keys) {
    bool mapped = false;
    for (unsigned i = 0; i < self.parameters.size(); ++i) {
      const std::string own = paths_.parameter_key(function, self.parameters[i]);
      if (!renamed_key(key, own, ""))
        continue;
      mapped = true;
      NodeRef passed;
      if (i >= skip)
        passed = argument_of(model_, call, i - skip,
                             model_.text(model_.name({model_.file_of(function), self.parameters[i]})));
      else if (callee.valid() && model_.kind(callee) == Kind::Attribute)
        passed = model_.child(callee, Role::Value);
      if (passed.valid() && key == own)
        outer.expression = passed;
      for (const Step &step : paths_.steps_of(passed))
        if (step.whole)
          outer.keys.push_back(*renamed_key(key, own, step.key));
    }
    if (!mapped)
      outer.keys.push_back(key);
  }
  return outer;
}

Tokenizer CoverageReader::in_callee(const Tokenizer &tokenizer, FunctionId function, NodeRef call) {
  const auto &self = model_.function(function);
  const unsigned skip = model_.takes_instance(function) ? 1 : 0;
  const NodeRef callee = model_.child(call, Role::Callee);
  Tokenizer inner = tokenizer; // names of the module mean the same inside
  for (unsigned i = 0; i < self.parameters.size(); ++i) {
    NodeRef passed;
    if (i >= skip)
      passed =
          argument_of(model_, call, i - skip, model_.text(model_.name({model_.file_of(function), self.parameters[i]})));
    else if (callee.valid() && model_.kind(callee) == Kind::Attribute)
      passed = model_.child(callee, Role::Value);
    const std::string own = paths_.parameter_key(function, self.parameters[i]);
    for (const Step &step : paths_.steps_of(passed))
      for (const std::string &key : tokenizer.keys)
        if (const std::optional<std::string> inside = renamed_key(key, step.key, own); step.whole && inside)
          inner.keys.push_back(*inside);
  }
  return inner;
}

/// `function(*args)`: the expression `args[i]` for the parameter, if the caller writes it anywhere (as a guard's
/// argument does): all that write it mean the same.
NodeRef CoverageReader::element_of_star(NodeRef call, FunctionId function, NodeId parameter) {
  const parser::SyntaxTree &tree = model_.tree(call.file);
  const auto &parameters = model_.function(function).parameters;
  const auto position = std::ranges::find(parameters, parameter) - parameters.begin();
  NodeRef starred;
  long before = 0; // arguments in front of the star
  for (const NodeId part : tree.children(call.node)) {
    if (tree.role(part) != Role::Argument || tree.kind(part) == Kind::Keyword)
      continue;
    if (tree.kind(part) == Kind::Starred) {
      starred = {call.file, tree.child(part, Role::Value)};
      break;
    }
    ++before;
  }
  NodeRef found;
  if (!starred.valid() || position < before)
    return found;
  const std::string key = paths_.key_of(starred), wanted = std::to_string(position - before);
  checks_.for_each_node(model_.function_at(call), [&](NodeRef node) {
    if (found.valid() || model_.kind(node) != Kind::Subscript)
      return;
    const NodeRef index = model_.child(node, Role::Index);
    if (index.valid() && model_.source_text(index) == wanted && paths_.key_of(model_.child(node, Role::Value)) == key)
      found = node;
  });
  return found;
}

std::optional<SiteGuard> CoverageReader::cover_by_callers(FunctionId function, const Tokenizer &tokenizer,
                                                          const std::vector<Step> &steps) {
  const auto &self = model_.function(function);
  NodeId parameter;
  for (const NodeId candidate : self.parameters) {
    const std::string key = paths_.parameter_key(function, candidate);
    if (!key.empty() && std::ranges::find(steps, key, &Step::key) != steps.end())
      parameter = candidate;
  }
  if (!parameter.valid())
    return std::nullopt;
  std::vector<std::pair<NodeRef, SiteGuard>> callers;
  for (const dataflow::Query::Argument &argument : query_.arguments_for(function, parameter)) {
    if (!argument.site.valid())
      continue; // the default is not ids that a model made
    // A function that hands its own ids to itself has them from its other callers.
    const std::string own = paths_.parameter_key(function, parameter);
    if (argument.caller == function && argument.expression.valid() &&
        std::ranges::any_of(paths_.steps_of(argument.expression), [&](const Step &step) { return step.key == own; }))
      continue;
    SiteGuard one = unguarded();
    NodeRef expression = argument.expression;
    if (!expression.valid() && model_.kind(argument.site) == Kind::Call)
      expression = element_of_star(argument.site, function, parameter);
    if (expression.valid() && model_.kind(argument.site) == Kind::Call)
      one = cover(argument.caller, expression, in_caller(tokenizer, function, argument.site), argument.site.node);
    callers.emplace_back(argument.site, std::move(one));
  }
  const auto is_guarded = [](const auto &caller) { return caller.second.verdict == GuardVerdict::Guarded; };
  const auto guarded = std::ranges::find_if(callers, is_guarded);
  const auto without = std::ranges::find_if(
      callers, [](const auto &caller) { return caller.second.verdict == GuardVerdict::Unguarded; });
  if (guarded == callers.end() && without != callers.end())
    return std::nullopt;
  // A guard that is wrong says more than that there is none.
  const auto faulty = std::ranges::find_if(callers, [&](const auto &caller) {
    return !is_guarded(caller) && caller.second.verdict != GuardVerdict::Unguarded;
  });
  if (faulty != callers.end())
    return faulty->second;
  if (guarded == callers.end())
    return std::nullopt;
  SiteGuard result = guarded->second;
  if (without != callers.end()) {
    GuardFault fault{
        .rule = Rule::GuardNotOnEveryPath,
        .place = model_.range(without->first),
        .message =
            fmt::format("{} passes ids on without a guard, while other callers check them", where(without->first)),
        .help = fmt::format("check the ids in `{}` itself, or before this call", model_.full_name(function)),
        .evidence = {{model_.range(without->first), "called without a guard"},
                     {model_.range(guarded->first), "called behind a guard"}}};
    return unsound(result.place, result.function, {std::move(fault)});
  }
  const std::vector<dataflow::UnresolvedCall> &open = query_.unresolved_callers_of(function);
  if (!open.empty())
    return unknown(result.place, result.function,
                   fmt::format("every caller that is known checks the ids, but a call in {} could not be resolved",
                               where(open.front().site)));
  result.why = fmt::format("every caller checks the ids before it passes them on ({})", where(guarded->first));
  result.evidence.clear();
  for (const auto &[site, guard] : callers) {
    if (guard.place != result.place)
      result.evidence.push_back({model_.range(guard.place), "guard"});
    std::ranges::copy(guard.evidence, std::back_inserter(result.evidence));
    result.evidence.push_back({model_.range(site), "calls on with checked ids"});
  }
  return result;
}

} // namespace decode_ledger::guards
