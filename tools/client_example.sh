#!/usr/bin/env bash
# Packs the client of web/packages/client, installs it into an empty folder, checks its types, and plays its example there: whole games
# against the bot of a fresh devnet. RULESETS names the rulesets.
# Run it from the root of the repository, through `make client-example`, which builds what it needs.
set -euo pipefail

readonly binary=build/battleshipd
# Below the ports from which connections go out, and beside those of the tests in a browser.
readonly base=${PORT_BASE:-15720}

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

mkdir "$home/app"
npm --prefix web pack --silent -w packages/client --pack-destination "$home" >/dev/null
echo '{ "private": true }' >"$home/app/package.json"
npm --prefix "$home/app" install --silent --ignore-scripts --no-audit --no-fund "$home"/battleship-chain-client-*.tgz
cp web/packages/client/examples/play.mjs "$home/app/"
web/node_modules/.bin/tsc --noEmit --strict --allowJs --checkJs --target es2022 --lib es2023 --module nodenext \
  --typeRoots "$PWD/web/node_modules/@types" --types node "$home/app/play.mjs"

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

for ruleset in ${RULESETS:-classic classic-zk}; do
  (cd "$home/app" && timeout "${LIMIT:-900}" node play.mjs "http://127.0.0.1:$((base + 6))" "$ruleset")
done
