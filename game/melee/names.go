package melee

import (
	"slices"
	"strconv"
)

// nameOf is the name of a numbered thing, or its kind and number if it has none.
func nameOf[T ~uint8](names []string, kind string, n T) string {
	if int(n) >= len(names) || names[n] == "" {
		return kind + " " + strconv.Itoa(int(n))
	}
	return names[n]
}

// numberOf is the inverse of nameOf for things that have a name.
func numberOf[T ~uint8](names []string, name string) (T, bool) {
	i := slices.Index(names, name)
	if i < 0 || name == "" {
		return 0, false
	}
	return T(i), true
}
