package types

import (
	"slices"
	"time"

	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// DefaultParams returns the params of a new public network at a block a second: a minute a move, three days in games by
// correspondence, and the rewards of the whitepaper, each SHIP of which costs the two players one ANCHOR.
func DefaultParams() Params {
	return Params{
		TurnBlocksMin:            10,
		TurnBlocksMax:            604_800,
		TurnBlocksDefault:        60,
		TurnBlocksCorrespondence: 259_200,
		OpenBlocks:               10_000,
		ClaimBlocks:              600,
		ChannelTimeoutBlocks:     86_400,
		BlockMillis:              1_000,
		MaxExpiriesPerBlock:      1_300,

		StakeDenoms:   []string{DefaultFeeDenom, RewardDenom},
		HouseShareBps: 0,
		OpenDeposit:   sdk.NewInt64Coin(DefaultFeeDenom, 1_000_000),
		MaxOpenGames:  10,

		RewardInitial:   math.NewInt(42_000_000),
		RewardGrowthPpm: 1_000,
		LoserShareBps:   100,
		TimeoutShareBps: 1_000,
		RewardCap:       math.NewInt(MaxRewardCap),

		LocalNetwork:       false,
		RewardPrice:        sdk.NewInt64Coin(DefaultFeeDenom, 1_000_000),
		RewardMinShots:     10,
		PairCooldownBlocks: 3_600,
		RewardPeriodBlocks: 86_400,
		PlayerRewards:      10,
		ChainRewards:       1_000,
		PairRatedGames:     5,

		ProvenClaims: true,

		NamePrice:        BasePerReward,
		NamePeriodBlocks: 604_800,
	}
}

// LocalParams returns the params of a network on one machine, without strangers: rewards and names cost nothing and are
// not limited.
func LocalParams() Params {
	p := DefaultParams()
	p.LocalNetwork = true
	p.RewardPrice.Amount = math.ZeroInt()
	p.RewardMinShots, p.PairCooldownBlocks, p.PlayerRewards, p.ChainRewards = 0, 0, 0, 0
	p.PairRatedGames = MaxPairRatedGames
	p.ProvenClaims = false
	p.NamePrice, p.NamePeriodBlocks = 0, 0
	return p
}

// Validate returns ErrInvalidParams unless every param is within the bounds that keep the chain running, for any values
// of the others, and, on a public network, a player gains nothing by playing against itself.
func (p Params) Validate() error {
	for _, validate := range []func() error{
		p.validateClocks, p.validateLobby, p.validateRulesets, p.validateStakes, p.validateRewards, p.validateLimits,
		p.validateNames, p.validatePublic,
	} {
		if err := validate(); err != nil {
			return err
		}
	}
	return nil
}

func (p Params) validateClocks() error {
	for _, clock := range []struct {
		name   string
		blocks int64
	}{
		{"turn_blocks_min", p.TurnBlocksMin},
		{"turn_blocks_max", p.TurnBlocksMax},
		{"turn_blocks_default", p.TurnBlocksDefault},
		{"turn_blocks_correspondence", p.TurnBlocksCorrespondence},
		{"open_blocks", p.OpenBlocks},
		{"claim_blocks", p.ClaimBlocks},
		{"channel_timeout_blocks", p.ChannelTimeoutBlocks},
	} {
		if clock.blocks < MinClockBlocks || clock.blocks > MaxClockBlocks {
			return invalidRange(clock.name, MinClockBlocks, MaxClockBlocks, clock.blocks)
		}
	}
	for _, clock := range []struct {
		name   string
		blocks int64
	}{
		{"default", p.TurnBlocksDefault},
		{"correspondence", p.TurnBlocksCorrespondence},
	} {
		if p.TurnBlocksMin > clock.blocks || clock.blocks > p.TurnBlocksMax {
			return errors.Wrapf(ErrInvalidParams, "expected turn_blocks min <= %s <= max, got %d, %d, %d",
				clock.name, p.TurnBlocksMin, clock.blocks, p.TurnBlocksMax)
		}
	}
	if p.BlockMillis < 1 || p.BlockMillis > MaxBlockMillis {
		return invalidRange("block_millis", 1, MaxBlockMillis, int64(p.BlockMillis))
	}
	return nil
}

func (p Params) validateLobby() error {
	if p.MaxExpiriesPerBlock < 1 || p.MaxExpiriesPerBlock > MaxExpiriesPerBlock {
		return invalidRange("max_expiries_per_block", 1, MaxExpiriesPerBlock, int64(p.MaxExpiriesPerBlock))
	}
	if p.MaxOpenGames < 1 || p.MaxOpenGames > MaxOpenGames {
		return invalidRange("max_open_games", 1, MaxOpenGames, int64(p.MaxOpenGames))
	}
	return validateCoin("open_deposit", p.OpenDeposit)
}

func (p Params) validateRulesets() error {
	previous := uint32(0)
	for _, id := range p.ClosedRulesets {
		if err := checkKnown(id); err != nil {
			return errors.Wrapf(ErrInvalidParams, "closed_rulesets: %s", err)
		}
		if id <= previous {
			return errors.Wrapf(ErrInvalidParams, "closed_rulesets: expected ascending ids, got %d after %d", id, previous)
		}
		previous = id
	}
	return nil
}

// checkKnown returns an error unless there are duels or melees under a ruleset.
func checkKnown(id uint32) error {
	if _, err := melee.RulesetByID(id); err == nil {
		return nil
	}
	_, err := game.RulesetByID(id)
	return err
}

func (p Params) validateStakes() error {
	if len(p.StakeDenoms) > MaxStakeDenoms {
		return errors.Wrapf(ErrInvalidParams, "stake_denoms: expected at most %d, got %d", MaxStakeDenoms, len(p.StakeDenoms))
	}
	previous := ""
	for _, denom := range p.StakeDenoms {
		if err := sdk.ValidateDenom(denom); err != nil {
			return errors.Wrapf(ErrInvalidParams, "stake_denoms: expected a denom, got %q", denom)
		}
		if denom <= previous {
			return errors.Wrapf(ErrInvalidParams, "stake_denoms: expected ascending denoms, got %s after %s", denom, previous)
		}
		previous = denom
	}
	if p.HouseShareBps > MaxHouseShareBps {
		return invalidRange("house_share_bps", 0, MaxHouseShareBps, int64(p.HouseShareBps))
	}
	return nil
}

func (p Params) validateRewards() error {
	if p.RewardGrowthPpm > PartsPerMillion {
		return invalidRange("reward_growth_ppm", 0, PartsPerMillion, int64(p.RewardGrowthPpm))
	}
	if p.LoserShareBps > BasisPoints {
		return invalidRange("loser_share_bps", 0, BasisPoints, int64(p.LoserShareBps))
	}
	if p.TimeoutShareBps > BasisPoints {
		return invalidRange("timeout_share_bps", 0, BasisPoints, int64(p.TimeoutShareBps))
	}
	if !inRange(p.RewardCap, math.NewInt(MaxRewardCap)) {
		return errors.Wrapf(ErrInvalidParams, "reward_cap: expected 0 to %d, got %s", int64(MaxRewardCap), p.RewardCap)
	}
	if !inRange(p.RewardInitial, p.RewardCap) {
		return errors.Wrapf(ErrInvalidParams, "reward_initial: expected 0 to reward_cap %s, got %s",
			p.RewardCap, p.RewardInitial)
	}
	if err := validateCoin("reward_price", p.RewardPrice); err != nil {
		return err
	}
	if p.RewardPrice.Amount.BigInt().BitLen() > MaxPriceBits {
		return errors.Wrapf(ErrInvalidParams, "reward_price: expected less than 2^%d, got %s", MaxPriceBits, p.RewardPrice)
	}
	return nil
}

// validateLimits checks the limits of rewards and ratings. Limits of 0, where they mean none, are left to
// validatePublic.
func (p Params) validateLimits() error {
	for _, limit := range []struct {
		name           string
		from, to, what int64
	}{
		{"reward_min_shots", 0, MaxRewardMinShots, int64(p.RewardMinShots)},
		{"pair_cooldown_blocks", 0, MaxClockBlocks, p.PairCooldownBlocks},
		{"reward_period_blocks", 1, MaxClockBlocks, p.RewardPeriodBlocks},
		{"player_rewards", 0, MaxPlayerRewards, int64(p.PlayerRewards)},
		{"chain_rewards", 0, MaxChainRewards, int64(p.ChainRewards)},
		{"pair_rated_games", 1, MaxPairRatedGames, int64(p.PairRatedGames)},
	} {
		if limit.what < limit.from || limit.what > limit.to {
			return invalidRange(limit.name, limit.from, limit.to, limit.what)
		}
	}
	if p.ChainRewards > 0 && p.PlayerRewards > p.ChainRewards {
		return errors.Wrapf(ErrInvalidParams, "expected player_rewards <= chain_rewards, got %d, %d",
			p.PlayerRewards, p.ChainRewards)
	}
	return nil
}

// validateNames checks the price of a name and the time between its changes. Both may be 0 on any network, as they are
// on one that was upgraded to names.
func (p Params) validateNames() error {
	if p.NamePrice > MaxNamePrice {
		return errors.Wrapf(ErrInvalidParams, "name_price: expected 0 to %d, got %d", uint64(MaxNamePrice), p.NamePrice)
	}
	if p.NamePeriodBlocks < 0 || p.NamePeriodBlocks > MaxClockBlocks {
		return invalidRange("name_period_blocks", 0, MaxClockBlocks, p.NamePeriodBlocks)
	}
	return nil
}

// validatePublic checks the protection of a public network against farming. A chain cannot distinguish two players from
// two accounts of one, so a farmer gains as much as two players together; a reward must therefore be paid for.
func (p Params) validatePublic() error {
	if p.LocalNetwork {
		return nil
	}
	for _, least := range []struct {
		name string
		got  int64
	}{
		{"reward_min_shots", int64(p.RewardMinShots)},
		{"pair_cooldown_blocks", p.PairCooldownBlocks},
		{"player_rewards", int64(p.PlayerRewards)},
		{"chain_rewards", int64(p.ChainRewards)},
	} {
		if least.got < 1 {
			return errors.Wrapf(ErrInvalidParams, "%s: expected at least 1 on a public network, got %d", least.name, least.got)
		}
	}
	if !p.OpenDeposit.IsPositive() {
		return errors.Wrapf(ErrInvalidParams, "open_deposit: expected a positive amount on a public network, got %s",
			p.OpenDeposit)
	}
	// The chain knows no market. One for one is the least price that needs no opinion about it: no game makes more coins
	// than it destroys, and in the coin that it buys a lower price would be a gift.
	if p.RewardPrice.Amount.LT(math.NewInt(BasePerReward)) {
		return errors.Wrapf(ErrInvalidParams,
			"reward_price: expected at least %d on a public network, for as many %s, got %s",
			int64(BasePerReward), RewardDenom, p.RewardPrice)
	}
	return nil
}

// CheckOpen returns ErrRulesetClosed unless games can be opened and joined under the ruleset.
func (p Params) CheckOpen(r *game.Ruleset) error {
	if slices.Contains(p.ClosedRulesets, r.ID) {
		return errors.Wrapf(ErrRulesetClosed, "%s takes no new players: games that were joined go on, choose another ruleset",
			r.Name)
	}
	return nil
}

// CheckJoin returns ErrRulesetClosed unless games of these terms can be joined under the ruleset: one that was opened
// without claims cannot once the params ask for them, which they do if the proofs are in doubt.
func (p Params) CheckJoin(r *game.Ruleset, t Terms) error {
	if err := p.CheckOpen(r); err != nil {
		return err
	}
	if r.Proven && p.ProvenClaims && !t.ProvenClaims {
		return errors.Wrapf(ErrRulesetClosed,
			"the game was opened when %s had no claims, which it has now: choose another game", r.Name)
	}
	return nil
}

// Clock returns the clock of a game with turns of that many blocks, 0 meaning the default, or ErrInvalidParams if the
// params do not allow it.
func (p Params) Clock(asked int64) (game.Clock, error) {
	turnBlocks, err := p.TurnBlocks(asked)
	if err != nil {
		return game.Clock{}, err
	}
	return game.Clock{
		// A player who takes days for a move will not look for an opponent within hours.
		OpenBlocks: max(p.OpenBlocks, turnBlocks),
		TurnBlocks: turnBlocks,
		// Nor will it look within minutes whether it has to prove its board.
		ClaimBlocks: max(p.ClaimBlocks, turnBlocks),
	}, nil
}

// Live reports whether players with turns of that many blocks play in one sitting, not by correspondence.
func (p Params) Live(turnBlocks int64) bool { return turnBlocks < p.TurnBlocksCorrespondence }

// LiveOffer is the longest wait of an open duel with a live clock, unless one turn is longer. Its creator is assumed to
// wait for an opponent at a running program, which opens another game after it.
const LiveOffer = 5 * time.Minute

// OfferBlocks returns the wait of an open duel in blocks, for turns that Clock has accepted.
func (p Params) OfferBlocks(turnBlocks int64) int64 {
	wait := p.OpenBlocks
	if p.Live(turnBlocks) {
		wait = min(wait, LiveOffer.Milliseconds()/int64(p.BlockMillis))
	}
	return max(wait, turnBlocks)
}

// TurnBlocks returns the turn of a game that asks for that many blocks, 0 meaning the default, or ErrInvalidParams if
// the params do not allow it.
func (p Params) TurnBlocks(asked int64) (int64, error) {
	if asked == 0 {
		return p.TurnBlocksDefault, nil
	}
	if asked < p.TurnBlocksMin || asked > p.TurnBlocksMax {
		return 0, invalidRange("turn_blocks", p.TurnBlocksMin, p.TurnBlocksMax, asked)
	}
	return asked, nil
}

// Duration returns the approximate duration of a number of blocks.
func (p Params) Duration(blocks int64) time.Duration {
	return time.Duration(blocks) * time.Duration(p.BlockMillis) * time.Millisecond
}

// Seconds returns the approximate duration of a number of blocks, in seconds.
func (p Params) Seconds(blocks int64) int64 {
	return int64(p.Duration(blocks) / time.Second)
}

// validateCoin checks a coin whose amount may be 0.
func validateCoin(name string, coin sdk.Coin) error {
	if coin.Amount.IsNil() || coin.Validate() != nil || coin.Amount.BigInt().BitLen() > MaxStakeBits {
		return errors.Wrapf(ErrInvalidParams, "%s: expected a denom and an amount of 0 to 2^%d-1, got %s",
			name, MaxStakeBits, coinText(coin))
	}
	return nil
}

// coinText returns a coin for an error, whatever came.
func coinText(coin sdk.Coin) string {
	if coin.Amount.IsNil() {
		return "no amount of " + coin.Denom
	}
	return coin.String()
}

// inRange reports whether 0 <= amount <= most. An amount that a message left out is nil and not in range.
func inRange(amount, most math.Int) bool {
	return !amount.IsNil() && !amount.IsNegative() && amount.LTE(most)
}

func invalidRange(name string, from, to, got int64) error {
	return errors.Wrapf(ErrInvalidParams, "%s: expected %d to %d, got %d", name, from, to, got)
}
