#!/usr/bin/env bash
# tools/draw_page.sh: takes docs/inventory.png, the picture of the page in the README, anew from the example package.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh --checks
tools/build.sh release
page=$(mktemp --suffix .html)
trap 'rm -f "$page"' EXIT
build/release/decode-ledger inventory --quiet --format html examples > "$page"
python3 -c 'import sys; sys.path.insert(0, "tests/harness"); from npm_modules import npm_modules; npm_modules("tests/page")'
node tests/page/picture.mjs "$page" docs/inventory.png "$(command -v chromium)"
