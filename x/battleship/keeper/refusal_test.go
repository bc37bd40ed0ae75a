package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	duels "github.com/battleship-chain/battleship/x/battleship/internal/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// charged returns the gas of a message in its handler, and the error. It changes nothing.
func (f *fixture) charged(msg sdk.Msg) (storetypes.Gas, error) {
	f.Helper()
	before := f.ctx
	defer func() { f.ctx = before }()
	cached, _ := before.CacheContext()
	meter := storetypes.NewInfiniteGasMeter()
	f.ctx = cached.WithGasMeter(meter)
	err := f.handle(msg)
	return meter.GasConsumed(), err
}

// A state whose last signature is false cost as much less than a payment as it left unwritten, and took longer.
func TestRegressionAStateWithAFalseSignatureIsCheaperThanItsWork(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	turns := v.turns(12)
	last, other := turns[11], turns[9]
	accepted, err := v.charged(v.submits(alice, last.update))
	require.NoError(t, err)
	forged := last.update
	forged.Signatures[last.by] = v.sign(last.by, other.state)
	refused, err := v.charged(v.submits(alice, forged))
	require.ErrorIs(t, err, types.ErrSignature)
	require.GreaterOrEqual(t, refused, storetypes.Gas(duels.SubmitGas+2*core.GasPerSignature))
	require.LessOrEqual(t, accepted-refused, storetypes.Gas(5_000), "accepted %d, refused %d", accepted, refused)

	v.deliver(v.submits(alice, last.update))
	refused, err = v.charged(v.submits(alice, other.update))
	require.ErrorIs(t, err, types.ErrNotNewer)
	require.GreaterOrEqual(t, refused, storetypes.Gas(duels.SubmitGas))
}

// A claim with another secret cost the hashes of the audit alone.
func TestRegressionAClaimWithAnotherSecretIsCheaperThanItsWork(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	v := f.openChannel(game.Classic())
	turns := v.turns(0)
	last := turns[len(turns)-1]
	closing := v.claims(last.state.Actor, last.update)
	d := f.newDuel(game.Classic())
	d.deliver(d.reveal(game.Creator, "A1"))
	d.deliver(d.concede(game.Joiner))
	for name, msg := range map[string]*types.MsgClaimWin{"off-chain": closing, "on-chain": d.claim(game.Creator)} {
		accepted, err := f.charged(msg)
		require.NoError(t, err, name)
		other := *msg
		other.BoardSecret = make([]byte, commitment.SecretSize)
		refused, err := f.charged(&other)
		require.ErrorIs(t, err, types.ErrClaim, name)
		require.GreaterOrEqual(t, refused, storetypes.Gas(duels.ClaimGas), name)
		require.Less(t, refused, accepted, name)
		t.Logf("%s: accepted %d, refused %d", name, accepted, refused)
	}
}

// A claim in a melee costs what its end does before its board is looked at.
func TestRegressionAClaimInAMeleeWithAnotherSecretIsCheaperThanItsWork(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newGathering(4, nil)
	for seat := range b.now().Owes.All() {
		if seat > 0 {
			b.deliver(b.concede(seat))
		}
	}
	msg := b.claimMsg(0)
	accepted, err := f.charged(msg)
	require.NoError(t, err)
	other := *msg
	other.BoardSecret = make([]byte, commitment.SecretSize)
	refused, err := f.charged(&other)
	require.ErrorIs(t, err, types.ErrClaim)
	require.Greater(t, refused, accepted/2, "accepted %d, refused %d", accepted, refused)
}

// What is prepaid is charged at once, and used before anything more is charged.
func TestPrepaidGasIsChargedOnce(t *testing.T) {
	t.Parallel()
	const limit = 1_000
	meter := storetypes.NewGasMeter(limit)
	ctx := core.Prepay(sdk.Context{}.WithGasMeter(meter), 100, "work").GasMeter()
	require.EqualValues(t, 100, meter.GasConsumed())
	require.Zero(t, ctx.GasConsumed())
	ctx.ConsumeGas(60, "a part")
	require.EqualValues(t, 100, meter.GasConsumed())
	require.EqualValues(t, 60, ctx.GasConsumed())
	ctx.ConsumeGas(60, "the rest and more")
	require.EqualValues(t, 120, meter.GasConsumed())
	require.EqualValues(t, 120, ctx.GasConsumed())
	require.Panics(t, func() { ctx.ConsumeGas(limit, "too much") })
	require.Panics(t, func() { core.Prepay(sdk.Context{}.WithGasMeter(meter), limit, "too much") })
}
