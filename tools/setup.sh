#!/usr/bin/env bash
# Installs what the build needs (setup.sh) and what the checks need as well (setup.sh --checks), with apt, and only what
# is missing. With nothing missing it asks no index and takes a few milliseconds.
set -euo pipefail

llvm_versions=(16 17 18 19 20 21) # the ones that cmake/clang_toolchain.cmake takes

# Prints the first of the versions that is installed, or nothing.
installed_llvm() {
  local version
  for version in "${llvm_versions[@]}"; do
    if command -v "clang++-$version" >/dev/null; then
      echo "$version"
      return
    fi
  done
}

# Prints the first of the versions that apt has, or nothing.
offered_llvm() {
  local version
  for version in "${llvm_versions[@]}"; do
    if apt-cache show "clang-$version" >/dev/null 2>&1; then
      echo "$version"
      return
    fi
  done
}

# Prints `package:probe` words; the probe is a command, a file, or nothing for a package that only dpkg can tell of.
wanted() {
  local llvm=$1
  echo g++:c++ cmake:cmake ninja-build:ninja make:make git:git python3:python3 nodejs:node npm:npm ccache:ccache \
    libcli11-dev:/usr/include/CLI/CLI.hpp libtomlplusplus-dev:/usr/include/toml++/toml.h \
    libjemalloc-dev:/usr/include/jemalloc/jemalloc.h libfmt-dev:/usr/include/fmt/format.h \
    libxxhash-dev:/usr/include/xxhash.h \
    nlohmann-json3-dev:/usr/include/nlohmann/json.hpp doctest-dev:/usr/include/doctest/doctest.h
  if [[ $checks == true ]]; then
    echo "clang-$llvm:clang++-$llvm" "clang-tidy-$llvm:run-clang-tidy-$llvm" "libc++-$llvm-dev:" "libc++abi-$llvm-dev:" \
      "libclang-rt-$llvm-dev:" "llvm-$llvm:llvm-symbolizer-$llvm" clang-format:clang-format chromium:chromium \
      python3-venv: python3-yaml: pre-commit:pre-commit file:file zsh:zsh fish:fish shellcheck:shellcheck mandoc:mandoc \
      dpkg-dev:dpkg-shlibdeps cmark-gfm:cmark-gfm libxml2-utils:xmllint
  fi
}

is_there() {
  local package=${1%%:*} probe=${1#*:}
  case $probe in
  '') [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ;;
  /*) [[ -e $probe ]] ;;
  *) command -v "$probe" >/dev/null ;;
  esac
}

# Sets `missing` to the packages that are not there.
find_missing() {
  local item
  missing=()
  for item in $(wanted "$1"); do
    is_there "$item" || missing+=("${item%%:*}")
  done
}

checks=false
[[ ${1-} == --checks ]] && checks=true
llvm=$(installed_llvm)
find_missing "${llvm:-${llvm_versions[0]}}"
if [[ ${#missing[@]} -eq 0 ]]; then
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
if [[ $checks == true && -z $llvm ]]; then
  llvm=$(offered_llvm)
  if [[ -z $llvm ]]; then
    echo "setup: apt offers none of clang ${llvm_versions[*]}, and the checks need one of them" >&2
    exit 2
  fi
  find_missing "$llvm"
fi
echo "setup: installing ${missing[*]} (about a minute)"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  -o Dpkg::Use-Pty=0 "${missing[@]}" >/dev/null
echo "setup: done in $SECONDS s"
