package melee

import (
	"context"
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Leave gives the player's seat up before the first round; its stake comes back. The last player at an open table stays
// there for some blocks, for a join that is on its way; MeleeLeft.Until says until when.
func (m *Session) Leave(ctx context.Context) (session.Done, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	ready := v.State.Stage == melee.StageReady
	switch why := v.lost(seat); {
	case why != "":
		return session.Done{}, v.notNow(game.ErrPhase, why)
	case v.State.Stage != melee.StageOpen && !ready:
		return session.Done{}, v.notNow(game.ErrPhase, text.ConcedeNotLeave)
	case ready && !v.Owes(seat):
		return session.Done{}, v.notNow(game.ErrTurn, text.ConfirmedBinds)
	}
	if _, _, err := melee.Step(v.State, melee.Leave{By: seat}, v.next()); err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	left := text.MeleeLeft{Back: v.Melee.Terms.Entry()}
	i := text.Intent{Act: text.ActLeaveMelee, Coins: left.Back}
	done, err := m.sendAct(ctx, v, i, &types.MsgLeaveMelee{Sender: m.Sender(), GameId: m.ID}, nil)
	if err != nil {
		return done, err
	}
	if left.Until = withdrawnUntil(done.Receipt); left.Until == 0 {
		m.Own = nil
	}
	done.Result = left
	return done, nil
}

// withdrawnUntil is the last height at which a melee can be joined after its last player has left. It is 0 if it
// was not the last one.
func withdrawnUntil(r client.Receipt) int64 {
	withdrawn, _ := session.EventOf[*types.EventMeleeWithdrawn](r)
	return withdrawn.GetDeadline()
}

// Decline refuses a place that the player is invited to. The melee is then for one less.
func (m *Session) Decline(ctx context.Context) (session.Done, error) {
	v, err := m.Look(ctx)
	if err != nil {
		return session.Done{}, err
	}
	address := m.Address().String()
	if _, seated := v.Melee.SeatOf(address); seated {
		return session.Done{}, fmt.Errorf("decline melee %d: %w: leave-melee gives it up", m.ID, text.ErrSeated)
	}
	if v.State.Stage != melee.StageOpen {
		return session.Done{}, v.notNow(game.ErrPhase, text.NoSeatLeft)
	}
	if len(v.Melee.Invited) == 0 || !v.Invited(address) {
		return session.Done{}, fmt.Errorf("decline melee %d: %w: got %s", m.ID, text.ErrNoPlace, address)
	}
	if _, _, err := melee.Step(v.State, melee.Decline{}, v.next()); err != nil {
		return session.Done{}, fmt.Errorf("melee %d: %w", m.ID, err)
	}
	i := text.Intent{Act: text.ActDecline, Players: []string{v.Melee.Creator}}
	msg := &types.MsgDeclineGame{Sender: m.Sender(), GameId: m.ID}
	return m.sendAct(ctx, v, i, msg, text.MeleeLeft{})
}

// SetDelegate sets the address that may act for the player in this melee, in place of the earlier one. An empty address
// removes it. While the table is open a delegate can only be removed.
func (m *Session) SetDelegate(ctx context.Context, delegate string) (session.Done, error) {
	v, _, err := m.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if delegate != "" && v.State.Stage == melee.StageOpen {
		return session.Done{}, v.notNow(game.ErrPhase, text.OnlyRemove)
	}
	i := text.Intent{Act: text.ActSetDelegate, Delegate: delegate}
	msg := &types.MsgSetDelegate{Sender: m.Sender(), GameId: m.ID, Delegate: delegate}
	return m.sendAct(ctx, v, i, msg, text.Delegated{Delegate: delegate})
}

// delegateMessages are the messages paid by a delegate's allowance in a melee: all that it may send.
var delegateMessages = []string{
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
	// meleeGas is an allowance's gas for each of these messages. A report opens a tile for each player.
	meleeGas = 200_000
	// meleeRounds is for how many rounds it is: more than any melee of bots took.
	meleeRounds = 90
)

// needsOf are a delegate's possible needs in a whole melee.
func needsOf(r *game.Ruleset, q session.Quote) session.Needs {
	const messages = stagesInRound*meleeRounds + 1 // and the confirmation
	return session.Needs{
		Gas: messages*meleeGas + session.ClaimGas,
		// In the longest melee every player uses the whole clock of each stage, and then of both claims.
		Longest: q.Params.Duration(messages*q.TurnBlocks + 2*q.Params.ClaimBlocks),
		Bid:     session.MaxFeeOf(r, q.Terms, q.Params),
	}
}

// AsDelegate returns the session of the same melee in which the delegate that the board brings acts for the player,
// whose allowance pays its fees. The error is ErrNotDelegate if the melee has another delegate or none.
func (m *Session) AsDelegate(ctx context.Context) (*Session, error) {
	v, seat, err := m.lookToAct(ctx)
	if err != nil {
		return nil, err
	}
	own, err := m.recover(v, seat)
	if err != nil {
		return nil, err
	}
	address := own.DelegateAddress()
	if named := v.Melee.Players[seat].Delegate; named != address.String() {
		return nil, fmt.Errorf("melee %d: %w: expected %s, got %q", m.ID, text.ErrNotDelegate, address, named)
	}
	return &Session{Base: m.Delegated(own)}, nil
}

// MostFees returns a delegate's limit for the fees of a melee of those terms.
func MostFees(ctx context.Context, p session.Player, r *game.Ruleset, q session.Quote) (sdk.Coins, error) {
	a, err := p.Allowance(ctx, needsOf(r, q))
	return a.Limit, err
}
