// Summing up: loud outcomes (raise, exit) against those that go on. Only loud ones: the fault is heard (reraises,
// converts, exits). Only others: it is swallowed, or kept for later. Both: the tests between them decide the word;
// one that reads the message's text makes it string-match, any other conditional.
//
// Tested by tests/corpus/exceptions_trace/; start reading at judge_clause().

#include "exceptions_trace/handlers.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace decode_ledger::exceptions_trace {

using diagnostics::Rule;
using OK = Outcome::Kind;

namespace {

/// Outcomes by what they mean for the fault.
struct Split {
  Outcomes same, other, exits, stays, unknown;
  bool is_mixed() const { return !stays.empty() && (!same.empty() || !other.empty() || !exits.empty()); }
};

Split split(const Outcomes &outcomes) {
  Split out;
  for (const Outcome &one : outcomes) {
    switch (one.kind) {
    case OK::Raises:
      (one.same ? out.same : out.other).push_back(one);
      break;
    case OK::Exits:
      out.exits.push_back(one);
      break;
    case OK::Unknown:
      out.unknown.push_back(one);
      break;
    default:
      out.stays.push_back(one);
    }
  }
  return out;
}

/// Raising a new exception of the same class (`raise type(e)(…)`) keeps the type, which is what handlers go by.
void fold_same_class(Split &split, const ExceptionType &fault) {
  for (auto one = split.other.begin(); one != split.other.end();) {
    if (one->type == fault) {
      split.same.push_back(std::move(*one));
      one = split.other.erase(one);
    } else {
      ++one;
    }
  }
}

class Summary {
public:
  Summary(const Context &context, NodeRef handler, const ExceptionType &fault, const Interpreter &interpreter,
          const Outcomes &outcomes)
      : context_(context), handler_(handler), fault_(fault), interpreter_(interpreter), split_(split(outcomes)) {
    fold_same_class(split_, fault);
  }

  Judgement judge(Rule swallow_rule) {
    Judgement out;
    out.met.handler = handler_;
    if (!split_.unknown.empty())
      unknown(out);
    else if (split_.is_mixed())
      mixed(out);
    else if (!split_.stays.empty())
      stays(out, swallow_rule);
    else if (!split_.other.empty())
      converts(out);
    else if (!split_.same.empty())
      reraises(out);
    else if (!split_.exits.empty())
      exits(out);
    else
      never_ends(out);
    add_proofs(out);
    return out;
  }

private:
  void note(Judgement &out, NodeRef place, std::string text) {
    out.met.evidence.push_back({context_.model.range(place), std::move(text)});
  }

  std::string at(NodeRef place) { return fmt::format("(line {})", context_.line(place)); }

  void pass(Judgement &out, const ExceptionType &type) {
    if (std::ranges::find(out.passes, type) == out.passes.end())
      out.passes.push_back(type);
  }

  void pass_loud(Judgement &out) {
    for (const Outcome &one : split_.same) {
      pass(out, fault_);
      note(out, one.place, "re-raises");
    }
    for (const Outcome &one : split_.other) {
      pass(out, one.type);
      note(out, one.place, fmt::format("raises {}", shown_name(context_, one.type)));
      out.met.converts_to = shown_name(context_, one.type);
    }
    for (const Outcome &one : split_.exits) {
      if (!one.type.is_unknown() && one.status != ExitStatus::Success)
        pass(out, one.type);
      note(out, one.place, "exits");
    }
  }

  void unknown(Judgement &out) {
    const Outcome &one = split_.unknown.front();
    out.met.verdict = HandlerVerdict::Unknown;
    out.met.why = one.reason;
    out.open = one.reason;
    note(out, one.place, one.reason);
    pass(out, fault_);
  }

  void never_ends(Judgement &out) {
    out.met.verdict = HandlerVerdict::Unknown;
    out.met.why = "the handler is not seen to end";
    out.open = out.met.why;
  }

  void reraises(Judgement &out) {
    out.met.verdict = HandlerVerdict::Reraises;
    out.met.why = fmt::format("re-raises {}", at(split_.same.front().place));
    pass_loud(out);
  }

  void converts(Judgement &out) {
    out.met.verdict = HandlerVerdict::Converts;
    out.met.rule = Rule::FaultTypeLost;
    pass_loud(out);
    const Outcome &one = split_.other.front();
    out.met.why = fmt::format("raises `{}` instead {}", shown_name(context_, one.type), at(one.place));
    if (one.type.is_unknown())
      out.open = fmt::format("the class raised on line {} is not known", context_.line(one.place));
  }

  void exits(Judgement &out) {
    out.met.verdict = HandlerVerdict::Exits;
    pass_loud(out);
    for (const Outcome &one : split_.exits) {
      if (one.status == ExitStatus::Success) {
        out.success_exit = true;
        out.met.rule = Rule::ExitReportsSuccess;
        out.met.why = fmt::format("`{}` ends the run with status 0 {}", context_.quoted(one.place), at(one.place));
        return;
      }
      if (one.status == ExitStatus::Unknown)
        out.open = fmt::format("the exit status of `{}` is not known", context_.quoted(one.place));
    }
    const Outcome &one = split_.exits.front();
    out.met.why = fmt::format("`{}` stops the run {}", context_.quoted(one.place), at(one.place));
  }

  void mixed(Judgement &out) {
    pass_loud(out);
    for (const Outcome &one : split_.stays)
      if (one.place.valid())
        note(out, one.place, "goes on");
    auto [deciding, of_loud] = find_deciding();
    bool by_text = deciding != nullptr && deciding->by_text;
    out.met.verdict = by_text ? HandlerVerdict::StringMatch : HandlerVerdict::Conditional;
    out.met.rule = by_text ? Rule::FaultJudgedByText : Rule::FaultReraisedOnCondition;
    for (const Outcome &one : split_.exits)
      out.success_exit = out.success_exit || one.status == ExitStatus::Success;
    std::string word = !split_.same.empty()    ? "re-raises"
                       : !split_.other.empty() ? fmt::format("raises `{}`", out.met.converts_to)
                                               : "exits";
    if (deciding == nullptr) {
      out.met.why = fmt::format("{} on some paths only", word);
      return;
    }
    note(out, deciding->test, by_text ? "decides by the message's text" : "decides");
    out.met.why = fmt::format("{} {} `{}` {}", word, deciding->holds == of_loud ? "only if" : "unless",
                              context_.quoted(deciding->test), at(deciding->test));
  }

  using Deciding = std::pair<const Condition *, bool>;

  /// The test that stands between the loud ends and the others, and whether it is told as of a loud end: a text test
  /// first. One that holds before some ends of a kind and not before others of it tells nothing of that kind:
  ///
  ///     if "memory" in str(e):          the loud ends come with and without it, the other with it alone:
  ///         if not last: return None    re-raises unless `"memory" in str(e)`
  ///     raise
  Deciding find_deciding() const {
    Outcomes loud = split_.same;
    loud.insert(loud.end(), split_.other.begin(), split_.other.end());
    loud.insert(loud.end(), split_.exits.begin(), split_.exits.end());
    const Condition *of_loud = first_test(split_.same), *of_others = first_test(split_.stays);
    for (const Outcomes *more : {&split_.other, &split_.exits})
      if (const Condition *one = first_test(*more); one && (!of_loud || (one->by_text && !of_loud->by_text)))
        of_loud = one;
    if (!of_loud || (of_others && !goes_one_way(loud, *of_loud) && goes_one_way(split_.stays, *of_others)))
      return {of_others, false};
    return {of_loud, true};
  }

  static const Condition *first_test(const Outcomes &outcomes) {
    const Condition *first = nullptr;
    for (const Outcome &one : outcomes)
      for (const Condition &condition : one.conditions)
        if (!first || (condition.by_text && !first->by_text))
          first = &condition;
    return first;
  }

  /// No end of `outcomes` comes with the opposite of `condition`.
  static bool goes_one_way(const Outcomes &outcomes, const Condition &condition) {
    return std::ranges::none_of(outcomes, [&](const Outcome &one) {
      return std::ranges::any_of(one.conditions, [&](const Condition &other) {
        return other.test == condition.test && other.holds != condition.holds;
      });
    });
  }

  void stays(Judgement &out, Rule swallow_rule) {
    out.later = find_later_raises(context_, handler_, interpreter_.kept(), fault_);
    auto future = std::ranges::find(interpreter_.kept(), Kept::How::Future, &Kept::how);
    if (!out.later.empty()) {
      out.met.verdict = HandlerVerdict::Deferred;
      out.met.rule = Rule::FaultDeferred;
      const LaterRaise &first = out.later.front();
      out.met.why = fmt::format("kept, and raised later in {}:{}", context_.model.sources().file(first.place.file).path,
                                context_.line(first.place));
      for (const LaterRaise &one : out.later)
        note(out, one.place, "raised here");
      return;
    }
    if (future != interpreter_.kept().end()) {
      out.met.verdict = HandlerVerdict::Deferred;
      out.met.rule = Rule::FaultDeferred;
      out.met.why = fmt::format("set on a future {}", at(future->place));
      out.open = "where the future's result is asked for is not followed";
      return;
    }
    out.met.verdict = HandlerVerdict::Swallows;
    out.met.rule = swallow_rule;
    out.met.why = how_it_goes_on();
    for (const Outcome &one : split_.stays)
      if (one.place.valid())
        note(out, one.place, "goes on");
  }

  std::string how_it_goes_on() {
    std::string logs = logs_something() ? "logs and " : "";
    const Outcome &one = split_.stays.front();
    switch (one.kind) {
    case OK::Returns:
      return fmt::format("{}returns {}", logs, at(one.place));
    case OK::Breaks:
      return fmt::format("{}leaves the loop {}", logs, at(one.place));
    case OK::Continues:
      return fmt::format("{}continues the loop {}", logs, at(one.place));
    default:
      return logs + "goes on";
    }
  }

  bool logs_something() {
    const SyntaxTree &tree = context_.tree(handler_);
    for (uint32_t n = handler_.node.value; n < tree.next(handler_.node).value; ++n) {
      if (tree.kind(NodeId{n}) != Kind::Call)
        continue;
      std::string_view name = context_.name_text(context_.child(context_.at(handler_, NodeId{n}), Role::Callee));
      if (name == "print" || name == "print_exc" || name == "exception" || name == "error" || name == "warning" ||
          name == "warn" || name == "info" || name == "debug" || name == "critical" || name == "log")
        return true;
    }
    return false;
  }

  /// Text tests that the guard's message decides: a swallow behind one is DL302, proven.
  void add_proofs(Judgement &out) {
    if (interpreter_.proofs().empty())
      return;
    for (const Proof &proof : interpreter_.proofs())
      note(out, proof.test, proof.holds ? "holds for the guard's message" : "never holds for the guard's message");
    bool any = std::ranges::any_of(interpreter_.proofs(), &Proof::holds);
    size_t num = interpreter_.num_needles();
    if (out.met.verdict == HandlerVerdict::Swallows) {
      out.met.rule = Rule::FaultJudgedByText;
      if (!any)
        out.met.why += num == 1
                           ? fmt::format("; the marker does not occur in the message of {}", fault_name())
                           : fmt::format("; none of the {} markers occurs in the message of {}", num, fault_name());
    } else if (out.met.verdict == HandlerVerdict::Reraises) {
      out.met.why += any ? fmt::format("; the message of {} holds a marker", fault_name())
                         : fmt::format("; no marker occurs in the message of {}", fault_name());
    }
  }

  std::string fault_name() {
    std::string own = bare_name(context_, fault_);
    return own.empty() ? "the fault" : own;
  }

  const Context &context_;
  NodeRef handler_;
  const ExceptionType &fault_;
  const Interpreter &interpreter_;
  Split split_;
};

} // namespace

std::string text_on_one_line(const Context &context, const SourceRange &range) {
  std::string out;
  for (char c : context.model.sources().text(range)) {
    bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

SourceRange clause_range(const Context &context, NodeRef handler) {
  SourceRange out = context.model.range(handler);
  const std::string &text = context.model.sources().file(handler.file).text;
  NodeRef last = context.child(handler, Role::AsName);
  if (!last.valid())
    last = context.child(handler, Role::Type);
  uint32_t end = last.valid() ? context.model.range(last).end : out.begin;
  while (end < out.end && text[end] != ':')
    ++end;
  while (end > out.begin && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0)
    --end;
  out.end = end;
  return out;
}

Judgement judge_clause(const Context &context, NodeRef handler, const ExceptionType &fault, const TextPattern &message,
                       bool broad) {
  Interpreter interpreter(context, fault, message);
  Outcomes outcomes = interpreter.run_handler(handler);
  Judgement out = Summary(context, handler, fault, interpreter, outcomes)
                      .judge(broad ? Rule::FaultSwallowed : Rule::FaultCaughtByName);
  out.met.place = clause_range(context, handler);
  out.met.clause = text_on_one_line(context, out.met.place);
  out.met.exception = shown_name(context, fault);
  return out;
}

std::optional<Judgement> judge_finally(const Context &context, NodeRef statement, const ExceptionType &fault) {
  NodeRef block = context.child(statement, Role::Final);
  Interpreter interpreter(context, fault, TextPattern{kAnyHole});
  Outcomes outcomes = interpreter.run_final(block);
  // Falling off the end of finally goes on with the exception: for the verdict it re-raises.
  bool replaces = false;
  for (Outcome &one : outcomes) {
    replaces = replaces || one.kind != OK::FallsThrough;
    if (one.kind != OK::FallsThrough)
      continue;
    one.kind = OK::Raises;
    one.place = block;
    one.type = fault;
    one.same = true;
  }
  if (!replaces)
    return std::nullopt;
  Judgement out = Summary(context, block, fault, interpreter, outcomes).judge(Rule::FaultLostInFinally);
  if (out.met.verdict == HandlerVerdict::Conditional)
    out.met.rule = Rule::FaultLostInFinally;
  SourceRange range = context.model.range(block);
  const std::string &text = context.model.sources().file(block.file).text;
  size_t keyword = text.rfind("finally", range.begin);
  if (keyword != std::string::npos && keyword > context.model.range(statement).begin)
    range = {range.file, static_cast<uint32_t>(keyword), static_cast<uint32_t>(keyword + 7)};
  out.met.place = range;
  out.met.clause = "finally";
  out.met.exception = shown_name(context, fault);
  return out;
}

Judgement judge_exit(const Context &context, FunctionId exit, const ExceptionType &fault, const TextPattern &message) {
  Interpreter interpreter(context, fault, message);
  Outcomes outcomes = interpreter.run_exit(exit);
  Outcomes judged;
  for (Outcome &one : outcomes) {
    Decision truth = one.kind == OK::FallsThrough ? Decision::False
                     : one.kind == OK::Returns    ? interpreter.truth_of(one.value)
                                                  : Decision::Open;
    if (one.kind != OK::FallsThrough && one.kind != OK::Returns) {
      judged.push_back(std::move(one));
      continue;
    }
    if (truth != Decision::False) // returns true: the exception ends here
      judged.push_back(one);
    if (truth == Decision::True)
      continue;
    NodeRef test = one.kind == OK::Returns ? context.child(one.place, Role::Value) : one.place;
    one.kind = OK::Raises;
    one.type = fault;
    one.same = true;
    if (!one.place.valid())
      one.place = context.model.node_of(exit);
    if (truth != Decision::False)
      one.conditions.push_back({test, false, truth == Decision::ByText});
    judged.push_back(std::move(one));
  }
  Judgement out =
      Summary(context, context.model.node_of(exit), fault, interpreter, judged).judge(Rule::FaultLostInContextManager);
  if (out.met.verdict == HandlerVerdict::Swallows)
    out.met.why =
        fmt::format("`{}` returns true (line {})", context.model.full_name(exit), context.line(judged.front().place));
  out.met.exception = shown_name(context, fault);
  return out;
}

} // namespace decode_ledger::exceptions_trace
