package cli_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/invite"
	"github.com/battleship-chain/battleship/player/playertest"
)

// The code that opening a game shows is joined, where it was not mistyped.
func TestAttackAGameIsJoinedByItsInviteCode(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, note, err := run(w, "tx battleship create-game --casual --opponent bob --from alice -y")
	require.NoError(t, err)
	shown := regexp.MustCompile(`Invite code: (G[0-9A-Z-]+) \(for battleshipd join,`).FindStringSubmatch(note)
	require.NotNil(t, shown, note)
	i, err := invite.Decode(shown[1])
	require.NoError(t, err)
	require.Equal(t, uint64(1), i.Game)

	i.Node = "" // the node of these tests has no port
	code, err := invite.Encode(i)
	require.NoError(t, err)
	i.Node = "192.0.2.1:26657"
	elsewhere, err := invite.Encode(i)
	require.NoError(t, err)
	join := "tx battleship join-game --from bob -y "
	for arg, says := range map[string]string{
		"otter":                      `"otter" is neither the number of a game nor an invite code`,
		code[:len(code)-1] + "?":     "is neither the number of a game nor an invite code",
		"--chain-id other-1 " + code: "--chain-id: this invite is to a game on battleship-test-1, not on other-1",
		elsewhere: "this invite is to game 1 on battleship-test-1, at the node tcp://192.0.2.1:26657: to go there, " +
			"add --chain-id battleship-test-1 --node tcp://192.0.2.1:26657",
	} {
		_, _, err := run(w, join+arg)
		require.ErrorContains(t, err, says)
	}
	require.Contains(t, must(w, join+code), "joined")
	_, note, err = run(w, "tx battleship create-game --casual --from alice -y -o json")
	require.NoError(t, err)
	require.Contains(t, note, "Invite code: ")
}
