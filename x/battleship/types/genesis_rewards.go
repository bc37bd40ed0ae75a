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
	if want := uint64(len(v.rewarded)); r.Wins != want {
		return invalidGenesis("wins: expected the %d results with a reward, got %d", want, r.Wins)
	}
	return nil
}

// wins checks that the heights of the last rewarded wins are those of the results: one that is missing would lift a
// limit.
func (v *genesisValidator) wins() error {
	want := lastWins("", v.rewarded, MaxChainRewards)
	for _, p := range v.gs.Players {
		want = append(want, lastWins(p.Address, v.tallies[p.Address].rewarded, MaxPlayerRewards)...)
	}
	for i, w := range v.gs.Wins[:min(len(v.gs.Wins), len(want))] {
		if w != want[i] {
			return invalidGenesis("expected %s, got %s", want[i].text(), w.text())
		}
	}
	if len(v.gs.Wins) != len(want) {
		return invalidGenesis("expected %d, got %d", len(want), len(v.gs.Wins))
	}
	return nil
}

// lastWins returns the last rewarded wins of a player, or of the chain, at most so many, given the heights of all.
func lastWins(player string, heights []int64, most int) []GenesisWin {
	slices.Sort(heights)
	forgotten := max(len(heights)-most, 0)
	wins := make([]GenesisWin, 0, len(heights)-forgotten)
	for i, height := range heights[forgotten:] {
		wins = append(wins, GenesisWin{Player: player, Number: uint64(forgotten + i), Height: height})
	}
	return wins
}

// text describes a win for an error.
func (w GenesisWin) text() string {
	return fmt.Sprintf("win %d of %q at height %d", w.Number, w.Player, w.Height)
}

// compare orders wins: those of the chain come first, for they have no player.
func (w GenesisWin) compare(other GenesisWin) int {
	return cmp.Or(strings.Compare(w.Player, other.Player), cmp.Compare(w.Number, other.Number))
}
