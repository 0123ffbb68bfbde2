// toml++, the same in both files that include it: this room's loader and the ledger's reader.
//
// toml++ 3.3 asserts that a key begins like one before it looks whether it does, so bytes from outside could stop the
// program (`[[[`). Behind the assertion stands the check itself, which reports an error.
#pragma once

#define TOML_ASSERT(condition) static_assert(true)
#ifndef TOML_EXCEPTIONS
#define TOML_EXCEPTIONS 0
#endif

#include <toml++/toml.h>
