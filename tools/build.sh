#!/usr/bin/env bash
# tools/build.sh PRESET: configure once, build, and say how long it took.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
SECONDS=0
echo "build: $preset (the first time takes about four minutes on 2 cores)"
if [[ ! -e build/$preset/build.ninja ]]; then
  cmake --preset "$preset" >/dev/null
fi
cmake --build --preset "$preset" -- --quiet
echo "build: done in $SECONDS s"
