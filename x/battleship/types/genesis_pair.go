package types

import (
	"bytes"
	"slices"

	"cosmossdk.io/errors"
)

// meetingKey names two players by their addresses, the one whose text is lower first.
type meetingKey [PlayersPerGame]string

// meeting is the record of the games of two players in a genesis state.
type meeting struct {
	// promisedHeight is the last height at which a game of theirs was promised a reward, 0 for none.
	promisedHeight int64
	// rateable are the heights of those of their games that can have been rated.
	rateable []int64
}

// meet returns the meeting of two players, in either order.
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
	if r.Promised > 0 {
		v.promise(r.Players[0], r.Players[1], r.PromisedHeight, r.Promised)
	}
}

// promise counts a reward that was promised in a game of two players.
func (v *genesisValidator) promise(a, b string, height int64, uship uint64) {
	v.promises = append(v.promises, GenesisPromised{Height: height, Uship: uship})
	m := v.meet(a, b)
	if m.promisedHeight == 0 && height > 0 {
		v.promisedPairs++
	}
	m.promisedHeight = max(m.promisedHeight, height)
}

// pairs checks the pair records. They are sorted by the texts of their addresses; within a pair, as in the store, the
// address with the lower bytes comes first.
func (v *genesisValidator) pairs() error {
	previous := [PlayersPerGame]string{}
	promised := 0
	for _, p := range v.gs.Pairs {
		key := [...]string{p.Lower, p.Higher}
		if slices.Compare(key[:], previous[:]) <= 0 {
			return invalidGenesis("expected ascending pairs, got %v after %v", key, previous)
		}
		previous = key
		if err := v.pair(p); err != nil {
			return errors.Wrapf(err, "%s and %s", p.Lower, p.Higher)
		}
		if p.Pair.PromisedHeight > 0 {
			promised++
		}
	}
	if promised != v.promisedPairs {
		return invalidGenesis("expected the %d pairs that were promised a reward, got %d", v.promisedPairs, promised)
	}
	return nil
}

func (v *genesisValidator) pair(p GenesisPair) error {
	lower, err := v.address(p.Lower)
	if err != nil {
		return err
	}
	higher, err := v.address(p.Higher)
	if err != nil {
		return err
	}
	if bytes.Compare(lower, higher) >= 0 {
		return invalidGenesis("expected two addresses, the one with the lower bytes first, got %X, %X", lower, higher)
	}
	if p.Pair.PromisedHeight == 0 && len(p.Pair.RatedHeights) == 0 {
		return invalidGenesis("expected a pair with a promised reward or a rated game, got one with neither")
	}
	m := v.meet(p.Lower, p.Higher)
	if p.Pair.PromisedHeight != m.promisedHeight {
		return invalidGenesis("promised_height: expected %d, at which they were last promised a reward, got %d",
			m.promisedHeight, p.Pair.PromisedHeight)
	}
	if err := p.Pair.checkRated(m.rateable); err != nil {
		return err
	}
	for _, address := range []string{p.Lower, p.Higher} {
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
