package melee

import (
	"context"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/text/meleetable"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// tellResult describes the end of a melee with all ranks, and each player's payments, if the event of its end is
// known.
func tellResult(e *env.Env, r types.MeleeResult, over *types.EventMeleeOver) {
	e.Out.Text(text.MeleeIsOver, r.GameId, e.Voice().MeleeResult(r))
	rows := [][]string{{"PLACE", "PLAYER", "STANDING", "ROUND", "TAKEN"}}
	paid := over != nil && r.Stake != nil
	if paid {
		rows[0] = append(rows[0], "NET")
	}
	var seats []rules.Seat
	for seat, p := range r.Places {
		if p.Player != "" {
			seats = append(seats, rules.Seat(seat))
		}
	}
	// A player who was not in the first round has no rank and comes last.
	last := uint32(len(r.Places) + 1)
	rank := func(seat rules.Seat) uint32 {
		if r.Places[seat].Rank == 0 {
			return last
		}
		return r.Places[seat].Rank
	}
	slices.SortStableFunc(seats, func(a, b rules.Seat) int { return int(rank(a)) - int(rank(b)) })
	for _, seat := range seats {
		p := r.Places[seat]
		row := []string{
			dashFor0(p.Rank), p.Player, rules.Standing(p.Standing).String(), dashFor0(p.Round), fmt.Sprint(p.Hits),
		}
		if paid {
			row = append(row, melee.AccountOf(over, seat).Net())
		}
		rows = append(rows, row)
	}
	e.Out.Table(rows, "")
	stake := "no stake"
	if r.Stake != nil {
		stake = "stake " + text.Coin(*r.Stake)
	}
	e.Out.Text(text.MeleeTook, text.Count(int(r.Rounds), "round"), r.StartedHeight, r.EndedHeight, stake)
}

// dashFor0 writes a number, or a dash for 0.
func dashFor0(n uint32) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

// tellEnd describes the end of a melee, with each player's payments if the node has the block of its end.
func tellEnd(ctx context.Context, e *env.Env, r types.MeleeResult) {
	var over *types.EventMeleeOver
	if node, err := e.Client.GetNode(); err == nil {
		over, _ = watch.MeleeOverOf(ctx, node, r) // without it the rest is printed
	}
	tellResult(e, r, over)
}

// endedBoard draws the last boards of a melee, with the published fleets, and describes its end. The boards need a
// node that has kept the events.
func endedBoard(ctx context.Context, e *env.Env, r types.MeleeResult) error {
	if e.Out.JSON {
		return e.Out.Message(&r)
	}
	if table, state, err := lastBoards(ctx, e, r.GameId); err == nil {
		e.Out.Text("%s\n\n%s\n"+text.Replays+"\n", table.Draw(state), text.MeleeLegend, r.GameId)
	}
	tellEnd(ctx, e, r)
	return nil
}

// lastBoards is a melee as it was at its end, with the fleets that were shown.
func lastBoards(ctx context.Context, e *env.Env, id uint64) (t meleetable.Boards, s rules.State, err error) {
	f, err := follow(ctx, e, id)
	if err == nil && !f.Over() {
		err = watch.ErrNotOver
	}
	for err == nil {
		var news watch.MeleeNews
		if news, err = f.Next(ctx); err != nil {
			break
		}
		if proven, ok := news.Event.(rules.Proven); ok {
			t.Fleets = withFleet(t.Fleets, proven)
		}
		if news.Last {
			t.Answers = f.Answers()
			for _, address := range f.Players() {
				t.Names = append(t.Names, look.Call(e, address))
			}
			return t, news.State, nil
		}
	}
	return t, s, err
}

// withFleet adds a fleet that was shown to those of the other seats.
func withFleet(fleets []game.Fleet, e rules.Proven) []game.Fleet {
	for len(fleets) <= int(e.By) {
		fleets = append(fleets, nil)
	}
	fleets[e.By] = e.Fleet
	return fleets
}
