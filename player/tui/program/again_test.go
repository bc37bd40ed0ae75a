package program_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// Once the lobby had no way to the bot but by the form of a new game, whose last field took "bot".
func TestTheLobbyOffersTheBot(t *testing.T) {
	s := atLobby(t)
	s.backend.fleet = fleetOf(t, game.Xaya(), xayaFleet)
	s.sees("b play bot")
	s.press("b")
	s.sees("Play against a bot", "Ruleset")
	s.seesNot("Stake", "Opponent")
	s.press("right enter enter y")
	require.Equal(t, []tui.Wish{{Kind: tui.WishBot, Ruleset: game.Xaya()}}, s.backend.wishes)
	require.Equal(t, uint64(20), s.backend.focus)
}

// A friend who is to send coins or an invitation needs the whole address.
func TestTheLobbyShowsTheOwnAddress(t *testing.T) {
	const address = "ship1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2"
	s := atLobby(t)
	s.press("a") // not known yet
	s.seesNot("is your address")
	s.show(func(snap *tui.Snapshot) { snap.Connection.Address = address })
	s.press("a")
	s.sees(address + " is your address (copied).")
}

// Once the bot was offered another game while one against it was unfinished, without a word.
func TestTheLobbyResumesTheUnfinishedGameAgainstTheBot(t *testing.T) {
	s := atLobby(t)
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Running[1].OwnBot = true })
	s.press("b")
	require.Equal(t, uint64(14), s.backend.focus)
	require.Empty(t, s.backend.wishes)
	s.sees("Game 14 against your bot continues; c in the lobby begins another one.\n")
}

// Once nothing was said about the game that the screens began with in place of another one.
func TestTheScreensBeginWithANotice(t *testing.T) {
	o := program.Options{Game: 12, Notice: text.Sentence(text.WithBot(12))}
	s := newStage(t, &backend{snap: middle(t)}, 80, 24, o)
	s.sees("Game 12 against your bot continues")
	s.press("up")
	s.seesNot("continues")
}

// Once an offer was over for good when no opponent had joined it in time, while its player waited.
func TestAnOfferOpenedAgainIsShown(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet)
	s := newStage(t, &backend{snap: told.shown()}, 80, 24, program.Options{Game: 12})
	s.show(func(snap *tui.Snapshot) {
		g := *snap.Duel()
		g.State.Phase, g.Reopened = game.PhaseCancelled, 13
		snap.Game = &g
	})
	require.EqualValues(t, 13, s.backend.focus)
	s.sees("No opponent joined game 12 in time: game 13 is open on the same terms.")
}

// Once a running game was left without a word, as if it stood still.
func TestLeavingTheScreenReportsThatTheGameContinues(t *testing.T) {
	opened := newStory(t, game.Classic(), classicFleet, bobsFleet)
	waits := newStory(t, game.Classic(), classicFleet, bobsFleet).join().fire("E5")
	practice := middle(t)
	practice.Duel().BlockMillis = 0
	ended, others := won(t), watched(t)
	for name, tc := range map[string]struct {
		snap    tui.Snapshot
		passing bool
		want    string
	}{
		"my shot": {
			snap: middle(t), want: "Game 12 continues. Your turn: the shot (1m left).\n",
		},
		"the other's answer": {
			snap: waits.shown(), want: "Game 12 continues. Bob's turn: the answer to E5 (1m left).\n",
		},
		"on a chain that passes": {
			snap: waits.shown(), passing: true, want: "Game 12 continues.",
		},
		"open":     {snap: opened.shown(), want: "Game 12 continues. Waiting for an opponent (10m left).\n"},
		"practice": {snap: practice, passing: true, want: "Game 12 continues. Your turn: the shot.\n"},
		"over":     {snap: ended},
		"others'":  {snap: others},
	} {
		for _, k := range []string{"esc", "q"} {
			s := newStage(t, &backend{snap: tc.snap}, 80, 24, program.Options{Game: 12, Passing: tc.passing})
			s.press(k)
			s.sees("Lobby")
			if tc.want == "" {
				s.seesNot("continues")
				continue
			}
			require.Contains(t, s.model.Plain(), tc.want, name)
			s.press("enter")
			require.Equal(t, uint64(12), s.backend.focus, "%s: the game that was left is chosen", name)
		}
	}
}

// Once the log cut what had come of a shot when a name had six letters, or the chain many blocks.
func TestTheLogCutsNamesAndHeightsBeforeTheResult(t *testing.T) {
	xaya := newStory(t, game.Xaya(), xayaFleet, "A1h,A3h,E3h,A5h,D5h,G5h,A7h").join().
		shots("A1", "B1", "C4", "A1", "B1", "H8", "A3", "D4", "E6")
	classic := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots(turns...)
	for _, told := range []*story{xaya, classic} {
		for _, name := range []string{"bob", "carol!", "charlotte", "ship1zzzz..k3aq"} {
			for _, height := range []int64{0, 9_999, 123_456, 123_456_789} {
				g := told.Game
				g.Names[game.Joiner], g.Log = name, slices.Clone(g.Log)
				for i := range g.Log {
					g.Log[i].Height += height
				}
				requireLogTellsShots(t, &g)
			}
		}
	}
}

// requireLogTellsShots requires that the log on the smallest terminal says what came of each shot.
func requireLogTellsShots(t *testing.T, g *tui.Game) {
	t.Helper()
	s := newStage(t, &backend{snap: tui.Snapshot{Game: g}}, 80, 24, program.Options{Game: 12})
	var log []string
	lines := strings.Split(s.model.Plain(), "\n")
	from := -1
	for _, line := range lines {
		if before, _, ok := strings.Cut(line, " Log"); ok {
			from = len([]rune(before)) + 1
			break
		}
	}
	require.Positive(t, from, "a log")
	for _, line := range lines[5:21] {
		if cells := []rune(line); len(cells) > from {
			log = append(log, string(cells[from:]))
		}
	}
	var want []string
	for _, entry := range g.Log {
		if a, ok := entry.Event.(game.ShotAnswered); ok {
			want = append(want, g.State.Ruleset.TileName(a.Tile)+" "+map[bool]string{true: "hit", false: "miss"}[a.Hit])
			if a.Sunk != nil {
				class, _ := g.State.Ruleset.ShipString(*a.Sunk)
				want[len(want)-1] = g.State.Ruleset.TileName(a.Tile) + " (sunk|■) " + class + "$"
			}
		}
	}
	require.NotEmpty(t, want)
	log = log[len(log)-len(want):]
	for i := range want {
		require.Regexp(t, want[i], strings.ReplaceAll(log[i], "  ", " "), s.model.Plain())
	}
}

// Once the name of the player was left out of the head when its coins took the room.
func TestTheHeadNamesThePlayerHoweverManyCoinsItHas(t *testing.T) {
	for _, name := range []string{"alice", "a-name-of-thirty-two-characters!", "ship1q0xw..7ps4"} {
		for _, coins := range []string{"99.2 ANCHOR", "999999999.989812 ANCHOR, 123456.123456 SHIP"} {
			snap := middle(t)
			snap.Connection.Player, snap.Connection.Balance = name, coins
			s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
			head, _, _ := strings.Cut(s.model.Plain(), "\n")
			shown := map[string]string{"alice": "alice ", "ship1q0xw..7ps4": "7ps4 "}[name]
			if shown == "" {
				shown = "a-name"
			}
			require.Contains(t, head, shown)
			require.Contains(t, head, "#12 classic")
			require.Contains(t, head, coins[:11])
		}
	}
}

// Once a ship that was being placed looked like one that was sunk.
func TestAShipThatIsPlacedDoesNotLookSunk(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		b := &backend{snap: lobbyAlone(t), fleet: fleetOf(t, game.Classic(), classicFleet), quote: quote()}
		s := newStage(t, b, 80, 24, program.Options{ASCII: ascii, Enter: &tui.Wish{Ruleset: game.Classic()}})
		mark, sunk := "▣", "■"
		if ascii {
			mark, sunk = "@", "#"
		}
		s.sees(strings.Repeat(mark+" ", 5))
		_, board, _ := strings.Cut(s.model.Plain(), "\n")
		require.NotContains(t, strings.ReplaceAll(board, "#12", ""), sunk)
		s.press("?")
		s.sees(mark+"    the ship that you move", "in the way of another ship")
		s.seesNot("not shot at", "sunk")
	}
}

// Once an invitation was seen in the lobby alone, by whoever went there.
func TestAnInvitationIsSeenOnEveryScreen(t *testing.T) {
	s := classicGame(t)
	s.sees(" 1 invitation ")
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Invitations = append(snap.Lobby.Invitations, snap.Lobby.Open...) })
	s.sees(" 3 invitations ")
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Invitations = nil })
	s.seesNot("invitation")
}

// Once a bot whose allowance was used up could only be left to lose by its clock.
func TestABotIsPaidOnWithOneKey(t *testing.T) {
	s := classicGame(t)
	s.press("u")
	require.Empty(t, s.backend.acts, "not before it asks for it")
	s.press("esc")
	s.show(func(snap *tui.Snapshot) { snap.Duel().BotFees = "0.06 ANCHOR" })
	s.sees("Your bot has spent its fees, and waits: u allows it 0.06 ANCHOR more.")
	s.press("u")
	require.Equal(t, []tui.Act{tui.PayBot{}}, s.backend.acts)
}

// Once a rematch that the opponent had offered already was offered again, and refused after the fleet was placed.
func TestTheGameOfferedInsteadIsEntered(t *testing.T) {
	b := &backend{snap: won(t), fleet: fleetOf(t, game.Classic(), classicFleet), quote: quote(), id: 13}
	b.quote.Instead = &tui.Wish{Kind: tui.WishJoin, ID: 13, Ruleset: game.Classic()}
	s := newStage(t, b, 80, 24, program.Options{Game: 12})
	s.press("r enter y")
	require.Equal(t, []tui.Wish{*b.quote.Instead}, b.entered)
}

// Once a rematch that the opponent had offered was a dim count of invitations at the edge of the screen.
func TestARematchOfTheOpponentIsShown(t *testing.T) {
	const offered = "Bob offers a rematch: enter accepts."
	s := newStage(t, &backend{snap: won(t)}, 80, 22, program.Options{Game: 12})
	s.seesNot(offered)
	s.show(func(snap *tui.Snapshot) {
		snap.Lobby.Invitations = []tui.OpenGame{{ID: 13, Creator: "bob", Ruleset: game.Xaya()}}
	})
	s.seesNot(offered)
	s.show(func(snap *tui.Snapshot) {
		snap.Lobby.Invitations = []tui.OpenGame{{ID: 13, Creator: "bob", Ruleset: game.Classic()}}
	})
	s.sees(offered)
}

// Once the headline was cut beside the clock, just before it said that the player wins.
func TestALongHeadlineIsShownWhole(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots("E5", "A1").do(
		game.Challenge{By: game.Joiner})
	s := newStage(t, &backend{snap: told.shown()}, 80, 24, program.Options{Game: 12})
	s.sees("Bob accused you of cheating; your turn: the proof of the board, sent", "automatically.", " left")
}

// Once a game that ended while the player was in the lobby was gone without a word.
func TestTheLobbyReportsAGameThatEndedMeanwhile(t *testing.T) {
	s := atLobby(t)
	s.show(func(snap *tui.Snapshot) {
		snap.Lobby.Running[1].Over, snap.Lobby.Running[1].OwnBot, snap.Lobby.Running[1].Next = true, true, "over: you won"
	})
	s.sees("over: you won")
	s.press("b")
	s.sees("Play against a bot")
	require.Equal(t, "2 games continue, your turn in 1, 2 clocks running; battleshipd play shows the lobby.",
		s.model.Farewell())
}

// offChain are games of which the first ones are played off-chain.
func offChain(games []tui.RunningGame, n int) []tui.RunningGame {
	games = slices.Clone(games)
	for i := range n {
		games[i].OffChain = true
	}
	return games
}

// Once the program ended without a word about games whose clocks ran on.
func TestTheProgramEndsWithItsTasks(t *testing.T) {
	running := lobby().Running
	for want, tc := range map[string]struct {
		running []tui.RunningGame
		passing bool
	}{
		"": {running: running, passing: true},
		"Game 12 continues, your turn in 1, 1 clock running; battleshipd play shows the lobby.": {running: running[:1]},
		"2 games continue, 2 clocks running; battleshipd play shows the lobby.":                 {running: running[1:]},
		"Game 12 continues, your turn in 1; battleshipd play shows the lobby.": {
			running: offChain(running[:1], 1),
		},
		"2 games continue; battleshipd play shows the lobby.": {
			running: offChain(running[1:], 2),
		},
		"2 games continue, 1 clock running; battleshipd play shows the lobby.": {
			running: offChain(running[1:], 1),
		},
	} {
		snap := tui.Snapshot{Lobby: tui.Lobby{Running: tc.running}}
		s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Passing: tc.passing})
		require.Equal(t, want, s.model.Farewell())
	}
	s := newStage(t, &backend{snap: tui.Snapshot{}}, 80, 24, program.Options{})
	require.Empty(t, s.model.Farewell())
}
