package cli

import (
	"github.com/battleship-chain/battleship/player/cli/act"
	"github.com/battleship-chain/battleship/player/cli/duel"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/cli/melee"
	"github.com/battleship-chain/battleship/player/cli/query"
)

// Kind is a kind of game at the prompt.
type Kind interface {
	act.Kind
	look.Kind
}

// Kinds returns the kinds of games, the duel first.
func Kinds() []Kind { return []Kind{duel.Kind{}, melee.Kind{}} }

// Others returns the kinds of games that queries list beside the duel.
func Others() []query.Kind { return []query.Kind{melee.Kind{}} }
