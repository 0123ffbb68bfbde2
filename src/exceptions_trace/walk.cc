#include "exceptions_trace/walk.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>

namespace decode_ledger::exceptions_trace {

using dataflow::CallEdge;
using dataflow::Certainty;
using dataflow::EdgeKind;
using diagnostics::Rule;

namespace {

/// A step of a way, linked to the one inside it.
struct Step {
  NodeRef place;
  Certainty certainty = Certainty::Certain;
  int inner = -1; ///< the step inside it; -1: the first
};

struct Arrival {
  NodeRef place;
  FlightId flight;
  int step = -1;
  bool possible = false;
  Given given{}; ///< the function inside came by this parameter of `place`'s function; none: no parameter
  bool through_wrapper = false; ///< `place` is a decorator's wrapper calling what it wraps
  ClassId
      self{}; ///< what the object is of which `place`'s function is a method, where more than its own class is known
};

bool ends_flight(HandlerVerdict verdict) {
  return verdict == HandlerVerdict::Swallows || verdict == HandlerVerdict::Exits;
}

class Walk {
public:
  Walk(const Context &context, Facts &facts, const TraceOptions &options)
      : context_(context), facts_(facts), options_(options) {}

  void run(const Start &start, Trace &out) {
    if (start.handed.valid())
      cross_boundary(start.place, start.handed,
                     {start.place, start.fault, add_step(start.handed, Certainty::Certain, -1), false, {}, false});
    else
      push({start.place, start.fault, -1, false, {}, false}, Certainty::Certain);
    while (!certain_.empty() || !possible_.empty()) {
      std::deque<Arrival> &queue = certain_.empty() ? possible_ : certain_;
      Arrival next = queue.front();
      queue.pop_front();
      arrive(next);
    }
    finish(out);
  }

private:
  int add_step(NodeRef place, Certainty certainty, int inner) {
    steps_.push_back({place, certainty, inner});
    return static_cast<int>(steps_.size()) - 1;
  }

  /// `arrival.step` is that of the place inside; this adds the one of `arrival.place`.
  void push(Arrival arrival, Certainty certainty) {
    arrival.possible = arrival.possible || certainty == Certainty::Possible;
    arrival.step = add_step(arrival.place, certainty, arrival.step);
    (arrival.possible ? possible_ : certain_).push_back(arrival);
  }

  void note_open(std::string reason) {
    if (!is_exiting_ && !reason.empty() && std::ranges::find(open_, reason) == open_.end())
      open_.push_back(std::move(reason));
  }

  const ExceptionType &type_of(const Arrival &at) const { return facts_.flight(at.flight).type; }

  /// SystemExit on its way, after a handler made the fault an exit with a status: heard unless it is caught. All that
  /// matters is who catches it.
  void arrive(const Arrival &at) {
    is_exiting_ = type_of(at).external == "SystemExit";
    if (is_raised_elsewhere(at))
      return;
    const Crossing &crossing = cross_function(at);
    for (FlightId flight : crossing.escapes)
      leave(crossing.function, flight, at);
  }

  /// In a generator expression that is not iterated around the place, as it is in `any(f(x) for x in xs)`: goes on where
  /// it is iterated.
  bool is_raised_elsewhere(const Arrival &at) {
    NodeRef generator = lazy_generator_around(context_, at.place);
    if (!generator.valid())
      return false;
    std::vector<Surfacing> surfacings = surfacings_of_call(context_, generator);
    auto is_around = [&](const Surfacing &one) {
      bool is_run = one.kind == Surfacing::Kind::At ||
                    (one.kind == Surfacing::Kind::Handed && context_.query.callees_of(one.place).empty());
      return is_run && is_inside(context_, generator, one.place);
    };
    if (surfacings.empty() || std::ranges::any_of(surfacings, is_around))
      return false;
    for (const Surfacing &one : surfacings) {
      Arrival next = at;
      next.place = one.place;
      surface(one, std::move(next), Certainty::Certain);
    }
    return true;
  }

  /// Meets the handlers between the place and the function's end.
  const Crossing &cross_function(const Arrival &at) {
    const Crossing &crossing = facts_.crossing(at.place, at.flight);
    for (const Judgement &judgement : crossing.passage.met)
      meet(judgement, at);
    for (const std::string &reason : crossing.passage.open)
      note_open(reason);
    return crossing;
  }

  void meet(const Judgement &judgement, const Arrival &at) {
    const HandlerMet &met = judgement.met;
    auto [found, is_new] = index_.try_emplace({met.handler, met.exception}, handlers_.size());
    if (is_new) {
      HandlerMet told = met;
      told.chain = chain(at.step);
      told.possible = at.possible;
      if (at.through_wrapper && told.verdict == HandlerVerdict::Swallows)
        told.rule = Rule::FaultRetried;
      handlers_.push_back(std::move(told));
      note_open(judgement.open);
    } else {
      ++handlers_[found->second].other_ways;
    }
    if (met.masked)
      return;
    if (ends_flight(met.verdict))
      ++ways_;
    if (met.verdict == HandlerVerdict::Swallows || judgement.success_exit)
      ++ways_swallowed_;
    if (is_new)
      for (const LaterRaise &later : judgement.later)
        push({later.place, raised_later(later, at), at.step, at.possible, {}, false}, Certainty::Certain);
  }

  FlightId raised_later(const LaterRaise &later, const Arrival &at) {
    return later.type == type_of(at) ? at.flight : facts_.flight(later.type, {kAnyHole});
  }

  std::vector<Frame> chain(int last) const {
    std::vector<Frame> out;
    for (int i = last; i >= 0; i = steps_[static_cast<size_t>(i)].inner) {
      const Step &step = steps_[static_cast<size_t>(i)];
      out.push_back({context_.model.function_at(step.place), context_.model.range(step.place), step.certainty});
    }
    std::ranges::reverse(out);
    return out;
  }

  /// The exception leaves `function`, to everyone who runs it and can reach the place of `at`.
  void leave(FunctionId function, FlightId flight, const Arrival &at) {
    auto [left, is_new] = untold_.try_emplace({function, flight, at.given.function, at.given.parameter, at.self});
    std::vector<const CallerEdge *> &untold = left->second;
    if (!is_new && untold.empty())
      return;
    bool is_first = seen_.insert({function, flight}).second;
    const Decoration &decoration = facts_.decoration(function, flight);
    if (decoration.met)
      return meet(*decoration.met, at);
    note_open(decoration.open);
    if (is_first && !is_exiting_)
      note_unresolved(function);
    if (decoration.runs_elsewhere)
      return;
    const std::vector<CallerEdge> &edges = facts_.callers(function);
    if (is_new)
      for (const CallerEdge &caller : edges)
        untold.push_back(&caller);
    const std::vector<bool> &ruled_out = facts_.ruled_out(function, at.place);
    // Where a framework is known to run it, that its object is handed to unread code on the way there says nothing new.
    const bool is_run_by_framework = !facts_.framework_runs(function).empty();
    std::erase_if(untold, [&](const CallerEdge *caller) {
      if (is_run_by_framework && is_handed_to_unread_code(caller->edge))
        return true;
      bool is_ruled_out = !ruled_out.empty() && ruled_out[static_cast<size_t>(caller - edges.data())];
      if (is_ruled_out || comes_by_another(caller->edge, at.given) ||
          is_another_object(context_, caller->edge, at.self) ||
          is_excluded(context_, caller->edge, at.self, facts_.receiver_types(caller->edge.site)))
        return ruled_out.empty(); // no other place is reached from more callers
      follow(*caller, flight, at);
      return true;
    });
    if (!is_first)
      return;
    if (!decoration.entry_point.empty())
      add_top(function, decoration.entry_point);
    else if (edges.empty() || is_run_by_framework)
      reach_top(function, flight, at);
  }

  bool is_handed_to_unread_code(const CallEdge &edge) const {
    return edge.kind == EdgeKind::Boundary &&
           boundary_effect(context_, edge.site, edge.argument).kind == BoundaryEffect::Kind::Unknown;
  }

  /// The same exception, which came the same way, left `function` already to everyone.
  bool has_left(FunctionId function, FlightId flight, const Arrival &at) const {
    auto left = untold_.find({function, flight, at.given.function, at.given.parameter, at.self});
    return left != untold_.end() && left->second.empty();
  }

  bool comes_by_another(const CallEdge &edge, const Given &given) {
    return given.parameter.valid() && gives_another(context_, edge, given);
  }

  /// By which parameter of the caller the function came that runs at the edge, if by one.
  Given given_at(const CallerEdge &caller, const Given &inner) {
    if (caller.by.valid())
      return {caller.edge.callee, caller.by};
    if (!inner.parameter.valid() || context_.kind(caller.edge.site) != Kind::Call)
      return {};
    if (caller.edge.kind == EdgeKind::Boundary) { // spawn(fn=run, args=(main,)): what `run` is given stands beside it
      NodeRef by = parameter_holding(context_, caller.edge.site, inner.function);
      return by.valid() ? Given{inner.function, by} : Given{};
    }
    NodeRef passed = value_passed(context_, caller.edge, inner.parameter);
    NodeRef by = passed.valid() ? parameter_read_by(context_, passed) : NodeRef{};
    return by.valid() ? Given{inner.function, by} : Given{};
  }

  void note_unresolved(FunctionId function) {
    for (const dataflow::UnresolvedCall &call : context_.query.unresolved_callers_of(function))
      unresolved_.push_back(&call);
  }

  bool runs_later(FunctionId function) const {
    const module_model::Function &f = context_.model.function(function);
    return (f.is_generator || f.is_async) && !is_context_manager(context_, function);
  }

  void follow(const CallerEdge &caller, FlightId flight, const Arrival &at) {
    const CallEdge &edge = caller.edge;
    bool possible = at.possible || edge.certainty == Certainty::Possible;
    Arrival next{edge.site,
                 flight,
                 at.step,
                 at.possible,
                 given_at(caller, at.given),
                 caller.through_wrapper,
                 object_around(context_, edge, at.self)};
    if (edge.kind == EdgeKind::Boundary) {
      next.possible = possible;
      return cross_boundary(edge.site, edge.argument, next);
    }
    bool is_call = edge.kind == EdgeKind::Call && context_.kind(edge.site) == Kind::Call;
    if (!is_call || !runs_later(edge.callee)) {
      // Most edges lead, unprotected, to a function that was left already: nothing would come of arriving there.
      bool is_old = caller.unprotected && has_left(edge.caller, flight, next);
      return is_old ? void() : push(std::move(next), edge.certainty);
    }
    for (const Surfacing &one : surfacings_of_call(context_, edge.site)) {
      next.place = one.place;
      surface(one, next, edge.certainty);
    }
  }

  void surface(const Surfacing &one, Arrival next, Certainty certainty) {
    switch (one.kind) {
    case Surfacing::Kind::At:
      return push(std::move(next), certainty);
    case Surfacing::Kind::Returned:
      next.possible = next.possible || certainty == Certainty::Possible;
      return leave_unrun(context_.model.function_at(one.place), one.element, next);
    case Surfacing::Kind::Handed:
      next.possible = next.possible || certainty == Certainty::Possible;
      return hand_over_unrun(one.place, one.argument, next);
    case Surfacing::Kind::Kept:
    case Surfacing::Kind::Raised:
      return push(std::move(next), certainty);
    case Surfacing::Kind::Dropped:
    case Surfacing::Kind::Lost:
      return;
    case Surfacing::Kind::Open:
      return note_open(one.reason);
    }
  }

  /// `function` gives a generator or coroutine to its callers, perhaps in a tuple: it surfaces where they run it.
  void leave_unrun(FunctionId function, int element, const Arrival &at) {
    if (!left_unrun_.insert({function, at.flight}).second)
      return;
    const std::vector<CallerEdge> &edges = facts_.callers(function);
    for (const CallerEdge &caller : edges) {
      const CallEdge &edge = caller.edge;
      if (contradicts(context_, edge, facts_.conditions(at.place)))
        continue;
      Arrival next{edge.site, at.flight, at.step, at.possible, {}, false};
      if (edge.kind != EdgeKind::Call || context_.kind(edge.site) != Kind::Call) {
        note_open(fmt::format("who runs what {} returns is not followed", context_.model.full_name(function)));
        continue;
      }
      for (const Surfacing &one : surfacings_of_call(context_, edge.site, element)) {
        next.place = one.place;
        surface(one, next, edge.certainty);
      }
    }
    if (edges.empty())
      add_top(function, "public API");
  }

  /// A generator or coroutine is handed to `call`: on in the callee when that is ours, else by the table.
  void hand_over_unrun(NodeRef call, NodeRef argument, Arrival next) {
    if (!handed_unrun_.insert({argument, next.flight}).second) // `texts = stripped(texts)` hands it to itself
      return;
    BoundaryEffect effect = boundary_effect(context_, call, argument);
    if (!effect.note.empty() || effect.kind != BoundaryEffect::Kind::Unknown)
      return cross(call, effect, std::move(next));
    bool followed = false;
    for (const CallEdge &edge : context_.query.callees_of(call)) {
      FileId file = context_.model.file_of(edge.callee);
      for (NodeId parameter : context_.model.function(edge.callee).parameters) {
        NodeRef passed = value_passed(context_, edge, {file, parameter});
        if (!passed.valid() || passed.file != argument.file || !is_inside(context_, argument, passed))
          continue;
        followed = true;
        for (const Surfacing &one : surfacings_of_parameter(context_, {file, parameter}))
          run_inside(one, call, next);
      }
    }
    if (!followed)
      note_open(fmt::format("handed unrun to `{}`, which is not read", context_.quoted(callee_of(call))));
  }

  /// What `call` is handed runs at `one` inside its callee: out of that function it comes back to this very call.
  void run_inside(const Surfacing &one, NodeRef call, const Arrival &from) {
    if (one.kind == Surfacing::Kind::Returned)
      return come_out(call, from);
    if (one.kind != Surfacing::Kind::At)
      return note_open(fmt::format("handed on by `{}`, which is not followed", context_.quoted(callee_of(call))));
    Arrival inner = from;
    inner.place = one.place;
    inner.step = add_step(one.place, Certainty::Certain, from.step);
    const Crossing &crossing = cross_function(inner);
    for (FlightId flight : crossing.escapes) {
      Arrival out{call, flight, inner.step, inner.possible, {}, false};
      if (runs_later(crossing.function))
        come_out(call, out);
      else
        push(std::move(out), Certainty::Certain);
    }
  }

  /// `call` gives a generator or coroutine, which raises where that is run.
  void come_out(NodeRef call, Arrival next) {
    for (const Surfacing &outer : surfacings_of_call(context_, call)) {
      next.place = outer.place;
      surface(outer, next, Certainty::Certain);
    }
  }

  /// A function is handed to `call` as `argument`.
  void cross_boundary(NodeRef call, NodeRef argument, Arrival next) {
    BoundaryEffect effect = boundary_effect(context_, call, argument);
    if (effect.kind != BoundaryEffect::Kind::Unknown || !effect.note.empty())
      return cross(call, effect, std::move(next));
    if (std::optional<Judgement> met = meet_applied_decorator(context_, call, type_of(next)))
      return meet(*met, next);
    // It may well be called while the call runs, so what stands around the call counts as possible.
    note_open(fmt::format("handed to `{}`, which is not read", context_.quoted(callee_of(call))));
    next.place = call;
    next.possible = true;
    push(std::move(next), Certainty::Possible);
  }

  void cross(NodeRef call, const BoundaryEffect &effect, Arrival next) {
    next.place = call;
    switch (effect.kind) {
    case BoundaryEffect::Kind::Passes:
      if (effect.as_values)
        return meet_values(call, next, is_dropped(call));
      return push(std::move(next), Certainty::Certain);
    case BoundaryEffect::Kind::Lost:
      return meet(boundary_judgement(call, type_of(next), HandlerVerdict::Swallows, effect.note), next);
    case BoundaryEffect::Kind::AtResult:
      return cross_to_result(call, effect, std::move(next));
    case BoundaryEffect::Kind::Top:
      return add_top(context_.model.function_at(steps_[static_cast<size_t>(next.step)].place), effect.note);
    case BoundaryEffect::Kind::Iterated:
      for (const Surfacing &one : surfacings_of_call(context_, call)) {
        next.place = one.place;
        surface(one, next, Certainty::Certain);
      }
      return;
    case BoundaryEffect::Kind::Unknown:
      return note_open(fmt::format("`{}`: {}", context_.quoted(callee_of(call)), effect.note));
    }
  }

  /// The value of the call, or of its await, goes nowhere.
  bool is_dropped(NodeRef call) const {
    NodeRef up = context_.parent(call);
    if (context_.kind(up) == Kind::Await)
      up = context_.parent(up);
    return context_.kind(up) == Kind::ExprStmt;
  }

  /// gather(return_exceptions=True), or a future's exception() that is read and not raised.
  void meet_values(NodeRef call, const Arrival &at, bool dropped) {
    std::string why = dropped ? "the exception comes back as a value that nobody reads"
                              : "the exception comes back as a value, and is not seen to be raised";
    HandlerVerdict verdict = dropped ? HandlerVerdict::Swallows : HandlerVerdict::Conditional;
    meet(boundary_judgement(call, type_of(at), verdict, why), at);
  }

  NodeRef callee_of(NodeRef call) const {
    return context_.kind(call) == Kind::Call ? context_.child(call, Role::Callee) : call;
  }

  void cross_to_result(NodeRef call, const BoundaryEffect &effect, Arrival next) {
    std::vector<Surfacing> surfacings = surfacings_of_result(context_, call, effect.askers);
    bool raised = std::ranges::any_of(surfacings, [](const Surfacing &one) {
      return one.kind == Surfacing::Kind::At || one.kind == Surfacing::Kind::Raised;
    });
    const Surfacing *kept = nullptr;
    for (const Surfacing &one : surfacings) {
      next.place = one.place;
      switch (one.kind) {
      case Surfacing::Kind::Lost: {
        std::string why = "its result is never asked for, so nobody hears an exception in it";
        meet(boundary_judgement(call, type_of(next), HandlerVerdict::Swallows, why), next);
        break;
      }
      case Surfacing::Kind::Dropped:
        meet_values(one.place, next, !raised && (one.argument.valid() || is_dropped(one.place)));
        break;
      case Surfacing::Kind::Raised: {
        std::string why = fmt::format("read here and raised (line {})", context_.line(one.place));
        meet(boundary_judgement(one.argument, type_of(next), HandlerVerdict::Reraises, why), next);
        surface(one, next, Certainty::Certain);
        break;
      }
      case Surfacing::Kind::Kept:
        if (kept == nullptr)
          kept = &one;
        surface(one, next, Certainty::Certain);
        break;
      default:
        surface(one, next, Certainty::Certain);
      }
    }
    if (kept == nullptr)
      return;
    std::string why = fmt::format("held until `{}` asks for the result (line {})", context_.quoted(kept->place),
                                  context_.line(kept->place));
    meet(boundary_judgement(call, type_of(next), HandlerVerdict::Conditional, why), next);
  }

  Judgement boundary_judgement(NodeRef call, const ExceptionType &type, HandlerVerdict verdict, std::string why) {
    Judgement out;
    out.met.handler = call;
    out.met.place = context_.model.range(call);
    out.met.clause = text_on_one_line(context_, out.met.place);
    out.met.verdict = verdict;
    out.met.rule = verdict == HandlerVerdict::Swallows      ? Rule::FaultLostAtBoundary
                   : verdict == HandlerVerdict::Conditional ? Rule::FaultReraisedOnCondition
                                                            : Rule{};
    out.met.why = std::move(why);
    out.met.exception = shown_name(context_, type);
    return out;
  }

  void reach_top(FunctionId function, FlightId flight, const Arrival &at) {
    const FrameworkRole &framework = facts_.framework_role(function);
    if (framework.drops) {
      NodeRef node = context_.model.node_of(function);
      Judgement lost = boundary_judgement(node, facts_.flight(flight).type, HandlerVerdict::Swallows, framework.name);
      auto [begin, end] = context_.tree(node).name_range(node.node);
      lost.met.place = {node.file, begin, end};
      lost.met.clause = text_on_one_line(context_, lost.met.place);
      return meet(lost, at);
    }
    if (!framework.name.empty()) {
      for (const FrameworkRun &run : facts_.framework_runs(function))
        push({run.call, flight, at.step, at.possible, {}, false}, run.certainty);
      return add_top(function, framework.name);
    }
    std::string name = context_.model.full_name(function);
    if (std::ranges::find(options_.console_scripts, name) != options_.console_scripts.end())
      return add_top(function, "console script");
    if (context_.kind(context_.model.node_of(function)) == Kind::Module)
      return add_top(function, is_main_block(at) ? "__main__" : "module level");
    if (context_.kind(context_.model.node_of(function)) == Kind::Lambda) {
      note_open(fmt::format("who calls the lambda of line {} is not followed",
                            context_.line(context_.model.node_of(function))));
      return;
    }
    add_top(function, "public API");
  }

  /// The last place of the way stands under `if __name__ == "__main__"`.
  bool is_main_block(const Arrival &at) const {
    for (NodeRef up = at.place; up.valid(); up = context_.parent(up)) {
      if (context_.kind(up) != Kind::If)
        continue;
      std::string_view test = context_.model.source_text(context_.child(up, Role::Test));
      if (test.find("__name__") != std::string_view::npos && test.find("__main__") != std::string_view::npos)
        return true;
    }
    return false;
  }

  void add_top(FunctionId function, std::string kind) {
    if (is_exiting_) // was counted where the exit was met
      return;
    ++ways_;
    for (const Top &top : tops_)
      if (top.function == function)
        return;
    tops_.push_back({function, std::move(kind)});
  }

  void finish(Trace &out) {
    std::ranges::stable_sort(handlers_, [](const HandlerMet &a, const HandlerMet &b) {
      return std::tuple(a.chain.size(), a.place) < std::tuple(b.chain.size(), b.place);
    });
    std::ranges::sort(tops_, {}, &Top::function);
    out.handlers = std::move(handlers_);
    out.tops = std::move(tops_);
    std::ranges::stable_sort(unresolved_, {}, &dataflow::UnresolvedCall::site);
    auto twins = std::ranges::unique(unresolved_, {}, &dataflow::UnresolvedCall::site);
    unresolved_.erase(twins.begin(), twins.end());
    out.num_unresolved = static_cast<uint32_t>(unresolved_.size());
    for (size_t i = 0; i < std::min(unresolved_.size(), kMaxUnresolvedTold); ++i)
      out.unresolved.push_back(*unresolved_[i]);
    out.ways = ways_;
    out.ways_swallowed = ways_swallowed_;
    decide_ending(out);
  }

  /// The first handler, in order of the way, that a certain way meets and that `counts`.
  template <class Test> static const HandlerMet *first(const Trace &trace, bool possible, Test counts) {
    for (const HandlerMet &one : trace.handlers)
      if (one.possible == possible && !one.masked && counts(one))
        return &one;
    return nullptr;
  }

  void decide_ending(Trace &out) const {
    auto stops = [](const HandlerMet &one) {
      return one.verdict == HandlerVerdict::Swallows ||
             (one.verdict == HandlerVerdict::Exits && one.rule == Rule::ExitReportsSuccess);
    };
    auto hangs = [](const HandlerMet &one) {
      return one.verdict == HandlerVerdict::Conditional || one.verdict == HandlerVerdict::StringMatch;
    };
    if (const HandlerMet *one = first(out, false, stops)) {
      out.ending = Ending::Swallowed;
      out.ending_why = fmt::format("`{}` {}", one->clause, one->why);
    } else if (const HandlerMet *other = first(out, false, hangs)) {
      out.ending = Ending::Conditional;
      out.ending_why = fmt::format("`{}` {}", other->clause, other->why);
    } else if (const HandlerMet *maybe = first(out, true, [&](const HandlerMet &h) { return stops(h) || hangs(h); })) {
      out.ending = Ending::Unknown;
      out.ending_why = fmt::format("by a call that may be meant, `{}` {}", maybe->clause, maybe->why);
    } else if (!open_.empty()) {
      out.ending = Ending::Unknown;
      out.ending_why = open_.front();
    } else if (!out.unresolved.empty()) {
      out.ending = Ending::Unknown;
      out.ending_why =
          fmt::format("`{}` (line {}) could not be resolved: {}", context_.quoted(out.unresolved.front().site),
                      context_.line(out.unresolved.front().site), out.unresolved.front().reason);
    } else {
      out.ending = Ending::Heard;
      out.ending_why =
          out.handlers.empty() ? "no handler on any way can catch it" : "every handler on the way passes it on";
    }
  }

  const Context &context_;
  Facts &facts_;
  const TraceOptions &options_;
  std::deque<Arrival> certain_, possible_;
  std::vector<Step> steps_;
  std::unordered_set<std::tuple<FunctionId, FlightId>, TupleHash> seen_, left_unrun_;
  std::unordered_set<std::tuple<NodeRef, FlightId>, TupleHash> handed_unrun_;
  /// Of a function, what left it and the parts of a Given: callers that no place was reached from so far.
  std::unordered_map<std::tuple<FunctionId, FlightId, FunctionId, NodeRef, ClassId>, std::vector<const CallerEdge *>,
                     TupleHash>
      untold_;
  std::vector<HandlerMet> handlers_;
  std::map<std::pair<NodeRef, std::string>, size_t> index_;
  std::vector<Top> tops_;
  std::vector<const dataflow::UnresolvedCall *> unresolved_;
  std::vector<std::string> open_;
  bool is_exiting_ = false;
  uint32_t ways_ = 0, ways_swallowed_ = 0;
};

} // namespace

void walk_outwards(const Context &context, Facts &facts, const TraceOptions &options, const Start &start, Trace &out) {
  Walk(context, facts, options).run(start, out);
}

} // namespace decode_ledger::exceptions_trace
