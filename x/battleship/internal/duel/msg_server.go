package duel

import (
	"context"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MsgServer answers the messages that concern duels alone. Each handler calls one verb of the keeper, which makes all
// checks itself.
type MsgServer struct{ k *Keeper }

// NewMsgServer returns the message server.
func NewMsgServer(k *Keeper) MsgServer { return MsgServer{k: k} }

// CreateGame implements types.MsgServer.
func (s MsgServer) CreateGame(ctx context.Context, msg *types.MsgCreateGame) (*types.MsgCreateGameResponse, error) {
	id, err := s.k.CreateGame(ctx, msg)
	if err != nil {
		return nil, err
	}
	return &types.MsgCreateGameResponse{GameId: id}, nil
}

// JoinGame implements types.MsgServer.
func (s MsgServer) JoinGame(ctx context.Context, msg *types.MsgJoinGame) (*types.MsgJoinGameResponse, error) {
	if err := s.k.JoinGame(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgJoinGameResponse{}, nil
}

// MatchGame implements types.MsgServer.
func (s MsgServer) MatchGame(ctx context.Context, msg *types.MsgMatchGame) (*types.MsgMatchGameResponse, error) {
	return s.k.MatchGame(ctx, msg)
}

// ShootAndReveal implements types.MsgServer.
func (s MsgServer) ShootAndReveal(
	ctx context.Context, msg *types.MsgShootAndReveal,
) (*types.MsgShootAndRevealResponse, error) {
	if err := s.k.ShootAndReveal(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgShootAndRevealResponse{}, nil
}

// Challenge implements types.MsgServer.
func (s MsgServer) Challenge(ctx context.Context, msg *types.MsgChallenge) (*types.MsgChallengeResponse, error) {
	if err := s.k.Challenge(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgChallengeResponse{}, nil
}

// SubmitState implements types.MsgServer.
func (s MsgServer) SubmitState(ctx context.Context, msg *types.MsgSubmitState) (*types.MsgSubmitStateResponse, error) {
	if err := s.k.SubmitState(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgSubmitStateResponse{}, nil
}

// CancelGame implements types.MsgServer.
func (s MsgServer) CancelGame(ctx context.Context, msg *types.MsgCancelGame) (*types.MsgCancelGameResponse, error) {
	if err := s.k.CancelGame(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgCancelGameResponse{}, nil
}
