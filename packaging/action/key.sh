#!/usr/bin/env bash
# What the program is made of, as a hash: the name under which the action keeps the program that it compiled.
set -euo pipefail
cd "$GITHUB_ACTION_PATH"

key=$(find CMakeLists.txt CMakePresets.json cmake src knowledge docs/rules grammars/package-lock.json -type f -print0 |
  LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-20)
echo "key=$key" >>"$GITHUB_OUTPUT"
