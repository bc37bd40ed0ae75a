#!/usr/bin/env bash
# Runs the tests that docs/threat-model.md names, and prints a line for each package. It fails if one of them fails or
# does not exist. The logs stay in build/attacks.
# Run it from the root of the repository, through `make attacks`.
set -uo pipefail

readonly logs=build/attacks
rm -rf "$logs"
mkdir -p "$logs"
status=0
total=0

tests=$(grep -o '\[Test[A-Za-z0-9_]*\](\.\./[a-z0-9/_]*)' docs/threat-model.md |
  sed -E 's|\[(.*)\]\(\.\./(.*)\)|\2 \1|' | sort -u)
for package in $(cut -d ' ' -f 1 <<<"$tests" | uniq); do
  names=$(sed -n "s|^$package ||p" <<<"$tests")
  expected=$(wc -l <<<"$names")
  log=$logs/${package//\//_}.log start=$SECONDS verdict=ok
  if ! go test "./$package" -run "^($(paste -sd '|' <<<"$names"))\$" -count 1 -v >"$log" 2>&1; then
    verdict=FAILED
  elif passed=$(grep -c '^--- PASS: ' "$log"); ((passed != expected)); then
    verdict="FAILED: $passed of $expected tests passed"
  fi
  printf '%5d s  %3d tests  %s: %s\n' "$((SECONDS - start))" "$expected" "$package" "$verdict"
  total=$((total + expected))
  if [[ $verdict != ok ]]; then
    tail -n 40 "$log"
    status=1
  fi
done
printf 'attacks: %d tests, %s\n' "$total" "$([[ $status == 0 ]] && echo all passed || echo FAILED)"
exit "$status"
