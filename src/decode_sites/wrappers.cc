// Wrappers: in-package functions that take ids, hand them to a token decode, and give its text back. A call of one
// decodes as much as the call inside it.
//
//     def tok_decode(self, tokens): return self.tokenizer.decode(tokens)            wraps parameter 0
//     def metrics(pred): return {"wer": wer(tok.batch_decode(pred.predictions))}    gives a number: no wrapper
#include "decode_sites/site_finder.h"

#include <algorithm>

namespace decode_ledger::decode_sites {

std::optional<unsigned> SiteFinder::wrapped_parameter(FunctionId f) {
  if (const auto it = wrapped_.find(f); it != wrapped_.end())
    return it->second;
  wrapped_[f] = std::nullopt; // recursion wraps nothing
  const std::optional<unsigned> found = find_wrapped_parameter(f);
  wrapped_[f] = found;
  return found;
}

std::optional<unsigned> SiteFinder::find_wrapped_parameter(FunctionId f) {
  const auto &fn = model_.function(f);
  if (!fn.parent.valid() || fn.parameters.empty())
    return std::nullopt;
  // Decode calls in its body, sites already or not: this question is asked while roles are being settled.
  const NodeRef definition = model_.node_of(f);
  const NodeRef body = child(definition, SyntaxRole::Body);
  if (!body.valid())
    return std::nullopt;
  std::vector<NodeRef> calls;
  const SyntaxTree &t = tree(body);
  for (NodeId n = body.node; n.value < t.next(body.node).value; n = NodeId{n.value + 1}) {
    if (t.kind(n) != Kind::Call || model_.function_at({body.file, n}) != f)
      continue;
    const NodeRef call{body.file, n}, callee = child(call, SyntaxRole::Callee);
    if (kind(callee) != Kind::Attribute && kind(callee) != Kind::Name)
      continue;
    const std::string name(text(model_.name(callee)));
    if (!knowledge_.find_api(name))
      continue;
    DecodeSite probe;
    probe.node = call;
    probe.callee = callee;
    probe.name = name;
    probe.name_range = range(callee);
    probe.receiver = kind(callee) == Kind::Attribute ? child(callee, SyntaxRole::Value) : NodeRef{};
    probe.shape = Shape::Call;
    if (role_of(probe).role == Role::Token)
      calls.push_back(call);
  }
  if (calls.empty())
    return std::nullopt;
  const std::vector<NodeRef> returned = query_.returned_expressions(f);
  if (std::ranges::none_of(returned, [&](NodeRef e) { return gives_text_of(e, calls, 0); }))
    return std::nullopt;
  const bool is_method = fn.class_.valid();
  for (NodeRef call : calls) {
    const NodeRef ids = ids_argument(call, std::string(text(model_.name(child(call, SyntaxRole::Callee)))));
    if (!ids.valid())
      continue;
    const OriginFacts facts = origin_of(ids);
    for (size_t i = 0; i < fn.parameters.size(); ++i)
      if (facts.parameters.contains({definition.file, fn.parameters[i]}) && !(is_method && i == 0))
        return static_cast<unsigned>(is_method && i > 0 ? i - 1 : i);
  }
  return std::nullopt;
}

/// True when `e` is the text that one of `calls` gave, or a string, list or tuple made of it.
bool SiteFinder::gives_text_of(NodeRef e, const std::vector<NodeRef> &calls, unsigned depth) {
  if (!e.valid() || depth > 12)
    return false;
  if (std::ranges::find(calls, e) != calls.end())
    return true;
  const auto any_child = [&](std::initializer_list<SyntaxRole> roles) {
    for (NodeId c : tree(e).children(e.node))
      if (std::ranges::find(roles, tree(e).role(c)) != roles.end() && gives_text_of({e.file, c}, calls, depth + 1))
        return true;
    return false;
  };
  switch (kind(e)) {
  case Kind::Name:
    return std::ranges::any_of(query_.definitions_of(e), [&](const Definition &d) {
      if (d.how == Definition::How::Augmented)
        return gives_text_of(d.expression, calls, depth + 1);
      if (d.how != Definition::How::Value)
        return false;
      return gives_text_of(d.expression, calls, depth + 1);
    });
  case Kind::Call: {
    const NodeRef callee = child(e, SyntaxRole::Callee);
    if (kind(callee) != Kind::Attribute)
      return false;
    const NodeRef object = child(callee, SyntaxRole::Value);
    if (text(model_.name(callee)) == "join") // "".join(text)
      return any_child({SyntaxRole::Argument});
    return gives_text_of(object, calls, depth + 1); // text.strip()
  }
  case Kind::Binary: return any_child({SyntaxRole::Left, SyntaxRole::Right});
  case Kind::BoolOp: return any_child({SyntaxRole::Left, SyntaxRole::Right});
  case Kind::Conditional: return any_child({SyntaxRole::Body, SyntaxRole::Orelse});
  case Kind::Subscript: case Kind::Await: case Kind::Named: case Kind::String: return any_child({SyntaxRole::Value});
  case Kind::Tuple: case Kind::List: case Kind::ListComp: case Kind::Generator: return any_child({SyntaxRole::Element});
  default: return false;
  }
}

} // namespace decode_ledger::decode_sites
