#include "guards/raising.h"

#include <algorithm>

namespace decode_ledger::guards {

using package_model::ClassName;
using parser::Kind;
using parser::Op;
using parser::Role;
using parser::SyntaxTree;

namespace {

constexpr unsigned kMaxDepth = 12;

/// Leaves the block by another way than raising.
bool may_leave(const SyntaxTree &tree, NodeId statement) {
  for (uint32_t i = statement.value; i < tree.next(statement).value;) {
    const NodeId node{i};
    const Kind kind = tree.kind(node);
    if (kind == Kind::FunctionDef || kind == Kind::Lambda || kind == Kind::ClassDef) {
      i = tree.next(node).value;
      continue;
    }
    if (kind == Kind::Return || kind == Kind::Break || kind == Kind::Continue || kind == Kind::Yield)
      return true;
    ++i;
  }
  return false;
}

/// The text of an f-string with {} for each replacement field. `body` is what stands between the quotes.
std::string fields_emptied(std::string_view body) {
  std::string result;
  for (size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if ((c == '{' || c == '}') && i + 1 < body.size() && body[i + 1] == c) {
      result += c;
      ++i;
    } else if (c == '{') {
      unsigned depth = 1;
      char quote = 0;
      for (++i; i < body.size(); ++i) {
        if (quote != 0)
          quote = body[i] == quote ? 0 : quote;
        else if (body[i] == '\'' || body[i] == '"')
          quote = body[i];
        else if (body[i] == '{' || body[i] == '[' || body[i] == '(')
          ++depth;
        else if ((body[i] == '}' || body[i] == ']' || body[i] == ')') && --depth == 0)
          break;
      }
      result += "{}";
    } else {
      result += c;
    }
  }
  return result;
}

std::string_view without_quotes(std::string_view literal) {
  literal.remove_prefix(std::min(literal.find_first_of("'\""), literal.size()));
  const size_t quotes = literal.starts_with("\"\"\"") || literal.starts_with("'''") ? 3 : 1;
  return literal.size() >= 2 * quotes ? literal.substr(quotes, literal.size() - 2 * quotes) : std::string_view{};
}

/// `"id %d of %s" % …`: each conversion becomes {}.
std::string conversions_emptied(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == '%') {
      result += text[++i];
      continue;
    }
    i = text.find_first_of("diouxXeEfFgGcrsa", i + 1);
    result += "{}";
    if (i == std::string_view::npos)
      break;
  }
  return result;
}

} // namespace

// Branches that always raise ------------------------------------------------------------------------------------------

std::vector<Raised> RaiseReader::raises_of(NodeRef block) {
  if (!block.valid())
    return {};
  const SyntaxTree &tree = model_.tree(block.file);
  if (tree.kind(block.node) != Kind::Block)
    return raises_in(block.file, block.node, tree.next(block.node));
  const NodeId first = tree.first_child(block.node);
  return first.valid() ? raises_in(block.file, first, tree.next(block.node)) : std::vector<Raised>{};
}

std::vector<Raised> RaiseReader::raises_behind(NodeRef statement) {
  const SyntaxTree &tree = model_.tree(statement.file);
  const NodeId next = tree.next(statement.node), end = tree.next(tree.parent(statement.node));
  return next < end ? raises_in(statement.file, next, end) : std::vector<Raised>{};
}

std::vector<Raised> RaiseReader::raises_in(FileId file, NodeId first, NodeId end) {
  const SyntaxTree &tree = model_.tree(file);
  std::vector<Raised> found;
  for (NodeId statement = first; statement < end; statement = tree.next(statement)) {
    if (always_raises({file, statement}, found))
      return found;
    if (may_leave(tree, statement))
      break;
  }
  return {};
}

/// `sys.exit("bad ids")`, `os.abort()`. With status 0, or none, the run ends as if all were well.
bool RaiseReader::stops_the_run(NodeRef call) const {
  const std::string name = model_.dotted_name(model_.child(call, Role::Callee));
  if (name == "os.abort")
    return true;
  if (name != "sys.exit" && name != "exit" && name != "quit" && name != "os._exit")
    return false;
  const NodeRef status = argument_of(model_, call, 0, "");
  return status.valid() && model_.kind(status) != Kind::None && model_.source_text(status) != "0";
}

bool RaiseReader::always_raises(NodeRef statement, std::vector<Raised> &found) {
  const SyntaxTree &tree = model_.tree(statement.file);
  switch (tree.kind(statement.node)) {
  case Kind::Raise:
    found.push_back(read_raise(statement));
    return true;
  case Kind::With: {
    std::vector<Raised> inside = raises_of(model_.child(statement, Role::Body));
    std::ranges::copy(inside, std::back_inserter(found));
    return !inside.empty();
  }
  case Kind::If: {
    if (!tree.child(statement.node, Role::Orelse).valid())
      return false;
    std::vector<Raised> all;
    for (const NodeId part : tree.children(statement.node)) {
      NodeId block = part;
      if (tree.role(part) == Role::Test)
        continue;
      if (tree.kind(part) == Kind::Elif)
        block = tree.child(part, Role::Body);
      const std::vector<Raised> inside = raises_of({statement.file, block});
      if (inside.empty())
        return false;
      std::ranges::copy(inside, std::back_inserter(all));
    }
    std::ranges::copy(all, std::back_inserter(found));
    return true;
  }
  case Kind::ExprStmt: {
    // A helper that never returns: `fail(ids)`.
    const NodeRef call = model_.child(statement, Role::Value);
    if (!call.valid() || model_.kind(call) != Kind::Call || depth_ >= kMaxDepth)
      return false;
    if (stops_the_run(call)) {
      found.push_back({.place = statement,
                       .fault = {.id = {}, .external = "SystemExit"},
                       .message_template = {},
                       .helper = statement});
      return true;
    }
    const std::vector<dataflow::CallEdge> callees = query_.callees_of(call);
    if (callees.size() != 1 || callees.front().certainty != dataflow::Certainty::Certain)
      return false;
    const FunctionId callee = callees.front().callee;
    if (query_.flow(callee).can_return() || model_.function(callee).is_generator)
      return false;
    ++depth_;
    std::vector<Raised> inside = raises_of(model_.child(model_.node_of(callee), Role::Body));
    --depth_;
    for (Raised &raised : inside)
      raised.helper = statement;
    std::ranges::copy(inside, std::back_inserter(found));
    return !inside.empty();
  }
  default:
    return false;
  }
}

// Class and message -----------------------------------------------------------------------------------------------------

Raised RaiseReader::read_raise(NodeRef raise) {
  Raised raised{.place = raise, .fault = {}, .message_template = {}, .helper = {}};
  NodeRef value = model_.child(raise, Role::Value);
  for (unsigned steps = 0; value.valid() && model_.kind(value) == Kind::Name && steps < kMaxDepth; ++steps) {
    const NodeRef assigned = paths_.assigned_value(value);
    if (!assigned.valid())
      break;
    value = assigned;
  }
  if (!value.valid())
    return raised;
  const NodeRef named = model_.kind(value) == Kind::Call ? model_.child(value, Role::Callee) : value;
  raised.fault = model_.resolve_class(named);
  // `raise Fault.for_ids(bad)`: a constructor by another name gives an instance of its class.
  if (raised.fault.is_unknown() && model_.kind(value) == Kind::Call && model_.kind(named) == Kind::Attribute)
    raised.fault = model_.resolve_class(model_.child(named, Role::Value));
  if (raised.fault.is_unknown()) {
    const dataflow::Values &values = query_.values_of(value);
    if (values.size() == 1 && values.front().value.kind == dataflow::Value::Kind::Instance)
      raised.fault.id = values.front().value.class_;
  }
  raised.message_template = message_of(value, raised.fault);
  return raised;
}

/// The first argument, unless the class builds its message itself.
std::string RaiseReader::message_of(NodeRef value, const ClassName &fault) {
  if (model_.kind(value) != Kind::Call)
    return {};
  if (fault.id.valid()) {
    const FunctionId init = model_.method(fault.id, model_.find_name("__init__"));
    if (model_.find_name("__str__").valid() && model_.method(fault.id, model_.find_name("__str__")).valid())
      return {};
    if (model_.find_name("__init__").valid() && init.valid()) {
      // super().__init__("…") in the class's own constructor.
      const NodeRef self = model_.node_of(init);
      const SyntaxTree &tree = model_.tree(self.file);
      for (uint32_t i = self.node.value; i < tree.next(self.node).value; ++i) {
        const NodeRef call{self.file, NodeId{i}};
        if (tree.kind(call.node) != Kind::Call)
          continue;
        const NodeRef callee = model_.child(call, Role::Callee);
        if (!callee.valid() || model_.kind(callee) != Kind::Attribute || last_name(model_, callee) != "__init__")
          continue;
        const NodeRef message = argument_of(model_, call, 0, "");
        if (!message.valid())
          return {};
        // The message handed through: `def __init__(self, message): super().__init__(message)`.
        const auto &parameters = model_.function(init).parameters;
        for (unsigned k = 1; k < parameters.size(); ++k)
          if (model_.kind(message) == Kind::Name && model_.name(message) == tree.name(parameters[k]))
            return template_of(argument_of(model_, value, k - 1, model_.text(tree.name(parameters[k]))));
        return template_of(message);
      }
      return {};
    }
  }
  return template_of(argument_of(model_, value, 0, ""));
}

std::string RaiseReader::template_of(NodeRef message) {
  if (!message.valid() || depth_ >= kMaxDepth)
    return {};
  const SyntaxTree &tree = model_.tree(message.file);
  const std::string_view source = model_.sources().file(message.file).text;
  if (const std::optional<std::string> plain = parser::string_value(tree, source, message.node))
    return *plain;
  ++depth_;
  std::string result;
  const auto child = [&](Role role) { return NodeRef{message.file, tree.child(message.node, role)}; };
  const auto or_field = [](std::string text) { return text.empty() ? std::string("{}") : text; };
  switch (tree.kind(message.node)) {
  case Kind::String:
    result = fields_emptied(without_quotes(model_.source_text(message)));
    break;
  case Kind::Concatenation:
    for (const NodeId part : tree.children(message.node))
      result += template_of({message.file, part});
    break;
  case Kind::Binary:
    if (own_op(tree, message.node) == Op::Add)
      result = or_field(template_of(child(Role::Left))) + or_field(template_of(child(Role::Right)));
    else if (own_op(tree, message.node) == Op::Mod)
      result = conversions_emptied(template_of(child(Role::Left)));
    break;
  case Kind::Call: // "…".format(…)
    if (const NodeRef callee = child(Role::Callee);
        callee.valid() && model_.kind(callee) == Kind::Attribute && last_name(model_, callee) == "format")
      result = fields_emptied(template_of(model_.child(callee, Role::Value)));
    break;
  case Kind::Name:
  case Kind::Attribute:
    // A constant by name, here or in another module.
    if (const NodeRef value = tree.kind(message.node) == Kind::Name ? paths_.assigned_value(message) : NodeRef{};
        value.valid()) {
      result = template_of(value);
      break;
    }
    for (const dataflow::Traced &traced : query_.values_of(message)) {
      const NodeRef literal = traced.value.node;
      const bool is_literal = traced.value.kind == dataflow::Value::Kind::Literal && literal.valid();
      const std::string text = is_literal && literal != message ? template_of(literal) : std::string{};
      if (text.empty() || (!result.empty() && result != text)) {
        result.clear();
        break;
      }
      result = text;
    }
    break;
  default:
    break;
  }
  --depth_;
  return result;
}

} // namespace decode_ledger::guards
