package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// gameFilter lists unfinished games, of one phase if it names one. It skips games whose records are damaged or missing,
// so that they do not hide the others.
type gameFilter struct {
	k     *Keeper
	ctx   context.Context
	phase types.Phase
	// params convert blocks to time.
	params types.Params
}

// list returns a page of games: of one player if there is one, else of all. Each way goes through the narrowest index
// there is.
func (f gameFilter) list(player string, p page) ([]types.GameSummary, *query.PageResponse, error) {
	if player != "" {
		return scanPlayer(f.ctx, f.k, f.k.playerGames, player, p, f.summary)
	}
	if f.phase == types.PHASE_OPEN {
		return scan(f.ctx, f.k.lobby.Open(), nil, p,
			func(key types.OpenKey, _ collections.Iterator[types.OpenKey, types.Listing]) (types.GameSummary, bool, error) {
				return f.summary(key.ID)
			})
	}
	return scan(f.ctx, f.k.progress, nil, p,
		func(id uint64, record collections.Iterator[uint64, types.Progress]) (types.GameSummary, bool, error) {
			if m, err := record.Value(); err != nil || !f.wants(m.Phase) {
				return types.GameSummary{}, false, nil //nolint:nilerr // a damaged game is left out
			}
			return f.summary(id)
		})
}

// summary returns the line of a game, and whether it is wanted.
func (f gameFilter) summary(id uint64) (types.GameSummary, bool, error) {
	g, x, err := f.k.view(f.ctx, id)
	switch {
	case stderrors.Is(err, types.ErrCorrupt), stderrors.Is(err, types.ErrGameKind),
		stderrors.Is(err, types.ErrGameNotFound), stderrors.Is(err, types.ErrGameEnded):
		return types.GameSummary{}, false, nil
	case err != nil:
		return types.GameSummary{}, false, err
	}
	s := x.State
	line := types.GameSummary{
		Id:         g.Id,
		RulesetId:  g.RulesetId,
		Phase:      types.Phase(s.Phase),
		Owes:       types.Obligation(s.Owes),
		Deadline:   s.Deadline,
		TurnBlocks: g.TurnBlocks,
		Terms:      g.Terms,
		Channel:    g.IsChannel(),
		OffChain:   x.OffChain,
	}
	if x.OffChain {
		line.Owes = types.OBLIGATION_NONE
	}
	line.SecondsLeft = secondsLeft(f.ctx, f.params, s.Deadline)
	for _, participant := range g.Participants {
		line.Players = append(line.Players, participant.Address)
	}
	if line.Owes != types.OBLIGATION_NONE {
		line.Actor = g.Participants[s.Actor].Address
	}
	return line, f.wants(line.Phase), nil
}

// wants reports whether games of a phase are listed.
func (f gameFilter) wants(phase types.Phase) bool {
	return f.phase == types.PHASE_UNSPECIFIED || f.phase == phase
}

// firstGames returns the ids of a player's unfinished duels and melees, as many of both as fit on a page.
func (k *Keeper) firstGames(ctx context.Context, who account.Account) (duels, melees []uint64, err error) {
	prefix, err := playerPrefix(k.playerGames, who)
	if err != nil {
		return nil, nil, err
	}
	ids, _, err := scan(ctx, k.playerGames, prefix, page{limit: types.MaxPageItems},
		func(
			key collections.Pair[sdk.AccAddress, uint64],
			_ collections.Iterator[collections.Pair[sdk.AccAddress, uint64], collections.NoValue],
		) (uint64, bool, error) {
			return key.K2(), true, nil
		})
	if err != nil {
		return nil, nil, err
	}
	for _, id := range ids {
		melee, err := k.melees.Has(ctx, id)
		switch {
		case err != nil:
			return nil, nil, err
		case melee:
			melees = append(melees, id)
		default:
			duels = append(duels, id)
		}
	}
	return duels, melees, nil
}

// scanPlayer fills a page with what keep makes of the games that an index has under a player.
func scanPlayer[T any](
	ctx context.Context, k *Keeper, index list[collections.Pair[sdk.AccAddress, uint64], collections.NoValue],
	player string, p page, keep func(id uint64) (T, bool, error),
) ([]T, *query.PageResponse, error) {
	who, err := k.addresses.Parse(player)
	if err != nil {
		return nil, nil, err
	}
	prefix, err := playerPrefix(index, who)
	if err != nil {
		return nil, nil, err
	}
	return scan(ctx, index, prefix, p,
		func(
			key collections.Pair[sdk.AccAddress, uint64],
			_ collections.Iterator[collections.Pair[sdk.AccAddress, uint64], collections.NoValue],
		) (T, bool, error) {
			return keep(key.K2())
		})
}

// playerPrefix returns the raw prefix of a player's unfinished games.
func playerPrefix[V any](l list[collections.Pair[sdk.AccAddress, uint64], V], who account.Account) ([]byte, error) {
	return encodeKey(l, collections.PairPrefix[sdk.AccAddress, uint64](who.Address))
}

// summaries returns short profiles of a game's participants, by seat.
func (k *Keeper) summaries(ctx context.Context, g types.Game) ([]types.PlayerSummary, error) {
	all := make([]types.PlayerSummary, len(g.Participants))
	for i, participant := range g.Participants {
		who, err := k.addresses.Parse(participant.Address)
		if err != nil {
			return nil, err
		}
		player, err := k.player(ctx, who.Address)
		if err != nil {
			return nil, err
		}
		all[i] = types.PlayerSummary{
			Address:     participant.Address,
			Rating:      player.Rating,
			Provisional: player.Standing().Provisional(),
			RatedGames:  player.RatedGames,
			Won:         player.Won,
			Lost:        player.Lost,
		}
	}
	return all, nil
}

// recoveriesOf returns the sealed fleets of a game by seat. A missing one is empty.
func (k *Keeper) recoveriesOf(ctx context.Context, g types.Game) ([][]byte, error) {
	all := make([][]byte, len(g.Participants))
	for i := range g.Participants {
		recovery, err := k.recoveries.Get(ctx, recoveryKey(g.Id, game.Seat(i)))
		if err != nil && !stderrors.Is(err, collections.ErrNotFound) {
			return nil, err
		}
		all[i] = recovery
	}
	return all, nil
}
