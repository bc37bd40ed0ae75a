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

var (
	// The fleet of both has its carrier in row 1, battleship 3, cruiser 5, submarine 7, destroyer 9, all from column A.
	water   = func(t *testing.T, tab *table) { tab.at(t, "J10") }
	first   = func(t *testing.T, tab *table) { tab.at(t, "A9") }
	between = func(t *testing.T, tab *table) { tab.at(t, "A1", "A1", "J10") }
	cruiser = func(t *testing.T, tab *table) { tab.at(t, "A5", "A1", "B5", "B1", "C5") }
	carrier = func(t *testing.T, tab *table) { tab.at(t, "B1", "A1", "C1", "B1", "D1") }
)

var provenWork = []play.Work{{For: "opening", Hashes: 1, Proofs: 1}}

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
	hit := func(tile game.Tile, sunk *game.Ship) []game.Event {
		return []game.Event{game.ShotAnswered{By: game.Joiner, Tile: tile, Hit: true, Sunk: sunk}}
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
		"a hit":     {given: pending, events: hit(0, nil)},
		"a sinking": {given: last, events: hit(81, &game.Ship{Class: 4, Origin: 80})},
		"a miss":    {given: water, events: []game.Event{game.ShotAnswered{By: game.Joiner, Tile: 99}}},
		"a hit and a shot": {
			given: pending, change: func(_ *table, m *play.Move) { m.Target = "J10" },
			events: append(hit(0, nil), game.ShotFired{By: game.Joiner, Tile: 99}),
		},

		"a false hit": {
			given: water, change: func(_ *table, m *play.Move) { m.Opening.Content = 1 }, want: verify.ErrProof,
		},
		"a false miss": {
			given: pending, change: func(_ *table, m *play.Move) { m.Opening.Content = 0 }, want: verify.ErrProof,
		},
		"a hidden sinking": {
			given: last, change: func(_ *table, m *play.Move) { m.Sunk = nil }, want: verify.ErrProof,
		},
		"a hidden sinking with the proof of the hit before": {
			given: last, want: verify.ErrProof, change: func(tab *table, m *play.Move) {
				m.Sunk = nil
				swap(func(_ *table, a *verify.Answer) { a.Tile, a.Hits, a.Sunk = 80, game.Set{}, nil })(tab, m)
			},
		},
		// It has a proof: see TestAnEarlySinkingHasAProof. The rules come first.
		"an early sinking": {
			given: first, want: game.ErrSunkEarly, free: true, change: func(tab *table, m *play.Move) {
				m.Sunk = &play.Ship{Class: "destroyer", Placement: "A9h"}
				swap(func(_ *table, a *verify.Answer) { a.Sunk = &game.Ship{Class: 4, Origin: 80} })(tab, m)
			},
		},
		"a sinking of another class": {
			given: cruiser, want: verify.ErrProof,
			change: func(_ *table, m *play.Move) { m.Sunk = &play.Ship{Class: "submarine", Placement: "A5h"} },
		},
		"a sinking of a ship that lies elsewhere": {
			given: carrier, want: verify.ErrProof,
			change: func(_ *table, m *play.Move) { m.Sunk = &play.Ship{Class: "cruiser", Placement: "B1h"} },
		},
		"a sinking with a miss": {
			given: water, want: game.ErrSunkMiss, free: true,
			change: func(_ *table, m *play.Move) { m.Sunk = &play.Ship{Class: "destroyer", Placement: "I10h"} },
		},

		"a proof of another tile": {
			given: pending, change: swap(func(_ *table, a *verify.Answer) { a.Tile = 1 }), want: verify.ErrProof,
		},
		"a proof of another turn, before the last hit": {
			given: between, change: swap(func(_ *table, a *verify.Answer) { a.Hits = game.Set{} }), want: verify.ErrProof,
		},
		"a proof of another turn, after a hit that has not been": {
			given: water, change: swap(func(_ *table, a *verify.Answer) { a.Hits = game.SetOf(0) }), want: verify.ErrProof,
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
				m.Opening.Proof = proofOf(board, stated(board, 0, game.Set{}, nil))
			},
		},
		"a proof of the board": {
			given: pending, want: verify.ErrProof, change: func(tab *table, m *play.Move) {
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
				*m = play.Move{Opening: proved(b, stated(b, 0, game.Set{}, nil))}
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

// TestAnswersWithoutSinkings: where ships are not announced, a statement is of a tile alone. So a proof that was made
// before other hits still counts, once, for its tile.
func TestAnswersWithoutSinkings(t *testing.T) {
	tab := newTable(t, game.XayaZK())
	bob := tab.boards[game.Joiner]
	ahead := play.Move{Opening: proved(bob, stated(bob, 1, game.Set{}, nil))}
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

// TestAnEarlySinkingHasAProof is why the rules judge an answer before its proof: the circuit accepts that the very ship
// that is hit is announced before all of it is.
func TestAnEarlySinkingHasAProof(t *testing.T) {
	tab := newTable(t, game.ClassicZK())
	first(t, tab)
	ship := game.Ship{Class: 4, Origin: 80}
	a := game.Answer{By: game.Joiner, Hit: true, Sunk: &ship}
	b := tab.boards[game.Joiner]
	o := play.Opening{Content: 1, Proof: proofOf(b, stated(b, 80, game.Set{}, &ship))}
	if err := tab.player(game.Joiner).Board.VerifyAnswer(tab.State, a, o); err != nil {
		t.Errorf("expected the proof to be accepted, got %v", err)
	}
	if _, _, err := game.Step(tab.State, a, height); !errors.Is(err, game.ErrSunkEarly) {
		t.Errorf("expected %v, got %v", game.ErrSunkEarly, err)
	}
}

// TestAProofCountsOnce sends a proof that was accepted once more: at once, and as the answer to the next shot.
func TestAProofCountsOnce(t *testing.T) {
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

// TestHostileProofs sends bytes that are no proof, among them those that made the library's own decoder ask for 400 GB.
func TestHostileProofs(t *testing.T) {
	tab := newTable(t, game.ClassicZK())
	pending(t, tab)
	honest := tab.reveal().Opening.Proof
	// gnark writes how many values follow before the values at zeta, and how many commitments at the end.
	const valuesAt = 8 * 48
	hostile := [][]byte{nil, {}, {0}, honest[:len(honest)-1], append(slices.Clone(honest), 0), make([]byte, 1<<20)}
	for _, values := range []uint32{0, 1, 6, 7, 1 << 31, 1<<32 - 1} {
		for _, commitments := range []uint32{0, 1, 1 << 31, 1<<32 - 1} {
			b := slices.Insert(slices.Clone(honest), valuesAt, binary.BigEndian.AppendUint32(nil, values)...)
			hostile = append(hostile, binary.BigEndian.AppendUint32(b, commitments))
			same := slices.Clone(honest)
			binary.BigEndian.PutUint32(same[valuesAt:], values)
			binary.BigEndian.PutUint32(same[len(same)-4:], commitments)
			hostile = append(hostile, same)
		}
	}
	for at := 0; at+4 <= len(honest); at += 16 {
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
		if len(proof) != verify.ProofSize && !errors.Is(err, verify.ErrEncoding) {
			t.Fatalf("%d bytes: expected %v, got %v", len(proof), verify.ErrEncoding, err)
		}
	}
}

// TestEntries: a board of a proven ruleset enters a game with a proof of this very board, any other with none.
func TestEntries(t *testing.T) {
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
		"a proof of an answer":     {nil, proofOf(alice, stated(alice, 0, game.Set{}, nil)), verify.ErrProof},
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
			func(b *play.ProvenBoard) { b.Commitment[31] ^= 1 }, honest, verify.ErrProof,
		},
		"a commitment that is not reduced": {
			func(b *play.ProvenBoard) { copy(b.Commitment[:], bytes.Repeat([]byte{0xff}, 32)) }, honest, verify.ErrStatement,
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

// TestClaimsOfProvenBoards: where claims are kept the winner shows fleet and secret, and the commitment is made again;
// where they are not, nothing is asked and nothing paid for.
func TestClaimsOfProvenBoards(t *testing.T) {
	kept := func(t *testing.T, tab *table) {
		tab.State.ProvenClaims = true
		conceded(t, tab)
	}
	work := []play.Work{{For: "audit", Hashes: 40}}
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
