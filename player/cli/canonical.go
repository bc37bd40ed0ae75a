package cli

import (
	"fmt"
	"strings"
)

// canonicalTile spells a tile as the chain does, which takes one spelling alone: " b7" is B7. What is no tile stays
// none.
func canonicalTile(typed string) string {
	return strings.ToUpper(withoutSpace(typed))
}

// canonicalFleet spells a fleet as the chain does: "a1H, A3h" is A1h,A3h. What is no fleet stays none.
func canonicalFleet(typed string) string {
	placements := strings.Split(withoutSpace(typed), ",")
	for i, placement := range placements {
		if end := len(placement) - 1; end >= 0 {
			placements[i] = strings.ToUpper(placement[:end]) + strings.ToLower(placement[end:])
		}
	}
	return strings.Join(placements, ",")
}

func withoutSpace(s string) string { return strings.Join(strings.Fields(s), "") }

// asTyped adds what the user typed to an error that speaks of its canonical spelling.
func asTyped(typed, canonical string, err error) error {
	if typed == canonical {
		return err
	}
	return fmt.Errorf("%q: %w", typed, err)
}
