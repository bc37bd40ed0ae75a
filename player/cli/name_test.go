package cli_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game/name"
	"github.com/battleship-chain/battleship/player/playertest"
)

func TestAttackAPlayerSetsANameAndIsInvitedByIt(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	address := w.Address(alice)
	require.Contains(t, must(w, "player alice"), "name           none, shown as "+name.Generated(address)+"\n")
	require.Regexp(t, `^Block \d+: your name is sharkbait\.\n$`, must(w, "set-name sharkbait --from alice --yes"))
	require.Contains(t, must(w, "player sharkbait"), "name           sharkbait\n")
	require.Contains(t, must(w, "set-name otter --from alice --yes -o json"), `"name":"otter"`)

	_, note, err := run(w, "create --opponent otter --from bob --yes")
	require.NoError(t, err)
	require.Contains(t, note, "The player called otter is alice.\n", "which is the name of a key")
	require.Contains(t, must(w, "query battleship game 1 -o json"), `"opponent":"`+address+`"`)
	_, _, err = run(w, "create --opponent sharkbait --from bob --yes")
	require.ErrorContains(t, err, `no player has that name: unknown key "sharkbait"`)
	_, _, err = run(w, "withdraw --recipient otter --from bob --yes")
	require.ErrorContains(t, err, "otter", "coins are sent to addresses")

	_, _, err = run(w, "set-name otter --from bob --yes")
	require.ErrorContains(t, err, "another player has this name")
	_, _, err = run(w, "set-name admin --from bob --yes")
	require.ErrorContains(t, err, "could be taken for a part of the network")
	for _, args := range []string{"", "otter --none"} {
		_, _, err = run(w, "set-name "+args+" --from bob --yes")
		require.EqualError(t, err, "which name? battleshipd set-name otter sets one, --none gives yours up")
	}
	require.Contains(t, must(w, "set-name --none --from alice --yes"), "you have no name any more, and are shown as ")
}
