package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// show shows the melee as it stands.
func (r *meleeRunner) show(v session.MeleeView) {
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
	if r.seated {
		if target, aims, err := r.wallet.Target(v); err == nil && aims {
			m.Target, m.HasTarget = target, true
		}
	}
	r.backend.update(func() { r.melee = m })
}

// shown is a melee in a state whose players have these addresses by seat.
func (r *meleeRunner) shown(s melee.State, addresses []string) *tui.Melee {
	m := &tui.Melee{
		ID: r.id, Me: r.seat, Watching: r.watching, State: s, Log: r.past.told(), LogNote: r.past.note,
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
		m.Fleets[i] = r.past.fleets[melee.Seat(i)]
	}
	if r.seated && m.Fleets[m.Me] == nil {
		m.Fleets[m.Me] = r.fleet
	}
	return m
}

// meleeStakes says what a melee is played for; empty for nothing.
func meleeStakes(t types.Terms) string {
	t.Casual = false // as all melees are
	return stakes(t)
}

// risks say what acts put at stake.
func (r *meleeRunner) risks(v session.MeleeView) tui.MeleeRisks {
	risks := tui.MeleeRisks{
		Confirm: "Who falls silent from then on is out.",
		Concede: "You cannot win any more. The others play on, and this cannot be taken back.",
		Claim:   "Everybody sees where your ships are.",
	}
	if stake := v.Melee.Terms.Stake; stake != nil {
		risks.Leave = fmt.Sprintf("You get back %s. ", amount(*stake))
		risks.Confirm = fmt.Sprintf("Your %s are played for, and who falls silent is out.", amount(*stake))
		risks.Concede = fmt.Sprintf("You cannot win any more, and your stake of %s is for those who do. The others play on, "+
			"and this cannot be taken back.", amount(*stake))
	}
	if v.State.Stage == melee.StageOpen && v.State.Seats(melee.Afloat).Len() == 1 {
		risks.Leave += fmt.Sprintf("Whoever is on the way can still join for %d blocks; then the table is gone.",
			game.WithdrawBlocks)
	} else if v.Melee.Opener == r.backend.key.Address.String() && v.Melee.Deposit != nil {
		risks.Leave += fmt.Sprintf("Your deposit of %s comes back when the table begins or is gone.",
			amount(*v.Melee.Deposit))
	}
	return risks
}

// end shows how the melee has ended.
func (r *meleeRunner) end(ctx context.Context, res types.MeleeResult) {
	r.past.backend, r.past.id = r.backend, r.id
	r.incomplete, r.past.note = false, ""
	if err := r.past.read(ctx, res.CreatedHeight, res.EndedHeight); err != nil {
		r.past.again = 0 // the end has one height: each look is another attempt
		r.incomplete = errors.Is(err, errSearch) && r.past.searches < maxEndSearches
		if ctx.Err() != nil || session.MayPass(err) && !r.incomplete {
			return // it is looked for again
		}
	}
	addresses := make([]string, len(res.Places))
	r.watching, r.seat = true, 0
	for i, place := range res.Places {
		addresses[i] = place.Player
		if place.Player == r.backend.key.Address.String() {
			r.watching, r.seat = false, melee.Seat(i)
		}
	}
	s, known := r.past.ended()
	if !known {
		r.past.note = "how this melee ended is not known to this node but for its result"
		var err error
		if s, err = r.resultState(res); err != nil {
			r.say("%s", sentence(err))
			return
		}
	}
	if r.seated = r.seated && !r.watching; !r.watching && !r.seated {
		r.recoverEnded(ctx, res)
	}
	m := r.shown(s, addresses)
	if over := r.past.over; over != nil {
		m.Stakes = meleeStakes(over.Terms)
		for i := range m.Shares {
			if i < len(over.Shares) {
				if got := session.MeleeAccountOf(over, melee.Seat(i)).FromEscrow(); !got.IsZero() {
					m.Shares[i] = amounts(got)
				}
			}
		}
		if !r.watching {
			m.Coins = r.coins(session.MeleeAccountOf(over, r.seat))
		}
	}
	r.finish(m)
	r.refuse(errors.New("the melee is over"))
}

// recoverEnded finds the player's own fleet again in what it has entered a melee with that is over. Nothing depends on
// it but what is shown, so a device is not asked for a signature, and what fails is said and not tried again.
func (r *meleeRunner) recoverEnded(ctx context.Context, res types.MeleeResult) {
	if r.wallet.AsksOwner() {
		r.say("your own ships are not shown: your device would have to sign to find them again")
		return
	}
	entry, err := r.past.entry(ctx, res.CreatedHeight, res.EndedHeight)
	if err == nil && entry == nil {
		err = errors.New("the node does not know how you entered the melee")
	}
	rules, rulesErr := types.MeleeRulesetByID(res.RulesetId)
	if err = cmp.Or(err, rulesErr); err == nil {
		r.fleet, err = r.wallet.FleetOf(rules, *entry)
	}
	if r.seated = err == nil; err != nil {
		r.say("your own ships are not shown: %s", sentence(err))
	}
}

// finish shows a melee that has ended.
func (r *meleeRunner) finish(m *tui.Melee) {
	r.backend.update(func() {
		if !r.over && r.view != nil && !r.watching {
			r.news = r.backend.focus != r.id
		}
		r.melee, r.over = m, true
	})
}

// resultState is a melee as far as its result tells it, and what was seen of it last.
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

// coins are what a melee has brought, in words, and what its transactions have cost; nil if it was played for nothing.
func (r *meleeRunner) coins(a session.Account) *tui.Coins {
	in, out, fees := a.Terms.Entry(), a.FromEscrow(), r.past.all.fees
	if in.IsZero() && out.IsZero() && fees.IsZero() {
		return nil
	}
	return &tui.Coins{In: amounts(in), Out: amounts(out), Fees: r.past.all.String(), Net: net(out, in.Add(fees...))}
}

// wasCancelled reports whether a block has told that the melee ended before its first round.
func (r *meleeRunner) wasCancelled(ctx context.Context) bool {
	return r.view != nil && r.past.read(ctx, r.view.Melee.CreatedHeight, r.backend.height()) == nil && r.past.cancelled
}

// gone shows that the melee has ended before its first round, of which the chain keeps no result.
func (r *meleeRunner) gone(ctx context.Context) {
	if r.view == nil {
		r.say("there is no melee %d: it was cancelled, or never was", r.id)
		r.refuse(fmt.Errorf("there is no melee %d", r.id))
		r.missing = 0
		return
	}
	_ = r.past.read(ctx, r.view.Melee.CreatedHeight, r.backend.height()) // only the cause is not told
	s, known := r.past.ended()
	if !known {
		s = r.view.State
		s.Stage, s.Owes, s.Deadline = melee.StageCancelled, 0, 0
	}
	var addresses []string
	for i := range s.Players {
		addresses = append(addresses, r.view.Player(melee.Seat(i)))
	}
	r.finish(r.shown(s, addresses))
	r.refuse(errors.New("the melee has ended before its first round"))
}
