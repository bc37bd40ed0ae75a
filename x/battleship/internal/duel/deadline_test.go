package duel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// At the deadline and before it a message is in time; one block later it is late, and the end of that very block
// settles the game. So of the message and the expiry exactly one happens, whatever the order within a block.
func TestAttackAMessageOrAnExpiryButNeverBoth(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		// given brings the game to where the message is tried.
		given func(f *kit.Fixture) *kit.Duel
		msg   func(d *kit.Duel) sdk.Msg
	}{
		"join": {
			given: func(f *kit.Fixture) *kit.Duel {
				d := f.Play(game.Classic())
				d.NewOpen()
				return d
			},
			msg: func(d *kit.Duel) sdk.Msg { return kit.JoinMsg(d.ID, d.Boards[game.Joiner]) },
		},
		"cancel": {
			given: func(f *kit.Fixture) *kit.Duel {
				d := f.Play(game.Classic())
				d.NewOpen()
				return d
			},
			msg: func(d *kit.Duel) sdk.Msg { return d.Cancel(game.Creator) },
		},
		"toss reveal": {
			given: func(f *kit.Fixture) *kit.Duel { return f.NewDuel(game.Classic()) },
			msg:   func(d *kit.Duel) sdk.Msg { return d.Reveal(game.Creator, "") },
		},
		"shot": {
			given: func(f *kit.Fixture) *kit.Duel { return f.Play(game.Classic()) },
			msg:   func(d *kit.Duel) sdk.Msg { return d.Shoot(game.Creator, "A1") },
		},
		"answer": {
			given: func(f *kit.Fixture) *kit.Duel {
				d := f.Play(game.Classic())
				d.Deliver(d.Shoot(game.Creator, "A1"))
				return d
			},
			msg: func(d *kit.Duel) sdk.Msg { return d.Reveal(game.Joiner, "B1") },
		},
		"concede": {
			given: func(f *kit.Fixture) *kit.Duel { return f.Play(game.Classic()) },
			msg:   func(d *kit.Duel) sdk.Msg { return d.Concede(game.Joiner) },
		},
		"challenge": {
			given: func(f *kit.Fixture) *kit.Duel { return f.Play(game.Classic()) },
			msg:   func(d *kit.Duel) sdk.Msg { return d.Challenge(game.Joiner) },
		},
		"first claim": {
			given: func(f *kit.Fixture) *kit.Duel {
				d := f.Play(game.Classic())
				d.Deliver(d.Concede(game.Joiner))
				return d
			},
			msg: func(d *kit.Duel) sdk.Msg { return d.Claim(game.Creator) },
		},
		"second claim": {
			given: func(f *kit.Fixture) *kit.Duel {
				d := f.Play(game.Classic())
				d.Deliver(d.Concede(game.Joiner))
				d.SkipTo(d.Now().Deadline + 2)
				require.Equal(d, game.Joiner, d.Now().Actor)
				return d
			},
			msg: func(d *kit.Duel) sdk.Msg { return d.Claim(game.Joiner) },
		},
		"claim after silence": {
			given: func(f *kit.Fixture) *kit.Duel {
				d := f.Play(game.Classic())
				d.SkipTo(d.Now().Deadline + 2)
				require.Equal(d, game.ReasonTimeout, d.Now().Reason)
				return d
			},
			msg: func(d *kit.Duel) sdk.Msg { return d.Claim(game.Joiner) },
		},
	} {
		for _, late := range []int64{-1, 0, 1} {
			t.Run(fmt.Sprintf("%s at the deadline %+d", name, late), func(t *testing.T) {
				f := kit.New(t)
				d := c.given(f)
				before := d.Now()
				f.SkipTo(before.Deadline + late)
				if late <= 0 {
					f.Deliver(c.msg(d))
					return
				}
				require.Equal(t, before, d.Now(), "nothing has happened before the end of the first late block")
				f.Refuse(types.ErrLate, c.msg(d))
				f.EndBlock()
				require.True(t, !f.Has(d.ID) || d.Now().Deadline != before.Deadline, "the game was settled")
			})
		}
	}
}

func TestAMoveSetsTheClockBack(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	for range 5 {
		f.SkipTo(d.Now().Deadline)
		f.Deliver(d.Next())
		require.Equal(t, f.Height()+kit.TurnBlocks, d.Now().Deadline)
	}
	require.Equal(t, game.PhasePlay, d.Now().Phase)
}

// The clock goes on while answers are refused: who cannot answer truly loses by it.
func TestAttackARefusedAnswerDoesNotStopTheClock(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Deliver(d.Shoot(game.Creator, "A1"))
	deadline := d.Now().Deadline
	lie := d.Reveal(game.Joiner, "")
	lie.Opening.Content = types.CONTENT_WATER
	for f.Height() <= deadline {
		f.Refuse(types.ErrWrongOpening, lie)
		require.Equal(t, deadline, d.Now().Deadline)
		f.EndBlock()
	}
	f.EndBlock()
	require.Equal(t, game.PhaseClaim, d.Now().Phase)
	require.Equal(t, game.ReasonTimeout, d.Now().Reason)
	require.Equal(t, game.Creator, d.Now().Actor)
}
