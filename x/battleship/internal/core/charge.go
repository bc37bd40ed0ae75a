package core

import (
	"context"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// GasPerHash is the gas of one SHA-256 hash of a commitment. It takes about 0.4 µs, and a signature, for which the SDK
// charges 1,000, more than 100 µs: a block full of hashes is done sooner than one full of signatures.
const GasPerHash = 10

// GasPerSignature is the gas of checking a signature under a state. It is ten times the SDK's charge for one of a
// transaction, because a message can carry two of them: at the SDK's charge a state with a false signature would take
// more time for its gas than a payment.
const GasPerSignature = 10_000

// GasOf returns the gas of a number of hashes.
func GasOf(hashes int) storetypes.Gas {
	return storetypes.Gas(GasPerHash * hashes) //nolint:gosec // a count is not negative
}

// WorkMeter returns a function that charges for the work of checking hidden boards.
func WorkMeter(ctx sdk.Context) func(play.Work) {
	return func(w play.Work) {
		if w.Hashes > 0 {
			ctx.GasMeter().ConsumeGas(GasOf(w.Hashes), w.For+" hashes")
		}
		if w.Signatures > 0 {
			ctx.GasMeter().ConsumeGas(GasPerSignature*storetypes.Gas(w.Signatures), w.For)
		}
		if w.Proofs > 0 {
			ctx.GasMeter().ConsumeGas(types.ProofGas*storetypes.Gas(w.Proofs), w.For+" proof")
		}
		if w.Openings > 0 {
			ctx.GasMeter().ConsumeGas(types.OpeningGas*storetypes.Gas(w.Openings), w.For+" of a commitment")
		}
	}
}

// Prepay charges for the work after a check before the check, and returns a context that charges only for gas beyond
// it. So a message that fails the check costs at least the check and that gas, and one that passes costs as much as
// without Prepay unless it uses less.
func Prepay(ctx sdk.Context, gas storetypes.Gas, what string) sdk.Context {
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

// SettlementGas is the least gas, above that of its transaction, of a message after which a block may have one more
// deadline to settle that is not paid for then. That is every message by which a player enters a game: an open game has
// one deadline that can pass, and one that was joined has two, whatever its moves; and one more, its channel timeout,
// if it is played off-chain. So a block full of such messages causes as many settlements as one block settles, if the
// params let it settle the gas of a block divided by this constant; a flood of them cannot grow faster than it is
// worked off.
const SettlementGas = 100_000

// SeatGas is the gas for each seat that a block may have to settle: a duel has two.
const SeatGas = SettlementGas / types.PlayersPerGame

// ChargeAtLeast runs work and charges the gas that it used, but not less than a minimum.
func ChargeAtLeast(ctx context.Context, least storetypes.Gas, what string, work func() error) error {
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
