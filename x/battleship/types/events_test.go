package types_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

var eventMessage = regexp.MustCompile(`(?s)message (Event\w+) \{(.*?)\n\}`)

// An event that is not registered would make the log of a game unreadable as JSON.
func TestEveryEventOfAGameCanStandInItsLog(t *testing.T) {
	registry := codectypes.NewInterfaceRegistry()
	types.RegisterInterfaces(registry)
	paths, err := filepath.Glob("../../../proto/battleship/v1/*.proto")
	require.NoError(t, err)
	var want []string
	for _, path := range paths {
		source, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, m := range eventMessage.FindAllStringSubmatch(string(source), -1) {
			if strings.Contains(m[2], "uint64 game_id = 1;") {
				want = append(want, "/battleship.v1."+m[1])
			}
		}
	}
	require.NotEmpty(t, want)
	require.ElementsMatch(t, want, registry.ListImplementations("battleship.v1.GameEvent"))
}
