package cli

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
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
		openGamesCmd(),
		playerCmd(),
		leaderboardCmd(),
		rankCmd(),
		unpaidCmd(),
		escrowCmd(),
		nextActionCmd(),
		meleeQueryCmd(),
		meleesCmd(),
		openMeleesCmd(),
		meleeResultCmd(),
		meleeResultsCmd(),
		rewardsCmd(),
		resultCmd(),
		resultsCmd(),
		trustedHeaderCmd(),
		historyCmd(),
		packetAccountCmd(),
		paramsCmd(),
		proofKeysCmd(),
	)
	return cmd
}

// question is a command that asks one thing and prints the answer: as JSON the chain's own, as text what text makes of
// it.
func question[T proto.Message](
	use, short string, args cobra.PositionalArgs,
	ask func(ctx context.Context, e *env, q types.QueryClient, args []string) (T, error),
	text func(ctx context.Context, e *env, answer T) error,
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
				return text(ctx, e, answer)
			}
			return e.out.message(answer)
		}),
	}
	addQueryFlags(cmd)
	return cmd
}

// questionOf is question about the game that the command's only argument names.
func questionOf[T proto.Message](
	use, short string, ask func(ctx context.Context, q types.QueryClient, id uint64) (T, error),
	text func(ctx context.Context, e *env, answer T) error,
) *cobra.Command {
	return question(use+" ID", short, exactly("ID"),
		func(ctx context.Context, _ *env, q types.QueryClient, args []string) (none T, err error) {
			id, err := parseGameID(args[0])
			if err != nil {
				return none, err
			}
			return ask(ctx, q, id)
		}, text)
}

// paged is the answer to a question for a page of a list.
type paged interface {
	proto.Message
	GetPagination() *query.PageResponse
}

// listing is a question for a page of a list, which text prints.
func listing[T paged](
	use, short string, ask func(ctx context.Context, e *env, q types.QueryClient, page *query.PageRequest) (T, error),
	text func(ctx context.Context, e *env, answer T) error,
) *cobra.Command {
	cmd := question(use, short, noArgs,
		func(ctx context.Context, e *env, q types.QueryClient, _ []string) (none T, err error) {
			page, err := pageFlags(e.cmd)
			if err != nil {
				return none, err
			}
			return ask(ctx, e, q, page)
		}, func(ctx context.Context, e *env, answer T) error {
			if err := text(ctx, e, answer); err != nil {
				return err
			}
			e.out.more(answer.GetPagination())
			return nil
		})
	addPageFlags(cmd)
	return cmd
}

func addPageFlags(cmd *cobra.Command) {
	cmd.Flags().Uint64(flagLimit, defaultLimit, fmt.Sprintf("how many to list, at most %d", types.MaxPageItems))
	cmd.Flags().String(flagPageKey, "", "where to continue, as the last list has it")
}

func pageFlags(cmd *cobra.Command) (*query.PageRequest, error) {
	limit := valueOf[uint64](cmd.Flags(), flagLimit)
	text := valueOf[string](cmd.Flags(), flagPageKey)
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("--%s: expected the key of the last list, got %q", flagPageKey, text)
	}
	return &query.PageRequest{Key: key, Limit: limit}, nil
}

func rulesetName(id uint32) string {
	r, err := game.RulesetByID(id)
	if err != nil {
		r, err = melee.RulesetByID(id)
	}
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
