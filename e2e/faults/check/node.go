package check

import (
	"context"
	"errors"
	"fmt"
	"strings"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/types/query"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Node is the public RPC of a validator.
type Node interface {
	ABCIInfo(ctx context.Context) (*coretypes.ResultABCIInfo, error)
	Block(ctx context.Context, height *int64) (*coretypes.ResultBlock, error)
	BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error)
	ABCIQueryWithOptions(
		ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
	) (*coretypes.ResultABCIQuery, error)
}

// maxDenoms is the most denoms that are read of a supply.
const maxDenoms = 10_000

// errMissing means that a node does not have a block: it has joined by a snapshot of a later state, or is behind.
var errMissing = errors.New("the node does not have the block")

// missing returns errMissing if an answer of a node means that.
func missing(text string) error {
	for _, sign := range []string{
		"lowest height is", "failed to load state at height", "version does not exist", "height in the future",
	} {
		if strings.Contains(text, sign) {
			return errMissing
		}
	}
	return nil
}

// view is a node at one height.
type view struct {
	Node
	name   string
	height int64
}

// hashes returns the hash of the block, which is computed from its header, and the hash of the state before it.
func (v view) hashes(ctx context.Context) (string, error) {
	res, err := v.Block(ctx, &v.height)
	if err != nil {
		if err := missing(err.Error()); err != nil {
			return "", err
		}
		return "", fmt.Errorf("%s: block %d: %w", v.name, v.height, err)
	}
	if res.Block == nil {
		return "", errMissing
	}
	return fmt.Sprintf("block %s, app hash %s", res.Block.Header.Hash(), res.Block.AppHash), nil
}

// errNotFound means that the state of a node does not have an entry.
var errNotFound = errors.New("not found")

// ask asks the node for its state after the block.
func (v view) ask(ctx context.Context, method string, req, res proto.Message) error {
	data, err := proto.Marshal(req)
	if err != nil {
		return err
	}
	out, err := v.ABCIQueryWithOptions(ctx, method, data, rpcclient.ABCIQueryOptions{Height: v.height})
	if err == nil {
		err = refusal(out.Response)
	}
	if err != nil {
		return fmt.Errorf("%s: %s at %d: %w", v.name, method, v.height, err)
	}
	return proto.Unmarshal(out.Response.Value, res)
}

// refusal returns the error of a response. It is errNotFound only if the state lacks the entry: a node that is about to
// stop refuses queries with other errors.
func refusal(r abci.ResponseQuery) error {
	switch {
	case r.Code == 0:
		return nil
	case r.Codespace == sdkerrors.RootCodespace && r.Code == sdkerrors.ErrKeyNotFound.ABCICode():
		return errNotFound
	}
	if err := missing(r.Log); err != nil {
		return err
	}
	return errors.New(r.Log)
}

// supply returns the supply of every denom.
func (v view) supply(ctx context.Context) (sdk.Coins, error) {
	var res banktypes.QueryTotalSupplyResponse
	err := v.ask(ctx, "/cosmos.bank.v1beta1.Query/TotalSupply", &banktypes.QueryTotalSupplyRequest{
		Pagination: &query.PageRequest{Limit: maxDenoms},
	}, &res)
	return res.Supply, err
}

// escrow returns the balance of the account that holds the stakes.
func (v view) escrow(ctx context.Context) (sdk.Coins, error) {
	var res banktypes.QueryAllBalancesResponse
	err := v.ask(ctx, "/cosmos.bank.v1beta1.Query/AllBalances", &banktypes.QueryAllBalancesRequest{
		Address: authtypes.NewModuleAddress(types.ModuleName).String(),
	}, &res)
	return res.Balances, err
}

// result returns the lasting result of a game, in the words of an outcome, or errNotFound.
func (v view) result(ctx context.Context, id uint64, isMelee bool) (string, error) {
	if isMelee {
		var res types.QueryMeleeResultResponse
		err := v.ask(ctx, "/battleship.v1.Query/MeleeResult", &types.QueryMeleeResultRequest{GameId: id}, &res)
		return meleeOutcome(res.Result), err
	}
	var res types.QueryResultResponse
	err := v.ask(ctx, "/battleship.v1.Query/Result", &types.QueryResultRequest{GameId: id}, &res)
	return outcome(res.Result), err
}

// find returns errNotFound if the node does not have an unfinished game.
func (v view) find(ctx context.Context, id uint64, isMelee bool) error {
	if isMelee {
		return v.ask(ctx, "/battleship.v1.Query/Melee",
			&types.QueryMeleeRequest{GameId: id}, new(types.QueryMeleeResponse))
	}
	return v.ask(ctx, "/battleship.v1.Query/Game", &types.QueryGameRequest{GameId: id}, new(types.QueryGameResponse))
}

// outcome and meleeOutcome return the essence of a result: players, winner and cause.
func outcome(r types.Result) string { return fmt.Sprintf("%v %s %s", r.Players, r.Winner, r.Reason) }

func meleeOutcome(r types.MeleeResult) string { return fmt.Sprintf("%v %b", r.Places, r.Winners) }
