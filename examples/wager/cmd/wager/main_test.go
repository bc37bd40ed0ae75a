package main

import (
	"bytes"
	"flag"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFlags(t *testing.T) {
	o, err := parse([]string{"--node", "http://127.0.0.1:1", "--game", "7", "--player", "ship1x"}, io.Discard)
	require.NoError(t, err)
	require.Equal(t, options{node: "http://127.0.0.1:1", game: 7, player: "ship1x"}, o)
	_, err = parse([]string{"--game", "seven"}, io.Discard)
	require.ErrorContains(t, err, "game")
}

// The help listed the flags of a library for tests that the SDK links.
func TestRegressionHelpListsTheFlagsOfTheCommandAlone(t *testing.T) {
	var help bytes.Buffer
	_, err := parse([]string{"--help"}, &help)
	require.ErrorIs(t, err, flag.ErrHelp)
	require.Contains(t, help.String(), "-game")
	require.NotContains(t, help.String(), "rapid")
}
