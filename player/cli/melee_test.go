package cli_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// A melee is opened, joined, played for a round and given up with nothing but the command line.
func TestAMeleeAtTheCommandLine(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	out, stderr, err := run(w, "tx battleship create-melee --players 2 --fleet "+playertest.MeleeFleet+" --from alice -y")
	require.NoError(t, err)
	require.Contains(t, out, "alice: opened, for 2 players")
	require.Contains(t, out, "Waiting for 1 more player until block")
	require.Contains(t, stderr, "About to open a melee for 2 players: ")
	require.Contains(t, stderr, text.Strangers)
	require.NotContains(t, stderr, "play for a stake", "where there is none")
	require.Contains(t, stderr, "Your fleet: "+playertest.MeleeFleet)
	require.Contains(t, must(w, "query battleship open-melees"), "1      alice    1 of 2")
	require.Contains(t, must(w, "tx battleship join-melee 1 --fleet "+playertest.MeleeFleet+" --from bob -y"),
		"bob: joined, for 2 players. Waiting for you and alice to confirm, by block")
	for _, name := range []string{alice, bob} {
		require.Contains(t, must(w, "tx battleship confirm-melee 1 --from "+name), name+": confirmed. ")
	}
	out = must(w, "query battleship next-action 1")
	require.Contains(t, out, "Round 1: waiting for alice and bob to aim, by block")
	require.Contains(t, out, "owed by      alice\nowed by      bob\n")

	require.Contains(t, must(w, "tx battleship aim 1 j10 --from alice"), "alice: aimed at J10 in round 1, hidden until "+
		"you fire. Round 1: waiting for bob to aim, by block")
	require.Contains(t, must(w, "board 1 --from alice"), "You aim at J10 in this round.")
	require.NotContains(t, must(w, "board 1 --from bob"), "J10")
	require.Contains(t, must(w, "board 1 --from bob"), "Continue with: battleshipd aim 1 TILE")
	require.Contains(t, must(w, "tx battleship aim 1 A1 --own-ship --from bob"), "one of your own ships lies there")

	// Nothing but the id is typed.
	require.Contains(t, must(w, "tx battleship fire 1 --from alice"), "alice: fired at J10 in round 1. ")
	require.Contains(t, must(w, "tx battleship fire 1 --from bob"), "bob: fired at A1 in round 1. ")
	require.Contains(t, must(w, "recover --answer --from alice"), "reported A1, J10: hit at A1.")
	var reported struct {
		Act          string
		Round        int
		Volley, Hits []string
		GasUsed      int64 `json:"gas_used"`
		Bytes        int
		Next         struct{ Stage string }
	}
	require.NoError(t, json.Unmarshal([]byte(must(w, "tx battleship report 1 --from bob -o json")), &reported))
	require.Equal(t, "report", reported.Act)
	require.Equal(t, 1, reported.Round)
	require.Equal(t, []string{"A1", "J10"}, reported.Volley)
	require.Equal(t, []string{"A1"}, reported.Hits)
	require.Equal(t, "STAGE_AIM", reported.Next.Stage)
	require.Positive(t, reported.GasUsed)
	require.Positive(t, reported.Bytes)

	require.Contains(t, must(w, "query battleship melee 1"), "seat 0 1/10 hit")
	require.Contains(t, must(w, "games --from alice"), "alice bob")
	require.Regexp(t, `MELEE .*\n1 +aim +2 +alice bob .* 2 of 2 +alice bob\n$`, must(w, "games"), "without a key, too")
	require.Equal(t, must(w, "games"), must(w, "melees --stage aim"))
	require.Equal(t, "No melees.\n", must(w, "query battleship melees --player carol"))
	require.Equal(t, "No games.\n", must(w, "games --player carol"))
	require.Contains(t, must(w, "profile alice"), "unfinished     1")
	require.Contains(t, must(w, "concede 1 --from bob -y"),
		"bob: gave up. Waiting for alice to prove a board, by block")
	require.Contains(t, must(w, "claim 1 --from alice -y"), "alice: board proven. Melee over: you won after 2 rounds.")
	require.Contains(t, must(w, "query battleship melee-result 1"), "conceded")
	require.Contains(t, must(w, "query battleship melee-results"), "alice")
	require.Contains(t, must(w, "board 1"), "Melee 1 is over: alice won after 2 rounds.")
}

func TestABotPlaysAMelee(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.FullMelee(alice, bob, carol)
	done := make(chan error, 2)
	for _, name := range []string{bob, carol} {
		go func() {
			_, _, err := run(w, fmt.Sprintf("bot %d --from %s", id, name))
			done <- err
		}()
	}
	out, stderr, err := run(w, fmt.Sprintf("bot %d --strategy random --from alice", id))
	require.NoError(t, err)
	require.NoError(t, <-done)
	require.NoError(t, <-done)
	require.Regexp(t, `^Melee 1 is over: .* after \d+ rounds.*\nPLACE  PLAYER`, out)
	require.Contains(t, stderr, "alice, melee 1, block ")
	require.Contains(t, stderr, "confirmed.")
	_, _, err = run(w, "bot 1 --strategy hunt --from alice")
	require.EqualError(t, err, `--strategy: unknown strategy in a melee: expected one of density, random, got "hunt"`)
}

// Each error is one sentence that says what is the matter, and what to do.
func TestErrorsOfMeleesHaveRemedies(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	duel := w.Created(game.Classic())
	id := w.MeleeInRound(alice, bob)
	require.EqualValues(t, 1, duel)
	require.EqualValues(t, 2, id)
	_, _, err := meleesession.Create(t.Context(), w.Player(alice), invitation(t, w.Address(carol)))
	require.NoError(t, err)
	const isDuel = "game 1 is a duel and no melee: battleshipd board 1 shows it; join, shoot, answer, concede and claim " +
		"play it, and so does bot 1"
	const isMelee = "game 2 is a melee: battleshipd board 2 shows it; join-melee, leave-melee, confirm-melee, aim, " +
		"fire, report, concede and claim play it, and so does bot 2"
	for line, says := range map[string]string{
		"aim 1 A1 --from alice":                  isDuel,
		"fire 1 --from alice":                    isDuel,
		"join-melee 1 --from bob -y":             isDuel,
		"query battleship melee 1":               isDuel,
		"shoot 2 A1 --from alice":                isMelee,
		"answer 2 --from alice":                  isMelee,
		"join 2 --from carol -y":                 isMelee,
		"challenge 2 --from alice -y":            isMelee,
		"result 2":                               "game 2 is a melee, and not over: battleshipd board 2 shows it",
		"query battleship melee-result 1":        "game 1 is a duel and no melee, and not over: battleshipd board 1 shows it",
		"query battleship melee-result 2":        "game 2 has not ended, was cancelled, or never existed",
		"cancel 2 --from alice -y":               isMelee,
		"query battleship game 2":                isMelee,
		"aim 3 A1 --from carol":                  "carol has no seat of melee 3 yet: battleshipd join-melee 3 takes one",
		"bot 3 --from carol":                     "carol has no seat of melee 3 yet: battleshipd join-melee 3 takes one",
		"confirm-melee 3 --from bob":             "nothing was sent: bob is not a player of game 3",
		"melees --stage over":                    "--stage: expected one of open, ready, aim, fire, report, claim",
		"aim 2 K7 --from alice":                  `no such tile: expected A1 to J10, got "K7"`,
		"aim 2 A1 --from alice":                  "one of your own ships lies there, and a bomb hits every board",
		"fire 2 --from alice":                    "sent: round 1: waiting for you and bob to aim, by block",
		"leave-melee 2 --from alice -y":          "nothing was sent: it has begun, and concede gives it up;",
		"join-melee 2 --from carol -y":           "nothing was sent: no seat is free; round 1: waiting for alice and bob",
		"decline 2 --from alice -y":              "nothing was sent: you have a seat of melee 2: leave-melee gives it up",
		"confirm-melee 9 --from alice":           "there is no game 9: it was cancelled or never existed",
		"aim 2 J10 --from carol":                 "nothing was sent: carol is not a player of game 2",
		"create-melee --stake 1anchor":           "a stake needs a list of those who may join, 3 players beside you, ",
		"create-melee --invite bob,bob":          "expected each once, got bob twice: name them with --invite",
		"create-melee --invite bob,alice":        "expected others, got yourself (alice): name them with --invite",
		"create-melee --players 17":              "bad number of players: expected 2 to 16, got 17",
		"create-melee --players 1":               "bad number of players: expected 2 to 16, got 1",
		"create-melee --invite bob,nobody":       `--invite: no player has that name: unknown key "nobody"`,
		"create-melee --invite bob --stake 5foo": "expected an amount of anchor or ship, got 5foo",
		"create-melee --players 3 --invite bob":  "expected 2 players beside you for a table of 3, got 1: name them",
	} {
		if strings.HasPrefix(line, "create-melee") {
			line += " --from alice -y"
		}
		_, _, err := run(w, line)
		require.ErrorContains(t, err, says, line)
		require.NotContains(t, err.Error(), "\n", line)
	}
}

// invitation is the wish for a melee of two.
func invitation(t *testing.T, whom string) meleesession.Wish {
	t.Helper()
	wish := playertest.MeleeWish(t, 2)
	wish.Invited = []string{whom}
	return wish
}

// A melee that is over was refused by result, with an offer of moves.
func TestAnEndedGameIsShownAndOffersNoMoves(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	duel, id := w.Created(game.Classic()), w.MeleeInRound(alice, bob)
	must(w, fmt.Sprintf("join %d --from bob -y", duel))
	must(w, fmt.Sprintf("concede %d --from bob -y", id))
	must(w, fmt.Sprintf("claim %d --from alice -y", id))
	require.Regexp(t, `^Melee 2 is over: alice won after 1 round\.\nPLACE  PLAYER  STANDING  ROUND  TAKEN\n1 +alice +`+
		`afloat +- +0\n2 +bob +conceded +1 +0\n1 round, blocks`, must(w, "result 2"))
	var shown struct{ Result struct{ Rounds int } }
	require.NoError(t, json.Unmarshal([]byte(must(w, "query battleship result 2 -o json")), &shown))
	require.Equal(t, 1, shown.Result.Rounds)
	_, _, err := run(w, "shoot 2 A1 --from alice")
	require.EqualError(t, err, "game 2 is a melee, and over: battleshipd board 2 shows how it ended")
	_, _, err = run(w, "aim 2 A1 --from alice")
	require.EqualError(t, err, "melee 2 is over: you won after 1 round; nothing was sent")

	must(w, fmt.Sprintf("concede %d --from bob -y", duel))
	must(w, fmt.Sprintf("claim %d --from alice -y", duel))
	_, _, err = run(w, fmt.Sprintf("aim %d A1 --from alice", duel))
	require.EqualError(t, err, "game 1 is a duel and no melee, and over: battleshipd board 1 shows how it ended")
}

// An empty address once listed what anybody may join instead of invitations.
func TestRegressionInvitationsWithoutAPlayerAreListed(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, _, err := run(w, "query battleship open-melees --invited=")
	require.ErrorContains(t, err, `--invited: expected a value, got ""`)
}

// Melees that wait for players are in the lobby, and the creator finds its own.
func TestTheLobbyShowsMelees(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, _, err := meleesession.Create(t.Context(), w.Player(alice), playertest.MeleeWish(t, 3))
	require.NoError(t, err)
	_, _, err = meleesession.Create(t.Context(), w.Player(alice), invitation(t, w.Address(bob)))
	require.NoError(t, err)
	out := must(w, "lobby")
	require.Regexp(t, `^MELEE +CREATOR +PLAYERS .*\n1 +alice +1 of 3 `, out)
	require.NotContains(t, out, "\n2 ", "which is for bob alone")
	require.Regexp(t, `\n2 +alice +1 of 2 .*bob`, must(w, "lobby --opponent bob"))
	require.Equal(t, "No open games that fit.\n", must(w, "lobby --ruleset classic"))
	require.NotContains(t, must(w, "lobby --stake 5anchor"), "MELEE")
	require.Regexp(t, `\n2 +open +0 +- `, must(w, "melees --from alice"))
}

// A move in a melee waits for the others, if that is asked for, and then draws the boards.
func TestAMoveInAMeleeWaits(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.MeleeInRound(alice, bob)
	aimed := make(chan error, 1)
	go func() {
		_, err := w.OpenMelee(bob, id).Aim(t.Context(), "J9", false)
		aimed <- err
	}()
	out := must(w, "aim 1 J10 --wait --from alice")
	require.NoError(t, <-aimed)
	require.Contains(t, out, "alice: aimed at J10 in round 1")
	require.Contains(t, out, "Continue with: battleshipd fire 1\n")
	require.Contains(t, out, "    alice        bob\n")
	_, err := w.OpenMelee(bob, id).Fire(t.Context())
	require.NoError(t, err)
	var fired struct{ Next struct{ Stage string } }
	require.NoError(t, json.Unmarshal([]byte(must(w, "fire 1 --wait --from alice -o json")), &fired))
	require.Equal(t, "STAGE_REPORT", fired.Next.Stage)
}

func TestAShellCompletesMelees(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	open := w.Player(alice)
	_, _, err := meleesession.Create(t.Context(), open, playertest.MeleeWish(t, 3))
	require.NoError(t, err)
	require.Contains(t, must(w, `__complete join-melee ""`), "1\tmelee, 1 of 3 players, no stake, for anybody")
	require.Contains(t, must(w, `__complete tx battleship leave-melee --from alice ""`), "1\tmelee, open")
	require.Contains(t, must(w, `__complete create-melee --invite bob,ca`), "bob,carol")
}
