package chainbackend

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// proposedStakes and proposedClocks are the choices for a wish, as far as the chain accepts them.
var (
	proposedStakes = []string{"1 SHIP", "5 SHIP", "5 ANCHOR", "50 ANCHOR"}
	proposedClocks = []string{"1m", "5m", "10m", "1d", "3d"}
)

// proposals returns the stakes and clocks that the chain accepts, its defaults first.
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

// refresh updates the lobby, and starts to play the player's games that have no runner yet.
func (b *Backend) refresh(ctx context.Context) error {
	var takes []func()
	for _, k := range b.kinds {
		take, err := k.look(ctx)
		if err != nil {
			return err
		}
		takes = append(takes, take)
	}
	take, err := b.lookAtParty(ctx)
	if err != nil {
		return err
	}
	takes = append(takes, take)
	var has sdk.Coins
	for _, denom := range []string{client.GasDenom, types.RewardDenom} {
		coin, err := b.asker.Balance(ctx, b.key.Address.String(), denom)
		if err != nil {
			return err
		}
		has = has.Add(coin)
	}
	b.update(func() {
		if b.line.Balance = text.RoundCoins(has); has.IsZero() {
			b.line.Balance = "no coins"
		}
		b.poor = !has.AmountOf(client.GasDenom).IsPositive() && b.o.Send.FeeGranter == ""
		b.lobby.Open, b.lobby.Invitations = nil, nil
		for _, take := range takes {
			take()
		}
	})
	return nil
}

// openGames returns the open games of others.
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
		unit := "move"
		if g.Channel != nil {
			unit = ""
		}
		out = append(out, tui.OpenGame{
			ID: g.Id, Ruleset: r, Creator: b.name(g.Creator), CreatorAddress: g.Creator, Rating: rating,
			Stake: text.OptionalCoin(g.Terms.Stake), Fee: text.OptionalCoin(g.Terms.Fee),
			Online: g.Channel != nil && b.presence != nil && b.presence.Present(g.Channel.Key),
			Clock:  text.LobbyClock(b.params, g.TurnBlocks, unit), Left: b.left(g.Deadline - b.head.Height),
		})
	}
	return out
}

// ordered returns the player's own games, those with an obligation of the player first. The caller holds the lock.
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

// runningGames returns the lobby's rows of the player's own games. The caller holds the lock.
func (b *Backend) runningGames() []tui.RunningGame {
	var out []tui.RunningGame
	for _, g := range b.ordered() {
		r, err := types.RulesetByID(g.RulesetId)
		if run := b.duels[g.Id]; err != nil || run != nil && run.over {
			continue
		}
		out = append(out, tui.RunningGame{
			ID: g.Id, Ruleset: r, Opponent: b.opponentIn(g),
			OpponentAddress: b.opponentAddress(g), Open: game.Phase(g.Phase) == game.PhaseOpen,
			OwnBot:   b.duels[g.Id] != nil && b.duels[g.Id].ownBot,
			OffChain: g.OffChain,
			Turn:     b.turn(g),
			Next:     b.next(g), Stake: text.OptionalCoin(g.Terms.Stake),
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

// seen returns the shown state of an off-chain game. It returns nil for any other game. The caller holds the lock.
func (b *Backend) seen(g types.GameSummary) *tui.Game {
	if r := b.duels[g.Id]; r != nil && r.game != nil && r.game.OffChain {
		return r.game
	}
	return nil
}

// newlyEnded returns the lobby's rows of the player's games that have ended here and were not looked at since. The
// caller holds the lock.
func (b *Backend) newlyEnded() []tui.RunningGame {
	var out []tui.RunningGame
	for _, id := range slices.Sorted(maps.Keys(b.duels)) {
		r := b.duels[id]
		if !r.news || r.game == nil {
			continue
		}
		out = append(out, tui.RunningGame{
			ID: id, Ruleset: r.game.State.Ruleset, Opponent: r.game.Names[r.game.Me.Other()], OwnBot: r.ownBot, Over: true,
			Next: text.DuelEnded(r.game.State, r.game.Me), Stake: text.OptionalCoin(r.terms.Stake),
		})
	}
	return out
}

// opponentIn returns the display name of the opponent or of the invited player in one of the player's games. It is
// empty for a game that is open to all. The caller holds the lock.
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

// opponentAddress returns the address of the opponent in one of the player's games, other than its own bot. It is empty
// if there is none. The caller holds the lock.
func (b *Backend) opponentAddress(g types.GameSummary) string {
	if r := b.duels[g.Id]; r != nil && r.ownBot {
		return ""
	}
	for _, player := range g.Players {
		if player != b.key.Address.String() {
			return player
		}
	}
	return ""
}

// opponentName returns the display name of the opponent in a game. The caller holds the lock.
func (b *Backend) opponentName(id uint64, address string) string {
	if r := b.duels[id]; r != nil && r.ownBot {
		return ownBot
	}
	return b.name(address)
}

const (
	// ownBotName is the player's input for a bot in this program.
	ownBotName = "bot"
	// ownBot is the display name of that bot.
	ownBot = "your bot"
)
