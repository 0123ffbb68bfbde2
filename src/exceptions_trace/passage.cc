#include "exceptions_trace/passage.h"

#include <algorithm>

namespace decode_ledger::exceptions_trace {

namespace {

void add_once(std::vector<ExceptionType> &out, const ExceptionType &type) {
  if (std::ranges::find(out, type) == out.end())
    out.push_back(type);
}

bool swallows(const Judgement &judgement) {
  return judgement.met.verdict == HandlerVerdict::Swallows || judgement.met.verdict == HandlerVerdict::Deferred;
}

class Walk {
public:
  Walk(const Context &context, const TextPattern &message, unsigned depth)
      : context_(context), message_(message), depth_(depth) {}

  Passage run(NodeRef place, const ExceptionType &fault) {
    Passage out;
    out.escapes = {fault};
    ExceptionType last = fault;
    bool stopped = false;
    for (const Region &region : enclosing_regions(context_, place)) {
      if (out.escapes.empty()) {
        // The finally of the very try whose clause keeps the fault still runs: it would lose what the clause lets by.
        if (!stopped && region.kind == Region::Kind::Finally)
          add_masked_finally(region.node, last, out);
        stopped = true;
        continue;
      }
      std::vector<ExceptionType> arrives = std::exchange(out.escapes, {});
      for (const ExceptionType &type : arrives) {
        last = type;
        pass(region, type, out);
      }
    }
    return out;
  }

private:
  void pass(const Region &region, const ExceptionType &type, Passage &out) {
    switch (region.kind) {
    case Region::Kind::TryBody:
      return pass_clauses(region.node, type, out);
    case Region::Kind::Finally:
      if (std::optional<Judgement> judged = judge_finally(context_, region.node, type))
        return meet(std::move(*judged), out);
      return add_once(out.escapes, type);
    case Region::Kind::WithItem: {
      Left left = leave_context(context_, region.node, type, message_, depth_);
      if (!left.open.empty())
        out.open.push_back(left.open);
      if (left.met)
        return meet(std::move(*left.met), out);
      for (const ExceptionType &one : left.passes)
        add_once(out.escapes, one);
    }
    }
  }

  void meet(Judgement judged, Passage &out) {
    for (const ExceptionType &one : judged.passes)
      add_once(out.escapes, one);
    if (!judged.open.empty())
      out.open.push_back(judged.open);
    out.met.push_back(std::move(judged));
  }

  void pass_clauses(NodeRef statement, const ExceptionType &type, Passage &out) {
    for (NodeRef handler : context_.children(statement, Role::Handler)) {
      ClauseMatch match = match_clause(context_, handler, type);
      if (match.answer == Answer::No)
        continue;
      Judgement judged = judge_clause(context_, handler, type, message_, match.broad);
      if (match.answer == Answer::Yes)
        return meet(std::move(judged), out);
      // It may or may not match: what it would do counts, and so does what comes after it.
      out.open.push_back(match.reason);
      judged.met.why = judged.met.why + ", if it matches: " + match.reason;
      judged.met.verdict = HandlerVerdict::Unknown;
      judged.met.rule = {};
      judged.open = match.reason;
      meet(std::move(judged), out);
    }
    add_once(out.escapes, type);
  }

  void add_masked_finally(NodeRef statement, const ExceptionType &type, Passage &out) {
    std::optional<Judgement> judged = judge_finally(context_, statement, type);
    if (!judged || !swallows(*judged))
      return;
    judged->met.masked = true;
    judged->passes.clear();
    out.met.push_back(std::move(*judged));
  }

  const Context &context_;
  const TextPattern &message_;
  unsigned depth_;
};

} // namespace

Passage pass_regions(const Context &context, NodeRef place, const ExceptionType &fault, const TextPattern &message,
                     unsigned depth) {
  return Walk(context, message, depth).run(place, fault);
}

} // namespace decode_ledger::exceptions_trace
