#!/usr/bin/env bash
# Looks for known weaknesses in the code that battleshipd and the relayer link, and in the packages that the page serves.
# It fails if there is a finding, or if a database cannot be reached: docs/releasing.md lists the findings that do not
# apply. GOVULNDB names another database of Go, such as file:///path/to/vulndb/data/osv.
# Run it from the root of the repository, through `make audit`.
set -uo pipefail

readonly govulncheck=$PWD/build/tools/govulncheck
database=()
[[ -z ${GOVULNDB-} ]] || database=(-db "$GOVULNDB")
failed=()

# check NAME COMMAND... runs one check.
check() {
  printf '\n==> %s\n' "$1"
  "${@:2}" || failed+=("$1")
}

check battleshipd "$govulncheck" "${database[@]}" ./cmd/battleshipd
check 'the relayer' "$govulncheck" -C tools/relayer "${database[@]}" .
check 'the page' npm --prefix web audit --omit=dev
echo
if ((${#failed[@]})); then
  printf 'findings, or no answer: %s\n' "${failed[@]}"
  exit 1
fi
echo 'no findings'
