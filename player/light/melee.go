package light

import (
	"context"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// melee answers as the chain's query does, of the same block.
func (c *Conn) melee(ctx context.Context, id uint64, res *types.QueryMeleeResponse) error {
	key, progress := storeKey(types.MeleesPrefix.Bytes(), id), storeKey(types.MeleeProgressPrefix.Bytes(), id)
	for {
		values, height, err := c.chain.Read(ctx, key, progress, types.ParamsPrefix.Bytes())
		if err != nil {
			return err
		}
		if len(values[0]) == 0 {
			return c.noGame(ctx, id, "melee %d was never created, or cancelled")
		}
		*res = types.QueryMeleeResponse{Height: height}
		if err := decode(key, values[0], &res.Melee); err != nil {
			return err
		}
		var params types.Params
		if err := decode(types.ParamsPrefix.Bytes(), values[2], &params); err != nil {
			return err
		}
		state, err := res.Melee.State(values[1])
		if err != nil {
			return err
		}
		res.State, res.Drawing = types.NewMeleeState(state), state.String()
		res.SecondsLeft = params.Seconds(max(state.Deadline-height, 0))
		same, err := c.seats(ctx, id, state, res)
		if err != nil || same {
			return err
		}
	}
}

// seats fills in the chain's records of the seats of a melee. It reports false if there was a block meanwhile.
func (c *Conn) seats(
	ctx context.Context, id uint64, state melee.State, res *types.QueryMeleeResponse,
) (bool, error) {
	var keys [][]byte
	var fill []func(value []byte) error
	add := func(key []byte, with func(value []byte) error) {
		keys, fill = append(keys, key), append(fill, with)
	}
	for i, player := range state.Players {
		if !types.HasBoard(player.Standing) {
			continue
		}
		seat := uint32(i)
		board := seatKey(types.MeleeBoardsPrefix.Bytes(), id, seat)
		add(board, func(value []byte) error {
			one := types.MeleeBoard{Seat: seat}
			res.Boards = append(res.Boards, one)
			return decode(board, value, &res.Boards[len(res.Boards)-1].Board)
		})
		add(seatKey(types.RecoveriesPrefix.Bytes(), id, seat+1), func(value []byte) error {
			res.Recoveries = append(res.Recoveries, types.MeleeRecovery{Seat: seat, Recovery: value})
			return nil
		})
		if state.Stage == melee.StageAim || state.Stage == melee.StageFire {
			add(seatKey(types.AimsPrefix.Bytes(), id, seat), func(value []byte) error {
				res.Aims = append(res.Aims, types.MeleeAim{Seat: seat, Aim: value})
				return nil
			})
		}
	}
	if len(keys) == 0 {
		return true, nil
	}
	values, height, err := c.chain.Read(ctx, keys...)
	if err != nil || height != res.Height {
		return false, err
	}
	for i, value := range values {
		if len(value) == 0 {
			continue
		}
		if err := fill[i](value); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (c *Conn) meleeResult(ctx context.Context, id uint64, res *types.QueryMeleeResultResponse) error {
	ended, err := c.read(ctx, storeproof.KindMeleeResult.Key(id), &res.Result)
	if err != nil || ended {
		return err
	}
	return c.noGame(ctx, id, "melee %d has no result: it has not begun, or it has not ended")
}
