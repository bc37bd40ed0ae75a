package core

import (
	"context"
	stderrors "errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ErrNoRequest is the error of a query without a request.
var ErrNoRequest = status.Error(codes.InvalidArgument, "expected a request, got none")

// noStake is how a filter asks for games without a stake.
const noStake = "none"

// QueryError returns an error with the status under which a query reports it.
func QueryError(err error) error {
	switch {
	case stderrors.Is(err, types.ErrGameNotFound), stderrors.Is(err, types.ErrGameEnded),
		stderrors.Is(err, types.ErrGameKind):
		return status.Error(codes.NotFound, err.Error())
	case stderrors.Is(err, types.ErrInvalidAddress), stderrors.Is(err, types.ErrInvalidStake),
		stderrors.Is(err, types.ErrInvalidRating):
		return status.Error(codes.InvalidArgument, err.Error())
	case status.Code(err) == codes.InvalidArgument, status.Code(err) == codes.NotFound:
		return err
	default:
		return status.Error(codes.Internal, err.Error())
	}
}

// StakeFilter returns the stake that a text asks for: nil for any, a coin of nothing for none.
func StakeFilter(params types.Params, text string) (*sdk.Coin, error) {
	switch text {
	case "":
		return nil, nil
	case noStake:
		return &sdk.Coin{Amount: math.ZeroInt()}, nil
	}
	stake, ok := parseStake(text)
	if !ok {
		return nil, status.Errorf(codes.InvalidArgument, "stake: expected a positive coin such as 5000000%s, or %s, got %q",
			types.RewardDenom, noStake, account.Truncate(text, types.MaxErrorBytes))
	}
	if err := params.CheckStake(stake); err != nil {
		return nil, err
	}
	return &stake, nil
}

// parseStake returns the coin that a text names, unless no game can be played for it. Fractions are refused: the
// parsers of whole coins cut them off, and the games found would be for another stake.
func parseStake(text string) (sdk.Coin, bool) {
	coin, err := sdk.ParseDecCoin(text)
	if err != nil || !coin.IsPositive() || !coin.Amount.IsInteger() {
		return sdk.Coin{}, false
	}
	stake := sdk.NewCoin(coin.Denom, coin.Amount.TruncateInt())
	return stake, stake.Amount.BigInt().BitLen() <= types.MaxStakeBits
}

// SecondsLeft returns about how long a deadline is away from the last committed block.
func SecondsLeft(ctx context.Context, p types.Params, deadline int64) int64 {
	return p.Seconds(max(deadline-sdk.UnwrapSDKContext(ctx).BlockHeight(), 0))
}
