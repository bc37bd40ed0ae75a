package simulation

import (
	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// stakes are the players' stakes, in base units of any coin. They are few, so that players agree about them.
var stakes = []int64{1, 100, 10_000}

// order is a game that a player asks for.
type order struct {
	params      types.Params
	rules       *game.Ruleset
	turnBlocks  int64
	stake       *sdk.Coin
	casual      bool
	ratingRange uint32
	// offChain reports whether the game is to be played off-chain.
	offChain bool
	// terms are the terms of the game if it is opened now.
	terms types.Terms
}

// order returns a random order. Most are usual ones, so that players agree about them.
func (s scene) order() (order, error) {
	params, err := s.keeper.Params(s.ctx)
	if err != nil {
		return order{}, err
	}
	o := order{
		params: params, rules: anyRuleset(s.dice), casual: s.dice.Intn(4) == 0, offChain: s.dice.Intn(channelOdds) == 0,
	}
	if s.dice.Intn(4) == 0 {
		o.turnBlocks = between(s.dice, params.TurnBlocksMin, params.TurnBlocksMax)
	}
	if len(params.StakeDenoms) > 0 && s.dice.Intn(2) == 0 {
		stake := sdk.NewInt64Coin(oneOf(s.dice, params.StakeDenoms), oneOf(s.dice, stakes))
		o.stake = &stake
	}
	if s.dice.Intn(2) == 0 {
		o.ratingRange = uint32(edgy(s.dice, types.MinRatingRange, rating.Max))
	}
	rewards, err := s.keeper.Rewards(s.ctx)
	if err != nil {
		return order{}, err
	}
	o.terms, err = types.NewTerms(params, rewards, o.rules, o.stake, o.casual)
	return o, err
}

// pool returns the pool of such a game.
func (o order) pool() types.Pool {
	turnBlocks := o.turnBlocks
	if turnBlocks == 0 {
		turnBlocks = o.params.TurnBlocksDefault
	}
	return types.NewPool(o.rules.ID, o.terms, turnBlocks, o.offChain)
}

// open sets aside the cost of opening the game. If the player cannot pay it, open returns the error with which the
// chain must refuse it.
func (s scene) open(o order, player *simsx.SimAccount, record types.Player) (refusal, err error) {
	if record.OpenGames >= o.params.MaxOpenGames {
		return types.ErrTooManyOpenGames, nil
	}
	return s.afford(player, o.terms.Entry().Add(o.params.OpenDeposit))
}

// badStake returns a stake that no params allow.
func badStake() *sdk.Coin {
	return &sdk.Coin{Denom: "unheardof", Amount: sdk.DefaultPowerReduction}
}
