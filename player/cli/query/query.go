package query

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Cmd returns the commands that ask: query battleship. They ask for duels, and for games of other kinds.
func Cmd[K Kind](others []K) *cobra.Command {
	cmd := &cobra.Command{
		Use:                        types.ModuleName,
		Short:                      "Look at games, players and rewards",
		RunE:                       sdkclient.ValidateCmd,
		SuggestionsMinimumDistance: 2,
	}
	cmd.AddCommand(
		gameCmd(),
		GamesCmd(others),
		OpenGamesCmd(others),
		PlayerCmd(others),
		LeaderboardCmd(),
		rankCmd(),
		unpaidCmd(),
		escrowCmd(),
		nextActionCmd(others),
		RewardsCmd(),
		ResultCmd(others),
		resultsCmd(),
		trustedHeaderCmd(),
		HistoryCmd(others),
		packetAccountCmd(),
		paramsCmd(),
		proofKeysCmd(),
	)
	for _, k := range others {
		cmd.AddCommand(k.Queries()...)
	}
	return cmd
}

// Question is a command that asks one thing and prints the answer: as JSON the chain's own, as text what text makes of
// it.
func Question[T proto.Message](
	use, short string, args cobra.PositionalArgs,
	ask func(ctx context.Context, e *env.Env, q types.QueryClient, args []string) (T, error),
	text func(ctx context.Context, e *env.Env, answer T) error,
) *cobra.Command {
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  args,
		RunE: env.Run(false, func(ctx context.Context, e *env.Env, args []string) error {
			answer, err := ask(ctx, e, types.NewQueryClient(e.Chain.Conn()), args)
			if err != nil {
				return err
			}
			if !e.Out.JSON {
				e.Learn(ctx, answer)
				return text(ctx, e, answer)
			}
			return e.Out.Message(answer)
		}),
	}
	env.AddQueryFlags(cmd)
	return cmd
}

// QuestionOf is question about the game that the command's only argument names.
func QuestionOf[T proto.Message](
	use, short string, ask func(ctx context.Context, q types.QueryClient, id uint64) (T, error),
	text func(ctx context.Context, e *env.Env, answer T) error,
) *cobra.Command {
	return Question(use+" ID", short, env.Exactly("ID"),
		func(ctx context.Context, _ *env.Env, q types.QueryClient, args []string) (none T, err error) {
			id, err := env.ParseGameID(args[0])
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

// Listing is a question for a page of a list, which text prints.
func Listing[T paged](
	use, short string, ask func(ctx context.Context, e *env.Env, q types.QueryClient, page *query.PageRequest) (T, error),
	text func(ctx context.Context, e *env.Env, answer T) error,
) *cobra.Command {
	cmd := Question(use, short, env.NoArgs,
		func(ctx context.Context, e *env.Env, q types.QueryClient, _ []string) (none T, err error) {
			page, err := PageFlags(e.Cmd)
			if err != nil {
				return none, err
			}
			return ask(ctx, e, q, page)
		}, func(ctx context.Context, e *env.Env, answer T) error {
			if err := text(ctx, e, answer); err != nil {
				return err
			}
			e.Out.More(answer.GetPagination())
			return nil
		})
	addPageFlags(cmd)
	return cmd
}

func addPageFlags(cmd *cobra.Command) {
	cmd.Flags().Uint64(env.FlagLimit, env.DefaultLimit, fmt.Sprintf("how many to list, at most %d", types.MaxPageItems))
	cmd.Flags().String(env.FlagPageKey, "", "where to continue, as the last list has it")
}

// PageFlags are the page that the flags ask for.
func PageFlags(cmd *cobra.Command) (*query.PageRequest, error) {
	limit := env.ValueOf[uint64](cmd.Flags(), env.FlagLimit)
	if limit < 1 || limit > types.MaxPageItems {
		return nil, fmt.Errorf("--%s: expected 1 to %d, got %d", env.FlagLimit, types.MaxPageItems, limit)
	}
	text := env.ValueOf[string](cmd.Flags(), env.FlagPageKey)
	key, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("--%s: expected the key of the last list, got %q", env.FlagPageKey, text)
	}
	return &query.PageRequest{Key: key, Limit: limit}, nil
}
