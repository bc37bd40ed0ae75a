package session

import (
	"cmp"
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Decline refuses a game that was offered to the player alone. Its creator gets its coins back.
func (s *Session) Decline(ctx context.Context) (Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return Done{}, err
	}
	if err := v.fits(text.ActDecline, s.address()); err != nil {
		return Done{}, err
	}
	if _, _, err := game.Step(v.State, game.Decline{}, v.next()); err != nil {
		return Done{}, InGame(s.gameID, err)
	}
	if only := v.invited(); only != s.address().String() {
		return Done{}, fmt.Errorf("decline game %d: %w: expected %s, got %s",
			s.gameID, text.ErrNotInvited, cmp.Or(only, text.OpenToAll), s.address())
	}
	i := text.Intent{Act: text.ActDecline, GameID: s.gameID, Players: []string{v.player(game.Creator)}}
	receipt, err := s.player.send(ctx, i, delivery{}, &types.MsgDeclineGame{Sender: s.sender(), GameId: s.gameID})
	if err != nil {
		return Done{}, fmt.Errorf("decline game %d: %w", s.gameID, err)
	}
	return Done{
		Receipt: receipt, GameID: s.gameID, Act: text.ActDecline, Ruleset: v.State.Ruleset,
		Result: text.Returned{Back: v.Game.Hold(), Creator: v.player(game.Creator)},
	}, nil
}

// SetDelegate sets the address that may act for the player in this game, in place of the earlier one. An empty address
// removes it.
func (s *Session) SetDelegate(ctx context.Context, delegate string) (Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return Done{}, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return Done{}, err
	}
	i := text.Intent{Act: text.ActSetDelegate, GameID: s.gameID, Delegate: delegate}
	receipt, err := s.player.send(ctx, i, delivery{}, &types.MsgSetDelegate{
		Sender: s.sender(), GameId: s.gameID, Delegate: delegate,
	})
	if err != nil {
		return Done{}, fmt.Errorf("set the delegate in game %d: %w", s.gameID, err)
	}
	return s.done(receipt, text.ActSetDelegate, v.State.Ruleset, seat, text.Delegated{Delegate: delegate}), nil
}

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
	receipt, err := p.send(ctx, i, delivery{}, &types.MsgWithdraw{Sender: p.sender(), Recipient: recipient})
	if err != nil {
		return client.Receipt{}, nil, fmt.Errorf("withdraw: %w", err)
	}
	var paid types.MsgWithdrawResponse
	if err := receipt.Response(&paid); err != nil {
		return client.Receipt{}, nil, err
	}
	return receipt, paid.Coins, nil
}
