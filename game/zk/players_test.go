package zk

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// A player is somebody with a board of her own.
type player struct {
	binding commitment.Binding
	fleet   game.Fleet
	secret  []byte
}

// newRand returns a source of random numbers and tells its seed.
func newRand(t testing.TB, seed uint64) *rand.Rand {
	t.Helper()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// alice is a player with a random legal fleet.
func alice(t testing.TB, r *game.Ruleset, rng *rand.Rand) player {
	t.Helper()
	fleet, err := game.RandomFleet(r, rng.IntN)
	if err != nil {
		t.Fatal(err)
	}
	return player{
		binding: commitment.Binding{ChainID: "battleship-1", Player: []byte("alice's address"), Nonce: 7, Ruleset: r},
		fleet:   fleet,
		secret:  bytes.Repeat([]byte{byte(rng.Uint32())}, commitment.SecretSize),
	}
}

func (p player) secrets(t testing.TB) *secrets {
	t.Helper()
	s, err := newSecrets(p.binding, p.fleet, p.secret)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (p player) commit(t testing.TB) verify.Commitment {
	t.Helper()
	c, err := verify.Commit(p.binding, p.fleet, p.secret)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// shipOn returns the ship on a tile, nil if there is none.
func (p player) shipOn(t testing.TB, tile game.Tile) *game.Ship {
	t.Helper()
	for _, ship := range p.fleet {
		if p.tiles(t, ship).Has(tile) {
			return &ship
		}
	}
	return nil
}

func (p player) tiles(t testing.TB, ship game.Ship) game.Set {
	t.Helper()
	tiles, err := p.binding.Ruleset.Footprint(ship)
	if err != nil {
		t.Fatal(err)
	}
	return tiles
}

// answer is the true answer to a shot.
func (p player) answer(t testing.TB, tile game.Tile, hits game.Set) verify.Answer {
	t.Helper()
	a := verify.Answer{Binding: p.binding, Commitment: p.commit(t), Tile: tile, Hits: hits}
	if ship := p.shipOn(t, tile); ship != nil {
		a.Hit = true
		if p.binding.Ruleset.AnnounceSunk && p.tiles(t, *ship).Minus(hits.With(tile)).IsEmpty() {
			a.Sunk = ship
		}
	}
	return a
}

func newTestLayout(t testing.TB, r *game.Ruleset) *layout {
	t.Helper()
	l, err := newLayout(r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// values is the table that computes with numbers. It goes on after a broken assertion.
type values struct {
	count  int
	broken []int // the numbers of the assertions that do not hold, from 1
	left   fr.Element
	right  fr.Element // what the last assertion was about
}

func (*values) sum(a, b fr.Element, p, q, k fr.Element) fr.Element {
	if !p.IsOne() {
		a.Mul(&a, &p)
	}
	if !q.IsOne() {
		b.Mul(&b, &q)
	}
	a.Add(&a, &b)
	return *a.Add(&a, &k)
}

func (*values) product(a, b fr.Element) fr.Element { return *a.Mul(&a, &b) }

func (*values) gated(a, b fr.Element, p, q fr.Element) fr.Element {
	b.Mul(&b, &q)
	b.Add(&b, &p)
	return *a.Mul(&a, &b)
}

func (v *values) assert(a, b, c fr.Element, l, r, o, m, k int) {
	v.count++
	v.left, v.right = a, b
	total, both := num(k), fr.Element{}
	if m != 0 {
		both.Mul(&a, &b)
	}
	for _, term := range [...]struct {
		factor int
		wire   *fr.Element
	}{{l, &a}, {r, &b}, {o, &c}, {m, &both}} {
		switch term.factor {
		case 0:
		case 1:
			total.Add(&total, term.wire)
		case -1:
			total.Sub(&total, term.wire)
		default:
			panic("a factor that the circuits do not use")
		}
	}
	if !total.IsZero() {
		v.broken = append(v.broken, v.count)
	}
}

// boardBroken returns the assertions of the board's circuit that do not hold.
func boardBroken(l *layout, w boardWires[fr.Element]) []int {
	v := new(values)
	boardRows(v, l, w)
	return v.broken
}

// answerBroken returns the assertions of the answer's circuit that do not hold.
func answerBroken(l *layout, w answerWires[fr.Element]) []int {
	v := new(values)
	answerRows(v, l, w)
	return v.broken
}

// A liar is a prover that may choose every wire.
type liar struct {
	l         *layout
	tag, salt fr.Element
	bits      []fr.Element // of the fleet; they need not be bits

	sealed     []fr.Element // the bits that hash is for
	sealedHash fr.Element
}

func newLiar(s *secrets) *liar {
	return &liar{l: s.layout, tag: s.tag, salt: s.salt, bits: append([]fr.Element(nil), s.bits...)}
}

// setShip places a ship anywhere that its bits can say.
func (c *liar) setShip(i, along, across int, vertical bool) {
	s := c.l.ships[i]
	for k := range s.along {
		c.bits[s.offset+k] = num(along >> k & 1)
	}
	for k := range s.across {
		c.bits[s.offset+s.along+k] = num(across >> k & 1)
	}
	c.bits[s.offset+s.along+s.across] = num(0)
	if vertical {
		c.bits[s.offset+s.along+s.across] = num(1)
	}
}

// commitment is the commitment to the liar's bits.
func (c *liar) commitment(t testing.TB) fr.Element {
	t.Helper()
	if !slices.Equal(c.bits, c.sealed) {
		hash, err := verify.Compress(pack(c.bits, c.tag), c.salt)
		if err != nil {
			t.Fatal(err)
		}
		c.sealed, c.sealedHash = slices.Clone(c.bits), hash
	}
	return c.sealedHash
}

// shipsOf returns the ships with these bits, without asking what they are committed to.
func shipsOf(l *layout, bits []fr.Element) []openedShip[fr.Element] {
	table, ships := new(values), make([]openedShip[fr.Element], len(l.ships))
	for i, s := range l.ships {
		own := bits[s.offset : s.offset+s.bits()]
		ships[i].along, ships[i].across, ships[i].vertical = own[:s.along], own[s.along:s.along+s.across], own[s.bits()-1]
		ships[i].nAlong, ships[i].nAcross = number(table, ships[i].along), number(table, ships[i].across)
	}
	return ships
}

// board returns the best that a liar can give to the board's circuit: a grid with the bits of the sum of its ships. Any
// other grid of bits makes another sum. sum is that sum.
func (c *liar) board(t testing.TB) (w boardWires[fr.Element], sum fr.Element) {
	t.Helper()
	w = newBoardWires[fr.Element](c.l)
	w.Commitment, w.Tag, w.Salt = c.commitment(t), c.tag, c.salt
	copy(w.Fleet, c.bits)
	v := new(values)
	boardRows(v, c.l, w)
	sum, covered := v.right, c.l.coveredWeight()
	sum.Sub(&sum, &covered)
	integer := bigInt(sum)
	for i := range w.Grid {
		w.Grid[i] = num(int(integer.Bit(i)))
	}
	return w, sum
}

// answer returns the best that a liar can give to the answer's circuit, for each of the given places of a dry tile. The
// rows leave no choice about On and the inverses.
func (c *liar) answer(t testing.TB, public []fr.Element, places ...int) []answerWires[fr.Element] {
	t.Helper()
	l := c.l
	w := newAnswerWires[fr.Element](l)
	w.setPublic(public)
	w.Commitment, w.Tag, w.Salt = c.commitment(t), c.tag, c.salt
	copy(w.Fleet, c.bits)
	table, all := new(values), num(1)
	var origin, step fr.Element
	for i, s := range shipsOf(l, w.Fleet) {
		at := originRows(table, l, s)
		miss := missRows(table, l, l.ships[i].length, w.Tile, at, s.vertical)
		all.Mul(&all, &miss)
		if !l.ruleset.AnnounceSunk {
			continue
		}
		w.Inverse[i].Inverse(&miss)
		if miss.IsZero() {
			w.On[i] = num(1)
			origin, step = at, table.sum(s.vertical, s.vertical, num(l.side-1), num(0), num(1))
		}
	}
	if !l.ruleset.AnnounceSunk {
		w.Inverse[0].Inverse(&all)
		return []answerWires[fr.Element]{w}
	}
	if !w.Sunk[0].IsZero() {
		w.Excuse[0].Div(&w.Hit, &w.Sunk[0])
		return []answerWires[fr.Element]{w}
	}
	if w.Hit.IsZero() {
		places = places[:1] // no dry tile is asked for
	}
	var list []answerWires[fr.Element]
	for _, place := range places {
		try := w
		try.Dry, try.DryInverse = []fr.Element{num(place)}, make([]fr.Element, 1)
		dry := num(place)
		dry.Mul(&dry, &step).Add(&dry, &origin)
		apart := dry
		apart.Sub(&apart, &w.Tile)
		for i := range w.Hits {
			difference := dry
			difference.Sub(&difference, &w.Hits[i])
			apart.Mul(&apart, &difference)
		}
		try.DryInverse[0].Div(&w.Hit, &apart) // the inverse of 0 is 0
		list = append(list, try)
	}
	return list
}

// shotAt is a game in which the creator's first shot is at the tile.
func shotAt(t testing.TB, r *game.Ruleset, tile game.Tile) game.State {
	t.Helper()
	state, err := game.NewState(r, game.Clock{OpenBlocks: 10, TurnBlocks: 10, ClaimBlocks: 10}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range []game.Action{
		game.Join{},
		game.RevealToss{By: game.Creator, First: game.Creator},
		game.Shoot{By: game.Creator, Tile: tile},
	} {
		if state, _, err = game.Step(state, action, 2); err != nil {
			t.Fatal(err)
		}
	}
	return state
}

// rulesets are those that have circuits.
func rulesets() []*game.Ruleset {
	return slices.DeleteFunc(game.Rulesets(), func(r *game.Ruleset) bool { return !r.Proven })
}
