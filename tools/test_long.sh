#!/usr/bin/env bash
# Runs the campaigns: tests that make test runs in a shorter form, each as long as its flags say here. It prints a line for
# each, and the end of the log of one that fails. The logs stay in build/long.
# Run it from the root of the repository, through `make test-long`.
set -uo pipefail

readonly logs=build/long
status=0
number=0

# campaign PACKAGE TEST [FLAG]... runs the tests whose whole names match TEST.
campaign() {
  local log=$logs/$((++number)).log start=$SECONDS verdict=ok
  if ! go test "$1" -run "^($2)\$" -count 1 -timeout 0 -v -args "${@:3}" >"$log" 2>&1; then
    verdict=FAILED
  elif grep -q 'no tests to run' "$log"; then
    verdict='FAILED: there is no such test'
  fi
  printf '%5d s  %s%s %s %s: %s\n' "$((SECONDS - start))" "${CGO_ENABLED:+CGO_ENABLED=$CGO_ENABLED }" \
    "$1" "$2" "${*:3}" "$verdict"
  if [[ $verdict != ok ]]; then
    tail -n 40 "$log"
    status=1
  fi
}

rm -rf "$logs"
mkdir -p "$logs"
campaign ./game 'TestModel|TestLayouts' -whole
campaign ./game/channel TestAttackEveryEarlierState -stride 1
campaign ./game/melee TestSimulation -games 100
campaign ./game/zk TestAttackBoardJudgesAsTheRules -fleets 10000
campaign ./game/zk/verify TestAttackMutatedProofs -mutations 20000
campaign ./game/zk/verify TestAttackMutatedOpenings -mutations 20000
campaign ./player/channelpolicy TestModel -whole
campaign ./player/channelpolicy TestCampaign -runs 20000
campaign ./player/channel TestAttackACrashAtEveryPoint -stride 1
campaign ./player/channel TestNets -nets 200
campaign ./player/channel TestProvenGame -proven-moves 1000
campaign ./x/battleship/internal/payoff TestAttackLeavingEarlyPaysInXaya -leaving.games 5000
campaign ./x/battleship/internal/duel TestAttackTheFarmerGainsNoMoreThanItBurns -farm.sets 200
campaign ./app 'TestSimulation|TestSimulationIsDeterministic' -Seeds 8 -NumBlocks 60 -Live 100 -shadow.every 5
campaign ./app TestAttackTheChainMakesTheSameOfRecordedBlocks -shadow.every 1
# Without C most of the time is the compiler's, for nearly every package is another one.
CGO_ENABLED=0 GOFLAGS=${GOFLAGS//,libsecp256k1_sdk/} campaign ./app TestAttackTheChainMakesTheSameOfRecordedBlocks
campaign ./app TestAttackCensoringAFullPoolCostsNineTenthsOfABlock -pools.large
campaign ./app TestAttackThievesTakeNothing -thieves.seeds 4 -thieves.txs 3000 -thieves.proven
exit "$status"
