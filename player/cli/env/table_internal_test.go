package env

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestATableFitsItsTerminal(t *testing.T) {
	rows := [][]string{
		{"GAME", "RULESET", "PHASE", "PLAYERS"},
		{"1", "classic", "open", "alice"},
		{"12", "xaya", "play", "bob, ship1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2"},
		{"3", "classic-zk", "–", ""},
	}
	require.Equal(t, []string{
		"GAME  RULESET     PHASE  PLAYERS",
		"1     classic     open   alice",
		"12    xaya        play   bob, ship1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2",
		"3     classic-zk  –",
	}, layOut(rows, 0), "no terminal, no limit")
	require.Equal(t, layOut(rows, 0), layOut(rows, 73), "it just fits")
	require.Equal(t, []string{
		"GAME  RULESET     PHASE",
		"    PLAYERS",
		"1     classic     open",
		"    alice",
		"12    xaya        play",
		"    bob, ship1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2",
		"3     classic-zk  –",
	}, layOut(rows, 72))
	for _, line := range layOut(rows, 52) {
		require.LessOrEqual(t, utf8.RuneCountInString(line), 52)
	}
	require.Equal(t, []string{"A", "    B", "x"}, layOut([][]string{{"A", "B"}, {"x"}}, 1), "nothing is cut")
}
