package duel

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
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
func (f gameFilter) list(player string, p core.Page) ([]types.GameSummary, *query.PageResponse, error) {
	if player != "" {
		return core.ScanPlayer(f.ctx, f.k.Core, f.k.Core.Records().PlayerGames, player, p, f.summary)
	}
	if f.phase == types.PHASE_OPEN {
		return core.Scan(f.ctx, f.k.Lobby.Open(), nil, p,
			func(key types.OpenKey, _ collections.Iterator[types.OpenKey, types.Listing]) (types.GameSummary, bool, error) {
				return f.summary(key.ID)
			})
	}
	return core.Scan(f.ctx, f.k.progress, nil, p,
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
	line.SecondsLeft = core.SecondsLeft(f.ctx, f.params, s.Deadline)
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

// summaries returns short profiles of a game's participants, by seat.
func (k *Keeper) summaries(ctx context.Context, g types.Game) ([]types.PlayerSummary, error) {
	all := make([]types.PlayerSummary, len(g.Participants))
	for i, participant := range g.Participants {
		who, err := k.Addresses.Parse(participant.Address)
		if err != nil {
			return nil, err
		}
		player, err := k.Player(ctx, who.Address)
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
		recovery, err := k.Core.Records().Recoveries.Get(ctx, core.RecoveryKey(g.Id, i))
		if err != nil && !stderrors.Is(err, collections.ErrNotFound) {
			return nil, err
		}
		all[i] = recovery
	}
	return all, nil
}
