package game

import (
	"fmt"
	"slices"
	"strings"
)

// Bounds of a ruleset. They hold every loop in this package.
const (
	// MaxShips is the most ships a fleet may have.
	MaxShips = 32
	// MaxPlayers is the most players that a ruleset may be for.
	MaxPlayers = 16
	// MaxNameBytes is the longest name of a ruleset or a class.
	MaxNameBytes = 16
)

// Ruleset is one variant of the game, as data. Its ID is frozen: a change of any field is a new ruleset with a new ID.
type Ruleset struct {
	// ID is the ruleset's number, from 1, never used for another.
	ID uint32
	// Name is its name in texts: lower-case letters, with single hyphens between them.
	Name string
	// Width and Height are the board's size in tiles, at most MaxWidth and MaxHeight.
	Width, Height int
	// Classes are the kinds of ship in a fleet. Their order is the order of a Fleet.
	Classes []ShipClass
	// Touch allows ships to lie side by side or corner to corner.
	Touch bool
	// HitShootsAgain gives the next shot to the player who hit; otherwise players take turns.
	HitShootsAgain bool
	// AnnounceSunk demands that a ship be announced with the answer to the shot that sank it.
	AnnounceSunk bool
	// Proven demands that each board is proven legal when it enters a game and each answer when it is given, so that
	// nothing is left to claim when play ends; State.ProvenClaims is the exception.
	Proven bool
	// MinPlayers and MaxPlayers are how many play at a table. Both are 0 in a ruleset of duels, which are for two: other
	// kinds of games have packages of their own, and no game of this package can have such a ruleset.
	MinPlayers, MaxPlayers int
}

// ShipClass is one kind of ship.
type ShipClass struct {
	// Name is the class's name in texts: lower-case letters, unique in its ruleset.
	Name string
	// Length is how many tiles a ship of the class covers.
	Length int
	// Count is how many ships of the class a fleet has.
	Count int
}

// Rulesets returns every known ruleset in the order of their IDs. The caller owns the result.
func Rulesets() []*Ruleset { return []*Ruleset{Classic(), Xaya(), ClassicZK(), XayaZK()} }

// RulesetByID returns the ruleset with that ID, or an ErrRuleset. The caller owns the result.
func RulesetByID(id uint32) (*Ruleset, error) {
	for _, r := range Rulesets() {
		if r.ID == id {
			return r, nil
		}
	}
	return nil, fmt.Errorf("%w: expected an id from 1 to %d, got %d", ErrRuleset, len(Rulesets()), id)
}

// RulesetByName returns the ruleset with that name, or an ErrRuleset. The caller owns the result.
func RulesetByName(name string) (*Ruleset, error) {
	var names []string
	for _, r := range Rulesets() {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	return nil, fmt.Errorf("%w: expected %s, got %.20q", ErrRuleset, strings.Join(names, " or "), name)
}

// Tiles is how many tiles a board has.
func (r *Ruleset) Tiles() int { return r.Width * r.Height }

// Ships is how many ships a fleet has.
func (r *Ruleset) Ships() int {
	n := 0
	for _, c := range r.Classes {
		n += c.Count
	}
	return n
}

// ShipTiles is the number of tiles of a fleet: a player with that many hits on its board has lost.
func (r *Ruleset) ShipTiles() int {
	n := 0
	for _, c := range r.Classes {
		n += c.Count * c.Length
	}
	return n
}

// Equal reports whether both rulesets are the same in every field.
func (r *Ruleset) Equal(o *Ruleset) bool {
	return r.ID == o.ID && r.Name == o.Name && r.Width == o.Width && r.Height == o.Height &&
		slices.Equal(r.Classes, o.Classes) && r.Touch == o.Touch && r.HitShootsAgain == o.HitShootsAgain &&
		r.AnnounceSunk == o.AnnounceSunk && r.Proven == o.Proven &&
		r.MinPlayers == o.MinPlayers && r.MaxPlayers == o.MaxPlayers
}

// Duel reports whether two play under the ruleset, by the rules of this package.
func (r *Ruleset) Duel() bool { return r.MinPlayers == 0 && r.MaxPlayers == 0 }

// Validate returns an ErrRuleset unless the ruleset keeps every bound that the rest of the package relies on. It does
// not check that a legal fleet exists.
func (r *Ruleset) Validate() error {
	switch {
	case r == nil:
		return fmt.Errorf("%w: no ruleset is given", ErrRuleset)
	case r.ID == 0:
		return fmt.Errorf("%w: expected an id from 1, got 0", ErrRuleset)
	case !isRulesetName(r.Name):
		return fmt.Errorf("%w: expected a name of 1 to %d lower-case letters, hyphens between them, got %.20q",
			ErrRuleset, MaxNameBytes, r.Name)
	case r.Width < 1 || r.Width > MaxWidth || r.Height < 1 || r.Height > MaxHeight:
		return fmt.Errorf("%w: expected a board of 1x1 to %dx%d tiles, got %dx%d",
			ErrRuleset, MaxWidth, MaxHeight, r.Width, r.Height)
	case len(r.Classes) < 1 || len(r.Classes) > MaxShips:
		return fmt.Errorf("%w: expected 1 to %d ship classes, got %d", ErrRuleset, MaxShips, len(r.Classes))
	case !r.Duel() && (r.MinPlayers < 2 || r.MaxPlayers < r.MinPlayers || r.MaxPlayers > MaxPlayers):
		return fmt.Errorf("%w: expected 2 to %d players, got %d to %d", ErrRuleset, MaxPlayers, r.MinPlayers, r.MaxPlayers)
	}
	for i, c := range r.Classes {
		switch {
		case !isName(c.Name):
			return fmt.Errorf("%w: expected a class name of 1 to %d lower-case letters, got %.20q",
				ErrRuleset, MaxNameBytes, c.Name)
		case c.Length < 1 || c.Length > max(r.Width, r.Height):
			return fmt.Errorf("%w: expected %s to be 1 to %d tiles long, got %d",
				ErrRuleset, c.Name, max(r.Width, r.Height), c.Length)
		case c.Count < 1 || c.Count > MaxShips:
			return fmt.Errorf("%w: expected 1 to %d ships of class %s, got %d", ErrRuleset, MaxShips, c.Name, c.Count)
		}
		for _, earlier := range r.Classes[:i] {
			if earlier.Name == c.Name {
				return fmt.Errorf("%w: expected each class once, got %s twice", ErrRuleset, c.Name)
			}
		}
	}
	if r.Ships() > MaxShips {
		return fmt.Errorf("%w: expected at most %d ships, got %d", ErrRuleset, MaxShips, r.Ships())
	}
	if r.ShipTiles() > r.Tiles() {
		return fmt.Errorf("%w: expected ships on at most %d tiles, got %d", ErrRuleset, r.Tiles(), r.ShipTiles())
	}
	return nil
}

// isRulesetName reports whether s is at most MaxNameBytes long and made of names with single hyphens between them.
func isRulesetName(s string) bool {
	if len(s) > MaxNameBytes {
		return false
	}
	for part := range strings.SplitSeq(s, "-") {
		if !isName(part) {
			return false
		}
	}
	return true
}

// isName reports whether s is 1 to MaxNameBytes lower-case letters.
func isName(s string) bool {
	if len(s) < 1 || len(s) > MaxNameBytes {
		return false
	}
	for i := range len(s) {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return true
}
