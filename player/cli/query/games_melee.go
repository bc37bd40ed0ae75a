package query

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MeleesCmd returns the command that lists unfinished melees.
func MeleesCmd() *cobra.Command {
	cmd := listing("melees", "List unfinished melees",
		func(
			ctx context.Context, e *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryMeleesResponse, error) {
			stage, err := stageFlag(e.Cmd)
			if err != nil {
				return nil, err
			}
			player, err := listed(e)
			if err != nil {
				return nil, err
			}
			return q.Melees(ctx, &types.QueryMeleesRequest{Stage: stage, Player: player, Pagination: page})
		},
		func(ctx context.Context, e *env.Env, a *types.QueryMeleesResponse) error {
			params, err := e.Params(ctx)
			if err != nil {
				return err
			}
			e.Out.Table(meleeRows(params, a.Melees), text.NoMelees)
			return nil
		})
	f := cmd.Flags()
	f.String(env.FlagStage, "", "only melees in this stage: "+strings.Join(Names(liveStages), ", "))
	f.String(env.FlagPlayer, "", "only melees of this address, or of this key")
	return cmd
}

// tellMelees lists the first unfinished melees beside the games that are listed, those of the same player, and reports
// whether there are any. They have no phase, and the pages that follow are of the list of games alone.
func tellMelees(ctx context.Context, e *env.Env, params types.Params, games bool) (bool, error) {
	phase, err := phaseFlag(e.Cmd)
	page, pageErr := pageFlags(e.Cmd)
	if err = errors.Join(err, pageErr); err != nil || phase != types.PHASE_UNSPECIFIED || len(page.Key) > 0 {
		return false, err
	}
	player, err := e.AddressFlag(env.FlagPlayer)
	if err == nil && player == "" {
		player, err = e.AddressFlag(env.FlagFrom)
	}
	if err != nil {
		return false, err
	}
	res, err := types.NewQueryClient(e.Chain.Conn()).Melees(ctx, &types.QueryMeleesRequest{
		Player: player, Pagination: &query.PageRequest{Limit: page.Limit},
	})
	if err != nil {
		return false, fmt.Errorf("look for melees: %w", err)
	}
	return e.Out.Beside(games, meleeRows(params, res.Melees), res.Pagination, "melees"), nil
}

// meleeRows are lines of unfinished melees.
func meleeRows(params types.Params, melees []types.MeleeSummary) [][]string {
	rows := [][]string{{"MELEE", "STAGE", "ROUND", "OWED BY", "BLOCK", "LEFT", "CLOCK", "STAKE", "AFLOAT", "PLAYERS"}}
	for _, m := range melees {
		rows = append(rows, []string{
			fmt.Sprint(m.Id), melee.Stage(m.Stage).String(), fmt.Sprint(m.Round), env.OrDash(strings.Join(m.Owed, " ")),
			fmt.Sprint(m.Deadline), text.Seconds(m.SecondsLeft), shortClock(params.Duration(m.TurnBlocks), m.TurnBlocks),
			stakeText(m.Terms), fmt.Sprintf("%d of %d", m.Afloat, m.Places), env.OrDash(strings.Join(m.Players, " ")),
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
	stage, err := namedBy(cmd, env.FlagStage, liveStages)
	return types.Stage(stage), err
}
