package duel

import (
	stderrors "errors"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// actorsOf returns who sits at a duel.
func actorsOf(g types.Game) (all []core.Actor, named string) {
	all = make([]core.Actor, len(g.Participants))
	for i, p := range g.Participants {
		all[i] = core.Actor{Address: p.Address, Delegate: p.Delegate}
	}
	return all, fmt.Sprintf("game %d", g.Id)
}

// seatOf returns the seat for which the sender of a message may act in a game.
func (k *Keeper) seatOf(g types.Game, msg sdk.Msg, sender string) (game.Seat, error) {
	all, named := actorsOf(g)
	seat, err := k.SeatAmong(all, named, msg, sender)
	return game.Seat(seat), err
}

// senderOf returns the seat for which the sender of a message may act in a game. It returns nil if there is none, but
// any account may send the message because the game is on-chain.
func (k *Keeper) senderOf(g types.Game, x channel.ChainState, msg sdk.Msg, sender string) (*game.Seat, error) {
	seat, err := k.seatOf(g, msg, sender)
	switch {
	case err == nil:
		return &seat, nil
	case stderrors.Is(err, types.ErrUnauthorized) && !x.OffChain:
		return nil, nil
	default:
		return nil, err
	}
}
