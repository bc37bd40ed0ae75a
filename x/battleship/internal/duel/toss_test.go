package duel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// bend has alice open games and do something about each join that would let bob shoot first, and makes sure that she
// shoots first as often as the toss says.
func bend(t *testing.T, do func(d *seen)) {
	t.Helper()
	f := kit.New(t)
	shootsFirst := 0
	for i := range tosses {
		d := &seen{Duel: &kit.Duel{Fixture: f}}
		d.NewOpen()
		d.join = kit.JoinMsg(d.ID, d.Boards[game.Joiner])
		chosen := game.Seat(i % 2)
		d.join.Toss = d.TossFor(chosen)
		if chosen == game.Joiner {
			do(d)
		}
		f.Deliver(d.join)
		f.Deliver(d.Reveal(game.Creator, ""))
		if d.Now().First == game.Creator {
			shootsFirst++
		}
	}
	require.Equal(t, tosses/2, shootsFirst)
}

func TestAttackTheCreatorCancelsWhenItSeesTheJoin(t *testing.T) {
	t.Parallel()
	for _, wait := range []int64{0, 1, game.WithdrawBlocks} {
		t.Run(fmt.Sprintf("the join comes %d blocks later", wait), func(t *testing.T) {
			bend(t, func(d *seen) {
				d.Deliver(d.Cancel(game.Creator))
				d.SkipTo(d.Height() + wait)
			})
		})
	}
}

func TestAttackTheCreatorMakesTheJoinerItsDelegate(t *testing.T) {
	t.Parallel()
	bend(t, func(d *seen) { d.Refuse(types.ErrInvalidDelegate, d.SetDelegate(game.Creator, kit.Bob.Text())) })
	t.Run("before it opens the game", func(t *testing.T) {
		f := kit.New(t)
		d := &kit.Duel{Fixture: f}
		d.NewBoards()
		d.Boards[game.Creator].Delegate = kit.Bob.Text()
		d.ID = d.Create(d.Boards[game.Creator])
		d.JoinFor(game.Joiner)
		require.Empty(t, f.Game(d.ID).Participants[game.Creator].Delegate)
	})
}
