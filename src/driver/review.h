// `review --base REV`: the findings that a change brought or touched.
//
// Two trees are analysed whole: the work tree, as `check` reads it, and the merge base of HEAD and REV, from git's
// objects, judged by the ledger that lies there. A base without a ledger that can be read is judged by the head's: then
// the branch that adopts the tool is told what its code changes bring, not all that was there before.
//
//     change.h      what git says of the change
//     subtract.h    which findings the base has already
//     review.cc     which of the others lie on the change, and where their comments stand
//     post.h        how they reach the forge
//
// Tested by tests/review/run.py. docs/review.md says it to users. Start reading at review().
#pragma once

#include "driver/options.h"

namespace decode_ledger::driver {

/// Gives the exit status: 1 for a finding that the change brought at --fail-on's level or above.
int review(const Options &options);

} // namespace decode_ledger::driver
