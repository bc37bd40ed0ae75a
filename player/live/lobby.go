package live

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// proposedStakes and proposedClocks are what a wish may name, as far as the chain takes it.
var (
	proposedStakes = []string{"1 SHIP", "5 SHIP", "5 ANCHOR", "50 ANCHOR"}
	proposedClocks = []string{"1m", "5m", "10m", "1d", "3d"}
)

// proposals are the stakes and clocks that the chain takes, its defaults first.
func (b *Backend) proposals() (stakes, clocks []string) {
	stakes = []string{none}
	for _, text := range proposedStakes {
		if coin, err := session.ParseCoin(text); err == nil && b.params.CheckStake(coin) == nil {
			stakes = append(stakes, text)
		}
	}
	clocks = []string{b.left(b.params.TurnBlocksDefault)}
	for _, text := range append(proposedClocks, b.left(b.params.TurnBlocksCorrespondence)) {
		if _, err := session.ParseClock(text, b.params); err == nil && !slices.Contains(clocks, text) {
			clocks = append(clocks, text)
		}
	}
	return stakes, clocks
}

// refresh looks the lobby up, and begins to play the player's games that nobody plays yet.
func (b *Backend) refresh(ctx context.Context) error {
	q := types.NewQueryClient(b.asker.Conn())
	me := b.key.Address.String()
	page := &query.PageRequest{Limit: types.MaxPageItems}
	open, err := q.OpenGames(ctx, &types.QueryOpenGamesRequest{Pagination: page})
	if err != nil {
		return fmt.Errorf("look for open games: %w", err)
	}
	invited, err := q.OpenGames(ctx, &types.QueryOpenGamesRequest{Opponent: me, Pagination: page})
	if err != nil {
		return fmt.Errorf("look for invitations: %w", err)
	}
	running, err := session.Unfinished(ctx, session.Player{Chain: b.asker, Principal: b.key})
	if err != nil {
		return err
	}
	melees, err := b.lookForMelees(ctx)
	if err != nil {
		return err
	}
	var has sdk.Coins
	for _, denom := range []string{client.GasDenom, types.RewardDenom} {
		coin, err := b.asker.Balance(ctx, me, denom)
		if err != nil {
			return err
		}
		has = has.Add(coin)
	}
	b.update(func() {
		if b.line.Balance = shortAmounts(has); has.IsZero() {
			b.line.Balance = "no coins"
		}
		b.poor = !has.AmountOf(client.GasDenom).IsPositive() && b.o.Send.FeeGranter == ""
		b.lobby.Open, b.lobby.Invitations = b.openGames(open.Games), b.openGames(invited.Games)
		b.running = running
		b.takeMelees(melees)
		for _, g := range running {
			if b.duels[g.Id] == nil && b.ctx != nil {
				b.startDuel(g.Id, nil, nil)
			}
		}
	})
	return nil
}

// openGames are games that others have opened.
func (b *Backend) openGames(games []types.OpenGame) []tui.OpenGame {
	var out []tui.OpenGame
	for _, g := range games {
		r, err := types.RulesetByID(g.RulesetId)
		if err != nil || g.Creator == b.key.Address.String() {
			continue
		}
		rating := ""
		if g.Offer.Rating > 0 {
			rating = fmt.Sprint(g.Offer.Rating)
		}
		clock := b.left(g.TurnBlocks) + " a move"
		if g.Channel != nil {
			clock = b.left(g.TurnBlocks) + ", at sea"
		}
		out = append(out, tui.OpenGame{
			ID: g.Id, Ruleset: r, Creator: b.name(g.Creator), Rating: rating,
			Stake: optional(g.Terms.Stake), Fee: optional(g.Terms.Fee), Clock: clock,
			Left: b.left(g.Deadline - b.head.Height),
		})
	}
	return out
}

// ordered are the player's own games, those first in which it owes something. The caller holds the lock.
func (b *Backend) ordered() []types.GameSummary {
	me := b.key.Address.String()
	games := slices.Clone(b.running)
	owes := func(g types.GameSummary) int {
		if g.Actor == me && game.Obligation(g.Owes) != game.OwesNothing {
			return 0
		}
		return 1
	}
	slices.SortFunc(games, func(a, b types.GameSummary) int {
		return cmp.Or(cmp.Compare(owes(a), owes(b)), cmp.Compare(a.Id, b.Id))
	})
	return games
}

// runningGames are the player's own, as the lobby lists them. The caller holds the lock.
func (b *Backend) runningGames() []tui.RunningGame {
	var out []tui.RunningGame
	for _, g := range b.ordered() {
		r, err := types.RulesetByID(g.RulesetId)
		if run := b.duels[g.Id]; err != nil || run != nil && run.over {
			continue
		}
		out = append(out, tui.RunningGame{
			ID: g.Id, Ruleset: r, Opponent: b.opponentIn(g), Open: game.Phase(g.Phase) == game.PhaseOpen,
			OwnBot: b.duels[g.Id] != nil && b.duels[g.Id].ownBot,
			AtSea:  g.AtSea,
			Turn:   b.turn(g),
			Next:   b.next(g), Stake: optional(g.Terms.Stake),
		})
	}
	return append(b.newlyEnded(), out...)
}

// turn reports whether a shot is the player's to choose. The caller holds the lock.
func (b *Backend) turn(g types.GameSummary) bool {
	if shown := b.seen(g); shown != nil {
		return shown.State.Owes == game.OwesShot && shown.State.Actor == shown.Me
	}
	return g.Actor == b.key.Address.String() && game.Obligation(g.Owes) == game.OwesShot
}

// seen is a game at sea as it is known here; nil for any other. The caller holds the lock.
func (b *Backend) seen(g types.GameSummary) *tui.Game {
	if r := b.duels[g.Id]; r != nil && r.game != nil && r.game.AtSea {
		return r.game
	}
	return nil
}

// newlyEnded are the player's games that have ended at this table and were not looked at since, as the lobby lists
// them. The caller holds the lock.
func (b *Backend) newlyEnded() []tui.RunningGame {
	var out []tui.RunningGame
	for _, id := range slices.Sorted(maps.Keys(b.duels)) {
		r := b.duels[id]
		if !r.news || r.game == nil {
			continue
		}
		next := "over: nobody won"
		switch winner, won := r.game.State.Winner(); {
		case r.game.State.Phase == game.PhaseCancelled:
			next = "over: nobody has joined"
		case won && winner == r.game.Me:
			next = "over: you won"
		case won:
			next = "over: you lost"
		}
		out = append(out, tui.RunningGame{
			ID: id, Ruleset: r.game.State.Ruleset, Opponent: r.game.Names[r.game.Me.Other()], OwnBot: r.ownBot, Over: true,
			Next: next, Stake: optional(r.terms.Stake),
		})
	}
	return out
}

// opponentIn is how the opponent in a game of the player's is shown, or who alone may join it; empty while anybody may.
// The caller holds the lock.
func (b *Backend) opponentIn(g types.GameSummary) string {
	for _, player := range g.Players {
		if player != b.key.Address.String() {
			return b.opponentName(g.Id, player)
		}
	}
	if r := b.duels[g.Id]; r != nil && r.game != nil {
		return r.game.Invited
	}
	return ""
}

// opponentName is how the opponent in a game is shown. The caller holds the lock.
func (b *Backend) opponentName(id uint64, address string) string {
	if r := b.duels[id]; r != nil && r.ownBot {
		return ownBot
	}
	return b.name(address)
}

const (
	// ownBotName is what a bot is asked for by that plays in this program.
	ownBotName = "bot"
	// ownBot is how it is called then.
	ownBot = "your bot"
)
