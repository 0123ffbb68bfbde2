// What the walks of all sites ask again and again, found once: many sites share their callers.
//
// What is in flight is interned: a class with what is known of its text is a number, so that the sets of a walk hold
// small keys.
#pragma once

#include "exceptions_trace/call_conditions.h"
#include "exceptions_trace/decorators.h"
#include "exceptions_trace/passage.h"
#include "exceptions_trace/receiver_types.h"
#include "support/hash.h"

#include <deque>
#include <unordered_map>

namespace decode_ledger::exceptions_trace {

/// A class in flight with what is known of its text; an index into Facts.
using FlightId = Id<struct FlightTag>;

struct Flight {
  ExceptionType type;
  TextPattern message;
};

/// The way out of the function around a place.
struct Crossing {
  FunctionId function;
  Passage passage;
  std::vector<FlightId> escapes; ///< of `passage.escapes`; only what was in flight keeps what is known of its text
};

/// A caller's edge with what the walk asks of it each time.
struct CallerEdge {
  dataflow::CallEdge edge;
  NodeRef by;                   ///< the caller's parameter that holds the function; none when it comes by name
  bool through_wrapper = false; ///< the caller is the wrapper of a decorator of the callee
  bool unprotected = false;     ///< no try or `with` of `edge.caller` stands around the call, nor a generator
};

/// The framework that runs a method, as decorators.h tells.
struct FrameworkRole {
  std::string name; ///< empty: none is known
  bool drops = false;
};

/// Answers live as long as the Facts.
class Facts {
public:
  explicit Facts(const Context &context) : context_(context) {}

  FlightId flight(const ExceptionType &type, const TextPattern &message);
  const Flight &flight(FlightId id) const { return flights_[id.value]; }

  const Crossing &crossing(NodeRef place, FlightId flight);
  /// One for each call and argument.
  const std::vector<CallerEdge> &callers(FunctionId function);
  const std::vector<ParameterCondition> &conditions(NodeRef place);
  /// For each of callers(function): true when what it passes keeps it from reaching `place`, which is in `function`.
  /// Empty: `place` is reached whatever is passed.
  const std::vector<bool> &ruled_out(FunctionId function, NodeRef place);
  const ReceiverTypes &receiver_types(NodeRef call);
  const Decoration &decoration(FunctionId function, FlightId flight);
  const FrameworkRole &framework_role(FunctionId function);
  const std::vector<FrameworkRun> &framework_runs(FunctionId function);

private:
  NodeRef by_parameter(const dataflow::CallEdge &edge);

  const Context &context_;
  std::map<std::pair<ExceptionType, TextPattern>, FlightId> flight_ids_;
  std::deque<Flight> flights_; // a deque: references stay valid
  std::unordered_map<std::tuple<NodeRef, FlightId>, Crossing, TupleHash> crossings_;
  std::unordered_map<FunctionId, std::vector<CallerEdge>> callers_;
  std::unordered_map<NodeRef, std::vector<ParameterCondition>> conditions_;
  std::unordered_map<std::tuple<FunctionId, NodeRef>, std::vector<bool>, TupleHash> ruled_out_;
  std::unordered_map<NodeRef, ReceiverTypes> receiver_types_;
  std::unordered_map<std::tuple<FunctionId, FlightId>, Decoration, TupleHash> decorations_;
  std::unordered_map<FunctionId, FrameworkRole> framework_roles_;
  std::unordered_map<FunctionId, std::vector<FrameworkRun>> framework_runs_;
};

} // namespace decode_ledger::exceptions_trace
