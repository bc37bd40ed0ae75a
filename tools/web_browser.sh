#!/usr/bin/env bash
# Plays on the page in web/ in a real browser: a fresh devnet, which serves the page that was built into it, and the tests in
# web/e2e. Where there is no Chromium it says so in one line and succeeds. CHROMIUM names one that is not found by itself, LIMIT
# how many seconds the tests may take. With SCREENSHOTS=FOLDER the page's screens are drawn there instead, with BENCH=1
# it is measured how long a player waits.
#
#   tools/web_browser.sh [ARGUMENT OF VITEST]...
#   tools/web_browser.sh --find     prints which Chromium it is, and fails if there is none
#
# Run it from the root of the repository, through `make web-browser`, which builds what it needs.
set -euo pipefail

readonly binary=build/battleshipd
# Below the ports from which connections go out, so that none of these is taken by one.
readonly base=${PORT_BASE:-15700}

chromium=${CHROMIUM:-$(command -v chromium chromium-browser google-chrome | head -n 1 || true)}
if [[ ${1-} == --find ]]; then
  [[ -x $chromium ]] && echo "$chromium"
  exit
fi
if [[ ! -x $chromium ]]; then
  echo 'skipped: browser tests, for there is no Chromium (on Debian: apt-get install chromium; or name one with CHROMIUM)'
  exit
fi

home=$(mktemp -d)
devnet=''
stop() {
  if [[ -n $devnet ]]; then
    kill "$devnet" 2>/dev/null || true
  fi
  wait 2>/dev/null || true
  rm -rf "$home"
}
trap stop EXIT

: >"$home/devnet.log" # it is looked for before the devnet has written to it
"$binary" devnet --home "$home/devnet" --block-time "${BLOCK_TIME:-200ms}" --port-base "$base" >"$home/devnet.log" 2>&1 &
devnet=$!

for ((i = 0; i < 600; i++)); do
  if grep -q '^ready ' "$home/devnet.log"; then
    break
  fi
  if ! kill -0 "$devnet" 2>/dev/null; then
    cat "$home/devnet.log" >&2
    exit 1
  fi
  sleep 0.1
done

export CHROMIUM=$chromium BATTLESHIP_BINARY=$PWD/$binary BATTLESHIP_RPC=tcp://127.0.0.1:$base PORT_BASE=$base
export BATTLESHIP_PAGE=http://127.0.0.1:$((base + 6))
cd web
timeout "${LIMIT:-900}" node_modules/.bin/vitest run --config e2e/vitest.config.ts "$@"
