package e2e_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	rpchttp "github.com/cometbft/cometbft/rpc/client/http"
	"github.com/stretchr/testify/require"

	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/internal/freeport"
)

// validator is one of several on this machine.
type validator struct {
	home  string
	rpc   string
	flags []string // of start

	log   bytes.Buffer
	node  *exec.Cmd
	ended chan struct{} // closed when the node has ended
}

// equalValidators makes the homes of four validators by testnet init-files, for nodes on loopback.
func equalValidators(t *testing.T) []*validator {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "net")
	run(t, "testnet", "init-files", "--output-dir", dir, "--block-time", "100ms")
	const count = 4
	base, err := freeport.Row("127.0.0.1", 2*count)
	require.NoError(t, err)
	address := func(n int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(base+n)) }
	all, peers := make([]*validator, count), make([]string, count)
	for i := range all {
		all[i] = &validator{home: filepath.Join(dir, fmt.Sprintf("node%d", i)), rpc: "tcp://" + address(count+i)}
		config := filepath.Join(all[i].home, "config", "config.toml")
		settings, err := os.ReadFile(config)
		require.NoError(t, err)
		require.Contains(t, string(settings), "allow_duplicate_ip = false")
		shared := strings.NewReplacer("allow_duplicate_ip = false", "allow_duplicate_ip = true",
			"prometheus = true", "prometheus = false").Replace(string(settings)) // by one machine
		require.NoError(t, os.WriteFile(config, []byte(shared), 0o600))
		key, err := p2p.LoadNodeKey(filepath.Join(all[i].home, "config", "node_key.json"))
		require.NoError(t, err)
		peers[i] = p2p.IDAddressString(key.ID(), address(i))
	}
	for i, v := range all {
		others := slices.Delete(slices.Clone(peers), i, i+1)
		v.flags = []string{
			"--home", v.home, "--api.enable=false", "--grpc.enable=false", "--log_level", "error",
			"--p2p.laddr", "tcp://" + address(i), "--p2p.persistent_peers", strings.Join(others, ","), "--rpc.laddr", v.rpc,
		}
	}
	return all
}

// start runs the node of the validator in a process of its own.
func (v *validator) start(t *testing.T, flags ...string) {
	t.Helper()
	v.log.Reset()
	v.ended = make(chan struct{})
	v.node = program(t, slices.Concat([]string{"start"}, v.flags, flags)...)
	v.node.Stdout, v.node.Stderr = &v.log, &v.log
	require.NoError(t, v.node.Start())
	go func() {
		defer close(v.ended)
		_ = v.node.Wait() // an error if it is killed, or halts
	}()
	t.Cleanup(func() {
		v.kill()
		if t.Failed() {
			t.Logf("%s: %s", v.home, &v.log)
		}
	})
}

// kill ends the node.
func (v *validator) kill() {
	_ = v.node.Process.Kill() // an error if it has ended
	<-v.ended
}

func (v *validator) hasEnded() bool {
	select {
	case <-v.ended:
		return true
	default:
		return false
	}
}

// signer returns the key of the validator and its record of signatures.
func (v *validator) signer() *privval.FilePV {
	return privval.LoadFilePV(filepath.Join(v.home, "config", "priv_validator_key.json"),
		filepath.Join(v.home, "data", "priv_validator_state.json"))
}

// height returns the last height of the node, or 0 if it does not answer.
func (v *validator) height(t *testing.T) int64 {
	rpc, err := rpchttp.New(v.rpc, "/websocket")
	require.NoError(t, err)
	status, err := rpc.Status(t.Context())
	if err != nil {
		return 0
	}
	return status.SyncInfo.LatestBlockHeight
}

// Four equal validators had signed the block after the exported state, with which the new chain began, and it halted
// there.
func TestRegressionEqualValidatorsHaltAtTheFirstBlockOfAnExportedChain(t *testing.T) {
	t.Parallel()
	const (
		halt     = 5 // is signed by more than two thirds, and never applied
		patience = 2 * time.Minute
		pause    = 50 * time.Millisecond
	)
	all := equalValidators(t)
	for _, v := range all {
		v.start(t, "--halt-height", fmt.Sprint(halt))
	}
	halted := -1
	require.Eventually(t, func() bool {
		halted = slices.IndexFunc(all, (*validator).hasEnded)
		return halted >= 0
	}, patience, pause)
	require.Contains(t, all[halted].log.String(), "halt per configuration")
	signed := 0
	for _, v := range all {
		v.kill()
		if v.signer().LastSignState.Height >= halt {
			signed++
		}
	}
	require.Greater(t, 3*signed, 2*len(all))

	file := filepath.Join(t.TempDir(), "genesis.json")
	run(t, "export", "--output-document", file, "--home", all[halted].home)
	genesis, err := genutiltypes.AppGenesisFromFile(file)
	require.NoError(t, err)
	require.Greater(t, genesis.InitialHeight, int64(halt))
	exported, err := os.ReadFile(file)
	require.NoError(t, err)

	for _, v := range all { // as docs/operating.md does
		state := filepath.Join(v.home, "data", "priv_validator_state.json")
		record, err := os.ReadFile(state)
		require.NoError(t, err)
		run(t, "comet", "unsafe-reset-all", "--keep-addr-book", "--home", v.home)
		require.NoError(t, os.WriteFile(state, record, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(v.home, "config", "genesis.json"), exported, 0o600))
		v.start(t)
	}
	for _, v := range all {
		require.Eventually(t, func() bool { return v.height(t) > genesis.InitialHeight }, patience, pause)
	}
}
