package cli

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	"cosmossdk.io/math"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	flagLimit   = "limit"
	flagPageKey = "page-key"

	// defaultLimit is how many lines a list has unless asked otherwise.
	defaultLimit = 50
)

// QueryCmd returns the commands that ask: query battleship.
func QueryCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:                        types.ModuleName,
		Short:                      "Look at games, players and rewards",
		RunE:                       sdkclient.ValidateCmd,
		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(
		gameCmd(),
		gamesCmd(),
		playerCmd(),
		nextActionCmd(),
		rewardsCmd(),
		resultCmd(),
		resultsCmd(),
		paramsCmd(),
	)
	return cmd
}

// question is a command that asks one thing and prints the answer: as JSON the chain's own, as text what text makes of
// it.
func question[T proto.Message](
	use, short string, args cobra.PositionalArgs,
	ask func(ctx context.Context, e *env, q types.QueryClient, args []string) (T, error),
	text func(e *env, answer T) error,
) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  args,
		RunE: run(false, func(ctx context.Context, e *env, args []string) error {
			answer, err := ask(ctx, e, types.NewQueryClient(e.chain.Conn()), args)
			if err != nil {
				return err
			}
			if !e.out.json {
				return text(e, answer)
			}
			raw, err := e.out.raw(answer)
			if err != nil {
				return err
			}
			return e.out.object(raw)
		}),
	}
	addQueryFlags(cmd)
	return cmd
}

func gameCmd() *cobra.Command {
	return question("game ID", "Draw a game, both boards as publicly known", exactly("ID"),
		func(ctx context.Context, _ *env, q types.QueryClient, args []string) (*types.QueryGameResponse, error) {
			id, err := parseGameID(args[0])
			if err != nil {
				return nil, err
			}
			return q.Game(ctx, &types.QueryGameRequest{GameId: id})
		},
		func(e *env, a *types.QueryGameResponse) error {
			state, err := a.Game.State(a.Match)
			if err != nil {
				return err
			}
			for seat, s := range a.Game.Seats {
				e.out.text("%-9s %s", game.Seat(seat), s.Address)
			}
			e.out.text("%-9s %d", "height", a.Height)
			e.out.text("%s", state)
			return nil
		})
}

func gamesCmd() *cobra.Command {
	cmd := question("games", "List unfinished games", noArgs,
		func(ctx context.Context, e *env, q types.QueryClient, _ []string) (*types.QueryGamesResponse, error) {
			phase, err := phaseFlag(e.cmd)
			if err != nil {
				return nil, err
			}
			player, err := e.cmd.Flags().GetString(flagPlayer)
			if err != nil {
				return nil, err
			}
			if player != "" {
				if player, err = e.address(player); err != nil {
					return nil, err
				}
			}
			page, err := pageFlags(e.cmd)
			if err != nil {
				return nil, err
			}
			return q.Games(ctx, &types.QueryGamesRequest{Phase: phase, Player: player, Pagination: page})
		},
		func(e *env, a *types.QueryGamesResponse) error {
			rows := [][]string{{"GAME", "RULESET", "PHASE", "OWED", "BY", "BLOCK", "TURN", "PLAYERS"}}
			for _, g := range a.Games {
				owed := game.Obligation(g.Owes).String()
				rows = append(rows, []string{
					fmt.Sprint(g.Id), rulesetName(g.RulesetId), game.Phase(g.Phase).String(),
					owed, orDash(g.Actor), fmt.Sprint(g.Deadline), fmt.Sprint(g.TurnBlocks), strings.Join(g.Players, " "),
				})
			}
			e.out.table(rows, "No games.")
			e.out.more(a.Pagination)
			return nil
		})
	cmd.Flags().String(flagPhase, "", "only games in this phase: "+strings.Join(livePhases(), ", "))
	cmd.Flags().String(flagPlayer, "", "only games of this address, or of this key")
	addPageFlags(cmd)
	return cmd
}

func playerCmd() *cobra.Command {
	return question("player ADDR", "Show what the chain keeps of an address, or of one of your keys", exactly("ADDR"),
		func(ctx context.Context, e *env, q types.QueryClient, args []string) (*types.QueryPlayerResponse, error) {
			address, err := e.address(args[0])
			if err != nil {
				return nil, err
			}
			return q.Player(ctx, &types.QueryPlayerRequest{Address: address})
		},
		func(e *env, a *types.QueryPlayerResponse) error {
			e.out.text("%-14s %d", "games", a.Player.Games)
			e.out.text("%-14s %d", "won", a.Player.Won)
			e.out.text("%-14s %d", "lost", a.Player.Lost)
			e.out.text("%-14s %d", "board nonce", a.Player.BoardNonce)
			unfinished := "none"
			if len(a.Games) > 0 {
				unfinished = strings.Trim(fmt.Sprint(a.Games), "[]")
			}
			e.out.text("%-14s %s", "unfinished", unfinished)
			return nil
		})
}

func nextActionCmd() *cobra.Command {
	return question("next-action ID", "Say who owes what until which block", exactly("ID"),
		func(ctx context.Context, _ *env, q types.QueryClient, args []string) (*types.QueryNextActionResponse, error) {
			id, err := parseGameID(args[0])
			if err != nil {
				return nil, err
			}
			return q.NextAction(ctx, &types.QueryNextActionRequest{GameId: id})
		},
		func(e *env, a *types.QueryNextActionResponse) error {
			e.out.text("%s", a.Summary)
			for _, line := range [][2]string{
				{"phase", game.Phase(a.Phase).String()},
				{"player", orDash(a.Player)},
				{"obligation", game.Obligation(a.Obligation).String()},
				{"target", orDash(a.Target)},
				{"deadline", fmt.Sprint(a.Deadline)},
				{"blocks left", fmt.Sprint(a.BlocksLeft)},
			} {
				e.out.text("%-12s %s", line[0], line[1])
			}
			return nil
		})
}

func rewardsCmd() *cobra.Command {
	return question("rewards", "Show the state of the Shipcoin mint", noArgs,
		func(ctx context.Context, _ *env, q types.QueryClient, _ []string) (*types.QueryRewardsResponse, error) {
			return q.Rewards(ctx, &types.QueryRewardsRequest{})
		},
		func(e *env, a *types.QueryRewardsResponse) error {
			for _, line := range []struct {
				name string
				coin sdk.Coin
			}{
				{"next winner", a.Winner},
				{"next loser", a.Loser},
				{"by timeout", a.Timeout},
				{"ever minted", a.Minted},
				{"left to mint", a.Remaining},
			} {
				e.out.text("%-13s %s", line.name, session.Shipcoin(line.coin))
			}
			return nil
		})
}

func resultCmd() *cobra.Command {
	return question("result ID", "Show how a finished game ended", exactly("ID"),
		func(ctx context.Context, _ *env, q types.QueryClient, args []string) (*types.QueryResultResponse, error) {
			id, err := parseGameID(args[0])
			if err != nil {
				return nil, err
			}
			return q.Result(ctx, &types.QueryResultRequest{GameId: id})
		},
		func(e *env, a *types.QueryResultResponse) error {
			e.out.table(resultRows([]types.Result{a.Result}), "")
			return nil
		})
}

func resultsCmd() *cobra.Command {
	cmd := question("results", "List finished games", noArgs,
		func(ctx context.Context, e *env, q types.QueryClient, _ []string) (*types.QueryResultsResponse, error) {
			page, err := pageFlags(e.cmd)
			if err != nil {
				return nil, err
			}
			return q.Results(ctx, &types.QueryResultsRequest{Pagination: page})
		},
		func(e *env, a *types.QueryResultsResponse) error {
			e.out.table(resultRows(a.Results), "No finished games.")
			e.out.more(a.Pagination)
			return nil
		})
	addPageFlags(cmd)
	return cmd
}

func resultRows(results []types.Result) [][]string {
	rows := [][]string{{"GAME", "RULESET", "WINNER", "REASON", "REWARD", "SHOTS", "BLOCKS", "PLAYERS"}}
	for _, r := range results {
		winner := "-"
		if r.Winner > 0 && int(r.Winner) <= len(r.Players) {
			winner = r.Players[r.Winner-1]
		}
		rows = append(rows, []string{
			fmt.Sprint(r.GameId), rulesetName(r.RulesetId), winner, game.Reason(r.Reason).String(),
			session.Shipcoin(types.RewardCoin(math.NewIntFromUint64(r.Reward))),
			strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Shots), " ", "+"), "[]"),
			fmt.Sprintf("%d-%d", r.CreatedHeight, r.EndedHeight), strings.Join(r.Players, " "),
		})
	}
	return rows
}

func paramsCmd() *cobra.Command {
	return question("params", "Show the params", noArgs,
		func(ctx context.Context, _ *env, q types.QueryClient, _ []string) (*types.QueryParamsResponse, error) {
			return q.Params(ctx, &types.QueryParamsRequest{})
		},
		func(e *env, a *types.QueryParamsResponse) error {
			p := a.Params
			e.out.table([][]string{
				{"turn blocks", fmt.Sprintf("%d, from %d to %d", p.TurnBlocksDefault, p.TurnBlocksMin, p.TurnBlocksMax)},
				{"open blocks", fmt.Sprint(p.OpenBlocks)},
				{"claim blocks", fmt.Sprint(p.ClaimBlocks)},
				{"max expiries per block", fmt.Sprint(p.MaxExpiriesPerBlock)},
				{"initial reward", session.Shipcoin(types.RewardCoin(p.RewardInitial))},
				{"reward growth", fmt.Sprintf("%d ppm", p.RewardGrowthPpm)},
				{"loser's share", fmt.Sprintf("%d bps", p.LoserShareBps)},
				{"timeout share", fmt.Sprintf("%d bps", p.TimeoutShareBps)},
				{"reward cap", session.Shipcoin(types.RewardCoin(p.RewardCap))},
			}, "")
			return nil
		})
}

// address is the address that the user means: one as it is, or that of a key.
func (e *env) address(text string) (string, error) {
	_, addressErr := sdk.AccAddressFromBech32(text)
	if addressErr == nil {
		return text, nil
	}
	prefix := sdk.GetConfig().GetBech32AccountAddrPrefix() + "1"
	if strings.HasPrefix(text, prefix) {
		return "", fmt.Errorf("address: expected a valid one, got %q: %w", text, addressErr)
	}
	key, err := client.FindKey(e.cctx.Keyring, text)
	if err != nil {
		return "", fmt.Errorf("address: expected one that begins with %s, or the name of a key: %w", prefix, err)
	}
	return key.Address.String(), nil
}

// livePhases are the phases that an unfinished game can be in.
func livePhases() []string {
	var names []string
	for p := game.PhaseOpen; p <= game.PhaseClaim; p++ {
		names = append(names, p.String())
	}
	return names
}

func phaseFlag(cmd *cobra.Command) (types.Phase, error) {
	name, err := cmd.Flags().GetString(flagPhase)
	if err != nil || name == "" {
		return types.PHASE_UNSPECIFIED, err
	}
	for p := game.PhaseOpen; p <= game.PhaseClaim; p++ {
		if strings.EqualFold(name, p.String()) {
			return types.Phase(p), nil
		}
	}
	return 0, fmt.Errorf("--%s: expected one of %s, got %q", flagPhase, strings.Join(livePhases(), ", "), name)
}

func addPageFlags(cmd *cobra.Command) {
	cmd.Flags().Uint64(flagLimit, defaultLimit, fmt.Sprintf("how many to list, at most %d", types.MaxPageItems))
	cmd.Flags().String(flagPageKey, "", "where to go on, as the last list said")
}

func pageFlags(cmd *cobra.Command) (*query.PageRequest, error) {
	limit, err := cmd.Flags().GetUint64(flagLimit)
	if err != nil {
		return nil, err
	}
	text, err := cmd.Flags().GetString(flagPageKey)
	if err != nil {
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("--%s: expected what the last list said, got %q", flagPageKey, text)
	}
	return &query.PageRequest{Key: key, Limit: limit}, nil
}

func rulesetName(id uint32) string {
	r, err := game.RulesetByID(id)
	if err != nil {
		return fmt.Sprint(id)
	}
	return r.Name
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
