#!/usr/bin/env bash
# Gives later steps the program: BINARY when it is set, what the cache had, or the action's own source compiled.
set -euo pipefail

prefix=$RUNNER_TEMP/decode-ledger
program=$prefix/bin/decode-ledger
if [[ -n ${BINARY-} ]]; then
  program=$(realpath -- "$BINARY")
elif [[ ! -x $program ]]; then
  cd "$GITHUB_ACTION_PATH"
  tools/setup.sh
  cmake --preset static >/dev/null
  cmake --build --preset static -- --quiet
  cmake --install build/static --strip --prefix "$prefix" >/dev/null
fi

"$program" --version
dirname -- "$program" >>"$GITHUB_PATH"
echo "program=$program" >>"$GITHUB_OUTPUT"
