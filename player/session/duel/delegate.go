package duel

import (
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// delegateMessages are the messages that a delegate's allowance pays for in a duel on-chain. A bot's also pays for
// joining.
var (
	delegateMessages = []string{
		sdk.MsgTypeURL(&types.MsgShootAndReveal{}),
		sdk.MsgTypeURL(&types.MsgConcede{}),
		sdk.MsgTypeURL(&types.MsgClaimWin{}),
	}
	botMessages = append([]string{sdk.MsgTypeURL(&types.MsgJoinGame{})}, delegateMessages...)
)

// messagesOf returns the messages that a delegate's allowance pays for in a duel off-chain or on-chain.
func messagesOf(offChain bool) []string {
	if !offChain {
		return delegateMessages
	}
	return append([]string{sdk.MsgTypeURL(&types.MsgSubmitState{})}, delegateMessages...)
}

// needsOf are a delegate's possible needs in a whole duel.
func needsOf(r *game.Ruleset, q session.Quote) session.Needs {
	moves := int64(r.Tiles()) + 1 // an answer to each of the opponent's shots, and the toss
	each := int64(session.MoveGas)
	if r.Proven {
		each += types.OpeningGas * 6 / 5 // with client.DefaultGasAdjustment
	}
	return session.Needs{
		Gas: moves*each + session.ClaimGas,
		// Both players take all the time they have for every move, and then for the proofs.
		Longest: q.Params.Duration(2*moves*q.TurnBlocks + 2*q.Params.ClaimBlocks),
		Bid:     session.MaxFeeOf(r, q.Terms, q.Params),
	}
}

// MostFees returns a delegate's limit for the fees of a game of those terms.
func MostFees(ctx context.Context, p session.Player, r *game.Ruleset, q session.Quote) (sdk.Coins, error) {
	a, err := p.Allowance(ctx, needsOf(r, q))
	return a.Limit, err
}

// AsDelegate returns the session of the same game in which the delegate that the board brings acts for the player,
// whose allowance pays its fees: the wallet is asked once, for the board, and not for each move. The error is
// ErrNotDelegate if the game has another delegate or none.
func (s *Session) AsDelegate(ctx context.Context) (*Session, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return nil, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return nil, err
	}
	own, err := s.recover(v, seat)
	if err != nil {
		return nil, err
	}
	address := own.DelegateAddress()
	if named := v.Game.Participants[seat].Delegate; named != address.String() {
		return nil, fmt.Errorf("game %d: %w: expected %s, got %q", s.ID, text.ErrNotDelegate, address, named)
	}
	return &Session{Base: s.Delegated(own), channel: s.channel}, nil
}

// Allowed reports whether the board's own delegate acts for the player in the game and has an allowance for its fees.
func (s *Session) Allowed(ctx context.Context) (bool, error) {
	v, seat, own, err := s.ownIn(ctx)
	if err != nil {
		return false, err
	}
	if v.Game.Participants[seat].Delegate != own.DelegateAddress().String() {
		return false, nil
	}
	return s.HasAllowance(ctx, own.DelegateAddress())
}

// NameDelegate makes the board's own delegate the player's in this game, and gives it a new allowance for its fees, all
// in one transaction of the player's. It is for a game that was entered without a delegate, and for an allowance that
// is used up or has expired. The game must be joined.
func (s *Session) NameDelegate(ctx context.Context) (session.Done, error) {
	v, seat, own, err := s.ownIn(ctx)
	if err != nil {
		return session.Done{}, err
	}
	delegate := own.DelegateAddress()
	a, grants, err := s.grantAgain(ctx, v, delegate, messagesOf(v.Game.IsChannel()))
	if err != nil {
		return session.Done{}, err
	}
	name := &types.MsgSetDelegate{Sender: s.Sender(), GameId: s.ID, Delegate: delegate.String()}
	i := text.Intent{Act: text.ActSetDelegate, GameID: s.ID, Fees: a.Limit, AllowedUntil: a.Until}
	receipt, err := s.Player.Send(ctx, i, session.Delivery{}, append([]sdk.Msg{name}, grants...)...)
	if err != nil {
		return session.Done{}, fmt.Errorf("name a key for game %d: %w", s.ID, err)
	}
	return s.Done(receipt, text.ActSetDelegate, v.State.Ruleset, seat, text.Delegated{Delegate: delegate.String()}), nil
}

// grantAgain returns the allowance for a whole game, and the messages that give it to a delegate or bot in place of the
// one that it has.
func (s *Session) grantAgain(
	ctx context.Context, v View, grantee sdk.AccAddress, messages []string,
) (session.Allowance, []sdk.Msg, error) {
	params, err := s.ChainParams(ctx)
	if err != nil {
		return session.Allowance{}, nil, err
	}
	q := session.Quote{Params: params, TurnBlocks: v.Game.TurnBlocks, Terms: v.Game.Terms}
	return s.AllowAgain(ctx, needsOf(v.State.Ruleset, q), grantee, messages)
}

// ownIn looks at the game and recovers the player's board.
func (s *Session) ownIn(ctx context.Context) (View, game.Seat, *session.OwnBoard, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return View{}, 0, nil, err
	}
	seat, err := s.seat(v)
	if err != nil {
		return View{}, 0, nil, err
	}
	own, err := s.recover(v, seat)
	return v, seat, own, err
}
