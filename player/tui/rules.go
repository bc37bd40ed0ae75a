package tui

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// rules say in a few sentences what is played.
func rules(r *game.Ruleset) string {
	var ships []string
	for _, class := range r.Classes {
		if class.Count == 1 {
			ships = append(ships, fmt.Sprintf("%s of %d", class.Name, class.Length))
		} else {
			ships = append(ships, fmt.Sprintf("%d %ss of %d", class.Count, class.Name, class.Length))
		}
	}
	sentences := []string{
		fmt.Sprintf("%d x %d tiles", r.Width, r.Height),
		"ships: " + strings.Join(ships, ", "),
		either(r.Touch, "ships may touch", "ships may not touch, not even at a corner"),
		turns(r),
		either(r.AnnounceSunk, "a ship that sinks is announced", "nobody says when a ship sinks"),
	}
	if r.Proven {
		sentences = append(sentences, "boards and answers are proven")
	}
	return sentence(strings.Join(sentences, "; "))
}

// turns says who shoots when.
func turns(r *game.Ruleset) string {
	if !r.Duel() {
		return "all shoot at once"
	}
	return either(r.HitShootsAgain, "a hit shoots again", "you take turns")
}

func either(which bool, yes, no string) string {
	if which {
		return yes
	}
	return no
}
