// What does one file define: scopes, bindings, functions, classes, imports?
//
// Built from one SyntaxTree alone, in parallel, without shared state. Ids in it count from 0 within the file; linking
// (package_model.h) turns them into package-wide ids by adding the file's base.
//
//     import numpy as np                 binding np       Import
//     class Judge:                       binding Judge    Class; scope Judge
//         bound = 3                      binding bound    Assign, in scope Judge
//         def run(self, ids):            function Judge.run; bindings self, ids: Parameter
//             out = [t for t in ids]     binding out      Assign; a comprehension scope with binding t: CompFor
//
// Scopes are Python's: module, class, function, lambda, comprehension. `global` and `nonlocal` are followed, so that a
// binding stands in the scope that owns the name. Conditional definitions all count. `if TYPE_CHECKING:` counts.
//
// Start reading at build_module_model(). Tested by tests/unit/module_model/.
#pragma once

#include "parser/parser.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace decode_ledger::module_model {

enum class ScopeKind : uint8_t { Module, Class, Function, Lambda, Comprehension };

struct Scope {
  ScopeKind kind{};
  NodeId node;    ///< the Module, ClassDef, FunctionDef, Lambda or comprehension
  ScopeId parent; ///< none for the module
  FunctionId
      function; ///< innermost function (or module body) that runs this scope's code; a class body belongs to the function around it
  ClassId class_; ///< of a Class scope: its class; of a method's scope: none (see Function::class_)
  uint32_t first_binding = 0, last_binding = 0; ///< range of bindings, sorted by (name, place)
};

enum class BindingKind : uint8_t {
  Assign, ///< `source` is the Assign; the target may be inside a Tuple (unpacking)
  AugAssign,
  Annotation, ///< `x: T` without a value
  Named,      ///< walrus
  For,        ///< `source` is the For
  CompFor,
  With,       ///< `source` is the WithItem
  Except,     ///< `source` is the Handler
  Import,     ///< `source` is the Alias; bound to a module (`import a.b` binds a, `import a.b as c` binds a.b)
  ImportFrom, ///< `source` is the Alias, or the StarAlias (name is `*`)
  Function,   ///< `source` is the FunctionDef
  Class,      ///< `source` is the ClassDef
  Parameter,  ///< `source` is the Parameter
  Pattern,    ///< capture in a match case; `source` is the Case
  Delete,
  TypeAlias,
};

struct Binding {
  NameId name;
  BindingKind kind{};
  ScopeId scope; ///< that owns the name
  ScopeId in; ///< where the code stands; differs from `scope` under global/nonlocal and for a walrus in a comprehension
  NodeId target; ///< the node that names it: Name, Alias, Parameter, FunctionDef, ClassDef
  NodeId source; ///< the construct that binds, see BindingKind
};

/// A function, a lambda, or the body of the module (function 0 of each file, qualified name "<module>").
struct Function {
  NodeId node; ///< Module, FunctionDef or Lambda
  ScopeId scope;
  FunctionId parent;              ///< the function whose body holds this one; none for the module body
  ClassId class_;                 ///< the class whose body holds it directly; none otherwise
  NameId name;                    ///< none for lambdas and the module body
  std::string qualified;          ///< in the file: "Judge.run", "outer.inner", "outer.<lambda1>", "<module>"
  std::vector<NodeId> parameters; ///< Parameter nodes, in order
  std::vector<NodeId> decorators; ///< Decorator nodes, in order
  bool is_async = false;
  bool is_generator = false; ///< has a yield of its own
};

struct Class {
  NodeId node;
  ScopeId scope;        ///< the class body's
  ScopeId parent_scope; ///< where it is defined
  FunctionId function;  ///< whose body holds it
  NameId name;
  std::string qualified; ///< "Outer.Inner", "make.Local"
};

/// `self.x = …` (or `cls.x`), in any method: what an attribute of the instance may be.
struct AttributeBinding {
  ClassId class_;
  NameId name;
  NodeId target; ///< the Attribute node that is stored to
  NodeId source; ///< Assign, AugAssign, For, WithItem, Named
  FunctionId function;
};

struct ModuleModel {
  parser::SyntaxTree tree;
  std::vector<Scope> scopes;                             ///< [0] is the module; parents before children
  std::vector<Binding> bindings;                         ///< sorted by scope, name, target
  std::vector<Function> functions;                       ///< [0] is the module body; in order of their nodes
  std::vector<Class> classes;                            ///< in order of their nodes
  std::vector<AttributeBinding> attributes;              ///< sorted by class, name, target
  std::vector<std::pair<NodeId, ScopeId>> scope_of_node; ///< scope-making nodes, sorted

  /// The innermost scope whose code `node` is. Decorators, defaults, annotations and bases belong to the scope around
  /// the definition; a comprehension's first iterable to the scope around the comprehension.
  ScopeId scope_at(NodeId node) const;
  /// The function whose body runs `node`; comprehensions and class bodies count for the function around them.
  FunctionId function_at(NodeId node) const;
  /// The scope that a name read in `scope` refers to, by Python's rules; none: a builtin, or bound by a star import.
  ScopeId resolve(NameId name, ScopeId scope) const;
  /// Bindings of `name` in the very scope `scope`, in order of place. Empty: it has none.
  std::span<const Binding> bindings_of(NameId name, ScopeId scope) const;
  /// All bindings of `scope`, by name.
  std::span<const Binding> bindings_in(ScopeId scope) const;
  /// Attribute bindings of `class_` for `name`.
  std::span<const AttributeBinding> attributes_of(NameId name, ClassId class_) const;
  /// The statement that holds `node`: its nearest ancestor (or itself) that is a statement, Handler, or the Module.
  NodeId statement_at(NodeId node) const;

  /// Names declared global or nonlocal, by scope: (scope, name, owner), sorted. Owner is none when not found.
  struct Declared {
    ScopeId scope;
    NameId name;
    ScopeId owner;
  };
  std::vector<Declared> declared;
};

/// Builds the model of a file. Takes the tree and keeps it.
ModuleModel build_module_model(parser::SyntaxTree tree);

/// For linking only: rewrites every name by `map[old] = new` and sorts again what is sorted by name.
void rename(ModuleModel &model, const std::vector<NameId> &map);

/// One line a scope, function, class and binding: `--print=module-model`.
std::string dump(const ModuleModel &model);

} // namespace decode_ledger::module_model
