package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli"
	duelcli "github.com/battleship-chain/battleship/player/cli/duel"
	"github.com/battleship-chain/battleship/player/cli/look"
	querycli "github.com/battleship-chain/battleship/player/cli/query"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// run runs a command line as a user without a terminal does.
func run(w *playertest.World, line string) (stdout, stderr string, err error) {
	w.Helper()
	var out, errOut bytes.Buffer
	err = runTo(w, w.Context(), &out, &errOut, line)
	return out.String(), errOut.String(), err
}

// runTo runs a command line that writes to out and errOut.
func runTo(w *playertest.World, ctx context.Context, out, errOut io.Writer, line string) error {
	w.Helper()
	root := &cobra.Command{Use: "battleshipd", SilenceErrors: true, SilenceUsage: true}
	root.PersistentFlags().String(flags.FlagHome, "", "")
	for name, cmd := range map[string]*cobra.Command{"tx": cli.TxCmd(), "query": querycli.Cmd(cli.Others())} {
		parent := &cobra.Command{Use: name}
		parent.AddCommand(cmd)
		root.AddCommand(parent)
	}
	root.AddGroup(cli.Groups()...)
	root.AddCommand(cli.BotCmd(), look.WatchCmd(cli.Kinds()), look.ReplayCmd(cli.Kinds()), cli.RecoverCmd(),
		duelcli.ChannelCmd(), querycli.VerifyResultCmd(cli.Others()), cli.NotifyCmd())
	root.AddCommand(cli.ShortCmds()...)
	cli.AddCompletion(root)
	root.SetOut(out)
	root.SetErr(errOut)
	root.SetIn(strings.NewReader("y\n"))
	root.SetArgs(split(line))
	cctx := w.ClientCtx
	return root.ExecuteContext(context.WithValue(ctx, sdkclient.ClientContextKey, &cctx))
}

// split splits a command line at spaces outside of quotes.
func split(line string) []string {
	var args []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			args = append(args, part)
			continue
		}
		args = append(args, strings.Fields(part)...)
	}
	return args
}

// must runs a command line that must not fail.
func must(w *playertest.World, line string) string {
	w.Helper()
	out, _, err := run(w, line)
	require.NoError(w, err, line)
	return out
}

func TestAGameByHandFromCreateToClaim(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	out := must(w, `tx battleship create-game --ruleset classic --fleet "`+playertest.ClassicFleet+`" --clock 50 `+
		`--from alice --yes`)
	require.Regexp(t, `^Game 1, block \d+, alice: created \(classic, 1 ANCHOR paid into escrow\)\. `+
		`Waiting for an opponent until block \d+ \(5m left\)\.\n$`, out)
	require.Regexp(t, `^GAME .*\n1     classic  open .* 50 .* alice\n$`, must(w, "query battleship games --phase open"))

	out = must(w, `tx battleship join-game 1 --from bob --yes`)
	require.Contains(t, out, "joined (classic, against alice, rated 1200). Alice's turn: the coin toss, by")
	out = must(w, "tx battleship answer 1 --from alice --yes")
	require.Regexp(t, "toss opened, (you shoot|your opponent shoots) first. (Your|Bob's) turn: the shot, by block", out)
	first, second := alice, bob
	if strings.Contains(out, "Bob's turn") {
		first, second = bob, alice
	}
	out = must(w, "tx battleship shoot 1 B7 --from "+first+" --yes")
	require.Contains(t, out, "shot at B7. "+text.Upper(second)+"'s turn: the answer to B7, by block")
	out = must(w, "query battleship next-action 1")
	require.Contains(t, out, "turn: the answer to B7, by block")
	require.Regexp(t, `(?m)^obligation +answer\ntarget +B7$`, out)
	out = must(w, "query battleship game 1")
	require.Regexp(t, `(?m)^ 7  . \? .* 7  |^ 7  .* 7  . \? `, out)

	out = must(w, "tx battleship concede 1 --from "+second+" --yes")
	require.Contains(t, out, "gave up. "+text.Upper(first)+"'s turn: the proof of the board")
	out = must(w, "tx battleship claim 1 --from "+first+" --yes")
	require.Contains(t, out, "Game over: you won (surrender), reward 42 SHIP.")
	require.Regexp(t, `^The game is over\.\nphase +over\n$`, must(w, "query battleship next-action 1"))
	_, _, err := run(w, "query battleship game 1")
	require.EqualError(t, err, "game 1 has ended: see battleshipd board 1")
	require.Regexp(t, first+` +conceded +42 SHIP`, must(w, "query battleship result 1"))
	require.Contains(t, must(w, "query battleship player "+first), "won            1\n")
	require.Contains(t, must(w, "query battleship rewards"), "next winner   42.042 SHIP\n")
	require.Contains(t, must(w, "query battleship games"), "No games.\n")
}

func TestEveryCommandSpeaksJSON(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	field := func(line string, want any, path ...string) {
		t.Helper()
		out := must(w, line+" -o json")
		require.Equal(t, 1, strings.Count(out, "\n"), "one line: %s", out)
		var v any
		require.NoError(t, json.Unmarshal([]byte(out), &v), out)
		for _, key := range path {
			object, ok := v.(map[string]any)
			require.True(t, ok, "%s in %s", key, out)
			v = object[key]
		}
		require.Equal(t, want, v, out)
	}
	field("tx battleship create-game --from alice -y", "1", "game_id")
	field("query battleship games", "0", "pagination", "total")
	field("tx battleship join-game 1 --from bob -y", "OBLIGATION_TOSS_REVEAL", "next", "obligation")
	field("query battleship next-action 1", chain.NewAccount(alice).String(), "player")
	field("tx battleship answer 1 --from alice -y", "move", "act")
	field("query battleship game 1", "PHASE_PLAY", "progress", "phase")
	field("tx battleship challenge 1 --from bob -y", "challenge", "act")
	field("tx battleship claim 1 --from alice -y", "REASON_CHALLENGED", "result", "reason")
	field("query battleship result 1", "42000000", "result", "reward")
	field("query battleship results", "0", "pagination", "total")
	field("query battleship rewards", "42042000", "winner_reward", "amount")
	field("query battleship player alice", "1", "player", "won")
	field("query battleship params", "42000000", "params", "reward_initial")
	field("bot 1 --from bob", "REASON_CHALLENGED", "reason") // asking for a bot is consent enough
	field("tx battleship create-game --from alice -y", "2", "game_id")
	field("query battleship escrow", "0", "pagination", "total")
	field("tx battleship set-delegate 2 --none --from alice -y", "", "delegate")
	field("tx battleship cancel 2 --from alice -y", "1000000uanchor", "back")
	w.Node.Advance(game.WithdrawBlocks + 1)
	field("tx battleship rematch 1 --from alice -y", "rematch", "act")
	field("query battleship open-games --opponent bob", "0", "pagination", "total")
	field("tx battleship decline 3 --from bob -y", "decline", "act")
	field("tx battleship match --from alice -y", false, "joined")
	field("tx battleship match --from bob -y", true, "joined")
	field("query battleship leaderboard", "0", "pagination", "total")
	field("query battleship unpaid alice", []any{}, "coins")
}

func TestTilesAndFleetsAreReadAsPeopleTypeThem(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, stderr, err := run(w, `tx battleship create-game --fleet "a1H, A3h,a5h , A7h,a9h" --from alice -y`)
	require.NoError(t, err)
	require.Contains(t, stderr, "Your fleet: "+playertest.ClassicFleet+"\n")
	_, stderr, err = run(w, `tx battleship join-game 1 --fleet Random --from bob -y`)
	require.NoError(t, err)
	require.Contains(t, stderr, "Your fleet: ")
	first := alice
	if strings.Contains(must(w, "tx battleship answer 1 --from alice -y"), "Bob's turn: the shot") {
		first = bob
	}
	require.Contains(t, must(w, `tx battleship shoot 1 " b7" -y --from `+first), "shot at B7.")
}

func TestQueriesTakeTheFlagsOfThePlayersToo(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Created(game.Classic())
	for _, query := range []string{
		"game 1", "games", "open-games", "player alice", "unpaid alice", "escrow", "leaderboard", "next-action 1",
		"rewards", "results", "params",
	} {
		line := "query battleship " + query
		require.Equal(t, must(w, line), must(w, line+" --from alice --yes"), line)
		require.NotContains(t, must(w, line+" --help"), "--from", line)
	}
}

// Once games passed over whom --from named, even if there was no such key.
func TestTheGamesOfAKeyAreListed(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Created(game.Classic())
	require.Equal(t, must(w, "games --player alice"), must(w, "games --from alice"))
	out, stderr, err := run(w, "games --from bob")
	require.NoError(t, err)
	require.Equal(t, "No games.\n", out)
	require.Contains(t, stderr, "Only games of bob, by --from.")
	_, _, err = run(w, "games --from zork")
	require.ErrorContains(t, err, "--from: address: expected one that begins with ship1, or the name of a key")
	require.Contains(t, must(w, "games --from bob --player alice"), "alice")
}

// Once only an option of the lobby showed a player that it was invited.
func TestInvitationsStandBesideGamesAndLobby(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	must(w, "create --opponent bob --casual --from alice --yes")
	for _, line := range []string{"games --from bob", "games --player bob", "lobby --from bob"} {
		require.Regexp(t, `(?m)^INVITATION +RULESET +BY[^\n]*\n1 +classic +alice `, must(w, line), line)
	}
	for _, line := range []string{"games --from alice", "games", "lobby --from alice", "lobby"} {
		require.NotContains(t, must(w, line), "INVITATION", line)
	}
	require.NotContains(t, must(w, "lobby --opponent bob"), "INVITATION", "which lists them itself")
}

// Once the help of a short form named a command by its long form.
func TestTheHelpOfARematchNamesNoOtherCommand(t *testing.T) {
	t.Parallel()
	require.NotContains(t, must(playertest.New(t), "rematch --help"), "join-game")
}

func TestABotReportsWaitingOnce(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		t.Run(format, func(t *testing.T) {
			w := playertest.New(t)
			id, first, second := w.Begun(game.Classic())
			v, err := w.Open(first, id).Look(t.Context())
			require.NoError(t, err)
			asked := 0
			w.Node.Silent = func(path string) bool {
				if path == "/battleship.v1.Query/Game" {
					asked++
				}
				for asked == 3 && w.Node.Chain.Height() <= v.State.Deadline+1 { // the opponent falls silent
					w.Node.MakeBlock()
				}
				return false
			}
			out, stderr, err := run(w, "bot 1 -o "+format+" --from "+second)
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(stderr, "game 1: "+first+"'s turn: the shot, by block"), stderr)
			require.NotContains(t, out, "waiting")
		})
	}
}

func TestTheCommandLineRefusesInPlainWords(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	require.EqualValues(t, 1, id)
	tests := map[string]struct {
		line string
		says string
	}{
		"no confirmation and no terminal": {
			line: "tx battleship create-game --from alice",
			says: "expected --yes, or a terminal",
		},
		"no key": {
			line: "tx battleship create-game -y",
			says: "--from: no default key: the keyring has alice, bob, carol, mallory, pauper: name one with --from",
		},
		"an unknown key": {
			line: "tx battleship create-game --from dave -y",
			says: `unknown key "dave": the keyring has alice`,
		},
		"an unknown ruleset": {
			line: "tx battleship create-game --ruleset go --from alice -y",
			says: `expected classic, xaya, classic-zk or xaya-zk, got "go"`,
		},
		"an unknown strategy": {
			line: "bot 1 --strategy luck --from alice -y",
			says: `expected one of density, hunt, random, got "luck"`,
		},
		"an unknown phase": {
			line: "query battleship games --phase late",
			says: `expected one of open, toss, play, claim, got "late"`,
		},
		"an unknown command": {
			line: "tx battleship shot 1 A1",
			says: `unknown command "shot"`,
		},
		"an unknown output": {
			line: "query battleship params -o xml",
			says: `--output: expected text or json, got "xml"`,
		},
		"a missing argument": {
			line: "tx battleship shoot 1 --from alice -y",
			says: `which game and tile? For example, battleshipd shoot 4 E5`,
		},
		"too many arguments": {
			line: "tx battleship answer 1 A1 --from alice -y",
			says: `expected ID, got "1 A1"`,
		},
		"a game of no number": {
			line: "tx battleship shoot one A1 --from alice -y",
			says: `expected a number from 1, got "one"`,
		},
		"game zero": {
			line: "query battleship game 0",
			says: `expected a number from 1, got "0"`,
		},
		"an unknown game": {
			line: "query battleship game 9",
			says: "there is no game 9: it was cancelled or never existed; battleshipd games lists those in play",
		},
		"no result yet": {
			line: "query battleship result 1",
			says: "game 1 has not ended, was cancelled, or never existed: battleshipd board 1 shows it if it continues",
		},
		"an address of another chain": {
			line: "query battleship player cosmos1qqqq",
			says: `no player has that name: unknown key "cosmos1qqqq": the keyring has`,
		},
		"a damaged address": {
			line: "query battleship player ship1qqqq",
			says: `"ship1qqqq" is not a whole address: copy it again`,
		},
		"a page key of no use": {
			line: "query battleship results --page-key !",
			says: "expected the key of the last list",
		},
		"a fleet that lacks ships": {
			line: `tx battleship create-game --fleet "A1h,A3h" --from alice -y`,
			says: "--fleet: bad fleet: ship missing: expected 5",
		},
		"a fleet off the board": {
			line: `tx battleship create-game --fleet "A1h,A3h,A5h,A7h,J9h" --from alice -y`,
			says: "--fleet: bad fleet: ship off the board",
		},
		"a clock out of bounds": {
			line: "tx battleship create-game --clock 1 --from alice -y",
			says: `--clock: expected 10 blocks (about 10s) to 604800 blocks (about 7d), got "1"`,
		},
		"a clock of no use": {
			line: "tx battleship match --clock 5y --from alice -y",
			says: `--clock: expected live, correspondence, a number of blocks, or a time such as 90s, 10m or 3d, got "5y"`,
		},
		"a stake of nothing": {
			line: "tx battleship create-game --stake 0uship --from alice -y",
			says: `--stake: expected more than nothing, or none, got "0uship"`,
		},
		"a negative stake": {
			line: "tx battleship match --stake -5ship --from alice -y",
			says: `--stake: expected a coin such as 5anchor or 5000000uanchor, got "-5ship"`,
		},
		"a stake in a coin that is not allowed": {
			line: "tx battleship match --stake 5uatom --from alice -y",
			says: "expected an amount of anchor or ship, got 5uatom",
		},
		"a stake that the player does not have": {
			line: "tx battleship create-game --stake 5ship --from alice -y",
			says: "nothing was sent: entering this game takes 5 SHIP, and alice has 0 SHIP: choose a game for less",
		},
		"a rating range that is too narrow": {
			line: "tx battleship match --rating-range 10 --from alice -y",
			says: "rating_range: expected 50 to 4000, or 0 for any rating, got 10",
		},
		"an inverted range of ratings": {
			line: "query battleship open-games --min-rating 1500 --max-rating 1400",
			says: "expected --min-rating of at most --max-rating, got 1500, 1400",
		},
		"an opponent who is nobody": {
			line: "tx battleship create-game --opponent dave --from alice -y",
			says: `--opponent: no player has that name: unknown key "dave": the keyring has`,
		},
		"a game against oneself": {
			line: "tx battleship create-game --opponent alice --from alice -y",
			says: "create a game: this is your own game: expected another player, got alice",
		},
		"a rematch of a game that goes on": {
			line: "tx battleship rematch 1 --from alice -y",
			says: "game 1 has not ended, was cancelled, or never existed: battleshipd board 1 shows it if it continues",
		},
		"declining a game that has begun": {
			line: "tx battleship decline 1 --from bob -y",
			says: "nothing was sent: the game has begun, and concede gives it up",
		},
		"withdrawing when nothing waits": {
			line: "tx battleship withdraw --from alice -y",
			says: "nothing waits for alice",
		},
		"a delegate and none": {
			line: "tx battleship set-delegate 1 mallory --none --from alice -y",
			says: "which delegate? Name an address or a key, or remove yours with --none",
		},
		"neither a delegate nor none": {
			line: "tx battleship set-delegate 1 --from alice -y",
			says: "which delegate? Name an address or a key, or remove yours with --none",
		},
		"a delegate whom nobody has named": {
			line: "tx battleship concede 1 --for alice --from mallory -y",
			says: "this key may not act for that player in game 1: the player names its delegate with",
		},
		"a bot for no game at all": {
			line: "bot --games 0 --from alice",
			says: "--games: expected 1 to 50, got 0",
		},
		"a bot that shoots before it was asked": {
			line: "bot --delay -1s --from alice",
			says: "--delay: expected a pause such as 200ms, got -1s",
		},
		"several games, and one that is named": {
			line: "bot 1 --games 3 --from alice",
			says: "--games is for games that the bot finds: leave out the flag, or game 1",
		},
		"a bot with terms for a game that it does not open": {
			line: "bot 1 --stake 5ship --from alice",
			says: "--stake is for games that the bot finds: leave out the flag, or game 1",
		},
		"a rank without a rating": {
			line: "query battleship rank alice",
			says: "alice has no rated game yet",
		},
		"a gas price of no use": {
			line: "tx battleship create-game --gas-prices cheap --from alice -y",
			says: `--gas-prices: expected a price such as 0.001uanchor, got "cheap"`,
		},
		"another chain": {
			line: "query battleship params --chain-id battleship-1",
			says: "expected battleship-1, but the node at",
		},
		"the opponent's turn": {
			line: "tx battleship shoot 1 A1 --from " + second + " -y",
			says: "nothing was sent: " + first + "'s turn: the shot, by block",
		},
		"somebody else's game": {
			line: "tx battleship shoot 1 A1 --from mallory -y",
			says: "nothing was sent: mallory is not a player of game 1",
		},
		"a tile off the board, typed as people do": {
			line: `tx battleship shoot 1 " z1" --from ` + first + " -y",
			says: `" z1": no such tile: expected A1 to J10, got "Z1"`,
		},
		"a fleet off the board, typed as people do": {
			line: `tx battleship create-game --fleet "a1h, a3h, a5h, a7h, j9h" --from alice -y`,
			says: `--fleet: "a1h, a3h, a5h, a7h, j9h": bad fleet: ship off the board`,
		},
		"a page without lines": {
			line: "query battleship leaderboard --limit 0",
			says: "--limit: expected 1 to 100, got 0",
		},
		"a tile off the board": {
			line: "tx battleship shoot 1 Z1 --from " + first + " -y",
			says: `expected A1 to J10, got "Z1"`,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			before := w.Node.Chain.Height()
			out, _, err := run(w, tc.line)
			require.ErrorContains(t, err, tc.says)
			require.NotContains(t, err.Error(), ".go:", "where in the source")
			require.Empty(t, out, "standard output")
			require.Equal(t, before, w.Node.Chain.Height(), "nothing was sent")
		})
	}
}

func TestARecordOfADevnetIsPlayedBack(t *testing.T) {
	t.Parallel()
	out := must(playertest.New(t), "replay ../record/testdata/sunk.json")
	require.Contains(t, out, "Game 1 of battleship-devnet-1, classic.")
	require.Contains(t, out, "Verified: 75 transactions are in their blocks and signed")
	require.Contains(t, out, "The board of the joiner was not shown.")
}
