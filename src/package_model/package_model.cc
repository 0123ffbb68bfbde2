// Linking: merge the names, number functions and classes, index what later rooms look up, then resolve bases.
#include "package_model/package_model.h"

#include <algorithm>
#include <deque>

namespace decode_ledger::package_model {

using parser::Kind;
using parser::Role;
using parser::SyntaxTree;

namespace {

/// Imports, aliases and re-exports are followed this far; a cycle of them ends here.
constexpr unsigned kMaxImportHops = 24;

std::string join(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty())
    return std::string(a.empty() ? b : a);
  std::string out(a);
  out += '.';
  out += b;
  return out;
}

std::string_view folder_of(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

} // namespace

/// Makes a PackageModel; after link() the model does not change any more.
class Linker {
public:
  Linker(std::shared_ptr<const source::SourceSet> sources, std::vector<ModuleModel> models) {
    model_.sources_ = std::move(sources);
    model_.modules_ = std::move(models);
    model_.names_ = std::make_unique<NameTable>();
  }

  PackageModel link() {
    DL_CHECK(model_.modules_.size() == model_.sources_->files.size());
    merge_names();
    number_definitions();
    index_modules();
    index_uses();
    index_functions();
    index_import_aliases();
    linearise_classes();
    return std::move(model_);
  }

private:
  void merge_names() {
    std::vector<NameId> map;
    for (ModuleModel &m : model_.modules_) {
      if (!m.tree.has_names())
        continue;
      map.clear();
      for (uint32_t i = 0; i < m.tree.names().size(); ++i)
        map.push_back(model_.names_->enter(m.tree.names().text(NameId{i})));
      module_model::rename(m, map);
    }
  }

  void number_definitions() {
    for (uint32_t f = 0; f < model_.modules_.size(); ++f) {
      model_.first_function_.push_back(static_cast<uint32_t>(model_.function_files_.size()));
      model_.first_class_.push_back(static_cast<uint32_t>(model_.class_files_.size()));
      model_.function_files_.resize(model_.function_files_.size() + model_.modules_[f].functions.size(), FileId{f});
      model_.class_files_.resize(model_.class_files_.size() + model_.modules_[f].classes.size(), FileId{f});
    }
  }

  void index_modules() {
    const auto &files = model_.sources_->files;
    for (uint32_t f = 0; f < files.size(); ++f) {
      // Two files of one name (a script beside a package, say): the first in path order is the module.
      model_.module_by_name_.emplace(files[f].module, FileId{f});
      model_.file_by_path_.emplace(files[f].path, FileId{f});
    }
  }

  static bool is_use(Kind k) { return k == Kind::Name || k == Kind::Attribute || k == Kind::Keyword; }

  void index_uses() {
    auto &first = model_.first_use_;
    first.assign(model_.names_->size() + 1, 0);
    for_each_use([&](uint32_t name, NodeRef) { ++first[name + 1]; });
    for (size_t i = 1; i < first.size(); ++i)
      first[i] += first[i - 1];
    model_.uses_.resize(first.back());
    std::vector<uint32_t> at(first.begin(), first.end());
    for_each_use([&](uint32_t name, NodeRef ref) { model_.uses_[at[name]++] = ref; });
  }

  template <class F> void for_each_use(F f) {
    for (uint32_t file = 0; file < model_.modules_.size(); ++file) {
      const SyntaxTree &tree = model_.modules_[file].tree;
      for (uint32_t n = 0; n < tree.num_nodes(); ++n) {
        const SyntaxTree::Node &node = tree.node(NodeId{n});
        if (is_use(node.kind) && node.name != NameId::kNone)
          f(node.name, NodeRef{FileId{file}, NodeId{n}});
      }
    }
  }

  void index_functions() {
    auto &first = model_.first_named_;
    first.assign(model_.names_->size() + 1, 0);
    const auto for_each = [&](auto f) {
      for (uint32_t id = 0; id < model_.num_functions(); ++id)
        if (const NameId name = model_.function(FunctionId{id}).name; name.valid())
          f(name.value, FunctionId{id});
    };
    for_each([&](uint32_t name, FunctionId) { ++first[name + 1]; });
    for (size_t i = 1; i < first.size(); ++i)
      first[i] += first[i - 1];
    model_.functions_by_name_.resize(first.back());
    std::vector<uint32_t> at(first.begin(), first.end());
    for_each([&](uint32_t name, FunctionId id) { model_.functions_by_name_[at[name]++] = id; });
  }

  void index_import_aliases() {
    auto &aliases = model_.import_aliases_;
    for (const ModuleModel &m : model_.modules_)
      for (const Binding &b : m.bindings)
        if (b.kind == BindingKind::ImportFrom && m.tree.kind(b.target) == Kind::Name)
          aliases.emplace_back(m.tree.name(b.source), b.name);
    std::ranges::sort(aliases);
    const auto twins = std::ranges::unique(aliases);
    aliases.erase(twins.begin(), twins.end());
  }

  // Class hierarchy.

  void linearise_classes() {
    const size_t n = model_.num_classes();
    model_.mros_.resize(n);
    model_.subclasses_.resize(n);
    bases_.resize(n);
    state_.assign(n, State::Unseen);
    for (uint32_t c = 0; c < n; ++c)
      bases_[c] = bases_of(ClassId{c});
    for (uint32_t c = 0; c < n; ++c)
      linearise(ClassId{c}, 0);
    for (uint32_t c = 0; c < n; ++c)
      for (const ClassName &base : model_.mros_[c])
        if (base.id.valid() && base.id.value != c)
          model_.subclasses_[base.id.value].push_back(ClassId{c});
  }

  std::vector<ClassName> bases_of(ClassId c) {
    const FileId file = model_.file_of(c);
    const SyntaxTree &tree = model_.tree(file);
    std::vector<ClassName> out;
    for (NodeId arg : tree.children(model_.class_(c).node))
      if (tree.role(arg) == Role::Argument && tree.kind(arg) != Kind::Keyword)
        out.push_back(model_.resolve_class({file, arg}));
    return out;
  }

  static bool same(const ClassName &a, const ClassName &b) {
    return a.id == b.id && a.external == b.external && !a.is_unknown();
  }
  static bool in_tail(const ClassName &c, const std::deque<ClassName> &list) {
    return std::any_of(list.begin() + 1, list.end(), [&](const ClassName &x) { return same(x, c); });
  }

  /// C3 as in Python; a hierarchy that has none (or that runs in a circle) is taken depth first.
  void linearise(ClassId c, unsigned depth) {
    if (state_[c.value] != State::Unseen || depth > 200)
      return;
    state_[c.value] = State::Open;
    std::vector<std::deque<ClassName>> lists;
    std::deque<ClassName> direct;
    for (const ClassName &base : bases_[c.value]) {
      if (base.id.valid()) {
        linearise(base.id, depth + 1);
        const auto &mro = model_.mros_[base.id.value];
        if (mro.empty())
          continue; // a circle
        lists.emplace_back(mro.begin(), mro.end());
      } else {
        lists.push_back({base});
      }
      direct.push_back(base);
    }
    lists.push_back(direct);
    std::vector<ClassName> &out = model_.mros_[c.value];
    std::vector<ClassName> merged{{c, {}}};
    merge(lists, merged);
    out = std::move(merged);
    state_[c.value] = State::Done;
  }

  static void merge(std::vector<std::deque<ClassName>> &lists, std::vector<ClassName> &out) {
    const auto take = [&](const ClassName c) { // a copy: it is erased from the lists below
      out.push_back(c);
      for (auto &list : lists)
        std::erase_if(list, [&](const ClassName &x) { return same(x, c); });
      for (auto &list : lists) // unknown bases are equal to nothing, also not to themselves
        if (c.is_unknown() && !list.empty() && list.front().is_unknown()) {
          list.pop_front();
          break;
        }
    };
    for (;;) {
      std::erase_if(lists, [](const auto &list) { return list.empty(); });
      if (lists.empty())
        return;
      const auto is_good = [&](const auto &list) {
        return std::ranges::none_of(lists, [&](const auto &other) { return in_tail(list.front(), other); });
      };
      const auto good = std::ranges::find_if(lists, is_good);
      take(good == lists.end() ? lists.front().front() : good->front());
    }
  }

  enum class State : uint8_t { Unseen, Open, Done };
  PackageModel model_;
  std::vector<std::vector<ClassName>> bases_;
  std::vector<State> state_;
};

PackageModel link_package(std::shared_ptr<const source::SourceSet> sources, std::vector<ModuleModel> models) {
  return Linker(std::move(sources), std::move(models)).link();
}

// Look-ups.

std::optional<FileId> PackageModel::find_module(std::string_view dotted) const {
  const auto it = module_by_name_.find(std::string(dotted));
  return it == module_by_name_.end() ? std::nullopt : std::optional(it->second);
}

const module_model::Function &PackageModel::function(FunctionId f) const {
  return module(file_of(f)).functions[local(f).value];
}
const module_model::Class &PackageModel::class_(ClassId c) const { return module(file_of(c)).classes[local(c).value]; }

bool PackageModel::derives_from(ClassId derived, ClassId base) const {
  return std::ranges::any_of(mro(derived), [&](const ClassName &c) { return c.id == base; });
}

FunctionId PackageModel::global(FileId f, FunctionId id) const {
  return id.valid() ? FunctionId{first_function_[f.value] + id.value} : id;
}
ClassId PackageModel::global(FileId f, ClassId id) const {
  return id.valid() ? ClassId{first_class_[f.value] + id.value} : id;
}

ClassId PackageModel::class_of(FunctionId f) const { return global(file_of(f), function(f).class_); }
bool PackageModel::takes_instance(FunctionId f) const {
  const module_model::Function &self = function(f);
  if (!self.class_.valid() || self.parameters.empty())
    return false;
  return std::ranges::none_of(self.decorators, [&](NodeId decorator) {
    return dotted_name(child({file_of(f), decorator}, parser::Role::Value)) == "staticmethod";
  });
}

FunctionId PackageModel::parent_of(FunctionId f) const { return global(file_of(f), function(f).parent); }
FunctionId PackageModel::function_at(NodeRef ref) const {
  return global(ref.file, module(ref.file).function_at(ref.node));
}

FunctionId PackageModel::function_of_node(NodeRef ref) const {
  const auto &functions = module(ref.file).functions;
  const auto it = std::ranges::lower_bound(functions, ref.node, {}, &module_model::Function::node);
  if (it == functions.end() || it->node != ref.node)
    return {};
  return global(ref.file, FunctionId{static_cast<size_t>(it - functions.begin())});
}

ClassId PackageModel::class_of_node(NodeRef ref) const {
  const auto &classes = module(ref.file).classes;
  const auto it = std::ranges::lower_bound(classes, ref.node, {}, &module_model::Class::node);
  if (it == classes.end() || it->node != ref.node)
    return {};
  return global(ref.file, ClassId{static_cast<size_t>(it - classes.begin())});
}

std::string PackageModel::full_name(FunctionId f) const {
  const module_model::Function &fn = function(f);
  return fn.parent.valid() ? join(module_name(file_of(f)), fn.qualified) : module_name(file_of(f));
}
std::string PackageModel::full_name(ClassId c) const { return join(module_name(file_of(c)), class_(c).qualified); }

namespace {

/// Splits "pkg.core.Judge.run" into a module of the package and the rest, longest module first.
template <class F> bool for_each_split(const PackageModel &model, std::string_view full_name, F f) {
  for (size_t end = full_name.size();;) {
    if (const auto file = model.find_module(full_name.substr(0, end)))
      if (f(*file, end == full_name.size() ? std::string_view() : full_name.substr(end + 1)))
        return true;
    const size_t dot = full_name.rfind('.', end - 1);
    if (end == 0 || dot == std::string_view::npos)
      return false;
    end = dot;
  }
}

} // namespace

FunctionId PackageModel::find_function(std::string_view wanted) const {
  FunctionId found;
  for_each_split(*this, wanted, [&](FileId file, std::string_view rest) {
    const auto &functions = module(file).functions;
    for (size_t i = 1; i < functions.size(); ++i)
      if (functions[i].qualified == rest)
        found = global(file, FunctionId{i}); // the last definition wins, as at run time
    if (found.valid() || rest.empty())
      return found.valid();
    // A re-export: the first part is an attribute of the module.
    const size_t dot = rest.find('.');
    for (const Referent &d : find_exports(file, find_name(rest.substr(0, dot)))) {
      if (d.kind != Referent::Kind::Binding)
        continue;
      const Binding &b = module(d.file).bindings[d.binding];
      if (dot == std::string_view::npos && b.kind == BindingKind::Function)
        found = function_of_node({d.file, b.source});
      else if (dot != std::string_view::npos && b.kind == BindingKind::Class)
        found = method(class_of_node({d.file, b.source}), find_name(rest.substr(dot + 1)));
    }
    return found.valid();
  });
  return found;
}

ClassId PackageModel::find_class(std::string_view wanted) const {
  ClassId found;
  for_each_split(*this, wanted, [&](FileId file, std::string_view rest) {
    const auto &classes = module(file).classes;
    for (size_t i = 0; i < classes.size(); ++i)
      if (classes[i].qualified == rest)
        found = global(file, ClassId{i});
    if (found.valid() || rest.empty())
      return found.valid();
    for (const Referent &d : find_exports(file, find_name(rest)))
      if (d.kind == Referent::Kind::Binding && module(d.file).bindings[d.binding].kind == BindingKind::Class)
        found = class_of_node({d.file, module(d.file).bindings[d.binding].source});
    return found.valid();
  });
  return found;
}

SourceRange PackageModel::range(NodeRef ref) const {
  const SyntaxTree &t = tree(ref.file);
  return {ref.file, t.begin(ref.node), t.end(ref.node)};
}

FunctionId PackageModel::method_in(ClassId c, NameId name) const {
  const FileId file = file_of(c);
  FunctionId found;
  for (const Binding &b : module(file).bindings_of(name, class_(c).scope))
    if (b.kind == BindingKind::Function)
      if (const FunctionId f = function_of_node({file, b.source}); !is_setter(f) && !is_deleter(f))
        found = f;
  return found;
}

bool PackageModel::is_accessor(FunctionId f, std::string_view decorator) const {
  const FileId file = file_of(f);
  return std::ranges::any_of(function(f).decorators, [&](NodeId d) {
    const NodeRef expression = child({file, d}, Role::Value);
    return kind(expression) == Kind::Attribute && text(name(expression)) == decorator &&
           name(child(expression, Role::Value)) == function(f).name;
  });
}

FunctionId PackageModel::setter(ClassId c, NameId name) const {
  for (const ClassName &base : mro(c)) {
    if (!base.id.valid())
      continue;
    const FileId file = file_of(base.id);
    for (const Binding &b : module(file).bindings_of(name, class_(base.id).scope))
      if (b.kind == BindingKind::Function)
        if (const FunctionId f = function_of_node({file, b.source}); is_setter(f))
          return f;
  }
  return {};
}

FunctionId PackageModel::method(ClassId c, NameId name, ClassId after) const {
  bool started = !after.valid();
  for (const ClassName &base : mro(c)) {
    if (started && base.id.valid())
      if (const FunctionId f = method_in(base.id, name); f.valid())
        return f;
    started = started || base.id == after;
  }
  return {};
}

std::span<const FunctionId> PackageModel::functions_named(NameId name) const {
  if (!name.valid())
    return {};
  return {functions_by_name_.data() + first_named_[name.value],
          first_named_[name.value + 1] - first_named_[name.value]};
}

std::span<const NodeRef> PackageModel::uses(NameId name) const {
  if (!name.valid())
    return {};
  return {uses_.data() + first_use_[name.value], first_use_[name.value + 1] - first_use_[name.value]};
}

std::vector<NameId> PackageModel::names_for(NameId name) const {
  std::vector<NameId> out{name};
  for (size_t i = 0; i < out.size() && out.size() < 16; ++i)
    for (const auto &[imported, alias] :
         std::ranges::equal_range(import_aliases_, out[i], {}, &std::pair<NameId, NameId>::first))
      if (std::ranges::find(out, alias) == out.end())
        out.push_back(alias);
  return out;
}

std::span<const NodeRef> PackageModel::uses(NameId name, FileId file) const {
  const auto range = std::ranges::equal_range(uses(name), file, {}, &NodeRef::file);
  return {range.begin(), range.end()};
}

// Names across modules. `hops` bounds every walk, so that circles of imports end.

namespace {

Referent external(std::string name) { return {Referent::Kind::External, {}, 0, std::move(name)}; }
Referent module_definition(FileId file) { return {Referent::Kind::Module, file, 0, {}}; }

} // namespace

std::string PackageModel::absolute_module(FileId file, unsigned dots, std::string_view dotted) const {
  if (dots == 0)
    return std::string(dotted);
  const source::SourceFile &source = sources_->file(file);
  std::string_view package = source.module;
  unsigned up = source.is_package ? dots - 1 : dots;
  for (; up > 0 && !package.empty(); --up) {
    const size_t dot = package.rfind('.');
    package = dot == std::string_view::npos ? std::string_view() : package.substr(0, dot);
  }
  return join(package, dotted);
}

std::optional<FileId> PackageModel::find_module_from(FileId file, std::string_view dotted) const {
  if (const auto found = find_module(dotted))
    return found;
  // A script's own folder is the first entry of sys.path.
  std::string path(folder_of(sources_->file(file).path));
  if (!path.empty())
    path += '/';
  for (const char c : dotted)
    path += c == '.' ? '/' : c;
  for (const char *suffix : {".py", "/__init__.py"})
    if (const auto it = file_by_path_.find(path + suffix); it != file_by_path_.end() && it->second != file)
      return it->second;
  return std::nullopt;
}

std::string PackageModel::imported_name(FileId file, const Binding &binding) const {
  const SyntaxTree &t = tree(file);
  const std::string_view name = t.name(binding.source).valid() ? text(t.name(binding.source)) : std::string_view();
  if (binding.kind == BindingKind::Import) {
    const NodeId bound = t.first_child(binding.source);
    const bool has_alias = bound.valid() && t.role(bound) == Role::AsName;
    return std::string(has_alias ? name : name.substr(0, name.find('.')));
  }
  const NodeId statement = t.parent(binding.source);
  const std::string_view from = t.name(statement).valid() ? text(t.name(statement)) : std::string_view();
  const std::string base = absolute_module(file, t.aux(statement), from);
  return t.kind(binding.source) == Kind::StarAlias ? base : join(base, name);
}

std::vector<Referent> PackageModel::imported(FileId file, const Binding &binding) const {
  return imported(file, binding, kMaxImportHops);
}

std::vector<Referent> PackageModel::imported(FileId file, const Binding &binding, unsigned hops) const {
  const std::string name = imported_name(file, binding);
  if (binding.kind == BindingKind::Import) {
    if (const auto found = find_module_from(file, name))
      return {module_definition(*found)};
    return {external(name)};
  }
  const SyntaxTree &t = tree(file);
  const NodeId statement = t.parent(binding.source);
  const std::string_view from = t.name(statement).valid() ? text(t.name(statement)) : std::string_view();
  const std::string base = absolute_module(file, t.aux(statement), from);
  if (const auto found = find_module_from(file, base); found && hops > 0) {
    std::vector<Referent> exports = find_exports(*found, t.name(binding.source), hops - 1);
    if (!exports.empty())
      return exports;
  }
  if (const auto found = find_module_from(file, name))
    return {module_definition(*found)};
  return {external(name)};
}

std::vector<Referent> PackageModel::find_exports(FileId file, NameId name) const {
  return find_exports(file, name, kMaxImportHops);
}

std::vector<Referent> PackageModel::find_exports(FileId file, NameId name, unsigned hops) const {
  std::vector<Referent> out;
  if (!name.valid() || hops == 0)
    return out;
  const ModuleModel &m = module(file);
  if (m.scopes.empty())
    return out;
  for (const Binding &b : m.bindings_of(name, ScopeId{0U})) {
    if (b.kind == BindingKind::Delete || b.kind == BindingKind::Annotation)
      continue;
    if (b.kind == BindingKind::Import || b.kind == BindingKind::ImportFrom) {
      std::vector<Referent> through = imported(file, b, hops - 1);
      out.insert(out.end(), through.begin(), through.end());
    } else {
      out.push_back({Referent::Kind::Binding, file, static_cast<uint32_t>(&b - m.bindings.data()), {}});
    }
  }
  if (!out.empty())
    return out;
  if (const auto found = find_module(join(module_name(file), text(name))); found && sources_->file(file).is_package)
    return {module_definition(*found)};
  return find_through_stars(file, name, hops);
}

std::vector<Referent> PackageModel::find_through_stars(FileId file, NameId name, unsigned hops) const {
  std::vector<Referent> out;
  const ModuleModel &m = module(file);
  const NameId star = find_name("*");
  if (!star.valid() || text(name).starts_with("__"))
    return out;
  for (const Binding &b : m.bindings_of(star, ScopeId{0U})) {
    const auto from = find_module_from(file, imported_name(file, b));
    if (!from)
      continue;
    if (!is_exported(*from, name))
      continue;
    out = find_exports(*from, name, hops - 1);
    if (!out.empty())
      return out;
  }
  return out;
}

/// What a star import takes: the names in `__all__`, else all that begin with no underscore. An `__all__` that is not
/// one plain list counts as naming everything.
bool PackageModel::is_exported(FileId file, NameId name) const {
  const ModuleModel &m = module(file);
  const auto all = m.bindings_of(find_name("__all__"), ScopeId{0U});
  if (all.empty())
    return !text(name).starts_with("_");
  const NodeId list = m.tree.child(all.front().source, Role::Value);
  if (all.size() != 1 || all.front().kind != BindingKind::Assign || !list.valid() ||
      (m.tree.kind(list) != Kind::List && m.tree.kind(list) != Kind::Tuple) ||
      uses(find_name("__all__"), file).size() > 1)
    return true;
  for (NodeId c : m.tree.children(list)) {
    const auto entry = parser::string_value(m.tree, sources_->file(file).text, c);
    if (!entry || *entry == text(name))
      return true;
  }
  return false;
}

std::vector<Referent> PackageModel::resolve(NodeRef expression) const { return resolve(expression, kMaxImportHops); }

std::vector<Referent> PackageModel::resolve(NodeRef ref, unsigned hops) const {
  const SyntaxTree &t = tree(ref.file);
  if (hops == 0 || !ref.valid())
    return {};
  switch (t.kind(ref.node)) {
  case Kind::Name:
    return resolve_name(ref.file, t.name(ref.node), module(ref.file).scope_at(ref.node), hops);
  case Kind::Attribute:
    return resolve_attribute(ref, hops);
  default:
    return {};
  }
}

std::vector<Referent> PackageModel::resolve_name(FileId file, NameId name, ScopeId scope, unsigned hops) const {
  if (!name.valid())
    return {};
  const ModuleModel &m = module(file);
  const ScopeId owner = m.resolve(name, scope);
  if (!owner.valid()) {
    std::vector<Referent> out = find_through_stars(file, name, hops);
    if (out.empty())
      out.push_back(external(std::string(text(name))));
    return out;
  }
  std::vector<Referent> out;
  for (const Binding &b : m.bindings_of(name, owner)) {
    if (b.kind == BindingKind::Import || b.kind == BindingKind::ImportFrom) {
      std::vector<Referent> through = imported(file, b, hops - 1);
      out.insert(out.end(), through.begin(), through.end());
    } else if (b.kind != BindingKind::Delete && b.kind != BindingKind::Annotation) {
      out.push_back({Referent::Kind::Binding, file, static_cast<uint32_t>(&b - m.bindings.data()), {}});
    }
  }
  return out;
}

std::vector<Referent> PackageModel::resolve_attribute(NodeRef ref, unsigned hops) const {
  const NameId name = tree(ref.file).name(ref.node);
  std::vector<Referent> out;
  if (!name.valid())
    return out;
  for (const Referent &d : resolve(child(ref, Role::Value), hops - 1)) {
    switch (d.kind) {
    case Referent::Kind::Module: {
      std::vector<Referent> through = find_exports(d.file, name, hops - 1);
      out.insert(out.end(), through.begin(), through.end());
      break;
    }
    case Referent::Kind::External: {
      std::string dotted = join(d.external, text(name));
      if (const auto found = find_module(dotted)) // through a namespace package
        out.push_back(module_definition(*found));
      else
        out.push_back(external(std::move(dotted)));
      break;
    }
    case Referent::Kind::Binding: {
      const Binding &b = module(d.file).bindings[d.binding];
      if (b.kind != BindingKind::Class)
        break;
      const ClassId c = class_of_node({d.file, b.source});
      for (const Binding &inner : module(d.file).bindings_of(name, class_(c).scope))
        out.push_back(
            {Referent::Kind::Binding, d.file, static_cast<uint32_t>(&inner - module(d.file).bindings.data()), {}});
      break;
    }
    }
  }
  return out;
}

ClassName PackageModel::resolve_class(NodeRef expression) const { return resolve_class(expression, kMaxImportHops); }

ClassName PackageModel::resolve_class(NodeRef ref, unsigned hops) const {
  if (!ref.valid() || hops == 0)
    return {};
  switch (kind(ref)) {
  case Kind::Subscript:
    return resolve_class(child(ref, Role::Value), hops - 1); // Generic[T]
  case Kind::String:
    return resolve_quoted_class(ref);
  case Kind::Name:
  case Kind::Attribute:
    break;
  default:
    return {};
  }
  ClassName outside;
  for (const Referent &d : resolve(ref, hops - 1)) {
    if (d.kind == Referent::Kind::External && outside.external.empty())
      outside.external = d.external;
    if (d.kind != Referent::Kind::Binding)
      continue;
    const Binding &b = module(d.file).bindings[d.binding];
    if (b.kind == BindingKind::Class)
      return {class_of_node({d.file, b.source}), {}};
    if (b.kind != BindingKind::Assign || tree(d.file).role(b.target) != Role::Target)
      continue;
    const ClassName alias = resolve_class({d.file, tree(d.file).child(b.source, Role::Value)}, hops - 1);
    if (alias.id.valid())
      return alias;
    if (outside.external.empty())
      outside = alias;
  }
  return outside;
}

/// An annotation in quotes: a dotted name of it is looked up from the place where it stands.
ClassName PackageModel::resolve_quoted_class(NodeRef ref) const {
  const auto value = parser::string_value(tree(ref.file), sources_->file(ref.file).text, ref.node);
  if (!value || value->empty())
    return {};
  const size_t dot = value->find('.');
  std::vector<Referent> found =
      resolve_name(ref.file, find_name(value->substr(0, dot)), module(ref.file).scope_at(ref.node), kMaxImportHops);
  for (const Referent &d : found) {
    if (d.kind == Referent::Kind::External)
      return {{}, dot == std::string::npos ? d.external : join(d.external, value->substr(dot + 1))};
    if (d.kind == Referent::Kind::Binding && dot == std::string::npos &&
        module(d.file).bindings[d.binding].kind == BindingKind::Class)
      return {class_of_node({d.file, module(d.file).bindings[d.binding].source}), {}};
  }
  return {};
}

std::string PackageModel::dotted_name(NodeRef expression) const {
  for (const Referent &d : resolve(expression)) {
    if (d.kind == Referent::Kind::External)
      return d.external;
    if (d.kind == Referent::Kind::Module)
      return module_name(d.file);
    const Binding &b = module(d.file).bindings[d.binding];
    if (b.kind == BindingKind::Function)
      return full_name(function_of_node({d.file, b.source}));
    if (b.kind == BindingKind::Class)
      return full_name(class_of_node({d.file, b.source}));
  }
  return {};
}

} // namespace decode_ledger::package_model
