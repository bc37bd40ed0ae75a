package look

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MeleeBoard draws all boards of a melee, the user's with its ships, and describes the obligations.
func MeleeBoard(ctx context.Context, e *env.Env, id uint64, key client.Key) error {
	m := meleesession.Open(session.Player{Chain: e.Chain, Vault: env.NewVault(e.Cmd, e.Client), Principal: key}, id)
	v, err := m.Look(ctx)
	var ended *meleesession.EndedError
	if errors.As(err, &ended) {
		return endedMeleeBoard(ctx, e, ended.Result)
	}
	if err != nil {
		return err
	}
	t := text.MeleeTable{Fleets: make([]game.Fleet, len(v.State.Players))}
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
		object := BoardJSON{GameID: id, Height: v.Height, State: v.State.String(), Fleet: fleet, Target: target}
		if plays {
			object.Seat = int(seat)
		}
		return printBoard(e, object, next)
	}
	for i := range v.State.Players {
		t.Names = append(t.Names, Call(e, v.Player(melee.Seat(i))))
	}
	e.Out.Text(text.MeleeLine, id, v.Height, text.StakeTerms(v.Melee.Terms))
	if plays {
		e.Out.Text(text.YouAreOneOf, Call(e, e.Me))
	}
	t.Answers = answersIn(ctx, e, v)
	if boards := t.Boards(v.State); boards != "" {
		e.Out.Text("\n%s\n\n%s", boards, text.MeleeLegend)
	}
	switch {
	case target == "" || v.State.Players[seat].Standing != melee.Afloat:
	case v.State.Players[seat].HasTarget:
		e.Out.Text(text.YouHaveFired, target)
	default:
		e.Out.Text(text.YouAim, target)
	}
	e.Out.Text("%s%s", text.Sentence(e.Voice().Next(next)), meleeHint(v, seat, plays))
	return nil
}

// answersIn are the reports of the seats of a melee beyond its state. A node without an index of events does not have
// them. They are unproven, so they serve for a drawing alone.
func answersIn(ctx context.Context, e *env.Env, v meleesession.View) (answers melee.Answers) {
	s := v.State
	if s.Seats(melee.Scuttled)|s.Seats(melee.Conceded)|s.Seats(melee.Unproven) == 0 {
		return answers
	}
	if f, err := followMelee(ctx, e, v.Melee.Id); err == nil {
		answers = f.Answers()
	}
	return answers
}

// meleeHint names the player's next command, if it owes something.
func meleeHint(v meleesession.View, seat melee.Seat, plays bool) string {
	if !plays || !v.Owes(seat) {
		return ""
	}
	return text.Prompt{Game: v.Melee.Id}.Continue(text.MeleeCommands[v.State.Stage])
}
