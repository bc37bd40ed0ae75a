package chainbackend_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// sitters are players whose programs show melees, by seat.
type sitters struct {
	*playertest.World
	names  []string
	tables []*chainbackend.Backend
}

func sitDown(w *playertest.World, names ...string) sitters {
	w.Helper()
	s := sitters{World: w, names: names}
	for _, name := range names {
		s.tables = append(s.tables, backendOf(w, name))
	}
	return s
}

func (s sitters) fleet(seat int) game.Fleet {
	s.Helper()
	f, err := melee.Ruleset().ParseFleet(fleets[seat])
	require.NoError(s.T, err)
	return f
}

// shows waits for what the program of a seat shows of a melee in the end.
func (s sitters) shows(seat int, id uint64, holds func(tui.Melee) bool) tui.Melee {
	s.Helper()
	s.tables[seat].Focus(id)
	snap := mustShow(s.T, s.tables[seat], func(snap tui.Snapshot) bool {
		return snap.Melee() != nil && snap.Melee().ID == id && holds(*snap.Melee())
	})
	return *snap.Melee()
}

// opened is a melee that the first has opened for all, to which the others are invited if there is a stake.
func (s sitters) opened(stake string) uint64 {
	s.Helper()
	w := tui.Wish{Kind: tui.WishCreate, Of: text.Melee, Ruleset: melee.Ruleset(), Players: len(s.names), Stake: stake}
	var invited []string
	for _, name := range s.names[1:] {
		invited = append(invited, s.Player(name).Chain.Key().Address.String())
	}
	if stake != "" {
		w.Invited = strings.Join(invited, ", ")
	}
	_, err := s.tables[0].Quote(s.Context(), w)
	require.NoError(s.T, err)
	id, err := s.tables[0].Enter(s.Context(), w, s.fleet(0))
	require.NoError(s.T, err)
	return id
}

// join lets the one of a seat join.
func (s sitters) join(id uint64, seat int) {
	s.Helper()
	w := tui.Wish{Kind: tui.WishJoin, Of: text.Melee, ID: id, Ruleset: melee.Ruleset()}
	q, err := s.tables[seat].Quote(s.Context(), w)
	require.NoError(s.T, err)
	require.Contains(s.T, q.Title, "Join melee")
	_, err = s.tables[seat].Enter(s.Context(), w, s.fleet(seat))
	require.NoError(s.T, err)
}

// begun is one that all have joined and confirmed.
func (s sitters) begun(stake string) uint64 {
	s.Helper()
	id := s.opened(stake)
	for i := range s.tables[1:] {
		s.join(id, i+1)
	}
	for i := range s.tables {
		s.shows(i, id, func(m tui.Melee) bool { return m.State.Stage == melee.StageReady })
		require.NoError(s.T, s.tables[i].Do(s.Context(), id, tui.Confirm{}))
	}
	return id
}

// aims waits for a round and lets all aim in it.
func (s sitters) aims(id uint64, round int, tiles ...string) {
	s.Helper()
	for i, name := range tiles {
		s.shows(i, id, func(m tui.Melee) bool { return m.State.Round == round && m.State.Stage == melee.StageAim })
		tile, err := melee.Ruleset().ParseTile(name)
		require.NoError(s.T, err)
		require.NoError(s.T, s.tables[i].Do(s.Context(), id, tui.Aim{Tile: tile}), "%s in round %d", s.names[i], round)
	}
}

// A person confirms, aims and gives up; bombs, reports and boards are sent by themselves.
func TestAMeleeIsPlayedOnTheScreens(t *testing.T) {
	t.Parallel()
	s := sitDown(playertest.New(t), alice, bob, mallory)
	id := s.begun("5 ANCHOR")
	s.aims(id, 1, "J10", "A4", "B5")
	m := s.shows(0, id, func(m tui.Melee) bool { return m.State.Round == 2 })
	require.Equal(t, "stake 5 ANCHOR each", m.Stakes)
	require.Equal(t, 1, m.State.Players[0].Hits.Len(), "the boat at A4")
	require.Equal(t, s.fleet(0), m.Fleets[0])
	require.Nil(t, m.Fleets[1])
	require.False(t, m.HasTarget)
	j10, err := melee.Ruleset().ParseTile("J10")
	require.NoError(t, err)
	require.ErrorContains(t, s.tables[0].Do(t.Context(), id, tui.Aim{Tile: j10}), "J10 was fired at before")

	// While an aim is hidden, its own player sees it alone; a program that begins anew finds it again.
	require.NoError(t, s.tables[0].Do(t.Context(), id, tui.Aim{Tile: j10 - 1}))
	s.shows(0, id, func(m tui.Melee) bool { return m.HasTarget && m.Target == j10-1 })
	s.shows(1, id, func(m tui.Melee) bool { return !m.State.Owes.Has(0) && !m.HasTarget })
	again := s
	s.tables[0].Close()
	again.tables = append([]*chainbackend.Backend{backendOf(s.World, alice)}, s.tables[1:]...)
	m = again.shows(0, id, func(m tui.Melee) bool { return m.HasTarget && m.Target == j10-1 && m.Fleets[0] != nil })
	require.NotEmpty(t, m.Log)

	require.NoError(t, again.tables[1].Do(t.Context(), id, tui.Concede{}))
	require.NoError(t, again.tables[2].Do(t.Context(), id, tui.Concede{}))
	for i := range again.tables {
		m = again.shows(i, id, func(m tui.Melee) bool { return m.State.Stage == melee.StageOver })
		require.Equal(t, melee.SeatsOf(0), m.State.Winners())
		require.Equal(t, []int{1, 2, 2}, m.State.Ranking())
		require.NotEmpty(t, m.Shares[0])
		require.NotNil(t, m.Coins)
		require.Equal(t, s.fleet(0), m.Fleets[0], "the winner's board is proven")
	}
	require.Equal(t, "5 ANCHOR", m.Coins.In)

	// A player who begins anew after the end sees its own ships, too.
	later := sitters{World: s.World, names: s.names, tables: []*chainbackend.Backend{nil, backendOf(s.World, bob)}}
	o, err := later.tables[1].Begin(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, program.Options{Game: id, Kind: text.Melee}, o)
	m = later.shows(1, id, func(m tui.Melee) bool { return m.State.Stage == melee.StageOver })
	require.Equal(t, s.fleet(1), m.Fleets[1])
	require.Equal(t, melee.Seat(1), m.Me)
}

func TestMeleesAreListedJoinedLeftAndDeclined(t *testing.T) {
	t.Parallel()
	s := sitDown(playertest.New(t), alice, bob, mallory)
	open, invited := s.opened(""), s.opened("5 ANCHOR")
	listed := func(games []tui.OpenGame, id uint64, players string) bool {
		for _, g := range games {
			if g.ID == id && g.Players == players {
				return true
			}
		}
		return false
	}
	mustShow(t, s.tables[1], func(snap tui.Snapshot) bool {
		return listed(snap.Lobby.Open, open, "1/3") && listed(snap.Lobby.Invitations, invited, "1/3")
	})
	runs := func(id uint64, next string) func(tui.Snapshot) bool {
		return func(snap tui.Snapshot) bool {
			for _, g := range snap.Lobby.Running {
				if g.ID == id && strings.HasPrefix(g.Next, next) && g.Players != "" {
					return true
				}
			}
			return false
		}
	}
	mustShow(t, s.tables[0], runs(open, "waits until block"))
	mustShow(t, s.tables[0], func(snap tui.Snapshot) bool {
		return slices.ContainsFunc(snap.Lobby.Running, func(g tui.RunningGame) bool {
			return g.ID == invited && g.Stake == "5 ANCHOR"
		})
	})

	s.join(open, 1)
	m := s.shows(1, open, func(m tui.Melee) bool { return m.State.Seats(melee.Afloat).Len() == 2 })
	require.Equal(t, melee.Seat(1), m.Me)
	require.NoError(t, s.tables[1].Do(t.Context(), open, tui.Leave{}))
	s.shows(1, open, func(m tui.Melee) bool { return m.Watching })
	mustShow(t, s.tables[1], func(snap tui.Snapshot) bool {
		return listed(snap.Lobby.Open, open, "1/3") && !runs(open, "")(snap)
	})

	// A player who leaves a full table looks on from then on.
	s.join(open, 1)
	s.join(open, 2)
	s.shows(2, open, func(m tui.Melee) bool { return !m.Watching && m.State.Stage == melee.StageReady })
	require.NoError(t, s.tables[2].Do(t.Context(), open, tui.Leave{}))
	s.shows(2, open, func(m tui.Melee) bool { return m.Watching })

	require.NoError(t, s.tables[1].Do(t.Context(), invited, tui.Decline{}))
	s.shows(0, invited, func(m tui.Melee) bool {
		return m.State.Seats(melee.Closed).Len() == 1 && len(m.Invited) == 1 && m.Log[len(m.Log)-1].Player != ""
	})
	require.NoError(t, s.tables[2].Do(t.Context(), invited, tui.Decline{}))
	m = s.shows(0, invited, func(m tui.Melee) bool { return m.State.Stage == melee.StageCancelled })
	require.Equal(t, melee.Cancelled{Cause: melee.CancelDeclined}, m.Log[len(m.Log)-1].Event)
	mustShow(t, s.tables[0], func(snap tui.Snapshot) bool { return snap.Lobby.Notice == "" })
}

func TestAWishForAMeleeIsRefusedInPlainWords(t *testing.T) {
	t.Parallel()
	s := sitDown(playertest.New(t), alice)
	for want, w := range map[string]tui.Wish{
		"a stake needs a list of those who may join, 2 players beside you": {Players: 3, Stake: "5 ANCHOR"},
		"got yourself": {Players: 2, Invited: "alice"},
		"invited: expected an address that begins with ship1 or the name of a key": {Players: 3, Invited: "nobody"},
		"expected 2 to 16, got 17": {Players: 17},
	} {
		w.Kind, w.Of, w.Ruleset = tui.WishCreate, text.Melee, melee.Ruleset()
		_, err := s.tables[0].Quote(t.Context(), w)
		require.ErrorContains(t, err, want)
	}
}

// Whoever names a melee that it may join is asked to, and else looks on.
func TestScreensBeginWithAMelee(t *testing.T) {
	t.Parallel()
	s := sitDown(playertest.New(t), alice, bob, mallory)
	open, invited := s.opened(""), s.opened("5 ANCHOR")
	o, err := s.tables[1].Begin(t.Context(), open)
	require.NoError(t, err)
	require.Equal(t, tui.WishJoin, o.Enter.Kind)
	require.Equal(t, text.Melee, o.Enter.Of)
	o, err = s.tables[0].Begin(t.Context(), open)
	require.NoError(t, err)
	require.Equal(t, program.Options{Game: open, Kind: text.Melee}, o)
	stranger := backendOf(s.World, playertest.Pauper)
	o, err = stranger.Begin(t.Context(), invited)
	require.NoError(t, err)
	require.Equal(t, program.Options{Game: invited, Kind: text.Melee}, o)
	stranger.Focus(invited)
	mustShow(t, stranger, func(snap tui.Snapshot) bool { return snap.Melee() != nil && snap.Melee().Watching })
}
