package duel_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A move is the message that is sent most. It writes one small record, and does not grow dearer as the game goes on.
func TestAMoveWritesOneSmallRecord(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]*game.Ruleset{"classic": game.Classic(), "xaya": game.Xaya()} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			// Heights of many digits, as on a chain that has run for years.
			f.Ctx = f.Ctx.WithBlockHeight(1 << 33)
			d := f.NewDuel(rules)
			f.Deliver(d.Reveal(game.Creator, "A1"))
			var first, last kit.Cost
			largest := 0
			for d.Now().Phase == game.PhasePlay {
				msg, ok := d.Next().(*types.MsgShootAndReveal)
				require.True(t, ok)
				last = f.Measure(msg)
				if msg.Opening != nil && msg.Target != "" {
					require.Equal(t, 1, last.Store.Writes, "records written by a move")
					require.Zero(t, last.Store.Deletes, "records deleted by a move")
					require.Zero(t, last.Store.Iterators, "iterators opened by a move")
					require.Equal(t, 2, last.Store.Reads, "records read by a move")
					if first.Gas == 0 {
						first = last
					}
					require.InEpsilon(t, first.Gas, last.Gas, 0.1, "gas of a move against that of the first")
				}
				m, err := f.Keeper.Records().Progress.Get(f.Ctx, d.ID)
				require.NoError(t, err)
				largest = max(largest, m.Size())
			}
			require.LessOrEqual(t, largest, 200, "bytes of the largest progress")
			f.Deliver(d.Claim(d.Now().Actor))
			r := f.Result(d.ID)
			size := r.Size() + len(types.ResultsPrefix.Bytes()) + 8
			require.LessOrEqual(t, size, 150, "bytes of a result and its key")
			t.Logf("first move %+v, last move %+v; largest progress %d bytes; result and key %d bytes",
				first, last, largest, size)
		})
	}
}

func TestCostOfEachMessage(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	rules := game.Classic()
	a, b := f.NewBoard(kit.Alice, rules, kit.ClassicFleet), f.NewBoard(kit.Bob, rules, kit.ClassicFleet)
	log := func(name string, c kit.Cost) { t.Logf("%-10s %+v", name, c) }
	log("create", f.Measure(kit.CreateMsg(a)))
	log("join", f.Measure(kit.JoinMsg(1, b)))
	d := &kit.Duel{Fixture: f, ID: 1, Boards: [...]kit.Board{a, b}}
	first := f.Measure(d.Reveal(game.Creator, ""))
	log("toss", first)
	d.PlayOut(game.PhaseClaim)
	log("claim", f.Measure(d.Claim(d.Now().Actor)))
	id := f.Create(f.NewBoard(kit.Alice, rules, kit.ClassicFleet))
	log("cancel", f.Measure(&types.MsgCancelGame{Sender: kit.Alice.Text(), GameId: id}))
	d = f.Play(rules)
	log("concede", f.Measure(d.Concede(game.Creator)))
}

// Hashes are paid for, also those that show that the sender has lied, and never more than the message made necessary.
func TestAttackHashesArePaidFor(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.NewDuel(game.Classic())
	f.EndBlock()
	charged := func(msg sdk.Msg, want error) map[string]storetypes.Gas {
		ctx := f.Ctx
		meter := &kit.Bill{GasMeter: storetypes.NewInfiniteGasMeter(), Charged: make(map[string]storetypes.Gas)}
		f.Ctx = ctx.WithGasMeter(meter)
		require.ErrorIs(t, f.Try(msg), want)
		f.Ctx = ctx
		hashes := make(map[string]storetypes.Gas)
		for descriptor, amount := range meter.Charged {
			if strings.HasSuffix(descriptor, "hashes") {
				hashes[descriptor] = amount
			}
		}
		return hashes
	}
	toss := d.Reveal(game.Creator, "")
	toss.Opening.Salt[0]++
	require.Equal(t, map[string]storetypes.Gas{"toss hashes": 20}, charged(toss, types.ErrWrongOpening))
	toss.Opening.Salt[0]--
	require.Equal(t, map[string]storetypes.Gas{"toss hashes": 20}, charged(toss, nil))

	f.Deliver(d.Shoot(game.Creator, "A1"))
	answer := d.Reveal(game.Joiner, "J1")
	answer.Opening.Salt[0]++
	require.Equal(t, map[string]storetypes.Gas{"opening hashes": 60}, charged(answer, types.ErrWrongOpening))
	answer.Opening.Salt[0]--
	require.Equal(t, map[string]storetypes.Gas{"opening hashes": 60}, charged(answer, nil))
	require.Equal(t, map[string]storetypes.Gas{"opening hashes": 40}, charged(d.Reveal(game.Creator, ""), nil),
		"columns I and J are nearer to their root")
	require.Empty(t, charged(d.Shoot(game.Joiner, "A1"), types.ErrTurn))

	f.Deliver(d.Concede(game.Joiner))
	claim := d.Claim(game.Creator)
	claim.BoardSecret = make([]byte, len(claim.BoardSecret))
	require.Equal(t, map[string]storetypes.Gas{"audit hashes": 3950}, charged(claim, types.ErrClaim))
	claim = d.Claim(game.Creator)
	claim.Fleet = "A1h,A1v,A5h,A7h,A9h"
	require.Empty(t, charged(claim, types.ErrClaim), "an illegal fleet is refused before a hash is made")
}
