package live

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// tables are the melees that a lobby lists.
type tables struct {
	open, invitations []types.OpenMelee
	mine              []uint64
}

// lookForMelees looks up what melees there are for the player.
func (b *Backend) lookForMelees(ctx context.Context) (tables, error) {
	var t tables
	q, page := types.NewQueryClient(b.asker.Conn()), &query.PageRequest{Limit: types.MaxPageItems}
	open, err := q.OpenMelees(ctx, &types.QueryOpenMeleesRequest{Pagination: page})
	if err != nil {
		return t, fmt.Errorf("look for open melees: %w", err)
	}
	invited, err := q.OpenMelees(ctx, &types.QueryOpenMeleesRequest{
		Invited: b.key.Address.String(), Pagination: page,
	})
	if err != nil {
		return t, fmt.Errorf("look for invitations to melees: %w", err)
	}
	t.open, t.invitations = open.Melees, invited.Melees
	t.mine, err = session.UnfinishedMelees(ctx, session.Player{Chain: b.asker, Principal: b.key})
	return t, err
}

// takeMelees lists melees, and begins to play the player's own that nobody plays yet. The caller holds the lock.
func (b *Backend) takeMelees(t tables) {
	b.lobby.Open = append(b.lobby.Open, b.openMelees(t.open)...)
	b.lobby.Invitations = append(b.lobby.Invitations, b.openMelees(t.invitations)...)
	b.runningMelees = t.mine
	for _, id := range t.mine {
		if b.melees[id] == nil && b.ctx != nil {
			b.startMelee(id, nil, nil)
		}
	}
}

// openMelees are melees at which the player has no seat. The caller holds the lock.
func (b *Backend) openMelees(melees []types.OpenMelee) []tui.OpenGame {
	var out []tui.OpenGame
	for _, m := range melees {
		r, err := types.MeleeRulesetByID(m.RulesetId)
		if err != nil || slices.Contains(m.Seated, b.key.Address.String()) {
			continue
		}
		out = append(out, tui.OpenGame{
			ID: m.Id, Ruleset: r, Players: fmt.Sprintf("%d/%d", len(m.Seated), m.Seats), Creator: b.name(m.Creator),
			Stake: optional(m.Terms.Stake), Fee: none, Clock: b.left(m.TurnBlocks) + " a step",
			Left: b.left(m.Deadline - b.head.Height),
		})
	}
	return out
}

// isMeleeInvitation reports whether the player is invited to a melee of that id.
func (b *Backend) isMeleeInvitation(id uint64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.lobby.Invitations, func(g tui.OpenGame) bool { return g.ID == id && g.Players != "" })
}

// meleeRows are the player's own melees, as the lobby lists them, those first that have ended at this table and were
// not looked at since, then those in which the player has something to decide. The caller holds the lock.
func (b *Backend) meleeRows() []tui.RunningGame {
	var ended, turn, rest []tui.RunningGame
	for _, id := range slices.Sorted(maps.Keys(b.melees)) {
		r := b.melees[id]
		switch {
		case r.melee == nil:
		case r.news:
			ended = append(ended, meleeEnded(*r.melee, r.stake))
		case r.over || !slices.Contains(b.runningMelees, id):
		default:
			if row := b.meleeRow(*r.melee, r.stake); row.Turn {
				turn = append(turn, row)
			} else {
				rest = append(rest, row)
			}
		}
	}
	return slices.Concat(ended, turn, rest)
}

// meleeRow is a melee that goes on. The caller holds the lock.
func (b *Backend) meleeRow(m tui.Melee, stake string) tui.RunningGame {
	s := m.State
	afloat := s.Seats(melee.Afloat).Len()
	seats := len(s.Players) - s.Seats(melee.Closed).Len() - s.Seats(melee.Absent).Len()
	owes := !m.Watching && s.Owes.Has(m.Me)
	row := tui.RunningGame{
		ID: m.ID, Ruleset: s.Ruleset, Players: fmt.Sprintf("%d of %d afloat", afloat, seats),
		Open: s.Stage == melee.StageOpen && !s.Withdrawn || s.Stage == melee.StageReady && owes,
		Turn: owes && (s.Stage == melee.StageReady || s.Stage == melee.StageAim && !m.HasTarget),
		Next: meleeNext(s, owes), Stake: cmp.Or(stake, none),
	}
	if s.Round == 0 {
		row.Players = fmt.Sprintf("%d of %d there", afloat, seats)
	}
	row.Next += fmt.Sprintf(" block %d (%s)", s.Deadline, b.left(s.Deadline-b.head.Height))
	return row
}

// meleeNext says what is owed next in a melee, and by whom, up to the block.
func meleeNext(s melee.State, owes bool) string {
	who := func(you, others string) string {
		switch {
		case owes:
			return you + " by"
		case s.Owes.Len() == 1:
			return "one other " + others + "s by"
		default:
			return fmt.Sprintf("%d others %s by", s.Owes.Len(), others)
		}
	}
	switch s.Stage {
	case melee.StageOpen:
		return "waits until"
	case melee.StageReady:
		return who("you confirm", "confirm")
	case melee.StageAim:
		return who("you aim", "aim")
	case melee.StageFire:
		return who("you are firing", "fire")
	case melee.StageReport:
		return who("you are reporting", "report")
	case melee.StageClaim, melee.StageSecond:
		return who("your board is shown", "show boards")
	case melee.StageOver, melee.StageCancelled:
	}
	return ""
}

// meleeEnded is a melee that has ended at this table.
func meleeEnded(m tui.Melee, stake string) tui.RunningGame {
	next := "over: you lost"
	switch winners := m.State.Winners(); {
	case m.State.Stage == melee.StageCancelled:
		next = "over: it did not begin"
	case winners == 0:
		next = "over: nobody won"
	case winners.Has(m.Me) && winners.Len() == 1:
		next = "over: you won"
	case winners.Has(m.Me):
		next = fmt.Sprintf("over: a draw of %d", winners.Len())
	}
	return tui.RunningGame{
		ID: m.ID, Ruleset: m.State.Ruleset, Players: fmt.Sprintf("%d players", len(m.Names)), Over: true, Next: next,
		Stake: cmp.Or(stake, none),
	}
}
