package commitment_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
)

func TestAuditPassesAnHonestBoard(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p := alice(t, r)
		if err := commitment.Audit(p.binding, p.commit(t), p.fleet, p.secret); err != nil {
			t.Error(err)
		}
	})
}

// claim holds the arguments of Audit.
type claim struct {
	player
	board commitment.Board
}

func TestAttackAuditRefuses(t *testing.T) {
	r := game.Classic()
	tests := map[string]struct {
		change func(c *claim)
		want   error
	}{
		"a secret with a bit flipped": {func(c *claim) { c.secret[0] ^= 1 }, commitment.ErrAudit},
		"a secret cut short":          {func(c *claim) { c.secret = c.secret[:31] }, commitment.ErrSecret},
		"a secret with a zero more":   {func(c *claim) { c.secret = append(c.secret, 0) }, commitment.ErrSecret},
		"no secret":                   {func(c *claim) { c.secret = nil }, commitment.ErrSecret},
		"another player's secret":     {func(c *claim) { c.secret = bob(t, r).secret }, commitment.ErrAudit},
		"a fleet with a ship shifted": {func(c *claim) { c.fleet[2].Origin++ }, commitment.ErrAudit},
		"a fleet with a ship turned":  {func(c *claim) { c.fleet[4].Vertical = true }, commitment.ErrAudit},
		"no fleet":                    {func(c *claim) { c.fleet = nil }, game.ErrFleetMissing},
		"a ship missing":              {func(c *claim) { c.fleet = c.fleet[:4] }, game.ErrFleetMissing},
		"a ship too many":             {func(c *claim) { c.fleet = append(c.fleet, c.fleet[4]) }, game.ErrFleetExtra},
		"ships out of order": {func(c *claim) {
			c.fleet[0], c.fleet[1] = c.fleet[1], c.fleet[0]
		}, game.ErrFleetOrder},
		"ships on top of each other": {func(c *claim) { c.fleet[1].Origin = 0 }, game.ErrFleetOverlap},
		"a ship over the row's end":  {func(c *claim) { c.fleet[0].Origin = 6 }, game.ErrFleetOffBoard},
		"a ship below the board": {func(c *claim) {
			c.fleet[4] = game.Ship{Class: 4, Origin: 99, Vertical: true}
		}, game.ErrFleetOffBoard},
		"a class that is not there": {func(c *claim) { c.fleet[4].Class = 5 }, game.ErrShip},
		"the fleets that it could be": {func(c *claim) {
			c.fleet[2].Origin, c.fleet[3].Origin = c.fleet[3].Origin, c.fleet[2].Origin
		}, commitment.ErrAudit},
		"another nonce":      {func(c *claim) { c.binding.Nonce++ }, commitment.ErrAudit},
		"another player":     {func(c *claim) { c.binding.Player = bob(t, r).binding.Player }, commitment.ErrAudit},
		"another chain":      {func(c *claim) { c.binding.ChainID = "battleship-1" }, commitment.ErrAudit},
		"no chain":           {func(c *claim) { c.binding.ChainID = "" }, commitment.ErrBinding},
		"another ruleset":    {func(c *claim) { c.binding.Ruleset = game.Xaya() }, commitment.ErrBoard},
		"another first root": {func(c *claim) { c.board.RowRoots[0][0] ^= 1 }, commitment.ErrAudit},
		"another last root":  {func(c *claim) { c.board.RowRoots[9][31] ^= 1 }, commitment.ErrAudit},
		"another toss leaf":  {func(c *claim) { c.board.TossLeaf[31] ^= 1 }, commitment.ErrAudit},
		"rows swapped": {func(c *claim) {
			c.board.RowRoots[1], c.board.RowRoots[3] = c.board.RowRoots[3], c.board.RowRoots[1]
		}, commitment.ErrAudit},
		"a row missing":  {func(c *claim) { c.board.RowRoots = c.board.RowRoots[:9] }, commitment.ErrBoard},
		"an empty board": {func(c *claim) { c.board = commitment.Board{} }, commitment.ErrBoard},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p := alice(t, r)
			c := claim{p, cloneBoard(p.commit(t))}
			test.change(&c)
			if err := commitment.Audit(c.binding, c.board, c.fleet, c.secret); !errors.Is(err, test.want) {
				t.Errorf("expected %v, got %v", test.want, err)
			}
		})
	}
}

func TestAttackAuditRefusesTouchingShips(t *testing.T) {
	r := game.Xaya()
	p := mallory(t, r)
	p.fleet = parseFleet(t, r, "A1h,A2h,E3v,G1h,G8h,A8h,H3v") // the cruiser lies along the battleship
	ships := game.SetOf()
	for _, ship := range p.fleet {
		tiles, err := r.Footprint(ship)
		if err != nil {
			t.Fatal(err)
		}
		ships = ships.Union(tiles)
	}
	cheat := commitmenttest.Board{Binding: p.binding, Fleet: p.fleet, Ships: ships, Secret: p.secret}
	if err := commitment.Audit(p.binding, cheat.Commit(), p.fleet, p.secret); !errors.Is(err, game.ErrFleetTouch) {
		t.Errorf("expected %v, got %v", game.ErrFleetTouch, err)
	}
}

// TestAttackABoardOfWaterNeverPasses is for games that take the length of ships from the player: mallory commits to
// water, answers water to every shot, which verifies, and can claim with no fleet at all.
func TestAttackABoardOfWaterNeverPasses(t *testing.T) {
	forEachRuleset(t, func(t *testing.T, r *game.Ruleset) {
		p := mallory(t, r)
		water := commitmenttest.Board{Binding: p.binding, Fleet: p.fleet, Secret: p.secret}
		board := water.Commit()
		for index := range r.Tiles() {
			tile := game.Tile(index)
			o := water.Open(tile)
			if o.Content != commitment.Water {
				t.Fatalf("%s: expected water, got %s", r.TileName(tile), o.Content)
			}
			if err := commitment.VerifyOpening(p.binding, board, tile, o); err != nil {
				t.Fatal(err)
			}
		}
		if err := commitment.Audit(p.binding, board, p.fleet, p.secret); !errors.Is(err, commitment.ErrAudit) {
			t.Errorf("expected %v, got %v", commitment.ErrAudit, err)
		}
		if err := commitment.Audit(p.binding, board, nil, p.secret); !errors.Is(err, game.ErrFleetMissing) {
			t.Errorf("expected %v, got %v", game.ErrFleetMissing, err)
		}
	})
}

// TestAttackTheFleetCannotBeChosenLater: nine tiles in a line are a carrier and a battleship in either order. A
// player who could still choose would announce after each hit the ship that helps the opponent least.
func TestAttackTheFleetCannotBeChosenLater(t *testing.T) {
	r := game.Classic()
	p := mallory(t, r)
	p.fleet = parseFleet(t, r, "A1h,F1h,A5h,A7h,A9h")
	other := parseFleet(t, r, "E1h,A1h,A5h,A7h,A9h")
	was, err := r.FleetTiles(p.fleet)
	if err != nil {
		t.Fatal(err)
	}
	is, err := r.FleetTiles(other)
	if err != nil {
		t.Fatal(err)
	}
	if !was.Equal(is) {
		t.Fatal("expected both fleets on the same tiles, got others")
	}
	board := p.commit(t)
	if err := commitment.Audit(p.binding, board, p.fleet, p.secret); err != nil {
		t.Errorf("the fleet of the commitment: %v", err)
	}
	if err := commitment.Audit(p.binding, board, other, p.secret); !errors.Is(err, commitment.ErrAudit) {
		t.Errorf("the other fleet: expected %v, got %v", commitment.ErrAudit, err)
	}
}
