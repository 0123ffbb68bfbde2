// The call graph of the whole package as a value: every edge, and for each call what is known of its callee.
//
// An edge is what callers_of() tells: also a function that the language runs (a property, __enter__) or that is handed
// to code that is not read. A call is a Call node; its callee's values put it into one class. The first that holds:
//
//     resolved     it may run a function of the package, or make an instance of one of its classes; found by values
//     external     what is called is outside the package: a builtin, a library, a method of what a library gave
//     possible     nothing settles the receiver; a few methods of the package have the name
//     unresolved   none of these, with a reason
//
//     def run(teacher, clip):
//         path = os.path.join("a", clip)     external
//         check(path)                        resolved, if `check` is a function of the package
//         return teacher.label(path)         possible if nobody in the package calls run and one class has `label`
//
// A call goes by the best that is known: a callee that is a function of the package on one way and not known on another
// is resolved. `mixed` tells those, so that nobody has to take "resolved" for "nothing else can run". A call that is
// resolved may have no edge: it makes an instance of a class without a constructor, it stands in a test, or the search
// for callers does not follow the callee to it (docs/limitations.md).
//
// Start reading at build_call_graph(). Tested by tests/unit/dataflow/call_graph_test.cc.
#pragma once

#include "dataflow/dataflow.h"

namespace decode_ledger::dataflow {

enum class CallClass : uint8_t { Resolved, External, Possible, Unresolved };
constexpr size_t kNumCallClasses = 4;
/// "resolved", "external", "possible", "unresolved".
std::string_view call_class_name(CallClass class_);

struct ClassifiedCall {
  NodeRef call;
  FunctionId caller;
  CallClass class_ = CallClass::Unresolved;
  bool mixed = false; ///< Resolved, External: on one way; on another the callee is not known
  std::string reason; ///< Unresolved: why, with names in backticks
};

struct CallGraph {
  std::vector<CallEdge> edges;       ///< by caller, place, callee
  std::vector<ClassifiedCall> calls; ///< every call of the package by file and place, those in tests too
};

/// Every edge of the package by caller, place, callee. Costs a question for each function.
std::vector<CallEdge> call_edges(Query &query);

/// By the values of the callee alone; build_call_graph() adds what the edges tell.
ClassifiedCall classify_call(Query &query, NodeRef call);

CallGraph build_call_graph(Query &query);

/// `reason` with the names in it left out, so that equal reasons can be counted: "class `…` has no `…`".
std::string reason_without_names(std::string_view reason);

} // namespace decode_ledger::dataflow
