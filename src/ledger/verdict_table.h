// The table of docs/ledger.md: what is reported of a site, by what the code says of it and what the ledger says.
//
// Private to this room.
#pragma once

#include "ledger/ledger.h"

namespace decode_ledger::ledger {

/// What the analysis has come to about a site.
enum class CodeSays : uint8_t {
  GuardedHeard,
  GuardedSwallowed,
  GuardUnsound,
  GuardedConditional,
  GuardedEndingUnknown,
  GuardUnjudged,
  NoGuard,
  ReceiverUnknown,
};

/// What is reported of a site. Several may be set.
enum Report : uint16_t {
  kNothing = 0,
  kUnledgered = 1,       ///< DL101
  kGuardMissing = 2,     ///< DL102
  kReceiverUnknown = 4,  ///< DL107
  kGuardFaults = 8,      ///< DL2xx
  kHandlers = 16,        ///< DL30x, at their levels
  kHandlersAsNotes = 32, ///< the same as notes
  kMayDropEntry = 64,    ///< DL113
  kContradiction = 128,  ///< DL108, when the code shows otherwise than the category says
  kSentinel = 256,       ///< DL214, when the ids may hold one
  kWidth = 512,          ///< DL215, when nothing ties the head's width to the tokenizer
  kDecodeError = 1024,   ///< DL313, when a handler swallows the tokenizer's own error
};

/// The Reports of a site, as bits. `entry`: null when it has none.
uint16_t reports_for(CodeSays code, const SiteEntry *entry);

/// "no guard stands in front of it", for the middle of a sentence.
std::string_view state_in_words(CodeSays code);

} // namespace decode_ledger::ledger
