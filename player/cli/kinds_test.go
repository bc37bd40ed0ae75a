package cli_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/cli"
	"github.com/battleship-chain/battleship/player/kinds"
)

// A game of a kind without commands would be taken for a duel.
func TestAllKindsHaveCommands(t *testing.T) {
	all := cli.Kinds()
	require.Len(t, all, len(kinds.All))
	for i, k := range all {
		require.Equal(t, kinds.All[i].Kind, k.Name())
		require.NotEmpty(t, k.Commands(), "%s", k.Name())
	}
	require.Len(t, cli.Others(), len(all)-1, "kinds that queries list beside the duel")
}
