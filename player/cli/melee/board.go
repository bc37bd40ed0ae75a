package melee

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/text/meleetable"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Board implements look.Kind. It draws all boards, and describes the obligations.
func (Kind) Board(ctx context.Context, e *env.Env, id uint64, key client.Key) error {
	m := melee.Open(session.Player{Chain: e.Chain, Vault: env.NewVault(e.Cmd, e.Client), Principal: key}, id)
	v, err := m.Look(ctx)
	var ended *melee.EndedError
	if errors.As(err, &ended) {
		return endedBoard(ctx, e, ended.Result)
	}
	if err != nil {
		return err
	}
	t := meleetable.Boards{Fleets: make([]game.Fleet, len(v.State.Players))}
	seat, plays := v.Melee.SeatOf(e.Me)
	var fleet, target string
	if plays {
		if f, _, err := m.Fleet(v); err != nil {
			e.Out.Note(text.ShipsNotDrawn, err)
		} else {
			t.Fleets[seat], fleet = f, v.State.Ruleset.FleetString(f)
			if tile, aims, err := m.Target(v); err == nil && aims {
				target = v.State.Ruleset.TileName(tile)
			}
		}
	}
	next, err := types.NewQueryClient(e.Chain.Conn()).NextAction(ctx, &types.QueryNextActionRequest{GameId: id})
	if err != nil {
		return err
	}
	if e.Out.JSON {
		object := look.BoardJSON{GameID: id, Height: v.Height, State: v.State.String(), Fleet: fleet, Target: target}
		if plays {
			object.Seat = int(seat)
		}
		return look.PrintBoard(e, object, next)
	}
	e.Learn(ctx, &v.Melee)
	for i := range v.State.Players {
		t.Names = append(t.Names, look.Call(e, v.Player(rules.Seat(i))))
	}
	e.Out.Text(text.MeleeLine, id, v.Height, text.StakeTerms(v.Melee.Terms))
	if plays {
		e.Out.Text(text.YouAreOneOf, look.Call(e, e.Me))
	}
	t.Answers = answersIn(ctx, e, v)
	if boards := t.Draw(v.State); boards != "" {
		e.Out.Text("\n%s\n\n%s", boards, text.MeleeLegend)
	}
	switch {
	case target == "" || v.State.Players[seat].Standing != rules.Afloat:
	case v.State.Players[seat].HasTarget:
		e.Out.Text(text.YouHaveFired, target)
	default:
		e.Out.Text(text.YouAim, target)
	}
	e.Out.Text("%s%s", text.Sentence(e.Voice().Next(next)), hint(v, seat, plays))
	return nil
}

// answersIn are the reports of the seats of a melee beyond its state. A node without an index of events does not have
// them. They are unproven, so they serve for a drawing alone.
func answersIn(ctx context.Context, e *env.Env, v melee.View) (answers rules.Answers) {
	s := v.State
	if s.Seats(rules.Scuttled)|s.Seats(rules.Conceded)|s.Seats(rules.Unproven) == 0 {
		return answers
	}
	if f, err := follow(ctx, e, v.Melee.Id); err == nil {
		answers = f.Answers()
	}
	return answers
}

// hint names the player's next command, if it owes something.
func hint(v melee.View, seat rules.Seat, plays bool) string {
	if !plays || !v.Owes(seat) {
		return ""
	}
	return text.Prompt{Game: v.Melee.Id}.Continue(text.MeleeCommands[v.State.Stage])
}
