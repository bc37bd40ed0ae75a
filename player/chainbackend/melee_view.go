package chainbackend

import (
	"context"
	"errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// show implements gameDriver.
func (r *meleeRunner) show(context.Context) {
	v := *r.view
	if r.aimedIn != r.now.Turn {
		r.dropAim(errors.New(text.AimTooLate))
	}
	addresses := make([]string, len(v.State.Players))
	for i := range addresses {
		addresses[i] = v.Player(melee.Seat(i))
	}
	m := r.shown(v.State, addresses)
	m.Stakes = meleeStakes(v.Melee.Terms)
	for _, address := range v.Melee.Invited {
		m.Invited = append(m.Invited, r.backend.name(address))
	}
	if !r.watching {
		m.Risks = r.risks(v)
	}
	if r.found {
		if target, aims, err := r.wallet.Target(v); err == nil && aims {
			m.Target, m.HasTarget = target, true
		}
	}
	r.backend.update(func() { r.melee, r.stake = m, text.OptionalCoin(v.Melee.Terms.Stake) })
}

// shown returns a melee in the given state for the screens. The addresses of the players are by seat.
func (r *meleeRunner) shown(s melee.State, addresses []string) *tui.Melee {
	m := &tui.Melee{
		ID: r.id, Me: r.seat, Watching: r.watching, State: s, Answers: r.history.replay.Answers(),
		Log: r.history.entries(), LogNote: r.past.Note,
		BlockMillis: int64(r.backend.params.BlockMillis),
		Names:       make([]string, len(s.Players)),
		Fleets:      make([]game.Fleet, len(s.Players)),
		Shares:      make([]string, len(s.Players)),
	}
	if r.watching {
		m.Me = 0
	}
	for i, address := range addresses {
		if address != "" {
			m.Names[i] = r.backend.name(address)
		}
		m.Fleets[i] = r.history.fleets[melee.Seat(i)]
	}
	if r.found && m.Fleets[m.Me] == nil {
		m.Fleets[m.Me] = r.fleet
	}
	return m
}

// meleeStakes describes the stake of a melee. It returns "" if there is none.
func meleeStakes(t types.Terms) string {
	t.Casual = false // as all melees are
	return text.StakeAndFee(t)
}

// risks returns the consequences of the acts that need a confirmation.
func (r *meleeRunner) risks(v meleesession.View) tui.Risks {
	var back, deposit sdk.Coins
	if v.Melee.Terms.Stake != nil {
		back = back.Add(*v.Melee.Terms.Stake)
	}
	if v.Melee.Creator == r.backend.key.Address.String() && v.Melee.Deposit != nil {
		deposit = deposit.Add(*v.Melee.Deposit)
	}
	last := v.State.Stage == melee.StageOpen && v.State.Seats(melee.Afloat).Len() == 1
	concede := text.Intent{Act: text.ActConcede, Kind: text.Melee, Terms: v.Melee.Terms}
	return tui.Risks{
		tui.Confirm{}: text.Sentence(text.Bound) + " " + text.ConfirmRisk(v.Melee.Terms.Stake),
		tui.Leave{}:   text.WithdrawRisk(back, deposit, last),
		tui.Concede{}: text.Sentence(r.backend.voice().Consequence(concede)),
		tui.Claim{}:   text.ClaimRisk,
	}
}

// end implements gameDriver.
func (r *meleeRunner) end(ctx context.Context) {
	res := *r.result
	if _, shown := r.readEnd(ctx, res.CreatedHeight, res.EndedHeight); !shown {
		return
	}
	addresses := make([]string, len(res.Places))
	r.watching, r.seat = true, 0
	for i, place := range res.Places {
		addresses[i] = place.Player
		if place.Player == r.backend.key.Address.String() && melee.Standing(place.Standing) != melee.Absent {
			r.watching, r.seat = false, melee.Seat(i)
		}
	}
	s, known := r.history.ended()
	if !known {
		r.past.Note = r.kind.EndUnknown()
		var err error
		if s, err = r.resultState(res); err != nil {
			r.say(problem(err))
			return
		}
	}
	if r.found = r.found && !r.watching; !r.recoverEnded(ctx, s.Ruleset, res.CreatedHeight, res.EndedHeight) {
		return // it is looked for again
	}
	m := r.shown(s, addresses)
	if over := r.history.over; over != nil {
		m.Stakes = meleeStakes(over.Terms)
		for i := range m.Shares {
			if i < len(over.Shares) {
				if got := meleesession.AccountOf(over, melee.Seat(i)).FromEscrow(); !got.IsZero() {
					m.Shares[i] = text.Coins(got)
				}
			}
		}
		if !r.watching {
			m.Coins = r.coins(meleesession.AccountOf(over, r.seat))
		}
	}
	r.finish(func() {
		if r.melee = m; r.history.over != nil {
			r.stake = text.OptionalCoin(r.history.over.Terms.Stake)
		}
	})
}

// resultState derives the final state from a melee's result and its latest view.
func (r *meleeRunner) resultState(res types.MeleeResult) (melee.State, error) {
	rules, err := types.MeleeRulesetByID(res.RulesetId)
	if err != nil {
		return melee.State{}, err
	}
	s := melee.State{Ruleset: rules, Kept: melee.Fraction{Num: 1, Den: 1}, Players: make([]melee.Player, len(res.Places))}
	if r.view != nil && len(r.view.State.Players) == len(res.Places) {
		s = r.view.State
		s.Players = append([]melee.Player(nil), s.Players...)
	}
	s.Stage, s.Owes, s.Deadline, s.Round, s.Proven = melee.StageOver, 0, 0, int(res.Rounds), melee.Seats(res.Winners)
	for i, place := range res.Places {
		s.Players[i].Standing, s.Players[i].Round = melee.Standing(place.Standing), int(place.Round)
	}
	return s, nil
}

// gone implements gameDriver.
func (r *meleeRunner) gone(context.Context) {
	s, known := r.history.ended()
	if !known {
		s = r.view.State
		s.Stage, s.Owes, s.Deadline = melee.StageCancelled, 0, 0
	}
	var addresses []string
	for i := range s.Players {
		addresses = append(addresses, r.view.Player(melee.Seat(i)))
	}
	m := r.shown(s, addresses)
	r.finish(func() { r.melee = m })
}
