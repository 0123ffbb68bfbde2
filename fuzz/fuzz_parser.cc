// Any bytes as a Python file: parse() must not crash, and the tree that it gives must keep the promises of parser.h.

#include "parser/parser.h"
#include "support/check.h"

using namespace decode_ledger;

namespace {

void check_node(const parser::SyntaxTree &tree, NodeId n, size_t source_bytes) {
  const parser::SyntaxTree::Node &node = tree.node(n);
  DL_CHECK(node.begin <= node.end && node.end <= source_bytes);
  DL_CHECK(node.next > n.value && node.next <= tree.num_nodes());
  if (n == parser::SyntaxTree::root())
    return;
  // Preorder: the parent comes first, and its subtree and its bytes contain the child's.
  DL_CHECK(node.parent < n.value);
  const parser::SyntaxTree::Node &parent = tree.node(NodeId{node.parent});
  DL_CHECK(node.next <= parent.next);
  DL_CHECK(parent.begin <= node.begin && node.end <= parent.end);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  parser::SyntaxTree tree = parser::parse(text);
  for (uint32_t i = 0; i < tree.num_nodes(); ++i) {
    check_node(tree, NodeId{i}, size);
    parser::string_value(tree, text, NodeId{i});
  }
  parser::dump(tree, text);
  return 0;
}
