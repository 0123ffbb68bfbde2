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

sarif=$RUNNER_TEMP/decode-ledger.sarif
status=0
"$PROGRAM" check --format sarif --output "$sarif" "${arguments[@]}" || status=$?
if [[ $status -gt 1 ]]; then
  exit "$status"
fi

if [[ ${ANNOTATIONS-} == true ]]; then
  # The summary is an input of its own; this format would write one where the variable is set.
  env -u GITHUB_STEP_SUMMARY "$PROGRAM" check --quiet --format github "${arguments[@]}" || [[ $? -eq 1 ]]
fi
if [[ ${SUMMARY-} == true ]]; then
  "$PROGRAM" check --quiet --format markdown "${arguments[@]}" >>"$GITHUB_STEP_SUMMARY" || [[ $? -eq 1 ]]
fi
{
  echo "sarif=$sarif"
  echo "status=$status"
} >>"$GITHUB_OUTPUT"
