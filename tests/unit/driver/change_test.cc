#include "driver/change.h"

#include <doctest/doctest.h>

using namespace decode_ledger::driver;

namespace {

constexpr const char *kDiff = R"(diff --git a/pkg/a.py b/pkg/b.py
similarity index 90%
rename from pkg/a.py
rename to pkg/b.py
index 1111111..2222222 100644
--- a/pkg/a.py
+++ b/pkg/b.py
@@ -2,5 +2,6 @@ def f():
 two
 three
--- a/pkg/not-a-name.py
+++ b/neither.py
+added
 five
 six
@@ -20 +20,0 @@ def g():
-gone
\ No newline at end of file
diff --git "a/new\nline \303\274.py" "b/new\nline \303\274.py"
new file mode 100644
index 0000000..3333333
--- /dev/null
+++ "b/new\nline \303\274.py"
@@ -0,0 +1,2 @@
+one
+two
diff --git a/gone it.py b/gone it.py
deleted file mode 100644
--- a/gone it.py	
+++ /dev/null
@@ -1 +0,0 @@
-x
)";

} // namespace

TEST_CASE("a diff's files, hunks and lines") {
  const std::vector<FileChange> files = parse_diff(kDiff);
  REQUIRE(files.size() == 3);
  CHECK(files[0].old_path == "pkg/a.py");
  CHECK(files[0].path == "pkg/b.py");
  REQUIRE(files[0].hunks.size() == 2);
  CHECK(files[0].hunks[0].lines.size() == 6);
  CHECK(files[0].hunks[1].lines.empty());
  CHECK(files[1].path == "new\nline ü.py");
  CHECK(files[1].old_path.empty());
  CHECK(files[2].path.empty());
  CHECK(files[2].old_path == "gone it.py");
  CHECK(parse_diff("").empty());
  CHECK(parse_diff("@@ -1 +1 @@\n-a\n+b\n").empty());
  CHECK(parse_diff("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n cut").size() == 1);
}

TEST_CASE("where a line was before the change") {
  const FileChange file = parse_diff(kDiff)[0];
  CHECK(file.old_line(1) == 1);
  CHECK(file.old_line(3) == 3);
  CHECK(file.old_line(4) == 0);
  CHECK(file.is_added(5));
  CHECK_FALSE(file.is_added(6));
  CHECK(file.old_line(6) == 5);
  CHECK(file.old_line(8) == 7);
  CHECK(file.old_line(20) == 19);
  CHECK(file.old_line(21) == 21);
  CHECK(file.old_line(22) == 22);
  CHECK(file.shows_together(2, 7));
  CHECK_FALSE(file.shows_together(2, 8));
  CHECK(parse_diff(kDiff)[1].old_line(1) == 0);
}
