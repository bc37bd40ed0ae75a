package cli_test

import (
	"context"
	"io"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// shown runs a command line that must not fail and returns what a person sees of it.
func shown(w *playertest.World, line string) string {
	w.Helper()
	out, stderr, err := run(w, line)
	require.NoError(w, err, line)
	return stderr + out
}

func TestStrangersAreMatchedPlayForAStakeAndPlayAgain(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	const gas = 10_000.0 // more than all fees of one player here
	aliceHad, bobHad := w.Balance(alice), w.Balance(bob)

	out := shown(w, "tx battleship match --stake 5anchor --clock 10m --rating-range 200 --from alice -y")
	require.Contains(t, out, "About to find an opponent for a classic game: 600 blocks (about 10m) a move; "+
		"stake 5 ANCHOR, no fee, deposit 1 ANCHOR.\n")
	require.Contains(t, out, "no open game fits, yours is open "+
		"(classic, 6 ANCHOR paid into escrow). Waiting for an opponent until block")
	require.Regexp(t, `\n1 +classic +alice +1200 +1000-1400 +600 \(10m\) +rated`+
		` +5 ANCHOR +- +anybody +- +\d+ +10m\n$`,
		must(w, "query battleship open-games --stake 5anchor --clock 10m --ruleset classic --min-rating 1200"))
	require.Equal(t, "No open games that fit.\n", must(w, "query battleship open-games --stake none"))

	out = shown(w, "tx battleship match --stake 5anchor --clock 10m --from bob -y")
	require.Contains(t, out, "opponent found (classic, against alice, rated 1200, "+
		"5 ANCHOR paid into escrow). Alice's turn: the coin toss")
	require.Contains(t, must(w, "query battleship escrow"), "holds    10 ANCHOR\n")
	out = must(w, "query battleship game 1")
	require.Regexp(t, `(?m)^time +about 10m a move, 10m to claim, (10m|9m 59s) left now$`, out)

	// alice leaves her moves to mallory, until she does not.
	out = must(w, "tx battleship set-delegate 1 mallory --from alice -y")
	require.Contains(t, out, "mallory may act for you from now on")
	must(w, "tx battleship answer 1 --for alice --from mallory -y")
	signed := map[game.Seat]string{game.Creator: "--for alice --from mallory -y", game.Joiner: "--from bob -y"}
	for _, tile := range []string{"J10", "J9", "J8"} { // so that a shot of each is answered, and the game is rated
		v, err := w.Open(alice, 1).Look(t.Context())
		require.NoError(t, err)
		must(w, "tx battleship shoot 1 "+tile+" "+signed[v.State.Actor])
	}
	require.Contains(t, must(w, "tx battleship set-delegate 1 --none --from alice -y"), "no one else may act for you")
	_, _, err := run(w, "tx battleship concede 1 --for alice --from mallory -y")
	require.ErrorIs(t, err, text.ErrNotDelegate)

	must(w, "tx battleship concede 1 --from bob -y")
	out = must(w, "tx battleship claim 1 --from alice -y")
	require.Contains(t, out, "board proven; won the pot of 10 ANCHOR, with your stake of 5 ANCHOR; "+
		"reward 42 SHIP; net +5 ANCHOR and +42 SHIP; 0.42 SHIP to the loser. "+
		"Game over: you won (surrender), reward 42 SHIP.")
	require.InDelta(t, aliceHad+5_000_000, w.Balance(alice), gas)
	require.InDelta(t, bobHad-5_000_000, w.Balance(bob), gas)
	require.Contains(t, must(w, "query battleship escrow"), "holds    nothing\n")
	require.Equal(t, "nothing\n", must(w, "query battleship unpaid alice"))

	require.Regexp(t, `^RANK .*\n1 +1220 \(provisional\) +1 +1 +0 +alice\n2 +1180 \(provisional\) +1 +0 +1 +bob\n$`,
		must(w, "query battleship leaderboard"))
	require.Regexp(t, `(?m)^2 +1180 \(provisional\) +1 +0 +1 +bob <$`, must(w, "query battleship rank bob"))
	require.Regexp(t, `(?m)^rating +1220, rated games: 1, provisional$`, must(w, "query battleship player alice"))

	// The loser wants another game; alice does not, not for nothing.
	out = must(w, "tx battleship rematch 1 --stake none --from bob -y")
	require.Contains(t, out, "rematch offered (classic, 1 ANCHOR paid into escrow). Waiting for alice to join until block")
	_, _, err = run(w, "tx battleship join-game 2 --from mallory -y")
	require.ErrorIs(t, err, text.ErrNotInvited)
	_, _, err = run(w, "tx battleship decline 2 --from mallory -y")
	require.ErrorIs(t, err, text.ErrNotInvited)
	_, _, err = run(w, "tx battleship rematch 1 --from alice -y")
	require.ErrorContains(t, err, "its rematch is game 2")
	require.Regexp(t, `\n2 .* alice +1 +\d+ `, must(w, "query battleship open-games --opponent alice"))
	require.Contains(t, must(w, "tx battleship decline 2 --from alice -y"), "declined (1 ANCHOR back to bob)")
	require.InDelta(t, bobHad-5_000_000, w.Balance(bob), gas)

	must(w, "tx battleship rematch 1 --stake 1anchor --clock correspondence --from alice -y")
	out = shown(w, "tx battleship join-game 3 --delegate mallory --from bob -y")
	require.Contains(t, out, "About to join game 3 (classic) against alice: 259200 blocks (about 3d) a move; "+
		"stake 1 ANCHOR, no fee; ")
	require.Contains(t, must(w, "query battleship result 1"), "Its rematch is game 3.\n")
	require.Regexp(t, `(?m)^ +delegate mallory$`, must(w, "query battleship game 3"))
}

// On a public network a reward is paid for, and whoever leaves a game that brings none loses a part of its fee.
func TestPlayersSeeThePriceOfAReward(t *testing.T) {
	t.Parallel()
	w := playertest.New(t, chain.WithParams(types.DefaultParams()))
	require.Contains(t, shown(w, "tx battleship create-game --from alice -y"),
		"About to create a classic game: 60 blocks (about 1m) a move; "+
			"no stake, fee 21.21 ANCHOR (at most 21.4221 ANCHOR), deposit 1 ANCHOR.\n")
	require.Contains(t, shown(w, "tx battleship join-game 1 --from bob -y"), "no stake, fee 21.21 ANCHOR.\n")
	must(w, "tx battleship answer 1 --from alice -y")
	must(w, "tx battleship concede 1 --from bob -y")
	out := must(w, "tx battleship claim 1 --from alice -y")
	require.Contains(t, out, "board proven; fee of 21.21 ANCHOR back; "+
		"5.943 ANCHOR of the opponent's fee won; no reward: too few shots were fired; "+
		"net +5.943 ANCHOR. Game over: you won (surrender), no reward.")
	require.Contains(t, shown(w, "tx battleship create-game --casual --from alice -y"), "no stake, casual, deposit")
}

// At the prompt a rematch once asked for stake and clock anew, and had the default clock without them.
func TestARematchAtThePromptTakesOverItsTerms(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	stake := sdk.NewInt64Coin("uanchor", 5_000_000)
	id := w.Slow(&stake)
	must(w, "tx battleship answer 1 --from alice -y")
	_, err := w.Open(bob, id).Concede(t.Context())
	require.NoError(t, err)
	_, err = w.Open(alice, id).Claim(t.Context())
	require.NoError(t, err)

	const clock = "100000 blocks (about 1d 3h) a move"
	_, stderr, err := run(w, "rematch 1 --from bob -y")
	require.NoError(t, err)
	require.Contains(t, stderr, "As in game 1: stake 5 ANCHOR, casual, "+clock+".\n")
	require.Contains(t, stderr, "for alice alone: "+clock+"; stake 5 ANCHOR, casual, deposit")
	must(w, "decline 2 --from alice -y")

	_, stderr, err = run(w, "rematch 1 --stake none --casual=false --from bob -y")
	require.NoError(t, err)
	require.Contains(t, stderr, "As in game 1: "+clock+".\n")
	require.Contains(t, stderr, "for alice alone: "+clock+"; no stake, ")
	require.NotContains(t, stderr, "casual")
	must(w, "decline 3 --from alice -y")

	_, stderr, err = run(w, "rematch 1 --stake 1anchor --casual=false --clock 10m --from bob -y")
	require.NoError(t, err)
	require.NotContains(t, stderr, "As in game 1")
	require.Contains(t, stderr, "(about 10m) a move; stake 1 ANCHOR, ")
	must(w, "decline 4 --from alice -y")

	// A node that has pruned the beginning of the game is no reason for another clock.
	delete(w.Node.Results, createdAt(w, id))
	_, _, err = run(w, "rematch 1 --from bob -y")
	require.EqualError(t, err, "nothing was sent: this node has no record of the terms of game 1: "+
		"name them with --stake, --clock, --casual")
	_, _, err = run(w, "rematch 1 --from mallory -y")
	require.ErrorIs(t, err, text.ErrNotInGame)
}

// createdAt is the block in which an ended game was opened.
func createdAt(w *playertest.World, id uint64) int64 {
	w.Helper()
	res, err := types.NewQueryClient(w.Client(alice).Conn()).Result(w.Context(), &types.QueryResultRequest{GameId: id})
	require.NoError(w, err)
	return res.Result.CreatedHeight
}

// Invitations are of the phase open, and of nobody's games but the player's.
func TestTheGamesOfAnotherPhaseShowNoInvitations(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	must(w, "create --opponent bob --casual --from alice -y")
	for _, list := range []string{"games --from bob", "games --player bob --phase open"} {
		require.Regexp(t, `(?m)^No games.\n\nINVITATION .*\n1 +classic +alice +1200 .* casual +- +- +- `, must(w, list), list)
	}
	for _, list := range []string{"games --from alice", "games --player bob --phase play", "games --from bob -o json"} {
		require.NotContains(t, must(w, list), "INVITATION", list)
	}
}

// The column of fees once said casual.
func TestAColumnHasOneMeaning(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	must(w, "create --casual --from alice -y")
	for _, list := range []string{"lobby", "games"} {
		rows := strings.Split(must(w, list), "\n")
		kind, fee := strings.Index(rows[0], "KIND"), strings.Index(rows[0], "FEE")
		require.Equal(t, "casual", strings.Fields(rows[1][kind:])[0], list)
		require.Equal(t, "-", strings.Fields(rows[1][fee:])[0], list)
	}
}

func TestTwoBotsFindEachOther(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	must(w, "tx battleship match --ruleset xaya --casual --from alice -y")
	done := make(chan error, 1)
	go func() {
		_, _, err := run(w, "bot 1 --from alice")
		done <- err
	}()
	out, stderr, err := run(w, "bot --match --ruleset xaya --casual --from bob")
	require.NoError(t, err)
	require.NoError(t, <-done)
	require.Contains(t, stderr, "opponent found (xaya, against alice, rated 1200)")
	require.Regexp(t, `^Game 1 is over: you (won|lost) \(fleet sunk\).*, no reward\.\n`+
		`alice: (nothing|no reward: the game is casual)\.\nbob: (nothing|no reward: the game is casual)\.\n$`, out)
}

// The chain has made the match, but its player has never heard of it. The next must not pay for another game and let
// that one run into its deadline.
func TestAMatchWhoseReceiptWasLostIsPlayed(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Node.LoseReply = func() error { return &url.Error{Op: "Post", URL: "http://the-test:26657", Err: io.EOF} }
	w.Node.Silent = func(path string) bool { return strings.HasSuffix(path, "GetTx") }
	o := client.Options{
		From: alice, Poll: time.Millisecond, Patience: 50 * time.Millisecond, CallLimit: 20 * time.Millisecond,
	}
	c, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), o)
	require.NoError(t, err)
	lost := w.Player(alice)
	lost.Chain = c
	_, _, err = duel.Match(t.Context(), lost, duel.Wish{
		Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), Casual: true,
	})
	var notIncluded *client.NotIncludedError
	require.ErrorAs(t, err, &notIncluded)
	w.Node.LoseReply, w.Node.Silent = nil, nil

	_, stderr, err := run(w, "tx battleship match --ruleset xaya --casual --from alice -y")
	require.ErrorContains(t, err, "nothing was sent: you have such a game already, game 1 (xaya, no stake, casual)")
	require.Contains(t, stderr, "Unfinished: game 1 (xaya, no stake, casual): waiting for an opponent until block ")
	_, stderr, err = run(w, "tx battleship match --ruleset classic --casual --from alice -y")
	require.NoError(t, err, "another kind of game")
	require.Contains(t, stderr, "Unfinished: game 1 ")
	require.Regexp(t, `: 1 ANCHOR back to you\. Cancelled; a pending join can still succeed until block \d+ `,
		must(w, "tx battleship cancel 2 --from alice -y"))

	done := make(chan error, 1)
	go func() {
		_, _, err := run(w, "bot --match --ruleset xaya --casual --from bob")
		done <- err
	}()
	_, stderr, err = run(w, "bot --match --ruleset xaya --casual --from alice")
	require.NoError(t, err)
	require.NoError(t, <-done)
	require.Contains(t, stderr, "alice continues game 1 ")
	require.Contains(t, must(w, "query battleship player alice"), "games          1\n")
}

// Whoever gives up, or accuses an honest opponent, must know what that costs before it does.
func TestPlayersSeeThePriceOfConcedingAndChallenging(t *testing.T) {
	t.Parallel()
	w := playertest.New(t, chain.WithParams(types.DefaultParams()))
	stake := sdk.NewInt64Coin(client.GasDenom, 5_000_000)
	r := game.Classic()
	_, done, err := duel.Create(t.Context(), w.Player(alice), duel.Wish{
		Ruleset: r, Fleet: playertest.FleetOf(t, r), Stake: &stake,
	})
	require.NoError(t, err)
	_, err = w.Open(bob, done.GameID).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
	const paid = "you would lose the game and 26.21 ANCHOR (before the first shot only three tenths of the fee)"
	for name, tc := range map[string]struct {
		act  func(*duel.Session) error
		says []string
	}{
		"concede": {
			act: func(s *duel.Session) error { return do((*duel.Session).Concede)(t.Context(), s) },
			says: []string{
				paid + ", unless ", " fails to prove the board in ", " blocks (about ", "). Give up in game 1",
			},
		},
		"challenge": {
			act: func(s *duel.Session) error { return do((*duel.Session).Challenge)(t.Context(), s) },
			says: []string{
				"if the board of ", " is honest, " + paid, "else you win by proving yours; ", "). Accuse of cheating in game 1",
			},
		},
	} {
		p, asked := w.Player(bob), ""
		p.Confirm = func(i text.Intent) error {
			asked = text.Voice{}.Question(i)
			return context.Canceled
		}
		require.ErrorIs(t, tc.act(duel.Open(p, done.GameID)), context.Canceled, name)
		for _, part := range tc.says {
			require.Contains(t, asked, part)
		}
	}
	out := must(w, "tx battleship challenge --help")
	require.Contains(t, out, "you lose the\ngame, your stake and your fee")
	require.Contains(t, must(w, "tx battleship concede --help"), "you lose your stake")
}
