package session

import (
	"cmp"
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Decline refuses a game that was offered to the player alone. Its creator gets back what it has paid.
func (s *Session) Decline(ctx context.Context) (Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return Done{}, err
	}
	if err := v.fits(ActDecline, s.address()); err != nil {
		return Done{}, InGame(s.gameID, err)
	}
	if _, _, err := game.Step(v.State, game.Decline{}, v.next()); err != nil {
		return Done{}, InGame(s.gameID, err)
	}
	if only := v.invited(); only != s.address().String() {
		return Done{}, fmt.Errorf("decline game %d: %w: expected %s, got %s",
			s.gameID, ErrNotInvited, cmp.Or(only, "nobody, for it is open to all"), s.address())
	}
	what := fmt.Sprintf("decline game %d of %s", s.gameID, v.player(game.Creator))
	receipt, err := s.player.send(ctx, what, delivery{}, &types.MsgDeclineGame{Sender: s.sender(), GameId: s.gameID})
	if err != nil {
		return Done{}, fmt.Errorf("decline game %d: %w", s.gameID, err)
	}
	return Done{
		Receipt: receipt, GameID: s.gameID, Act: ActDecline, Ruleset: v.State.Ruleset,
		Result: Returned{Back: v.Game.Hold(), Creator: v.player(game.Creator)},
	}, nil
}

// SetDelegate lets another address act for the player in this game from now on, in place of the one before; empty for
// nobody.
func (s *Session) SetDelegate(ctx context.Context, delegate string) (Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return Done{}, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return Done{}, err
	}
	what := fmt.Sprintf("let %s act for you in game %d", cmp.Or(delegate, "nobody"), s.gameID)
	receipt, err := s.player.send(ctx, what, delivery{}, &types.MsgSetDelegate{
		Sender: s.sender(), GameId: s.gameID, Delegate: delegate,
	})
	if err != nil {
		return Done{}, fmt.Errorf("set the delegate in game %d: %w", s.gameID, err)
	}
	return Done{
		Receipt: receipt, GameID: s.gameID, Act: ActSetDelegate, Ruleset: v.State.Ruleset, Seat: seat,
		Result: Delegated{Delegate: delegate},
	}, nil
}

// Withdraw pays out what waits for a player because it could not be paid when it was due, to the recipient, empty for
// the player itself, and returns what was paid. The error is types.ErrNothingToWithdraw if nothing waits.
func Withdraw(ctx context.Context, p Player, recipient string) (client.Receipt, sdk.Coins, error) {
	query := types.NewQueryClient(p.Chain.Conn())
	waiting, err := query.Unpaid(ctx, &types.QueryUnpaidRequest{Address: p.sender()})
	if err != nil {
		return client.Receipt{}, nil, fmt.Errorf("look up what waits for you: %w", err)
	}
	if waiting.Coins.IsZero() {
		return client.Receipt{}, nil, fmt.Errorf("%w: nothing waits for %s", types.ErrNothingToWithdraw, p.sender())
	}
	what := fmt.Sprintf("withdraw %s to %s", Coins(waiting.Coins), cmp.Or(recipient, "yourself"))
	receipt, err := p.send(ctx, what, delivery{}, &types.MsgWithdraw{Sender: p.sender(), Recipient: recipient})
	if err != nil {
		return client.Receipt{}, nil, fmt.Errorf("withdraw: %w", err)
	}
	var paid types.MsgWithdrawResponse
	if err := receipt.Response(&paid); err != nil {
		return client.Receipt{}, nil, err
	}
	return receipt, paid.Coins, nil
}
