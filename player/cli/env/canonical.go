package env

import (
	"fmt"
	"strings"
)

// CanonicalTile returns the chain's only spelling of a tile: " b7" is B7. An invalid tile stays invalid.
func CanonicalTile(typed string) string {
	return strings.ToUpper(withoutSpace(typed))
}

// CanonicalFleet returns the chain's spelling of a fleet: "a1H, A3h" is A1h,A3h. An invalid fleet stays invalid.
func CanonicalFleet(typed string) string {
	placements := strings.Split(withoutSpace(typed), ",")
	for i, placement := range placements {
		if end := len(placement) - 1; end >= 0 {
			placements[i] = strings.ToUpper(placement[:end]) + strings.ToLower(placement[end:])
		}
	}
	return strings.Join(placements, ",")
}

func withoutSpace(s string) string { return strings.Join(strings.Fields(s), "") }

// AsTyped adds the user's spelling to an error about the canonical one.
func AsTyped(typed, canonical string, err error) error {
	if err == nil || typed == canonical {
		return err
	}
	return fmt.Errorf("%q: %w", typed, err)
}
