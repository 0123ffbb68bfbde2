#!/usr/bin/env bash
# Comments on the lines that the pull request changed. A checkout of one commit does not know where it left BASE, so the
# history is fetched then.
set -euo pipefail

if ! git merge-base "$BASE" HEAD >/dev/null 2>&1; then
  deeper=()
  [[ $(git rev-parse --is-shallow-repository) == true ]] && deeper=(--unshallow)
  git fetch --quiet --no-tags "${deeper[@]}" origin "$BASE"
fi
arguments=()
[[ -n ${LEDGER-} ]] && arguments+=(--ledger "$LEDGER")
[[ ${STRICT-} == true ]] && arguments+=(--strict)
# Into a file: a line of text in the log could start with `::`, as a file's name may, and be taken for a command.
"$PROGRAM" review --quiet --base "$BASE" --post --format github-review --output "$RUNNER_TEMP/decode-ledger-review.json" \
  "${arguments[@]}" || [[ $? -eq 1 ]]
