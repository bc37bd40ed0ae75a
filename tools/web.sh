#!/usr/bin/env bash
# Generates the TypeScript of the messages that the page in web/ sends and reads, and what its tests compare that with. With
# --check nothing is written to the tree, but the script fails if that, or the built page, differs from what is there.
# Run it from the root of the repository, through `make web-proto` or `make web-check`, which build and install what it needs.
set -euo pipefail

readonly template=web/buf.gen.yaml
readonly trees=(web/packages/client/src/gen web/packages/client/test/gen)
readonly page=web/dist
readonly scratch=build/_web

generate() { build/tools/buf generate --template "$template" "$@"; }

case "${1-}" in
  '')
    generate
    ;;
  --check)
    rm -rf "$scratch"
    generate -o "$scratch"
    for tree in "${trees[@]}"; do
      if ! diff -r "$tree" "$scratch/$tree" >"$scratch/diff"; then
        head -n 20 "$scratch/diff" >&2
        echo "$tree differs from proto/; run make web-proto" >&2
        exit 1
      fi
    done
    npm --prefix web run --silent build -- --outDir "$PWD/$scratch/$page" --emptyOutDir --logLevel warn
    if ! diff -rq "$page" "$scratch/$page" >&2; then
      echo "$page differs from web/src; run make web" >&2
      exit 1
    fi
    ;;
  *)
    echo "usage: ${0##*/} [--check]; got $1" >&2
    exit 2
    ;;
esac
