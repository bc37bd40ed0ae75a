package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestWholeGames(t *testing.T) {
	t.Parallel()
	for name, rules := range map[string]*game.Ruleset{"classic": game.Classic(), "xaya": game.Xaya()} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			d := f.NewDuel(rules)
			d.PlayOut(game.PhaseClaim)
			require.Equal(t, game.ReasonSunk, d.Now().Reason)
			winner := d.Now().Actor
			sides, ended := d.Now().Sides, f.Height()
			f.Deliver(d.Claim(winner))

			r := f.Result(d.ID)
			require.Equal(t, types.REASON_SUNK, r.Reason)
			require.Equal(t, types.SeatOf(winner), r.Winner)
			require.Equal(t, []string{kit.Alice.Text(), kit.Bob.Text()}, r.Players)
			require.Equal(t, int64(kit.FirstHeight), r.CreatedHeight)
			require.Equal(t, ended, r.EndedHeight)
			require.Equal(t, uint64(42_000_000), r.Reward)
			require.Equal(t, int64(42_000_000), f.Balance(d.Player(winner).Addr))
			require.Equal(t, int64(420_000), f.Balance(d.Player(winner.Other()).Addr))
			// What a player has shot at stands on the other's board. The winner has shot last.
			require.Equal(t, uint32(sides[game.Joiner].Answered.Len()), r.Shots[game.Creator])
			require.Equal(t, uint32(sides[game.Creator].Answered.Len()), r.Shots[game.Joiner])
			require.NotEqual(t, r.Shots[game.Creator], r.Shots[game.Joiner], "so that neither is taken for the other")
		})
	}
}
