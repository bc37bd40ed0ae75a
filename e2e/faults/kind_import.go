package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"time"
)

// exportGap is how many blocks after the exported state a chain begins again.
const exportGap = 10

// exportImport stops all validators, exports the state, and starts a chain from that on all of them, as operators do.
// The blocks before are lost, so that the checker verifies them all while none can be added.
func exportImport(ctx context.Context, c *campaign, _ *rand.Rand) error {
	c.net.isolate()
	defer c.net.heal()
	pause(ctx, settleTime)
	if err := c.finishChecks(ctx); err != nil {
		return err
	}
	for _, v := range c.net.nodes {
		if err := v.stop(); err != nil {
			return err
		}
	}
	genesis, first, err := c.export(ctx)
	if err != nil {
		return err
	}
	if last := first - exportGap; last != c.checker.Height() {
		return fmt.Errorf("block %d is exported, and %d is the last verified one", last, c.checker.Height())
	}
	c.net.began = time.Now().UTC()
	if genesis, err = begunAt(genesis, c.net.began); err != nil {
		return err
	}
	for _, v := range c.net.nodes {
		if err := empty(v); err != nil {
			return err
		}
		if err := os.WriteFile(v.file("config", "genesis.json"), genesis, 0o600); err != nil {
			return err
		}
	}
	c.net.first, c.net.upgraded = first, 0
	c.checking.Lock()
	c.checker.Restart(first)
	c.checking.Unlock()
	c.net.heal()
	return c.net.start()
}

// begunAt returns a genesis file with another time. An export has that of the first chain: the time of its first block
// would be in the past, and a transaction that is valid for some time after it would be late in the second.
func begunAt(genesis []byte, began time.Time) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(genesis, &fields); err != nil {
		return nil, err
	}
	var err error
	if fields["genesis_time"], err = json.Marshal(began); err != nil {
		return nil, err
	}
	return json.Marshal(fields)
}

// finishChecks verifies all blocks of a chain that is halted.
func (c *campaign) finishChecks(ctx context.Context) (err error) {
	c.checking.Lock()
	defer c.checking.Unlock()
	for began := time.Now(); time.Since(began) < haltPatience; pause(ctx, poll) {
		if err = c.checker.Finish(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return fmt.Errorf("verify the blocks before an export: %w", err)
}

// export exports the state of each validator, and returns that of the last block and the first block after it. Two
// validators with the same last block must export the same.
func (c *campaign) export(ctx context.Context) (genesis []byte, first int64, err error) {
	exports := make(map[int64][]byte) // by their first block
	for _, v := range c.net.nodes {
		path := v.file("export.json")
		if err := v.run(ctx, "export", "--output-document", path); err != nil {
			return nil, 0, err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, 0, err
		}
		var own struct {
			First int64 `json:"initial_height"`
		}
		if err := json.Unmarshal(raw, &own); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", path, err)
		}
		if other, ok := exports[own.First]; ok && !bytes.Equal(raw, other) {
			return nil, 0, fmt.Errorf("%s exports another state than a validator with the same last block", v.name)
		}
		exports[own.First], first = raw, max(first, own.First)
	}
	return exports[first], first, nil
}
