#!/usr/bin/env bash
# Writes the corpus's snapshots anew, all of them or those of the rooms and cases named. Read the diff, and commit it
# with the change that caused it.
#
#     tools/update_snapshots.sh
#     tools/update_snapshots.sh tests/corpus/guards
#     tools/update_snapshots.sh tests/corpus/parser/match_statement
set -euo pipefail
cd "$(dirname "$0")/.."

UPDATE_SNAPSHOTS=1 tests/corpus/run.py "$@" || true
git status --short -- 'tests/corpus/**/*.snap'
