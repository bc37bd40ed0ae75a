package query

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func gameCmd() *cobra.Command {
	return QuestionOf("game", "Draw a game, both boards as publicly known",
		func(ctx context.Context, q types.QueryClient, id uint64) (*types.QueryGameResponse, error) {
			res, err := q.Game(ctx, &types.QueryGameRequest{GameId: id})
			if status.Code(err) != codes.NotFound {
				return res, err
			}
			if _, noResult := q.Result(ctx, &types.QueryResultRequest{GameId: id}); noResult != nil {
				return nil, err
			}
			return nil, fmt.Errorf("game %d has ended: see battleshipd board %d", id, id)
		},
		func(ctx context.Context, e *env.Env, a *types.QueryGameResponse) error {
			state, err := a.Game.State(a.Progress)
			if err != nil {
				return err
			}
			params, err := e.Params(ctx)
			if err != nil {
				return err
			}
			e.Out.Lines(gameLines(a, params), 9)
			e.Out.Text("%s", state)
			return nil
		})
}

// gameLines list the facts about a game that its drawing lacks.
func gameLines(a *types.QueryGameResponse, params types.Params) [][2]string {
	var lines [][2]string
	add := func(name, format string, args ...any) {
		lines = append(lines, [2]string{name, fmt.Sprintf(format, args...)})
	}
	for seat, s := range a.Game.Participants {
		add(game.Seat(seat).String(), "%s", s.Address)
		if s.Delegate != "" {
			add("", "delegate %s", s.Delegate)
		}
	}
	add("height", "%d", a.Height)
	about := func(blocks int64) string { return text.TimeFor(params, blocks) }
	add("time", text.MovesAndClaims,
		about(a.Game.TurnBlocks), about(a.Game.ClaimBlocks), about(a.Progress.Deadline-a.Height))
	add("terms", "%s", text.Terms(a.Game.Terms))
	if share := a.Game.Terms.HouseShareBps; share > 0 {
		add("house", "%d bps of the pot", share)
	}
	if a.Game.RematchOf > 0 {
		add("rematch", "of game %d", a.Game.RematchOf)
	}
	if o := a.Game.Offer; o != nil {
		add("open to", "%s", openTo(*o))
		add("deposit", "%s", text.Coins(o.DepositCoins()))
	}
	if why := text.Withheld(a.Withheld); why != "" {
		add("reward", "none, for %s", why)
	}
	return lines
}

// openTo describes the players who may join a game.
func openTo(o types.Offer) string {
	who := "anybody"
	if o.Opponent != "" {
		who = o.Opponent
	}
	if o.RatingRange > 0 {
		who += fmt.Sprintf(" rated %s", ratings(o))
	}
	return who
}

// ratings describes the ratings of players who may join a game.
func ratings(o types.Offer) string {
	if o.RatingRange == 0 {
		return "any"
	}
	return fmt.Sprintf("%d-%d", o.Rating-min(o.Rating, o.RatingRange), o.Rating+o.RatingRange)
}

// GamesCmd returns the command that lists unfinished games.
func GamesCmd[K Kind](others []K) *cobra.Command {
	cmd := Listing("games", "List unfinished games, duels"+env.Help(others, "games"),
		func(
			ctx context.Context, e *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryGamesResponse, error) {
			phase, err := PhaseFlag(e.Cmd)
			if err != nil {
				return nil, err
			}
			player, err := Listed(e)
			if err != nil {
				return nil, err
			}
			return q.Games(ctx, &types.QueryGamesRequest{Phase: phase, Player: player, Pagination: page})
		},
		func(ctx context.Context, e *env.Env, a *types.QueryGamesResponse) error {
			params, err := e.Params(ctx)
			if err != nil {
				return err
			}
			rows := [][]string{{
				"GAME", "RULESET", "PHASE", "OWED", "BY", "BLOCK", "LEFT", "CLOCK", "KIND", "STAKE", "FEE", "PLAYERS",
			}}
			for _, g := range a.Games {
				owed, phase := game.Obligation(g.Owes).String(), game.Phase(g.Phase).String()
				if g.OffChain {
					phase, owed = "off-chain", "-"
				}
				rows = append(rows, []string{
					fmt.Sprint(g.Id), env.RulesetName(g.RulesetId), phase,
					owed, env.OrDash(g.Actor), fmt.Sprint(g.Deadline), text.Seconds(g.SecondsLeft),
					ShortClock(params.Duration(g.TurnBlocks), g.TurnBlocks), kindText(g.Terms), StakeText(g.Terms), feeText(g.Terms),
					strings.Join(g.Players, " "),
				})
			}
			listed := len(rows) > 1
			if listed {
				e.Out.Table(rows, "")
			}
			for _, k := range others {
				more, err := k.TellRunning(ctx, e, params, listed)
				if err != nil {
					return err
				}
				listed = listed || more
			}
			if !listed {
				e.Out.Text(text.NoGames)
			}
			if phase, err := PhaseFlag(e.Cmd); err != nil || phase != types.PHASE_UNSPECIFIED && phase != types.PHASE_OPEN {
				return err
			}
			player, invited, err := invitations(ctx, e, env.FlagPlayer)
			if err != nil {
				return err
			}
			tellInvitations(e, player, invited, presentIn(ctx, e, invited.Games))
			return nil
		})
	cmd.Flags().String(env.FlagPhase, "", "only games in this phase: "+strings.Join(Names(LivePhases), ", "))
	cmd.Flags().String(env.FlagPlayer, "", "only games of this address, or of this key")
	return cmd
}

// Listed is the address whose games alone are listed. It is empty for all games.
func Listed(e *env.Env) (string, error) {
	player, err := e.PlayerFlag(env.FlagPlayer)
	if err != nil || player != "" {
		return player, err
	}
	if player, err = e.AddressFlag(env.FlagFrom); err == nil && player != "" {
		e.Out.Note(text.OnlyGamesOf, e.Out.Named(player), env.FlagFrom)
	}
	return player, err
}

// ShortClock formats the time for a move, for a table.
func ShortClock(long time.Duration, blocks int64) string {
	return fmt.Sprintf("%d (%s)", blocks, text.Duration(long))
}

// StakeText writes the stake of a game, for a table.
func StakeText(t types.Terms) string {
	if t.Stake == nil {
		return "-"
	}
	return text.Coin(*t.Stake)
}

func feeText(t types.Terms) string {
	if t.Fee == nil {
		return "-"
	}
	return text.Coin(*t.Fee)
}

func kindText(t types.Terms) string {
	if t.Casual {
		return "casual"
	}
	return "rated"
}

func nextActionCmd[K Kind](others []K) *cobra.Command {
	return QuestionOf("next-action", "Show the next step of a game, and its deadline",
		func(ctx context.Context, q types.QueryClient, id uint64) (*types.QueryNextActionResponse, error) {
			return q.NextAction(ctx, &types.QueryNextActionRequest{GameId: id})
		},
		func(_ context.Context, e *env.Env, a *types.QueryNextActionResponse) error {
			e.Out.Text("%s", text.Sentence(e.Voice().Next(a)))
			facts := nextFacts(a)
			for _, k := range others {
				if own := k.Facts(a); own != nil {
					facts = own
				}
			}
			e.Out.Lines(facts, 12)
			return nil
		})
}

// nextFacts are the facts about the obligation in a duel.
func nextFacts(a *types.QueryNextActionResponse) [][2]string {
	lines := [][2]string{{"phase", game.Phase(a.Phase).String()}}
	if a.Phase == types.PHASE_OVER {
		return lines // there is no obligation, and no deadline
	}
	return append(append(lines, [][2]string{
		{"player", env.OrDash(a.Player)},
		{"obligation", game.Obligation(a.Obligation).String()},
		{"target", env.OrDash(a.Target)},
	}...), DeadlineOf(a)...)
}

// DeadlineOf are the facts about the deadline of the next action.
func DeadlineOf(a *types.QueryNextActionResponse) [][2]string {
	return [][2]string{
		{"deadline", fmt.Sprint(a.Deadline)},
		{"blocks left", fmt.Sprint(a.BlocksLeft)},
		{"time left", "about " + text.Seconds(a.SecondsLeft)},
	}
}

// ResultCmd returns the command that shows the result of a game.
func ResultCmd[K Kind](others []K) *cobra.Command {
	return Proving(others, QuestionOf("result", "Show how a finished game ended, a duel"+env.Help(others, "result"),
		func(ctx context.Context, q types.QueryClient, id uint64) (proto.Message, error) {
			res, err := q.Result(ctx, &types.QueryResultRequest{GameId: id})
			if !env.IsMissing(err) {
				return res, err
			}
			for _, k := range others {
				if of, noResult := k.Result(ctx, q, id); noResult == nil {
					return of, nil
				}
			}
			return nil, err
		},
		func(ctx context.Context, e *env.Env, answer proto.Message) error {
			for _, k := range others {
				if k.TellResult(ctx, e, answer) {
					return nil
				}
			}
			a, isDuel := answer.(*types.QueryResultResponse)
			if !isDuel {
				return fmt.Errorf("expected a result, got %T", answer)
			}
			e.Out.Table(resultRows([]types.Result{a.Result}), "")
			for _, line := range look.Accounts(ctx, e, a.Result) {
				e.Out.Text("%s", line)
			}
			if a.Rematch > 0 {
				e.Out.Text(text.RematchIs, a.Rematch)
			}
			return nil
		}))
}

func resultsCmd() *cobra.Command {
	return Listing("results", "List finished games",
		func(
			ctx context.Context, _ *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryResultsResponse, error) {
			return q.Results(ctx, &types.QueryResultsRequest{Pagination: page})
		},
		func(_ context.Context, e *env.Env, a *types.QueryResultsResponse) error {
			e.Out.Table(resultRows(a.Results), text.NoFinishedGames)
			return nil
		})
}

func resultRows(results []types.Result) [][]string {
	rows := [][]string{{"GAME", "RULESET", "WINNER", "REASON", "REWARD", "SHOTS", "BLOCKS", "REMATCH OF", "PLAYERS"}}
	for _, r := range results {
		winner, _ := r.WinnerAddress()
		again := "-"
		if r.RematchOf > 0 {
			again = fmt.Sprint(r.RematchOf)
		}
		rows = append(rows, []string{
			fmt.Sprint(r.GameId), env.RulesetName(r.RulesetId), env.OrDash(winner), game.Reason(r.Reason).String(),
			text.Coin(rewardCoin(r.Reward)),
			joinNumbers(r.Shots, "+"),
			fmt.Sprintf("%d-%d", r.CreatedHeight, r.EndedHeight), again, strings.Join(r.Players, " "),
		})
	}
	return rows
}

// LivePhases are the phases that an unfinished game can be in.
var LivePhases = []game.Phase{game.PhaseOpen, game.PhaseToss, game.PhasePlay, game.PhaseClaim}

// PhaseFlag is the phase that --phase names.
func PhaseFlag(cmd *cobra.Command) (types.Phase, error) {
	phase, err := NamedBy(cmd, env.FlagPhase, LivePhases)
	return types.Phase(phase), err
}

// Names are the names of some values.
func Names[V fmt.Stringer](values []V) []string {
	all := make([]string, len(values))
	for i, value := range values {
		all[i] = value.String()
	}
	return all
}

// NamedBy returns the one of some values that a flag names, or the zero value if it names none.
func NamedBy[V fmt.Stringer](cmd *cobra.Command, flag string, values []V) (none V, err error) {
	name := env.ValueOf[string](cmd.Flags(), flag)
	for _, value := range values {
		if strings.EqualFold(name, value.String()) {
			return value, nil
		}
	}
	if name == "" {
		return none, nil
	}
	return none, fmt.Errorf("--%s: expected one of %s, got %q", flag, strings.Join(Names(values), ", "), name)
}

// joinNumbers writes numbers with a separator between them.
func joinNumbers[N uint32 | uint64](numbers []N, separator string) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, separator)
}
