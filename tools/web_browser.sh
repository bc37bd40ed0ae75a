#!/usr/bin/env bash
# Plays on the page in web/ in a real browser: a fresh devnet, the built page in front of it on the same origin, and the tests
# in web/e2e. Where there is no Chromium it says so in one line and succeeds, unless CHROMIUM=required.
# Run it from the root of the repository, through `make web-browser`, which builds what it needs.
set -euo pipefail

readonly binary=build/battleshipd
# Below the ports from which connections go out, so that none of these is taken by one.
readonly base=${PORT_BASE:-21700}
readonly page=$((base + 9))

if ! command -v chromium >/dev/null && ! command -v google-chrome >/dev/null; then
  echo 'skipped: browser tests, for there is no Chromium (on Debian: apt-get install chromium)'
  [[ ${CHROMIUM-} != required ]]
  exit
fi

home=$(mktemp -d)
devnet='' preview=''
stop() {
  for process in $preview $devnet; do
    kill "$process" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  rm -rf "$home"
}
trap stop EXIT

"$binary" devnet --home "$home/devnet" --block-time "${BLOCK_TIME:-200ms}" --port-base "$base" >"$home/devnet.log" 2>&1 &
devnet=$!
(
  cd web
  export BATTLESHIP_REST=http://127.0.0.1:$((base + 2)) BATTLESHIP_RPC=http://127.0.0.1:$base
  export BATTLESHIP_FAUCET=http://127.0.0.1:$((base + 4))
  exec node_modules/.bin/vite preview --host 127.0.0.1 --port "$page" --strictPort
) >"$home/page.log" 2>&1 &
preview=$!

for ((i = 0; i < 600; i++)); do
  if grep -q '^ready ' "$home/devnet.log" && grep -q "$page" "$home/page.log"; then
    break
  fi
  if ! kill -0 "$devnet" "$preview" 2>/dev/null; then
    cat "$home/devnet.log" "$home/page.log" >&2
    exit 1
  fi
  sleep 0.1
done

cd web
BATTLESHIP_PAGE=http://127.0.0.1:$page node_modules/.bin/vitest run --config e2e/vitest.config.ts
