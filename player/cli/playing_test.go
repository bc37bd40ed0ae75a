package cli_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/cli"
)

// The page for players grew to half as much again, and named what the program did not.
func TestThePageForPlayersIsShortAndNamesCommandsThatAreThere(t *testing.T) {
	page, err := os.ReadFile("../../docs/playing.md")
	require.NoError(t, err)
	words := 0
	guide, _, found := strings.Cut(string(page), "\n## A session at the prompt\n")
	require.True(t, found)
	for _, word := range strings.Fields(strings.NewReplacer("|", " ", "`", " ", "---", " ").Replace(guide)) {
		if regexp.MustCompile(`\pL|\pN`).MatchString(word) {
			words++
		}
	}
	require.Less(t, words, 670)

	known := map[string]bool{"bot": true, "watch": true, "replay": true, "notify": true}
	for _, cmd := range cli.ShortCmds() {
		known[cmd.Name()] = true
	}
	_, commands, found := strings.Cut(guide, "| command |")
	require.True(t, found)
	commands, _, _ = strings.Cut(commands, "\n\n")
	named := 0
	for _, row := range strings.Split(commands, "\n")[2:] {
		cell := strings.Split(row, " | ")[0]
		for _, command := range regexp.MustCompile("`([a-z-]+)[^`]*`").FindAllStringSubmatch(cell, -1) {
			require.True(t, known[command[1]], command[1])
			named++
		}
	}
	require.Greater(t, named, 15)
}

func TestARelayReportsItsAddressAndEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cmd := cli.RelayCmd()
	cmd.SetArgs([]string{"--listen", "127.0.0.1:0"})
	out, in := io.Pipe()
	cmd.SetOut(in)
	ended := make(chan error, 1)
	go func() { ended <- cmd.ExecuteContext(ctx) }()
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Regexp(t, `^ready relay=ws://127\.0\.0\.1:\d+\n$`, line)
	conn, err := net.Dial("tcp", strings.TrimPrefix(strings.TrimSpace(line), "ready relay=ws://"))
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	cancel()
	require.NoError(t, <-ended)

	cmd = cli.RelayCmd()
	cmd.SilenceErrors = true
	cmd.SetArgs([]string{"--listen", "relay.example"})
	require.ErrorContains(t, cmd.Execute(), "expected an address of this machine with its port, such as 127.0.0.1:")
}
