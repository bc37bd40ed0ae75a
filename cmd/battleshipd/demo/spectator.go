package demo

import (
	"context"
	"fmt"

	"github.com/cosmos/gogoproto/proto"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// spectator rebuilds a game from the events in the blocks, shows it and counts its cost.
type spectator struct {
	blocks *watch.Watcher
	gameID uint64
	cast   cast
	screen *watch.Screen

	replay *replay.Duel
	shots  int // answered so far
	// chainID and ruleset are the context of the proofs in the blocks, proving counts their cost.
	chainID string
	ruleset *game.Ruleset
	proving *proving
	tally   *tally
	result  *types.Result // nil until the game is over
	over    *types.EventGameOver
}

func newSpectator(cctx sdkclient.Context, height int64, gameID uint64, c cast, o Options) *spectator {
	return &spectator{
		blocks: watch.New(cctx.Client, cctx.TxConfig.TxDecoder(), height, poll),
		gameID: gameID,
		cast:   c,
		screen: watch.NewScreen(o.Progress, o.Redraw),
		tally:  newTally(),

		chainID: cctx.ChainID, ruleset: o.Ruleset, proving: new(proving),
	}
}

// watch follows the game until it is over.
func (s *spectator) watch(ctx context.Context) error {
	err := follow(ctx, s.blocks, func() bool { return s.result != nil }, s.tally.add,
		func(_ int64, msgs []sdk.Msg) error { return s.check(msgs) }, s.show)
	if err == nil {
		s.screen.End(s.boards())
	}
	return err
}

// follow reads blocks until a game is over. It counts each transaction, checks the messages of those that have
// succeeded and then shows the events.
func follow(
	ctx context.Context, blocks *watch.Watcher, over func() bool, count func(watch.Tx),
	check func(height int64, msgs []sdk.Msg) error, show func(height int64, events []proto.Message) error,
) error {
	for !over() {
		block, err := blocks.Next(ctx)
		if err != nil {
			return fmt.Errorf("watch: %w", err)
		}
		for _, tx := range block.Txs {
			count(tx)
			if tx.Code == 0 {
				if err := check(block.Height, tx.Msgs); err != nil {
					return fmt.Errorf("watch: block %d: %w", block.Height, err)
				}
			}
			if err := show(block.Height, tx.Events); err != nil {
				return fmt.Errorf("watch: block %d: %w", block.Height, err)
			}
		}
		if err := show(block.Height, block.Events); err != nil {
			return fmt.Errorf("watch: block %d: %w", block.Height, err)
		}
	}
	return nil
}

func (s *spectator) show(height int64, events []proto.Message) error {
	for _, event := range events {
		if err := s.apply(height, event); err != nil {
			return err
		}
		if line := s.line(height, event); line != "" {
			s.screen.Print(line, s.boards())
		}
	}
	return nil
}

// apply applies an event to the spectator's game.
func (s *spectator) apply(height int64, event proto.Message) (err error) {
	if created, ok := event.(*types.EventGameCreated); ok {
		s.replay, err = replay.NewDuel(created, height)
		return err
	}
	if s.replay == nil {
		return fmt.Errorf("expected the game's creation first, got %T", event)
	}
	if err := s.replay.Apply(event, height); err != nil {
		return err
	}
	switch e := event.(type) {
	case *types.EventGameOver:
		s.result, s.over = &e.Result, e
	case *types.EventGameCancelled:
		return fmt.Errorf("game %d: %w", e.GameId, session.ErrGone)
	}
	return nil
}

// line returns the line for an event. It is empty for an event that a spectator does not need.
func (s *spectator) line(height int64, event proto.Message) string {
	state, players := s.replay.State(), s.replay.Players()
	e := replay.ParseEvent(state.Ruleset, players, event)
	if _, created := event.(*types.EventGameCreated); e == nil && !created {
		return ""
	}
	if _, answered := e.(game.ShotAnswered); answered {
		s.shots++
	}
	v := text.Voice{Names: make(map[string]string)}
	for seat, player := range players {
		v.Names[text.Duelist(game.Seat(seat))] = s.name(player)
	}
	return v.Line(state.Ruleset, e, s.shots, height)
}

// boards draws both boards under the players' names.
func (s *spectator) boards() string {
	titles := make([]string, len(s.cast))
	for seat, m := range s.cast {
		titles[seat] = m.name
	}
	return s.replay.State().BoardsOf(titles)
}

// name is the name of an address.
func (s *spectator) name(address string) string { return s.cast.name(address) }

// winner is the name of the winner.
func (s *spectator) winner(r types.Result) string {
	winner, won := r.WinnerAddress()
	if !won {
		return "nobody"
	}
	return s.name(winner)
}
