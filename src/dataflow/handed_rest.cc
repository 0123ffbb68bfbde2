// What does a library pass to a function that it is handed?
//
//     pool.submit(run, main, rows)                  what follows the function
//     Process(target=run, args=(main, rows))        what is in a row beside it, and in a dict of keywords
//     torch.multiprocessing.spawn(run, (main,))     the same, after an argument of the library's own
//
// Of every other callable that takes a function, what it passes is not known.
#include "dataflow/query_state.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::dataflow {

namespace {

/// A callable that passes to the function what it is given beside it.
struct Launcher {
  std::string_view name; ///< the end of its dotted name
  int row;               ///< arguments from the function to the row of what is passed; 0: all that follow are passed
  int own = 0;           ///< arguments of its own that it passes first
};

const Launcher *launcher_of(const std::string &callee) {
  static constexpr Launcher kLaunchers[] = {{"submit", 0},
                                            {"to_thread", 0},
                                            {"run_in_executor", 0},
                                            {"call_soon", 0},
                                            {"call_soon_threadsafe", 0},
                                            {"call_later", 0},
                                            {"apply_async", 1},
                                            {"Thread", 2},
                                            {"Process", 2},
                                            {"Timer", 1},
                                            {"multiprocessing.spawn", 1, 1}};
  const auto *found = std::ranges::find_if(kLaunchers, [&](const Launcher &one) {
    if (!callee.ends_with(one.name))
      return false;
    const size_t before = callee.size() - one.name.size();
    return before == 0 || callee[before - 1] == '.' || one.name.find('.') != std::string_view::npos; // xla_multi…
  });
  return found == std::end(kLaunchers) ? nullptr : found;
}

} // namespace

/// The tuple, list or dict display that `expression` is or holds, if it is one and the same on all ways.
NodeRef Query::State::only_display(NodeRef expression) {
  const Values &values = values_of(expression);
  return values.size() == 1 && values.front().value.kind == Value::Kind::Container ? values.front().value.node
                                                                                   : NodeRef{};
}

/// What is put at `key` of the display that is passed as `row`; a reason where it cannot be told.
Query::Argument Query::State::handed_in(NodeRef row, const ItemKey &key, const CallEdge &e) {
  const NodeRef display = only_display(row);
  const Kind wanted = key.index() == 0 ? Kind::Tuple : Kind::Dict;
  bool is_plain =
      display.valid() && (kind(display) == wanted || (wanted == Kind::Tuple && kind(display) == Kind::List));
  if (is_plain)
    for (NodeId c : tree(display).children(display.node))
      is_plain = is_plain && tree(display).kind(c) != Kind::Starred && tree(display).kind(c) != Kind::DoubleStarred;
  if (!is_plain)
    return {{}, e.site, e.caller, "passed by a row that is not taken apart"};
  const std::vector<NodeRef> items = display_items(display, key);
  return items.empty() ? Argument{} : Argument{items.back(), e.site, e.caller, {}};
}

/// What the function at `e.argument` is passed for the parameter `name` at `position` (-1: by keyword only). No
/// expression and no reason: the default is taken.
Query::Argument Query::State::boundary_argument(const CallEdge &e, NameId name, int position) {
  const Launcher *launcher = nullptr;
  for (const Traced &t : values_of(child(e.site, Role::Callee)))
    launcher = launcher ? launcher : launcher_of(t.value.text);
  int index = 0; // of the parameter that the next argument goes to
  for (const Traced &t : values_of(e.argument))
    if (t.value.kind == Value::Kind::Partial)
      launcher = nullptr; // what it holds moves the rest
    else if (t.value.kind == Value::Kind::Instance || t.value.kind == Value::Kind::Class || t.value.class_.valid())
      index = 1;
  if (launcher == nullptr || (position >= 0 && position < index + launcher->own))
    return {{}, e.site, e.caller, "passed by code that is not read"};
  index += launcher->own;
  int behind = 0; // how far behind the function: 0 before it
  Argument found;
  for (NodeId a : tree(e.site).children(e.site.node)) {
    if (tree(e.site).role(a) != Role::Argument)
      continue;
    const NodeRef argument{e.site.file, a};
    switch (kind(argument)) {
    case Kind::Starred:
    case Kind::DoubleStarred:
      found = {{}, e.site, e.caller, "passed by `*` or `**`"};
      break;
    case Kind::Keyword: {
      const std::string_view keyword = text(model.name(argument));
      const NodeRef value = child(argument, Role::Value);
      if (launcher->row == 0 && model.name(argument) == name)
        return {value, e.site, e.caller, {}};
      if (launcher->row > 0 && keyword == "args" && position >= index)
        found = handed_in(value, position - index, e);
      else if (launcher->row > 0 && (keyword == "kwargs" || keyword == "kwds"))
        if (Argument named = handed_in(value, std::string(text(name)), e);
            found.reason.empty() && !found.expression.valid())
          found = std::move(named);
      break;
    }
    default:
      if (argument == e.argument)
        behind = 1;
      else if (behind > 0 && launcher->row == 0 && index++ == position)
        return {argument, e.site, e.caller, {}};
      else if (behind > 0 && behind++ == launcher->row && position >= index)
        found = handed_in(argument, position - index, e);
    }
  }
  return found;
}

/// The parameters of functions of the package to which `call`, of a library's launcher, may pass what it is handed, and
/// what it passes for each.
std::vector<std::pair<NodeRef, NodeRef>> Query::State::parameters_handed(NodeRef call) {
  std::vector<std::pair<NodeRef, NodeRef>> out;
  const Values callees = values_of(child(call, Role::Callee));
  if (std::ranges::none_of(callees, [](const Traced &t) { return launcher_of(t.value.text) != nullptr; }))
    return out;
  for (NodeId a : tree(call).children(call.node)) {
    if (tree(call).role(a) != Role::Argument)
      continue;
    const NodeRef argument{call.file, a};
    const NodeRef launched = kind(argument) == Kind::Keyword ? child(argument, Role::Value) : argument;
    bool is_function = false; // the first function is the one that is run
    for (const Traced &t : Values(values_of(launched))) {
      const FunctionId f = t.value.kind == Value::Kind::Class      ? constructor_of(t.value.class_)
                           : t.value.kind == Value::Kind::Instance ? called_method_of(t.value.class_)
                                                                   : t.value.function;
      if (!f.valid())
        continue;
      is_function = true;
      const FileId file = model.file_of(f);
      const SyntaxTree &own = model.tree(file);
      const CallEdge edge{model.function_at(call), f, call, Certainty::Certain, EdgeKind::Boundary, launched};
      int position = 0;
      for (NodeId p : model.function(f).parameters) {
        const Argument passed = boundary_argument(edge, own.name(p), own.has(p, parser::kKeywordOnly) ? -1 : position);
        ++position;
        if (passed.expression.valid())
          out.emplace_back(NodeRef{file, p}, passed.expression);
      }
    }
    if (is_function)
      return out;
  }
  return out;
}

} // namespace decode_ledger::dataflow
