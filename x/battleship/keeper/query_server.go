package keeper

import (
	"context"
	stderrors "errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// queryServer answers queries. The cost of a query is bounded for any request and any number of games.
type queryServer struct {
	queriesOfKinds

	k *Keeper
}

var _ types.QueryServer = queryServer{}

// NewQueryServer returns the query server.
func NewQueryServer(k *Keeper) types.QueryServer {
	return queryServer{queriesOfKinds: k.kinds.queries(), k: k}
}

// Params implements types.QueryServer.
func (s queryServer) Params(ctx context.Context, _ *types.QueryParamsRequest) (*types.QueryParamsResponse, error) {
	params, err := s.k.core.Params(ctx)
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryParamsResponse{Params: params}, nil
}

// Player implements types.QueryServer.
func (s queryServer) Player(ctx context.Context, req *types.QueryPlayerRequest) (*types.QueryPlayerResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	who, err := s.k.core.Addresses.Parse(req.Address)
	if err != nil {
		return nil, core.QueryError(err)
	}
	player, err := s.k.core.Player(ctx, who.Address)
	if err != nil {
		return nil, core.QueryError(err)
	}
	res := &types.QueryPlayerResponse{Player: player}
	if err := s.k.mentionGames(ctx, who, res); err != nil {
		return nil, core.QueryError(err)
	}
	return res, nil
}

// NextAction implements types.QueryServer.
func (s queryServer) NextAction(
	ctx context.Context, req *types.QueryNextActionRequest,
) (*types.QueryNextActionResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	var next *types.QueryNextActionResponse
	ask := func(of kind.Kind) (err error) {
		next, err = of.NextAction(ctx, req.GameId)
		return err
	}
	err := s.k.each(ask)
	if ended := (*kind.OtherError)(nil); stderrors.As(err, &ended) {
		err = ask(ended.Kind)
	}
	if err != nil {
		return nil, core.QueryError(err)
	}
	return next, nil
}

// ProofKeys implements types.QueryServer.
func (s queryServer) ProofKeys(
	_ context.Context, req *types.QueryProofKeysRequest,
) (*types.QueryProofKeysResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	var all []types.ProofKeys
	for _, r := range game.Rulesets() {
		if !r.Proven {
			continue
		}
		key, err := verify.KeyOf(r)
		if err != nil {
			return nil, core.QueryError(err)
		}
		all = append(all, types.ProofKeys{RulesetId: r.ID, Ruleset: r.Name, Key: fmt.Sprintf("%x", key.Hash())})
	}
	return &types.QueryProofKeysResponse{Keys: all}, nil
}
