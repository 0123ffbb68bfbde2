#!/usr/bin/env bash
# make demo: build, then check the example package of this repository as its CI would.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/build.sh release
echo
echo '$ decode-ledger check'
status=0
build/release/decode-ledger check || status=$?
echo
echo "In CI this run would have ended with exit status $status (0 nothing to mend, 1 findings, 2 could not do its job)."
[[ $status -le 1 ]]
