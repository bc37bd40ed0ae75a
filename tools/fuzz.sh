#!/usr/bin/env bash
# Runs every fuzz target of the given packages for the given time, one after the other, and stops at the first failure.
set -euo pipefail

if (($# < 2)); then
  echo "usage: ${0##*/} TIME PACKAGE..., such as 30s ./...; got $*" >&2
  exit 2
fi
readonly time=$1
shift

targets=0
while read -r package dir; do
  while read -r target; do
    echo "== $package $target for $time"
    go test "$package" -run '^$' -fuzz "^$target\$" -fuzztime "$time"
    targets=$((targets + 1))
  done < <(grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go 2>/dev/null | sed 's/^func //' | LC_ALL=C sort)
done < <(go list -f '{{.ImportPath}} {{.Dir}}' "$@")
echo "fuzz targets run: $targets"
