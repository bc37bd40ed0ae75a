#!/usr/bin/env bash
# Lints the protobuf definitions and generates Go code, REST gateway and OpenAPI documents from them.
# With --lint nothing is generated; with --check nothing is written to the tree, but the script fails if what it would
# write differs from what is there, or if the definitions break clients of the last release; with --export it writes all definitions into build/proto-export, for other languages.
# Run it from the root of the repository, through `make proto`, `make lint`, `make proto-check` or `make proto-export`,
# which build the pinned tools first.
set -euo pipefail

readonly tools=build/tools
# What we import, and what clients need beside our own messages, copied from the Go modules that go.mod pins. So the
# definitions are always those of the linked code, a fresh clone has all of them, and the buf registry is not needed.
readonly third_party=third_party/proto
readonly for_clients=(
  cosmos/auth/v1beta1/query.proto
  cosmos/bank/v1beta1/query.proto
  cosmos/bank/v1beta1/tx.proto
  cosmos/base/node/v1beta1/query.proto
  cosmos/base/tendermint/v1beta1/query.proto
  cosmos/crypto/secp256k1/keys.proto
  cosmos/feegrant/v1beta1/feegrant.proto
  cosmos/feegrant/v1beta1/tx.proto
  cosmos/tx/v1beta1/service.proto
)
# Go ignores folders that begin with an underscore, so the intermediate files are no package of ours.
readonly generated=build/_proto
readonly export=build/proto-export
readonly module=github.com/battleship-chain/battleship

readonly types=x/battleship/types
# The example has messages of its own, which are no part of the chain's API.
readonly example=examples/wager
readonly openapi=docs/openapi/battleship.swagger.json
readonly openapi3=docs/openapi/battleship.openapi3.json

# module_dir MODULE prints the folder of a Go module in the version that go.mod pins.
module_dir() {
  local dir
  dir=$(go list -m -f '{{.Dir}}' "$1")
  if [[ -z $dir ]]; then
    go mod download "$1"
    dir=$(go list -m -f '{{.Dir}}' "$1")
  fi
  echo "$dir"
}

# imports prints the paths that definitions import.
imports() { sed -n -E 's/^import +(public +)?"([^"]+)";.*/\2/p' "$@"; }

# import_protos TARGET copies into it what ours and for_clients import, and what that imports in turn. Definitions below
# google/protobuf come with every compiler.
import_protos() {
  local target=$1 path root queue
  local roots=(
    "$(module_dir github.com/cosmos/cosmos-sdk)/proto"
    "$(module_dir github.com/cometbft/cometbft)/proto"
    "$(module_dir github.com/cosmos/cosmos-proto)/proto"
    "$(module_dir github.com/cosmos/gogoproto)"
    "$(module_dir github.com/grpc-ecosystem/grpc-gateway)/third_party/googleapis"
  )
  mapfile -t queue < <(imports $(find proto -name '*.proto'))
  queue+=("${for_clients[@]}")
  while ((${#queue[@]})); do
    path=${queue[0]}
    queue=("${queue[@]:1}")
    if [[ $path == google/protobuf/* || -f proto/$path || -f $target/$path ]]; then
      continue
    fi
    for root in "${roots[@]}"; do
      if [[ -f $root/$path ]]; then
        install -D -m 0644 "$root/$path" "$target/$path"
        mapfile -t -O "${#queue[@]}" queue < <(imports "$target/$path")
        continue 2
      fi
    done
    echo "$path is in none of these Go modules: ${roots[*]}" >&2
    return 1
  done
}

# lint checks the definitions and their formatting, and that nothing is missing that other languages need.
lint() {
  "$tools/buf" build -o /dev/null
  "$tools/buf" lint proto
  "$tools/buf" format --diff --exit-code proto
  "$tools/buf" format --diff --exit-code "$example/proto"
}

# compatible fails if the definitions break clients of the last release. There is nothing to break before the first one.
compatible() {
  local release
  release=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null) || return 0
  "$tools/buf" breaking --against ".git#tag=$release"
}

# generate leaves the output in $generated/out, laid out as in the tree.
generate() {
  rm -rf "$generated"
  mkdir -p "$generated/out/$types" "$generated/out/$example/types" "$generated/out/${openapi%/*}"
  import_protos "$generated/out/$third_party"
  "$tools/buf" generate
  mv "$generated/$module/$types"/* "$generated/out/$types/"
  generate_example
  # The merged document is named after whichever file came first; give it the name of the chain's API. Lists take no more
  # of a page request than the module accepts.
  sed -e 's|"title": "battleship/v1/[a-z]*\.proto"|"title": "Battleship"|' \
    -e 's|"version": "version not set"|"version": "v1"|' \
    "$generated/battleship.swagger.json" | without_refused >"$generated/out/$openapi"
  "$tools/openapi3" <"$generated/out/$openapi" >"$generated/out/$openapi3"
}

# generate_example compiles the definitions of the example in a workspace of their own, with the same imports.
generate_example() {
  local workspace=$generated/example
  mkdir "$workspace"
  cp -r "$third_party/." "$example/proto/." "$workspace/"
  "$tools/buf" generate "$workspace" --path "$workspace/wager" --template '{"version": "v2", "plugins": [
    {"local": "'"$tools"'/protoc-gen-gocosmos", "out": "'"$generated"'", "opt": ["plugins=grpc"]}]}'
  mv "$generated/$module/$example/types"/* "$generated/out/$example/types/"
}

# without_refused leaves out the parameters of pages that the queries refuse: all lists go by next_key and are not
# counted, and only those of results can be asked for backwards.
without_refused() {
  awk '
    /^    "\// { reversible = /"\/battleship\/v1\/(melee_)?results"/ }
    /^          \{$/ { parameter = $0; refused = 0; next }
    parameter == "" { print; next }
    /"name": "pagination\.(offset|count_total)"/ { refused = 1 }
    /"name": "pagination\.reverse"/ { refused = !reversible }
    !/^          \},?$/ { parameter = parameter "\n" $0; next }
    {
      if (!refused) {
        printf "%s%s\n          }", separator, parameter
        separator = ",\n"
      }
      parameter = ""
    }
    /^          \}$/ { print ""; separator = "" }
  '
}

# in_tree lists the generated files below its argument that are, or would be, in the tree.
in_tree() {
  (cd "$1" && find "$types" "$example/types" "${openapi%/*}" "$third_party" \
    -name '*.pb.go' -o -name '*.pb.gw.go' -o -name '*.swagger.json' -o -name '*.openapi3.json' -o -path "$third_party/*.proto") | LC_ALL=C sort
}

# check compares the output with the tree.
check() {
  local path status=0
  while read -r path; do
    if ! diff -u "$path" "$generated/out/$path" >"$generated/diff" 2>&1; then
      echo "$path differs from proto/; run make proto" >&2
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

# export_all writes every definition into one folder that needs nothing else, and a descriptor set of all of them.
export_all() {
  rm -rf "$export"
  "$tools/buf" export . -o "$export"
  "$tools/buf" build "$export" -o "$export/battleship.binpb"
  find "$export" -type f | LC_ALL=C sort
}

case "${1-}" in
  '')
    rm -rf "$third_party"
    import_protos "$third_party"
    generate
    write
    lint
    ;;
  --lint)
    lint
    ;;
  --check)
    lint
    compatible
    generate
    check
    ;;
  --export)
    export_all
    ;;
  *)
    echo "usage: ${0##*/} [--lint | --check | --export]; got $1" >&2
    exit 2
    ;;
esac
