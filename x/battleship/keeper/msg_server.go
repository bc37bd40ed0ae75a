package keeper

import (
	"context"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// msgServer answers messages. Each handler calls one verb of the keeper, which makes all checks itself: a message may
// come by way of authz, governance or another chain, where nothing has looked at it before.
type msgServer struct {
	messagesOfKinds

	k *Keeper
}

var _ types.MsgServer = msgServer{}

// NewMsgServer returns the message server.
func NewMsgServer(k *Keeper) types.MsgServer {
	return msgServer{messagesOfKinds: k.kinds.messages(), k: k}
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

// Concede implements types.MsgServer.
func (s msgServer) Concede(ctx context.Context, msg *types.MsgConcede) (*types.MsgConcedeResponse, error) {
	if err := s.k.Concede(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgConcedeResponse{}, nil
}

// ClaimWin implements types.MsgServer.
func (s msgServer) ClaimWin(ctx context.Context, msg *types.MsgClaimWin) (*types.MsgClaimWinResponse, error) {
	return s.k.ClaimWin(ctx, msg)
}

// Withdraw implements types.MsgServer.
func (s msgServer) Withdraw(ctx context.Context, msg *types.MsgWithdraw) (*types.MsgWithdrawResponse, error) {
	coins, err := s.k.Withdraw(ctx, msg)
	if err != nil {
		return nil, err
	}
	return &types.MsgWithdrawResponse{Coins: coins}, nil
}

// SetName implements types.MsgServer.
func (s msgServer) SetName(ctx context.Context, msg *types.MsgSetName) (*types.MsgSetNameResponse, error) {
	if err := s.k.SetName(ctx, msg); err != nil {
		return nil, err
	}
	return &types.MsgSetNameResponse{}, nil
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
