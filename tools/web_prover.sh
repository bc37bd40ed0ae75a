#!/usr/bin/env bash
# Builds the prover of the page in web/: game/zk as WebAssembly, and the script of Go that loads it. Both are committed, and
# built anew only if the sources they are made of have changed: the program's own, or the versions of its modules.
# With --check nothing is written; the script fails if what is committed is made of other sources, or if the same Go builds
# something else of them.
# Run it from the root of the repository, through `make web` or `make web-check`.
set -euo pipefail

readonly program=./web/prover/wasm
readonly packed=web/public/prover/prover.wasm.gz
readonly loader=web/packages/client/src/prover/wasm_exec.js
readonly record=web/prover/built.txt
readonly scratch=build/_prover.wasm

export GOOS=js GOARCH=wasm GOFLAGS='' GOWORK=off GOEXPERIMENT='' GOWASM='' LC_ALL=C

# What the program is made of: its own files by their hashes, modules by their versions.
sources() {
  local format='{{if .Module}}{{if .Module.Main}}{{$dir := .Dir}}'
  format+='{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{range .EmbedFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}'
  format+='{{else}}module {{.Module}}{{"\n"}}{{end}}{{end}}'
  local list
  list=$(go list -deps -f "$format" "$program" | sed "s|^$PWD/||" | sort -u)
  {
    grep '^module ' <<<"$list"
    grep -v -e '^module ' -e '^$' <<<"$list" | xargs sha256sum
  } | sha256sum | cut -d ' ' -f 1
}

build() { go build -trimpath -buildvcs=false -ldflags '-s -w' -o "$scratch" "$program"; }
hash() { sha256sum | cut -d ' ' -f 1; }
recorded() { sed -n "s/^$1 //p" "$record" 2>/dev/null || true; }

is=$(sources)
version=$(go env GOVERSION)

case "${1-}" in
  '')
    [[ $(recorded sources) != "$is" ]] || exit 0
    build
    mkdir -p "${packed%/*}" "${loader%/*}"
    gzip -9nc "$scratch" >"$packed"
    cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$loader"
    printf '%s\n' "go $version" "sources $is" "program $(hash <"$scratch")" >"$record"
    ;;
  --check)
    if [[ $(recorded sources) != "$is" || $(recorded program) != $(gzip -dc "$packed" | hash) ]]; then
      echo "$packed is not made of the sources that are here; run make web" >&2
      exit 1
    fi
    if [[ $(recorded go) != "$version" ]]; then
      echo "skipped: to build $packed anew and compare, for it was built with $(recorded go), and this is $version"
      exit
    fi
    build
    if [[ $(recorded program) != $(hash <"$scratch") ]] || ! cmp -s "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$loader"; then
      echo "$packed or $loader is not what $version makes of the sources; remove $record and run make web" >&2
      exit 1
    fi
    ;;
  *)
    echo "usage: ${0##*/} [--check]; got $1" >&2
    exit 2
    ;;
esac
