package channel_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
)

// TestJudge is the table of what proves a state, and of who endorses it.
func TestJudge(t *testing.T) {
	s := newStory(t, game.Classic())
	first, fourth := s.turns[0], s.turns[4]
	both := s.Both(fourth.State)
	// without returns a proof without the signatures of some seats.
	without := func(p channel.Proof, seats ...game.Seat) channel.Proof {
		for _, by := range seats {
			p.Signatures[by] = nil
		}
		return p
	}
	// encoded returns a proof that writes out the state that the join has left.
	encoded := func(p channel.Proof) channel.Proof {
		p.State = must(s.Encode(s.Initial()))
		return p
	}
	extra := first.Update
	extra.Signatures[game.Joiner] = s.Sign(game.Joiner, s.Initial())
	falseExtra := first.Update
	falseExtra.Signatures[game.Joiner] = s.Sign(game.Joiner, first.State)
	for name, tc := range map[string]struct {
		proof    channel.Proof
		sender   *game.Seat
		state    game.State
		endorsed [2]bool
		want     error
	}{
		"nothing":             {state: s.Initial()},
		"nothing by a player": {sender: bob, state: s.Initial(), endorsed: [2]bool{false, true}},
		"the first state, written out": {
			proof: encoded(channel.Proof{}), state: s.Initial(),
		},
		"the first state, signed by one": {
			proof: without(s.Both(s.Initial()), creator), state: s.Initial(), endorsed: [2]bool{false, true},
		},
		"both signatures": {proof: both, state: fourth.State, endorsed: [2]bool{true, true}},
		"both signatures, from one of both": {
			proof: both, sender: alice, state: fourth.State, endorsed: [2]bool{true, true},
		},
		"one signature and the sender": {
			proof: without(both, creator), sender: alice, state: fourth.State, endorsed: [2]bool{true, true},
		},
		"one signature and the same player": {
			proof: without(both, creator), sender: bob, want: channel.ErrProof,
		},
		"one signature":  {proof: without(both, joiner), want: channel.ErrProof},
		"no signature":   {proof: without(both, creator, joiner), want: channel.ErrProof},
		"a sender alone": {proof: without(both, creator, joiner), sender: alice, want: channel.ErrProof},
		"an update":      {proof: fourth.Update, state: fourth.State, endorsed: [2]bool{true, false}},
		"an update by its reader": {
			proof: fourth.Update, sender: bob, state: fourth.State, endorsed: [2]bool{true, true},
		},
		"an update by its writer, unsigned": {
			proof: without(fourth.Update, creator), sender: alice, state: fourth.State, endorsed: [2]bool{true, false},
		},
		"an update by its reader, whose signature is missing": {
			proof: without(fourth.Update, joiner), sender: bob, state: fourth.State, endorsed: [2]bool{true, true},
		},
		"an update without its writer":         {proof: without(fourth.Update, creator), want: channel.ErrProof},
		"an update without its writer, by bob": {proof: without(fourth.Update, creator), sender: bob, want: channel.ErrProof},
		"an update without its reader":         {proof: without(fourth.Update, joiner), want: channel.ErrProof},
		"an update without its reader, by hers": {
			proof: without(fourth.Update, joiner), sender: alice, want: channel.ErrProof,
		},
		"the first update": {proof: first.Update, state: first.State, endorsed: [2]bool{true, false}},
		"the first update, written out": {
			proof: encoded(first.Update), state: first.State, endorsed: [2]bool{true, false},
		},
		"the first update, unsigned": {proof: without(first.Update, creator), want: channel.ErrProof},
		"the first update, unsigned, by hers": {
			proof: without(first.Update, creator), sender: alice, state: first.State, endorsed: [2]bool{true, false},
		},
		"the first update, with a signature that nobody needs": {
			proof: extra, state: first.State, endorsed: [2]bool{true, false},
		},
		"the first update, with a false one that nobody needs": {proof: falseExtra, want: channel.ErrSignature},
		"both, with a false one that the sender does not need": {
			proof:  channel.Proof{State: both.State, Signatures: [2][]byte{both.Signatures[1], both.Signatures[1]}},
			sender: alice, want: channel.ErrSignature,
		},
		"a move where play has ended": {
			proof: channel.Proof{State: must(s.Encode(s.last().State)), Move: &channel.Move{Concede: true}},
			want:  game.ErrPhase,
		},
		"a move that says nothing": {proof: channel.Proof{Move: &channel.Move{}}, want: play.ErrEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			before := clone(tc.proof)
			got, err := s.Judge(tc.proof, tc.sender, nil)
			sameError(t, tc.want, err)
			if tc.want == nil {
				sameState(t, tc.state, got.State)
				if got.Endorsed != tc.endorsed {
					t.Errorf("expected endorsements %v, got %v", tc.endorsed, got.Endorsed)
				}
			}
			if !slices.EqualFunc(before.Signatures[:], tc.proof.Signatures[:], bytes.Equal) {
				t.Error("expected the proof unchanged")
			}
		})
	}
}

// TestAttackForgedSignatures puts every kind of wrong signature in the place of the right one.
func TestAttackForgedSignatures(t *testing.T) {
	s := newStory(t, game.Classic())
	turn := s.turns[4]
	message := must(s.Message(turn.State))
	good := s.Sign(game.Creator, turn.State)
	with := func(o channeltest.Options) []byte {
		o.Scheme = channeltest.Secp256k1{}
		g := channeltest.New(game.Classic(), o)
		// The same secrets, boards and shots in another game.
		g.Secrets = s.Secrets
		state := turn.State
		state.Deadline += o.JoinedHeight
		if o.JoinedHeight > 0 {
			state.Deadline -= joined
		}
		return g.Sign(game.Creator, state)
	}
	sign := func(message []byte) []byte { return s.Scheme.Sign(s.Secrets[game.Creator], message) }
	zero := make([]byte, 32)
	digest := sha256.Sum256(message)
	for name, sig := range map[string][]byte{
		"of the other player":        s.Sign(game.Joiner, turn.State),
		"of another state":           s.Sign(game.Creator, turn.Base),
		"in another domain":          sign(append([]byte("battleship/channel-stats/v1"), message[27:]...)),
		"without a domain":           sign(message[27:]),
		"of the state alone":         sign(message[27+32:]),
		"of the digest":              sign(digest[:]),
		"of nothing":                 sign(nil),
		"of another game":            with(channeltest.Options{GameID: 2}),
		"of another chain":           with(channeltest.Options{ChainID: "battleship-devnet-2"}),
		"of other boards":            with(channeltest.Options{Seed: 9}),
		"of another join":            with(channeltest.Options{JoinedHeight: joined + 1}),
		"of another toss":            with(channeltest.Options{First: game.Joiner}),
		"of a rematch":               with(channeltest.Options{Rematch: alice}),
		"with a high s":              highS(good),
		"with another r":             append(minus(order, good[:32]), good[32:]...),
		"with r and s swapped":       append(slices.Clone(good[32:]), good[:32]...),
		"with a zero r":              append(slices.Clone(zero), good[32:]...),
		"with a zero s":              append(slices.Clone(good[:32]), zero...),
		"with an r of the order":     append(slices.Clone(order), good[32:]...),
		"with an s of the order":     append(slices.Clone(good[:32]), order...),
		"of zeros":                   make([]byte, 64),
		"of ones":                    bytes.Repeat([]byte{0xff}, 64),
		"a byte short":               good[:63],
		"a byte long":                append(slices.Clone(good), 0),
		"with how to recover a key":  append([]byte{31}, good...),
		"in DER":                     der(good),
		"of one byte":                {1},
		"with the byte order turned": reversed(good),
	} {
		t.Run(name, func(t *testing.T) {
			p := turn.Update
			p.Signatures[game.Creator] = sig
			_, err := s.Judge(p, nil, nil)
			sameError(t, channel.ErrSignature, err)
			// Not even its owner may show it.
			_, err = s.Judge(p, alice, nil)
			sameError(t, channel.ErrSignature, err)
			sameError(t, channel.ErrSignature, s.CheckSignature(turn.State, game.Creator, sig))
		})
	}
	sameError(t, nil, s.CheckSignature(turn.State, game.Creator, good))
	sameError(t, game.ErrSeat, s.CheckSignature(turn.State, 2, good))
	sameError(t, channel.ErrState, s.CheckSignature(turn.State.Restart(now), game.Creator, good))
	for i := range good {
		for bit := range 8 {
			sig := slices.Clone(good)
			sig[i] ^= 1 << bit
			sameError(t, channel.ErrSignature, s.CheckSignature(turn.State, game.Creator, sig))
		}
	}
}

// TestAttackSwappedSignatures puts each of four signatures into each place of an update. One way alone is right.
func TestAttackSwappedSignatures(t *testing.T) {
	s := newStory(t, game.Classic())
	turn := s.turns[4]
	all := [][]byte{
		s.Sign(game.Creator, turn.State), s.Sign(game.Creator, turn.Base),
		s.Sign(game.Joiner, turn.State), s.Sign(game.Joiner, turn.Base),
	}
	for i, one := range all {
		for j, two := range all {
			p := turn.Update
			p.Signatures = [2][]byte{one, two}
			want := channel.ErrSignature
			if i == 0 && j == 3 {
				want = nil
			}
			_, err := s.Judge(p, nil, nil)
			sameError(t, want, err)
		}
	}
}

// TestAttackTwoStatesOfOneProgress has a player sign two moves from the same state. Each is proven, none is newer
// than the other, and what the opponent signs next is newer than both.
func TestAttackTwoStatesOfOneProgress(t *testing.T) {
	s := newStory(t, game.Classic())
	one := s.turns[4]
	two := one
	two.Move.Target = "J10"
	two.State, two.Update = s.After(one.Base, two.Move), s.Update(one.Base, two.Move)
	for _, first := range []channeltest.Turn{one, two} {
		x, _, err := s.Submit(offChain(t, s.Game), alice, first.Update, now, nil)
		sameError(t, nil, err)
		for _, second := range []channeltest.Turn{one, two} {
			_, _, err := s.Submit(x, alice, second.Update, now, nil)
			sameError(t, channel.ErrNotNewer, err)
		}
		_, _, err = s.Submit(x, nil, s.turns[5].Update, now, nil)
		sameError(t, nil, err)
	}
}

// TestAttackFalseOpenings refuses updates that show what is not so, whoever has signed them.
func TestAttackFalseOpenings(t *testing.T) {
	for name, r := range map[string]*game.Ruleset{"rows": game.Classic(), "proofs": game.ClassicZK()} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t, r)
			turn := s.turns[4]
			lie := turn.Move
			opening := *lie.Opening
			opening.Content = 1 - opening.Content // A miss for a hit, or a hit for a miss.
			lie.Opening = &opening
			stolen := turn.Move
			stolen.Opening = s.turns[3].Move.Opening // Of the other's board.
			for name, m := range map[string]channel.Move{"a lie": lie, "a stolen opening": stolen} {
				t.Run(name, func(t *testing.T) {
					// Nobody can sign what follows from it as this package sees it, so the sender endorses it.
					p := turn.Update
					p.Move, p.Signatures[game.Creator] = &m, nil
					_, err := s.Judge(p, alice, nil)
					sameError(t, commitment.ErrOpening, err)
				})
			}
		})
	}
	s := newStory(t, game.Classic())
	toss := s.turns[0].Move
	opening := *toss.Opening
	opening.Salt = make([]byte, commitment.SaltSize)
	toss.Opening, toss.Target = &opening, ""
	_, err := s.Judge(channel.Proof{Move: &toss, Signatures: [2][]byte{s.Sign(game.Creator, s.Initial())}}, alice, nil)
	if err == nil {
		t.Error("expected a false toss to be refused")
	}
}

// order is that of the group of secp256k1.
var order = secp256k1.Params().N.Bytes()

// minus returns the difference of two numbers of 32 bytes.
func minus(a, b []byte) []byte {
	return new(big.Int).Sub(new(big.Int).SetBytes(a), new(big.Int).SetBytes(b)).FillBytes(make([]byte, 32))
}

// der returns a signature as Bitcoin writes it.
func der(sig []byte) []byte {
	b := append([]byte{0x30, 68, 2, 32}, sig[:32]...)
	return append(append(b, 2, 32), sig[32:]...)
}

func reversed(b []byte) []byte {
	b = slices.Clone(b)
	slices.Reverse(b)
	return b
}

func clone(p channel.Proof) channel.Proof {
	p.State = bytes.Clone(p.State)
	for i := range p.Signatures {
		p.Signatures[i] = bytes.Clone(p.Signatures[i])
	}
	return p
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// TestBriefProofs: of each state of a whole game each player can send the shortest proof, which is worth as much as the
// update: in a message of its own alone, and without what the opponent has opened.
func TestBriefProofs(t *testing.T) {
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya(), game.ClassicZK()} {
		t.Run(r.Name, func(t *testing.T) {
			s := newStory(t, r)
			for i, turn := range s.turns {
				for _, sender := range []game.Seat{creator, joiner} {
					brief, err := s.Brief(turn.Update, sender)
					if err != nil {
						t.Fatalf("turn %d by the %s: %v", i, sender, err)
					}
					if moved := sender == turn.Base.Actor; moved != (brief.Move != nil) || len(brief.Signatures[sender]) > 0 {
						t.Fatalf("turn %d by the %s: expected its move %t, and no signature of its own", i, sender, moved)
					}
					judged, err := s.Judge(brief, &sender, nil)
					if err != nil ||
						!bytes.Equal(s.Encoded(judged.State), s.Encoded(turn.State)) {
						t.Fatalf("turn %d by the %s: expected the state of the update, got %v", i, sender, err)
					}
					if _, err := s.Judge(brief, nil, nil); i > 0 && !errors.Is(err, channel.ErrProof) {
						t.Fatalf("turn %d: expected it to be worth nothing to others, got %v", i, err)
					}
				}
			}
			forged := s.turns[3].Update
			forged.Signatures[s.turns[3].Base.Actor] = s.turns[1].Update.Signatures[s.turns[3].Base.Actor]
			if _, err := s.Brief(forged, s.turns[3].Base.Actor.Other()); !errors.Is(err, channel.ErrSignature) {
				t.Fatalf("expected a false update to be refused, got %v", err)
			}
		})
	}
}
