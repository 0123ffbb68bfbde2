// Runs the statements of a handler, a finally or a helper on "the fault is in flight", and gives every way it can end.
//
//     except Exception as e:
//         if isinstance(e, KeyError): return None     decided: the fault is none, the branch is not taken
//         if "CUDA" in str(e): raise                  undecided, by text: raises under that condition
//         if self.strict: raise Bad() from e          undecided: raises another class under that condition
//                                                     falls through under the negation of both
//
// It is a structured abstract interpretation: tests have one of four values (Decision), both branches of an undecided
// one are run, loops over known strings are unrolled, other loops run no or one time. Helpers of the package are run as
// well when the exception is handed to them, or when they never return.
//
// Simplifications: statements that do not speak of the fault raise nothing of their own (a logging call is taken to
// succeed), except for `raise`, `assert` and exits. Start reading at Interpreter::run_handler().
#pragma once

#include "exceptions_trace/matching.h"
#include "exceptions_trace/text_needles.h"

#include <set>

namespace decode_ledger::exceptions_trace {

/// What a test gives for the fault.
enum class Decision : uint8_t {
  False,
  True,
  ByText, ///< depends on the text of the exception, which is not known well enough
  Open,   ///< depends on something else
};
Decision negate(Decision decision);
Decision both(Decision left, Decision right);   ///< `left and right`
Decision either(Decision left, Decision right); ///< `left or right`

/// What an expression is, as far as it speaks of the exception.
struct Abstract {
  enum class Kind : uint8_t {
    Other,
    Exception, ///< an exception object of `type`; `same`: the fault itself
    Class,     ///< the class of one
    Arguments, ///< e.args
    Text,      ///< `text`; `of_fault`: made from the exception
    Strings,   ///< constants, `strings`
    Truth,     ///< `truth`
  };
  Kind kind = Kind::Other;
  bool of_fault = false; ///< made from the exception's text: a test of it judges by text
  bool same = false;
  ExceptionType type;
  TextPattern text;
  std::vector<std::string> strings;
  Decision truth = Decision::Open;
  bool is_match = false; ///< Truth: of a regular expression's match, which is None when it is false
};
using Environment = std::map<NameId, Abstract>;

/// An undecided test that a way has passed.
struct Condition {
  NodeRef test;
  bool holds = true;
  bool by_text = false;
};

enum class ExitStatus : uint8_t { Failure, Success, Unknown };

/// One way in which statements can end.
struct Outcome {
  enum class Kind : uint8_t { FallsThrough, Returns, Breaks, Continues, Raises, Exits, Unknown };
  Kind kind = Kind::FallsThrough;
  NodeRef place;                     ///< the statement or call that ends it; invalid for FallsThrough
  std::vector<Condition> conditions; ///< undecided tests on the way
  ExceptionType type;                ///< Raises; Exits: SystemExit, or none where the process ends at once
  bool same = false;                 ///< Raises: the fault itself, not a new exception
  ExitStatus status{};               ///< Exits
  Abstract value;                    ///< Returns
  std::string reason;                ///< Unknown

  bool is_loud() const { return kind == Kind::Raises || kind == Kind::Exits; }
};
using Outcomes = std::vector<Outcome>;

/// The exception is put away under a name, from where later code may raise it.
struct Kept {
  enum class How : uint8_t { Name, Attribute, Future, Returned };
  How how{};
  NameId name; ///< of the variable or attribute that holds it, or the list of them
  NodeRef place;
};

/// A text test that the guard's message decides.
struct Proof {
  NodeRef test;
  bool holds = false;
};

class Interpreter {
public:
  /// `message`: what is known of str(fault).
  Interpreter(const Context &context, ExceptionType fault, TextPattern message);

  /// The body of `handler` (a Handler node) with the fault as the exception in flight.
  Outcomes run_handler(NodeRef handler);
  /// The statements of `block` with the fault in flight; an uncaught end falls through.
  Outcomes run_final(NodeRef block);

  /// The body of an `__exit__`, entered with the fault's class, the fault and its traceback.
  Outcomes run_exit(FunctionId exit);
  /// `value` as a condition, for the ends of run_exit().
  Decision truth_of(const Abstract &value) const;

  const std::vector<Kept> &kept() const { return kept_; }
  const std::vector<Proof> &proofs() const { return proofs_; }
  /// Number of different needles held against the message.
  size_t num_needles() const { return needles_.size(); }

private:
  // Statements: interpreter.cc.
  Outcomes run_block(NodeRef block);
  Outcomes run_statement(NodeRef statement);
  Outcomes run_if(NodeRef statement);
  Outcomes run_branches(NodeRef statement, const std::vector<NodeRef> &arms, size_t from);
  Outcomes run_for(NodeRef statement);
  NodeRef keys_looped_over(NodeRef target, NodeRef iterated) const;
  Outcomes run_while(NodeRef statement);
  Outcomes run_try(NodeRef statement);
  Outcomes run_clauses(NodeRef statement, Outcome raised);
  Outcomes run_with(NodeRef statement);
  Outcomes run_match(NodeRef statement);
  Outcomes run_raise(NodeRef statement);
  Outcomes run_assert(NodeRef statement);
  Outcomes run_assignment(NodeRef statement);
  Outcomes run_branch(NodeRef block, NodeRef test, bool holds, Decision decision);
  Outcomes run_unrolled(NodeRef statement, NameId target, const std::vector<Abstract> &items);
  void bind(NodeRef target, const Abstract &value);
  void bind_exc_info(NodeRef target);
  Decision match_pattern(NodeRef pattern, const Abstract &subject);
  Outcome outcome(Outcome::Kind kind, NodeRef place) const;
  Outcomes falls() const;
  /// Joins the fall-throughs of an undecided statement into one.
  Outcomes joined(Outcomes outcomes) const;
  void forget_stores(NodeRef statement);

  // Calls: interpreter.cc.
  /// Runs the calls in `expression` that matter: exits, helpers, keepers. Without FallsThrough when one never returns.
  Outcomes run_calls(NodeRef expression);
  Outcomes run_call(NodeRef call);
  Outcomes run_helper(NodeRef call);
  Outcomes run_function(FunctionId function, NodeRef call);
  Environment bind_arguments(FunctionId function, NodeRef call);
  bool hands_over_fault(NodeRef call);
  void note_keeping(NodeRef call);
  ExitStatus status_of(NodeRef call, std::string_view note);

  // Expressions: conditions.cc.
  Abstract evaluate(NodeRef expression);
  Decision decide(NodeRef test);
  Abstract evaluate_compare(NodeRef compare);
  Abstract evaluate_pair(NodeRef compare, NodeRef left, Op op, NodeRef right);
  Abstract evaluate_call(NodeRef call);
  Abstract evaluate_method(NodeRef call, NodeRef callee);
  Abstract evaluate_builtin(NodeRef call, std::string_view name);
  Abstract evaluate_quantifier(NodeRef call, bool all);
  Abstract evaluate_attribute(NodeRef attribute);
  Abstract evaluate_subscript(NodeRef subscript);
  Abstract evaluate_string(NodeRef string);
  Abstract evaluate_helper(NodeRef call);
  Abstract evaluate_regex(NodeRef call, NodeRef callee);
  Abstract text_of(const Abstract &value, bool quoted);
  Abstract test_strings(NodeRef test, const Abstract &text, const std::vector<std::string> &needles,
                        Answer (*compare)(const TextPattern &, std::string_view));
  std::optional<std::vector<std::string>> strings_of(NodeRef expression);
  std::optional<std::vector<std::string>> strings_of_call(NodeRef call);
  std::optional<std::vector<Abstract>> items_of(NodeRef iterated);
  ClassList classes_of(NodeRef expression);
  bool mentions_text(NodeRef expression);
  Abstract other(NodeRef expression);
  Abstract decided(NodeRef test, Answer answer);
  Abstract fault_value() const;

  static constexpr unsigned kMaxHelpers = 4;   // helpers that call helpers
  static constexpr unsigned kMaxSteps = 20000; // statements and expressions of one handler
  static constexpr size_t kMaxOutcomes = 128;
  static constexpr size_t kMaxUnrolled = 64;

  const Context &context_;
  ExceptionType fault_;
  TextPattern message_;
  ExceptionType current_; // what a bare `raise` raises
  bool current_same_ = true;
  Environment environment_;
  std::vector<Condition> path_;
  std::vector<Kept> kept_;
  std::vector<Proof> proofs_;
  std::set<std::string> needles_;
  unsigned helpers_ = 0;
  unsigned steps_ = 0;
};

} // namespace decode_ledger::exceptions_trace
