package core

import (
	"github.com/cosmos/gogoproto/proto"

	"cosmossdk.io/log/v2"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Logger returns the logger of the module.
func Logger(ctx sdk.Context) log.Logger {
	return ctx.Logger().With("module", "x/"+types.ModuleName)
}

// logEvents writes a line for each event that opens or ends a game, moves coins or changes params, if a block is being
// executed: checks, simulations and proposals log nothing. Moves log nothing either, because there are many. Events
// that a player can cause have level debug, so that players cannot flood the log of a node. A transaction that fails
// after an event has left its line all the same.
func logEvents(ctx sdk.Context, events []proto.Message) {
	if ctx.ExecMode() != sdk.ExecModeFinalize {
		return
	}
	debug := func(text string, values ...any) { Logger(ctx).Debug(text, values...) }
	info := func(text string, values ...any) { Logger(ctx).Info(text, values...) }
	for _, event := range events {
		switch e := event.(type) {
		case *types.EventGameCreated:
			debug("game created", "game", e.GameId, "creator", e.Creator, "coins", e.Terms.Entry().String())
		case *types.EventGameJoined:
			debug("game joined", "game", e.GameId, "creator", e.Creator, "joiner", e.Joiner)
		case *types.EventGameCancelled:
			debug("game cancelled", "game", e.GameId, "creator", e.Creator)
		case *types.EventGameOver:
			minted := math.ZeroInt()
			for _, share := range e.Shares {
				minted = minted.Add(math.NewIntFromUint64(share.Reward))
			}
			debug("game over", "game", e.GameId, "players", e.Result.Players, "reason", e.Result.Reason.String(),
				"minted", types.RewardCoin(minted).String(), "burned", e.Burned.String())
		case *types.EventMeleeCreated:
			debug("melee created", "game", e.GameId, "creator", e.Creator, "players", e.Players,
				"coins", e.Terms.Entry().String())
		case *types.EventMeleeJoined:
			debug("melee joined", "game", e.GameId, "player", e.Player, "seat", e.Seat)
		case *types.EventMeleeCancelled:
			debug("melee cancelled", "game", e.GameId, "cause", e.Cause.String())
		case *types.EventMeleeOver:
			debug("melee over", "game", e.GameId, "winners", e.Result.Winning(), "rounds", e.Result.Rounds,
				"pooled", e.Pooled.String())
		case *types.EventPaymentFailed:
			debug("payment failed", "game", e.GameId, "account", e.Recipient, "coins", e.Coins.String())
		case *types.EventWithdrawn:
			debug("payment withdrawn", "account", e.Account, "recipient", e.Recipient, "coins", e.Coins.String())
		case *types.EventNameSet:
			debug("name set", "account", e.Account, "name", e.Name, "burned", types.RewardCoin(math.NewIntFromUint64(e.Burned)))
		case *types.EventGameReleased:
			info("game released from quarantine", "game", e.GameId)
		case *types.EventParamsUpdated:
			info("params updated")
		}
	}
}
