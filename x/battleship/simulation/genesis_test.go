package simulation

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/codec/address"
	sdk "github.com/cosmos/cosmos-sdk/types"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// addressCodec reads the addresses of simulated accounts.
func addressCodec() address.Bech32Codec {
	return address.Bech32Codec{Bech32Prefix: sdk.GetConfig().GetBech32AccountAddrPrefix()}
}

func init() { core.UseProver(zktest.Prover{}) }

func TestRandomGenesisIsValidAndHasGamesInEveryPhase(t *testing.T) {
	phases := make(map[types.Phase]int)
	stages := make(map[melee.Stage]int)
	results, cheaters, delegates, proven := 0, 0, 0, 0
	for seed := range int64(60) {
		dice := rand.New(rand.NewSource(seed))
		random, err := randomGenesis(dice, simtypes.RandomAccounts(dice, 2+int(seed)))
		require.NoError(t, err, "seed %d", seed)
		gen := random.State
		require.NoError(t, gen.Validate(addressCodec()), "seed %d", seed)
		results += len(gen.Results)
		for _, g := range gen.Games {
			phases[g.Progress.Phase]++
			if g.Game.Participants[0].Board.Scheme == types.COMMITMENT_SCHEME_PLONK {
				proven++
			}
			rules, err := types.RulesetByID(g.Game.RulesetId)
			require.NoError(t, err)
			for _, participant := range g.Game.Participants {
				player, err := addressCodec().StringToBytes(participant.Address)
				require.NoError(t, err)
				board, err := core.NewBoard(gen.ChainId, player, participant.Board.Nonce, rules)
				require.NoError(t, err)
				public, err := core.Committed(board)
				require.NoError(t, err)
				require.Equal(t, participant.Board, public, "a board is found again from address and nonce alone")
				if !board.Honest() {
					cheaters++
				}
				if participant.Delegate != "" {
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
				board, err := core.NewBoard(gen.ChainId, player, b.Board.Nonce, state.Ruleset)
				require.NoError(t, err)
				public, err := core.Committed(board)
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
