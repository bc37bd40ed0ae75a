package core

import (
	"context"
	"slices"
	"strconv"

	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Emit emits typed events of one game, or of none. The game event comes before them; the typed events of a game suffice
// to rebuild it exactly: replay.Duel does.
func Emit(ctx context.Context, events ...proto.Message) error {
	all := make(sdk.Events, 0, len(events)+1)
	if event, ok := gameEvent(events); ok {
		all = append(all, event)
	}
	for _, event := range events {
		typed, err := TypedAttributes(event)
		if err != nil {
			return err
		}
		all = append(all, typed)
	}
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	sdkCtx.EventManager().EmitEvents(all)
	logEvents(sdkCtx, events)
	return nil
}

// gameEvent returns the event by which the game that typed events are about is found, if they are about one.
func gameEvent(events []proto.Message) (sdk.Event, bool) {
	i := slices.IndexFunc(events, func(event proto.Message) bool {
		e, ok := event.(interface{ GetGameId() uint64 })
		return ok && e.GetGameId() > 0
	})
	if i < 0 {
		return sdk.Event{}, false
	}
	of, _ := events[i].(interface{ GetGameId() uint64 })
	attributes := []sdk.Attribute{sdk.NewAttribute(types.AttributeKeyGameID, strconv.FormatUint(of.GetGameId(), 10))}
	add := func(key string, players ...string) {
		for _, player := range players {
			attributes = append(attributes, sdk.NewAttribute(key, player))
		}
	}
	for _, event := range events {
		switch e := event.(type) {
		case *types.EventGameCreated:
			add(types.AttributeKeyPlayer, e.Creator)
		case *types.EventGameJoined:
			add(types.AttributeKeyPlayer, e.Creator, e.Joiner)
		case *types.EventGameCancelled:
			add(types.AttributeKeyPlayer, e.Creator)
		case *types.EventGameWithdrawn:
			add(types.AttributeKeyPlayer, e.Creator)
		case *types.EventGameOver:
			add(types.AttributeKeyPlayer, e.Result.Players...)
			add(types.AttributeKeyFinished, e.Result.Players...)
		case *types.EventMeleeCreated:
			add(types.AttributeKeyPlayer, e.Creator)
		case *types.EventMeleeJoined:
			add(types.AttributeKeyPlayer, e.Player)
		case *types.EventMeleeLeft:
			add(types.AttributeKeyPlayer, e.Player)
		case *types.EventMeleeCancelled:
			add(types.AttributeKeyPlayer, e.Players...)
		case *types.EventMeleeOver:
			players := e.Result.Players()
			add(types.AttributeKeyPlayer, players...)
			add(types.AttributeKeyFinished, players...)
		}
	}
	return sdk.NewEvent(types.EventTypeGame, attributes...), true
}

// PaymentFailed is the event of a game's payment that the bank refused.
func PaymentFailed(id uint64, recipient string, coins sdk.Coins) *types.EventPaymentFailed {
	return &types.EventPaymentFailed{GameId: id, Recipient: recipient, Coins: coins}
}

// Withdrawn is the event of an account's withdrawal of unpaid coins.
func Withdrawn(account, recipient string, coins sdk.Coins) *types.EventWithdrawn {
	return &types.EventWithdrawn{Account: account, Recipient: recipient, Coins: coins}
}

// GameQuarantined is the event of a quarantined game.
func GameQuarantined(q types.Quarantine) *types.EventGameQuarantined {
	return &types.EventGameQuarantined{GameId: q.GameId, Quarantine: q}
}

// GameReleased is the event of a game that leaves quarantine.
func GameReleased(id uint64) *types.EventGameReleased { return &types.EventGameReleased{GameId: id} }
