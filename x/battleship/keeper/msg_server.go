package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

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

// PostState implements types.MsgServer.
func (s msgServer) PostState(ctx context.Context, msg *types.MsgPostState) (*types.MsgPostStateResponse, error) {
	if err := s.k.PostState(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgPostStateResponse{}, nil
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
func (msgServer) CreateMelee(_ context.Context, _ *types.MsgCreateMelee) (*types.MsgCreateMeleeResponse, error) {
	return nil, notYet()
}

// JoinMelee implements types.MsgServer.
func (msgServer) JoinMelee(_ context.Context, _ *types.MsgJoinMelee) (*types.MsgJoinMeleeResponse, error) {
	return nil, notYet()
}

// LeaveMelee implements types.MsgServer.
func (msgServer) LeaveMelee(_ context.Context, _ *types.MsgLeaveMelee) (*types.MsgLeaveMeleeResponse, error) {
	return nil, notYet()
}

// ConfirmMelee implements types.MsgServer.
func (msgServer) ConfirmMelee(_ context.Context, _ *types.MsgConfirmMelee) (*types.MsgConfirmMeleeResponse, error) {
	return nil, notYet()
}

// Aim implements types.MsgServer.
func (msgServer) Aim(_ context.Context, _ *types.MsgAim) (*types.MsgAimResponse, error) {
	return nil, notYet()
}

// Fire implements types.MsgServer.
func (msgServer) Fire(_ context.Context, _ *types.MsgFire) (*types.MsgFireResponse, error) {
	return nil, notYet()
}

// Report implements types.MsgServer.
func (msgServer) Report(_ context.Context, _ *types.MsgReport) (*types.MsgReportResponse, error) {
	return nil, notYet()
}

// notYet refuses a message of a melee.
func notYet() error { return errors.Wrap(sdkerrors.ErrNotSupported, "melees cannot be played yet") }
