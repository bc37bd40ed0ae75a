package app_test

import (
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/x/battleship/simulation"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// checkEscrow: what the module holds for others is what unfinished games hold and what waits for accounts, and its
// account has exactly that, for nobody can give it anything in a simulation.
func (w *watch) checkEscrow(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	owed := sdk.NewCoins()
	for _, g := range byID(ctx, w.t, k.Records().Games) {
		owed = owed.Add(g.Hold()...)
	}
	melees, states := w.melees(ctx)
	for id, m := range melees {
		owed = owed.Add(m.Hold(states[id])...)
	}
	require.NoError(w.t, k.Records().Unpaid.Walk(ctx, nil, func(who sdk.AccAddress, c types.Unpaid) (bool, error) {
		require.NoError(w.t, c.Coins.Validate())
		require.NotEmpty(w.t, c.Coins, "%s", who)
		owed = owed.Add(c.Coins...)
		return false, nil
	}))
	escrow := sdk.NewCoins()
	require.NoError(w.t, k.Records().Escrow.Walk(ctx, nil, func(denom string, amount math.Int) (bool, error) {
		require.True(w.t, amount.IsPositive(), "%s%s", amount, denom)
		escrow = escrow.Add(sdk.NewCoin(denom, amount))
		return false, nil
	}))
	require.Equal(w.t, owed.String(), escrow.String())
	account := authtypes.NewModuleAddress(types.ModuleName)
	require.Equal(w.t, owed.String(), w.app.BankKeeper.GetAllBalances(ctx, account).String())
}

// checkSupply: the supply of each coin is what accounts have, and no more Shipcoin was minted than there may ever be.
func (w *watch) checkSupply(ctx sdk.Context) {
	sums := make(map[string]math.Int)
	w.app.BankKeeper.IterateAllBalances(ctx, func(_ sdk.AccAddress, coin sdk.Coin) bool {
		if sum, ok := sums[coin.Denom]; ok {
			coin.Amount = coin.Amount.Add(sum)
		}
		sums[coin.Denom] = coin.Amount
		return false
	})
	w.app.BankKeeper.IterateTotalSupply(ctx, func(coin sdk.Coin) bool {
		require.Contains(w.t, sums, coin.Denom, "a supply of a coin that no account has")
		require.Equal(w.t, coin.Amount.String(), sums[coin.Denom].String(), "supply of %s", coin.Denom)
		delete(sums, coin.Denom)
		return false
	})
	require.Empty(w.t, sums, "coins without a supply")
	rewards, err := w.app.BattleshipKeeper.Rewards(ctx)
	require.NoError(w.t, err)
	require.True(w.t, rewards.Minted.LTE(math.NewInt(types.MaxRewardCap)), "minted %s", rewards.Minted)
}

// ledger is what a watch knows of coins: what there was at the last check, and what unfinished games were played for.
type ledger struct {
	minted   math.Int
	supplies map[string]math.Int
	games    map[uint64]types.Game
	settled  map[uint64]bool
	// names are the names of accounts, price the price of one.
	names map[string]types.Name
	price uint64
	// kinds counts the games that were joined, and those that have ended, since the chain began by what they were.
	kinds outcomeCounts
}

// settlement is what the games that have ended since the last check may have burned and minted at most, and what they
// must have at least.
type settlement struct {
	burned, mustBurn sdk.Coins
	backed, least    math.Int
	// unseen tells that a game has begun and ended between two checks: nobody knows what it was played for.
	unseen bool
}

// checkLedger: Shipcoin is minted for fees that are burned, never for more than they are worth, and nothing else is
// burned. It follows the coins that nothing but games mints or burns.
func (w *watch) checkLedger(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	rewards, err := k.Rewards(ctx)
	require.NoError(w.t, err)
	before := w.ledger
	w.ledger.minted, w.ledger.supplies = rewards.Minted, make(map[string]math.Int)
	for _, denom := range []string{types.RewardDenom, simulation.PlayDenom} {
		w.ledger.supplies[denom] = w.app.BankKeeper.GetSupply(ctx, denom).Amount
	}
	s := w.settle(ctx)
	s.burned = s.burned.Add(w.soldNames(ctx)...)
	w.openBooks(ctx)
	if before.supplies == nil || s.unseen {
		return
	}

	minted := w.ledger.minted.Sub(before.minted)
	require.True(w.t, minted.LTE(s.backed), "minted %s for fees that are worth %s", minted, s.backed)
	require.True(w.t, minted.GTE(s.least), "minted %s, but winners were paid %s", minted, s.least)
	burned := make(map[string]math.Int)
	for denom, supply := range w.ledger.supplies {
		burned[denom] = before.supplies[denom].Sub(supply)
		if denom == types.RewardDenom {
			burned[denom] = burned[denom].Add(minted)
		}
		least, most := s.mustBurn.AmountOf(denom), s.burned.AmountOf(denom)
		require.True(w.t, burned[denom].GTE(least) && burned[denom].LTE(most),
			"burned %s%s, expected %s to %s", burned[denom], denom, least, most)
	}
	p := w.rules.params
	if paid, known := burned[p.RewardPrice.Denom]; known && !p.LocalNetwork && w.rules.apply(ctx.BlockHeight()) {
		cost := minted.Mul(p.RewardPrice.Amount)
		require.True(w.t, cost.LTE(paid.MulRaw(types.BasePerReward)),
			"minted %s at %s for each SHIP, burned %s", minted, p.RewardPrice, paid)
	}
}

// soldNames returns the most that was burned for names since the last check. A name changes at most once a block.
func (w *watch) soldNames(ctx sdk.Context) sdk.Coins {
	before, price := w.ledger.names, max(w.ledger.price, w.rules.params.NamePrice)
	w.ledger.names, w.ledger.price = make(map[string]types.Name), w.rules.params.NamePrice
	sold := uint64(0)
	require.NoError(w.t, w.app.BattleshipKeeper.Records().Names.Walk(ctx, nil,
		func(who sdk.AccAddress, n types.Name) (bool, error) {
			w.ledger.names[who.String()] = n
			if n.Name != "" && n != before[who.String()] {
				sold++
			}
			return false, nil
		}))
	if sold > 0 {
		w.ledger.kinds["names"] += int(sold)
	}
	return sdk.NewCoins(types.RewardCoin(math.NewIntFromUint64(sold * price)))
}

// settle returns what the games that have ended since the last check have come to.
func (w *watch) settle(ctx sdk.Context) settlement {
	s := settlement{burned: sdk.NewCoins(), mustBurn: sdk.NewCoins(), backed: math.ZeroInt(), least: math.ZeroInt()}
	first := w.ledger.settled == nil
	if first {
		w.ledger.settled, w.ledger.kinds = make(map[uint64]bool), make(outcomeCounts)
	}
	for id, result := range byID(ctx, w.t, w.app.BattleshipKeeper.Records().Results) {
		if w.ledger.settled[id] {
			continue
		}
		w.ledger.settled[id] = true
		if first {
			continue
		}
		g, seen := w.ledger.games[id]
		if s.unseen = s.unseen || !seen; seen {
			w.ledger.count(g, result)
		}
		if g.Terms.Fee != nil {
			// Fees are also forfeited where there is no reward.
			s.burned = s.burned.Add(*g.Terms.Fee).Add(*g.Terms.Fee)
		}
		if result.Reward == 0 {
			continue
		}
		s.least = s.least.Add(math.NewIntFromUint64(result.Reward))
		s.backed = s.backed.Add(math.NewIntFromUint64(g.Terms.Backing))
		if g.Terms.Fee == nil {
			continue
		}
		// What the winner has got costs its part of what the fees back, at least.
		backing := math.NewIntFromUint64(g.Terms.Backing)
		fees := g.Terms.Fee.Amount.MulRaw(types.PlayersPerGame)
		cost := math.NewIntFromUint64(result.Reward).Mul(fees).Quo(backing)
		s.mustBurn = s.mustBurn.Add(sdk.NewCoin(g.Terms.Fee.Denom, cost))
	}
	return s
}

// count counts an ended game by what it was played for and how it was agreed.
func (l *ledger) count(g types.Game, result types.Result) {
	for name, counts := range map[string]bool{
		"with_stakes":       g.Terms.Stake != nil,
		"casual":            g.Terms.Casual,
		"rewarded":          result.Reward > 0,
		"rewarded_for_fees": result.Reward > 0 && g.Terms.Fee != nil,
		"not_rewarded":      result.Reward == 0 && result.Winner != types.SEAT_UNSPECIFIED && !g.Terms.Casual,
		"rematches":         result.RematchOf > 0,
		"proven":            g.Participants[0].Board.Scheme == types.COMMITMENT_SCHEME_PLONK,
	} {
		if counts {
			l.kinds[name]++
		}
	}
}

// countJoined counts a game that was joined by how its players found each other.
func (l *ledger) countJoined(o types.Offer) {
	switch {
	case o.Matching:
		l.kinds["matched"]++
	case o.Opponent != "":
		l.kinds["invited"]++
	default:
		l.kinds["found"]++
	}
}

// openBooks remembers what unfinished games are played for, which must not change, and makes sure that new ones on a
// public network pay for what they can mint.
func (w *watch) openBooks(ctx sdk.Context) {
	p, games := w.rules.params, byID(ctx, w.t, w.app.BattleshipKeeper.Records().Games)
	for id, g := range games {
		before, seen := w.ledger.games[id]
		if seen {
			require.Equal(w.t, before.Terms.String(), g.Terms.String(), "game %d", id)
		}
		if seen && before.Offer != nil && g.Offer == nil {
			w.ledger.countJoined(*before.Offer)
		}
		if seen || w.ledger.games == nil || p.LocalNetwork || g.Terms.Backing == 0 {
			continue // the games of an import have begun at other prices
		}
		require.NotNil(w.t, g.Terms.Fee, "game %d", id)
		worth := g.Terms.Fee.Amount.MulRaw(types.PlayersPerGame * types.BasePerReward)
		cost := p.RewardPrice.Amount.Mul(math.NewIntFromUint64(g.Terms.Backing))
		require.Equal(w.t, p.RewardPrice.Denom, g.Terms.Fee.Denom)
		require.True(w.t, cost.LTE(worth), "game %d: %s back %d", id, g.Terms.Fee, g.Terms.Backing)
	}
	w.ledger.games = games
}
