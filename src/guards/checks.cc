#include "guards/checks.h"

#include "support/check.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <utility>

namespace decode_ledger::guards {

using diagnostics::Rule;
using package_model::ClassName;
using parser::Kind;
using parser::Role;
using parser::SyntaxTree;

std::string quoted(const dataflow::PackageModel &model, NodeRef node) {
  constexpr size_t kMaxQuote = 60;
  std::string text;
  for (const char c : model.source_text(node)) {
    const bool is_space = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!is_space)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  if (text.size() > kMaxQuote)
    text = text.substr(0, kMaxQuote - 3) + "...";
  return "`" + text + "`";
}

std::string class_text(const dataflow::PackageModel &model, const ClassName &name) {
  if (name.id.valid())
    return fmt::format("`{}`", model.text(model.class_(name.id).name));
  return name.external.empty() ? std::string("an unknown class") : fmt::format("`{}`", name.external);
}

namespace {

/// Guards that hand their ids to guards, one inside the other. What lies deeper is taken for no guard.
constexpr unsigned kMaxGuardDepth = 6;
/// Rounds over a function's assignments; one is enough where names are made before they are used.
constexpr unsigned kMaxNameRounds = 6;

Raised assertion_of(NodeRef assert_statement) {
  return {.place = assert_statement,
          .fault = {.id = {}, .external = "AssertionError"},
          .message_template = {},
          .helper = {}};
}

/// `break` and `continue` of the loop whose body this is, at or in front of `end`.
bool may_skip(const SyntaxTree &tree, NodeId body, NodeId statement) {
  for (uint32_t i = body.value; i < tree.next(body).value;) {
    const NodeId node{i};
    const Kind kind = tree.kind(node);
    if (kind == Kind::Break || (kind == Kind::Continue && node < statement))
      return true;
    const bool own_loop =
        kind == Kind::For || kind == Kind::While || kind == Kind::FunctionDef || kind == Kind::ClassDef;
    i = own_loop ? tree.next(node).value : i + 1;
  }
  return false;
}

} // namespace

// Inline checks ---------------------------------------------------------------------------------------------------------

const std::vector<Check> &CheckReader::inline_checks(FunctionId function) {
  const auto [at, is_new] = inline_.try_emplace(function.value);
  if (!is_new)
    return at->second;
  std::vector<Check> found;
  for_each_node(function, [&](NodeRef node) {
    const Kind kind = model_.kind(node);
    if (kind == Kind::If || kind == Kind::Elif)
      read_if(function, node, found);
    else if (kind == Kind::Assert)
      read_assert(node, found);
    else if (kind == Kind::ExprStmt)
      read_dropped_answer(node, found);
  });
  return inline_[function.value] = std::move(found);
}

/// The clause of a `try` that goes on where its body has raised; none when each raises again.
NodeRef CheckReader::handler_that_goes_on(NodeRef try_statement) {
  const SyntaxTree &tree = model_.tree(try_statement.file);
  for (const NodeId part : tree.children(try_statement.node))
    if (tree.kind(part) == Kind::Handler &&
        raising_.raises_of({try_statement.file, tree.child(part, Role::Body)}).empty())
      return {try_statement.file, part};
  return {};
}

/// The loops that a statement is run in, innermost first, up to the first thing in between that leaves elements out for
/// good (`break`, `continue`, an except clause). What may merely keep it from a round is told with the loop.
std::vector<CheckReader::Round> CheckReader::rounds_of(NodeRef statement) {
  const SyntaxTree &tree = model_.tree(statement.file);
  std::vector<Round> rounds;
  NodeRef only_if, passed_by;
  const auto runs_only_if = [&](NodeId condition) {
    if (!only_if.valid())
      only_if = {statement.file, condition};
  };
  NodeId at = statement.node;
  if (tree.kind(at) == Kind::Elif) {
    // Reached for every element only if the branches before it never go on.
    const NodeId holder = tree.parent(at);
    for (const NodeId part : tree.children(holder)) {
      if (part == at)
        break;
      const NodeId body = tree.kind(part) == Kind::Elif ? tree.child(part, Role::Body) : part;
      if (tree.role(part) != Role::Test && raising_.raises_of({statement.file, body}).empty())
        return {};
    }
    at = holder;
  }
  while (true) {
    const NodeId block = tree.parent(at);
    if (!block.valid() || tree.kind(block) != Kind::Block || tree.role(block) != Role::Body)
      return rounds;
    NodeId holder = tree.parent(block);
    switch (tree.kind(holder)) {
    case Kind::For:
      if (may_skip(tree, block, at))
        return rounds;
      rounds.push_back({.loop = holder, .only_if = only_if, .passed_by = passed_by});
      break;
    case Kind::While:
    case Kind::If:
    case Kind::Elif:
      runs_only_if(tree.child(holder, Role::Test));
      if (tree.kind(holder) == Kind::Elif)
        holder = tree.parent(holder);
      break;
    case Kind::Try:
      if (const NodeRef handler = handler_that_goes_on({statement.file, holder}); handler.valid())
        passed_by = handler;
      break;
    case Kind::With:
      break;
    default:
      return rounds;
    }
    at = holder;
  }
}

/// `ids` of `enumerate(ids)`; other expressions as they are.
NodeRef CheckReader::without_enumerate(NodeRef iterable) const {
  const NodeRef callee = model_.kind(iterable) == Kind::Call ? model_.child(iterable, Role::Callee) : NodeRef{};
  const bool is_enumerate = callee.valid() && last_name(model_, callee) == "enumerate";
  const NodeRef first = is_enumerate ? argument_of(model_, iterable, 0, "iterable") : NodeRef{};
  return first.valid() ? first : iterable;
}

/// The check at its own place, and for each loop that it runs through, the check of the loop's iterable at the loop.
void CheckReader::add_lifted(Check check, NodeRef subject, const std::vector<NodeId> &loops, std::vector<Check> &out) {
  const NodeRef statement = check.place;
  check.ids = paths_.steps_of(subject, loops);
  out.push_back(check);
  const SyntaxTree &tree = model_.tree(subject.file);
  NodeId at = statement.node;
  if (tree.kind(at) == Kind::Block || tree.role(at) == Role::Test)
    at = tree.parent(at);
  if (tree.kind(at) == Kind::Call) {
    add_lifted_out_of_list(check, subject, out);
    at = model_.module(subject.file).statement_at(at);
    const NodeId value = tree.child(at, Role::Value);
    if (value != statement.node) // inside a larger expression, which need not evaluate it
      return;
  }
  std::vector<NodeId> open = loops;
  NodeRef may_be_empty; // what a loop in between runs over that has nothing to do with the ids
  for (const Round &round : rounds_of({subject.file, at})) {
    open.push_back(round.loop);
    std::vector<Step> steps = paths_.steps_of(subject, open);
    const NodeId iterable = tree.child(round.loop, Role::Iter);
    // The iterable itself, or what `enumerate(ids)` or `range(len(ids))` runs over.
    const NodeRef counted = paths_.counted_by({subject.file, round.loop});
    const std::string counted_key = counted.valid() ? paths_.key_of(counted) : "";
    const NodeRef runs_over = without_enumerate({subject.file, iterable});
    const auto first = std::ranges::find_if(steps, [&](const Step &step) {
      return step.whole && (step.read == runs_over || (counted.valid() && step.key == counted_key));
    });
    if (first == steps.end()) { // `for _ in range(n)`
      open.pop_back();
      may_be_empty = {subject.file, iterable};
      continue;
    }
    check.ids.assign(first, steps.end());
    check.place = {subject.file, round.loop};
    check.passed_by = round.passed_by;
    for (const NodeRef condition : {round.only_if, may_be_empty})
      if (condition.valid() && !check.only_if.valid() && !conditions_.holds_for_any_ids(condition, true, check.ids))
        check.only_if = condition;
    out.push_back(check);
  }
}

/// `[guard(row, tok) for row in ids]`: the list is made at once, and of every element.
void CheckReader::add_lifted_out_of_list(Check check, NodeRef subject, std::vector<Check> &out) {
  const SyntaxTree &tree = model_.tree(subject.file);
  const NodeId list = tree.parent(check.place.node);
  if (tree.kind(list) != Kind::ListComp || tree.role(check.place.node) != Role::Element)
    return;
  std::vector<NodeId> loops;
  for (const NodeId part : tree.children(list)) {
    if (tree.kind(part) == Kind::CompIf)
      return;
    if (tree.kind(part) == Kind::CompFor)
      loops.push_back(part);
  }
  if (loops.empty())
    return;
  std::vector<Step> steps = paths_.steps_of(subject, loops);
  const auto first =
      std::ranges::find(steps, NodeRef{subject.file, tree.child(loops.front(), Role::Iter)}, &Step::read);
  check.ids.assign(first, steps.end());
  check.place = {subject.file, list};
  if (!check.ids.empty())
    out.push_back(std::move(check));
}

void CheckReader::add_finding(const Finding &finding, Check pattern, std::vector<Check> &out) {
  if (finding.only_if.valid())
    pattern.only_if = finding.only_if;
  for (const Half &half : finding.halves) {
    Check check = pattern;
    check.lower = !half.bound.has_value();
    check.bound = half.bound;
    (half.bound ? check.upper_edge : check.lower_edge) = half.edge;
    if (half.bound)
      check.tokenizer_keys = keys_of_tokenizer(*half.bound);
    add_lifted(std::move(check), half.subject, half.loops, out);
  }
  for (const NodeRef tested : finding.not_finite) {
    Check check = pattern;
    check.only_finite = true;
    add_lifted(std::move(check), tested, {}, out);
  }
}

void CheckReader::read_if(FunctionId function, NodeRef node, std::vector<Check> &out) {
  const NodeRef test = model_.child(node, Role::Test), body = model_.child(node, Role::Body);
  if (!test.valid() || !body.valid())
    return;
  Check check;
  check.place = node;
  check.shown = check.decided = test;
  if (const Finding bad = conditions_.read(test, true); !bad.empty()) {
    check.failing = body;
    check.raises = raising_.raises_of(body);
    for (const Raised &raised : check.raises)
      if (raised.helper.valid() && (check.never_passed.empty() || check.never_passed.back() != raised.helper.node))
        check.never_passed.push_back(raised.helper.node);
    check.effect = check.raises.empty() ? Effect::GoesOn : Effect::Raises;
    if (const std::optional<Later> later = raised_later(function, body); check.raises.empty() && later)
      return add_raised_later(bad, std::move(check), *later, out);
    if (check.effect == Effect::GoesOn)
      check.place = test; // both branches lead on
    return add_finding(bad, std::move(check), out);
  }
  const Finding good = conditions_.read(test, false);
  if (good.empty() || model_.kind(node) == Kind::Elif || model_.kind(body) != Kind::Block)
    return;
  // `if in_range: … else: raise`, or the raise stands behind: what counts is that the body is entered.
  check.failing = model_.child(node, Role::Orelse);
  check.raises = check.failing.valid() ? raising_.raises_of(check.failing) : raising_.raises_behind(node);
  check.effect = check.raises.empty() ? Effect::GoesOn : Effect::Raises;
  check.place = check.effect == Effect::GoesOn ? test : body;
  add_finding(good, std::move(check), out);
}

/// The variable that a branch notes a bad id in: `bad.append(t)`, `ok = False`, `n += 1`, `error = Fault(…)`.
NodeRef CheckReader::noted_in(NodeRef statement) const {
  NodeRef noted = model_.child(statement, Role::Target);
  if (model_.kind(statement) == Kind::ExprStmt) {
    const NodeRef call = model_.child(statement, Role::Value);
    const NodeRef callee = model_.kind(call) == Kind::Call ? model_.child(call, Role::Callee) : NodeRef{};
    const std::string_view method = callee.valid() ? last_name(model_, callee) : "";
    noted = method == "append" || method == "add" || method == "extend" ? model_.child(callee, Role::Value) : NodeRef{};
  } else if (model_.kind(statement) != Kind::Assign && model_.kind(statement) != Kind::AugAssign) {
    return {};
  }
  return noted.valid() && model_.kind(noted) == Kind::Name ? noted : NodeRef{};
}

/// Something takes back what the variable has noted: `bad.clear()`.
bool CheckReader::is_emptied(FunctionId function, NameId name) const {
  bool found = false;
  for_each_node(function, [&](NodeRef node) {
    const NodeRef callee = model_.kind(node) == Kind::Call ? model_.child(node, Role::Callee) : NodeRef{};
    if (!callee.valid() || model_.kind(callee) != Kind::Attribute)
      return;
    const NodeRef object = model_.child(callee, Role::Value);
    const std::string_view method = last_name(model_, callee);
    const bool takes_back = method == "clear" || method == "pop" || method == "remove" || method == "discard";
    found |= takes_back && model_.kind(object) == Kind::Name && model_.name(object) == name;
  });
  return found;
}

/// A branch that notes a bad id in a variable, and the `if` behind it that raises because of what is in the variable.
/// The variable has one value before (`[]`, `True`, `None`), and nothing else sets it.
std::optional<CheckReader::Later> CheckReader::raised_later(FunctionId function, NodeRef branch) {
  const SyntaxTree &tree = model_.tree(branch.file);
  const module_model::ModuleModel &module = model_.module(branch.file);
  for (const NodeId statement : tree.children(branch.node)) {
    const NodeRef noted = noted_in({branch.file, statement});
    if (!noted.valid())
      continue;
    const NameId name = model_.name(noted);
    const ScopeId scope = module.resolve(name, module.scope_at(noted.node));
    if (!scope.valid() || module.scopes[scope.value].function != model_.local(function))
      continue;
    const auto bindings = module.bindings_of(name, scope);
    const auto is_before = [&](const module_model::Binding &binding) {
      return !tree.is_inside(binding.target, branch.node);
    };
    const auto first = std::ranges::find_if(bindings, is_before);
    if (std::ranges::count_if(bindings, is_before) != 1 || is_emptied(function, name))
      continue;
    const NodeRef value = model_.child({branch.file, statement}, Role::Value);
    const bool is_cleared = value.valid() && model_.kind(value) == Kind::False;
    std::optional<Later> later;
    for_each_node(function, [&](NodeRef node) {
      const bool is_assert = model_.kind(node) == Kind::Assert;
      if (later || (model_.kind(node) != Kind::If && !is_assert) || node.node < branch.node ||
          tree.is_inside(node.node, branch.node))
        return;
      const NodeRef test = model_.child(node, Role::Test), body = model_.child(node, Role::Body);
      if (!test.valid() || !conditions_.tells(test, is_assert == is_cleared, name))
        return;
      std::vector<Raised> raises = is_assert ? std::vector{assertion_of(node)} : raising_.raises_of(body);
      if (!raises.empty())
        later = Later{.test = node, .raises = std::move(raises), .set_before = first->target};
    });
    if (later)
      return later;
  }
  return std::nullopt;
}

/// What is found here is raised at `later`: there stands the check, of all that the loops in between have run over.
void CheckReader::add_raised_later(const Finding &finding, Check pattern, const Later &later, std::vector<Check> &out) {
  pattern.raises = later.raises;
  const bool is_assert = model_.kind(later.test) == Kind::Assert;
  pattern.effect = is_assert ? Effect::Asserts : Effect::Raises;
  pattern.failing = model_.child(later.test, Role::Body);
  pattern.shown = is_assert ? later.test : model_.child(later.test, Role::Test);
  if (is_assert)
    pattern.decided = later.test;
  const NodeRef found_at = model_.child(pattern.place, Role::Test);
  std::vector<Check> lifted;
  add_finding(finding, std::move(pattern), lifted);
  const SyntaxTree &tree = model_.tree(later.test.file);
  const dataflow::Flow &flow = query_.flow(model_.function_at(later.test));
  for (Check &check : lifted) {
    const bool is_loop = model_.kind(check.place) == Kind::For;
    const NodeId tested = is_loop ? check.place.node : found_at.node;
    // A loop around both has checked its elements when it ends. One that starts anew in each round forgets them.
    if (!is_loop || !tree.is_inside(later.test.node, check.place.node)) {
      if (is_loop && tree.is_inside(later.set_before, check.place.node))
        continue;
      if (flow.dominates(tested, model_.child(later.test, Role::Test).node))
        check.place = later.test;
    }
    out.push_back(std::move(check));
  }
}

void CheckReader::read_assert(NodeRef node, std::vector<Check> &out) {
  const NodeRef test = model_.child(node, Role::Test);
  Check check;
  check.place = check.shown = check.decided = node;
  check.effect = Effect::Asserts;
  check.raises = {assertion_of(node)};
  if (test.valid())
    add_finding(conditions_.read(test, false), std::move(check), out);
}

/// `ids_in_range(ids, tok)` as a statement: the answer is dropped, so nothing can stop the run.
void CheckReader::read_dropped_answer(NodeRef node, std::vector<Check> &out) {
  const NodeRef call = model_.child(node, Role::Value);
  if (!call.valid() || model_.kind(call) != Kind::Call)
    return;
  const NodeRef callee = model_.child(call, Role::Callee);
  if (!callee.valid() || last_name(model_, callee).empty() || model_.functions_named(model_.name(callee)).empty())
    return;
  Finding finding = conditions_.read(call, false);
  if (finding.empty())
    finding = conditions_.read(call, true);
  Check check;
  check.place = check.shown = check.decided = call;
  check.effect = Effect::GoesOn;
  add_finding(finding, std::move(check), out);
}

// Calls of guards -------------------------------------------------------------------------------------------------------

bool CheckReader::mentions(NodeRef within, const std::set<NameId> &names) const {
  const SyntaxTree &tree = model_.tree(within.file);
  for (uint32_t i = within.node.value; i < tree.next(within.node).value; ++i)
    if (tree.kind(NodeId{i}) == Kind::Name && names.contains(tree.name(NodeId{i})))
      return true;
  return false;
}

/// Names that `ids` come from, and names that are made of those (`rows = ids.tolist()`, `for row in rows`): a call can
/// be about the ids only if one of its arguments mentions one. An over-approximation that keeps the rest cheap.
std::set<NameId> CheckReader::names_around(FunctionId function, const std::vector<Step> &ids) const {
  std::set<NameId> names;
  for (const Step &step : ids)
    for (uint32_t i = step.read.node.value; i < model_.tree(step.read.file).next(step.read.node).value; ++i)
      if (const NodeRef part{step.read.file, NodeId{i}};
          model_.kind(part) == Kind::Name || model_.kind(part) == Kind::Parameter)
        names.insert(model_.name(part));
  size_t before = 0;
  for (unsigned round = 0; round < kMaxNameRounds && before != names.size(); ++round) {
    before = names.size();
    for_each_node(function, [&](NodeRef node) {
      const Kind kind = model_.kind(node);
      if (kind != Kind::Assign && kind != Kind::For && kind != Kind::CompFor && kind != Kind::Named)
        return;
      const NodeRef source = model_.child(node, kind == Kind::For || kind == Kind::CompFor ? Role::Iter : Role::Value);
      const NodeRef target = model_.child(node, Role::Target);
      if (!source.valid() || !target.valid() || !mentions(source, names))
        return;
      const SyntaxTree &tree = model_.tree(node.file);
      for (uint32_t i = target.node.value; i < tree.next(target.node).value; ++i)
        if (tree.kind(NodeId{i}) == Kind::Name && tree.has(NodeId{i}, parser::kStore))
          names.insert(tree.name(NodeId{i}));
    });
  }
  return names;
}

std::vector<Check> CheckReader::guard_calls(FunctionId function, const std::vector<Step> &ids) {
  const std::set<NameId> names = names_around(function, ids);
  const SyntaxTree &tree = model_.tree(model_.file_of(function));
  std::vector<Check> checks;
  for_each_node(function, [&](NodeRef node) {
    if (model_.kind(node) != Kind::Call)
      return;
    bool is_about_them = false;
    for (const NodeId part : tree.children(node.node))
      is_about_them |= tree.role(part) == Role::Argument && mentions({node.file, part}, names);
    const NodeRef holder{node.file, tree.parent(node.node)};
    if (const NodeRef as = model_.child(holder, Role::Target); as.valid() && model_.kind(holder) == Kind::WithItem)
      is_about_them |= mentions(as, names);
    if (is_about_them)
      read_guard_call(node, checks);
  });
  return checks;
}

const std::vector<Check> &CheckReader::all_guard_calls(FunctionId function) {
  const auto [at, is_new] = all_calls_.try_emplace(function.value);
  if (!is_new)
    return at->second;
  std::vector<Check> checks;
  for_each_node(function, [&](NodeRef node) {
    if (model_.kind(node) == Kind::Call)
      read_guard_call(node, checks);
  });
  return all_calls_[function.value] = std::move(checks);
}

/// What `call` checks by each guard that it may run.
void CheckReader::read_guard_call(NodeRef call, std::vector<Check> &checks) {
  const SyntaxTree &tree = model_.tree(call.file);
  const NodeRef callee = model_.child(call, Role::Callee);
  if (!callee.valid() || (model_.kind(callee) != Kind::Name && model_.kind(callee) != Kind::Attribute))
    return;
  const bool has_such_function = !model_.functions_named(model_.name(callee)).empty();
  if (!has_such_function && (model_.kind(callee) == Kind::Attribute || paths_.meaning_of(callee).bindings.empty()))
    return;
  const std::vector<dataflow::CallEdge> callees = query_.callees_of(call);
  for (const dataflow::CallEdge &edge : callees) {
    // A coroutine runs where it is awaited, else not at all.
    const NodeId parent = tree.parent(call.node);
    const bool is_awaited = tree.kind(parent) == Kind::Await;
    const bool runs_here =
        edge.kind != dataflow::EdgeKind::Boundary && (is_awaited || !model_.function(edge.callee).is_async);
    const GuardShape *shape = runs_here ? recognise(edge.callee) : nullptr;
    std::optional<Check> check = shape != nullptr ? call_as_check(call, *shape) : std::nullopt;
    if (!check || check->ids.empty())
      continue;
    const bool is_sure = callees.size() == 1 && edge.certainty == dataflow::Certainty::Certain;
    if (!is_sure && check->effect == Effect::GoesOn)
      continue;
    if (!is_sure)
      check->unproven = "the call may reach a function that is no guard";
    const NodeRef subject = check->ids.front().read;
    if (shape->is_context_manager && tree.kind(parent) != Kind::WithItem)
      continue;
    if (is_awaited || shape->is_context_manager)
      check->place = {call.file, parent};
    if (shape->checks_when_left)
      check->when_left = {call.file, tree.parent(parent)};
    add_lifted(std::move(*check), subject, {}, checks);
  }
}

std::optional<Check> CheckReader::call_as_check(NodeRef call, const GuardShape &shape) {
  const FunctionId function = shape.facts.function;
  const FileId file = model_.file_of(function);
  const auto &self = model_.function(function);
  const unsigned skip = model_.takes_instance(function) ? 1 : 0;
  const NodeRef named = model_.child(call, Role::Callee);
  NodeRef partial = model_.kind(named) == Kind::Name ? paths_.assigned_value(named) : NodeRef{};
  if (partial.valid() && (model_.kind(partial) != Kind::Call || !model_.child(partial, Role::Callee).valid() ||
                          last_name(model_, model_.child(partial, Role::Callee)) != "partial"))
    partial = {};
  const auto passed = [&](unsigned parameter) -> NodeRef {
    if (parameter < skip)
      return {};
    const std::string_view keyword = model_.text(model_.name({file, self.parameters[parameter]}));
    return partial.valid() ? argument_through_partial(model_, call, partial, parameter - skip, keyword)
                           : argument_of(model_, call, parameter - skip, keyword);
  };
  const NodeRef ids = shape.ids_parameter == GuardShape::kYielded
                          ? model_.child({call.file, model_.tree(call.file).parent(call.node)}, Role::Target)
                          : passed(shape.ids_parameter);
  if (!ids.valid())
    return std::nullopt;
  Check check;
  check.place = check.shown = call;
  check.ids = paths_.steps_of(ids);
  check.decided = shape.decided.valid() ? shape.decided : call;
  check.lower = shape.lower;
  check.bound = shape.bound;
  check.lower_edge = shape.lower_edge;
  check.upper_edge = shape.upper_edge;
  check.effect = shape.effect;
  check.guard = function;
  check.unproven = shape.unproven;
  check.only_if = shape.only_if;
  check.may_return_early = shape.may_return_early;
  for (const NodeRef raise : shape.facts.raises)
    check.raises.push_back({raise, shape.facts.fault, shape.facts.message_template, {}});
  if (!check.bound)
    return check;
  if (shape.tokenizer_parameter) {
    const NodeRef argument = passed(*shape.tokenizer_parameter);
    if (!argument.valid())
      check.bound->kind = Bound::Kind::Value;
    else if (shape.takes_bound)
      check.bound = conditions_.bound_of(argument);
    else
      check.bound->tokenizer = argument;
    check.tokenizer_keys = keys_of_tokenizer(*check.bound);
    return check;
  }
  // The bound is held elsewhere: `self.tokenizer` of the guard is the caller's object's, `processor.tokenizer` the
  // argument's, a module's name is the same.
  const NodeRef callee = model_.child(call, Role::Callee);
  for (const std::string &key : keys_of_tokenizer(*check.bound)) {
    bool is_own = false;
    for (unsigned k = 0; k < self.parameters.size(); ++k) {
      const std::string own = paths_.parameter_key(function, self.parameters[k]);
      if (!renamed_key(key, own, ""))
        continue;
      is_own = true;
      // `guard(ids)` of an object that is called: the callee is the object.
      const bool is_called_object = model_.text(self.name) == "__call__";
      const NodeRef object = k >= skip                                ? passed(k)
                             : is_called_object                       ? callee
                             : model_.kind(callee) == Kind::Attribute ? model_.child(callee, Role::Value)
                                                                      : NodeRef{};
      for (const Step &outer : paths_.steps_of(object))
        if (outer.whole)
          check.tokenizer_keys.push_back(*renamed_key(key, own, outer.key));
    }
    if (!is_own)
      check.tokenizer_keys.push_back(key);
  }
  return check;
}

std::vector<std::string> CheckReader::keys_of_tokenizer(const Bound &bound) {
  std::vector<Step> steps = paths_.steps_of(bound.tokenizer);
  if (!bound.object.empty())
    paths_.tag_with_object(steps, bound.object);
  std::vector<std::string> keys;
  for (Step &step : steps)
    if (step.whole)
      keys.push_back(std::move(step.key));
  return keys;
}

// Guard functions -------------------------------------------------------------------------------------------------------

const GuardShape *CheckReader::recognise(FunctionId function) {
  if (depth_ >= kMaxGuardDepth)
    return nullptr;
  const auto [at, is_new] = shapes_.try_emplace(function.value);
  if (!is_new)
    return at->second.get(); // also for a function that calls itself: being read, no guard by that call
  ++depth_;
  std::unique_ptr<GuardShape> shape = read_function(function, std::nullopt);
  --depth_;
  // `if t >= n: special(t)` sorts ids by range; one that sees both ends and goes on was meant as a guard.
  if (shape && shape->effect == Effect::GoesOn && !(shape->lower && shape->bound))
    shape = nullptr;
  return (shapes_[function.value] = std::move(shape)).get();
}

void CheckReader::name_guard(FunctionId function, unsigned ids_parameter, std::optional<unsigned> tokenizer_parameter) {
  shapes_[function.value] = nullptr; // in case it calls itself
  std::unique_ptr<GuardShape> shape = read_function(function, ids_parameter);
  const auto &parameters = model_.function(function).parameters;
  const FileId file = model_.file_of(function);
  if (!shape) {
    shape = std::make_unique<GuardShape>();
    shape->facts.function = function;
    shape->ids_parameter = ids_parameter;
    shape->tokenizer_parameter = tokenizer_parameter;
    const std::string ids = ids_parameter < parameters.size()
                                ? std::string(model_.text(model_.name({file, parameters[ids_parameter]})))
                                : "?";
    shape->unproven = fmt::format("its body does not compare all of `{}` with 0 and `len(tokenizer)`", ids);
  } else if (shape->tokenizer_parameter && tokenizer_parameter && shape->tokenizer_parameter != tokenizer_parameter) {
    shape->unproven = fmt::format("its body takes the bound from parameter `{}`, not from the one that the entry names",
                                  model_.text(model_.name({file, parameters[*shape->tokenizer_parameter]})));
  }
  shape->facts.from_ledger = true;
  shapes_[function.value] = std::move(shape);
}

std::vector<GuardFunction> CheckReader::functions() const {
  std::vector<GuardFunction> all;
  for (const auto &[function, shape] : shapes_)
    if (shape)
      all.push_back(shape->facts);
  std::ranges::sort(all, {}, &GuardFunction::function);
  return all;
}

/// Reads the body: the checks whose ids are all of one parameter, and what they are held against.
std::unique_ptr<GuardShape> CheckReader::read_function(FunctionId function, std::optional<unsigned> only_parameter) {
  const auto &self = model_.function(function);
  const FileId file = model_.file_of(function);
  const unsigned skip = model_.takes_instance(function) ? 1 : 0;
  // Calling a generator runs nothing of it; entering a context manager runs it up to the yield.
  if (self.is_generator && !is_context_manager(function))
    return nullptr;
  std::unique_ptr<GuardShape> best;
  // (what the ids are in the body, the parameter that they are)
  std::vector<std::pair<Step, unsigned>> candidates;
  for (unsigned i = skip; i < self.parameters.size(); ++i)
    if (!only_parameter || *only_parameter == i)
      candidates.push_back({{.key = paths_.parameter_key(function, self.parameters[i]),
                             .whole = true,
                             .read = {file, self.parameters[i]},
                             .stores = {}},
                            i});
  if (const NodeRef yielded = only_yield(function); yielded.valid() && !only_parameter)
    candidates.push_back(
        {{.key = paths_.key_of(yielded), .whole = true, .read = yielded, .stores = {}}, GuardShape::kYielded});
  for (const auto &[candidate, parameter] : candidates) {
    if (candidate.key.empty())
      continue;
    const std::vector<Step> ids{candidate};
    std::vector<Check> checks = inline_checks(function);
    std::ranges::move(guard_calls(function, ids), std::back_inserter(checks));
    std::erase_if(checks, [&](const Check &check) {
      const Shared shared = share_step(check.ids, ids);
      return shared.checked == nullptr || !shared.checked->whole || check.only_finite;
    });
    std::unique_ptr<GuardShape> shape = shape_of(function, parameter, checks, ids);
    if (!shape)
      continue;
    const auto num_sides = [](const GuardShape &of) { return (of.lower ? 1 : 0) + (of.bound ? 2 : 0); };
    if (!best || num_sides(*shape) > num_sides(*best))
      best = std::move(shape);
  }
  if (!best)
    return nullptr;
  GuardFunction &facts = best->facts;
  std::ranges::sort(facts.raises);
  facts.raises.erase(std::unique(facts.raises.begin(), facts.raises.end()), facts.raises.end());
  facts.ids = best->ids_parameter == GuardShape::kYielded ? 0 : best->ids_parameter - skip;
  facts.tokenizer = best->tokenizer_parameter ? *best->tokenizer_parameter - skip : GuardFunction::kNoTokenizer;
  facts.returns_ids = paths_.gives_back(function) == facts.ids;
  if (best->ids_parameter != GuardShape::kYielded)
    find_ragged(function, *best);
  return best;
}

/// What checks of parameter `ids_parameter` make of their function; none when they look at neither side.
std::unique_ptr<GuardShape> CheckReader::shape_of(FunctionId function, unsigned ids_parameter,
                                                  const std::vector<Check> &checks, const std::vector<Step> &ids) {
  // A log line beside the raise takes nothing from it: each side is as good as its best check.
  const auto rank = [](const Check &check) {
    return std::tuple(check.effect, check.bound && check.bound->kind != Bound::Kind::Length,
                      check.lower_edge != Edge::Exact || check.upper_edge != Edge::Exact, check.only_if.valid(),
                      !check.unproven.empty());
  };
  const Check *lower = nullptr, *upper = nullptr;
  for (const Check &check : checks) {
    if (check.lower && (lower == nullptr || rank(check) < rank(*lower)))
      lower = &check;
    if (check.bound && (upper == nullptr || rank(check) < rank(*upper)))
      upper = &check;
  }
  if (upper == nullptr && (lower == nullptr || lower->effect == Effect::GoesOn))
    return nullptr;
  auto shape = std::make_unique<GuardShape>();
  shape->facts.function = function;
  shape->ids_parameter = ids_parameter;
  shape->lower = lower != nullptr;
  for (const Check *side : {upper, lower}) {
    if (side == nullptr)
      continue;
    if (!shape->decided.valid() || rank(*side) > rank(*upper))
      shape->decided = side->decided;
    if (shape->unproven.empty())
      shape->unproven = side->unproven;
    if (!shape->only_if.valid())
      shape->only_if = side->only_if;
    shape->effect = std::max(shape->effect, side->effect);
  }
  if (lower != nullptr)
    shape->lower_edge = lower->lower_edge;
  if (upper != nullptr) {
    shape->bound = upper->bound;
    shape->upper_edge = upper->upper_edge;
  }
  std::vector<NodeId> lower_places, upper_places;
  for (const Check &check : checks) {
    if (check.effect > shape->effect)
      continue;
    for (std::vector<NodeId> *places : {&lower_places, &upper_places}) {
      if (places == &lower_places ? !check.lower : !check.bound)
        continue;
      places->push_back(check.place.node);
      std::ranges::copy(check.never_passed, std::back_inserter(*places));
    }
    for (const Raised &raised : check.raises) {
      shape->facts.raises.push_back(raised.place);
      if (shape->facts.fault.is_unknown()) {
        shape->facts.fault = raised.fault;
        shape->facts.message_template = raised.message_template;
      }
    }
  }
  shape->is_context_manager = is_context_manager(function);
  shape->checks_when_left = shape->is_context_manager && is_behind_every_yield(function, lower_places) &&
                            is_behind_every_yield(function, upper_places);
  if (ids_parameter == GuardShape::kYielded && !shape->checks_when_left)
    return nullptr;
  const auto is_passed = [&](const std::vector<NodeId> &places) {
    return shape->is_context_manager && !shape->checks_when_left ? in_front_of_every_yield(function, places)
                                                                 : on_every_path(function, places, ids);
  };
  shape->may_return_early = (upper != nullptr && (upper->passed_by.valid() || !is_passed(upper_places))) ||
                            (lower != nullptr && (lower->passed_by.valid() || !is_passed(lower_places)));
  if (upper != nullptr && !find_bound(function, *shape))
    return nullptr;
  return shape;
}

/// The bound of a guard is a parameter's length, a parameter itself, or something held elsewhere. False when it is none
/// of these.
bool CheckReader::find_bound(FunctionId function, GuardShape &shape) {
  const auto &parameters = model_.function(function).parameters;
  const unsigned skip = model_.takes_instance(function) ? 1 : 0;
  const NodeRef measured = shape.bound->tokenizer.valid() ? shape.bound->tokenizer : shape.bound->expression;
  for (const Step &step : paths_.steps_of(measured))
    for (unsigned k = skip; k < parameters.size(); ++k)
      if (step.whole && k != shape.ids_parameter && step.key == paths_.parameter_key(function, parameters[k]))
        shape.tokenizer_parameter = k;
  shape.takes_bound = shape.tokenizer_parameter && !shape.bound->tokenizer.valid();
  return shape.bound->kind != Bound::Kind::Value || shape.takes_bound;
}

bool CheckReader::is_context_manager(FunctionId function) const {
  const auto &self = model_.function(function);
  return self.is_generator && std::ranges::any_of(self.decorators, [&](NodeId decorator) {
           const NodeRef value = model_.child({model_.file_of(function), decorator}, Role::Value);
           return value.valid() && last_name(model_, value).ends_with("contextmanager");
         });
}

/// What a context manager yields; none when it yields in several places, or nothing.
NodeRef CheckReader::only_yield(FunctionId function) const {
  if (!is_context_manager(function))
    return {};
  NodeRef only;
  unsigned num_yields = 0;
  for_each_node(function, [&](NodeRef node) {
    if (model_.kind(node) == Kind::Yield && ++num_yields == 1)
      only = model_.child(node, Role::Value);
  });
  return num_yields == 1 ? only : NodeRef{};
}

bool CheckReader::is_behind_every_yield(FunctionId function, const std::vector<NodeId> &places) const {
  const dataflow::Flow &flow = query_.flow(function);
  bool every = true;
  for_each_node(function, [&](NodeRef node) {
    if (model_.kind(node) == Kind::Yield)
      every &= std::ranges::all_of(
          places, [&](NodeId place) { return flow.dominates(node.node, place) && !flow.may_reach(place, node.node); });
  });
  return every;
}

bool CheckReader::in_front_of_every_yield(FunctionId function, const std::vector<NodeId> &places) const {
  const dataflow::Flow &flow = query_.flow(function);
  bool every = true;
  for_each_node(function, [&](NodeRef node) {
    if (model_.kind(node) == Kind::Yield && flow.is_reachable(node.node))
      every &= flow.one_dominates(places, node.node);
  });
  return every;
}

/// Every normal return is behind one of `places`, or is for no ids at all (`if not ids: return`).
bool CheckReader::on_every_path(FunctionId function, const std::vector<NodeId> &places, const std::vector<Step> &ids) {
  const dataflow::Flow &flow = query_.flow(function);
  std::vector<bool> closed(flow.blocks().size(), false), entered(flow.blocks().size(), false);
  for (const NodeId place : places)
    if (const dataflow::Point point = flow.point_of(place); point.valid())
      closed[point.block] = true;
  for (const NodeId place : places_without_ids(function, ids))
    if (const dataflow::Point point = flow.point_of(place); point.valid())
      closed[point.block] = true;
  std::vector<uint32_t> worklist{flow.entry()};
  while (!worklist.empty()) {
    const uint32_t block = worklist.back();
    worklist.pop_back();
    if (block == flow.exit())
      return false;
    if (entered[block] || closed[block])
      continue;
    entered[block] = true;
    std::ranges::copy(flow.blocks()[block].successors, std::back_inserter(worklist));
    std::ranges::copy(flow.blocks()[block].exceptional, std::back_inserter(worklist));
  }
  return true;
}

/// Places that are passed only when there are no ids at all: the body of `if not ids:`, and the way around the body of
/// `if ids.numel() > 0:`.
std::vector<NodeId> CheckReader::places_without_ids(FunctionId function, const std::vector<Step> &ids) {
  std::vector<NodeId> places;
  for_each_node(function, [&](NodeRef node) {
    if (model_.kind(node) != Kind::If && model_.kind(node) != Kind::Elif)
      return;
    const NodeRef test = model_.child(node, Role::Test), body = model_.child(node, Role::Body);
    if (!test.valid() || !body.valid())
      return;
    if (conditions_.holds_for_any_ids(test, false, ids))
      places.push_back(body.node);
    else if (conditions_.holds_for_any_ids(test, true, ids))
      places.push_back(node.node); // stands where the test has failed
  });
  return places;
}

/// DL206: `torch.as_tensor(ids)` refuses ragged rows, so the guard breaks on healthy ids.
void CheckReader::find_ragged(FunctionId function, GuardShape &shape) {
  const auto &self = model_.function(function);
  const FileId file = model_.file_of(function);
  const NodeRef parameter{file, self.parameters[shape.ids_parameter]};
  const std::string key = paths_.parameter_key(function, parameter.node);
  if (const NodeRef annotation = model_.child(parameter, Role::Annotation); annotation.valid()) {
    const std::string_view text = model_.source_text(annotation);
    if (text.find("Tensor") != std::string_view::npos || text.find("ndarray") != std::string_view::npos)
      return;
  }
  for_each_node(function, [&](NodeRef node) {
    if (model_.kind(node) != Kind::Call)
      return;
    const NodeRef callee = model_.child(node, Role::Callee);
    const std::string_view name = callee.valid() ? last_name(model_, callee) : "";
    if (name != "as_tensor" && name != "tensor" && name != "array" && name != "asarray" && name != "LongTensor")
      return;
    const std::vector<Step> steps = paths_.steps_of(argument_of(model_, node, 0, ""));
    for (const Step &step : steps) {
      const Kind kind = model_.kind(step.read);
      if (step.key == key && (kind == Kind::Name || kind == Kind::Parameter)) {
        shape.facts.faults.push_back(
            {.rule = Rule::GuardBreaksOnRagged,
             .place = model_.range(node),
             .message =
                 fmt::format("{} raises on rows of different lengths, which are healthy ids", quoted(model_, node)),
             .help = "flatten the ids before making a tensor of them",
             .evidence = {}});
        return;
      }
      if (kind == Kind::Call || kind == Kind::ListComp || kind == Kind::Generator)
        return; // flattened or converted on the way
    }
  });
}

} // namespace decode_ledger::guards
