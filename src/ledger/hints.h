// What the code around a site suggests, beyond guard and trace: a sentinel that was cleared in a twin and not here, scores
// that may be wider than the tokenizer, a handler that swallows the tokenizer's own error.
//
//     labels[labels == -100] = pad               cleared
//     said  = tok.batch_decode(pred.predictions) not cleared: generation in evaluation pads with -100, too
//     meant = tok.batch_decode(labels)           its cleared twin
//
// These are hints: by syntax within a function, and by names over the package. They err towards silence.
// Private to this room. Tested by tests/corpus/ledger/.
#pragma once

#include "guards/guards.h"

namespace decode_ledger::ledger {

/// The site in `site`'s function whose ids are compared with a sentinel, while those of `site` come from an evaluation
/// and are compared with none. None: there is no such twin.
SiteId find_cleared_twin(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites, SiteId site);

/// True when the function of `site` compares something with a sentinel that may be where these ids are cleared: the ids
/// themselves, or what is no other site's ids.
bool may_clear_sentinel(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites, SiteId site);

/// True when something in the package ties a head's width to a tokenizer's length: embeddings are resized, or
/// `len(tokenizer)` is compared or sliced with, outside of guards.
bool ties_width_to_tokenizer(const dataflow::PackageModel &model, const guards::SiteGuards &guards);

/// Where the ids of `site` are taken by `argmax` or `topk` from what the code calls logits; invalid when they are not.
SourceRange scores_behind(const dataflow::PackageModel &model, const decode_sites::DecodeSite &site);

/// The except clause around `site`, in its own function, that catches what a tokenizer raises on ids out of range and
/// goes on. None: there is no such clause, it raises, or it catches everything (which is DL301's matter).
NodeRef find_decode_error_handler(const dataflow::PackageModel &model, const decode_sites::DecodeSite &site);

} // namespace decode_ledger::ledger
