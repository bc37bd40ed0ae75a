package keeper_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// cost is what one message has cost.
type cost struct {
	gas   storetypes.Gas
	store count
	took  time.Duration
}

// measure hands a message to its handler and returns what that has cost, without the transaction around it.
func (f *fixture) measure(msg sdk.Msg) cost {
	f.Helper()
	f.passJoin(msg)
	ctx := f.ctx
	meter := storetypes.NewGasMeter(10_000_000)
	f.ctx = ctx.WithGasMeter(meter).WithEventManager(sdk.NewEventManager())
	begun := time.Now()
	store := f.store.during(func() { require.NoError(f, f.handle(msg)) })
	took := time.Since(begun)
	f.ctx = ctx.WithEventManager(f.ctx.EventManager())
	f.replay()
	return cost{gas: meter.GasConsumed(), store: store, took: took}
}

// A move is the message that is sent most. It writes one small record, and does not grow dearer as the game goes on.
func TestAMoveWritesOneSmallRecord(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]*game.Ruleset{"classic": game.Classic(), "xaya": game.Xaya()} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			// Heights of many digits, as on a chain that has run for years.
			f.ctx = f.ctx.WithBlockHeight(1 << 33)
			d := f.newDuel(rules)
			f.deliver(d.reveal(game.Creator, "A1"))
			var first, last cost
			largest := 0
			for d.now().Phase == game.PhasePlay {
				msg, ok := d.next().(*types.MsgShootAndReveal)
				require.True(t, ok)
				last = f.measure(msg)
				if msg.Opening != nil && msg.Target != "" {
					require.Equal(t, 1, last.store.writes, "records written by a move")
					require.Zero(t, last.store.deletes, "records deleted by a move")
					require.Zero(t, last.store.iterators, "iterators opened by a move")
					require.Equal(t, 2, last.store.reads, "records read by a move")
					if first.gas == 0 {
						first = last
					}
					require.InEpsilon(t, first.gas, last.gas, 0.1, "gas of a move against that of the first")
				}
				m, err := f.keeper.Records().Progress.Get(f.ctx, d.id)
				require.NoError(t, err)
				largest = max(largest, m.Size())
			}
			require.LessOrEqual(t, largest, 200, "bytes of the largest progress")
			f.deliver(d.claim(d.now().Actor))
			r := f.result(d.id)
			size := r.Size() + len(types.ResultsPrefix.Bytes()) + 8
			require.LessOrEqual(t, size, 150, "bytes of a result and its key")
			t.Logf("first move %+v, last move %+v; largest progress %d bytes; result and key %d bytes",
				first, last, largest, size)
		})
	}
}

func TestCostOfEachMessage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	rules := game.Classic()
	a, b := f.newBoard(alice, rules, classicFleet), f.newBoard(bob, rules, classicFleet)
	log := func(name string, c cost) { t.Logf("%-10s %+v", name, c) }
	log("create", f.measure(createMsg(a)))
	log("join", f.measure(joinMsg(1, b)))
	d := &duel{fixture: f, id: 1, boards: [...]board{a, b}}
	first := f.measure(d.reveal(game.Creator, ""))
	log("toss", first)
	d.playOut(game.PhaseClaim)
	log("claim", f.measure(d.claim(d.now().Actor)))
	id := f.create(f.newBoard(alice, rules, classicFleet))
	log("cancel", f.measure(&types.MsgCancelGame{Sender: alice.text(), GameId: id}))
	d = f.play(rules)
	log("concede", f.measure(d.concede(game.Creator)))
}

// bill is a gas meter that remembers what was charged for what.
type bill struct {
	storetypes.GasMeter
	charged map[string]storetypes.Gas
}

func (b *bill) ConsumeGas(amount storetypes.Gas, descriptor string) {
	b.charged[descriptor] += amount
	b.GasMeter.ConsumeGas(amount, descriptor)
}

// Hashes are paid for, also those that show that the sender has lied, and never more than the message made necessary.
func TestHashesArePaidFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.newDuel(game.Classic())
	f.endBlock()
	charged := func(msg sdk.Msg, want error) map[string]storetypes.Gas {
		ctx := f.ctx
		meter := &bill{GasMeter: storetypes.NewInfiniteGasMeter(), charged: make(map[string]storetypes.Gas)}
		f.ctx = ctx.WithGasMeter(meter)
		require.ErrorIs(t, f.try(msg), want)
		f.ctx = ctx
		hashes := make(map[string]storetypes.Gas)
		for descriptor, amount := range meter.charged {
			if strings.HasSuffix(descriptor, "hashes") {
				hashes[descriptor] = amount
			}
		}
		return hashes
	}
	toss := d.reveal(game.Creator, "")
	toss.Opening.Salt[0]++
	require.Equal(t, map[string]storetypes.Gas{"toss hashes": 20}, charged(toss, types.ErrWrongOpening))
	toss.Opening.Salt[0]--
	require.Equal(t, map[string]storetypes.Gas{"toss hashes": 20}, charged(toss, nil))

	f.deliver(d.shoot(game.Creator, "A1"))
	answer := d.reveal(game.Joiner, "J1")
	answer.Opening.Salt[0]++
	require.Equal(t, map[string]storetypes.Gas{"opening hashes": 60}, charged(answer, types.ErrWrongOpening))
	answer.Opening.Salt[0]--
	require.Equal(t, map[string]storetypes.Gas{"opening hashes": 60}, charged(answer, nil))
	require.Equal(t, map[string]storetypes.Gas{"opening hashes": 40}, charged(d.reveal(game.Creator, ""), nil),
		"columns I and J are nearer to their root")
	require.Empty(t, charged(d.shoot(game.Joiner, "A1"), types.ErrTurn))

	f.deliver(d.concede(game.Joiner))
	claim := d.claim(game.Creator)
	claim.BoardSecret = make([]byte, len(claim.BoardSecret))
	require.Equal(t, map[string]storetypes.Gas{"audit hashes": 3950}, charged(claim, types.ErrClaim))
	claim = d.claim(game.Creator)
	claim.Fleet = "A1h,A1v,A5h,A7h,A9h"
	require.Empty(t, charged(claim, types.ErrClaim), "an illegal fleet is refused before a hash is made")
}
