package keeper

import (
	"context"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// gasPerHash is what one SHA-256 hash of a commitment costs. It takes about 0.4 µs, and a signature, for which the
// SDK asks 1,000, more than 100 µs: a block full of hashes is done sooner than one full of signatures.
const gasPerHash = 10

// gasPerSignature is what the check of a signature under a state costs: what the SDK asks for one of a transaction.
const gasPerSignature = 1_000

// gasOf returns what so many hashes cost.
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

// settlementGas is what a message costs at least, above what the transaction around it costs, after which a block may
// have one more deadline to settle that nobody pays for then. That is every message by which a player enters a game: an
// open game has one deadline that can pass, and one that was joined has two, whatever is done in it; and one more, its
// lease, if it is played at sea. So a block in which all gas is spent on such messages causes as many settlements as
// one block settles, if the params let it settle as many as this goes into the gas of a block; no flood of them grows
// faster than it is worked off.
const settlementGas = 100_000

// seatGas is what has to be spent for each seat that a block may have to settle: a duel has two.
const seatGas = settlementGas / types.PlayersPerGame

// meleeEntryGas is what entering a melee costs at least: whatever is done in it, the deadlines of a melee settle each
// seat so many times at most, but for those that it pays for with lateGas.
const meleeEntryGas = settlement.MaxSettlements * seatGas

// lateGas is what a message costs at least by which a player of a melee does in a stage that has another clock what it
// had missed: there is no end of such stages.
const lateGas = seatGas

// entryGas returns what entering a game costs at least. Of the lease of one that is played at sea each player pays
// half.
func entryGas(e types.Entry) storetypes.Gas {
	if e.Channel == nil {
		return settlementGas
	}
	return settlementGas + settlementGas/2
}

// chargeAtLeast does some work and charges for it what it has used, but not less than so much gas.
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
