package eventindex

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	abci "github.com/cometbft/cometbft/abci/types"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Archive is an Index that knows the times of blocks.
type Archive interface {
	Index
	BlockchainInfo(ctx context.Context, minHeight, maxHeight int64) (*coretypes.ResultBlockchainInfo, error)
}

// LogOf returns a page of what has happened in a game, from a block on or back. It returns ErrNoIndex if the node keeps
// no index.
func LogOf(
	ctx context.Context, node Archive, decode sdk.TxDecoder, req *types.QueryLogRequest, limit int,
) (*types.QueryLogResponse, error) {
	r := reader{node: node, decode: decode, asked: req, limit: limit}
	txs, nextTx, err := together(ctx, r.txs, func(tx *coretypes.ResultTx) int64 { return tx.Height })
	if err != nil {
		return nil, err
	}
	blocks, nextBlock, err := together(ctx, r.blocks, func(b *coretypes.ResultBlock) int64 { return b.Block.Height })
	if err != nil {
		return nil, err
	}
	// What comes after the first that one of the two leaves out is for the next page.
	page := &types.QueryLogResponse{NextHeight: nextTx}
	if nextBlock > 0 && (nextTx == 0 || r.compare(nextBlock, nextTx) < 0) {
		page.NextHeight = nextBlock
	}
	here := func(height int64) bool { return page.NextHeight == 0 || r.compare(height, page.NextHeight) < 0 }
	var byTxs, byBlocks []types.LogEntry
	for _, tx := range txs {
		if !here(tx.Height) {
			break
		}
		entry, err := r.tx(tx)
		if err != nil {
			return nil, fmt.Errorf("transaction %s: %w", tx.Hash, err)
		}
		byTxs = append(byTxs, entry...)
	}
	for _, block := range blocks {
		if !here(block.Block.Height) {
			break
		}
		entry, err := r.block(ctx, block)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", block.Block.Height, err)
		}
		byBlocks = append(byBlocks, entry...)
	}
	// What a block does by itself comes after its transactions, and so it does here.
	page.Entries = slices.Concat(byTxs, byBlocks)
	if req.Reverse {
		page.Entries = slices.Concat(byBlocks, byTxs)
	}
	slices.SortStableFunc(page.Entries, func(a, b types.LogEntry) int { return r.compare(a.Height, b.Height) })
	page.PrunedBlocks = uint32(r.pruned) //nolint:gosec // as many as were asked for
	return page, r.times(ctx, page.Entries)
}

// together fetches pages in the order of heights until it has all, or whole blocks and at least one. Then it also
// returns the height of the first that it leaves out.
func together[T any](
	ctx context.Context, fetch func(ctx context.Context, page int) ([]T, bool, error), height func(T) int64,
) ([]T, int64, error) {
	var all []T
	for page := 1; ; page++ {
		found, more, err := fetch(ctx, page)
		all = append(all, found...)
		if err != nil || !more {
			return all, 0, err
		}
		if len(all) == 0 {
			continue
		}
		if last := height(all[len(all)-1]); last != height(all[0]) {
			return slices.DeleteFunc(all, func(one T) bool { return height(one) == last }), last, nil
		}
	}
}

// reader reads the log of a game.
type reader struct {
	node   Archive
	decode sdk.TxDecoder
	asked  *types.QueryLogRequest
	limit  int
	pruned int
}

// compare orders heights as they are asked for.
func (r *reader) compare(a, b int64) int {
	if r.asked.Reverse {
		a, b = b, a
	}
	return cmp.Compare(a, b)
}

// order names that order.
func (r *reader) order() string {
	if r.asked.Reverse {
		return "desc"
	}
	return "asc"
}

func (r *reader) query(height string) string {
	of := fmt.Sprintf("%s.%s='%d'", types.EventTypeGame, types.AttributeKeyGameID, r.asked.GameId)
	switch {
	case r.asked.FromHeight == 0:
		return of
	case r.asked.Reverse:
		return fmt.Sprintf("%s AND %s <= %d", of, height, r.asked.FromHeight)
	default:
		return fmt.Sprintf("%s AND %s >= %d", of, height, r.asked.FromHeight)
	}
}

func (r *reader) txs(ctx context.Context, page int) ([]*coretypes.ResultTx, bool, error) {
	perPage := r.limit
	res, err := r.node.TxSearch(ctx, r.query("tx.height"), false, &page, &perPage, r.order())
	if err != nil {
		return nil, false, SearchError("transactions", err)
	}
	return res.Txs, page*perPage < res.TotalCount, nil
}

func (r *reader) blocks(ctx context.Context, page int) ([]*coretypes.ResultBlock, bool, error) {
	perPage := min(r.limit, txsPerPage)
	res, err := r.node.BlockSearch(ctx, r.query("block.height"), &page, &perPage, r.order())
	if err != nil {
		return nil, false, SearchError("blocks", err)
	}
	// The node leaves out blocks that it no longer keeps, but counts them.
	r.pruned += min(perPage, res.TotalCount-(page-1)*perPage) - len(res.Blocks)
	return res.Blocks, page*perPage < res.TotalCount, nil
}

// tx returns the entry of a transaction; none if it has told nothing of the game.
func (r *reader) tx(tx *coretypes.ResultTx) ([]types.LogEntry, error) {
	events, packed, err := r.events(tx.TxResult.Events)
	if err != nil || len(events) == 0 {
		return nil, err
	}
	entry := types.LogEntry{Height: tx.Height, TxHash: tx.Hash.String(), Events: packed}
	if entry.Shown = shownBy(events); len(entry.Shown) > 0 {
		if err := r.secrets(tx.Tx, entry.Shown); err != nil {
			return nil, err
		}
	}
	if r.asked.Txs {
		entry.Tx = tx.Tx
	}
	return []types.LogEntry{entry}, nil
}

// block returns the entry of what a block has told by itself; none if it is nothing, or the node no longer knows it.
func (r *reader) block(ctx context.Context, block *coretypes.ResultBlock) ([]types.LogEntry, error) {
	height := block.Block.Height
	results, err := r.node.BlockResults(ctx, &height)
	if isPruned(err) {
		r.pruned++
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	events, packed, err := r.events(results.FinalizeBlockEvents)
	if err != nil || len(events) == 0 {
		return nil, err
	}
	return []types.LogEntry{{Height: height, Events: packed}}, nil
}

// events returns those of the game, as they are and packed.
func (r *reader) events(raw []abci.Event) ([]proto.Message, []*codectypes.Any, error) {
	all, err := Typed(raw)
	if err != nil {
		return nil, nil, err
	}
	events := About(all, r.asked.GameId)
	packed := make([]*codectypes.Any, len(events))
	for i, event := range events {
		if packed[i], err = codectypes.NewAnyWithValue(event); err != nil {
			return nil, nil, err
		}
	}
	return events, packed, nil
}

// shownBy returns the boards that events show. Each claim that is accepted shows one.
func shownBy(events []proto.Message) (shown []types.ShownBoard) {
	for _, event := range events {
		switch e := event.(type) {
		case *types.EventClaimProven:
			shown = append(shown, types.ShownBoard{Player: e.Player, Fleet: e.Fleet})
		case *types.EventBoardProven:
			shown = append(shown, types.ShownBoard{Player: e.Player, Fleet: e.Fleet})
		case *types.EventGameOver:
			if winner, err := e.Result.Winner.Parse(); err == nil && e.Fleet != "" {
				shown = append(shown, types.ShownBoard{Player: e.Result.Players[winner], Fleet: e.Fleet})
			}
		}
	}
	return shown
}

// secrets adds the secrets of boards from the claims in a transaction, which are in the same order, unless others came
// by the way of another chain or of governance.
func (r *reader) secrets(raw []byte, shown []types.ShownBoard) error {
	tx, err := r.decode(raw)
	if err != nil {
		return err
	}
	var claims []*types.MsgClaimWin
	for _, msg := range unpacked(tx.GetMsgs()) {
		if claim, ok := msg.(*types.MsgClaimWin); ok && claim.GameId == r.asked.GameId {
			claims = append(claims, claim)
		}
	}
	if len(claims) != len(shown) {
		return nil
	}
	for i, claim := range claims {
		shown[i].BoardSecret = claim.BoardSecret
	}
	return nil
}

// unpacked returns messages with those that were sent by leave of another account in the place of what held them.
func unpacked(msgs []sdk.Msg) (all []sdk.Msg) {
	for _, msg := range msgs {
		if exec, ok := msg.(*authz.MsgExec); ok {
			if inner, err := exec.GetMessages(); err == nil {
				all = append(all, unpacked(inner)...)
				continue
			}
		}
		all = append(all, msg)
	}
	return all
}

// times adds the times of blocks.
func (r *reader) times(ctx context.Context, entries []types.LogEntry) error {
	for i := range entries {
		if i > 0 && entries[i].Height == entries[i-1].Height {
			entries[i].Time = entries[i-1].Time
			continue
		}
		info, err := r.node.BlockchainInfo(ctx, entries[i].Height, entries[i].Height)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil && len(info.BlockMetas) > 0 { // else the node has the block no more
			entries[i].Time = &info.BlockMetas[0].Header.Time
		}
	}
	return nil
}
