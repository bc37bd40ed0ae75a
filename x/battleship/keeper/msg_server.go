package keeper

import (
	"context"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// msgServer answers messages. Each handler calls one verb of the keeper, which makes all checks itself: a message may
// come by way of authz, governance or another chain, where nothing has looked at it before.
type msgServer struct{ k *Keeper }

var _ types.MsgServer = msgServer{}

// NewMsgServer returns the message server.
func NewMsgServer(k *Keeper) types.MsgServer { return msgServer{k: k} }

// CreateGame implements types.MsgServer.
func (s msgServer) CreateGame(ctx context.Context, msg *types.MsgCreateGame) (*types.MsgCreateGameResponse, error) {
	id, err := s.k.CreateGame(ctx, msg)
	if err != nil {
		return nil, err
	}
	return &types.MsgCreateGameResponse{GameId: id}, nil
}

// JoinGame implements types.MsgServer.
func (s msgServer) JoinGame(ctx context.Context, msg *types.MsgJoinGame) (*types.MsgJoinGameResponse, error) {
	if err := s.k.JoinGame(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgJoinGameResponse{}, nil
}

// MatchGame implements types.MsgServer.
func (s msgServer) MatchGame(ctx context.Context, msg *types.MsgMatchGame) (*types.MsgMatchGameResponse, error) {
	return s.k.MatchGame(ctx, msg)
}

// DeclineGame implements types.MsgServer.
func (s msgServer) DeclineGame(ctx context.Context, msg *types.MsgDeclineGame) (*types.MsgDeclineGameResponse, error) {
	if err := s.k.DeclineGame(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgDeclineGameResponse{}, nil
}

// SetDelegate implements types.MsgServer.
func (s msgServer) SetDelegate(ctx context.Context, msg *types.MsgSetDelegate) (*types.MsgSetDelegateResponse, error) {
	if err := s.k.SetDelegate(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgSetDelegateResponse{}, nil
}

// ShootAndReveal implements types.MsgServer.
func (s msgServer) ShootAndReveal(
	ctx context.Context, msg *types.MsgShootAndReveal,
) (*types.MsgShootAndRevealResponse, error) {
	if err := s.k.ShootAndReveal(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgShootAndRevealResponse{}, nil
}

// Concede implements types.MsgServer.
func (s msgServer) Concede(ctx context.Context, msg *types.MsgConcede) (*types.MsgConcedeResponse, error) {
	if err := s.k.Concede(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgConcedeResponse{}, nil
}

// Challenge implements types.MsgServer.
func (s msgServer) Challenge(ctx context.Context, msg *types.MsgChallenge) (*types.MsgChallengeResponse, error) {
	if err := s.k.Challenge(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgChallengeResponse{}, nil
}

// ClaimWin implements types.MsgServer.
func (s msgServer) ClaimWin(ctx context.Context, msg *types.MsgClaimWin) (*types.MsgClaimWinResponse, error) {
	claimed, err := s.k.ClaimWin(ctx, msg)
	if err != nil {
		return nil, err
	}
	if claimed.Deadline > 0 {
		return &types.MsgClaimWinResponse{Deadline: claimed.Deadline}, nil
	}
	settled := claimed.Settlement
	return &types.MsgClaimWinResponse{Withheld: settled.Withheld, Shares: settled.Shares}, nil
}

// SubmitState implements types.MsgServer.
func (s msgServer) SubmitState(ctx context.Context, msg *types.MsgSubmitState) (*types.MsgSubmitStateResponse, error) {
	if err := s.k.SubmitState(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgSubmitStateResponse{}, nil
}

// Withdraw implements types.MsgServer.
func (s msgServer) Withdraw(ctx context.Context, msg *types.MsgWithdraw) (*types.MsgWithdrawResponse, error) {
	coins, err := s.k.Withdraw(ctx, msg)
	if err != nil {
		return nil, err
	}
	return &types.MsgWithdrawResponse{Coins: coins}, nil
}

// CancelGame implements types.MsgServer.
func (s msgServer) CancelGame(ctx context.Context, msg *types.MsgCancelGame) (*types.MsgCancelGameResponse, error) {
	if err := s.k.CancelGame(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgCancelGameResponse{}, nil
}

// UpdateParams implements types.MsgServer.
func (s msgServer) UpdateParams(
	ctx context.Context, msg *types.MsgUpdateParams,
) (*types.MsgUpdateParamsResponse, error) {
	if err := s.k.UpdateParams(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgUpdateParamsResponse{}, nil
}

// CreateMelee implements types.MsgServer.
func (s msgServer) CreateMelee(ctx context.Context, msg *types.MsgCreateMelee) (*types.MsgCreateMeleeResponse, error) {
	id, err := s.k.CreateMelee(ctx, msg)
	if err != nil {
		return nil, err
	}
	return &types.MsgCreateMeleeResponse{GameId: id}, nil
}

// JoinMelee implements types.MsgServer.
func (s msgServer) JoinMelee(ctx context.Context, msg *types.MsgJoinMelee) (*types.MsgJoinMeleeResponse, error) {
	return s.k.JoinMelee(ctx, msg)
}

// LeaveMelee implements types.MsgServer.
func (s msgServer) LeaveMelee(ctx context.Context, msg *types.MsgLeaveMelee) (*types.MsgLeaveMeleeResponse, error) {
	if err := s.k.LeaveMelee(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgLeaveMeleeResponse{}, nil
}

// ConfirmMelee implements types.MsgServer.
func (s msgServer) ConfirmMelee(
	ctx context.Context, msg *types.MsgConfirmMelee,
) (*types.MsgConfirmMeleeResponse, error) {
	if err := s.k.ConfirmMelee(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgConfirmMeleeResponse{}, nil
}

// Aim implements types.MsgServer.
func (s msgServer) Aim(ctx context.Context, msg *types.MsgAim) (*types.MsgAimResponse, error) {
	if err := s.k.Aim(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgAimResponse{}, nil
}

// Fire implements types.MsgServer.
func (s msgServer) Fire(ctx context.Context, msg *types.MsgFire) (*types.MsgFireResponse, error) {
	if err := s.k.Fire(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgFireResponse{}, nil
}

// Report implements types.MsgServer.
func (s msgServer) Report(ctx context.Context, msg *types.MsgReport) (*types.MsgReportResponse, error) {
	if err := s.k.Report(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgReportResponse{}, nil
}
