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
// Parts of a value are told apart where the code shows them: `zip(a, b)`, tuples, `preds, labels = eval_pred`, keys of
// a dict, fields of a record. `hyps[0]["tokens"]` asks for hyps by the path {0, tokens}.
// What a name suggests counts only when following it found nothing. Ends by depth and by a bound on steps.
#include "decode_sites/site_finder.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace decode_ledger::decode_sites {

namespace {

constexpr size_t kMaxOriginSteps = 1500;
/// Which parameter of a function its ids come from is seen close by or not at all; where the rest of them comes from is
/// not asked.
constexpr size_t kMaxStepsWithin = 250;
constexpr size_t kMaxOriginEvidence = 8;

OriginFacts unknown_origin() {
  OriginFacts facts;
  facts.unknown = true;
  return facts;
}

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
  shown = shown || other.shown;
  cut = cut || other.cut;
  lacks = lacks || other.lacks;
  for (const Evidence &e : other.evidence)
    if (evidence.size() < kMaxOriginEvidence &&
        std::ranges::none_of(evidence, [&](const Evidence &x) { return x.place == e.place && x.text == e.text; }))
      evidence.push_back(e);
  parameters.insert(other.parameters.begin(), other.parameters.end());
}

void SiteFinder::settle_origin(DecodeSite &site) {
  // A reference decodes what it is called with, wherever that is seen.
  std::vector<NodeRef> ids{site.ids};
  if (!site.ids.valid())
    ids = site.shape == Shape::Reference ? ids_of_passed(site.node, site.name) : std::vector<NodeRef>{};
  if (const auto aliases = alias_ids_.find(site.node); aliases != alias_ids_.end())
    ids.insert(ids.end(), aliases->second.begin(), aliases->second.end());
  if (ids.empty())
    return;
  OriginFacts facts;
  for (NodeRef one : ids)
    facts.add(origin_of(one));
  site.origin_evidence = facts.evidence;
  site.sentinel = facts.sentinel && !facts.cleared && !facts.device;
  // Labels that were cleared and came back off the devices went through the compute that may fault.
  const bool device = facts.device || (facts.labels && facts.cleared && facts.gathered);
  if (device || facts.mixed)
    site.origin = facts.mixed || (facts.device && (facts.labels || facts.host)) ? Origin::Mixed : Origin::Device;
  else if (facts.unknown && !facts.labels)
    site.origin = Origin::Unknown;
  else if (facts.labels)
    site.origin = facts.cleared ? Origin::Host : Origin::Labels;
  else if (facts.host)
    site.origin = Origin::Host;
  else if (facts.constant)
    site.origin = Origin::Constant;
}

OriginFacts SiteFinder::origin_of(NodeRef ids) {
  if (open_origins_.empty()) {
    origin_steps_ = 0;
    origin_limit_ = kMaxOriginSteps;
    known_origins_.clear(); // how many steps are left must not depend on what was asked before
  }
  return origin_along(ids, {}, 0);
}

OriginFacts SiteFinder::origin_within(NodeRef ids, FunctionId f) {
  // A question of its own, also when it is asked on the way to another.
  const FunctionId around = std::exchange(within_, f);
  std::set<NodeRef> open = std::exchange(open_origins_, {});
  std::vector<Entered> entered = std::exchange(entered_, {});
  const size_t steps = std::exchange(origin_steps_, 0);
  const size_t limit = std::exchange(origin_limit_, kMaxStepsWithin);
  OriginFacts facts = origin_along(ids, {}, 0);
  within_ = around;
  open_origins_ = std::move(open);
  entered_ = std::move(entered);
  origin_steps_ = steps;
  origin_limit_ = limit;
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

int SiteFinder::key_step(std::string_view key) {
  const auto known = static_cast<size_t>(std::ranges::find(keys_, key) - keys_.begin());
  if (known == keys_.size())
    keys_.emplace_back(key);
  return kFirstKey - static_cast<int>(known);
}

/// The path's first step is this key.
bool SiteFinder::is_at_key(std::span<const int> path, std::string_view key) const {
  return is_key(path) && keys_[static_cast<size_t>(kFirstKey - path.front())] == key;
}

/// Follows one of several ways, and leaves an eighth of the steps that are left to those after it: however far one way
/// leads, the others are looked at, too.
template <class Follow> OriginFacts SiteFinder::origin_of_one(bool is_last, Follow follow) {
  const size_t limit = origin_limit_;
  if (!is_last && origin_steps_ < limit)
    origin_limit_ = limit - (limit - origin_steps_) / 8;
  OriginFacts facts = follow();
  origin_limit_ = limit;
  return facts;
}

/// `path` says which part of `ref`'s value is meant (see Definition::path; keys and fields are steps, too).
OriginFacts SiteFinder::origin_along(NodeRef ref, std::span<const int> path, unsigned depth) {
  const std::vector<uint32_t> question = question_of(ref, path);
  if (const auto known = known_origins_.find(question); known != known_origins_.end())
    return known->second;
  const size_t cuts_before = num_origin_cuts_ + num_cuts_;
  OriginFacts facts = origin_of_expression(ref, path, depth);
  if (!has_key(path)) { // the question of a key ends here
    facts.unknown = facts.unknown || (facts.lacks && !facts.shown);
    facts.lacks = facts.shown = false;
  }
  if (num_origin_cuts_ + num_cuts_ == cuts_before)
    known_origins_.emplace(question, facts);
  return facts;
}

/// Everything that the answer depends on.
std::vector<uint32_t> SiteFinder::question_of(NodeRef ref, std::span<const int> path) const {
  std::vector<uint32_t> out{ref.file.value, ref.node.value, within_.value};
  for (int step : path)
    out.push_back(static_cast<uint32_t>(step));
  for (const Entered &e : entered_)
    out.insert(out.end(), {e.function.value, e.call.file.value, e.call.node.value});
  return out;
}

/// The value under a key or field that was found: it is shown when what is asked for below is shown, too.
OriginFacts SiteFinder::origin_shown(NodeRef value, std::span<const int> below, unsigned depth) {
  OriginFacts facts = origin_along(value, below, depth + 1);
  facts.shown = facts.shown || !has_key(below);
  return facts;
}

OriginFacts SiteFinder::origin_of_expression(NodeRef ref, std::span<const int> path, unsigned depth) {
  if (!ref.valid())
    return unknown_origin();
  if (depth > kMaxOriginDepth || ++origin_steps_ > origin_limit_) {
    ++num_origin_cuts_;
    OriginFacts facts = unknown_origin();
    facts.cut = true;
    return facts;
  }
  if (!open_origins_.insert(ref).second) {
    ++num_origin_cuts_;
    return {};
  }
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
    return origin_of_attribute(ref, path, depth);
  case Kind::Subscript:
    return origin_of_subscript(ref, path, depth);
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
      for (NodeId c : tree(ref).children(ref.node)) {
        if (tree(ref).kind(c) == Kind::Starred)
          return origin_along(child({ref.file, c}, SyntaxRole::Value), with_step(Definition::kAnyElement, rest(path)),
                              depth + 1);
        if (index++ == path.front())
          return origin_along({ref.file, c}, rest(path), depth + 1);
      }
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
    if (const NodeRef pair = child(ref, SyntaxRole::Element), value = child(pair, SyntaxRole::Value); is_key(path))
      if (const NodeRef source = source_by_key(child(pair, SyntaxRole::Key), value); source.valid())
        return origin_along(source, path, depth + 1); // `{k: v.to(device) for k, v in batch.items()}`
    return origin_along(child(child(ref, SyntaxRole::Element), SyntaxRole::Value), rest(path), depth + 1);
  case Kind::Dict:
    return origin_of_dict(ref, path, depth);
  case Kind::String:
  case Kind::Concatenation:
    return facts; // token strings and texts are no ids
  default:
    return unknown_origin();
  }
}

/// The value under the key that the path begins with; any value for other steps.
OriginFacts SiteFinder::origin_of_dict(NodeRef dict, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  bool spreads = false, found = false;
  for (NodeId c : tree(dict).children(dict.node)) {
    const NodeRef entry{dict.file, c};
    if (kind(entry) != Kind::Pair) {
      spreads = true;
      facts.add(origin_along(child(entry, SyntaxRole::Value), path, depth + 1));
      continue;
    }
    const auto key = constant_string(child(entry, SyntaxRole::Key));
    if (is_key(path) && key && !is_at_key(path, *key))
      continue;
    found = found || (is_key(path) && key);
    facts.add(is_key(path) && key ? origin_shown(child(entry, SyntaxRole::Value), rest(path), depth)
                                  : origin_along(child(entry, SyntaxRole::Value), rest(path), depth + 1));
  }
  facts.lacks = facts.lacks || (is_key(path) && !found && !spreads);
  return facts;
}

OriginFacts SiteFinder::origin_of_name(NodeRef use, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  if (is_key(path))
    for (NodeRef value : values_set_before(use, path))
      facts.add(origin_shown(value, rest(path), depth));
  if (facts.is_settled())
    return facts;
  const std::vector<Definition> definitions = query_.definitions_of(use);
  const bool is_only = definitions.size() == 1 && additions_to(use).empty();
  for (const Definition &d : definitions) {
    std::vector<int> whole = d.path;
    whole.insert(whole.end(), path.begin(), path.end());
    switch (d.how) {
    case Definition::How::Value:
      facts.add(origin_of_one(is_only, [&] { return origin_along(d.expression, whole, depth + 1); }));
      break;
    case Definition::How::Augmented:
      facts.add(origin_along(d.expression, {}, depth + 1));
      break;
    case Definition::How::Parameter:
      facts.add(origin_of_one(is_only, [&] { return origin_of_parameter(d.expression, path, depth); }));
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
  facts.add(origin_of_added(use, path, depth));
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

namespace {

bool names_sentinel(std::string_view compared) {
  return compared.find("-100") != std::string_view::npos || compared.find("gnore") != std::string_view::npos ||
         compared.find("IGNORE") != std::string_view::npos;
}

/// `i != -100`, `i >= 0`: what a filter keeps is no sentinel.
bool leaves_out_sentinel(std::string_view test) {
  return names_sentinel(test) || test.find(">= 0") != std::string_view::npos ||
         test.find("> -1") != std::string_view::npos;
}

} // namespace

/// `[i for i in row if i != -100]`.
bool SiteFinder::filters_sentinel(NodeRef comprehension) const {
  for (NodeId c : tree(comprehension).children(comprehension.node))
    if (tree(comprehension).kind(c) == Kind::CompIf && leaves_out_sentinel(model_.source_text({comprehension.file, c})))
      return true;
  return false;
}

/// `filter(lambda i: i != -100, row)`, or a function of this package in the lambda's place.
bool SiteFinder::is_sentinel_filter(NodeRef call) {
  const dataflow::Values tests = query_.values_of(argument(call, 0));
  return !tests.empty() && std::ranges::all_of(tests, [&](const Traced &v) {
    return v.value.kind == Value::Kind::Function &&
           std::ranges::any_of(query_.returned_expressions(v.value.function),
                               [&](NodeRef e) { return leaves_out_sentinel(model_.source_text(e)); });
  });
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

OriginFacts SiteFinder::origin_of_parameter(NodeRef parameter, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  facts.parameters.insert(parameter);
  const SyntaxTree &t = tree(parameter);
  const FunctionId f = model_.function_of_node({parameter.file, t.parent(t.parent(parameter.node))});
  if (model_.takes_instance(f) && model_.function(f).parameters.front() == parameter.node)
    return facts;
  if (f == within_ && (entered_.empty() || entered_.back().function != f))
    return facts;
  if (OriginFacts given = origin_given_by_framework(f, parameter); !given.is_nothing())
    return given;
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
  const std::vector<Query::Argument> arguments = query_.arguments_for(f, parameter.node);
  for (const Query::Argument &a : arguments) {
    if (!a.expression.valid())
      facts.unknown = true;
    else if (a.site.valid() || kind(a.expression) != Kind::None)
      facts.add(origin_of_one(arguments.size() == 1, [&] { return origin_along(a.expression, path, depth + 1); }));
  }
  if (facts.is_nothing())
    if (OriginFacts mapped = origin_given_by_mapping(f, parameter, path, depth); !mapped.is_nothing()) {
      facts.unknown = false; // that code which is not read calls it is known here
      facts.add(mapped);
    }
  if (query_.callers_of(f).empty())
    facts.add(origin_given_by_name(f, parameter, path, depth));
  return facts;
}

/// A function that is handed to code which calls it with elements: `pool.map(f, rows)`, `dataset.map(f)`.
OriginFacts SiteFinder::origin_given_by_mapping(FunctionId f, NodeRef parameter, std::span<const int> path,
                                                unsigned depth) {
  OriginFacts facts;
  const auto &parameters = model_.function(f).parameters;
  const auto position = static_cast<unsigned>(std::ranges::find(parameters, parameter.node) - parameters.begin()) -
                        (model_.takes_instance(f) ? 1 : 0);
  for (const dataflow::CallEdge &e : std::vector<dataflow::CallEdge>(query_.callers_of(f))) {
    const NodeRef callee = e.kind == dataflow::EdgeKind::Boundary ? child(e.site, SyntaxRole::Callee) : NodeRef{};
    if (!callee.valid())
      continue;
    const std::string_view called = text(model_.name(callee));
    const bool maps = called == "map" || called == "filter" || called == "imap" || called == "imap_unordered" ||
                      called == "map_async" || called == "flat_map" || called == "map_batches";
    if (!maps)
      continue;
    const bool is_first = argument(e.site, 0) == e.argument;
    if (const NodeRef rows = is_first ? argument(e.site, 1 + position) : NodeRef{}; rows.valid()) {
      facts.add(origin_along(rows, with_step(Definition::kAnyElement, path), depth + 1));
    } else if (position == 0 && kind(callee) == Kind::Attribute && (is_first || !argument(e.site, 0).valid())) {
      facts.labels = true;
      facts.evidence.push_back({range(e.site), fmt::format("a row that `{}` hands over", called)});
    }
  }
  return facts;
}

/// A method that nothing calls, but that some call names by a string beside a keyword for this parameter:
/// `self.notify("on_generated", ids=ids)`.
OriginFacts SiteFinder::origin_given_by_name(FunctionId f, NodeRef parameter, std::span<const int> path,
                                             unsigned depth) {
  OriginFacts facts;
  const auto &fn = model_.function(f);
  if (!fn.class_.valid())
    return facts;
  for (const auto &[said, use] : strings_beside(model_.name(parameter)))
    if (said == text(fn.name))
      facts.add(origin_along(child(use, SyntaxRole::Value), path, depth + 1));
  return facts;
}

const std::vector<std::pair<std::string, NodeRef>> &SiteFinder::strings_beside(NameId keyword) {
  const auto [found, is_new] = strings_beside_.try_emplace(keyword);
  if (!is_new)
    return found->second;
  for (NodeRef use : model_.uses(keyword)) {
    if (kind(use) != Kind::Keyword)
      continue;
    const NodeRef call = parent(use);
    for (NodeId c : tree(call).children(call.node))
      if (tree(call).role(c) == SyntaxRole::Argument)
        if (std::optional<std::string> said = constant_string({call.file, c}))
          found->second.emplace_back(std::move(*said), use);
  }
  return found->second;
}

/// A method that a framework's base class calls with ids: `LogitsProcessor.__call__(self, input_ids, scores)`.
OriginFacts SiteFinder::origin_given_by_framework(FunctionId f, NodeRef parameter) {
  const ClassId c = model_.class_of(f);
  if (!c.valid())
    return {};
  const auto &fn = model_.function(f);
  const auto position = std::ranges::find(fn.parameters, parameter.node) - fn.parameters.begin();
  for (const package_model::ClassName &base : model_.mro(c))
    if (!base.external.empty())
      if (OriginFacts facts =
              origin_by_table("parameter", fmt::format("{}.{}.{}", base.external, text(fn.name), position), parameter);
          !facts.is_nothing())
        return facts;
  return {};
}

OriginFacts SiteFinder::origin_of_attribute(NodeRef ref, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  const std::string_view name = text(model_.name(ref));
  const knowledge::PatternRow *row = knowledge::find_row(knowledge_.origins, fmt::format("attribute:{}", name));
  if (row && row->word == "constant")
    return origin_by_table("attribute", name, ref);
  const NodeRef object = child(ref, SyntaxRole::Value);
  const bool is_of_self = kind(object) == Kind::Name && text(model_.name(object)) == "self";
  // A field of a record that is made in sight.
  OriginFacts field = is_of_self ? OriginFacts{} : origin_along(object, with_step(key_step(name), path), depth + 1);
  if (field.is_settled())
    return field;
  for (const Definition &d : query_.definitions_of(ref)) {
    std::vector<int> whole = d.path;
    whole.insert(whole.end(), path.begin(), path.end());
    if (d.how == Definition::How::Value || d.how == Definition::How::Augmented)
      facts.add(origin_along(d.expression, whole, depth + 1));
    else if (d.how == Definition::How::Parameter)
      facts.add(origin_of_parameter(d.expression, path, depth));
    else if (d.how == Definition::How::Function)
      for (NodeRef e : query_.returned_expressions(model_.function_of_node(d.expression)))
        facts.add(origin_along(e, path, depth + 1));
  }
  facts.add(origin_of_added(ref, path, depth));
  return facts.is_nothing() ? origin_by_field(object, name, ref, path, depth) : facts;
}

/// `getattr(object, "name", default)`: what `object.name` is, or the default.
OriginFacts SiteFinder::origin_of_getattr(NodeRef call, std::string_view name, std::span<const int> path,
                                          unsigned depth) {
  const NodeRef object = argument(call, 0), fallback = argument(call, 2);
  OriginFacts facts = origin_by_table("attribute", name, call);
  if (!facts.constant) {
    facts = origin_along(object, with_step(key_step(name), path), depth + 1);
    if (!facts.is_settled())
      facts = origin_by_field(object, name, call, path, depth);
  }
  if (fallback.valid())
    facts.add(origin_along(fallback, path, depth + 1));
  return facts;
}

/// What a field of `object` is by its name, and by what the object is, where nothing shows what is stored in it.
OriginFacts SiteFinder::origin_by_field(NodeRef object, std::string_view name, NodeRef ref, std::span<const int> path,
                                        unsigned depth) {
  const knowledge::PatternRow *row = knowledge::find_row(knowledge_.origins, fmt::format("attribute:{}", name));
  const bool is_of_self = kind(object) == Kind::Name && text(model_.name(object)) == "self";
  if (row && row->word == "view")
    return origin_along(object, path, depth + 1);
  const bool is_label = name.find("label") != std::string_view::npos;
  if (row && (is_label || !is_encoded_here(object, depth)))
    return origin_by_table("attribute", name, ref);
  // `output.sequences` and its kin: a field of what a call gave.
  OriginFacts whole = is_of_self ? OriginFacts{} : origin_along(object, {}, depth + 1);
  if (!whole.is_nothing())
    return whole;
  if (row)
    return origin_by_table("attribute", name, ref);
  OriginFacts facts = origin_by_table("name", name, ref);
  facts.unknown = facts.is_nothing();
  facts.parameters.insert(whole.parameters.begin(), whole.parameters.end());
  return facts;
}

OriginFacts SiteFinder::origin_of_subscript(NodeRef ref, std::span<const int> path, unsigned depth) {
  const NodeRef object = child(ref, SyntaxRole::Value), index = child(ref, SyntaxRole::Index);
  if (const auto key = constant_string(index))
    return origin_at_key(object, *key, path, ref, depth);
  // Rows and columns of a tensor have no parts of their own.
  if (!index.valid() || kind(index) == Kind::Slice || kind(index) == Kind::Tuple)
    return origin_along(object, path, depth + 1);
  const int step =
      kind(index) == Kind::Int ? std::atoi(std::string(model_.source_text(index)).c_str()) : Definition::kAnyElement;
  OriginFacts facts = origin_along(object, with_step(step, path), depth + 1);
  if (facts.is_nothing() && is_dataset(object)) {
    facts.labels = true;
    facts.unknown = false;
    facts.evidence.push_back({range(ref), "a row of a dataset"});
  }
  return facts;
}

/// `object[key]`, `object.get(key)`: what stands under that key where the dict is made in sight, else what the key is
/// usually called for, else what the whole is.
OriginFacts SiteFinder::origin_at_key(NodeRef object, const std::string &key, std::span<const int> path, NodeRef at,
                                      unsigned depth) {
  const OriginFacts usual = origin_by_table("item", key, at);
  const OriginFacts exact = origin_along(object, with_step(key_step(key), path), depth + 1);
  // `ids[:, :n]` of what generation gives is the prompt again: there the name of the key knows better.
  const bool is_prompt = usual.labels && key.find("prompt") != std::string::npos && (exact.labels || exact.host);
  if (exact.is_settled() && !(exact.cut && usual.labels) && !is_prompt)
    return exact;
  // A dict of this package whose display shows the key.
  OriginFacts facts;
  for (const Traced &v : dataflow::Values(query_.values_of(object)))
    if (v.value.kind == Value::Kind::Container && kind(v.value.node) == Kind::Dict)
      for (NodeId c : tree(v.value.node).children(v.value.node.node)) {
        const NodeRef pair{v.value.node.file, c};
        if (kind(pair) == Kind::Pair && constant_string(child(pair, SyntaxRole::Key)) == key)
          facts.add(origin_along(child(pair, SyntaxRole::Value), path, depth + 1));
      }
  if ((exact.device || exact.mixed) && !is_prompt && !facts.is_nothing())
    facts.add(exact);
  if (!facts.is_nothing() && (!facts.unknown || facts.device || usual.is_nothing() || usual.device))
    return facts;
  // A loader's rows were on the host, whatever a model's outputs call that key.
  const bool is_row = exact.labels && !exact.host && !exact.constant && !exact.device && !exact.mixed && !exact.unknown;
  if (usual.device && is_row)
    return exact;
  if (!usual.is_nothing() && (key.find("label") != std::string::npos || !is_encoded_here(object, depth)))
    return usual;
  if (!exact.is_nothing())
    return exact;
  OriginFacts whole = origin_along(object, {}, depth + 1);
  if (!whole.is_nothing())
    return whole;
  if (!usual.is_nothing())
    return usual;
  facts = origin_by_table("name", key, at);
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

namespace {

/// A view of the group "gathered from all processes, or moved to another device".
bool is_move(const knowledge::PatternRow &row) {
  return row.word == "view" && row.note.find("gathered") != std::string::npos;
}

bool is_outside(const Value &v) {
  return v.kind == Value::Kind::External || v.kind == Value::Kind::Member || v.kind == Value::Kind::Result;
}

} // namespace

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
  const std::string written = callee_text(call);
  if (written == "getattr")
    if (const auto name = constant_string(argument(call, 1)))
      return origin_of_getattr(call, *name, path, depth);
  const knowledge::PatternRow *usual = knowledge::find_row(knowledge_.origins, "call:" + written);
  // A function of this package that is named for moving a batch gives it back: it maps a callback over all its parts.
  // One that is named for looking ids up makes them, whatever table it takes them from.
  const bool is_encoder = usual && usual->word == "host";
  if (usual && (is_move(*usual) || (is_encoder && !written.ends_with("encode"))))
    return origin_by_call_name(call, written, *usual, path, depth);
  // Functions of this package first: following what they give wins over what their name suggests.
  const dataflow::Values callees = query_.values_of(callee);
  const bool followed =
      std::ranges::any_of(callees, [](const Traced &v) { return v.value.kind == Value::Kind::Function; });
  const OriginFacts inside = origin_of_callees(call, callees, path, depth);
  if (is_encoder && !inside.device && !inside.mixed)
    return origin_by_call_name(call, written, *usual, path, depth);
  if (!inside.is_nothing() && (!inside.unknown || inside.device))
    return inside;
  if (OriginFacts record = origin_of_record(call, callees, path, depth); !record.is_nothing())
    return record;
  for (const Traced &v : callees)
    if (const auto *row = knowledge::find_row(knowledge_.origins, "call:" + v.value.text); row && is_outside(v.value))
      return origin_by_call_name(call, v.value.text, *row, path, depth);
  if (usual)
    return origin_by_call_name(call, written, *usual, path, depth);
  if (OriginFacts text = origin_of_text(call, depth); !text.is_nothing())
    return text;
  if (!inside.is_nothing())
    return inside;
  // A method of something whose origin is known: `result.sequences.somehow()`.
  if (!followed && kind(callee) == Kind::Attribute) {
    OriginFacts receiver = origin_along(child(callee, SyntaxRole::Value), {}, depth + 1);
    if (receiver.device || receiver.mixed)
      return receiver;
  }
  if (kind(callee) == Kind::Attribute && is_dataset(child(callee, SyntaxRole::Value))) {
    OriginFacts rows;
    rows.labels = true;
    rows.evidence.push_back({range(call), "what a dataset gives"});
    return rows;
  }
  return unknown_origin();
}

/// An instance of a class that derives from a framework's dataset, or is named for one.
bool SiteFinder::is_dataset(NodeRef object) {
  const auto is_named = [](std::string_view name) { return name.ends_with("Dataset"); };
  return std::ranges::any_of(query_.values_of(object), [&](const Traced &v) {
    if (v.value.kind == Value::Kind::Result)
      return is_named(v.value.text);
    return v.value.kind == Value::Kind::Instance &&
           (is_named(model_.class_(v.value.class_).qualified) ||
            std::ranges::any_of(model_.mro(v.value.class_), [&](const package_model::ClassName &base) {
              return !base.id.valid() && is_named(base.external);
            }));
  });
}

/// What the functions of this package among `callees` give for this very call.
OriginFacts SiteFinder::origin_of_callees(NodeRef call, const dataflow::Values &callees, std::span<const int> path,
                                          unsigned depth) {
  OriginFacts facts;
  std::set<FunctionId> seen; // a method of many classes is one function
  for (const Traced &v : callees) {
    if (v.value.kind != Value::Kind::Function || !seen.insert(v.value.function).second)
      continue;
    entered_.push_back({v.value.function, call});
    const std::vector<NodeRef> returned = query_.returned_expressions(v.value.function);
    for (NodeRef e : returned)
      facts.add(
          origin_of_one(returned.size() == 1 && callees.size() == 1, [&] { return origin_along(e, path, depth + 1); }));
    if (model_.function(v.value.function).is_generator)
      facts.add(origin_of_yields(v.value.function, rest(path), depth));
    entered_.pop_back();
  }
  return facts;
}

/// What the tables say of a call by the name of its callee.
OriginFacts SiteFinder::origin_by_call_name(NodeRef call, std::string_view name, const knowledge::PatternRow &row,
                                            std::span<const int> path, unsigned depth) {
  if (row.word == "view" || row.word == "clears-sentinel") {
    OriginFacts view = origin_of_view(call, name, path, depth);
    if (row.word == "clears-sentinel" && writes_sentinel(call))
      view.labels = view.sentinel = true;
    else
      view.cleared = view.cleared || row.word == "clears-sentinel";
    view.gathered = view.gathered || is_move(row);
    return view;
  }
  OriginFacts facts = origin_by_table("call", name, call);
  // `predictions, label_ids, metrics = trainer.predict(rows)`.
  if (name.ends_with(".predict") && !path.empty() && path.front() == 1) {
    facts.device = false;
    facts.labels = facts.sentinel = true;
  }
  const NodeRef first = argument(call, 0);
  // `tok.convert_tokens_to_ids("<eot>")` names its id; a token is named by one text, also where that is a default.
  const auto is_text = [&](const Traced &v) {
    return v.value.kind == Value::Kind::Literal && constant_string(v.value.node);
  };
  const std::string_view last = name.substr(name.rfind('.') + 1);
  const bool names_id =
      first.valid() && (constant_string(first) || (last.find("token") != std::string::npos &&
                                                   std::ranges::any_of(query_.values_of(first), is_text)));
  if (facts.host && name.find("to_id") != std::string::npos && names_id) {
    facts.host = false;
    facts.constant = true;
  }
  return facts;
}

/// `Output(tokens=ids)`, `dict(tokens=ids)`: the field or key that the path begins with.
OriginFacts SiteFinder::origin_of_record(NodeRef call, const dataflow::Values &callees, std::span<const int> path,
                                         unsigned depth) {
  if (!is_key(path))
    return {};
  const std::string &key = keys_[static_cast<size_t>(kFirstKey - path.front())];
  const std::string_view called = text(model_.name(child(call, SyntaxRole::Callee)));
  const bool makes_record = called == "dict" || (!called.empty() && called[0] >= 'A' && called[0] <= 'Z');
  NodeRef given = makes_record ? keyword(call, key) : NodeRef{};
  for (const Traced &v : callees)
    if (v.value.kind == Value::Kind::Class && !given.valid())
      if (const auto position = field_position(v.value.class_, key))
        given = argument(call, *position);
  if (!given.valid())
    return {};
  return origin_shown(given, rest(path), depth);
}

/// The position of a dataclass's or named tuple's field among the constructor's arguments; none when the class has a
/// constructor of its own, or no such field.
std::optional<unsigned> SiteFinder::field_position(ClassId c, std::string_view field) const {
  if (model_.method(c, model_.find_name("__init__")).valid())
    return std::nullopt;
  unsigned position = 0;
  const NodeRef body = child(model_.node_of(c), SyntaxRole::Body);
  for (NodeId statement : tree(body).children(body.node)) {
    const NodeRef declared{body.file, statement};
    if (kind(declared) != Kind::Assign || !child(declared, SyntaxRole::Annotation).valid())
      continue;
    if (text(model_.name(child(declared, SyntaxRole::Target))) == field)
      return position;
    ++position;
  }
  return std::nullopt;
}

/// Text made of ids is where those ids are from: a second stage decodes the pieces that the first one gave.
///
///     line = vocabulary.string(hypothesis)    device
///     bpe.decode(line)                        device
OriginFacts SiteFinder::origin_of_text(NodeRef call, unsigned depth) {
  OriginFacts facts;
  const NodeRef callee = child(call, SyntaxRole::Callee);
  const std::string name(text(model_.name(callee)));
  if (knowledge_.find_api(name)) {
    if (is_token_call(call, callee, name))
      facts = origin_along(ids_argument(call, name), {}, depth + 1);
    return facts;
  }
  for (const FunctionId f : called_functions(call))
    if (const NodeRef ids = wrapped_argument(call, f); ids.valid())
      facts.add(origin_along(ids, {}, depth + 1));
  return facts;
}

OriginFacts SiteFinder::origin_of_yields(FunctionId f, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  const NodeRef body = child(model_.node_of(f), SyntaxRole::Body);
  for (NodeId n = body.node; n.valid() && n.value < tree(body).next(body.node).value; n = NodeId{n.value + 1})
    if (tree(body).kind(n) == Kind::Yield && model_.function_at({body.file, n}) == f)
      facts.add(origin_along(child({body.file, n}, SyntaxRole::Value), path, depth + 1));
  return facts;
}

/// `map(f, rows)`: what f gives where it is of this package, else what the rows hold.
OriginFacts SiteFinder::origin_of_mapped(NodeRef call, bool applies, std::span<const int> path, unsigned depth) {
  OriginFacts facts;
  if (applies)
    for (const Traced &v : dataflow::Values(query_.values_of(argument(call, 0))))
      if (v.value.kind == Value::Kind::Function)
        for (NodeRef e : query_.returned_expressions(v.value.function))
          facts.add(origin_along(e, rest(path), depth + 1));
  return facts.is_nothing() ? origin_along(argument(call, 1), path, depth + 1) : facts;
}

/// A call that gives back what its receiver or its arguments hold.
OriginFacts SiteFinder::origin_of_view(NodeRef call, std::string_view name, std::span<const int> path, unsigned depth) {
  const std::string_view last = name.substr(name.rfind('.') + 1);
  const NodeRef callee = child(call, SyntaxRole::Callee);
  OriginFacts facts;
  if (last == "zip" && path.size() >= 2 && path[1] >= 0) {
    return origin_along(argument(call, static_cast<unsigned>(path[1])),
                        with_step(Definition::kAnyElement, path.subspan(2)), depth + 1);
  }
  if (last == "enumerate" && path.size() >= 2 && path[1] >= 0) {
    if (path[1] == 0) {
      facts.constant = true;
      return facts;
    }
    return origin_along(argument(call, 0), with_step(Definition::kAnyElement, path.subspan(2)), depth + 1);
  }
  if ((last == "get" || last == "pop" || last == "setdefault") && kind(callee) == Kind::Attribute)
    if (const auto key = constant_string(argument(call, 0)))
      return origin_at_key(child(callee, SyntaxRole::Value), *key, path, call, depth);
  if (last == "items" && path.size() >= 2 && path[1] >= 0 && kind(callee) == Kind::Attribute)
    return path[1] == 0 ? OriginFacts{}
                        : origin_along(child(callee, SyntaxRole::Value),
                                       with_step(Definition::kAnyElement, path.subspan(2)), depth + 1);
  if (last == "map" || last == "filter") {
    facts = origin_of_mapped(call, last == "map", path, depth);
    facts.cleared = facts.cleared || (last == "filter" && is_sentinel_filter(call));
    return facts;
  }
  if (last == "join") // of strings: the pieces
    return origin_along(argument(call, 0), rest(path), depth + 1);
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
