// Candidates: every place that could be a decode site, in every shape, then role, origin and key of each.
#include "decode_sites/site_finder.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::decode_sites {

std::string_view role_name(Role role) {
  static constexpr std::string_view kNames[] = {"token", "bytes", "search", "media", "other", "unknown"};
  return kNames[static_cast<size_t>(role)];
}

std::string_view origin_name(Origin origin) {
  static constexpr std::string_view kNames[] = {"device", "mixed", "labels", "host", "constant", "unknown"};
  return kNames[static_cast<size_t>(origin)];
}

std::string SiteKey::text() const {
  return of > 1 ? fmt::format("{}:{}:{}#{}", module, scope, call, nth) : fmt::format("{}:{}:{}", module, scope, call);
}

SiteId DecodeSites::at(SourceRange name_range) const {
  const auto it = std::ranges::lower_bound(sites, name_range, {}, &DecodeSite::name_range);
  return it != sites.end() && it->name_range == name_range ? SiteId{static_cast<size_t>(it - sites.begin())} : SiteId{};
}

DecodeSites SiteFinder::find(ThreadPool &pool) {
  result_.decoder_used.assign(decoders_.size(), false);
  for (const knowledge::DecodeApi &api : knowledge_.decode_apis)
    add_named_uses(api.name);
  for (const UserDecoder &d : decoders_)
    add_named_uses(d.method.empty() ? d.function.substr(d.function.rfind('.') + 1) : d.method);
  add_getattr_calls();
  const size_t named = result_.sites.size();
  for (size_t i = 0; i < named; ++i)
    settle(result_.sites[i]);
  add_alias_calls();
  add_wrapper_calls();
  add_opaque_calls();
  std::ranges::sort(result_.sites, {}, [](const DecodeSite &s) { return std::tuple(s.name_range, s.node); });
  number_keys();
  query_.for_each_shard(result_.sites.size(), pool, [&](Query &shard, size_t begin, size_t end) {
    SiteFinder(shard, *this).settle_origins(std::span(result_.sites).subspan(begin, end - begin));
  });
  return std::move(result_);
}

void SiteFinder::settle_origins(std::span<DecodeSite> sites) {
  for (DecodeSite &s : sites)
    if (s.role == Role::Token || s.role == Role::Unknown) {
      settle_origin(s);
      s.fingerprint = site_fingerprint(model_, s.node);
    }
}

DecodeSites find_decode_sites(Query &query, const knowledge::Knowledge &knowledge,
                              const std::vector<UserDecoder> &decoders, ThreadPool &pool) {
  return SiteFinder(query, knowledge, decoders).find(pool);
}

// Candidates by name.

void SiteFinder::add_named_uses(const std::string &name) {
  for (NodeRef use : model_.uses(model_.find_name(name)))
    add_use(use, name);
}

void SiteFinder::add_use(NodeRef use, const std::string &name) {
  const SyntaxTree &t = tree(use);
  if (t.kind(use.node) == Kind::Keyword || t.has(use.node, parser::kStore) || t.has(use.node, parser::kDelete))
    return;
  if (t.kind(use.node) == Kind::Name) {
    // A plain name counts when it is a function, imported or of this package; a variable that is merely called
    // `decode` (a flag, say) does not.
    const dataflow::Values &values = query_.values_of(use);
    const bool is_function = std::ranges::any_of(values, [&](const Traced &v) {
      return v.value.kind == Value::Kind::Function || v.value.kind == Value::Kind::Partial ||
             (v.value.kind == Value::Kind::External && v.value.text != name) || v.value.kind == Value::Kind::Member;
    });
    if (!is_function && !is_callee(use))
      return;
  }
  if (is_seen(use))
    return;
  if (is_callee(use))
    add_call(parent(use), use, name, Shape::Call);
  else
    add_call({}, use, name, Shape::Reference);
}

void SiteFinder::add_call(NodeRef call, NodeRef callee, const std::string &name, Shape shape) {
  DecodeSite site;
  site.node = call.valid() ? call : callee;
  site.callee = callee;
  site.name = name;
  site.shape = shape;
  const SyntaxTree &t = tree(callee);
  const auto [begin, end] = t.name_range(callee.node);
  site.name_range = {callee.file, begin, end};
  if (t.kind(callee.node) == Kind::Attribute)
    site.receiver = child(callee, SyntaxRole::Value);
  if (call.valid())
    site.ids = ids_argument(call, name);
  else if (shape == Shape::Reference)
    site.ids = mapped_argument(callee);
  site.function = model_.function_at(site.node);
  site.is_test = model_.sources().file(callee.file).is_test;
  site.key.module = model_.module_name(callee.file);
  site.key.scope = scope_name(site.node);
  site.key.call = normalised_text(model_, callee);
  result_.sites.push_back(std::move(site));
}

/// `map(tok.decode, rows)`, `pool.map(tok.decode, rows)`: the rows. None: the reference goes elsewhere.
NodeRef SiteFinder::mapped_argument(NodeRef reference) const {
  const NodeRef call = parent(reference);
  if (kind(call) != Kind::Call || argument(call, 0) != reference)
    return {};
  const std::string_view called = text(model_.name(child(call, SyntaxRole::Callee)));
  const bool maps = called == "map" || called == "imap" || called == "imap_unordered" || called == "map_async";
  return maps ? argument(call, 1) : NodeRef{};
}

NodeRef SiteFinder::argument(NodeRef call, unsigned position) const {
  unsigned index = 0;
  for (NodeId c : tree(call).children(call.node))
    if (tree(call).role(c) == SyntaxRole::Argument && tree(call).kind(c) != Kind::Keyword && index++ == position)
      return {call.file, c};
  return {};
}

NodeRef SiteFinder::keyword(NodeRef call, std::string_view name) const {
  for (NodeId c : tree(call).children(call.node))
    if (tree(call).kind(c) == Kind::Keyword && text(tree(call).name(c)) == name)
      return {call.file, tree(call).child(c, SyntaxRole::Value)};
  return {};
}

NodeRef SiteFinder::ids_argument(NodeRef call, const std::string &name) const {
  const knowledge::DecodeApi *api = knowledge_.find_api(name);
  if (api && !api->ids_keyword.empty())
    if (const NodeRef by_name = keyword(call, api->ids_keyword); by_name.valid())
      return by_name;
  for (const char *usual : {"ids", "token_ids", "sequences", "tokens", "input_ids"})
    if (const NodeRef by_name = keyword(call, usual); by_name.valid())
      return by_name;
  return argument(call, api ? api->ids : 0);
}

/// The innermost class or function (lambdas too) around `ref`, by its qualified name.
std::string SiteFinder::scope_name(NodeRef ref) const {
  const module_model::ModuleModel &m = model_.module(ref.file);
  ScopeId s = m.scope_at(ref.node);
  while (m.scopes[s.value].kind == module_model::ScopeKind::Comprehension)
    s = m.scopes[s.value].parent;
  const module_model::Scope &scope = m.scopes[s.value];
  return scope.kind == module_model::ScopeKind::Class ? m.classes[scope.class_.value].qualified
                                                      : m.functions[scope.function.value].qualified;
}

/// `getattr(tok, "decode")` and `methodcaller("batch_decode")`: the site stands at the string.
void SiteFinder::add_getattr_calls() {
  for (const auto &[function, position] : {std::pair("getattr", 1U), std::pair("methodcaller", 0U)})
    for (NodeRef use : model_.uses(model_.find_name(function))) {
      if (!is_callee(use))
        continue;
      const NodeRef call = parent(use);
      const NodeRef literal = argument(call, position);
      const auto name = constant_string(literal);
      if (!name || !knowledge_.find_api(*name) || is_seen(literal))
        continue;
      add_call({}, literal, *name, Shape::Getattr);
      DecodeSite &site = result_.sites.back();
      site.node = call;
      site.name_range = range(literal);
      site.key.call = normalised_text(model_, call);
      if (position == 1)
        site.receiver = argument(call, 0);
      if (is_callee(call)) {
        site.node = parent(call);
        if (position == 1) {
          site.ids = ids_argument(site.node, *name);
        } else { // methodcaller("decode", ids)(tok)
          site.receiver = argument(site.node, 0);
          site.ids = argument(call, 1);
        }
      }
    }
}

/// The reference, or the partial() that it is wrapped in.
NodeRef SiteFinder::held_reference(NodeRef reference) {
  NodeRef value = reference;
  for (NodeRef around = parent(value);
       kind(around) == Kind::Call && tree(value).role(value.node) == SyntaxRole::Argument; around = parent(value)) {
    const std::string callee = query_.external_callee(around);
    if (callee != "functools.partial" && callee != "partial")
      break;
    value = around;
  }
  return value;
}

/// `evaluate(model, decode=tok.decode)`: the ids that the function of this package calls its parameter with.
std::vector<NodeRef> SiteFinder::ids_of_passed(NodeRef reference, const std::string &name) {
  std::vector<NodeRef> out;
  const NodeRef value = held_reference(reference);
  const NodeRef call = kind(parent(value)) == Kind::Keyword ? parent(parent(value)) : parent(value);
  if (kind(call) != Kind::Call || is_callee(value))
    return out;
  for (const dataflow::CallEdge &e : query_.callees_of(call)) {
    const FileId file = model_.file_of(e.callee);
    for (NodeId p : model_.function(e.callee).parameters) {
      if (query_.argument_passed(call, e.callee, p).expression != value)
        continue;
      for (NodeRef use : model_.uses(model_.tree(file).name(p), file))
        if (is_callee(use) && model_.function_at(use) == e.callee)
          if (const NodeRef ids = ids_argument(parent(use), name); ids.valid())
            out.push_back(ids);
    }
  }
  return out;
}

/// Calls of what holds a token site's function under another name: `d = tok.decode`, then `d(ids)`.
void SiteFinder::add_alias_calls() {
  const auto is_reference = [](const DecodeSite &s) {
    return s.role == Role::Token && (s.shape == Shape::Reference || s.shape == Shape::Getattr) && !s.ids.valid();
  };
  for (size_t i = 0; i < result_.sites.size(); ++i) {
    if (!is_reference(result_.sites[i]))
      continue;
    const NodeRef value = held_reference(result_.sites[i].node);
    const NodeRef assignment = parent(value);
    if (kind(assignment) != Kind::Assign || tree(value).role(value.node) != SyntaxRole::Value)
      continue;
    const NodeRef target = child(assignment, SyntaxRole::Target);
    if (kind(target) != Kind::Name && kind(target) != Kind::Attribute)
      continue;
    for (NodeRef use : model_.uses(model_.name(target), target.file)) {
      if (!is_callee(use) || kind(use) != kind(target))
        continue;
      const auto definitions = query_.definitions_of(use);
      const bool reaches = std::ranges::any_of(definitions, [&](const Definition &d) { return d.expression == value; });
      if (!reaches)
        continue;
      const DecodeSite reference = result_.sites[i];
      if (const NodeRef ids = ids_argument(parent(use), reference.name); ids.valid())
        alias_ids_[reference.node].push_back(ids);
      if (is_seen(use))
        continue;
      add_call(parent(use), use, reference.name, Shape::Alias);
      DecodeSite &site = result_.sites.back();
      site.role = Role::Token;
      site.role_evidence = {{reference.name_range, fmt::format("holds `{}`", reference.key.call)}};
      site.role_evidence.insert(site.role_evidence.end(), reference.role_evidence.begin(),
                                reference.role_evidence.end());
    }
  }
}

/// Calls of in-package functions, whatever their name, that hand their parameter on to a token decode and give its
/// text back. Wrappers of wrappers are found in the next round.
void SiteFinder::add_wrapper_calls() {
  std::set<FunctionId> done;
  for (size_t i = 0; i < result_.sites.size(); ++i) {
    if (result_.sites[i].role != Role::Token)
      continue;
    const FunctionId f = result_.sites[i].function;
    if (!done.insert(f).second || !model_.function(f).parent.valid() || !wrapped_parameter(f))
      continue;
    for (const dataflow::CallEdge &e : std::vector<dataflow::CallEdge>(query_.callers_of(f))) {
      if (e.kind != dataflow::EdgeKind::Call || e.certainty != dataflow::Certainty::Certain ||
          kind(e.site) != Kind::Call)
        continue;
      const NodeRef callee = child(e.site, SyntaxRole::Callee);
      if (is_parameter(callee) || is_seen(callee))
        continue;
      const std::string name(text(model_.name(callee)));
      add_call(e.site, callee, name.empty() ? std::string(text(model_.function(f).name)) : name, Shape::Wrapper);
      DecodeSite &site = result_.sites.back();
      site.role = Role::Token;
      site.delegates_to = f;
      site.ids = wrapped_argument(e.site, f);
      const NodeRef definition = model_.node_of(f);
      site.role_evidence = {
          {range(definition), fmt::format("`{}` hands its ids on to a decode", model_.function(f).qualified)}};
    }
  }
}

/// A function that was handed in: who handed it in named it, the call here names nothing.
bool SiteFinder::is_parameter(NodeRef callee) {
  return std::ranges::any_of(query_.definitions_of(callee),
                             [](const Definition &d) { return d.how == Definition::How::Parameter; });
}

/// What decodes inside a dependency, where no guard can stand.
void SiteFinder::add_opaque_calls() {
  std::set<std::string> names;
  for (const knowledge::PatternRow &row : knowledge_.opaque) {
    std::string_view pattern = row.pattern;
    if (pattern.ends_with("()"))
      pattern.remove_suffix(2);
    const std::string_view last = pattern.substr(pattern.rfind('.') + 1);
    if (last.find('*') == std::string_view::npos)
      names.emplace(last);
  }
  for (const std::string &name : names)
    for (NodeRef use : model_.uses(model_.find_name(name))) {
      if (!is_callee(use) || knowledge_.find_api(name))
        continue;
      const std::string dotted = query_.external_callee(parent(use));
      const knowledge::PatternRow *row = dotted.empty() ? nullptr : knowledge::find_row(knowledge_.opaque, dotted);
      if (!row && !dotted.empty())
        row = knowledge::find_row(knowledge_.opaque, dotted + "()");
      if (!row || is_seen(use))
        continue;
      add_call(parent(use), use, name, Shape::Opaque);
      DecodeSite &site = result_.sites.back();
      site.role = Role::Token;
      site.role_evidence = {{site.name_range, row->note.empty() ? dotted : fmt::format("{}: {}", dotted, row->note)}};
    }
}

/// Ordinals count every candidate with the same text, site or not, so that a better analysis renumbers nothing.
void SiteFinder::number_keys() {
  std::map<std::tuple<std::string, std::string, std::string>, uint32_t> count;
  const auto key = [](const DecodeSite &s) { return std::tuple(s.key.module, s.key.scope, s.key.call); };
  for (DecodeSite &s : result_.sites)
    s.key.nth = ++count[key(s)];
  for (DecodeSite &s : result_.sites)
    s.key.of = count[key(s)];
}

/// The ledger's [[decoder]] line for this callee; none when it has none.
const UserDecoder *SiteFinder::user_decoder(NodeRef callee, const std::string &name) {
  for (size_t i = 0; i < decoders_.size(); ++i) {
    const UserDecoder &d = decoders_[i];
    bool fits = !d.method.empty() && d.method == name;
    if (!d.function.empty()) {
      const FunctionId wanted = model_.find_function(d.function);
      for (const Traced &v : query_.values_of(callee))
        fits = fits || (v.value.kind == Value::Kind::Function && wanted.valid() && v.value.function == wanted) ||
               v.value.text == d.function;
    }
    if (fits) {
      result_.decoder_used[i] = true;
      return &d;
    }
  }
  return nullptr;
}

/// The callee is a method taken from a class, not from an instance, and wants its instance as first argument.
bool SiteFinder::has_class_receiver(NodeRef callee) {
  if (kind(callee) != Kind::Attribute)
    return false;
  for (const Traced &v : query_.values_of(callee))
    if (v.value.kind == Value::Kind::Function) {
      const auto &fn = model_.function(v.value.function);
      const FileId file = model_.file_of(v.value.function);
      return !v.value.class_.valid() && fn.class_.valid() && !fn.parameters.empty() &&
             text(model_.tree(file).name(fn.parameters.front())) == "self";
    }
  const dataflow::Values &values = query_.values_of(child(callee, SyntaxRole::Value));
  return !values.empty() && std::ranges::all_of(values, [](const Traced &v) {
    const char first = v.value.text.empty() ? '\0' : v.value.text[v.value.text.rfind('.') + 1];
    return v.value.kind == Value::Kind::External && first >= 'A' && first <= 'Z';
  });
}

void SiteFinder::settle(DecodeSite &site) {
  if (const UserDecoder *d = user_decoder(site.callee, site.name)) {
    site.role = d->role;
    site.role_evidence = {{site.name_range, "named by a [[decoder]] line of the ledger"}};
    if (kind(site.node) == Kind::Call)
      site.ids = argument(site.node, d->ids);
    return;
  }
  RoleFacts facts = role_of(site);
  site.role = facts.role;
  site.role_evidence = std::move(facts.evidence);
  site.unknown_reason = std::move(facts.reason);
  // `Tokenizer.decode(tok, ids)`: the receiver comes first.
  if (site.shape == Shape::Call && argument(site.node, 1).valid() && has_class_receiver(site.callee))
    site.ids = argument(site.node, 1);
  if (site.role != Role::Token)
    return;
  for (const Traced &v : dataflow::Values(query_.values_of(site.callee)))
    if (v.value.kind == Value::Kind::Function && wrapped_parameter(v.value.function))
      site.delegates_to = v.value.function;
  if (site.delegates_to.valid() && kind(site.node) == Kind::Call && site.shape == Shape::Call)
    if (const NodeRef ids = wrapped_argument(site.node, site.delegates_to); ids.valid())
      site.ids = ids;
}

} // namespace decode_ledger::decode_sites
