#!/usr/bin/env bash
# Runs every line of the runbook in docs/operating.md from empty homes, in a temporary folder, with blocks every 200 ms
# and votes as long as this machine needs for them. It waits where an operator would look, ends the nodes and removes the
# homes. There is no program of a next release here: the nodes skip the upgrade when they are started again. Run it
# through `make runbook`.
set -euo pipefail

readonly binary=$PWD/build/battleshipd document=docs/operating.md
readonly limit=${RUNBOOK_LIMIT:-900} # seconds for all of it, which ends a run that waits forever

for needed in "$binary" "$document"; do
  if [[ ! -e $needed ]]; then
    echo "there is no $needed; run make runbook from the root of the repository" >&2
    exit 2
  fi
done
for needed in jq curl; do
  if ! command -v "$needed" >/dev/null; then
    echo "skipped: the runbook needs $needed"
    exit 0
  fi
done
for prefix in 110 120 130 141 142 143; do
  if (: <"/dev/tcp/127.0.0.1/${prefix}57") 2>/dev/null; then
    echo "port ${prefix}57 is taken; stop the program that listens there" >&2
    exit 2
  fi
done

home=$(mktemp -d "${TMPDIR:-/tmp}/battleship-runbook.XXXXXX")
run=

# clean_up ends the nodes, by their ids, and removes the homes.
clean_up() {
  local status=$? file
  trap - EXIT
  [[ -z $run ]] || kill -- "-$run" 2>/dev/null || true # its group, with the nodes
  [[ -z $run ]] || wait "$run" 2>/dev/null || true
  for file in "$home"/*.pid; do
    [[ -e $file ]] || continue
    while kill -0 "$(<"$file")" 2>/dev/null; do sleep 0.1; done
  done
  if ((status)); then
    for file in "$home"/*.log; do
      [[ ! -e $file ]] || { echo "the last lines of ${file##*/}:"; tail -n 5 "$file"; } >&2
    done
  fi
  rm -rf "$home"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The lines of the runbook, with a call before those of each heading.
awk '/^## Runbook$/ { here = 1; next }
  here && /^## / { exit }
  here && /^### / { printf "section \"%s\"\n", substr($0, 5) }
  inside && /^```$/ { inside = 0 }
  inside { print }
  here && /^```sh$/ { inside = 1 }' "$document" |
  sed -e 's/"30s"/env.voting/; s/"15s"/env.expedited/; s/ + 60))$/ + upgrade_blocks))/' \
    -e 's/^# at that height.*/await_upgrade/' >"$home/runbook.sh"
for needed in '^section' env.voting env.expedited upgrade_blocks await_upgrade; do
  grep -q "$needed" "$home/runbook.sh" || { echo "$document has another runbook: no $needed" >&2; exit 1; }
done

cat >"$home/run.sh" <<'RUN'
# status ADDRESS prints the height of a node that has caught up.
status() {
  command curl -s "http://${1#tcp://}/status" |
    jq -re '.result.sync_info | select(.catching_up == false) | .latest_block_height | select(. != "0")'
}

# await ADDRESS [HEIGHT] waits until a node has caught up with the chain, at a height.
await() {
  local height
  until height=$(status "$1" 2>/dev/null) && ((height >= ${2:-1})); do sleep 0.2; done
}

# await_blocks COUNT waits for more blocks.
await_blocks() {
  await "$BATTLESHIPD_NODE"
  await "$BATTLESHIPD_NODE" "$(($(status "$BATTLESHIPD_NODE") + $1))"
}

# await_upgrade waits until all nodes have stopped for the upgrade, at $height.
await_upgrade() {
  local name
  for name in first second third; do
    until grep -q 'UPGRADE "v2" NEEDED' ~/$name.log; do sleep 0.2; done
  done
  skip=$height
}

# set_pace chooses the voting period by the time that the first commands have taken: a proposal and its votes are as many
# commands. The upgrade is at a height after it.
set_pace() {
  local seconds=$((10 + 5 * SECONDS))
  export voting=${seconds}s expedited=$((seconds - 1))s
  upgrade_blocks=$((5 * seconds + 60)) # at least 200 ms each
}

# battleshipd is the program, with waits.
battleshipd() {
  local node=$BATTLESHIPD_NODE
  case "$1 ${2-}" in
    init*) set -- "$@" --block-time 200ms ;;
    "genesis collect-gentxs") [[ -n ${voting-} ]] || set_pace ;;
    start*) exec "$binary" "$@" ${skip:+--unsafe-skip-upgrades "$skip"} ;;
    status*) await "${3-$node}" ;;
    "query upgrade")
      [[ $3 != applied ]] || { echo "not run: battleshipd $*"; return; }
      await "$node" ;;
    "query gov")
      until "$binary" "$@" | grep -qE 'STATUS_(PASSED|REJECTED|FAILED)'; do sleep 0.2; done ;;
    query*) await "$node" ;;
    tx*)
      await "$node"
      local hash
      hash=$("$binary" "$@" --output json 2>"$HOME/out" | jq -re .txhash) || { cat "$HOME/out" >&2; return 1; }
      until command curl -sf "http://${node#tcp://}/tx?hash=0x$hash" >"$HOME/out"; do sleep 0.2; done
      jq -e '.result | if .tx_result.code == 0 then .height else error(.tx_result.log) end' "$HOME/out"
      return ;;
  esac
  case "$1 ${2-}" in
    init* | "keys add" | "genesis gentx" | "genesis collect-gentxs") "$binary" "$@" >"$HOME/out" 2>&1 || { cat "$HOME/out"; return 1; } ;;
    *) "$binary" "$@" ;;
  esac
}

curl() { command curl --retry 60 --retry-delay 1 --retry-all-errors "$@"; }

tar() {
  [[ $1 != -xzf ]] || await_blocks 5 # above each height that the lost validator has signed
  command tar "$@"
}

# section NAME checks the result of the section before, and waits for what the next one needs.
section() {
  printf '\n==> %s (%d s)\n' "$1" "$SECONDS"
  case $1 in
    'Join by state sync') await "$BATTLESHIPD_NODE" 45 ;;
    'A proposal')
      await 127.0.0.1:13057
      (($(curl -s http://127.0.0.1:13057/status | jq -r .result.sync_info.earliest_block_height) > 1)) ;;
    'Backup and restore')
      [[ $("$binary" query battleship params --output json | jq -r .params.reward_min_shots) == 12 ]] ;;
    'An upgrade') await 127.0.0.1:12057 ;;
    'Import of an export') await_blocks 2; skip= ;;
  esac
}

set -eEo pipefail
trap 'echo "failed: $BASH_COMMAND" >&2' ERR
source "$HOME/runbook.sh"
await 127.0.0.1:11057 "$(($(jq -r .initial_height ~/export.json) + 2))"
await 127.0.0.1:12057
for node in first second; do stop $node; done
RUN

export HOME=$home binary
PATH=${binary%/*}:$PATH
set -m # a group of its own
bash "$home/run.sh" </dev/null &
run=$!
set +m
while kill -0 "$run" 2>/dev/null; do
  if ((SECONDS > limit)); then
    echo "runbook: not over after $limit s" >&2
    exit 1
  fi
  sleep 0.2
done
wait "$run" || { echo "runbook: a line failed, with status $?" >&2; exit 1; }
echo "runbook: every line passed; $SECONDS s"
