// A context manager sees the exception that leaves its body, and can end it: contextlib.suppress, an `__exit__` that
// returns true, a @contextmanager whose `yield` stands in a swallowing try. Those of the package are looked into; those
// of libraries are in knowledge/context_managers.toml. One that is in neither leaves the trace open.

#include "exceptions_trace/passage.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::exceptions_trace {

using diagnostics::Rule;

namespace {

constexpr unsigned kMaxManagers = 4; // managers inside managers

class Leaving {
public:
  /// `value`: the manager's expression, in `item` or given to the ExitStack that `item` enters.
  Leaving(const Context &context, NodeRef item, NodeRef value, const ExceptionType &fault, const TextPattern &message,
          unsigned depth)
      : context_(context), item_(item), value_(value), fault_(fault), message_(message), depth_(depth) {}

  Left leave() {
    bool call = context_.kind(value_) == Kind::Call;
    std::string name = call ? context_.external_callee(value_) : std::string{};
    if (name == "contextlib.suppress")
      return suppress();
    if (name == "contextlib.ExitStack" || name == "contextlib.AsyncExitStack")
      return by_stack();
    if (!name.empty())
      if (const knowledge::PatternRow *row = knowledge::find_row(context_.knowledge.context_managers, name))
        return by_table(*row);
    if (call)
      if (std::optional<Left> out = by_generator())
        return std::move(*out);
    return by_value();
  }

private:
  Left passes() { return {std::nullopt, {fault_}, {}}; }

  Left open(std::string reason) { return {std::nullopt, {fault_}, std::move(reason)}; }

  Judgement judgement(HandlerVerdict verdict, Rule rule, std::string why) {
    Judgement out;
    out.met.handler = value_;
    out.met.place = context_.model.range(value_);
    out.met.clause = text_on_one_line(context_, out.met.place);
    out.met.verdict = verdict;
    out.met.rule = rule;
    out.met.why = std::move(why);
    out.met.exception = shown_name(context_, fault_);
    return out;
  }

  Left suppress() {
    ClassList list;
    for (NodeRef argument : context_.children(value_, Role::Argument)) {
      ClassList more = classes_named(context_, argument);
      list.classes.insert(list.classes.end(), more.classes.begin(), more.classes.end());
      list.unknown += more.unknown;
    }
    Answer answer = matches_any(context_, fault_, list);
    if (answer == Answer::No)
      return passes();
    if (answer == Answer::Unknown) {
      std::string reason = fmt::format("whether `{}` matches is not known", context_.quoted(value_));
      Judgement out = judgement(HandlerVerdict::Unknown, {}, reason);
      out.passes = {fault_};
      out.open = reason;
      return {std::move(out), {fault_}, {}};
    }
    return {judgement(HandlerVerdict::Swallows, Rule::FaultSuppressed, "suppresses it and goes on"), {}, {}};
  }

  /// `stack.enter_context(manager)` anywhere in the body: left in the opposite order.
  Left by_stack() {
    NodeRef statement = context_.parent(item_), target = context_.child(item_, Role::Target);
    const SyntaxTree &tree = context_.tree(statement);
    Left out = passes();
    if (context_.kind(target) != Kind::Name || depth_ >= kMaxManagers)
      return out;
    for (uint32_t n = tree.next(statement.node).value; n-- > statement.node.value;) {
      NodeRef call{statement.file, NodeId{n}}, method = context_.child(call, Role::Callee);
      if (tree.kind(call.node) != Kind::Call || context_.kind(method) != Kind::Attribute)
        continue;
      std::string_view name = context_.name_text(method);
      NodeRef stack = context_.child(method, Role::Value), manager = context_.argument(call, 0);
      if ((name != "enter_context" && name != "enter_async_context") || !manager.valid() ||
          context_.kind(stack) != Kind::Name || context_.model.name(stack) != context_.model.name(target))
        continue;
      Left left = Leaving(context_, item_, manager, fault_, message_, depth_ + 1).leave();
      if (left.met)
        return left;
      if (!left.open.empty())
        out.open = left.open;
    }
    return out;
  }

  Left by_table(const knowledge::PatternRow &row) {
    if (row.word != "suppresses")
      return passes();
    std::string why = row.note.empty() ? "suppresses it" : row.note;
    return {judgement(HandlerVerdict::Swallows, Rule::FaultLostInContextManager, why), {}, {}};
  }

  /// The function that `value_` calls is a @contextmanager: the exception is raised at its yield.
  std::optional<Left> by_generator() {
    for (const dataflow::CallEdge &edge : context_.query.callees_of(value_)) {
      if (!is_context_manager(context_, edge.callee))
        continue;
      if (depth_ >= kMaxManagers)
        return open("context managers are nested too deep");
      return through_yields(edge.callee);
    }
    return std::nullopt;
  }

  Left through_yields(FunctionId function) {
    Left out;
    NodeRef node = context_.model.node_of(function);
    const SyntaxTree &tree = context_.tree(node);
    for (uint32_t n = node.node.value; n < tree.next(node.node).value; ++n) {
      NodeRef yield{node.file, NodeId{n}};
      if (tree.kind(yield.node) != Kind::Yield || context_.model.function_at(yield) != function)
        continue;
      Passage passage = pass_regions(context_, yield, fault_, message_, depth_ + 1);
      for (const ExceptionType &one : passage.escapes)
        if (std::ranges::find(out.passes, one) == out.passes.end())
          out.passes.push_back(one);
      if (!passage.open.empty())
        out.open = passage.open.front();
      for (Judgement &inner : passage.met)
        if (inner.met.verdict != HandlerVerdict::Reraises && !inner.met.masked && !out.met)
          out.met = relayed(std::move(inner), function);
    }
    if (out.met)
      out.met->passes = out.passes;
    return out;
  }

  /// A handler around the yield, told at the `with` that runs into it.
  Judgement relayed(Judgement inner, FunctionId function) {
    Judgement out =
        judgement(inner.met.verdict, inner.met.rule,
                  fmt::format("`{}` in {}: {}", inner.met.clause, context_.model.full_name(function), inner.met.why));
    if (out.met.verdict == HandlerVerdict::Swallows)
      out.met.rule = Rule::FaultLostInContextManager;
    out.met.evidence = std::move(inner.met.evidence);
    out.met.evidence.insert(out.met.evidence.begin(), {inner.met.place, "handler around the yield"});
    out.met.converts_to = inner.met.converts_to;
    out.later = std::move(inner.later);
    out.open = inner.open;
    return out;
  }

  Left by_value() {
    std::string unknown;
    for (const dataflow::Traced &traced : context_.query.values_of(value_)) {
      using VK = dataflow::Value::Kind;
      const dataflow::Value &value = traced.value;
      if (value.kind == VK::Instance) {
        if (Left out = by_exit(value.class_); out.met || !out.open.empty())
          return out;
      } else if (value.kind == VK::Result || value.kind == VK::Member || value.kind == VK::External) {
        const knowledge::PatternRow *row = knowledge::find_row(context_.knowledge.context_managers, value.text);
        if (row == nullptr)
          unknown = fmt::format("the context manager `{}` is not read", value.text);
        else if (Left out = by_table(*row); out.met)
          return out;
      } else {
        unknown = fmt::format("the context manager `{}` is not known", context_.quoted(value_));
      }
    }
    if (unknown.empty())
      return passes();
    // A name says enough where the value does not: `with self.lock:`, `with self.accelerator.autocast():`
    NodeRef named = context_.kind(value_) == Kind::Call ? context_.child(value_, Role::Callee) : value_;
    std::string by_name = "." + std::string(context_.name_text(named));
    if (const knowledge::PatternRow *row = knowledge::find_row(context_.knowledge.context_managers, by_name))
      return by_table(*row);
    return open(unknown);
  }

  /// An `__exit__` of the package: does it return true for the fault?
  Left by_exit(ClassId class_) {
    bool async = context_.tree(item_).has(context_.parent(item_).node, parser::kAsync);
    NameId name = context_.model.find_name(async ? "__aexit__" : "__exit__");
    FunctionId exit = name.valid() ? context_.model.method(class_, name) : FunctionId{};
    if (!exit.valid())
      return open(fmt::format("the `__exit__` of {} is not read", context_.model.full_name(class_)));
    Judgement judged = judge_exit(context_, exit, fault_, message_);
    if (judged.met.verdict == HandlerVerdict::Reraises)
      return passes();
    judged.met.handler = value_;
    judged.met.place = context_.model.range(value_);
    judged.met.clause = text_on_one_line(context_, judged.met.place);
    return {judged, judged.passes, judged.open};
  }

  const Context &context_;
  NodeRef item_;
  NodeRef value_;
  const ExceptionType &fault_;
  const TextPattern &message_;
  unsigned depth_;
};

} // namespace

bool is_context_manager(const Context &context, FunctionId function) {
  FileId file = context.model.file_of(function);
  for (NodeId decorator : context.model.function(function).decorators) {
    std::string name = context.model.dotted_name(context.child({file, decorator}, Role::Value));
    if (last_name(name) == "contextmanager" || last_name(name) == "asynccontextmanager")
      return true;
  }
  return false;
}

Left leave_context(const Context &context, NodeRef item, const ExceptionType &fault, const TextPattern &message,
                   unsigned depth) {
  return Leaving(context, item, context.child(item, Role::Value), fault, message, depth).leave();
}

} // namespace decode_ledger::exceptions_trace
