// git, asked about a folder of somebody else's.
#pragma once

#include "support/process.h"

namespace decode_ledger {

/// Runs git in `folder`. The repository there is data: nothing that its configuration names is started to watch it, no
/// index is refreshed, nothing is fetched, and variables of an outer git (a hook's) do not count. Fails when there is no git.
/// `input` is what git reads from stdin.
Result<ProgramOutput> run_git(const std::string &folder, const std::vector<std::string> &arguments,
                              std::string input = {});

} // namespace decode_ledger
