#include "source/module_names.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace decode_ledger::source;

namespace {

/// "path=module", with ! behind a package, in the order of the paths.
std::vector<std::string> names_of(std::vector<std::string> paths, const std::vector<std::string> &roots) {
  std::sort(paths.begin(), paths.end());
  std::vector<SourceFile> files(paths.size());
  for (size_t i = 0; i < paths.size(); ++i)
    files[i].path = paths[i];
  name_modules("/base", roots, files);
  std::vector<std::string> names;
  for (const SourceFile &file : files)
    names.push_back(file.path + "=" + file.module + (file.is_package ? "!" : ""));
  return names;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("a module is named by the way from its root") {
  CHECK(names_of({"a/__init__.py", "a/b.py", "a/c/__init__.py", "m.py"}, {"/base"}) ==
        Names{"a/__init__.py=a!", "a/b.py=a.b", "a/c/__init__.py=a.c!", "m.py=m"});
}

TEST_CASE("folders without __init__.py are namespace packages") {
  CHECK(names_of({"tools/x/run.py"}, {"/base"}) == Names{"tools/x/run.py=tools.x.run"});
}

TEST_CASE("the longest root that holds the file counts") {
  CHECK(names_of({"src/a/b.py", "tests/t.py"}, {"/base/src", "/base"}) ==
        Names{"src/a/b.py=a.b", "tests/t.py=tests.t"});
  CHECK(names_of({"x.py", "sub/y.py"}, {"/"}) == Names{"sub/y.py=base.sub.y", "x.py=base.x"});
  CHECK(names_of({"__init__.py", "x.py"}, {"/"}) == Names{"__init__.py=base!", "x.py=base.x"});
}

TEST_CASE("what cannot be imported is named by its path") {
  CHECK(names_of({"my-script.py", "examples/foo-bar/x.py", "2nd.py", "bin/run"}, {"/base"}) ==
        Names{"2nd.py=2nd.py", "bin/run=bin/run", "examples/foo-bar/x.py=examples/foo-bar/x.py",
              "my-script.py=my-script.py"});
}

TEST_CASE("a package below such a folder has the name that its own imports use") {
  CHECK(names_of({"my-app/pkg/__init__.py", "my-app/pkg/m.py", "my-app/run.py"}, {"/base"}) ==
        Names{"my-app/pkg/__init__.py=pkg!", "my-app/pkg/m.py=pkg.m", "my-app/run.py=my-app/run.py"});
  CHECK(names_of({"my-app/pkg/__init__.py", "pkg/__init__.py"}, {"/base"}) ==
        Names{"my-app/pkg/__init__.py=my-app/pkg/__init__.py!", "pkg/__init__.py=pkg!"});
}

TEST_CASE("a name is one file's: the package before the module, the earlier root before the later") {
  CHECK(names_of({"a.py", "a/__init__.py"}, {"/base"}) == Names{"a.py=a.py", "a/__init__.py=a!"});
  CHECK(names_of({"src/m.py", "m.py"}, {"/base/src", "/base"}) == Names{"m.py=m.py", "src/m.py=m"});
}

TEST_CASE("an __init__.py right in a root has no package to be") {
  CHECK(names_of({"__init__.py", "m.py"}, {"/base"}) == Names{"__init__.py=__init__", "m.py=m"});
}

TEST_CASE("identifiers may be of any script") {
  CHECK(is_identifier("_a1"));
  CHECK(is_identifier("\xc3\xa9t\xc3\xa9"));
  CHECK_FALSE(is_identifier(""));
  CHECK_FALSE(is_identifier("1a"));
  CHECK_FALSE(is_identifier("a-b"));
  CHECK_FALSE(is_identifier("a.b"));
}
