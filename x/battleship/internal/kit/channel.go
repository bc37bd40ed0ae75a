package kit

import (
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ChannelTimeoutBlocks is how long games of tests stay off-chain.
const ChannelTimeoutBlocks = 60

// ChannelGame is a duel off-chain, with the boards and keys of its players.
type ChannelGame struct {
	*Duel

	Rule *channel.Channel
}

// NewChannelPlayer is NewBoard of a player who has a channel key.
func (f *Fixture) NewChannelPlayer(p Player, r *game.Ruleset, fleet string) Board {
	f.Helper()
	b := f.NewBoard(p, r, fleet)
	b.Key = secp256k1.GenPrivKeyFromSecret([]byte(p.Name + "'s channel"))
	return b
}

// OpenChannel has alice create a game and bob join it, to be played off-chain, and ends the block of the join.
func (f *Fixture) OpenChannel(r *game.Ruleset) *ChannelGame {
	f.Helper()
	return f.PlayWith(f.NewChannelPlayer(Alice, r, FleetOf(r)), f.NewChannelPlayer(Bob, r, FleetOf(r)))
}

// PlayWith is OpenChannel with boards of the test's choice.
func (f *Fixture) PlayWith(creator, joiner Board) *ChannelGame {
	f.Helper()
	v := &ChannelGame{Duel: f.NewDuelOf(creator, joiner)}
	f.EndBlock()
	v.Rule = v.Channel(v.ID)
	return v
}

// Channel returns the rule of an off-chain game.
func (f *Fixture) Channel(id uint64) *channel.Channel {
	f.Helper()
	c, err := f.Game(id).Channel(chainID)
	require.NoError(f, err)
	return c
}

// At returns the game as the chain has it.
func (v *ChannelGame) At() channel.ChainState {
	v.Helper()
	return v.ChainState(v.ID)
}

// opens returns the honest opening that is owed in a state.
func (v *ChannelGame) opens(s game.State) play.Move {
	v.Helper()
	b := v.Boards[s.Actor]
	msg := &types.MsgShootAndReveal{}
	switch s.Owes {
	case game.OwesTossReveal:
		msg.Opening = b.TossOpening()
	case game.OwesAnswer:
		msg.Opening, msg.Sunk = b.answer(s), b.sunkBy(s)
	default:
	}
	return msg.Move()
}

// MoveAt returns the honest move in a state, which shoots at the first target there is if the turn is the mover's.
func (v *ChannelGame) MoveAt(s game.State) channel.Move {
	v.Helper()
	m := channel.Move{Move: v.opens(s)}
	shot := m
	shot.Target = v.FirstTarget(s, s.Actor)
	if _, _, err := v.Rule.Move(s, s.Actor, shot, nil); err == nil {
		return shot
	}
	return m
}

// Surrender returns the honest opening that is owed in a state, with which the mover gives up.
func (v *ChannelGame) Surrender(s game.State) channel.Move {
	return channel.Move{Move: v.opens(s), Concede: true}
}

// After returns the state after a move off-chain.
func (v *ChannelGame) After(s game.State, m channel.Move) game.State {
	v.Helper()
	next, _, err := v.Rule.Move(s, s.Actor, m, nil)
	require.NoError(v, err)
	return next
}

// Sign returns a player's signature under a state.
func (v *ChannelGame) Sign(by game.Seat, s game.State) []byte {
	v.Helper()
	message, err := v.Rule.Message(s)
	require.NoError(v, err)
	signature, err := v.Boards[by].Key.Sign(message)
	require.NoError(v, err)
	return signature
}

// encoded returns the bytes of a state in a proof.
func (v *ChannelGame) encoded(s game.State) []byte {
	v.Helper()
	if s.Phase == game.PhaseToss {
		return nil
	}
	state, err := v.Rule.Encode(s)
	require.NoError(v, err)
	return state
}

// Update returns the proof that the mover in a state sends: the state, signed by the other player, its move and its
// signature under the state after it.
func (v *ChannelGame) Update(s game.State, m channel.Move) channel.Proof {
	v.Helper()
	p := channel.Proof{State: v.encoded(s), Move: &m}
	p.Signatures[s.Actor] = v.Sign(s.Actor, v.After(s, m))
	if s.Phase != game.PhaseToss {
		p.Signatures[s.Actor.Other()] = v.Sign(s.Actor.Other(), s)
	}
	return p
}

// Both returns the proof of a state that both players have signed.
func (v *ChannelGame) Both(s game.State) channel.Proof {
	v.Helper()
	p := channel.Proof{State: v.encoded(s)}
	for seat := range p.Signatures {
		p.Signatures[seat] = v.Sign(game.Seat(seat), s)
	}
	return p
}

// Turn is one move off-chain: its player, the update and the state after it.
type Turn struct {
	By     game.Seat
	Update channel.Proof
	State  game.State
}

// Brief returns the shortest proof of a move's state that a player can send.
func (v *ChannelGame) Brief(l Turn, sender game.Seat) channel.Proof {
	v.Helper()
	p, err := v.Rule.Brief(l.Update, sender)
	require.NoError(v, err)
	return p
}

// Turns returns at most that number of moves of an honest off-chain game until it leaves play, or all for 0.
func (v *ChannelGame) Turns(most int) []Turn {
	v.Helper()
	var all []Turn
	for s := v.Rule.Initial(); (most == 0 || len(all) < most) && s.Phase.InPlay(); {
		m := v.MoveAt(s)
		l := Turn{By: s.Actor, Update: v.Update(s, m), State: v.After(s, m)}
		all, s = append(all, l), l.State
	}
	return all
}

// Submits is the message with which a player submits a proof.
func (v *ChannelGame) Submits(by Player, p channel.Proof) *types.MsgSubmitState {
	return &types.MsgSubmitState{Sender: by.Text(), GameId: v.ID, Proof: types.NewStateProof(p)}
}

// Claims is the honest claim of a seat that comes with a proof.
func (v *ChannelGame) Claims(by game.Seat, p channel.Proof) *types.MsgClaimWin {
	msg := v.Claim(by)
	msg.Proof = types.NewStateProof(p)
	return msg
}
