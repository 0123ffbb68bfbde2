// See allocator.cc. Only the parser room's own .cc files include this.
#pragma once

namespace decode_ledger::parser {

/// What tree-sitter allocates in this thread while it lives ends with it: nothing of it need be deleted.
/// REQUIRES: nothing of tree-sitter's is alive in this thread before, and no other one is.
class ParseMemory {
public:
  ParseMemory();
  ~ParseMemory();
  ParseMemory(const ParseMemory &) = delete;
  ParseMemory &operator=(const ParseMemory &) = delete;
};

} // namespace decode_ledger::parser
