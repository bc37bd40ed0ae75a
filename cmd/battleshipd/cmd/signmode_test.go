package cmd_test

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
)

// The SDK offered to sign in a mode that the chain refuses.
func TestOnlySignModesThatTheChainTakesAreOffered(t *testing.T) {
	address := sdk.AccAddress(make([]byte, 20)).String()
	send := []string{"tx", "bank", "send", address, address, "1uanchor", "--dry-run", "--node", "127.0.0.1:1"}
	for mode, says := range map[string]string{
		"textual": "nothing was sent: --sign-mode: expected one that the chain accepts, direct, amino-json, direct-aux, " +
			`got "textual"`,
		"morse":      `got "morse"`,
		"direct":     "connection refused",
		"amino-json": "connection refused",
	} {
		_, err := run(t, t.TempDir(), append(send, "--sign-mode", mode)...)
		require.ErrorContains(t, err, says, mode)
	}
	t.Setenv("BATTLESHIPD_SIGN_MODE", "textual")
	_, err := run(t, t.TempDir(), send...)
	require.ErrorContains(t, err, "expected one that the chain accepts")

	root, err := cmd.New(t.TempDir())
	require.NoError(t, err)
	offered := 0
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if f := c.Flags().Lookup("sign-mode"); f != nil {
			offered++
			require.NotContains(t, f.Usage, "textual", c.CommandPath())
			require.Contains(t, f.Usage, "amino-json")
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(root)
	require.Greater(t, offered, 20)
}
