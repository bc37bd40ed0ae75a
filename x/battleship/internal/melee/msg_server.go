package melee

import (
	"context"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MsgServer answers the messages that concern melees alone. Each handler calls one verb of the keeper, which makes all
// checks itself.
type MsgServer struct{ k *Keeper }

// NewMsgServer returns the message server.
func NewMsgServer(k *Keeper) MsgServer { return MsgServer{k: k} }

// CreateMelee implements types.MsgServer.
func (s MsgServer) CreateMelee(ctx context.Context, msg *types.MsgCreateMelee) (*types.MsgCreateMeleeResponse, error) {
	id, err := s.k.CreateMelee(ctx, msg)
	if err != nil {
		return nil, err
	}
	return &types.MsgCreateMeleeResponse{GameId: id}, nil
}

// JoinMelee implements types.MsgServer.
func (s MsgServer) JoinMelee(ctx context.Context, msg *types.MsgJoinMelee) (*types.MsgJoinMeleeResponse, error) {
	return s.k.JoinMelee(ctx, msg)
}

// LeaveMelee implements types.MsgServer.
func (s MsgServer) LeaveMelee(ctx context.Context, msg *types.MsgLeaveMelee) (*types.MsgLeaveMeleeResponse, error) {
	if err := s.k.LeaveMelee(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgLeaveMeleeResponse{}, nil
}

// ConfirmMelee implements types.MsgServer.
func (s MsgServer) ConfirmMelee(
	ctx context.Context, msg *types.MsgConfirmMelee,
) (*types.MsgConfirmMeleeResponse, error) {
	if err := s.k.ConfirmMelee(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgConfirmMeleeResponse{}, nil
}

// Aim implements types.MsgServer.
func (s MsgServer) Aim(ctx context.Context, msg *types.MsgAim) (*types.MsgAimResponse, error) {
	if err := s.k.Aim(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgAimResponse{}, nil
}

// Fire implements types.MsgServer.
func (s MsgServer) Fire(ctx context.Context, msg *types.MsgFire) (*types.MsgFireResponse, error) {
	if err := s.k.Fire(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgFireResponse{}, nil
}

// Report implements types.MsgServer.
func (s MsgServer) Report(ctx context.Context, msg *types.MsgReport) (*types.MsgReportResponse, error) {
	if err := s.k.Report(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgReportResponse{}, nil
}
