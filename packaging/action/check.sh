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

# Sets `status`, and ends the step when the program could not do its job. The summary is an input of its own, so the
# program, whose format for annotations would write one by itself, does not hear of it.
status=0
check() {
  status=0
  env -u GITHUB_STEP_SUMMARY "$PROGRAM" check "$@" "${arguments[@]}" || status=$?
  [[ $status -le 1 ]] || exit "$status"
}

if [[ ${ANNOTATIONS-} == true ]]; then
  check --quiet --format github
fi
if [[ ${SUMMARY-} == true ]]; then
  check --quiet --format markdown >>"$GITHUB_STEP_SUMMARY"
fi
sarif=$RUNNER_TEMP/decode-ledger.sarif
check --format sarif --output "$sarif"
{
  echo "sarif=$sarif"
  echo "status=$status"
} >>"$GITHUB_OUTPUT"
