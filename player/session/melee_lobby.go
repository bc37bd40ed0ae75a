package session

import (
	"cmp"
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Leave gives the player's seat up before the first round; its stake comes back. The last player at an open table stays
// there for some blocks, for a join that is on its way; MeleeLeft.Until says until when.
func (m *Melee) Leave(ctx context.Context) (Done, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return Done{}, err
	}
	ready := v.State.Stage == melee.StageReady
	switch why := v.lost(seat); {
	case why != "":
		return Done{}, fmt.Errorf("melee %d: %w: %s", m.gameID, game.ErrPhase, why)
	case v.State.Stage != melee.StageOpen && !ready:
		return Done{}, fmt.Errorf("melee %d: %w: it has begun, and concede gives it up; %s",
			m.gameID, game.ErrPhase, v.Owed())
	case ready && !v.Owes(seat):
		return Done{}, fmt.Errorf("melee %d: %w by you: you have confirmed, and that binds; %s",
			m.gameID, game.ErrTurn, v.Owed())
	}
	if _, _, err := melee.Step(v.State, melee.Leave{By: seat}, v.next()); err != nil {
		return Done{}, fmt.Errorf("melee %d: %w", m.gameID, err)
	}
	left := MeleeLeft{Back: v.Melee.Terms.Entry()}
	what := fmt.Sprintf("leave melee %d", m.gameID)
	if !left.Back.IsZero() {
		what += fmt.Sprintf("; %s comes back", Coins(left.Back))
	}
	done, err := m.sendAct(ctx, v, ActLeaveMelee, what, &types.MsgLeaveMelee{Sender: m.sender(), GameId: m.gameID}, nil)
	if err != nil {
		return done, err
	}
	if left.Until = meleeWithdrawnUntil(done.Receipt); left.Until == 0 {
		m.own = nil
	}
	done.Result = left
	return done, nil
}

// meleeWithdrawnUntil is the last height at which a melee can be joined whose last player leaves it; 0 if it was not
// the last one.
func meleeWithdrawnUntil(r client.Receipt) int64 {
	events, err := eventindex.Typed(r.Events)
	if err != nil {
		return 0
	}
	for _, event := range events {
		if withdrawn, ok := event.(*types.EventMeleeWithdrawn); ok {
			return withdrawn.Deadline
		}
	}
	return 0
}

// Decline refuses a place that the player is invited to. The melee is then for one less.
func (m *Melee) Decline(ctx context.Context) (Done, error) {
	v, err := m.Look(ctx)
	if err != nil {
		return Done{}, err
	}
	address := m.address().String()
	if _, seated := v.Melee.SeatOf(address); seated {
		return Done{}, fmt.Errorf("decline melee %d: %w: leave-melee gives it up", m.gameID, ErrSeated)
	}
	if v.State.Stage != melee.StageOpen {
		return Done{}, fmt.Errorf("melee %d: %w: no seat is free any more; %s", m.gameID, game.ErrPhase, v.Owed())
	}
	if len(v.Melee.Invited) == 0 || !v.Invited(address) {
		return Done{}, fmt.Errorf("decline melee %d: %w: got %s", m.gameID, ErrNoPlace, address)
	}
	if _, _, err := melee.Step(v.State, melee.Decline{}, v.next()); err != nil {
		return Done{}, fmt.Errorf("melee %d: %w", m.gameID, err)
	}
	what := fmt.Sprintf("decline melee %d of %s, which is then for one less", m.gameID, v.Melee.Creator)
	msg := &types.MsgDeclineGame{Sender: m.sender(), GameId: m.gameID}
	return m.sendAct(ctx, v, ActDecline, what, msg, MeleeLeft{})
}

// SetDelegate lets another address act for the player in this melee from now on, in place of the one before; empty for
// nobody. While the table is open a delegate can only be removed.
func (m *Melee) SetDelegate(ctx context.Context, delegate string) (Done, error) {
	v, _, err := m.lookToAct(ctx)
	if err != nil {
		return Done{}, err
	}
	if delegate != "" && v.State.Stage == melee.StageOpen {
		return Done{}, fmt.Errorf("melee %d: %w: while the table is open a delegate can only be removed; %s",
			m.gameID, game.ErrPhase, v.Owed())
	}
	what := fmt.Sprintf("let %s act for you in melee %d", cmp.Or(delegate, "nobody"), m.gameID)
	msg := &types.MsgSetDelegate{Sender: m.sender(), GameId: m.gameID, Delegate: delegate}
	return m.sendAct(ctx, v, ActSetDelegate, what, msg, Delegated{Delegate: delegate})
}

// meleeMessages are those that a delegate's allowance pays for in a melee: all that it may send.
var meleeMessages = []string{
	sdk.MsgTypeURL(&types.MsgConfirmMelee{}),
	sdk.MsgTypeURL(&types.MsgAim{}),
	sdk.MsgTypeURL(&types.MsgFire{}),
	sdk.MsgTypeURL(&types.MsgReport{}),
	sdk.MsgTypeURL(&types.MsgConcede{}),
	sdk.MsgTypeURL(&types.MsgClaimWin{}),
}

const (
	// stagesInRound are those of a round; in each a player sends one message.
	stagesInRound = 3
	// meleeGas is what an allowance holds for each of these messages. A report opens a tile for each player.
	meleeGas = 200_000
	// meleeRounds is for how many rounds it is: more than any melee of bots took.
	meleeRounds = 90
)

// needsOfMelee is what a delegate may need in a whole melee.
func needsOfMelee(r *game.Ruleset, q quote) needs {
	const messages = stagesInRound*meleeRounds + 1 // and the confirmation
	return needs{
		gas: messages*meleeGas + claimGas,
		// Everybody takes all the time there is in each stage, and then for both claims.
		longest: q.params.Duration(messages*q.turnBlocks + 2*q.params.ClaimBlocks),
		bid:     maxFee(r, q.terms, q.params),
	}
}

// AsDelegate returns the session of the same melee in which the delegate that the board brings acts for the player,
// whose allowance pays its fees. The error is ErrNotDelegate if the melee has another delegate or none.
func (m *Melee) AsDelegate(ctx context.Context) (*Melee, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return nil, err
	}
	own, err := m.recover(v, seat)
	if err != nil {
		return nil, err
	}
	address := own.delegateAddress()
	if named := v.Melee.Players[seat].Delegate; named != address.String() {
		return nil, fmt.Errorf("melee %d: %w: expected %s, got %q", m.gameID, ErrNotDelegate, address, named)
	}
	return &Melee{m.asDelegate(own)}, nil
}

// MostFeesOfMelee returns what a delegate may spend on the fees of a melee of those terms.
func MostFeesOfMelee(ctx context.Context, p Player, r *game.Ruleset, q Quote) (sdk.Coins, error) {
	a, err := p.allowance(ctx, needsOfMelee(r, quote{params: q.Params, turnBlocks: q.TurnBlocks, terms: q.Terms}))
	return a.limit, err
}
