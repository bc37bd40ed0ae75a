package devnet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/cometbft/cometbft/p2p"
	rpchttp "github.com/cometbft/cometbft/rpc/client/http"

	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

// peerPatience is how long a further validator may take to end when it is asked to.
const peerPatience = 15 * time.Second

// peer is a further validator: a process of this program that runs "start" with a home in the devnet's.
type peer struct {
	layout
	name  string
	ports PeerPorts

	process *os.Process
	ended   chan struct{} // closed when the process has ended
	err     error         // of the process; to be read when ended is closed
	stopped chan struct{} // closed when it is asked to end
}

// pause returns the pause after a block for a time between blocks: all of it if the validator agrees with itself at
// once.
func (p Ports) pause(blockTime time.Duration) time.Duration {
	if len(p.Others) == 0 {
		return blockTime
	}
	return nodeconfig.Comet(blockTime).Consensus.TimeoutCommit
}

// peersOf returns the addresses of all validators but one, as a node's configuration has them.
func (p Ports) peersOf(l layout, self int) (string, error) {
	all := append([]PeerPorts{{RPC: p.RPC, P2P: p.P2P}}, p.Others...)
	var addresses []string
	for n, home := range l.homes(len(all)) {
		if n == self {
			continue
		}
		key, err := p2p.LoadNodeKey(home.nodeKey())
		if err != nil {
			return "", fmt.Errorf("load the key of %s: %w", moniker(n), err)
		}
		addresses = append(addresses, p2p.IDAddressString(key.ID(), address(all[n].P2P)))
	}
	return strings.Join(addresses, ","), nil
}

// startPeers starts the further validators.
func (d *Devnet) startPeers(o Options) error {
	home := layout{d.Home}
	for n, l := range home.homes(1 + len(d.Ports.Others))[1:] {
		peers, err := d.Ports.peersOf(home, n+1)
		if err != nil {
			return err
		}
		p := &peer{
			layout: l, name: moniker(n + 1), ports: d.Ports.Others[n],
			ended: make(chan struct{}), stopped: make(chan struct{}),
		}
		if err := p.start(o, d.Ports.pause(o.BlockTime), peers); err != nil {
			return fmt.Errorf("start %s: %w", p.name, err)
		}
		d.peers = append(d.peers, p)
		go func() {
			<-p.ended
			select {
			case <-p.stopped:
			default:
				_, _ = fmt.Fprintln(o.Log, p.failure()) // there is no other place for it
			}
		}()
	}
	return nil
}

// start starts the process. Its pause after a block is that of its configuration if the options have no block time.
func (p *peer) start(o Options, pause time.Duration, peers string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	log, err := os.OpenFile(p.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	//nolint:gosec // this program
	cmd := exec.Command(program, "start", "--"+flags.FlagHome, p.home,
		"--"+flags.FlagLogNoColor, "--"+flags.FlagLogLevel, o.LogLevel,
		"--p2p.laddr", "tcp://"+address(p.ports.P2P), "--p2p.persistent_peers", peers,
		"--rpc.laddr", "tcp://"+address(p.ports.RPC), "--api.enable=false", "--grpc.enable=false")
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, app.EnvPrefix+"_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	if o.BlockTime != 0 {
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s_CONSENSUS_TIMEOUT_COMMIT=%s", app.EnvPrefix, pause))
	}
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = log, log, peerAttributes()
	started := make(chan error)
	go func() {
		// On Linux the system ends the process with the thread that has started it.
		runtime.LockOSThread()
		err := cmd.Start()
		_ = log.Close() // the process has a file of its own
		p.process = cmd.Process
		started <- err
		if err != nil {
			return
		}
		p.err = cmd.Wait()
		close(p.ended)
	}()
	return <-started
}

// failure describes the end of a validator that was not asked to end.
func (p *peer) failure() error {
	reason := "without an error"
	if p.err != nil {
		reason = p.err.Error()
	}
	return fmt.Errorf("%s has ended: %s; its log is %s", p.name, reason, p.log())
}

// waitForBlock waits until the validator has a block of at least a height.
func (p *peer) waitForBlock(ctx context.Context, height int64) error {
	const pause = 50 * time.Millisecond
	rpc, err := rpchttp.New("tcp://"+address(p.ports.RPC), "/websocket")
	if err != nil {
		return err
	}
	for {
		status, err := rpc.Status(ctx)
		if err == nil && status.SyncInfo.LatestBlockHeight >= height {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// stopPeers ends the further validators, and waits for them.
func (d *Devnet) stopPeers() error {
	var errs []error
	for _, p := range d.peers {
		close(p.stopped)
		if err := p.process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			errs = append(errs, fmt.Errorf("stop %s: %w", p.name, err))
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), peerPatience)
	defer cancel()
	for _, p := range d.peers {
		select {
		case <-p.ended:
		case <-ctx.Done():
			errs = append(errs, p.process.Kill())
			<-p.ended
			errs = append(errs, fmt.Errorf("stop %s: it did not end within %s, and was killed", p.name, peerPatience))
		}
	}
	return errors.Join(errs...)
}
