// The ledger's text: what is understood, what is refused, and that all errors are told at once.

#include "ledger/ledger.h"

#include <doctest/doctest.h>

using namespace decode_ledger;
using ledger::LedgerError;
using ledger::read_ledger;
using ledger::ReadLedger;
using ledger::Status;

namespace {

/// "line:column: message" of each error, a line each.
std::string errors_of(std::string_view text) {
  std::string out;
  for (const LedgerError &error : read_ledger(text, "ledger.toml").errors)
    out += std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " + error.message + "\n";
  return out;
}

} // namespace

TEST_CASE("a whole ledger is understood") {
  ReadLedger read = read_ledger(R"(schema = 1
requires = ">=0.1, <9"
[package]
roots = ["src"]
exclude = ["src/vendored/**"]
tests = ["tests/**"]
[fault]
type = ["lab.faults.HardwareFault", "lab.faults.Other"]
[[guard]]
function = "lab.faults.check"
ids = "token_ids"
tokenizer = 2
[[site]]
module = "lab.evaluate"
scope = "Evaluator.compute"
call = "self.tokenizer.batch_decode"
nth = 2
status = "exempt"
category = "sentinel-labels"
reason = "labels from the collator"
reviewed-by = "mira"
reviewed-on = 2026-11-29
expires-on = 2027-11-29
fingerprint = "c01d55ab9e77"
[[handler]]
module = "lab.serve"
scope = "handle"
clause = "except Exception"
reason = "the watchdog raises it again"
[[decoder]]
method = "to_text"
ids = 1
role = "other"
[rules]
DL213 = "off"
guard-is-assert = "warning"
)",
                                "ledger.toml");
  REQUIRE(read.errors.empty());
  const ledger::Ledger &l = read.ledger;
  CHECK(l.roots == std::vector<std::string>{"src"});
  CHECK(l.fault_types.size() == 2);
  CHECK(l.fault_place.line == 8);
  CHECK(l.guards[0].ids == "token_ids");
  CHECK(l.guards[0].tokenizer == "2");
  CHECK(l.guard_places[0].line == 10);
  REQUIRE(l.sites.size() == 1);
  CHECK(l.sites[0].key.nth == 2);
  CHECK(l.sites[0].status == Status::Exempt);
  CHECK(l.sites[0].expires_on == "2027-11-29");
  CHECK(l.sites[0].place.line == 13);
  CHECK(l.sites[0].reason_place.line == 20);
  CHECK(l.handlers[0].clause == "except Exception");
  CHECK(l.decoders[0].role == decode_sites::Role::Other);
  CHECK(l.decoders[0].ids == 1);
  REQUIRE(l.rules.size() == 2);
  CHECK(l.rules[0].rule == diagnostics::Rule::GuardIsAssert);
  CHECK(l.rules[1].level == diagnostics::Level::Off);
}

TEST_CASE("all errors are told at once, in order, each with the nearest valid word") {
  CHECK(errors_of(R"(schema = 1
[package]
root = ["src"]
[[site]]
modul = "m"
scope = "f"
call = 3
nth = 0
status = "exemt"
category = "host-id"
reviewed-on = "2026-11-29"
fingerprint = "XYZ"
[rules]
DL999 = "off"
DL101 = "warn"
DL102 = 1
)") == R"(3:1: unknown key `root` in [package]; did you mean `roots`?
4:1: [[site]] has no `module`
5:1: unknown key `modul` in [[site]]; did you mean `module`?
7:8: `call` in [[site]] must be a string, not a whole number
8:7: `nth` in [[site]] must be a whole number from 1, not 0
9:10: `status` in [[site]] is "exemt", expected `guarded`, `exempt` or `todo`; did you mean `exempt`?
10:12: `category` in [[site]] is "host-id", expected `sentinel-labels`, `host-ids`, `constant-ids`, `not-a-decode` or `accepted-risk`; did you mean `host-ids`?
11:15: `reviewed-on` in [[site]] must be a date without quotes such as 2026-11-29, not a string
12:15: `fingerprint` in [[site]] is "XYZ", expected 12 small hex digits
14:1: unknown rule `DL999` in [rules], expected a code or a name
15:9: `DL101` in [rules] is "warn", expected `off`, `note`, `warning` or `error`; did you mean `warning`?
16:9: `DL102` in [rules] must be `off`, `note`, `warning` or `error`, not a whole number
)");
}

TEST_CASE("another schema is refused, and nothing else is told of it") {
  CHECK(errors_of("schema = 2\n[[sites]]\n") == "1:10: `schema` is 2; this decode-ledger reads schema 1\n");
  CHECK(errors_of("") == "1:1: the ledger has no `schema`, expected `schema = 1`\n");
  CHECK(errors_of("schema = \"1\"\n") == "1:10: `schema` in the ledger must be the number 1, not a string\n");
}

TEST_CASE("a tool that is too old is told") {
  CHECK(errors_of("schema = 1\nrequires = \">=0.0.1\"\n").empty());
  CHECK(errors_of("schema = 1\nrequires = \">=99\"\n")
            .starts_with("2:12: the ledger requires decode-ledger >=99; this is "));
  CHECK(errors_of("schema = 1\nrequires = \"new\"\n") ==
        "2:12: `requires` is \"new\", expected a version such as \">=0.1\"\n");
}

TEST_CASE("tables of the wrong form") {
  CHECK(errors_of("schema = 1\n[site]\n") ==
        "2:1: `site` in the ledger must be a list of tables: write [[site]], not a table\n");
  CHECK(errors_of("schema = 1\nfault = 3\n") ==
        "2:9: `fault` in the ledger must be a table: write [fault], not a whole number\n");
  CHECK(errors_of("schema = 1\n[fault]\n") == "2:1: [fault] has no `type`\n");
  CHECK(errors_of("schema = 1\n[[decoder]]\nids = 0\n") == "2:1: [[decoder]] has no `function` and no `method`\n");
  CHECK(errors_of("schema = 1\nguard = [1]\n") ==
        "2:10: `guard` in the ledger must be a list of tables: write [[guard]], not a whole number\n");
}

TEST_CASE("bad TOML gives one error with its place") {
  CHECK(errors_of("schema = 1\nschema = 1\n").starts_with("2:10: this is no TOML: "));
  CHECK(errors_of("schema = = 1\n").starts_with("1:10: this is no TOML: "));
  CHECK(errors_of("reviewed-on = 2026-02-30\n").starts_with("1:"));
}

TEST_CASE("no bytes are too odd") {
  std::string odd;
  for (int c = 0; c < 256; ++c)
    odd += static_cast<char>(c);
  CHECK_FALSE(errors_of(odd).empty());
  CHECK_FALSE(errors_of(std::string(100000, '[')).empty());
  CHECK_FALSE(errors_of("a = " + std::string(100000, '[')).empty());
  CHECK_FALSE(errors_of("schema = 1\n[[site]]\nmodule = \"\xff\"\n").empty());
  CHECK_FALSE(errors_of(std::string("schema = 1\n\0", 12)).empty());
  CHECK_FALSE(errors_of("schema = 99999999999999999999999999\n").empty());
}

TEST_CASE("an empty reason is read: whether it is enough is a finding, not an error") {
  CHECK(errors_of("schema = 1\n[[handler]]\nmodule = \"m\"\nscope = \"f\"\nclause = \"except:\"\nreason = \"\"\n")
            .empty());
}
