// Package commitmenttest provides hidden boards for tests: honest ones, and boards that only a cheat commits to.
//
// A [Board] is what its player knows of it. Package commitment refuses to commit to a fleet that the ruleset does not
// allow; a Board commits to any tiles and opens them truly. Like net/http/httptest, this package panics where a test
// asks for something that cannot be.
package commitmenttest

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/cometbft/cometbft/crypto/merkle"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

// ClassicFleet is a legal fleet of classic and classic-zk for tests that speak of its tiles: a ship in every second
// row, from column A.
const ClassicFleet = "A1h,A3h,A5h,A7h,A9h"

// Fleet returns a legal fleet of any ruleset: ClassicFleet, or the ships in their order along every second row.
func Fleet(r *game.Ruleset) string {
	if r.ID == game.Classic().ID || r.ID == game.ClassicZK().ID {
		return ClassicFleet
	}
	var fleet game.Fleet
	row, column := 0, 0
	for class, c := range r.Classes {
		for range c.Count {
			if column+c.Length > r.Width {
				row, column = row+2, 0
			}
			fleet = append(fleet, game.Ship{Class: class, Origin: game.Tile(row*r.Width + column)})
			column += c.Length + 1
		}
	}
	if err := r.CheckFleet(fleet); err != nil {
		panic("commitmenttest: " + err.Error())
	}
	return r.FleetString(fleet)
}

// Board is a hidden board with its player's secrets.
type Board struct {
	Binding commitment.Binding
	// Fleet is the fleet that the player claims to have. It makes the salts.
	Fleet game.Fleet
	// Ships are the tiles that the player commits to as ships: those of Fleet if it is honest.
	Ships  game.Set
	Secret []byte
}

// New returns an honest board. If secret is nil, it is derived from the binding.
func New(b commitment.Binding, fleet string, secret []byte) Board {
	f := must(b.Ruleset.ParseFleet(fleet))
	if secret == nil {
		sum := sha256.Sum256(must(b.AppendBinary([]byte("secret of "))))
		secret = sum[:]
	}
	return Board{Binding: b, Fleet: f, Ships: must(b.Ruleset.FleetTiles(f)), Secret: secret}
}

// Without returns the board with one ship of the fleet left out: the player claims to have it, and its tiles are water.
func (b Board) Without(ship game.Ship) Board {
	b.Ships = b.Ships.Minus(must(b.Binding.Ruleset.Footprint(ship)))
	return b
}

// Honest reports whether the board passes the audit: the fleet is legal and its tiles are the ships.
func (b Board) Honest() bool {
	tiles, err := b.Binding.Ruleset.FleetTiles(b.Fleet)
	return err == nil && tiles == b.Ships
}

// Commit returns the public part of the board: for an honest board that of commitment.Commit.
func (b Board) Commit() commitment.Board {
	board := commitment.Board{RowRoots: make([][]byte, b.Binding.Ruleset.Height)}
	for row := range board.RowRoots {
		board.RowRoots[row] = merkle.HashFromByteSlices(b.row(row))
	}
	toss := tossIndex(b.Binding.Ruleset)
	leaf := b.leaf(toss, commitment.Toss, b.OpenToss().Salt)
	board.TossLeaf = merkle.HashFromByteSlices([][]byte{leaf})
	return board
}

// Open returns the true opening of a tile: for an honest board that of commitment.Open.
func (b Board) Open(t game.Tile) commitment.Opening {
	r := b.Binding.Ruleset
	if int(t) >= r.Tiles() {
		panic(fmt.Sprintf("commitmenttest: no tile %d on a board of %d", t, r.Tiles()))
	}
	_, proofs := merkle.ProofsFromByteSlices(b.row(int(t) / r.Width))
	return commitment.Opening{
		Content: b.content(t),
		Salt:    commitment.Salt(commitment.FleetKey(b.Secret, b.Fleet), uint16(t)),
		Path:    proofs[int(t)%r.Width].Aunts,
	}
}

// OpenToss returns the opening of the toss leaf.
func (b Board) OpenToss() commitment.Opening {
	return must(commitment.OpenToss(b.Binding, b.Fleet, b.Secret))
}

// Answer returns the true answer to the pending shot of a game, from the player's ships on the board.
func (b Board) Answer(s game.State) game.Answer {
	var laid game.Fleet
	for _, ship := range b.Fleet {
		if must(b.Binding.Ruleset.Footprint(ship)).Minus(b.Ships).IsEmpty() {
			laid = append(laid, ship)
		}
	}
	return must(s.TrueAnswer(laid))
}

// TossFor returns a joiner's half of the toss with which a seat shoots first against this creator's board.
func (b Board) TossFor(first game.Seat, j commitment.Join) []byte {
	salt, half := b.OpenToss().Salt, make([]byte, commitment.TossSize)
	for i := uint64(0); commitment.TossFirst(salt, commitment.MixToss(half, j)) != first; i++ {
		binary.BigEndian.PutUint64(half, i)
	}
	return half
}

// content returns the content of a tile.
func (b Board) content(t game.Tile) commitment.Content {
	if b.Ships.Has(t) {
		return commitment.Ship
	}
	return commitment.Water
}

// row returns the leaves of one row.
func (b Board) row(row int) [][]byte {
	key := commitment.FleetKey(b.Secret, b.Fleet)
	leaves := make([][]byte, b.Binding.Ruleset.Width)
	for column := range leaves {
		t := game.Tile(row*b.Binding.Ruleset.Width + column)
		leaves[column] = b.leaf(uint16(t), b.content(t), commitment.Salt(key, uint16(t)))
	}
	return leaves
}

// leaf returns the bytes of a leaf by the letter of the documentation of package commitment, which makes none but those
// of legal boards.
func (b Board) leaf(index uint16, c commitment.Content, salt []byte) []byte {
	leaf := must(b.Binding.AppendBinary([]byte("battleship/leaf/v1")))
	leaf = binary.BigEndian.AppendUint16(leaf, index)
	return append(append(leaf, byte(c)), salt...)
}

func tossIndex(r *game.Ruleset) uint16 { return uint16(r.Tiles()) }

// must returns a value that a test has asked for.
func must[T any](value T, err error) T {
	if err != nil {
		panic("commitmenttest: " + err.Error())
	}
	return value
}
