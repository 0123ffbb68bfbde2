// See allocator.cc. Only the parser room's own .cc files include this.
#pragma once

namespace decode_ledger::parser {

/// Gives tree-sitter the allocator, on the first call. Call it before anything of tree-sitter's is made.
void use_thread_allocator();

} // namespace decode_ledger::parser
