#!/usr/bin/env bash
# Looks for known weaknesses in battleshipd and in the relayer, as they are linked, and in the packages that the page
# serves. It fails if there is a finding, or if a database cannot be reached: docs/releasing.md lists the findings that do
# not apply. GOVULNDB names another database of Go, such as file:///path/to/vulndb/data/osv in a clone of golang/vulndb.
# Run it from the root of the repository, through `make audit`, which builds what it needs.
set -uo pipefail

database=()
if [[ -n ${GOVULNDB-} ]]; then
  database=(-db "$GOVULNDB")
fi
failed=()

# check NAME COMMAND... runs one check.
check() {
  printf '\n==> %s\n' "$1"
  "${@:2}" || failed+=("$1")
}

check battleshipd build/tools/govulncheck "${database[@]}" -mode binary build/battleshipd
check 'the relayer' build/tools/govulncheck "${database[@]}" -mode binary build/relayer
if command -v npm >/dev/null; then
  check 'the page' npm --prefix web audit --omit=dev
else
  failed+=('the page: there is no npm')
fi

echo
if ((${#failed[@]})); then
  printf 'findings, or no answer: %s\n' "${failed[@]}"
  exit 1
fi
echo 'no findings'
