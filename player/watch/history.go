package watch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ErrNoIndex means that a node keeps no index of events, so that it cannot tell what has happened.
var ErrNoIndex = errors.New("the node keeps no index of events: expected indexer = \"kv\" in its config.toml")

const (
	// txsPerPage and blocksPerPage are how many transactions and blocks are asked for at once. The node answers with
	// whole blocks, which can be large.
	txsPerPage    = 30
	blocksPerPage = 5
)

// Index is what a history asks of a node's RPC.
type Index interface {
	ABCIInfo(ctx context.Context) (*coretypes.ResultABCIInfo, error)
	TxSearch(
		ctx context.Context, query string, prove bool, page, perPage *int, orderBy string,
	) (*coretypes.ResultTxSearch, error)
	BlockSearch(
		ctx context.Context, query string, page, perPage *int, orderBy string,
	) (*coretypes.ResultBlockSearch, error)
	BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error)
}

var _ Index = sdkclient.CometRPC(nil)

// Ending is the end of a duel that was joined, or of a melee that has begun.
type Ending struct {
	// Height is the block of the end, TxHash the transaction; empty if a deadline has passed.
	Height int64
	TxHash cmtbytes.HexBytes
	// Over tells who won a duel and who got what, Melee the same of a melee; one of them is nil.
	Over  *types.EventGameOver
	Melee *types.EventMeleeOver
}

// GameID is which game has ended.
func (e Ending) GameID() uint64 {
	if e.Melee != nil {
		return e.Melee.GameId
	}
	return e.Over.GameId
}

// PlaceOf returns the seat that a player had in a melee from its first round on, and whether it had one.
func PlaceOf(r types.MeleeResult, player string) (melee.Seat, bool) {
	for seat, place := range r.Places {
		if place.Player == player && place.Rank > 0 {
			return melee.Seat(seat), true
		}
	}
	return 0, false
}

// History is a page of games that a player has finished.
type History struct {
	// Endings are the games, the last one first.
	Endings []Ending
	// Before is the height below which the next page begins; 0 if there is none.
	Before int64
	// Pruned counts the blocks in which the node knows that games have expired without having kept how.
	Pruned int
}

// HistoryOf looks up the games that a player has finished in blocks below a height, or in all if it is 0, in the index
// of a node. It returns so many, and those that have ended in the same block as the last of them. It returns ErrNoIndex
// if the node keeps no index.
func HistoryOf(ctx context.Context, node Index, player string, before int64, limit int) (History, error) {
	if before == 0 {
		info, err := node.ABCIInfo(ctx)
		if err != nil {
			return History{}, fmt.Errorf("last block of the node: %w", err)
		}
		before = info.Response.LastBlockHeight + 1
	}
	s := search{node: node, player: player, before: before}
	// What EndBlock has settled came after the transactions of its block.
	settled, claimed := stream{fetch: s.blocks}, stream{fetch: s.txs}
	var h History
	seen := make(map[uint64]bool)
	for {
		next, err := newest(ctx, &settled, &claimed)
		h.Pruned = s.pruned
		if err != nil || next == nil {
			return h, err
		}
		ending := next.ready[0]
		if n := len(h.Endings); n >= limit && ending.Height < h.Endings[n-1].Height {
			h.Before = h.Endings[n-1].Height
			return h, nil
		}
		next.ready = next.ready[1:]
		// A block that is indexed meanwhile moves what is on the pages after it.
		if id := ending.GameID(); !seen[id] {
			seen[id] = true
			h.Endings = append(h.Endings, ending)
		}
	}
}

// stream is what a search finds, page by page.
type stream struct {
	// fetch returns what is on a page, from 1, and whether there is another.
	fetch func(ctx context.Context, page int) ([]Ending, bool, error)
	page  int
	last  bool
	ready []Ending
}

// newest returns the stream whose next ending is the newest, the first of those that are equal; nil at the end of all.
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

// search is a search for the games that a player has finished.
type search struct {
	node   Index
	player string
	before int64
	pruned int
}

// query is the condition of the search, for transactions or blocks.
func (s *search) query(height string) string {
	return fmt.Sprintf("%s.%s='%s' AND %s < %d",
		types.EventTypeGame, types.AttributeKeyFinished, s.player, height, s.before)
}

func (s *search) txs(ctx context.Context, page int) ([]Ending, bool, error) {
	perPage := txsPerPage
	res, err := s.node.TxSearch(ctx, s.query("tx.height"), false, &page, &perPage, "desc")
	if err != nil {
		return nil, false, searchError("transactions", err)
	}
	var found []Ending
	for _, tx := range res.Txs {
		endings, err := s.endings(tx.TxResult.Events, tx.Height, tx.Hash)
		if err != nil {
			return nil, false, fmt.Errorf("transaction %s: %w", tx.Hash, err)
		}
		found = append(found, endings...)
	}
	return found, page*perPage < res.TotalCount, nil
}

func (s *search) blocks(ctx context.Context, page int) ([]Ending, bool, error) {
	perPage := blocksPerPage
	res, err := s.node.BlockSearch(ctx, s.query("block.height"), &page, &perPage, "desc")
	if err != nil {
		return nil, false, searchError("blocks", err)
	}
	// The node leaves out blocks that it no longer keeps, but counts them.
	s.pruned += min(perPage, res.TotalCount-(page-1)*perPage) - len(res.Blocks)
	var found []Ending
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
		endings, err := s.endings(results.FinalizeBlockEvents, height, nil)
		if err != nil {
			return nil, false, fmt.Errorf("block %d: %w", height, err)
		}
		found = append(found, endings...)
	}
	return found, page*perPage < res.TotalCount, nil
}

// endings returns the ends of the player's games among events of a block, the last one first.
func (s *search) endings(events []abci.Event, height int64, hash cmtbytes.HexBytes) ([]Ending, error) {
	all, err := Typed(events)
	if err != nil {
		return nil, err
	}
	var found []Ending
	for _, event := range slices.Backward(all) {
		switch over := event.(type) {
		case *types.EventGameOver:
			if slices.Contains(over.Result.Players, s.player) {
				found = append(found, Ending{Height: height, TxHash: hash, Over: over})
			}
		case *types.EventMeleeOver:
			if _, played := PlaceOf(over.Result, s.player); played {
				found = append(found, Ending{Height: height, TxHash: hash, Melee: over})
			}
		}
	}
	return found, nil
}

// searchError says what a failed search means.
func searchError(what string, err error) error {
	if strings.Contains(err.Error(), "indexing is disabled") {
		return ErrNoIndex
	}
	return fmt.Errorf("search for %s: %w", what, err)
}

// isPruned reports whether a node has no results of a block because it did not keep them. The RPC has no code for that.
func isPruned(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "could not find results for height") ||
		strings.Contains(err.Error(), "is not available, lowest height is"))
}
