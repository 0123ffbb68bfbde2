// From a use of a name to what defines it there, and from a target inside a tuple to the part of the value it takes.
#include "dataflow/query_state.h"

#include <algorithm>

namespace decode_ledger::dataflow {

const Flow &Query::State::flow(FunctionId function) {
  if (const Flow *kept = find_kept(*this, &State::flows, function))
    return *kept;
  return flows.emplace(function, build_flow(model.module(model.file_of(function)), model.local(function)))
      .first->second;
}

namespace {

/// The steps from the value that is assigned as a whole to the part that `target` takes: `(a, (b, *c)) = v` takes b
/// by {1, 0} and c by {1, kRest}. `top` is the construct that binds.
std::vector<int> path_to(const SyntaxTree &tree, NodeId target, NodeId top) {
  std::vector<int> path;
  for (NodeId n = target; n != top; n = tree.parent(n)) {
    const NodeId p = tree.parent(n);
    if (!p.valid())
      break;
    if (tree.kind(p) == Kind::Starred) {
      path.push_back(Definition::kRest);
    } else if ((tree.kind(p) == Kind::Tuple || tree.kind(p) == Kind::List) && tree.kind(n) != Kind::Starred) {
      int index = 0;
      bool after_star = false;
      for (NodeId c : tree.children(p)) {
        if (c == n)
          break;
        after_star = after_star || tree.kind(c) == Kind::Starred;
        ++index;
      }
      path.push_back(after_star ? Definition::kAnyElement : index);
    }
  }
  std::ranges::reverse(path);
  return path;
}

/// What the target of `source` (an Assign, For, …) is bound to.
Definition bound_to(const SyntaxTree &tree, FileId file, NodeId target, NodeId source, BindingKind kind) {
  Definition d;
  d.target = {file, target};
  const auto child = [&](Role role) { return NodeRef{file, tree.child(source, role)}; };
  const auto taken_apart = [&](NodeRef expression, bool iterated) {
    d.how = Definition::How::Value;
    d.expression = expression;
    d.path = path_to(tree, target, source);
    if (iterated)
      d.path.insert(d.path.begin(), Definition::kAnyElement);
  };
  switch (kind) {
  case BindingKind::Assign:
  case BindingKind::Named:
  case BindingKind::TypeAlias:
    taken_apart(child(Role::Value), false);
    break;
  case BindingKind::For:
  case BindingKind::CompFor:
    taken_apart(child(Role::Iter), true);
    break;
  case BindingKind::With:
    taken_apart(child(Role::Value), false);
    d.how = Definition::How::Entered;
    break;
  case BindingKind::AugAssign:
    d.how = Definition::How::Augmented;
    d.expression = child(Role::Value);
    break;
  case BindingKind::Annotation:
    d.how = Definition::How::Annotated;
    d.expression = child(Role::Annotation);
    break;
  case BindingKind::Except:
    d.how = Definition::How::Caught;
    d.expression = child(Role::Type);
    break;
  case BindingKind::Function:
    d.how = Definition::How::Function;
    d.expression = {file, source};
    break;
  case BindingKind::Class:
    d.how = Definition::How::Class;
    d.expression = {file, source};
    break;
  case BindingKind::Parameter:
    d.how = Definition::How::Parameter;
    d.expression = {file, source};
    break;
  case BindingKind::Pattern:
    d.how = Definition::How::Captured;
    d.expression = {file, source};
    break;
  case BindingKind::Import:
  case BindingKind::ImportFrom:
    d.how = Definition::How::Imported;
    break;
  case BindingKind::Delete:
    break;
  }
  return d;
}

BindingKind kind_of_source(const SyntaxTree &tree, NodeId source) {
  switch (tree.kind(source)) {
  case Kind::AugAssign:
    return BindingKind::AugAssign;
  case Kind::For:
    return BindingKind::For;
  case Kind::CompFor:
    return BindingKind::CompFor;
  case Kind::WithItem:
    return BindingKind::With;
  case Kind::Assign:
    return tree.child(source, Role::Value).valid() ? BindingKind::Assign : BindingKind::Annotation;
  default:
    return BindingKind::Named;
  }
}

} // namespace

Definition Query::State::definition_of(FileId file, uint32_t binding) const {
  const Binding &b = model.module(file).bindings[binding];
  Definition d = bound_to(model.tree(file), file, b.target, b.source, b.kind);
  d.binding = binding;
  return d;
}

/// A variable whose reaching definitions the use's own flow knows: its scope runs in the same function as the use.
bool Query::State::is_own_variable(FileId file, NodeId use, ScopeId owner) const {
  const ModuleModel &m = model.module(file);
  return m.scopes[owner.value].function == m.function_at(use);
}

std::vector<Definition> Query::State::attribute_definitions(ClassId class_, NameId name) const {
  std::vector<Definition> out;
  const FileId file = model.file_of(class_);
  const ModuleModel &m = model.module(file);
  for (const module_model::AttributeBinding &a : m.attributes_of(name, model.local(class_)))
    out.push_back(bound_to(m.tree, file, a.target, a.source, kind_of_source(m.tree, a.source)));
  for (const Binding &b : m.bindings_of(name, model.class_(class_).scope))
    if (b.kind != BindingKind::Delete)
      out.push_back(definition_of(file, static_cast<uint32_t>(&b - m.bindings.data())));
  return out;
}

std::vector<Definition> Query::State::definitions_of(NodeRef use) {
  std::vector<Definition> out;
  if (!use.valid())
    return out;
  const SyntaxTree &t = tree(use);
  if (t.kind(use.node) == Kind::Attribute) {
    for (const Traced &v : values_of(child(use, Role::Value)))
      if (v.value.kind == Value::Kind::Instance || v.value.kind == Value::Kind::Class)
        for (const ClassName &c : model.mro(v.value.class_))
          if (c.id.valid())
            for (Definition &d : attribute_definitions(c.id, t.name(use.node)))
              out.push_back(std::move(d));
    return out;
  }
  if (t.kind(use.node) != Kind::Name || !t.name(use.node).valid())
    return out;
  const ModuleModel &m = model.module(use.file);
  const ScopeId owner = m.resolve(t.name(use.node), m.scope_at(use.node));
  if (!owner.valid())
    return out;
  const std::span<const Binding> all = m.bindings_of(t.name(use.node), owner);
  const auto index_of = [&](const Binding &b) { return static_cast<uint32_t>(&b - m.bindings.data()); };
  if (all.size() > 1 && is_own_variable(use.file, use.node, owner)) {
    const FunctionId f = model.global(use.file, m.function_at(use.node));
    for (uint32_t b : flow(f).reaching(use.node))
      if (b != Flow::kAtEntry)
        out.push_back(definition_of(use.file, b));
    if (!out.empty())
      return out;
  }
  for (const Binding &b : all)
    if (b.kind != BindingKind::Delete)
      out.push_back(definition_of(use.file, index_of(b)));
  // A declared type beside real bindings adds nothing to them.
  if (std::ranges::any_of(out, [](const Definition &d) { return d.how != Definition::How::Annotated; }))
    std::erase_if(out, [](const Definition &d) { return d.how == Definition::How::Annotated; });
  return out;
}

} // namespace decode_ledger::dataflow
