// Tests of a handler, evaluated for the fault: by its class, by its text, or by something that is not known here.

#include "exceptions_trace/interpreter.h"

#include <algorithm>
#include <array>

namespace decode_ledger::exceptions_trace {

using AK = Abstract::Kind;

Decision negate(Decision decision) {
  switch (decision) {
  case Decision::False:
    return Decision::True;
  case Decision::True:
    return Decision::False;
  default:
    return decision;
  }
}

Decision both(Decision left, Decision right) {
  if (left == Decision::False || right == Decision::False)
    return Decision::False;
  if (left == Decision::True)
    return right;
  if (right == Decision::True)
    return left;
  return left == Decision::ByText || right == Decision::ByText ? Decision::ByText : Decision::Open;
}

Decision either(Decision left, Decision right) { return negate(both(negate(left), negate(right))); }

namespace {

Abstract truth(Decision decision) {
  Abstract out;
  out.kind = AK::Truth;
  out.truth = decision;
  return out;
}

Abstract constant_text(std::string text) {
  Abstract out;
  out.kind = AK::Text;
  out.text = std::move(text);
  return out;
}

/// A text made from the fault.
Abstract fault_text(TextPattern text) {
  Abstract out = constant_text(std::move(text));
  out.of_fault = true;
  return out;
}

Decision by_class(Answer answer) {
  return answer == Answer::Yes ? Decision::True : answer == Answer::No ? Decision::False : Decision::Open;
}

bool is_exactly(const ExceptionType &type, const ClassList &list) {
  return !type.hypothetical && std::ranges::any_of(list.classes, [&](const ClassName &name) {
    return name.id == type.id && exception_type(name).external == type.external;
  });
}

} // namespace

Abstract Interpreter::fault_value() const {
  Abstract out;
  out.kind = AK::Exception;
  out.type = current_;
  out.same = current_same_;
  return out;
}

Decision Interpreter::truth_of(const Abstract &value) const {
  switch (value.kind) {
  case AK::Truth:
    return value.truth;
  case AK::Exception:
  case AK::Class:
    return Decision::True;
  case AK::Arguments: // not empty when the guard passes a message
    return message_ == TextPattern{kAnyHole} ? Decision::ByText : Decision::True;
  default:
    return value.of_fault ? Decision::ByText : Decision::Open;
  }
}

Decision Interpreter::decide(NodeRef test) { return truth_of(evaluate(test)); }

/// An answer about the fault's text: decided ones are proofs and are told beside the verdict.
Abstract Interpreter::decided(NodeRef test, Answer answer) {
  if (answer == Answer::Unknown)
    return truth(Decision::ByText);
  if (std::ranges::none_of(proofs_, [&](const Proof &proof) { return proof.test == test; }))
    proofs_.push_back({test, answer == Answer::Yes});
  return truth(answer == Answer::Yes ? Decision::True : Decision::False);
}

bool Interpreter::mentions_text(NodeRef expression) {
  const SyntaxTree &tree = context_.tree(expression);
  for (uint32_t n = expression.node.value; n < tree.next(expression.node).value; ++n) {
    NodeRef at{expression.file, NodeId{n}};
    if (tree.kind(at.node) != Kind::Name)
      continue;
    auto found = environment_.find(tree.name(at.node));
    if (found == environment_.end())
      continue;
    if (found->second.of_fault)
      return true;
    if (found->second.kind != AK::Exception)
      continue;
    NodeRef up = context_.parent(at);
    Kind kind = context_.kind(up);
    bool converted =
        kind == Kind::Call && (context_.external_callee(up) == "str" || context_.external_callee(up) == "repr");
    bool arguments =
        kind == Kind::Attribute && (context_.name_text(up) == "args" || context_.name_text(up) == "message");
    if (converted || arguments || kind == Kind::String)
      return true;
  }
  return false;
}

Abstract Interpreter::other(NodeRef expression) {
  Abstract out;
  out.of_fault = mentions_text(expression);
  return out;
}

Abstract Interpreter::evaluate(NodeRef expression) {
  if (++steps_ > kMaxSteps || !expression.valid())
    return {};
  const SyntaxTree &tree = context_.tree(expression);
  switch (context_.kind(expression)) {
  case Kind::True:
    return truth(Decision::True);
  case Kind::False:
  case Kind::None:
    return truth(Decision::False);
  case Kind::Name: {
    auto found = environment_.find(tree.name(expression.node));
    return found == environment_.end() ? Abstract{} : found->second;
  }
  case Kind::Unary:
    if (tree.op(expression.node) == Op::Not)
      return truth(negate(decide(context_.child(expression, Role::Value))));
    return other(expression);
  case Kind::BoolOp: {
    Decision left = decide(context_.child(expression, Role::Left));
    Decision right = decide(context_.child(expression, Role::Right));
    return truth(tree.op(expression.node) == Op::And ? both(left, right) : either(left, right));
  }
  case Kind::Compare:
    return evaluate_compare(expression);
  case Kind::Call:
    return evaluate_call(expression);
  case Kind::Attribute:
    return evaluate_attribute(expression);
  case Kind::Subscript:
    return evaluate_subscript(expression);
  case Kind::String:
  case Kind::Concatenation:
    return evaluate_string(expression);
  case Kind::Await:
    return evaluate(context_.child(expression, Role::Value));
  case Kind::Named: {
    Abstract value = evaluate(context_.child(expression, Role::Value));
    bind(context_.child(expression, Role::Target), value);
    return value;
  }
  case Kind::Binary: { // "prefix: " + str(e), "%s" % e
    Abstract left = text_of(evaluate(context_.child(expression, Role::Left)), false);
    Abstract right = text_of(evaluate(context_.child(expression, Role::Right)), false);
    if (tree.op(expression.node) == Op::Add && left.kind == AK::Text && right.kind == AK::Text &&
        (left.of_fault || right.of_fault))
      return fault_text(left.text + right.text);
    if (right.of_fault && right.kind == AK::Text)
      return fault_text(std::string{kAnyHole} + right.text + kAnyHole);
    return other(expression);
  }
  default:
    return other(expression);
  }
}

/// str(value), or repr(value) when `quoted`.
Abstract Interpreter::text_of(const Abstract &value, bool quoted) {
  if (value.kind == AK::Exception) {
    std::string name = bare_name(context_, value.type);
    // Another exception's text (a nested handler's) is not the guard's message.
    TextPattern message = value.same ? message_ : TextPattern{kAnyHole};
    return fault_text(quoted ? (name.empty() ? std::string{kAnyHole} : name) + "(" + message + ")" : message);
  }
  if (value.kind == AK::Class) {
    std::string name = bare_name(context_, value.type);
    return fault_text(name.empty() ? std::string{kAnyHole} : "<class '" + shown_name(context_, value.type) + "'>");
  }
  if (value.kind == AK::Arguments)
    return fault_text(std::string{kAnyHole} + message_ + kAnyHole);
  return value;
}

Abstract Interpreter::evaluate_string(NodeRef string) {
  const SyntaxTree &tree = context_.tree(string);
  const std::string &text = context_.model.sources().file(string.file).text;
  if (std::optional<std::string> value = parser::string_value(tree, text, string.node))
    return constant_text(std::move(*value));
  if (context_.kind(string) != Kind::String)
    return other(string);
  FormatParts parts = parts_of_format(context_, string);
  TextPattern out;
  bool of_fault = false;
  size_t next = 0;
  for (char c : parts.pattern) {
    if (c != kNumberHole) {
      out += c;
      continue;
    }
    Abstract part = text_of(evaluate(parts.holes[next++]), false);
    out += part.kind == AK::Text ? part.text : TextPattern{kAnyHole};
    of_fault = of_fault || part.of_fault;
  }
  return of_fault ? fault_text(out) : Abstract{};
}

Abstract Interpreter::evaluate_attribute(NodeRef attribute) {
  Abstract value = evaluate(context_.child(attribute, Role::Value));
  std::string_view name = context_.name_text(attribute);
  if (value.kind == AK::Exception) {
    Abstract out;
    if (name == "args")
      out.kind = AK::Arguments;
    if (name == "__class__") {
      out = value;
      out.kind = AK::Class;
    }
    out.of_fault = name == "args" || name == "message" || name == "msg" || name == "reason" || name == "strerror";
    return out;
  }
  if (value.kind == AK::Class && (name == "__name__" || name == "__qualname__")) {
    std::string own = bare_name(context_, value.type);
    return fault_text(own.empty() ? std::string{kAnyHole} : own);
  }
  Abstract out;
  out.of_fault = value.of_fault || value.kind == AK::Class;
  return out;
}

Abstract Interpreter::evaluate_subscript(NodeRef subscript) {
  NodeRef of = context_.child(subscript, Role::Value);
  NodeRef index = context_.child(subscript, Role::Index);
  Abstract value = evaluate(of);
  if (value.kind == AK::Arguments && index.valid() && context_.model.source_text(index) == "0")
    return fault_text(message_);
  if (context_.kind(of) == Kind::Call && context_.external_callee(of) == "sys.exc_info" && index.valid()) {
    Abstract out = fault_value();
    if (context_.model.source_text(index) == "0")
      out.kind = AK::Class;
    return out;
  }
  Abstract out;
  out.of_fault = value.of_fault;
  return out;
}

/// `frozenset({"a", "b"})`, `tuple(MARKERS)`, `MARKER.lower()`, `CAUSES.keys()`.
std::optional<std::vector<std::string>> Interpreter::strings_of_call(NodeRef call) {
  std::string callee = context_.external_callee(call);
  if (callee == "frozenset" || callee == "set" || callee == "tuple" || callee == "list" || callee == "sorted")
    return strings_of(context_.argument(call, 0));
  NodeRef method = context_.child(call, Role::Callee);
  std::string_view name = context_.kind(method) == Kind::Attribute ? context_.name_text(method) : std::string_view{};
  if (name != "lower" && name != "casefold" && name != "upper" && name != "keys")
    return std::nullopt;
  auto strings = strings_of(context_.child(method, Role::Value));
  if (strings && name != "keys")
    for (std::string &string : *strings)
      string = name == "upper" ? uppered(std::move(string)) : lowered(std::move(string));
  return strings;
}

/// Constant strings: a literal, a display of literals, or a name bound to one.
std::optional<std::vector<std::string>> Interpreter::strings_of(NodeRef expression) {
  if (!expression.valid())
    return std::nullopt;
  Abstract value = evaluate(expression);
  if (value.kind == AK::Strings)
    return value.strings;
  if (value.kind == AK::Text && !value.of_fault)
    return std::vector<std::string>{value.text};
  std::vector<std::string> out;
  switch (context_.kind(expression)) {
  case Kind::Tuple:
  case Kind::List:
  case Kind::Set:
    for (NodeRef element : context_.children(expression, Role::Element)) {
      auto inner = strings_of(element);
      if (!inner)
        return std::nullopt;
      out.insert(out.end(), inner->begin(), inner->end());
    }
    return out;
  case Kind::Name:
  case Kind::Attribute: {
    if (value.of_fault || value.kind != AK::Other)
      return std::nullopt;
    const dataflow::Values values = context_.query.values_of(expression);
    if (values.size() != 1)
      return std::nullopt;
    const dataflow::Value &only = values.front().value;
    bool known = only.kind == dataflow::Value::Kind::Literal || only.kind == dataflow::Value::Kind::Container;
    if (!known || only.node == expression || context_.kind(only.node) == Kind::Name)
      return std::nullopt;
    return strings_of(only.node);
  }
  case Kind::Dict: // iterated, it gives its keys
    for (NodeId pair : context_.tree(expression).children(expression.node)) {
      auto key = strings_of(context_.child({expression.file, pair}, Role::Key)); // of `**more` there is none
      if (!key)
        return std::nullopt;
      out.insert(out.end(), key->begin(), key->end());
    }
    return out;
  case Kind::Call:
    return strings_of_call(expression);
  default:
    return std::nullopt;
  }
}

/// "Some needle compares": Yes with the first that does, No when none can.
Abstract Interpreter::test_strings(NodeRef test, const Abstract &text, const std::vector<std::string> &needles,
                                   Answer (*compare)(const TextPattern &, std::string_view)) {
  Answer out = Answer::No;
  for (const std::string &needle : needles) {
    Answer one = compare(text.text, needle);
    if (one == Answer::Yes)
      out = Answer::Yes;
    else if (one == Answer::Unknown && out == Answer::No)
      out = Answer::Unknown;
  }
  needles_.insert(needles.begin(), needles.end());
  return decided(test, out);
}

Abstract Interpreter::evaluate_compare(NodeRef compare) {
  const SyntaxTree &tree = context_.tree(compare);
  NodeRef left = context_.child(compare, Role::Left);
  Decision out = Decision::True;
  for (NodeRef right : context_.children(compare, Role::Right)) {
    out = both(out, truth_of(evaluate_pair(compare, left, tree.op(right.node), right)));
    left = right;
  }
  return truth(out);
}

Abstract Interpreter::evaluate_pair(NodeRef compare, NodeRef left, Op op, NodeRef right) {
  bool negated = op == Op::NotIn || op == Op::NotEq || op == Op::IsNot;
  auto maybe_negated = [&](Abstract value) { return truth(negated ? negate(truth_of(value)) : truth_of(value)); };
  Abstract a = evaluate(left), b = evaluate(right);

  if (op == Op::In || op == Op::NotIn) {
    if (b.kind == AK::Arguments) { // the message is one of them: it is compared, not searched
      auto needles = strings_of(left);
      return needles ? maybe_negated(test_strings(compare, fault_text(message_), *needles, equals))
                     : truth(Decision::ByText);
    }
    if (b.kind == AK::Text && b.of_fault) {
      if (auto needles = strings_of(left))
        return maybe_negated(test_strings(compare, b, *needles, contains));
      return truth(Decision::ByText);
    }
    if (a.kind == AK::Text && a.of_fault) {
      if (auto needles = strings_of(right))
        return maybe_negated(test_strings(compare, a, *needles, equals));
      return truth(Decision::ByText);
    }
    if (a.kind == AK::Class) {
      ClassList list = classes_named(context_, right);
      bool yes = is_exactly(a.type, list);
      return maybe_negated(truth(yes ? Decision::True : list.unknown.empty() ? Decision::False : Decision::Open));
    }
    return a.of_fault || b.of_fault ? truth(Decision::ByText) : Abstract{};
  }
  if (op == Op::Eq || op == Op::NotEq || op == Op::Is || op == Op::IsNot) {
    if (b.kind == AK::Text && b.of_fault && !a.of_fault) {
      std::swap(a, b);
      std::swap(left, right);
    }
    if (a.kind == AK::Text && a.of_fault) {
      if (auto needles = strings_of(right))
        return maybe_negated(test_strings(compare, a, *needles, equals));
      return truth(Decision::ByText);
    }
    if (a.kind == AK::Text && b.kind == AK::Text && !b.of_fault) // two constants: an unrolled loop
      return maybe_negated(truth(a.text == b.text ? Decision::True : Decision::False));
    if (a.kind == AK::Class || b.kind == AK::Class) {
      const Abstract &cls = a.kind == AK::Class ? a : b;
      ClassList list = classes_of(a.kind == AK::Class ? right : left);
      bool yes = is_exactly(cls.type, list);
      return maybe_negated(truth(yes ? Decision::True : list.unknown.empty() ? Decision::False : Decision::Open));
    }
    if (a.is_match && context_.kind(right) == Kind::None) // `re.search(…) is None`
      return maybe_negated(truth(negate(a.truth)));
    if ((a.kind == AK::Exception && context_.kind(right) == Kind::None) ||
        (b.kind == AK::Exception && context_.kind(left) == Kind::None))
      return maybe_negated(truth(Decision::False));
  }
  return a.of_fault || b.of_fault ? truth(Decision::ByText) : Abstract{};
}

Abstract Interpreter::evaluate_call(NodeRef call) {
  NodeRef callee = context_.child(call, Role::Callee);
  std::string name = context_.model.dotted_name(callee);
  if (name == "sys.exc_info")
    return {};
  if (name == "sys.exception")
    return fault_value();
  if (name.starts_with("traceback.format_")) { // the whole traceback, source lines included
    std::string own = bare_name(context_, fault_);
    return fault_text(std::string{kAnyHole} + own + ": " + message_ + kAnyHole);
  }
  if (!name.empty())
    if (Abstract value = evaluate_builtin(call, name); value.kind != AK::Other || value.of_fault)
      return value;
  if (context_.kind(callee) == Kind::Attribute)
    if (Abstract value = evaluate_method(call, callee); value.kind != AK::Other || value.of_fault)
      return value;
  if (hands_over_fault(call))
    return evaluate_helper(call);
  return other(call);
}

Abstract Interpreter::evaluate_builtin(NodeRef call, std::string_view name) {
  NodeRef first = context_.argument(call, 0), second = context_.argument(call, 1);
  if (name == "isinstance" || name == "issubclass") {
    Abstract value = first.valid() ? evaluate(first) : Abstract{};
    if (!second.valid() || value.kind != (name == "isinstance" ? AK::Exception : AK::Class))
      return {};
    return truth(by_class(matches_any(context_, value.type, classes_of(second))));
  }
  if ((name == "any" || name == "all") && first.valid())
    return evaluate_quantifier(first, name == "all");
  if (name.starts_with("re."))
    return evaluate_regex(call, {});
  if (!first.valid())
    return {};
  if (name == "str" || name == "format" || name == "repr")
    return text_of(evaluate(first), name == "repr");
  if (name == "type" && !second.valid()) {
    Abstract value = evaluate(first);
    if (value.kind != AK::Exception)
      return {};
    value.kind = AK::Class;
    return value;
  }
  if (name == "bool")
    return truth(decide(first));
  return {};
}

/// What a loop over `iterated` gives, when all of it is known: strings or classes, kMaxUnrolled at most.
std::optional<std::vector<Abstract>> Interpreter::items_of(NodeRef iterated) {
  std::vector<Abstract> out;
  if (auto strings = strings_of(iterated)) {
    for (std::string &string : *strings)
      out.push_back(constant_text(std::move(string)));
  } else if (ClassList list = classes_named(context_, iterated); list.unknown.empty()) {
    for (const ClassName &name : list.classes) {
      Abstract item;
      item.kind = AK::Class;
      item.type = exception_type(name);
      out.push_back(std::move(item));
    }
  }
  if (out.empty() || out.size() > kMaxUnrolled)
    return std::nullopt;
  return out;
}

/// classes_named(), and a variable that a loop over classes holds one in.
ClassList Interpreter::classes_of(NodeRef expression) {
  if (context_.kind(expression) == Kind::Name)
    if (auto bound = environment_.find(context_.model.name(expression));
        bound != environment_.end() && bound->second.kind == AK::Class)
      return {{{bound->second.type.id, bound->second.type.external}}, {}};
  return classes_named(context_, expression);
}

/// `any(m in text for m in MARKERS)`: one test for each known string or class; undecided when they are not known.
Abstract Interpreter::evaluate_quantifier(NodeRef generator, bool all) {
  NodeRef loop{generator.file, {}}, element{generator.file, {}};
  size_t loops = 0;
  for (NodeId c : context_.tree(generator).children(generator.node)) {
    Kind kind = context_.tree(generator).kind(c);
    if (kind == Kind::CompFor && loops++ == 0)
      loop.node = c;
    else if (kind == Kind::CompIf)
      return other(generator);
    else if (context_.tree(generator).role(c) == Role::Element)
      element.node = c;
  }
  if (context_.kind(generator) == Kind::Tuple || context_.kind(generator) == Kind::List) {
    Decision out = all ? Decision::True : Decision::False;
    for (NodeRef each : context_.children(generator, Role::Element))
      out = all ? both(out, decide(each)) : either(out, decide(each));
    return truth(out);
  }
  if (loops != 1 || !element.valid())
    return other(generator);
  NodeRef target = context_.child(loop, Role::Target);
  auto items = items_of(context_.child(loop, Role::Iter));
  if (!items || context_.kind(target) != Kind::Name) {
    Abstract item;
    item.of_fault = mentions_text(context_.child(loop, Role::Iter));
    bind(target, item);
    Decision one = decide(element);
    return truth(one == Decision::ByText || item.of_fault ? Decision::ByText : Decision::Open);
  }
  Decision out = all ? Decision::True : Decision::False;
  for (const Abstract &item : *items) {
    bind(target, item);
    out = all ? both(out, decide(element)) : either(out, decide(element));
  }
  return truth(out);
}

Abstract Interpreter::evaluate_method(NodeRef call, NodeRef callee) {
  std::string_view name = context_.name_text(callee);
  Abstract value = evaluate(context_.child(callee, Role::Value));
  if (value.kind == AK::Exception)
    return name == "with_traceback" ? value : name == "__str__" ? text_of(value, false) : Abstract{};
  if (name == "search" || name == "match" || name == "fullmatch" || name == "findall")
    return evaluate_regex(call, callee);
  if (name == "format" || name == "join") { // "...{}".format(e), "".join(traceback.format_exception(e))
    Abstract first =
        context_.argument(call, 0).valid() ? text_of(evaluate(context_.argument(call, 0)), false) : Abstract{};
    return first.of_fault ? fault_text(std::string{kAnyHole} + (first.kind == AK::Text ? first.text : "") + kAnyHole)
                          : Abstract{};
  }
  if (value.kind != AK::Text || !value.of_fault)
    return {};
  NodeRef first = context_.argument(call, 0);
  if (name == "lower" || name == "casefold")
    return fault_text(lowered(value.text));
  if (name == "upper")
    return fault_text(uppered(value.text));
  if (name == "strip" || name == "rstrip" || name == "lstrip")
    return value;
  if (name == "startswith" || name == "endswith" || name == "__contains__") {
    auto needles = strings_of(first);
    if (!needles)
      return truth(Decision::ByText);
    return test_strings(call, value, *needles,
                        name == "startswith" ? starts_with
                        : name == "endswith" ? ends_with
                                             : contains);
  }
  Abstract out;
  out.of_fault = true;
  return out;
}

/// `re.search(pattern, text, flags)`, or `PATTERN.search(text)` when `callee` is given.
Abstract Interpreter::evaluate_regex(NodeRef call, NodeRef callee) {
  bool method = callee.valid();
  NodeRef subject = context_.argument(call, method ? 0 : 1, "string");
  Abstract text = subject.valid() ? text_of(evaluate(subject), false) : Abstract{};
  if (!text.of_fault)
    return {};
  NodeRef pattern = context_.argument(call, 0, "pattern"), flags = context_.argument(call, 2, "flags");
  if (method) {
    const dataflow::Values values = context_.query.values_of(context_.child(callee, Role::Value));
    bool compiled = values.size() == 1 && values.front().value.kind == dataflow::Value::Kind::Result &&
                    values.front().value.text == "re.compile";
    if (!compiled)
      return truth(Decision::ByText);
    pattern = context_.argument(values.front().value.node, 0, "pattern");
    flags = context_.argument(values.front().value.node, 1, "flags");
  }
  auto regex = pattern.valid() ? strings_of(pattern) : std::nullopt;
  if (!regex || regex->size() != 1 || text.kind != AK::Text)
    return truth(Decision::ByText);
  std::string_view flag = flags.valid() ? context_.model.source_text(flags) : std::string_view{};
  bool ignore_case = last_name(flag) == "I" || last_name(flag) == "IGNORECASE";
  if (!flag.empty() && !ignore_case)
    return truth(Decision::ByText);
  std::string how(last_name(context_.external_callee(call)));
  if (method)
    how = context_.name_text(callee);
  if (how != "search" && how != "match" && how != "findall")
    return truth(Decision::ByText);
  needles_.insert(regex->front());
  Abstract out = decided(call, search_regex(text.text, regex->front(), how == "match", ignore_case));
  out.is_match = how != "findall";
  return out;
}

/// A helper of the package that is given the exception or its text: what can it return?
Abstract Interpreter::evaluate_helper(NodeRef call) {
  Outcomes outcomes = run_helper(call);
  std::erase_if(outcomes, [](const Outcome &one) { return one.is_loud(); });
  if (outcomes.size() == 1 && outcomes.front().kind == Outcome::Kind::Returns)
    return outcomes.front().value;
  bool yes = false, no = false, by_text = outcomes.empty() && mentions_text(call), open = outcomes.empty();
  for (const Outcome &one : outcomes) {
    Decision decision = one.kind == Outcome::Kind::Returns        ? truth_of(one.value)
                        : one.kind == Outcome::Kind::FallsThrough ? Decision::False // returns None
                                                                  : Decision::Open;
    yes = yes || decision == Decision::True;
    no = no || decision == Decision::False;
    open = open || decision == Decision::Open || decision == Decision::ByText;
    by_text = by_text || decision == Decision::ByText || std::ranges::any_of(one.conditions, &Condition::by_text);
  }
  if (yes != no && !open)
    return truth(yes ? Decision::True : Decision::False);
  Abstract out;
  out.of_fault = by_text;
  return out;
}

} // namespace decode_ledger::exceptions_trace
