package cmd_test

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	cmtjson "github.com/cometbft/cometbft/libs/json"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/internal/freeport"
)

// The suggestions of the library that parses commands had two lines more, and tabs.
func TestRegressionAMistypedCommandGetsOneSentence(t *testing.T) {
	for want, line := range map[string]string{
		`unknown command "frobnicate": battleshipd --help lists`:                    "frobnicate",
		`unknown command "shooot": did you mean shoot? battleshipd --help lists`:    "shooot 1 E5",
		`unknown command "joinn": did you mean join? battleshipd --help lists`:      "joinn 1 --from x",
		`unknown command "sho": did you mean show? battleshipd keys --help lists`:   "keys sho",
		`which game and tile? For example, battleshipd shoot 4 E5 --from alice`:     "shoot",
		`which game? For example, battleshipd watch 4 --node tcp://localhost:26657`: "watch",
		`which key or address? For example, battleshipd devnet fund dave`:           "devnet fund",
		`expected a number from 1, got "-1": battleshipd shoot --help shows how`:    "shoot -1 E5",
		`--validators: expected 1 to 7, got 0`:                                      "devnet --validators 0",
		`--chain-id: expected up to 50 letters, digits`:                             "devnet --chain-id a!b",
		`arguments: expected none, got "extra"`:                                     "devnet extra",
		`--amount: expected more than nothing, got "0anchor"`:                       "devnet fund x --amount 0anchor",
		`which file and setting and value?`:                                         "config set client",
		`which file? For example, battleshipd verify-result`:                        "verify-result",
		`add --trusted-header FILE, with a header that you trust`:                   "verify-result missing.json",
		`unknown flag --frob: battleshipd --help lists the flags`:                   "--frob",
	} {
		_, err := run(t, t.TempDir(), strings.Fields(line)...)
		require.ErrorContains(t, err, want)
	}
}

func TestRegressionAProofThatIsNoneIsNamed(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "r.json")
	require.NoError(t, os.WriteFile(file, []byte("rubbish"), 0o600))
	_, err := run(t, home, "verify-result", file, "--trusted-header", file)
	require.EqualError(t, err, file+": not understood: expected a proof of a result, as battleshipd query battleship "+
		"result ID --prove writes it")
	missing := filepath.Join(home, "missing.json")
	_, err = run(t, home, "verify-result", missing, "--trusted-header", file)
	require.EqualError(t, err, "open "+missing+": no such file or directory")
}

func TestRegressionInitNamesTheFileThatIsThere(t *testing.T) {
	home := t.TempDir()
	_, err := run(t, home, "init", "admiral", "--chain-id", "not an id!")
	require.ErrorContains(t, err, `--chain-id: expected up to 50 letters, digits`)
	_, err = run(t, home, "init")
	require.ErrorContains(t, err, "which moniker? For example, battleshipd init admiral")
	_, err = run(t, home, "init", "admiral")
	require.NoError(t, err)
	_, err = run(t, home, "init", "admiral")
	require.ErrorContains(t, err, "genesis.json is there already: name another folder with --home, or replace the file "+
		"with --overwrite")
	_, err = run(t, home, "init", "admiral", "--overwrite")
	require.NoError(t, err)
}

// A command that fails between two files, as on a full disk, left the first one behind.
func TestRegressionAFailedCommandLeavesNoConfiguration(t *testing.T) {
	home := t.TempDir()
	t.Setenv("BATTLESHIPD_KEYRING_BACKEND", "foo")
	_, err := run(t, home, "init", "admiral")
	require.Error(t, err)
	require.NoFileExists(t, filepath.Join(home, "config", "client.toml"))
}

func TestRegressionConfigRefusesAnAddressThatNoNodeHas(t *testing.T) {
	home := t.TempDir()
	_, err := run(t, home, "init", "admiral")
	require.NoError(t, err)
	_, err = run(t, home, "config", "set", "client", "chain-id", "battleship-1")
	require.NoError(t, err)
	_, err = run(t, home, "config", "set", "client", "node", "foo")
	require.EqualError(t, err, `node: expected an address with its port, such as foo:26657, got "foo"`)
	_, err = run(t, home, "config", "set", "client", "node", "tcp://localhost:26657")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(home, "config", "client.toml"), []byte("node = [[["), 0o600))
	_, err = run(t, home, "lobby")
	require.ErrorContains(t, err, "mend the file, or remove it to have the defaults")
}

func TestRegressionStatusNamesTheNodeThatDoesNotAnswer(t *testing.T) {
	closed, err := freeport.Listen("127.0.0.1")
	require.NoError(t, err)
	address := "tcp://" + closed.Addr().String()
	require.NoError(t, closed.Close())
	_, err = run(t, t.TempDir(), "status", "--node", address)
	require.EqualError(t, err, "no node answers at "+address+": start one with battleshipd devnet, or name another with "+
		"--node")
}

func TestRegressionServersNameTheAddressThatIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = taken.Close() }()
	at := taken.Addr().String()
	for _, server := range []string{"web", "relay"} {
		_, err := run(t, t.TempDir(), server, "--listen", at)
		require.EqualError(t, err, "--listen: another program listens at "+at+": stop it, or choose another port")
		_, err = run(t, t.TempDir(), server, "--listen", "foo")
		require.ErrorContains(t, err, "--listen: expected an address of this machine with its port, such as 127.0.0.1:")
		require.ErrorContains(t, err, `, got "foo"`)
	}
}

// The SDK offered to replace the key, whose games would have been lost.
func TestRegressionAKeyIsNotReplaced(t *testing.T) {
	home := t.TempDir()
	_, err := run(t, home, "keys", "add", "dave", "--keyring-backend", "test")
	require.NoError(t, err)
	_, err = run(t, home, "keys", "add", "dave", "--keyring-backend", "test")
	require.EqualError(t, err, "there is a key dave already: choose another name, or rename that one with battleshipd "+
		"keys rename")
	_, err = run(t, home, "keys", "add", " ", "--keyring-backend", "test")
	require.ErrorContains(t, err, "which name? For example, battleshipd keys add dave")
}

func TestRegressionAFileThatIsNoRecordIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.json")
	require.NoError(t, os.WriteFile(file, []byte("rubbish"), 0o600))
	_, err := run(t, t.TempDir(), "replay", file)
	require.EqualError(t, err, file+": invalid record: expected a file that battleshipd replay ID --export has written")
}

// The status of a node was asked for twice, each time for up to twenty seconds.
func TestRegressionStatusAsksOnce(t *testing.T) {
	result, err := cmtjson.Marshal(coretypes.ResultStatus{})
	require.NoError(t, err)
	var asked atomic.Int32
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		var call struct {
			ID json.RawMessage `json:"id"`
		}
		_ = json.NewDecoder(r.Body).Decode(&call)
		_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": json.RawMessage(result)})
	}))
	defer node.Close()
	_, err = run(t, t.TempDir(), "status", "--node", node.URL)
	require.NoError(t, err)
	require.EqualValues(t, 1, asked.Load())
}
