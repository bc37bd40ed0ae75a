package eventindex

import (
	"context"
	"fmt"
	"slices"

	abci "github.com/cometbft/cometbft/abci/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// txsPerPage and blocksPerPage are how many transactions and blocks are asked for at once. The node answers with
	// whole blocks, which can be large.
	txsPerPage    = 30
	blocksPerPage = 5
	// firstSpan is in how many blocks is looked first, and spanGrowth how much farther back each time after that. A node
	// loads all that a search finds, however few of it are on the page, so the whole past is not asked for at once.
	firstSpan, spanGrowth = 10_000, 4
)

// PlaceOf returns the seat that a player had in a melee from its first round on, and whether it had one.
func PlaceOf(r types.MeleeResult, player string) (melee.Seat, bool) {
	for seat, place := range r.Places {
		if place.Player == player && place.Rank > 0 {
			return melee.Seat(seat), true
		}
	}
	return 0, false
}

// FinishedBy looks up the games that a player has finished in blocks below a height in the index of a node, the last
// one first. It returns so many, and those that have ended in the same block as the last of them. It returns ErrNoIndex
// if the node keeps no index.
func FinishedBy(
	ctx context.Context, node Index, player string, before int64, limit int,
) (*types.QueryFinishedResponse, error) {
	found := new(types.QueryFinishedResponse)
	for span := int64(firstSpan); before > 1; span *= spanGrowth {
		s := search{node: node, player: player, from: max(before-span, 1), before: before}
		if err := s.fill(ctx, found, limit); err != nil {
			return nil, err
		}
		if before = s.from; found.NextBefore > 0 {
			return found, nil
		}
		if len(found.Games) >= limit && before > 1 {
			found.NextBefore = before
			return found, nil
		}
	}
	return found, nil
}

// search is a search for the games that a player has finished in a range of blocks.
type search struct {
	node         Index
	player       string
	from, before int64
	pruned       int
}

// fill adds games until there are so many, and the others of the last one's block. If there are more, it says so.
func (s *search) fill(ctx context.Context, found *types.QueryFinishedResponse, limit int) error {
	defer func() { found.PrunedBlocks += uint32(s.pruned) }() //nolint:gosec // as many as were asked for
	// What EndBlock has settled came after the transactions of its block.
	settled, claimed := stream{fetch: s.blocks}, stream{fetch: s.txs}
	for {
		next, err := newest(ctx, &settled, &claimed)
		if err != nil || next == nil {
			return err
		}
		game := next.ready[0]
		if n := len(found.Games); n >= limit && game.Height < found.Games[n-1].Height {
			found.NextBefore = found.Games[n-1].Height
			return nil
		}
		next.ready = next.ready[1:]
		// A block that is indexed meanwhile moves what is on the pages after it.
		if !slices.ContainsFunc(found.Games, func(g types.FinishedGame) bool { return g.ID() == game.ID() }) {
			found.Games = append(found.Games, game)
		}
	}
}

// stream is what a search finds, page by page.
type stream struct {
	// fetch returns what is on a page, from 1, and whether there is another.
	fetch func(ctx context.Context, page int) ([]types.FinishedGame, bool, error)
	page  int
	last  bool
	ready []types.FinishedGame
}

// newest returns the stream whose next game is the newest, the first of those that are equal; nil at the end of all.
func newest(ctx context.Context, streams ...*stream) (*stream, error) {
	var best *stream
	for _, s := range streams {
		for len(s.ready) == 0 && !s.last {
			s.page++
			found, more, err := s.fetch(ctx, s.page)
			if err != nil {
				return nil, err
			}
			s.ready, s.last = found, !more
		}
		if len(s.ready) > 0 && (best == nil || s.ready[0].Height > best.ready[0].Height) {
			best = s
		}
	}
	return best, nil
}

// query is the condition of the search, for transactions or blocks.
func (s *search) query(height string) string {
	return fmt.Sprintf("%s.%s='%s' AND %s >= %d AND %s < %d",
		types.EventTypeGame, types.AttributeKeyFinished, s.player, height, s.from, height, s.before)
}

func (s *search) txs(ctx context.Context, page int) ([]types.FinishedGame, bool, error) {
	perPage := txsPerPage
	res, err := s.node.TxSearch(ctx, s.query("tx.height"), false, &page, &perPage, "desc")
	if err != nil {
		return nil, false, SearchError("transactions", err)
	}
	var found []types.FinishedGame
	for _, tx := range res.Txs {
		games, err := s.games(tx.TxResult.Events, tx.Height, tx.Hash.String())
		if err != nil {
			return nil, false, fmt.Errorf("transaction %s: %w", tx.Hash, err)
		}
		found = append(found, games...)
	}
	return found, page*perPage < res.TotalCount, nil
}

func (s *search) blocks(ctx context.Context, page int) ([]types.FinishedGame, bool, error) {
	perPage := blocksPerPage
	res, err := s.node.BlockSearch(ctx, s.query("block.height"), &page, &perPage, "desc")
	if err != nil {
		return nil, false, SearchError("blocks", err)
	}
	// The node leaves out blocks that it no longer keeps, but counts them.
	s.pruned += min(perPage, res.TotalCount-(page-1)*perPage) - len(res.Blocks)
	var found []types.FinishedGame
	for _, block := range res.Blocks {
		height := block.Block.Height
		results, err := s.node.BlockResults(ctx, &height)
		if isPruned(err) {
			s.pruned++
			continue
		}
		if err != nil {
			return nil, false, fmt.Errorf("results of block %d: %w", height, err)
		}
		games, err := s.games(results.FinalizeBlockEvents, height, "")
		if err != nil {
			return nil, false, fmt.Errorf("block %d: %w", height, err)
		}
		found = append(found, games...)
	}
	return found, page*perPage < res.TotalCount, nil
}

// games returns the player's games that have ended by events of a block, the last one first.
func (s *search) games(events []abci.Event, height int64, hash string) ([]types.FinishedGame, error) {
	all, err := Typed(events)
	if err != nil {
		return nil, err
	}
	var found []types.FinishedGame
	for _, event := range slices.Backward(all) {
		switch over := event.(type) {
		case *types.EventGameOver:
			if slices.Contains(over.Result.Players, s.player) {
				found = append(found, types.FinishedGame{Height: height, TxHash: hash, Duel: over})
			}
		case *types.EventMeleeOver:
			if _, played := PlaceOf(over.Result, s.player); played {
				found = append(found, types.FinishedGame{Height: height, TxHash: hash, Melee: over})
			}
		}
	}
	return found, nil
}
