package app_test

import (
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// checkLobby: each open game has an offer and stands in exactly the indexes in which those who may join it look for it,
// and no other game does.
func (w *watch) checkLobby(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	progress := byID(ctx, w.t, k.Records().Progress)
	open, waiting := make(map[string]types.Listing), make(map[string]types.Listing)
	invitations := w.checkMeleeLobby(ctx)
	for id, g := range byID(ctx, w.t, k.Records().Games) {
		require.Equal(w.t, progress[id].Phase == types.PHASE_OPEN, g.Offer != nil, "game %d", id)
		switch {
		case g.Offer == nil, progress[id].Reason == types.REASON_CANCELLED:
			continue
		case g.Offer.Opponent != "":
			require.False(w.t, g.Offer.Matching, "game %d", id)
			invitations = append(invitations, fmt.Sprint(g.Offer.Opponent, id))
			continue
		}
		key := fmt.Sprint(g.OpenKey())
		open[key] = types.Listing{
			Creator:       g.Participants[game.Creator].Address,
			RatingRange:   g.Offer.RatingRange,
			Deadline:      progress[id].Deadline,
			Fee:           g.Terms.Fee,
			HouseShareBps: g.Terms.HouseShareBps,
		}
		if g.Offer.Matching {
			waiting[key] = open[key]
		}
	}
	openIndex, waitingIndex := make(map[string]types.Listing), make(map[string]types.Listing)
	require.NoError(w.t, k.Records().OpenGames.Walk(ctx, nil, func(key types.OpenKey, l types.Listing) (bool, error) {
		openIndex[fmt.Sprint(key)] = l
		return false, nil
	}))
	var wait []waiter
	require.NoError(w.t, k.Records().Waiting.Walk(ctx, nil, func(key types.OpenKey, l types.Listing) (bool, error) {
		waitingIndex[fmt.Sprint(key)] = l
		wait = append(wait, waiter{key, l})
		return false, nil
	}))
	require.Equal(w.t, open, openIndex)
	require.Equal(w.t, waiting, waitingIndex)
	var invitationIndex []string
	for _, key := range keys(ctx, w.t, k.Records().Invitations) {
		invitationIndex = append(invitationIndex, fmt.Sprint(key.K1().String(), key.K2()))
	}
	require.ElementsMatch(w.t, invitations, invitationIndex)
	w.checkWaiting(ctx, wait)
}

// waiter is a player who waits for a match.
type waiter struct {
	key     types.OpenKey
	listing types.Listing
}

// checkWaiting: of all that wait in one pool, no two could play each other: the second would have found the first,
// unless that cost more than a game did by then.
func (w *watch) checkWaiting(ctx sdk.Context, wait []waiter) {
	for i, a := range wait {
		for _, b := range wait[:i] {
			if a.listing.Creator == b.listing.Creator || fmt.Sprint(a.key.Pool) != fmt.Sprint(b.key.Pool) {
				continue
			}
			if older, younger := ordered(a, b); older.costsMore(younger) {
				continue
			}
			apart := max(a.key.Rating, b.key.Rating) - min(a.key.Rating, b.key.Rating)
			height := ctx.BlockHeight()
			require.False(w.t, a.wants(apart, height) && b.wants(apart, height), "games %d and %d wait for each other",
				a.key.ID, b.key.ID)
		}
	}
}

// ordered returns who has waited longer, and then the other.
func ordered(a, b waiter) (older, younger waiter) {
	if a.key.ID < b.key.ID {
		return a, b
	}
	return b, a
}

// costsMore reports whether a game costs more than another, by its fee or by the network's share of its pot.
func (a waiter) costsMore(than waiter) bool {
	fee, other := a.listing.Fee, than.listing.Fee
	return a.listing.HouseShareBps > than.listing.HouseShareBps ||
		fee != nil && (other == nil || fee.Denom != other.Denom || other.IsLT(*fee))
}

// wants reports whether somebody whose rating is that far away could join in a block.
func (a waiter) wants(apart uint32, height int64) bool {
	most := a.listing.RatingRange
	return !game.Late(a.listing.Deadline, height) && (most == 0 || apart <= most)
}

// checkRematches: whatever is played again knows of what, and the other way round; the same two players play it by the
// same rules.
func (w *watch) checkRematches(ctx sdk.Context) {
	k := w.app.BattleshipKeeper
	results := byID(ctx, w.t, k.Records().Results)
	type rematch struct {
		ruleset uint32
		players []string
	}
	links, rematches := make(map[uint64]uint64), make(map[uint64]rematch)
	for id, g := range byID(ctx, w.t, k.Records().Games) {
		require.Equal(w.t, g.RematchOf > 0, g.First != types.SEAT_UNSPECIFIED, "game %d", id)
		if g.RematchOf == 0 {
			continue
		}
		require.NotContains(w.t, links, g.RematchOf)
		players := []string{g.Participants[game.Creator].Address}
		if g.Offer != nil {
			players = append(players, g.Offer.Opponent)
		} else {
			players = append(players, g.Participants[game.Joiner].Address)
		}
		links[g.RematchOf], rematches[id] = id, rematch{g.RulesetId, players}
	}
	for id, r := range results {
		if r.RematchOf > 0 {
			require.NotContains(w.t, links, r.RematchOf)
			links[r.RematchOf], rematches[id] = id, rematch{r.RulesetId, slices.Clone(r.Players)}
		}
	}
	require.Equal(w.t, links, byID(ctx, w.t, k.Records().Rematches))
	for of, id := range links {
		require.Contains(w.t, results, of)
		require.Equal(w.t, results[of].RulesetId, rematches[id].ruleset)
		require.ElementsMatch(w.t, results[of].Players, rematches[id].players)
	}
}
