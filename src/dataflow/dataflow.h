// "What can this expression be, here?" and "who calls this function?": one demand-driven query for receivers, ids,
// function values, device strings and exception classes.
//
// values_of(e) follows reaching definitions inside a function, attributes of classes, parameters (callers' arguments,
// defaults, annotations), returns, containers and imports, until it meets something that knowledge or syntax settles.
// Its answer is a small set of abstract values, each with its evidence chain; what could not be followed is an Unknown
// value with a reason, in the same set. Answers are memoised; a cycle contributes nothing of its own. In cycles of
// several functions an answer can hold a reason more or less by what was asked before it (docs/limitations.md); every
// room asks in the order of the source, so the output is the same for any number of threads and any file order. Bounds
// are counts with names (`Bounds`); reaching one gives Unknown with that bound's name, and is listed in bounds_reached().
//
//     tok = AutoTokenizer.from_pretrained("m")      values_of(tok)  = Result of transformers.AutoTokenizer.from_pretrained
//     def run(t): t.decode(x)                       values_of(t)    = the same, through the parameter (run is called below)
//     run(tok)
//
// A Query is for one thread, for_each_shard() for several; the model is immutable. Start reading at values_of() in
// values.cc, then calls.cc and containers.cc. Tested by tests/corpus/dataflow/ and tests/unit/dataflow/.
#pragma once

#include "dataflow/flow.h"
#include "knowledge/knowledge.h"
#include "package_model/package_model.h"
#include "support/thread_pool.h"

#include <functional>
#include <memory>
#include <span>

namespace decode_ledger::dataflow {

using package_model::PackageModel;

struct Value {
  enum class Kind : uint8_t {
    Unknown,   ///< `text`: the reason
    Function,  ///< `function`; `self` when bound to an instance of that class
    Class,     ///< `class_`: the class object itself
    Instance,  ///< of in-package `class_`
    Module,    ///< `file`
    External,  ///< a name outside the package: `text` is its dotted name
    Result,    ///< what calling something external gives: `text` is the callee's dotted name. An instance of an
               ///< external class is the Result of that class
    Member,    ///< an attribute or element of a Result, or a method of a literal: `text` says which, as in
               ///< "subprocess.run().stdout", "make_pair()[1]", "str.encode"
    Literal,   ///< a constant; `node` is it
    Container, ///< list, tuple, dict, set or comprehension display; `node` is it
    Partial,   ///< functools.partial call at `node`
    Parameter, ///< a parameter that no caller in the package settles; `node` is it
  };
  Kind kind = Kind::Unknown;
  FunctionId function;
  ClassId class_; ///< Class, Instance; for a bound Function the class of its receiver
  FileId file;
  NodeRef node; ///< where the value is made: call, literal, display, parameter
  std::string text;
  bool may_be_subclass = false; ///< Instance, Class: known by `self`, `cls` or an annotation, not by its construction

  bool operator==(const Value &other) const {
    return kind == other.kind && function == other.function && class_ == other.class_ && file == other.file &&
           node == other.node && text == other.text && may_be_subclass == other.may_be_subclass;
  }
};

/// A value with how it gets here: places from the value's making to the question, shortest chain found first.
struct Traced {
  Value value;
  std::vector<NodeRef> chain;
};
using Values = std::vector<Traced>;

/// Where the value of a name, attribute or parameter comes from: an expression, and the way from its value to ours.
struct Definition {
  enum class How : uint8_t {
    Value,     ///< the expression's value, taken apart by `path`
    Augmented, ///< `x += e`: adds to what x was before
    Entered,   ///< `with e as x`: what e's __enter__ gives, taken apart by `path`
    Caught,    ///< `except e as x`: an instance of e
    Imported,  ///< `binding` says what
    Function,  ///< `expression` is the FunctionDef
    Class,     ///< `expression` is the ClassDef
    Parameter, ///< `expression` is the Parameter; arguments_for() goes on from there
    Annotated, ///< declared with a type only: `expression` is the annotation
    Captured,  ///< by a pattern of match: `expression` is the Case
  };
  /// A step from a value to a part of it: an index counted from 0, or one of these.
  static constexpr int kAnyElement = -1; ///< iteration
  static constexpr int kRest = -2;       ///< what a starred target takes

  How how{};
  NodeRef expression;
  std::vector<int> path;
  NodeRef target;                 ///< the node that is bound: Name, Attribute, Parameter, Alias, FunctionDef, ClassDef
  uint32_t binding = 0xffffffffU; ///< index into the file's bindings; none for attributes
};

enum class Certainty : uint8_t { Certain, Possible };

/// How a function comes to run at a call site.
enum class EdgeKind : uint8_t {
  Call,     ///< called there (by name, import, self, constructor, value)
  Implicit, ///< the language calls it: property, __enter__, __call__, __init__, decorator, operator, iteration
  Boundary, ///< handed as a value to code that we don't read: `site` is the call that takes it (executor, callback)
};

struct CallEdge {
  FunctionId caller;
  FunctionId callee;
  NodeRef site; ///< the Call (or Attribute, With item, Decorator …) at which it runs
  Certainty certainty = Certainty::Certain;
  EdgeKind kind = EdgeKind::Call;
  NodeRef argument; ///< Boundary: the argument that carries the function
};

/// Why a call could not be resolved.
struct UnresolvedCall {
  NodeRef site;
  std::string reason;
};

/// Named bounds of the query; counts, never times.
struct Bounds {
  unsigned max_depth = 100;       ///< open questions on the way from the first to the last
  unsigned max_values = 24;       ///< values kept of one expression
  unsigned max_steps = 3000;      ///< expressions visited for one question
  unsigned max_stores = 64;       ///< stores and constructor calls looked at for one attribute
  unsigned max_name_families = 8; ///< unrelated methods that a call by the method's name alone may run
  unsigned max_name_callees = 32; ///< the same with what overrides them
};

struct BoundReached {
  std::string bound; ///< "max_depth", …
  NodeRef where;
  auto operator<=>(const BoundReached &) const = default;
};

class Query {
public:
  /// Keeps references to both.
  Query(const PackageModel &model, const knowledge::Knowledge &knowledge, Bounds bounds = {});
  ~Query();
  Query(const Query &) = delete;
  Query &operator=(const Query &) = delete;

  const PackageModel &model() const;
  /// Control flow of a function; built on first demand, owned here.
  const Flow &flow(FunctionId function);

  /// What `expression` can be where it stands. Never empty for reachable code: what is not known is said as Unknown.
  const Values &values_of(NodeRef expression);
  /// What can define the Name or the `self.x` Attribute read at `use`, in order of place: reaching definitions for
  /// variables of the function itself, every binding for those of a scope around it. Empty: a builtin, an unresolved
  /// name, or an expression of another kind.
  std::vector<Definition> definitions_of(NodeRef use);
  /// What `expression` taken apart by `path` can be.
  Values values_along(NodeRef expression, std::span<const int> path);

  /// What attribute `name` of each value in `of` can be.
  Values attribute_of(const Values &of, NameId name, NodeRef where);
  /// What calling `function` gives: its return expressions' values.
  const Values &returns_of(FunctionId function);
  /// The expressions of its return statements; the body of a lambda. Empty: it returns nothing, or is a generator.
  std::vector<NodeRef> returned_expressions(FunctionId function) const;
  /// What an element (or, for a constant index, that element) of `expression` can be.
  Values elements_of(NodeRef expression);

  /// The expressions that give `parameter` of `function` its value: callers' arguments and the default.
  struct Argument {
    NodeRef expression; ///< invalid when the call passes it in a way that is not followed (*args): see `reason`
    NodeRef site;       ///< the call; invalid for a default
    FunctionId caller;
    std::string reason;
  };
  std::vector<Argument> arguments_for(FunctionId function, NodeId parameter);
  /// What `call`, which runs `function`, passes for `parameter`; the default where it passes nothing. No expression:
  /// `reason` says why, or there is no default.
  Argument argument_passed(NodeRef call, FunctionId function, NodeId parameter);
  /// The same of the call of `edge`, which may hand the function to a library.
  Argument argument_passed(const CallEdge &edge, NodeId parameter);

  /// In-package functions that run at `call` (a Call, Attribute, WithItem, Decorator … node): by resolved values, else
  /// by method name alone (Possible).
  std::vector<CallEdge> callees_of(NodeRef call);
  /// Everything that can run `function`, in order of place. Calls in test files are left out unless `function` is in one.
  const std::vector<CallEdge> &callers_of(FunctionId function);
  /// Calls whose callee has this function's name but could not be resolved: "no edge must never read as no problem".
  const std::vector<UnresolvedCall> &unresolved_callers_of(FunctionId function);

  /// The dotted name of the class or function that a call's callee stands for outside the package; empty if in-package
  /// or not known: "transformers.AutoTokenizer.from_pretrained".
  std::string external_callee(NodeRef call);

  /// Runs `task(shard, begin, end)` for runs of items that together are 0 … num_items-1. A shard knows what this query
  /// knows and keeps what it learns, for the next call too. While the tasks run, this query must not be asked.
  using ShardTask = std::function<void(Query &shard, size_t begin, size_t end)>;
  void for_each_shard(size_t num_items, ThreadPool &pool, const ShardTask &task);

  /// Sorted, without twins; those of its shards as well.
  std::vector<BoundReached> bounds_reached() const;

  struct State;

private:
  explicit Query(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

} // namespace decode_ledger::dataflow
