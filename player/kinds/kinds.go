// Package kinds lists the kinds of games that a player can play, for programs that play all of them.
package kinds

import (
	"context"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Kind is a kind of game.
type Kind struct {
	text.Kind
	// Ruleset returns a ruleset of the kind by its id.
	Ruleset func(id uint32) (*game.Ruleset, error)
	// Find looks for a game of the kind.
	Find func(ctx context.Context, chain *client.Client, id uint64) (session.Found, error)
	// Open returns the session of a game of the kind. It asks nothing.
	Open func(p session.Player, id uint64) session.Game
	// Finished returns a game in the history of a player. It returns false for a game of another kind, or without the
	// player.
	Finished func(ending types.FinishedGame, player string) (session.Finished, bool)
}

// All are the kinds by their numbers, in the order in which a game is looked for.
var All = []Kind{
	text.Duel: {
		Kind: text.Duel, Ruleset: game.RulesetByID, Find: duel.Find,
		Open:     func(p session.Player, id uint64) session.Game { return duel.Open(p, id) },
		Finished: duel.Finished,
	},
	text.Melee: {
		Kind: text.Melee, Ruleset: rules.RulesetByID, Find: melee.Find,
		Open:     func(p session.Player, id uint64) session.Game { return melee.Open(p, id) },
		Finished: melee.Finished,
	},
}

// Of returns the kind of a game, unfinished or over: the first one for an unknown id.
func Of(ctx context.Context, chain *client.Client, id uint64) (Kind, error) {
	for _, k := range All {
		if found, err := k.Find(ctx, chain, id); err != nil || found != session.NoGame {
			return k, err
		}
	}
	return All[0], nil
}

// RulesetByID returns a ruleset of any kind.
func RulesetByID(id uint32) (r *game.Ruleset, err error) {
	for _, k := range All {
		if r, err = k.Ruleset(id); err == nil {
			return r, nil
		}
	}
	return nil, err
}

// Finished returns a game of any kind in the history of a player. It returns false for a game without the player.
func Finished(ending types.FinishedGame, player string) (session.Finished, bool) {
	for _, k := range All {
		if f, ok := k.Finished(ending, player); ok {
			return f, true
		}
	}
	return session.Finished{}, false
}
