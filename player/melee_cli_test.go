package player_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

// A melee is opened, joined, played for a round and given up with nothing but the command line.
func TestAMeleeAtTheCommandLine(t *testing.T) {
	w := newTable(t)
	out, stderr, err := w.run("tx battleship create-melee --players 2 --fleet " + meleeFleet + " --from alice -y")
	require.NoError(t, err)
	require.Contains(t, out, "alice: opened, seat 0 of 2")
	require.Contains(t, out, "Next: anybody may take one of 1 vacant seats beside alice by block")
	require.Contains(t, stderr, "About to open a melee for 2: ")
	require.Contains(t, stderr, session.Collusion)
	require.Contains(t, stderr, "Your fleet: "+meleeFleet)
	require.Contains(t, w.must("query battleship open-melees"), "1      alice   1 of 2")
	require.Contains(t, w.must("tx battleship join-melee 1 --fleet "+meleeFleet+" --from bob -y"),
		"bob: joined, seat 1 of 2. Next: the table is full; to be confirmed by seat 0 (alice), seat 1 (you) by block")
	for _, name := range []string{alice, bob} {
		require.Contains(t, w.must("tx battleship confirm-melee 1 --from "+name), name+": confirmed. ")
	}
	out = w.must("query battleship next-action 1")
	require.Contains(t, out, "round 1: an aim is owed by seat 0 (alice), seat 1 (bob) by block")
	require.Contains(t, out, "owed by      seat 0, alice\nowed by      seat 1, bob\n")

	require.Contains(t, w.must("tx battleship aim 1 j10 --from alice"), "alice: aimed at J10 in round 1, which nobody "+
		"else sees until you fire. Next: round 1: an aim is owed by seat 1 (bob)")
	require.Contains(t, w.must("board 1 --from alice"), "You aim at J10 in this round.")
	require.NotContains(t, w.must("board 1 --from bob"), "J10")
	require.Contains(t, w.must("board 1 --from bob"), "Go on with: battleshipd aim 1 TILE")
	require.Contains(t, w.must("tx battleship aim 1 A1 --own-ship --from bob"), "one of your own ships lies there")

	// Nothing but the id is typed.
	require.Contains(t, w.must("tx battleship fire 1 --from alice"), "alice: fired at J10 in round 1. ")
	require.Contains(t, w.must("tx battleship fire 1 --from bob"), "bob: fired at A1 in round 1. ")
	require.Contains(t, w.must("recover --answer --from alice"), "reported A1, J10: hit at A1.")
	var reported struct {
		Act          string
		Round        int
		Volley, Hits []string
		GasUsed      int64 `json:"gas_used"`
		Bytes        int
		Next         struct{ Stage string }
	}
	require.NoError(t, json.Unmarshal([]byte(w.must("tx battleship report 1 --from bob -o json")), &reported))
	require.Equal(t, "report", reported.Act)
	require.Equal(t, 1, reported.Round)
	require.Equal(t, []string{"A1", "J10"}, reported.Volley)
	require.Equal(t, []string{"A1"}, reported.Hits)
	require.Equal(t, "STAGE_AIM", reported.Next.Stage)
	require.Positive(t, reported.GasUsed)
	require.Positive(t, reported.Bytes)

	require.Contains(t, w.must("query battleship melee 1"), "seat 0 1/10 hit")
	require.Contains(t, w.must("games --from alice"), "alice bob")
	require.Contains(t, w.must("profile alice"), "unfinished     1")
	require.Contains(t, w.must("concede 1 --from bob -y"),
		"bob: conceded. Next: to be proven, to win: the boards of seat 0")
	require.Contains(t, w.must("claim 1 --from alice -y"), "alice: board proven. It is over: you won after 2 rounds.")
	require.Contains(t, w.must("query battleship melee-result 1"), "conceded")
	require.Contains(t, w.must("query battleship melee-results"), "alice")
	require.Contains(t, w.must("board 1"), "Melee 1 is over: alice won after 2 rounds.")
}

func TestABotPlaysAMelee(t *testing.T) {
	w := newTable(t)
	id := w.full(alice, bob, carol)
	done := make(chan error, 2)
	for _, name := range []string{bob, carol} {
		go func() {
			_, _, err := w.run(fmt.Sprintf("bot %d --from %s", id, name))
			done <- err
		}()
	}
	out, stderr, err := w.run(fmt.Sprintf("bot %d --strategy random --from alice", id))
	require.NoError(t, err)
	require.NoError(t, <-done)
	require.NoError(t, <-done)
	require.Regexp(t, `^Melee 1 is over: .* after \d+ rounds.*\nPLACE  SEAT  PLAYER`, out)
	require.Contains(t, stderr, "alice, melee 1, block ")
	require.Contains(t, stderr, "confirmed.")
	_, _, err = w.run("bot 1 --strategy hunt --from alice")
	require.EqualError(t, err, `--strategy: unknown strategy in a melee: expected one of density, random, got "hunt"`)
}

// Each error is one sentence that says what is the matter, and what to do.
func TestErrorsOfMeleesSayWhatToDo(t *testing.T) {
	w := newTable(t)
	duel := w.created(game.Classic())
	id := w.inRound(alice, bob)
	require.EqualValues(t, 1, duel)
	require.EqualValues(t, 2, id)
	const isDuel = "game 1 is a duel and no melee: battleshipd board 1 shows it; join, shoot, answer, concede and claim " +
		"play it, and so does bot 1"
	const isMelee = "game 2 is a melee: battleshipd board 2 shows it; join-melee, leave-melee, confirm-melee, aim, " +
		"fire, report, concede and claim play it, and so does bot 2"
	for line, says := range map[string]string{
		"aim 1 A1 --from alice":                 isDuel,
		"fire 1 --from alice":                   isDuel,
		"join-melee 1 --from bob -y":            isDuel,
		"query battleship melee 1":              isDuel,
		"shoot 2 A1 --from alice":               isMelee,
		"answer 2 --from alice":                 isMelee,
		"join 2 --from carol -y":                isMelee,
		"challenge 2 --from alice -y":           isMelee,
		"cancel 2 --from alice -y":              isMelee,
		"query battleship game 2":               isMelee,
		"query battleship result 2":             isMelee,
		"aim 2 K7 --from alice":                 `no such tile: expected A1 to J10, got "K7"`,
		"aim 2 A1 --from alice":                 "one of your own ships lies there, and a bomb hits every board",
		"fire 2 --from alice":                   "sent: melee 2: alice and bob owe the aims of round 1 by block",
		"leave-melee 2 --from alice -y":         "nothing was sent: melee 2: it has begun, and concede gives it up;",
		"join-melee 2 --from carol -y":          "nothing was sent: join melee 2: no seat is free; alice and bob owe",
		"decline 2 --from alice -y":             "nothing was sent: you have a seat of melee 2: leave-melee gives it up",
		"confirm-melee 9 --from alice":          "there is no game 9: it was cancelled, or never was",
		"aim 2 J10 --from carol":                "nothing was sent: carol is not a player of game 2",
		"create-melee --stake 1anchor":          "a stake needs a list of the 3 others who may join, got none",
		"create-melee --invite bob,bob":         "expected each once, got bob twice: say whom with --invite",
		"create-melee --invite bob,alice":       "expected others, got yourself (alice): say whom with --invite",
		"create-melee --players 17":             "bad number of players: expected 2 to 16, got 17",
		"create-melee --players 1":              "bad number of players: expected 2 to 16, got 1",
		"create-melee --invite bob,nobody":      "--invite: address: expected one that begins with",
		"create-melee --players 3 --invite bob": "expected 2 others for a table of 3, got 1: say whom with --invite",
	} {
		if strings.HasPrefix(line, "create-melee") {
			line += " --from alice -y"
		}
		_, _, err := w.run(line)
		require.ErrorContains(t, err, says, line)
		require.NotContains(t, err.Error(), "\n", line)
	}
}

func TestAShellCompletesMelees(t *testing.T) {
	w := newTable(t)
	open := w.player(alice)
	_, _, err := session.CreateMelee(t.Context(), open, wishOf(t, 3))
	require.NoError(t, err)
	require.Contains(t, w.must(`__complete join-melee ""`), "1\tmelee, 1 of 3 players, no stake, for anybody")
	require.Contains(t, w.must(`__complete tx battleship leave-melee --from alice ""`), "1\tmelee, open")
	require.Contains(t, w.must(`__complete create-melee --invite bob,ca`), "bob,carol")
}
