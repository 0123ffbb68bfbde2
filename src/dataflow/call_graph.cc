#include "dataflow/call_graph.h"

#include <algorithm>
#include <tuple>

namespace decode_ledger::dataflow {
namespace {

using package_model::ClassName;
using parser::Kind;
using parser::Role;

/// Partials of partials that are looked into.
constexpr unsigned kMostPartials = 4;

/// What the values of a callee say, as far as callees_of() finds no function in them.
struct Said {
  bool makes_instance = false; ///< a class of the package without a constructor of its own
  bool goes_outside = false;
  bool holds_unknown = false;
  std::string reason; ///< the first one that is given
};

class CalleeReader {
public:
  explicit CalleeReader(Query &query) : query_(query) {}

  Said read(NodeRef callee) {
    look_at(callee, 0);
    if (said_.reason.empty())
      said_.reason = "no value comes here";
    return std::move(said_);
  }

private:
  void look_at(NodeRef callee, unsigned partials) {
    for (const Traced &traced : Values(query_.values_of(callee)))
      look_at(traced.value, partials);
  }

  void look_at(const Value &value, unsigned partials) {
    switch (value.kind) {
    case Value::Kind::Function:
      return; // callees_of() has it
    case Value::Kind::Class:
      said_.makes_instance = true;
      return;
    case Value::Kind::External:
    case Value::Kind::Result:
    case Value::Kind::Member:
      said_.goes_outside = true;
      return;
    case Value::Kind::Instance:
      look_at_instance(value);
      return;
    case Value::Kind::Partial:
      if (partials < kMostPartials)
        look_at(first_argument(value.node), partials + 1);
      return;
    case Value::Kind::Unknown:
      say_unknown(value.text);
      return;
    case Value::Kind::Parameter:
      say_unknown("no caller settles a parameter that is called");
      return;
    case Value::Kind::Module:
    case Value::Kind::Literal:
    case Value::Kind::Container:
      say_unknown("a call of something that is no function");
      return;
    }
  }

  /// Where the package has no __call__ for it, a base outside may have one.
  void look_at_instance(const Value &value) {
    const PackageModel &model = query_.model();
    if (model.method(value.class_, model.find_name("__call__")).valid())
      return; // callees_of() has it
    bool has_outside_base = std::ranges::any_of(
        model.mro(value.class_), [](const ClassName &base) { return !base.id.valid() && base.external != "object"; });
    if (has_outside_base)
      said_.goes_outside = true;
    else
      say_unknown("a call of an object whose class has no __call__");
  }

  void say_unknown(std::string_view reason) {
    said_.holds_unknown = true;
    if (said_.reason.empty())
      said_.reason = reason;
  }

  NodeRef first_argument(NodeRef call) const {
    const parser::SyntaxTree &tree = query_.model().tree(call.file);
    for (NodeId child : tree.children(call.node))
      if (tree.role(child) == Role::Argument && tree.kind(child) != Kind::Keyword)
        return {call.file, child};
    return {};
  }

  Query &query_;
  Said said_;
};

/// The search for a function's callers finds some of its calls that the values of the callee do not tell.
void raise_by_edges(CallGraph &graph) {
  for (const CallEdge &edge : graph.edges) {
    auto found = std::ranges::lower_bound(graph.calls, edge.site, {}, &ClassifiedCall::call);
    if (edge.kind == EdgeKind::Boundary || found == graph.calls.end() || found->call != edge.site)
      continue;
    ClassifiedCall &call = *found;
    bool certain = edge.certainty == Certainty::Certain;
    if (certain ? call.class_ == CallClass::Resolved : call.class_ != CallClass::Unresolved)
      continue;
    call.mixed = certain && (call.mixed || call.class_ != CallClass::External);
    call.class_ = certain ? CallClass::Resolved : CallClass::Possible;
    call.reason.clear();
  }
}

} // namespace

std::string_view call_class_name(CallClass class_) {
  switch (class_) {
  case CallClass::Resolved:
    return "resolved";
  case CallClass::External:
    return "external";
  case CallClass::Possible:
    return "possible";
  case CallClass::Unresolved:
    return "unresolved";
  }
  return "unresolved";
}

std::vector<CallEdge> call_edges(Query &query) {
  std::vector<CallEdge> edges;
  for (size_t i = 0; i < query.model().num_functions(); ++i) {
    const std::vector<CallEdge> &callers = query.callers_of(FunctionId{i});
    edges.insert(edges.end(), callers.begin(), callers.end());
  }
  // Ids of functions count up by file and place, so that this is the order of the source.
  std::ranges::stable_sort(edges, {}, [](const CallEdge &e) { return std::tuple(e.caller, e.site, e.callee); });
  return edges;
}

ClassifiedCall classify_call(Query &query, NodeRef call) {
  ClassifiedCall classified{call, query.model().function_at(call), CallClass::Unresolved, false, {}};
  std::vector<CallEdge> runs = query.callees_of(call);
  Said said = CalleeReader(query).read(query.model().child(call, Role::Callee));
  if (said.makes_instance ||
      std::ranges::any_of(runs, [](const CallEdge &e) { return e.certainty == Certainty::Certain; }))
    classified.class_ = CallClass::Resolved;
  else if (said.goes_outside)
    classified.class_ = CallClass::External;
  else if (!runs.empty())
    classified.class_ = CallClass::Possible;
  else
    classified.reason = std::move(said.reason);
  classified.mixed =
      said.holds_unknown && (classified.class_ == CallClass::Resolved || classified.class_ == CallClass::External);
  return classified;
}

CallGraph build_call_graph(Query &query) {
  CallGraph graph;
  graph.edges = call_edges(query);
  const PackageModel &model = query.model();
  for (size_t file = 0; file < model.num_files(); ++file) {
    const parser::SyntaxTree &tree = model.tree(FileId{file});
    for (size_t node = 0; node < tree.num_nodes(); ++node)
      if (tree.kind(NodeId{node}) == Kind::Call)
        graph.calls.push_back(classify_call(query, {FileId{file}, NodeId{node}}));
  }
  raise_by_edges(graph);
  return graph;
}

std::string reason_without_names(std::string_view reason) {
  std::string out;
  bool in_name = false;
  for (char c : reason) {
    if (c == '`')
      out += in_name ? "…`" : "`";
    else if (!in_name)
      out += c;
    in_name = in_name != (c == '`');
  }
  return out;
}

} // namespace decode_ledger::dataflow
