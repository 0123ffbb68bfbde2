#include "support/glob.h"

#include <doctest/doctest.h>

#include <string>

using namespace decode_ledger;

namespace {
bool matches(std::string_view pattern, std::string_view path) { return Glob(pattern).matches(path); }
} // namespace

TEST_CASE("a name without a slash matches at any depth, with all that lies inside") {
  CHECK(matches("*.py", "a.py"));
  CHECK(matches("*.py", "x/y/a.py"));
  CHECK(matches("vendored", "src/vendored/a.py"));
  CHECK(matches("vendored", "vendored"));
  CHECK_FALSE(matches("vendored", "src/vendored2/a.py"));
  CHECK_FALSE(matches("a.py", "aa.py"));
}

TEST_CASE("a slash anchors the glob, and stars do not cross it") {
  CHECK(matches("src/*.py", "src/a.py"));
  CHECK_FALSE(matches("src/*.py", "src/x/a.py"));
  CHECK_FALSE(matches("src/*.py", "lib/src/a.py"));
  CHECK(matches("/conf.py", "conf.py"));
  CHECK_FALSE(matches("/conf.py", "docs/conf.py"));
  CHECK(matches("./src/a.py", "src/a.py"));
  CHECK_FALSE(matches("a?c/x", "a/c/x"));
}

TEST_CASE("two stars cross folders") {
  CHECK(matches("src/gen/**", "src/gen/a/b.py"));
  CHECK_FALSE(matches("src/gen/**", "src/gen"));
  CHECK_FALSE(matches("src/gen/**", "src/general/a.py"));
  CHECK(matches("**/test_*.py", "test_a.py"));
  CHECK(matches("**/test_*.py", "x/y/test_a.py"));
  CHECK(matches("a/**/z.py", "a/z.py"));
  CHECK(matches("a/**/z.py", "a/b/c/z.py"));
  CHECK(matches("a/**/b/**/z.py", "a/b/c/b/d/z.py"));
  CHECK_FALSE(matches("a/**/z.py", "b/a/z.py"));
  CHECK(matches("**", "a/b"));
}

TEST_CASE("a trailing slash means folders alone") {
  CHECK(matches("build/", "build/a.py"));
  CHECK(matches("build/", "x/build/a.py"));
  CHECK_FALSE(matches("build/", "build"));
}

TEST_CASE("classes and escapes") {
  CHECK(matches("a[0-9].py", "a7.py"));
  CHECK_FALSE(matches("a[0-9].py", "ab.py"));
  CHECK(matches("a[!0-9].py", "ab.py"));
  CHECK(matches("a[]x].py", "a].py"));
  CHECK(matches("a\\*.py", "a*.py"));
  CHECK_FALSE(matches("a\\*.py", "ab.py"));
  CHECK(matches("a[b", "a[b"));
}

TEST_CASE("hostile globs end at once") {
  std::string pattern, deep = "a";
  for (int i = 0; i < 40; ++i) {
    pattern += "*a";
    deep += "/a";
  }
  CHECK_FALSE(matches(pattern + "b", std::string(2000, 'a')));
  std::string folders;
  for (int i = 0; i < 40; ++i)
    folders += "**/a/";
  CHECK_FALSE(matches(folders + "b", deep));
  CHECK_FALSE(matches("", "a"));
  CHECK_FALSE(matches("/", "a"));
}

TEST_CASE("in a set the last glob that matches decides") {
  const GlobSet set({"src/gen/**", "!src/gen/kept.py"});
  CHECK(set.matches("src/gen/a.py"));
  CHECK_FALSE(set.matches("src/gen/kept.py"));
  CHECK_FALSE(set.matches("src/a.py"));
  CHECK_FALSE(GlobSet().matches("a"));
}
