package core

import (
	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ChannelOdds is how many games it takes, on average, to find one that is played off-chain.
const ChannelOdds = 3

// stakes are the players' stakes, in base units of any coin. They are few, so that players agree about them.
var stakes = []int64{1, 100, 10_000}

// Order is a game that a player asks for.
type Order struct {
	Params      types.Params
	Rules       *game.Ruleset
	TurnBlocks  int64
	Stake       *sdk.Coin
	Casual      bool
	RatingRange uint32
	// OffChain reports whether the game is to be played off-chain.
	OffChain bool
	// terms are the terms of the game if it is opened now.
	Terms types.Terms
}

// Order returns a random order. Most are usual ones, so that players agree about them.
func (s Scene) Order() (Order, error) {
	params, err := s.Keeper.Params(s.Ctx)
	if err != nil {
		return Order{}, err
	}
	o := Order{
		Params: params, Rules: AnyRuleset(s.Dice), Casual: s.Dice.Intn(4) == 0, OffChain: s.Dice.Intn(ChannelOdds) == 0,
	}
	if s.Dice.Intn(4) == 0 {
		o.TurnBlocks = Between(s.Dice, params.TurnBlocksMin, params.TurnBlocksMax)
	}
	if len(params.StakeDenoms) > 0 && s.Dice.Intn(2) == 0 {
		stake := sdk.NewInt64Coin(OneOf(s.Dice, params.StakeDenoms), OneOf(s.Dice, stakes))
		o.Stake = &stake
	}
	if s.Dice.Intn(2) == 0 {
		o.RatingRange = uint32(Edgy(s.Dice, types.MinRatingRange, rating.Max))
	}
	rewards, err := s.Keeper.Rewards(s.Ctx)
	if err != nil {
		return Order{}, err
	}
	o.Terms, err = types.NewTerms(params, rewards, o.Rules, o.Stake, o.Casual)
	return o, err
}

// Open sets aside the cost of opening the game. If the player cannot pay it, open returns the error with which the
// chain must refuse it.
func (s Scene) Open(o Order, player *simsx.SimAccount, record types.Player) (refusal, err error) {
	if record.OpenGames >= o.Params.MaxOpenGames {
		return types.ErrTooManyOpenGames, nil
	}
	return s.Afford(player, o.Terms.Entry().Add(o.Params.OpenDeposit))
}

// BadStake returns a stake that no params allow.
func BadStake() *sdk.Coin {
	return &sdk.Coin{Denom: "unheardof", Amount: sdk.DefaultPowerReduction}
}
