package app_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	_ "github.com/battleship-chain/battleship/app"
)

// The SDK found its config by the path of the program: a node halted at the next block when its program was renamed.
func TestRegressionANodeSurvivesTheRenamingOfItsProgram(t *testing.T) {
	t.Parallel()
	const inChild = "BATTLESHIP_TEST_RENAMES"
	program, err := os.Executable()
	require.NoError(t, err)
	if os.Getenv(inChild) != "" {
		require.NoError(t, os.Rename(program, program+".old"))
		require.True(t, strings.HasPrefix(sdk.AccAddress("renamed-renamed-rena").String(), "ship1"))
		return
	}
	copied := filepath.Join(t.TempDir(), "program")
	if os.Link(program, copied) != nil { // another file system
		content, err := os.ReadFile(program)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(copied, content, 0o700))
	}
	child := exec.CommandContext(t.Context(), copied, "-test.run=^"+t.Name()+"$")
	scope := func(set string) bool { return strings.HasPrefix(set, sdk.EnvConfigScope+"=") }
	child.Env = append(slices.DeleteFunc(os.Environ(), scope), inChild+"=1")
	out, err := child.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
