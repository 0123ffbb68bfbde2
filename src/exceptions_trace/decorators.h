// What do a function's decorators do to an exception that it raises, and to whom is it handed?
#pragma once

#include "exceptions_trace/handlers.h"

namespace decode_ledger::exceptions_trace {

struct Decoration {
  std::optional<Judgement> met; ///< a decorator of a library that retries or swallows
  std::string open;             ///< a decorator that is not read
  bool runs_elsewhere = false;  ///< its calls do not run it: what the decorator makes of it does, unseen (`open`)
  std::string entry_point;      ///< how the framework that it registers with runs the function: a top; empty: none
};

/// Decorators of the package are followed by the call graph (their wrapper calls the function); those of libraries are
/// in knowledge/decorators.toml and knowledge/entry_points.toml.
Decoration read_decorators(const Context &context, FunctionId function, const ExceptionType &fault);

/// What `call`, `retry(stop=3)(f)`, does to an exception of the function that it is handed; none where it ends no flight.
std::optional<Judgement> meet_applied_decorator(const Context &context, NodeRef call, const ExceptionType &fault);

/// The framework base of `function`'s class that runs its methods, with what it does there; empty: none is known.
std::string framework_of(const Context &context, FunctionId function);
/// A call in the package at which that framework runs `function`: `trainer.train()`.
struct FrameworkRun {
  NodeRef call;
  dataflow::Certainty certainty; ///< Possible: by the receiver's name alone
};
/// By the row's note, when it begins with "run by trainer.train, trainer.evaluate:" or, for any receiver and where the
/// call passes that keyword, with "run by .generate(streamer):". Calls in test files are left out.
std::vector<FrameworkRun> framework_runs(const Context &context, FunctionId function);
/// True when that framework drops the exception (a thread's `run`).
bool framework_drops(const Context &context, FunctionId function);

/// `wrapper` stands inside a function that decorates `function`.
bool is_wrapper_of(const Context &context, FunctionId wrapper, FunctionId function);

} // namespace decode_ledger::exceptions_trace
