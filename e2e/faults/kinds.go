package main

import (
	"context"
	"math/rand/v2"
)

// kind is a kind of fault.
type kind struct {
	name string
	// weight is the share of the faults that are of this kind.
	weight int
	// slow faults take half a minute and more.
	slow bool
	// blocks is how many blocks a chain may have for the fault, which gets them all again, or 0 for any number. It is not
	// for a chain that was upgraded: its first blocks are those of another program.
	blocks int64
	// variant faults need the variant of the program.
	variant bool
	// missing returns the reason why this machine cannot inject the fault, or "". It may be nil.
	missing func() string
	// inject brings the fault about and lifts it. It returns an error if the network did not do in between as it should:
	// to continue while a third is away, or to halt without two thirds.
	inject func(ctx context.Context, c *campaign, r *rand.Rand) error
}

// kinds are all kinds of faults.
func kinds() []kind {
	return []kind{
		{name: "kill -9 one", weight: 20, inject: killOne},
		{name: "kill -9 all", weight: 10, inject: killAll},
		{name: "freeze one for 10 s", weight: 6, inject: freeze},
		{name: "partition 3/1", weight: 10, inject: partitionOne},
		{name: "partition 2/2", weight: 10, inject: partitionHalf},
		{name: "links slow", weight: 6, inject: slowLinks},
		{name: "crash at a fail point", weight: 20, inject: failPoint},
		{name: "write-ahead log truncated", weight: 7, inject: truncateLog},
		{name: "write-ahead log byte flipped", weight: 7, inject: flipLog},
		{name: "rollback", weight: 6, inject: rollback},
		{name: "data removed, block sync", weight: 3, blocks: 300, inject: blockSync},
		{name: "data removed, state sync", weight: 4, slow: true, inject: stateSync},
		{name: "disk full", weight: 3, slow: true, missing: noMount, inject: diskFull},
		{name: "clock wrong", weight: 4, slow: true, variant: true, missing: noGo, inject: wrongClock},
		{name: "jailed and unjailed", weight: 2, slow: true, inject: jail},
		{name: "upgrade by proposal", weight: 1, slow: true, variant: true, missing: noGo, inject: upgrade},
		{name: "export and import", weight: 3, slow: true, inject: exportImport},
	}
}

// possible returns the kinds that this machine can inject, and the reasons for the others by name.
func possible(all []kind) (able []kind, skipped map[string]string) {
	skipped = make(map[string]string)
	for _, k := range all {
		if k.missing != nil {
			if why := k.missing(); why != "" {
				skipped[k.name] = why
				continue
			}
		}
		able = append(able, k)
	}
	return able, skipped
}

// schedule returns count kinds: in each round of them all, each as often as its weight, in an order of the seed. The
// first ones are all different, so that a short run has as many kinds as it can.
func schedule(all []kind, count int, r *rand.Rand) (out []kind) {
	for _, i := range r.Perm(len(all)) {
		out = append(out, all[i])
	}
	var bag []kind
	for _, k := range all {
		for range k.weight {
			bag = append(bag, k)
		}
	}
	for len(out) < count {
		r.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
		out = append(out, bag...)
	}
	return out[:count]
}

// any returns a validator.
func (c *campaign) any(r *rand.Rand) *node { return c.net.nodes[r.IntN(validators)] }

// proceeds waits until all validators but one have new blocks.
func (c *campaign) proceeds(ctx context.Context, but *node) error {
	return c.net.await(ctx, c.net.top(ctx)+1, haltPatience, c.net.without(but)...)
}
