#!/usr/bin/env bash
# Lints the protobuf definitions and generates Go code, REST gateway and OpenAPI document from them.
# With --lint nothing is generated; with --check nothing is written to the tree, but the script fails if what it would
# write differs from what is there.
# Run it from the root of the repository, through `make proto`, `make lint` or `make proto-check`, which build the pinned
# tools first.
set -euo pipefail

readonly tools=build/tools
readonly third_party=build/proto
# Go ignores folders that begin with an underscore, so the intermediate files are no package of ours.
readonly generated=build/_proto
readonly module=github.com/battleship-chain/battleship

readonly types=x/battleship/types
readonly openapi=docs/openapi/battleship.swagger.json

# import_protos MODULE FOLDER PATH... copies files below FOLDER of a Go module, in the version that go.mod pins, into the
# workspace. So the imported definitions are always those of the linked code, and the buf registry is not needed.
import_protos() {
  local dir path
  dir=$(go list -m -f '{{.Dir}}' "$1")
  if [[ -z $dir ]]; then
    go mod download "$1"
    dir=$(go list -m -f '{{.Dir}}' "$1")
  fi
  dir+=/$2
  shift 2
  for path in "$@"; do
    install -D -m 0644 "$dir/$path" "$third_party/$path"
  done
}

# lint checks the definitions and their formatting, with everything they import.
lint() {
  rm -rf "$third_party"
  mkdir -p "$third_party"
  import_protos github.com/cosmos/gogoproto . gogoproto/gogo.proto
  import_protos github.com/cosmos/cosmos-proto proto cosmos_proto/cosmos.proto
  import_protos github.com/cosmos/cosmos-sdk proto amino/amino.proto cosmos/msg/v1/msg.proto \
    cosmos/base/v1beta1/coin.proto cosmos/base/query/v1beta1/pagination.proto
  import_protos github.com/grpc-ecosystem/grpc-gateway third_party/googleapis \
    google/api/annotations.proto google/api/http.proto

  "$tools/buf" lint proto
  "$tools/buf" format --diff --exit-code proto
}

# generate leaves the output in $generated/out, laid out as in the tree.
generate() {
  rm -rf "$generated"
  mkdir -p "$generated/out/$types" "$generated/out/${openapi%/*}"
  "$tools/buf" generate
  mv "$generated/$module/$types"/* "$generated/out/$types/"
  # The merged document is named after whichever file came first; give it the name of the chain's API.
  sed -e 's|"title": "battleship/v1/[a-z]*\.proto"|"title": "Battleship"|' \
    -e 's|"version": "version not set"|"version": "v1"|' \
    "$generated/battleship.swagger.json" >"$generated/out/$openapi"
}

# in_tree lists the generated files below its argument that are, or would be, in the tree.
in_tree() {
  (cd "$1" && find "$types" "$openapi" -name '*.pb.go' -o -name '*.pb.gw.go' -o -name '*.swagger.json') | LC_ALL=C sort
}

# check compares the output with the tree.
check() {
  local path status=0
  while read -r path; do
    if ! diff -u "$path" "$generated/out/$path" >"$generated/diff" 2>&1; then
      echo "$path is not what proto/ says; run make proto" >&2
      head -n 20 "$generated/diff" >&2
      status=1
    fi
  done < <(sort -u <(in_tree .) <(in_tree "$generated/out"))
  return "$status"
}

# write replaces what is in the tree by the output.
write() {
  in_tree . | xargs rm -f
  cp -r "$generated/out/." .
}

case "${1-}" in
  '')
    lint
    generate
    write
    ;;
  --lint)
    lint
    ;;
  --check)
    lint
    generate
    check
    ;;
  *)
    echo "usage: ${0##*/} [--lint | --check]; got $1" >&2
    exit 2
    ;;
esac
