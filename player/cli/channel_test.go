package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A whole conversation at the prompt, command by command.
func TestAnOffChainGameAtThePrompt(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	out, _, err := run(h.World, "create-game --channel --relay "+h.URL+" --ruleset xaya --from alice -y")
	require.NoError(t, err)
	require.Contains(t, out, "created (xaya")
	for _, what := range []string{"show 1", "export 1 none", "submit 1 -y", "recover 1 -y"} {
		_, _, err = run(h.World, "channel "+what+" --from alice")
		require.EqualError(t, err, "game 1 has no opponent yet", what)
	}
	require.Contains(t, must(h.World, "lobby"), "rated, off-chain")
	must(h.World, "join-game 1 --from bob -y")
	require.Contains(t, must(h.World, "games"), "off-chain")
	require.Contains(t, must(h.World, "channel show 1 --from alice"), "1 is off-chain, until block ")
	require.Contains(t, must(h.World, "channel show 1 -o json --from alice"), `"where":"off-chain"`)
	_, _, err = run(h.World, "answer 1 --from bob")
	require.ErrorContains(t, err, "nothing was sent: alice's turn: the coin toss, off-chain")
	out = must(h.World, "shoot 1 A1 --from alice")
	require.Contains(t, out, "Game 1, off-chain, ")
	require.Contains(t, must(h.World, "board 1 --from bob"), "off-chain")
	for _, who := range []string{alice, bob} {
		_, _, err = run(h.World, "tx battleship challenge 1 -y --from "+who)
		require.ErrorContains(t, err, "nothing was sent: the game is played off-chain")
	}
	turn, other := bob, alice
	if strings.Contains(out, "no shot at A1") { // the toss has chosen bob
		require.Contains(t, out, "your opponent")
	}
	out = must(h.World, "shoot 1 B2 --from "+turn)
	require.Contains(t, out, "off-chain")
	path := filepath.Join(t.TempDir(), "proof")
	require.Contains(t, must(h.World, "channel export 1 "+path+" --from "+turn), "is in "+path)
	_, told, err := run(h.World, "channel recover 1 -y --from "+turn)
	require.ErrorContains(t, err, "nothing is lost")
	require.NotContains(t, told, "Asking")
	require.Contains(t, must(h.World, "channel submit 1 -y --from "+turn), "brought on-chain with the newest state")
	require.Contains(t, must(h.World, "channel show 1 --from "+other), "1 was brought on-chain")
	require.Contains(t, must(h.World, "channel show 1 -o json --from "+other), `"where":"submitted"`)
	_, _, err = run(h.World, "channel submit 1 -y --from "+other)
	require.ErrorContains(t, err, "nothing was sent: game 1 is played on-chain")
	require.Contains(t, must(h.World, "shoot 1 C3 --from "+other), "Game 1, block ")
	must(h.World, "concede 1 -y --from alice")
	must(h.World, "claim 1 -y --from bob")
	for what, ends := range map[string]string{"show 1": "", "export 1 none": "", "recover 1 -y": "; nothing was sent"} {
		_, told, err = run(h.World, "channel "+what+" --from alice")
		require.Regexp(t, "^game 1 is over: [^;]*"+ends+"$", err.Error(), what)
		require.NotContains(t, told, "Asking", what)
	}

	must(h.World, "create-game --ruleset xaya --from alice -y")
	must(h.World, "join-game 2 --from bob -y")
	for _, what := range []string{"export 2 none", "submit 2 -y", "recover 2 -y"} {
		_, told, err = run(h.World, "channel "+what+" --from alice")
		require.EqualError(t, err, "game 2 is played on-chain: there is nothing off-chain", what)
		require.NotContains(t, told, "Asking", what)
	}
	require.Contains(t, must(h.World, "channel show 2 --from alice"), "2 is played on-chain, and never was off-chain")
	require.Contains(t, must(h.World, "channel show 2 -o json --from alice"), `"where":"on-chain"`)
}

// The opponent has brought an older state on-chain, and the newest leaves the move to it: a command to shoot or answer
// submits that, for nothing else would before the clock has run out.
func TestRegressionNothingByHandPostsTheNewestState(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"shoot 1 A1", "answer 1"} {
		h := playertest.NewOffChain(t)
		id := h.Started(game.Xaya())
		liar, honest := h.Play(id, 30)
		newest := h.View(honest, id).State.Progress()
		_, err := h.Client(liar).Send(t.Context(), &types.MsgSubmitState{
			Sender: h.Client(liar).Key().Address.String(), GameId: id,
		})
		require.NoError(t, err)
		require.Contains(t, must(h.World, command+" -y --from "+honest), "submitted the newest state", command)
		v, err := h.Open(alice, id).Look(t.Context())
		require.NoError(t, err)
		require.Equal(t, newest, v.ChainState.State.Progress(), command)
	}
}

// A surrender leaves before its command ends, and is read by a command to claim.
func TestRegressionASurrenderAtThePromptIsNotClaimed(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	must(h.World, "create-game --channel --relay "+h.URL+" --ruleset xaya --from alice -y")
	must(h.World, "join-game 1 --from bob -y")
	require.Contains(t, must(h.World, "concede 1 -y --from alice"), "off-chain")
	_, _, err := run(h.World, "concede 1 -y --from alice")
	require.ErrorContains(t, err, "play has ended")
	require.Contains(t, must(h.World, "claim 1 -y --from bob"), "board proven")
	require.Equal(t, 3, h.Transactions())
}

// An update of the opponent that waits at the relay is read before giving up is refused for it.
func TestRegressionGivingUpIsRefusedForAnUpdateThatWaits(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	must(h.World, "create-game --channel --relay "+h.URL+" --ruleset xaya --from alice -y")
	must(h.World, "join-game 1 --from bob -y")
	must(h.World, "shoot 1 A1 --from alice")
	require.Contains(t, must(h.World, "concede 1 -y --from bob"), "off-chain")
}

func TestRegressionAnUnknownCommandOfChannelIsNoError(t *testing.T) {
	t.Parallel()
	_, _, err := run(playertest.NewOffChain(t).World, "channel bogus")
	require.EqualError(t, err, `channel: expected show, submit, export, recover or watch, got "bogus"`)
}

// A player who has lost its log and hears nothing is told what that means.
func TestRegressionARecoveryWithoutAnswersClaimsTheNewestState(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	_, loser := h.Play(id, 10)
	address := h.Client(loser).Key().Address.String()
	require.NoError(t, os.RemoveAll(filepath.Join(h.ClientCtx.HomeDir, "channels", "chain-"+h.ClientCtx.ChainID, address)))
	out, told, err := run(h.World, "channel recover 1 -y --from "+loser)
	require.NoError(t, err)
	require.Contains(t, told, "No update came in 10s.")
	require.Contains(t, out, "brought on-chain as it was joined; your opponent or a watchtower may know a newer one.")
}

func TestTheBoardNamesTheCommandThatContinuesAnOffChainGame(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	liar, honest := h.Play(id, 20)
	_, err := h.Client(liar).Send(t.Context(), &types.MsgSubmitState{
		Sender: h.Client(liar).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)
	require.Contains(t, must(h.World, "board 1 --from "+honest), "Continue with: battleshipd channel submit 1\n")

	id = h.Started(game.Xaya())
	_, loser := h.Play(id, 10)
	address := h.Client(loser).Key().Address.String()
	require.NoError(t, os.RemoveAll(filepath.Join(h.ClientCtx.HomeDir, "channels", "chain-"+h.ClientCtx.ChainID, address)))
	require.Contains(t, must(h.World, "board 2 --from "+loser), "Continue with: battleshipd channel recover 2\n")
}
