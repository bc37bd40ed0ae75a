package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// At the deadline and before it a message is in time; one block later it is late, and the end of that very block
// settles the game. So of the message and the expiry exactly one happens, whatever the order within a block.
func TestAMessageOrAnExpiryButNeverBoth(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// given brings the game to where the message is tried.
		given func(f *fixture) *duel
		msg   func(d *duel) sdk.Msg
	}{
		"join": {
			given: func(f *fixture) *duel {
				d := f.play(game.Classic())
				d.newOpen()
				return d
			},
			msg: func(d *duel) sdk.Msg { return joinMsg(d.id, d.boards[game.Joiner]) },
		},
		"cancel": {
			given: func(f *fixture) *duel {
				d := f.play(game.Classic())
				d.newOpen()
				return d
			},
			msg: func(d *duel) sdk.Msg { return d.cancel(game.Creator) },
		},
		"toss reveal": {
			given: func(f *fixture) *duel { return f.newDuel(game.Classic()) },
			msg:   func(d *duel) sdk.Msg { return d.reveal(game.Creator, "") },
		},
		"shot": {
			given: func(f *fixture) *duel { return f.play(game.Classic()) },
			msg:   func(d *duel) sdk.Msg { return d.shoot(game.Creator, "A1") },
		},
		"answer": {
			given: func(f *fixture) *duel {
				d := f.play(game.Classic())
				d.deliver(d.shoot(game.Creator, "A1"))
				return d
			},
			msg: func(d *duel) sdk.Msg { return d.reveal(game.Joiner, "B1") },
		},
		"concede": {
			given: func(f *fixture) *duel { return f.play(game.Classic()) },
			msg:   func(d *duel) sdk.Msg { return d.concede(game.Joiner) },
		},
		"challenge": {
			given: func(f *fixture) *duel { return f.play(game.Classic()) },
			msg:   func(d *duel) sdk.Msg { return d.challenge(game.Joiner) },
		},
		"first claim": {
			given: func(f *fixture) *duel {
				d := f.play(game.Classic())
				d.deliver(d.concede(game.Joiner))
				return d
			},
			msg: func(d *duel) sdk.Msg { return d.claim(game.Creator) },
		},
		"second claim": {
			given: func(f *fixture) *duel {
				d := f.play(game.Classic())
				d.deliver(d.concede(game.Joiner))
				d.skipTo(d.now().Deadline + 2)
				require.Equal(d, game.Joiner, d.now().Actor)
				return d
			},
			msg: func(d *duel) sdk.Msg { return d.claim(game.Joiner) },
		},
		"claim after silence": {
			given: func(f *fixture) *duel {
				d := f.play(game.Classic())
				d.skipTo(d.now().Deadline + 2)
				require.Equal(d, game.ReasonTimeout, d.now().Reason)
				return d
			},
			msg: func(d *duel) sdk.Msg { return d.claim(game.Joiner) },
		},
	} {
		for _, late := range []int64{-1, 0, 1} {
			t.Run(fmt.Sprintf("%s at the deadline %+d", name, late), func(t *testing.T) {
				f := newFixture(t)
				d := c.given(f)
				before := d.now()
				f.skipTo(before.Deadline + late)
				if late <= 0 {
					f.deliver(c.msg(d))
					return
				}
				require.Equal(t, before, d.now(), "nothing has happened before the end of the first late block")
				f.refuse(types.ErrLate, c.msg(d))
				f.endBlock()
				require.True(t, !f.has(d.id) || d.now().Deadline != before.Deadline, "the game was settled")
			})
		}
	}
}

func TestAMoveSetsTheClockBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	for range 5 {
		f.skipTo(d.now().Deadline)
		f.deliver(d.next())
		require.Equal(t, f.height()+turnBlocks, d.now().Deadline)
	}
	require.Equal(t, game.PhasePlay, d.now().Phase)
}

// The clock goes on while answers are refused: who cannot answer truly loses by it.
func TestARefusedAnswerDoesNotStopTheClock(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	f.deliver(d.shoot(game.Creator, "A1"))
	deadline := d.now().Deadline
	lie := d.reveal(game.Joiner, "")
	lie.Opening.Content = types.CONTENT_WATER
	for f.height() <= deadline {
		f.refuse(types.ErrWrongOpening, lie)
		require.Equal(t, deadline, d.now().Deadline)
		f.endBlock()
	}
	f.endBlock()
	require.Equal(t, game.PhaseClaim, d.now().Phase)
	require.Equal(t, game.ReasonTimeout, d.now().Reason)
	require.Equal(t, game.Creator, d.now().Actor)
}
