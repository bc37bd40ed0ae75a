package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func openGamesCmd() *cobra.Command {
	cmd := listing("open-games", "List games that wait for an opponent, and melees that wait for players",
		func(
			ctx context.Context, e *env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryOpenGamesResponse, error) {
			req, err := e.lobbyFlags(ctx)
			if err != nil {
				return nil, err
			}
			req.Pagination = page
			return q.OpenGames(ctx, req)
		},
		func(ctx context.Context, e *env, a *types.QueryOpenGamesResponse) error {
			if len(a.Games) > 0 {
				e.out.table(openGameRows(a.Games), "")
			}
			if melees, err := e.tellOpenMelees(ctx, len(a.Games) > 0); err != nil {
				return err
			} else if !melees && len(a.Games) == 0 {
				e.out.text(text.NoOpenGames)
			}
			if e.cmd.Flags().Changed(flagOpponent) {
				return nil // which has listed them
			}
			if err := e.tellInvitations(ctx, flagFrom); err != nil {
				return err
			}
			return e.tellMeleeInvitations(ctx)
		})
	f := cmd.Flags()
	f.String(flagRuleset, "", "only games of this ruleset: "+rulesetNames())
	f.String(flagStake, "", `only games of this stake, such as "5ship"; "none" for those without`)
	f.String(flagClock, "", "only games of this clock: "+session.ClockForms)
	f.Uint32(flagMinRating, 0, "only games of creators with at least this rating")
	f.Uint32(flagMaxRating, 0, "only games of creators with at most this rating (default any)")
	f.String(flagOpponent, "", "instead the games that this address, or this key, alone may join")
	return cmd
}

// tellInvitations lists the games that only one player may join: the one of a flag, or --from, or the user's only key.
// It prints nothing if there are none.
func (e *env) tellInvitations(ctx context.Context, flag string) error {
	player, err := e.invitee(flag)
	if err != nil || player == "" {
		return err
	}
	invited, err := types.NewQueryClient(e.chain.Conn()).OpenGames(ctx, &types.QueryOpenGamesRequest{
		Opponent: player, Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	})
	if err != nil {
		return fmt.Errorf("look for invitations: %w", err)
	}
	if len(invited.Games) == 0 {
		return nil
	}
	rows := [][]string{{
		"INVITATION", "RULESET", "BY", "RATING WHEN OPENED", "CLOCK", "KIND", "STAKE", "FEE", "REMATCH OF", "LEFT",
	}}
	for _, g := range invited.Games {
		row := openGameRow(g)
		rows = append(rows, []string{row[0], row[1], row[2], row[3], row[5], row[6], row[7], row[8], row[10], row[12]})
	}
	e.out.text("")
	e.out.table(rows, "")
	e.out.note(text.JoinOrDecline, player)
	if invited.Pagination != nil && len(invited.Pagination.NextKey) > 0 {
		e.out.note(text.MoreInvitations, flagOpponent, player)
	}
	return nil
}

// invitee is the player of a flag, or --from, or the user's only key. It is empty if there is none.
func (e *env) invitee(flag string) (string, error) {
	player, err := e.addressFlag(flag)
	if err == nil && player == "" {
		player, err = e.addressFlag(flagFrom)
	}
	if err != nil || player != "" || asks(e.cctx.Keyring) {
		return player, err
	}
	key, err := e.ownKey()
	if err != nil || key.Address.Empty() {
		return "", nil //nolint:nilerr // nobody was named, so nobody was asked about
	}
	return key.Address.String(), nil
}

// openGameRows are lines of games that wait for an opponent.
func openGameRows(games []types.OpenGame) [][]string {
	rows := [][]string{{
		"GAME", "RULESET", "CREATOR", "RATING WHEN OPENED", "WANTS", "CLOCK", "KIND", "STAKE", "FEE", "FOR", "REMATCH OF",
		"BLOCK", "LEFT",
	}}
	for _, g := range games {
		rows = append(rows, openGameRow(g))
	}
	return rows
}

func openGameRow(g types.OpenGame) []string {
	only, again := "anybody", "-"
	if g.Offer.Opponent != "" {
		only = g.Offer.Opponent
	}
	if g.RematchOf > 0 {
		again = fmt.Sprint(g.RematchOf)
	}
	kind := kindText(g.Terms)
	if g.Channel != nil {
		kind += ", off-chain"
	}
	return []string{
		fmt.Sprint(g.Id), rulesetName(g.RulesetId), g.Creator, fmt.Sprint(g.Offer.Rating), ratings(g.Offer),
		fmt.Sprintf("%d (%s)", g.TurnBlocks, text.Seconds(g.TurnSeconds)), kind, stakeText(g.Terms), feeText(g.Terms),
		only, again, fmt.Sprint(g.Deadline), text.Seconds(g.SecondsLeft),
	}
}

// lobbyFlags are the filters of the list of open games.
func (e *env) lobbyFlags(ctx context.Context) (req *types.QueryOpenGamesRequest, err error) {
	f := e.cmd.Flags()
	req = &types.QueryOpenGamesRequest{}
	if f.Changed(flagRuleset) {
		r, err := rulesetFlag(e.cmd)
		if err != nil {
			return nil, err
		}
		req.RulesetId = r.ID
	}
	if req.Stake, err = stakeFilter(e.cmd); err != nil {
		return nil, err
	}
	if req.TurnBlocks, err = e.clockFlag(ctx); err != nil {
		return nil, err
	}
	req.MinRating = valueOf[uint32](f, flagMinRating)
	req.MaxRating = valueOf[uint32](f, flagMaxRating)
	if f.Changed(flagMaxRating) && req.MaxRating < req.MinRating {
		return nil, fmt.Errorf("expected --%s of at most --%s, got %d, %d",
			flagMinRating, flagMaxRating, req.MinRating, req.MaxRating)
	}
	req.Opponent, err = e.addressFlag(flagOpponent)
	return req, err
}

// stakeFilter is --stake as the query takes it.
func stakeFilter(cmd *cobra.Command) (string, error) {
	text := valueOf[string](cmd.Flags(), flagStake)
	if text == "" || strings.EqualFold(text, noStake) {
		return strings.ToLower(text), nil
	}
	stake, err := stakeFlag(cmd)
	if err != nil {
		return "", err
	}
	return stake.String(), nil
}

func leaderboardCmd() *cobra.Command {
	return listing("leaderboard", "List the rated players, best first",
		func(
			ctx context.Context, _ *env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryLeaderboardResponse, error) {
			return q.Leaderboard(ctx, &types.QueryLeaderboardRequest{Pagination: page})
		},
		func(_ context.Context, e *env, a *types.QueryLeaderboardResponse) error {
			e.out.table(standingRows(a.Standings, ""), text.NoneRated)
			return nil
		})
}

func rankCmd() *cobra.Command {
	return question("rank [ADDR|NAME]", "Show the rank of a player, and its neighbours", between(0, 1, "[ADDR|NAME]"),
		func(ctx context.Context, e *env, q types.QueryClient, args []string) (*types.QueryRankResponse, error) {
			address, err := e.addressArg(args)
			if err != nil {
				return nil, err
			}
			return q.Rank(ctx, &types.QueryRankRequest{Address: address})
		},
		func(_ context.Context, e *env, a *types.QueryRankResponse) error {
			all := append(append(a.Above, a.Standing), a.Below...)
			e.out.table(standingRows(all, a.Standing.Address), "")
			return nil
		})
}

// standingRows are lines of the leaderboard. The rating of a player with few games has a question mark; own's line an
// arrow.
func standingRows(standings []types.Standing, own string) [][]string {
	rows := [][]string{{"RANK", "RATING", "RATED GAMES", "WON", "LOST", "PLAYER"}}
	for _, s := range standings {
		rating := fmt.Sprint(s.Rating)
		if s.Provisional {
			rating += "?"
		}
		player := s.Address
		if s.Address == own {
			player += " <"
		}
		rows = append(rows, []string{
			fmt.Sprint(s.Rank), rating, fmt.Sprint(s.RatedGames), fmt.Sprint(s.Won), fmt.Sprint(s.Lost), player,
		})
	}
	return rows
}

func unpaidCmd() *cobra.Command {
	return question("unpaid [ADDR|NAME]", "Show what a player can withdraw", between(0, 1, "[ADDR|NAME]"),
		func(ctx context.Context, e *env, q types.QueryClient, args []string) (*types.QueryUnpaidResponse, error) {
			address, err := e.addressArg(args)
			if err != nil {
				return nil, err
			}
			return q.Unpaid(ctx, &types.QueryUnpaidRequest{Address: address})
		},
		func(_ context.Context, e *env, a *types.QueryUnpaidResponse) error {
			e.out.text("%s", text.Coins(a.Coins))
			return nil
		})
}

func escrowCmd() *cobra.Command {
	return listing("escrow", "Show what the module holds for others: stakes, fees, deposits and what waits",
		func(
			ctx context.Context, _ *env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryEscrowResponse, error) {
			return q.Escrow(ctx, &types.QueryEscrowRequest{Pagination: page})
		},
		func(_ context.Context, e *env, a *types.QueryEscrowResponse) error {
			e.out.text("%-8s %s", "account", a.Account)
			for _, coin := range a.Held {
				e.out.text("%-8s %s", "holds", text.Coin(coin))
			}
			if len(a.Held) == 0 {
				e.out.text("%-8s nothing", "holds")
			}
			return nil
		})
}
