#!/usr/bin/env bash
# Runs a tool of Go's toolchain for tools/release.sh, as go build -toolexec. The assembler keeps the path of a file that a
# package includes from another one, as those of gnark-crypto do, despite -trimpath: so that a binary does not depend on
# the folder of the module cache, that is trimmed, too.
set -euo pipefail

tool=$1
args=("${@:2}")
if [[ ${tool##*/} == asm ]]; then
  if [[ ${args[*]} == -V=full ]]; then
    # The build cache tells apart what was assembled without this script.
    echo "$("$tool" -V=full) trimmed"
    exit
  fi
  for i in "${!args[@]}"; do
    [[ ${args[i]} != -trimpath ]] || args[i + 1]+=";$GOMODCACHE=>"
  done
fi
exec "$tool" "${args[@]}"
