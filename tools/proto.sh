#!/usr/bin/env bash
# Lints the protobuf definitions and generates Go code, REST gateway and OpenAPI document from them.
# Run it from the root of the repository, through `make proto`, which builds the pinned tools first.
set -euo pipefail

readonly tools=build/tools
readonly third_party=build/proto
readonly generated=build/gen
readonly module=github.com/battleship-chain/battleship

# import_protos MODULE FOLDER PATTERN... copies the files that match, below FOLDER of a Go module that go.mod pins,
# into the workspace. The buf registry is not needed.
import_protos() {
  local dir
  dir=$(go list -m -f '{{.Dir}}' "$1")
  if [[ -z $dir ]]; then
    go mod download "$1"
    dir=$(go list -m -f '{{.Dir}}' "$1")
  fi
  local root=$dir${2:+/$2}
  shift 2
  local pattern file
  for pattern in "$@"; do
    for file in "$root"/$pattern; do
      install -D -m 0644 "$file" "$third_party/${file#"$root"/}"
    done
  done
}

rm -rf "$third_party" "$generated"
mkdir -p "$third_party" "$generated"
import_protos github.com/cosmos/gogoproto '' 'gogoproto/gogo.proto'
import_protos github.com/cosmos/cosmos-proto proto 'cosmos_proto/cosmos.proto'
import_protos github.com/cosmos/cosmos-sdk proto \
  'amino/amino.proto' 'cosmos/msg/v1/msg.proto' 'cosmos/base/v1beta1/coin.proto' 'cosmos/base/query/v1beta1/pagination.proto'
import_protos github.com/grpc-ecosystem/grpc-gateway third_party/googleapis 'google/api/annotations.proto' 'google/api/http.proto'

"$tools/buf" lint proto
"$tools/buf" format --diff --exit-code proto
"$tools/buf" generate

install -m 0644 "$generated/$module"/x/battleship/types/*.go x/battleship/types/
install -m 0644 "$generated/battleship.swagger.json" docs/openapi/battleship.swagger.json
