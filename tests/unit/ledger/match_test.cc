// Identity: what an entry survives, and what it breaks on. The key is m:f:call; only ordinal and fingerprint vary.

#include "ledger/match.h"
#include "ledger/reasons.h"
#include "ledger/toml_text.h"

#include <doctest/doctest.h>

using namespace decode_ledger::ledger;

namespace {

const IdentityKey kHere{"m", "f", "tok.decode"};
const IdentityKey kThere{"m", "g", "tok.decode"};

Claim entry(uint32_t nth, std::string fingerprint, IdentityKey key = kHere) {
  return {key, nth, std::move(fingerprint)};
}
Subject site(uint32_t nth, std::string fingerprint, IdentityKey key = kHere) {
  return {key, nth, std::move(fingerprint)};
}

/// One letter a claim: the number of its subject, `m` and the number when moved, `?` ambiguous, `=` twin, `-` none.
std::string matched(const std::vector<Claim> &claims, const std::vector<Subject> &subjects) {
  std::string out;
  for (const Match &m : match(claims, subjects).claims)
    out += m.kind == MatchKind::Same        ? std::to_string(m.subject)
           : m.kind == MatchKind::Moved     ? "m" + std::to_string(m.subject)
           : m.kind == MatchKind::Ambiguous ? "?"
           : m.kind == MatchKind::Twin      ? "="
                                            : "-";
  return out;
}

} // namespace

TEST_CASE("the only one of its key needs no ordinal") {
  CHECK(matched({entry(0, "aa")}, {site(1, "aa")}) == "0");
  CHECK(matched({entry(0, "")}, {site(1, "aa")}) == "0");
  CHECK(matched({entry(1, "aa")}, {site(1, "aa")}) == "0");
}

TEST_CASE("changed code is matched by key, for the caller to find the drift") {
  CHECK(matched({entry(0, "aa")}, {site(1, "bb")}) == "0");
  CHECK(matched({entry(1, "aa"), entry(2, "bb")}, {site(1, "aa"), site(2, "cc")}) == "01");
}

TEST_CASE("a twin before it shifts the ordinal, and the fingerprint decides") {
  CHECK(matched({entry(1, "aa")}, {site(1, "cc"), site(2, "aa")}) == "1");
  CHECK(matched({entry(0, "aa")}, {site(1, "cc"), site(2, "aa")}) == "1");
  CHECK(matched({entry(1, "aa"), entry(2, "bb")}, {site(1, "bb"), site(2, "aa")}) == "10");
}

TEST_CASE("twins with one fingerprint are told apart by the ordinal") {
  CHECK(matched({entry(1, "aa"), entry(2, "aa")}, {site(1, "aa"), site(2, "aa")}) == "01");
  CHECK(matched({entry(2, "aa")}, {site(1, "aa"), site(2, "aa")}) == "1");
  CHECK(matched({entry(0, "aa")}, {site(1, "aa"), site(2, "aa")}) == "?");
}

TEST_CASE("an entry without ordinal and fingerprint fits two sites") {
  CHECK(matched({entry(0, "")}, {site(1, "aa"), site(2, "bb")}) == "?");
  CHECK(matched({entry(0, ""), entry(2, "bb")}, {site(1, "aa"), site(2, "bb")}) == "00"[0] + std::string("1"));
}

TEST_CASE("two entries for one site") {
  CHECK(matched({entry(0, "aa"), entry(0, "aa")}, {site(1, "aa")}) == "0=");
  CHECK(matched({entry(1, ""), entry(0, "")}, {site(1, "aa")}) == "0=");
}

TEST_CASE("moved: functions that decode alike are told apart by scope, then by module") {
  const IdentityKey f{"m", "f", "t.d"}, g{"m", "g", "t.d"}, f2{"n", "f", "t.d"}, g2{"n", "g", "t.d"},
      h{"m", "h", "t.d"};
  CHECK(matched({entry(0, "aa", f), entry(0, "aa", g)}, {site(1, "aa", f2), site(1, "aa", g2)}) == "m0m1");
  CHECK(matched({entry(0, "aa", g), entry(0, "aa", f2)}, {site(1, "aa", h)}) == "m0-");
  CHECK(matched({entry(0, "aa", f), entry(0, "aa", g)}, {site(1, "aa", h)}) == "--");
  CHECK(matched({entry(0, "aa", f)}, {site(1, "aa", g2), site(1, "aa", h)}) == "m1");
}

TEST_CASE("moved: not an entry whose file was not read") {
  Claim claim = entry(0, "aa");
  claim.may_have_moved = false;
  CHECK(matched({claim}, {site(1, "aa", kThere)}) == "-");
  CHECK(matched({claim}, {site(1, "aa")}) == "0");
}

TEST_CASE("moved: the one unclaimed site with the fingerprint") {
  CHECK(matched({entry(0, "aa")}, {site(1, "aa", kThere)}) == "m0");
  CHECK(matched({entry(0, "aa")}, {site(1, "bb", kThere)}) == "-");
  CHECK(matched({entry(0, "")}, {site(1, "", kThere)}) == "-");
  CHECK(matched({entry(0, "aa")}, {site(1, "aa", kThere), site(1, "aa", {"n", "f", "tok.decode"})}) == "-");
  // Twins stay together.
  CHECK(matched({entry(1, "aa"), entry(2, "aa")}, {site(1, "aa", kThere), site(2, "aa", kThere)}) == "m0m1");
}

TEST_CASE("an entry whose twin is gone is left over") {
  CHECK(matched({entry(1, "aa"), entry(2, "aa")}, {site(1, "aa")}) == "0-");
  CHECK(matched({entry(0, "aa")}, {}) == "-");
  CHECK(matched({}, {site(1, "aa")}) == "");
}

TEST_CASE("reasons") {
  CHECK(problem_of_reason("labels that never left the CPU") == "");
  CHECK(problem_of_reason("none of these ids come from a model") == "");
  CHECK(problem_of_reason("ラベルは端末を離れない") == "");
  CHECK(problem_of_reason("") == "is missing");
  CHECK(problem_of_reason("TODO: write a reason here") == "is a placeholder");
  CHECK(problem_of_reason("n/a") == "is a placeholder");
  CHECK(problem_of_reason("it is") == "has fewer than three words");
  CHECK(problem_of_reason("- - - -") == "has fewer than three words");
  CHECK(problem_of_reason("fine fine fine") == "says one word over and over");
}

TEST_CASE("TOML strings") {
  CHECK(toml_string("procs['en'].decode") == "\"procs['en'].decode\"");
  CHECK(toml_string("a\"b\\c\n\x01") == "\"a\\\"b\\\\c\\n\\u0001\"");
}
