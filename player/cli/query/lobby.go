package query

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// OpenGamesCmd returns the command that lists open games.
func OpenGamesCmd[K Kind](others []K) *cobra.Command {
	cmd := Listing("open-games", "List games that wait for an opponent"+env.Help(others, "open-games"),
		func(
			ctx context.Context, e *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryOpenGamesResponse, error) {
			req, err := lobbyFlags(ctx, e)
			if err != nil {
				return nil, err
			}
			req.Pagination = page
			return q.OpenGames(ctx, req)
		},
		func(ctx context.Context, e *env.Env, a *types.QueryOpenGamesResponse) error {
			player, invited := "", &types.QueryOpenGamesResponse{}
			if !e.Cmd.Flags().Changed(env.FlagOpponent) { // which lists them
				var err error
				if player, invited, err = invitations(ctx, e, env.FlagFrom); err != nil {
					return err
				}
			}
			present := presentIn(ctx, e, slices.Concat(a.Games, invited.Games))
			listed := len(a.Games) > 0
			if listed {
				e.Out.Table(openGameRows(a.Games, present), "")
			}
			for _, k := range others {
				more, err := k.TellOpen(ctx, e, listed)
				if err != nil {
					return err
				}
				listed = listed || more
			}
			if !listed {
				e.Out.Text(text.NoOpenGames)
			}
			if e.Cmd.Flags().Changed(env.FlagOpponent) {
				return nil
			}
			tellInvitations(e, player, invited, present)
			for _, k := range others {
				if err := k.TellInvitations(ctx, e); err != nil {
					return err
				}
			}
			return nil
		})
	f := cmd.Flags()
	f.String(env.FlagRuleset, "", "only games of this ruleset: "+env.RulesetNames())
	f.String(env.FlagStake, "", `only games of this stake, such as "5anchor"; "none" for those without`)
	f.String(env.FlagClock, "", "only games of this clock: "+session.ClockForms)
	f.Uint32(env.FlagMinRating, 0, "only games of creators with at least this rating")
	f.Uint32(env.FlagMaxRating, 0, "only games of creators with at most this rating (default any)")
	f.String(env.FlagOpponent, "", "instead the games that this address, or this key, alone may join")
	return cmd
}

// invitations returns the games that only one player may join: the one of a flag, or --from, or the user's only key.
func invitations(
	ctx context.Context, e *env.Env, flag string,
) (player string, invited *types.QueryOpenGamesResponse, err error) {
	player, err = Invitee(e, flag)
	if err != nil || player == "" {
		return player, &types.QueryOpenGamesResponse{}, err
	}
	invited, err = types.NewQueryClient(e.Chain.Conn()).OpenGames(ctx, &types.QueryOpenGamesRequest{
		Opponent: player, Pagination: &query.PageRequest{Limit: types.MaxPageItems},
	})
	if err != nil {
		return player, nil, fmt.Errorf("look for invitations: %w", err)
	}
	e.Learn(ctx, invited)
	return player, invited, nil
}

// tellInvitations lists invitations of a player, if there are any.
func tellInvitations(e *env.Env, player string, invited *types.QueryOpenGamesResponse, present map[string]bool) {
	if len(invited.Games) == 0 {
		return
	}
	rows := [][]string{{
		"INVITATION", "RULESET", "BY", "RATING WHEN OPENED", "CLOCK", "KIND", "STAKE", "FEE", "REMATCH OF", "LEFT",
	}}
	for _, g := range invited.Games {
		row := openGameRow(g, present)
		rows = append(rows, []string{row[0], row[1], row[2], row[3], row[5], row[6], row[7], row[8], row[10], row[12]})
	}
	e.Out.Text("")
	e.Out.Table(rows, "")
	e.Out.Note(text.JoinOrDecline, player)
	if invited.Pagination != nil && len(invited.Pagination.NextKey) > 0 {
		e.Out.Note(text.MoreInvitations, env.FlagOpponent, player)
	}
}

// Invitee is the player of a flag, or --from, or the user's only key. It is empty if there is none.
func Invitee(e *env.Env, flag string) (string, error) {
	player, err := e.PlayerFlag(flag)
	if err == nil && player == "" {
		player, err = e.AddressFlag(env.FlagFrom)
	}
	if err != nil || player != "" || env.Asks(e.Client.Keyring) {
		return player, err
	}
	key, err := e.OwnKey()
	if err != nil || key.Address.Empty() {
		return "", nil //nolint:nilerr // nobody was named, so nobody was asked about
	}
	return key.Address.String(), nil
}

// openGameRows are lines of games that wait for an opponent.
func openGameRows(games []types.OpenGame, present map[string]bool) [][]string {
	rows := [][]string{{
		"GAME", "RULESET", "CREATOR", "RATING WHEN OPENED", "WANTS", "CLOCK", "KIND", "STAKE", "FEE", "FOR", "REMATCH OF",
		"BLOCK", "LEFT",
	}}
	for _, g := range games {
		rows = append(rows, openGameRow(g, present))
	}
	return rows
}

// presentIn asks the relay that is set in the client's configuration which creators of games are present.
func presentIn(ctx context.Context, e *env.Env, games []types.OpenGame) map[string]bool {
	url, err := env.OwnRelay(e.Cmd)
	if err != nil || url == "" {
		return nil
	}
	return relay.PresentAt(ctx, url, duel.CreatorKeys(games, ""))
}

func openGameRow(g types.OpenGame, present map[string]bool) []string {
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
		if present[string(g.Channel.Key)] {
			kind += ", online"
		}
	}
	return []string{
		fmt.Sprint(g.Id), env.RulesetName(g.RulesetId), g.Creator, fmt.Sprint(g.Offer.Rating), ratings(g.Offer),
		fmt.Sprintf("%d (%s)", g.TurnBlocks, text.Seconds(g.TurnSeconds)), kind, StakeText(g.Terms), feeText(g.Terms),
		only, again, fmt.Sprint(g.Deadline), text.Seconds(g.SecondsLeft),
	}
}

// lobbyFlags are the filters of the list of open games.
func lobbyFlags(ctx context.Context, e *env.Env) (req *types.QueryOpenGamesRequest, err error) {
	f := e.Cmd.Flags()
	req = &types.QueryOpenGamesRequest{}
	if f.Changed(env.FlagRuleset) {
		r, err := env.RulesetFlag(e.Cmd)
		if err != nil {
			return nil, err
		}
		req.RulesetId = r.ID
	}
	if req.Stake, err = StakeFilter(e.Cmd); err != nil {
		return nil, err
	}
	if req.TurnBlocks, err = e.ClockFlag(ctx); err != nil {
		return nil, err
	}
	req.MinRating = env.ValueOf[uint32](f, env.FlagMinRating)
	req.MaxRating = env.ValueOf[uint32](f, env.FlagMaxRating)
	if f.Changed(env.FlagMaxRating) && req.MaxRating < req.MinRating {
		return nil, fmt.Errorf("expected --%s of at most --%s, got %d, %d",
			env.FlagMinRating, env.FlagMaxRating, req.MinRating, req.MaxRating)
	}
	req.Opponent, err = e.PlayerFlag(env.FlagOpponent)
	return req, err
}

// StakeFilter is --stake as the query takes it.
func StakeFilter(cmd *cobra.Command) (string, error) {
	text := env.ValueOf[string](cmd.Flags(), env.FlagStake)
	if text == "" || strings.EqualFold(text, env.NoStake) {
		return strings.ToLower(text), nil
	}
	stake, err := env.StakeFlag(cmd)
	if err != nil {
		return "", err
	}
	return stake.String(), nil
}

// LeaderboardCmd returns the command that shows the best players.
func LeaderboardCmd() *cobra.Command {
	return Listing("leaderboard", "List the rated players, best first",
		func(
			ctx context.Context, _ *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryLeaderboardResponse, error) {
			return q.Leaderboard(ctx, &types.QueryLeaderboardRequest{Pagination: page})
		},
		func(_ context.Context, e *env.Env, a *types.QueryLeaderboardResponse) error {
			e.Out.Table(standingRows(a.Standings, ""), text.NoneRated)
			return nil
		})
}

func rankCmd() *cobra.Command {
	return Question("rank [ADDR|NAME]", "Show the rank of a player, and its neighbours", env.Between(0, 1, "[ADDR|NAME]"),
		func(ctx context.Context, e *env.Env, q types.QueryClient, args []string) (*types.QueryRankResponse, error) {
			address, err := e.AddressArg(args)
			if err != nil {
				return nil, err
			}
			return q.Rank(ctx, &types.QueryRankRequest{Address: address})
		},
		func(_ context.Context, e *env.Env, a *types.QueryRankResponse) error {
			all := append(append(a.Above, a.Standing), a.Below...)
			e.Out.Table(standingRows(all, a.Standing.Address), "")
			return nil
		})
}

// standingRows are lines of the leaderboard. The rating of a player with few games has a question mark; own's line an
// arrow.
func standingRows(standings []types.Standing, own string) [][]string {
	rows := [][]string{{"RANK", "RATING", "RATED GAMES", "WON", "LOST", "PLAYER"}}
	for _, s := range standings {
		rating := text.RatingText(s.Rating, s.Provisional)
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
	return Question("unpaid [ADDR|NAME]", "Show what a player can withdraw", env.Between(0, 1, "[ADDR|NAME]"),
		func(ctx context.Context, e *env.Env, q types.QueryClient, args []string) (*types.QueryUnpaidResponse, error) {
			address, err := e.AddressArg(args)
			if err != nil {
				return nil, err
			}
			return q.Unpaid(ctx, &types.QueryUnpaidRequest{Address: address})
		},
		func(_ context.Context, e *env.Env, a *types.QueryUnpaidResponse) error {
			e.Out.Text("%s", text.Coins(a.Coins))
			return nil
		})
}

func escrowCmd() *cobra.Command {
	return Listing("escrow", "Show what the module holds for others: stakes, fees, deposits and what waits",
		func(
			ctx context.Context, _ *env.Env, q types.QueryClient, page *query.PageRequest,
		) (*types.QueryEscrowResponse, error) {
			return q.Escrow(ctx, &types.QueryEscrowRequest{Pagination: page})
		},
		func(_ context.Context, e *env.Env, a *types.QueryEscrowResponse) error {
			e.Out.Text("%-8s %s", "account", a.Account)
			for _, coin := range a.Held {
				e.Out.Text("%-8s %s", "holds", text.Coin(coin))
			}
			if len(a.Held) == 0 {
				e.Out.Text("%-8s nothing", "holds")
			}
			return nil
		})
}
