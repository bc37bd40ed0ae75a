package player_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// sunk is a game between alice and bob in which the first has hit all that the second has, and the names of the two.
func (w *world) sunk(r *game.Ruleset) (id uint64, winner, loser string) {
	w.Helper()
	id, winner, loser = w.begun(r)
	ships, err := r.FleetTiles(fleetOf(w.T, r))
	require.NoError(w, err)
	for tile := range ships.All() {
		_, err := w.open(winner, id).Shoot(w.Context(), r.TileName(tile))
		require.NoError(w, err)
		done, err := w.open(loser, id).Answer(w.Context())
		require.NoError(w, err)
		require.Len(w, done.Proof.Bytes, verify.ProofSize)
		require.Less(w, done.Bytes, 900)
	}
	return id, winner, loser
}

// The answer to the shot that sinks the last ship ends the game and pays, and nobody has shown a board.
func TestAProvenGameEndsWithItsLastHit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	r := game.XayaZK()
	from := w.node.chain.Height() + 1
	id, winner, loser := w.sunk(r)

	var ended *session.EndedError
	_, err := w.open(winner, id).Claim(ctx)
	require.ErrorAs(t, err, &ended)
	require.Equal(t, types.REASON_SUNK, ended.Result.Reason)
	for name, want := range map[string]string{winner: "42000000uship", loser: "420000uship"} {
		have, err := w.client(name).Balance(ctx, chain.NewAccount(name).String(), types.RewardDenom)
		require.NoError(t, err)
		require.Equal(t, want, have.String())
	}
	watcher := watch.New(w.node, w.cctx.TxConfig.TxDecoder(), from, 0)
	replay, _, _ := follow(t, watcher, w.node.chain.Height())
	require.Equal(t, game.PhaseOver, replay.State().Phase)

	// On record it is verified again, proof by proof.
	rec, g, err := w.recordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonSunk, g.State().Reason)
	require.Equal(t, make([]game.Fleet, 2), g.Fleets)
	text, err := rec.Encode()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "game.json")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	w.node.away = true
	out := w.must("replay " + file)
	require.Contains(t, out, "fleet is sunk")
	require.NotContains(t, out, "has to prove the board")
	require.Contains(t, out, allProven)
}

// allProven is what is said of a game that was verified proof by proof.
const allProven = "every board and every answer is proven, and every move is legal. No board had to be shown."

// moveAt is the move of a record that has a proof, and where it stands.
func moveAt(t *testing.T, w *world, r record.Record) (block int, move *types.MsgShootAndReveal) {
	t.Helper()
	for i, b := range r.Blocks {
		require.LessOrEqual(t, len(b.Txs), 1)
		for _, tx := range b.Txs {
			decoded, err := w.cctx.TxConfig.TxDecoder()(tx.Raw)
			require.NoError(t, err)
			m, ok := decoded.GetMsgs()[0].(*types.MsgShootAndReveal)
			if ok && m.Opening != nil && len(m.Opening.Proof) > 0 {
				return i, m
			}
		}
	}
	require.Fail(t, "no move with a proof")
	return 0, nil
}

// A cheat who makes a block of its own, with a move that its player has signed, cannot put a false proof on record.
func TestARecordWithAnotherProofIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	id, first, second := w.begun(game.ClassicZK())
	_, err := w.open(first, id).Shoot(ctx, "A9")
	require.NoError(t, err)
	_, err = w.open(second, id).Answer(ctx)
	require.NoError(t, err)
	_, err = w.open(first, id).Concede(ctx)
	require.NoError(t, err)
	honest, _, err := w.recordOf(id)
	require.NoError(t, err)

	at, move := moveAt(t, w, honest)
	forge := func(change func(*types.MsgShootAndReveal)) error {
		forged, changed := clone(t, honest), *move
		opening := *move.Opening
		opening.Proof, changed.Opening = slices.Clone(opening.Proof), &opening
		change(&changed)
		raw := w.node.chain.SignWith(signing.SignMode_SIGN_MODE_DIRECT, chain.DefaultGas, []sdk.Msg{&changed},
			w.node.chain.Account(second))
		b := &forged.Blocks[at]
		header := w.node.blocks[b.Height].Block.Header
		header.DataHash = cmttypes.ToTxs([][]byte{raw}).Hash()
		bz, err := proto.Marshal(header.ToProto())
		require.NoError(t, err)
		b.Header, b.Hash, b.Txs[0].Raw = bz, hex.EncodeToString(header.Hash()), raw
		b.Txs[0].Signers[0].PubKey = nil
		_, err = decoded(forged, w)
		return err
	}
	require.NoError(t, forge(func(*types.MsgShootAndReveal) {}), "so that it is the change which is refused")
	for name, tc := range map[string]struct {
		change func(*types.MsgShootAndReveal)
		want   error
	}{
		"another bit": {func(m *types.MsgShootAndReveal) { m.Opening.Proof[100] ^= 1 }, record.ErrRecord},
		"no proof":    {func(m *types.MsgShootAndReveal) { m.Opening.Proof = nil }, verify.ErrEncoding},
		"another answer": {
			func(m *types.MsgShootAndReveal) { m.Opening.Content = types.CONTENT_WATER }, verify.ErrProof,
		},
		"another ship": {
			func(m *types.MsgShootAndReveal) { m.Sunk = &types.Ship{Class: "destroyer", Placement: "A9h"} },
			game.ErrSunkEarly,
		},
	} {
		err := forge(tc.change)
		require.ErrorIs(t, err, record.ErrRecord, name)
		require.ErrorIs(t, err, tc.want, name)
	}
}

// At the prompt the player is told that a proof was made, how long it took, and that there is nothing to claim.
func TestAProvenGameAtThePrompt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	wa, wb := w.with(alice), w.with(bob)
	out := wa.must(`create --ruleset classic-zk --fleet "` + classicFleet + `" -y`)
	require.Regexp(t, `created \(classic-zk.*\)\. Board proven legal, in \d+\.\d\d s\. Waiting `, out)
	require.Regexp(t, `(?m)^1 +classic-zk +ship1`, wb.must("lobby"))

	var entered struct {
		Proof struct {
			Seconds float64 `json:"seconds"`
			Bytes   int     `json:"bytes"`
		} `json:"proof"`
	}
	require.NoError(t, json.Unmarshal([]byte(wb.must(`join 1 --fleet "`+classicFleet+`" -y -o json`)), &entered))
	require.Positive(t, entered.Proof.Seconds)
	require.Equal(t, verify.ProofSize, entered.Proof.Bytes)

	out = wa.must("answer 1 -y")
	require.NotContains(t, out, "proven", "the toss is opened as ever")
	first, second := wa, wb
	if strings.Contains(out, "your opponent shoots first") {
		first, second = wb, wa
	}
	first.must("shoot 1 A9 -y")
	out = second.must("shoot 1 J10 -y")
	require.Regexp(t, `A9 answered: hit; shot at J10\. Answer proven, in \d+\.\d\d s\. `, out)

	before := w.node.chain.Height()
	_, _, err := first.run("claim 1 -y")
	require.ErrorContains(t, err, "nothing was sent: boards are proven in classic-zk: there is nothing to claim")
	_, _, err = first.run("challenge 1 -y")
	require.ErrorContains(t, err, "boards are proven in classic-zk: there is nothing to challenge")
	require.Equal(t, before, w.node.chain.Height(), "nothing was sent")
	require.Contains(t, first.must("board 1"), "Boards are proven: there is nothing to claim.")

	out = second.must("concede 1 -y")
	require.Contains(t, out, "gave up. Game over: you lost")
	require.NotContains(t, out, "prove its board")
	require.Regexp(t, `^Game 1 \(classic-zk\) is over: you won \(surrender\)`, first.must("board 1"))
	_, _, err = first.run("claim 1 -y")
	require.ErrorContains(t, err, "game 1 is over: you won")
	require.Contains(t, first.must("profile"), "won            1\n")

	w.cctx = w.cctx.WithClient(w.index())
	out = w.must("watch 1")
	require.Regexp(t, `(alice|bob) won: (alice|bob) gave up`, out)
	out = w.must("replay 1")
	require.Contains(t, out, allProven)
}

// The winner's own last shot ends the game: there is no state any more in which it has been answered.
func TestWaitReportsTheResultOfTheLastShotOfAProvenGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := game.XayaZK()
	id, first, second := w.begun(r)
	ships, err := r.FleetTiles(fleetOf(t, r))
	require.NoError(t, err)
	var tiles []game.Tile
	for tile := range ships.All() {
		tiles = append(tiles, tile)
	}
	for i, tile := range tiles {
		if i < len(tiles)-1 {
			_, err := w.open(first, id).Shoot(t.Context(), r.TileName(tile))
			require.NoError(t, err)
			_, err = w.open(second, id).Answer(t.Context())
			require.NoError(t, err)
			continue
		}
		done := make(chan error, 1)
		var out string
		go func() {
			var err error
			out, _, err = w.run("shoot 1 " + r.TileName(tile) + " --wait -y --from " + first)
			done <- err
		}()
		require.Eventually(t, func() bool {
			return strings.Contains(w.must("query battleship next-action 1"), "target       "+r.TileName(tile))
		}, time.Minute, 10*time.Millisecond)
		require.Contains(t, w.must("answer 1 -y --from "+second), "Game over: you lost")
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
	w := newWorld(t, chain.WithParams(params))
	id, first, second := w.begun(game.ClassicZK())
	require.Equal(t, fmt.Sprint(id), "1")
	_, _, err := w.run("challenge 1 -y --from " + first)
	require.ErrorContains(t, err, "there is nothing to challenge")
	_, _, err = w.run("claim 1 -y --from " + first)
	require.ErrorContains(t, err, "there is nothing to claim yet")
	out := w.must("concede 1 -y --from " + second)
	require.Contains(t, out, "You gave up: you lose, unless your opponent fails to prove its board in time.")
	require.Contains(t, w.must("board 1 --from "+first), "Continue with: battleshipd claim 1")
	out = w.must("claim 1 -y --from " + first)
	require.Contains(t, out, "board proven;")
	require.Contains(t, out, "Game over: you won (surrender)")

	_, g, err := w.recordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonConceded, g.State().Reason)
	require.NotEqual(t, g.Fleets[0] == nil, g.Fleets[1] == nil, "the winner alone has shown its board")
}

func TestAClosedRulesetCannotBeEntered(t *testing.T) {
	t.Parallel()
	params := types.LocalParams()
	params.ClosedRulesets = []uint32{game.ClassicZK().ID}
	w := newWorld(t, chain.WithParams(params))
	before := w.node.chain.Height()
	for _, line := range []string{"create", "match"} {
		_, _, err := w.run(line + " --ruleset classic-zk -y --from alice")
		require.ErrorContains(t, err, "classic-zk takes no new players", line)
	}
	require.Equal(t, before, w.node.chain.Height(), "nothing was sent")
}

// countingProvers make the first proof of an answer ahead, and no other; they keep all that they have made.
type countingProvers struct {
	mu      sync.Mutex
	only    bool
	answers []verify.Answer
	proofs  [][]byte
}

var errEnough = errors.New("enough")

// ProveBoard implements prover.Prover.
func (c *countingProvers) ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error) {
	p, err := proverOf(b.Ruleset)
	if err != nil {
		return nil, err
	}
	return p.ProveBoard(b, f, secret)
}

// ProveAnswer implements prover.Prover.
func (c *countingProvers) ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.only && len(c.answers) > 0 {
		return nil, errEnough
	}
	p, err := proverOf(a.Binding.Ruleset)
	if err != nil {
		return nil, err
	}
	proof, err := p.ProveAnswer(a, f, secret)
	c.answers, c.proofs = append(c.answers, a), append(c.proofs, proof)
	return proof, err
}

// proverOf makes the prover of a ruleset once.
var proverOf = func() func(*game.Ruleset) (*zk.Prover, error) {
	var mu sync.Mutex
	made := make(map[uint32]*zk.Prover)
	return func(r *game.Ruleset) (*zk.Prover, error) {
		mu.Lock()
		defer mu.Unlock()
		if made[r.ID] == nil {
			p, err := zk.NewProver(r)
			if err != nil {
				return nil, err
			}
			made[r.ID] = p
		}
		return made[r.ID], nil
	}
}()

// foreseen is a session of a player that has proven one answer ahead of a shot of its opponent's.
func (w *world) foreseen(id uint64, name string) (*session.Session, *countingProvers, game.Tile) {
	w.Helper()
	c := &countingProvers{only: true}
	p := w.player(name)
	p.Provers = prover.New(func(*game.Ruleset) (prover.Prover, error) { return c, nil })
	s := session.Open(p, id)
	v, err := s.Look(w.Context())
	require.NoError(w, err)
	require.Nil(w, s.Ahead(), "before the board is known")
	_, _, err = s.Fleet(v)
	require.NoError(w, err)
	_, _, acted, err := s.Advance(w.Context(), nil) // nothing is owed, and it sees how the game stands
	require.NoError(w, err)
	require.False(w, acted)
	s.Ahead()(w.Context()) // until there is enough
	require.Len(w, c.answers, 1)
	c.only = false
	return s, c, c.answers[0].Tile
}

// sentProof is the proof in the last transaction that the node was given.
func (w *world) sentProof() []byte {
	w.Helper()
	w.node.mu.Lock()
	defer w.node.mu.Unlock()
	return w.proofIn(w.node.received[len(w.node.received)-1])
}

// proofIn is the proof in a transaction.
func (w *world) proofIn(raw []byte) []byte {
	w.Helper()
	decoded, err := w.cctx.TxConfig.TxDecoder()(raw)
	require.NoError(w, err)
	move, ok := decoded.GetMsgs()[0].(*types.MsgShootAndReveal)
	require.True(w, ok)
	require.NotNil(w, move.Opening)
	return move.Opening.Proof
}

// What was proven while the opponent thought is sent for the very state that it was proven for, and for no other.
func TestAProofMadeAheadIsSentForItsStateAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	id, first, second := w.begun(game.ClassicZK())
	r := game.ClassicZK()

	s, c, tile := w.foreseen(id, second)
	_, err := w.open(first, id).Shoot(ctx, r.TileName(tile))
	require.NoError(t, err)
	done, err := s.Answer(ctx)
	require.NoError(t, err)
	require.True(t, done.Proof.Ahead)
	require.Len(t, c.proofs, 1)
	require.Equal(t, c.proofs[0], w.sentProof())

	// The same again, but now a hit comes between.
	id, first, second = w.begun(r)
	s, c, tile = w.foreseen(id, second)
	hit := "A9"
	if r.TileName(tile) == hit {
		hit = "A7"
	}
	_, err = w.open(first, id).Shoot(ctx, hit)
	require.NoError(t, err)
	_, err = s.Shoot(ctx, "J10")
	require.NoError(t, err)
	_, err = w.open(first, id).Shoot(ctx, r.TileName(tile))
	require.NoError(t, err)
	done, err = s.Answer(ctx)
	require.NoError(t, err)
	require.False(t, done.Proof.Ahead)
	require.NotEqual(t, c.proofs[0], w.sentProof())
	require.Equal(t, tile, c.answers[len(c.answers)-1].Tile)
}

// A program that is killed with its answer finds its board again, proves the answer again and sends it again: the same
// answer and the same shot, with another proof. One of the two counts.
func TestAProvenAnswerIsSentAgainAfterTheProgramWasKilled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	r := game.ClassicZK()
	id, first, second := w.begun(r)
	_, err := w.open(first, id).Shoot(t.Context(), "A9")
	require.NoError(t, err)
	ctx, kill := context.WithCancel(t.Context())
	var lost []byte
	w.node.closed = func(raw []byte) error {
		lost = raw
		kill()
		return errAway
	}
	require.ErrorIs(t, shoot("E5")(ctx, w.open(second, id)), context.Canceled)

	w.node.closed = nil
	v, err := w.open(second, id).Look(t.Context())
	require.NoError(t, err)
	require.True(t, v.State.HasPending, "it is in no block")
	_, err = w.open(second, id).Shoot(t.Context(), "F6")
	var signed *session.SignedError
	require.ErrorAs(t, err, &signed)
	done, err := w.open(second, id).Shoot(t.Context(), "E5")
	require.NoError(t, err)
	require.True(t, done.Moved().Answer.Hit)
	require.NotEqual(t, w.proofIn(lost), w.sentProof())
	w.node.advance(1)
	w.node.mu.Lock()
	w.node.block(lost) // somebody had it after all: it comes too late
	w.node.mu.Unlock()
	v, err = w.open(first, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, "E5", r.TileName(v.State.Pending))
	require.Equal(t, 1, v.State.Sides[v.State.Actor.Other()].Answered.Len())
}

// Two programs play a game on, one of which is started in the middle of it on another machine.
func TestABotPlaysAProvenGameOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, second := w.begun(game.XayaZK())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var proven sync.Map
	ends := make(chan error, 2)
	for _, name := range []string{first, second} {
		acts := 0
		observer := session.Observer{Acted: func(d session.Done) {
			if d.Proof != nil {
				proven.Store(name, true)
			}
			if acts++; acts == 4 && name == first {
				if _, err := w.open(name, id).Concede(ctx); err != nil {
					t.Error(err)
				}
			}
		}}
		s := w.open(name, id)
		go func() {
			result, err := s.Run(ctx, bot.NewHunt(func(n int) int { return n / 2 }), observer)
			if err == nil && result.Reason != types.REASON_CONCEDED {
				err = fmt.Errorf("ended by %s", result.Reason)
			}
			ends <- err
		}()
	}
	for range 2 {
		require.NoError(t, <-ends)
	}
	_, ok := proven.Load(second)
	require.True(t, ok, "answers were proven")
}

// A player who falls silent has lost in the block after its deadline, and nobody has to do anything for that.
func TestSilenceLosesAProvenGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, silent, waiting := w.begun(game.ClassicZK())
	v, err := w.open(silent, id).Look(t.Context())
	require.NoError(t, err)
	w.node.advance(v.State.Deadline - w.node.chain.Height() + 2)
	for _, name := range []string{waiting, silent} {
		result, err := w.open(name, id).Run(t.Context(), random(1), session.Observer{})
		require.NoError(t, err)
		require.Equal(t, types.REASON_TIMEOUT, result.Reason)
		winner, ok := result.WinnerAddress()
		require.True(t, ok)
		require.Equal(t, chain.NewAccount(waiting).String(), winner)
	}
	w.cctx = w.cctx.WithClient(w.index())
	require.Regexp(t, `(?m)^1 .*classic-zk +won +timeout`, w.must("history "+waiting))
}

// On the screens a bot of the own program plays by a proven ruleset too, both by keys for this game alone.
func TestAProvenGameOnTheScreens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	table, id := w.againstBot(ctx, game.ClassicZK())
	for _, tile := range []game.Tile{0, 1} {
		turn(t, table)
		require.NoError(t, table.Do(ctx, id, tui.Shoot{Tile: tile}))
		mustShow(t, table, func(s tui.Snapshot) bool {
			st := s.Game.State
			return st.Owes == game.OwesAnswer && st.Pending == tile || st.Sides[s.Game.Me.Other()].Answered.Has(tile)
		})
	}
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Game.Sending.Proof != "" })
	require.Regexp(t, `^proven (ahead )?in \d+\.\d\d s$`, snap.Game.Sending.Proof)
	turn(t, table)
	require.Empty(t, snap.Game.Risks[tui.Challenge{}])
	require.ErrorContains(t, table.Do(ctx, id, tui.Challenge{}), "there is nothing to challenge")
	require.ErrorContains(t, table.Do(ctx, id, tui.Claim{}), "there is nothing to claim")
	require.NoError(t, table.Do(ctx, id, tui.Concede{}))
	snap = mustShow(t, table, func(s tui.Snapshot) bool { return s.Game.State.Phase == game.PhaseOver })
	require.NotNil(t, snap.Game.Fleets[snap.Game.Me], "the own ships are shown, to their player")
	require.Nil(t, snap.Game.Fleets[snap.Game.Me.Other()])
	require.Equal(t, [2]bool{}, snap.Game.Proven)
}
