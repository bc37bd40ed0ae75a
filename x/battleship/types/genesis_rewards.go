package types

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cosmossdk.io/math"
)

func (v *genesisValidator) rewards() error {
	r := v.gs.Rewards
	if !inRange(r.Minted, math.NewInt(MaxRewardCap)) {
		return invalidGenesis("minted: expected 0 to %d, got %s", int64(MaxRewardCap), r.Minted)
	}
	if r.Minted.LT(v.paid) {
		return invalidGenesis("minted: expected at least the %s of all results, got %s", v.paid, r.Minted)
	}
	// The last win that is paid in full can at most double the next one.
	if most := math.NewInt(2 * MaxRewardCap); !inRange(r.Payout, most) {
		return invalidGenesis("payout: expected 0 to %s, got %s", most, r.Payout)
	}
	if r.Wins != v.wins {
		return invalidGenesis("wins: expected the %d results with a reward, got %d", v.wins, r.Wins)
	}
	if r.Settled != v.settled {
		return invalidGenesis("settled: expected the %d that the results were promised, got %d", v.settled, r.Settled)
	}
	return nil
}

// places checks that the heights of the last rewards that players were promised are those of results and awards: one
// that is missing would lift a limit.
func (v *genesisValidator) places() error {
	var want []GenesisPlace
	for _, p := range v.gs.Players {
		want = append(want, lastPlaces(p.Address, v.totals[p.Address].places)...)
	}
	for i, p := range v.gs.Places[:min(len(v.gs.Places), len(want))] {
		if p != want[i] {
			return invalidGenesis("expected %s, got %s", want[i].text(), p.text())
		}
	}
	if len(v.gs.Places) != len(want) {
		return invalidGenesis("expected %d, got %d", len(want), len(v.gs.Places))
	}
	return nil
}

// lastPlaces returns the last rewards of a player that are remembered, given the heights of all.
func lastPlaces(player string, heights []int64) []GenesisPlace {
	slices.Sort(heights)
	forgotten := max(len(heights)-MaxPlayerRewards, 0)
	places := make([]GenesisPlace, 0, len(heights)-forgotten)
	for i, height := range heights[forgotten:] {
		places = append(places, GenesisPlace{Player: player, Number: uint64(forgotten + i), Height: height})
	}
	return places
}

// text describes a place for an error.
func (p GenesisPlace) text() string {
	return fmt.Sprintf("place %d of %q at height %d", p.Number, p.Player, p.Height)
}

// compare orders places.
func (p GenesisPlace) compare(other GenesisPlace) int {
	return cmp.Or(strings.Compare(p.Player, other.Player), cmp.Compare(p.Number, other.Number))
}

// promised checks that the sums of promises are those of results and awards, and that none is missing after which a
// period can begin.
func (v *genesisValidator) promised() error {
	want := sums(v.promises)
	forgotten := len(want) - len(v.gs.Promised)
	if forgotten < 0 || (forgotten > 0 && len(v.gs.Promised) == 0) {
		return invalidGenesis("expected the last of %d sums, got %d", len(want), len(v.gs.Promised))
	}
	for i, p := range v.gs.Promised {
		if p != want[forgotten+i] {
			return invalidGenesis("expected %d at height %d, got %d at height %d",
				want[forgotten+i].Uship, want[forgotten+i].Height, p.Uship, p.Height)
		}
	}
	if forgotten == 0 {
		return nil
	}
	if last := want[len(want)-1].Height; want[forgotten].Height > last-MaxClockBlocks {
		return invalidGenesis("expected all sums since height %d, got none before height %d",
			last-MaxClockBlocks, want[forgotten].Height)
	}
	return nil
}

// sums adds up promises by block.
func sums(promises []GenesisPromised) []GenesisPromised {
	slices.SortFunc(promises, func(a, b GenesisPromised) int { return cmp.Compare(a.Height, b.Height) })
	var all []GenesisPromised
	sum := uint64(0)
	for _, p := range promises {
		sum += p.Uship
		if n := len(all); n > 0 && all[n-1].Height == p.Height {
			all[n-1].Uship = sum
			continue
		}
		all = append(all, GenesisPromised{Height: p.Height, Uship: sum})
	}
	return all
}
