// Where do ids come from: a model on a device, the labels of a dataset, encode on the host, constants?
//
// The ids are followed backwards through what keeps them the same ids (slices, .cpu(), .tolist(), np.where, unpacking,
// loops, comprehensions, lists that they are appended to, parameters from callers, returns of this package's
// functions) to calls, attributes and keys that knowledge/origins.toml knows. Every source found adds to the answer;
// a question met again on the way adds nothing.
//
//     out = model.generate(x)           device: call of generate
//     ids = out[:, n:].cpu().tolist()   a view
//     for row in ids:
//         tok.decode(row)               device
//
// Parts of a value are told apart where the code shows them: `zip(a, b)`, tuples, `preds, labels = eval_pred`.
// What a name suggests counts only when following it found nothing. Ends by depth and by a bound on steps.
#include "decode_sites/site_finder.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace decode_ledger::decode_sites {

namespace {

constexpr unsigned kMaxOriginDepth = 48;
constexpr size_t kMaxOriginSteps = 1500;
constexpr size_t kMaxOriginEvidence = 8;

OriginFacts unknown_origin() {
  OriginFacts facts;
  facts.unknown = true;
  return facts;
}

std::span<const int> rest(std::span<const int> path) { return path.empty() ? path : path.subspan(1); }

} // namespace

void OriginFacts::add(const OriginFacts &other) {
  device = device || other.device;
  labels = labels || other.labels;
  host = host || other.host;
  constant = constant || other.constant;
  mixed = mixed || other.mixed;
  unknown = unknown || other.unknown;
  sentinel = sentinel || other.sentinel;
  cleared = cleared || other.cleared;
  gathered = gathered || other.gathered;
  for (const Evidence &e : other.evidence)
    if (evidence.size() < kMaxOriginEvidence &&
        std::ranges::none_of(evidence, [&](const Evidence &x) { return x.place == e.place && x.text == e.text; }))
      evidence.push_back(e);
  parameters.insert(other.parameters.begin(), other.parameters.end());
}

void SiteFinder::settle_origin(DecodeSite &site) {
  if (!site.ids.valid())
    return;
  const OriginFacts facts = origin_of(site.ids);
  site.origin_evidence = facts.evidence;
  site.sentinel = facts.sentinel && !facts.cleared && !facts.device;
  // Labels that were cleared and came back off the devices went through the compute that may fault.
  const bool device = facts.device || (facts.labels && facts.cleared && facts.gathered);
  if (device || facts.mixed)
    site.origin = facts.mixed || (facts.device && (facts.labels || facts.host)) ? Origin::Mixed : Origin::Device;
  else if (facts.unknown && (facts.is_nothing() || !facts.labels))
    site.origin = Origin::Unknown;
  else if (facts.labels)
    site.origin = facts.cleared ? Origin::Host : Origin::Labels;
  else if (facts.host)
    site.origin = Origin::Host;
  else if (facts.constant)
    site.origin = Origin::Constant;
}

OriginFacts SiteFinder::origin_of(NodeRef ids) {
  if (open_origins_.empty())
    origin_steps_ = 0;
  return origin_along(ids, {}, 0);
}

OriginFacts SiteFinder::origin_within(NodeRef ids, FunctionId f) {
  // A question of its own, also when it is asked on the way to another.
  const FunctionId around = std::exchange(within_, f);
  std::set<NodeRef> open = std::exchange(open_origins_, {});
  std::vector<Entered> entered = std::exchange(entered_, {});
  const size_t steps = std::exchange(origin_steps_, 0);
  OriginFacts facts = origin_along(ids, {}, 0);
  within_ = around;
  open_origins_ = std::move(open);
  entered_ = std::move(entered);
  origin_steps_ = steps;
  return facts;
}

OriginFacts SiteFinder::origin_by_table(std::string_view pattern_kind, std::string_view name, NodeRef at) {
  OriginFacts facts;
  const knowledge::PatternRow *row = knowledge::find_row(knowledge_.origins, fmt::format("{}:{}", pattern_kind, name));
  if (!row)
    return facts;
  facts.device = row->word == "device";
  facts.labels = row->word == "labels";
  facts.host = row->word == "host";
  facts.constant = row->word == "constant";
  facts.mixed = row->word == "mixed";
  // Transformers pads labels, and nothing else, with -100.
  facts.sentinel = facts.labels && name.find("label") != std::string_view::npos;
  if (!facts.is_nothing())
    facts.evidence.push_back({range(at), row->note.empty() ? fmt::format("{} `{}`", pattern_kind, name)
                                                           : fmt::format("`{}`: {}", name, row->note)});
  return facts;
}

/// `path` says which part of `ref`'s value is meant (see Definition::path).
OriginFacts SiteFinder::origin_along(NodeRef ref, std::span<const int> path, unsigned depth) {
  if (!ref.valid() || depth > kMaxOriginDepth || ++origin_steps_ > kMaxOriginSteps)
    return unknown_origin();
  if (!open_origins_.insert(ref).second)
    return {};
  struct Close {
    std::set<NodeRef> &open;
    NodeRef ref;
    ~Close() { open.erase(ref); }
  } close{open_origins_, ref};

  OriginFacts facts;
  const auto add_children = [&](std::initializer_list<SyntaxRole> roles, std::span<const int> below) {
    for (NodeId c : tree(ref).children(ref.node))
      if (std::ranges::find(roles, tree(ref).role(c)) != roles.end())
        facts.add(origin_along({ref.file, c}, below, depth + 1));
  };
  switch (kind(ref)) {
  case Kind::Int:
  case Kind::Float:
  case Kind::True:
  case Kind::False:
    facts.constant = true;
    facts.evidence.push_back({range(ref), "a constant"});
    return facts;
  case Kind::None:
    return facts;
  case Kind::Name:
    return origin_of_name(ref, path, depth);
  case Kind::Attribute:
    return origin_of_attribute(ref, depth);
  case Kind::Subscript:
    return origin_of_subscript(ref, depth);
  case Kind::Call:
    return origin_of_call(ref, path, depth);
  case Kind::Conditional:
    add_children({SyntaxRole::Body, SyntaxRole::Orelse}, path);
    return facts;
  case Kind::BoolOp:
  case Kind::Binary:
    add_children({SyntaxRole::Left, SyntaxRole::Right}, path);
    return facts;
  case Kind::Unary:
  case Kind::Named:
  case Kind::Await:
  case Kind::Starred:
    add_children({SyntaxRole::Value}, path);
    return facts;
  case Kind::Tuple:
  case Kind::List:
  case Kind::Set: {
    if (!path.empty() && path.front() >= 0 && kind(ref) != Kind::Set) {
      int index = 0;
      for (NodeId c : tree(ref).children(ref.node))
        if (index++ == path.front())
          return origin_along({ref.file, c}, rest(path), depth + 1);
    }
    add_children({SyntaxRole::Element}, rest(path));
    return facts;
  }
  case Kind::ListComp:
  case Kind::SetComp:
  case Kind::Generator:
    add_children({SyntaxRole::Element}, rest(path));
    facts.cleared = facts.cleared || filters_sentinel(ref);
    return facts;
  case Kind::DictComp:
    return origin_along(child(child(ref, SyntaxRole::Element), SyntaxRole::Value), {}, depth + 1);
  case Kind::Dict:
    for (NodeId c : tree(ref).children(ref.node))
      if (tree(ref).kind(c) == Kind::Pair)
        facts.add(origin_along({ref.file, tree(ref).child(c, SyntaxRole::Value)}, {}, depth + 1));
    return facts;
  case Kind::String:
  case Kind::Concatenation:
    return facts; // token strings and texts are no ids
  default:
    return unknown_origin();
  }
}

OriginFacts SiteFinder::origin_of_name(NodeRef use, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  for (const Definition &d : query_.definitions_of(use)) {
    std::vector<int> whole = d.path;
    whole.insert(whole.end(), path.begin(), path.end());
    switch (d.how) {
    case Definition::How::Value:
      facts.add(origin_along(d.expression, whole, depth + 1));
      break;
    case Definition::How::Augmented:
      facts.add(origin_along(d.expression, {}, depth + 1));
      break;
    case Definition::How::Parameter:
      facts.add(origin_of_parameter(d.expression, path, depth));
      break;
    case Definition::How::Imported:
      for (const Traced &v : query_.values_of(use))
        if (v.value.kind == Value::Kind::Literal || v.value.kind == Value::Kind::Container)
          facts.add(origin_along(v.value.node, path, depth + 1));
      break;
    case Definition::How::Function:
    case Definition::How::Class:
      break;
    default:
      facts.add(unknown_origin());
    }
  }
  facts.add(origin_of_added(use, depth));
  if (facts.is_nothing()) {
    OriginFacts named = origin_by_table("name", text(model_.name(use)), use);
    if (!named.is_nothing()) {
      named.parameters = facts.parameters;
      facts = std::move(named);
    } else {
      facts.unknown = true;
    }
  }
  if (facts.labels && sentinel_is_cleared(use))
    facts.cleared = true;
  return facts;
}

/// What a list is given after it was made, and what is written into a tensor: `rows.append(x)`, `rows += x`,
/// `out[:, i] = x`.
OriginFacts SiteFinder::origin_of_added(NodeRef use, unsigned depth) {
  OriginFacts facts;
  const FunctionId f = model_.function_at(use);
  for (NodeRef other : model_.uses(model_.name(use), use.file)) {
    if (kind(other) != kind(use) || tree(other).role(other.node) != SyntaxRole::Value || model_.function_at(other) != f)
      continue;
    const NodeRef around = parent(other);
    if (kind(around) == Kind::Attribute && is_callee(around)) {
      const std::string_view method = text(model_.name(around));
      const bool second = method == "insert";
      if (method == "append" || method == "extend" || method == "add" || method == "appendleft" || second)
        if (const NodeRef put = argument(parent(around), second ? 1 : 0); put.valid())
          facts.add(origin_along(put, {}, depth + 1));
    } else if (kind(around) == Kind::Subscript && tree(around).has(around.node, parser::kStore)) {
      const NodeRef statement = parent(around);
      if ((kind(statement) == Kind::Assign || kind(statement) == Kind::AugAssign) && !sentinel_is_cleared(other))
        facts.add(origin_along(child(statement, SyntaxRole::Value), {}, depth + 1));
    }
  }
  facts.unknown = false; // what else is put in does not take away what is known
  return facts;
}

namespace {

bool names_sentinel(std::string_view compared) {
  return compared.find("-100") != std::string_view::npos || compared.find("gnore") != std::string_view::npos ||
         compared.find("IGNORE") != std::string_view::npos;
}

} // namespace

/// `[i for i in row if i != -100]`, `if i >= 0`.
bool SiteFinder::filters_sentinel(NodeRef comprehension) const {
  for (NodeId c : tree(comprehension).children(comprehension.node))
    if (tree(comprehension).kind(c) == Kind::CompIf) {
      const std::string_view test = model_.source_text({comprehension.file, c});
      if (names_sentinel(test) || test.find(">= 0") != std::string_view::npos ||
          test.find("> -1") != std::string_view::npos)
        return true;
    }
  return false;
}

/// `x.masked_fill(mask, -100)`, `np.where(mask, x, -100)`: puts the sentinel in where others take it out.
bool SiteFinder::writes_sentinel(NodeRef call) const {
  for (NodeId c : tree(call).children(call.node))
    if (tree(call).role(c) == SyntaxRole::Argument && names_sentinel(model_.source_text({call.file, c})) &&
        tree(call).kind(c) != Kind::Compare)
      return true;
  return false;
}

/// `x[x == -100] = pad` somewhere in the function.
bool SiteFinder::sentinel_is_cleared(NodeRef use) {
  const FunctionId f = model_.function_at(use);
  for (NodeRef other : model_.uses(model_.name(use), use.file)) {
    if (tree(other).role(other.node) != SyntaxRole::Value || model_.function_at(other) != f)
      continue;
    const NodeRef around = parent(other);
    if (kind(around) != Kind::Subscript || !tree(around).has(around.node, parser::kStore))
      continue;
    const NodeRef index = child(around, SyntaxRole::Index);
    if (!index.valid() || kind(index) != Kind::Compare)
      continue;
    const std::string_view compared = model_.source_text(index);
    if (names_sentinel(compared) || compared.find('<') != std::string_view::npos)
      return true;
  }
  return false;
}

/// A method whose first parameter is its instance or class.
bool SiteFinder::takes_instance(FunctionId f) const {
  const auto &fn = model_.function(f);
  if (!fn.class_.valid() || fn.parameters.empty())
    return false;
  return std::ranges::none_of(fn.decorators, [&](NodeId d) {
    return model_.dotted_name(child({model_.file_of(f), d}, SyntaxRole::Value)) == "staticmethod";
  });
}

OriginFacts SiteFinder::origin_of_parameter(NodeRef parameter, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  facts.parameters.insert(parameter);
  const SyntaxTree &t = tree(parameter);
  const FunctionId f = model_.function_of_node({parameter.file, t.parent(t.parent(parameter.node))});
  if (takes_instance(f) && model_.function(f).parameters.front() == parameter.node)
    return facts;
  if (f == within_ && (entered_.empty() || entered_.back().function != f))
    return facts;
  // What a trainer hands to compute_metrics: predictions that a model made, labels of the dataset.
  for (const dataflow::CallEdge &e : std::vector<dataflow::CallEdge>(query_.callers_of(f)))
    if (e.kind == dataflow::EdgeKind::Boundary && kind(parent(e.argument)) == Kind::Keyword &&
        text(model_.name(parent(e.argument))) == "compute_metrics") {
      if (!path.empty() && path.front() == 1)
        facts.labels = facts.sentinel = true;
      else
        facts.device = true;
      facts.evidence.push_back({range(parent(e.argument)), "given to compute_metrics by the trainer"});
    }
  if (!facts.is_nothing())
    return facts;
  if (!entered_.empty() && entered_.back().function == f) {
    // Followed from this very call: what other callers pass is none of our business.
    const Entered entered = entered_.back();
    entered_.pop_back();
    const Query::Argument passed = query_.argument_passed(entered.call, f, parameter.node);
    facts.parameters.clear();
    facts.add(passed.expression.valid() ? origin_along(passed.expression, path, depth + 1) : unknown_origin());
    entered_.push_back(entered);
    return facts;
  }
  for (const Query::Argument &a : query_.arguments_for(f, parameter.node)) {
    if (!a.expression.valid())
      facts.unknown = true;
    else if (a.site.valid() || kind(a.expression) != Kind::None)
      facts.add(origin_along(a.expression, path, depth + 1));
  }
  return facts;
}

OriginFacts SiteFinder::origin_of_attribute(NodeRef ref, unsigned depth) {
  OriginFacts facts;
  const std::string_view name = text(model_.name(ref));
  const knowledge::PatternRow *row = knowledge::find_row(knowledge_.origins, fmt::format("attribute:{}", name));
  if (row && row->word == "constant")
    return origin_by_table("attribute", name, ref);
  for (const Definition &d : query_.definitions_of(ref))
    if (d.how == Definition::How::Value || d.how == Definition::How::Augmented)
      facts.add(origin_along(d.expression, d.path, depth + 1));
    else if (d.how == Definition::How::Parameter)
      facts.add(origin_of_parameter(d.expression, {}, depth));
    else if (d.how == Definition::How::Function)
      for (NodeRef e : query_.returned_expressions(model_.function_of_node(d.expression)))
        facts.add(origin_along(e, {}, depth + 1));
  if (!facts.is_nothing())
    return facts;
  if (row && row->word == "view")
    return origin_along(child(ref, SyntaxRole::Value), {}, depth + 1);
  const bool is_label = name.find("label") != std::string_view::npos;
  if (row && (is_label || !is_encoded_here(child(ref, SyntaxRole::Value), depth)))
    return origin_by_table("attribute", name, ref);
  // `output.sequences` and its kin: a field of what a call gave.
  const NodeRef object = child(ref, SyntaxRole::Value);
  OriginFacts whole = kind(object) == Kind::Name && text(model_.name(object)) == "self"
                          ? OriginFacts{}
                          : origin_along(object, {}, depth + 1);
  if (!whole.is_nothing())
    return whole;
  if (row)
    return origin_by_table("attribute", name, ref);
  facts = origin_by_table("name", name, ref);
  facts.unknown = facts.is_nothing();
  facts.parameters.insert(whole.parameters.begin(), whole.parameters.end());
  return facts;
}

OriginFacts SiteFinder::origin_of_subscript(NodeRef ref, unsigned depth) {
  const NodeRef object = child(ref, SyntaxRole::Value), index = child(ref, SyntaxRole::Index);
  const auto key = constant_string(index);
  if (!key) {
    std::vector<int> path;
    if (index.valid() && kind(index) == Kind::Int && (kind(object) == Kind::Name || kind(object) == Kind::Call))
      path.push_back(std::atoi(std::string(model_.source_text(index)).c_str()));
    return origin_along(object, path, depth + 1);
  }
  // A dict of this package whose display shows the key.
  OriginFacts facts;
  for (const Traced &v : dataflow::Values(query_.values_of(object)))
    if (v.value.kind == Value::Kind::Container && kind(v.value.node) == Kind::Dict)
      for (NodeId c : tree(v.value.node).children(v.value.node.node)) {
        const NodeRef pair{v.value.node.file, c};
        if (kind(pair) == Kind::Pair && constant_string(child(pair, SyntaxRole::Key)) == key)
          facts.add(origin_along(child(pair, SyntaxRole::Value), {}, depth + 1));
      }
  if (!facts.is_nothing())
    return facts;
  facts = origin_by_table("item", *key, ref);
  if (!facts.is_nothing() && (key->find("label") != std::string::npos || !is_encoded_here(object, depth)))
    return facts;
  OriginFacts whole = origin_along(object, {}, depth + 1);
  if (!whole.is_nothing())
    return whole;
  if (!facts.is_nothing())
    return facts;
  facts = origin_by_table("name", *key, ref);
  facts.unknown = facts.is_nothing();
  facts.parameters = whole.parameters;
  return facts;
}

/// A call of a tokenizer, or a local name that holds what one gave: that goes before what a key or field is usually
/// called (`tok(text)["input_ids"]` was encoded here, `batch["input_ids"]` came from somewhere).
bool SiteFinder::is_encoded_here(NodeRef object, unsigned depth) {
  if (kind(object) == Kind::Name) {
    const auto definitions = query_.definitions_of(object);
    const bool from_calls = !definitions.empty() && std::ranges::all_of(definitions, [&](const Definition &d) {
      return d.how == Definition::How::Value && d.path.empty() && kind(d.expression) == Kind::Call;
    });
    if (!from_calls)
      return false;
  } else if (kind(object) != Kind::Call) {
    return false;
  }
  const OriginFacts whole = origin_along(object, {}, depth + 1);
  return whole.host && !whole.labels && !whole.unknown;
}

/// The callee as tables know it: by the value where that is outside the package, else as it is written.
std::string SiteFinder::callee_text(NodeRef call) {
  const NodeRef callee = child(call, SyntaxRole::Callee);
  std::string written;
  for (NodeRef n = callee; n.valid();) {
    const Kind k = kind(n);
    if (k == Kind::Attribute || k == Kind::Name)
      written =
          written.empty() ? std::string(text(model_.name(n))) : fmt::format("{}.{}", text(model_.name(n)), written);
    else if (written.empty())
      break;
    if (k == Kind::Name)
      return written;
    n = k == Kind::Attribute || k == Kind::Subscript ? child(n, SyntaxRole::Value)
        : k == Kind::Call                            ? child(n, SyntaxRole::Callee)
                                                     : NodeRef{};
  }
  return written.empty() ? written : "_." + written;
}

OriginFacts SiteFinder::origin_of_call(NodeRef call, std::span<const int> path, unsigned depth) {
  const NodeRef callee = child(call, SyntaxRole::Callee);
  // Functions of this package first: following what they give wins over what their name suggests.
  OriginFacts inside;
  bool followed = false;
  std::string outside;
  const dataflow::Values callees = query_.values_of(callee);
  for (const Traced &v : callees) {
    if (v.value.kind == Value::Kind::Function) {
      followed = true;
      entered_.push_back({v.value.function, call});
      for (NodeRef e : query_.returned_expressions(v.value.function))
        inside.add(origin_along(e, path, depth + 1));
      if (model_.function(v.value.function).is_generator)
        inside.add(origin_of_yields(v.value.function, rest(path), depth));
      entered_.pop_back();
    } else if (v.value.kind == Value::Kind::External || v.value.kind == Value::Kind::Member ||
               v.value.kind == Value::Kind::Result) {
      outside = v.value.text;
    }
  }
  if (followed && !inside.is_nothing() && (!inside.unknown || inside.device))
    return inside;
  const std::string written = callee_text(call);
  for (const std::string &name : {outside, written}) {
    if (name.empty())
      continue;
    const knowledge::PatternRow *row = knowledge::find_row(knowledge_.origins, "call:" + name);
    if (!row)
      continue;
    if (row->word == "view" || row->word == "clears-sentinel") {
      OriginFacts view = origin_of_view(call, name, path, depth);
      if (row->word == "clears-sentinel" && writes_sentinel(call))
        view.labels = view.sentinel = true;
      else
        view.cleared = view.cleared || row->word == "clears-sentinel";
      view.gathered = view.gathered || row->note.find("gathered") != std::string::npos;
      return view;
    }
    OriginFacts facts = origin_by_table("call", name, call);
    const NodeRef first = argument(call, 0);
    // `tok.convert_tokens_to_ids("<eot>")` names its id.
    if (facts.host && name.find("to_id") != std::string::npos && first.valid() && constant_string(first)) {
      facts.host = false;
      facts.constant = true;
    }
    return facts;
  }
  if (!inside.is_nothing())
    return inside;
  // A method of something whose origin is known: `result.sequences.somehow()`.
  if (!followed && kind(callee) == Kind::Attribute) {
    OriginFacts receiver = origin_along(child(callee, SyntaxRole::Value), {}, depth + 1);
    if (receiver.device || receiver.mixed)
      return receiver;
  }
  return unknown_origin();
}

OriginFacts SiteFinder::origin_of_yields(FunctionId f, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  const NodeRef body = child(model_.node_of(f), SyntaxRole::Body);
  for (NodeId n = body.node; n.valid() && n.value < tree(body).next(body.node).value; n = NodeId{n.value + 1})
    if (tree(body).kind(n) == Kind::Yield && model_.function_at({body.file, n}) == f)
      facts.add(origin_along(child({body.file, n}, SyntaxRole::Value), path, depth + 1));
  return facts;
}

/// A call that gives back what its receiver or its arguments hold.
OriginFacts SiteFinder::origin_of_view(NodeRef call, std::string_view name, std::span<const int> path, unsigned depth) {
  const std::string_view last = name.substr(name.rfind('.') + 1);
  const NodeRef callee = child(call, SyntaxRole::Callee);
  OriginFacts facts;
  if (last == "zip" && path.size() >= 2 && path[1] >= 0) {
    const int element[] = {Definition::kAnyElement};
    return origin_along(argument(call, static_cast<unsigned>(path[1])), element, depth + 1);
  }
  if (last == "enumerate" && path.size() >= 2 && path[1] >= 0) {
    if (path[1] == 0) {
      facts.constant = true;
      return facts;
    }
    const int element[] = {Definition::kAnyElement};
    return origin_along(argument(call, 0), element, depth + 1);
  }
  if ((last == "get" || last == "pop") && constant_string(argument(call, 0))) {
    facts = origin_by_table("item", *constant_string(argument(call, 0)), call);
    if (!facts.is_nothing())
      return facts;
  }
  if (last == "map" || last == "filter")
    return origin_along(argument(call, 1), path, depth + 1);
  // A method gives what its receiver holds; a module's function what its arguments hold.
  bool is_method = false;
  if (kind(callee) == Kind::Attribute) {
    const NodeRef object = child(callee, SyntaxRole::Value);
    const dataflow::Values values = query_.values_of(object);
    is_method = std::ranges::none_of(values, [](const Traced &v) {
      return v.value.kind == Value::Kind::Module || v.value.kind == Value::Kind::External;
    });
    const std::string_view owner = kind(object) == Kind::Name ? text(model_.name(object)) : std::string_view();
    const bool hands_on = last.find("gather") != std::string_view::npos ||
                          last.find("pad_across") != std::string_view::npos || last == "prepare" || last == "reduce";
    if (is_method && !hands_on && owner != "self")
      facts.add(origin_along(object, path, depth + 1));
    else
      is_method = false;
  }
  const bool is_where = last == "where";
  const bool takes_arguments = !is_method || last == "where" || last == "append" || last == "new_tensor";
  if (takes_arguments) {
    unsigned index = 0;
    for (NodeId c : tree(call).children(call.node)) {
      if (tree(call).role(c) != SyntaxRole::Argument)
        continue;
      const NodeRef arg{call.file, c};
      if (kind(arg) == Kind::Keyword)
        continue;
      // np.where(condition, x, y): the condition only chooses. Views take ids first, shapes and dimensions later.
      const bool holds_ids = is_where ? index > 0 : index == 0 || last == "cat" || last == "zip" || last == "chain";
      // An index into the whole is none into the list of its parts.
      const bool joins =
          is_where || last.find("cat") != std::string_view::npos || last.find("stack") != std::string_view::npos;
      if (holds_ids)
        facts.add(origin_along(arg, joins ? std::span<const int>() : path, depth + 1));
      ++index;
    }
  }
  if (facts.device || facts.labels || facts.host)
    facts.constant = false; // a pad id beside the ids
  return facts;
}

} // namespace decode_ledger::decode_sites
