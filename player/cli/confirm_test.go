package cli_test

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/cli"
)

// A word that was neither yes nor no was taken for a no, and there was no other fleet to be had.
func TestAskTakesTheAnswersThatItNames(t *testing.T) {
	tests := map[string]struct {
		typed    string
		redraw   bool
		declined bool
		again    bool
		asked    int
	}{
		"yes":                        {typed: "y\n", asked: 1},
		"yes in full":                {typed: " Yes\n", asked: 1},
		"no":                         {typed: "n\n", declined: true, asked: 1},
		"no in full":                 {typed: "NO\n", declined: true, asked: 1},
		"another fleet":              {typed: "r\n", redraw: true, again: true, asked: 1},
		"another where there is one": {typed: "r\ny\n", asked: 2},
		"a typing error":             {typed: "yy\n\ny\n", redraw: true, asked: 3},
		"the end of the input":       {typed: "", declined: true, asked: 1},
		"an answer and the end":      {typed: "y", asked: 1},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			err := cli.Ask(bufio.NewReader(strings.NewReader(tc.typed)), &out, "Play?", tc.redraw)
			require.Equal(t, tc.declined, cli.IsDeclined(err), err)
			require.Equal(t, tc.again, cli.IsRedraw(err), err)
			require.Equal(t, !tc.declined && !tc.again, err == nil)
			require.Equal(t, tc.asked, strings.Count(out.String(), "Play? [y/n"))
			require.Equal(t, tc.redraw, strings.Contains(out.String(), "r draws another fleet"))
		})
	}
}
