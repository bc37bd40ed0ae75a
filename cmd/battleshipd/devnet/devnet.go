package devnet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"syscall"

	"github.com/cometbft/cometbft/libs/tempfile"
	dbm "github.com/cosmos/cosmos-db"

	"cosmossdk.io/log/v2"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/player/client"
)

// Devnet is a running chain.
type Devnet struct {
	// Home is the chain's directory.
	Home string
	// ChainID is the chain's id.
	ChainID string
	// Ports are the ports of the servers.
	Ports Ports
	// Keyring holds the keys of the accounts.
	Keyring keyring.Keyring
	// StartHeight is the height of the first block that was committed since Start.
	StartHeight int64
	// StartHash is the hash of that block.
	StartHash []byte

	listening listening

	node *fullNode
	// peers are the further validators.
	peers []*peer
	lock  *lock
	log   nodeLog
	// logFile is the file of log, if the devnet has several nodes.
	logFile *os.File

	stopOnce sync.Once
	stopErr  error
	done     chan struct{}
	failure  error // why the chain has ended by itself; to be read when done is closed
}

// Start runs the chain in a home directory until Stop. It returns once a block was committed and all servers answer;
// ctx only bounds how long that may take. An error names the fact and the remedy. A directory that does
// not pass inspection is left as it is, and none is made if a port is not free.
func Start(ctx context.Context, o Options) (*Devnet, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	logger, err := newNodeLog(o.Log, o.LogLevel)
	if err != nil {
		return nil, err
	}
	template := app.New(log.NewNopLogger(), dbm.NewMemDB(), false, appOptions(""))
	held, ports, err := open(o, template)
	if err != nil {
		return nil, err
	}
	keys, err := openKeyring(layout{o.Home}, template)
	if err == nil {
		err = makeHouseKey(keys)
	}
	if err != nil {
		return nil, errors.Join(err, held.release())
	}
	keys = client.Locked(keys)
	d := &Devnet{
		Home: o.Home, ChainID: o.ChainID, Ports: ports, Keyring: keys, listening: o.listening(), log: logger,
		lock: held, done: make(chan struct{}),
	}
	if len(ports.Others) > 0 {
		d.logFile, err = os.OpenFile(layout{o.Home}.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err == nil {
			d.log, err = newNodeLog(d.logFile, o.LogLevel)
		}
	}
	if err == nil {
		err = d.run(ctx, o)
	}
	if err != nil {
		return nil, errors.Join(err, d.release())
	}
	return d, nil
}

// open finds free ports, and makes a home directory or inspects the one that is there. It returns it locked.
func open(o Options, template *app.App) (*lock, Ports, error) {
	fresh, err := isFresh(o.Home)
	if err != nil {
		return nil, Ports{}, err
	}
	if fresh {
		ports, err := o.findPorts(max(o.Validators, 1))
		if err != nil {
			return nil, Ports{}, err
		}
		held, err := create(o, ports, template)
		if err != nil {
			return nil, Ports{}, fmt.Errorf("make %s: %w", o.Home, err)
		}
		return held, ports, nil
	}
	// The lock comes before the ports: a second devnet on the same directory fails at both, and this error is clearer.
	held, err := acquire(o.Home)
	if err != nil {
		return nil, Ports{}, err
	}
	count, err := inspect(o, template)
	if err != nil {
		// Errors of file parsers may have several lines.
		err = fmt.Errorf("%s is left as it is: %s", o.Home, strings.Join(strings.Fields(err.Error()), " "))
		return nil, Ports{}, errors.Join(err, held.release())
	}
	ports, err := o.findPorts(count)
	if err != nil {
		return nil, Ports{}, errors.Join(err, held.release())
	}
	for _, l := range (layout{o.Home}).homes(count) {
		if err := l.prepareData(o.Fresh); err != nil {
			return nil, Ports{}, errors.Join(fmt.Errorf("start the chain anew: %w", err), held.release())
		}
	}
	return held, ports, nil
}

// isFresh reports whether a home has yet to be made: it is missing, an empty directory, or one in which nothing but the
// making has begun.
func isFresh(home string) (bool, error) {
	entries, err := os.ReadDir(home)
	if errors.Is(err, os.ErrNotExist) {
		return true, nil
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return false, fmt.Errorf("--%s: expected a folder, got %s", flags.FlagHome, home)
	}
	if err != nil {
		return false, fmt.Errorf("--%s: %s cannot be read: %w", flags.FlagHome, home, plain(err))
	}
	for _, entry := range entries {
		if entry.Name() != buildingName || !entry.IsDir() {
			return false, nil
		}
	}
	return true, nil
}

// run starts the nodes and waits until they are of use.
func (d *Devnet) run(ctx context.Context, o Options) error {
	node := "tcp://" + d.at(d.listening.node, d.Ports.RPC)
	if err := setClientServers(layout{d.Home}.clientConfig(), node, d.Relay()); err != nil {
		return fmt.Errorf("tell clients where the node is: %w", err)
	}
	if err := d.startPeers(o); err != nil {
		return errors.Join(err, d.stopPeers())
	}
	n, err := startNode(ctx, layout{d.Home}, d.Ports, o, d.Keyring, d.log)
	if err != nil {
		return errors.Join(err, d.stopPeers())
	}
	d.node = n
	go func() {
		defer close(d.done)
		d.failure = n.ended()
	}()
	if err := d.waitUntilReady(ctx); err != nil {
		d.log.stopping()
		return errors.Join(err, d.stopPeers(), n.stop())
	}
	return nil
}

// waitUntilReady waits for the first block and for the servers that start beside the node.
func (d *Devnet) waitUntilReady(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-d.done:
			cancel(d.failure)
		case <-ctx.Done():
		}
	}()
	for _, p := range d.peers {
		go func() {
			select {
			case <-p.ended:
				cancel(p.failure())
			case <-ctx.Done():
			}
		}()
	}
	block, err := d.node.firstBlock(ctx)
	if err != nil {
		return fmt.Errorf("wait for the first block: %w", err)
	}
	d.StartHeight, d.StartHash = block.Height, block.Hash()
	for _, p := range d.peers {
		if err := p.waitForBlock(ctx, d.StartHeight); err != nil {
			return fmt.Errorf("wait for the first block of %s: %w", p.name, err)
		}
	}
	if err := waitForServer(ctx, d.at(d.listening.node, d.Ports.REST)); err != nil {
		return fmt.Errorf("wait for the REST server: %w", err)
	}
	return nil
}

// release lets go of the directory and of the log in it.
func (d *Devnet) release() error {
	if d.logFile == nil {
		return d.lock.release()
	}
	return errors.Join(d.logFile.Close(), d.lock.release())
}

// Stop stops the chain, closes its databases and lets go of its directory. The chain can be started again.
func (d *Devnet) Stop() error {
	d.stopOnce.Do(func() {
		d.log.stopping()
		d.stopErr = errors.Join(d.stopPeers(), d.node.stop(), d.release())
	})
	return d.stopErr
}

// Done is closed when the chain is of no more use: after Stop, or because consensus or a server has failed.
func (d *Devnet) Done() <-chan struct{} { return d.done }

// Err returns the failure, once Done is closed. It returns nil after Stop.
func (d *Devnet) Err() error {
	select {
	case <-d.done:
		return d.failure
	default:
		return nil
	}
}

// at returns where this machine reaches a server that listens on a host.
func (d *Devnet) at(host string, port int) string { return hostPort(reachable(host), port) }

// RPC returns the address of CometBFT's RPC server.
func (d *Devnet) RPC() string { return "http://" + d.at(d.listening.node, d.Ports.RPC) }

// GRPC returns the address of the gRPC server.
func (d *Devnet) GRPC() string { return d.at(d.listening.node, d.Ports.GRPC) }

// REST returns the address of the REST server.
func (d *Devnet) REST() string { return "http://" + d.at(d.listening.node, d.Ports.REST) }

// Relay returns the URL of the relay.
func (d *Devnet) Relay() string { return relayAt(d.listening, d.Ports) }

// Web returns the address of the page to play on.
func (d *Devnet) Web() string { return "http://" + d.at(d.listening.node, d.Ports.Web) }

// Faucet returns the address of the faucet.
func (d *Devnet) Faucet() string { return "http://" + d.at(d.listening.faucet, d.Ports.Faucet) }

// ClientContext returns the context of a client in this process: codecs, the keyring, and connections to the node.
func (d *Devnet) ClientContext() sdkclient.Context {
	return d.node.clientCtx.WithKeyring(d.Keyring)
}

// nodeLine and relayLine are the lines of the client's configuration with the addresses of the node and of the relay.
var (
	nodeLine  = regexp.MustCompile(`(?m)^node\s*=.*$`)
	relayLine = regexp.MustCompile(`(?m)^relay\s*=.*$`)
)

// setClientServers makes the client's configuration name a node and a relay, and leaves the rest as the user has it.
func setClientServers(path, node, relay string) error {
	bz, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	changed := nodeLine.ReplaceAllLiteral(bz, []byte(fmt.Sprintf("node = %q", node)))
	if line := []byte(fmt.Sprintf("relay = %q", relay)); relayLine.Match(changed) {
		changed = relayLine.ReplaceAllLiteral(changed, line)
	} else {
		changed = append(changed, "\n# The relay of off-chain games that are opened here.\n"+string(line)+"\n"...)
	}
	if bytes.Equal(changed, bz) {
		return nil
	}
	return tempfile.WriteFileAtomic(path, changed, 0o600)
}
