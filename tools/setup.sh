#!/usr/bin/env bash
# Installs what the build needs (setup.sh) and what the checks need as well (setup.sh --checks), with apt, and only what
# is missing. With nothing missing it asks no index and takes a few milliseconds.
set -euo pipefail

# package:probe, where the probe is a command, a file, or nothing for a package that only dpkg can tell of.
build=(
  g++:c++ cmake:cmake ninja-build:ninja make:make git:git python3:python3 nodejs:node npm:npm ccache:ccache
  libcli11-dev:/usr/include/CLI/CLI.hpp libtomlplusplus-dev:/usr/include/toml++/toml.h
  libfmt-dev:/usr/include/fmt/format.h libxxhash-dev:/usr/include/xxhash.h
  nlohmann-json3-dev:/usr/include/nlohmann/json.hpp doctest-dev:/usr/include/doctest/doctest.h
)
checks=(clang:clang++ clang-format:clang-format clang-tidy:run-clang-tidy libc++-dev: libc++abi-dev: llvm:llvm-symbolizer)

is_there() {
  local package=${1%%:*} probe=${1#*:}
  case $probe in
  '') [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ;;
  /*) [[ -e $probe ]] ;;
  *) command -v "$probe" >/dev/null ;;
  esac
}

# The sanitizer runtimes are a package with clang's version in its name.
has_clang_runtime() { [[ -e $(clang++ -print-file-name="libclang_rt.fuzzer-$(uname -m).a" 2>/dev/null) ]]; }

wanted=("${build[@]}")
[[ ${1-} == --checks ]] && wanted+=("${checks[@]}")
missing=()
for item in "${wanted[@]}"; do
  is_there "$item" || missing+=("${item%%:*}")
done
needs_runtime=false
if [[ ${1-} == --checks ]] && ! has_clang_runtime; then
  needs_runtime=true
fi
if [[ ${#missing[@]} -eq 0 && $needs_runtime == false ]]; then
  exit 0
fi

if ! command -v apt-get >/dev/null; then
  echo "setup: missing here: ${missing[*]} (names of Debian's packages); this script installs with apt-get only" >&2
  exit 2
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then
  as_root=(sudo)
fi

SECONDS=0
echo "setup: reading the package index"
"${as_root[@]}" apt-get update -qq
if [[ $needs_runtime == true ]]; then
  missing+=("libclang-rt-$(apt-cache depends clang | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p')-dev")
fi
echo "setup: installing ${missing[*]} (about a minute)"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  -o Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null
echo "setup: done in $SECONDS s"
