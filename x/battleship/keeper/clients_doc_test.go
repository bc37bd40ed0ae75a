package keeper_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const clientsDoc = "../../../docs/clients.md"

// readText returns a file of the repository, by its path from here.
func readText(t testing.TB, path string) string {
	t.Helper()
	bz, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(bz)
}

// What clients in other languages derive is written in the package comments; their document says the same.
func TestClientDocumentsHaveEveryLayout(t *testing.T) {
	t.Parallel()
	doc := readText(t, clientsDoc)
	for _, path := range []string{"../../../game/commitment/doc.go", "../../../player/vault/doc.go"} {
		source := readText(t, path)
		source, _, _ = strings.Cut(source, "# Signed moves")
		lines := regexp.MustCompile(`(?m)^//\t(.+)$`).FindAllStringSubmatch(source, -1)
		require.GreaterOrEqual(t, len(lines), 10, path)
		for _, line := range lines {
			require.Contains(t, doc, "\n"+line[1]+"\n", path)
		}
	}
}

func TestClientDocumentsHaveTheChainAndItsSignModes(t *testing.T) {
	t.Parallel()
	doc := readText(t, clientsDoc)
	c := chain.New(t)
	for _, mode := range c.App.TxConfig().SignModeHandler().SupportedModes() {
		require.Contains(t, doc, "`"+mode.String()+"`")
		require.NotEqual(t, "SIGN_MODE_TEXTUAL", mode.String())
	}
	require.Contains(t, doc, "`SIGN_MODE_TEXTUAL` is not accepted")
	for _, sentence := range []string{
		"`" + app.AddressPrefix + "`", "`m/44'/118'/0'/0/0`", "`" + app.BondDenom + "`", "`" + types.RewardDenom + "`",
		types.EventTypeGame + "." + types.AttributeKeyGameID + "='7'",
		types.EventTypeGame + "." + types.AttributeKeyPlayer + "='ship1...'",
		types.EventTypeGame + "." + types.AttributeKeyFinished + "='ship1...'",
	} {
		require.Contains(t, doc, sentence)
	}
	for _, r := range game.Rulesets() {
		for _, class := range r.Classes {
			require.Regexp(t, "(?m)^\\| `"+r.Name+"` .*`"+class.Name+"` \\d", doc)
		}
	}
}

// Every event that can be part of a game has its rule of replay.
func TestClientDocumentsDefineEachEvent(t *testing.T) {
	t.Parallel()
	doc := readText(t, clientsDoc)
	proto := readText(t, "../../../proto/battleship/v1/event.proto")
	for _, event := range regexp.MustCompile(`(?s)message (Event\w+) \{(.*?)\n\}`).FindAllStringSubmatch(proto, -1) {
		if strings.Contains(event[2], "uint64 game_id") {
			require.Contains(t, doc, "`"+event[1]+"`")
		}
	}
}
