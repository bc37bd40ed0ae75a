package keeper

import (
	"context"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// gasPerHash is the gas of one SHA-256 hash of a commitment. It takes about 0.4 µs, and a signature, for which the SDK
// charges 1,000, more than 100 µs: a block full of hashes is done sooner than one full of signatures.
const gasPerHash = 10

// gasPerSignature is the gas of checking a signature under a state. It is ten times the SDK's charge for one of a
// transaction, because a message can carry two of them: at the SDK's charge a state with a false signature would take
// more time for its gas than a payment.
const gasPerSignature = 10_000

// submitGas and claimGas are charged before a state or a claim of a duel is checked, for the records that it changes if
// it is accepted. A refused message takes almost as long as an accepted one, so it must not cost much less.
const (
	submitGas = 12_000
	claimGas  = 40_000
)

// gasOf returns the gas of a number of hashes.
func gasOf(hashes int) storetypes.Gas {
	return storetypes.Gas(gasPerHash * hashes) //nolint:gosec // a count is not negative
}

// workMeter returns a function that charges for the work of checking hidden boards.
func workMeter(ctx sdk.Context) func(play.Work) {
	return func(w play.Work) {
		if w.Hashes > 0 {
			ctx.GasMeter().ConsumeGas(gasOf(w.Hashes), w.For+" hashes")
		}
		if w.Signatures > 0 {
			ctx.GasMeter().ConsumeGas(gasPerSignature*storetypes.Gas(w.Signatures), w.For)
		}
		if w.Proofs > 0 {
			ctx.GasMeter().ConsumeGas(types.ProofGas*storetypes.Gas(w.Proofs), w.For+" proof")
		}
	}
}

// prepay charges for the work after a check before the check, and returns a context that charges only for gas beyond
// it. So a message that fails the check costs at least the check and that gas, and one that passes costs as much as
// without prepay unless it uses less.
func prepay(ctx sdk.Context, gas storetypes.Gas, what string) sdk.Context {
	ctx.GasMeter().ConsumeGas(gas, what)
	return ctx.WithGasMeter(&prepaidMeter{GasMeter: ctx.GasMeter(), left: gas})
}

// prepaidMeter is a gas meter whose first units are charged already.
type prepaidMeter struct {
	storetypes.GasMeter

	left storetypes.Gas
}

// ConsumeGas implements GasMeter.
func (m *prepaidMeter) ConsumeGas(amount storetypes.Gas, descriptor string) {
	paid := min(amount, m.left)
	m.left -= paid
	m.GasMeter.ConsumeGas(amount-paid, descriptor)
}

// GasConsumed implements GasMeter. It returns the used gas: prepaid gas counts as it is used.
func (m *prepaidMeter) GasConsumed() storetypes.Gas { return m.GasMeter.GasConsumed() - m.left }

// settlementGas is the least gas, above that of its transaction, of a message after which a block may have one more
// deadline to settle that is not paid for then. That is every message by which a player enters a game: an open game has
// one deadline that can pass, and one that was joined has two, whatever its moves; and one more, its channel timeout,
// if it is played off-chain. So a block full of such messages causes as many settlements as one block settles, if the
// params let it settle the gas of a block divided by this constant; a flood of them cannot grow faster than it is
// worked off.
const settlementGas = 100_000

// seatGas is the gas for each seat that a block may have to settle: a duel has two.
const seatGas = settlementGas / types.PlayersPerGame

// meleeEntryGas is the least gas of entering a melee: the deadlines of a melee settle each seat at most this number of
// times, except for those that it pays for with lateGas.
const meleeEntryGas = settlement.MaxSettlements * seatGas

// lateGas is the least gas of a message by which a player of a melee makes up for a missed one in a stage that has
// another clock: the number of such stages is unbounded.
const lateGas = seatGas

// entryGas returns the least gas of entering a game. The players of an off-chain game share the cost of its channel
// timeout.
func entryGas(e types.Entry) storetypes.Gas {
	if e.Channel == nil {
		return settlementGas
	}
	return settlementGas + settlementGas/2
}

// chargeAtLeast runs work and charges the gas that it used, but not less than a minimum.
func chargeAtLeast(ctx context.Context, least storetypes.Gas, what string, work func() error) error {
	meter := sdk.UnwrapSDKContext(ctx).GasMeter()
	before := meter.GasConsumed()
	if err := work(); err != nil {
		return err
	}
	if used := meter.GasConsumed() - before; used < least {
		meter.ConsumeGas(least-used, what)
	}
	return nil
}
