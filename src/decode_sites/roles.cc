// What is the receiver of a decode: a tokenizer, bytes, a search, a codec, something else?
//
// Evidence, strongest first: where the value was made, the class and its own decode, the call's own shape, the name.
// The strongest kind that says anything decides; if what it says disagrees with itself, the role is Unknown.
#include "decode_sites/site_finder.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::decode_sites {

namespace {

constexpr size_t kMaxEvidence = 6;

/// Joins what several values say. `token` beside `none of it` (Unknown) is token; two different roles are a quarrel.
struct Poll {
  RoleFacts facts;
  bool quarrel = false;

  void add(const RoleFacts &vote) {
    if (vote.role == Role::Unknown)
      return;
    if (facts.role == Role::Unknown)
      facts = vote;
    else if ((facts.role == Role::Token) != (vote.role == Role::Token))
      quarrel = true;
  }
};

bool is_string_kind(Kind k) { return k == Kind::String || k == Kind::Concatenation; }

std::string lower(std::string_view s) {
  std::string out(s);
  for (char &c : out)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c + 32);
  return out;
}

} // namespace

Role SiteFinder::role_word(std::string_view word) {
  for (const Role r : {Role::Token, Role::Bytes, Role::Search, Role::Media, Role::Other})
    if (role_name(r) == word)
      return r;
  return Role::Unknown;
}

RoleFacts SiteFinder::role_of(const DecodeSite &site) {
  const NodeRef receiver = site.receiver;
  const bool is_function = !receiver.valid();
  if (RoleFacts by_value = is_function ? role_by_values(site.callee, "") : role_by_values(receiver, site.name);
      by_value.role != Role::Unknown || !by_value.reason.empty())
    return by_value;
  if (RoleFacts narrowed = role_by_narrowing(receiver); narrowed.role != Role::Unknown)
    return narrowed;
  if (RoleFacts shape = role_by_shape(site); shape.role != Role::Unknown)
    return shape;
  const knowledge::DecodeApi *api = knowledge_.find_api(site.name);
  if (api && api->tokens_only)
    return {Role::Token, {{site.name_range, fmt::format("only tokenizers have a `{}`", site.name)}}, {}};
  if (RoleFacts name = role_by_name(receiver); name.role != Role::Unknown)
    return name;
  return {Role::Unknown, {}, "nothing says where the receiver was made, and neither the call nor the name tells"};
}

// 1 and 2: the value and its class.

RoleFacts SiteFinder::role_by_values(NodeRef receiver, const std::string &method) {
  Poll poll;
  // A copy: role questions below ask for further values.
  const dataflow::Values values = query_.values_of(receiver);
  for (const Traced &v : values)
    poll.add(role_of_value(v, method));
  if (poll.quarrel) {
    // An attribute that holds a tokenizer in one place and something else in another.
    RoleFacts facts;
    facts.reason = "two strong pieces of evidence disagree";
    facts.evidence = poll.facts.evidence;
    return facts;
  }
  return poll.facts;
}

RoleFacts SiteFinder::role_of_value(const Traced &traced, const std::string &method) {
  const Value &v = traced.value;
  const NodeRef made_at = traced.chain.empty() ? v.node : traced.chain.front();
  RoleFacts facts;
  switch (v.kind) {
  case Value::Kind::Result: case Value::Kind::Member: case Value::Kind::External: {
    const knowledge::PatternRow *row = knowledge::find_row(knowledge_.factories, v.text);
    if (!row && v.kind == Value::Kind::Member && v.text == "str.encode")
      return facts;
    if (!row)
      return facts;
    facts.role = role_word(row->word);
    facts.evidence.push_back({range(made_at), v.text});
    break;
  }
  case Value::Kind::Literal: {
    const bool is_bytes = kind(v.node) == Kind::String && tree(v.node).has(v.node.node, parser::kBytes);
    if (kind(v.node) == Kind::None)
      return facts;
    facts.role = is_bytes ? Role::Bytes : Role::Other;
    facts.evidence.push_back({range(v.node), is_bytes ? "a bytes literal" : "a literal"});
    break;
  }
  case Value::Kind::Instance: case Value::Kind::Class: facts = role_of_class(v.class_, method, made_at); break;
  case Value::Kind::Function: facts = role_of_method(v.function); break;
  case Value::Kind::Module: {
    // `module.decode(x)`: the function of that name.
    for (const Traced &f : query_.attribute_of({traced}, model_.find_name(method), made_at))
      if (f.value.kind == Value::Kind::Function)
        facts = role_of_method(f.value.function);
    break;
  }
  default: return facts;
  }
  for (size_t i = 1; i < traced.chain.size() && facts.evidence.size() < kMaxEvidence; ++i)
    facts.evidence.push_back({range(traced.chain[i]), "by way of"});
  return facts;
}

/// A class of this package: what its own method of that name does, else what its outside bases are.
RoleFacts SiteFinder::role_of_class(ClassId c, const std::string &method, NodeRef at) {
  const NameId name = model_.find_name(method);
  Poll poll;
  if (const FunctionId own = model_.method(c, name); own.valid())
    poll.add(role_of_method(own));
  if (poll.facts.role != Role::Unknown) {
    poll.facts.evidence.insert(poll.facts.evidence.begin(), {range(at), fmt::format("class `{}`", model_.class_(c).qualified)});
    return poll.facts;
  }
  for (const package_model::ClassName &base : model_.mro(c)) {
    if (base.external.empty())
      continue;
    const knowledge::PatternRow *row = knowledge::find_row(knowledge_.factories, base.external);
    if (!row)
      row = knowledge::find_row(knowledge_.factories, base.external + ".from_pretrained");
    if (row)
      return {role_word(row->word), {{range(at), fmt::format("class `{}` derives from {}", model_.class_(c).qualified, base.external)}}, {}};
  }
  // An abstract class is what its subclasses are.
  for (ClassId sub : model_.subclasses(c))
    if (const FunctionId theirs = model_.method_in(sub, name); theirs.valid())
      poll.add(role_of_method(theirs));
  if (!poll.quarrel && poll.facts.role != Role::Unknown)
    return poll.facts;
  if (const FunctionId own = model_.method(c, name); own.valid() && query_.returned_expressions(own).empty())
    return {}; // abstract
  // An attribute of the class that holds a tokenizer's method (`self.decode = tok.decode`) is followed as a value.
  for (const Traced &v : query_.attribute_of({{[&] {
                                                 Value instance;
                                                 instance.kind = Value::Kind::Instance;
                                                 instance.class_ = c;
                                                 return instance;
                                               }(), {at}}},
                                             name, at))
    if (v.value.kind == Value::Kind::Member) {
      const std::string owner = v.value.text.substr(0, v.value.text.rfind('.'));
      if (const knowledge::PatternRow *row = knowledge::find_row(knowledge_.factories, owner.ends_with("()") ? owner.substr(0, owner.size() - 2) : owner))
        return {role_word(row->word), {{range(at), owner}}, {}};
    }
  return {};
}

/// What an in-package function called `decode` (or its kin) is: a tokenizer's when its body hands ids on to a token
/// decode, or makes text of them some other way (a lookup table); else a search, a codec, anything.
RoleFacts SiteFinder::role_of_method(FunctionId f) {
  if (const auto it = method_roles_.find(f); it != method_roles_.end())
    return it->second;
  method_roles_[f] = {}; // asked again on the way: says nothing
  RoleFacts facts;
  const NodeRef definition = model_.node_of(f);
  const std::string name(text(model_.function(f).name));
  const Evidence here{range(definition), fmt::format("`{}` of this package", model_.function(f).qualified)};
  if (wrapped_parameter(f)) {
    facts = {Role::Token, {here}, {}};
  } else if (const knowledge::DecodeApi *api = knowledge_.find_api(name); api && api->tokens_only) {
    facts = {Role::Token, {here}, {}};
  } else if (!query_.returned_expressions(f).empty()) {
    facts = {Role::Other, {{here.place, fmt::format("`{}` of this package turns no ids into text", model_.function(f).qualified)}}, {}};
  }
  method_roles_[f] = facts;
  return facts;
}

// Narrowing: `if isinstance(x, bytes): x.decode()`.

RoleFacts SiteFinder::role_by_narrowing(NodeRef receiver) {
  if (!receiver.valid())
    return {};
  const std::string_view wanted = model_.source_text(receiver);
  NodeRef below = receiver;
  for (NodeRef around = parent(receiver); around.valid(); below = around, around = parent(around)) {
    const Kind k = kind(around);
    if (k == Kind::FunctionDef || k == Kind::ClassDef || k == Kind::Module)
      break;
    const bool guarded = (k == Kind::If || k == Kind::Elif || k == Kind::Conditional || k == Kind::While) &&
                         tree(below).role(below.node) == SyntaxRole::Body;
    if (!guarded)
      continue;
    const NodeRef test = child(around, SyntaxRole::Test);
    for (NodeId n = test.node; n.value < tree(test).next(test.node).value; n = NodeId{n.value + 1}) {
      const NodeRef call{test.file, n};
      if (kind(call) != Kind::Call || text(model_.name(child(call, SyntaxRole::Callee))) != "isinstance")
        continue;
      const NodeRef what = argument(call, 0), type = argument(call, 1);
      if (!what.valid() || !type.valid() || model_.source_text(what) != wanted)
        continue;
      const std::string_view types = model_.source_text(type);
      if (types.find("bytes") != std::string_view::npos || types.find("bytearray") != std::string_view::npos)
        return {Role::Bytes, {{range(call), "isinstance says bytes"}}, {}};
    }
  }
  return {};
}

// 3: the call's own shape.

RoleFacts SiteFinder::role_by_shape(const DecodeSite &site) {
  if (kind(site.node) != Kind::Call || site.shape == Shape::Reference)
    return {};
  const auto by_row = [&](const std::string &pattern, NodeRef at) -> RoleFacts {
    const knowledge::PatternRow *row = knowledge::find_row(knowledge_.call_shapes, pattern);
    if (!row)
      return {};
    return {role_word(row->word), {{range(at), row->note.empty() ? pattern : fmt::format("{}: {}", pattern, row->note)}}, {}};
  };
  bool has_arguments = false;
  for (NodeId c : tree(site.node).children(site.node.node)) {
    if (tree(site.node).role(c) != SyntaxRole::Argument)
      continue;
    has_arguments = true;
    const NodeRef arg{site.node.file, c};
    if (kind(arg) == Kind::Keyword) {
      if (RoleFacts facts = by_row(fmt::format("keyword:{}", text(model_.name(arg))), arg); facts.role != Role::Unknown)
        return facts;
    }
  }
  if (!has_arguments)
    return by_row("no-arguments", site.node);
  const NodeRef first = argument(site.node, 0);
  if (!first.valid())
    return {};
  if (const auto literal = constant_string(first))
    return by_row("literal:" + lower(*literal), first);
  // `raw.decode(encoding)`: a name for a codec, or a variable that holds one.
  const std::string name = lower(last_name(first));
  if (name.find("encoding") != std::string::npos || name == "charset" || name == "codec")
    return {Role::Bytes, {{range(first), "the argument names a text encoding"}}, {}};
  bool all_strings = true;
  const dataflow::Values values = query_.values_of(first);
  for (const Traced &v : values)
    all_strings = all_strings && v.value.kind == Value::Kind::Literal && is_string_kind(kind(v.value.node));
  if (all_strings && !values.empty())
    return {Role::Bytes, {{range(first), "the argument is a string: a text encoding"}}, {}};
  return {};
}

// 4: the name.

std::string SiteFinder::last_name(NodeRef e) const {
  if (!e.valid())
    return {};
  switch (kind(e)) {
  case Kind::Name: case Kind::Attribute: return std::string(text(model_.name(e)));
  case Kind::Call: return last_name(child(e, SyntaxRole::Callee));
  case Kind::Subscript: case Kind::Await: return last_name(child(e, SyntaxRole::Value));
  case Kind::BoolOp: return last_name(child(e, SyntaxRole::Left));
  case Kind::Conditional: return last_name(child(e, SyntaxRole::Body));
  default: return {};
  }
}

RoleFacts SiteFinder::role_by_name(NodeRef receiver) {
  const std::string name = lower(last_name(receiver));
  if (name.empty())
    return {};
  const knowledge::PatternRow *row = knowledge::find_row(knowledge_.receiver_names, name);
  if (!row)
    return {};
  return {role_word(row->word), {{range(receiver), fmt::format("named `{}`", name)}}, {}};
}

} // namespace decode_ledger::decode_sites
