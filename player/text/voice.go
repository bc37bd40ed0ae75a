package text

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game/name"
)

// Voice is the reader of a text: it determines who is "you" and the names of the others. The zero Voice calls each
// player by its address.
type Voice struct {
	// You is the reader's address. It is empty for a spectator.
	You string
	// Names are the names of players, by address.
	Names map[string]string
	// Unnamed returns the names of players without one in Names. It is nil if they are called by their addresses.
	Unnamed func(address string) string
	// Short makes the voice abbreviate an address that has no name, and omit the context that a screen shows elsewhere.
	Short bool
	// Most is how many players a list names at most; the others are counted. It is 0 for all.
	Most int
	// Automatic makes the voice add that the reader's program sends an obligation.
	Automatic bool
}

// Name returns the name of a player within a sentence.
func (v Voice) Name(address string) string {
	if v.you(address) {
		return "you"
	}
	return v.Called(address)
}

// Called returns the name of a player, also of the reader: the known name, else the address.
func (v Voice) Called(address string) string {
	switch name := v.Names[address]; {
	case name != "":
		return name
	case v.Unnamed != nil && address != "":
		return v.Unnamed(address)
	case v.Short:
		return ShortAddress(address)
	default:
		return address
	}
}

// Whose returns the possessive of a player: "your" or "alice's".
func (v Voice) Whose(address string) string {
	if v.you(address) {
		return "your"
	}
	return v.Called(address) + "'s"
}

// Board names the board of a player: "your board" or "alice's board".
func (v Voice) Board(address string) string { return v.Whose(address) + " board" }

// List joins the names of players, the reader's first: "you, alice and bob".
func (v Voice) List(addresses []string) string {
	names := v.names(addresses)
	if v.Most > 0 && len(names) > v.Most+1 {
		names = append(names[:v.Most:v.Most], Count(len(names)-v.Most, "other"))
	}
	return List(names)
}

// Or joins the names of alternative players: "you, alice or bob".
func (v Voice) Or(addresses []string) string { return joined(v.names(addresses), "or") }

func (v Voice) names(addresses []string) []string {
	var names []string
	for _, address := range addresses {
		if v.you(address) {
			names = append([]string{v.Name(address)}, names...)
		} else {
			names = append(names, v.Name(address))
		}
	}
	return names
}

func (v Voice) you(address string) bool { return address != "" && address == v.You }

// verb returns the form of a verb that goes with a player: "have" for you, "has" for another.
func (v Voice) verb(address, you, other string) string {
	if v.you(address) {
		return you
	}
	return other
}

// ShortAddress abbreviates an address: its beginning and its end.
func ShortAddress(address string) string {
	const head, tail = 9, 4
	if len(address) <= head+tail+2 {
		return address
	}
	return address[:head] + ".." + address[len(address)-tail:]
}

// NameOf writes the name that a player has set, or the generated one of a player without.
func NameOf(address, set string) string {
	if set != "" {
		return set
	}
	return "none, shown as " + name.Generated(address)
}

// fill writes a text of this package with values in place of the words in braces: each word is followed by its value.
func fill(words string, values ...string) string {
	return strings.NewReplacer(values...).Replace(words)
}

// about is fill for a text about a player: {name} and {whose} are the player's, {are} and {were} the verbs.
func (v Voice) about(player, words string, values ...string) string {
	return fill(words, append(values, "{name}", v.Name(player), "{whose}", v.Whose(player),
		"{are}", v.verb(player, "are", "is"), "{were}", v.verb(player, "were", "was"))...)
}

// List joins words as a sentence does: "alice, bob and carol".
func List(words []string) string { return joined(words, "and") }

// Or joins alternatives: "alice, bob or carol".
func Or(words []string) string { return joined(words, "or") }

func joined(words []string, last string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
	return strings.Join(words, "")
}

// Count returns a number with its noun: "1 round", "2 rounds".
func Count[N int | int64 | uint32](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Sentence makes a whole sentence of words that begin in lower case and end without a full stop.
func Sentence(words string) string {
	if words == "" {
		return ""
	}
	words = Upper(words)
	switch words[len(words)-1] {
	case '.', '!', '?':
		return words
	}
	return words + "."
}

// Upper begins a text with a capital letter, unless that is an address.
func Upper(words string) string {
	const address = "ship1"
	if first := words[0]; first >= 'a' && first <= 'z' && (len(words) < len(address) || words[:len(address)] != address) {
		return string(first-'a'+'A') + words[1:]
	}
	return words
}
