// The search over (function, exception class), breadth first from the site outwards.
//
//     place ──regions──> escapes its function as class E ──callers──> places in the callers, and so on
//
// Two queues: ways of certain edges only are walked to the end first, then those that need a `possible` edge. Each
// (function, class) leaves once, so recursion ends, and the first way found to a handler is a shortest one. Passages
// (place, class → what happens on the way out of the function) are kept over all sites: many sites share their callers.
//
// Ends: a handler that keeps the fault; a top; or something that is not followed, which is noted with its reason and
// makes the ending unknown unless something worse is certain.

#include "exceptions_trace/exceptions_trace.h"

#include "exceptions_trace/call_conditions.h"
#include "exceptions_trace/decorators.h"
#include "exceptions_trace/passage.h"

#include <algorithm>
#include <array>
#include <deque>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace decode_ledger::exceptions_trace {

using dataflow::CallEdge;
using dataflow::Certainty;
using dataflow::EdgeKind;
using diagnostics::Rule;

std::string_view handler_verdict_name(HandlerVerdict verdict) {
  switch (verdict) {
  case HandlerVerdict::Reraises:
    return "reraises";
  case HandlerVerdict::Converts:
    return "converts";
  case HandlerVerdict::Swallows:
    return "swallows";
  case HandlerVerdict::StringMatch:
    return "string-match";
  case HandlerVerdict::Conditional:
    return "conditional";
  case HandlerVerdict::Deferred:
    return "deferred";
  case HandlerVerdict::Exits:
    return "exits";
  case HandlerVerdict::Unknown:
    return "unknown";
  }
  return "unknown";
}

std::string_view ending_name(Ending ending) {
  switch (ending) {
  case Ending::Heard:
    return "heard";
  case Ending::Swallowed:
    return "swallowed";
  case Ending::Conditional:
    return "conditional";
  case Ending::Unknown:
    return "unknown";
  }
  return "unknown";
}

const Trace *Traces::of(SiteId site) const {
  auto found = std::ranges::lower_bound(traces, site, {}, &Trace::site);
  return found != traces.end() && found->site == site ? &*found : nullptr;
}

namespace {

/// A caller's edge with what the walk asks of it each time.
struct CallerEdge {
  CallEdge edge;
  NodeRef by;                   ///< the caller's parameter that holds the function; none when it comes by name
  bool through_wrapper = false; ///< the caller is the wrapper of a decorator of the callee
};

/// What is found once for all sites: many of them share their callers.
class Facts {
public:
  explicit Facts(const Context &context) : context_(context) {}

  /// The passage out of the function around `place`.
  const Passage &passage(NodeRef place, const ExceptionType &type, const TextPattern &message) {
    auto [found, is_new] = passages_.try_emplace({place, type, message});
    if (is_new)
      found->second = pass_regions(context_, place, type, message);
    return found->second;
  }

  const std::vector<CallerEdge> &callers(FunctionId function) {
    auto [found, is_new] = callers_.try_emplace(function);
    if (is_new) {
      const std::vector<CallEdge> edges = context_.query.callers_of(function);
      for (const CallEdge &edge : edges)
        found->second.push_back({edge, by_parameter(edge), is_wrapper_of(context_, edge.caller, edge.callee)});
    }
    return found->second;
  }

  const std::vector<ParameterCondition> &conditions(NodeRef place) {
    auto [found, is_new] = conditions_.try_emplace(place);
    if (is_new)
      found->second = parameter_conditions(context_, place);
    return found->second;
  }

  const Decoration &decoration(FunctionId function, const ExceptionType &type) {
    auto [found, is_new] = decorations_.try_emplace({function, type});
    if (is_new)
      found->second = read_decorators(context_, function, type);
    return found->second;
  }

  const std::vector<FrameworkRun> &framework_runs(FunctionId function) {
    auto [found, is_new] = framework_runs_.try_emplace(function);
    if (is_new)
      found->second = exceptions_trace::framework_runs(context_, function);
    return found->second;
  }

private:
  NodeRef by_parameter(const CallEdge &edge) {
    if (context_.kind(edge.site) != Kind::Call)
      return {};
    if (edge.kind != EdgeKind::Boundary)
      return parameter_read_by(context_, context_.child(edge.site, Role::Callee));
    return edge.argument.valid() ? parameter_holding(context_, edge.argument, edge.callee) : NodeRef{};
  }

  const Context &context_;
  std::map<std::tuple<NodeRef, ExceptionType, TextPattern>, Passage> passages_;
  std::map<FunctionId, std::vector<CallerEdge>> callers_;
  std::map<NodeRef, std::vector<ParameterCondition>> conditions_;
  std::map<std::pair<FunctionId, ExceptionType>, Decoration> decorations_;
  std::map<FunctionId, std::vector<FrameworkRun>> framework_runs_;
};

/// A step of a way, linked to the one inside it.
struct Step {
  Frame frame;
  int inner = -1;
};

struct Arrival {
  NodeRef place;
  ExceptionType type;
  int step = -1;
  bool possible = false;
  Given given{}; ///< the function inside came by this parameter of `place`'s function; none: no parameter
  bool through_wrapper = false; ///< `place` is a decorator's wrapper calling what it wraps
};

bool ends_flight(HandlerVerdict verdict) {
  return verdict == HandlerVerdict::Swallows || verdict == HandlerVerdict::Exits;
}

class Walk {
public:
  Walk(const Context &context, Facts &facts, const TraceOptions &options, ExceptionType fault, TextPattern message)
      : context_(context), facts_(facts), options_(options), fault_(std::move(fault)), message_(std::move(message)) {}

  void run(NodeRef from, Trace &out) {
    push({from, fault_, -1, false, {}, false}, Certainty::Certain);
    while (!certain_.empty() || !possible_.empty()) {
      std::deque<Arrival> &queue = certain_.empty() ? possible_ : certain_;
      Arrival next = queue.front();
      queue.pop_front();
      arrive(next);
    }
    finish(out);
  }

  /// The site itself is a reference that a boundary takes: `pool.map(tok.decode, xs)`.
  void run_handed(NodeRef call, NodeRef argument, Trace &out) {
    Arrival at{call,  fault_, add_step({context_.model.function_at(call), context_.model.range(argument), {}}, -1),
               false, {},     false};
    cross_boundary(call, argument, at);
    while (!certain_.empty() || !possible_.empty()) {
      std::deque<Arrival> &queue = certain_.empty() ? possible_ : certain_;
      Arrival next = queue.front();
      queue.pop_front();
      arrive(next);
    }
    finish(out);
  }

private:
  int add_step(Frame frame, int inner) {
    steps_.push_back({std::move(frame), inner});
    return static_cast<int>(steps_.size()) - 1;
  }

  /// `arrival.step` is that of the place inside; this adds the one of `arrival.place`.
  void push(Arrival arrival, Certainty certainty) {
    arrival.possible = arrival.possible || certainty == Certainty::Possible;
    Frame frame{context_.model.function_at(arrival.place), context_.model.range(arrival.place), certainty};
    arrival.step = add_step(std::move(frame), arrival.step);
    (arrival.possible ? possible_ : certain_).push_back(std::move(arrival));
  }

  void note_open(std::string reason) {
    if (!reason.empty() && std::ranges::find(open_, reason) == open_.end())
      open_.push_back(std::move(reason));
  }

  const TextPattern &message_of(const ExceptionType &type) const {
    static const TextPattern kUnknown{kAnyHole};
    return type == fault_ ? message_ : kUnknown;
  }

  void arrive(const Arrival &at) {
    const Passage &passage = facts_.passage(at.place, at.type, message_of(at.type));
    for (const Judgement &judgement : passage.met)
      meet(judgement, at);
    for (const std::string &reason : passage.open)
      note_open(reason);
    FunctionId function = context_.model.function_at(at.place);
    for (const ExceptionType &type : passage.escapes)
      leave(function, type, at);
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
        push({later.place, later.type, at.step, at.possible, {}, false}, Certainty::Certain);
  }

  std::vector<Frame> chain(int step) const {
    std::vector<Frame> out;
    for (; step >= 0; step = steps_[static_cast<size_t>(step)].inner)
      out.push_back(steps_[static_cast<size_t>(step)].frame);
    std::ranges::reverse(out);
    return out;
  }

  /// The exception leaves `function`, to everyone who runs it and can reach the place of `at`.
  void leave(FunctionId function, const ExceptionType &type, const Arrival &at) {
    if (left_.contains({function, type, at.given}))
      return;
    const std::vector<ParameterCondition> &conditions = facts_.conditions(at.place);
    bool is_first = seen_.insert({function, type}).second;
    if (conditions.empty())
      left_.insert({function, type, at.given});
    const Decoration &decoration = facts_.decoration(function, type);
    if (decoration.met)
      return meet(*decoration.met, at);
    note_open(decoration.open);
    if (is_first)
      note_unresolved(function);
    if (decoration.runs_elsewhere)
      return;
    const std::vector<CallerEdge> &edges = facts_.callers(function);
    for (const CallerEdge &caller : edges)
      if (!contradicts(context_, caller.edge, conditions) && !comes_by_another(caller.edge, at.given) &&
          followed_.insert({caller.edge.site, caller.edge.argument, function, type, at.given}).second)
        follow(caller, type, at);
    if (!is_first)
      return;
    if (!decoration.entry_point.empty())
      add_top(function, decoration.entry_point);
    else if (edges.empty())
      reach_top(function, type, at);
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
      unresolved_.emplace(call.site, call.reason);
  }

  bool runs_later(FunctionId function) const {
    const module_model::Function &f = context_.model.function(function);
    return (f.is_generator || f.is_async) && !is_context_manager(context_, function);
  }

  void follow(const CallerEdge &caller, const ExceptionType &type, const Arrival &at) {
    const CallEdge &edge = caller.edge;
    bool possible = at.possible || edge.certainty == Certainty::Possible;
    Arrival next{edge.site, type, at.step, at.possible, given_at(caller, at.given), caller.through_wrapper};
    if (edge.kind == EdgeKind::Boundary) {
      next.possible = possible;
      return cross_boundary(edge.site, edge.argument, next);
    }
    bool is_call = edge.kind == EdgeKind::Call && context_.kind(edge.site) == Kind::Call;
    if (!is_call || !runs_later(edge.callee))
      return push(std::move(next), edge.certainty);
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
      return leave_unrun(context_.model.function_at(one.place), next);
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

  /// `function` gives a generator or coroutine to its callers: it surfaces where they run it.
  void leave_unrun(FunctionId function, const Arrival &at) {
    if (!left_unrun_.insert({function, at.type}).second)
      return;
    const std::vector<CallerEdge> &edges = facts_.callers(function);
    for (const CallerEdge &caller : edges) {
      const CallEdge &edge = caller.edge;
      if (contradicts(context_, edge, facts_.conditions(at.place)))
        continue;
      Arrival next{edge.site, at.type, at.step, at.possible, {}, false};
      if (edge.kind != EdgeKind::Call || context_.kind(edge.site) != Kind::Call) {
        note_open(fmt::format("who runs what {} returns is not followed", context_.model.full_name(function)));
        continue;
      }
      for (const Surfacing &one : surfacings_of_call(context_, edge.site)) {
        next.place = one.place;
        surface(one, next, edge.certainty);
      }
    }
    if (edges.empty())
      add_top(function, "public API");
  }

  /// A generator or coroutine is handed to `call`: on in the callee when that is ours, else by the table.
  void hand_over_unrun(NodeRef call, NodeRef argument, Arrival next) {
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
    FunctionId function = context_.model.function_at(one.place);
    inner.step = add_step({function, context_.model.range(one.place), {}}, from.step);
    const Passage &passage = facts_.passage(inner.place, inner.type, message_of(inner.type));
    for (const Judgement &judgement : passage.met)
      meet(judgement, inner);
    for (const std::string &reason : passage.open)
      note_open(reason);
    for (const ExceptionType &type : passage.escapes) {
      Arrival out{call, type, inner.step, inner.possible, {}, false};
      if (runs_later(function))
        come_out(call, out);
      else
        push(std::move(out), Certainty::Certain);
    }
  }

  /// `call` gives a generator or coroutine, which raises where that is run.
  void come_out(NodeRef call, Arrival next) {
    for (const Surfacing &outer : surfacings_of_call(context_, call)) {
      next.place = outer.place;
      if (outer.kind == Surfacing::Kind::At || outer.kind == Surfacing::Kind::Returned)
        surface(outer, next, Certainty::Certain);
      else
        note_open(fmt::format("who runs what `{}` gives is not followed", context_.quoted(callee_of(call))));
    }
  }

  /// A function is handed to `call` as `argument`.
  void cross_boundary(NodeRef call, NodeRef argument, Arrival next) {
    BoundaryEffect effect = boundary_effect(context_, call, argument);
    if (effect.kind != BoundaryEffect::Kind::Unknown || !effect.note.empty())
      return cross(call, effect, std::move(next));
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
      return meet(boundary_judgement(call, next.type, HandlerVerdict::Swallows, effect.note), next);
    case BoundaryEffect::Kind::AtResult:
      return cross_to_result(call, effect, std::move(next));
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
    meet(boundary_judgement(call, at.type, verdict, why), at);
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
        meet(boundary_judgement(call, next.type, HandlerVerdict::Swallows, why), next);
        break;
      }
      case Surfacing::Kind::Dropped:
        meet_values(one.place, next, !raised && (one.argument.valid() || is_dropped(one.place)));
        break;
      case Surfacing::Kind::Raised: {
        std::string why = fmt::format("read here and raised (line {})", context_.line(one.place));
        meet(boundary_judgement(one.argument, next.type, HandlerVerdict::Reraises, why), next);
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
    meet(boundary_judgement(call, next.type, HandlerVerdict::Conditional, why), next);
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

  void reach_top(FunctionId function, const ExceptionType &type, const Arrival &at) {
    std::string framework = framework_of(context_, function);
    if (framework_drops(context_, function)) {
      NodeRef node = context_.model.node_of(function);
      Judgement lost = boundary_judgement(node, type, HandlerVerdict::Swallows, framework);
      auto [begin, end] = context_.tree(node).name_range(node.node);
      lost.met.place = {node.file, begin, end};
      lost.met.clause = text_on_one_line(context_, lost.met.place);
      return meet(lost, at);
    }
    if (!framework.empty()) {
      for (const FrameworkRun &run : facts_.framework_runs(function))
        push({run.call, type, at.step, at.possible, {}, false}, run.certainty);
      return add_top(function, framework);
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
    for (const auto &[site, reason] : unresolved_)
      out.unresolved.push_back({site, reason});
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
  ExceptionType fault_;
  TextPattern message_;
  std::deque<Arrival> certain_, possible_;
  std::vector<Step> steps_;
  std::set<std::pair<FunctionId, ExceptionType>> seen_, left_unrun_;
  std::set<std::tuple<FunctionId, ExceptionType, Given>> left_;
  std::set<std::tuple<NodeRef, NodeRef, FunctionId, ExceptionType, Given>> followed_;
  std::vector<HandlerMet> handlers_;
  std::map<std::pair<NodeRef, std::string>, size_t> index_;
  std::vector<Top> tops_;
  std::map<NodeRef, std::string> unresolved_;
  std::vector<std::string> open_;
  uint32_t ways_ = 0, ways_swallowed_ = 0;
};

ExceptionType named_fault(const Context &context, const std::string &dotted) {
  if (ClassId id = context.model.find_class(dotted); id.valid())
    return exception_type({id, {}});
  return exception_type({{}, dotted});
}

/// The class followed for a site: its guard's, else the ledger's, else a hypothetical one.
ExceptionType fault_of(const Context &context, const guards::SiteGuard *guard, const TraceOptions &options) {
  if (options.assume_base)
    return {{}, "BaseException", true};
  if (guard != nullptr && guard->place.valid() && !guard->fault.is_unknown())
    return exception_type(guard->fault);
  if (!options.fault_types.empty())
    return named_fault(context, options.fault_types.front());
  return {{}, "RuntimeError", true};
}

/// What is known of the text that str() gives for the fault of `guard`.
TextPattern message_of(const Context &context, const guards::SiteGuard *guard, const ExceptionType &fault) {
  std::string_view passed = guard == nullptr ? std::string_view{} : std::string_view(guard->message_template);
  TextPattern text = pattern_of_template(passed);
  return fault.id.valid() ? message_of_class(context, fault.id, text) : text;
}

/// What tokenizers raise on ids that are out of range.
constexpr std::array<std::string_view, 5> kDecodeErrors = {"OverflowError", "TypeError", "IndexError", "KeyError",
                                                           "ValueError"};

/// The handlers of DL313: a narrow clause at the site, or around a direct call of its function, that keeps one of them.
class DecodeErrors {
public:
  DecodeErrors(const Context &context, Facts &facts) : context_(context), facts_(facts) {}

  std::vector<HandlerMet> of(NodeRef site) {
    for (std::string_view name : kDecodeErrors) {
      ExceptionType type{{}, std::string(name), false};
      Frame inner{context_.model.function_at(site), context_.model.range(site), Certainty::Certain};
      if (!look_at(site, type, {inner}))
        continue;
      for (const auto &[edge, by, through_wrapper] : facts_.callers(inner.function))
        if (edge.kind != EdgeKind::Boundary && edge.certainty == Certainty::Certain)
          look_at(edge.site, type, {inner, {edge.caller, context_.model.range(edge.site), edge.certainty}});
    }
    std::ranges::sort(found_, {}, &HandlerMet::place);
    return std::move(found_);
  }

private:
  /// True when the exception leaves the function.
  bool look_at(NodeRef place, const ExceptionType &type, std::vector<Frame> chain) {
    const Passage &passage = facts_.passage(place, type, TextPattern{kAnyHole});
    for (const Judgement &judgement : passage.met)
      if (judgement.met.verdict == HandlerVerdict::Swallows && judgement.met.rule == Rule::FaultCaughtByName)
        add(judgement.met, chain);
    return !passage.escapes.empty();
  }

  void add(const HandlerMet &met, const std::vector<Frame> &chain) {
    for (const HandlerMet &known : found_)
      if (known.handler == met.handler)
        return;
    found_.push_back(met);
    found_.back().rule = Rule::DecodeErrorSwallowed;
    found_.back().chain = chain;
  }

  const Context &context_;
  Facts &facts_;
  std::vector<HandlerMet> found_;
};

/// The call that takes the reference `node` as an argument; none when it is no argument.
NodeRef taking_call(const Context &context, NodeRef node) {
  NodeRef up = context.parent(node);
  if (up.valid() && context.kind(up) == Kind::Keyword)
    up = context.parent(up);
  bool argument = up.valid() && context.kind(up) == Kind::Call && context.child(up, Role::Callee) != node;
  return argument ? up : NodeRef{node.file, {}};
}

} // namespace

Traces trace_exceptions(Query &query, const Knowledge &knowledge, const decode_sites::DecodeSites &sites,
                        const guards::SiteGuards &guards, const TraceOptions &options) {
  Context context(query, knowledge);
  Facts facts(context);
  Traces out;
  for (size_t i = 0; i < sites.sites.size(); ++i) {
    const decode_sites::DecodeSite &site = sites.sites[i];
    if (!site.is_site())
      continue;
    const guards::SiteGuard *guard = i < guards.sites.size() ? &guards.sites[i] : nullptr;
    bool guarded = guard != nullptr && guard->place.valid();
    ExceptionType fault = fault_of(context, guard, options);
    NodeRef from = guarded ? guard->place : site.node;
    Trace trace;
    trace.site = SiteId{i};
    trace.raised_at = context.model.range(from);
    trace.fault = shown_name(context, fault);
    Walk walk(context, facts, options, fault, message_of(context, guard, fault));
    NodeRef call = guarded ? NodeRef{} : taking_call(context, site.node);
    if (site.shape == decode_sites::Shape::Reference && call.valid())
      walk.run_handed(call, site.node, trace);
    else
      walk.run(from, trace);
    if (!guarded && site.shape == decode_sites::Shape::Call)
      trace.decode_errors = DecodeErrors(context, facts).of(site.node);
    std::erase_if(trace.decode_errors, [&](const HandlerMet &met) {
      return std::ranges::any_of(trace.handlers, [&](const HandlerMet &other) { return other.handler == met.handler; });
    });
    out.traces.push_back(std::move(trace));
  }
  return out;
}

HandlerMet judge_handler(Query &query, const Knowledge &knowledge, NodeRef handler, const ClassName &fault,
                         std::string_view message_template) {
  Context context(query, knowledge);
  ExceptionType type = exception_type(fault);
  ClauseMatch match = match_clause(context, handler, type);
  return judge_clause(context, handler, type, pattern_of_template(message_template), match.broad).met;
}

} // namespace decode_ledger::exceptions_trace
