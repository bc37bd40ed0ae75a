package channel_test

import (
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
)

// TestSubmit is the table of the rule: what the chain holds, who submits what, and what follows.
func TestSubmit(t *testing.T) {
	s := newStory(t, game.Classic())
	// In turn 3 the joiner answers and shoots; in turn 4 the creator does.
	early, third, fourth := s.turns[1], s.turns[3], s.turns[4]
	gaveUp := s.surrender(fourth)
	end, claim := s.last(), s.last().State
	off, on := offChain(t, s.Game), onChain(third.State)
	late := off.State.Deadline + 1
	for name, tc := range map[string]struct {
		given     channel.ChainState
		sender    *game.Seat
		proof     channel.Proof
		height    int64 // 0: now
		state     game.State
		responded [2]bool
		events    []game.Event
		want      error
	}{
		"off-chain a player brings no proof": {
			given: off, sender: alice, state: s.Initial(), responded: [2]bool{true, false},
		},
		"off-chain a player brings its own update": {
			given: off, sender: mover(third), proof: third.Update, state: third.State, responded: [2]bool{false, true},
		},
		"off-chain a player brings the other's update": {
			given: off, sender: other(third), proof: third.Update, state: third.State, responded: [2]bool{true, false},
		},
		"off-chain a player brings an old update": {
			given: off, sender: bob, proof: early.Update, state: early.State, responded: [2]bool{false, true},
		},
		"off-chain a player brings the end": {
			given: off, sender: bob, proof: end.Update, state: claim, responded: [2]bool{false, true},
			events: []game.Event{game.ClaimOpened{Claimant: claim.Actor, Reason: game.ReasonSunk, Deadline: now + 30}},
		},
		"off-chain a third party brings an update": {given: off, proof: third.Update, want: channel.ErrOffChain},
		"off-chain in the block of the join": {
			given: off, sender: alice, height: joined, want: game.ErrTurn,
		},
		"off-chain in the block after the join": {
			given: off, sender: alice, height: joined + 1, state: s.Initial(), responded: [2]bool{true, false},
		},
		"off-chain in the last block of the channel timeout": {
			given: off, sender: alice, height: late - 1, state: s.Initial(), responded: [2]bool{true, false},
		},
		"off-chain after the channel timeout, before that has brought the game on-chain": {
			given: off, sender: alice, height: late, state: s.Initial(), responded: [2]bool{true, false},
		},
		"off-chain the winner brings a surrender": {
			given: off, sender: other(gaveUp), proof: gaveUp.Update, state: gaveUp.State, responded: [2]bool{false, true},
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonConceded, Deadline: now + 30},
			},
		},
		"off-chain the loser brings its surrender": {
			given: off, sender: mover(gaveUp), proof: gaveUp.Update, want: channel.ErrNoResponse,
		},
		"off-chain the loser brings its surrender that the winner has signed": {
			given: off, sender: mover(gaveUp), proof: s.Both(gaveUp.State), state: gaveUp.State, responded: [2]bool{true, false},
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonConceded, Deadline: now + 30},
			},
		},
		"on-chain a third party brings a newer update": {
			given: on, sender: nobody, proof: fourth.Update, state: fourth.State,
		},
		"on-chain a third party leaves alone who has responded": {
			given: responded(on, joiner), sender: nobody, proof: fourth.Update, state: fourth.State,
			responded: [2]bool{false, true},
		},
		"on-chain a player brings a newer update": {
			given: responded(on, joiner), sender: alice, proof: fourth.Update, state: fourth.State,
			responded: [2]bool{true, true},
		},
		"on-chain the same update again": {given: on, sender: alice, proof: third.Update, want: channel.ErrNotNewer},
		"on-chain an older update":       {given: on, sender: alice, proof: early.Update, want: channel.ErrNotNewer},
		"on-chain no proof":              {given: on, sender: alice, want: channel.ErrNotNewer},
		"on-chain at the deadline": {
			given: on, sender: nobody, proof: fourth.Update, height: now + 20, state: fourth.State,
		},
		"on-chain after the deadline": {
			given: on, sender: nobody, proof: fourth.Update, height: now + 21, want: game.ErrLate,
		},
		"on-chain the loser brings its surrender before any response": {
			given: on, sender: mover(gaveUp), proof: gaveUp.Update, want: channel.ErrNoResponse,
		},
		"on-chain the loser brings its surrender after its own response": {
			given: responded(on, creator), sender: mover(gaveUp), proof: gaveUp.Update, want: channel.ErrNoResponse,
		},
		"on-chain the loser brings its surrender after the winner's response": {
			given: responded(on, joiner), sender: mover(gaveUp), proof: gaveUp.Update, state: gaveUp.State,
			responded: [2]bool{true, true},
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonConceded, Deadline: now + 30},
			},
		},
		"on-chain a third party brings a surrender": {
			given: on, sender: nobody, proof: gaveUp.Update, want: channel.ErrNoResponse,
		},
		"on-chain a third party brings a surrender that both have signed": {
			given: on, sender: nobody, proof: s.Both(gaveUp.State), state: gaveUp.State,
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.ClaimOpened{Claimant: game.Joiner, Reason: game.ReasonConceded, Deadline: now + 30},
			},
		},
		"on-chain a third party brings the end": {
			given: on, sender: nobody, proof: end.Update, state: claim,
			events: []game.Event{game.ClaimOpened{Claimant: claim.Actor, Reason: game.ReasonSunk, Deadline: now + 30}},
		},
		"on-chain play has ended by surrender": {
			given: onChain(gaveUp.State), sender: bob, proof: end.Update, want: game.ErrPhase,
		},
		"on-chain play has ended": {given: onChain(claim), sender: bob, proof: end.Update, want: game.ErrPhase},
		"on-chain play has ended by a deadline": {
			given: onChain(expired(t, on)), sender: bob, proof: end.Update, want: game.ErrPhase,
		},
		"a seat that does not exist": {given: off, sender: new(game.Seat(2)), proof: third.Update, want: game.ErrSeat},
		"a seat before the first":    {given: on, sender: new(game.Seat(-1)), proof: end.Update, want: game.ErrSeat},
	} {
		t.Run(name, func(t *testing.T) {
			height := tc.height
			if height == 0 {
				height = now
			}
			got, events, err := s.Submit(tc.given, tc.sender, tc.proof, height, nil)
			sameError(t, tc.want, err)
			if tc.want != nil {
				if !reflect.DeepEqual(got, tc.given) || events != nil {
					t.Errorf("expected nothing to happen, got %+v and %+v", events, got)
				}
				return
			}
			sameState(t, tc.state.Restart(height), got.State)
			if got.OffChain || got.Responded != tc.responded || !reflect.DeepEqual(events, tc.events) {
				t.Errorf("expected responded %v and %+v, got %v and %+v, off-chain %t",
					tc.responded, tc.events, got.Responded, events, got.OffChain)
			}
		})
	}
}

// expired returns the state after a deadline has passed.
func expired(t *testing.T, x channel.ChainState) game.State {
	t.Helper()
	s, _, err := game.Step(x.State, game.Expire{}, x.State.Deadline+1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSubmitOfProvenGame ends a game that keeps no claim: with the last update, or with a surrender to which the winner
// consents.
func TestSubmitOfProvenGame(t *testing.T) {
	s := newStory(t, game.ClassicZK())
	end, gaveUp := s.last(), s.surrender(s.turns[4])
	for name, tc := range map[string]struct {
		given  channel.ChainState
		sender *game.Seat
		proof  channel.Proof
		events []game.Event
		want   error
	}{
		"the last update": {
			given: offChain(t, s.Game), sender: other(end), proof: end.Update,
			events: []game.Event{game.Over{Winner: end.State.Actor, HasWinner: true, Reason: game.ReasonSunk}},
		},
		"the last update by its writer": {
			given: offChain(t, s.Game), sender: mover(end), proof: end.Update,
			events: []game.Event{game.Over{Winner: end.State.Actor, HasWinner: true, Reason: game.ReasonSunk}},
		},
		"a surrender by the winner": {
			given: offChain(t, s.Game), sender: other(gaveUp), proof: gaveUp.Update,
			events: []game.Event{
				game.Conceded{By: game.Creator},
				game.Over{Winner: game.Joiner, HasWinner: true, Reason: game.ReasonConceded},
			},
		},
		"a surrender by the loser": {
			given: offChain(t, s.Game), sender: mover(gaveUp), proof: gaveUp.Update, want: channel.ErrNoResponse,
		},
		"an update for a game that has ended": {
			given: onChain(end.State), sender: mover(end), proof: end.Update, want: game.ErrPhase,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, events, err := s.Submit(tc.given, tc.sender, tc.proof, now, nil)
			sameError(t, tc.want, err)
			if !reflect.DeepEqual(events, tc.events) || tc.want == nil && got.State.Phase != game.PhaseOver {
				t.Errorf("expected %+v, got %+v in phase %s", tc.events, events, got.State.Phase)
			}
		})
	}
}

// TestSubmitForClaim is what a claim finds: the state that its proof shows if that is newer, else what was there.
func TestSubmitForClaim(t *testing.T) {
	s := newStory(t, game.Classic())
	third, fourth, end := s.turns[3], s.turns[4], s.last()
	gaveUp, forged := s.surrender(fourth), end.Update
	forged.Signatures[1] = end.Update.Signatures[0]
	on := onChain(third.State)
	for name, tc := range map[string]struct {
		given     channel.ChainState
		proof     *channel.Proof
		state     game.State
		responded bool
		want      error
	}{
		"off-chain, without a proof": {given: offChain(t, s.Game), want: channel.ErrOffChain},
		"off-chain, with the end":    {given: offChain(t, s.Game), proof: &end.Update, state: end.State, responded: true},
		"off-chain, with a surrender": {
			given: offChain(t, s.Game), proof: &gaveUp.Update, state: gaveUp.State, responded: true,
		},
		"off-chain, with a forged end":  {given: offChain(t, s.Game), proof: &forged, want: channel.ErrSignature},
		"on-chain, without a proof":     {given: on, state: on.State},
		"on-chain, with a newer end":    {given: on, proof: &end.Update, state: end.State, responded: true},
		"on-chain, with a forged end":   {given: on, proof: &forged, want: channel.ErrSignature},
		"on-chain, with an older state": {given: on, proof: &s.turns[1].Update, state: on.State},
		"play has ended, with the end":  {given: onChain(end.State), proof: &end.Update, state: end.State},
		"play has ended, with any bytes": {
			given: onChain(end.State), proof: &channel.Proof{State: []byte{1}}, state: end.State,
		},
		"play has ended, without a proof":   {given: onChain(end.State), state: end.State},
		"a deadline has passed, with a end": {given: onChain(expired(t, on)), proof: &end.Update, state: expired(t, on)},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := s.SubmitForClaim(tc.given, game.Joiner, tc.proof, now, nil)
			sameError(t, tc.want, err)
			if tc.want == nil {
				sameState(t, tc.state.Restart(now), got.State)
			}
			if got.Responded[game.Joiner] != tc.responded {
				t.Errorf("expected responded %t, got %t", tc.responded, got.Responded[game.Joiner])
			}
		})
	}
}

// TestGivingUpOnChain says who may give up or accuse, and when.
func TestGivingUpOnChain(t *testing.T) {
	s := newStory(t, game.Classic())
	on := onChain(s.turns[3].State)
	moved := on.Moved(game.Creator, on.State)
	for name, tc := range map[string]struct {
		given channel.ChainState
		by    game.Seat
		want  error
	}{
		"off-chain": {
			given: responded(offChain(t, s.Game), creator, joiner), want: channel.ErrOffChain,
		},
		"nobody has responded":            {given: on, want: channel.ErrNoResponse},
		"the player itself has responded": {given: responded(on, creator), want: channel.ErrNoResponse},
		"the opponent has responded":      {given: responded(on, joiner)},
		"the opponent has moved":          {given: moved, by: game.Joiner},
		"the player itself has moved":     {given: moved, by: game.Creator, want: channel.ErrNoResponse},
		"a player who does not exist":     {given: responded(on, creator, joiner), by: 2, want: game.ErrSeat},
		"a player who is less than one":   {given: responded(on, creator, joiner), by: -1, want: game.ErrSeat},
	} {
		t.Run(name, func(t *testing.T) { sameError(t, tc.want, tc.given.CheckGiveUp(tc.by)) })
	}
	sameError(t, channel.ErrOffChain, offChain(t, s.Game).CheckMove())
	sameError(t, nil, on.CheckMove())
	if on.Responded != ([2]bool{}) || on.Moved(7, on.State).Responded != ([2]bool{}) {
		t.Error("expected no response from the move of another game or of a seat that does not exist")
	}
}

// TestChannelTimeout is the end of a channel timeout: the game comes on-chain as the join has left it, and goes on.
func TestChannelTimeout(t *testing.T) {
	s := newStory(t, game.Classic())
	x := offChain(t, s.Game)
	end := x.State.Deadline
	if end != joined+timeout {
		t.Fatalf("expected a channel timeout to %d, got %d", joined+timeout, end)
	}
	_, err := s.TimedOut(x, end)
	sameError(t, game.ErrNotLate, err)
	on, err := s.TimedOut(x, end+1)
	sameError(t, nil, err)
	sameState(t, s.Initial().Restart(end+1), on.State)
	if on.OffChain || on.Responded != ([2]bool{}) {
		t.Errorf("expected a game on-chain in which nobody has responded, got %+v", on)
	}
	_, err = s.TimedOut(on, end+100)
	sameError(t, game.ErrPhase, err)
	// Nobody has lost by that alone: what was signed still counts, also from a third party.
	got, _, err := s.Submit(on, nil, s.last().Update, end+2, nil)
	sameError(t, nil, err)
	sameState(t, s.last().State.Restart(end+2), got.State)

	for _, blocks := range []int64{-1, 0, 19, game.MaxClockBlocks + 1} {
		_, err := s.Open(blocks)
		sameError(t, channel.ErrParams, err)
	}
}

// TestWorkIsPaidBefore fails if a check begins that was not paid for, and counts what each message costs.
func TestWorkIsPaidBefore(t *testing.T) {
	signature := play.Work{For: "signature", Signatures: 1}
	opening := func(hashes int) play.Work { return play.Work{For: "opening", Hashes: hashes} }
	s := newStory(t, game.Classic())
	third, fourth, gaveUp := s.turns[3], s.turns[4], s.surrender(s.turns[4])
	on := onChain(third.State)
	alone := fourth.Update
	alone.Signatures[game.Creator] = nil
	false1, false2, false3 := fourth.Update, fourth.Update, fourth.Update
	false1.Signatures[game.Joiner] = fourth.Update.Signatures[game.Creator]
	false2.Signatures[game.Creator] = fourth.Update.Signatures[game.Joiner]
	wrong := fourth.Move
	opened := *wrong.Opening
	opened.Salt = make([]byte, commitment.SaltSize)
	wrong.Opening = &opened
	false3.Move = &wrong
	for name, tc := range map[string]struct {
		given  channel.ChainState
		sender *game.Seat
		proof  channel.Proof
		paid   []play.Work
		want   error
	}{
		"an update":                {given: on, proof: fourth.Update, paid: []play.Work{signature, opening(6), signature}},
		"an update by its writer":  {given: on, sender: alice, proof: alone, paid: []play.Work{signature, opening(6)}},
		"a state that both signed": {given: on, proof: s.Both(fourth.State), paid: []play.Work{signature, signature}},
		"the first update": {
			given: offChain(t, s.Game), sender: alice, proof: s.turns[0].Update,
			paid: []play.Work{{For: "toss", Hashes: 2}, signature},
		},
		"nothing":                         {given: offChain(t, s.Game), sender: alice},
		"what is not newer":               {given: on, proof: third.Update, want: channel.ErrNotNewer},
		"a surrender, without a response": {given: on, proof: gaveUp.Update, want: channel.ErrNoResponse},
		"a missing signature":             {given: on, proof: alone, want: channel.ErrProof},
		"play has ended":                  {given: onChain(s.last().State), proof: s.last().Update, want: game.ErrPhase},
		"a false first one": {
			given: on, proof: false1, paid: []play.Work{signature}, want: channel.ErrSignature,
		},
		"a false second one": {
			given: on, proof: false2, paid: []play.Work{signature, opening(6), signature}, want: channel.ErrSignature,
		},
		"a false opening": {
			given: on, proof: false3, paid: []play.Work{signature, opening(6)}, want: commitment.ErrOpening,
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
			_, _, err = c.Submit(tc.given, tc.sender, tc.proof, now, p.pay)
			sameError(t, tc.want, err)
			if !reflect.DeepEqual(p.paid, tc.paid) || checked != p.signatures() {
				t.Errorf("expected to pay for %+v, got %+v and %d signatures checked", tc.paid, p.paid, checked)
			}
		})
	}
}
