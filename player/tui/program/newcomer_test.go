package program_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// What newcomers have stumbled over, each by a test of its own.

// Once K9 after a B fired at B9, and A11 at A1.
func TestAMistypedTileIsNotShotAt(t *testing.T) {
	for keys, says := range map[string]string{
		"B K 9": "K9 is not on the board, which goes from A1 to J10",
		"A 1 1": "A11 is not on the board, which goes from A1 to J10",
		"7":     "7 is no tile: type the column first, such as B7;",
		"s 5":   "S5 is not on the board",
	} {
		for _, fire := range []string{" enter", " space"} {
			s := classicGame(t)
			s.press(keys + fire)
			s.sees(says)
			require.Empty(t, s.backend.acts, keys)
			s.press("enter esc up enter")
			require.Len(t, s.backend.acts, 1, "%s: esc clears", keys)
		}
	}
}

func TestTypedCharactersAreShown(t *testing.T) {
	s := classicGame(t)
	s.press("b")
	s.sees("Aim at B_: type the row, such as 7; esc clears.", "B_ A B C")
	s.press("1")
	s.sees("Aim at B1: enter fires, esc clears.", "B1_ A B C", "[·]")
	s.press("backspace 4")
	s.sees("Aim at B4: enter fires, esc clears.")
	require.Empty(t, s.backend.acts, "only enter fires")
	s.press("esc")
	s.seesNot("Aim at")
	s.sees("Your turn", "[○]")
	s.press("b 4 q x")
	s.sees("X is not on the board")
	s.show(func(snap *tui.Snapshot) { snap.Game = shot(t).Game })
	s.press("esc b 4")
	s.sees("Aim at B4: enter locks it, esc clears.")
	s.show(func(snap *tui.Snapshot) { snap.Game = middle(t).Game })
	s.press("enter")
	require.Equal(t, []tui.Act{tui.Shoot{Tile: tileOf(t, "B4")}}, s.backend.acts)
}

// Once the screens told a stranger that it had won, that it was its turn, and what the players had earned.
func TestAGameOfOthersIsOnlyWatched(t *testing.T) {
	begin := func() *story {
		s := newStory(t, game.Classic(), classicFleet, bobsFleet)
		s.Watching, s.Fleets[0] = true, nil
		return s
	}
	won := begin().join().shots(sinkAll()...)
	for name, c := range map[string]struct {
		story *story
		sees  []string
	}{
		"open":    {begin(), []string{"#12 classic of alice", "Waiting for an opponent."}},
		"toss":    {begin().do(game.Join{}), []string{"Alice's turn: the coin toss."}},
		"turn":    {begin().join(), []string{"alice against bob", "Alice's turn: the shot.", "Alice's board"}},
		"shot":    {begin().join().fire("E5"), []string{"Bob's turn: the answer to E5."}},
		"answers": {begin().join().shots("A1", "E5"), []string{"Alice fired at A1: hit.", "Bob fired at E5: miss."}},
		"conceded": {
			begin().join().do(game.Concede{By: game.Joiner}), []string{"gave up; alice's turn: the proof of the board."},
		},
		"challenged": {
			begin().join().do(game.Challenge{By: game.Creator}), []string{"Alice accused", "of cheating;"},
		},
		"sunk": {won, []string{"fleet is sunk; alice's turn: the proof of the board."}},
		"over": {
			begin().join().do(game.Concede{By: game.Creator}).claim(),
			[]string{"won: alice gave up.", "board is checked."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			snap := c.story.shown()
			if snap.Duel().Names[game.Joiner] == "" && snap.Duel().State.Phase != game.PhaseOpen {
				snap.Duel().Names[game.Joiner] = "bob"
			}
			s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
			s.sees(c.sees...)
			s.seesNot("You", "you ", "Your", "your ", "Paid", "give up", "r again", "enter fire", "[", "enter")
			s.press("b 7 enter x y v y w y t y r y")
			s.click(tileOf(t, "C4"), tea.MouseLeft)
			require.Empty(t, s.backend.acts)
			require.Empty(t, s.backend.wishes)
			s.press("?")
			s.seesNot("aim  ", "give up")
			s.press("x q")
			s.sees("Your games")
		})
	}
}

// Once two players whose addresses alone are known were called the same in the log.
func TestTheLogDistinguishesAddresses(t *testing.T) {
	s := newStory(t, game.Classic(), classicFleet, bobsFleet).join().shots("A1", "E5")
	s.Watching, s.Names = true, [2]string{"ship1q0xw..7ps4", "ship1zzzz..k3aq"}
	st := newStage(t, &backend{snap: s.shown()}, 80, 24, program.Options{Game: 12})
	st.sees("..7ps4 A1  hit", "..k3aq E5  miss")
}

// Once the balance was left out when it did not fit.
func TestTheBalanceIsAlwaysThere(t *testing.T) {
	snap := middle(t)
	snap.Connection.Player, snap.Connection.Balance = "ship1q0xw..7ps4", "999999.989812 ANCHOR, 12345.67 SHIP"
	snap.Duel().Names[game.Joiner] = "ship1zzzz..k3aq"
	for _, width := range []int{80, 100, 140} {
		s := newStage(t, &backend{snap: snap}, width, 24, program.Options{Game: 12})
		s.sees("#12 classic", "999999.989812 ANCHOR, 12345.67 SHIP", "block 122")
	}
}

// Once any key hid that no node answers.
func TestNoKeyHidesThatNoNodeAnswers(t *testing.T) {
	s := classicGame(t)
	down := "no node answers at tcp://localhost:26657"
	s.show(func(snap *tui.Snapshot) { snap.Connection.Line, snap.Connection.Why = tui.LineDown, down })
	for _, keys := range []string{"up", "b", "esc", "x", "n", "q", "c", "esc", "enter"} {
		s.press(keys)
		s.sees("No node answers")
	}
	s.show(func(snap *tui.Snapshot) { snap.Connection.Line, snap.Connection.Why = tui.LineUp, "" })
	s.seesNot("No node answers")
}

// Once the last transaction stood below an ended game as if it were still on its way.
func TestNoTransactionIsReportedAfterTheEnd(t *testing.T) {
	for _, stage := range []text.Stage{text.StageSigning, text.StageSent, text.StageRetrying, text.StageIncluded} {
		snap := won(t)
		snap.Duel().Sending = text.Transaction{Stage: stage, What: "answer at J10, by itself", Height: 168}
		s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
		s.seesNot("J10, by itself", "Answer at")
	}
}

// Once a casual game ended without a word about its coins, of which the fees were paid.
func TestTheFeesOfAFreeGameAreShown(t *testing.T) {
	snap := won(t)
	snap.Duel().Coins = &tui.Coins{
		In: "nothing", Out: "nothing", Fees: "0.31 ANCHOR for 42 transactions", Net: "-0.31 ANCHOR",
	}
	s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
	s.sees("Fees   0.31 ANCHOR for 42 transactions", "Net    -0.31 ANCHOR")
}

// Once what had been entered long ago stood in the lobby for ever.
func TestNewsOfTheLobbyIsShownOnce(t *testing.T) {
	s := atLobby(t)
	s.show(func(snap *tui.Snapshot) {
		snap.Lobby.Sending = text.Transaction{Stage: text.StageSent, What: "create a classic game"}
		snap.Lobby.Notice = "your board's secret is in a file"
	})
	s.press("down")
	s.sees("Create a classic game: sent, waiting for a block.")
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Sending.Stage, snap.Lobby.Sending.Height = text.StageIncluded, 7 })
	s.sees("Create a classic game: in block 7.")
	s.press("down")
	s.sees("Your board's secret is in a file.")
	s.press("down")
	s.seesNot("in block 7", "secret")
	s.show(func(snap *tui.Snapshot) { snap.Lobby.Sending.Height = 9 })
	s.sees("Create a classic game: in block 9.")
}

// Once a game that waited for one player alone did not say for whom.
func TestTheInvitedIsNamed(t *testing.T) {
	snap := waiting(t)
	snap.Duel().Invited = "carol"
	s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
	s.sees("Waiting for carol to join.")
}

// Once the player's own bot was called by its address.
func TestTheOwnBotIsCalledSo(t *testing.T) {
	snap := middle(t)
	snap.Duel().OwnBot, snap.Duel().Names[game.Joiner] = true, "ship1zzzz..k3aq"
	s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
	s.sees("against your bot", "Your bot   ", "Your bot fired at J10", "bot J10 sunk")
	s.seesNot("ship1")
}

// Once the log said "you was late".
func TestTheLogReportsYourTimeout(t *testing.T) {
	told := newStory(t, game.Classic(), classicFleet, bobsFleet).join()
	told.Height += 100
	s := newStage(t, &backend{snap: told.do(game.Expire{}).shown()}, 80, 24, program.Options{Game: 12})
	s.sees("you ran out of time")
}

// Once the title of a game to join was cut at its clock.
func TestTheTitleOfAGameToJoinIsShownWhole(t *testing.T) {
	s := atLobby(t)
	s.backend.quote.Title = "Join game 2000 against ship1q0xw..7ps4: a classic game, 3 days a move"
	s.press("c enter")
	s.sees("Join game 2000 against ship1q0xw..7ps4: a classic", "game, 3 days a move", "J9 down")
}

// Once a game that is not there was looked up for ever.
func TestAnUnknownGameIsReported(t *testing.T) {
	s := newStage(t, &backend{snap: tui.Snapshot{NoGame: "there is no game 99"}}, 80, 24, program.Options{Game: 99})
	s.sees("There is no game 99.")
	s.seesNot("Looking up")
	s.press("q")
	s.sees("Your games")
}

// A player who looks at another window sees on the title of this one that it is to shoot.
func TestTheTerminalsTitleShowsTheTurn(t *testing.T) {
	for want, snap := range map[string]tui.Snapshot{
		"Battleship: your turn": middle(t), "Battleship: waiting": shot(t), "Battleship: over": won(t),
		"Battleship": watched(t),
	} {
		s := newStage(t, &backend{snap: snap}, 80, 24, program.Options{Game: 12})
		require.Equal(t, want, s.model.View().WindowTitle)
	}
}

// A node that lies could write sequences for the terminal into a reason, a name or a log.
func TestControlSequencesFromANodeAreFiltered(t *testing.T) {
	const lie = "\x1b]52;c;aGk=\a\u009b2J\u202e"
	snap := middle(t)
	snap.Connection.Player, snap.Connection.Why = "mallory"+lie, "the node says "+lie
	snap.Duel().Names[1], snap.Duel().Notice, snap.Duel().LogNote = "mallory"+lie, "no "+lie, "no "+lie
	s := newStage(t, &backend{snap: snap}, 100, 30, program.Options{Game: 12})
	view := s.model.View()
	s.sees("mallory")
	for _, harmful := range []string{"\x1b]", "\a", "\u009b", "\u202e"} {
		require.NotContains(t, view.Content, harmful)
		require.NotContains(t, view.WindowTitle, harmful)
	}
}
