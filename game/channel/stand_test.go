package channel_test

import (
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
)

// TestPost is the table of the rule: what the chain holds, who posts what, and what follows.
func TestPost(t *testing.T) {
	s := newStory(t, game.Classic())
	// In turn 3 the joiner answers and shoots; in turn 4 the creator does.
	early, third, fourth := s.turns[1], s.turns[3], s.turns[4]
	gaveUp := s.surrender(fourth)
	end, claim := s.last(), s.last().State
	sea, land := atSea(t, s.Game), ashore(third.State)
	late := sea.State.Deadline + 1
	for name, tc := range map[string]struct {
		given  channel.Stand
		sender *game.Seat
		proof  channel.Proof
		height int64 // 0: now
		state  game.State
		heard  [2]bool
		events []game.Event
		want   error
	}{
		"at sea a player brings no proof": {
			given: sea, sender: alice, state: s.Initial(), heard: [2]bool{true, false},
		},
		"at sea a player brings its own letter": {
			given: sea, sender: mover(third), proof: third.Letter, state: third.State, heard: [2]bool{false, true},
		},
		"at sea a player brings the other's letter": {
			given: sea, sender: other(third), proof: third.Letter, state: third.State, heard: [2]bool{true, false},
		},
		"at sea a player brings an old letter": {
			given: sea, sender: bob, proof: early.Letter, state: early.State, heard: [2]bool{false, true},
		},
		"at sea a player brings the end": {
			given: sea, sender: bob, proof: end.Letter, state: claim, heard: [2]bool{false, true},
			events: []game.Event{game.ClaimOpened{Claimant: claim.Actor, Reason: game.ReasonSunk, Deadline: now + 30}},
		},
		"at sea a third party brings a letter": {given: sea, proof: third.Letter, want: channel.ErrAtSea},
		"at sea in the block of the join": {
			given: sea, sender: alice, height: joined, want: game.ErrTurn,
		},
		"at sea in the block after the join": {
			given: sea, sender: alice, height: joined + 1, state: s.Initial(), heard: [2]bool{true, false},
		},
		"at sea in the last block of the lease": {
			given: sea, sender: alice, height: late - 1, state: s.Initial(), heard: [2]bool{true, false},
		},
		"at sea after the lease": {given: sea, sender: alice, height: late, want: game.ErrLate},
		"at sea the winner brings a surrender": {
			given: sea, sender: other(gaveUp), proof: gaveUp.Letter, state: gaveUp.State, heard: [2]bool{false, true},
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonConceded, Deadline: now + 30},
			},
		},
		"at sea the loser brings its surrender": {
			given: sea, sender: mover(gaveUp), proof: gaveUp.Letter, want: channel.ErrUnheard,
		},
		"at sea the loser brings its surrender that the winner has signed": {
			given: sea, sender: mover(gaveUp), proof: s.Both(gaveUp.State), state: gaveUp.State, heard: [2]bool{true, false},
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonConceded, Deadline: now + 30},
			},
		},
		"ashore a third party brings a newer letter": {
			given: land, sender: nobody, proof: fourth.Letter, state: fourth.State,
		},
		"ashore a third party leaves alone who was heard": {
			given: heard(land, joiner), sender: nobody, proof: fourth.Letter, state: fourth.State, heard: [2]bool{false, true},
		},
		"ashore a player brings a newer letter": {
			given: heard(land, joiner), sender: alice, proof: fourth.Letter, state: fourth.State, heard: [2]bool{true, true},
		},
		"ashore the same letter again": {given: land, sender: alice, proof: third.Letter, want: channel.ErrNotNewer},
		"ashore an older letter":       {given: land, sender: alice, proof: early.Letter, want: channel.ErrNotNewer},
		"ashore no proof":              {given: land, sender: alice, want: channel.ErrNotNewer},
		"ashore at the deadline": {
			given: land, sender: nobody, proof: fourth.Letter, height: now + 20, state: fourth.State,
		},
		"ashore after the deadline": {
			given: land, sender: nobody, proof: fourth.Letter, height: now + 21, want: game.ErrLate,
		},
		"ashore the loser brings its surrender, unheard the winner": {
			given: land, sender: mover(gaveUp), proof: gaveUp.Letter, want: channel.ErrUnheard,
		},
		"ashore the loser brings its surrender, heard the loser alone": {
			given: heard(land, creator), sender: mover(gaveUp), proof: gaveUp.Letter, want: channel.ErrUnheard,
		},
		"ashore the loser brings its surrender, heard the winner": {
			given: heard(land, joiner), sender: mover(gaveUp), proof: gaveUp.Letter, state: gaveUp.State,
			heard: [2]bool{true, true},
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonConceded, Deadline: now + 30},
			},
		},
		"ashore a third party brings a surrender": {
			given: land, sender: nobody, proof: gaveUp.Letter, want: channel.ErrUnheard,
		},
		"ashore a third party brings a surrender that both have signed": {
			given: land, sender: nobody, proof: s.Both(gaveUp.State), state: gaveUp.State,
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonConceded, Deadline: now + 30},
			},
		},
		"ashore a third party brings the end": {
			given: land, sender: nobody, proof: end.Letter, state: claim,
			events: []game.Event{game.ClaimOpened{Claimant: claim.Actor, Reason: game.ReasonSunk, Deadline: now + 30}},
		},
		"ashore play has ended by surrender": {
			given: ashore(gaveUp.State), sender: bob, proof: end.Letter, want: game.ErrPhase,
		},
		"ashore play has ended": {given: ashore(claim), sender: bob, proof: end.Letter, want: game.ErrPhase},
		"ashore play has ended by a deadline": {
			given: ashore(expired(t, land)), sender: bob, proof: end.Letter, want: game.ErrPhase,
		},
		"a seat that does not exist": {given: sea, sender: new(game.Seat(2)), proof: third.Letter, want: game.ErrSeat},
		"a seat before the first":    {given: land, sender: new(game.Seat(-1)), proof: end.Letter, want: game.ErrSeat},
	} {
		t.Run(name, func(t *testing.T) {
			height := tc.height
			if height == 0 {
				height = now
			}
			got, events, err := s.Post(tc.given, tc.sender, tc.proof, height, nil)
			sameError(t, tc.want, err)
			if tc.want != nil {
				if !reflect.DeepEqual(got, tc.given) || events != nil {
					t.Errorf("expected nothing to happen, got %+v and %+v", events, got)
				}
				return
			}
			sameState(t, tc.state.Restart(height), got.State)
			if got.AtSea || got.Heard != tc.heard || !reflect.DeepEqual(events, tc.events) {
				t.Errorf("expected heard %v and %+v, got %v and %+v, at sea %t",
					tc.heard, tc.events, got.Heard, events, got.AtSea)
			}
		})
	}
}

// expired returns the state after a deadline has passed.
func expired(t *testing.T, x channel.Stand) game.State {
	t.Helper()
	s, _, err := game.Step(x.State, game.Expire{}, x.State.Deadline+1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPostOfProvenGame ends a game that keeps no claim: with the last letter, or with a surrender to which the winner
// consents.
func TestPostOfProvenGame(t *testing.T) {
	s := newStory(t, game.ClassicZK())
	end, gaveUp := s.last(), s.surrender(s.turns[4])
	for name, tc := range map[string]struct {
		given  channel.Stand
		sender *game.Seat
		proof  channel.Proof
		events []game.Event
		want   error
	}{
		"the last letter": {
			given: atSea(t, s.Game), sender: other(end), proof: end.Letter,
			events: []game.Event{game.Over{Winner: end.State.Actor, HasWinner: true, Reason: game.ReasonSunk}},
		},
		"the last letter by its writer": {
			given: atSea(t, s.Game), sender: mover(end), proof: end.Letter,
			events: []game.Event{game.Over{Winner: end.State.Actor, HasWinner: true, Reason: game.ReasonSunk}},
		},
		"a surrender by the winner": {
			given: atSea(t, s.Game), sender: other(gaveUp), proof: gaveUp.Letter,
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.Over{Winner: game.Joiner, HasWinner: true, Reason: game.ReasonConceded},
			},
		},
		"a surrender by the loser": {
			given: atSea(t, s.Game), sender: mover(gaveUp), proof: gaveUp.Letter, want: channel.ErrUnheard,
		},
		"a letter for a game that has ended": {
			given: ashore(end.State), sender: mover(end), proof: end.Letter, want: game.ErrPhase,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, events, err := s.Post(tc.given, tc.sender, tc.proof, now, nil)
			sameError(t, tc.want, err)
			if !reflect.DeepEqual(events, tc.events) || tc.want == nil && got.State.Phase != game.PhaseOver {
				t.Errorf("expected %+v, got %+v in phase %s", tc.events, events, got.State.Phase)
			}
		})
	}
}

// TestPostForClaim is what a claim finds: the state that its proof shows if that is newer, else what was there.
func TestPostForClaim(t *testing.T) {
	s := newStory(t, game.Classic())
	third, fourth, end := s.turns[3], s.turns[4], s.last()
	gaveUp, forged := s.surrender(fourth), end.Letter
	forged.Signatures[1] = end.Letter.Signatures[0]
	land := ashore(third.State)
	for name, tc := range map[string]struct {
		given channel.Stand
		proof *channel.Proof
		state game.State
		heard bool
		want  error
	}{
		"at sea, without a proof": {given: atSea(t, s.Game), want: channel.ErrAtSea},
		"at sea, with the end":    {given: atSea(t, s.Game), proof: &end.Letter, state: end.State, heard: true},
		"at sea, with a surrender": {
			given: atSea(t, s.Game), proof: &gaveUp.Letter, state: gaveUp.State, heard: true,
		},
		"at sea, with a forged end":    {given: atSea(t, s.Game), proof: &forged, want: channel.ErrSignature},
		"ashore, without a proof":      {given: land, state: land.State},
		"ashore, with a newer end":     {given: land, proof: &end.Letter, state: end.State, heard: true},
		"ashore, with a forged end":    {given: land, proof: &forged, want: channel.ErrSignature},
		"ashore, with an older state":  {given: land, proof: &s.turns[1].Letter, state: land.State},
		"play has ended, with the end": {given: ashore(end.State), proof: &end.Letter, state: end.State},
		"play has ended, with any bytes": {
			given: ashore(end.State), proof: &channel.Proof{State: []byte{1}}, state: end.State,
		},
		"play has ended, without a proof":   {given: ashore(end.State), state: end.State},
		"a deadline has passed, with a end": {given: ashore(expired(t, land)), proof: &end.Letter, state: expired(t, land)},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := s.PostForClaim(tc.given, game.Joiner, tc.proof, now, nil)
			sameError(t, tc.want, err)
			if tc.want == nil {
				sameState(t, tc.state.Restart(now), got.State)
			}
			if got.Heard[game.Joiner] != tc.heard {
				t.Errorf("expected heard %t, got %t", tc.heard, got.Heard[game.Joiner])
			}
		})
	}
}

// TestGivingUpOnChain says who may give up or accuse, and when.
func TestGivingUpOnChain(t *testing.T) {
	s := newStory(t, game.Classic())
	land := ashore(s.turns[3].State)
	moved := land.Moved(game.Creator, land.State)
	for name, tc := range map[string]struct {
		given channel.Stand
		by    game.Seat
		want  error
	}{
		"at sea":                        {given: heard(atSea(t, s.Game), creator, joiner), want: channel.ErrAtSea},
		"nobody was heard":              {given: land, want: channel.ErrUnheard},
		"the player itself was heard":   {given: heard(land, creator), want: channel.ErrUnheard},
		"the opponent was heard":        {given: heard(land, joiner)},
		"the opponent has moved":        {given: moved, by: game.Joiner},
		"the player itself has moved":   {given: moved, by: game.Creator, want: channel.ErrUnheard},
		"a player who does not exist":   {given: heard(land, creator, joiner), by: 2, want: game.ErrSeat},
		"a player who is less than one": {given: heard(land, creator, joiner), by: -1, want: game.ErrSeat},
	} {
		t.Run(name, func(t *testing.T) { sameError(t, tc.want, tc.given.CheckGiveUp(tc.by)) })
	}
	sameError(t, channel.ErrAtSea, atSea(t, s.Game).CheckMove())
	sameError(t, nil, land.CheckMove())
	if land.Heard != ([2]bool{}) || land.Moved(7, land.State).Heard != ([2]bool{}) {
		t.Error("expected nobody to be heard by the move of another game's stand or of a seat that does not exist")
	}
}

// TestLease is the end of a lease: the game comes ashore as the join has left it, and goes on.
func TestLease(t *testing.T) {
	s := newStory(t, game.Classic())
	x := atSea(t, s.Game)
	end := x.State.Deadline
	if end != joined+lease {
		t.Fatalf("expected a lease to %d, got %d", joined+lease, end)
	}
	_, err := s.LeasePassed(x, end)
	sameError(t, game.ErrNotLate, err)
	land, err := s.LeasePassed(x, end+1)
	sameError(t, nil, err)
	sameState(t, s.Initial().Restart(end+1), land.State)
	if land.AtSea || land.Heard != ([2]bool{}) {
		t.Errorf("expected a game ashore in which nobody was heard, got %+v", land)
	}
	_, err = s.LeasePassed(land, end+100)
	sameError(t, game.ErrPhase, err)
	// Nobody has lost by that alone: what was signed still counts, also from a third party.
	got, _, err := s.Post(land, nil, s.last().Letter, end+2, nil)
	sameError(t, nil, err)
	sameState(t, s.last().State.Restart(end+2), got.State)

	for _, blocks := range []int64{-1, 0, 19, game.MaxClockBlocks + 1} {
		_, err := s.SetOut(blocks)
		sameError(t, channel.ErrParams, err)
	}
}

// TestWorkIsPaidBefore fails if a check begins that was not paid for, and counts what each message costs.
func TestWorkIsPaidBefore(t *testing.T) {
	signature := play.Work{For: "signature", Signatures: 1}
	opening := func(hashes int) play.Work { return play.Work{For: "opening", Hashes: hashes} }
	s := newStory(t, game.Classic())
	third, fourth, gaveUp := s.turns[3], s.turns[4], s.surrender(s.turns[4])
	land := ashore(third.State)
	alone := fourth.Letter
	alone.Signatures[game.Creator] = nil
	false1, false2, false3 := fourth.Letter, fourth.Letter, fourth.Letter
	false1.Signatures[game.Joiner] = fourth.Letter.Signatures[game.Creator]
	false2.Signatures[game.Creator] = fourth.Letter.Signatures[game.Joiner]
	wrong := fourth.Move
	opened := *wrong.Opening
	opened.Salt = make([]byte, commitment.SaltSize)
	wrong.Opening = &opened
	false3.Move = &wrong
	for name, tc := range map[string]struct {
		given  channel.Stand
		sender *game.Seat
		proof  channel.Proof
		paid   []play.Work
		want   error
	}{
		"a letter":                 {given: land, proof: fourth.Letter, paid: []play.Work{signature, opening(6), signature}},
		"a letter by its writer":   {given: land, sender: alice, proof: alone, paid: []play.Work{signature, opening(6)}},
		"a state that both signed": {given: land, proof: s.Both(fourth.State), paid: []play.Work{signature, signature}},
		"the first letter": {
			given: atSea(t, s.Game), sender: alice, proof: s.turns[0].Letter,
			paid: []play.Work{{For: "toss", Hashes: 2}, signature},
		},
		"nothing":              {given: atSea(t, s.Game), sender: alice},
		"what is not newer":    {given: land, proof: third.Letter, want: channel.ErrNotNewer},
		"a surrender, unheard": {given: land, proof: gaveUp.Letter, want: channel.ErrUnheard},
		"a missing signature":  {given: land, proof: alone, want: channel.ErrProof},
		"play has ended":       {given: ashore(s.last().State), proof: s.last().Letter, want: game.ErrPhase},
		"a false first one":    {given: land, proof: false1, paid: []play.Work{signature}, want: channel.ErrSignature},
		"a false second one": {
			given: land, proof: false2, paid: []play.Work{signature, opening(6), signature}, want: channel.ErrSignature,
		},
		"a false opening": {
			given: land, proof: false3, paid: []play.Work{signature, opening(6)}, want: commitment.ErrOpening,
		},
	} {
		t.Run(name, func(t *testing.T) {
			var p purse
			checked := 0
			params := s.Params
			params.Verify = func(key, message, signature []byte) bool {
				checked++
				if signatures := p.signatures(); checked > signatures {
					t.Errorf("expected to pay before signature %d, paid for %d", checked, signatures)
				}
				return s.Params.Verify(key, message, signature)
			}
			for seat := range params.Seats {
				params.Seats[seat].Board = counter{Board: params.Seats[seat].Board, t: t, purse: &p}
			}
			c, err := channel.New(params)
			if err != nil {
				t.Fatal(err)
			}
			_, _, err = c.Post(tc.given, tc.sender, tc.proof, now, p.pay)
			sameError(t, tc.want, err)
			if !reflect.DeepEqual(p.paid, tc.paid) || checked != p.signatures() {
				t.Errorf("expected to pay for %+v, got %+v and %d signatures checked", tc.paid, p.paid, checked)
			}
		})
	}
}
