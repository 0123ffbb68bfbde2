#!/usr/bin/env bash
# fuzz/run.sh TARGET SECONDS: fuzzes build/asan/TARGET from the corpus files of its kind. What crashes it is kept in
# build/fuzz/crashes/; what widens its coverage in build/fuzz/found/, where the next run starts.
set -euo pipefail
cd "$(dirname "$0")/.."

target=$1
seconds=$2
case $target in
fuzz_ledger) suffix=toml ;;
*) suffix=py ;;
esac
seeds=build/fuzz/seeds/$target
found=build/fuzz/found/$target
rm -rf "$seeds"
mkdir -p "$seeds" "$found" build/fuzz/crashes

# One flat folder: libFuzzer names its inputs itself, and cases in different folders share names.
number=0
while IFS= read -r -d '' file; do
  number=$((number + 1))
  cp "$file" "$seeds/$number.$suffix"
done < <(find tests/corpus examples -name "*.$suffix" -print0 2>/dev/null)
echo "$target: $number seeds, $seconds s"

# The seed of the random numbers is fixed, so that two runs in CI look at much the same inputs.
exec "build/asan/$target" -seed=1 -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -max_len=16384 \
  -print_final_stats=1 -artifact_prefix="build/fuzz/crashes/$target-" "$found" "$seeds"
