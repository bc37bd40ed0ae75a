package channelpolicy_test

import (
	"fmt"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	policy "github.com/battleship-chain/battleship/player/channelpolicy"
)

const me, other = game.Creator, game.Joiner

// channelGame maps names of states in the table to states: "join" is the one that the join has left, "me 2"
// the one after two moves, the second of which was this player's, and so on.
type channelGame map[string]game.State

// newChannelGame returns the states of a whole game in which this player is sunk, or sinks the other.
func newChannelGame(r *game.Ruleset, loser game.Seat) channelGame {
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
	v := channelGame{"join": g.Initial()}
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
	lost, won := newChannelGame(game.Classic(), me), newChannelGame(game.Classic(), other)
	proven := newChannelGame(game.ClassicZK(), other)
	late := func(s game.State) game.State {
		s, _, err := game.Step(s, game.Expire{}, s.Deadline+1)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	off := func(v channelGame) channel.ChainState { return channel.ChainState{State: v["join"], OffChain: true} }
	onChain := func(s game.State, responded ...game.Seat) channel.ChainState {
		x := channel.ChainState{State: s}
		for _, by := range responded {
			x.Responded[by] = true
		}
		return x
	}
	knows := func(s game.State) policy.Newest { return policy.Newest{State: s} }
	always := func(d policy.Duty) [3]policy.Duty { return [3]policy.Duty{d, d, d} }
	patient := func(d policy.Duty) [3]policy.Duty {
		return [3]policy.Duty{policy.Resend, d, d}
	}
	play := [3]policy.Duty{policy.Play, policy.Play, policy.SubmitMove}
	unsure := func(s game.State) policy.Newest { return policy.Newest{State: s, Unsure: true} }
	conceded := policy.Newest{State: lost["me gives up"], Base: lost["other 4"]}
	agreed, gone := conceded, conceded
	agreed.Agreed, gone.Unsure = true, true
	var rows []row
	for name, c := range map[string]struct {
		x channel.ChainState
		n policy.Newest
		// want is the duty of who is calm, out of patience, and mute.
		want [3]policy.Duty
	}{
		"off-chain, won":                     {off(won), knows(won["end"]), always(policy.ClaimWith)},
		"off-chain, won by a concession":     {off(won), knows(won["other gives up"]), always(policy.ClaimWith)},
		"off-chain, won where all is proven": {off(proven), knows(proven["end"]), always(policy.Submit)},
		"off-chain, lost":                    {off(lost), knows(lost["end"]), patient(policy.Submit)},
		"off-chain, gave up":                 {off(lost), conceded, patient(policy.SubmitBase)},
		"off-chain, gave up, and agreed":     {off(lost), agreed, patient(policy.Submit)},
		"off-chain, I owe":                   {off(lost), knows(lost["other 4"]), play},
		"off-chain, I owe the toss":          {off(lost), knows(lost["join"]), play},
		"off-chain, the opponent owes":       {off(lost), knows(lost["me 3"]), patient(policy.Submit)},
		"claim for me":                       {onChain(won["end"]), knows(won["me 3"]), always(policy.Claim)},
		"claim for me by timeout":            {onChain(late(won["me 3"])), knows(won["end"]), always(policy.Claim)},
		"claim against me":                   {onChain(lost["end"]), knows(lost["end"]), always(policy.Wait)},
		"claim against me by timeout": {
			onChain(late(lost["other 4"])), knows(lost["me 5"]), always(policy.Wait),
		},
		"second claim":                   {onChain(late(lost["end"])), knows(lost["end"]), always(policy.Claim)},
		"over":                           {onChain(proven["end"]), knows(proven["end"]), always(policy.Wait)},
		"newer, won":                     {onChain(won["me 3"]), knows(won["end"]), always(policy.ClaimWith)},
		"newer, won where all is proven": {onChain(proven["me 3"]), knows(proven["end"]), always(policy.Submit)},
		"newer, lost":                    {onChain(lost["me 3"]), knows(lost["end"]), always(policy.Submit)},
		"newer, gave up, other without a response": {onChain(lost["me 3"], me), conceded, always(policy.SubmitBase)},
		"newer, gave up, base on-chain":            {onChain(lost["other 4"], me), conceded, always(policy.Move)},
		"newer, gave up, responded":                {onChain(lost["other 4"], other), conceded, always(policy.Submit)},
		"newer, gave up, agreed":                   {onChain(lost["other 4"]), agreed, always(policy.Submit)},
		"newer, I owe": {
			onChain(lost["me 3"]), knows(lost["other 4"]), always(policy.SubmitMove),
		},
		"newer, the opponent owes":          {onChain(lost["other 4"]), knows(lost["me 5"]), always(policy.Submit)},
		"not newer, I owe":                  {onChain(lost["other 4"]), knows(lost["other 4"]), always(policy.Move)},
		"older, I owe on-chain":             {onChain(lost["other 4"]), knows(lost["me 3"]), always(policy.Move)},
		"older, the opponent owes on-chain": {onChain(lost["me 5"]), knows(lost["other 4"]), always(policy.Wait)},
		"not newer, the opponent owes":      {onChain(lost["me 5"]), knows(lost["me 5"]), always(policy.Wait)},
		"off-chain, I owe, unsure":          {off(lost), unsure(lost["other 4"]), always(policy.Submit)},
		"off-chain, I wait, unsure":         {off(lost), unsure(lost["me 3"]), always(policy.Submit)},
		"off-chain, won, unsure":            {off(won), unsure(won["end"]), always(policy.Submit)},
		"newer, I owe, unsure":              {onChain(lost["me 3"]), unsure(lost["other 4"]), always(policy.Submit)},
		"newer, won, unsure":                {onChain(won["me 3"]), unsure(won["end"]), always(policy.Submit)},
		"newer, gave up, unsure":            {onChain(lost["me 3"], me), gone, always(policy.SubmitBase)},
		"not newer, I owe, unsure":          {onChain(lost["other 4"]), unsure(lost["other 4"]), always(policy.Move)},
	} {
		rows = append(rows, newRow(t, name, c.x, c.n, c.want))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, want := range c.want {
				if got := policy.Decide(c.x, c.n, me, i == 1, i == 2); got != want {
					t.Errorf("expected %s, got %s (out of patience: %t, mute: %t)", want, got, i == 1, i == 2)
				}
			}
			if c.want[2] == policy.Play {
				t.Error("expected nothing signed by who must not")
			}
		})
	}
	checkVectors(t, rows)
}

// TestDuties names all duties, and knows which of them send something to the chain.
func TestDuties(t *testing.T) {
	t.Parallel()
	submits := map[policy.Duty]bool{
		policy.Wait: false, policy.Play: false, policy.Resend: false, policy.Submit: true, policy.SubmitBase: true,
		policy.SubmitMove: true, policy.Move: true, policy.Claim: true, policy.ClaimWith: true,
	}
	seen := map[string]bool{}
	for d, want := range submits {
		if seen[d.String()] || d.Submits() != want {
			t.Errorf("expected a name of its own and %t, got %s and %t", want, d, d.Submits())
		}
		seen[d.String()] = true
	}
	if got := policy.Duty(9).String(); got != "duty 9" {
		t.Errorf("expected duty 9, got %s", got)
	}
}
