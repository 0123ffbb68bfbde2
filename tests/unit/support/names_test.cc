// Names told apart by number.

#include "support/names.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace decode_ledger {
namespace {

TEST_CASE("a name keeps its first number, numbers count up") {
  NameTable names;
  CHECK(names.enter("a") == NameId{0U});
  CHECK(names.enter("b") == NameId{1U});
  CHECK(names.enter("a") == NameId{0U});
  CHECK(names.size() == 2);
  CHECK(names.text(NameId{1U}) == "b");
}

TEST_CASE("looking does not enter") {
  NameTable names;
  CHECK(names.find("a") == std::nullopt);
  names.enter("a");
  CHECK(names.find("a") == NameId{0U});
  CHECK(names.find("b") == std::nullopt);
  CHECK(names.size() == 1);
}

TEST_CASE("the empty name, long names and names with zeros are names") {
  NameTable names;
  const std::string zero("a\0b", 3), other("a\0c", 3), longest(10000, 'x');
  const NameId empty_id = names.enter(""), zero_id = names.enter(zero), other_id = names.enter(other);
  const NameId long_id = names.enter(longest);
  CHECK(names.size() == 4);
  CHECK(names.text(empty_id) == "");
  CHECK(names.text(zero_id) == zero);
  CHECK(names.text(other_id) == other);
  CHECK(names.text(long_id) == longest);
}

TEST_CASE("names of every length that differ in one byte only are told apart") {
  NameTable names;
  for (size_t length = 1; length <= 40; ++length)
    for (size_t at = 0; at < length; ++at) {
      std::string name(length, 'a');
      name[at] = 'b';
      const NameId id = names.enter(name);
      CHECK(id.value + 1 == names.size());
    }
}

TEST_CASE("a view outlives growth and a move of the table, the text that was entered need not live") {
  NameTable names;
  std::string_view first;
  {
    const std::string gone = "first";
    first = names.text(names.enter(gone));
  }
  for (int i = 0; i < 5000; ++i)
    names.enter("name" + std::to_string(i));
  const NameTable moved = std::move(names);
  CHECK(first == "first");
  CHECK(moved.text(NameId{0U}).data() == first.data());
  CHECK(moved.find("name4999") == NameId{5000U});
  for (uint32_t i = 1; i < moved.size(); ++i)
    REQUIRE(moved.find(moved.text(NameId{i})) == NameId{i});
}

} // namespace
} // namespace decode_ledger
