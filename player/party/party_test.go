package party_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/party"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var four = []string{chain.Alice, chain.Bob, chain.Carol, chain.Mallory}

// open opens a party of some players, all of whom have come.
func open(w *playertest.World, names ...string) uint64 {
	w.Helper()
	id, err := party.Open(w.Context(), w.Player(names[0]), len(names))
	require.NoError(w, err)
	for _, name := range names[1:] {
		require.NoError(w, party.Join(w.Context(), w.Player(name), id))
	}
	return id
}

// look reads a party as a client of a player does after a restart.
func look(w *playertest.World, name string, id uint64) party.Party {
	w.Helper()
	p, err := party.Look(w.Context(), w.Client(name), party.Party{ID: id})
	require.NoError(w, err)
	return p
}

// act does a player's next step, at most one move, as after a restart. It reports whether it has acted.
func act(w *playertest.World, name string, id uint64) (acted bool, s party.Step) {
	w.Helper()
	p := look(w, name, id)
	s = p.Next(w.Address(name))
	switch s.Do {
	case text.PartyOffer:
		_, _, err := duel.Create(w.Context(), w.Player(name), duel.Wish{
			Ruleset: party.Ruleset(), Fleet: playertest.FleetOf(w.T, party.Ruleset()), Casual: true, Opponent: s.Opponent,
		})
		require.NoError(w, err)
	case text.PartyEnter:
		_, err := w.Open(name, s.Game).Join(w.Context(), "", playertest.Choose(w.T))
		require.NoError(w, err)
	case text.PartyPlay:
		return move(w, name, s.Game), s
	case text.PartyGather, text.PartyWait, text.PartyFinish, text.PartyOver:
		return false, s
	}
	return true, s
}

// move moves in a game, if the player owes a move. It reports whether it did.
func move(w *playertest.World, name string, id uint64) bool {
	w.Helper()
	v, err := w.Open(name, id).Look(w.Context())
	require.NoError(w, err)
	seat, err := v.SeatOf(w.Client(name).Key().Address)
	require.NoError(w, err)
	switch {
	case v.State.Phase == game.PhaseOpen || v.State.Actor != seat:
		return false
	case v.State.Phase == game.PhaseClaim:
		_, err = w.Open(name, id).Claim(w.Context())
	default:
		ships, tilesErr := v.State.Ruleset.FleetTiles(playertest.FleetOf(w.T, v.State.Ruleset)) // that of all players
		require.NoError(w, tilesErr)
		for tile := range ships.All() {
			if !v.State.Sides[seat.Other()].Answered.Has(tile) {
				_, err = w.Open(name, id).Shoot(w.Context(), v.State.Ruleset.TileName(tile))
				break
			}
		}
	}
	require.NoError(w, err)
	return true
}

// playUntil plays a party until it is over, without a player who has left after a number of acts.
func playUntil(w *playertest.World, id uint64, leaver string, leaves int) party.Party {
	w.Helper()
	acts := make(map[string]int)
	for range 5000 {
		acted, over := false, 0
		for _, name := range four {
			if name == leaver && acts[name] == leaves {
				over++
				continue
			}
			did, s := act(w, name, id)
			if did {
				acted = true
				acts[name]++
			}
			if s.Do == text.PartyOver {
				over++
			}
		}
		if over == len(four) {
			return look(w, chain.Alice, id)
		}
		if !acted {
			w.Node.Advance(10) // all wait for a player who is away
		}
	}
	require.Fail(w, "the party does not end")
	return party.Party{}
}

func TestFourBotsPlayAWholeParty(t *testing.T) {
	w := playertest.NewOffChain(t)
	had := w.Balance(chain.Alice)
	id := open(w.World, four...)
	begun := look(w.World, chain.Bob, id)
	require.True(t, begun.Complete())
	require.Equal(t, w.Node.Chain.Height(), begun.Clock.Start)

	ended := make([]party.Party, len(four))
	group, ctx := errgroup.WithContext(t.Context())
	for i, name := range four {
		p := w.ChannelPlayer(name)
		group.Go(func() (err error) {
			ended[i], err = party.Run(ctx, p, id, options(w, name))
			return err
		})
	}
	require.NoError(t, group.Wait())
	won, lost := 0, 0
	for _, s := range party.Scores(len(four), ended[0].Games) {
		require.Equal(t, 3, s.Played)
		require.Equal(t, s.Won, s.Sunk)
		won, lost = won+s.Won, lost+s.Lost
	}
	require.Equal(t, []int{6, 6}, []int{won, lost})
	for _, p := range ended {
		require.Equal(t, ended[0].Games, p.Games, "each client has the same table")
	}
	require.Greater(t, w.Balance(chain.Alice), had-types.LocalParams().OpenDeposit.Amount.Int64(), "the deposit is back")
	_, err := party.Look(t.Context(), w.Client(chain.Alice), party.Party{ID: id})
	require.ErrorContains(t, err, "is no party, or one that is over")
}

func TestAPlayerWhoLeavesMidwayStallsNoOther(t *testing.T) {
	w := playertest.New(t)
	id := open(w, four...)
	const leaves = 5 // in a game of the first round
	p := playUntil(w, id, chain.Mallory, leaves)
	seat := slices.Index(p.Players, w.Address(chain.Mallory))
	states := party.States(p.Seats, p.Clock, p.Games)
	count := make(map[party.State]int)
	for pair, state := range states {
		if pair.Creator != seat && pair.Joiner != seat {
			require.Equal(t, party.Played, state, "%v", pair)
			continue
		}
		count[state]++
	}
	require.Equal(t, map[party.State]int{party.Played: 1, party.LeftOut: 2}, count,
		"the game that had begun is lost by the clock, and the others were never begun")
	for _, s := range party.Scores(p.Seats, p.Games) {
		if s.Seat == seat {
			require.Equal(t, 1, s.Lost)
			require.Zero(t, s.Won)
		}
	}
}

// options are those of a player's bot.
func options(w *playertest.OffChain, name string) party.Options {
	return party.Options{
		Channel: true, Relay: w.URL, Fleet: playertest.Choose(w.T),
		Strategy: bot.NewHunt(rand.New(rand.NewPCG(1, uint64(len(name)))).IntN),
		Observer: func(uint64) session.Observer { return session.Observer{} },
		Changed:  func(_ party.Party, s party.Step) { w.Logf("%s: %+v", name, s) },
		Trouble:  func(err error) { w.Logf("%s: %s", name, err) },
	}
}

func TestAPartyTakesItsPlayersAndNoOther(t *testing.T) {
	w := playertest.New(t)
	ctx := context.Background()
	for _, players := range []int{-1, 0, 1, 2, 9, 99} {
		_, err := party.Open(ctx, w.Player(chain.Alice), players)
		require.ErrorContains(t, err, "a party is for 3 to 8 players")
	}
	id := open(w, four[:3]...)
	for _, name := range four[:3] {
		require.NoError(t, party.Join(ctx, w.Player(name), id), "a restarted client has its seat")
	}
	require.ErrorContains(t, party.Join(ctx, w.Player(chain.Mallory), id), "this party has its 3 players")
	require.ErrorContains(t, party.Join(ctx, w.Player(chain.Bob), id+7), "is no party")
	require.ErrorContains(t, party.Join(ctx, w.Player(chain.Bob), w.Created(game.Classic())), "is no party")
	melee := w.FullMelee(four[:3]...)
	require.ErrorContains(t, party.Join(ctx, w.Player(chain.Bob), melee), "is no party")
}

func TestATableOfAPartyIsJoinedAsAPartyAlone(t *testing.T) {
	w := playertest.New(t)
	id, err := party.Open(t.Context(), w.Player(chain.Alice), 3)
	require.NoError(t, err)
	_, err = w.OpenMelee(chain.Bob, id).Join(t.Context(), "", playertest.ChooseMeleeFleet)
	require.ErrorContains(t, err, "battleshipd play --party CODE")
	require.NoError(t, party.Join(t.Context(), w.Player(chain.Bob), id))
	require.Equal(t, text.PartyGather, look(w, chain.Bob, id).Next(w.Address(chain.Bob)).Do)
	require.NoError(t, party.Join(t.Context(), w.Player(chain.Carol), id))
	_, err = w.OpenMelee(chain.Bob, id).Confirm(t.Context())
	require.ErrorContains(t, err, "battleshipd play --party CODE", "its rounds never begin")
}

func TestAnIncompletePartyLosesAPlayerWhoLeaves(t *testing.T) {
	w := playertest.New(t)
	id, err := party.Open(t.Context(), w.Player(chain.Alice), 3)
	require.NoError(t, err)
	require.NoError(t, party.Join(t.Context(), w.Player(chain.Bob), id))
	require.NoError(t, party.Leave(t.Context(), w.Player(chain.Bob), id))
	require.Len(t, look(w, chain.Alice, id).Players, 1)
}

func TestStrangersAndOtherGamesAreNoPartOfAParty(t *testing.T) {
	w := playertest.New(t)
	before := w.Created(game.Classic())
	id := open(w, four[:3]...)
	_, err := w.Open(chain.Bob, before).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
	_, _, err = duel.Create(t.Context(), w.Player(chain.Mallory), duel.Wish{
		Ruleset: party.Ruleset(), Fleet: playertest.FleetOf(t, party.Ruleset()), Casual: true, Opponent: w.Address(chain.Bob),
	})
	require.NoError(t, err)
	require.Empty(t, look(w, chain.Alice, id).Games)
}
