package query

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const flagBefore = "before"

// HistoryCmd returns the command that shows the history of a player.
func HistoryCmd[K Kind](others []K) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "history [ADDR|NAME]",
		Short: "List the games that a player has finished, the last one first",
		Long: "List the games that an address, or one of your keys, has finished, the last one first, with what they were\n" +
			"played for and who got what. That is read from the node's record of events, not from the chain's state: a node\n" +
			"has the events since its record begins.",
		Args: env.Between(0, 1, "[ADDR|NAME]"),
		RunE: env.Run(false, func(ctx context.Context, e *env.Env, args []string) error {
			address, err := e.AddressArg(args)
			if err != nil {
				return err
			}
			before, page, err := historyFlags(e.Cmd)
			if err != nil {
				return err
			}
			h, err := types.NewHistoryClient(e.Chain.Conn()).Finished(ctx, &types.QueryFinishedRequest{
				Address: address, BeforeHeight: before, Limit: uint32(page.Limit), Key: page.Key,
			})
			if err != nil {
				return fmt.Errorf("history of %s: %w", address, err)
			}
			if e.Out.JSON {
				return history(e.Out, others, h)
			}
			e.Learn(ctx, h)
			e.Out.Table(historyRows(h.Games, address), text.NoFinishedGames)
			if len(h.NextKey) > 0 {
				e.Out.Note("More with --%s %s", env.FlagPageKey, base64.StdEncoding.EncodeToString(h.NextKey))
			}
			return nil
		}),
	}
	env.AddQueryFlags(cmd)
	addPageFlags(cmd)
	cmd.Flags().Int64(flagBefore, 0, "only games that ended below this block")
	return cmd
}

// historyFlags returns below which block games ended, 0 for any, and the page.
func historyFlags(cmd *cobra.Command) (before int64, page *query.PageRequest, err error) {
	if page, err = PageFlags(cmd); err != nil {
		return 0, nil, err
	}
	before = env.ValueOf[int64](cmd.Flags(), flagBefore)
	if before < 0 {
		return 0, nil, fmt.Errorf("--%s: expected a height, got %d", flagBefore, before)
	}
	return before, page, nil
}

// historyRows are the lines of a player's history.
func historyRows(endings []types.FinishedGame, player string) [][]string {
	rows := [][]string{{
		"GAME", "BLOCK", "RULESET", "RESULT", "REASON", "KIND", "STAKE", "FEE", "REWARD", "NET", "WHY NO REWARD", "AGAINST",
	}}
	for _, ending := range endings {
		h, ok := kinds.Finished(ending, player)
		if !ok {
			continue
		}
		rows = append(rows, []string{
			fmt.Sprint(h.ID), fmt.Sprint(ending.Height), env.RulesetName(h.Ruleset), h.Result, h.Reason,
			kindText(h.Account.Terms),
			StakeText(h.Account.Terms), feeText(h.Account.Terms), text.Coin(rewardCoin(h.Account.Reward)), h.Account.Net(),
			env.OrDash(text.Withheld(h.Withheld)), strings.Join(h.Against, " "),
		})
	}
	return rows
}

// history writes a page of a player's history for a program.
func history[K Kind](p env.Printer, others []K, h *types.QueryFinishedResponse) error {
	type ending struct {
		Height int64           `json:"height,string"`
		TxHash string          `json:"txhash,omitempty"`
		Over   json.RawMessage `json:"over"`
	}
	page := struct {
		Games   []ending `json:"games"`
		NextKey []byte   `json:"next_key,omitempty"`
	}{Games: []ending{}, NextKey: h.NextKey}
	for _, end := range h.Games {
		over := proto.Message(end.Duel)
		for _, k := range others {
			if other, is := k.Over(end); is {
				over = other
			}
		}
		raw, err := p.Raw(over)
		if err != nil {
			return err
		}
		page.Games = append(page.Games, ending{Height: end.Height, TxHash: end.TxHash, Over: raw})
	}
	return p.Object(page)
}
