// Does an except clause match an exception class? By type: the class's MRO against the clause's classes.
//
//     class HardwareFault(RuntimeError): …
//     except (KeyError, RuntimeError):     Yes: RuntimeError is in the MRO
//     except requests.Timeout:             No: every ancestor of the fault is known, and it is none of them
//     except self.errors:                  Unknown: what `self.errors` holds is not known
#pragma once

#include "exceptions_trace/context.h"

namespace decode_ledger::exceptions_trace {

/// The class of an exception in flight.
struct ExceptionType {
  ClassId id;                ///< of the package; none: `external`
  std::string external;      ///< dotted; empty with no id: a class that could not be resolved
  bool hypothetical = false; ///< a direct subclass of `external` that no clause names

  auto operator<=>(const ExceptionType &) const = default;
  bool is_unknown() const { return !id.valid() && external.empty(); }
};

ExceptionType exception_type(const ClassName &name);
/// "pkg.faults.HardwareFault", "ValueError", "RuntimeError (hypothetical subclass)", "an unknown class".
std::string shown_name(const Context &context, const ExceptionType &type);
/// The class's own name, as `type(e).__name__` has it; empty for a hypothetical or unknown class.
std::string bare_name(const Context &context, const ExceptionType &type);

/// The class that `name` stands for, itself first, then its ancestors as far as they are known.
struct Ancestry {
  std::vector<ClassId> ids;
  std::vector<std::string> external;
  bool complete = true; ///< false: some base is not known
};
Ancestry ancestry_of(const Context &context, const ExceptionType &type);

/// Does `isinstance(fault, clause)` hold?
Answer is_instance(const Context &context, const ExceptionType &fault, const ClassName &clause);

/// The classes that an expression of an except clause or an isinstance test names.
struct ClassList {
  std::vector<ClassName> classes;
  std::string unknown; ///< why the list may be incomplete; empty: it is complete
};
ClassList classes_named(const Context &context, NodeRef expression);

/// Does a clause with these classes match? Unknown when it may.
Answer matches_any(const Context &context, const ExceptionType &fault, const ClassList &list);

/// A Handler against a class in flight.
struct ClauseMatch {
  Answer answer = Answer::No;
  bool broad = false; ///< bare, Exception or BaseException: DL301 rather than DL305
  std::string reason; ///< for Unknown
};
ClauseMatch match_clause(const Context &context, NodeRef handler, const ExceptionType &fault);

} // namespace decode_ledger::exceptions_trace
