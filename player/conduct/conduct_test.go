package conduct_test

import (
	"fmt"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/player/conduct"
)

const me, other = game.Creator, game.Joiner

// voyage is a game at sea whose states the rows of the table name: "join" is the one that the join has left, "me 2" the
// one after two moves, the second of which was this player's, and so on.
type voyage map[string]game.State

// newVoyage returns the states of a whole game in which this player is sunk, or sinks the other.
func newVoyage(r *game.Ruleset, loser game.Seat) voyage {
	// Whose board is shot at from the other end is not sunk first.
	g := channeltest.New(r, channeltest.Options{First: me})
	aim := func(s game.State) game.Tile {
		if s.Actor.Other() == loser {
			for _, ship := range g.Boards[loser].Fleet {
				tiles, err := r.Footprint(ship)
				if err != nil {
					panic(err)
				}
				for t := range tiles.Minus(s.Sides[loser].Answered).All() {
					return t
				}
			}
		}
		return channeltest.InOrder(s)
	}
	v := voyage{"join": g.Initial()}
	for i, turn := range g.Play(aim) {
		by := "me"
		if turn.Base.Actor == other {
			by = "other"
		}
		v[fmt.Sprintf("%s %d", by, i+1)] = turn.State
		v["end"] = turn.State
		if i == 3 || i == 4 {
			v[by+" gives up"] = g.After(turn.Base, g.Concession(turn.Base))
		}
	}
	return v
}

// TestTable is the table of Decide, row by row.
func TestTable(t *testing.T) {
	t.Parallel()
	lost, won := newVoyage(game.Classic(), me), newVoyage(game.Classic(), other)
	proven := newVoyage(game.ClassicZK(), other)
	late := func(s game.State) game.State {
		s, _, err := game.Step(s, game.Expire{}, s.Deadline+1)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	sea := func(v voyage) channel.Stand { return channel.Stand{State: v["join"], AtSea: true} }
	ashore := func(s game.State, heard ...game.Seat) channel.Stand {
		x := channel.Stand{State: s}
		for _, by := range heard {
			x.Heard[by] = true
		}
		return x
	}
	knows := func(s game.State) conduct.Newest { return conduct.Newest{State: s} }
	always := func(d conduct.Duty) [3]conduct.Duty { return [3]conduct.Duty{d, d, d} }
	patient := func(d conduct.Duty) [3]conduct.Duty { return [3]conduct.Duty{conduct.Resend, d, d} }
	play := [3]conduct.Duty{conduct.Play, conduct.Play, conduct.PostMove}
	unsure := func(s game.State) conduct.Newest { return conduct.Newest{State: s, Unsure: true} }
	conceded := conduct.Newest{State: lost["me gives up"], Base: lost["other 4"]}
	agreed := conceded
	agreed.Agreed = true
	var rows []row
	for name, c := range map[string]struct {
		x channel.Stand
		n conduct.Newest
		// want is the duty of who is calm, out of patience, and mute.
		want [3]conduct.Duty
	}{
		"at sea, won":                       {sea(won), knows(won["end"]), always(conduct.ClaimWith)},
		"at sea, won by a concession":       {sea(won), knows(won["other gives up"]), always(conduct.ClaimWith)},
		"at sea, won where all is proven":   {sea(proven), knows(proven["end"]), always(conduct.Post)},
		"at sea, lost":                      {sea(lost), knows(lost["end"]), patient(conduct.Post)},
		"at sea, gave up":                   {sea(lost), conceded, patient(conduct.PostBase)},
		"at sea, gave up, and agreed":       {sea(lost), agreed, patient(conduct.Post)},
		"at sea, I owe":                     {sea(lost), knows(lost["other 4"]), play},
		"at sea, I owe the toss":            {sea(lost), knows(lost["join"]), play},
		"at sea, the opponent owes":         {sea(lost), knows(lost["me 3"]), patient(conduct.Post)},
		"claim for me":                      {ashore(won["end"]), knows(won["me 3"]), always(conduct.Claim)},
		"claim for me by timeout":           {ashore(late(won["me 3"])), knows(won["end"]), always(conduct.Claim)},
		"claim against me":                  {ashore(lost["end"]), knows(lost["end"]), always(conduct.Wait)},
		"claim against me by timeout":       {ashore(late(lost["other 4"])), knows(lost["me 5"]), always(conduct.Wait)},
		"second claim":                      {ashore(late(lost["end"])), knows(lost["end"]), always(conduct.Claim)},
		"over":                              {ashore(proven["end"]), knows(proven["end"]), always(conduct.Wait)},
		"newer, won":                        {ashore(won["me 3"]), knows(won["end"]), always(conduct.ClaimWith)},
		"newer, won where all is proven":    {ashore(proven["me 3"]), knows(proven["end"]), always(conduct.Post)},
		"newer, lost":                       {ashore(lost["me 3"]), knows(lost["end"]), always(conduct.Post)},
		"newer, gave up, other unheard":     {ashore(lost["me 3"], me), conceded, always(conduct.PostBase)},
		"newer, gave up, base on chain":     {ashore(lost["other 4"], me), conceded, always(conduct.Move)},
		"newer, gave up, heard":             {ashore(lost["other 4"], other), conceded, always(conduct.Post)},
		"newer, gave up, agreed":            {ashore(lost["other 4"]), agreed, always(conduct.Post)},
		"newer, I owe":                      {ashore(lost["me 3"]), knows(lost["other 4"]), always(conduct.PostMove)},
		"newer, the opponent owes":          {ashore(lost["other 4"]), knows(lost["me 5"]), always(conduct.Post)},
		"not newer, I owe":                  {ashore(lost["other 4"]), knows(lost["other 4"]), always(conduct.Move)},
		"older, I owe on chain":             {ashore(lost["other 4"]), knows(lost["me 3"]), always(conduct.Move)},
		"older, the opponent owes on chain": {ashore(lost["me 5"]), knows(lost["other 4"]), always(conduct.Wait)},
		"not newer, the opponent owes":      {ashore(lost["me 5"]), knows(lost["me 5"]), always(conduct.Wait)},
		"at sea, I owe, unsure":             {sea(lost), unsure(lost["other 4"]), always(conduct.Post)},
		"at sea, I wait, unsure":            {sea(lost), unsure(lost["me 3"]), always(conduct.Post)},
		"at sea, won, unsure":               {sea(won), unsure(won["end"]), always(conduct.Post)},
		"newer, I owe, unsure":              {ashore(lost["me 3"]), unsure(lost["other 4"]), always(conduct.Post)},
		"not newer, I owe, unsure":          {ashore(lost["other 4"]), unsure(lost["other 4"]), always(conduct.Move)},
	} {
		rows = append(rows, newRow(t, name, c.x, c.n, c.want))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, want := range c.want {
				if got := conduct.Decide(c.x, c.n, me, i == 1, i == 2); got != want {
					t.Errorf("expected %s, got %s (out of patience: %t, mute: %t)", want, got, i == 1, i == 2)
				}
			}
			if c.want[2] == conduct.Play {
				t.Error("expected nothing signed by who must not")
			}
		})
	}
	checkVectors(t, rows)
}

// TestDuties names all duties, and knows which of them send something to the chain.
func TestDuties(t *testing.T) {
	t.Parallel()
	submits := map[conduct.Duty]bool{
		conduct.Wait: false, conduct.Play: false, conduct.Resend: false, conduct.Post: true, conduct.PostBase: true,
		conduct.PostMove: true, conduct.Move: true, conduct.Claim: true, conduct.ClaimWith: true,
	}
	seen := map[string]bool{}
	for d, want := range submits {
		if seen[d.String()] || d.Submits() != want {
			t.Errorf("expected a name of its own and %t, got %s and %t", want, d, d.Submits())
		}
		seen[d.String()] = true
	}
	if got := conduct.Duty(9).String(); got != "duty 9" {
		t.Errorf("expected duty 9, got %s", got)
	}
}
