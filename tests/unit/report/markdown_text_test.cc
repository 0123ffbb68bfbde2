#include "report/markdown_text.h"

#include <doctest/doctest.h>

using namespace decode_ledger::report;

TEST_CASE("sentences of ours read as they are") {
  for (const char *text : {"`tok.decode` decodes ids that a model made, and no guard stands in front of it; line 3",
                           "13 sites: 7 guarded (5 heard), 1 todo", "none of the 3 markers occurs in \"the message\""})
    CHECK(markdown_text(text) == text);
}

TEST_CASE("a word with a mark that means something becomes code") {
  CHECK(markdown_text("see @org/team, and #1") == "see `@org/team`, and `#1`");
  CHECK(markdown_text("[x](y) <b> http://a.b www.a.b") == "`[x](y)` `<b>` `http://a.b` `www.a.b`");
  CHECK(markdown_text("a*b*c __init__ a:b:c") == "`a*b*c` `__init__` `a:b:c`");
}

TEST_CASE("what begins a line begins no list, heading or command") {
  CHECK(markdown_text("1. x") == "`1.` x");
  CHECK(markdown_text("- x") == "`-` x");
  CHECK(markdown_text("/close x") == "`/close` x");
}

TEST_CASE("backticks are balanced, or code") {
  CHECK(markdown_text("a `b` c` d") == "a `b` `` c` `` d");
  CHECK(markdown_text("`a``b`") == "`a` `b`");
  CHECK(markdown_code("a`b``c") == "```a`b``c```");
  CHECK(markdown_code("`") == "`` ` ``");
  CHECK(markdown_code("") == "` `");
}

TEST_CASE("nothing that moves a cursor or ends a line is left") {
  CHECK(markdown_code("a\nb\x1b\xff") == "`a\\nb\\x1b\\xff`");
  CHECK(markdown_text("a\n# b") == "`a\\n#` b");
}

TEST_CASE("a cell is not ended from within") {
  CHECK(markdown_cell_code("a.b") == "`a.b`");
  CHECK(markdown_cell_code("a|b") == "<code>a&#124;b</code>");
  CHECK(markdown_cell_code("a\\|<b>") == "<code>a&#92;&#124;&#60;b&#62;</code>");
}

TEST_CASE("a command line of ours is code as a whole") {
  CHECK(markdown_advice("or record it: decode-ledger exempt a_b.py:1 --reason \"…\"") ==
        "or record it: `decode-ledger exempt a_b.py:1 --reason \"…\"`");
}

TEST_CASE("a block has a fence that nothing inside closes") {
  CHECK(markdown_block("a\n") == "```text\na\n```\n");
  CHECK(markdown_block("```\n") == "````text\n```\n````\n");
}
