package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// leaseBlocks is how long games of tests stay at sea.
const leaseBlocks = 60

// voyage is a duel at sea, with all that its players know.
type voyage struct {
	*duel

	sea *channel.Channel
}

// newSeaFixture is newFixture with a lease that is short enough to be waited for.
func newSeaFixture(t testing.TB, options ...option) *fixture {
	t.Helper()
	short := withParams(func(p *types.Params) { p.LeaseBlocks = leaseBlocks })
	return newFixture(t, append([]option{short}, options...)...)
}

// newSailor is newBoard of a player who has a channel key.
func (f *fixture) newSailor(p player, r *game.Ruleset, fleet string) board {
	f.Helper()
	b := f.newBoard(p, r, fleet)
	b.key = secp256k1.GenPrivKeyFromSecret([]byte(p.name + "'s channel"))
	return b
}

// sail has alice create a game and bob join it, to be played at sea, and ends the block of the join.
func (f *fixture) sail(r *game.Ruleset) *voyage {
	f.Helper()
	return f.sailWith(f.newSailor(alice, r, fleetOf(r)), f.newSailor(bob, r, fleetOf(r)))
}

// sailWith is sail with boards of the test's choice.
func (f *fixture) sailWith(creator, joiner board) *voyage {
	f.Helper()
	v := &voyage{duel: f.newDuelOf(creator, joiner)}
	f.endBlock()
	v.sea = v.channel(v.id)
	return v
}

// channel returns the rule of a game at sea.
func (f *fixture) channel(id uint64) *channel.Channel {
	f.Helper()
	c, err := f.game(id).Channel(chainID)
	require.NoError(f, err)
	return c
}

// at returns what the chain holds.
func (v *voyage) at() channel.Stand {
	v.Helper()
	return v.stand(v.id)
}

// opens returns the honest opening of what is owed in a state.
func (v *voyage) opens(s game.State) play.Move {
	v.Helper()
	b := v.boards[s.Actor]
	msg := &types.MsgShootAndReveal{}
	switch s.Owes {
	case game.OwesTossReveal:
		msg.Opening = b.openToss()
	case game.OwesAnswer:
		msg.Opening, msg.Sunk = b.answer(s), b.sunkBy(s)
	default:
	}
	return msg.Move()
}

// moveAt returns the honest move in a state, which shoots at the first target there is if the turn is the mover's.
func (v *voyage) moveAt(s game.State) channel.Move {
	v.Helper()
	m := channel.Move{Move: v.opens(s)}
	shot := m
	shot.Target = v.firstTarget(s, s.Actor)
	if _, _, err := v.sea.Move(s, s.Actor, shot, nil); err == nil {
		return shot
	}
	return m
}

// surrender returns the honest opening of what is owed in a state, with which the mover gives up.
func (v *voyage) surrender(s game.State) channel.Move {
	return channel.Move{Move: v.opens(s), Concede: true}
}

// after returns the state after a move at sea.
func (v *voyage) after(s game.State, m channel.Move) game.State {
	v.Helper()
	next, _, err := v.sea.Move(s, s.Actor, m, nil)
	require.NoError(v, err)
	return next
}

// sign returns a player's signature under a state.
func (v *voyage) sign(by game.Seat, s game.State) []byte {
	v.Helper()
	message, err := v.sea.Message(s)
	require.NoError(v, err)
	signature, err := v.boards[by].key.Sign(message)
	require.NoError(v, err)
	return signature
}

// encoded returns the bytes of a state in a proof.
func (v *voyage) encoded(s game.State) []byte {
	v.Helper()
	if s.Phase == game.PhaseToss {
		return nil
	}
	state, err := v.sea.Encode(s)
	require.NoError(v, err)
	return state
}

// letter returns the proof that the mover in a state sends: the state, signed by the other player, its move and its
// signature under what that leads to.
func (v *voyage) letter(s game.State, m channel.Move) channel.Proof {
	v.Helper()
	p := channel.Proof{State: v.encoded(s), Move: &m}
	p.Signatures[s.Actor] = v.sign(s.Actor, v.after(s, m))
	if s.Phase != game.PhaseToss {
		p.Signatures[s.Actor.Other()] = v.sign(s.Actor.Other(), s)
	}
	return p
}

// both returns the proof of a state that both players have signed.
func (v *voyage) both(s game.State) channel.Proof {
	v.Helper()
	p := channel.Proof{State: v.encoded(s)}
	for seat := range p.Signatures {
		p.Signatures[seat] = v.sign(game.Seat(seat), s)
	}
	return p
}

// leg is one move at sea: who makes it, the letter and where it leads.
type leg struct {
	by     game.Seat
	letter channel.Proof
	state  game.State
}

// brief returns the shortest proof of a move's state that a player can send.
func (v *voyage) brief(l leg, sender game.Seat) channel.Proof {
	v.Helper()
	p, err := v.sea.Brief(l.letter, sender)
	require.NoError(v, err)
	return p
}

// legs returns the moves of an honest game at sea until it leaves play, at most so many; 0 for all.
func (v *voyage) legs(most int) []leg {
	v.Helper()
	var all []leg
	for s := v.sea.Initial(); (most == 0 || len(all) < most) && s.Phase.InPlay(); {
		m := v.moveAt(s)
		l := leg{by: s.Actor, letter: v.letter(s, m), state: v.after(s, m)}
		all, s = append(all, l), l.state
	}
	return all
}

// posts is the message with which somebody posts a proof.
func (v *voyage) posts(by player, p channel.Proof) *types.MsgPostState {
	return &types.MsgPostState{Sender: by.text(), GameId: v.id, Proof: types.NewStateProof(p)}
}

// claims is the honest claim of a seat that comes with a proof.
func (v *voyage) claims(by game.Seat, p channel.Proof) *types.MsgClaimWin {
	msg := v.claim(by)
	msg.Proof = types.NewStateProof(p)
	return msg
}
