package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// sunk is a game between alice and bob in which the first has hit all that the second has, and the names of the two.
func sunk(w *playertest.World, r *game.Ruleset) (id uint64, winner, loser string) {
	w.Helper()
	id, winner, loser = w.Begun(r)
	ships, err := r.FleetTiles(playertest.FleetOf(w.T, r))
	require.NoError(w, err)
	for tile := range ships.All() {
		_, err := w.Open(winner, id).Shoot(w.Context(), r.TileName(tile))
		require.NoError(w, err)
		done, err := w.Open(loser, id).Answer(w.Context())
		require.NoError(w, err)
		require.Len(w, done.Proof.Bytes, verify.OpeningSize)
		require.Less(w, done.Bytes, 320)
	}
	return id, winner, loser
}

// The answer to the shot that sinks the last ship ends the game and pays, and nobody has shown a board.
func TestAProvenGameEndsWithItsLastHit(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	r := game.XayaZK()
	from := w.Node.Chain.Height() + 1
	id, winner, loser := sunk(w, r)

	var ended *duel.EndedError
	_, err := w.Open(winner, id).Claim(ctx)
	require.ErrorAs(t, err, &ended)
	require.Equal(t, types.REASON_SUNK, ended.Result.Reason)
	for name, want := range map[string]string{winner: "42000000uship", loser: "420000uship"} {
		have, err := w.Client(name).Balance(ctx, chain.NewAccount(name).String(), types.RewardDenom)
		require.NoError(t, err)
		require.Equal(t, want, have.String())
	}
	watcher := watch.New(w.Node, w.ClientCtx.TxConfig.TxDecoder(), from, 0)
	replay, _, _ := follow(t, watcher, w.Node.Chain.Height())
	require.Equal(t, game.PhaseOver, replay.State().Phase)

	// On record it is verified again, proof by proof.
	rec, g, err := w.RecordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonSunk, g.State().Reason)
	require.Equal(t, make([]game.Fleet, 2), g.Fleets)
	text, err := rec.Encode()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "game.json")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	w.Node.Away = true
	out := must(w, "replay "+file)
	require.Contains(t, out, "fleet is sunk")
	require.NotContains(t, out, "has to prove the board")
	require.Contains(t, out, allProven)
}

// allProven is what is said of a game that was verified proof by proof.
const allProven = "every board and every answer is proven, and every move is legal. No board had to be shown."

// At the prompt the player is told that a proof was made, how long it took, and that there is nothing to claim.
func TestAProvenGameAtThePrompt(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	wa, wb := with(w, alice), with(w, bob)
	out := must(wa, `create --ruleset classic-zk --fleet "`+playertest.ClassicFleet+`" -y`)
	require.Regexp(t, `created \(classic-zk.*\)\. Board proven legal, in \d+\.\d\d s\. Waiting `, out)
	require.Regexp(t, `(?m)^1 +classic-zk +ship1`, must(wb, "lobby"))

	var entered struct {
		Proof struct {
			Seconds float64 `json:"seconds"`
			Bytes   int     `json:"bytes"`
		} `json:"proof"`
	}
	joined := must(wb, `join 1 --fleet "`+playertest.ClassicFleet+`" -y -o json`)
	require.NoError(t, json.Unmarshal([]byte(joined), &entered))
	require.Positive(t, entered.Proof.Seconds)
	require.Equal(t, verify.ProofSize, entered.Proof.Bytes)

	out = must(wa, "answer 1 -y")
	require.NotContains(t, out, "proven", "the toss is opened as ever")
	first, second := wa, wb
	if strings.Contains(out, "your opponent shoots first") {
		first, second = wb, wa
	}
	must(first, "shoot 1 A9 -y")
	out = must(second, "shoot 1 J10 -y")
	require.Regexp(t, `A9 answered: hit; shot at J10\. Answer proven, in \d+\.\d\d s\. `, out)

	before := w.Node.Chain.Height()
	_, _, err := run(first, "claim 1 -y")
	require.ErrorContains(t, err, "nothing was sent: boards are proven in classic-zk: there is nothing to claim")
	_, _, err = run(first, "challenge 1 -y")
	require.ErrorContains(t, err, "boards are proven in classic-zk: there is nothing to challenge")
	require.Equal(t, before, w.Node.Chain.Height(), "nothing was sent")
	require.Contains(t, must(first, "board 1"), "Boards are proven: there is nothing to claim.")

	out = must(second, "concede 1 -y")
	require.Contains(t, out, "gave up. Game over: you lost")
	require.NotContains(t, out, "prove its board")
	require.Regexp(t, `^Game 1 \(classic-zk\) is over: you won \(surrender\)`, must(first, "board 1"))
	_, _, err = run(first, "claim 1 -y")
	require.ErrorContains(t, err, "game 1 is over: you won")
	require.Contains(t, must(first, "profile"), "won            1\n")

	w.ClientCtx = w.ClientCtx.WithClient(w.Index())
	out = must(w, "watch 1")
	require.Regexp(t, `(alice|bob) won: (alice|bob) gave up`, out)
	out = must(w, "replay 1")
	require.Contains(t, out, allProven)
}

// The winner's own last shot ends the game: there is no state any more in which it has been answered.
func TestWaitReportsTheResultOfTheLastShotOfAProvenGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	r := game.XayaZK()
	id, first, second := w.Begun(r)
	ships, err := r.FleetTiles(playertest.FleetOf(t, r))
	require.NoError(t, err)
	var tiles []game.Tile
	for tile := range ships.All() {
		tiles = append(tiles, tile)
	}
	for i, tile := range tiles {
		if i < len(tiles)-1 {
			_, err := w.Open(first, id).Shoot(t.Context(), r.TileName(tile))
			require.NoError(t, err)
			_, err = w.Open(second, id).Answer(t.Context())
			require.NoError(t, err)
			continue
		}
		done := make(chan error, 1)
		var out string
		go func() {
			var err error
			out, _, err = run(w, "shoot 1 "+r.TileName(tile)+" --wait -y --from "+first)
			done <- err
		}()
		require.Eventually(t, func() bool {
			return strings.Contains(must(w, "query battleship next-action 1"), "target       "+r.TileName(tile))
		}, time.Minute, 10*time.Millisecond)
		require.Contains(t, must(w, "answer 1 -y --from "+second), "Game over: you lost")
		require.NoError(t, <-done)
		require.Contains(t, out, "your shot at "+r.TileName(tile)+": hit\n")
		require.Contains(t, out, "Game 1 is over: you won (fleet sunk)")
	}
}

// Where governance keeps the claim, it is there as ever.
func TestAProvenGameWithClaimsKeepsThem(t *testing.T) {
	t.Parallel()
	params := types.LocalParams()
	params.ProvenClaims = true
	w := playertest.New(t, chain.WithParams(params))
	id, first, second := w.Begun(game.ClassicZK())
	require.Equal(t, fmt.Sprint(id), "1")
	_, _, err := run(w, "challenge 1 -y --from "+first)
	require.ErrorContains(t, err, "there is nothing to challenge")
	_, _, err = run(w, "claim 1 -y --from "+first)
	require.ErrorContains(t, err, "there is nothing to claim yet")
	out := must(w, "concede 1 -y --from "+second)
	require.Contains(t, out, "You gave up: you lose, unless your opponent fails to prove its board in time.")
	require.Contains(t, must(w, "board 1 --from "+first), "Continue with: battleshipd claim 1")
	out = must(w, "claim 1 -y --from "+first)
	require.Contains(t, out, "board proven;")
	require.Contains(t, out, "Game over: you won (surrender)")

	_, g, err := w.RecordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonConceded, g.State().Reason)
	require.NotEqual(t, g.Fleets[0] == nil, g.Fleets[1] == nil, "the winner alone has shown its board")
}

func TestAClosedRulesetCannotBeEntered(t *testing.T) {
	t.Parallel()
	params := types.LocalParams()
	params.ClosedRulesets = []uint32{game.ClassicZK().ID}
	w := playertest.New(t, chain.WithParams(params))
	before := w.Node.Chain.Height()
	for _, line := range []string{"create", "match"} {
		_, _, err := run(w, line+" --ruleset classic-zk -y --from alice")
		require.ErrorContains(t, err, "classic-zk takes no new players", line)
	}
	require.Equal(t, before, w.Node.Chain.Height(), "nothing was sent")
}

// A player who falls silent has lost in the block after its deadline, and nobody has to do anything for that.
func TestSilenceLosesAProvenGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, silent, waiting := w.Begun(game.ClassicZK())
	v, err := w.Open(silent, id).Look(t.Context())
	require.NoError(t, err)
	w.Node.Advance(v.State.Deadline - w.Node.Chain.Height() + 2)
	for _, name := range []string{waiting, silent} {
		result, err := w.Open(name, id).Run(t.Context(), playertest.Random(1), session.Observer{})
		require.NoError(t, err)
		require.Equal(t, types.REASON_TIMEOUT, result.Reason)
		winner, ok := result.WinnerAddress()
		require.True(t, ok)
		require.Equal(t, chain.NewAccount(waiting).String(), winner)
	}
	w.ClientCtx = w.ClientCtx.WithClient(w.Index())
	require.Regexp(t, `(?m)^1 .*classic-zk +won +out of time`, must(w, "history "+waiting))
}
