package session

import (
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Withdraw pays out a player's unpaid coins to the recipient, or to the player if that is empty, and returns the paid
// amount. The error is types.ErrNothingToWithdraw if there are none.
func Withdraw(ctx context.Context, p Player, recipient string) (client.Receipt, sdk.Coins, error) {
	query := types.NewQueryClient(p.Chain.Conn())
	waiting, err := query.Unpaid(ctx, &types.QueryUnpaidRequest{Address: p.sender()})
	if err != nil {
		return client.Receipt{}, nil, fmt.Errorf("look up what waits for you: %w", err)
	}
	if waiting.Coins.IsZero() {
		return client.Receipt{}, nil, fmt.Errorf("%w: nothing waits for %s", types.ErrNothingToWithdraw, p.sender())
	}
	i := text.Intent{Act: text.ActWithdraw, Coins: waiting.Coins, Recipient: recipient}
	receipt, err := p.Send(ctx, i, Delivery{}, &types.MsgWithdraw{Sender: p.sender(), Recipient: recipient})
	if err != nil {
		return client.Receipt{}, nil, fmt.Errorf("withdraw: %w", err)
	}
	var paid types.MsgWithdrawResponse
	if err := receipt.Response(&paid); err != nil {
		return client.Receipt{}, nil, err
	}
	return receipt, paid.Coins, nil
}
