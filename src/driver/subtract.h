// Which findings of the head did the base have already?
//
// A finding is the same when what is said of which code is the same, wherever that code stands by now. Four questions
// are asked in turn, and each finding of the base answers for one of the head at most:
//
//     1. same rule at the same place, on a line that the change left alone (moved up or down as the diff says)
//     2. same rule, file, subject without its ordinal, fingerprint
//     3. same rule, file and subject: the code was edited in place
//     4. same rule and fingerprint: the code moved to another file or function
//
// A file that git calls renamed is one file. A copy of flagged code is one finding more, and so is new.
//
// Tested by tests/review/run.py.
#pragma once

#include "driver/change.h"
#include "driver/pipeline.h"

#include <string>
#include <vector>

namespace decode_ledger::driver {

/// What is left of a run's finding once the run is gone.
struct FoundThing {
  diagnostics::Rule rule{};
  std::string path;              ///< from the repository's top, as it is called on its own side
  uint32_t line = 0, column = 0; ///< git's line; bytes from its start
  std::string subject;           ///< without module and ordinal; whole for an entry of the ledger
  std::string fingerprint;
  std::string told_subject;
};

/// Git's line of a place, from 1, and the bytes before it on that line.
std::pair<uint32_t, uint32_t> git_line(std::string_view text, uint32_t offset);

/// The path of a file of the run from the repository's top.
std::string path_from_top(const Run &run, const std::string &top, const std::string &path);

std::vector<FoundThing> found_things(const Run &run, const report::Findings &findings, const std::string &top);

struct Subtraction {
  std::vector<bool> known; ///< by finding of the head: the base has it
  std::vector<bool> gone;  ///< by finding of the base: the head does not have it
};
Subtraction subtract(const std::vector<FoundThing> &head, const std::vector<FoundThing> &base, const Change &change);

} // namespace decode_ledger::driver
