// One walk over the tree with the current scope in hand; names declared global or nonlocal are settled at the end,
// when every scope's bindings are known.
#include "module_model/module_model.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <unordered_map>

namespace decode_ledger::module_model {

using parser::Kind;
using parser::Role;
using parser::SyntaxTree;

namespace {

class ModelBuilder {
public:
  explicit ModelBuilder(SyntaxTree tree) { model_.tree = std::move(tree); }

  ModuleModel build() {
    const NodeId root = SyntaxTree::root();
    const ScopeId module = add_scope(ScopeKind::Module, root, {}, FunctionId{0U});
    model_.functions.push_back({root, module, {}, {}, {}, "<module>", {}, {}, false, false});
    for (NodeId statement : tree().children(root))
      visit(statement, module);
    settle_declarations();
    sort_by_scope_and_name();
    return std::move(model_);
  }

private:
  const SyntaxTree &tree() const { return model_.tree; }
  Scope &scope(ScopeId s) { return model_.scopes[s.value]; }
  Function &function(FunctionId f) { return model_.functions[f.value]; }

  ScopeId add_scope(ScopeKind kind, NodeId node, ScopeId parent, FunctionId function) {
    const ScopeId id{model_.scopes.size()};
    model_.scopes.push_back({kind, node, parent, function, {}, 0, 0});
    model_.scope_of_node.emplace_back(node, id);
    return id;
  }

  void bind(NameId name, BindingKind kind, ScopeId in, NodeId target, NodeId source) {
    model_.bindings.push_back({name, kind, in, in, target, source});
  }

  void visit_children(NodeId n, ScopeId s) {
    for (NodeId c : tree().children(n))
      visit(c, s);
  }

  /// What the names stored to in the subtree at hand are bound by.
  struct Context {
    BindingKind kind = BindingKind::Assign;
    NodeId source;
  };
  void visit_binding(NodeId n, ScopeId s, BindingKind kind, NodeId source) {
    const Context saved = context_;
    context_ = {kind, source};
    visit(n, s);
    context_ = saved;
  }
  /// Children with role `target_role` bind, the others are read.
  void visit_with_target(NodeId n, ScopeId s, Role target_role, BindingKind kind, NodeId source) {
    for (NodeId c : tree().children(n)) {
      if (tree().role(c) == target_role)
        visit_binding(c, s, kind, source);
      else
        visit(c, s);
    }
  }

  void visit(NodeId n, ScopeId s) {
    switch (tree().kind(n)) {
    case Kind::Name:
      visit_name(n, s);
      break;
    case Kind::Attribute:
      if (tree().has(n, parser::kStore) && context_.source.valid())
        bind_attribute(n, s);
      visit_children(n, s);
      break;
    case Kind::FunctionDef:
      visit_function(n, s);
      break;
    case Kind::Lambda:
      visit_lambda(n, s);
      break;
    case Kind::ClassDef:
      visit_class(n, s);
      break;
    case Kind::ListComp:
    case Kind::SetComp:
    case Kind::DictComp:
    case Kind::Generator:
      visit_comprehension(n, s);
      break;
    case Kind::Assign:
      visit_assign(n, s);
      break;
    case Kind::AugAssign:
      visit_with_target(n, s, Role::Target, BindingKind::AugAssign, n);
      break;
    case Kind::For:
      visit_with_target(n, s, Role::Target, BindingKind::For, n);
      break;
    case Kind::WithItem:
      visit_with_target(n, s, Role::Target, BindingKind::With, n);
      break;
    case Kind::Handler:
      visit_with_target(n, s, Role::AsName, BindingKind::Except, n);
      break;
    case Kind::TypeAlias:
      visit_with_target(n, s, Role::Target, BindingKind::TypeAlias, n);
      break;
    case Kind::Case:
      visit_with_target(n, s, Role::Pattern, BindingKind::Pattern, n);
      break;
    case Kind::Named:
      visit_with_target(n, s, Role::Target, BindingKind::Named, n);
      break;
    case Kind::Import:
      visit_imports(n, s, BindingKind::Import);
      break;
    case Kind::ImportFrom:
      visit_imports(n, s, BindingKind::ImportFrom);
      break;
    case Kind::Global:
    case Kind::Nonlocal:
      declare(n, s);
      break;
    case Kind::Yield:
      function(scope(s).function).is_generator = true;
      visit_children(n, s);
      break;
    default:
      visit_children(n, s);
    }
  }

  void visit_name(NodeId n, ScopeId s) {
    // In damaged code a target may stand outside everything that binds (`x as y` alone): it binds nothing.
    if (tree().has(n, parser::kStore) && context_.source.valid())
      bind(tree().name(n), context_.kind, walrus_scope(s), n, context_.source);
    else if (tree().has(n, parser::kDelete))
      bind(tree().name(n), BindingKind::Delete, s, n, tree().parent(n));
  }

  /// A walrus in a comprehension binds in the scope around it.
  ScopeId walrus_scope(ScopeId s) {
    if (context_.kind == BindingKind::Named)
      while (scope(s).kind == ScopeKind::Comprehension)
        s = scope(s).parent;
    return s;
  }

  void visit_assign(NodeId n, ScopeId s) {
    const bool has_value = tree().child(n, Role::Value).valid();
    visit_with_target(n, s, Role::Target, has_value ? BindingKind::Assign : BindingKind::Annotation, n);
  }

  void visit_imports(NodeId n, ScopeId s, BindingKind kind) {
    for (NodeId alias : tree().children(n)) {
      if (tree().kind(alias) != Kind::Alias && tree().kind(alias) != Kind::StarAlias)
        continue;
      const NodeId bound = tree().first_child(alias);
      bind(tree().name(bound ? bound : alias), kind, s, bound ? bound : alias, alias);
    }
  }

  void declare(NodeId n, ScopeId s) {
    for (NodeId c : tree().children(n))
      // The owner of a nonlocal name is looked up at the end; the module owns a global one.
      model_.declared.push_back({s, tree().name(c), tree().kind(n) == Kind::Global ? ScopeId{0U} : ScopeId{}});
  }

  std::string qualified(ScopeId s, std::string_view name) {
    while (scope(s).kind == ScopeKind::Comprehension)
      s = scope(s).parent;
    const std::string *outer = nullptr;
    if (scope(s).kind == ScopeKind::Class)
      outer = &model_.classes[scope(s).class_.value].qualified;
    else if (scope(s).kind != ScopeKind::Module)
      outer = &function(scope(s).function).qualified;
    return outer ? fmt::format("{}.{}", *outer, name) : std::string(name);
  }

  ClassId class_of(ScopeId s) { return scope(s).kind == ScopeKind::Class ? scope(s).class_ : ClassId{}; }

  FunctionId add_function(NodeId n, ScopeId s, ScopeKind kind, NameId name, std::string qualified_name) {
    const FunctionId id{model_.functions.size()};
    const ScopeId own = add_scope(kind, n, s, id);
    model_.functions.push_back(
        {n, own, scope(s).function, class_of(s), name, std::move(qualified_name), {}, {}, false, false});
    return id;
  }

  /// Binds the parameters in the function's scope; defaults and annotations are evaluated around it.
  void visit_parameters(NodeId parameters, FunctionId f, ScopeId around) {
    for (NodeId p : tree().children(parameters)) {
      if (tree().kind(p) != Kind::Parameter) {
        visit(p, around);
        continue;
      }
      function(f).parameters.push_back(p);
      const ScopeId own = function(f).scope;
      if (tree().name(p).valid())
        bind(tree().name(p), BindingKind::Parameter, own, p, p);
      for (NodeId c : tree().children(p)) {
        if (tree().role(c) == Role::Target)
          visit_binding(c, own, BindingKind::Parameter, p);
        else
          visit(c, around);
      }
    }
  }

  void visit_function(NodeId n, ScopeId s) {
    const NameId name = tree().name(n);
    const std::string_view text = name.valid() ? tree().names().text(name) : "<error>";
    if (name.valid())
      bind(name, BindingKind::Function, s, n, n);
    const FunctionId f = add_function(n, s, ScopeKind::Function, name, qualified(s, text));
    function(f).is_async = tree().has(n, parser::kAsync);
    const Context saved = context_;
    for (NodeId c : tree().children(n)) {
      switch (tree().role(c)) {
      case Role::Decorator:
        function(f).decorators.push_back(c);
        visit(c, s);
        break;
      case Role::Parameters:
        visit_parameters(c, f, s);
        break;
      case Role::Body:
        visit_body(c, f);
        break;
      default:
        visit(c, s);
      }
    }
    context_ = saved;
  }

  void visit_body(NodeId body, FunctionId f) {
    self_names_.push_back({f, self_parameter(f)});
    visit(body, function(f).scope);
    self_names_.pop_back();
  }

  void visit_lambda(NodeId n, ScopeId s) {
    ScopeId owner = s;
    while (scope(owner).kind == ScopeKind::Comprehension)
      owner = scope(owner).parent;
    const uint32_t number = ++num_lambdas_[owner.value];
    const FunctionId f = add_function(n, s, ScopeKind::Lambda, {}, qualified(s, fmt::format("<lambda{}>", number)));
    for (NodeId c : tree().children(n)) {
      if (tree().role(c) == Role::Parameters)
        visit_parameters(c, f, s);
      else
        visit_body(c, f);
    }
  }

  void visit_class(NodeId n, ScopeId s) {
    const NameId name = tree().name(n);
    const std::string_view text = name.valid() ? tree().names().text(name) : "<error>";
    if (name.valid())
      bind(name, BindingKind::Class, s, n, n);
    const ClassId id{model_.classes.size()};
    std::string qualified_name = qualified(s, text);
    const ScopeId own = add_scope(ScopeKind::Class, n, s, scope(s).function);
    scope(own).class_ = id;
    model_.classes.push_back({n, own, s, scope(s).function, name, std::move(qualified_name)});
    for (NodeId c : tree().children(n))
      visit(c, tree().role(c) == Role::Body ? own : s);
  }

  void visit_comprehension(NodeId n, ScopeId s) {
    const ScopeId own = add_scope(ScopeKind::Comprehension, n, s, scope(s).function);
    bool first = true;
    for (NodeId c : tree().children(n)) {
      if (tree().kind(c) != Kind::CompFor) {
        visit(c, own);
        continue;
      }
      for (NodeId part : tree().children(c)) {
        if (tree().role(part) == Role::Target)
          visit_binding(part, own, BindingKind::CompFor, c);
        else
          visit(part, first ? s : own); // Python evaluates the first iterable outside
      }
      first = false;
    }
  }

  // `self.x = …`: the innermost function around whose first parameter has that name, as long as no function between
  // them has a parameter of that name itself.

  struct SelfName {
    FunctionId function;
    NameId name;
  };

  /// The name of the instance (or class) parameter; none for plain functions and static methods.
  NameId self_parameter(FunctionId f) {
    const Function &fn = function(f);
    if (!fn.class_.valid() || fn.parameters.empty())
      return {};
    for (NodeId d : fn.decorators) {
      const NodeId expression = tree().child(d, Role::Value);
      if (expression.valid() && tree().kind(expression) == Kind::Name &&
          tree().names().text(tree().name(expression)) == "staticmethod")
        return {};
    }
    return tree().name(fn.parameters.front());
  }

  void bind_attribute(NodeId n, ScopeId s) {
    const NodeId object = tree().child(n, Role::Value);
    if (!object.valid() || tree().kind(object) != Kind::Name)
      return;
    const NameId name = tree().name(object);
    for (size_t i = self_names_.size(); i-- > 0;) {
      const Function &fn = function(self_names_[i].function);
      if (self_names_[i].name == name && name.valid()) {
        model_.attributes.push_back({fn.class_, tree().name(n), n, context_.source, scope(s).function});
        return;
      }
      for (NodeId p : fn.parameters)
        if (tree().name(p) == name)
          return;
    }
  }

  void settle_declarations() {
    auto &declared = model_.declared;
    std::ranges::sort(declared, {}, [](const ModuleModel::Declared &d) { return std::pair(d.scope, d.name); });
    // A nonlocal name belongs to the nearest function around that binds it; one that is itself declared there passes on.
    for (ModuleModel::Declared &d : declared) {
      if (d.owner.valid())
        continue;
      for (ScopeId s = scope(d.scope).parent; s.valid() && s.value != 0; s = scope(s).parent)
        if (scope(s).kind != ScopeKind::Class && binds(s, d.name)) {
          d.owner = s;
          break;
        }
    }
    if (declared.empty())
      return;
    for (Binding &b : model_.bindings)
      if (const ModuleModel::Declared *d = find_declared(b.in, b.name); d && d->owner.valid())
        b.scope = d->owner;
  }

  bool binds(ScopeId s, NameId name) {
    const ModuleModel::Declared *d = find_declared(s, name);
    return d == nullptr &&
           std::ranges::any_of(model_.bindings, [&](const Binding &b) { return b.in == s && b.name == name; });
  }

  const ModuleModel::Declared *find_declared(ScopeId s, NameId name) const {
    const auto key = std::pair(s, name);
    const auto it = std::ranges::lower_bound(model_.declared, key, {},
                                             [](const ModuleModel::Declared &d) { return std::pair(d.scope, d.name); });
    return it != model_.declared.end() && std::pair(it->scope, it->name) == key ? &*it : nullptr;
  }

  void sort_by_scope_and_name();

  ModuleModel model_;
  Context context_;
  std::vector<SelfName> self_names_;
  std::unordered_map<uint32_t, uint32_t> num_lambdas_; // by scope
};

void sort_model(ModuleModel &model) {
  std::ranges::sort(model.bindings, {}, [](const Binding &b) { return std::tuple(b.scope, b.name, b.target); });
  std::ranges::sort(model.attributes, {},
                    [](const AttributeBinding &a) { return std::tuple(a.class_, a.name, a.target); });
  std::ranges::sort(model.declared, {}, [](const ModuleModel::Declared &d) { return std::pair(d.scope, d.name); });
  std::ranges::sort(model.scope_of_node);
  uint32_t at = 0;
  for (uint32_t s = 0; s < model.scopes.size(); ++s) {
    model.scopes[s].first_binding = at;
    while (at < model.bindings.size() && model.bindings[at].scope.value == s)
      ++at;
    model.scopes[s].last_binding = at;
  }
}

void ModelBuilder::sort_by_scope_and_name() {
  sort_model(model_);
  model_.bindings.shrink_to_fit();
  model_.functions.shrink_to_fit();
  model_.scopes.shrink_to_fit();
}

bool is_scope_kind(Kind k) {
  return k == Kind::FunctionDef || k == Kind::Lambda || k == Kind::ClassDef || k == Kind::Module ||
         k == Kind::ListComp || k == Kind::SetComp || k == Kind::DictComp || k == Kind::Generator;
}

ScopeId scope_made_by(const ModuleModel &model, NodeId node) {
  const auto it = std::ranges::lower_bound(model.scope_of_node, node, {}, &std::pair<NodeId, ScopeId>::first);
  return it->second;
}

/// True when code in `child` of the scope-making `node` runs in that scope, not around it. `below` is the node that the
/// walk came through just below `child`.
bool runs_inside(const SyntaxTree &tree, NodeId node, NodeId child, NodeId below) {
  switch (tree.kind(node)) {
  case Kind::FunctionDef:
  case Kind::ClassDef:
  case Kind::Lambda:
    return tree.role(child) == Role::Body;
  case Kind::Module:
    return true;
  default: // a comprehension: all but the first iterable
    return !(tree.kind(child) == Kind::CompFor && child == tree.first_child(node) && below.valid() &&
             tree.role(below) == Role::Iter);
  }
}

} // namespace

ModuleModel build_module_model(SyntaxTree tree) { return ModelBuilder(std::move(tree)).build(); }

void rename(ModuleModel &model, const std::vector<NameId> &map) {
  model.tree.rename(map);
  const auto renamed = [&](NameId n) { return n.valid() ? map[n.value] : n; };
  for (Binding &b : model.bindings)
    b.name = renamed(b.name);
  for (Function &f : model.functions)
    f.name = renamed(f.name);
  for (Class &c : model.classes)
    c.name = renamed(c.name);
  for (AttributeBinding &a : model.attributes)
    a.name = renamed(a.name);
  for (ModuleModel::Declared &d : model.declared)
    d.name = renamed(d.name);
  sort_model(model);
}

ScopeId ModuleModel::scope_at(NodeId node) const {
  if (tree.kind(node) == Kind::Parameter) // the name that it binds
    return scope_made_by(*this, tree.parent(tree.parent(node)));
  NodeId below, child = node;
  for (NodeId p = tree.parent(node); p.valid(); below = child, child = p, p = tree.parent(p))
    if (is_scope_kind(tree.kind(p)) && runs_inside(tree, p, child, below))
      return scope_made_by(*this, p);
  return ScopeId{0U};
}

FunctionId ModuleModel::function_at(NodeId node) const { return scopes[scope_at(node).value].function; }

std::span<const Binding> ModuleModel::bindings_in(ScopeId scope) const {
  const Scope &s = scopes[scope.value];
  return {bindings.data() + s.first_binding, s.last_binding - s.first_binding};
}

std::span<const Binding> ModuleModel::bindings_of(NameId name, ScopeId scope) const {
  const auto range = std::ranges::equal_range(bindings_in(scope), name, {}, &Binding::name);
  return {range.begin(), range.end()};
}

std::span<const AttributeBinding> ModuleModel::attributes_of(NameId name, ClassId class_) const {
  const auto range = std::ranges::equal_range(attributes, std::pair(class_, name), {},
                                              [](const AttributeBinding &a) { return std::pair(a.class_, a.name); });
  return {range.begin(), range.end()};
}

ScopeId ModuleModel::resolve(NameId name, ScopeId scope) const {
  for (ScopeId s = scope; s.valid(); s = scopes[s.value].parent) {
    // A class body's names are seen by its own code alone, not by the functions in it.
    if (s != scope && scopes[s.value].kind == ScopeKind::Class)
      continue;
    const auto key = std::pair(s, name);
    const auto it =
        std::ranges::lower_bound(declared, key, {}, [](const Declared &d) { return std::pair(d.scope, d.name); });
    if (it != declared.end() && std::pair(it->scope, it->name) == key)
      return it->owner;
    if (!bindings_of(name, s).empty())
      return s;
  }
  return {};
}

NodeId ModuleModel::statement_at(NodeId node) const {
  for (NodeId n = node; n.valid(); n = tree.parent(n)) {
    const Kind k = tree.kind(n);
    if ((k >= Kind::ExprStmt && k <= Kind::Python2 && k != Kind::Alias && k != Kind::StarAlias && k != Kind::WithItem &&
         k != Kind::Decorator && k != Kind::Parameters && k != Kind::Parameter && k != Kind::Case && k != Kind::Elif) ||
        k == Kind::Module)
      return n;
  }
  return SyntaxTree::root();
}

namespace {

constexpr std::string_view kScopeNames[] = {"module", "class", "function", "lambda", "comprehension"};
constexpr std::string_view kBindingNames[] = {
    "assign", "augmented",   "annotation", "walrus", "for",       "comprehension", "with",   "except",
    "import", "from-import", "function",   "class",  "parameter", "pattern",       "delete", "type-alias"};

} // namespace

std::string dump(const ModuleModel &model) {
  std::string out;
  const auto to = std::back_inserter(out);
  const auto text = [&](NameId n) { return n.valid() && model.tree.has_names() ? model.tree.names().text(n) : "-"; };
  for (const Function &f : model.functions)
    fmt::format_to(to, "function {}{}{} [{},{})\n", f.qualified, f.is_async ? " async" : "",
                   f.is_generator ? " generator" : "", model.tree.begin(f.node), model.tree.end(f.node));
  for (const Class &c : model.classes)
    fmt::format_to(to, "class {} [{},{})\n", c.qualified, model.tree.begin(c.node), model.tree.end(c.node));
  for (const AttributeBinding &a : model.attributes)
    fmt::format_to(to, "attribute {}.{} [{},{})\n", model.classes[a.class_.value].qualified, text(a.name),
                   model.tree.begin(a.target), model.tree.end(a.target));
  for (const Scope &s : model.scopes) {
    fmt::format_to(to, "scope {} of {}\n", kScopeNames[static_cast<size_t>(s.kind)],
                   model.functions[s.function.value].qualified);
    std::vector<const Binding *> in_order;
    for (uint32_t b = s.first_binding; b < s.last_binding; ++b)
      in_order.push_back(&model.bindings[b]);
    std::ranges::sort(in_order, {}, &Binding::target);
    for (const Binding *b : in_order)
      fmt::format_to(to, "  {} {} [{},{})\n", text(b->name), kBindingNames[static_cast<size_t>(b->kind)],
                     model.tree.begin(b->target), model.tree.end(b->target));
  }
  return out;
}

} // namespace decode_ledger::module_model
