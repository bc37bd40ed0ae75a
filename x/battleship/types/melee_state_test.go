package types_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/cosmos/gogoproto/jsonpb"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The page reads the record of a melee's progress, and compares it with what a node answers. The file has both: on each
// line the bytes in hexadecimal, a tab, and the answer in JSON.
func TestRecordedStatesOfMelees(t *testing.T) {
	const path = "testdata/melee_states.txt"
	raw, err := os.ReadFile("../../../game/melee/testdata/vectors.json")
	require.NoError(t, err)
	var vectors struct {
		Melees []struct {
			Ruleset     uint32 `json:"ruleset_id"`
			TurnBlocks  int64  `json:"turn_blocks"`
			ClaimBlocks int64  `json:"claim_blocks"`
			Steps       []struct{ Progress string }
		}
	}
	require.NoError(t, json.Unmarshal(raw, &vectors))
	var out bytes.Buffer
	last := ""
	for _, m := range vectors.Melees {
		r, err := melee.RulesetByID(m.Ruleset)
		require.NoError(t, err)
		for i, step := range m.Steps {
			if step.Progress == "" || step.Progress == last || i%3 != 0 && i+1 < len(m.Steps) {
				continue
			}
			last = step.Progress
			progress, err := hex.DecodeString(last)
			require.NoError(t, err)
			s, err := melee.ParseProgress(r, game.Clock{TurnBlocks: m.TurnBlocks, ClaimBlocks: m.ClaimBlocks}, progress)
			require.NoError(t, err)
			state := types.NewMeleeState(s)
			text, err := (&jsonpb.Marshaler{EmitDefaults: true, OrigName: true}).MarshalToString(&state)
			require.NoError(t, err)
			fmt.Fprintf(&out, "%s\t%s\n", last, text)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(path, out.Bytes(), 0o644))
	}
	recorded, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(recorded), out.String())
	require.Greater(t, bytes.Count(recorded, []byte("\n")), 50)
}
