package app_test

import (
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// playOffChain plays off-chain games: one that is closed, one that comes on-chain, where its newest state answers an
// older one, one whose channel timeout passes, and two whose end is submitted.
func (r *recorder) playOffChain() {
	stake := sdk.NewInt64Coin(app.BondDenom, 5_000_000)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }
	alice, bob, carol := r.channelPlayer(chain.Alice), r.channelPlayer(chain.Bob), r.channelPlayer(chain.Carol)
	none := func(*battleshiptypes.MsgCreateGame) {}

	closed := r.open(alice, game.Classic(), staked)
	join := &battleshiptypes.MsgJoinGame{
		Sender: bob.String(), GameId: closed, Entry: r.entry(bob, game.Classic()), Toss: make([]byte, commitment.TossSize),
	}
	keyless := *join
	keyless.Entry.Channel = nil
	r.deliver(bob, &keyless, battleshiptypes.ErrInvalidChannel.ABCICode())
	r.deliver(bob, join, 0)
	r.players[closed] = append(r.players[closed], bob)
	r.deliver(alice, &battleshiptypes.MsgConcede{Sender: alice.String(), GameId: closed},
		battleshiptypes.ErrOffChain.ABCICode())
	end, proof := r.playChannel(closed, 0)
	winner := r.players[closed][end.Actor]
	claim := &battleshiptypes.MsgClaimWin{
		Sender: winner.String(), GameId: closed, Fleet: winner.Binding.Ruleset.FleetString(winner.Fleet),
		BoardSecret: winner.Secret, Proof: proof,
	}
	forged := *proof
	forged.CreatorSignature = proof.JoinerSignature
	claim.Proof = &forged
	r.deliver(winner, claim, battleshiptypes.ErrSignature.ABCICode())
	claim.Proof = proof
	r.deliver(winner, claim, 0)

	onChain := r.enter(bob, carol, game.Xaya(), staked)
	_, older := r.playChannel(onChain, 4)
	_, newer := r.playChannel(onChain, 9)
	submit := func(by *recordedPlayer, p *battleshiptypes.StateProof, code uint32) {
		r.deliver(by, &battleshiptypes.MsgSubmitState{Sender: by.String(), GameId: onChain, Proof: p}, code)
	}
	submit(alice, older, battleshiptypes.ErrUnauthorized.ABCICode())
	submit(carol, older, 0)
	r.deliver(carol, &battleshiptypes.MsgConcede{Sender: carol.String(), GameId: onChain},
		battleshiptypes.ErrNoResponse.ABCICode())
	submit(alice, newer, 0)
	submit(bob, newer, battleshiptypes.ErrNotNewer.ABCICode())
	r.pass(onChain)
	r.claim(onChain, r.owing(onChain), 0)

	forgotten := r.enter(carol, alice, game.Classic(), none)
	r.pass(forgotten)
	r.pass(forgotten)
	r.claim(forgotten, alice, 0)

	ended := r.enter(alice, carol, game.Xaya(), none)
	end, proof = r.playChannel(ended, 0)
	loser := r.players[ended][end.Actor.Other()]
	r.deliver(loser, &battleshiptypes.MsgSubmitState{Sender: loser.String(), GameId: ended, Proof: proof}, 0)
	r.claim(ended, r.owing(ended), 0)

	proven := r.enter(bob, alice, game.XayaZK(), staked)
	given, proof := r.concedeOffChain(proven)
	submitter := r.players[proven][given.Actor]
	r.deliver(submitter, &battleshiptypes.MsgSubmitState{Sender: submitter.String(), GameId: proven, Proof: proof}, 0)
	require.True(r.t, r.ended(proven))
}

// channelPlayer is player of an account with a channel key.
func (r *recorder) channelPlayer(name string) *recordedPlayer {
	p := r.player(name)
	p.key = secp256k1.GenPrivKeyFromSecret([]byte(name))
	return p
}

// playChannel plays an off-chain game, at most so many moves or to its end if that is 0, and returns where it stands
// then and the proof of that.
func (r *recorder) playChannel(id uint64, most int) (game.State, *battleshiptypes.StateProof) {
	r.t.Helper()
	c := r.channel(id)
	s := c.Initial()
	for n := 0; (most == 0 || n < most) && s.Phase.InPlay(); n++ {
		m := channel.Move{Move: r.opening(id, s)}
		shot := m
		shot.Target = firstTarget(s)
		next, _, err := c.Move(s, s.Actor, shot, nil)
		if err != nil {
			next, _, err = c.Move(s, s.Actor, m, nil)
		}
		require.NoError(r.t, err)
		s = next
	}
	return s, r.signed(id, c, s)
}

// concedeOffChain has the creator give up with the opening of its toss.
func (r *recorder) concedeOffChain(id uint64) (game.State, *battleshiptypes.StateProof) {
	r.t.Helper()
	c := r.channel(id)
	s, _, err := c.Move(c.Initial(), game.Creator, channel.Move{Move: r.opening(id, c.Initial()), Concede: true}, nil)
	require.NoError(r.t, err)
	return s, r.signed(id, c, s)
}

// channel returns the rule of an off-chain game.
func (r *recorder) channel(id uint64) *channel.Channel {
	r.t.Helper()
	res, err := r.query().Game(r.Context(), &battleshiptypes.QueryGameRequest{GameId: id})
	require.NoError(r.t, err)
	c, err := res.Game.Channel(r.ID())
	require.NoError(r.t, err)
	return c
}

// opening opens what is owed in a state.
func (r *recorder) opening(id uint64, s game.State) play.Move {
	p, msg := r.players[id][s.Actor], &battleshiptypes.MsgShootAndReveal{}
	switch s.Owes {
	case game.OwesTossReveal:
		msg.Opening = battleshiptypes.NewOpening(p.OpenToss())
	case game.OwesAnswer:
		msg.Opening = battleshiptypes.NewOpening(p.Open(s.Pending))
		if sunk := p.Answer(s).Sunk; sunk != nil {
			msg.Sunk = battleshiptypes.NewShip(s.Ruleset, *sunk)
		}
	default:
	}
	return msg.Move()
}

// signed is the proof of a state that both players sign.
func (r *recorder) signed(id uint64, c *channel.Channel, s game.State) *battleshiptypes.StateProof {
	r.t.Helper()
	message, err := c.Message(s)
	require.NoError(r.t, err)
	var p channel.Proof
	p.State, err = c.Encode(s)
	require.NoError(r.t, err)
	for seat, player := range r.players[id] {
		p.Signatures[seat], err = player.key.Sign(message)
		require.NoError(r.t, err)
	}
	return battleshiptypes.NewStateProof(p)
}

// firstTarget is the first tile that the actor has not shot at.
func firstTarget(s game.State) string {
	for tile := range game.Tile(s.Ruleset.Tiles()) {
		if !s.Sides[s.Actor.Other()].Answered.Has(tile) {
			return s.Ruleset.TileName(tile)
		}
	}
	return ""
}
