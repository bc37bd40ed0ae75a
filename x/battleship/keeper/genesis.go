package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// InitGenesis writes a genesis state, which it validates, and builds the indexes and the expiry queue from it. The
// genesis of x/bank must be there already.
func (k *Keeper) InitGenesis(ctx context.Context, gs types.GenesisState) error {
	if err := gs.Validate(k.addresses); err != nil {
		return err
	}
	if err := checkImport(sdk.UnwrapSDKContext(ctx), gs); err != nil {
		return err
	}
	if err := k.checkSupply(ctx, gs.Rewards); err != nil {
		return err
	}
	// A payment to an address without an account makes it an ordinary account; the module's would be unusable then.
	k.accounts.GetModuleAccount(ctx, types.ModuleName)
	if err := k.escrow.Import(ctx, gs.Held(), gs.Unpaid); err != nil {
		return err
	}
	if err := k.params.Set(ctx, gs.Params); err != nil {
		return err
	}
	if err := k.rewards.Set(ctx, gs.Rewards); err != nil {
		return err
	}
	if err := k.nextGameID.Set(ctx, gs.NextGameId); err != nil {
		return err
	}
	if err := k.importPlayers(ctx, gs.Players); err != nil {
		return err
	}
	for _, result := range gs.Results {
		if err := k.results.Set(ctx, result.GameId, result); err != nil {
			return err
		}
	}
	if err := k.importHistory(ctx, gs); err != nil {
		return err
	}
	for _, g := range gs.Games {
		if err := k.importGame(ctx, g); err != nil {
			return errors.Wrapf(err, "game %d", g.Game.Id)
		}
	}
	for _, result := range gs.MeleeResults {
		if err := k.meleeResults.Set(ctx, result.GameId, result); err != nil {
			return err
		}
	}
	for _, g := range gs.Melees {
		if err := k.importMelee(ctx, g); err != nil {
			return errors.Wrapf(err, "melee %d", g.Melee.Id)
		}
	}
	for _, q := range gs.Quarantined {
		if err := k.queue.Quarantine(ctx, q); err != nil {
			return errors.Wrapf(err, "quarantined game %d", q.GameId)
		}
	}
	return nil
}

// checkImport returns ErrInvalidGenesis unless the unfinished games can continue in this chain.
func checkImport(ctx sdk.Context, gs types.GenesisState) error {
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
	// Recent promises and ratings delay later games, and must not do so for longer than before. The heights of pairs and
	// promises are those of results and awards.
	for _, r := range gs.Results {
		if height := ctx.BlockHeight(); r.EndedHeight > height {
			return errors.Wrapf(types.ErrInvalidGenesis,
				"result %d: expected a game that ended by the chain's height %d, got %d", r.GameId, height, r.EndedHeight)
		}
	}
	for _, g := range gs.Games {
		if err := checkHeights(g, ctx.BlockHeight()); err != nil {
			return errors.Wrapf(err, "game %d", g.Game.Id)
		}
	}
	for _, r := range gs.MeleeResults {
		if height := ctx.BlockHeight(); r.EndedHeight > height {
			return errors.Wrapf(types.ErrInvalidGenesis,
				"result %d: expected a melee that ended by the chain's height %d, got %d", r.GameId, height, r.EndedHeight)
		}
	}
	for _, g := range gs.Melees {
		if err := checkMeleeHeights(g, ctx.BlockHeight()); err != nil {
			return errors.Wrapf(err, "melee %d", g.Melee.Id)
		}
	}
	return nil
}

// checkSupply returns ErrInvalidGenesis if there is more Shipcoin than was ever minted, since the cap bounds the minted
// amount. Less is no contradiction: coins can be burned.
func (k *Keeper) checkSupply(ctx context.Context, r types.Rewards) error {
	if supply := k.bank.GetSupply(ctx, types.RewardDenom); supply.Amount.GT(r.Minted) {
		return errors.Wrapf(types.ErrInvalidGenesis, "minted: expected at least the supply, %s, got %s",
			supply, types.RewardCoin(r.Minted))
	}
	return nil
}

// checkHeights returns ErrInvalidGenesis unless a game belongs to a chain at this height. On one that starts lower than
// the exported one stopped, the wait for a silent player would be that much longer, and new deadlines would come before
// their entry in the expiry queue.
func checkHeights(g types.GenesisGame, height int64) error {
	if past := max(g.Game.CreatedHeight, g.Game.JoinedHeight); past > height {
		return errors.Wrapf(types.ErrInvalidGenesis, "expected a game created and joined by the chain's height %d, got %d",
			height, past)
	}
	if g.Award != nil && g.Award.Height > height {
		return errors.Wrapf(types.ErrInvalidGenesis, "award: expected one decided by the chain's height %d, got %d",
			height, g.Award.Height)
	}
	wait := g.Game.TurnBlocks
	switch g.Progress.Phase {
	case types.PHASE_OPEN:
		// How long it may be open is not kept, but has a bound. Joining it sets a deadline, and an entry of the queue
		// with it.
		wait = types.MaxClockBlocks
		if g.Progress.Reason == types.REASON_CANCELLED {
			wait = game.WithdrawBlocks
		}
	case types.PHASE_CLAIM:
		wait = g.Game.ClaimBlocks
	default:
		if g.Progress.OffChain {
			wait = g.Game.ChannelTimeoutBlocks
		}
	}
	if last := height + wait; g.Progress.Deadline > last {
		return errors.Wrapf(types.ErrInvalidGenesis, "expected a deadline of at most %d, %d blocks from now, got %d",
			last, wait, g.Progress.Deadline)
	}
	return nil
}

// importPlayers writes the players, and the ranks of those who are rated.
func (k *Keeper) importPlayers(ctx context.Context, players []types.GenesisPlayer) error {
	for _, p := range players {
		who, err := k.addresses.Parse(p.Address)
		if err != nil {
			return err
		}
		if err := k.players.Set(ctx, who.Address, p.Player); err != nil {
			return err
		}
		if p.Player.RatedGames == 0 {
			continue
		}
		if err := k.ladder.Move(ctx, who.Address, 0, p.Player.Rating); err != nil {
			return err
		}
	}
	return nil
}

// importHistory writes what ended games have left behind.
func (k *Keeper) importHistory(ctx context.Context, gs types.GenesisState) error {
	for _, p := range gs.Pairs {
		if err := k.importPair(ctx, p); err != nil {
			return err
		}
	}
	for _, p := range gs.Places {
		who, err := k.addresses.Parse(p.Player)
		if err != nil {
			return err
		}
		if err := k.places.Set(ctx, collections.Join(who.Address, p.Number), p.Height); err != nil {
			return err
		}
	}
	for _, p := range gs.Promised {
		if err := k.promised.Set(ctx, p.Height, p.Uship); err != nil {
			return err
		}
	}
	for _, link := range gs.Rematches {
		if err := k.rematches.Set(ctx, link.Of, link.GameId); err != nil {
			return err
		}
	}
	return nil
}

func (k *Keeper) importPair(ctx context.Context, p types.GenesisPair) error {
	lower, err := k.addresses.Parse(p.Lower)
	if err != nil {
		return err
	}
	higher, err := k.addresses.Parse(p.Higher)
	if err != nil {
		return err
	}
	return k.pairs.Set(ctx, pairKey(lower, higher), p.Pair)
}

// importGame writes one unfinished game and its entries in the indexes.
func (k *Keeper) importGame(ctx context.Context, g types.GenesisGame) error {
	id := g.Game.Id
	if err := k.games.Set(ctx, id, g.Game); err != nil {
		return err
	}
	if err := k.progress.Set(ctx, id, g.Progress); err != nil {
		return err
	}
	if err := k.queue.Put(ctx, id, g.Progress.Deadline); err != nil {
		return err
	}
	if g.Award != nil {
		if err := k.awards.Set(ctx, id, *g.Award); err != nil {
			return err
		}
	}
	// A withdrawn game is not offered.
	if g.Progress.Phase == types.PHASE_OPEN && g.Progress.Reason != types.REASON_CANCELLED {
		if err := k.list(ctx, g.Game, g.Progress.Deadline); err != nil {
			return err
		}
	}
	for i, participant := range g.Game.Participants {
		who, err := k.addresses.Parse(participant.Address)
		if err != nil {
			return err
		}
		if err := k.playerGames.Set(ctx, collections.Join(who.Address, id)); err != nil {
			return err
		}
		if len(g.Recoveries[i]) == 0 {
			continue
		}
		if err := k.recoveries.Set(ctx, recoveryKey(id, game.Seat(i)), g.Recoveries[i]); err != nil {
			return err
		}
	}
	return nil
}
