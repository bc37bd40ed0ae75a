package app_test

import (
	"errors"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// check checks what must hold after a block, whatever thieves have sent: the invariants of the simulation, the cap of
// rewards, the deadlines, and the results of the games that have ended since.
func (c *contest) check() {
	c.t.Helper()
	ctx := c.Context()
	c.watch.check(ctx)
	c.checkCap(ctx)
	c.checkDeadlines(ctx)
	for _, d := range c.duels {
		c.checkDuel(ctx, d)
	}
	for _, m := range c.melees {
		c.checkMelee(ctx, m)
	}
}

// checkCap: no more Shipcoin was ever minted than the params allow.
func (c *contest) checkCap(ctx sdk.Context) {
	c.t.Helper()
	k := c.App.BattleshipKeeper
	params, err := k.Params(ctx)
	require.NoError(c.t, err)
	rewards, err := k.Rewards(ctx)
	require.NoError(c.t, err)
	require.True(c.t, rewards.Minted.LTE(params.RewardCap), "minted %s, cap %s", rewards.Minted, params.RewardCap)
}

// checkDeadlines: a block settles each deadline that has passed, for it has room for more than these games.
func (c *contest) checkDeadlines(ctx sdk.Context) {
	c.t.Helper()
	height := c.Height()
	for id, p := range byID(ctx, c.t, c.App.BattleshipKeeper.Records().Progress) {
		require.LessOrEqual(c.t, height, p.Deadline, "game %d is overdue", id)
	}
	_, melees := c.watch.melees(ctx)
	for id, s := range melees {
		require.LessOrEqual(c.t, height, s.Deadline, "melee %d is overdue", id)
	}
}

// checkDuel checks the result of a duel that was unfinished before the block. A winner that had to show its board has
// committed to a legal one. An honest bot loses in one way alone: each of its ships was hit.
func (c *contest) checkDuel(ctx sdk.Context, before *contestDuel) {
	c.t.Helper()
	k := c.App.BattleshipKeeper
	unfinished, err := k.Records().Games.Has(ctx, before.Id)
	require.NoError(c.t, err)
	if unfinished {
		return
	}
	delete(c.channelGames, before.Id)
	r := before.chainState.State.Ruleset
	result, err := k.Records().Results.Get(ctx, before.Id)
	if errors.Is(err, collections.ErrNotFound) {
		require.Equal(c.t, game.PhaseOpen, before.chainState.State.Phase, "game %d was joined and has no result", before.Id)
		return
	}
	require.NoError(c.t, err)
	c.remember(result)
	if len(before.Participants) < types.PlayersPerGame {
		return // joined and ended in one block
	}
	honest := 0
	for _, p := range before.Participants {
		if c.byAddress[p.Address].honest {
			honest++
		}
	}
	winner, err := result.Winner.Parse()
	if err != nil {
		require.Zero(c.t, honest, "game %d has no winner: %v", before.Id, result)
		return
	}
	require.True(c.t, r.Proven || before.legal(winner), "game %d was won with an illegal board: %v", before.Id, result)
	loser := winner.Other()
	if c.byAddress[before.Participants[loser].Address].honest {
		require.Equal(c.t, types.REASON_SUNK, result.Reason, "game %d: an honest bot has lost: %v", before.Id, result)
		// The last hit may be of this block.
		hits := before.chainState.State.Sides[loser].Hits.Len()
		if !before.IsChannel() {
			require.GreaterOrEqual(c.t, hits, r.ShipTiles()-1, "game %d: an honest bot has lost: %v", before.Id, result)
		}
	}
	switch {
	case honest == 0:
	case result.Reason == types.REASON_SUNK:
		c.endings["sunk and proven"]++
	default:
		require.Less(c.t, honest, types.PlayersPerGame, "game %d of two honest bots: %v", before.Id, result)
		c.endings[result.Reason.String()]++
	}
}

// checkMelee checks the result of a melee that was unfinished before the block. Each winner has committed to a legal
// board. An honest bot stays to the end or is sunk, and wins if it is afloat.
func (c *contest) checkMelee(ctx sdk.Context, before *contestMelee) {
	c.t.Helper()
	k := c.App.BattleshipKeeper
	unfinished, err := k.Records().Melees.Has(ctx, before.Id)
	require.NoError(c.t, err)
	if unfinished {
		return
	}
	result, err := k.Records().MeleeResults.Get(ctx, before.Id)
	if errors.Is(err, collections.ErrNotFound) {
		require.Zero(c.t, before.state.Round, "melee %d has begun and has no result", before.Id)
		return
	}
	require.NoError(c.t, err)
	for i, place := range result.Places {
		seat := melee.Seat(i)
		won := result.Winners>>i&1 == 1
		require.False(c.t, won && !before.legal(seat), "melee %d was won with an illegal board: %v", before.Id, result)
		if place.Player == "" || !c.byAddress[place.Player].honest {
			continue
		}
		switch place.Standing {
		case types.SEAT_STANDING_SUNK:
		case types.SEAT_STANDING_AFLOAT:
			require.True(c.t, won, "melee %d: an honest bot is afloat and has not won: %v", before.Id, result)
		default:
			require.Fail(c.t, "an honest bot has lost otherwise than by being sunk", "melee %d: %v", before.Id, result)
		}
		c.endings["melee, "+place.Standing.String()]++
	}
}

// remember keeps the last results, for rematches.
func (c *contest) remember(r types.Result) {
	const kept = 32
	if c.ended = append(c.ended, r); len(c.ended) > kept {
		c.ended = append([]types.Result(nil), c.ended[1:]...)
	}
}
