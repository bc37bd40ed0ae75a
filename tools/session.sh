#!/usr/bin/env bash
# Runs every line of the session in docs/playing.md, under "In a second terminal", on a devnet of its own in a temporary
# home on free ports. It fails with the first line that fails, or if a game ends without a winner, and removes the home.
# Run it from the root of the repository, through `make session`, which builds the binary first.
set -euo pipefail

readonly binary=$PWD/build/battleshipd
readonly document=docs/playing.md
readonly limit=150 # seconds for all of it

for needed in "$binary" "$document"; do
  if [[ ! -e $needed ]]; then
    echo "there is no $needed; run make session from the root of the repository" >&2
    exit 2
  fi
done

# session prints the lines of the shell block that follows "In a second terminal:".
session() {
  awk '/^In a second terminal:$/ { here = 1 }
    here && /^```$/ { exit }
    inside { print }
    here && /^```sh$/ { inside = 1 }' "$document"
}

# taken reports whether a program listens on a port of this machine.
taken() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_base prints the first of seven free ports in a row, apart from those that tests choose.
free_base() {
  local base port
  for _ in {1..50}; do
    base=$((16000 + RANDOM % 4000))
    for port in {0..6}; do
      if taken $((base + port)); then
        continue 2
      fi
    done
    echo "$base"
    return
  done
  echo 'found no seven free ports in a row in 50 tries' >&2
  return 1
}

home=$(mktemp -d "${TMPDIR:-/tmp}/battleship-session.XXXXXX")
devnet=
player=

# clean_up ends the processes of this script, by their ids, and removes its home.
clean_up() {
  local status=$?
  trap - EXIT
  if [[ -n $player ]]; then
    kill -- "-$player" 2>/dev/null || true # its group: the session has a bot in the background
  fi
  if [[ -n $devnet ]]; then
    kill "$devnet" 2>/dev/null || true
    wait "$devnet" || true
    if ((status)); then
      echo 'the last lines of the devnet:' >&2
      tail -n 20 "$home/devnet.err" >&2
    fi
  fi
  rm -rf "$home"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# fail prints the reason and ends the script.
fail() {
  echo "session: $1" >&2
  exit 1
}

export HOME=$home
PATH=${binary%/*}:$PATH
session >"$home/session.sh"
[[ -s $home/session.sh ]] || fail "$document has no shell block after 'In a second terminal:'"

base=$(free_base)
battleshipd devnet --block-time 200ms --port-base "$base" >"$home/devnet.out" 2>"$home/devnet.err" &
devnet=$!
until grep -q '^ready ' "$home/devnet.out"; do
  kill -0 "$devnet" 2>/dev/null || fail 'the devnet ended before it was ready'
  ((SECONDS < limit)) || fail "the devnet was not ready after $limit s"
  sleep 0.2
done

# -v shows each line before what it prints, -e stops at the first that fails. `wait` alone forgets how a bot in the
# background ended, so the session runs with a wait that does not.
cat >"$home/run.sh" <<'RUN'
wait() {
  local job
  for job in $(jobs -p); do
    builtin wait "$job" || exit
  done
}
set -ev
source "$HOME/session.sh"
RUN
set -m # a group of its own
bash "$home/run.sh" </dev/null &
player=$!
set +m
while kill -0 "$player" 2>/dev/null; do
  ((SECONDS < limit)) || fail "the session was not over after $limit s"
  sleep 0.2
done
wait "$player" || fail "a line failed, with status $?"
player=

for game in 1 2 4; do
  result=$(battleshipd query battleship result "$game" -o json)
  grep -qE '"winner":"SEAT_(CREATOR|JOINER)"' <<<"$result" || fail "game $game has no winner: $result"
done
melee=$(battleshipd query battleship melee-result 6 -o json)
grep -q '"winners":1[,}]' <<<"$melee" || fail "melee 6 was not won by its creator: $melee"
echo "session: every line passed, the games have winners; $SECONDS s"
