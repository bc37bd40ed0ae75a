package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// InitGenesis writes a genesis state, which it validates, and builds the indexes and the expiry queue from it. The
// genesis of x/bank must be there already.
func (k *Keeper) InitGenesis(ctx context.Context, gs types.GenesisState) error {
	if err := gs.Validate(k.core.Addresses); err != nil {
		return err
	}
	if err := k.checkImport(sdk.UnwrapSDKContext(ctx), gs); err != nil {
		return err
	}
	if err := k.checkSupply(ctx, gs.Rewards); err != nil {
		return err
	}
	// A payment to an address without an account makes it an ordinary account; the module's would be unusable then.
	k.core.Accounts.GetModuleAccount(ctx, types.ModuleName)
	if err := k.core.Escrow.Import(ctx, gs.Held(), gs.Unpaid); err != nil {
		return err
	}
	if err := k.core.SetParams(ctx, gs.Params); err != nil {
		return err
	}
	if err := k.core.SetRewards(ctx, gs.Rewards); err != nil {
		return err
	}
	if err := k.core.SetNextID(ctx, gs.NextGameId); err != nil {
		return err
	}
	if err := k.importPlayers(ctx, gs.Players); err != nil {
		return err
	}
	if err := k.importNames(ctx, gs.Names); err != nil {
		return err
	}
	for _, of := range k.core.Kinds {
		if err := of.Import(ctx, gs); err != nil {
			return err
		}
	}
	for _, q := range gs.Quarantined {
		if err := k.core.Queue.Quarantine(ctx, q); err != nil {
			return errors.Wrapf(err, "quarantined game %d", q.GameId)
		}
	}
	return nil
}

// checkImport returns ErrInvalidGenesis unless the unfinished games can continue in this chain.
func (k *Keeper) checkImport(ctx sdk.Context, gs types.GenesisState) error {
	// Answers would not fit the commitments on a chain of another name, and every player would lose by the clock.
	if n := gs.Unfinished(); n > 0 && gs.ChainId != ctx.ChainID() {
		return errors.Wrapf(types.ErrInvalidGenesis, "%d unfinished games are bound to their chain: expected %s, got %s",
			n, gs.ChainId, ctx.ChainID())
	}
	// A failed expiry waits for a claim's time, so one that waits for longer was not put aside by the module.
	for _, q := range gs.Quarantined {
		if last := ctx.BlockHeight() + types.MaxClockBlocks; q.RetryHeight > last {
			return errors.Wrapf(types.ErrInvalidGenesis, "quarantined game %d: retry_height: expected at most %d, got %d",
				q.GameId, last, q.RetryHeight)
		}
	}
	// A change delays the next one, and must not do so for longer than before.
	for _, n := range gs.Names {
		if n.ChangedHeight > ctx.BlockHeight() {
			return errors.Wrapf(types.ErrInvalidGenesis, "name of %s: changed_height: expected at most %d, got %d",
				n.Address, ctx.BlockHeight(), n.ChangedHeight)
		}
	}
	for _, of := range k.core.Kinds {
		if err := of.CheckImport(gs, ctx.BlockHeight()); err != nil {
			return err
		}
	}
	return nil
}

// checkSupply returns ErrInvalidGenesis if there is more Shipcoin than was ever minted, since the cap bounds the minted
// amount. Less is no contradiction: coins can be burned.
func (k *Keeper) checkSupply(ctx context.Context, r types.Rewards) error {
	if supply := k.core.Bank.GetSupply(ctx, types.RewardDenom); supply.Amount.GT(r.Minted) {
		return errors.Wrapf(types.ErrInvalidGenesis, "minted: expected at least the supply, %s, got %s",
			supply, types.RewardCoin(r.Minted))
	}
	return nil
}

// importPlayers writes the players, and the ranks of those who are rated.
func (k *Keeper) importPlayers(ctx context.Context, players []types.GenesisPlayer) error {
	for _, p := range players {
		who, err := k.core.Addresses.Parse(p.Address)
		if err != nil {
			return err
		}
		if err := k.core.SetPlayer(ctx, who.Address, p.Player); err != nil {
			return err
		}
		if p.Player.RatedGames == 0 {
			continue
		}
		if err := k.core.Ladder.Move(ctx, who.Address, 0, p.Player.Rating); err != nil {
			return err
		}
	}
	return nil
}
