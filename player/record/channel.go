package record

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// setOut has a game that was joined set out off-chain, if it is played there.
func (v *verifier) setOut() error {
	creator, joiner := v.seats[game.Creator], v.seats[game.Joiner]
	if creator.channel == nil && joiner.channel == nil {
		return nil
	}
	g := types.Game{
		Id: v.record.GameID, RulesetId: v.state.Ruleset.ID, JoinedHeight: v.joined, Toss: v.toss,
		First: v.record.Terms.First, TurnBlocks: v.record.Terms.TurnBlocks, ClaimBlocks: v.record.Terms.ClaimBlocks,
	}
	g.Terms.ProvenClaims = v.record.Terms.ProvenClaims
	for _, s := range v.seats {
		g.Participants = append(g.Participants, types.Participant{
			Address: s.address.String(), Board: s.board, Channel: s.channel,
		})
	}
	var err error
	if v.channel, err = g.Channel(v.record.ChainID); err != nil {
		return err
	}
	if v.chainState, err = v.channel.Open(v.record.Terms.ChannelTimeoutBlocks); err != nil {
		return fmt.Errorf("terms: %w", err)
	}
	v.state = v.chainState.State
	return nil
}

// holds is the chain's state of a game that was off-chain.
func (v *verifier) holds() channel.ChainState {
	x := v.chainState
	x.State = v.state
	return x
}

// submit applies a submitted state: of a player, its delegate, or a third party.
func (v *verifier) submit(m *types.MsgSubmitState) error {
	if v.channel == nil {
		return fmt.Errorf("expected a game with channel keys")
	}
	var sender *game.Seat
	if by, err := v.by(m.Sender, true); err == nil {
		sender = &by
	}
	next, events, err := v.channel.Submit(v.holds(), sender, m.Proof.Parse(), v.header.Height, nil)
	if err != nil {
		return err
	}
	v.chainState = next
	return v.take(next.State, events, nil)
}

// submitForClaim submits the state that comes with a claim.
func (v *verifier) submitForClaim(m *types.MsgClaimWin) error {
	if v.channel == nil || m.Proof == nil {
		return v.chainState.CheckMove()
	}
	by, err := v.by(m.Sender, true)
	if err != nil {
		return err
	}
	proof := m.Proof.Parse()
	next, events, err := v.channel.SubmitForClaim(v.holds(), by, &proof, v.header.Height, nil)
	if err != nil {
		return err
	}
	v.chainState = next
	return v.take(next.State, events, nil)
}

// giveUp ends play for a sender that gives up or challenges.
func (v *verifier) giveUp(sender string, orDelegate bool, action func(game.Seat) game.Action) error {
	by, err := v.by(sender, orDelegate)
	if err == nil && v.channel != nil {
		err = v.holds().CheckGiveUp(by)
	}
	if err != nil {
		return err
	}
	return v.step(action(by))
}

// expire settles a deadline that has passed, or the channel timeout.
func (v *verifier) expire() error {
	if !v.chainState.OffChain {
		return v.step(game.Expire{})
	}
	next, err := v.channel.TimedOut(v.holds(), v.header.Height)
	if err != nil {
		return err
	}
	v.chainState = next
	return v.take(next.State, nil, nil)
}
