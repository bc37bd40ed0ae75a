#!/usr/bin/env bash
# Plants bugs, one at a time, in the packages given as arguments, and runs each package's own tests: a mutant that they do
# not notice is printed. The reports stay in build/mutants.
# Run it from the root of the repository, through `make mutants`.
set -uo pipefail

readonly gremlins=$PWD/build/tools/gremlins reports=$PWD/build/mutants
rm -rf "$reports"
mkdir -p "$reports"

# The tool copies the whole module for its work: a clone has no builds and no modules of Node.
clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
git clone --quiet --depth 1 "file://$PWD" "$clone" || exit 1
cd "$clone" || exit 1

planted=0
unnoticed=0
for package in "$@"; do
  name=${package#./} log=$reports/${package//[.\/]/_}.log start=$SECONDS
  if ! "$gremlins" unleash "./$name" --workers 1 --timeout-coefficient 30 >"$log" 2>&1; then
    tail -n 20 "$log"
    exit 1
  fi
  caught=$(grep -cE '^ *(KILLED|TIMED OUT) ' "$log")
  lived=$(grep -cE '^ *LIVED ' "$log")
  missed=$(grep -cE '^ *NOT COVERED ' "$log")
  printf '%5d s  %-22s %4d caught, %3d unnoticed, %3d in code that its tests do not run\n' \
    "$((SECONDS - start))" "$name" "$caught" "$lived" "$missed"
  sed -nE "s|^ *LIVED +|         $name: |p" "$log"
  planted=$((planted + caught + lived))
  unnoticed=$((unnoticed + lived))
done
printf 'mutants: %d planted, %d unnoticed\n' "$planted" "$unnoticed"
