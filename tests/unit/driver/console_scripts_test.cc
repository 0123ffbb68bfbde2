#include "driver/console_scripts.h"

#include <doctest/doctest.h>

using decode_ledger::driver::console_scripts_in;
using Names = std::vector<std::string>;

TEST_CASE("pyproject.toml: quoted or not, sorted, without twins") {
  CHECK(console_scripts_in("[project.scripts]\nb = \"pkg.cli:main\"\na = 'pkg.app:run'\nc = \"pkg.cli:main\"\n") ==
        Names{"pkg.app.run", "pkg.cli.main"});
}

TEST_CASE("setup.cfg and setup.py") {
  CHECK(console_scripts_in("[options.entry_points]\nconsole_scripts =\n    tool = pkg.cli:main\n") ==
        Names{"pkg.cli.main"});
  CHECK(console_scripts_in("entry_points={'console_scripts': ['tool=pkg.cli:main']}") == Names{"pkg.cli.main"});
}

TEST_CASE("what has no name on both sides of a colon behind an equals sign is none") {
  CHECK(console_scripts_in("url = \"https://example.org/a:b\"\n").empty());
  CHECK(console_scripts_in("x: y\nname = pkg\n:\n").empty());
  CHECK(console_scripts_in("").empty());
}
