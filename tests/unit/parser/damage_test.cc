// Broken, deep and odd input: what cannot be read is named, everything outside it counts, and the tree stays a tree.

#include "shape.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace decode_ledger::parser {
namespace {

std::string repeated(std::string_view text, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i)
    out += text;
  return out;
}

/// Names of the functions that are children of the module.
std::string functions_in(const SyntaxTree &tree) {
  std::string out;
  for (uint32_t i = 0; i < tree.num_nodes(); ++i)
    if (const NodeId n{i}; tree.kind(n) == Kind::FunctionDef)
      out += (out.empty() ? "" : " ") + std::string(tree.names().text(tree.name(n)));
  return out;
}

/// The first broken promise of the header; empty when all are kept.
std::string broken_promise(const SyntaxTree &tree, std::string_view text) {
  const auto at = [](uint32_t i, const char *what) { return "node " + std::to_string(i) + ": " + what; };
  if (tree.num_nodes() == 0 || tree.kind(SyntaxTree::root()) != Kind::Module || tree.parent(SyntaxTree::root()).valid())
    return "no root";
  if (tree.next(SyntaxTree::root()).value != tree.num_nodes())
    return "the root does not hold every node";
  for (uint32_t i = 0; i < tree.num_nodes(); ++i) {
    const NodeId n{i};
    if (tree.next(n).value <= i)
      return at(i, "ends before it begins");
    if (tree.begin(n) > tree.end(n) || tree.end(n) > text.size())
      return at(i, "range outside the text");
    if (i == 0)
      continue;
    const NodeId parent = tree.parent(n);
    if (!parent.valid() || parent.value >= i || tree.next(n).value > tree.next(parent).value)
      return at(i, "not inside its parent's subtree");
    if (!tree.is_inside(n, parent) || tree.is_inside(parent, n))
      return at(i, "is_inside disagrees");
    if (tree.begin(n) < tree.begin(parent) || tree.end(n) > tree.end(parent))
      return at(i, "range outside its parent's");
    bool is_child = false;
    for (NodeId c : tree.children(parent))
      is_child = is_child || c == n;
    if (!is_child)
      return at(i, "not among its parent's children");
  }
  for (const Damage &d : tree.damage())
    if (d.begin > d.end || d.end > text.size())
      return "damage outside the text";
  return "";
}

TEST_CASE("what is broken is damage, what stands around it counts") {
  for (const std::string_view broken : {"x = = 1\n", "def (:\n", "f(1, ,\n", "<<<<<<< HEAD\n", "  return 1 +\n",
                                        "x = 'abc\n", "if a b:\n    c\n", "?\n", "for in x: pass\n"}) {
    const std::string text = "def before(): pass\n" + std::string(broken) + "\ndef after(): pass\n";
    const SyntaxTree tree = parse(text);
    CHECK_MESSAGE(!tree.damage().empty(), broken);
    CHECK_MESSAGE(std::ranges::none_of(tree.damage(), &Damage::too_deep), broken);
    CHECK_MESSAGE(functions_in(tree).starts_with("before"), broken, functions_in(tree));
    CHECK_MESSAGE(functions_in(tree).ends_with("after"), broken, functions_in(tree));
    CHECK_MESSAGE(broken_promise(tree, text) == "", broken);
  }
}

TEST_CASE("damage in a function leaves the function") {
  const std::string text = "def f(x):\n    a = = x\n    return g(x)\n";
  const SyntaxTree tree = parse(text);
  CHECK_FALSE(tree.damage().empty());
  CHECK(functions_in(tree) == "f");
  CHECK(shape_of(tree, text).find("Return(value:Call(callee:g argument:x))") != std::string::npos);
}

TEST_CASE("sound code has no damage") {
  for (const std::string_view text : {"", "\n", "# a\n", "\f\nx = 1\n", "x = 1", "x = (1,\n# a\n2)\n", "if a:\n\tb\n",
                                      "x = 1\\\n+ 2\n", "a; b;\n", "x = 1\r\ny = 2\r\n", "\xc3\xa9 = 1\n"}) {
    CHECK_MESSAGE(parse(text).damage().empty(), text);
  }
}

TEST_CASE("what lies deeper than the bound is one damage with its reason") {
  const std::string text = "x = " + repeated("[", kMaxDepth + 1) + repeated("]", kMaxDepth + 1) + "\ndef f(): pass\n";
  const SyntaxTree tree = parse(text);
  REQUIRE(tree.damage().size() == 1);
  CHECK(tree.damage()[0].too_deep);
  CHECK(functions_in(tree) == "f");
  CHECK(broken_promise(tree, text) == "");
}

TEST_CASE("nothing but an Error leaf lies below the bound") {
  for (const std::string &text :
       {repeated("(", 5000) + "1" + repeated(")", 5000), repeated("-", 5000) + "1", "a" + repeated(".b", 5000),
        "f" + repeated("(f", 3000) + repeated(")", 3000), "a" + repeated("()", 5000), repeated("[", 5000)}) {
    const SyntaxTree tree = parse(text);
    std::vector<uint32_t> depth(tree.num_nodes());
    for (uint32_t i = 1; i < tree.num_nodes(); ++i) {
      depth[i] = depth[tree.parent(NodeId{i}).value] + 1;
      const bool is_error_leaf = tree.kind(NodeId{i}) == Kind::Error && tree.next(NodeId{i}).value == i + 1;
      REQUIRE_MESSAGE(depth[i] <= kMaxDepth + (is_error_leaf ? 1 : 0), text.substr(0, 10));
    }
    CHECK_MESSAGE(broken_promise(tree, text) == "", text.substr(0, 10));
  }
}

TEST_CASE("a nesting that people write is no damage") {
  CHECK(parse("x = " + repeated("[", 150) + repeated("]", 150)).damage().empty());
  CHECK(parse("x = 1" + repeated(" + 1", 150)).damage().empty());
}

TEST_CASE("odd input keeps the promises of a tree") {
  using namespace std::string_view_literals;
  for (const std::string_view text : {""sv,
                                      "\0"sv,
                                      "a\0b = 1\n"sv,
                                      "\xff\xfe"sv,
                                      "(((((("sv,
                                      "))))"sv,
                                      "\"\"\""sv,
                                      "f'{"sv,
                                      "f'{a!}'"sv,
                                      "\\"sv,
                                      "    x\n  y\n z\n"sv,
                                      "match x:\n"sv,
                                      "try:\n"sv,
                                      "@\n"sv,
                                      "lambda"sv,
                                      "class A(\n"sv,
                                      "def f(a, b"sv,
                                      "x = {1: 2, **}\n"sv,
                                      "print 'a' if\n"sv,
                                      "\t if x:\n \ty\n"sv,
                                      "\r\r\r"sv,
                                      "x = \xe2\x82\n"sv}) {
    CHECK_MESSAGE(broken_promise(parse(text), text) == "", text);
  }
}

TEST_CASE("a lookup of nothing gives nothing") {
  const SyntaxTree tree = parse("x = 1");
  CHECK_FALSE(tree.child(NodeId{}, Role::Value).valid());
  CHECK_FALSE(tree.child(SyntaxTree::root(), Role::Orelse).valid());
  const NodeId leaf{static_cast<uint32_t>(tree.num_nodes() - 1)};
  CHECK_FALSE(tree.first_child(leaf).valid());
}

} // namespace
} // namespace decode_ledger::parser
