#include "exceptions_trace/interpreter.h"

#include <algorithm>

namespace decode_ledger::exceptions_trace {

using AK = Abstract::Kind;
using OK = Outcome::Kind;

namespace {

bool has_fall(const Outcomes &outcomes) {
  return std::ranges::any_of(outcomes, [](const Outcome &one) { return one.kind == OK::FallsThrough; });
}

void append(Outcomes &out, Outcomes more) {
  out.insert(out.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Containers and queues that keep what they are given.
bool keeps_argument(std::string_view method) {
  return method == "append" || method == "add" || method == "put" || method == "put_nowait" || method == "extend" ||
         method == "insert" || method == "appendleft" || method == "send" || method == "setdefault";
}

} // namespace

Interpreter::Interpreter(const Context &context, ExceptionType fault, TextPattern message)
    : context_(context), fault_(std::move(fault)), message_(std::move(message)), current_(fault_) {}

Outcome Interpreter::outcome(Outcome::Kind kind, NodeRef place) const {
  Outcome out;
  out.kind = kind;
  out.place = place;
  out.conditions = path_;
  return out;
}

Outcomes Interpreter::falls() const { return {outcome(OK::FallsThrough, {})}; }

Outcomes Interpreter::joined(Outcomes outcomes) const {
  size_t num_falls = 0;
  for (const Outcome &one : outcomes)
    num_falls += one.kind == OK::FallsThrough ? 1 : 0;
  if (num_falls < 2)
    return outcomes;
  // Several ways lead on: what follows is under none of their conditions.
  std::erase_if(outcomes, [](const Outcome &one) { return one.kind == OK::FallsThrough; });
  outcomes.push_back(outcome(OK::FallsThrough, {}));
  return outcomes;
}

Outcomes Interpreter::run_handler(NodeRef handler) {
  if (NodeRef name = context_.child(handler, Role::AsName); name.valid())
    bind(name, fault_value());
  return run_block(context_.child(handler, Role::Body));
}

Outcomes Interpreter::run_final(NodeRef block) { return run_block(block); }

Outcomes Interpreter::run_exit(FunctionId exit) {
  const module_model::Function &function = context_.model.function(exit);
  FileId file = context_.model.file_of(exit);
  Abstract value = fault_value();
  for (size_t i = 1; i < function.parameters.size(); ++i) { // self, class, exception, traceback
    NodeRef parameter{file, function.parameters[i]};
    bool starred = context_.tree(parameter).has(parameter.node, parser::kStarParam);
    if (i > 2 || starred)
      break;
    value.kind = i == 1 ? AK::Class : AK::Exception;
    environment_[context_.model.name(parameter)] = value;
  }
  return run_block(context_.child(context_.model.node_of(exit), Role::Body));
}

Outcomes Interpreter::run_block(NodeRef block) {
  std::vector<Condition> before = path_;
  Outcomes out;
  for (NodeId c : context_.tree(block).children(block.node)) {
    Outcomes ends = joined(run_statement({block.file, c}));
    bool goes_on = false;
    for (Outcome &one : ends) {
      if (one.kind == OK::FallsThrough) {
        goes_on = true;
        path_ = one.conditions;
      } else {
        out.push_back(std::move(one));
      }
    }
    if (out.size() > kMaxOutcomes || steps_ > kMaxSteps) {
      Outcome unknown = outcome(OK::Unknown, {block.file, c});
      unknown.reason = "the handler is too large to be followed";
      out.push_back(std::move(unknown));
      goes_on = false;
    }
    if (!goes_on) {
      path_ = std::move(before);
      return out;
    }
  }
  append(out, falls());
  path_ = std::move(before);
  return out;
}

Outcomes Interpreter::run_statement(NodeRef statement) {
  ++steps_;
  switch (context_.kind(statement)) {
  case Kind::ExprStmt:
    evaluate(context_.child(statement, Role::Value)); // a walrus binds
    return run_calls(statement);
  case Kind::Assign:
  case Kind::AugAssign:
    return run_assignment(statement);
  case Kind::Return: {
    NodeRef value = context_.child(statement, Role::Value);
    Outcomes out = value.valid() ? run_calls(value) : falls();
    if (!has_fall(out))
      return out;
    std::erase_if(out, [](const Outcome &one) { return one.kind == OK::FallsThrough; });
    Outcome returns = outcome(OK::Returns, statement);
    if (value.valid())
      returns.value = evaluate(value);
    else
      returns.value.kind = AK::Truth, returns.value.truth = Decision::False;
    if (returns.value.kind == AK::Exception && returns.value.same && helpers_ == 0)
      kept_.push_back({Kept::How::Returned, {}, statement});
    out.push_back(std::move(returns));
    return out;
  }
  case Kind::Raise:
    return run_raise(statement);
  case Kind::Assert:
    return run_assert(statement);
  case Kind::If:
    return run_if(statement);
  case Kind::For:
    return run_for(statement);
  case Kind::While:
    return run_while(statement);
  case Kind::Try:
    return run_try(statement);
  case Kind::With:
    return run_with(statement);
  case Kind::Match:
    return run_match(statement);
  case Kind::Break:
    return {outcome(OK::Breaks, statement)};
  case Kind::Continue:
    return {outcome(OK::Continues, statement)};
  case Kind::Error: {
    Outcome unknown = outcome(OK::Unknown, statement);
    unknown.reason = "a part of the handler could not be parsed";
    return {std::move(unknown)};
  }
  default:
    return falls(); // definitions, imports, pass, del: what stands in a nested function does not run here
  }
}

Outcomes Interpreter::run_branch(NodeRef block, NodeRef test, bool holds, Decision decision) {
  bool decided = decision == Decision::True || decision == Decision::False;
  if (!decided)
    path_.push_back({test, holds, decision == Decision::ByText});
  Outcomes out = block.valid() ? run_block(block) : falls();
  if (!decided)
    path_.pop_back();
  return out;
}

Outcomes Interpreter::run_if(NodeRef statement) {
  std::vector<NodeRef> arms = {statement};
  for (NodeId c : context_.tree(statement).children(statement.node))
    if (context_.tree(statement).kind(c) == Kind::Elif)
      arms.push_back({statement.file, c});
  return joined(run_branches(statement, arms, 0));
}

Outcomes Interpreter::run_branches(NodeRef statement, const std::vector<NodeRef> &arms, size_t from) {
  if (from == arms.size()) {
    NodeRef orelse = context_.child(statement, Role::Orelse);
    return orelse.valid() ? run_block(orelse) : falls();
  }
  NodeRef test = context_.child(arms[from], Role::Test), body = context_.child(arms[from], Role::Body);
  Outcomes out = run_calls(test);
  if (!has_fall(out))
    return out;
  std::erase_if(out, [](const Outcome &one) { return one.kind == OK::FallsThrough; });
  Decision decision = decide(test);
  Environment before = environment_, after_body;
  if (decision != Decision::False)
    append(out, run_branch(body, test, true, decision));
  after_body = std::exchange(environment_, before);
  if (decision != Decision::True) {
    bool open = decision != Decision::False;
    if (open)
      path_.push_back({test, false, decision == Decision::ByText});
    append(out, run_branches(statement, arms, from + 1));
    if (open)
      path_.pop_back();
  } else {
    environment_ = std::move(after_body);
    return out;
  }
  if (decision == Decision::False)
    return out;
  // Values that differ between the branches are not known behind them; that they speak of the fault's text is.
  for (auto &[name, value] : environment_) {
    auto twin = after_body.find(name);
    bool same = twin != after_body.end() && twin->second.kind == value.kind && twin->second.text == value.text &&
                twin->second.truth == value.truth && twin->second.type == value.type;
    if (same)
      continue;
    Abstract either_value;
    either_value.of_fault =
        value.of_fault || (twin != after_body.end() && twin->second.of_fault) || decision == Decision::ByText;
    value = either_value;
  }
  for (auto &[name, value] : after_body)
    environment_.try_emplace(name, value);
  return out;
}

Outcomes Interpreter::run_unrolled(NodeRef statement, NameId target, const std::vector<Abstract> &items) {
  Outcomes out;
  std::vector<Condition> before = path_;
  NodeRef body = context_.child(statement, Role::Body), orelse = context_.child(statement, Role::Orelse);
  bool goes_on = true, broke = false;
  for (const Abstract &item : items) {
    environment_[target] = item;
    goes_on = false;
    for (Outcome &one : joined(run_block(body))) {
      if (one.kind == OK::Breaks)
        broke = true;
      else if (one.kind != OK::FallsThrough && one.kind != OK::Continues)
        out.push_back(std::move(one));
      else {
        if (one.kind == OK::FallsThrough)
          path_ = one.conditions;
        goes_on = true;
      }
    }
    if (!goes_on)
      break;
  }
  if (goes_on)
    append(out, orelse.valid() ? run_block(orelse) : falls());
  path_ = std::move(before);
  if (broke)
    append(out, falls());
  return joined(std::move(out));
}

/// `d` of `for key, value in d.items()`: what its keys are decides; none for another loop.
NodeRef Interpreter::keys_looped_over(NodeRef target, NodeRef iterated) const {
  NodeRef method = context_.child(iterated, Role::Callee);
  bool items = context_.kind(iterated) == Kind::Call && context_.kind(method) == Kind::Attribute &&
               context_.name_text(method) == "items" && context_.kind(target) == Kind::Tuple &&
               context_.children(target, Role::Element).size() == 2;
  return items ? context_.child(method, Role::Value) : NodeRef{iterated.file, {}};
}

Outcomes Interpreter::run_for(NodeRef statement) {
  NodeRef target = context_.child(statement, Role::Target), iterated = context_.child(statement, Role::Iter);
  if (NodeRef keys = keys_looped_over(target, iterated); keys.valid()) { // for marker, advice in CAUSES.items()
    target = context_.children(target, Role::Element).front();
    iterated = keys;
  }
  if (context_.kind(target) == Kind::Name)
    if (auto items = items_of(iterated))
      return run_unrolled(statement, context_.model.name(target), *items);
  Outcomes out = run_calls(iterated);
  if (!has_fall(out))
    return out;
  std::erase_if(out, [](const Outcome &one) { return one.kind == OK::FallsThrough; });
  forget_stores(statement);
  path_.push_back({iterated, true, mentions_text(iterated)});
  Outcomes once = run_block(context_.child(statement, Role::Body));
  path_.pop_back();
  std::erase_if(once, [](const Outcome &one) {
    return one.kind == OK::FallsThrough || one.kind == OK::Breaks || one.kind == OK::Continues;
  });
  append(out, std::move(once));
  NodeRef orelse = context_.child(statement, Role::Orelse);
  append(out, orelse.valid() ? run_block(orelse) : falls());
  return joined(std::move(out));
}

Outcomes Interpreter::run_while(NodeRef statement) {
  NodeRef test = context_.child(statement, Role::Test);
  forget_stores(statement);
  Decision decision = decide(test);
  // A number as the test (`while 1:`) is a constant too.
  if (context_.kind(test) == Kind::Int)
    decision = context_.model.source_text(test) == "0" ? Decision::False : Decision::True;
  Outcomes out;
  bool leaves = decision != Decision::True;
  if (decision != Decision::False) {
    for (Outcome &one : run_branch(context_.child(statement, Role::Body), test, true, decision)) {
      leaves = leaves || one.kind == OK::Breaks;
      if (one.kind != OK::FallsThrough && one.kind != OK::Breaks && one.kind != OK::Continues)
        out.push_back(std::move(one));
    }
  }
  if (leaves)
    append(out, falls());
  return out;
}

Outcomes Interpreter::run_try(NodeRef statement) {
  Outcomes out;
  for (Outcome &one : run_block(context_.child(statement, Role::Body))) {
    if (one.kind == OK::Raises)
      append(out, run_clauses(statement, std::move(one)));
    else if (NodeRef orelse = context_.child(statement, Role::Orelse); one.kind == OK::FallsThrough && orelse.valid())
      append(out, run_block(orelse));
    else
      out.push_back(std::move(one));
  }
  NodeRef final_block = context_.child(statement, Role::Final);
  if (!final_block.valid())
    return joined(std::move(out));
  Outcomes last = run_block(final_block);
  if (!has_fall(last)) // a jump or raise in finally replaces whatever was on its way
    return last;
  std::erase_if(last, [](const Outcome &one) { return one.kind == OK::FallsThrough; });
  append(out, std::move(last));
  return joined(std::move(out));
}

/// What the clauses of `statement` do to an exception that its body raised.
Outcomes Interpreter::run_clauses(NodeRef statement, Outcome raised) {
  for (NodeRef handler : context_.children(statement, Role::Handler)) {
    ClauseMatch match = match_clause(context_, handler, raised.type);
    if (match.answer == Answer::No)
      continue;
    if (match.answer == Answer::Unknown) {
      raised.kind = OK::Unknown;
      raised.reason = match.reason;
      return {std::move(raised)};
    }
    ExceptionType type_before = std::exchange(current_, raised.type);
    bool same_before = std::exchange(current_same_, raised.same);
    std::vector<Condition> path_before = std::exchange(path_, raised.conditions);
    Outcomes out = run_handler(handler);
    current_ = type_before;
    current_same_ = same_before;
    path_ = std::move(path_before);
    return out;
  }
  return {std::move(raised)};
}

Outcomes Interpreter::run_with(NodeRef statement) {
  bool suppresses = false;
  ClassList list;
  for (NodeRef item : context_.children(statement, Role::Child)) {
    NodeRef value = context_.child(item, Role::Value);
    if (context_.kind(item) != Kind::WithItem || !value.valid() || context_.kind(value) != Kind::Call)
      continue;
    if (context_.external_callee(value) != "contextlib.suppress")
      continue;
    suppresses = true;
    for (NodeRef argument : context_.children(value, Role::Argument)) {
      ClassList more = classes_named(context_, argument);
      list.classes.insert(list.classes.end(), more.classes.begin(), more.classes.end());
      if (!more.unknown.empty())
        list.unknown = more.unknown;
    }
  }
  Outcomes out;
  for (Outcome &one : run_block(context_.child(statement, Role::Body))) {
    if (suppresses && one.kind == OK::Raises && matches_any(context_, one.type, list) != Answer::No) {
      one.kind = OK::FallsThrough;
      one.place = {};
    }
    out.push_back(std::move(one));
  }
  return joined(std::move(out));
}

Decision Interpreter::match_pattern(NodeRef pattern, const Abstract &subject) {
  switch (context_.kind(pattern)) {
  case Kind::PatternCapture:
    if (NodeRef target = context_.child(pattern, Role::Target); target.valid())
      bind(target, subject);
    return Decision::True;
  case Kind::PatternAs: {
    Decision out = match_pattern(context_.child(pattern, Role::Pattern), subject);
    bind(context_.child(pattern, Role::Target), subject);
    return out;
  }
  case Kind::PatternOr: {
    Decision out = Decision::False;
    for (NodeRef each : context_.children(pattern, Role::Pattern))
      out = either(out, match_pattern(each, subject));
    return out;
  }
  case Kind::PatternClass: {
    if (subject.kind != AK::Exception)
      return subject.of_fault ? Decision::ByText : Decision::Open;
    Answer answer = matches_any(context_, subject.type, classes_named(context_, context_.child(pattern, Role::Callee)));
    bool plain = context_.children(pattern, Role::Pattern).empty();
    if (answer == Answer::No)
      return Decision::False;
    return answer == Answer::Yes && plain ? Decision::True : Decision::Open;
  }
  default:
    return subject.of_fault ? Decision::ByText : Decision::Open;
  }
}

Outcomes Interpreter::run_match(NodeRef statement) {
  Abstract subject = evaluate(context_.child(statement, Role::Subject));
  std::vector<Condition> before = path_;
  Outcomes out;
  bool may_miss = true;
  for (NodeRef arm : context_.children(statement, Role::Case)) {
    NodeRef pattern = context_.child(arm, Role::Pattern), guard = context_.child(arm, Role::Test);
    Decision decision = match_pattern(pattern, subject);
    if (guard.valid())
      decision = both(decision, decide(guard));
    if (decision == Decision::False)
      continue;
    append(out, run_branch(context_.child(arm, Role::Body), pattern, true, decision));
    if (decision == Decision::True) {
      may_miss = false;
      break;
    }
    path_.push_back({pattern, false, decision == Decision::ByText});
  }
  if (may_miss)
    append(out, falls());
  path_ = std::move(before);
  return joined(std::move(out));
}

Outcomes Interpreter::run_raise(NodeRef statement) {
  NodeRef value = context_.child(statement, Role::Value);
  Outcome out = outcome(OK::Raises, statement);
  out.type = current_;
  out.same = current_same_;
  if (!value.valid())
    return {std::move(out)};
  if (Outcomes ends = run_calls(value); !has_fall(ends))
    return ends;
  Abstract raised = evaluate(value);
  if (raised.kind == AK::Exception) {
    out.type = raised.type;
    out.same = raised.same;
    return {std::move(out)};
  }
  NodeRef made = context_.kind(value) == Kind::Call ? context_.child(value, Role::Callee) : value;
  if (Abstract cls = evaluate(made); cls.kind == AK::Class) { // raise type(e)(...)
    out.type = cls.type;
    return {std::move(out)};
  }
  ClassName name = context_.model.resolve_class(made);
  if (name.is_unknown()) {
    for (const dataflow::Traced &traced : context_.query.values_of(value)) {
      using VK = dataflow::Value::Kind;
      if (traced.value.kind == VK::Instance || traced.value.kind == VK::Class)
        name = {traced.value.class_, {}};
      else if (traced.value.kind == VK::Result || traced.value.kind == VK::External)
        name = {{}, traced.value.text};
    }
  }
  out.type = exception_type(name);
  out.same = false;
  if (out.type.external == "SystemExit") {
    out.kind = OK::Exits;
    out.status = context_.kind(value) == Kind::Call ? status_of(value, {}) : ExitStatus::Success;
  }
  return {std::move(out)};
}

Outcomes Interpreter::run_assert(NodeRef statement) {
  NodeRef test = context_.child(statement, Role::Test);
  Decision decision = decide(test);
  Outcomes out;
  if (decision != Decision::True) {
    bool open = decision != Decision::False;
    if (open)
      path_.push_back({test, false, decision == Decision::ByText});
    Outcome raised = outcome(OK::Raises, statement);
    raised.type.external = "AssertionError";
    out.push_back(std::move(raised));
    if (open)
      path_.pop_back();
  }
  if (decision != Decision::False)
    append(out, falls());
  return out;
}

Outcomes Interpreter::run_assignment(NodeRef statement) {
  NodeRef value = context_.child(statement, Role::Value);
  if (!value.valid())
    return falls();
  Outcomes out = run_calls(value);
  if (!has_fall(out))
    return out;
  Abstract result = evaluate(value);
  bool exc_info = context_.kind(value) == Kind::Call && context_.external_callee(value) == "sys.exc_info";
  bool augmented = context_.kind(statement) == Kind::AugAssign;
  // `errors += [e]`, `self.failed = (index, e)`
  bool holds_fault = result.kind == AK::Exception && result.same;
  if (Kind kind = context_.kind(value); kind == Kind::List || kind == Kind::Tuple)
    for (NodeRef element : context_.children(value, Role::Element)) {
      Abstract one = evaluate(element);
      holds_fault = holds_fault || (one.kind == AK::Exception && one.same);
    }
  for (NodeRef target : context_.children(statement, Role::Target)) {
    if (exc_info)
      bind_exc_info(target);
    else
      bind(target, augmented ? Abstract{} : result);
    NodeRef named = context_.kind(target) == Kind::Subscript ? context_.child(target, Role::Value) : target;
    if (!holds_fault || helpers_ != 0)
      continue;
    if (context_.kind(named) == Kind::Name)
      kept_.push_back({Kept::How::Name, context_.model.name(named), statement});
    else if (context_.kind(named) == Kind::Attribute)
      kept_.push_back({Kept::How::Attribute, context_.model.name(named), statement});
  }
  return out;
}

void Interpreter::bind(NodeRef target, const Abstract &value) {
  if (!target.valid())
    return;
  switch (context_.kind(target)) {
  case Kind::Name:
    environment_[context_.model.name(target)] = value;
    return;
  case Kind::Tuple:
  case Kind::List:
    for (NodeRef element : context_.children(target, Role::Element)) {
      Abstract part;
      part.of_fault = value.of_fault;
      bind(element, part);
    }
    return;
  default:
    return;
  }
}

/// `kind, error, trace = sys.exc_info()`
void Interpreter::bind_exc_info(NodeRef target) {
  std::vector<NodeRef> parts = context_.children(target, Role::Element);
  bind(target, {});
  if (parts.size() != 3)
    return;
  Abstract value = fault_value();
  bind(parts[1], value);
  value.kind = AK::Class;
  bind(parts[0], value);
}

/// Names stored to in a loop hold nothing known when it is entered again.
void Interpreter::forget_stores(NodeRef statement) {
  const SyntaxTree &tree = context_.tree(statement);
  for (uint32_t n = statement.node.value; n < tree.next(statement.node).value; ++n)
    if (tree.kind(NodeId{n}) == Kind::Name && tree.has(NodeId{n}, parser::kStore))
      environment_[tree.name(NodeId{n})] = {};
}

Outcomes Interpreter::run_calls(NodeRef expression) {
  const SyntaxTree &tree = context_.tree(expression);
  Outcomes out;
  for (NodeId n = expression.node; n.value < tree.next(expression.node).value;) {
    Kind kind = tree.kind(n);
    if (kind == Kind::Lambda) {
      n = tree.next(n);
      continue;
    }
    if (kind == Kind::Call) {
      Outcomes ends = run_call({expression.file, n});
      bool goes_on = has_fall(ends);
      std::erase_if(ends, [](const Outcome &one) { return one.kind == OK::FallsThrough; });
      append(out, std::move(ends));
      if (!goes_on)
        return out;
    }
    n = NodeId{n.value + 1};
  }
  append(out, falls());
  return out;
}

Outcomes Interpreter::run_call(NodeRef call) {
  ++steps_;
  note_keeping(call);
  std::string name = context_.external_callee(call);
  if (const knowledge::PatternRow *row = name.empty() ? nullptr : knowledge::find_row(context_.knowledge.exits, name)) {
    Outcome exits = outcome(OK::Exits, call);
    exits.status = status_of(call, row->note);
    if (row->word == "exits")
      exits.type.external = "SystemExit";
    return {std::move(exits)};
  }
  bool handed = hands_over_fault(call);
  Outcomes ends = run_helper(call);
  bool never_returns = !ends.empty() && std::ranges::all_of(ends, &Outcome::is_loud);
  if (!handed && !never_returns)
    return falls();
  Outcomes out;
  for (Outcome &one : ends) {
    if (!one.is_loud())
      continue;
    one.conditions.insert(one.conditions.begin(), path_.begin(), path_.end());
    out.push_back(std::move(one));
  }
  if (!never_returns)
    append(out, falls());
  return out;
}

/// The status of an exit by its first argument, unless the table's note says "fails": os.abort(), parser.error(text).
ExitStatus Interpreter::status_of(NodeRef call, std::string_view note) {
  if (note.starts_with("fails"))
    return ExitStatus::Failure;
  NodeRef status = context_.argument(call, 0, "code");
  if (!status.valid())
    status = context_.argument(call, 0, "status");
  if (!status.valid())
    return context_.children(call, Role::Argument).empty() ? ExitStatus::Success : ExitStatus::Unknown;
  switch (context_.kind(status)) {
  case Kind::Int:
    return context_.model.source_text(status) == "0" ? ExitStatus::Success : ExitStatus::Failure;
  case Kind::None:
  case Kind::False:
    return ExitStatus::Success;
  case Kind::True:
  case Kind::Unary: // -1
  case Kind::String:
  case Kind::Concatenation:
    return ExitStatus::Failure;
  case Kind::Name:
  case Kind::Call:
    // The exception or its text as the status: printed, and the status is 1.
    if (Abstract value = evaluate(status); value.kind == AK::Exception || value.of_fault)
      return ExitStatus::Failure;
    break;
  default:
    break;
  }
  for (const dataflow::Traced &traced : context_.query.values_of(status))
    if (traced.value.kind == dataflow::Value::Kind::Literal && traced.value.node != status &&
        context_.kind(traced.value.node) == Kind::Int)
      return context_.model.source_text(traced.value.node) == "0" ? ExitStatus::Success : ExitStatus::Failure;
  return ExitStatus::Unknown;
}

/// Some argument is the exception, its class or its text.
bool Interpreter::hands_over_fault(NodeRef call) {
  for (NodeRef argument : context_.children(call, Role::Argument)) {
    NodeRef value = context_.kind(argument) == Kind::Keyword ? context_.child(argument, Role::Value) : argument;
    if (Kind kind = context_.kind(value); kind == Kind::Generator || kind == Kind::Lambda)
      continue;
    Abstract given = evaluate(value);
    if (given.kind == AK::Exception || given.kind == AK::Class || given.kind == AK::Arguments || given.of_fault)
      return true;
  }
  return false;
}

void Interpreter::note_keeping(NodeRef call) {
  NodeRef callee = context_.child(call, Role::Callee);
  if (context_.kind(callee) != Kind::Attribute || helpers_ != 0)
    return;
  std::string_view method = context_.name_text(callee);
  bool future = method == "set_exception";
  if (!future && !keeps_argument(method))
    return;
  bool given = false;
  for (NodeRef argument : context_.children(call, Role::Argument)) {
    std::vector<NodeRef> parts = {argument};
    if (Kind kind = context_.kind(argument); kind == Kind::Tuple || kind == Kind::List)
      parts = context_.children(argument, Role::Element);
    for (NodeRef part : parts) {
      Abstract value = evaluate(part);
      given = given || (value.kind == AK::Exception && value.same);
    }
  }
  if (!given)
    return;
  NodeRef receiver = context_.child(callee, Role::Value);
  if (context_.kind(receiver) == Kind::Subscript)
    receiver = context_.child(receiver, Role::Value);
  Kept::How how = context_.kind(receiver) == Kind::Attribute ? Kept::How::Attribute : Kept::How::Name;
  kept_.push_back({future ? Kept::How::Future : how, context_.model.name(receiver), call});
}

Outcomes Interpreter::run_helper(NodeRef call) {
  if (helpers_ >= kMaxHelpers)
    return {};
  Outcomes out;
  for (const dataflow::CallEdge &edge : context_.query.callees_of(call)) {
    if (edge.kind != dataflow::EdgeKind::Call || edge.certainty != dataflow::Certainty::Certain)
      return {};
    const module_model::Function &callee = context_.model.function(edge.callee);
    bool awaited = context_.kind(context_.parent(call)) == Kind::Await;
    if (callee.is_generator || callee.is_async != awaited)
      return {};
    append(out, run_function(edge.callee, call));
  }
  return out;
}

Outcomes Interpreter::run_function(FunctionId function, NodeRef call) {
  NodeRef node = context_.model.node_of(function);
  NodeRef body = context_.child(node, Role::Body);
  if (!body.valid())
    return {};
  Environment inner = bind_arguments(function, call);
  Environment environment_before = std::exchange(environment_, std::move(inner));
  std::vector<Condition> path_before = std::exchange(path_, {});
  ++helpers_;
  Outcomes out;
  if (context_.kind(node) == Kind::Lambda) {
    Outcome returns = outcome(OK::Returns, body);
    returns.value = evaluate(body);
    out.push_back(std::move(returns));
  } else {
    out = run_block(body);
  }
  --helpers_;
  path_ = std::move(path_before);
  environment_ = std::move(environment_before);
  return out;
}

Environment Interpreter::bind_arguments(FunctionId function, NodeRef call) {
  const module_model::Function &callee = context_.model.function(function);
  FileId file = context_.model.file_of(function);
  bool bound =
      context_.model.class_of(function).valid() && context_.kind(context_.child(call, Role::Callee)) == Kind::Attribute;
  for (NodeId decorator : callee.decorators)
    if (context_.name_text(context_.child({file, decorator}, Role::Value)) == "staticmethod")
      bound = false;
  Environment out;
  for (size_t i = bound ? 1 : 0; i < callee.parameters.size(); ++i) {
    NodeRef parameter{file, callee.parameters[i]};
    NodeRef given = context_.argument(call, i - (bound ? 1 : 0), context_.name_text(parameter));
    if (given.valid())
      out[context_.model.name(parameter)] = evaluate(given);
  }
  return out;
}

} // namespace decode_ledger::exceptions_trace
