package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	rpchttp "github.com/cometbft/cometbft/rpc/client/http"

	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/app"
)

// stopPatience is how long a program may take to end after a signal.
const stopPatience = 20 * time.Second

// snapshotInterval is the number of blocks between two snapshots of the state.
const snapshotInterval = 40

// program is a process of battleshipd.
type program struct {
	binary, log string

	cmd   *exec.Cmd
	ended chan struct{} // closed when the process has ended
	err   error         // of the process, once ended is closed
}

// start starts the process. Its output goes to the end of the log.
func (p *program) start(env []string, args ...string) error {
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()     // the process has a file of its own
	cmd := exec.Command(p.binary, args...) //nolint:gosec // the program under test
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, app.EnvPrefix+"_") {
			cmd.Env = append(cmd.Env, variable)
		}
	}
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = log, log, &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	p.cmd, p.ended = cmd, ended
	go func() {
		p.err = cmd.Wait()
		close(ended)
	}()
	return nil
}

// running reports whether the process runs.
func (p *program) running() bool {
	if p.cmd == nil {
		return false
	}
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// signal sends a signal to the process.
func (p *program) signal(s syscall.Signal) error { return p.cmd.Process.Signal(s) }

// kill ends the process at once.
func (p *program) kill() error {
	if !p.running() {
		return nil
	}
	if err := p.signal(syscall.SIGKILL); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.ended
	return nil
}

// stop asks the process to end, and waits for that.
func (p *program) stop() error {
	if !p.running() {
		return nil
	}
	if err := p.signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return p.wait(stopPatience)
}

// wait waits until the process has ended by itself.
func (p *program) wait(patience time.Duration) error {
	select {
	case <-p.ended:
		return nil
	case <-time.After(patience):
		return errors.Join(fmt.Errorf("%s runs after %s", filepath.Base(p.log), patience), p.kill())
	}
}

// node is a validator: a home, and the process that runs it.
type node struct {
	program
	name, home     string
	p2p, rpc, grpc string // addresses
	peers          string
	client         *rpchttp.HTTP
	// upgrades are the upgrades that only the variant of the program knows.
	upgrades []string
}

// restart starts the node, with further variables of the environment.
func (n *node) restart(env ...string) error {
	env = append(env,
		app.EnvPrefix+"_P2P_ALLOW_DUPLICATE_IP=true",
		app.EnvPrefix+"_INSTRUMENTATION_PROMETHEUS=false",
		upgradeNames+"="+strings.Join(n.upgrades, " "),
	)
	args := []string{
		"start", "--home", n.home, "--" + flags.FlagLogLevel, "warn", "--" + flags.FlagLogNoColor,
		"--p2p.laddr", "tcp://" + n.p2p, "--p2p.persistent_peers", n.peers, "--p2p.pex=false",
		"--rpc.laddr", "tcp://" + n.rpc, "--api.enable=false", "--grpc.address", n.grpc,
		"--state-sync.snapshot-interval", fmt.Sprint(snapshotInterval), "--state-sync.snapshot-keep-recent", "3",
	}
	return n.start(env, args...)
}

// file returns a path in the home.
func (n *node) file(parts ...string) string {
	return filepath.Join(append([]string{n.home}, parts...)...)
}

// url is the address of the RPC server.
func (n *node) url() string { return "tcp://" + n.rpc }

// run runs another command on the home of the node, which must be stopped.
func (n *node) run(ctx context.Context, args ...string) error {
	//nolint:gosec // the program under test
	out, err := exec.CommandContext(ctx, n.binary, append(args, "--home", n.home)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s on %s: %w: %s", args[0], n.name, err, lastLine(string(out)))
	}
	return nil
}

// lastLine returns the last line of a text.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndex(text, "\n")+1:]
}

// height returns the last block of the node.
func (n *node) height(ctx context.Context) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	info, err := n.client.ABCIInfo(ctx)
	if err != nil {
		return 0, err
	}
	return info.Response.LastBlockHeight, nil
}

// votes reports whether the node takes part in consensus, not getting the blocks of others instead.
func (n *node) votes(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	status, err := n.client.Status(ctx)
	return err == nil && !status.SyncInfo.CatchingUp, err
}
