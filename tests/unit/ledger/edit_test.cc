// Edits in place: what changes, and that nothing else does.

#include "ledger/edit.h"
#include "ledger/ledger.h"

#include <doctest/doctest.h>

using namespace decode_ledger::ledger;

namespace {

constexpr std::string_view kTables = R"(# head
schema = 1

# about a
[[site]] # first
module = 'a'  # where
scope  = "f"
call = "t.decode"
status = "todo" # debt
# below a

[[site]]
module = "c"
scope = "f"
call = "t.decode"
status = "guarded"
fingerprint = "000000000000"

[rules]
DL213 = "off"
)";

constexpr EntryRef kFirst{EntryKind::Site, 0}, kSecond{EntryKind::Site, 1};

NewEntry entry_of(std::string module, std::optional<EntryRef> neighbour, bool before = false) {
  return {EntryKind::Site,
          neighbour,
          before,
          {{"module", std::move(module)}, {"scope", "f"}, {"call", "t.decode"}, {"status", "guarded"}}};
}

std::string replaced(std::string_view text, std::string_view old, std::string_view now) {
  std::string out(text);
  size_t at = out.find(old);
  REQUIRE(at != std::string::npos);
  return out.replace(at, old.size(), now);
}

std::string with_crlf(std::string_view text) {
  std::string out;
  for (char c : text)
    out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

/// The result can be read again, and is `expected`; the same with CRLF and a byte order mark.
void check(std::string_view text, const Edits &edits, const std::string &expected) {
  std::string now = apply_edits(text, edits);
  CHECK(now == expected);
  CHECK(read_ledger(now, "l").errors.empty());
  std::string mark = "\xef\xbb\xbf";
  CHECK(apply_edits(mark + with_crlf(text), edits) == mark + with_crlf(expected));
}

} // namespace

TEST_CASE("no edits, no change") { check(kTables, {}, std::string(kTables)); }

TEST_CASE("a value is replaced within its quotes, and its comment stays") {
  Edits edits;
  edits.entries[kFirst].set = {{"module", "a.b"}, {"status", "guarded"}};
  check(kTables, edits, replaced(replaced(kTables, "'a'", "'a.b'"), R"(status = "todo" #)", R"(status = "guarded" #)"));
  edits.entries[kFirst].set = {{"module", "it's"}};
  check(kTables, edits, replaced(kTables, "'a'", R"("it's")"));
}

TEST_CASE("a new key stands in the order of the keys, below the comment of the one before") {
  Edits edits;
  edits.entries[kFirst].set = {
      {"nth", "2"}, {"category", "host-ids"}, {"reason", "r"}, {"fingerprint", "0123456789ab"}};
  check(kTables, edits,
        replaced(
            replaced(
                kTables, "status = \"todo\" # debt\n",
                "status = \"todo\" # debt\ncategory = \"host-ids\"\nreason = \"r\"\nfingerprint = \"0123456789ab\"\n"),
            "call = \"t.decode\"\n", "call = \"t.decode\"\nnth = 2\n"));
}

TEST_CASE("an entry takes its own comments along, and one run of blank lines") {
  Edits edits;
  edits.entries[kFirst].drop = true;
  std::string text(kTables);
  size_t begin = text.find("# about a"), end = text.find("[[site]]\n");
  check(kTables, edits, std::string(text).erase(begin, end - begin));
  edits.entries[kSecond].drop = true;
  check(kTables, edits, std::string(text).erase(begin, text.find("[rules]") - begin));
}

TEST_CASE("entries at the end of the file leave no blank lines") {
  constexpr std::string_view kText = "schema = 1\n\n[[site]]\nmodule = \"a\"\nscope = \"f\"\ncall = \"c\"\nstatus = "
                                     "\"todo\"\n\n\n[[site]]\nmodule = \"b\"\nscope = \"f\"\ncall = \"c\"\nstatus = "
                                     "\"todo\"\n";
  Edits edits;
  edits.entries[kSecond].drop = true;
  check(kText, edits, std::string(kText.substr(0, kText.find("\n\n[[site]]\nmodule = \"b\""))));
  edits.entries[kFirst].drop = true;
  check(kText, edits, "schema = 1\n");
}

TEST_CASE("a line of a string is no comment") {
  constexpr std::string_view kText =
      "schema = 1\n[[site]]\nmodule = \"a\"\nscope = \"f\"\ncall = \"c\"\nstatus = \"exempt\"\nreason = \"\"\"x\n"
      "# y\"\"\"\n[[site]]\nmodule = \"b\"\nscope = \"f\"\ncall = \"c\"\nstatus = \"todo\"\n";
  Edits edits;
  edits.entries[kSecond].drop = true;
  check(kText, edits, std::string(kText.substr(0, kText.find("[[site]]\nmodule = \"b\""))));
}

TEST_CASE("new entries stand beside their neighbour, apart by a blank line") {
  Edits edits;
  edits.added = {entry_of("b", kFirst), entry_of("bb", kFirst), entry_of("0", kFirst, true)};
  auto block = [](const std::string &module) {
    return "[[site]]\nmodule = \"" + module + "\"\nscope = \"f\"\ncall = \"t.decode\"\nstatus = \"guarded\"\n";
  };
  std::string expected = replaced(kTables, "# below a\n", "# below a\n\n" + block("b") + "\n" + block("bb"));
  check(kTables, edits, replaced(expected, "# about a\n", block("0") + "\n# about a\n"));
}

TEST_CASE("the first entry is appended, also to a file whose last line is open") {
  Edits edits;
  edits.added = {entry_of("a", {}), entry_of("b", {})};
  auto block = [](const std::string &module) {
    return "\n[[site]]\nmodule = \"" + module + "\"\nscope = \"f\"\ncall = \"t.decode\"\nstatus = \"guarded\"\n";
  };
  check("schema = 1\n", edits, "schema = 1\n" + block("a") + block("b"));
  CHECK(apply_edits("schema = 1", edits) == "schema = 1\n" + block("a") + block("b"));
}

TEST_CASE("a list of inline tables is edited as one") {
  constexpr std::string_view kText = R"(schema = 1
site = [
  {module = "a", scope = "f", call = "c", status = "todo"}, # debt
  # about b
  {module = "b", scope = "f", call = "c", status = "exempt", category = "host-ids", reason = "r"}
]
)";
  Edits edits;
  edits.entries[kFirst].set = {{"status", "guarded"}, {"fingerprint", "0123456789ab"}};
  edits.added = {entry_of("c", kSecond), entry_of("d", kSecond), entry_of("0", kFirst, true)};
  auto line = [](const std::string &module) {
    return "  {module = \"" + module + R"(", scope = "f", call = "t.decode", status = "guarded"},)" + "\n";
  };
  std::string expected = replaced(kText, R"("todo"},)", R"("guarded", fingerprint = "0123456789ab"},)");
  expected = replaced(expected, "reason = \"r\"}\n", "reason = \"r\"},\n" + line("c") + line("d"));
  check(kText, edits, replaced(expected, "  {module = \"a\"", line("0") + "  {module = \"a\""));

  edits = {};
  edits.entries[kSecond].drop = true;
  check(kText, edits,
        std::string(kText).erase(kText.find("  # about b"), kText.find("]\n") - kText.find("  # about b")));
  edits = {};
  edits.entries[kSecond].remove = {"category", "module"};
  CHECK(apply_edits(kText, edits) ==
        replaced(replaced(kText, R"(, category = "host-ids")", ""), R"({module = "b", )", "{"));
}

TEST_CASE("a list in one line stays in one line") {
  constexpr std::string_view kText = R"(schema = 1
site = [{module = "a", scope = "f", call = "c", status = "todo"}, {module = "c", scope = "f", call = "c", status = "todo"}] # all
)";
  std::string inserted = R"({module = "b", scope = "f", call = "t.decode", status = "guarded"})";
  Edits edits;
  edits.added = {entry_of("b", kFirst)};
  check(kText, edits, replaced(kText, R"("todo"},)", R"("todo"}, )" + inserted + ","));
  edits.added = {entry_of("b", kSecond)};
  check(kText, edits, replaced(kText, R"("todo"}])", R"("todo"}, )" + inserted + "]"));
  edits.added = {entry_of("b", kFirst, true)};
  check(kText, edits, replaced(kText, R"([{)", "[" + inserted + ", {"));
  edits = {};
  edits.entries[kFirst].drop = true;
  edits.entries[kSecond].drop = true;
  check(kText, edits, "schema = 1\nsite = [] # all\n");
  edits = {};
  edits.added = {entry_of("b", {})};
  check("schema = 1\nsite = []\n", edits, "schema = 1\nsite = [" + inserted + ", ]\n");
}
