#include "exceptions_trace/exceptions_trace.h"

#include "exceptions_trace/walk.h"

#include <algorithm>
#include <array>

namespace decode_ledger::exceptions_trace {

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
      for (const CallerEdge &caller : facts_.callers(inner.function))
        if (const dataflow::CallEdge &edge = caller.edge;
            edge.kind != EdgeKind::Boundary && edge.certainty == Certainty::Certain)
          look_at(edge.site, type, {inner, {edge.caller, context_.model.range(edge.site), edge.certainty}});
    }
    std::ranges::sort(found_, {}, &HandlerMet::place);
    return std::move(found_);
  }

private:
  /// True when the exception leaves the function.
  bool look_at(NodeRef place, const ExceptionType &type, std::vector<Frame> chain) {
    const Passage &passage = facts_.crossing(place, facts_.flight(type, {kAnyHole})).passage;
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

/// The traces of some of the sites; one for each shard of the query.
class SiteTracer {
public:
  SiteTracer(Query &query, const Knowledge &knowledge, const TraceOptions &options)
      : context_(query, knowledge), facts_(context_), options_(options) {}

  /// `guard`: null for none.
  Trace trace(SiteId id, const decode_sites::DecodeSite &site, const guards::SiteGuard *guard) {
    bool guarded = guard != nullptr && guard->place.valid();
    ExceptionType fault = fault_of(context_, guard, options_);
    NodeRef call = guarded ? NodeRef{} : taking_call(context_, site.node);
    bool handed = site.shape == decode_sites::Shape::Reference && call.valid();
    Start start;
    start.place = guarded ? guard->place : handed ? call : site.node;
    start.handed = handed ? site.node : NodeRef{};
    start.fault = facts_.flight(fault, message_of(context_, guard, fault));
    Trace out;
    out.site = id;
    out.raised_at = context_.model.range(guarded ? guard->place : site.node);
    out.fault = shown_name(context_, fault);
    walk_outwards(context_, facts_, options_, start, out);
    if (!guarded && site.shape == decode_sites::Shape::Call)
      out.decode_errors = DecodeErrors(context_, facts_).of(site.node);
    std::erase_if(out.decode_errors, [&](const HandlerMet &met) {
      return std::ranges::any_of(out.handlers, [&](const HandlerMet &other) { return other.handler == met.handler; });
    });
    return out;
  }

private:
  Context context_;
  Facts facts_;
  const TraceOptions &options_;
};

} // namespace

Traces trace_exceptions(Query &query, const Knowledge &knowledge, const decode_sites::DecodeSites &sites,
                        const guards::SiteGuards &guards, const TraceOptions &options, ThreadPool &pool) {
  std::vector<std::optional<Trace>> traces(sites.sites.size());
  query.for_each_shard(sites.sites.size(), pool, [&](Query &shard, size_t begin, size_t end) {
    SiteTracer tracer(shard, knowledge, options);
    for (size_t i = begin; i < end; ++i)
      if (sites.sites[i].is_site())
        traces[i] = tracer.trace(SiteId{i}, sites.sites[i], i < guards.sites.size() ? &guards.sites[i] : nullptr);
  });
  Traces out;
  for (std::optional<Trace> &trace : traces)
    if (trace)
      out.traces.push_back(std::move(*trace));
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
