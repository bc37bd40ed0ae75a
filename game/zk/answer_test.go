package zk

import (
	"errors"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

var fleets = flag.Int("fleets", 5, "how many fleets TestAnswers tries for each ruleset")

// everyPlace are the places of a dry tile that a liar may name, in and out of every ship.
var everyPlace = []int{-1, 0, 1, 2, 3, 4, 5, 10}

// TestAnswers tries on each tile of many boards every answer that could be given, with the best that a liar can do:
// exactly the true ones are accepted, and early announcements of the very ship that is hit, which the rules refuse.
func TestAnswers(t *testing.T) {
	rng := newRand(t, 6)
	for _, r := range rulesets() {
		l := newTestLayout(t, r)
		tried, accepted, early := 0, 0, 0
		for range *fleets {
			p := alice(t, r, rng)
			s := p.secrets(t)
			c := newLiar(s)
			for tile := range game.Tile(r.Tiles()) {
				hits := randomHits(t, p, tile, rng)
				truth := p.answer(t, tile, hits)
				for _, a := range everyAnswer(t, p, truth) {
					tried++
					want := a.Hit == truth.Hit && equalShips(a.Sunk, truth.Sunk)
					if a.Hit && truth.Hit && truth.Sunk == nil && equalShips(a.Sunk, p.shipOn(t, tile)) {
						want = true
						early++
					}
					got := accepts(t, c, a)
					if got != want {
						t.Fatalf("%s: fleet %s, %s, hit before %v: answer %t %v: %t, expected %t", r.Name, r.FleetString(p.fleet),
							r.TileName(tile), hits, a.Hit, a.Sunk, got, want)
					}
					if got {
						accepted++
					}
					if untrue := s.checkAnswer(a.Tile, a.Hit, a.Sunk, a.Hits); (untrue == nil) != want {
						t.Fatalf("%s: %s: checked natively: %v, expected %t", r.Name, r.TileName(tile), untrue, want)
					}
				}
				public, err := truth.Public()
				if err != nil {
					t.Fatal(err)
				}
				if broken := answerBroken(l, s.answerWitness(public, tile, hits)); len(broken) != 0 {
					t.Fatalf("%s: %s: the honest witness breaks assertions %v", r.Name, r.TileName(tile), broken)
				}
			}
		}
		t.Logf("%s: %d fleets, %d answers tried, %d accepted, of these %d announced early",
			r.Name, *fleets, tried, accepted, early)
	}
}

// accepts reports whether the circuit accepts any of a liar's witnesses for an answer.
func accepts(t testing.TB, c *liar, a verify.Answer, places ...int) bool {
	t.Helper()
	public, err := a.Public()
	if err != nil {
		t.Fatal(err)
	}
	if len(places) == 0 {
		places = everyPlace
	}
	for _, w := range c.answer(t, public, places...) {
		if len(answerBroken(c.l, w)) == 0 {
			return true
		}
	}
	return false
}

// randomHits are earlier hits on the board: some ships sunk, others hit here and there, and often the ship on the tile
// but for the tile itself. They may also lie where no ship is: the circuit takes what it is given.
func randomHits(t testing.TB, p player, tile game.Tile, rng *rand.Rand) game.Set {
	t.Helper()
	var hits game.Set
	for _, ship := range p.fleet {
		tiles := p.tiles(t, ship)
		all := tiles.Has(tile) && rng.IntN(2) == 0 || rng.IntN(4) == 0
		for other := range tiles.All() {
			if all || rng.IntN(3) == 0 {
				hits = hits.With(other)
			}
		}
	}
	hits = hits.Without(tile)
	for other := range hits.All() {
		if hits.Len() < p.binding.Ruleset.ShipTiles() {
			break
		}
		hits = hits.Without(other) // with all ships sunk the game is over
	}
	return hits
}

// everyAnswer are the answers to a shot: hit and miss, without a ship and with each of these: the ships of the fleet,
// and the ship on the tile, or the first, moved by a tile, turned, and as one of another class.
func everyAnswer(t testing.TB, p player, truth verify.Answer) []verify.Answer {
	t.Helper()
	var list []verify.Answer
	ships := []*game.Ship{nil}
	if r := p.binding.Ruleset; r.AnnounceSunk {
		near := p.fleet[0]
		if on := p.shipOn(t, truth.Tile); on != nil {
			near = *on
		}
		candidates := append(game.Fleet{
			{Class: near.Class, Origin: near.Origin + 1, Vertical: near.Vertical},
			{Class: near.Class, Origin: near.Origin - 1, Vertical: near.Vertical},
			{Class: near.Class, Origin: near.Origin + game.Tile(r.Width), Vertical: near.Vertical},
			{Class: near.Class, Origin: near.Origin - game.Tile(r.Width), Vertical: near.Vertical},
			{Class: near.Class, Origin: near.Origin, Vertical: !near.Vertical},
			{Class: (near.Class + 1) % len(r.Classes), Origin: near.Origin, Vertical: near.Vertical},
			{Class: len(r.Classes) - 1, Origin: truth.Tile},
		}, p.fleet...)
		for _, ship := range candidates {
			if _, err := r.Footprint(ship); err == nil {
				ships = append(ships, &ship)
			}
		}
	}
	for _, hit := range []bool{false, true} {
		for _, ship := range ships {
			a := truth
			a.Hit, a.Sunk = hit, ship
			list = append(list, a)
		}
	}
	return list
}

func equalShips(a, b *game.Ship) bool {
	return a == nil && b == nil || a != nil && b != nil && *a == *b
}

// TestASinkingCannotBeHidden hits a ship's last tile and gives the answer without the announcement, with every place of
// a dry tile that could be named.
func TestASinkingCannotBeHidden(t *testing.T) {
	rng := newRand(t, 7)
	p := alice(t, game.ClassicZK(), rng)
	c := newLiar(p.secrets(t))
	var places []int
	for place := -1; place <= 260; place++ {
		places = append(places, place)
	}
	for _, ship := range p.fleet {
		tiles := p.tiles(t, ship)
		for tile := range tiles.All() {
			a := p.answer(t, tile, tiles.Without(tile))
			if a.Sunk == nil || !accepts(t, c, a) {
				t.Fatalf("the last hit on %v was not an announcement that is accepted", ship)
			}
			a.Sunk = nil
			if accepts(t, c, a, places...) {
				t.Errorf("the last hit on %v, at %d, was accepted without an announcement", ship, tile)
			}
		}
	}
}

// TestAnEarlySinkingIsRefusedByTheRules: the circuit accepts the announcement of the ship that is hit with tiles still
// dry; the rules do not, whatever has been proven.
func TestAnEarlySinkingIsRefusedByTheRules(t *testing.T) {
	r := game.ClassicZK()
	p := alice(t, r, newRand(t, 8))
	carrier := p.fleet[0]
	a := p.answer(t, carrier.Origin, game.Set{})
	a.Sunk = &carrier
	if !accepts(t, newLiar(p.secrets(t)), a) {
		t.Fatal("the circuit refuses an early announcement: the package comments say that it does not")
	}
	state := shotAt(t, r, carrier.Origin)
	_, _, err := game.Step(state, game.Answer{By: state.Actor, Hit: true, Sunk: &carrier}, 3)
	if !errors.Is(err, game.ErrSunkEarly) {
		t.Errorf("expected ErrSunkEarly of the rules, got %v", err)
	}
	if _, _, err := game.Step(state, game.Answer{By: state.Actor, Hit: true}, 3); err != nil {
		t.Errorf("the rules refuse the same answer without the ship: %v", err)
	}
}

// TestAnswerInputs is what no statement can be made of.
func TestAnswerInputs(t *testing.T) {
	rng := newRand(t, 9)
	classic, xaya := alice(t, game.ClassicZK(), rng), alice(t, game.XayaZK(), rng)
	all, err := game.ClassicZK().FleetTiles(classic.fleet)
	if err != nil {
		t.Fatal(err)
	}
	water := game.Tile(0)
	for all.Has(water) {
		water++
	}
	good := classic.answer(t, water, game.Set{})
	for name, change := range map[string]func(*verify.Answer){
		"tile off the board":        func(a *verify.Answer) { a.Tile = 100 },
		"tile of a free slot":       func(a *verify.Answer) { a.Tile = verify.FreeSlot },
		"tile that was hit before":  func(a *verify.Answer) { a.Hits = game.SetOf(a.Tile) },
		"earlier hit off the board": func(a *verify.Answer) { a.Hits = game.SetOf(100) },
		"too many earlier hits":     func(a *verify.Answer) { a.Hits = all },
		"ship off the board":        func(a *verify.Answer) { a.Sunk = &game.Ship{Origin: 99} },
		"ship of no class":          func(a *verify.Answer) { a.Sunk = &game.Ship{Class: 5} },
		"ship of a class below 0":   func(a *verify.Answer) { a.Sunk = &game.Ship{Class: -1} },
		"ship of a class whose code is another ship's": func(a *verify.Answer) {
			a.Sunk = &game.Ship{Class: classic.fleet[0].Class + 128}
		},
		"commitment not reduced":    func(a *verify.Answer) { a.Commitment = modulus() },
		"ship where none is called": func(a *verify.Answer) { *a = xaya.answer(t, 0, game.Set{}); a.Sunk = &xaya.fleet[0] },
	} {
		a := good
		change(&a)
		if _, err := a.Public(); !errors.Is(err, verify.ErrStatement) {
			t.Errorf("%s: expected ErrStatement, got %v", name, err)
		}
	}
	if _, err := good.Public(); err != nil {
		t.Error(err)
	}
}

func modulus() (b [fr.Bytes]byte) {
	fr.Modulus().FillBytes(b[:])
	return b
}
