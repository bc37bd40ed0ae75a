package types

import (
	"bytes"
	"slices"

	"cosmossdk.io/errors"
)

// meetingKey names two players by their addresses, the one whose text is lower first.
type meetingKey [PlayersPerGame]string

// meeting is what the results of a genesis state say about the games of two players.
type meeting struct {
	// rewardedHeight is the height of their last rewarded game, 0 for none.
	rewardedHeight int64
	// rateable are the heights of those of their games that can have been rated.
	rateable []int64
}

// meet returns the meeting of two players. Whoever is named first, it is the same.
func (v *genesisValidator) meet(a, b string) *meeting {
	key := meetingKey{min(a, b), max(a, b)}
	m, ok := v.meetings[key]
	if !ok {
		m = new(meeting)
		v.meetings[key] = m
	}
	return m
}

// count adds a game to the meeting of its players.
func (v *genesisValidator) count(r Result) {
	m := v.meet(r.Players[0], r.Players[1])
	if r.rateable() {
		m.rateable = append(m.rateable, r.EndedHeight)
	}
	if r.Reward == 0 {
		return
	}
	if m.rewardedHeight == 0 && r.EndedHeight > 0 {
		v.rewardedPairs++
	}
	m.rewardedHeight = max(m.rewardedHeight, r.EndedHeight)
}

// pairs checks what is kept of pairs of players. They sort by the texts of their addresses; within a pair, as in the
// store, the address whose bytes are lower comes first.
func (v *genesisValidator) pairs() error {
	previous := [PlayersPerGame]string{}
	rewarded := 0
	for _, p := range v.gs.Pairs {
		key := [...]string{p.First, p.Second}
		if slices.Compare(key[:], previous[:]) <= 0 {
			return invalidGenesis("expected ascending pairs, got %v after %v", key, previous)
		}
		previous = key
		if err := v.pair(p); err != nil {
			return errors.Wrapf(err, "%s and %s", p.First, p.Second)
		}
		if p.Pair.RewardedHeight > 0 {
			rewarded++
		}
	}
	if rewarded != v.rewardedPairs {
		return invalidGenesis("expected the %d pairs of all results with a reward, got %d", v.rewardedPairs, rewarded)
	}
	return nil
}

func (v *genesisValidator) pair(p GenesisPair) error {
	first, err := v.address(p.First)
	if err != nil {
		return err
	}
	second, err := v.address(p.Second)
	if err != nil {
		return err
	}
	if bytes.Compare(first, second) >= 0 {
		return invalidGenesis("expected two addresses, the one with the lower bytes first, got %X, %X", first, second)
	}
	if p.Pair.RewardedHeight == 0 && len(p.Pair.RatedHeights) == 0 {
		return invalidGenesis("expected a pair with a rewarded or a rated game, got one with neither")
	}
	m := v.meet(p.First, p.Second)
	if p.Pair.RewardedHeight != m.rewardedHeight {
		return invalidGenesis("rewarded_height: expected %d, at which their last rewarded game ended, got %d",
			m.rewardedHeight, p.Pair.RewardedHeight)
	}
	if err := p.Pair.checkRated(m.rateable); err != nil {
		return err
	}
	for _, address := range []string{p.First, p.Second} {
		t, err := v.player(address)
		if err != nil {
			return err
		}
		t.rated += uint64(len(p.Pair.RatedHeights))
		t.forgotten = t.forgotten || len(p.Pair.RatedHeights) == MaxPairRatedGames
	}
	return nil
}

// checkRated returns ErrInvalidGenesis unless the rated games are among those that can have been rated.
func (p Pair) checkRated(rateable []int64) error {
	if n := len(p.RatedHeights); n > MaxPairRatedGames {
		return invalidGenesis("rated_heights: expected at most %d, got %d", MaxPairRatedGames, n)
	}
	if !slices.IsSorted(p.RatedHeights) {
		return invalidGenesis("rated_heights: expected the oldest first, got %v", p.RatedHeights)
	}
	slices.Sort(rateable)
	for _, height := range p.RatedHeights {
		at, found := slices.BinarySearch(rateable, height)
		if !found || height < 1 {
			return invalidGenesis("rated_heights: expected heights at which games between them ended, got %d", height)
		}
		// A game is rated once.
		rateable = rateable[at+1:]
	}
	return nil
}
