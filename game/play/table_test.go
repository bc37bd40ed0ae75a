package play_test

import (
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/game/zk/zktest"
)

// height is the block in which everything is judged; the game was joined in the one before.
const height = 2

// table is a game with the boards of both players.
type table struct {
	play.Game
	boards [2]commitmenttest.Board
}

// newTable returns a game that was just joined; the toss chooses the creator.
func newTable(t testing.TB, r *game.Ruleset) *table {
	t.Helper()
	s, err := game.NewState(r, game.Clock{OpenBlocks: 9, TurnBlocks: 9, ClaimBlocks: 9}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err = game.Step(s, game.Join{}, height-1); err != nil {
		t.Fatal(err)
	}
	tab := &table{Game: play.Game{State: s, JoinedHeight: height - 1}}
	for seat, name := range []string{"alice", "bob"} {
		binding := commitment.Binding{ChainID: "battleship-devnet-1", Player: []byte(name), Ruleset: r}
		tab.boards[seat] = commitmenttest.New(binding, commitmenttest.Fleet(r), nil)
	}
	join := commitment.Join{GameID: 1, Player: []byte("bob")}
	tab.Toss = commitment.MixToss(tab.boards[game.Creator].TossFor(game.Creator, join), join)
	return tab
}

// player returns who acts in a seat.
func (tab *table) player(by game.Seat) play.Player {
	return play.Player{Seat: by, Board: public(tab.boards[by])}
}

// public is the board as everybody knows it.
func public(b commitmenttest.Board) play.Board {
	if b.Binding.Ruleset.Proven {
		return proven(b)
	}
	return play.MerkleRows{Binding: b.Binding, Roots: b.Commit()}
}

func proven(b commitmenttest.Board) play.ProvenBoard {
	return play.ProvenBoard{
		Binding:    b.Binding,
		Commitment: zktest.Commit(b),
		TossLeaf:   must(commitment.CommitToss(b.Binding, b.Fleet, b.Secret)),
	}
}

// opening returns what is sent for the true opening of what is owed.
func (tab *table) opening() *play.Opening {
	b := tab.boards[tab.State.Actor]
	switch {
	case !tab.State.HasPending:
		return opened(b.OpenToss())
	case tab.State.Ruleset.Proven:
		return proved(b, tab.truth())
	default:
		return opened(b.Open(tab.State.Pending))
	}
}

// truth is what is true of the tile that was shot at.
func (tab *table) truth() verify.Answer {
	b := tab.boards[tab.State.Actor]
	return stated(b, tab.State.Pending)
}

// stated is what a board answers for a tile.
func stated(b commitmenttest.Board, tile game.Tile) verify.Answer {
	return verify.Answer{Binding: b.Binding, Commitment: proven(b).Commitment, Tile: tile, Hit: b.Ships.Has(tile)}
}

// proved is an answer with its proof, as it is sent.
func proved(b commitmenttest.Board, a verify.Answer) *play.Opening {
	o := &play.Opening{Content: int(commitment.Water), Proof: proofOf(b, a)}
	if a.Hit {
		o.Content = int(commitment.Ship)
	}
	return o
}

// proofOf is a proof of an answer.
func proofOf(b commitmenttest.Board, a verify.Answer) []byte {
	return slices.Clone(must(zktest.Prover{}.ProveAnswer(a, b.Fleet, b.Secret)))
}

// opened is an opening as it is sent.
func opened(o commitment.Opening) *play.Opening {
	return &play.Opening{Content: int(o.Content), Salt: o.Salt, Path: o.Path}
}

// reveal is the honest opening of what is owed.
func (tab *table) reveal() play.Move {
	m := play.Move{Opening: tab.opening()}
	if !tab.State.HasPending {
		return m
	}
	if sunk := tab.boards[tab.State.Actor].Answer(tab.State).Sunk; sunk != nil {
		class, placement := tab.State.Ruleset.ShipString(*sunk)
		m.Sunk = &play.Ship{Class: class, Placement: placement}
	}
	return m
}

// do plays a move that must be legal.
func (tab *table) do(t testing.TB, m play.Move) {
	t.Helper()
	next, _, err := tab.Move(tab.player(tab.State.Actor), m, height, nil)
	if err != nil {
		t.Fatal(err)
	}
	tab.State = next
}

// at opens the toss and has both players shoot at some tiles in turn, up to a shot of the creator that is pending if
// the last one is not answered.
func (tab *table) at(t testing.TB, targets ...string) {
	t.Helper()
	tab.do(t, tab.reveal())
	for _, target := range targets {
		if tab.State.HasPending {
			tab.answer(t)
		}
		tab.do(t, play.Move{Target: target})
	}
}

// answer answers truly. A board that proves its answers does so without a proof, which nobody would look at again.
func (tab *table) answer(t testing.TB) {
	t.Helper()
	if !tab.State.Ruleset.Proven {
		tab.do(t, tab.reveal())
		return
	}
	next, _, err := game.Step(tab.State, tab.boards[tab.State.Actor].Answer(tab.State), height)
	if err != nil {
		t.Fatal(err)
	}
	tab.State = next
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
