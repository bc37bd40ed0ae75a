package keeper

import (
	"context"
	"time"

	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	commitmenttypes "github.com/cosmos/ibc-go/v11/modules/core/23-commitment/types/v2"
	"github.com/cosmos/ibc-go/v11/modules/core/exported"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/examples/wager/types"
	"github.com/battleship-chain/battleship/interchain/storeproof"
)

type msgServer struct{ *Keeper }

// NewMsgServer returns the server of the module's messages.
func NewMsgServer(k *Keeper) types.MsgServer { return msgServer{k} }

// Offer implements types.MsgServer.
func (k msgServer) Offer(goCtx context.Context, msg *types.MsgOffer) (*types.MsgOfferResponse, error) {
	ctx := sdk.UnwrapSDKContext(goCtx)
	params, err := k.params.Get(ctx)
	if err != nil {
		return nil, err
	}
	bet := types.Bet{
		GameId: msg.GameId, Player: msg.Player, Backer: msg.Backer, Stake: msg.Stake, Expires: msg.Expires,
		ClientId: params.ClientId, MarginSeconds: params.MarginSeconds,
	}
	if err := bet.Validate(); err != nil {
		return nil, err
	}
	if now := ctx.BlockTime(); bet.Expired(now) || bet.Expires > now.Add(types.MaxDuration).Unix() {
		return nil, types.ErrInvalidBet.Wrapf("expected an expiry after %d and at most %s later, got %d", now.Unix(),
			types.MaxDuration, bet.Expires)
	}
	if bet.Id, err = k.nextBetID.Next(ctx); err != nil {
		return nil, err
	}
	if err := k.bets.Set(ctx, bet.Id, bet); err != nil {
		return nil, err
	}
	return &types.MsgOfferResponse{BetId: bet.Id}, k.collect(ctx, bet.Backer, bet.Stake)
}

// Accept implements types.MsgServer.
func (k msgServer) Accept(goCtx context.Context, msg *types.MsgAccept) (*types.MsgAcceptResponse, error) {
	ctx := sdk.UnwrapSDKContext(goCtx)
	bet, err := k.bet(ctx, msg.BetId)
	switch {
	case err != nil:
		return nil, err
	case bet.Taker != "":
		return nil, types.ErrAccepted.Wrapf("bet %d is accepted by another", bet.Id)
	case bet.Expired(ctx.BlockTime()):
		return nil, types.ErrExpired.Wrapf("bet %d has expired", bet.Id)
	}
	bet.Taker, bet.Accepted = msg.Taker, ctx.BlockTime().Unix()
	if err := k.bets.Set(ctx, bet.Id, bet); err != nil {
		return nil, err
	}
	return &types.MsgAcceptResponse{}, k.collect(ctx, bet.Taker, bet.Stake)
}

// Settle implements types.MsgServer.
func (k msgServer) Settle(goCtx context.Context, msg *types.MsgSettle) (*types.MsgSettleResponse, error) {
	ctx := sdk.UnwrapSDKContext(goCtx)
	bet, err := k.bet(ctx, msg.BetId)
	switch {
	case err != nil:
		return nil, err
	case bet.Taker == "":
		return nil, types.ErrAccepted.Wrapf("bet %d is not accepted", bet.Id)
	case bet.Expired(ctx.BlockTime()):
		return nil, types.ErrExpired.Wrapf("bet %d has expired: its stakes are returned", bet.Id)
	}
	result, ended, err := k.prove(ctx, bet, msg)
	if err != nil {
		return nil, err
	}
	winner := bet.Winner(result, ended)
	return &types.MsgSettleResponse{Paid: winner}, k.close(ctx, bet, winner)
}

// prove returns the result of the bet's game, and the time of the block after its end.
func (k msgServer) prove(ctx sdk.Context, bet types.Bet, msg *types.MsgSettle) (storeproof.Result, time.Time, error) {
	fail := func(format string, args ...any) (storeproof.Result, time.Time, error) {
		return storeproof.Result{}, time.Time{}, types.ErrProof.Wrapf(format, args...)
	}
	revision := k.clients.GetClientLatestHeight(ctx, bet.ClientId).RevisionNumber
	path := commitmenttypes.NewMerklePath([]byte(storeproof.StoreName), storeproof.KindResult.Key(bet.GameId))
	err := k.clients.VerifyMembership(ctx, bet.ClientId, clienttypes.NewHeight(revision, msg.ProofHeight), 0, 0,
		msg.Proof, path, msg.Result)
	if err != nil {
		return fail("%s", err)
	}
	result, err := storeproof.ParseResult(msg.Result)
	if err != nil {
		return fail("%s", err)
	}
	after := clienttypes.NewHeight(revision, uint64(result.EndedHeight)+1)
	nanoseconds, err := k.clients.GetClientTimestampAtHeight(ctx, bet.ClientId, after)
	if err != nil {
		return fail("the client needs the header of block %d, the first after the end: %s", after.RevisionHeight, err)
	}
	return result, time.Unix(0, int64(nanoseconds)), nil
}

// Return implements types.MsgServer.
func (k msgServer) Return(goCtx context.Context, msg *types.MsgReturn) (*types.MsgReturnResponse, error) {
	ctx := sdk.UnwrapSDKContext(goCtx)
	bet, err := k.bet(ctx, msg.BetId)
	switch {
	case err != nil:
		return nil, err
	case bet.Expired(ctx.BlockTime()):
	case bet.Taker != "":
		return nil, types.ErrExpired.Wrapf("bet %d is accepted, and expires at %d", bet.Id, bet.Expires)
	case msg.Sender != bet.Backer:
		return nil, types.ErrUnauthorized.Wrapf("expected the backer %s, got %s", bet.Backer, msg.Sender)
	}
	return &types.MsgReturnResponse{}, k.close(ctx, bet, "")
}

// UpdateParams implements types.MsgServer.
func (k msgServer) UpdateParams(
	goCtx context.Context, msg *types.MsgUpdateParams,
) (*types.MsgUpdateParamsResponse, error) {
	if msg.Authority != k.authority {
		return nil, types.ErrUnauthorized.Wrapf("expected %s, got %s", k.authority, msg.Authority)
	}
	if err := types.CheckMargin(msg.Params.MarginSeconds); err != nil {
		return nil, err
	}
	ctx := sdk.UnwrapSDKContext(goCtx)
	// A chain's id shows a mistake. It is no proof: whoever creates a client chooses the id and the validators.
	state, _ := k.clients.GetClientState(ctx, msg.Params.ClientId)
	chain, ok := state.(interface{ GetChainID() string })
	if !ok || chain.GetChainID() != msg.Params.ChainId {
		return nil, types.ErrInvalidParams.Wrapf("expected a light client of %q, got %q", msg.Params.ChainId,
			msg.Params.ClientId)
	}
	if status := k.clients.GetClientStatus(ctx, msg.Params.ClientId); status != exported.Active {
		return nil, types.ErrInvalidParams.Wrapf("expected an active light client, got one that is %s", status)
	}
	return &types.MsgUpdateParamsResponse{}, k.params.Set(ctx, msg.Params)
}
