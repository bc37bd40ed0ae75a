package types

import (
	"cmp"
	"slices"
	"strings"

	"cosmossdk.io/core/address"
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// DefaultGenesis returns the state of a chain without games.
func DefaultGenesis() *GenesisState {
	params := DefaultParams()
	return &GenesisState{Params: params, NextGameId: 1, Rewards: DefaultRewards(params)}
}

// Validate returns ErrInvalidGenesis, or ErrInvalidParams, unless the module could have exported the state: ids,
// addresses and nonces are unique, every game is in a reachable state, and counters are the sums over the games.
func (gs GenesisState) Validate(ac address.Codec) error {
	if err := gs.Params.Validate(); err != nil {
		return err
	}
	if gs.NextGameId < 1 {
		return invalidGenesis("next_game_id: expected at least 1, got 0")
	}
	if unfinished := gs.Unfinished(); unfinished > 0 && gs.ChainId == "" {
		return invalidGenesis("chain_id: expected the chain to which %d unfinished games are bound, got none", unfinished)
	}
	v := genesisValidator{
		gs:         gs,
		addresses:  ac,
		totals:     make(map[string]*playerTotals, len(gs.Players)),
		unfinished: make(map[uint64]bool, len(gs.Games)),
		ended:      make(map[uint64]int, len(gs.Results)),
		rematchOf:  make(map[uint64]uint64),
		meetings:   make(map[meetingKey]*meeting),
		paid:       math.ZeroInt(),
	}
	for _, check := range []struct {
		name string
		run  func() error
	}{
		{"players", v.players},
		{"games", v.games},
		{"melees", v.melees},
		{"results", v.results},
		{"melee_results", v.meleeResults},
		{"rematches", v.rematches},
		{"pairs", v.pairs},
		{"players", v.counters},
		{"rewards", v.rewards},
		{"places", v.places},
		{"promised", v.promised},
		{"unpaid", v.unpaid},
		{"names", v.names},
		{"quarantined", v.quarantined},
	} {
		if err := check.run(); err != nil {
			return errors.Wrap(err, check.name)
		}
	}
	return nil
}

// Held returns the coins that the module holds for others: those of unfinished games, and unpaid ones. The state must
// be one that Validate accepts.
func (gs GenesisState) Held() sdk.Coins {
	held := sdk.NewCoins()
	for _, g := range gs.Games {
		held = held.Add(g.Game.Hold()...)
	}
	for _, g := range gs.Melees {
		if s, err := g.Melee.State(g.Progress); err == nil {
			held = held.Add(g.Melee.Hold(s)...)
		}
	}
	for _, c := range gs.Unpaid {
		held = held.Add(c.Coins...)
	}
	return held
}

// Unfinished returns how many games, duels and melees, have not ended.
func (gs GenesisState) Unfinished() int { return len(gs.Games) + len(gs.Melees) }

// genesisValidator checks a genesis state part by part and adds up the parts of each player.
type genesisValidator struct {
	gs        GenesisState
	addresses address.Codec
	// The maps serve for look-ups and are never ranged over. Tallies are by address; unfinished games, the positions of
	// results, and the games with rematches, by id; meetings by both addresses.
	totals     map[string]*playerTotals
	unfinished map[uint64]bool
	ended      map[uint64]int
	rematchOf  map[uint64]uint64
	meetings   map[meetingKey]*meeting
	// paid is what all results say was paid to winners, wins how many of them were paid any.
	paid math.Int
	wins uint64
	// promises are those of results and awards, and settled the sum of those in results.
	promises []GenesisPromised
	settled  uint64
	// promisedPairs is how many pairs of players have had a game that was promised a reward.
	promisedPairs int
}

func (v *genesisValidator) players() error {
	previous := ""
	for i, p := range v.gs.Players {
		if err := v.nextAddress(p.Address, previous); err != nil {
			return errors.Wrapf(err, "player %d", i)
		}
		previous = p.Address
		v.totals[p.Address] = &playerTotals{record: p.Player, nonces: make(map[uint64]bool)}
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

// id checks that ids ascend, so that none occurs twice, and are below the next id.
func (v *genesisValidator) id(id, previous uint64) error {
	if id <= previous || id >= v.gs.NextGameId {
		return invalidGenesis("expected an id above %d and below next_game_id %d, got %d", previous, v.gs.NextGameId, id)
	}
	return nil
}

// player returns the totals of an address, which must have a record.
func (v *genesisValidator) player(address string) (*playerTotals, error) {
	t, ok := v.totals[address]
	if !ok {
		return nil, invalidGenesis("expected a player's record for %q, got none", address)
	}
	return t, nil
}

// nextAddress checks that a text is an address in its canonical form and comes after the one before it.
func (v *genesisValidator) nextAddress(text, previous string) error {
	if _, err := v.address(text); err != nil {
		return err
	}
	if text <= previous {
		return invalidGenesis("expected ascending addresses, got %s after %q", text, previous)
	}
	return nil
}

// address returns the address that a text is the canonical form of.
func (v *genesisValidator) address(text string) (sdk.AccAddress, error) {
	raw, err := v.addresses.StringToBytes(text)
	if err != nil {
		return nil, errors.Wrapf(WithCode(ErrInvalidGenesis, err), "expected an address, got %q", text)
	}
	if len(raw) > MaxAddressBytes {
		return nil, invalidGenesis("address %s: expected at most %d bytes, got %d", text, MaxAddressBytes, len(raw))
	}
	canonical, err := v.addresses.BytesToString(raw)
	if err != nil {
		return nil, errors.Wrapf(WithCode(ErrInvalidGenesis, err), "expected an address, got %q", text)
	}
	if text != canonical {
		return nil, invalidGenesis("address: expected %s, got %s", canonical, text)
	}
	return raw, nil
}

// validateCasual checks that terms are those of a kind of game that is casual, without proofs.
func (t Terms) validateCasual() error {
	if err := t.Validate(); err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if !t.Casual || t.ProvenClaims {
		return invalidGenesis("expected casual ones without proven_claims, got casual %t, proven_claims %t",
			t.Casual, t.ProvenClaims)
	}
	return nil
}

func invalidGenesis(format string, args ...any) error {
	return errors.Wrapf(ErrInvalidGenesis, format, args...)
}

// Sort puts those parts of a genesis state into the order that Validate asks for which the store keeps in another:
// addresses sort by their text in a file and by their bytes in the store.
func (gs *GenesisState) Sort() {
	slices.SortFunc(gs.Players, func(a, b GenesisPlayer) int { return strings.Compare(a.Address, b.Address) })
	slices.SortFunc(gs.Pairs, func(a, b GenesisPair) int {
		return cmp.Or(strings.Compare(a.Lower, b.Lower), strings.Compare(a.Higher, b.Higher))
	})
	slices.SortFunc(gs.Unpaid, func(a, b GenesisUnpaid) int { return strings.Compare(a.Address, b.Address) })
	slices.SortFunc(gs.Places, GenesisPlace.compare)
	slices.SortFunc(gs.Names, func(a, b NamedAccount) int { return strings.Compare(a.Address, b.Address) })
}
