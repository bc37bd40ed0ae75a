package record

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// setOut has a game that was joined set out to sea, if it is played there.
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
	if v.stand, err = v.channel.SetOut(v.record.Terms.LeaseBlocks); err != nil {
		return fmt.Errorf("terms: %w", err)
	}
	v.state = v.stand.State
	return nil
}

// holds is what the chain holds of a game that was at sea.
func (v *verifier) holds() channel.Stand {
	x := v.stand
	x.State = v.state
	return x
}

// post posts a state: of a player, its delegate, or anybody.
func (v *verifier) post(m *types.MsgPostState) error {
	if v.channel == nil {
		return fmt.Errorf("expected a game with channel keys")
	}
	var sender *game.Seat
	if by, err := v.by(m.Sender, true); err == nil {
		sender = &by
	}
	next, events, err := v.channel.Post(v.holds(), sender, m.Proof.Parse(), v.header.Height, nil)
	if err != nil {
		return err
	}
	v.stand = next
	return v.take(next.State, events, nil)
}

// postForClaim posts the state that comes with a claim.
func (v *verifier) postForClaim(m *types.MsgClaimWin) error {
	if v.channel == nil || m.Proof == nil {
		return v.stand.CheckMove()
	}
	by, err := v.by(m.Sender, true)
	if err != nil {
		return err
	}
	proof := m.Proof.Parse()
	next, events, err := v.channel.PostForClaim(v.holds(), by, &proof, v.header.Height, nil)
	if err != nil {
		return err
	}
	v.stand = next
	return v.take(next.State, events, nil)
}

// mayGiveUp says whether a player may give up or challenge.
func (v *verifier) mayGiveUp(by game.Seat) error {
	if v.channel == nil {
		return nil
	}
	return v.holds().CheckGiveUp(by)
}

// expire does what follows from a deadline that has passed, or from the end of a lease.
func (v *verifier) expire() error {
	if !v.stand.AtSea {
		return v.step(game.Expire{})
	}
	next, err := v.channel.LeasePassed(v.holds(), v.header.Height)
	if err != nil {
		return err
	}
	v.stand = next
	return v.take(next.State, nil, nil)
}
