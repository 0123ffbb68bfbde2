// Classes of the package carry their MRO; classes outside are followed through the table of builtin and well-known
// exceptions (knowledge/exceptions.toml). A library's class that is not in the table is taken to derive from
// Exception, as all but a handful do, and from nothing else that is known.
//
// Simplification: when every ancestor of the fault is known, a library's class of another name is No. A library that
// re-exports a builtin under another name (`lib.Error = RuntimeError`) is not seen through, unless the table says so.

#include "exceptions_trace/matching.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace decode_ledger::exceptions_trace {

namespace {

constexpr unsigned kMaxBases = 64;
constexpr unsigned kMaxNesting = 8; // tuples of names bound to tuples of names …

/// Names that Python itself binds to the same class object.
std::string canonical(std::string_view dotted) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kAliases = {{
      {"IOError", "OSError"},
      {"EnvironmentError", "OSError"},
      {"WindowsError", "OSError"},
      {"socket.error", "OSError"},
      {"select.error", "OSError"},
      {"socket.timeout", "TimeoutError"},
      {"asyncio.TimeoutError", "TimeoutError"},
      {"asyncio.exceptions.TimeoutError", "TimeoutError"},
      {"concurrent.futures.TimeoutError", "TimeoutError"},
      {"asyncio.exceptions.CancelledError", "asyncio.CancelledError"},
  }};
  if (dotted.starts_with("builtins."))
    dotted.remove_prefix(9);
  for (const auto &[alias, name] : kAliases)
    if (dotted == alias)
      return std::string(name);
  return std::string(dotted);
}

bool is_root(std::string_view name) { return name == "BaseException" || name == "object"; }

/// Adds `name` and its bases by the table; false when the chain ends before BaseException.
bool add_external(const Context &context, std::string_view name, std::vector<std::string> &out) {
  std::string at = canonical(name);
  for (unsigned i = 0; i < kMaxBases; ++i) {
    if (std::ranges::find(out, at) == out.end())
      out.push_back(at);
    if (is_root(at))
      return true;
    auto base = context.knowledge.builtin_bases.find(at);
    if (base == context.knowledge.builtin_bases.end())
      return at == "Exception"; // holds without a table, too
    at = canonical(base->second);
  }
  return false;
}

Answer external_clause(const Ancestry &ancestry, const std::string &clause) {
  if (std::ranges::find(ancestry.external, clause) != ancestry.external.end() || is_root(clause))
    return Answer::Yes;
  if (!ancestry.complete)
    return clause == "Exception" ? Answer::Yes : Answer::Unknown;
  // `compat.RuntimeError` may well be the builtin under a library's roof.
  bool qualified = clause.find('.') != std::string::npos;
  for (const std::string &name : ancestry.external)
    if (qualified && last_name(name) == last_name(clause))
      return Answer::Unknown;
  return Answer::No;
}

void collect(const Context &context, NodeRef expression, unsigned depth, ClassList &out);

void collect_value(const Context &context, NodeRef expression, const dataflow::Value &value, unsigned depth,
                   ClassList &out) {
  using VK = dataflow::Value::Kind;
  switch (value.kind) {
  case VK::Class:
    out.classes.push_back({value.class_, {}});
    return;
  case VK::External:
  case VK::Member:
    out.classes.push_back({{}, value.text});
    return;
  case VK::Container:
    if (value.node != expression)
      collect(context, value.node, depth + 1, out);
    return;
  default:
    out.unknown = fmt::format("what `{}` holds is not known", context.quoted(expression));
  }
}

void collect_by_value(const Context &context, NodeRef expression, unsigned depth, ClassList &out) {
  const dataflow::Values values = context.query.values_of(expression);
  if (values.empty())
    out.unknown = fmt::format("what `{}` holds is not known", context.quoted(expression));
  for (const dataflow::Traced &traced : values)
    collect_value(context, expression, traced.value, depth, out);
}

void collect(const Context &context, NodeRef expression, unsigned depth, ClassList &out) {
  if (depth > kMaxNesting) {
    out.unknown = "its classes are nested too deep";
    return;
  }
  switch (context.kind(expression)) {
  case Kind::Tuple:
  case Kind::List:
  case Kind::Set:
    for (NodeRef element : context.children(expression, Role::Element))
      collect(context, element, depth + 1, out);
    return;
  case Kind::Starred:
    return collect(context, context.child(expression, Role::Value), depth + 1, out);
  case Kind::Binary: // `KNOWN + (KeyError,)`, `A | B`
    collect(context, context.child(expression, Role::Left), depth + 1, out);
    return collect(context, context.child(expression, Role::Right), depth + 1, out);
  case Kind::Call: // `tuple(KNOWN)`
    if (context.external_callee(expression) == "tuple")
      if (NodeRef inner = context.argument(expression, 0); inner.valid())
        return collect(context, inner, depth + 1, out);
    break;
  case Kind::Name:
  case Kind::Attribute:
    if (ClassName name = context.model.resolve_class(expression); !name.is_unknown()) {
      out.classes.push_back(std::move(name));
      return;
    }
    break;
  default:
    break;
  }
  collect_by_value(context, expression, depth, out);
}

bool is_broad(const ClassName &name) {
  std::string external = canonical(name.external);
  return !name.id.valid() && (external == "Exception" || external == "BaseException");
}

} // namespace

ExceptionType exception_type(const ClassName &name) {
  return {name.id, name.id.valid() ? std::string{} : canonical(name.external), false};
}

std::string shown_name(const Context &context, const ExceptionType &type) {
  if (type.id.valid())
    return context.model.full_name(type.id);
  if (type.external.empty())
    return "an unknown class";
  return type.hypothetical ? type.external + " (hypothetical subclass)" : type.external;
}

std::string bare_name(const Context &context, const ExceptionType &type) {
  if (type.id.valid())
    return std::string(context.model.text(context.model.class_(type.id).name));
  return type.hypothetical ? std::string{} : std::string(last_name(type.external));
}

Ancestry ancestry_of(const Context &context, const ExceptionType &type) {
  Ancestry out;
  if (type.is_unknown())
    out.complete = false;
  if (!type.external.empty())
    out.complete = add_external(context, type.external, out.external);
  if (!type.id.valid())
    return out;
  for (const ClassName &name : context.model.mro(type.id)) {
    if (name.id.valid())
      out.ids.push_back(name.id);
    else if (name.external.empty() || !add_external(context, name.external, out.external))
      out.complete = false;
  }
  return out;
}

Answer is_instance(const Context &context, const ExceptionType &fault, const ClassName &clause) {
  if (clause.is_unknown())
    return Answer::Unknown;
  Ancestry ancestry = ancestry_of(context, fault);
  if (!clause.id.valid())
    return external_clause(ancestry, canonical(clause.external));
  if (std::ranges::find(ancestry.ids, clause.id) != ancestry.ids.end())
    return Answer::Yes;
  // A library's class cannot derive from one of the package's; a class that could not be resolved can.
  bool resolved = !fault.is_unknown();
  if (fault.id.valid())
    for (const ClassName &name : context.model.mro(fault.id))
      resolved = resolved && !name.is_unknown();
  return resolved ? Answer::No : Answer::Unknown;
}

ClassList classes_named(const Context &context, NodeRef expression) {
  ClassList out;
  collect(context, expression, 0, out);
  return out;
}

Answer matches_any(const Context &context, const ExceptionType &fault, const ClassList &list) {
  Answer out = list.unknown.empty() ? Answer::No : Answer::Unknown;
  for (const ClassName &name : list.classes) {
    Answer one = is_instance(context, fault, name);
    if (one == Answer::Yes)
      return Answer::Yes;
    if (one == Answer::Unknown)
      out = Answer::Unknown;
  }
  return out;
}

ClauseMatch match_clause(const Context &context, NodeRef handler, const ExceptionType &fault) {
  NodeRef type = context.child(handler, Role::Type);
  if (!type.valid())
    return {Answer::Yes, true, {}};
  ClassList list = classes_named(context, type);
  ClauseMatch out{matches_any(context, fault, list), std::ranges::any_of(list.classes, is_broad), {}};
  if (out.answer == Answer::Unknown)
    out.reason = !list.unknown.empty() ? list.unknown
                                       : fmt::format("whether `{}` is a base of {} is not known", context.quoted(type),
                                                     shown_name(context, fault));
  return out;
}

} // namespace decode_ledger::exceptions_trace
