package channel_test

import (
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
)

// newGameVector writes a game down, with the messages of its first three updates.
func newGameVector(name string, g *channeltest.Game, turns []channeltest.Turn) gameVector {
	p, id := g.Params, g.ID()
	v := gameVector{
		Name: name, GameID: p.GameID, ChainID: channeltest.ChainID, Ruleset: g.Initial().Ruleset.Name,
		ProvenClaims: g.Initial().ProvenClaims, JoinedHeight: p.Game.JoinedHeight,
		TurnBlocks: g.Initial().Clock.TurnBlocks, ClaimBlocks: g.Initial().Clock.ClaimBlocks,
		Toss: p.Game.Toss, ID: id[:], Initial: must(g.Encode(g.Initial())),
	}
	if first := p.Game.First; first != nil {
		v.First = first.String()
	}
	for seat, s := range p.Seats {
		v.Seats = append(v.Seats, seatVector{
			Player: string(g.Boards[seat].Binding.Player), Secret: g.Secrets[seat][:], Key: s.Key,
			Fleet: g.Initial().Ruleset.FleetString(g.Boards[seat].Fleet), Public: s.Public,
		})
	}
	for i, turn := range turns {
		update := updateVector{
			Mover: turn.Base.Actor.String(), Move: newMoveVector(&turn.Move), State: must(g.Encode(turn.State)),
			Progress: turn.State.Progress(), Signature: turn.Update.Signatures[turn.Base.Actor],
		}
		if i < 3 {
			update.Message = must(g.Message(turn.State))
		}
		v.Updates = append(v.Updates, update)
	}
	return v
}

// makeProofs makes good proofs and ones that must be refused, each with the reason.
func makeProofs(t *testing.T, g *channeltest.Game) []proofVector {
	t.Helper()
	turns := g.Play(hunt(g))
	first, turn, end := turns[0], turns[4], turns[len(turns)-1]
	good := turn.Update
	gives := g.Concession(turn.Base)
	surrender := g.Update(turn.Base, gives)
	// changed returns the update with something else in it.
	changed := func(change func(*channel.Proof)) channel.Proof {
		p := good
		m := *p.Move
		o := *m.Opening
		m.Opening, p.Move = &o, &m
		change(&p)
		return p
	}
	running := turn.State.Restart(now)
	other := channeltest.New(game.Classic(), channeltest.Options{Scheme: g.Scheme, GameID: 2})
	var list []proofVector
	for _, tc := range []struct {
		name   string
		sender *game.Seat
		proof  channel.Proof
		want   error
	}{
		{"the state of the join", nobody, channel.Proof{}, nil},
		{"the first update", nobody, first.Update, nil},
		{"an update", nobody, good, nil},
		{"an update by its reader", bob, good, nil},
		{"an update by its writer, unsigned", alice, changed(func(p *channel.Proof) { p.Signatures[0] = nil }), nil},
		{"both signatures", nobody, g.Both(turn.State), nil},
		{"a surrender", bob, surrender, nil},
		{"the last update", nobody, end.Update, nil},
		{"an update without its writer", nobody, changed(func(p *channel.Proof) { p.Signatures[0] = nil }), channel.ErrProof},
		{"an update without its reader", nobody, changed(func(p *channel.Proof) { p.Signatures[1] = nil }), channel.ErrProof},
		{"signatures in the wrong places", nobody, changed(func(p *channel.Proof) {
			p.Signatures[0], p.Signatures[1] = p.Signatures[1], p.Signatures[0]
		}), channel.ErrSignature},
		{"a signature with a high s", nobody, changed(func(p *channel.Proof) {
			p.Signatures[0] = highS(p.Signatures[0])
		}), channel.ErrSignature},
		{"a false signature that nobody needs", alice, changed(func(p *channel.Proof) {
			p.Signatures[0] = p.Signatures[1]
		}), channel.ErrSignature},
		{"a signature of 65 bytes", nobody, changed(func(p *channel.Proof) {
			p.Signatures[0] = append(slices.Clone(p.Signatures[0]), 0)
		}), channel.ErrSignature},
		{"a signature of another game", nobody, changed(func(p *channel.Proof) {
			p.Signatures[0] = other.Sign(game.Creator, turn.State)
		}), channel.ErrSignature},
		{"another shot than the signed one", nobody, changed(func(p *channel.Proof) {
			p.Move.Target = "J10"
		}), channel.ErrSignature},
		{"a false opening", alice, changed(func(p *channel.Proof) {
			p.Move.Opening.Content, p.Signatures[0] = 1-p.Move.Opening.Content, nil
		}), commitment.ErrOpening},
		{"an answer ahead of the shot", alice, changed(func(p *channel.Proof) {
			p.Move.Target, p.Signatures[0] = "", nil
		}), nil},
		{"a shot without the answer", alice, changed(func(p *channel.Proof) {
			p.Move.Opening, p.Move.Sunk, p.Signatures[0] = nil, nil, nil
		}), play.ErrMove},
		{"a surrender of the player who waits", bob, changed(func(p *channel.Proof) {
			p.Move, p.Signatures[0] = &channel.Move{Concede: true}, nil
		}), play.ErrMove},
		{"a surrender that opens nothing", alice, changed(func(p *channel.Proof) {
			p.Move, p.Signatures[0] = &channel.Move{Concede: true}, nil
		}), play.ErrMove},
		{"a surrender and a shot", alice, changed(func(p *channel.Proof) {
			p.Move.Concede, p.Signatures[0] = true, nil
		}), play.ErrMove},
		{"a shot at a tile that was shot at", alice, changed(func(p *channel.Proof) {
			p.Move.Target, p.Signatures[0] = turns[0].Move.Target, nil
		}), game.ErrTileTaken},
		{"a state whose clock runs", alice, channel.Proof{State: must(running.MarshalBinary())}, channel.ErrState},
		{"a state of another ruleset", alice, channel.Proof{
			State: must(channeltest.New(game.Xaya(), channeltest.Options{}).Initial().MarshalBinary()),
		}, channel.ErrState},
		{"bytes that are no state", alice, channel.Proof{State: []byte{3}}, channel.ErrState},
		{"a move after the end", nobody, channel.Proof{
			State: must(g.Encode(end.State)), Move: &channel.Move{Concede: true},
		}, game.ErrPhase},
	} {
		list = append(list, newProofVector(t, g, "classic", tc.name, tc.sender, tc.proof, tc.want))
	}
	return list
}

// newProofVector writes a proof down with what is made of it.
func newProofVector(
	t *testing.T, g *channeltest.Game, of, name string, sender *game.Seat, p channel.Proof, want error,
) proofVector {
	t.Helper()
	v := proofVector{
		Name: name, Game: of, State: p.State, Move: newMoveVector(p.Move),
		Creator: p.Signatures[game.Creator], Joiner: p.Signatures[game.Joiner],
	}
	if sender != nil {
		v.Sender = sender.String()
	}
	judged, err := g.Judge(p, sender, nil)
	sameError(t, want, err)
	if want != nil {
		v.Error = want.Error()
		codeOf(t, want)
	} else {
		v.Proven, v.Endorsers = must(g.Encode(judged.State)), endorsers(judged)
	}
	return v
}

// hunt has the creator shoot at ships alone, and the joiner at water as long as there is any, in their order.
func hunt(g *channeltest.Game) func(game.State) game.Tile {
	return func(s game.State) game.Tile {
		ships := g.Boards[s.Actor.Other()].Ships
		for _, wanted := range []bool{s.Actor == game.Creator, s.Actor == game.Joiner} {
			for _, tile := range targets(s) {
				if ships.Has(tile) == wanted {
					return tile
				}
			}
		}
		return 0
	}
}

// highS returns the other signature that plain ECDSA would accept.
func highS(sig []byte) []byte { return append(slices.Clone(sig[:32]), minus(order, sig[32:])...) }

// endorsers are the seats that endorse what was proven.
func endorsers(j channel.Judged) (names []string) {
	for seat, endorses := range j.Endorsed {
		if endorses {
			names = append(names, game.Seat(seat).String())
		}
	}
	return names
}

// seatNamed is the sender that a name stands for.
func seatNamed(name string) *game.Seat {
	for _, by := range []*game.Seat{alice, bob} {
		if by.String() == name {
			return by
		}
	}
	return nobody
}

// newMoveVector writes a move down.
func newMoveVector(m *channel.Move) *moveVector {
	if m == nil {
		return nil
	}
	v := &moveVector{Target: m.Target, Concede: m.Concede}
	if o := m.Opening; o != nil {
		v.Opening = &openingVector{Content: o.Content, Salt: o.Salt, Proof: o.Proof}
		for _, hash := range o.Path {
			v.Opening.Path = append(v.Opening.Path, hash)
		}
	}
	if m.Sunk != nil {
		v.Sunk = &shipVector{Class: m.Sunk.Class, Placement: m.Sunk.Placement}
	}
	return v
}

// parse reads a move.
func (v *moveVector) parse() *channel.Move {
	if v == nil {
		return nil
	}
	m := &channel.Move{Move: play.Move{Target: v.Target}, Concede: v.Concede}
	if o := v.Opening; o != nil {
		m.Opening = &play.Opening{Content: o.Content, Salt: o.Salt, Proof: o.Proof}
		for _, hash := range o.Path {
			m.Opening.Path = append(m.Opening.Path, hash)
		}
	}
	if v.Sunk != nil {
		m.Sunk = &play.Ship{Class: v.Sunk.Class, Placement: v.Sunk.Placement}
	}
	return m
}

// parse reads a proof.
func (v proofVector) parse() channel.Proof {
	return channel.Proof{State: v.State, Move: v.Move.parse(), Signatures: [2][]byte{v.Creator, v.Joiner}}
}
