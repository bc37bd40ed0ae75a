package app_test

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// melees returns the unfinished melees and where they stand, by id.
func (w *watch) melees(ctx sdk.Context) (map[uint64]types.Melee, map[uint64]melee.State) {
	k := w.app.BattleshipKeeper
	melees, progress := byID(ctx, w.t, k.Records().Melees), byID(ctx, w.t, k.Records().MeleeProgress)
	states := make(map[uint64]melee.State, len(melees))
	for id, m := range melees {
		state, err := m.State(progress[id])
		require.NoError(w.t, err, "melee %d", id)
		states[id] = state
	}
	require.Len(w.t, progress, len(melees))
	return melees, states
}

// checkMelees: each melee is in a state that a melee can be in; boards, aims and recovery data are those of its seats;
// nothing is left of melees that have ended but results, and no game is two things.
func (w *watch) checkMelees(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	next, err := k.NextGameID(ctx)
	require.NoError(w.t, err)
	melees, states := w.melees(ctx)
	var wantBoards, wantAims []string
	for id, m := range melees {
		require.Equal(w.t, id, m.Id)
		require.Less(w.t, id, next)
		require.False(w.t, states[id].Stage.Ended(), "melee %d", id)
		for seat := range types.Staked(states[id]).All() {
			wantBoards = append(wantBoards, fmt.Sprint(id, "/", int(seat)))
		}
		for seat := range states[id].Aimed().All() {
			wantAims = append(wantAims, fmt.Sprint(id, "/", int(seat)))
		}
		acts := make(map[string]bool)
		for _, p := range m.Players {
			for _, address := range []string{p.Address, p.Delegate} {
				require.False(w.t, acts[address], "melee %d: two parts of %s", id, address)
				acts[address] = address != ""
			}
		}
		if m.Terms.Stake != nil && states[id].Stage == melee.StageOpen {
			require.NotEmpty(w.t, m.Invited, "melee %d: a stake for anybody", id)
		}
	}
	seats := func(found []collections.Pair[uint64, uint32]) (names []string) {
		for _, key := range found {
			names = append(names, fmt.Sprint(key.K1(), "/", key.K2()))
		}
		return names
	}
	require.ElementsMatch(w.t, wantBoards, seats(keys(ctx, w.t, k.Records().MeleeBoards)))
	require.ElementsMatch(w.t, wantAims, seats(keys(ctx, w.t, k.Records().Aims)))
	games, results := byID(ctx, w.t, k.Records().Games), byID(ctx, w.t, k.Records().Results)
	ended := byID(ctx, w.t, k.Records().MeleeResults)
	for id := range ended {
		require.NotContains(w.t, melees, id)
	}
	for id := range games {
		require.NotContains(w.t, melees, id)
		require.NotContains(w.t, ended, id)
	}
	for id := range results {
		require.NotContains(w.t, melees, id)
		require.NotContains(w.t, ended, id)
	}
}

// checkMeleeLobby: a melee that waits for players stands where those who may join it look for it, and no other does. It
// returns the invitations that there must be.
func (w *watch) checkMeleeLobby(ctx sdk.Context) (invitations []string) {
	var open []uint64
	melees, states := w.melees(ctx)
	for id, m := range melees {
		s := states[id]
		require.True(w.t, s.Stage == melee.StageOpen || len(m.Invited) == 0, "melee %d", id)
		if len(m.Invited) > 0 {
			require.Len(w.t, m.Invited, s.Seats(melee.Vacant).Len(), "melee %d", id)
		}
		switch {
		case s.Stage != melee.StageOpen, s.Withdrawn:
		case len(m.Invited) == 0:
			open = append(open, id)
		default:
			for _, who := range m.Invited {
				invitations = append(invitations, fmt.Sprint(who, id))
			}
		}
	}
	require.ElementsMatch(w.t, open, keys(ctx, w.t, w.app.BattleshipKeeper.Records().OpenMelees))
	return invitations
}

// addUpMelees adds what melees and their results say about each player.
func (w *watch) addUpMelees(ctx sdk.Context, count func(address string, change func(*types.Player))) {
	melees, states := w.melees(ctx)
	for id, m := range melees {
		if states[id].Round == 0 {
			count(m.Creator, func(p *types.Player) { p.OpenGames++ })
		}
		for _, address := range m.AddressesOf(types.Staked(states[id])) {
			count(address, func(p *types.Player) { p.BoardNonce++ })
		}
	}
	for _, r := range byID(ctx, w.t, w.app.BattleshipKeeper.Records().MeleeResults) {
		for _, place := range r.Places {
			if place.Rank > 0 {
				count(place.Player, func(p *types.Player) { p.BoardNonce++ })
			}
		}
	}
}

// countMelees counts what became of the melees of a state.
func (w *watch) countMelees(ctx sdk.Context, sum outcomeCounts) {
	for _, r := range byID(ctx, w.t, w.app.BattleshipKeeper.Records().MeleeResults) {
		sum["melees"]++
		switch bits.OnesCount32(r.Winners) {
		case 0:
			sum["melees_void"]++
		case 1:
			sum["melees_won"]++
		default:
			sum["melees_drawn"]++
		}
		sum["melee_rounds"] += int(r.Rounds)
		if r.Stake != nil {
			sum["melees_with_stakes"]++
			if r.Winners != 0 {
				sum["melees_paid"]++
			}
		}
		for _, place := range r.Places {
			if place.Rank > 0 || place.Standing == types.SEAT_STANDING_ABSENT {
				sum["seats_"+strings.ToLower(strings.TrimPrefix(place.Standing.String(), "SEAT_STANDING_"))]++
			}
		}
	}
}
