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

	"github.com/battleship-chain/battleship/player/client"
)

const (
	// MoveGas is an allowance's gas for each move, with room for the extra gas of a transaction with an allowance.
	MoveGas = 150_000
	// ClaimGas is the same for the join and the proof.
	ClaimGas = 1_000_000
	// allowedBids is the number of owed messages for which an allowance covers the highest bids.
	allowedBids = 4
	// maxAllowance is how long an allowance lasts at most. In a game that lasts longer the player gives another.
	maxAllowance = 30 * 24 * time.Hour
	// minAllowance is its least duration: a chain can halt for a while.
	minAllowance = time.Hour
)

// delegateName and botName are what keys that are nowhere but in memory are called.
const (
	delegateName = "delegate"
	// BotName is the name of an own bot's key.
	BotName = "bot"
)

// DelegateAddress is the address of the board's own delegate.
func (b *OwnBoard) DelegateAddress() sdk.AccAddress { return addressOf(b.delegate) }

// BotAddress is the address of the board's own bot.
func (b *OwnBoard) BotAddress() sdk.AccAddress { return addressOf(b.Bot) }

func addressOf(private []byte) sdk.AccAddress {
	key := secp256k1.PrivKey{Key: private}
	return sdk.AccAddress(key.PubKey().Address())
}

// Allowance is a delegate's limit for fees paid by the player.
type Allowance struct {
	Limit sdk.Coins
	Until time.Time
}

// grant is the message that gives an account the allowance for messages of those kinds.
func (a Allowance) grant(granter, grantee sdk.AccAddress, messages []string) (sdk.Msg, error) {
	basic := &feegrant.BasicAllowance{SpendLimit: a.Limit, Expiration: &a.Until}
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

// Needs are a delegate's possible needs in a whole game.
type Needs struct {
	// gas is for all its messages, longest how long they take at most.
	Gas     int64
	Longest time.Duration
	// bid is the most that is bid for one of them.
	Bid sdk.Coin
}

// Allowance is the limit for the given needs, at the going price and with bids where they are needed.
func (p Player) Allowance(ctx context.Context, n Needs) (Allowance, error) {
	prices, err := p.Chain.GasPrices(ctx)
	if err != nil {
		return Allowance{}, fmt.Errorf("fee allowance: %w", err)
	}
	head, err := p.Chain.Head(ctx)
	if err != nil {
		return Allowance{}, fmt.Errorf("fee allowance: %w", err)
	}
	gas := math.LegacyNewDec(n.Gas)
	var a Allowance
	for _, price := range prices {
		a.Limit = a.Limit.Add(sdk.NewCoin(price.Denom, price.Amount.Mul(gas).Ceil().TruncateInt()))
	}
	if p.MaxFee != nil {
		n.Bid = *p.MaxFee
	}
	a.Limit = a.Limit.Add(sdk.NewCoin(n.Bid.Denom, n.Bid.Amount.MulRaw(allowedBids)))
	a.Until = head.Time.Add(min(max(n.Longest, minAllowance), maxAllowance)).UTC().Truncate(time.Second)
	return a, nil
}

// AllowAgain returns an allowance for the given needs, and the messages that grant it in place of the earlier one.
func (k *Base) AllowAgain(
	ctx context.Context, n Needs, grantee sdk.AccAddress, messages []string,
) (Allowance, []sdk.Msg, error) {
	a, err := k.Player.Allowance(ctx, n)
	if err != nil {
		return Allowance{}, nil, err
	}
	has, err := k.HasAllowance(ctx, grantee)
	if err != nil {
		return Allowance{}, nil, err
	}
	var msgs []sdk.Msg
	if has {
		revoke := feegrant.NewMsgRevokeAllowance(k.Address(), grantee)
		msgs = append(msgs, &revoke)
	}
	grant, err := a.grant(k.Address(), grantee, messages)
	return a, append(msgs, grant), err
}

// HasAllowance reports whether the player has given a delegate an allowance that is not over.
func (k *Base) HasAllowance(ctx context.Context, delegate sdk.AccAddress) (bool, error) {
	_, err := feegrant.NewQueryClient(k.Player.Chain.Conn()).Allowance(ctx, &feegrant.QueryAllowanceRequest{
		Granter: k.Address().String(), Grantee: delegate.String(),
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
