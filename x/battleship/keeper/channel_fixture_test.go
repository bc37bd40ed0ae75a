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

// channelTimeoutBlocks is how long games of tests stay off-chain.
const channelTimeoutBlocks = 60

// channelGame is a duel off-chain, with all that its players know.
type channelGame struct {
	*duel

	rule *channel.Channel
}

// newChannelFixture is newFixture with a channel timeout that is short enough to be waited for.
func newChannelFixture(t testing.TB, options ...option) *fixture {
	t.Helper()
	short := withParams(func(p *types.Params) { p.ChannelTimeoutBlocks = channelTimeoutBlocks })
	return newFixture(t, append([]option{short}, options...)...)
}

// newChannelPlayer is newBoard of a player who has a channel key.
func (f *fixture) newChannelPlayer(p player, r *game.Ruleset, fleet string) board {
	f.Helper()
	b := f.newBoard(p, r, fleet)
	b.key = secp256k1.GenPrivKeyFromSecret([]byte(p.name + "'s channel"))
	return b
}

// openChannel has alice create a game and bob join it, to be played off-chain, and ends the block of the join.
func (f *fixture) openChannel(r *game.Ruleset) *channelGame {
	f.Helper()
	return f.playWith(f.newChannelPlayer(alice, r, fleetOf(r)), f.newChannelPlayer(bob, r, fleetOf(r)))
}

// playWith is openChannel with boards of the test's choice.
func (f *fixture) playWith(creator, joiner board) *channelGame {
	f.Helper()
	v := &channelGame{duel: f.newDuelOf(creator, joiner)}
	f.endBlock()
	v.rule = v.channel(v.id)
	return v
}

// channel returns the rule of an off-chain game.
func (f *fixture) channel(id uint64) *channel.Channel {
	f.Helper()
	c, err := f.game(id).Channel(chainID)
	require.NoError(f, err)
	return c
}

// at returns what the chain holds.
func (v *channelGame) at() channel.ChainState {
	v.Helper()
	return v.chainState(v.id)
}

// opens returns the honest opening of what is owed in a state.
func (v *channelGame) opens(s game.State) play.Move {
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
func (v *channelGame) moveAt(s game.State) channel.Move {
	v.Helper()
	m := channel.Move{Move: v.opens(s)}
	shot := m
	shot.Target = v.firstTarget(s, s.Actor)
	if _, _, err := v.rule.Move(s, s.Actor, shot, nil); err == nil {
		return shot
	}
	return m
}

// surrender returns the honest opening of what is owed in a state, with which the mover gives up.
func (v *channelGame) surrender(s game.State) channel.Move {
	return channel.Move{Move: v.opens(s), Concede: true}
}

// after returns the state after a move off-chain.
func (v *channelGame) after(s game.State, m channel.Move) game.State {
	v.Helper()
	next, _, err := v.rule.Move(s, s.Actor, m, nil)
	require.NoError(v, err)
	return next
}

// sign returns a player's signature under a state.
func (v *channelGame) sign(by game.Seat, s game.State) []byte {
	v.Helper()
	message, err := v.rule.Message(s)
	require.NoError(v, err)
	signature, err := v.boards[by].key.Sign(message)
	require.NoError(v, err)
	return signature
}

// encoded returns the bytes of a state in a proof.
func (v *channelGame) encoded(s game.State) []byte {
	v.Helper()
	if s.Phase == game.PhaseToss {
		return nil
	}
	state, err := v.rule.Encode(s)
	require.NoError(v, err)
	return state
}

// update returns the proof that the mover in a state sends: the state, signed by the other player, its move and its
// signature under what that leads to.
func (v *channelGame) update(s game.State, m channel.Move) channel.Proof {
	v.Helper()
	p := channel.Proof{State: v.encoded(s), Move: &m}
	p.Signatures[s.Actor] = v.sign(s.Actor, v.after(s, m))
	if s.Phase != game.PhaseToss {
		p.Signatures[s.Actor.Other()] = v.sign(s.Actor.Other(), s)
	}
	return p
}

// both returns the proof of a state that both players have signed.
func (v *channelGame) both(s game.State) channel.Proof {
	v.Helper()
	p := channel.Proof{State: v.encoded(s)}
	for seat := range p.Signatures {
		p.Signatures[seat] = v.sign(game.Seat(seat), s)
	}
	return p
}

// turn is one move off-chain: who makes it, the update and where it leads.
type turn struct {
	by     game.Seat
	update channel.Proof
	state  game.State
}

// brief returns the shortest proof of a move's state that a player can send.
func (v *channelGame) brief(l turn, sender game.Seat) channel.Proof {
	v.Helper()
	p, err := v.rule.Brief(l.update, sender)
	require.NoError(v, err)
	return p
}

// turns returns the moves of an honest off-chain game until it leaves play, at most so many; 0 for all.
func (v *channelGame) turns(most int) []turn {
	v.Helper()
	var all []turn
	for s := v.rule.Initial(); (most == 0 || len(all) < most) && s.Phase.InPlay(); {
		m := v.moveAt(s)
		l := turn{by: s.Actor, update: v.update(s, m), state: v.after(s, m)}
		all, s = append(all, l), l.state
	}
	return all
}

// submits is the message with which somebody submits a proof.
func (v *channelGame) submits(by player, p channel.Proof) *types.MsgSubmitState {
	return &types.MsgSubmitState{Sender: by.text(), GameId: v.id, Proof: types.NewStateProof(p)}
}

// claims is the honest claim of a seat that comes with a proof.
func (v *channelGame) claims(by game.Seat, p channel.Proof) *types.MsgClaimWin {
	msg := v.claim(by)
	msg.Proof = types.NewStateProof(p)
	return msg
}
