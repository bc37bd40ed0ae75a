package simulation

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/codec/address"
	sdk "github.com/cosmos/cosmos-sdk/types"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// addressCodec reads the addresses of simulated accounts.
func addressCodec() address.Bech32Codec {
	return address.Bech32Codec{Bech32Prefix: sdk.GetConfig().GetBech32AccountAddrPrefix()}
}

func init() { UseProver(zktest.Prover{}) }

func TestRandomGenesisIsValidAndHasGamesInEveryPhase(t *testing.T) {
	phases := make(map[types.Phase]int)
	stages := make(map[melee.Stage]int)
	results, cheaters, delegates, proven := 0, 0, 0, 0
	for seed := range int64(60) {
		dice := rand.New(rand.NewSource(seed))
		random, err := randomGenesis(dice, simtypes.RandomAccounts(dice, 2+int(seed)))
		require.NoError(t, err, "seed %d", seed)
		gen := random.state
		require.NoError(t, gen.Validate(addressCodec()), "seed %d", seed)
		results += len(gen.Results)
		for _, g := range gen.Games {
			phases[g.Progress.Phase]++
			if g.Game.Participants[0].Board.Scheme == types.COMMITMENT_SCHEME_PLONK {
				proven++
			}
			table, err := sit(addressCodec(), gen.ChainId, g.Game, g.Progress)
			require.NoError(t, err)
			for seat, board := range table.boards {
				public, err := committed(board)
				require.NoError(t, err)
				require.Equal(t, g.Game.Participants[seat].Board, public,
					"a board is found again from address and nonce alone")
				if !board.Honest() {
					cheaters++
				}
				if g.Game.Participants[seat].Delegate != "" {
					delegates++
				}
			}
		}
		for _, m := range gen.Melees {
			state, err := m.Melee.State(m.Progress)
			require.NoError(t, err)
			stages[state.Stage]++
			for _, b := range m.Boards {
				player, err := addressCodec().StringToBytes(m.Melee.Players[b.Seat].Address)
				require.NoError(t, err)
				board, err := newBoard(gen.ChainId, player, b.Board.Nonce, state.Ruleset)
				require.NoError(t, err)
				public, err := committed(board)
				require.NoError(t, err)
				require.Equal(t, b.Board, public, "a board is found again from address and nonce alone")
			}
		}
	}
	for _, stage := range []melee.Stage{melee.StageOpen, melee.StageReady} {
		require.Positive(t, stages[stage], "melees in stage %s", stage)
	}
	for _, phase := range []types.Phase{types.PHASE_OPEN, types.PHASE_TOSS, types.PHASE_PLAY, types.PHASE_CLAIM} {
		require.Positive(t, phases[phase], "games in %s", phase)
	}
	require.Positive(t, proven, "games with proven boards")
	require.Positive(t, results)
	require.Positive(t, cheaters)
	require.Positive(t, delegates)
}

func TestRandomParamsAreValid(t *testing.T) {
	for seed := range int64(1000) {
		require.NoError(t, randomParams(rand.New(rand.NewSource(seed))).Validate(), "seed %d", seed)
	}
}

func TestRandomPublicParamsAreValidAndReachEveryBound(t *testing.T) {
	const seeds = 1000
	reached := make(map[string]int)
	for seed := range int64(seeds) {
		p := RandomPublicParams(rand.New(rand.NewSource(seed)))
		require.NoError(t, p.Validate(), "seed %d", seed)
		require.False(t, p.LocalNetwork)
		for name, at := range map[string]bool{
			"no reward":                        p.RewardInitial.IsZero(),
			"the highest reward":               p.RewardInitial.Equal(math.NewInt(types.MaxRewardCap)),
			"no share for losers":              p.LoserShareBps == 0,
			"as much for losers":               p.LoserShareBps == types.BasisPoints,
			"a price of one for one":           p.RewardPrice.Amount.Equal(math.NewInt(types.BasePerReward)),
			"a price in the coin that it buys": p.RewardPrice.Denom == types.RewardDenom,
			"the highest price":                p.RewardPrice.Amount.BigInt().BitLen() == types.MaxPriceBits,
			"no cool-down to speak of":         p.PairCooldownBlocks == 1,
			"the longest cool-down":            p.PairCooldownBlocks == types.MaxClockBlocks,
			"one reward in all":                p.ChainRewards == 1,
			"the most rewards":                 p.ChainRewards == types.MaxChainRewards,
			"no coin to stake":                 len(p.StakeDenoms) == 0,
			"the most coins to stake":          len(p.StakeDenoms) == types.MaxStakeDenoms,
		} {
			if at {
				reached[name]++
			}
		}
	}
	require.Len(t, reached, 13)
}

func TestHonestBoardsPassTheAuditAndOthersDoNot(t *testing.T) {
	for _, rules := range game.Rulesets() {
		for nonce := range uint64(40) {
			board, err := newBoard("sim-1", sdk.AccAddress("alice"), nonce, rules)
			require.NoError(t, err)
			err = commitment.Audit(board.Binding, board.Commit(), board.Fleet, board.Secret)
			if board.Honest() {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, commitment.ErrAudit)
			}
		}
	}
}
