// Wrappers: in-package functions that take ids, hand them to a token decode, and give its text back. A call of one
// decodes as much as the call inside it. A function that looks ids up in a table and joins what it finds is one, too.
//
//     def tok_decode(self, tokens): return self.tokenizer.decode(tokens)            wraps parameter 0
//     def decode(self, ids): return "".join(self.table[i] for i in ids)             wraps parameter 0
//     def metrics(pred): return {"wer": wer(tok.batch_decode(pred.predictions))}    gives a number: no wrapper
//
// The question is asked backwards from what the function returns, so that a body of a thousand calls costs nothing.
#include "decode_sites/site_finder.h"

#include <algorithm>

namespace decode_ledger::decode_sites {

namespace {

constexpr unsigned kMaxTextDepth = 14;
constexpr size_t kMaxTextSteps = 200;
constexpr size_t kMaxOpenFunctions = 12;

/// Python's own ways to change how a string or list of strings looks without making other text of it.
bool keeps_text(std::string_view builtin) {
  return builtin == "str" || builtin == "list" || builtin == "tuple" || builtin == "bytes" || builtin == "bytearray" ||
         builtin == "sorted" || builtin == "reversed";
}

} // namespace

std::optional<unsigned> SiteFinder::wrapped_parameter(FunctionId f) {
  if (const auto it = wrapped_.find(f); it != wrapped_.end())
    return it->second;
  // Recursion wraps nothing of its own; what leans on an open question is asked anew once that is answered.
  if (!open_functions_.insert(f).second || open_functions_.size() > kMaxOpenFunctions) {
    ++num_cuts_;
    return std::nullopt;
  }
  const size_t cuts_before = num_cuts_;
  const std::optional<unsigned> found = find_wrapped_parameter(f);
  open_functions_.erase(f);
  if (found || num_cuts_ == cuts_before || open_functions_.empty())
    wrapped_[f] = found;
  return found;
}

/// What `call`, which runs `f`, passes for the ids that f decodes; none when f is no wrapper, or the call passes nothing.
NodeRef SiteFinder::wrapped_argument(NodeRef call, FunctionId f) {
  const auto position = wrapped_parameter(f);
  if (!position)
    return {};
  const size_t index = *position + (model_.takes_instance(f) ? 1 : 0);
  return query_.argument_passed(call, f, model_.function(f).parameters[index]).expression;
}

std::vector<NodeRef> SiteFinder::given_expressions(FunctionId f) const {
  std::vector<NodeRef> out = query_.returned_expressions(f);
  if (!model_.function(f).is_generator)
    return out;
  const NodeRef body = child(model_.node_of(f), SyntaxRole::Body);
  for (NodeId n = body.node; n.valid() && n.value < tree(body).next(body.node).value; n = NodeId{n.value + 1})
    if (tree(body).kind(n) == Kind::Yield && model_.function_at({body.file, n}) == f)
      if (const NodeRef value = child({body.file, n}, SyntaxRole::Value); value.valid())
        out.push_back(value);
  return out;
}

std::optional<unsigned> SiteFinder::find_wrapped_parameter(FunctionId f) {
  const auto &fn = model_.function(f);
  if (!fn.parent.valid() || fn.parameters.empty())
    return std::nullopt;
  TextSources sources;
  for (NodeRef e : given_expressions(f))
    collect_text_sources(e, sources, 0);
  const FileId file = model_.file_of(f);
  const bool is_method = model_.takes_instance(f);
  for (NodeRef source : sources.ids) {
    const OriginFacts facts = origin_within(source, f);
    for (size_t i = 0; i < fn.parameters.size(); ++i)
      if (facts.parameters.contains({file, fn.parameters[i]}) && !(is_method && i == 0))
        return static_cast<unsigned>(is_method ? i - 1 : i);
  }
  return std::nullopt;
}

/// Where `e` is text made of ids: adds the expressions of those ids.
void SiteFinder::collect_text_sources(NodeRef e, TextSources &sources, unsigned depth) {
  // Each expression once: a variable that is rebound in many places is reached in very many ways.
  if (!e.valid() || depth > kMaxTextDepth || !sources.seen.insert(e).second)
    return;
  const auto children = [&](std::initializer_list<SyntaxRole> roles) {
    for (NodeId c : tree(e).children(e.node))
      if (std::ranges::find(roles, tree(e).role(c)) != roles.end())
        collect_text_sources({e.file, c}, sources, depth + 1);
  };
  switch (kind(e)) {
  case Kind::Name:
    for (const Definition &d : query_.definitions_of(e))
      if (d.how == Definition::How::Value || d.how == Definition::How::Augmented)
        collect_text_sources(d.expression, sources, depth + 1);
    for (NodeRef put : put_into(e)) {
      collect_lookup(put, sources, depth);
      collect_text_sources(put, sources, depth + 1);
    }
    return;
  case Kind::Call:
    collect_from_call(e, sources, depth);
    return;
  case Kind::Binary:
  case Kind::BoolOp:
    children({SyntaxRole::Left, SyntaxRole::Right});
    return;
  case Kind::Conditional:
    children({SyntaxRole::Body, SyntaxRole::Orelse});
    return;
  case Kind::Subscript:
  case Kind::Await:
  case Kind::Named:
  case Kind::String:
    children({SyntaxRole::Value});
    return;
  case Kind::Tuple:
  case Kind::List:
    children({SyntaxRole::Element});
    return;
  case Kind::DictComp: // a text for each key; a display of several keys is a record and no text
    collect_text_sources(child(child(e, SyntaxRole::Element), SyntaxRole::Value), sources, depth + 1);
    return;
  case Kind::ListComp:
  case Kind::Generator:
    children({SyntaxRole::Element});
    for (NodeId c : tree(e).children(e.node)) // `[table[c] for c in text]`
      if (tree(e).kind(c) == Kind::CompFor)
        collect_text_sources(child({e.file, c}, SyntaxRole::Iter), sources, depth + 1);
    return;
  default:
    return;
  }
}

void SiteFinder::collect_from_call(NodeRef call, TextSources &sources, unsigned depth) {
  const NodeRef callee = child(call, SyntaxRole::Callee);
  if (!callee.valid())
    return;
  const std::string name(text(model_.name(callee)));
  if (knowledge_.find_api(name) && is_token_call(call, callee, name)) {
    const NodeRef argument_ids = ids_argument(call, name);
    if (argument_ids.valid())
      sources.ids.push_back(argument_ids);
    collect_text_sources(argument_ids, sources, depth + 1); // a second stage takes the text of the first
    return;
  }
  const NodeRef object = kind(callee) == Kind::Attribute ? child(callee, SyntaxRole::Value) : NodeRef{};
  if (object.valid() && name == "join") {
    const NodeRef joined = argument(call, 0);
    if (joined.valid() && (kind(joined) == Kind::Generator || kind(joined) == Kind::ListComp))
      collect_lookup(child(joined, SyntaxRole::Element), sources, depth);
    collect_text_sources(joined, sources, depth + 1);
    return;
  }
  const std::vector<FunctionId> callees = called_functions(call);
  for (const FunctionId g : callees) {
    if (wrapped_parameter(g)) {
      const NodeRef argument_ids = wrapped_argument(call, g);
      if (argument_ids.valid())
        sources.ids.push_back(argument_ids);
      collect_text_sources(argument_ids, sources, depth + 1);
    } else if (const auto passed = text_parameter(g)) {
      collect_text_sources(argument(call, *passed), sources, depth + 1);
    }
  }
  if (!callees.empty())
    return;
  if (object.valid())
    collect_text_sources(object, sources, depth + 1); // text.strip()
  else if (keeps_text(name))
    collect_text_sources(argument(call, 0), sources, depth + 1);
  else if (name == "map")
    collect_text_sources(argument(call, 1), sources, depth + 1);
}

/// In-package functions that `call` runs. On a receiver that nothing settles: the methods of that name that are
/// wrappers.
std::vector<FunctionId> SiteFinder::called_functions(NodeRef call) {
  std::vector<FunctionId> certain, possible;
  for (const dataflow::CallEdge &e : query_.callees_of(call))
    (e.certainty == dataflow::Certainty::Certain ? certain : possible).push_back(e.callee);
  if (!certain.empty())
    return certain;
  std::erase_if(possible, [&](FunctionId f) { return !wrapped_parameter(f); });
  return possible;
}

bool SiteFinder::is_token_call(NodeRef call, NodeRef callee, const std::string &name) {
  if (kind(callee) != Kind::Attribute && kind(callee) != Kind::Name)
    return false;
  DecodeSite probe;
  probe.node = call;
  probe.callee = callee;
  probe.name = name;
  probe.name_range = range(callee);
  probe.receiver = kind(callee) == Kind::Attribute ? child(callee, SyntaxRole::Value) : NodeRef{};
  probe.shape = Shape::Call;
  return role_of(probe).role == Role::Token;
}

/// `table[i]`, `self.table.get(i)`, `chr(i)`, `to_piece(int(i))` where i is an element of something: adds that.
void SiteFinder::collect_lookup(NodeRef e, TextSources &sources, unsigned depth) {
  if (!e.valid())
    return;
  const SyntaxTree &t = tree(e);
  for (NodeId n = e.node; n.value < t.next(e.node).value; n = NodeId{n.value + 1})
    if (t.kind(n) == Kind::Name && is_looked_up(e.file, n, e.node))
      for (const Definition &d : query_.definitions_of({e.file, n}))
        if (d.how == Definition::How::Value && !d.path.empty() && d.path.front() == Definition::kAnyElement) {
          sources.ids.push_back(d.expression);
          collect_text_sources(d.expression, sources, depth + 1);
        }
}

/// `name` is an index, or an argument of a call that does more than print it, somewhere inside `top`.
bool SiteFinder::is_looked_up(FileId file, NodeId name, NodeId top) const {
  const SyntaxTree &t = model_.tree(file);
  for (NodeId n = name; n != t.parent(top); n = t.parent(n)) {
    if (t.role(n) == SyntaxRole::Index)
      return true;
    if (t.role(n) != SyntaxRole::Argument || t.kind(t.parent(n)) != Kind::Call)
      continue;
    const std::string_view called = text(t.name(t.child(t.parent(n), SyntaxRole::Callee)));
    if (called != "int" && called != "str" && called != "repr" && called != "len" && called != "format")
      return true;
  }
  return false;
}

/// What a list or dict held by the local name `use` is given: `pieces.append(x)`, `texts[key] = x`.
std::vector<NodeRef> SiteFinder::put_into(NodeRef use) const {
  std::vector<NodeRef> out;
  const FunctionId f = model_.function_at(use);
  for (NodeRef other : uses_in(model_.name(use), f)) {
    const NodeRef around = parent(other);
    if (kind(other) != Kind::Name || tree(other).role(other.node) != SyntaxRole::Value ||
        model_.function_at(other) != f)
      continue;
    // One text for each of many keys; a constant key makes a record, and a record is no text.
    if (kind(around) == Kind::Subscript && kind(parent(around)) == Kind::Assign &&
        tree(around).has(around.node, parser::kStore) && !constant_string(child(around, SyntaxRole::Index)))
      out.push_back(child(parent(around), SyntaxRole::Value));
    if (kind(around) != Kind::Attribute || !is_callee(around))
      continue;
    const std::string_view method = text(model_.name(around));
    if (method == "append" || method == "extend")
      if (const NodeRef put = argument(parent(around), 0); put.valid())
        out.push_back(put);
  }
  return out;
}

/// The position of the parameter that comes back as text of the same content: post-processing of strings. None: there
/// is no such parameter.
std::optional<unsigned> SiteFinder::text_parameter(FunctionId f) {
  const auto &fn = model_.function(f);
  const unsigned skipped = model_.takes_instance(f) ? 1 : 0;
  for (NodeRef e : query_.returned_expressions(f))
    for (size_t i = skipped; i < fn.parameters.size(); ++i) {
      std::set<NodeRef> seen;
      if (comes_from(e, {model_.file_of(f), fn.parameters[i]}, seen))
        return static_cast<unsigned>(i - skipped);
    }
  return std::nullopt;
}

/// `e` is the parameter, or what string methods make of it.
bool SiteFinder::comes_from(NodeRef e, NodeRef parameter, std::set<NodeRef> &seen) {
  if (!e.valid() || !seen.insert(e).second || seen.size() > kMaxTextSteps)
    return false;
  switch (kind(e)) {
  case Kind::Name:
    return std::ranges::any_of(query_.definitions_of(e), [&](const Definition &d) {
      return (d.how == Definition::How::Parameter && d.expression == parameter) ||
             (d.how == Definition::How::Value && comes_from(d.expression, parameter, seen));
    });
  case Kind::Call: {
    const NodeRef callee = child(e, SyntaxRole::Callee);
    if (kind(callee) != Kind::Attribute)
      return false;
    const std::string_view method = text(model_.name(callee));
    if (comes_from(child(callee, SyntaxRole::Value), parameter, seen))
      return true;
    return (method == "join" || method == "decode" || method == "detokenize" || method == "sub") &&
           (comes_from(argument(e, 0), parameter, seen) ||
            comes_from(argument(e, method == "sub" ? 2 : 0), parameter, seen));
  }
  case Kind::Binary:
    return comes_from(child(e, SyntaxRole::Left), parameter, seen) ||
           comes_from(child(e, SyntaxRole::Right), parameter, seen);
  case Kind::Conditional:
    return comes_from(child(e, SyntaxRole::Body), parameter, seen) ||
           comes_from(child(e, SyntaxRole::Orelse), parameter, seen);
  case Kind::Subscript:
    return comes_from(child(e, SyntaxRole::Value), parameter, seen);
  default:
    return false;
  }
}

} // namespace decode_ledger::decode_sites
