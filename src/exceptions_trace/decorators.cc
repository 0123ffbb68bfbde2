#include "exceptions_trace/decorators.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace decode_ledger::exceptions_trace {

using diagnostics::Rule;

namespace {

/// `@retry(stop=3)` is named by its callee.
NodeRef named_part(const Context &context, NodeRef decorator) {
  NodeRef value = context.child(decorator, Role::Value);
  return value.valid() && context.kind(value) == Kind::Call ? context.child(value, Role::Callee) : value;
}

/// The dotted name, else ".name": `@self.app.route` is matched by the table's ".route".
std::string name_of(const Context &context, NodeRef named) {
  std::string dotted = context.model.dotted_name(named);
  return dotted.empty() ? "." + std::string(context.name_text(named)) : dotted;
}

bool is_in_package(const Context &context, NodeRef named) {
  using VK = dataflow::Value::Kind;
  for (const dataflow::Traced &traced : context.query.values_of(named))
    if (traced.value.kind == VK::Function || traced.value.kind == VK::Class || traced.value.kind == VK::Instance ||
        traced.value.kind == VK::Partial)
      return true;
  return false;
}

/// "on 1, exception: runs the function again": the arguments' names, and the sentence behind them.
std::pair<std::vector<std::string_view>, std::string_view> take_arguments_apart(std::string_view note) {
  std::vector<std::string_view> names;
  const size_t colon = note.find(": ");
  if (!note.starts_with("on ") || colon == std::string_view::npos)
    return {names, note};
  for (std::string_view list = note.substr(3, colon - 3); !list.empty();) {
    std::string_view one = list.substr(0, list.find(", "));
    names.push_back(one);
    list.remove_prefix(std::min(one.size() + 2, list.size()));
  }
  return {names, note.substr(colon + 2)};
}

/// `decorator` is the expression, without the "@".
Judgement judgement(const Context &context, NodeRef decorator, const knowledge::PatternRow &row,
                    const ExceptionType &fault) {
  Judgement out;
  out.met.handler = decorator;
  out.met.place = context.model.range(out.met.handler);
  out.met.clause = text_on_one_line(context, out.met.place);
  out.met.verdict = HandlerVerdict::Swallows;
  out.met.rule = Rule::FaultRetried;
  const std::string_view note = take_arguments_apart(row.note).second;
  out.met.why = !note.empty() ? std::string(note) : row.word == "retries" ? "runs the function again" : "drops it";
  out.met.exception = shown_name(context, fault);
  return out;
}

/// The argument of `call` that says for which exceptions it runs the function again; none when it is missing.
NodeRef retry_condition(const Context &context, NodeRef call, const knowledge::PatternRow &row) {
  for (std::string_view name : take_arguments_apart(row.note).first) {
    const bool is_position = std::isdigit(static_cast<unsigned char>(name.front())) != 0;
    NodeRef argument = is_position ? context.argument(call, static_cast<unsigned>(name.front() - '0'))
                                   : context.argument(call, 1000, name);
    if (argument.valid())
      return argument;
  }
  return {call.file, {}};
}

/// Does `decorator`, a row's retrying one, run the function again for `fault`? Unknown: its condition is not read.
Answer retries_for(const Context &context, NodeRef decorator, const knowledge::PatternRow &row,
                   const ExceptionType &fault) {
  const bool is_call = context.kind(decorator) == Kind::Call;
  NodeRef condition = is_call ? retry_condition(context, decorator, row) : NodeRef{decorator.file, {}};
  if (!condition.valid())
    return is_instance(context, fault, {{}, "Exception"});
  if (context.kind(condition) != Kind::Call)
    return matches_any(context, fault, classes_named(context, condition));
  const auto *says = knowledge::find_row(context.knowledge.decorators, context.external_callee(condition));
  if (says == nullptr)
    return Answer::Unknown;
  if (says->word == "no-exception")
    return Answer::No;
  NodeRef classes = context.argument(condition, 0, "exception_types");
  Answer named = classes.valid() ? matches_any(context, fault, classes_named(context, classes))
                                 : is_instance(context, fault, {{}, "Exception"});
  if (says->word == "other-classes" && named != Answer::Unknown)
    return named == Answer::Yes ? Answer::No : Answer::Yes;
  return says->word == "classes" || says->word == "other-classes" ? named : Answer::Unknown;
}

/// What a decorator of `row`, applied as `decorator`, does to `fault`; none where it lets it pass.
std::optional<Judgement> meet_row(const Context &context, NodeRef decorator, const knowledge::PatternRow &row,
                                  const ExceptionType &fault) {
  const bool retries = row.word == "retries";
  if ((!retries && row.word != "swallows") || (retries && retries_for(context, decorator, row, fault) == Answer::No))
    return std::nullopt;
  return judgement(context, decorator, row, fault);
}

/// The row of the first base outside that has one.
const knowledge::PatternRow *row_of_bases(const Context &context, ClassId class_) {
  for (const ClassName &base : context.model.mro(class_))
    if (const auto *row =
            base.external.empty() ? nullptr : knowledge::find_row(context.knowledge.entry_points, base.external))
      return row;
  return nullptr;
}

const knowledge::PatternRow *framework_row(const Context &context, FunctionId function) {
  ClassId class_ = context.model.class_of(function);
  if (!class_.valid())
    return nullptr;
  const std::string name(context.model.text(context.model.function(function).name));
  for (const ClassName &base : context.model.mro(class_)) {
    if (base.external.empty())
      continue;
    // A row may speak of one method: "threading.Thread.run".
    if (const auto *row = knowledge::find_row(context.knowledge.entry_points, base.external + "." + name))
      return row;
    if (const auto *row = knowledge::find_row(context.knowledge.entry_points, base.external))
      return row;
  }
  return knowledge::find_row(context.knowledge.entry_points, "object." + name);
}

std::string described(const knowledge::PatternRow &row) {
  std::string_view note = row.note;
  if (note.starts_with("run by ")) // "run by trainer.train: stops the training": what it does is behind the colon
    note.remove_prefix(std::min(note.find(": ") + 2, note.size()));
  return note.empty() ? row.word : fmt::format("{} ({})", row.word, note);
}

} // namespace

Decoration read_decorators(const Context &context, FunctionId function, const ExceptionType &fault) {
  Decoration out;
  FileId file = context.model.file_of(function);
  const std::vector<NodeId> &decorators = context.model.function(function).decorators;
  for (auto decorator = decorators.rbegin(); decorator != decorators.rend(); ++decorator) { // innermost first
    NodeRef at{file, *decorator};
    NodeRef named = named_part(context, at);
    if (!named.valid())
      continue;
    std::string name = name_of(context, named);
    if (const auto *row = knowledge::find_row(context.knowledge.entry_points, name)) {
      if (row->word == "lost") {
        out.met = judgement(context, context.child(at, Role::Value), *row, fault);
        out.met->met.rule = Rule::FaultLostAtBoundary;
        return out;
      }
      out.entry_point = described(*row);
      continue;
    }
    if (const auto *row = knowledge::find_row(context.knowledge.decorators, name)) {
      if (std::optional<Judgement> met = meet_row(context, context.child(at, Role::Value), *row, fault)) {
        out.met = std::move(met);
        return out;
      }
      if (row->word == "registers") {
        out.runs_elsewhere = true;
        out.open = fmt::format("`{}`: {}", context.quoted(named), row->note);
      }
      if (row->word == "entry-point")
        out.entry_point = row->note.empty() ? "framework's entry point" : row->note;
      continue;
    }
    if (!is_in_package(context, named))
      out.open = fmt::format("the decorator `{}` is not read", context.quoted(named));
  }
  return out;
}

std::optional<Judgement> meet_applied_decorator(const Context &context, NodeRef call, const ExceptionType &fault) {
  if (context.kind(call) != Kind::Call || context.children(call, Role::Argument).size() != 1)
    return std::nullopt;
  NodeRef decorator = context.child(call, Role::Callee);
  if (context.kind(decorator) != Kind::Call) // `retry(f)` may as well be given what it retries with
    return std::nullopt;
  const auto *row =
      knowledge::find_row(context.knowledge.decorators, name_of(context, context.child(decorator, Role::Callee)));
  return row == nullptr ? std::nullopt : meet_row(context, decorator, *row, fault);
}

std::string framework_of(const Context &context, FunctionId function) {
  const knowledge::PatternRow *row = framework_row(context, function);
  return row == nullptr ? std::string{} : described(*row);
}

namespace {

/// "trainer.train" against the call of `attribute`: the receiver is called `…trainer`, or is an object of `class_`.
/// Empty: any receiver, unless what is called is code of the package.
std::optional<dataflow::Certainty> runs_at(const Context &context, NodeRef attribute, std::string_view receiver,
                                           ClassId class_) {
  NodeRef value = context.child(attribute, Role::Value);
  for (const dataflow::Traced &traced : context.query.values_of(value))
    if (traced.value.kind == dataflow::Value::Kind::Instance && traced.value.class_ == class_)
      return dataflow::Certainty::Certain;
  if (receiver.empty() && is_in_package(context, attribute))
    return std::nullopt;
  std::string name(context.name_text(value));
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (name.find(receiver) == std::string::npos)
    return std::nullopt;
  return dataflow::Certainty::Possible;
}

/// `trainer.fit(model)` runs the hooks of `model`, and of no other module: true when the call is made on objects of the
/// package of which `row` speaks, or is given such ones, and none of them has to do with `class_`.
bool runs_another(const Context &context, NodeRef call, const knowledge::PatternRow &row, ClassId class_) {
  std::vector<NodeRef> expressions = {context.child(context.child(call, Role::Callee), Role::Value)};
  for (NodeRef argument : context.children(call, Role::Argument))
    expressions.push_back(context.kind(argument) == Kind::Keyword ? context.child(argument, Role::Value) : argument);
  bool is_another = false;
  for (NodeRef expression : expressions)
    for (const dataflow::Traced &traced : context.query.values_of(expression)) {
      ClassId other = traced.value.class_;
      if (traced.value.kind != dataflow::Value::Kind::Instance || row_of_bases(context, other) != &row)
        continue;
      if (context.model.derives_from(other, class_) || context.model.derives_from(class_, other))
        return false;
      is_another = true;
    }
  return is_another;
}

/// True when `call` passes something by that keyword, as far as can be seen.
bool may_pass(const Context &context, NodeRef call, std::string_view keyword) {
  return std::ranges::any_of(context.children(call, Role::Argument), [&](NodeRef argument) {
    return context.kind(argument) == Kind::DoubleStarred ||
           (context.kind(argument) == Kind::Keyword && context.name_text(argument) == keyword);
  });
}

} // namespace

std::vector<FrameworkRun> framework_runs(const Context &context, FunctionId function) {
  constexpr std::string_view kRunBy = "run by ";
  std::vector<FrameworkRun> out;
  const knowledge::PatternRow *row = framework_row(context, function);
  if (row == nullptr || !row->note.starts_with(kRunBy))
    return out;
  std::string_view list = std::string_view(row->note).substr(kRunBy.size());
  for (list = list.substr(0, list.find(':')); !list.empty();) {
    std::string_view one = list.substr(0, list.find(','));
    list = one.size() == list.size() ? std::string_view{} : list.substr(one.size() + 2); // ", "
    const size_t dot = one.find('.'), bracket = one.find('(');
    NameId method = context.model.find_name(one.substr(dot + 1, bracket - dot - 1));
    const std::string_view keyword =
        bracket == std::string_view::npos ? std::string_view{} : one.substr(bracket + 1, one.find(')') - bracket - 1);
    if (!method.valid())
      continue;
    for (NodeRef use : context.model.uses(method)) {
      NodeRef call = context.parent(use);
      bool called = context.kind(use) == Kind::Attribute && context.kind(call) == Kind::Call &&
                    context.child(call, Role::Callee) == use;
      if (!called || context.model.sources().file(use.file).is_test)
        continue;
      if ((!keyword.empty() && !may_pass(context, call, keyword)) ||
          runs_another(context, call, *row, context.model.class_of(function)))
        continue;
      if (auto certainty = runs_at(context, use, one.substr(0, dot), context.model.class_of(function)))
        out.push_back({call, *certainty});
    }
  }
  return out;
}

bool framework_drops(const Context &context, FunctionId function) {
  const knowledge::PatternRow *row = framework_row(context, function);
  return row != nullptr && row->word == "lost";
}

bool is_wrapper_of(const Context &context, FunctionId wrapper, FunctionId function) {
  FileId file = context.model.file_of(function);
  for (NodeId decorator : context.model.function(function).decorators) {
    NodeRef named = named_part(context, {file, decorator});
    if (!named.valid())
      continue;
    for (const dataflow::Traced &traced : context.query.values_of(named)) {
      if (traced.value.kind != dataflow::Value::Kind::Function)
        continue;
      for (FunctionId outer = wrapper; outer.valid(); outer = context.model.parent_of(outer))
        if (outer == traced.value.function)
          return true;
    }
  }
  return false;
}

} // namespace decode_ledger::exceptions_trace
