package program_test

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// classicGame begins with the middle of a classic game, in which it is alice's turn.
func classicGame(t *testing.T) *stage {
	return newStage(t, &backend{snap: middle(t)}, 80, 24, program.Options{Game: 12})
}

// atLobby begins with a lobby, and can go on to place a fleet.
func atLobby(t *testing.T) *stage {
	return newStage(t, &backend{
		snap: lobbyAlone(t), fleet: fleetOf(t, game.Classic(), classicFleet), quote: quote(), id: 20,
	}, 80, 24, program.Options{})
}

func tileOf(t testing.TB, name string) game.Tile {
	t.Helper()
	tile, err := game.Classic().ParseTile(name)
	require.NoError(t, err)
	return tile
}

func TestAShotIsFiredByArrowsByNameAndByClick(t *testing.T) {
	for name, fire := range map[string]func(*stage){
		"arrows":     func(s *stage) { s.press("up left left space") },
		"its name":   func(s *stage) { s.press("c 4 enter") },
		"CAPITALS":   func(s *stage) { s.press("C 4 enter") },
		"both":       func(s *stage) { s.press("b 4 right enter") },
		"its click":  func(s *stage) { s.click(tileOf(s.t, "C4"), tea.MouseLeft) },
		"on its way": func(s *stage) { s.hold = true; s.press("C 4 enter enter enter"); s.release() },
	} {
		t.Run(name, func(t *testing.T) {
			s := classicGame(t)
			fire(s)
			require.Equal(t, []tui.Act{tui.Shoot{Tile: tileOf(t, "C4")}}, s.backend.acts)
		})
	}
}

func TestAShotThatCannotBeIsNotFired(t *testing.T) {
	t.Run("a tile that was shot at", func(t *testing.T) {
		s := classicGame(t)
		s.press("B 7 enter")
		s.sees("B7 was fired at before")
		require.Empty(t, s.backend.acts)
	})
	t.Run("a column without a row", func(t *testing.T) {
		s := classicGame(t)
		s.press("B enter")
		s.sees("Aim at B_: type the row, such as 7")
		require.Empty(t, s.backend.acts)
	})
	t.Run("the tile on its way", func(t *testing.T) {
		s := newStage(t, &backend{snap: shot(t)}, 80, 24, program.Options{Game: 12})
		s.press("F 6 enter")
		s.sees("Your shot at F6 is on its way.")
		require.Empty(t, s.backend.acts)
	})
	t.Run("a right click", func(t *testing.T) {
		s := classicGame(t)
		s.click(tileOf(t, "C4"), tea.MouseRight)
		require.Empty(t, s.backend.acts)
	})
}

// In the opponent's turn enter locks a tile, and esc unlocks it before it leaves the screen.
func TestATileIsLockedInTheOpponentsTurn(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots("E5")
	s := newStage(t, &backend{snap: told.shown()}, 80, 24, program.Options{Game: 12})
	s.sees("enter lock ")
	s.seesNot("enter fire", "unlock")
	s.press("C 4 enter")
	require.Equal(t, []tui.Act{tui.Lock{Tile: tileOf(t, "C4")}}, s.backend.acts)
	tile := tileOf(t, "C4")
	s.show(func(snap *tui.Snapshot) { snap.Duel().Locked = &tile })
	s.press("up")
	s.sees("C4 is locked, and fired at as soon as it is your turn; esc unlocks it.", "  4 · · + ·", "esc unlock")
	s.press("D 4 enter esc")
	s.sees("Your board")
	require.Equal(t, []tui.Act{tui.Lock{Tile: tileOf(t, "D4")}, tui.Unlock{}}, s.backend.acts[1:])

	// It is on its way as soon as the opponent's shot is there, and is not fired at a second time.
	told.fire("A1").Locked = &tile
	s.show(func(snap *tui.Snapshot) { snap.Game = told.shown().Game })
	s.sees("Your shot at C4 is on its way.", "  4 · · ?[")
	s.press("D 4 enter")
	require.Len(t, s.backend.acts, 3)
	s.press("esc esc")
	s.sees("Your games")
}

// A player that owes an answer may choose its next target meanwhile: the backend takes both.
func TestAShotIsTakenWhileAnAnswerIsOwed(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots("E5").fire("A1")
	s := newStage(t, &backend{snap: told.shown()}, 80, 24, program.Options{Game: 12})
	s.sees("Your turn: the answer to A1, sent automatically.")
	s.press("C 4 enter")
	require.Equal(t, []tui.Act{tui.Shoot{Tile: tileOf(t, "C4")}}, s.backend.acts)
}

func TestTheResultOfAShotIsInWords(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join()
	s := newStage(t, &backend{snap: told.shown()}, 80, 24, program.Options{Game: 12})
	s.hold = true
	s.press("A 9 enter")
	s.sees("Your shot at A9 is on its way.")
	told.fire("A9")
	s.show(func(snap *tui.Snapshot) { snap.Game = told.shown().Game })
	s.sees("Bob's turn: the answer to A9.")
	told.shots()
	answer, err := told.State.TrueAnswer(told.fleets[game.Joiner])
	require.NoError(t, err)
	told.do(answer)
	s.show(func(snap *tui.Snapshot) { snap.Game = told.shown().Game })
	s.sees("You fired at A9: hit.", "Bob's turn: the shot.")
	told.shots("A1", "B9")
	s.show(func(snap *tui.Snapshot) { snap.Game = told.shown().Game })
	s.sees("You fired at B9: hit, destroyer sunk.", "Bob fired at A1: miss.")
}

func TestAShotThatFailsCanBeFiredAgain(t *testing.T) {
	s := classicGame(t)
	s.backend.err = errors.New("no node answers at tcp://localhost:26657")
	s.press("C 4 enter")
	s.sees("No node answers at tcp://localhost:26657.")
	s.backend.err = nil
	s.press("enter")
	require.Len(t, s.backend.acts, 2)
	require.Equal(t, s.backend.acts[0], s.backend.acts[1])
}

func TestRegressionNoProofIsDemandedOffChain(t *testing.T) {
	s := classicGame(t)
	s.show(func(snap *tui.Snapshot) { snap.Duel().OffChain = true })
	require.NotContains(t, s.model.Plain(), "accuse")
	s.press("v")
	require.NotContains(t, s.model.Plain(), "Accuse of")
}

func TestALostLogIsRecoveredByAKey(t *testing.T) {
	s := classicGame(t)
	s.show(func(snap *tui.Snapshot) { snap.Duel().OffChain, snap.Duel().LogLost = true, true })
	s.sees("This game's moves are not on this machine:", "s recover")
	s.seesNot("enter fire", "give up")
	s.press("C 4 enter x s")
	require.Equal(t, []tui.Act{tui.Recover{}}, s.backend.acts)
}

func TestConcedingAsksFirstAndShowsTheCost(t *testing.T) {
	for name, c := range map[string]struct {
		keys string
		asks string
		acts []tui.Act
	}{
		"concede, yes":         {"x y", "Give up? You would lose the game, 5 SHIP", []tui.Act{tui.Concede{}}},
		"concede, no":          {"x n", "Give up?", nil},
		"concede, esc":         {"x esc", "Give up?", nil},
		"challenge, yes":       {"v y", "Accuse of cheating?", []tui.Act{tui.Challenge{}}},
		"a shot is not a yes":  {"x enter", "Give up?", nil},
		"a click is not a yes": {"x", "Give up?", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := classicGame(t)
			first, rest, _ := strings.Cut(c.keys, " ")
			s.press(first)
			words := strings.Join(strings.Fields(s.model.Plain()), " ")
			require.Contains(t, words, c.asks)
			s.click(tileOf(t, "C4"), tea.MouseLeft)
			s.press(rest)
			require.Equal(t, c.acts, s.backend.acts)
		})
	}
}

// A question that the game has overtaken is not answered any more.
func TestAQuestionClosesWhenTheGameAdvances(t *testing.T) {
	s := classicGame(t)
	s.press("x")
	s.show(func(snap *tui.Snapshot) { snap.Game = won(t).Game })
	s.sees("The game has moved on meanwhile.")
	s.press("y")
	require.Empty(t, s.backend.acts)
}

func TestALongQuestionIsShownWhole(t *testing.T) {
	snap := middle(t)
	snap.Duel().Risks[tui.Concede{}] = strings.Repeat("You lose much of it. ", 40) + "This is the end."
	s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
	s.press("x")
	s.sees("This is the end.", "Press y for yes, n for no.")
}

func TestTheClaimAndTheTakingBackAreOfferedWhereTheyArePossible(t *testing.T) {
	claim := newStory(t, game.Classic(), classicFleet, bobsFleet).join().do(game.Concede{By: game.Joiner})
	s := newStage(t, &backend{snap: claim.shown()}, 80, 24, program.Options{Game: 12})
	s.sees("Bob gave up; your turn: the proof of the board, sent automatically.")
	s.press("w y")
	require.Equal(t, []tui.Act{tui.Claim{}}, s.backend.acts)

	s = newStage(t, &backend{snap: waiting(t)}, 80, 24, program.Options{Game: 12})
	s.press("x t y")
	require.Equal(t, []tui.Act{tui.Cancel{}}, s.backend.acts)
}

func TestAnEndedGameIsPlayedAgain(t *testing.T) {
	b := &backend{snap: won(t), fleet: fleetOf(t, game.Classic(), classicFleet), quote: quote(), id: 21}
	s := newStage(t, b, 80, 24, program.Options{Game: 12})
	s.press("r enter y")
	require.Len(t, b.wishes, 1)
	require.Equal(t, tui.WishRematch, b.wishes[0].Kind)
	require.Equal(t, uint64(12), b.wishes[0].ID)
	require.Equal(t, uint64(21), b.focus)

	s = newStage(t, &backend{snap: won(t), quote: quote()}, 80, 24, program.Options{Game: 12})
	s.press("enter")
	s.sees("Place your fleet")
	s.backend.snap.Duel().Watching = true
	s = newStage(t, s.backend, 80, 24, program.Options{Game: 12})
	s.press("enter r")
	s.seesNot("Place your fleet")
}

func TestTheLobbyLeadsEverywhere(t *testing.T) {
	t.Run("to a running game and back", func(t *testing.T) {
		s := atLobby(t)
		s.press("down enter")
		require.Equal(t, uint64(14), s.backend.focus)
		s.press("q")
		require.Equal(t, uint64(0), s.backend.focus)
		s.sees("Your games")
	})
	t.Run("to an open game", func(t *testing.T) {
		s := atLobby(t)
		s.press("down down down down enter")
		require.Len(t, s.backend.wishes, 1)
		require.Equal(t, uint64(9), s.backend.wishes[0].ID)
		require.Equal(t, tui.WishJoin, s.backend.wishes[0].Kind)
		s.sees("Place your fleet")
		s.press("enter")
		s.sees("Enter this game with this fleet? y or n", "held; the winner takes both")
		require.Empty(t, s.backend.fleets, "nothing is sent before the yes")
		s.press("y")
		require.Equal(t, []game.Fleet{fleetOf(t, game.Classic(), classicFleet)}, s.backend.fleets)
		require.Equal(t, uint64(20), s.backend.focus)
	})
	t.Run("past an invitation", func(t *testing.T) {
		s := atLobby(t)
		s.press("d")
		s.sees("Only an invitation can be declined.")
		s.press("down down down d")
		s.sees("Decline game 15 of carol?")
		s.press("n d enter d")
		require.Empty(t, s.backend.acts)
		s.press("y")
		require.Equal(t, []tui.Act{tui.Decline{}}, s.backend.acts)
	})
	t.Run("to the taking back of a game", func(t *testing.T) {
		s := atLobby(t)
		s.press("t")
		s.sees("Only an open game of your own can be taken back.")
		s.press("down down t")
		require.Equal(t, uint64(17), s.backend.focus)
		s.press("y")
		require.Empty(t, s.backend.acts, "not before it is said what comes of it")
		g := *waiting(t).Duel()
		g.ID = 17
		s.show(func(snap *tui.Snapshot) { snap.Game = &g })
		s.sees("Cancel? Your deposit comes back.")
		s.press("y")
		require.Equal(t, []tui.Act{tui.Cancel{}}, s.backend.acts)
	})
	t.Run("to a match", func(t *testing.T) {
		s := atLobby(t)
		s.press("m down right down right right down right enter")
		require.Len(t, s.backend.wishes, 1)
		w := s.backend.wishes[0]
		require.Equal(t, tui.WishMatch, w.Kind)
		require.Equal(t, []string{"1 SHIP", "3d"}, []string{w.Stake, w.Clock})
		require.True(t, w.Casual)
	})
	t.Run("to a game of one's own", func(t *testing.T) {
		s := atLobby(t)
		s.press("c right down")
		s.write("2.5")
		s.press("space S H I P backspace backspace backspace backspace")
		s.write("SHIP")
		s.press("down down down down")
		s.write("carol?")
		s.press("backspace enter")
		require.Len(t, s.backend.wishes, 1)
		w := s.backend.wishes[0]
		require.Equal(t, tui.WishCreate, w.Kind)
		require.Equal(t, "xaya", w.Ruleset.Name)
		require.Equal(t, []string{"2.5 SHIP", "1m", "carol"}, []string{w.Stake, w.Clock, w.Opponent})
	})
	t.Run("out", func(t *testing.T) {
		s := atLobby(t)
		s.press("q")
		require.True(t, s.quit)
	})
}

func TestAGameThatCannotBeEnteredHasAReason(t *testing.T) {
	s := atLobby(t)
	s.backend.err = errors.New("expected at least 5 SHIP, you have 1 SHIP")
	s.press("c enter")
	s.sees("Expected at least 5 SHIP, you have 1 SHIP.", "New game")
	s.backend.err = nil
	s.press("enter enter")
	s.sees("Enter this game")
	s.backend.err = errors.New("the chain refused: somebody else has joined it")
	s.press("y")
	s.sees("The chain refused: somebody else has joined it.", "n back")
	s.press("n esc")
	s.sees("Your games")
}

// A reply that comes after the player has left is not acted upon.
func TestALateReplyChangesNothing(t *testing.T) {
	s := atLobby(t)
	s.press("c")
	s.hold = true
	s.press("enter esc")
	s.release()
	s.sees("Your games")
	require.Len(t, s.backend.wishes, 1)
}

func TestTheChosenGameStaysChosen(t *testing.T) {
	s := atLobby(t)
	s.press("down")
	s.sees("› #14")
	s.show(func(snap *tui.Snapshot) {
		l := lobby()
		l.Running = append([]tui.RunningGame{{ID: 99, Ruleset: game.Xaya(), Opponent: "dave"}}, l.Running...)
		snap.Lobby = l
	})
	s.sees("› #14", "#99")
}

func TestTheFilterHidesOtherGames(t *testing.T) {
	s := atLobby(t)
	s.press("/")
	s.write("5 ship")
	s.sees("Show open games with: 5 ship_")
	s.seesNot("#9 ")
	s.press("enter q")
	require.True(t, s.quit)
}

func TestAQuestionMarkIsTextWhereTextIsTyped(t *testing.T) {
	s := atLobby(t)
	s.press("/ ?")
	s.sees("Show open games with: ?_")
	s.press("esc ?")
	s.sees("Marks", "any key goes back")
	s.press("q")
	s.sees("Your games")
	require.False(t, s.quit)
}

func TestAFleetIsPlaced(t *testing.T) {
	place := func(t *testing.T) *stage {
		s := atLobby(t)
		s.press("c enter")
		s.sees("Place your fleet")
		return s
	}
	t.Run("by hand", func(t *testing.T) {
		s := place(t)
		s.press("z enter")
		for i := range 4 { // each ship two lines below the one before, at the left
			s.press(strings.Repeat("left ", 9) + strings.Repeat("down down ", i+1) + []string{"enter", "space"}[i%2])
		}
		s.press("enter y")
		require.Equal(t, []game.Fleet{fleetOf(t, game.Classic(), bobsFleet)}, s.backend.fleets)
	})
	t.Run("by clicks", func(t *testing.T) {
		s := place(t)
		s.press("z")
		for _, name := range []string{"A1", "A3", "A5", "A7", "A9"} {
			s.click(tileOf(t, name), tea.MouseLeft)
		}
		s.press("enter y")
		require.Equal(t, []game.Fleet{fleetOf(t, game.Classic(), bobsFleet)}, s.backend.fleets)
	})
	t.Run("turned at the edge", func(t *testing.T) {
		s := place(t)
		s.press("z r down down down down down down down down down down r")
		s.press("enter")
		s.sees("carrier     □□□□□   placed      A6 across")
	})
	t.Run("with its coordinates", func(t *testing.T) {
		s := place(t)
		s.press("z right right r down")
		s.sees("carrier     □□□□□   to place    C2 down", "esc back")
		s.press("q")
		s.sees("Your games")
	})
	t.Run("not on top of another", func(t *testing.T) {
		s := place(t)
		s.press("z enter" + strings.Repeat(" left", 9))
		s.sees("The battleship overlaps the carrier at A1.")
		s.press("enter")
		s.sees("battleship  □□□□    to place")
		require.Empty(t, s.backend.fleets)
	})
	t.Run("not sent while it is illegal", func(t *testing.T) {
		s := place(t)
		s.press("down enter")
		s.sees("The carrier overlaps the battleship at C4.", "Place your fleet")
		require.Empty(t, s.backend.fleets)
	})
	t.Run("shuffled anew", func(t *testing.T) {
		s := place(t)
		s.backend.fleet = fleetOf(t, game.Classic(), bobsFleet)
		s.press("s")
		s.sees("A1 across", "A9 across")
	})
	t.Run("cleared before the shuffled one comes", func(t *testing.T) {
		s := place(t)
		s.hold = true
		s.press("s z")
		s.release()
		s.sees("carrier     □□□□□   to place")
	})
}

// Practice has no terms, so nobody is asked to accept any.
func TestAGameWithoutTermsIsEnteredAtOnce(t *testing.T) {
	b := &backend{fleet: fleetOf(t, game.Classic(), classicFleet), quote: tui.Quote{Title: "Practice"}, id: 1}
	s := newStage(t, b, 80, 24, program.Options{Enter: &tui.Wish{Kind: tui.WishCreate, Ruleset: game.Classic()}})
	s.sees("Practice")
	s.press("enter")
	require.Equal(t, uint64(1), b.focus)
}

// Practice by a proven ruleset once said that the fee of a transaction was to be paid, and at its end that no board was
// shown, above both boards.
func TestRegressionPracticeIsFreeAndShowsBothBoards(t *testing.T) {
	notes := []string{"practice has no proofs"}
	b := &backend{
		fleet: fleetOf(t, game.Classic(), classicFleet), quote: tui.Quote{Title: "Practice", Notes: notes, Free: true}, id: 1,
	}
	s := newStage(t, b, 80, 24, program.Options{Enter: &tui.Wish{Kind: tui.WishCreate, Ruleset: game.Classic()}})
	s.press("enter")
	s.sees("Practice has no proofs.", "You pay nothing.")
	s.seesNot("fee of the transaction")

	snap := won(t)
	snap.Duel().Proven = [2]bool{}
	fleet := fleetOf(t, game.Classic(), classicFleet)
	snap.Duel().Fleets = [2]game.Fleet{fleet, fleet}
	s = newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
	s.sees("Both boards are shown.")
	s.seesNot("No board was shown")
}

func TestAProblemIsShownAndTheScreenStays(t *testing.T) {
	s := classicGame(t)
	s.show(func(snap *tui.Snapshot) {
		snap.Connection.Line = tui.LineSlow
		snap.Connection.Why = "the node is still catching up with the chain"
	})
	s.sees("The node is behind: what you see may be old.", "The node is still catching up with the chain.", "Your board")
	s.show(func(snap *tui.Snapshot) { snap.Connection.Line = tui.LineDown })
	s.sees("No node answers: what you see may be old.", "Your board")
	s.show(func(snap *tui.Snapshot) { snap.Connection.Line, snap.Connection.Why = tui.LineUp, "" })
	s.seesNot("No node answers", "behind")
}

func TestASmallTerminalShowsItsLimitAndRecovers(t *testing.T) {
	s := classicGame(t)
	for _, size := range [][2]int{{79, 24}, {80, 23}, {10, 3}, {1, 1}, {0, 0}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.press("up enter")
		_ = s.model.View()
	}
	s.send(tea.WindowSizeMsg{Width: 60, Height: 20})
	require.Contains(t, strings.Join(strings.Fields(s.model.Plain()), " "),
		"Battleship needs a terminal of 80 x 22 characters and this one has 60 x 20")
	acts := len(s.backend.acts)
	s.press("x y") // which gives up, where the question is drawn
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.sees("Your board")
	require.Len(t, s.backend.acts, acts, "a key must not act on a screen that is not drawn")
}

// Whatever a node says stays text: it cannot move the cursor, break a line or colour anything.
func TestANodesWordsAreOnlyText(t *testing.T) {
	s := classicGame(t)
	s.backend.err = errors.New("bad\x1b[2Jness\r\nover\ttwo\x00 lines\u202e")
	s.press("C 4 enter")
	s.sees("Bad[2Jness over two lines.")
	for _, char := range s.model.Plain() {
		require.False(t, char < ' ' && char != '\n' || char == '\u202e', "%q", char)
	}
}

func TestTheScreensEndWithTheBackend(t *testing.T) {
	s := classicGame(t)
	s.send(program.Snapshotted(tui.Snapshot{}, errors.New("the key was removed")))
	require.True(t, s.quit)
	require.EqualError(t, s.model.Err(), "the key was removed")

	s = classicGame(t)
	s.press("ctrl+c")
	require.True(t, s.quit)
	require.NoError(t, s.model.Err())
}

func TestLongTermsAreShownWhole(t *testing.T) {
	s := atLobby(t)
	s.backend.quote.Notes = []string{
		strings.Repeat("there is much to know about it. ", 12), strings.Repeat("and more. ", 20), "this is the end",
	}
	s.press("c enter enter")
	s.sees("21.21 ANCHOR", "This is the end.", "Enter this game with this fleet? y or n")
}

// A remark about the game as it stood is gone once it has gone on; what went wrong stays until it was seen.
func TestARemarkIsRemovedWhenTheGameAdvances(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots("E5")
	s := newStage(t, &backend{snap: told.shown()}, 80, 24, program.Options{Game: 12})
	s.press("E 5 enter")
	s.sees("E5 was fired at before")
	told.shots("A1")
	s.show(func(snap *tui.Snapshot) { snap.Game = told.shown().Game })
	s.seesNot("E5 was fired at before")

	s.backend.err = errors.New("the node refused it")
	s.press("C 4 enter")
	told.shots("C4")
	s.show(func(snap *tui.Snapshot) { snap.Game = told.shown().Game })
	s.sees("The node refused it.")
}

// The last keys and the end of the explanations were cut in the smallest terminal.
func TestRegressionTheKeysAreShownInPages(t *testing.T) {
	s := classicGame(t)
	s.press("q")
	s.send(tea.WindowSizeMsg{Width: tui.MinWidth, Height: tui.MinHeight})
	s.press("?")
	var pages []string
	for {
		page := s.model.Plain()
		pages = append(pages, page)
		require.Less(t, len(pages), 5)
		if strings.Contains(page, text.AnyKey) {
			break
		}
		require.Contains(t, page, text.AnyKeyMore)
		s.press("down")
	}
	all := strings.Join(strings.Fields(strings.Join(pages, " ")), " ")
	for _, want := range []string{"Keys", "leave the program", "You only decide where to shoot."} {
		require.Contains(t, all, want)
	}
	s.press("down")
	s.seesNot("leave the program")
}
