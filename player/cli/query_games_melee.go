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
	cmd := question("melees", "List unfinished melees", noArgs,
		func(ctx context.Context, e *env, q types.QueryClient, _ []string) (*types.QueryMeleesResponse, error) {
			req := &types.QueryMeleesRequest{}
			var err error
			if req.Stage, err = stageFlag(e.cmd); err != nil {
				return nil, err
			}
			if req.Player, err = e.listed(); err != nil {
				return nil, err
			}
			if req.Pagination, err = pageFlags(e.cmd); err != nil {
				return nil, err
			}
			return q.Melees(ctx, req)
		},
		func(ctx context.Context, e *env, a *types.QueryMeleesResponse) error {
			params, err := e.params(ctx)
			if err != nil {
				return err
			}
			e.out.table(meleeRows(params, a.Melees), "No melees.")
			e.out.more(a.Pagination)
			return nil
		})
	f := cmd.Flags()
	f.String(flagStage, "", "only melees in this stage: "+strings.Join(liveStages(), ", "))
	f.String(flagPlayer, "", "only melees of this address, or of this key")
	addPageFlags(cmd)
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
	if len(res.Melees) == 0 {
		return false, nil
	}
	if games {
		e.out.text("")
	}
	e.out.table(meleeRows(params, res.Melees), "")
	if res.Pagination != nil && len(res.Pagination.NextKey) > 0 {
		e.out.note("There are more melees: battleshipd melees lists them all.")
	}
	return true, nil
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
func liveStages() []string {
	var names []string
	for s := melee.StageOpen; s <= melee.StageSecond; s++ {
		names = append(names, s.String())
	}
	return names
}

func stageFlag(cmd *cobra.Command) (types.Stage, error) {
	name, err := cmd.Flags().GetString(flagStage)
	if err != nil || name == "" {
		return types.STAGE_UNSPECIFIED, err
	}
	for s := melee.StageOpen; s <= melee.StageSecond; s++ {
		if strings.EqualFold(name, s.String()) {
			return types.Stage(s), nil
		}
	}
	return 0, fmt.Errorf("--%s: expected one of %s, got %q", flagStage, strings.Join(liveStages(), ", "), name)
}
