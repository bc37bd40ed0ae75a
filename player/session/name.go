package session

import (
	"context"
	"fmt"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// SetName sets a player's name, or gives it up if the new one is empty. It costs at most the price that the player
// confirms. The error is types.ErrInvalidName if no player can have the name.
func SetName(ctx context.Context, p Player, to string) (client.Receipt, error) {
	i := text.Intent{Act: text.ActSetName, Name: to}
	msg := types.MsgSetName{Sender: p.sender(), Name: to}
	if to != "" {
		if err := name.Check(to); err != nil {
			return client.Receipt{}, fmt.Errorf("%w: %w", types.ErrInvalidName, err)
		}
		res, err := types.NewQueryClient(p.Chain.Conn()).Params(ctx, &types.QueryParamsRequest{})
		if err != nil {
			return client.Receipt{}, fmt.Errorf("look up the price of a name: %w", err)
		}
		msg.MaxPrice = res.Params.NamePrice
		i.Price = types.RewardCoin(math.NewIntFromUint64(msg.MaxPrice))
	}
	receipt, err := p.Send(ctx, i, Delivery{}, &msg)
	if err != nil {
		return client.Receipt{}, fmt.Errorf("set the name: %w", err)
	}
	return receipt, nil
}
