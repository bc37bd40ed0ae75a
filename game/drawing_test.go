package game_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// drawn is playedState as a person sees it.
const drawn = `ruleset   classic
clock     turn 9, claim 9
phase     play
owes      answer
actor     joiner
first     creator
deadline  10
pending   C5
reason    none
second    none
winner    none
    creator 4/17 hit             joiner 4/17 hit
    A B C D E F G H I J          A B C D E F G H I J
 1  . . . . . . . . . .       1  . . . . . . . . . .
 2  . . . . . . . . . .       2  . . . . . . . . . .
 3  . . . . . . . . . .       3  . . . . . . . . . .
 4  . . . . . . . . . .       4  . . . . . . . . . .
 5  x x . . . . . . . .       5  x x ? . . . . . . .
 6  . . . . . . . . . .       6  . . . . . . . . . .
 7  . . . . . . . . . .       7  . . . . . . . . . .
 8  . . . . . . . . . .       8  . . . . . . . . . .
 9  # # . . . . . . . .       9  # # . . . . . . . .
10  . . . . . . . . . .      10  . . . . . . . . . .
sunk      creator: destroyer A9h
sunk      joiner: destroyer A9h`

func TestStateDrawing(t *testing.T) {
	s, _ := playedState(t)
	if got := s.String(); got != drawn {
		t.Errorf("expected\n%s\ngot\n%s", drawn, got)
	}
	if got := s.Boards(); !strings.Contains(drawn, "\n"+got+"\nsunk") {
		t.Errorf("expected the boards of\n%s\ngot\n%s", drawn, got)
	}
	for _, line := range strings.Split(drawn, "\n") {
		if strings.TrimRight(line, " ") != line {
			t.Errorf("expected no space at the end of %q", line)
		}
	}
	if _, err := game.ParseState(drawn + "\n"); err != nil {
		t.Errorf("expected a line feed at the end to be ignored, got %v", err)
	}
}

// TestProvenDrawings: a proven ruleset adds a line that says whether the game keeps claims.
func TestProvenDrawings(t *testing.T) {
	for _, name := range []string{"none", "kept"} {
		text := strings.Replace(drawn, "classic\n"+clock, "classic-zk\n"+clock+"claims    "+name+"\n", 1)
		text = strings.NewReplacer("#", "x", ": destroyer A9h", ": none").Replace(text)
		s, err := game.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.String(); got != text || s.ProvenClaims != (name == "kept") {
			t.Errorf("expected\n%s\ngot\n%s", text, got)
		}
		checkState(t, s)
	}
}

// clock is the second line of drawn.
const clock = "clock     turn 9, claim 9\n"

func TestBadStateDrawings(t *testing.T) {
	for name, tc := range map[string]struct {
		old, new string
		want     error
	}{
		"an unknown ruleset":          {"classic", "chess", game.ErrDrawing},
		"another ruleset":             {"classic", "xaya", game.ErrDrawing},
		"no ruleset":                  {"ruleset   classic\n", "", game.ErrDrawing},
		"a bad clock":                 {"turn 9, claim 9", "turn 9", game.ErrDrawing},
		"a clock in words":            {"turn 9", "turn nine", game.ErrDrawing},
		"a claim in words":            {"claim 9", "claim nine", game.ErrDrawing},
		"a clock with a sign":         {"turn 9", "turn +9", game.ErrDrawing},
		"an unknown phase":            {"phase     play", "phase     pause", game.ErrDrawing},
		"no phase":                    {"phase     play", "phase     ", game.ErrDrawing},
		"a wrong phase":               {"phase     play", "phase     toss", game.ErrState},
		"an unknown obligation":       {"owes      answer", "owes      money", game.ErrDrawing},
		"an unknown player":           {"actor     joiner", "actor     alice", game.ErrDrawing},
		"an unknown first":            {"first     creator", "first     alice", game.ErrDrawing},
		"another first":               {"first     creator", "first     joiner", game.ErrState},
		"nobody first in play":        {"first     creator", "first     none", game.ErrDrawing},
		"no first":                    {"first     creator\n", "", game.ErrDrawing},
		"a deadline in words":         {"deadline  10", "deadline  soon", game.ErrDrawing},
		"no deadline":                 {"deadline  10", "deadline  none", game.ErrClock},
		"a deadline with a zero":      {"deadline  10", "deadline  010", game.ErrDrawing},
		"a pending shot off":          {"pending   C5", "pending   K5", game.ErrDrawing},
		"no pending shot":             {"pending   C5", "pending   none", game.ErrState},
		"a pending shot elsewhere":    {"pending   C5", "pending   D5", game.ErrDrawing},
		"an unknown reason":           {"reason    none", "reason    luck", game.ErrDrawing},
		"an unknown second claim":     {"second    none", "second    shot", game.ErrDrawing},
		"a second claim in play":      {"second    none", "second    open", game.ErrState},
		"a winner too early":          {"winner    none", "winner    joiner", game.ErrDrawing},
		"a wrong number of hits":      {"creator 4/17 hit", "creator 5/17 hit", game.ErrDrawing},
		"a mark missing":              {" 2  . .", " 2  .", game.ErrDrawing},
		"a mark too many":             {" 2  . .", " 2  . . .", game.ErrDrawing},
		"an unknown mark":             {" 2  . .", " 2  . *", game.ErrDrawing},
		"a wrong row number":          {" 2  . .", " 3  . .", game.ErrDrawing},
		"a row missing":               {" 2  . . . . . . . . . .       2  . . . . . . . . . .\n", "", game.ErrDrawing},
		"a hit drawn as sunk":         {" 5  x x", " 5  # #", game.ErrDrawing},
		"a sunk ship drawn as a hit":  {" 9  # #", " 9  x x", game.ErrDrawing},
		"a second pending shot":       {" 2  . .", " 2  . ?", game.ErrDrawing},
		"a shot that was never fired": {" 2  . .", " 2  o o", game.ErrState},
		"a sunk ship not listed":      {"creator: destroyer A9h", "creator: none", game.ErrDrawing},
		"a sunk ship elsewhere":       {"creator: destroyer A9h", "creator: destroyer A8h", game.ErrState},
		"a sunk ship of no class":     {"creator: destroyer A9h", "creator: frigate A9h", game.ErrDrawing},
		"a sunk ship of no place":     {"creator: destroyer A9h", "creator: destroyer", game.ErrDrawing},
		"sunk ships of nobody":        {"sunk      creator", "sunk      alice", game.ErrDrawing},
		"a space too many":            {"phase     play", "phase      play", game.ErrDrawing},
		"a space at the end":          {"phase     play", "phase     play ", game.ErrDrawing},
		"tabs":                        {" 2  . .", " 2\t. .", game.ErrDrawing},
		"carriage returns":            {"\n", "\r\n", game.ErrDrawing},
		"a line after the end":        {"joiner: destroyer A9h", "joiner: destroyer A9h\n\n", game.ErrDrawing},
		"nothing":                     {drawn, "", game.ErrDrawing},
		"half of it":                  {drawn[len(drawn)/2:], "", game.ErrDrawing},
		"without bound":               {drawn, strings.Repeat(drawn, 100), game.ErrDrawing},
		"claims and no proofs":        {"phase", "claims    none\nphase", game.ErrDrawing},
		"proofs and no claims":        {"classic\n", "classic-zk\n", game.ErrDrawing},
		"claims in words":             {"classic\n" + clock, "classic-zk\n" + clock + "claims    perhaps\n", game.ErrDrawing},
		"claims above the clock":      {"classic\n" + clock, "classic-zk\nclaims    none\n" + clock, game.ErrDrawing},
		"claims twice": {
			"classic\n" + clock, "classic-zk\n" + clock + "claims    none\nclaims    none\n", game.ErrDrawing,
		},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(drawn, tc.old, tc.new, 1)
			if changed == drawn {
				t.Fatal("expected a change")
			}
			if s, err := game.ParseState(changed); !errors.Is(err, tc.want) {
				t.Errorf("expected error %v, got %v\n%s", tc.want, err, s)
			} else if len(err.Error()) > 400 {
				t.Errorf("expected a short error, got %d bytes", len(err.Error()))
			}
		})
	}
}
