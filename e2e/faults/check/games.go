package check

import (
	"fmt"

	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// replayed is an unfinished game, rebuilt from its public moves by the rules.
type replayed interface {
	Apply(event proto.Message, height int64) error
	deadline() int64
	hold() sdk.Coins
	// name is the kind of the game.
	name() string
}

type duel struct{ *replay.Duel }

func (d duel) deadline() int64 { return d.State().Deadline }

func (d duel) hold() sdk.Coins {
	if d.State().Phase.Ended() {
		return nil
	}
	return d.Game().Hold()
}

func (d duel) name() string {
	name := d.State().Ruleset.Name
	if d.ChainState().OffChain || d.Game().ChannelTimeoutBlocks > 0 {
		return name + " off-chain"
	}
	return name
}

type melee struct{ *replay.Melee }

func (m melee) deadline() int64 { return m.State().Deadline }

func (m melee) hold() sdk.Coins {
	if m.State().Stage.Ended() {
		return nil
	}
	return m.Melee.Melee().Hold(m.State())
}

func (m melee) name() string { return fmt.Sprintf("melee of %d", len(m.State().Players)) }

// opening returns the game that an event opens, or nil for another event.
func opening(event proto.Message, height int64) (replayed, error) {
	switch e := event.(type) {
	case *types.EventGameCreated:
		d, err := replay.NewDuel(e, height)
		return duel{d}, err
	case *types.EventMeleeCreated:
		m, err := replay.NewMelee(e, height)
		return melee{m}, err
	default:
		return nil, nil
	}
}

// holding returns the coins that a game holds, none for no game.
func holding(g replayed) sdk.Coins {
	if g == nil {
		return nil
	}
	return g.hold()
}

// entrant returns the player that enters a game by an event, or "" for another event.
func entrant(event proto.Message) string {
	switch e := event.(type) {
	case *types.EventGameCreated:
		return e.Creator
	case *types.EventGameJoined:
		return e.Joiner
	case *types.EventMeleeCreated:
		return e.Creator
	case *types.EventMeleeJoined:
		return e.Player
	default:
		return ""
	}
}

// An end is the end of a game as its last event has it.
type end struct {
	// cause is the reason in words, outcome is empty for a game without a result.
	cause, outcome string
	// paid are the payments from escrow by player.
	paid map[string]sdk.Coins
}

// endOf returns the end that an event announces, and false for another event.
func endOf(event proto.Message) (end, bool) {
	switch e := event.(type) {
	case *types.EventGameOver:
		cause := game.Reason(e.Result.Reason).String() //nolint:gosec // of the chain's own numbers
		return end{cause, outcome(e.Result), paid(e.Result.Players, e.Shares)}, true
	case *types.EventMeleeOver:
		var players []string
		for _, place := range e.Result.Places {
			players = append(players, place.Player)
		}
		return end{"over", meleeOutcome(e.Result), paid(players, e.Shares)}, true
	case *types.EventGameCancelled, *types.EventMeleeCancelled:
		return end{cause: "cancelled"}, true
	default:
		return end{}, false
	}
}

// paid returns the payments of shares by player.
func paid(players []string, shares []types.Share) map[string]sdk.Coins {
	all := make(map[string]sdk.Coins)
	for seat, share := range shares {
		if seat < len(players) {
			all[players[seat]] = all[players[seat]].Add(share.FromEscrow()...)
		}
	}
	return all
}

// contradicts returns the reason why the rules do not give the end that the chain announces, or "".
func contradicts(g replayed, e end, event proto.Message) string {
	if m, isMelee := g.(melee); isMelee { // whose replay compares the whole result
		if !m.Complete() || !m.State().Stage.Ended() {
			return fmt.Sprintf("ended, and the rules give %s", m.State().Stage)
		}
		return ""
	}
	d, isDuel := g.(duel)
	_, isOver := event.(*types.EventGameOver)
	switch {
	case isDuel && isOver:
		s := d.State()
		winner := types.SEAT_UNSPECIFIED
		if seat, won := s.Winner(); won {
			winner = types.SeatOf(seat)
		}
		want := fmt.Sprintf("%v %s %s", d.Players(), winner, types.Reason(s.Reason))
		if s.Phase != game.PhaseOver || want != e.outcome {
			return fmt.Sprintf("the rules give %s %q, the chain %q", s.Phase, want, e.outcome)
		}
	case isDuel:
		if s := d.State(); s.Phase != game.PhaseCancelled {
			return fmt.Sprintf("cancelled, and the rules give %s", s.Phase)
		}
	}
	return ""
}
