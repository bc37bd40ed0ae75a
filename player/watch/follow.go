package watch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ErrKind means that a game is of another kind than is expected.
var ErrKind = errors.New("the game is of another kind")

// indexLag is how many blocks a node's index may be behind the node.
const indexLag = 5

// News is one thing that happened in a game, and the game after it.
type News struct {
	Height int64
	// Message is the chain's event.
	Message proto.Message
	// Event is nil for the opening of the game, and for what changes no board.
	Event game.Event
	State game.State
	// Opened marks the opening.
	Opened bool
	// Result is the result of the game, with its end; a game without a joiner has none.
	Result *types.Result
	// Fleet is the winner's, with the end.
	Fleet game.Fleet
}

// Follower follows one game from its opening to its end, by a node's events. It is not safe for use by several
// goroutines at once.
type Follower struct {
	feed[News]
	replay *replay.Duel
	// over reports whether the end was among the news.
	over bool
}

// Follow reads the events of a game so far from the index of a node, and continues with its blocks. It returns
// ErrNoIndex, ErrUnknownGame and ErrKind.
func Follow(
	ctx context.Context, node Archive, decode sdk.TxDecoder, gameID uint64, poll time.Duration,
) (*Follower, error) {
	f := new(Follower)
	f.feed = feed[News]{gameID: gameID, news: f.hear}
	if err := f.start(ctx, node, decode, poll); err != nil {
		return nil, err
	}
	return f, nil
}

// Players are the addresses by seat: the creator's alone while the game is open.
func (f *Follower) Players() []string { return f.replay.Players() }

// Over reports whether the game has ended with the news so far, those that Next has not returned yet among them.
func (f *Follower) Over() bool { return f.over }

// hear returns the news of an event.
func (f *Follower) hear(height int64, event proto.Message) (News, error) {
	if e, ok := event.(*types.EventGameCreated); ok {
		rebuilt, err := replay.NewDuel(e, height)
		if err != nil {
			return News{}, err
		}
		f.replay = rebuilt
		return News{Height: height, Message: event, State: rebuilt.State(), Opened: true}, nil
	}
	if f.replay == nil {
		return News{}, noOpening(event)
	}
	err := f.replay.Apply(event, height)
	if err != nil {
		return News{}, err
	}
	state := f.replay.State()
	n := News{Height: height, Message: event, State: state}
	n.Event = replay.ParseEvent(state.Ruleset, f.replay.Players(), event)
	switch e := event.(type) {
	case *types.EventGameOver:
		n.Result, f.over = &e.Result, true
		if n.Fleet, err = fleetOf(n.State.Ruleset, e.Fleet); err != nil {
			return News{}, err
		}
	case *types.EventGameCancelled:
		f.over = true
	}
	return n, nil
}

// isOpening reports whether an event opens a game. Each kind of game has one, whose name ends so.
func isOpening(event proto.Message) bool {
	return strings.HasSuffix(proto.MessageName(event), "Created")
}

// noOpening is the error of an event in place of the opening.
func noOpening(event proto.Message) error {
	if isOpening(event) {
		return ErrKind
	}
	return fmt.Errorf("%w: the opening is missing", ErrUnknownGame)
}

// fleetOf reads a fleet. It returns nil if none was shown.
func fleetOf(r *game.Ruleset, text string) (game.Fleet, error) {
	if text == "" {
		return nil, nil
	}
	return r.ParseFleet(text)
}

// feed turns the events of a game into news, one after the other: first those that an index knows, then those of block
// after block.
type feed[N any] struct {
	gameID uint64
	// news returns the news of an event.
	news   func(height int64, event proto.Message) (N, error)
	ready  []N
	blocks *Watcher
	last   int64
	// broken is the error that ends following.
	broken error
}

// start reads the events so far. Those of the newest blocks come from the blocks themselves: an index gets the events
// of a block one after the other, so that a search may find some of them alone.
func (f *feed[N]) start(ctx context.Context, node Archive, decode sdk.TxDecoder, poll time.Duration) error {
	info, err := node.ABCIInfo(ctx)
	if err != nil {
		return fmt.Errorf("last block of the node: %w", err)
	}
	found, err := scenesOf(ctx, node, f.gameID)
	if err != nil {
		return err
	}
	heights := found.heights()
	recent := max(info.Response.LastBlockHeight-indexLag, heights[0])
	for _, height := range heights {
		if height >= recent {
			break
		}
		s := found[height]
		for _, index := range slices.Sorted(maps.Keys(s.txs)) {
			if err := f.apply(height, s.txs[index]); err != nil {
				return err
			}
		}
		if err := f.apply(height, s.block); err != nil {
			return err
		}
	}
	f.blocks = New(node, decode, recent, poll)
	for newest := heights[len(heights)-1]; f.last < newest && newest >= recent; {
		if err := f.readBlock(ctx); err != nil {
			return err
		}
	}
	return nil
}

// readBlock applies the events of the next block.
func (f *feed[N]) readBlock(ctx context.Context) error {
	block, err := f.blocks.Next(ctx)
	if err != nil {
		return err
	}
	for _, tx := range block.Txs {
		if err := f.apply(block.Height, eventindex.About(tx.Events, f.gameID)); err != nil {
			return err
		}
	}
	return f.apply(block.Height, eventindex.About(block.Events, f.gameID))
}

// Next returns the next news; it waits for them until the game is over. After an error of the node it can be called
// again; after an event that did not fit the earlier ones, each call returns that error.
func (f *feed[N]) Next(ctx context.Context) (N, error) {
	var none N
	for len(f.ready) == 0 {
		if f.broken != nil {
			return none, f.broken
		}
		if err := f.readBlock(ctx); err != nil {
			return none, err
		}
	}
	next := f.ready[0]
	f.ready = f.ready[1:]
	return next, nil
}

// apply brings the game up to events of a block.
func (f *feed[N]) apply(height int64, events []proto.Message) error {
	for _, event := range events {
		news, err := f.news(height, event)
		if err != nil {
			f.broken = fmt.Errorf("game %d, block %d: %w", f.gameID, height, err)
			return f.broken
		}
		f.ready, f.last = append(f.ready, news), height
	}
	return nil
}
