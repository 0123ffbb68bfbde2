// Needles against a message with holes: yes, no, or not known.

#include "exceptions_trace/text_needles.h"

#include <doctest/doctest.h>

namespace decode_ledger::exceptions_trace {
namespace {

const TextPattern kMessage = pattern_of_template("token id {} is outside [0, {})");

TEST_CASE("a needle in the literal part is contained, whatever the holes hold") {
  CHECK(contains(kMessage, "token id") == Answer::Yes);
  CHECK(contains(kMessage, "is outside [0, ") == Answer::Yes);
  CHECK(contains(lowered(pattern_of_template("CUDA fault {}")), "cuda") == Answer::Yes);
}

TEST_CASE("a word that no number makes is not contained") {
  CHECK(contains(kMessage, "CUDA") == Answer::No);
  CHECK(contains(kMessage, "outside the range") == Answer::No);
  CHECK(contains(kMessage, "id x is") == Answer::Unknown); // `0x…` is a number, too
}

TEST_CASE("a number may stand in a hole") {
  CHECK(contains(kMessage, "51865") == Answer::Unknown);
  CHECK(contains(kMessage, "id 7 is") == Answer::Unknown);
  CHECK(contains(kMessage, "") == Answer::Yes);
}

TEST_CASE("of a message that is not known nothing is disproved") {
  CHECK(contains(pattern_of_template(""), "CUDA") == Answer::Unknown);
  CHECK(contains(pattern_of_template("{}"), "CUDA") == Answer::Unknown);
  CHECK(equals(pattern_of_template(""), "CUDA") == Answer::Unknown);
}

TEST_CASE("ends are anchored") {
  CHECK(starts_with(kMessage, "token") == Answer::Yes);
  CHECK(starts_with(kMessage, "id") == Answer::No);
  CHECK(ends_with(kMessage, ")") == Answer::Yes);
  CHECK(ends_with(kMessage, "outside") == Answer::No);
  CHECK(equals(kMessage, "token id") == Answer::No);
  CHECK(equals(kMessage, "token id 9 is outside [0, 8)") == Answer::Unknown);
  CHECK(equals(pattern_of_template("bad ids"), "bad ids") == Answer::Yes);
}

TEST_CASE("regular expressions are decided when they are alternatives of plain text") {
  CHECK(search_regex(kMessage, "CUDA|nccl", false, false) == Answer::No);
  CHECK(search_regex(kMessage, "CUDA|token", false, false) == Answer::Yes);
  CHECK(search_regex(kMessage, "TOKEN", false, true) == Answer::Yes);
  CHECK(search_regex(kMessage, "(?i)TOKEN", false, false) == Answer::Yes);
  CHECK(search_regex(kMessage, "outside", true, false) == Answer::No);
  CHECK(search_regex(kMessage, "tok.n", false, false) == Answer::Unknown);
}

} // namespace
} // namespace decode_ledger::exceptions_trace
