#!/usr/bin/env bash
# One check, told three times: SARIF for code scanning, annotations for the change, Markdown for the step summary.
# It ends with 0 when there are findings, so that they can be uploaded; the action's last step ends with `status`.
set -euo pipefail

arguments=()
[[ -n ${LEDGER-} ]] && arguments+=(--ledger "$LEDGER")
[[ ${STRICT-} == true ]] && arguments+=(--strict)
if [[ ${FAIL_ON-} == never ]]; then
  arguments+=(--exit-zero)
elif [[ -n ${FAIL_ON-} ]]; then
  arguments+=(--fail-on "$FAIL_ON")
fi
arguments+=(--)
while IFS= read -r path; do
  [[ -n $path ]] && arguments+=("$path")
done <<<"${PATHS-}"

# Sets `status`, and ends the step when the program could not do its job.
status=0
check() {
  status=0
  "$PROGRAM" check "$@" "${arguments[@]}" || status=$?
  [[ $status -le 1 ]] || exit "$status"
}

# The format for annotations writes the summary as well, from the same analysis, where a variable names the file.
[[ ${SUMMARY-} == true ]] || GITHUB_STEP_SUMMARY=""
if [[ ${ANNOTATIONS-} == true ]]; then
  check --quiet --format github
elif [[ ${SUMMARY-} == true ]]; then
  check --quiet --format markdown >>"$GITHUB_STEP_SUMMARY"
fi
sarif=$RUNNER_TEMP/decode-ledger.sarif
check --format sarif --output "$sarif"
{
  echo "sarif=$sarif"
  echo "status=$status"
} >>"$GITHUB_OUTPUT"
