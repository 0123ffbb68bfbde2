// Running another program: git, and curl where something is sent.
#pragma once

#include "support/result.h"

#include <string>
#include <vector>

namespace decode_ledger {

struct ProgramCall {
  std::string program;                ///< looked up in PATH
  std::vector<std::string> arguments; ///< handed over as they are: no shell reads them
  std::string folder;                 ///< where it runs; empty: here
  std::vector<std::string> without;   ///< environment variables that it does not get
  std::vector<std::string> with;      ///< "NAME=value" that it gets in addition
  std::string input;                  ///< what it reads from stdin
  std::string more_input;             ///< what it reads from descriptor 3, which is not open when there is none
};

struct ProgramOutput {
  int exit_status = 0;  ///< 128 + number for a program that a signal ended
  std::string out, err; ///< all bytes of stdout and stderr
};

/// Runs the program to its end. Fails only when it cannot be started; an exit status other than 0 is an answer. A program
/// that does not read all of its input is no failure.
Result<ProgramOutput> run_program(const ProgramCall &call);

} // namespace decode_ledger
