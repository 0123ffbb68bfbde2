// From the arguments to the exit status: options, the pipeline in order, the commands, and what goes to which stream.
//
//     options.cc     the command line (CLI11 is seen there and nowhere else), made options by words.cc and described for
//                    completions.cc and manual.cc
//     pipeline.cc    the rooms in order: ledger, discover, parse, link, query, sites, guards, traces, verdicts
//     commands.cc    what each command does with the pipeline's results
//     findings.cc    which findings are shown, at which level, in which order
//     review.cc      what a change brought, told as comments
//     print.cc       --print=NAME: the result of one room as text
//
// stdout has the result alone; notes, times, progress and errors go to stderr. Exit status: 0 nothing at error level,
// 1 findings at error level, 2 it could not do its job (usage, ledger refused, nothing to read, I/O).
//
// Start reading at run(). Tested by tests/cli/run.py and tests/unit/driver/.
#pragma once

namespace decode_ledger::driver {

/// The whole program. Never throws.
int run(int argc, char **argv);

} // namespace decode_ledger::driver
