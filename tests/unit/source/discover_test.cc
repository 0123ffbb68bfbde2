#include "source/source.h"

#include "../support/scratch.h"
#include "support/process.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include <sys/stat.h>

using namespace decode_ledger;
using namespace decode_ledger::source;

namespace {

using Paths = std::vector<std::string>;

SourceSet discovered(const DiscoverOptions &options) {
  Result<SourceSet> set = discover(options);
  if (!set) {
    FAIL(set.message());
    return {};
  }
  return std::move(set).value();
}

SourceSet discovered(const std::string &path) {
  DiscoverOptions options;
  options.paths = {path};
  return discovered(options);
}

std::string failure(const DiscoverOptions &options) {
  const Result<SourceSet> set = discover(options);
  return set ? "" : set.message();
}

std::string failure(const std::string &path) {
  DiscoverOptions options;
  options.paths = {path};
  return failure(options);
}

Paths paths_of(const SourceSet &set) {
  Paths paths;
  for (const SourceFile &file : set.files)
    paths.push_back(file.path);
  return paths;
}

std::map<std::string, std::string> modules_of(const SourceSet &set) {
  std::map<std::string, std::string> modules;
  for (const SourceFile &file : set.files)
    modules[file.path] = file.module;
  return modules;
}

const SourceFile &file_at(const SourceSet &set, const std::string &path) {
  const auto file = std::find_if(set.files.begin(), set.files.end(), [&](const auto &f) { return f.path == path; });
  REQUIRE(file != set.files.end());
  return *file;
}

std::string reason_for(const SourceSet &set, const std::string &path) {
  for (const PassedOver &passed : set.passed_over)
    if (passed.path == path)
      return passed.reason;
  return "";
}

void git(const Scratch &scratch, std::vector<std::string> arguments, const std::string &folder = "") {
  ProgramCall call;
  call.program = "git";
  call.arguments = std::move(arguments);
  call.folder = folder.empty() ? scratch.root() : scratch.path(folder);
  call.without = {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"};
  const auto output = run_program(call);
  REQUIRE(output.ok());
  REQUIRE(output.value().exit_status == 0);
}

} // namespace

// What is found.

TEST_CASE("a folder gives its Python files, sorted by path") {
  const Scratch scratch;
  scratch.write("b.py", "y = 2\n");
  scratch.write("a/x.py", "x = 1\n");
  scratch.write("a-b.py");
  scratch.write("README.md");
  scratch.write("stub.pyi");
  const SourceSet set = discovered(scratch.root());
  CHECK(set.base == scratch.root());
  CHECK(paths_of(set) == Paths{"a-b.py", "a/x.py", "b.py"});
  CHECK(set.files[1].text == "x = 1\n");
  CHECK(set.files[1].disk_path == scratch.path("a/x.py"));
  CHECK(set.num_bytes == 12);
  CHECK(set.roots == Paths{"."});
  CHECK(set.notes.empty());
  CHECK(set.text({FileId{1U}, 0, 1}) == "x");
}

TEST_CASE("the number of threads does not change the result") {
  const Scratch scratch;
  for (int i = 0; i < 60; ++i)
    scratch.write("p" + std::to_string(i % 7) + "/m" + std::to_string(i) + ".py", std::string(i * 10, '#'));
  DiscoverOptions options;
  options.paths = {scratch.root()};
  options.jobs = 1;
  const SourceSet one = discovered(options);
  options.jobs = 5;
  const SourceSet many = discovered(options);
  REQUIRE(paths_of(one) == paths_of(many));
  for (size_t i = 0; i < one.files.size(); ++i)
    CHECK(one.files[i].text == many.files[i].text);
}

TEST_CASE("folders that hold no source of the package are not entered") {
  const Scratch scratch;
  for (const char *path :
       {".git/hooks/x.py", ".venv/lib/x.py", ".tox/x.py", ".eggs/x.py", "__pycache__/x.py", "node_modules/m/x.py",
        "lib/site-packages/x.py", "build/lib/x.py", "dist/x.py", "myenv/lib/x.py", "venv/lib/x.py"})
    scratch.write(path);
  scratch.write("myenv/pyvenv.cfg");
  scratch.write("venv/pyvenv.cfg");
  scratch.write(".github/scripts/kept.py");
  scratch.write("pkg/build/__init__.py");
  scratch.write("pkg/venv/kept.py");
  const SourceSet set = discovered(scratch.root());
  CHECK(paths_of(set) == Paths{".github/scripts/kept.py", "pkg/build/__init__.py", "pkg/venv/kept.py"});
  CHECK(reason_for(set, "venv") == "a virtual environment");
  CHECK(reason_for(set, "myenv") == "a virtual environment");
  CHECK(reason_for(set, "node_modules") == "installed packages");
  CHECK(reason_for(set, "build") != "");
  CHECK(reason_for(set, ".git") == "");
  // But for what is named.
  CHECK(paths_of(discovered(scratch.path("build"))) == Paths{"lib/x.py"});
}

TEST_CASE("what is not read is named") {
  const Scratch scratch;
  scratch.write("a.py");
  scratch.write("n.ipynb");
  scratch.write("f.pyx");
  scratch.write("f.pxd");
  const SourceSet set = discovered(scratch.root());
  CHECK(paths_of(set) == Paths{"a.py"});
  CHECK(set.passed_over.size() == 3);
  CHECK(reason_for(set, "n.ipynb") == "a notebook");
  CHECK(reason_for(set, "f.pyx") == "Cython");
}

TEST_CASE("exclude globs leave files out, but for those that are named") {
  const Scratch scratch;
  scratch.write("a.py");
  scratch.write("gen/b.py");
  scratch.write("gen/deep/c.py");
  DiscoverOptions options;
  options.exclude = {"gen/**"};
  options.paths = {scratch.root()};
  CHECK(paths_of(discovered(options)) == Paths{"a.py"});
  options.paths = {scratch.root(), scratch.path("gen/b.py")};
  CHECK(paths_of(discovered(options)) == Paths{"a.py", "gen/b.py"});
  options.force_exclude = true;
  CHECK(paths_of(discovered(options)) == Paths{"a.py"});
  options.exclude = {"*.py"};
  options.paths = {scratch.root()};
  CHECK(failure(options).find("left out by `exclude`") != std::string::npos);
}

// Paths that cannot be taken.

TEST_CASE("a path that is not there or no Python is refused, and the message says what to name") {
  const Scratch scratch;
  scratch.write("notes.txt");
  scratch.write("book.ipynb");
  scratch.write("run.sh", "#!/bin/sh\n");
  scratch.write("noshebang", "x = 1\n");
  scratch.write("empty/README");
  REQUIRE(mkfifo(scratch.path("fifo.py").c_str(), 0644) == 0);
  CHECK(failure(scratch.path("none")) == "`" + scratch.path("none") + "` does not exist, or cannot be reached");
  for (const char *name : {"notes.txt", "book.ipynb", "run.sh", "noshebang"})
    CHECK(failure(scratch.path(name)).find("is no Python file") != std::string::npos);
  CHECK(failure(scratch.path("fifo.py")).find("neither a folder nor a regular file") != std::string::npos);
  CHECK(failure(scratch.path("empty")) == "no Python file below `" + scratch.path("empty") + "`");
}

TEST_CASE("a script without an ending is read when it is named") {
  const Scratch scratch;
  scratch.write("bin/run", "#!/usr/bin/env python3\nx = 1\n");
  scratch.write("bin/a.py");
  CHECK(modules_of(discovered(scratch.path("bin/run"))) == std::map<std::string, std::string>{{"run", "run"}});
  CHECK(paths_of(discovered(scratch.path("bin"))) == Paths{"a.py"});
}

// Files that cannot be read.

TEST_CASE("odd things named x.py are told or are folders, and are never waited for") {
  const Scratch scratch;
  scratch.write("a.py");
  scratch.write("x.py/inner.py");
  scratch.write("empty.py");
  REQUIRE(mkfifo(scratch.path("fifo.py").c_str(), 0644) == 0);
  const SourceSet set = discovered(scratch.root());
  CHECK(paths_of(set) == Paths{"a.py", "empty.py", "fifo.py", "x.py/inner.py"});
  CHECK(file_at(set, "fifo.py").state == ReadState::NotRead);
  CHECK(file_at(set, "fifo.py").problem == "not a regular file");
  CHECK(file_at(set, "empty.py").state == ReadState::Read);
}

TEST_CASE("an unreadable file and an unreadable folder are told") {
  const Scratch scratch;
  scratch.write("a.py");
  chmod(scratch.write("secret.py").c_str(), 0);
  scratch.write("closed/b.py");
  chmod(scratch.path("closed").c_str(), 0);
  CHECK(without_root([&] {
    DiscoverOptions options;
    options.paths = {scratch.root()};
    const Result<SourceSet> set = discover(options);
    if (!set || paths_of(set.value()) != Paths{"a.py", "closed", "secret.py"})
      return false;
    const SourceFile &folder = set.value().files[1], &file = set.value().files[2];
    return folder.state == ReadState::NotRead && folder.problem.ends_with("permission denied") &&
           file.state == ReadState::NotRead && file.problem == "permission denied" && file.text.empty();
  }));
  chmod(scratch.path("closed").c_str(), 0755);
}

TEST_CASE("a file over the limit is told twice: not read, and passed over") {
  const Scratch scratch;
  scratch.write("large.py", std::string(1001, '#'));
  scratch.write("small.py", std::string(1000, '#'));
  DiscoverOptions options;
  options.paths = {scratch.root()};
  options.max_file_bytes = 1000;
  const SourceSet set = discovered(options);
  CHECK(file_at(set, "large.py").problem == "larger than 1000 bytes");
  CHECK(file_at(set, "small.py").state == ReadState::Read);
  CHECK(reason_for(set, "large.py") == "larger than 1000 bytes");
}

TEST_CASE("encodings: converted, or told with the byte") {
  const Scratch scratch;
  scratch.write("bad.py", "x = '\xe9'\n");
  scratch.write("bom.py", "\xef\xbb\xbfx = 1\n");
  scratch.write("cookie.py", "# coding: latin-1\nx = '\xe9'\n");
  scratch.write("nul.py", std::string("x\0y", 3));
  scratch.write("utf16.py", std::string("\xff\xfex\0", 4));
  const SourceSet set = discovered(scratch.root());
  CHECK(file_at(set, "bad.py").state == ReadState::NotRead);
  CHECK(file_at(set, "bad.py").problem_offset == 5);
  CHECK(file_at(set, "bad.py").problem.starts_with("byte 0xe9 in line 1 is not UTF-8"));
  CHECK(file_at(set, "bom.py").text == "x = 1\n");
  CHECK(file_at(set, "cookie.py").text == "# coding: latin-1\nx = '\xc3\xa9'\n");
  CHECK(file_at(set, "nul.py").text.size() == 3);
  CHECK(file_at(set, "utf16.py").state == ReadState::NotRead);
}

// Links.

TEST_CASE("a file is read once, under its real name; folders behind links are not entered") {
  const Scratch scratch;
  scratch.write("pkg/m.py");
  scratch.write("elsewhere/out.py");
  std::filesystem::create_symlink("m.py", scratch.path("pkg/alias.py"));
  std::filesystem::create_symlink(".", scratch.path("pkg/loop"));
  std::filesystem::create_symlink("self.py", scratch.path("pkg/self.py"));
  std::filesystem::create_symlink("nowhere.py", scratch.path("pkg/dangling.py"));
  std::filesystem::create_symlink("../elsewhere", scratch.path("pkg/outside"));
  std::filesystem::create_symlink("../elsewhere", scratch.path("pkg/folder.py"));
  std::filesystem::create_symlink("../elsewhere/out.py", scratch.path("pkg/one.py"));
  std::filesystem::create_symlink("../elsewhere/out.py", scratch.path("pkg/two.py"));
  const SourceSet set = discovered(scratch.path("pkg"));
  CHECK(paths_of(set) == Paths{"m.py", "one.py", "self.py"});
  CHECK(file_at(set, "self.py").state == ReadState::NotRead); // a loop
  CHECK(reason_for(set, "alias.py") == "the same file as m.py");
  CHECK(reason_for(set, "two.py") == "the same file as one.py");
}

TEST_CASE("hard links are modules of their own; a path given twice is not") {
  const Scratch scratch;
  scratch.write("a.py");
  std::filesystem::create_hard_link(scratch.path("a.py"), scratch.path("b.py"));
  CHECK(paths_of(discovered(scratch.root())) == Paths{"a.py", "b.py"});
  DiscoverOptions options;
  options.paths = {scratch.path("a.py"), scratch.root() + "/./a.py", scratch.root()};
  CHECK(paths_of(discovered(options)) == Paths{"a.py", "b.py"});
}

// Base, roots, names.

TEST_CASE("the base is the folder that is given, a file's folder, or what several have in common") {
  const Scratch scratch;
  scratch.write("p/a/x.py");
  scratch.write("p/b/y.py");
  CHECK(discovered(scratch.path("p/a")).base == scratch.path("p/a"));
  CHECK(discovered(scratch.path("p/a/x.py")).base == scratch.path("p/a"));
  DiscoverOptions options;
  options.paths = {scratch.path("p/a/x.py"), scratch.path("p/b")};
  const SourceSet set = discovered(options);
  CHECK(set.base == scratch.path("p"));
  CHECK(paths_of(set) == Paths{"a/x.py", "b/y.py"});
}

TEST_CASE("a src layout is a root; tests beside it are not in it") {
  const Scratch scratch;
  scratch.write("src/pkg/__init__.py");
  scratch.write("src/pkg/m.py");
  scratch.write("src/space/n.py");
  scratch.write("tests/test_m.py");
  scratch.write("setup.py");
  const SourceSet set = discovered(scratch.root());
  CHECK(set.roots == Paths{"src", "."});
  CHECK(modules_of(set) == std::map<std::string, std::string>{{"setup.py", "setup"},
                                                              {"src/pkg/__init__.py", "pkg"},
                                                              {"src/pkg/m.py", "pkg.m"},
                                                              {"src/space/n.py", "space.n"},
                                                              {"tests/test_m.py", "tests.test_m"}});
  CHECK(file_at(set, "src/pkg/__init__.py").is_package);
}

TEST_CASE("a folder named src that is a package is none") {
  const Scratch scratch;
  scratch.write("src/__init__.py");
  scratch.write("src/m.py");
  const SourceSet set = discovered(scratch.root());
  CHECK(set.roots == Paths{"."});
  CHECK(file_at(set, "src/m.py").module == "src.m");
}

TEST_CASE("a path inside of a package is named from the outermost package on") {
  const Scratch scratch;
  scratch.write("top/__init__.py");
  scratch.write("top/sub/__init__.py");
  scratch.write("top/sub/m.py");
  const SourceSet set = discovered(scratch.path("top/sub"));
  CHECK(set.roots == Paths{"../.."});
  CHECK(modules_of(set) == std::map<std::string, std::string>{{"__init__.py", "top.sub"}, {"m.py", "top.sub.m"}});
  CHECK(file_at(discovered(scratch.path("top/sub/m.py")), "m.py").module == "top.sub.m");
  CHECK(file_at(discovered(scratch.path("top")), "sub/m.py").module == "top.sub.m");
  CHECK(file_at(discovered(scratch.root()), "top/sub/m.py").module == "top.sub.m");
}

TEST_CASE("--root says what names are relative to, and reads all that lies there") {
  const Scratch scratch;
  scratch.write("__init__.py");
  scratch.write("main.py");
  scratch.write("nested/__init__.py");
  scratch.write("nested/m.py");
  DiscoverOptions options;
  options.root = scratch.root();
  options.paths = {scratch.path("main.py")};
  const SourceSet set = discovered(options);
  CHECK(modules_of(set) == std::map<std::string, std::string>{{"__init__.py", "__init__"},
                                                              {"main.py", "main"},
                                                              {"nested/__init__.py", "nested"},
                                                              {"nested/m.py", "nested.m"}});
  CHECK(file_at(set, "main.py").reported);
  CHECK_FALSE(file_at(set, "nested/m.py").reported);
}

TEST_CASE("projects within the package are roots, a setup.py inside of a package starts none") {
  const Scratch scratch;
  scratch.write("packages/one/pyproject.toml");
  scratch.write("packages/one/src/one/__init__.py");
  scratch.write("packages/one/tests/test_one.py");
  scratch.write("packages/two/setup.py");
  scratch.write("packages/two/two.py");
  scratch.write("core/__init__.py");
  scratch.write("core/setup.py");
  const SourceSet set = discovered(scratch.root());
  CHECK(modules_of(set) == std::map<std::string, std::string>{{"core/__init__.py", "core"},
                                                              {"core/setup.py", "core.setup"},
                                                              {"packages/one/src/one/__init__.py", "one"},
                                                              {"packages/one/tests/test_one.py", "tests.test_one"},
                                                              {"packages/two/setup.py", "setup"},
                                                              {"packages/two/two.py", "two"}});
}

TEST_CASE("tests are told by the convention, or by globs") {
  const Scratch scratch;
  for (const char *path :
       {"tests/helper.py", "pkg/test/x.py", "test_a.py", "b_test.py", "conftest.py", "contest.py", "latest/y.py"})
    scratch.write(path);
  const auto tests_in = [](const SourceSet &set) {
    Paths paths;
    for (const SourceFile &file : set.files)
      if (file.is_test)
        paths.push_back(file.path);
    return paths;
  };
  CHECK(tests_in(discovered(scratch.root())) ==
        Paths{"b_test.py", "conftest.py", "pkg/test/x.py", "test_a.py", "tests/helper.py"});
  DiscoverOptions options;
  options.paths = {scratch.root()};
  options.tests = {"latest/**"};
  CHECK(tests_in(discovered(options)) == Paths{"latest/y.py"});
}

// With a ledger.

TEST_CASE("with a ledger the whole package is read, and the paths say what is reported") {
  const Scratch scratch;
  scratch.write("src/pkg/a.py");
  scratch.write("src/pkg/sub/b.py");
  scratch.write("tests/test_a.py");
  DiscoverOptions options;
  options.ledger_folder = scratch.root();
  CHECK(discovered(options).files[0].reported);
  options.paths = {scratch.path("src/pkg/sub")};
  const SourceSet set = discovered(options);
  CHECK(set.base == scratch.root());
  CHECK(paths_of(set) == Paths{"src/pkg/a.py", "src/pkg/sub/b.py", "tests/test_a.py"});
  CHECK_FALSE(set.files[0].reported);
  CHECK(set.files[1].reported);
  CHECK_FALSE(set.files[2].reported);
  CHECK(set.files[1].module == "pkg.sub.b");
}

TEST_CASE("the ledger's roots narrow the package down; its tests and named paths count all the same") {
  const Scratch scratch;
  scratch.write("lib/pkg/a.py");
  scratch.write("tests/test_a.py");
  scratch.write("tools/t.py");
  scratch.write("scripts/s.py");
  DiscoverOptions options;
  options.ledger_folder = scratch.root();
  options.roots = {"lib"};
  CHECK(paths_of(discovered(options)) == Paths{"lib/pkg/a.py"});
  options.tests = {"tests/**"};
  CHECK(paths_of(discovered(options)) == Paths{"lib/pkg/a.py", "tests/test_a.py"});
  options.paths = {scratch.path("tools")};
  const SourceSet set = discovered(options);
  CHECK(paths_of(set) == Paths{"lib/pkg/a.py", "tests/test_a.py", "tools/t.py"});
  CHECK(set.roots == Paths{"lib"});
  CHECK(file_at(set, "lib/pkg/a.py").module == "pkg.a");
  CHECK(file_at(set, "tools/t.py").module == "tools/t.py");
  options.roots = {"lob"};
  CHECK(failure(options).find("the root `lob` is no folder") != std::string::npos);
}

TEST_CASE("with a ledger names do not depend on what the checkout's folder is called") {
  const Scratch scratch;
  scratch.write("checkout/__init__.py");
  scratch.write("checkout/m.py");
  DiscoverOptions options;
  options.ledger_folder = scratch.path("checkout");
  CHECK(file_at(discovered(options), "m.py").module == "m");
}

TEST_CASE("a path outside of the ledger's folder is refused") {
  const Scratch scratch;
  scratch.write("in/a.py");
  scratch.write("out/b.py");
  DiscoverOptions options;
  options.ledger_folder = scratch.path("in");
  options.paths = {scratch.path("out")};
  CHECK(failure(options).find("lies outside of") != std::string::npos);
}

TEST_CASE("a build folder that is named is read with the rest of the package") {
  const Scratch scratch;
  scratch.write("a.py");
  scratch.write("build/b.py");
  DiscoverOptions options;
  options.ledger_folder = scratch.root();
  CHECK(paths_of(discovered(options)) == Paths{"a.py"});
  options.paths = {scratch.path("build")};
  CHECK(paths_of(discovered(options)) == Paths{"a.py", "build/b.py"});
}

// git.

TEST_CASE("git says what is ignored, also from a folder within, and untracked files count") {
  const Scratch scratch;
  git(scratch, {"init", "-q"});
  scratch.write(".gitignore", "ignored/\n*.gen.py\n");
  scratch.write("pkg/.gitignore", "local.py\n");
  scratch.write("pkg/tracked.py");
  git(scratch, {"add", "pkg/tracked.py"});
  scratch.write("pkg/untracked.py");
  scratch.write("pkg/local.py");
  scratch.write("pkg/x.gen.py");
  scratch.write("pkg/a b\n\"c\".py");
  scratch.write("ignored/i.py");
  CHECK(paths_of(discovered(scratch.root())) == Paths{"pkg/a b\n\"c\".py", "pkg/tracked.py", "pkg/untracked.py"});
  CHECK(paths_of(discovered(scratch.path("pkg"))) == Paths{"a b\n\"c\".py", "tracked.py", "untracked.py"});
  DiscoverOptions options;
  options.paths = {scratch.root()};
  options.respect_gitignore = false;
  CHECK(discovered(options).files.size() == 6);
  // What is named is read, ignored or not.
  CHECK(paths_of(discovered(scratch.path("ignored"))) == Paths{"i.py"});
  CHECK(paths_of(discovered(scratch.path("pkg/local.py"))) == Paths{"local.py"});
}

TEST_CASE("a file that git still lists but that is gone is no problem") {
  const Scratch scratch;
  git(scratch, {"init", "-q"});
  scratch.write("a.py");
  scratch.write("gone.py");
  git(scratch, {"add", "."});
  std::filesystem::remove(scratch.path("gone.py"));
  CHECK(paths_of(discovered(scratch.root())) == Paths{"a.py"});
}

TEST_CASE("skipped folders are skipped in git's list too, and a repository within is read") {
  const Scratch scratch;
  git(scratch, {"init", "-q"});
  scratch.write("a.py");
  scratch.write("node_modules/x.py");
  scratch.write("build/b.py");
  scratch.write("inner/m.py");
  git(scratch, {"init", "-q"}, "inner");
  const SourceSet set = discovered(scratch.root());
  CHECK(paths_of(set) == Paths{"a.py", "inner/m.py"});
  CHECK(reason_for(set, "build").starts_with("a build folder"));
}

TEST_CASE("a repository that git refuses is walked, and that is noted") {
  const Scratch scratch;
  scratch.write("a.py");
  scratch.write(".git/HEAD", "nonsense");
  const SourceSet set = discovered(scratch.root());
  CHECK(paths_of(set) == Paths{"a.py"});
  REQUIRE(set.notes.size() == 1);
  CHECK(set.notes[0].starts_with("git could not list the files, so .gitignore does not count: fatal:"));
}

TEST_CASE("without git the folder is walked, and that is noted") {
  const Scratch scratch;
  git(scratch, {"init", "-q"});
  scratch.write("a.py");
  const WithVariable path("PATH", scratch.root().c_str());
  const SourceSet set = discovered(scratch.root());
  CHECK(paths_of(set) == Paths{"a.py"});
  REQUIRE(set.notes.size() == 1);
  CHECK(set.notes[0].find("cannot start `git`") != std::string::npos);
}

TEST_CASE("a repository that belongs to someone else is walked, and that is noted") {
  const Scratch scratch;
  git(scratch, {"init", "-q"});
  scratch.write("a.py");
  const WithVariable other("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
  const SourceSet set = discovered(scratch.root());
  CHECK(paths_of(set) == Paths{"a.py"});
  REQUIRE(set.notes.size() == 1);
  CHECK(set.notes[0].find("dubious ownership") != std::string::npos);
}

TEST_CASE("nothing that the repository configures is run, and nothing of it is written") {
  const Scratch scratch;
  git(scratch, {"init", "-q"});
  scratch.write("a.py");
  const std::string trap = scratch.write("trap.sh", "#!/bin/sh\ntouch '" + scratch.path("sprung") + "'\n");
  chmod(trap.c_str(), 0755);
  git(scratch, {"config", "core.fsmonitor", trap});
  CHECK(paths_of(discovered(scratch.root())) == Paths{"a.py"});
  CHECK_FALSE(std::filesystem::exists(scratch.path("sprung")));
}

TEST_CASE("a hook's variables do not lead git to another repository") {
  const Scratch scratch;
  git(scratch, {"init", "-q"});
  scratch.write("pkg/a.py");
  scratch.write("x.py");
  const WithVariable folder("GIT_DIR", ".git"), index("GIT_INDEX_FILE", "/nonexistent/index");
  const SourceSet set = discovered(scratch.path("pkg"));
  CHECK(paths_of(set) == Paths{"a.py"});
  CHECK(set.notes.empty());
}
