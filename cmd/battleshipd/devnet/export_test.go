package devnet

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
)

// LocalParams is localParams, which tests of many paces would otherwise start many chains for.
var LocalParams = localParams

// Follower is a second node of a devnet's chain, which makes no blocks. It knows of no other node until it is told, so
// that a test decides when it catches up.
type Follower struct {
	layout layout
	ports  Ports
	keys   keyring.Keyring
	node   *fullNode
}

// NewFollower makes the home of a follower in an empty directory.
func NewFollower(d *Devnet, home string) (*Follower, error) {
	ports, err := Ports{}.find(listening{node: loopback, faucet: loopback})
	if err != nil {
		return nil, err
	}
	f := &Follower{layout: layout{home}, ports: ports, keys: d.Keyring}
	of := layout{d.Home}
	for _, dir := range []string{f.layout.config(""), f.layout.data("")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	for from, to := range map[string]string{
		of.genesis():     f.layout.genesis(),
		of.cometConfig(): f.layout.cometConfig(),
		of.appConfig():   f.layout.appConfig(),
	} {
		bz, err := os.ReadFile(from)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(to, bz, 0o600); err != nil {
			return nil, err
		}
	}
	privval.GenFilePV(f.layout.validatorKey(), f.layout.validatorState()).Save()
	_, err = p2p.LoadOrGenNodeKey(f.layout.nodeKey())
	return f, err
}

// Start starts the node. It is behind the chain until it hears of another.
func (f *Follower) Start(ctx context.Context) (err error) {
	f.node, err = startNode(ctx, f.layout, f.ports, Options{Listen: loopback, NoBot: true}, f.keys, log.NewNopLogger())
	if err != nil {
		return err
	}
	return waitForServer(ctx, address(f.ports.REST))
}

// Follow tells the node where to find the devnet's.
func (f *Follower) Follow(d *Devnet) error {
	other := p2p.IDAddressString(d.node.comet.NodeInfo().ID(), address(d.Ports.P2P))
	at, err := p2p.NewNetAddressString(other)
	if err != nil {
		return err
	}
	return f.node.comet.Switch().DialPeerWithAddress(at)
}

// Stop stops the node. It can be started again.
func (f *Follower) Stop() error {
	if f.node == nil {
		return errors.New("expected a node that was started")
	}
	err := f.node.stop()
	f.node = nil
	return err
}

// RPC returns the address of the node's RPC server.
func (f *Follower) RPC() string { return fmt.Sprintf("tcp://%s", address(f.ports.RPC)) }

// Warning is warning.
var Warning = warning

// HasBot reports whether a bot plays for the house.
func (d *Devnet) HasBot() bool { return d.node.comet.EventBus().NumClientSubscriptions(House) > 0 }
