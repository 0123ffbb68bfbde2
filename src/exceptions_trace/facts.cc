#include "exceptions_trace/facts.h"

#include <set>

namespace decode_ledger::exceptions_trace {

using dataflow::CallEdge;

FlightId Facts::flight(const ExceptionType &type, const TextPattern &message) {
  auto [found, is_new] = flight_ids_.try_emplace({type, message}, flights_.size());
  if (is_new)
    flights_.push_back({type, message});
  return found->second;
}

const Crossing &Facts::crossing(NodeRef place, FlightId flight_id) {
  auto [found, is_new] = crossings_.try_emplace({place, flight_id});
  Crossing &crossing = found->second;
  if (!is_new)
    return crossing;
  const auto &[fault, message] = flight(flight_id);
  crossing.function = context_.model.function_at(place);
  crossing.passage = pass_regions(context_, place, fault, message);
  for (const ExceptionType &type : crossing.passage.escapes)
    crossing.escapes.push_back(type == fault ? flight_id : flight(type, {kAnyHole}));
  return crossing;
}

const std::vector<CallerEdge> &Facts::callers(FunctionId function) {
  auto [found, is_new] = callers_.try_emplace(function);
  std::vector<CallerEdge> &callers = found->second;
  if (!is_new)
    return callers;
  std::set<std::pair<NodeRef, NodeRef>> told;
  for (const CallEdge &edge : context_.query.callers_of(function))
    if (told.insert({edge.site, edge.argument}).second)
      callers.push_back(
          {edge, by_parameter(edge), is_wrapper_of(context_, edge.caller, edge.callee),
           enclosing_regions(context_, edge.site).empty() && !lazy_generator_around(context_, edge.site).valid()});
  return callers;
}

const std::vector<ParameterCondition> &Facts::conditions(NodeRef place) {
  auto [found, is_new] = conditions_.try_emplace(place);
  if (is_new)
    found->second = parameter_conditions(context_, place);
  return found->second;
}

const std::vector<bool> &Facts::ruled_out(FunctionId function, NodeRef place) {
  auto [found, is_new] = ruled_out_.try_emplace({function, place});
  const std::vector<ParameterCondition> &on_place = conditions(place);
  if (is_new && !on_place.empty())
    for (const CallerEdge &caller : callers(function))
      found->second.push_back(contradicts(context_, caller.edge, on_place));
  return found->second;
}

const ReceiverTypes &Facts::receiver_types(NodeRef call) {
  auto [found, is_new] = receiver_types_.try_emplace(call);
  if (is_new)
    found->second = exceptions_trace::receiver_types(context_, call);
  return found->second;
}

const Decoration &Facts::decoration(FunctionId function, FlightId flight_id) {
  auto [found, is_new] = decorations_.try_emplace({function, flight_id});
  if (is_new)
    found->second = read_decorators(context_, function, flight(flight_id).type);
  return found->second;
}

const FrameworkRole &Facts::framework_role(FunctionId function) {
  auto [found, is_new] = framework_roles_.try_emplace(function);
  if (is_new)
    found->second = {framework_of(context_, function), framework_drops(context_, function)};
  return found->second;
}

const std::vector<FrameworkRun> &Facts::framework_runs(FunctionId function) {
  auto [found, is_new] = framework_runs_.try_emplace(function);
  if (is_new)
    found->second = exceptions_trace::framework_runs(context_, function);
  return found->second;
}

NodeRef Facts::by_parameter(const CallEdge &edge) {
  if (context_.kind(edge.site) != Kind::Call)
    return {};
  if (edge.kind != dataflow::EdgeKind::Boundary)
    return parameter_read_by(context_, context_.child(edge.site, Role::Callee));
  if (!edge.argument.valid())
    return {};
  // A name that the edge says to hold it: what else it can hold may be more than a value set has room for.
  NodeRef read = parameter_read_by(context_, edge.argument);
  return read.valid() ? read : parameter_holding(context_, edge.argument, edge.callee);
}

} // namespace decode_ledger::exceptions_trace
