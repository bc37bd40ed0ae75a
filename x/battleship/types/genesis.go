package types

import (
	"slices"
	"strings"

	"cosmossdk.io/core/address"
	"cosmossdk.io/errors"
	"cosmossdk.io/math"
)

// DefaultGenesis returns the state of a chain on which nobody has played.
func DefaultGenesis() *GenesisState {
	params := DefaultParams()
	return &GenesisState{Params: params, NextGameId: 1, Rewards: DefaultRewards(params)}
}

// Validate returns ErrInvalidGenesis, or ErrInvalidParams, unless the state is one that the module could have
// exported: no id, address or nonce stands twice, every game is in a state that a game can be in, and counters are
// what the games add up to.
func (gs GenesisState) Validate(ac address.Codec) error {
	if err := gs.Params.Validate(); err != nil {
		return err
	}
	if gs.NextGameId < 1 {
		return invalidGenesis("next_game_id: expected at least 1, got 0")
	}
	if len(gs.Games) > 0 && gs.ChainId == "" {
		return invalidGenesis("chain_id: expected the chain to which %d unfinished games are bound, got none", len(gs.Games))
	}
	v := genesisValidator{
		gs:         gs,
		addresses:  ac,
		tallies:    make(map[string]*tally, len(gs.Players)),
		unfinished: make(map[uint64]bool, len(gs.Games)),
		paid:       math.ZeroInt(),
	}
	for _, check := range []struct {
		name string
		run  func() error
	}{
		{"players", v.players},
		{"games", v.games},
		{"results", v.results},
		{"players", v.counters},
		{"rewards", v.rewards},
		{"quarantined", v.quarantined},
	} {
		if err := check.run(); err != nil {
			return errors.Wrap(err, check.name)
		}
	}
	return nil
}

// genesisValidator checks a genesis state part by part and adds up what the parts say about each player.
type genesisValidator struct {
	gs        GenesisState
	addresses address.Codec
	// tallies are looked up by address, unfinished games by id; neither is ever walked through.
	tallies    map[string]*tally
	unfinished map[uint64]bool
	// paid is what all results say was paid to winners.
	paid math.Int
}

// tally is what the games and results of a genesis state add up to for one player.
type tally struct {
	record Player
	// entries is how many boards it committed to, unfinished games included.
	entries uint64
	// started, won and lost are as in Player.
	started, won, lost uint64
	// nonces are those of its boards in unfinished games.
	nonces map[uint64]bool
}

func (v *genesisValidator) players() error {
	previous := ""
	for i, p := range v.gs.Players {
		if err := v.address(p.Address); err != nil {
			return errors.Wrapf(err, "player %d", i)
		}
		if p.Address <= previous {
			return invalidGenesis("expected ascending addresses, got %s after %q", p.Address, previous)
		}
		previous = p.Address
		v.tallies[p.Address] = &tally{record: p.Player, nonces: make(map[uint64]bool)}
	}
	return nil
}

// counters compares the players' records with what the games add up to. A player's board nonce can be ahead of its
// games, for cancelled games leave nothing.
func (v *genesisValidator) counters() error {
	for _, p := range v.gs.Players {
		t := v.tallies[p.Address]
		if t.record.BoardNonce < t.entries {
			return invalidGenesis("%s: board_nonce: expected at least %d, got %d", p.Address, t.entries, t.record.BoardNonce)
		}
		got := [...]uint64{t.record.Games, t.record.Won, t.record.Lost}
		if want := [...]uint64{t.started, t.won, t.lost}; got != want {
			return invalidGenesis("%s: games, won, lost: expected %v, got %v", p.Address, want, got)
		}
	}
	return nil
}

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
	return nil
}

func (v *genesisValidator) quarantined() error {
	previous := uint64(0)
	for _, q := range v.gs.Quarantined {
		if err := v.id(q.GameId, previous); err != nil {
			return err
		}
		previous = q.GameId
		if !v.unfinished[q.GameId] {
			return invalidGenesis("expected an unfinished game, got %d", q.GameId)
		}
		if q.RetryHeight < 1 {
			return invalidGenesis("game %d: retry_height: expected at least 1, got %d", q.GameId, q.RetryHeight)
		}
		if len(q.Error) > MaxErrorBytes {
			return invalidGenesis("game %d: error: expected at most %d bytes, got %d", q.GameId, MaxErrorBytes, len(q.Error))
		}
	}
	return nil
}

// id checks that ids ascend, so that none stands twice, and were given out already.
func (v *genesisValidator) id(id, previous uint64) error {
	if id <= previous || id >= v.gs.NextGameId {
		return invalidGenesis("expected an id above %d and below next_game_id %d, got %d", previous, v.gs.NextGameId, id)
	}
	return nil
}

// player returns the tally of an address, which must have a record.
func (v *genesisValidator) player(address string) (*tally, error) {
	t, ok := v.tallies[address]
	if !ok {
		return nil, invalidGenesis("expected a player's record for %q, got none", address)
	}
	return t, nil
}

// address checks that a text is an address in its canonical form.
func (v *genesisValidator) address(text string) error {
	raw, err := v.addresses.StringToBytes(text)
	if err != nil {
		return errors.Wrapf(WithCode(ErrInvalidGenesis, err), "expected an address, got %q", text)
	}
	if len(raw) > MaxAddressBytes {
		return invalidGenesis("address %s: expected at most %d bytes, got %d", text, MaxAddressBytes, len(raw))
	}
	canonical, err := v.addresses.BytesToString(raw)
	if err != nil {
		return errors.Wrapf(WithCode(ErrInvalidGenesis, err), "expected an address, got %q", text)
	}
	if text != canonical {
		return invalidGenesis("address: expected %s, got %s", canonical, text)
	}
	return nil
}

func invalidGenesis(format string, args ...any) error {
	return errors.Wrapf(ErrInvalidGenesis, format, args...)
}

// SortPlayers puts the players of a genesis state into the order that Validate asks for.
func SortPlayers(players []GenesisPlayer) {
	slices.SortFunc(players, func(a, b GenesisPlayer) int { return strings.Compare(a.Address, b.Address) })
}
