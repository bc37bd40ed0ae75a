package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cometbft/cometbft/p2p"
	rpchttp "github.com/cometbft/cometbft/rpc/client/http"

	"github.com/battleship-chain/battleship/player/client"
)

const (
	chainID = "battleship-faults-1"
	// validators is the number of validators: the least of which one may fail.
	validators = 4
	// poll is the pause between two looks at the nodes.
	poll = 100 * time.Millisecond
	// haltPatience is how long a validator may take for a block after a fault before the run fails.
	haltPatience = 2 * time.Minute
)

// network is the chain under test: four validators in processes of their own, connected by links.
type network struct {
	nodes []*node
	// links are the connections by the index of the node that dials, and then of the other.
	links [][]*link
	// known is the highest block that a node has had, also of nodes that are away or have lost it.
	known int64
	// first is the first block: those before an export are gone.
	first int64
	// upgraded is the first block after the last upgrade of this chain, or 0.
	upgraded int64
	// began is the time of the genesis file.
	began time.Time
}

// newNetwork writes the homes of a new chain below a directory.
func newNetwork(ctx context.Context, binary, dir string, port int, blockTime time.Duration) (*network, error) {
	homes := filepath.Join(dir, "homes")
	//nolint:gosec // the program under test
	out, err := exec.CommandContext(ctx, binary, "testnet", "init-files", "--validator-count", fmt.Sprint(validators),
		"--output-dir", homes, "--chain-id", chainID, "--block-time", blockTime.String(),
		"--starting-ip-address", "127.0.0.1").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("write the homes: %w: %s", err, out)
	}
	n := &network{first: 1}
	n.began = time.Now().Add(-2 * maxSkew).UTC() // CometBFT sleeps until then by the validator's own clock
	for i := range validators {
		v := &node{
			name: fmt.Sprintf("node%d", i), home: filepath.Join(homes, fmt.Sprintf("node%d", i)),
			p2p: fmt.Sprintf("127.0.0.1:%d", port+i), rpc: fmt.Sprintf("127.0.0.1:%d", port+validators+i),
			grpc: fmt.Sprintf("127.0.0.1:%d", port+2*validators+i),
		}
		v.program = program{binary: binary, log: filepath.Join(dir, v.name+".log")}
		if v.client, err = rpchttp.New(v.url(), "/websocket"); err != nil {
			return nil, err
		}
		if err := editGenesis(v.file("config", "genesis.json"), n.began); err != nil {
			return nil, err
		}
		n.nodes = append(n.nodes, v)
	}
	return n, n.connect()
}

// connect makes the links, and sets the peers of each node.
func (n *network) connect() error {
	for i, from := range n.nodes {
		var peers []string
		row := make([]*link, len(n.nodes))
		for j, to := range n.nodes {
			if i == j {
				continue
			}
			key, err := p2p.LoadNodeKey(to.file("config", "node_key.json"))
			if err != nil {
				return err
			}
			if row[j], err = newLink(to.p2p); err != nil {
				return err
			}
			peers = append(peers, p2p.IDAddressString(key.ID(), row[j].address()))
		}
		n.links = append(n.links, row)
		from.peers = strings.Join(peers, ",")
	}
	return nil
}

// Settings of the chain, so that what takes minutes or days elsewhere happens within a run.
var genesisSettings = map[string]map[string]any{
	"battleship": {"open_blocks": "240", "claim_blocks": "120", "channel_timeout_blocks": "600"},
	"gov": {
		"voting_period": "15s", "expedited_voting_period": "10s", "max_deposit_period": "15s",
		"min_deposit": []any{map[string]any{"denom": "uanchor", "amount": "1000000"}},
	},
	// Several faults of one validator in a row miss fewer blocks than these. A validator that is jailed in a fault of
	// another one stops the chain, for two of four are no quorum.
	"slashing": {
		"signed_blocks_window": "100", "min_signed_per_window": "0.100000000000000000", "downtime_jail_duration": "5s",
	},
}

// editGenesis changes the settings in a genesis file, and the time of the chain's begin.
func editGenesis(path string, began time.Time) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var genesis map[string]any
	if err := json.Unmarshal(raw, &genesis); err != nil {
		return err
	}
	state, _ := genesis["app_state"].(map[string]any)
	for module, settings := range genesisSettings {
		own, _ := state[module].(map[string]any)
		params, ok := own["params"].(map[string]any)
		if !ok {
			return fmt.Errorf("%s: no params of %s", path, module)
		}
		for name, value := range settings {
			if _, ok := params[name]; !ok {
				return fmt.Errorf("%s: no param %s of %s", path, name, module)
			}
			params[name] = value
		}
	}
	genesis["genesis_time"] = began
	if raw, err = json.Marshal(genesis); err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o600)
}

// start starts all validators.
func (n *network) start() error {
	var errs []error
	for _, v := range n.nodes {
		errs = append(errs, v.restart())
	}
	return errors.Join(errs...)
}

// close ends all processes and links.
func (n *network) close() error {
	var errs []error
	for _, v := range n.nodes {
		if v.cmd != nil {
			errs = append(errs, v.kill())
		}
	}
	for _, l := range n.all() {
		l.close()
	}
	return errors.Join(errs...)
}

// partition cuts all links between two groups: the nodes in side, and the rest.
func (n *network) partition(side ...int) {
	within := make(map[int]bool)
	for _, i := range side {
		within[i] = true
	}
	for i, row := range n.links {
		for j, l := range row {
			if l != nil {
				l.setCut(within[i] != within[j])
			}
		}
	}
}

// isolate cuts all links.
func (n *network) isolate() {
	for _, l := range n.all() {
		l.setCut(true)
	}
}

// heal mends all links, and takes their delays back.
func (n *network) heal() {
	for _, l := range n.all() {
		l.delay.Store(0)
		l.setCut(false)
	}
}

// all returns all links.
func (n *network) all() (all []*link) {
	for _, row := range n.links {
		for _, l := range row {
			if l != nil {
				all = append(all, l)
			}
		}
	}
	return all
}

// top returns the highest block that is known. A node that does not answer may have a higher one.
func (n *network) top(ctx context.Context) int64 {
	heights := make([]int64, len(n.nodes))
	var asked sync.WaitGroup
	for i, v := range n.nodes {
		asked.Go(func() { heights[i], _ = v.height(ctx) }) // of a node that is away it is 0
	}
	asked.Wait()
	n.known = max(n.known, slices.Max(heights))
	return n.known
}

// awaitAny waits until a node has a block above a height.
func (n *network) awaitAny(ctx context.Context, above int64, patience time.Duration) error {
	for began := time.Now(); n.top(ctx) <= above; pause(ctx, poll) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) > patience {
			return fmt.Errorf("no validator has a block after %d within %s", above, patience)
		}
	}
	return nil
}

// await waits until nodes have a block above a height. One that makes blocks on the way is waited for.
func (n *network) await(ctx context.Context, above int64, patience time.Duration, nodes ...*node) error {
	for _, v := range nodes {
		for last, since := int64(0), time.Now(); ; {
			h, err := v.height(ctx)
			if err == nil && h > above {
				break
			}
			if h > last {
				last, since = h, time.Now()
			}
			if !v.running() {
				return fmt.Errorf("%s has ended: %w; its log is %s", v.name, v.err, v.log)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if time.Since(since) > patience {
				return fmt.Errorf("%s: no block after %d within %s: %w; its log is %s", v.name, last, patience, err, v.log)
			}
			pause(ctx, poll)
		}
	}
	return nil
}

// awaitVotes waits until no node gets blocks from others instead of voting: with the next fault two would be away.
func (n *network) awaitVotes(ctx context.Context, patience time.Duration) error {
	for _, v := range n.nodes {
		for began := time.Now(); ; pause(ctx, poll) {
			votes, err := v.votes(ctx)
			if votes {
				break
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if !v.running() {
				return fmt.Errorf("%s has ended: %w; its log is %s", v.name, v.err, v.log)
			}
			if time.Since(began) > patience {
				return errors.Join(fmt.Errorf("%s does not vote after %s", v.name, patience), err)
			}
		}
	}
	return nil
}

// without returns all nodes but one.
func (n *network) without(one *node) (others []*node) {
	for _, v := range n.nodes {
		if v != one {
			others = append(others, v)
		}
	}
	return others
}

// pause waits for a while, or until ctx ends.
func pause(ctx context.Context, d time.Duration) { _ = client.Pause(ctx, d) }
