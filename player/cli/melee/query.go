package melee

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/cli/env"
	querycli "github.com/battleship-chain/battleship/player/cli/query"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func showCmd() *cobra.Command {
	return env.Described(querycli.QuestionOf("melee", "Draw a melee, all boards as publicly known",
		func(ctx context.Context, q types.QueryClient, id uint64) (*types.QueryMeleeResponse, error) {
			res, err := q.Melee(ctx, &types.QueryMeleeRequest{GameId: id})
			if !env.IsMissing(err) {
				return res, err
			}
			if _, noResult := q.MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: id}); noResult != nil {
				return nil, err
			}
			return nil, fmt.Errorf("melee %d has ended: see battleshipd query battleship melee-result %d", id, id)
		},
		func(ctx context.Context, e *env.Env, a *types.QueryMeleeResponse) error {
			params, err := e.Params(ctx)
			if err != nil {
				return err
			}
			e.Out.Lines(meleeLines(a, params), 9)
			e.Out.Text("%s", a.Drawing)
			return nil
		}), `Draws a melee with all that the rules know of it. Seats count from 0, as programs count them; battleshipd board
is for people.

  extended   most have missed the deadline of this stage, which has another clock
  withdrawn  the last player at the table wants to leave; until the deadline others can still join
  emptied    play has ended by the silence of all who were afloat
  kept       how much of the pot is left: players who miss a deadline with most others lose a share of it
  owes       who owes what the stage asks for, or may still win by proving its board
  struck     who has missed an aim; another one is the end
  missing    whose last report is missing when play has ended
  proven     who has proven an honest board

On the boards . is a tile without a bomb, o a miss, x a hit, ? a tile that is not reported yet, and - one on a board
that is not known.`)
}

// meleeLines list the facts about a melee that its drawing lacks.
func meleeLines(a *types.QueryMeleeResponse, params types.Params) [][2]string {
	var lines [][2]string
	add := func(name, format string, args ...any) {
		lines = append(lines, [2]string{name, fmt.Sprintf(format, args...)})
	}
	for seat, p := range a.Melee.Players {
		if p.Address == "" {
			continue
		}
		add(fmt.Sprintf("seat %d", seat), "%s", p.Address)
		if p.Delegate != "" {
			add("", "delegate %s", p.Delegate)
		}
	}
	about := func(blocks int64) string { return text.TimeFor(params, blocks) }
	add("height", "%d", a.Height)
	add("time", text.StagesAndClaims, about(a.Melee.TurnBlocks), about(a.Melee.ClaimBlocks), text.Seconds(a.SecondsLeft))
	add("terms", "%s", text.StakeTerms(a.Melee.Terms))
	if share := a.Melee.Terms.HouseShareBps; share > 0 {
		add("house", "%d bps of the pot", share)
	}
	if a.State.Stage == types.STAGE_OPEN {
		add("open to", "%s", invitedTo(a.Melee.Invited))
	}
	if a.Melee.Deposit != nil {
		add("deposit", "%s of %s", text.Coin(*a.Melee.Deposit), a.Melee.Creator)
	}
	return lines
}

// invitedTo describes the players who may join a melee.
func invitedTo(invited []string) string {
	if len(invited) == 0 {
		return "anybody"
	}
	return strings.Join(invited, ", ")
}

func openMeleesCmd() *cobra.Command {
	cmd := querycli.Listing("open-melees", "List melees that wait for players",
		func(
			ctx context.Context, e *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryOpenMeleesResponse, error) {
			stake, err := querycli.StakeFilter(e.Cmd)
			if err != nil {
				return nil, err
			}
			invited, err := e.PlayerFlag(env.FlagInvited)
			if err != nil {
				return nil, err
			}
			return q.OpenMelees(ctx, &types.QueryOpenMeleesRequest{Stake: stake, Invited: invited, Pagination: page})
		},
		func(ctx context.Context, e *env.Env, a *types.QueryOpenMeleesResponse) error {
			e.Out.Table(openMeleeRows(a.Melees), text.NoOpenMelees)
			if e.Cmd.Flags().Changed(env.FlagInvited) {
				return nil // which has listed them
			}
			return Kind{}.TellInvitations(ctx, e)
		})
	f := cmd.Flags()
	f.String(env.FlagStake, "", `only melees of this stake, such as "5anchor"; "none" for those without`)
	f.String(env.FlagInvited, "", "instead the melees to which this address, or this key, is invited")
	return cmd
}

// TellOpen implements querycli.Kind. It lists melees that match the query of open games. There
// are none for a query by a property that melees lack.
func (Kind) TellOpen(ctx context.Context, e *env.Env, below bool) (bool, error) {
	for _, name := range []string{env.FlagRuleset, env.FlagClock, env.FlagMinRating, env.FlagMaxRating, env.FlagPageKey} {
		if e.Cmd.Flags().Changed(name) {
			return false, nil
		}
	}
	stake, err := querycli.StakeFilter(e.Cmd)
	if err != nil {
		return false, err
	}
	invited, err := e.PlayerFlag(env.FlagOpponent)
	if err != nil {
		return false, err
	}
	open, err := types.NewQueryClient(e.Chain.Conn()).OpenMelees(ctx, &types.QueryOpenMeleesRequest{
		Stake: stake, Invited: invited, Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	})
	if err != nil {
		return false, fmt.Errorf("look for open melees: %w", err)
	}
	return tellBelow(e.Out, below, openMeleeRows(open.Melees), open.Pagination, "query battleship open-melees"), nil
}

// TellInvitations implements querycli.Kind. It prints nothing if there are none.
func (Kind) TellInvitations(ctx context.Context, e *env.Env) error {
	player, err := querycli.Invitee(e, env.FlagFrom)
	if err != nil || player == "" {
		return err
	}
	invited, err := types.NewQueryClient(e.Chain.Conn()).OpenMelees(ctx, &types.QueryOpenMeleesRequest{
		Invited: player, Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	})
	if err != nil {
		return fmt.Errorf("look for invitations: %w", err)
	}
	if len(invited.Melees) == 0 {
		return nil
	}
	rows := openMeleeRows(invited.Melees)
	rows[0][0] = "INVITATION"
	e.Out.Text("")
	e.Out.Table(rows, "")
	e.Out.Note(text.JoinMeleeOrDecline, player)
	return nil
}

// openMeleeRows are lines of melees that wait for players.
func openMeleeRows(melees []types.OpenMelee) [][]string {
	rows := [][]string{{"MELEE", "CREATOR", "PLAYERS", "CLOCK", "STAKE", "FOR", "BLOCK", "LEFT", "SEATED"}}
	for _, m := range melees {
		rows = append(rows, []string{
			fmt.Sprint(m.Id), m.Creator, fmt.Sprintf("%d of %d", len(m.Seated), m.Seats),
			fmt.Sprintf("%d (%s)", m.TurnBlocks, text.Seconds(m.TurnSeconds)), querycli.StakeText(m.Terms), invitedTo(m.Invited),
			fmt.Sprint(m.Deadline), text.Seconds(m.SecondsLeft), strings.Join(m.Seated, " "),
		})
	}
	return rows
}

func meleeResultCmd() *cobra.Command {
	return querycli.Proving([]Kind{{}}, querycli.QuestionOf("melee-result", "Show how a melee has ended",
		func(ctx context.Context, q types.QueryClient, id uint64) (*types.QueryMeleeResultResponse, error) {
			return q.MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: id})
		},
		func(ctx context.Context, e *env.Env, a *types.QueryMeleeResultResponse) error {
			tellEnd(ctx, e, a.Result)
			return nil
		}))
}

func meleeResultsCmd() *cobra.Command {
	return querycli.Listing("melee-results", "List finished melees",
		func(
			ctx context.Context, _ *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryMeleeResultsResponse, error) {
			return q.MeleeResults(ctx, &types.QueryMeleeResultsRequest{Pagination: page})
		},
		func(_ context.Context, e *env.Env, a *types.QueryMeleeResultsResponse) error {
			rows := [][]string{{"MELEE", "PLAYERS", "WINNERS", "ROUNDS", "STAKE", "BLOCKS"}}
			for _, r := range a.Results {
				var winners []string
				players := 0
				for seat, p := range r.Places {
					if p.Rank > 0 {
						players++
					}
					if r.Winners>>seat&1 == 1 {
						winners = append(winners, p.Player)
					}
				}
				stake := "-"
				if r.Stake != nil {
					stake = text.Coin(*r.Stake)
				}
				rows = append(rows, []string{
					fmt.Sprint(r.GameId), fmt.Sprint(players), env.OrDash(strings.Join(winners, " ")), fmt.Sprint(r.Rounds), stake,
					fmt.Sprintf("%d-%d", r.StartedHeight, r.EndedHeight),
				})
			}
			e.Out.Table(rows, text.NoFinishedMelees)
			return nil
		})
}

// Facts implements querycli.Kind.
func (Kind) Facts(a *types.QueryNextActionResponse) [][2]string {
	if a.Stage == types.STAGE_UNSPECIFIED {
		return nil
	}
	lines := [][2]string{{"stage", rules.Stage(a.Stage).String()}}
	if rules.Stage(a.Stage).Ended() {
		return lines // there are no obligations, and no deadline
	}
	if a.Round > 0 {
		lines = append(lines, [2]string{"round", fmt.Sprint(a.Round)})
	}
	for _, owed := range a.Owed {
		lines = append(lines, [2]string{"owed by", owed.Player})
	}
	return append(lines, querycli.DeadlineOf(a)...)
}

// Running implements querycli.Kind.
func (Kind) Running() *cobra.Command {
	cmd := querycli.Listing("melees", "List unfinished melees",
		func(
			ctx context.Context, e *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryMeleesResponse, error) {
			stage, err := stageFlag(e.Cmd)
			if err != nil {
				return nil, err
			}
			player, err := querycli.Listed(e)
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
	f.String(env.FlagStage, "", "only melees in this stage: "+strings.Join(querycli.Names(liveStages), ", "))
	f.String(env.FlagPlayer, "", "only melees of this address, or of this key")
	return cmd
}

// TellRunning implements querycli.Kind. Melees have no phase, and the pages that follow are of the list of games alone.
func (Kind) TellRunning(ctx context.Context, e *env.Env, params types.Params, below bool) (bool, error) {
	phase, err := querycli.PhaseFlag(e.Cmd)
	page, pageErr := querycli.PageFlags(e.Cmd)
	if err = errors.Join(err, pageErr); err != nil || phase != types.PHASE_UNSPECIFIED || len(page.Key) > 0 {
		return false, err
	}
	player, err := e.PlayerFlag(env.FlagPlayer)
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
	return tellBelow(e.Out, below, meleeRows(params, res.Melees), res.Pagination, "melees"), nil
}

// meleeRows are lines of unfinished melees.
func meleeRows(params types.Params, melees []types.MeleeSummary) [][]string {
	rows := [][]string{{"MELEE", "STAGE", "ROUND", "OWED BY", "BLOCK", "LEFT", "CLOCK", "STAKE", "AFLOAT", "PLAYERS"}}
	for _, m := range melees {
		rows = append(rows, []string{
			fmt.Sprint(m.Id), rules.Stage(m.Stage).String(), fmt.Sprint(m.Round), env.OrDash(strings.Join(m.Owed, " ")),
			fmt.Sprint(m.Deadline), text.Seconds(m.SecondsLeft),
			querycli.ShortClock(params.Duration(m.TurnBlocks), m.TurnBlocks),
			querycli.StakeText(m.Terms), fmt.Sprintf("%d of %d", m.Afloat, m.Places), env.OrDash(strings.Join(m.Players, " ")),
		})
	}
	return rows
}

// liveStages are the stages that an unfinished melee can be in.
var liveStages = []rules.Stage{
	rules.StageOpen, rules.StageReady, rules.StageAim, rules.StageFire, rules.StageReport, rules.StageClaim,
	rules.StageSecond,
}

func stageFlag(cmd *cobra.Command) (types.Stage, error) {
	stage, err := querycli.NamedBy(cmd, env.FlagStage, liveStages)
	return types.Stage(stage), err
}

// Over implements querycli.Kind.
func (Kind) Over(ending types.FinishedGame) (proto.Message, bool) {
	return ending.Melee, ending.Melee != nil
}

// Queries implements querycli.Kind.
func (Kind) Queries() []*cobra.Command {
	return []*cobra.Command{showCmd(), Kind{}.Running(), openMeleesCmd(), meleeResultCmd(), meleeResultsCmd()}
}

// Result implements querycli.Kind.
func (Kind) Result(ctx context.Context, q types.QueryClient, id uint64) (proto.Message, error) {
	res, err := q.MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: id})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// TellResult implements querycli.Kind.
func (Kind) TellResult(ctx context.Context, e *env.Env, answer proto.Message) bool {
	switch r := answer.(type) {
	case *types.QueryMeleeResultResponse:
		tellEnd(ctx, e, r.Result)
	case *types.MeleeResult: // of which no more is known
		tellResult(e, *r, nil)
	default:
		return false
	}
	return true
}

// Stored implements querycli.Kind.
func (Kind) Stored() (storeproof.Kind, proto.Message) {
	return storeproof.KindMeleeResult, new(types.MeleeResult)
}

// Unfinished implements querycli.Kind.
func (Kind) Unfinished(of *types.QueryPlayerResponse) []uint64 { return of.Melees }

// tellBelow prints a table of melees, if it has any, below other rows if there are some. The command lists those that
// are on the next pages. It reports whether there are melees.
func tellBelow(p env.Printer, below bool, rows [][]string, page *query.PageResponse, command string) bool {
	if len(rows) == 1 {
		return false
	}
	if below {
		p.Text("")
	}
	p.Table(rows, "")
	if page != nil && len(page.NextKey) > 0 {
		p.Note(text.MoreMelees, command)
	}
	return true
}
