package program_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
)

// atMelee is a program that shows a melee.
func atMelee(t testing.TB, snap tui.Snapshot) *stage {
	return newStage(t, &backend{snap: snap}, 80, 24, atTable)
}

func TestATargetOfAMeleeIsChosen(t *testing.T) {
	t.Run("by its name", func(t *testing.T) {
		s := atMelee(t, meleeMiddle(4)(t))
		s.hold = true
		s.press("C 4 enter")
		s.sees("Your aim at C4 is on its way.")
		s.press("D 4 enter")
		s.release()
		require.Equal(t, []tui.Act{tui.Aim{Tile: tileOf(t, "C4")}}, s.backend.acts)
	})
	t.Run("by the arrows", func(t *testing.T) {
		s := atMelee(t, meleeMiddle(4)(t))
		s.press("up enter")
		require.Equal(t, []tui.Act{tui.Aim{Tile: tileOf(t, "E4")}}, s.backend.acts)
	})
	t.Run("by a click", func(t *testing.T) {
		s := atMelee(t, meleeMiddle(4)(t))
		s.click(tileOf(t, "F10"), tea.MouseLeft)
		require.Equal(t, []tui.Act{tui.Aim{Tile: tileOf(t, "F10")}}, s.backend.acts)
	})
	t.Run("not where a bomb has fallen", func(t *testing.T) {
		s := atMelee(t, meleeMiddle(4)(t))
		s.press("B 7 enter")
		s.sees("B7 was fired at before: choose another tile.")
		require.Empty(t, s.backend.acts)
	})
	t.Run("again if it has failed", func(t *testing.T) {
		s := atMelee(t, meleeMiddle(4)(t))
		s.backend.err = errors.New("no node answers")
		s.press("C 4 enter")
		s.sees("No node answers.")
		s.backend.err = nil
		s.press("enter")
		require.Len(t, s.backend.acts, 2)
	})
	t.Run("once in a round", func(t *testing.T) {
		s := atMelee(t, newTable(t, 4).begin().aim("C4", "-").shown())
		s.sees("Aimed at C4 in round 1, hidden until you fire.")
		s.press("D 4 enter")
		s.sees("Aimed at C4 in round 1, hidden until you fire.")
		require.Empty(t, s.backend.acts)
	})
	t.Run("not while others are waited for", func(t *testing.T) {
		s := atMelee(t, meleeReport(t))
		s.press("D 4 enter")
		s.sees("Round 2: waiting for bob and dave to report 4 tiles.")
		require.Empty(t, s.backend.acts)
	})
}

// A bomb falls on one's own board too, so nobody sinks its own ship without having been asked.
func TestABombOnOnesOwnShipIsAskedAbout(t *testing.T) {
	s := atMelee(t, meleeMiddle(4)(t))
	s.press("A 3")
	s.sees("Your own battleship lies at A3, and a bomb hits every board.")
	s.press("enter")
	s.sees("Aim at A3 in round 5? Your own battleship", "Press y for yes, n for no.")
	s.press("enter n")
	require.Empty(t, s.backend.acts)
	s.press("enter y")
	require.Equal(t, []tui.Act{tui.Aim{Tile: tileOf(t, "A3")}}, s.backend.acts)

	s = atMelee(t, meleeMiddle(4)(t))
	s.press("F 2 enter")
	s.sees("F2 was fired at before")
}

func TestAQuestionClosesWhenTheMeleeAdvances(t *testing.T) {
	s := atMelee(t, meleeMiddle(4)(t))
	s.press("A 3 enter")
	s.show(func(snap *tui.Snapshot) { snap.Game = meleeReport(t).Game })
	s.sees("The melee has moved on meanwhile.")
	s.press("y")
	require.Empty(t, s.backend.acts)
}

func TestActionsInAMeleeAreConfirmedAndSent(t *testing.T) {
	claim := func(t testing.TB) tui.Snapshot {
		return newTable(t, 2).begin().do(melee.Concede{By: 1}).shown()
	}
	for name, c := range map[string]struct {
		snap func(testing.TB) tui.Snapshot
		keys string
		asks string
		acts []tui.Act
	}{
		"leave an open table": {meleeOpen, "t y", "Leave? You get back 5 SHIP.", []tui.Act{tui.Leave{}}},
		"leave a full one":    {meleeReady, "t y", "Leave?", []tui.Act{tui.Leave{}}},
		"stay":                {meleeOpen, "t n", "Leave?", nil},
		"confirm": {
			meleeReady, "y y", "A player who has confirmed cannot", []tui.Act{tui.Confirm{}},
		},
		"give up":       {meleeMiddle(4), "x y", "Give up? Your stake", []tui.Act{tui.Concede{}}},
		"do not":        {meleeMiddle(4), "x esc", "Give up?", nil},
		"show a board":  {claim, "w y", "Prove your board?", []tui.Act{tui.Claim{}}},
		"nothing else":  {meleeMiddle(4), "t", "waiting for you and dave to aim", nil},
		"nor when open": {meleeOpen, "x", "Waiting for 2 more players (carol", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := atMelee(t, c.snap(t))
			first, rest, _ := strings.Cut(c.keys, " ")
			s.press(first)
			require.Contains(t, strings.Join(strings.Fields(s.model.Plain()), " "), c.asks)
			s.press(rest)
			require.Equal(t, c.acts, s.backend.acts)
		})
	}
}

func TestALongQuestionOfAMeleeIsShownWhole(t *testing.T) {
	snap := meleeMiddle(16)(t)
	snap.Melee().Risks[tui.Concede{}] = strings.Repeat("You lose much of it. ", 40) + "This is the end."
	s := atMelee(t, snap)
	s.press("x")
	s.sees("This is the end.", "Press y for yes, n for no.")
}

// On each size of terminal all boards and the whole log can be seen.
func TestEveryBoardOfAMeleeCanBeSeen(t *testing.T) {
	for _, size := range append([][2]int{{120, 40}}, sizes...) {
		s := newStage(t, &backend{snap: meleeMiddle(16)(t)}, size[0], size[1], atTable)
		seen := map[string]bool{}
		for range 6 {
			for _, name := range guests[1:] {
				if strings.Contains(s.model.Plain(), name+" ") {
					seen[name] = true
				}
			}
			s.press("tab")
		}
		for _, hits := range []string{"erin  2/10", "peggy 2/10", "rupert 2/10"} {
			found := false
			for range 6 {
				found = found || strings.Contains(s.model.Plain(), hits)
				s.press("tab")
			}
			require.True(t, found, "%s at %v", hits, size)
		}
		require.GreaterOrEqual(t, len(seen), len(guests)-2, "%v", seen)
	}
}

// Everything of a table of four is seen at once.
func TestAMeleeOfFourIsSeenAtOnce(t *testing.T) {
	for _, size := range sizes {
		s := newStage(t, &backend{snap: meleeMiddle(4)(t)}, size[0], size[1], atTable)
		for _, text := range []string{"Your board", "sunk 3", "3/10", "2/10", "to aim", "aimed", "Log", "59 blocks left"} {
			s.sees(text)
		}
	}
}

// Whoever watches sees each board large, and can do nothing.
func TestAMeleeIsWatched(t *testing.T) {
	s := atMelee(t, meleeWatched(t))
	for _, want := range []string{"    alice ", "    bob ", "    carol ", "    dave ", "    alice "} {
		s.sees(want)
		s.press("right")
	}
	s.press("enter x t y w A 3 enter")
	require.Empty(t, s.backend.acts)
	s.press("q")
	s.sees("Your games")
}

func TestTheEndOfAMeleeIsReported(t *testing.T) {
	for name, c := range map[string]struct {
		snap func(testing.TB) tui.Snapshot
		sees []string
	}{
		"won": {
			meleeEnd,
			[]string{"You won after 6 rounds.", "1. you   won", "19 SHIP", "+14 SHIP", "4. dave  gave up in round 4"},
		},
		"drawn": {
			func(t testing.TB) tui.Snapshot {
				s := newTable(t, 2).begin()
				for _, tiles := range drawnRounds {
					s.round(strings.Fields(tiles)...)
				}
				return s.claim().shown()
			},
			[]string{"A draw of you and bob after", "1. you  draw", "1. bob  draw"},
		},
		"void": {
			func(t testing.TB) tui.Snapshot {
				return newTable(t, 2).begin().do(melee.Concede{By: 1}).late().late().shown()
			},
			[]string{"No winner after", "no board was proven."},
		},
		"not begun": {
			func(t testing.TB) tui.Snapshot { return newTable(t, 4).join(1).late().shown() },
			[]string{"The table was not full in time.", "Stakes and deposit are paid back."},
		},
		"lost": {
			func(t testing.TB) tui.Snapshot {
				return newTable(t, 2).begin().do(melee.Concede{By: 0}).claim().shown()
			},
			[]string{"Bob won after", "You gave up in round 1.", "2. you  gave up in round 1"},
		},
	} {
		t.Run(name, func(t *testing.T) { atMelee(t, c.snap(t)).sees(c.sees...) })
	}
}

// drawnRounds sink the first two fleets together: all of alice's ships, all of bob's but one, and then both last ones.
var drawnRounds = []string{
	"A3 B5", "B3 C5", "C3 D5", "D3 E5", "F2 B7", "G2 C7", "H2 D7", "H5 B9", "H6 C9", "J9 J1",
}

func TestMeleesStandInTheLobby(t *testing.T) {
	at := func(t *testing.T) *stage {
		return newStage(t, &backend{
			snap: lobbyMelees(t), quote: quote(), id: 33, fleet: fleetOf(t, melee.Ruleset(), meleeFleets[0]),
		}, 80, 24, program.Options{})
	}
	t.Run("a running one is opened", func(t *testing.T) {
		s := at(t)
		s.press("enter")
		require.Equal(t, uint64(30), s.backend.focus)
		s.sees("Looking up the melee.")
		s.press("q")
		s.sees("Your games")
	})
	t.Run("an open one is left", func(t *testing.T) {
		s := at(t)
		s.press("down t")
		m := *meleeOpen(t).Melee()
		m.ID = 31
		s.show(func(snap *tui.Snapshot) { snap.Game = &m })
		s.sees("Leave?")
		s.press("y")
		require.Equal(t, []tui.Act{tui.Leave{}}, s.backend.acts)
	})
	t.Run("one is joined", func(t *testing.T) {
		s := at(t)
		s.press(strings.Repeat("down ", 9) + "enter")
		require.Equal(t, tui.WishJoin, s.backend.wishes[0].Kind)
		require.Equal(t, text.Melee, s.backend.wishes[0].Of)
		require.Equal(t, uint64(33), s.backend.wishes[0].ID)
		s.sees("battleship  □□□□    placed", "all shoot at once")
		s.press("enter y")
		require.Equal(t, []game.Fleet{fleetOf(t, melee.Ruleset(), meleeFleets[0])}, s.backend.fleets)
		s.sees("#33 melee", "Looking up the melee.")
	})
	t.Run("an invitation is declined", func(t *testing.T) {
		s := at(t)
		s.press(strings.Repeat("down ", 6) + "d")
		s.sees("Decline melee 32 of bob?")
		s.press("y")
		require.Equal(t, []tui.Act{tui.Decline{}}, s.backend.acts)
	})
	t.Run("one is opened", func(t *testing.T) {
		s := at(t)
		s.press("e right down")
		s.write("carol,dave,erin,frank")
		s.press("down right")
		s.sees("play for a", "with people you trust", "Players     5")
		s.press("down right enter")
		require.Len(t, s.backend.wishes, 1)
		w := s.backend.wishes[0]
		require.Equal(t, tui.Wish{
			Kind: tui.WishCreate, Of: text.Melee, Ruleset: w.Ruleset, Players: 5, Invited: "carol,dave,erin,frank",
			Stake: "1 SHIP", Clock: "10m",
		}, w)
		require.Equal(t, "melee", w.Ruleset.Name)
		s.press("enter y")
		s.sees("#33 melee")
	})
}

// What is typed stays in sight where it is longer than the line.
func TestALongListOfInvitedIsTypedInSight(t *testing.T) {
	s := newStage(t, &backend{snap: lobbyMelees(t)}, 80, 24, program.Options{})
	s.press("e down")
	s.write(strings.Repeat("ship1"+strings.Repeat("q", 38)+",", 14) + "lastone")
	s.sees("lastone_")
}

func TestAMeleeContinuesAfterAPlayerLeaves(t *testing.T) {
	for want, snap := range map[string]func(testing.TB) tui.Snapshot{
		"continues. Round 5: waiting for you and dave to aim (59s left).\n":   meleeMiddle(4),
		"continues. Round 2: waiting for bob and dave to report 4 tiles (58s": meleeReport,
		"continues. Waiting for 2 more players (carol and ship1q0x...7ps4)":   meleeOpen,
	} {
		s := atMelee(t, snap(t))
		s.press("q")
		s.sees(want)
	}
}

// A backend that tells half of it breaks nothing.
func TestHalfAMeleeIsNotShown(t *testing.T) {
	for _, spoil := range []func(*tui.Melee){
		func(m *tui.Melee) { m.State.Ruleset = nil },
		func(m *tui.Melee) { m.State.Players = nil },
		func(m *tui.Melee) { m.Names = nil },
		func(m *tui.Melee) { m.Shares = nil },
		func(m *tui.Melee) { m.Fleets = m.Fleets[:1] },
		func(m *tui.Melee) { m.Me = 4 },
		func(m *tui.Melee) { m.ID = 31 },
	} {
		snap := meleeMiddle(4)(t)
		spoil(snap.Melee())
		atMelee(t, snap).sees("Looking up the melee.")
	}
}

// The terms of a melee with a stake once lost their last line, which says whom to play with, on the smallest terminal.
func TestRegressionTermsLoseBlankLinesBeforeWords(t *testing.T) {
	s := newStage(t, &backend{
		snap: lobbyMelees(t), fleet: fleetOf(t, melee.Ruleset(), meleeFleets[0]), quote: tui.Quote{
			Title: "Open a melee for 4, 1m a step, for 3 invited",
			Payments: []tui.Payment{
				{What: "stake", Amount: "5 ANCHOR", Fate: strings.Repeat("held ", 20)},
				{What: "deposit", Amount: "0.01 ANCHOR", Fate: strings.Repeat("held ", 20)},
				{What: "fees, at most", Amount: "1.0552 ANCHOR", Fate: strings.Repeat("yours ", 20)},
			},
			Notes: []string{strings.Repeat("Each round has three steps. ", 8), strings.Repeat("Trust. ", 22) + "The end"},
		},
	}, 80, 24, program.Options{})
	s.press("e enter enter")
	s.sees("Open a melee for 4", "1.0552 ANCHOR", "The end.", "Enter this game with this fleet?")
}

// A ranking once said "sunk in rou..".
func TestRegressionARankingFitsTheSmallestTerminal(t *testing.T) {
	snap := meleeEnd(t)
	snap.Melee().Shares = []string{"19.85 ANCHOR", "0.05 ANCHOR", "0.05 ANCHOR", "0.05 ANCHOR"}
	s := atMelee(t, snap)
	s.sees("1. you   won", "2. carol sunk 6", "4. dave  gave up 4", "19.85 ANCHOR")
}

// Whoever looked at another page when the melee ended once was not shown how.
func TestRegressionTheRankingIsFirstAtTheEnd(t *testing.T) {
	s := newStage(t, &backend{snap: meleeMiddle(4)(t)}, 80, 24, atTable)
	s.press("tab")
	s.seesNot("Ranking")
	s.show(func(snap *tui.Snapshot) { snap.Game = meleeEnd(t).Game })
	s.sees("Ranking")
	s.press("tab")
	s.show(func(snap *tui.Snapshot) { snap.Connection.Height++ })
	s.seesNot("Ranking")
}

// A player with a strike is told before the second one, which is the end, and after it why it is out.
func TestAPlayerWithAStrikeIsWarned(t *testing.T) {
	struck := newTable(t, 4).begin().aim("-", "C1", "D1", "E1").late().fire("-", "C1", "D1", "E1").report()
	s := atMelee(t, struck.shown())
	s.sees("You missed an aim; a second miss eliminates you.", "›!you")
	s.show(func(snap *tui.Snapshot) {
		snap.Game = struck.aim("-", "C2", "D2", "E2").late().shown().Game
	})
	s.sees("You missed a deadline in round 2 and were eliminated.", "eliminated 2")
	s.seesNot("enter aim")
}

// Names of a full table once were cut to two letters before the first round.
func TestRegressionNamesOfAFullTableAreEqual(t *testing.T) {
	for _, players := range []int{8, 16} {
		for _, size := range sizes {
			snap := newTable(t, players).join(players - 1).do(melee.Confirm{By: 2}).shown()
			s := newStage(t, &backend{snap: snap}, size[0], size[1], atTable)
			s.sees("to confirm", "confirmed", "Log")
			s.sees(guests[1:players]...)
		}
	}
	s := atMelee(t, meleeMiddle(8)(t))
	s.sees(" bob ", " carol ", " dave ", "..7ps4", " erin ", " frank ", "!grace ")
}

// What is due stands in the first line whole, whoever is named there.
func TestRegressionTheFirstLineOfAMeleeIsWhole(t *testing.T) {
	open := newTable(t, 8)
	for range 7 {
		open.Invited = append(open.Invited, "ship1q0x...7ps4")
	}
	struck := newTable(t, 4).begin().aim("-", "C1", "D1", "E1").late()
	silent := newTable(t, 4).begin().aim("-", "C1", "D1", "E1").late().fire("-", "C1", "D1", "E1").report().
		aim("-", "C2", "D2", "E2").late()
	for name, snap := range map[string]tui.Snapshot{
		"Waiting for 7 more players (ship1q0x...7ps4, ship1q0x...7ps4 and 5 others).": open.shown(),
		"You missed an aim; a second miss eliminates you.":                            struck.shown(),
		"You missed a deadline in round 2 and were eliminated.":                       silent.shown(),
	} {
		atMelee(t, snap).sees(name)
	}
}

// Once a row of the log named the bombs of a round and nobody who had aimed them.
func TestRegressionTheLogNamesBomberAndTarget(t *testing.T) {
	s := newTable(t, 4).begin().aim("B5", "C5", "B5", "J10").fire("B5", "C5", "B5", "J10").report()
	atMelee(t, s.shown()).sees("1: you and carol B5, bob C5, dave J10")
}

// A key once was offered that does nothing.
func TestRegressionMoreIsOfferedOnlyIfThereIsMore(t *testing.T) {
	for _, snap := range []tui.Snapshot{meleeOpen(t), meleeReady(t), newTable(t, 2).begin().shown()} {
		s := atMelee(t, snap)
		s.seesNot("tab more")
		before := s.model.Plain()
		s.press("tab")
		require.Equal(t, before, s.model.Plain())
	}
	atMelee(t, meleeMiddle(16)(t)).sees("tab more")
}

// What a fleet had reported before it was out of play once was drawn as unknown.
func TestRegressionMissesOfAFleetThatIsOutStay(t *testing.T) {
	s := newTable(t, 2).begin().round("B1", "C1").do(melee.Concede{By: 1}).claim()
	s.Fleets[1] = nil
	at := newStage(t, &backend{snap: s.shown()}, 80, 24, program.Options{Game: 30, Kind: text.Melee, ASCII: true})
	at.press("tab")
	at.sees(". o o . .")
	at.seesNot(". - - . .")
}

// The rows of keys once had no room for e beside an invitation.
func TestRegressionAMeleeIsOfferedBesideAnInvitation(t *testing.T) {
	s := newStage(t, &backend{snap: lobbyMelees(t)}, 80, 24, program.Options{})
	s.press(strings.Repeat("down ", 5))
	s.sees("enter join  d decline  b bot  m opponent  c game  e melee  q quit  ? keys")
}

func TestATableIsForAsManyAsAreInvited(t *testing.T) {
	s := newStage(t, &backend{snap: lobbyMelees(t)}, 80, 24, program.Options{})
	s.press("e down")
	s.write("bob,carol,dave,erin")
	s.sees("Players     5")
	s.write(",frank")
	s.sees("Players     6")
	s.press("up right down")
	s.sees("Players     7")
}

// The clock of a form once was explained as that of a duel.
func TestRegressionTheClockOfAMeleeIsExplained(t *testing.T) {
	s := newStage(t, &backend{snap: lobbyMelees(t)}, 80, 24, program.Options{})
	s.press("e down down down")
	s.sees("all aim, then all fire, then", "is a strike")
	s.seesNot("whoever is late loses")
}

// Where the aim lies once hid what the bombs of the round had hit on the small boards.
func TestRegressionTheAimHidesNoHitOnASmallBoard(t *testing.T) {
	s := newTable(t, 2).begin().aim("C1", "B5").fire("C1", "B5").report(0)
	at := newStage(t, &backend{snap: s.shown()}, 80, 24, program.Options{Game: 30, Kind: text.Melee, ASCII: true})
	at.press("up down left left left")
	at.sees("[?]", ". x . .")
}

// Names above small boards once were cut to two letters beside what became of a fleet.
func TestRegressionTheNameOfASunkFleetIsCut(t *testing.T) {
	snap := newTable(t, 7).begin().aim("A1", "A1", "A1", "A1", "A1", "A1", "-").late().
		fire("A1", "A1", "A1", "A1", "A1", "A1", "-").report(6).late().shown()
	s := newStage(t, &backend{snap: snap}, 100, 30, atTable)
	s.sees("frank  out")
	s.sees("eliminated 1")
}

// A board once showed more hits than its title counted, of bombs that fell when its player was out.
func TestRegressionBombsOnAFleetThatIsOutDoNotCount(t *testing.T) {
	s := newTable(t, 3).begin().round("B1", "C1", "F2").do(melee.Concede{By: 0}).round("A3", "B3")
	at := newStage(t, &backend{snap: s.shown()}, 80, 24, program.Options{Game: 30, Kind: text.Melee, ASCII: true})
	at.sees("Your board               1/10", "  2 .  .  .  .  .  x  =  =  .  .", "  3 =  =  =  =  .  .")
}

// The ranking of a large table once was cut where the terminal ended, and what it had brought was not told.
func TestRegressionTheRankingOfALargeTableIsCut(t *testing.T) {
	at := newStage(t, &backend{snap: meleeLargeEnd(t)}, 80, 24, atTable)
	pages := at.model.Plain()
	for range 2 {
		at.press("tab")
		pages += at.model.Plain()
	}
	for _, name := range guests[1:] {
		require.Regexp(t, "2[.] "+regexp.QuoteMeta(name[:3])+".* gave up", pages)
	}
	require.Contains(t, pages, "Net    +75 SHIP")
}

// A player who had left a full table once was told that it has confirmed.
func TestRegressionAPlayerThatLeftAFullTableSeesNoReason(t *testing.T) {
	s := newTable(t, 4).join(3).do(melee.Leave{By: 0})
	atMelee(t, s.shown()).sees("You left before the first round.", "not there")
	for seat := range s.State.Owes.All() {
		s.do(melee.Confirm{By: seat})
	}
	at := atMelee(t, s.shown())
	at.sees("You left before the first round.")
	at.press("A 1 enter x t y")
	require.Empty(t, at.backend.acts)
}
