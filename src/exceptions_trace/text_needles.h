// What can be said of a text test (`"CUDA" in str(e)`) when the message of the guard is known but for its holes?
//
//     message    "token id {} outside [0, {})"
//     contains "token id"      Yes: it stands in the literal part
//     contains "CUDA error"    No: no value of a hole makes it
//     contains "7"             Unknown: a hole may hold it
//
// Simplification: a hole of the guard's message holds numbers (ids, bounds, shapes), never words. A text that may hold
// anything (an unknown message, a traceback with its source lines) has kAnyHole, of which nothing is ever disproved.
#pragma once

#include "exceptions_trace/context.h"

namespace decode_ledger::exceptions_trace {

inline constexpr char kNumberHole = '\x01';
inline constexpr char kAnyHole = '\x02';

/// A text whose holes are the two characters above.
using TextPattern = std::string;

/// The guard's `message_template`, its "{}" as number holes; kAnyHole alone when it is empty (not known).
TextPattern pattern_of_template(std::string_view message_template);

/// The parts of an f-string: literal text with kNumberHole for each interpolated expression, which are given in order.
/// A part with an escape is kAnyHole: it is not decoded. REQUIRES: `string` is a String with kFormat.
struct FormatParts {
  TextPattern pattern;
  std::vector<NodeRef> holes; ///< one for each kNumberHole in `pattern`
};
FormatParts parts_of_format(const Context &context, NodeRef string);

/// What str() gives for an exception of the package's `class_` when the guard passes a message of `guards_text`: an
/// `__init__` that hands another text to super(), or a `__str__`, counts instead.
TextPattern message_of_class(const Context &context, ClassId class_, const TextPattern &guards_text);

Answer contains(const TextPattern &text, std::string_view needle);
Answer equals(const TextPattern &text, std::string_view needle);
Answer starts_with(const TextPattern &text, std::string_view needle);
Answer ends_with(const TextPattern &text, std::string_view needle);

/// `re.search(regex, text)`, or with `anchored` `re.match`. Decided for alternatives of plain text; Unknown otherwise.
Answer search_regex(const TextPattern &text, std::string_view regex, bool anchored, bool ignore_case);

/// `text.lower()` or `.upper()`; holes stay. ASCII only, other letters are left as they are.
TextPattern lowered(TextPattern text);
TextPattern uppered(TextPattern text);

} // namespace decode_ledger::exceptions_trace
