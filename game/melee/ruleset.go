package melee

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// DefaultPlayers is the default number of players.
const DefaultPlayers = 4

// maxRounds bounds a melee: it fits a byte, as do a round, and a target plus one.
const maxRounds = 255

// Ruleset is the variant of melees: four ships of four to one tiles on 10x10, which may touch; sinking is not
// announced. It is frozen as those of duels are. It is not among game.Rulesets, which lists those of duels.
func Ruleset() *game.Ruleset {
	return &game.Ruleset{
		ID:     5,
		Name:   "melee",
		Width:  10,
		Height: 10,
		Classes: []game.ShipClass{
			{Name: "battleship", Length: 4, Count: 1},
			{Name: "cruiser", Length: 3, Count: 1},
			{Name: "destroyer", Length: 2, Count: 1},
			{Name: "boat", Length: 1, Count: 1},
		},
		Touch:      true,
		MinPlayers: 2,
		MaxPlayers: game.MaxPlayers,
	}
}

// RulesetByID returns the ruleset of melees with that ID, or an ErrRuleset, also for a ruleset of duels. The caller
// owns the result.
func RulesetByID(id uint32) (*game.Ruleset, error) {
	if r := Ruleset(); r.ID == id {
		return r, nil
	}
	return nil, fmt.Errorf("%w: expected a ruleset of melees, which is %d, got %d", game.ErrRuleset, Ruleset().ID, id)
}

// rulesetByName returns the ruleset of melees with that name.
func rulesetByName(name string) (*game.Ruleset, error) {
	if r := Ruleset(); r.Name == name {
		return r, nil
	}
	return nil, fmt.Errorf("%w: expected %s, got %.20q", game.ErrRuleset, Ruleset().Name, name)
}

// checkRuleset returns an ErrRuleset unless melees can be played under a ruleset.
func checkRuleset(r *game.Ruleset) error {
	if err := r.Validate(); err != nil {
		return err
	}
	switch {
	case r.Duel():
		return fmt.Errorf("%w: expected a ruleset of melees, got %s, which is for two", game.ErrRuleset, r.Name)
	case r.Proven || r.AnnounceSunk || r.HitShootsAgain:
		return fmt.Errorf("%w: expected neither proofs, announcements nor shots for hits, got %s", game.ErrRuleset, r.Name)
	case r.Tiles()+r.MaxPlayers > maxRounds:
		return fmt.Errorf("%w: expected at most %d tiles and players, got %d and %d",
			game.ErrRuleset, maxRounds, r.Tiles(), r.MaxPlayers)
	}
	return nil
}
