package cli

import (
	"context"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// melees are lines of the unfinished melees of the player whose games are listed, after their heads; nil if there are
// none, or duels in one phase are asked for.
func (e *env) melees(ctx context.Context, params types.Params) ([][]string, error) {
	rows := [][]string{{"MELEE", "STAGE", "ROUND", "OWED BY", "BLOCK", "LEFT", "CLOCK", "STAKE", "AFLOAT", "PLAYERS"}}
	phase, err := phaseFlag(e.cmd)
	if err != nil || phase != types.PHASE_UNSPECIFIED {
		return nil, err
	}
	player, err := e.invitee(flagPlayer)
	if err != nil || player == "" {
		return nil, err
	}
	q := types.NewQueryClient(e.chain.Conn())
	res, err := q.Player(ctx, &types.QueryPlayerRequest{Address: player})
	if err != nil {
		return nil, fmt.Errorf("look for melees: %w", err)
	}
	for _, id := range res.Melees {
		m, err := q.Melee(ctx, &types.QueryMeleeRequest{GameId: id})
		if status.Code(err) == codes.NotFound {
			continue // it has ended since
		}
		if err != nil {
			return nil, fmt.Errorf("look at melee %d: %w", id, err)
		}
		s, err := m.Melee.StateOf(m.State)
		if err != nil {
			return nil, fmt.Errorf("look at melee %d: %w", id, err)
		}
		var players []string
		for _, p := range m.Melee.Players {
			if p.Address != "" {
				players = append(players, p.Address)
			}
		}
		clock := shortClock(params.Duration(m.Melee.TurnBlocks), m.Melee.TurnBlocks)
		rows = append(rows, []string{
			fmt.Sprint(id), s.Stage.String(), fmt.Sprint(s.Round), orDash(strings.Join(m.Melee.AddressesOf(s.Owes), " ")),
			fmt.Sprint(s.Deadline), seconds(m.SecondsLeft), clock, stakeText(m.Melee.Terms),
			fmt.Sprintf("%d of %d", s.Seats(melee.Afloat).Len(), len(s.Players)), strings.Join(players, " "),
		})
	}
	if len(rows) == 1 {
		return nil, nil
	}
	return rows, nil
}
