package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cosmos/gogoproto/proto"
	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const flagBefore = "before"

func historyCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "history [ADDR|NAME]",
		Short: "List the games that a player has finished, the last one first",
		Long: "List the games that an address, or one of your keys, has finished, the last one first, with what they were\n" +
			"played for and who got what. That is read from the node's index of events, not from the chain's state: a node\n" +
			"knows what has happened since its index begins.",
		Args: between(0, 1, "[ADDR|NAME]"),
		RunE: run(false, func(ctx context.Context, e *env, args []string) error {
			address, err := e.addressArg(args)
			if err != nil {
				return err
			}
			before, limit, err := historyFlags(e.cmd)
			if err != nil {
				return err
			}
			node, err := e.cctx.GetNode()
			if err != nil {
				return err
			}
			h, err := watch.HistoryOf(ctx, node, address, before, limit)
			if err != nil {
				return fmt.Errorf("history of %s: %w", address, err)
			}
			if e.out.json {
				return e.out.history(h)
			}
			e.out.table(historyRows(h.Games, address), "No finished games.")
			if h.NextBefore > 0 {
				e.out.note("More with --%s %d", flagBefore, h.NextBefore)
			}
			if h.PrunedBlocks > 0 {
				e.out.note("The node no longer has %d blocks in which games of this player have expired.", h.PrunedBlocks)
			}
			return nil
		}),
	}
	addQueryFlags(cmd)
	cmd.Flags().Uint64(flagLimit, defaultLimit, fmt.Sprintf("how many to list, at most %d", types.MaxPageItems))
	cmd.Flags().Int64(flagBefore, 0, "only games that ended below this block, as the last list said")
	return cmd
}

func historyFlags(cmd *cobra.Command) (before int64, limit int, err error) {
	most, err := cmd.Flags().GetUint64(flagLimit)
	if err != nil {
		return 0, 0, err
	}
	if before, err = cmd.Flags().GetInt64(flagBefore); err != nil {
		return 0, 0, err
	}
	if before < 0 {
		return 0, 0, fmt.Errorf("--%s: expected a height, got %d", flagBefore, before)
	}
	if most == 0 || most > types.MaxPageItems {
		most = types.MaxPageItems
	}
	return before, int(most), nil
}

// historyRows are the lines of a player's history.
func historyRows(endings []types.FinishedGame, player string) [][]string {
	rows := [][]string{{
		"GAME", "BLOCK", "RULESET", "RESULT", "REASON", "KIND", "STAKE", "FEE", "REWARD", "NET", "NO REWARD FOR", "AGAINST",
	}}
	for _, ending := range endings {
		if ending.Melee != nil {
			rows = append(rows, meleeHistoryRow(ending, player))
			continue
		}
		over := ending.Duel
		r := over.Result
		seat := slices.Index(over.Result.Players, player)
		result := "nobody won"
		switch r.Winner {
		case types.SEAT_UNSPECIFIED:
		case types.SeatOf(game.Seat(seat)):
			result = "won"
		default:
			result = "lost"
		}
		account := session.AccountOf(over, game.Seat(seat))
		against := slices.DeleteFunc(slices.Clone(over.Result.Players), func(p string) bool { return p == player })
		rows = append(rows, []string{
			fmt.Sprint(over.GameId), fmt.Sprint(ending.Height), rulesetName(r.RulesetId), result,
			game.Reason(r.Reason).String(), kindText(over.Terms), stakeText(over.Terms), feeText(over.Terms),
			session.Coin(rewardCoin(account.Reward)), account.Net(), orDash(session.Withheld(over.Withheld)),
			strings.Join(against, " "),
		})
	}
	return rows
}

// meleeHistoryRow is the line of a melee in a player's history.
func meleeHistoryRow(ending types.FinishedGame, player string) []string {
	over := ending.Melee
	r := over.Result
	seat, _ := eventindex.PlaceOf(r, player)
	place := r.Places[seat]
	winners := melee.Seats(r.Winners)
	result := "lost"
	switch {
	case winners == 0:
		result = "nobody won"
	case winners == melee.SeatsOf(seat):
		result = "won"
	case winners.Has(seat):
		result = "drew"
	}
	reason := melee.Standing(place.Standing).String()
	if place.Round > 0 {
		reason += fmt.Sprintf(" in %d", place.Round)
	}
	var against []string
	for _, p := range r.Places {
		if p.Rank > 0 && p.Player != player {
			against = append(against, p.Player)
		}
	}
	account := session.MeleeAccountOf(over, seat)
	return []string{
		fmt.Sprint(over.GameId), fmt.Sprint(ending.Height), rulesetName(r.RulesetId), result, reason,
		kindText(over.Terms), stakeText(over.Terms), feeText(over.Terms), session.Coin(rewardCoin(account.Reward)),
		account.Net(), "-", strings.Join(against, " "),
	}
}

// history writes a page of a player's history for a program.
func (p printer) history(h *types.QueryFinishedResponse) error {
	type ending struct {
		Height int64           `json:"height,string"`
		TxHash string          `json:"txhash,omitempty"`
		Over   json.RawMessage `json:"over"`
	}
	page := struct {
		Games  []ending `json:"games"`
		Before int64    `json:"next_before,string,omitempty"`
		Pruned uint32   `json:"pruned_blocks"`
	}{Games: []ending{}, Before: h.NextBefore, Pruned: h.PrunedBlocks}
	for _, end := range h.Games {
		over := proto.Message(end.Duel)
		if end.Melee != nil {
			over = end.Melee
		}
		raw, err := p.raw(over)
		if err != nil {
			return err
		}
		page.Games = append(page.Games, ending{Height: end.Height, TxHash: end.TxHash, Over: raw})
	}
	return p.object(page)
}
