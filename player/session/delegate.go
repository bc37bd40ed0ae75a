package session

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// moveGas and claimGas are an allowance's gas for each move and for the join and the proof, with room for the extra
	// gas of a transaction with an allowance.
	moveGas, claimGas = 150_000, 1_000_000
	// allowedBids is the number of owed messages for which an allowance covers the highest bids.
	allowedBids = 4
	// maxAllowance is how long an allowance lasts at most. In a game that lasts longer the player gives another.
	maxAllowance = 30 * 24 * time.Hour
	// minAllowance is its least duration: a chain can halt for a while.
	minAllowance = time.Hour
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

// delegateName and botName are what keys that are nowhere but in memory are called.
const (
	delegateName = "delegate"
	// BotName is the name of an own bot's key.
	BotName = "bot"
)

// delegateAddress is the address of the board's own delegate.
func (b *ownBoard) delegateAddress() sdk.AccAddress { return addressOf(b.delegate) }

// botAddress is the address of the board's own bot.
func (b *ownBoard) botAddress() sdk.AccAddress { return addressOf(b.bot) }

func addressOf(private []byte) sdk.AccAddress {
	key := secp256k1.PrivKey{Key: private}
	return sdk.AccAddress(key.PubKey().Address())
}

// allowance is a delegate's limit for fees paid by the player.
type allowance struct {
	limit sdk.Coins
	until time.Time
}

// grant is the message that gives an account the allowance for messages of those kinds.
func (a allowance) grant(granter, grantee sdk.AccAddress, messages []string) (sdk.Msg, error) {
	basic := &feegrant.BasicAllowance{SpendLimit: a.limit, Expiration: &a.until}
	limited, err := feegrant.NewAllowedMsgAllowance(basic, messages)
	if err != nil {
		return nil, fmt.Errorf("fee allowance: %w", err)
	}
	msg, err := feegrant.NewMsgGrantAllowance(limited, granter, grantee)
	if err != nil {
		return nil, fmt.Errorf("fee allowance: %w", err)
	}
	return msg, nil
}

// needs are a delegate's possible needs in a whole game.
type needs struct {
	// gas is for all its messages, longest how long they take at most.
	gas     int64
	longest time.Duration
	// bid is the most that is bid for one of them.
	bid sdk.Coin
}

// needsOf are a delegate's possible needs in a whole duel.
func needsOf(r *game.Ruleset, q Quote) needs {
	moves := int64(r.Tiles()) + 1 // an answer to each of the opponent's shots, and the toss
	each := int64(moveGas)
	if r.Proven {
		each += types.ProofGas * 6 / 5 // with client.DefaultGasAdjustment
	}
	return needs{
		gas: moves*each + claimGas,
		// Both players take all the time they have for every move, and then for the proofs.
		longest: q.Params.Duration(2*moves*q.TurnBlocks + 2*q.Params.ClaimBlocks),
		bid:     maxFee(r, q.Terms, q.Params),
	}
}

// allowance is the limit for the given needs, at the going price and with bids where they are needed.
func (p Player) allowance(ctx context.Context, n needs) (allowance, error) {
	prices, err := p.Chain.GasPrices(ctx)
	if err != nil {
		return allowance{}, fmt.Errorf("fee allowance: %w", err)
	}
	head, err := p.Chain.Head(ctx)
	if err != nil {
		return allowance{}, fmt.Errorf("fee allowance: %w", err)
	}
	gas := math.LegacyNewDec(n.gas)
	var a allowance
	for _, price := range prices {
		a.limit = a.limit.Add(sdk.NewCoin(price.Denom, price.Amount.Mul(gas).Ceil().TruncateInt()))
	}
	if p.MaxFee != nil {
		n.bid = *p.MaxFee
	}
	a.limit = a.limit.Add(sdk.NewCoin(n.bid.Denom, n.bid.Amount.MulRaw(allowedBids)))
	a.until = head.Time.Add(min(max(n.longest, minAllowance), maxAllowance)).UTC().Truncate(time.Second)
	return a, nil
}

// MostFees returns a delegate's limit for the fees of a game of those terms.
func MostFees(ctx context.Context, p Player, r *game.Ruleset, q Quote) (sdk.Coins, error) {
	a, err := p.allowance(ctx, needsOf(r, q))
	return a.limit, err
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
	address := own.delegateAddress()
	if named := v.Game.Participants[seat].Delegate; named != address.String() {
		return nil, fmt.Errorf("game %d: %w: expected %s, got %q", s.gameID, text.ErrNotDelegate, address, named)
	}
	return &Session{Base: s.asDelegate(own), channel: s.channel}, nil
}

// Allowed reports whether the board's own delegate acts for the player in the game and has an allowance for its fees.
func (s *Session) Allowed(ctx context.Context) (bool, error) {
	v, seat, own, err := s.ownIn(ctx)
	if err != nil {
		return false, err
	}
	if v.Game.Participants[seat].Delegate != own.delegateAddress().String() {
		return false, nil
	}
	return s.hasAllowance(ctx, own.delegateAddress())
}

// NameDelegate makes the board's own delegate the player's in this game, and gives it a new allowance for its fees, all
// in one transaction of the player's. It is for a game that was entered without a delegate, and for an allowance that
// is used up or has expired. The game must be joined.
func (s *Session) NameDelegate(ctx context.Context) (Done, error) {
	v, seat, own, err := s.ownIn(ctx)
	if err != nil {
		return Done{}, err
	}
	delegate := own.delegateAddress()
	a, grants, err := s.grantAgain(ctx, v, delegate, messagesOf(v.Game.IsChannel()))
	if err != nil {
		return Done{}, err
	}
	name := &types.MsgSetDelegate{Sender: s.sender(), GameId: s.gameID, Delegate: delegate.String()}
	i := text.Intent{Act: text.ActSetDelegate, GameID: s.gameID, Fees: a.limit, AllowedUntil: a.until}
	receipt, err := s.player.send(ctx, i, delivery{}, append([]sdk.Msg{name}, grants...)...)
	if err != nil {
		return Done{}, fmt.Errorf("name a key for game %d: %w", s.gameID, err)
	}
	return s.done(receipt, text.ActSetDelegate, v.State.Ruleset, seat, text.Delegated{Delegate: delegate.String()}), nil
}

// grantAgain returns the allowance for a whole game, and the messages that give it to a delegate or bot in place of the
// one that it has.
func (s *Session) grantAgain(
	ctx context.Context, v View, grantee sdk.AccAddress, messages []string,
) (allowance, []sdk.Msg, error) {
	params, err := s.chainParams(ctx)
	if err != nil {
		return allowance{}, nil, err
	}
	q := Quote{Params: params, TurnBlocks: v.Game.TurnBlocks, Terms: v.Game.Terms}
	return s.allowAgain(ctx, needsOf(v.State.Ruleset, q), grantee, messages)
}

// allowAgain returns an allowance for the given needs, and the messages that grant it in place of the earlier one.
func (k *Base) allowAgain(
	ctx context.Context, n needs, grantee sdk.AccAddress, messages []string,
) (allowance, []sdk.Msg, error) {
	a, err := k.player.allowance(ctx, n)
	if err != nil {
		return allowance{}, nil, err
	}
	has, err := k.hasAllowance(ctx, grantee)
	if err != nil {
		return allowance{}, nil, err
	}
	var msgs []sdk.Msg
	if has {
		revoke := feegrant.NewMsgRevokeAllowance(k.address(), grantee)
		msgs = append(msgs, &revoke)
	}
	grant, err := a.grant(k.address(), grantee, messages)
	return a, append(msgs, grant), err
}

// ownIn looks at the game and recovers the player's board.
func (s *Session) ownIn(ctx context.Context) (View, game.Seat, *ownBoard, error) {
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

// hasAllowance reports whether the player has given a delegate an allowance that is not over.
func (k *Base) hasAllowance(ctx context.Context, delegate sdk.AccAddress) (bool, error) {
	_, err := feegrant.NewQueryClient(k.player.Chain.Conn()).Allowance(ctx, &feegrant.QueryAllowanceRequest{
		Granter: k.address().String(), Grantee: delegate.String(),
	})
	switch status.Code(err) {
	case codes.OK:
		return true, nil
	case codes.NotFound:
		return false, nil
	default:
		if client.MayPass(err) {
			return false, fmt.Errorf("look up the fee allowance: %w", err)
		}
		return false, nil // the chain says so in other words
	}
}
