#!/usr/bin/env bash
# Runs `go test` with the given arguments, shows its output as it comes, and sums it up at the end.
# The output also stays in build/test.log.
set -uo pipefail

# Chains in tests leave much behind: collecting it half as often saves a sixth of the time.
export GOGC=${GOGC:-400} GOMEMLIMIT=${GOMEMLIMIT:-3GiB}

mkdir -p build
start=$SECONDS
cores=$(getconf _NPROCESSORS_ONLN)
# The linter vets. Linking without debugging information takes half as long. Many tests wait most of the time: more of
# them run at once than there are cores.
go test -vet=off -ldflags='-s -w' -parallel $((cores < 6 ? 6 : cores)) "$@" 2>&1 | tee build/test.log
status=${PIPESTATUS[0]}

echo
awk -v seconds=$((SECONDS - start)) '
  /^ok[ \t]/ { ok++ }
  /^FAIL[ \t]/ { failed[$2] }
  /no test files/ { none++ }
  END {
    for (name in failed) { print "failed: " name; bad++ }
    printf "packages: %d ok, %d failed, %d without tests; %d s\n", ok, bad, none, seconds
  }' build/test.log
exit "$status"
