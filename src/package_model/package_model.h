// The files of a package, linked: which module is `a.b`, what does a name of one module mean in another, what are the
// bases of a class?
//
// link_package() takes the per-file models, merges their name tables and gives every function and class a package-wide
// id (file's base + number in the file). Results are immutable and may be read from many threads.
//
//     pkg/__init__.py   from .core import Judge        find_export("pkg", "Judge") = class pkg.core.Judge
//     pkg/core.py       class Judge(Base): …           mro(Judge) = Judge, pkg.base.Base
//
// What is outside the package is known by its dotted name alone: ("transformers.AutoTokenizer"). Relative and star
// imports, re-exports and `__all__` are followed; a cycle of imports ends at the second visit.
//
// Values that a name can have at a place (assignments, attributes, parameters) and the call graph are the next room's,
// dataflow: resolving a call needs the value query.
//
// Start reading at link_package(). Tested by tests/unit/package_model/ and tests/corpus/package_model/.
#pragma once

#include "module_model/module_model.h"
#include "source/source.h"

#include <memory>
#include <unordered_map>

namespace decode_ledger::package_model {

using module_model::Binding;
using module_model::BindingKind;
using module_model::ModuleModel;
using module_model::ScopeKind;

/// What an imported or module-level name stands for.
struct Referent {
  enum class Kind : uint8_t {
    Module,   ///< `file`
    Binding,  ///< `file`, `binding` (index into that file's bindings): assignment, function, class … at module level
    External, ///< `external`: a dotted name outside the package
  };
  Kind kind{};
  FileId file;
  uint32_t binding = 0;
  std::string external;
};

/// A base class or exception class: of this package, or outside it by dotted name ("torch.nn.Module", "ValueError").
struct ClassName {
  ClassId id;           ///< none: outside
  std::string external; ///< empty when `id` is set, or when the expression could not be resolved ("unknown base")
  bool is_unknown() const { return !id.valid() && external.empty(); }
};

class PackageModel {
public:
  // Files and modules.
  size_t num_files() const { return modules_.size(); }
  const source::SourceSet &sources() const { return *sources_; }
  const ModuleModel &module(FileId f) const { return modules_[f.value]; }
  const parser::SyntaxTree &tree(FileId f) const { return modules_[f.value].tree; }
  const std::string &module_name(FileId f) const { return sources_->file(f).module; }
  std::optional<FileId> find_module(std::string_view dotted) const;

  // Names.
  const NameTable &names() const { return *names_; }
  std::string_view text(NameId n) const { return names_->text(n); }
  /// The package-wide id of `text`; none when no file mentions it.
  NameId find_name(std::string_view text) const { return names_->find(text).value_or(NameId{}); }

  // Functions and classes, package-wide.
  size_t num_functions() const { return function_files_.size(); }
  size_t num_classes() const { return class_files_.size(); }
  FileId file_of(FunctionId f) const { return function_files_[f.value]; }
  FileId file_of(ClassId c) const { return class_files_[c.value]; }
  const module_model::Function &function(FunctionId f) const;
  const module_model::Class &class_(ClassId c) const;
  /// From a number within a file to the package-wide id, and back (none stays none).
  FunctionId global(FileId f, FunctionId local) const;
  ClassId global(FileId f, ClassId local) const;
  FunctionId local(FunctionId f) const { return FunctionId{f.value - first_function_[file_of(f).value]}; }
  ClassId local(ClassId c) const { return ClassId{c.value - first_class_[file_of(c).value]}; }
  /// The class whose body directly holds `f`; none for plain functions.
  ClassId class_of(FunctionId f) const;
  /// A method whose first parameter is its instance or class; a static method's is not.
  bool takes_instance(FunctionId f) const;
  /// The function around `f`; none for a module body.
  FunctionId parent_of(FunctionId f) const;
  /// The function that runs `ref`'s code.
  FunctionId function_at(NodeRef ref) const;
  /// The function defined by FunctionDef or Lambda `ref`; the class defined by ClassDef `ref`. None for other nodes.
  FunctionId function_of_node(NodeRef ref) const;
  ClassId class_of_node(NodeRef ref) const;
  /// "pkg.core.Judge.run": module and qualified name; the module body is the module's name alone.
  std::string full_name(FunctionId f) const;
  std::string full_name(ClassId c) const;
  /// By full name ("pkg.core.Judge.run"). Re-exports are followed. None: the package has no such function or class.
  FunctionId find_function(std::string_view full_name) const;
  ClassId find_class(std::string_view full_name) const;

  // Syntax by reference.
  SourceRange range(NodeRef ref) const;
  std::string_view source_text(NodeRef ref) const { return sources_->text(range(ref)); }
  parser::Kind kind(NodeRef ref) const { return tree(ref.file).kind(ref.node); }
  NodeRef child(NodeRef ref, parser::Role role) const { return {ref.file, tree(ref.file).child(ref.node, role)}; }
  NameId name(NodeRef ref) const { return tree(ref.file).name(ref.node); }
  NodeRef node_of(FunctionId f) const { return {file_of(f), function(f).node}; }
  NodeRef node_of(ClassId c) const { return {file_of(c), class_(c).node}; }

  // What names mean.
  /// `name` as an attribute of module `file`: its bindings (all conditional ones), through re-exports and star imports,
  /// else a submodule. Empty: the module has no such name.
  std::vector<Referent> find_exports(FileId file, NameId name) const;
  /// What an Import or ImportFrom binding stands for (its target followed to the end).
  std::vector<Referent> imported(FileId file, const Binding &binding) const;
  /// The absolute dotted name that a binding imports, as written and made absolute: "transformers.AutoTokenizer".
  std::string imported_name(FileId file, const Binding &binding) const;

  /// What an expression of names and attributes stands for where it is written, by scopes and imports alone: assigned
  /// names give their bindings (of any scope), a name that nothing binds is External (a builtin). Empty: another kind
  /// of expression, or an attribute of something that is no module and no class.
  std::vector<Referent> resolve(NodeRef expression) const;

  // Classes.
  /// Linearised as Python does (C3; where that fails, depth first), itself first. External and unknown bases included.
  const std::vector<ClassName> &mro(ClassId c) const { return mros_[c.value]; }
  /// `base` is in the MRO of `derived`: itself, or a class that it derives from.
  bool derives_from(ClassId derived, ClassId base) const;
  /// In-package classes that have `c` in their MRO, itself left out, by id.
  const std::vector<ClassId> &subclasses(ClassId c) const { return subclasses_[c.value]; }
  /// True for the second and third function of a property, `@name.setter` and `@name.deleter`. They run where an
  /// attribute is stored or deleted; the property's name stands for its first function, the getter.
  bool is_setter(FunctionId f) const { return is_accessor(f, "setter"); }
  bool is_deleter(FunctionId f) const { return is_accessor(f, "deleter"); }
  /// The function `name` defined directly in `c`'s body: the last definition wins, as at run time; of a property the
  /// getter. None: no such method.
  FunctionId method_in(ClassId c, NameId name) const;
  /// The method found along the MRO, starting after `after` when given (super()). None: not in the package.
  FunctionId method(ClassId c, NameId name, ClassId after = {}) const;
  /// What `x.name = …` runs on an instance of `c`: the setter found along the MRO. None: it binds an attribute.
  FunctionId setter(ClassId c, NameId name) const;
  /// All functions (not lambdas) with this name, by id.
  std::span<const FunctionId> functions_named(NameId name) const;
  /// A class expression (base, exception type, annotation) resolved syntactically: names, attributes, imports.
  ClassName resolve_class(NodeRef expression) const;
  /// The dotted name that an expression of names and attributes stands for, imports followed: "torch.nn.Module",
  /// "pkg.core.Judge", "ValueError" for a builtin. Empty: not such an expression, or a local variable.
  std::string dotted_name(NodeRef expression) const;

  // Where a name is used: every Name, Attribute and Keyword node of that name, by file and place.
  std::span<const NodeRef> uses(NameId name) const;
  /// Those in one file.
  std::span<const NodeRef> uses(NameId name, FileId file) const;

  /// Other names under which what is called `name` may be imported (`from m import f as g`), through chains of such
  /// imports; `name` itself comes first.
  std::vector<NameId> names_for(NameId name) const;

private:
  bool is_accessor(FunctionId f, std::string_view decorator) const;
  friend class Linker;
  std::string absolute_module(FileId file, unsigned dots, std::string_view dotted) const;
  std::optional<FileId> find_module_from(FileId file, std::string_view dotted) const;
  std::vector<Referent> imported(FileId file, const Binding &binding, unsigned hops) const;
  std::vector<Referent> find_exports(FileId file, NameId name, unsigned hops) const;
  std::vector<Referent> find_through_stars(FileId file, NameId name, unsigned hops) const;
  bool is_exported(FileId file, NameId name) const;
  std::vector<Referent> resolve(NodeRef ref, unsigned hops) const;
  std::vector<Referent> resolve_name(FileId file, NameId name, ScopeId scope, unsigned hops) const;
  std::vector<Referent> resolve_attribute(NodeRef ref, unsigned hops) const;
  ClassName resolve_class(NodeRef ref, unsigned hops) const;
  ClassName resolve_quoted_class(NodeRef ref) const;

  std::shared_ptr<const source::SourceSet> sources_;
  std::vector<ModuleModel> modules_;
  std::unique_ptr<NameTable> names_;
  std::vector<uint32_t> first_function_, first_class_;
  std::vector<FileId> function_files_, class_files_;
  std::unordered_map<std::string, FileId> module_by_name_, file_by_path_;
  std::vector<std::vector<ClassName>> mros_;
  std::vector<std::vector<ClassId>> subclasses_;
  std::vector<uint32_t> first_use_; // by name: range in uses_
  std::vector<NodeRef> uses_;
  std::vector<std::pair<NameId, NameId>> import_aliases_; // (imported name, alias), sorted, without twins
  std::vector<uint32_t> first_named_;                     // by name: range in functions_by_name_
  std::vector<FunctionId> functions_by_name_;
};

/// Links the files' models, `models[i]` being that of file i (an empty model for a file that was not read).
PackageModel link_package(std::shared_ptr<const source::SourceSet> sources, std::vector<ModuleModel> models);

} // namespace decode_ledger::package_model
