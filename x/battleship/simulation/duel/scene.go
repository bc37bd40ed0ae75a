package duel

import (
	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// find returns a random game of which neither the deadline has passed nor the progress is unwanted, or ErrSkip.
func find(s core.Scene, wanted func(m types.Progress) bool) (*table, error) {
	m, err := core.AnyOf(s, s.Keeper.Records().Progress, func(_ uint64, m types.Progress) (bool, error) {
		return wanted(m) && !game.Late(m.Deadline, s.Ctx.BlockHeight()), nil
	})
	if err != nil {
		return nil, err
	}
	return load(s, m.Key)
}

// load returns the table of a game.
func load(s core.Scene, id uint64) (*table, error) {
	g, err := s.Keeper.Records().Games.Get(s.Ctx, id)
	if err != nil {
		return nil, err
	}
	m, err := s.Keeper.Records().Progress.Get(s.Ctx, id)
	if err != nil {
		return nil, err
	}
	t, err := sit(s.Data.AddressCodec(), s.Ctx.ChainID(), g, m)
	if err != nil {
		return nil, err
	}
	t.prover = s.Prover
	return t, nil
}

// playerOf returns the player of a seat.
func playerOf(s core.Scene, t *table, seat game.Seat) simsx.SimAccount {
	return s.Account(t.game.Participants[seat].Address)
}

// actorOf returns who acts for a seat: now the player, now its delegate, if it named one.
func actorOf(s core.Scene, t *table, seat game.Seat) simsx.SimAccount {
	if delegate := t.game.Participants[seat].Delegate; delegate != "" && s.Dice.Intn(2) == 0 {
		return s.Account(delegate)
	}
	return playerOf(s, t, seat)
}

// strangerTo returns an account that has nothing to say in a game.
func strangerTo(s core.Scene, t *table) (simsx.SimAccount, error) { return s.Somebody(t.insiders()...) }

// intrude replaces the sender by an account that may not act now: the opponent, unless both may claim, or a stranger.
func intrude[M sdk.Msg](s core.Scene, a *core.Attempt[M], t *table, seat game.Seat) error {
	if !t.state.MayClaim(seat.Other()) && s.Dice.Intn(2) == 0 {
		a.Sender, a.Refusal = actorOf(s, t, seat.Other()), types.ErrTurn
		return nil
	}
	stranger, err := strangerTo(s, t)
	a.Sender, a.Refusal = stranger, types.ErrUnauthorized
	return err
}
