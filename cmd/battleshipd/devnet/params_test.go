package devnet

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The specification names the one param in which a devnet differs from other networks on one machine.
func TestTheSpecificationNamesTheDevnetsDeposit(t *testing.T) {
	t.Parallel()
	spec, err := os.ReadFile("../../../x/battleship/README.md")
	require.NoError(t, err)
	require.Equal(t, "10000", localParams().OpenDeposit.Amount.String())
	require.Contains(t, strings.Join(strings.Fields(string(spec)), " "),
		"`battleshipd devnet` has the local ones with an `open_deposit` of 10,000 `uanchor`.")
}
