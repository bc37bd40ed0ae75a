package chainbackend

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// tables are the melees in a lobby.
type tables struct {
	open, invitations []types.OpenMelee
	mine              []uint64
}

// query queries the open melees, the player's invitations and its unfinished melees.
func (b *melees) query(ctx context.Context) (tables, error) {
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
	t.mine, err = meleesession.Unfinished(ctx, session.Player{Chain: b.asker, Principal: b.key})
	return t, err
}

// look implements kind.
func (b *melees) look(ctx context.Context) (func(), error) {
	t, err := b.query(ctx)
	return func() { b.take(t) }, err
}

// take lists melees, and starts to play the player's own that have no runner yet. The caller holds the lock.
func (b *melees) take(t tables) {
	b.lobby.Open = append(b.lobby.Open, b.openMelees(t.open)...)
	b.lobby.Invitations = append(b.lobby.Invitations, b.openMelees(t.invitations)...)
	b.unfinished = t.mine
	for _, id := range t.mine {
		if b.runners[id] == nil && b.ctx != nil && (b.party == nil || b.party.ID != id) {
			b.startWith(id, nil, nil)
		}
	}
}

// openMelees returns the open melees in which the player has no seat. The caller holds the lock.
func (b *melees) openMelees(melees []types.OpenMelee) []tui.OpenGame {
	var out []tui.OpenGame
	for _, m := range melees {
		r, err := types.MeleeRulesetByID(m.RulesetId)
		if err != nil || slices.Contains(m.Seated, b.key.Address.String()) ||
			m.TurnBlocks == meleesession.PartyClock(b.params) {
			continue
		}
		out = append(out, tui.OpenGame{
			ID: m.Id, Kind: text.Melee, Ruleset: r, Players: fmt.Sprintf("%d/%d", len(m.Seated), m.Seats),
			Creator: b.name(m.Creator), CreatorAddress: m.Creator,
			Stake: text.OptionalCoin(m.Terms.Stake), Fee: none, Clock: text.LobbyClock(b.params, m.TurnBlocks, "step"),
			Left: b.left(m.Deadline - b.head.Height),
		})
	}
	return out
}

// rows implements kind: first those that have ended here and were not looked
// at since, then those in which the player has something to decide. The caller holds the lock.
func (b *melees) rows() []tui.RunningGame {
	var ended, turn, rest []tui.RunningGame
	for _, id := range slices.Sorted(maps.Keys(b.runners)) {
		r := b.runners[id]
		switch {
		case r.melee == nil:
		case r.news:
			ended = append(ended, meleeEnded(*r.melee, r.stake))
		case r.over || !slices.Contains(b.unfinished, id):
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

// meleeRow returns the lobby's row of a running melee. The caller holds the lock.
func (b *melees) meleeRow(m tui.Melee, stake string) tui.RunningGame {
	s := m.State
	owes := !m.Watching && s.Owes.Has(m.Me)
	return tui.RunningGame{
		ID: m.ID, Kind: text.Melee, Ruleset: s.Ruleset, Players: text.MeleeSeats(s),
		Open: s.Stage == melee.StageOpen && !s.Withdrawn || s.Stage == melee.StageReady && owes,
		Turn: owes && (s.Stage == melee.StageReady || s.Stage == melee.StageAim && !m.HasTarget),
		Next: text.MeleeTurn(b.params, s, owes, b.head.Height), Stake: cmp.Or(stake, none),
	}
}

// meleeEnded returns the lobby's row of a melee that has ended here.
func meleeEnded(m tui.Melee, stake string) tui.RunningGame {
	return tui.RunningGame{
		ID: m.ID, Kind: text.Melee, Ruleset: m.State.Ruleset, Players: text.Count(len(m.Names), "player"), Over: true,
		Next: text.MeleeEnded(m.State, m.Me), Stake: cmp.Or(stake, none),
	}
}

// others implements kind.
func (b *melees) others(ctx context.Context) (func() []tui.PageRow, error) {
	res, err := types.NewQueryClient(b.asker.Conn()).Melees(ctx, &types.QueryMeleesRequest{
		Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	})
	if err != nil {
		return nil, fmt.Errorf("look up running melees: %w", err)
	}
	return func() []tui.PageRow {
		var rows []tui.PageRow
		for _, m := range res.Melees {
			if m.Round == 0 || slices.Contains(m.Players, b.key.Address.String()) {
				continue
			}
			rows = append(rows, tui.PageRow{Game: m.Id, Kind: text.Melee, Cells: []string{
				tui.GameNumber(m.Id), rulesetName(m.RulesetId), b.named(m.Players), text.MeleeRound(m),
				text.OptionalCoin(m.Terms.Stake),
			}})
		}
		return rows
	}, nil
}
