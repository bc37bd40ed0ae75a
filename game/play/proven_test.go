package play_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/game/zk/zktest"
)

// The fleet of both has its carrier in row 1, battleship 3, cruiser 5, submarine 7, destroyer 9, all from column A.
var water = func(t *testing.T, tab *table) { tab.at(t, "J10") }

var provenWork = []play.Work{{For: "opening", Openings: 1}}

// swap gives the answer the proof of another statement.
func swap(change func(tab *table, a *verify.Answer)) func(*table, *play.Move) {
	return swapBoard(func(tab *table, b *commitmenttest.Board, a *verify.Answer) { change(tab, a) })
}

// swapBoard gives the answer the proof of a statement about another board.
func swapBoard(change func(tab *table, b *commitmenttest.Board, a *verify.Answer)) func(*table, *play.Move) {
	return func(tab *table, m *play.Move) {
		b, a := tab.boards[tab.State.Actor], tab.truth()
		change(tab, &b, &a)
		a.Binding, a.Commitment = b.Binding, proven(b).Commitment
		m.Opening.Proof = proofOf(b, a)
	}
}

// elsewhere gives the answer the proof of the same answer about the same fleet, committed to for another board.
func elsewhere(change func(*commitment.Binding)) func(*table, *play.Move) {
	return swapBoard(func(_ *table, b *commitmenttest.Board, _ *verify.Answer) { change(&b.Binding) })
}

// TestAnswersThatAreProven is the table of answers that are shown with a proof: what comes of them, or why they are
// refused, and the work that was paid for. No lie has a proof: the best that a liar has is a proof of something else.
func TestAnswersThatAreProven(t *testing.T) {
	hit := func(tile game.Tile) []game.Event {
		return []game.Event{game.ShotAnswered{By: game.Joiner, Tile: tile, Hit: true}}
	}
	for name, tc := range map[string]struct {
		given func(t *testing.T, tab *table)
		// change makes the move of the honest one.
		change func(tab *table, m *play.Move)
		by     game.Seat // of the answer; the joiner owes it
		events []game.Event
		want   error
		free   bool // refused before anything is paid for
	}{
		"a hit":     {given: pending, events: hit(0)},
		"a sinking": {given: last, events: hit(81)},
		"a miss":    {given: water, events: []game.Event{game.ShotAnswered{By: game.Joiner, Tile: 99}}},
		"a hit and a shot": {
			given: pending, change: func(_ *table, m *play.Move) { m.Target = "J10" },
			events: append(hit(0), game.ShotFired{By: game.Joiner, Tile: 99}),
		},

		"a false hit": {
			given: water, change: func(_ *table, m *play.Move) { m.Opening.Content = 1 }, want: verify.ErrProof,
		},
		"a false miss": {
			given: pending, change: func(_ *table, m *play.Move) { m.Opening.Content = 0 }, want: verify.ErrProof,
		},
		"a sinking that is announced": {
			given: last, want: game.ErrSunkSilent, free: true,
			change: func(_ *table, m *play.Move) { m.Sunk = &play.Ship{Class: "destroyer", Placement: "A9h"} },
		},

		"a proof of another tile": {
			given: pending, change: swap(func(_ *table, a *verify.Answer) { a.Tile = 1 }), want: verify.ErrProof,
		},
		"a proof of the other player's board": {
			given: pending, want: verify.ErrProof,
			change: swapBoard(func(tab *table, b *commitmenttest.Board, _ *verify.Answer) { *b = tab.boards[game.Creator] }),
		},
		"a proof of another game, in which the player has another nonce": {
			given: pending, change: elsewhere(func(b *commitment.Binding) { b.Nonce++ }), want: verify.ErrProof,
		},
		"a proof of another chain": {
			given: pending, change: elsewhere(func(b *commitment.Binding) { b.ChainID += "2" }), want: verify.ErrProof,
		},
		"a proof of another fleet": {
			given: pending, want: verify.ErrProof,
			change: swapBoard(func(_ *table, b *commitmenttest.Board, _ *verify.Answer) {
				*b = commitmenttest.New(b.Binding, "A1h,A3h,A5h,A7h,I10h", b.Secret)
			}),
		},
		"a proof of another ruleset": {
			given: pending, want: verify.ErrProof, change: func(tab *table, m *play.Move) {
				b := tab.boards[tab.State.Actor].Binding
				b.Ruleset = game.XayaZK()
				board := commitmenttest.New(b, commitmenttest.Fleet(b.Ruleset), nil)
				m.Opening.Proof = proofOf(board, stated(board, 0))
			},
		},
		"a proof of the board": {
			given: pending, want: verify.ErrEncoding, change: func(tab *table, m *play.Move) {
				m.Opening.Proof = zktest.Board(tab.boards[tab.State.Actor])
			},
		},
		"an opening of a tile by its hashes": {
			given: pending, want: play.ErrMove,
			change: func(tab *table, m *play.Move) { m.Opening = opened(tab.boards[game.Joiner].Open(0)) },
		},
		"a proof and a salt": {
			given: pending, change: func(_ *table, m *play.Move) { m.Opening.Salt = []byte{1} }, want: play.ErrMove,
		},
		"a proof and a path": {
			given: pending, change: func(_ *table, m *play.Move) { m.Opening.Path = [][]byte{nil} }, want: play.ErrMove,
		},
		"a proof and the content of a toss": {
			given: pending, change: func(_ *table, m *play.Move) { m.Opening.Content = 2 }, want: commitment.ErrContent,
		},
		"a proof and a content that is none": {
			given: pending, change: func(_ *table, m *play.Move) { m.Opening.Content = 257 }, want: play.ErrMove,
		},
		"no proof": {
			given: pending, change: func(_ *table, m *play.Move) { m.Opening.Proof = nil }, want: verify.ErrEncoding,
		},
		"a proof by the other player": {given: pending, by: 1, want: game.ErrTurn, free: true},
		"a proof of what nobody asks for": {
			given: shot, by: 1, want: game.ErrTurn, free: true,
			change: func(tab *table, m *play.Move) {
				b := tab.boards[game.Creator]
				*m = play.Move{Opening: proved(b, stated(b, 0))}
			},
		},
		"a shot at no tile beside a proof": {
			given: pending, change: func(_ *table, m *play.Move) { m.Target = "K1" }, want: game.ErrTile,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := newTable(t, game.ClassicZK())
			tc.given(t, tab)
			m, by := tab.reveal(), tab.player(tc.by.Other())
			if tc.change != nil {
				tc.change(tab, &m)
			}
			var paid, want []play.Work
			if !tc.free {
				want = provenWork
			}
			before := tab.State
			next, events, err := tab.Move(by, m, height, func(w play.Work) { paid = append(paid, w) })
			if !errors.Is(err, tc.want) {
				t.Fatalf("expected %v, got %v", tc.want, err)
			}
			if !reflect.DeepEqual(events, tc.events) {
				t.Errorf("expected %+v, got %+v", tc.events, events)
			}
			if !reflect.DeepEqual(paid, want) {
				t.Errorf("expected work %+v, got %+v", want, paid)
			}
			if err != nil && !reflect.DeepEqual(next, before) {
				t.Errorf("expected the game as it was\n%s\ngot\n%s", before, next)
			}
		})
	}
}

// TestAttackAProofIsOfATileAlone: one that was made before other hits still counts, once, for its tile.
func TestAttackAProofIsOfATileAlone(t *testing.T) {
	tab := newTable(t, game.XayaZK())
	bob := tab.boards[game.Joiner]
	ahead := play.Move{Opening: proved(bob, stated(bob, 1))}
	tab.at(t, "A1")
	honest := tab.reveal()
	for name, tc := range map[string]struct {
		change func(m *play.Move)
		want   error
		paid   []play.Work
	}{
		"a false miss": {func(m *play.Move) { m.Opening.Content = 0 }, verify.ErrProof, provenWork},
		"a proof of another tile": {
			func(m *play.Move) { m.Opening.Proof = ahead.Opening.Proof }, verify.ErrProof, provenWork,
		},
		"a sinking": {
			func(m *play.Move) { m.Sunk = &play.Ship{Class: "destroyer", Placement: "A1h"} }, game.ErrSunkSilent, nil,
		},
		"the truth": {func(*play.Move) {}, nil, provenWork},
	} {
		m := play.Move{Opening: &play.Opening{Content: honest.Opening.Content, Proof: honest.Opening.Proof}}
		tc.change(&m)
		var paid []play.Work
		_, _, err := tab.Move(tab.player(game.Joiner), m, height, func(w play.Work) { paid = append(paid, w) })
		if !errors.Is(err, tc.want) || !reflect.DeepEqual(paid, tc.paid) {
			t.Errorf("%s: expected %v and work %+v, got %v and %+v", name, tc.want, tc.paid, err, paid)
		}
	}
	tab.do(t, honest)
	tab.do(t, play.Move{Target: "B1"})
	tab.do(t, ahead)
}

// TestAttackAProofCountsOnce sends a proof that was accepted once more: at once, and as the answer to the next shot.
func TestAttackAProofCountsOnce(t *testing.T) {
	tab := newTable(t, game.ClassicZK())
	pending(t, tab)
	used := tab.reveal()
	tab.do(t, used)
	refuse := func(want error, work []play.Work) {
		t.Helper()
		var paid []play.Work
		_, _, err := tab.Move(tab.player(game.Joiner), used, height, func(w play.Work) { paid = append(paid, w) })
		if !errors.Is(err, want) || !reflect.DeepEqual(paid, work) {
			t.Fatalf("expected %v and work %+v, got %v and %+v", want, work, err, paid)
		}
	}
	refuse(game.ErrTurn, nil)
	tab.do(t, play.Move{Target: "J10"})
	refuse(game.ErrTurn, nil)
	tab.answer(t)
	tab.do(t, play.Move{Target: "B1"})
	refuse(verify.ErrProof, provenWork)
}

// TestAttackHostileProofs sends bytes that are no proof.
func TestAttackHostileProofs(t *testing.T) {
	tab := newTable(t, game.ClassicZK())
	pending(t, tab)
	honest := tab.reveal().Opening.Proof
	hostile := [][]byte{nil, {}, {0}, honest[:len(honest)-1], append(slices.Clone(honest), 0), make([]byte, 1<<20)}
	for at := 0; at+4 <= len(honest); at += 4 {
		b := slices.Clone(honest)
		binary.BigEndian.PutUint32(b[at:], 1<<32-1)
		hostile = append(hostile, b)
	}
	hostile = append(hostile, bytes.Repeat([]byte{0xff}, len(honest)), make([]byte, len(honest)))
	for i, proof := range hostile {
		m := tab.reveal()
		m.Opening.Proof = proof
		_, _, err := tab.Move(tab.player(game.Joiner), m, height, nil)
		if !errors.Is(err, verify.ErrEncoding) && !errors.Is(err, verify.ErrProof) {
			t.Fatalf("hostile bytes %d: expected a refusal, got %v", i, err)
		}
		if len(proof) != verify.OpeningSize && !errors.Is(err, verify.ErrEncoding) {
			t.Fatalf("%d bytes: expected %v, got %v", len(proof), verify.ErrEncoding, err)
		}
	}
}

// TestAttackEntries: a board of a proven ruleset enters a game with a proof of this very board, any other with none.
func TestAttackEntries(t *testing.T) {
	tab := newTable(t, game.ClassicZK())
	alice, bob := tab.boards[game.Creator], tab.boards[game.Joiner]
	board := proven(alice)
	if got, want := board.EntryWork(), (play.Work{For: "entry", Hashes: 1, Proofs: 1}); got != want {
		t.Errorf("expected work %+v, got %+v", want, got)
	}
	honest := zktest.Board(alice)
	binding := func(change func(*commitment.Binding)) func(*play.ProvenBoard) {
		return func(b *play.ProvenBoard) { change(&b.Binding) }
	}
	for name, tc := range map[string]struct {
		change func(b *play.ProvenBoard)
		proof  []byte
		want   error
	}{
		"a proof":                  {nil, honest, nil},
		"no proof":                 {nil, nil, verify.ErrEncoding},
		"half a proof":             {nil, honest[:328], verify.ErrEncoding},
		"a proof of another board": {nil, zktest.Board(bob), verify.ErrProof},
		"a proof of an answer":     {nil, proofOf(alice, stated(alice, 0)), verify.ErrEncoding},
		"a proof of another chain": {
			binding(func(b *commitment.Binding) { b.ChainID += "2" }), honest, verify.ErrProof,
		},
		"a proof of another player": {
			binding(func(b *commitment.Binding) { b.Player = []byte("bob") }), honest, verify.ErrProof,
		},
		"a proof of another nonce": {
			binding(func(b *commitment.Binding) { b.Nonce++ }), honest, verify.ErrProof,
		},
		"a proof of another ruleset": {
			binding(func(b *commitment.Binding) { b.Ruleset = game.XayaZK() }), honest, verify.ErrProof,
		},
		"a proof in a ruleset of hashes": {
			binding(func(b *commitment.Binding) { b.Ruleset = game.Classic() }), honest, verify.ErrKeys,
		},
		"a binding that is none": {
			binding(func(b *commitment.Binding) { b.Player = nil }), honest, commitment.ErrBinding,
		},
		"a proof of another commitment": {
			func(b *play.ProvenBoard) { b.Commitment = proven(bob).Commitment }, honest, verify.ErrProof,
		},
		"a commitment with the other sign": {
			func(b *play.ProvenBoard) { b.Commitment[0] ^= 0x20 }, honest, verify.ErrProof,
		},
		"a commitment that is no point": {
			func(b *play.ProvenBoard) { copy(b.Commitment[:], bytes.Repeat([]byte{0xff}, 48)) }, honest, verify.ErrEncoding,
		},
	} {
		t.Run(name, func(t *testing.T) {
			changed := board
			if tc.change != nil {
				tc.change(&changed)
			}
			if err := changed.VerifyEntry(tc.proof); !errors.Is(err, tc.want) {
				t.Errorf("expected %v, got %v", tc.want, err)
			}
		})
	}
	rows := newTable(t, game.Classic()).player(game.Creator).Board
	if got, want := rows.EntryWork(), (play.Work{For: "entry"}); got != want {
		t.Errorf("a board of hashes: expected work %+v, got %+v", want, got)
	}
	if err := rows.VerifyEntry(nil); err != nil {
		t.Errorf("a board of hashes without a proof: %v", err)
	}
	if err := rows.VerifyEntry(honest); !errors.Is(err, play.ErrMove) {
		t.Errorf("a board of hashes with a proof: expected %v, got %v", play.ErrMove, err)
	}
}

// TestProofsWhereNoneBelong: neither the opening of a toss nor that of a tile by its hashes has a proof beside it.
func TestProofsWhereNoneBelong(t *testing.T) {
	for name, tc := range map[string]struct {
		rules *game.Ruleset
		given func(*testing.T, *table)
	}{
		"a toss of a proven board":     {game.ClassicZK(), toss},
		"a toss of a board of hashes":  {game.Classic(), toss},
		"an answer by a tile's hashes": {game.Classic(), pending},
	} {
		tab := newTable(t, tc.rules)
		tc.given(t, tab)
		m := tab.reveal()
		m.Opening.Proof = []byte{1}
		if _, _, err := tab.Move(tab.player(tab.State.Actor), m, height, nil); !errors.Is(err, play.ErrMove) {
			t.Errorf("%s with a proof: expected %v, got %v", name, play.ErrMove, err)
		}
		m.Opening.Proof = nil
		tab.do(t, m)
	}
}

// TestClaimsOfProvenBoards: where claims are kept the winner shows fleet and secret, and the toss leaf is made again;
// where they are not, nothing is asked and nothing paid for.
func TestClaimsOfProvenBoards(t *testing.T) {
	kept := func(t *testing.T, tab *table) {
		tab.State.ProvenClaims = true
		conceded(t, tab)
	}
	work := []play.Work{{For: "audit", Hashes: 5}}
	for name, tc := range map[string]struct {
		given  func(*testing.T, *table)
		change func(tab *table, c *play.Claim)
		want   error
		paid   []play.Work
	}{
		"a claim":                    {given: kept, paid: work},
		"a claim where none is kept": {given: conceded, want: game.ErrPhase},
		"a claim in play":            {given: shot, want: game.ErrPhase},
		"a claim without a fleet": {
			given: kept, change: func(_ *table, c *play.Claim) { c.Fleet = nil }, want: game.ErrAudit,
		},
		"a claim with another fleet": {
			given: kept, want: commitment.ErrAudit, paid: work,
			change: func(tab *table, c *play.Claim) { c.Fleet[4].Origin++ },
		},
		"a claim with another secret": {
			given: kept, change: func(_ *table, c *play.Claim) { c.Secret = make([]byte, 32) }, want: commitment.ErrAudit,
			paid: work,
		},
		"a claim with half a secret": {
			given: kept, change: func(_ *table, c *play.Claim) { c.Secret = c.Secret[:16] }, want: commitment.ErrSecret,
			paid: work,
		},
	} {
		t.Run(name, func(t *testing.T) {
			tab := newTable(t, game.ClassicZK())
			tc.given(t, tab)
			claim := play.Claim{Fleet: slices.Clone(tab.boards[0].Fleet), Secret: tab.boards[0].Secret}
			if tc.change != nil {
				tc.change(tab, &claim)
			}
			var paid []play.Work
			_, _, err := tab.Claim(tab.player(0), claim, height, func(w play.Work) { paid = append(paid, w) })
			if !errors.Is(err, tc.want) || !reflect.DeepEqual(paid, tc.paid) {
				t.Fatalf("expected %v and work %+v, got %v and %+v", tc.want, tc.paid, err, paid)
			}
		})
	}
	tab := newTable(t, game.ClassicZK())
	board := proven(tab.boards[0])
	board.TossLeaf = proven(tab.boards[1]).TossLeaf
	if err := board.Audit(tab.boards[0].Fleet, tab.boards[0].Secret); !errors.Is(err, commitment.ErrAudit) {
		t.Errorf("another toss leaf: expected %v, got %v", commitment.ErrAudit, err)
	}
}
