package chainbackend_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// turn waits until a player is to shoot in a game.
func turn(t *testing.T, b tui.Backend) tui.Snapshot {
	t.Helper()
	return mustShow(t, b, func(s tui.Snapshot) bool {
		return s.Game != nil && s.Duel().Fleets[s.Duel().Me] != nil && s.Duel().State.Owes == game.OwesShot &&
			s.Duel().State.Actor == s.Duel().Me
	})
}

// The screens once stood still without a word when the node was away, behind or silent, and did not come back.
func TestATableOutlastsItsNode(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	table := backendOf(w, first)
	table.Focus(id)
	turn(t, table)
	w.Node.Advance(2) // what was sent before the program began would be in a block by now

	w.Node.Change(func() { w.Node.Away = true })
	snap := mustShow(t, table, func(s tui.Snapshot) bool {
		return s.Connection.Line == tui.LineDown &&
			s.Connection.Why != text.NodeSilent // which a slow machine shows before the answer is there
	})
	require.Contains(t, snap.Connection.Why, "no node answers at tcp://the-test:26657")
	require.Contains(t, snap.Connection.Why, "trying again until it answers")
	require.NotNil(t, snap.Game, "the game stays on the screen")

	shot := make(chan error, 1)
	go func() { shot <- table.Do(t.Context(), id, tui.Shoot{Tile: 3}) }()
	w.Node.Change(func() { w.Node.Away, w.Node.Syncing = false, true })
	snap = mustShow(t, table, func(s tui.Snapshot) bool { return s.Connection.Line == tui.LineSlow })
	require.Contains(t, snap.Connection.Why, "still catching up with the chain")
	w.Node.Change(func() { w.Node.Syncing = false })
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Connection.Line == tui.LineUp })
	require.NoError(t, <-shot, "what was chosen meanwhile is shot")
	snap = mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Owes == game.OwesAnswer })
	require.Equal(t, text.StageIncluded, snap.Duel().Sending.Stage)
	require.Equal(t, game.Tile(3), snap.Duel().State.Pending)
}

// Once a node that took a question and did not reply was told of only when the call's own limit had passed.
func TestASilentNodeIsReported(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Slow(nil)
	table := backendOf(w, alice)
	release := make(chan struct{})
	w.Node.Change(func() { w.Node.Asked = func() { <-release } })
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Connection.Line == tui.LineDown })
	require.Contains(t, snap.Connection.Why, "the node does not respond")
	close(release)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Connection.Line == tui.LineUp })
}

// A clock that is wrong makes bids fail: it is told while the chain goes on.
func TestAWrongClockIsReported(t *testing.T) {
	t.Parallel()
	w := playertest.New(t) // its blocks are of another time than now
	w.Node.Asked = func() { w.Node.MakeBlock() }
	table := backendOf(w, alice)
	snap := mustShow(t, table, func(s tui.Snapshot) bool {
		return strings.Contains(s.Connection.Why, "this machine's clock is") // another trouble may come first
	})
	require.Contains(t, snap.Connection.Why, "set it, or bids may fail")
}

// A refusal in simulation was once told after five seconds.
func TestARefusalIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	table := backendOf(w, first)
	table.Focus(id)
	turn(t, table)
	w.Node.Change(func() { w.Node.Lagging = 1 << 30 })
	w.Node.Advance(2)
	shot := make(chan error, 1)
	go func() { shot <- table.Do(t.Context(), id, tui.Shoot{Tile: 3}) }()
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().Sending.Stage == text.StageRetrying })
	require.Contains(t, snap.Duel().Sending.Why, "the game has moved on")
	w.Node.Change(func() { w.Node.Lagging = 0 })
	require.NoError(t, <-shot)
}

func TestASilentOpponentIsProvenAgainstByItself(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	table := backendOf(w, first)
	table.Focus(id)
	turn(t, table)
	w.Node.Advance(2)
	require.NoError(t, table.Do(t.Context(), id, tui.Shoot{Tile: 3}))
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Owes == game.OwesAnswer })
	w.Node.Advance(100)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseOver })
	winner, won := snap.Duel().State.Winner()
	require.True(t, won)
	require.Equal(t, snap.Duel().Me, winner)
	require.Equal(t, game.ReasonTimeout, snap.Duel().State.Reason)
	require.NotNil(t, snap.Duel().Coins)
	require.Greater(t, snap.Duel().Standings[winner].Rating, snap.Duel().Standings[winner.Other()].Rating)
	require.True(t, snap.Duel().CanRematch)
	require.EqualError(t, table.Do(t.Context(), id, tui.Shoot{Tile: 4}), "the game is over")
}

func TestAPlayerOutOfTimeSeesTheReason(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	table := backendOf(w, first)
	table.Focus(id)
	turn(t, table)
	w.Node.Advance(100)
	_, err := w.Open(second, id).Claim(t.Context())
	require.NoError(t, err)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseOver })
	winner, won := snap.Duel().State.Winner()
	require.True(t, won)
	require.Equal(t, snap.Duel().Me.Other(), winner)
	last := snap.Duel().Log[len(snap.Duel().Log)-1].Event
	require.Equal(t, game.Over{Winner: winner, HasWinner: true, Reason: game.ReasonTimeout}, last)
	require.True(t, snap.Duel().Proven[winner])
}

// Own bot and own hand at the same game are told of each other.
func TestAnotherProgramAtTheSameGameIsReported(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	table := backendOf(w, first)
	table.Focus(id)
	turn(t, table)
	w.Node.Advance(3)
	_, err := w.Open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	_, err = w.Open(second, id).Answer(t.Context())
	require.NoError(t, err)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().Notice != "" })
	require.Contains(t, snap.Duel().Notice, "another program plays this game with your key")

	// Once it stood there to the end of the game, however long ago that program had ended.
	w.Node.Advance(130)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().Notice == "" })
}

// Once it stood below a game that was over, for ever.
func TestNoOtherProgramIsReportedAfterTheEnd(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	table := backendOf(w, first)
	table.Focus(id)
	turn(t, table)
	w.Node.Advance(3)
	_, err := w.Open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	_, err = w.Open(second, id).Answer(t.Context())
	require.NoError(t, err)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().Notice != "" })
	_, err = w.Open(second, id).Concede(t.Context())
	require.NoError(t, err)
	mustShow(t, table, func(s tui.Snapshot) bool {
		return s.Duel().State.Phase == game.PhaseOver && s.Duel().Notice == ""
	})
}

// Once it was still said that a bot plays the game when that had ended, and then that it is another program.
func TestTheStatusOfABotEndsWithIt(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	o := backendOptions(w, first)
	var ended atomic.Bool
	o.Share = func(string, string, uint64) (io.Closer, error) {
		if ended.Load() {
			return io.NopCloser(strings.NewReader("")), nil
		}
		return nil, errors.New("a bot plays it")
	}
	table, err := chainbackend.New(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	table.Focus(id)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().Notice == "a bot plays it" })
	w.Node.Advance(3)
	_, err = w.Open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	_, err = w.Open(second, id).Answer(t.Context())
	require.NoError(t, err)
	ended.Store(true)
	w.Node.Advance(1)
	mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().Notice == "" })
}

func TestATableRefusesInOneSentence(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Joined(game.Classic())
	table := backendOf(w, mallory)
	table.Focus(id)
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil })
	require.True(t, snap.Duel().Watching)
	require.ErrorIs(t, table.Do(t.Context(), id, tui.Concede{}), text.ErrNotInGame)

	poor := backendOf(w, playertest.Pauper)
	wish := tui.Wish{Kind: tui.WishCreate, Ruleset: game.Classic()}
	_, err := poor.Enter(t.Context(), wish, playertest.FleetOf(t, game.Classic()))
	require.EqualError(t, err, "entering this game takes 1 ANCHOR, and pauper has 0 ANCHOR: on a devnet battleshipd "+
		"devnet fund pauper gives some, elsewhere ask the faucet or another player")
	_, quoteErr := poor.Quote(t.Context(), wish)
	require.EqualError(t, quoteErr, err.Error(), "before a fleet is placed")
	mustShow(t, poor, func(s tui.Snapshot) bool {
		return strings.Contains(s.Connection.Why, "you have nothing to pay fees with: on a devnet battleshipd devnet fund")
	})
	snap = mustShow(t, poor, func(s tui.Snapshot) bool { return s.Lobby.Sending.Stage == text.StageFailed })
	require.NotEmpty(t, snap.Lobby.Sending.Why)

	for text, wish := range map[string]tui.Wish{
		"opponent: expected an address that begins with ship1": {Opponent: "nobody"},
		"stake: expected a coin such as 5anchor":               {Stake: "much"},
		"clock: expected":                                      {Clock: "soon"},
		" is yourself: for a game alone there is":              {Opponent: chain.NewAccount(mallory).Address.String()},
		"opponent: mallory is yourself: for a game":            {Opponent: mallory},
	} {
		wish.Kind, wish.Ruleset = tui.WishCreate, game.Classic()
		_, err := table.Quote(t.Context(), wish)
		require.ErrorContains(t, err, text)
	}

	require.ErrorContains(t, table.CheckOpponent(mallory), "mallory is yourself")
	require.NoError(t, table.CheckOpponent("bot"))

	o := backendOptions(w, alice)
	o.Send.From = "nobody"
	_, err = chainbackend.New(t.Context(), o)
	var unknown *client.UnknownKeyError
	require.ErrorAs(t, err, &unknown)
	o = backendOptions(w, alice)
	o.Link.ChainID = "another-1"
	_, err = chainbackend.New(t.Context(), o)
	require.ErrorContains(t, err, "wrong chain: expected another-1")
	w.Node.Change(func() { w.Node.Away = true })
	_, err = chainbackend.New(t.Context(), backendOptions(w, alice))
	require.ErrorContains(t, err, "no node answers at")
}

// Once a game that was named by its id was looked at for ever, whatever it was: one to join, one of others, or none.
func TestANamedGameLeadsToItsActions(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	open := func(wish duel.Wish) uint64 {
		wish.Ruleset, wish.Fleet = game.Xaya(), playertest.FleetOf(t, game.Xaya())
		_, done, err := duel.Create(t.Context(), w.Player(alice), wish)
		require.NoError(t, err)
		return done.GameID
	}
	anybodys := open(duel.Wish{})
	bobs := open(duel.Wish{Opponent: chain.NewAccount(bob).Address.String()})
	running := w.Joined(game.Classic())
	begin := func(name string, id uint64) (program.Options, error) {
		return backendOf(w, name).Begin(t.Context(), id)
	}

	for _, id := range []uint64{anybodys, bobs} {
		o, err := begin(bob, id)
		require.NoError(t, err)
		require.Zero(t, o.Game)
		require.Equal(t, tui.Wish{Kind: tui.WishJoin, ID: id, Ruleset: game.Xaya()}, *o.Enter)
	}
	for name, id := range map[string]uint64{alice: bobs, bob: running, mallory: running} {
		o, err := begin(name, id)
		require.NoError(t, err)
		require.Equal(t, program.Options{Game: id}, o)
	}
	_, err := begin(mallory, bobs)
	require.ErrorContains(t, err, "alone: battleshipd watch")
	_, err = begin(mallory, 99)
	require.EqualError(t, err, "there is no game 99: it was cancelled or never existed")
	_, err = backendOf(w, mallory).Quote(t.Context(), tui.Wish{Kind: tui.WishJoin, ID: bobs, Ruleset: game.Xaya()})
	require.ErrorIs(t, err, text.ErrNotInvited, "before a fleet is placed")
	snap := mustShow(t, backendOf(w, alice), func(s tui.Snapshot) bool {
		return len(s.Lobby.Running) == 3 && s.Lobby.Running[2].Opponent != ""
	})
	require.Regexp(t, `^[A-Z][a-z]+ [A-Z][a-z]+ \d+$`, snap.Lobby.Running[2].Opponent, "a generated name")
	require.Contains(t, snap.Lobby.Running[2].Next, "waiting for an opponent (")
}

// Once the screens told somebody who only looked at a game that it had won it, and what it had earned.
func TestAnEndedGameOfOthersIsOnlyWatched(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	_, err := w.Open(first, id).Concede(t.Context())
	require.NoError(t, err)
	_, err = w.Open(second, id).Claim(t.Context())
	require.NoError(t, err)
	table := backendOf(w, mallory)
	o, err := table.Begin(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, program.Options{Game: id}, o)
	table.Focus(id)
	snap := mustShow(t, table, func(s tui.Snapshot) bool {
		return s.Game != nil && s.Duel().State.Phase == game.PhaseOver
	})
	require.True(t, snap.Duel().Watching)
	require.Nil(t, snap.Duel().Coins)
	require.False(t, snap.Duel().CanRematch)
}

// A quote says in words what is paid and what becomes of it.
func TestAQuoteHasAllPayments(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	table := backendOf(w, alice)
	q, err := table.Quote(t.Context(), tui.Wish{
		Kind: tui.WishCreate, Ruleset: game.Classic(), Stake: "5 ANCHOR", Clock: "10m",
	})
	require.NoError(t, err)
	require.Equal(t, "Create a classic game, 10m a move", q.Title)
	var what []string
	for _, p := range q.Payments {
		what = append(what, p.What+" "+p.Amount)
	}
	require.Equal(t, []string{"stake 5 ANCHOR", "deposit 1 ANCHOR", "fees, at most 1.02 ANCHOR"}, what)

	_, err = table.Quote(t.Context(), tui.Wish{
		Kind: tui.WishCreate, Ruleset: game.Classic(), Stake: "5 ANCHOR", Opponent: "bot",
	})
	require.ErrorIs(t, err, duel.ErrBotTerms)
}

// A bot of the player's own plays in the same program, and goes on in the next one.
func TestAnOwnBotPlaysOnInTheNextProgram(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	w.Node.Asked = func() { w.Node.MakeBlock() }
	r := game.Xaya()
	table := backendOf(w, alice)
	id, err := table.Enter(ctx, tui.Wish{
		Kind: tui.WishCreate, Ruleset: r, Casual: true, Opponent: "bot", Clock: "100000",
	}, playertest.FleetOf(t, r))
	require.NoError(t, err)
	for range 3 {
		table.Focus(id)
		snap := turn(t, table)
		require.Equal(t, "your bot", snap.Duel().Names[game.Joiner])
		tile := game.Tile(0)
		for ; snap.Duel().State.Sides[game.Joiner].Answered.Has(tile); tile++ {
		}
		require.NoError(t, table.Do(ctx, id, tui.Shoot{Tile: tile}))
		mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Sides[game.Joiner].Answered.Has(tile) })
		table.Close()
		table = backendOf(w, alice)
	}
	table.Focus(id)
	turn(t, table)
	require.NoError(t, table.Do(ctx, id, tui.Concede{}))
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseOver })
	winner, _ := snap.Duel().State.Winner()
	require.Equal(t, game.Joiner, winner)
	requireFees(t, snap)

	// Once an ended game that was opened again had lost the player's fleet, and told nothing of a casual one's coins.
	again := backendOf(w, alice)
	again.Focus(id)
	snap = mustShow(t, again, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().State.Phase == game.PhaseOver })
	require.Equal(t, playertest.FleetOf(t, r), snap.Duel().Fleets[game.Creator])
	require.Equal(t, "your bot", snap.Duel().Names[game.Joiner])
	require.True(t, snap.Duel().OwnBot)
	require.True(t, snap.Duel().CanRematch)
	requireFees(t, snap)
}

// requireFees requires that a game for nothing tells what its transactions have cost.
func requireFees(t *testing.T, snap tui.Snapshot) {
	t.Helper()
	c := snap.Duel().Coins
	require.NotNil(t, c)
	require.Equal(t, []string{"nothing", "nothing"}, []string{c.In, c.Out})
	// Half of them are the bot's, of which nothing was told.
	const cost = `0\.\d+ ANCHOR for \d+ transactions`
	require.Regexp(t, "^"+cost+", including "+cost+" of your bot$", c.Fees)
	fees, _, _ := strings.Cut(c.Fees, " for ")
	require.Equal(t, "-"+fees, c.Net)
}
