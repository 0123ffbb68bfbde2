// What is the receiver of a decode: a tokenizer, bytes, a search, a codec, something else?
//
// Evidence, strongest first: where the value was made, the class and its own decode, the call's own shape, the name.
// The strongest kind that says anything decides; if what it says disagrees with itself, the role is Unknown.
#include "decode_sites/site_finder.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::decode_sites {

namespace {

constexpr size_t kMaxEvidence = 6;

/// Joins what several values say: weak votes yield to strong ones, two strong ones may quarrel. `other` is a weak vote:
/// one alternative of a declared union that has no decode at all says nothing against the one that has.
struct Poll {
  RoleFacts facts;
  bool quarrel = false;

  void add(RoleFacts vote) {
    if (vote.role == Role::Unknown)
      return;
    vote.weak = vote.weak || vote.role == Role::Other;
    if (facts.role == Role::Unknown || (facts.weak && !vote.weak))
      facts = vote;
    else if (facts.weak == vote.weak && (facts.role == Role::Token) != (vote.role == Role::Token) && !quarrel) {
      quarrel = true;
      facts.evidence.insert(facts.evidence.end(), vote.evidence.begin(), vote.evidence.end());
    }
  }
};

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
  if (RoleFacts look = role_of_look(site); look.role != Role::Unknown)
    return look;
  const bool is_plain = !receiver.valid() && site.shape != Shape::Getattr;
  if (is_plain && kind(site.callee) == Kind::Name) // `decode = tok.decode`, then `decode(ids)`
    for (const Definition &d : query_.definitions_of(site.callee))
      if (d.how == Definition::How::Value && d.path.empty())
        if (RoleFacts held = role_of_reference(d.expression); held.role != Role::Unknown)
          return held;
  RoleFacts by_value = is_plain           ? role_of_callee(query_.values_of(site.callee), range(site.callee))
                       : receiver.valid() ? role_by_values(receiver, site.name)
                                          : RoleFacts{};
  if ((by_value.role != Role::Unknown && !by_value.weak) || !by_value.reason.empty())
    return by_value;
  if (RoleFacts narrowed = role_by_narrowing(receiver); narrowed.role != Role::Unknown)
    return narrowed;
  if (RoleFacts shape = role_by_shape(site); shape.role != Role::Unknown)
    return shape;
  if (by_value.role != Role::Unknown)
    return by_value;
  const knowledge::DecodeApi *api = knowledge_.find_api(site.name);
  if (api && api->tokens_only)
    return {Role::Token, false, {{site.name_range, fmt::format("only tokenizers have a `{}`", site.name)}}, {}};
  if (RoleFacts name = role_by_name(receiver); name.role != Role::Unknown)
    return name;
  return {
      Role::Unknown, false, {}, "nothing says where the receiver was made, and neither the call nor the name tells"};
}

/// A reference that is looked at and not handed on: `tok.decode.__doc__`, `mock.decode.assert_called_once()`,
/// `callable(tok.decode)`; or an attribute of that name that holds no function at all.
RoleFacts SiteFinder::role_of_look(const DecodeSite &site) {
  if (site.shape != Shape::Reference || kind(site.callee) == Kind::String)
    return {};
  const NodeRef around = parent(site.callee);
  const SyntaxRole role = tree(site.callee).role(site.callee.node);
  if (kind(around) == Kind::Attribute && role == SyntaxRole::Value)
    return {Role::Other, false, {{range(around), "an attribute of it is read; it is not called here"}}, {}};
  if (kind(around) == Kind::Subscript && role == SyntaxRole::Value)
    return {Role::Other, false, {{range(around), "a table: it is subscripted, not called"}}, {}};
  if ((kind(around) == Kind::For || kind(around) == Kind::CompFor) && role == SyntaxRole::Iter)
    return {Role::Other, false, {{range(around), "a table: a loop goes over it"}}, {}};
  if (kind(around) == Kind::Compare)
    return {Role::Other, false, {{range(around), "it is compared, not called"}}, {}};
  if (kind(around) == Kind::Call && role == SyntaxRole::Argument) {
    const std::string_view called = text(model_.name(child(around, SyntaxRole::Callee)));
    for (const std::string_view looks : {"callable", "hasattr", "isinstance", "len", "type", "id", "bool", "print"})
      if (called == looks)
        return {Role::Other, false, {{range(around), fmt::format("`{}` only looks at it", called)}}, {}};
    for (const std::string_view iterates : {"set", "list", "tuple", "frozenset", "sorted", "enumerate", "reversed"})
      if (called == iterates)
        return {Role::Other, false, {{range(around), fmt::format("a table: `{}` goes over it", called)}}, {}};
  }
  const dataflow::Values values = query_.values_of(site.callee);
  const bool no_function = !values.empty() && std::ranges::all_of(values, [](const Traced &v) {
    return v.value.kind == Value::Kind::Container || v.value.kind == Value::Kind::Result ||
           (v.value.kind == Value::Kind::Literal);
  });
  if (no_function)
    return {Role::Other,
            false,
            {{range(values.front().chain.empty() ? site.callee : values.front().chain.front()), "holds no function"}},
            {}};
  return {};
}

/// A plain name, `decode(ids)`: what the function behind it is.
RoleFacts SiteFinder::role_of_callee(const dataflow::Values &callees, SourceRange at) {
  Poll poll;
  for (const Traced &v : dataflow::Values(callees)) {
    switch (v.value.kind) {
    case Value::Kind::Function:
      poll.add(role_of_method(v.value.function));
      break;
    case Value::Kind::Member:
    case Value::Kind::External:
      poll.add(role_of_owner(v.value.text, at));
      break;
    case Value::Kind::Result: // a layer in a loop variable, called
      if (const auto *row = knowledge::find_row(knowledge_.factories, v.value.text + "()"))
        poll.add({role_word(row->word), false, {{at, v.value.text}}, {}});
      break;
    case Value::Kind::Container:
      if (kind(v.value.node) == Kind::Call)
        poll.add({Role::Other, false, {{at, "layers that are called one after the other"}}, {}});
      break;
    case Value::Kind::Partial:
      poll.add(role_of_reference(argument(v.value.node, 0)));
      break;
    default:
      break;
    }
  }
  if (poll.quarrel)
    return {Role::Unknown, false, poll.facts.evidence, "two strong pieces of evidence disagree"};
  return poll.facts;
}

/// `tok.decode` where it is taken and not called: assigned to a name, wrapped in a partial.
RoleFacts SiteFinder::role_of_reference(NodeRef reference) {
  if (!reference.valid() || kind(reference) != Kind::Attribute)
    return {};
  DecodeSite probe;
  probe.node = probe.callee = reference;
  probe.name = text(model_.name(reference));
  probe.name_range = range(reference);
  probe.receiver = child(reference, SyntaxRole::Value);
  probe.shape = Shape::Alias;
  return role_of(probe);
}

/// "transformers.AutoTokenizer.from_pretrained().decode": what its owner is.
RoleFacts SiteFinder::role_of_owner(const std::string &member, SourceRange at) const {
  const knowledge::PatternRow *row = knowledge::find_row(knowledge_.factories, member);
  if (!row && member.find('.') != std::string::npos) {
    std::string owner = member.substr(0, member.rfind('.'));
    if (owner.ends_with("()"))
      owner.resize(owner.size() - 2);
    row = knowledge::find_row(knowledge_.factories, owner);
  }
  if (!row)
    return {};
  return {role_word(row->word), false, {{at, member}}, {}};
}

// 1 and 2: the value and its class.

bool SiteFinder::is_bytes(NodeRef literal) const {
  const SyntaxTree &t = tree(literal);
  const NodeId first = kind(literal) == Kind::Concatenation ? t.first_child(literal.node) : literal.node;
  return t.kind(first) == Kind::String && t.has(first, parser::kBytes);
}

RoleFacts SiteFinder::role_by_values(NodeRef receiver, const std::string &method) {
  Poll poll;
  // A copy: role questions below ask for further values.
  dataflow::Values values = query_.values_of(receiver);
  // A text or a number has no decode: where the receiver can be anything else, read or not, it is that.
  const auto is_plain = [&](const Traced &v) {
    return v.value.kind == Value::Kind::Literal && !is_bytes(v.value.node);
  };
  if (!std::ranges::all_of(values, is_plain))
    std::erase_if(values, is_plain);
  for (const Traced &v : values)
    poll.add(role_of_value(v, method));
  // An attribute that holds a tokenizer in one place and something else in another.
  if (poll.quarrel)
    return {Role::Unknown, false, poll.facts.evidence, "two strong pieces of evidence disagree"};
  return poll.facts;
}

RoleFacts SiteFinder::role_of_value(const Traced &traced, const std::string &method) {
  const Value &v = traced.value;
  const NodeRef made_at = traced.chain.empty() ? v.node : traced.chain.front();
  RoleFacts facts;
  switch (v.kind) {
  case Value::Kind::Result:
  case Value::Kind::Member:
  case Value::Kind::External: {
    // What a decode gave is text or bytes, whoever the tokenizer was.
    const std::string_view last = std::string_view(v.text).substr(v.text.rfind('.') + 1);
    if (v.kind == Value::Kind::Result && v.text.find('.') != std::string::npos && knowledge_.find_api(last))
      return {Role::Bytes, false, {{range(made_at), fmt::format("what `{}` gives", last)}}, {}};
    const std::string called = fmt::format("{}{}.{}", v.text, v.kind == Value::Kind::Result ? "()" : "", method);
    const knowledge::PatternRow *row = knowledge::find_row(knowledge_.factories, v.text);
    const knowledge::PatternRow *own = knowledge::find_row(knowledge_.factories, called);
    if (own && own->word == "other") // a method that does something else than its object's others
      row = own;
    if (!row)
      return facts;
    facts.role = role_word(row->word);
    facts.evidence.push_back({range(made_at), row == own ? called : v.text});
    break;
  }
  case Value::Kind::Literal: {
    if (kind(v.node) == Kind::None)
      return facts;
    facts.role = is_bytes(v.node) ? Role::Bytes : Role::Other;
    facts.evidence.push_back({range(v.node), is_bytes(v.node) ? "a bytes literal" : "a literal"});
    break;
  }
  case Value::Kind::Instance:
  case Value::Kind::Class:
    facts = role_of_class(v.class_, method, made_at);
    break;
  case Value::Kind::Function:
    facts = role_of_method(v.function);
    break;
  case Value::Kind::Module: {
    // `module.decode(x)`: the function of that name.
    for (const Traced &f : query_.attribute_of({traced}, model_.find_name(method), made_at))
      if (f.value.kind == Value::Kind::Function)
        facts = role_of_method(f.value.function);
    break;
  }
  default:
    return facts;
  }
  for (size_t i = 1; i < traced.chain.size() && facts.evidence.size() < kMaxEvidence; ++i)
    facts.evidence.push_back({range(traced.chain[i]), fmt::format("by way of `{}`", short_text(traced.chain[i]))});
  return facts;
}

/// The first line of the source at `r`, cut to what fits beside a place.
std::string SiteFinder::short_text(NodeRef r) const {
  std::string_view text = model_.source_text(r);
  text = text.substr(0, text.find_first_of("\r\n"));
  constexpr size_t kFits = 32;
  if (text.size() <= kFits)
    return std::string(text);
  return fmt::format("{}…", utf8_prefix(text, kFits));
}

/// A class of this package: what its own method of that name does, else what its outside bases are.
RoleFacts SiteFinder::role_of_class(ClassId c, const std::string &method, NodeRef at) {
  const NameId name = model_.find_name(method);
  Poll poll;
  if (const FunctionId own = model_.method(c, name); own.valid())
    poll.add(role_of_method(own));
  if (poll.facts.role != Role::Unknown) {
    poll.facts.evidence.insert(poll.facts.evidence.begin(),
                               {range(at), fmt::format("class `{}`", model_.class_(c).qualified)});
    return poll.facts;
  }
  for (const package_model::ClassName &base : model_.mro(c)) {
    if (base.external.empty())
      continue;
    const knowledge::PatternRow *row = knowledge::find_row(knowledge_.factories, base.external);
    if (!row)
      row = knowledge::find_row(knowledge_.factories, base.external + ".from_pretrained");
    if (row)
      return {role_word(row->word),
              false,
              {{range(at), fmt::format("class `{}` derives from {}", model_.class_(c).qualified, base.external)}},
              {}};
  }
  // An abstract class is what its subclasses are.
  for (ClassId sub : model_.subclasses(c))
    if (const FunctionId theirs = model_.method_in(sub, name); theirs.valid())
      poll.add(role_of_method(theirs));
  if (!poll.quarrel && poll.facts.role != Role::Unknown)
    return poll.facts;
  if (const FunctionId own = model_.method(c, name); own.valid() && query_.returned_expressions(own).empty())
    return {}; // abstract
  // An attribute of the class that holds a function: `self.decode = tok.decode`, `decode = decode_function`.
  Value instance;
  instance.kind = Value::Kind::Instance;
  instance.class_ = c;
  return role_of_callee(query_.attribute_of({{instance, {at}}}, name, at), range(at));
}

/// What an in-package function called `decode` (or its kin) is: a tokenizer's when its body hands ids on to a token
/// decode, or makes text of them some other way (a lookup table); else a search, a codec, anything.
RoleFacts SiteFinder::role_of_method(FunctionId f) {
  if (const auto it = method_roles_.find(f); it != method_roles_.end())
    return it->second;
  if (!open_methods_.insert(f).second) {
    ++num_cuts_; // asked again on the way: says nothing
    return {};
  }
  const size_t cuts_before = num_cuts_;
  RoleFacts facts;
  const NodeRef definition = model_.node_of(f);
  const std::string name(text(model_.function(f).name));
  const Evidence here{range(definition), fmt::format("`{}` of this package", model_.function(f).qualified)};
  const knowledge::DecodeApi *api = knowledge_.find_api(name);
  if (wrapped_parameter(f) || (api && api->tokens_only))
    facts = {Role::Token, false, {here}, {}};
  else if (is_named_for_ids(f))
    facts = {Role::Token,
             false,
             {{here.place,
               fmt::format("`{}` of this package takes token ids by its signature", model_.function(f).qualified)}},
             {}};
  else if (!given_expressions(f).empty())
    facts = {Role::Other,
             true,
             {{here.place, fmt::format("`{}` of this package turns no ids into text", model_.function(f).qualified)}},
             {}};
  open_methods_.erase(f);
  if (num_cuts_ == cuts_before || (open_methods_.empty() && open_functions_.empty()))
    method_roles_[f] = facts;
  return facts;
}

namespace {

/// "list[int]", "Sequence[int]", "list[list[int]]": a sequence of integers in the end.
bool is_of_ints(std::string_view annotation) {
  const size_t last = annotation.find_last_of('[');
  return last != std::string_view::npos && annotation.substr(last + 1).starts_with("int]");
}

} // namespace

/// `def decode(self, token_ids)` beside an `encode`, `ids: list[int]` with `-> str`, or `tokens: list[int]` with both: a
/// tokenizer's signature, where the body (a request to a server, a C library) shows nothing.
bool SiteFinder::is_named_for_ids(FunctionId f) const {
  const auto &fn = model_.function(f);
  const FileId file = model_.file_of(f);
  const ClassId c = model_.class_of(f);
  const NodeRef returns = child(model_.node_of(f), SyntaxRole::Returns);
  const bool gives_str = returns.valid() && model_.source_text(returns).find("str") != std::string_view::npos;
  bool encodes = false;
  if (c.valid())
    for (const char *method : {"encode", "tokenize", "text_to_ids", "encode_batch"})
      encodes = encodes || model_.method(c, model_.find_name(method)).valid();
  for (NodeId p : fn.parameters) {
    const std::string_view name = text(model_.tree(file).name(p));
    const bool for_ids =
        name == "ids" || name == "token_ids" || name == "input_ids" || name == "token_id" || name == "output_ids";
    if (for_ids && (gives_str || encodes))
      return true;
    const NodeRef annotation = child({file, p}, SyntaxRole::Annotation);
    if (gives_str && encodes && annotation.valid() && is_of_ints(model_.source_text(annotation)))
      return true;
  }
  return false;
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
        return {Role::Bytes, false, {{range(call), "isinstance says bytes"}}, {}};
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
    return {role_word(row->word),
            false,
            {{range(at), row->note.empty() ? pattern : fmt::format("{}: {}", pattern, row->note)}},
            {}};
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
  // `raw.decode(encoding)`: a codec, a name for one, or a variable that holds one.
  const bool takes_codec = site.name == "decode";
  if (const auto literal = constant_string(first); literal && takes_codec)
    return by_row("literal:" + lower(*literal), first);
  const std::string name = lower(last_name(first));
  if (takes_codec && (name.find("encoding") != std::string::npos || name == "charset" || name == "codec"))
    return {Role::Bytes, false, {{range(first), "the argument names a text encoding"}}, {}};
  if (RoleFacts scores = by_row("argument:" + lower(viewed_name(first)), first); scores.role != Role::Unknown)
    return scores;
  const dataflow::Values values = query_.values_of(first);
  const auto is_text = [&](const Traced &v) {
    return v.value.kind == Value::Kind::Literal && constant_string(v.value.node);
  };
  if (values.empty() || !std::ranges::all_of(values, is_text))
    return {};
  if (!takes_codec)
    return {Role::Other, false, {{range(first), "the argument is a text: no ids are decoded"}}, {}};
  const auto is_codec = [&](const Traced &v) {
    return knowledge::find_row(knowledge_.call_shapes, "literal:" + lower(*constant_string(v.value.node))) != nullptr;
  };
  if (std::ranges::all_of(values, is_codec))
    return {Role::Bytes, false, {{range(first), "the argument holds a text encoding"}}, {}};
  return {};
}

/// The name of what `e` is a view of: `log_probs` for `log_probs[0].cpu()`; none where a call makes something else of it.
std::string SiteFinder::viewed_name(NodeRef e) const {
  while (e.valid()) {
    const NodeRef callee = kind(e) == Kind::Call ? child(e, SyntaxRole::Callee) : NodeRef{};
    if (callee.valid()) {
      const std::string name = fmt::format("call:_.{}", text(model_.name(callee)));
      const knowledge::PatternRow *row = knowledge::find_row(knowledge_.origins, name);
      if (kind(callee) != Kind::Attribute || !row || row->word != "view")
        return {};
      e = child(callee, SyntaxRole::Value);
    } else if (kind(e) == Kind::Subscript) {
      e = child(e, SyntaxRole::Value);
    } else {
      break;
    }
  }
  return last_name(e);
}

// 4: the name.

std::string SiteFinder::last_name(NodeRef e) const {
  if (!e.valid())
    return {};
  switch (kind(e)) {
  case Kind::Name:
  case Kind::Attribute:
    return std::string(text(model_.name(e)));
  case Kind::Call:
    return last_name(child(e, SyntaxRole::Callee));
  case Kind::Subscript:
  case Kind::Await:
    return last_name(child(e, SyntaxRole::Value));
  case Kind::BoolOp:
    return last_name(child(e, SyntaxRole::Left));
  case Kind::Conditional:
    return last_name(child(e, SyntaxRole::Body));
  default:
    return {};
  }
}

RoleFacts SiteFinder::role_by_name(NodeRef receiver) {
  const std::string name = lower(last_name(receiver));
  if (name.empty())
    return {};
  const knowledge::PatternRow *row = knowledge::find_row(knowledge_.receiver_names, name);
  if (!row)
    return {};
  return {role_word(row->word), false, {{range(receiver), fmt::format("named `{}`", name)}}, {}};
}

} // namespace decode_ledger::decode_sites
