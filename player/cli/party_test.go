package cli_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/player/invite"
	"github.com/battleship-chain/battleship/player/party"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
)

func TestAPartyIsNamedByItsSizeOrItsCode(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, err := party.Open(t.Context(), w.Player(alice), 3)
	require.NoError(t, err)
	for _, name := range []string{bob, chain.Carol} {
		require.NoError(t, party.Join(t.Context(), w.Player(name), id))
	}
	code := func(game uint64) string {
		code, err := invite.Encode(invite.Invite{Chain: w.ClientCtx.ChainID, Game: game})
		require.NoError(t, err)
		return code
	}
	elsewhere, err := invite.Encode(invite.Invite{Chain: "other-1", Game: id})
	require.NoError(t, err)
	for arg, says := range map[string]string{
		"1":                          "--party: a party is for 3 to 8 players, got 1",
		"99":                         "--party: a party is for 3 to 8 players, got 99",
		"-3":                         "--party: a party is for 3 to 8 players, got -3",
		"otter":                      `--party: "otter" is neither the number of a game nor an invite code`,
		code(id)[:6] + "-9999":       "this invite code is mistyped",
		elsewhere:                    "wrong chain: expected other-1, but the node at",
		code(id):                     "this party has its 3 players, and you are none of them",
		code(77):                     "game 77 is no party, or one that is over",
		"4 --games 2":                "expected --party or --games, got both",
		"1234 --match":               "expected --party or --match, got both",
		"4 --ruleset nothing":        "nothing",
		"4 --channel --relay otter:": "--relay",
	} {
		_, _, err := run(w, "bot --from mallory --party "+arg)
		require.ErrorContains(t, err, says, arg)
	}
	_, _, err = run(w, "bot --from mallory --party=")
	require.ErrorContains(t, err, `--party: expected a value, got ""`)
}

func TestBotsPlayAPartyAtThePrompt(t *testing.T) {
	t.Parallel()
	w := playertest.NewOffChain(t)
	id, err := party.Open(t.Context(), w.Player(alice), 3)
	require.NoError(t, err)
	code, err := invite.Encode(invite.Invite{Chain: w.ClientCtx.ChainID, Game: id})
	require.NoError(t, err)
	var group errgroup.Group
	names := []string{alice, bob, chain.Carol}
	out, told := make([]bytes.Buffer, len(names)), make([]bytes.Buffer, len(names))
	for i, name := range names {
		line := "bot --strategy hunt --channel --relay " + w.URL + " --party " + code + " --from " + name
		if name == bob {
			line += " -o json"
		}
		group.Go(func() error { return runTo(w.World, t.Context(), &out[i], &told[i], line) })
	}
	require.NoError(t, group.Wait())
	var table []text.PartyScore
	require.NoError(t, json.Unmarshal(out[1].Bytes(), &table))
	require.Len(t, table, len(names))
	for _, s := range table {
		require.Equal(t, 2, s.Played)
	}
	require.Equal(t, out[0].String(), out[2].String())
	require.Contains(t, out[0].String(), "place player")
	require.Contains(t, told[0].String(), "The party is over: ")
}
