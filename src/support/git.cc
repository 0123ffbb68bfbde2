#include "support/git.h"

#include <utility>

namespace decode_ledger {

// A file system monitor is a program that the repository's configuration names and that ls-files would start; an index
// that is refreshed would be written; a partial clone fetches what it has not.
Result<ProgramOutput> run_git(const std::string &folder, const std::vector<std::string> &arguments, std::string input) {
  ProgramCall call;
  call.input = std::move(input);
  call.program = "git";
  call.arguments = {"-c", "core.fsmonitor=false"};
  call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
  call.folder = folder;
  call.without = {"GIT_DIR",
                  "GIT_WORK_TREE",
                  "GIT_INDEX_FILE",
                  "GIT_PREFIX",
                  "GIT_COMMON_DIR",
                  "GIT_TRACE",
                  "GIT_DIFF_OPTS",
                  "GIT_EXTERNAL_DIFF",
                  "GIT_LITERAL_PATHSPECS",
                  "GIT_GLOB_PATHSPECS",
                  "GIT_NOGLOB_PATHSPECS",
                  "GIT_ICASE_PATHSPECS"};
  call.with = {"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "LC_ALL=C"};
  return run_program(call);
}

} // namespace decode_ledger
