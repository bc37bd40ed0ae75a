package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func meleesCmd() *cobra.Command {
	cmd := listing("melees", "List unfinished melees",
		func(
			ctx context.Context, e *env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryMeleesResponse, error) {
			stage, err := stageFlag(e.cmd)
			if err != nil {
				return nil, err
			}
			player, err := e.listed()
			if err != nil {
				return nil, err
			}
			return q.Melees(ctx, &types.QueryMeleesRequest{Stage: stage, Player: player, Pagination: page})
		},
		func(ctx context.Context, e *env, a *types.QueryMeleesResponse) error {
			params, err := e.params(ctx)
			if err != nil {
				return err
			}
			e.out.table(meleeRows(params, a.Melees), text.NoMelees)
			return nil
		})
	f := cmd.Flags()
	f.String(flagStage, "", "only melees in this stage: "+strings.Join(names(liveStages), ", "))
	f.String(flagPlayer, "", "only melees of this address, or of this key")
	return cmd
}

// tellMelees lists the first unfinished melees beside the games that are listed, those of the same player, and reports
// whether there are any. They have no phase, and the pages that follow are of the list of games alone.
func (e *env) tellMelees(ctx context.Context, params types.Params, games bool) (bool, error) {
	phase, err := phaseFlag(e.cmd)
	page, pageErr := pageFlags(e.cmd)
	if err = errors.Join(err, pageErr); err != nil || phase != types.PHASE_UNSPECIFIED || len(page.Key) > 0 {
		return false, err
	}
	player, err := e.addressFlag(flagPlayer)
	if err == nil && player == "" {
		player, err = e.addressFlag(flagFrom)
	}
	if err != nil {
		return false, err
	}
	res, err := types.NewQueryClient(e.chain.Conn()).Melees(ctx, &types.QueryMeleesRequest{
		Player: player, Pagination: &query.PageRequest{Limit: page.Limit},
	})
	if err != nil {
		return false, fmt.Errorf("look for melees: %w", err)
	}
	return e.out.beside(games, meleeRows(params, res.Melees), res.Pagination, "melees"), nil
}

// meleeRows are lines of unfinished melees.
func meleeRows(params types.Params, melees []types.MeleeSummary) [][]string {
	rows := [][]string{{"MELEE", "STAGE", "ROUND", "OWED BY", "BLOCK", "LEFT", "CLOCK", "STAKE", "AFLOAT", "PLAYERS"}}
	for _, m := range melees {
		rows = append(rows, []string{
			fmt.Sprint(m.Id), melee.Stage(m.Stage).String(), fmt.Sprint(m.Round), orDash(strings.Join(m.Owed, " ")),
			fmt.Sprint(m.Deadline), text.Seconds(m.SecondsLeft), shortClock(params.Duration(m.TurnBlocks), m.TurnBlocks),
			stakeText(m.Terms), fmt.Sprintf("%d of %d", m.Afloat, m.Places), orDash(strings.Join(m.Players, " ")),
		})
	}
	return rows
}

// liveStages are the stages that an unfinished melee can be in.
var liveStages = []melee.Stage{
	melee.StageOpen, melee.StageReady, melee.StageAim, melee.StageFire, melee.StageReport, melee.StageClaim,
	melee.StageSecond,
}

func stageFlag(cmd *cobra.Command) (types.Stage, error) {
	stage, err := namedBy(cmd, flagStage, liveStages)
	return types.Stage(stage), err
}
