// Sends a review to the forge that the CI runs on, so that a second run repeats nothing.
//
// What is there already is found by the markers of its comments. A comment whose text changed is edited, one whose
// finding is gone is told settled, what is left is posted; the summary comes last. Each step is done only where it is
// needed, so a run that was cut short is completed by the next one.
//
//     forge.h       what a forge is asked to do, and by which variables the CI tells where
//     post.cc       what is to be done, in order
//
// Tested by tests/review/run.py. Start reading at post_review().
#pragma once

#include "driver/change.h"
#include "driver/options.h"
#include "report/review.h"

namespace decode_ledger::driver {

/// What is wrong before anything is analysed: no token, no number. Empty: nothing. A whole line for stderr.
std::string why_not_post(const Options &options);

/// False, and said on stderr, when the forge could not be brought up to date.
bool post_review(const Options &options, const Change &change, const report::Analysis &analysis,
                 const report::Review &review);

} // namespace decode_ledger::driver
