package types_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The vectors of off-chain games list the codes of refusals.
func TestTheVectorsOfOffChainGamesHaveTheCodesOfTheChain(t *testing.T) {
	text, err := os.ReadFile("../../../game/channel/testdata/vectors.json")
	require.NoError(t, err)
	var vectors struct {
		Codes []struct {
			Error string
			Code  uint32
		}
	}
	require.NoError(t, json.Unmarshal(text, &vectors))
	codes := make(map[string]uint32)
	for _, c := range vectors.Codes {
		codes[c.Error] = c.Code
	}
	rules := []error{
		channel.ErrState, channel.ErrProof, channel.ErrSignature, channel.ErrOffChain, channel.ErrNotNewer,
		channel.ErrNoResponse,
		game.ErrPhase, game.ErrLate, game.ErrTurn, game.ErrTileTaken, commitment.ErrOpening, play.ErrMove,
	}
	require.Len(t, codes, len(rules))
	for _, rule := range rules {
		space, code, _ := errors.ABCIInfo(types.RuleError(rule), false)
		require.Equal(t, types.ModuleName, space)
		require.Equal(t, codes[rule.Error()], code, rule)
	}
}
