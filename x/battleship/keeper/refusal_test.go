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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// charged returns the gas of a message in its handler, and the error. It changes nothing.
func charged(f *kit.Fixture, msg sdk.Msg) (storetypes.Gas, error) {
	f.Helper()
	before := f.Ctx
	defer func() { f.Ctx = before }()
	cached, _ := before.CacheContext()
	meter := storetypes.NewInfiniteGasMeter()
	f.Ctx = cached.WithGasMeter(meter)
	err := f.Handle(msg)
	return meter.GasConsumed(), err
}

// A state whose last signature is false cost as much less than a payment as it left unwritten, and took longer.
func TestAttackAStateWithAFalseSignatureIsCheaperThanItsWork(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	turns := v.Turns(12)
	last, other := turns[11], turns[9]
	accepted, err := charged(v.Fixture, v.Submits(kit.Alice, last.Update))
	require.NoError(t, err)
	forged := last.Update
	forged.Signatures[last.By] = v.Sign(last.By, other.State)
	refused, err := charged(v.Fixture, v.Submits(kit.Alice, forged))
	require.ErrorIs(t, err, types.ErrSignature)
	require.GreaterOrEqual(t, refused, storetypes.Gas(duels.SubmitGas+2*core.GasPerSignature))
	require.LessOrEqual(t, accepted-refused, storetypes.Gas(5_000), "accepted %d, refused %d", accepted, refused)

	v.Deliver(v.Submits(kit.Alice, last.Update))
	refused, err = charged(v.Fixture, v.Submits(kit.Alice, other.Update))
	require.ErrorIs(t, err, types.ErrNotNewer)
	require.GreaterOrEqual(t, refused, storetypes.Gas(duels.SubmitGas))
}

// A claim with another secret cost the hashes of the audit alone.
func TestRegressionAClaimWithAnotherSecretIsCheaperThanItsWork(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	v := f.OpenChannel(game.Classic())
	turns := v.Turns(0)
	last := turns[len(turns)-1]
	closing := v.Claims(last.State.Actor, last.Update)
	d := f.NewDuel(game.Classic())
	d.Deliver(d.Reveal(game.Creator, "A1"))
	d.Deliver(d.Concede(game.Joiner))
	for name, msg := range map[string]*types.MsgClaimWin{"off-chain": closing, "on-chain": d.Claim(game.Creator)} {
		accepted, err := charged(f, msg)
		require.NoError(t, err, name)
		other := *msg
		other.BoardSecret = make([]byte, commitment.SecretSize)
		refused, err := charged(f, &other)
		require.ErrorIs(t, err, types.ErrClaim, name)
		require.GreaterOrEqual(t, refused, storetypes.Gas(duels.ClaimGas), name)
		require.Less(t, refused, accepted, name)
		t.Logf("%s: accepted %d, refused %d", name, accepted, refused)
	}
}

// A claim in a melee costs what its end does before its board is looked at.
func TestRegressionAClaimInAMeleeWithAnotherSecretIsCheaperThanItsWork(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewGathering(4, nil)
	for seat := range b.Now().Owes.All() {
		if seat > 0 {
			b.Deliver(b.Concede(seat))
		}
	}
	msg := b.ClaimMsg(0)
	accepted, err := charged(f, msg)
	require.NoError(t, err)
	other := *msg
	other.BoardSecret = make([]byte, commitment.SecretSize)
	refused, err := charged(f, &other)
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
