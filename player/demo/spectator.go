package demo

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/cosmos/gogoproto/proto"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// spectator rebuilds a game from the events in the blocks, shows it and counts.
type spectator struct {
	blocks *watch.Watcher
	gameID uint64
	cast   cast
	screen *watch.Screen

	replay *types.Replay
	shots  int // answered so far
	// chainID, ruleset and hidden are what the proofs in the blocks are about, proving is what they take.
	chainID string
	ruleset *game.Ruleset
	hidden  hiddenBoards
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

		chainID: cctx.ChainID, ruleset: o.Ruleset, hidden: make(hiddenBoards), proving: new(proving),
	}
}

// watch follows the game until it is over.
func (s *spectator) watch(ctx context.Context) error {
	for s.result == nil {
		block, err := s.blocks.Next(ctx)
		if err != nil {
			return fmt.Errorf("watch: %w", err)
		}
		for _, tx := range block.Txs {
			s.tally.add(tx)
			if tx.Code == 0 {
				if err := s.check(tx.Msgs); err != nil {
					return fmt.Errorf("watch: block %d: %w", block.Height, err)
				}
			}
			if err := s.show(block.Height, tx.Events); err != nil {
				return err
			}
		}
		if err := s.show(block.Height, block.Events); err != nil {
			return err
		}
	}
	s.screen.End(s.boards())
	return nil
}

func (s *spectator) show(height int64, events []proto.Message) error {
	for _, event := range events {
		if err := s.apply(height, event); err != nil {
			return fmt.Errorf("watch: block %d: %w", height, err)
		}
		if line := s.line(height, event); line != "" {
			s.screen.Print(line, s.boards())
		}
	}
	return nil
}

// apply brings the spectator's game up to an event.
func (s *spectator) apply(height int64, event proto.Message) (err error) {
	if created, ok := event.(*types.EventGameCreated); ok {
		s.replay, err = types.NewReplay(created, height)
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

// line returns an event in words; nothing for those that only follow from others.
func (s *spectator) line(height int64, event proto.Message) string {
	row := func(number, who, what, outcome string) string {
		return fmt.Sprintf("%4s  %-6s %-4s %-30s block %d", number, who, what, outcome, height)
	}
	switch e := event.(type) {
	case *types.EventGameCreated:
		return row("", s.name(e.Creator), "", fmt.Sprintf("creates game %d", e.GameId))
	case *types.EventGameJoined:
		return row("", s.name(e.Joiner), "", "joins")
	case *types.EventTossOpened:
		first := s.replay.Players()[s.replay.State().First]
		return row("", s.name(first), "", "has won the toss")
	case *types.EventShotAnswered:
		s.shots++
		return row(strconv.Itoa(s.shots), s.name(s.opponentOf(e.Player)), e.Target, s.verdict(e))
	case *types.EventClaimOpened:
		return row("", s.name(e.Claimant), "", "must prove its board: "+game.Reason(e.Reason).String())
	case *types.EventGameOver:
		if !s.replay.State().Claims() {
			return row("", s.winner(e.Result), "", "wins: "+game.Reason(e.Result.Reason).String())
		}
		return row("", s.winner(e.Result), "", "has proven its board and wins")
	}
	return ""
}

// verdict says in words what an answer tells.
func (s *spectator) verdict(e *types.EventShotAnswered) string {
	r := s.replay.State().Ruleset
	answer := game.Answer{Hit: e.Hit}
	if e.Sunk != nil {
		if ship, err := e.Sunk.Parse(r); err == nil {
			answer.Sunk = &ship
		}
	}
	return session.Verdict(r, answer)
}

// boards draws both boards under the players' names.
func (s *spectator) boards() string {
	title, tiles, _ := strings.Cut(s.replay.State().Boards(), "\n")
	for seat, m := range s.cast {
		word := game.Seat(seat).String()
		title = strings.Replace(title, word, fmt.Sprintf("%-*s", len(word), m.name), 1)
	}
	return title + "\n" + tiles
}

// name is the name of an address.
func (s *spectator) name(address string) string { return s.cast.name(address) }

func (s *spectator) opponentOf(address string) string {
	for _, player := range s.replay.Players() {
		if player != address {
			return player
		}
	}
	return ""
}

func (s *spectator) winner(r types.Result) string {
	winner, won := r.WinnerAddress()
	if !won {
		return "nobody"
	}
	return s.name(winner)
}
