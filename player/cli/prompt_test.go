package cli_test

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/crypto/keys/multisig"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// with returns the same world as a user with another keyring sees it, which holds the keys of the cast that are named.
func with(w *playertest.World, names ...string) *playertest.World {
	w.Helper()
	other := *w
	keys := keyring.NewInMemory(w.Node.Chain.App.AppCodec())
	for _, name := range names {
		key := hex.EncodeToString(chain.NewAccount(name).Key.Bytes())
		require.NoError(w, keys.ImportPrivKeyHex(name, key, string(hd.Secp256k1Type)))
	}
	other.ClientCtx = w.ClientCtx.WithKeyring(keys)
	return &other
}

// A game took 92 keystrokes a move, told nobody who "me" was, and drew no fleet.
func TestAGameInShortForms(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	wa, wb := with(w, alice), with(w, bob)
	_, stderr, err := run(wa, `create --fleet "`+playertest.ClassicFleet+`" -y`)
	require.NoError(t, err)
	require.Contains(t, stderr, "Playing as alice ("+chain.NewAccount(alice).String()+"), the only key.\n")
	require.Regexp(t, `(?m)^1 +classic +ship1`, must(wb, "lobby"))
	require.Contains(t, must(wb, "join 1 -y"), ", bob: joined (classic, against ship1")
	out := must(wa, "answer 1 -y")
	first, second := wa, wb
	if strings.Contains(out, "your opponent shoots first") {
		first, second = wb, wa
	}
	require.Regexp(t, `shot at B7\. ship1\w+'s turn: the answer to B7, by block `, must(first, "shoot 1 b7 -y"))

	out = must(wa, "board 1")
	require.Contains(t, out, "You are alice, the creator, against ship1")
	require.Contains(t, out, "\n    alice, your ships            ship1")
	require.Regexp(t, `(?m)^ 3  = = = = \. .* 3  \. \. `, out)
	require.Contains(t, out, "\n= ship   o miss   x hit   # sunk   ? shot that waits for its answer   . not shot at\n")
	require.Regexp(t, `(?i)(your|ship1\w+'s) turn: the answer to B7, by block \d+ \(`, out)
	require.Contains(t, must(second, "board 1"), "Continue with: battleshipd shoot 1 TILE (which answers too)\n")
	require.NotContains(t, must(first, "board 1"), "Go on with")

	out = must(second, "concede 1 -y")
	require.Contains(t, out, "gave up. ship1")
	require.Contains(t, out, "\nYou gave up: you lose, unless your opponent fails to prove its board in time.\n")
	require.Contains(t, must(first, "claim 1 -y"), "Game over: you won (surrender), reward 42")
	require.Regexp(t,
		`^Game 1 \(classic\) is over: you lost \(surrender\): ship1\w+ won, reward 42 SHIP`, must(second, "board 1"))
	require.Contains(t, must(second, "profile"), "lost           1\n", "without an address it is the own one")
	require.Contains(t, must(second, "leaderboard"), "RANK")
}

// Nobody but a player of the game sees ships on a board.
func TestABoardShowsShipsToTheirPlayerAlone(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Begun(game.Classic())
	for _, line := range []string{"board 1", "board 1 --from mallory"} {
		out, stderr, err := run(w, line)
		require.NoError(t, err)
		require.NotContains(t, out, "=", line)
		require.Contains(t, stderr, "his is the public view", line)
	}
	require.Contains(t, must(w, "board 1 --from bob"), " = = = = = ")

	var board struct {
		Fleet string `json:"fleet"`
		Seat  string `json:"seat"`
	}
	require.NoError(t, json.Unmarshal([]byte(must(w, "board 1 --from bob -o json")), &board))
	require.Equal(t, playertest.ClassicFleet, board.Fleet)
	require.Equal(t, "joiner", board.Seat)
	require.NotContains(t, must(w, "board 1 --from mallory -o json"), "fleet")
}

// What came of a shot had to be read from the drawings before and after.
func TestWaitReportsTheResultOfAShot(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		shots []string // of the first player, at the fleet of the tests
		says  string
	}{
		"a miss": {[]string{"B2"}, "your shot at B2: miss\n"},
		"a hit":  {[]string{"C7"}, "your shot at C7: hit\n"},
		"sunk":   {[]string{"A9", "B9"}, "your shot at B9: sunk: destroyer\n"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			_, first, second := w.Begun(game.Classic())
			for i, shot := range tc.shots {
				if i < len(tc.shots)-1 {
					must(w, "shoot 1 "+shot+" -y --from "+first)
					must(w, "shoot 1 J10 -y --from "+second)
					continue
				}
				done := make(chan error, 1)
				var out string
				go func() {
					var err error
					out, _, err = run(w, "shoot 1 "+shot+" --wait -y --from "+first)
					done <- err
				}()
				require.Eventually(t, func() bool {
					return strings.Contains(must(w, "query battleship next-action 1"), "target       "+shot)
				}, time.Minute, 10*time.Millisecond)
				must(w, "shoot 1 I10 -y --from "+second)
				require.NoError(t, <-done)
				require.Contains(t, out, tc.says)
				require.Contains(t, out, first+", your ships", "and both boards")
				require.Contains(t, out, "Your turn: the answer to I10, by block ")
			}
		})
	}
}

// A lost game never said so.
func TestWaitReportsALostGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, winner, loser := w.Won(game.Classic())
	require.EqualValues(t, 1, id)
	must(w, "claim 1 -y --from "+winner)
	_, _, err := run(w, "shoot 1 A1 -y --from "+loser)
	require.EqualError(t, err, "game 1 is over: you lost (fleet sunk): "+winner+" won, reward 42 SHIP; nothing was sent")
	_, _, err = run(w, "concede 1 -y --from "+winner)
	require.EqualError(t, err, "game 1 is over: you won (fleet sunk), reward 42 SHIP; nothing was sent")
}

// allow lets one of the cast pay the fees of another.
func allow(w *playertest.World, granter, grantee string) {
	w.Helper()
	grant, err := feegrant.NewMsgGrantAllowance(&feegrant.BasicAllowance{},
		chain.NewAccount(granter).Address, chain.NewAccount(grantee).Address)
	require.NoError(w, err)
	_, err = w.Client(granter).Send(w.Context(), grant)
	require.NoError(w, err)
}

// A stranger without a coin could not be invited: no command took a fee granter.
func TestAStrangerWithoutACoinPlaysOnAnAllowance(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	must(w, "create --from alice -y")
	_, _, err := run(w, "join 1 --from pauper -y")
	require.ErrorContains(t, err, "has no coins on")

	allow(w, mallory, playertest.Pauper)
	had := w.Balance(mallory)
	require.Contains(t, must(w, "join 1 --from pauper --fee-granter mallory -y"), "joined (classic, against alice")
	require.Less(t, w.Balance(mallory), had)
	require.Zero(t, w.Balance(playertest.Pauper))
	_, _, err = run(w, "concede 1 --from pauper --fee-granter bob -y")
	require.EqualError(t, err, "concede in game 1: bob does not pay this fee of pauper: "+
		"its fee allowance is missing, over, "+
		"used up or for other messages")
}

// A transaction could not be looked at, or signed elsewhere, before it was sent.
func TestGenerateOnlyWritesTheTransactionAndSendsNothing(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	allow(w, bob, alice)
	before := w.Node.Chain.Height()
	decode := func(line string) sdk.FeeTx {
		out, _, err := run(w, line)
		require.NoError(t, err)
		decoded, err := w.ClientCtx.TxConfig.TxJSONDecoder()([]byte(out))
		require.NoError(t, err, out)
		tx, ok := decoded.(sdk.FeeTx)
		require.True(t, ok)
		require.Len(t, tx.GetMsgs(), 1)
		return tx
	}
	tx := decode(`create --from alice --generate-only --note "a note" --fees 0.003anchor --fee-granter bob`)
	require.Equal(t, "3000uanchor", tx.GetFee().String())
	require.EqualValues(t, chain.NewAccount(bob).Address, tx.FeeGranter())
	require.Greater(t, tx.GetGas(), uint64(100_000))
	memo, ok := tx.(sdk.TxWithMemo)
	require.True(t, ok)
	require.Equal(t, "a note", memo.GetMemo())
	require.EqualValues(t, 321_000, decode("create --from alice --generate-only --gas 321000").GetGas())
	require.Equal(t, before, w.Node.Chain.Height(), "nothing was sent")

	must(w, "create --from alice -y --fees 0.003anchor --gas 300000")
	raw := w.Node.Received[len(w.Node.Received)-1]
	decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
	require.NoError(t, err)
	sent, ok := decoded.(sdk.FeeTx)
	require.True(t, ok)
	require.Equal(t, "3000uanchor", sent.GetFee().String())
	require.EqualValues(t, 300_000, sent.GetGas())

	elsewhere := with(w, mallory) // no key of alice
	tx2, _, err := run(elsewhere, "cancel 1 --generate-only --from "+chain.NewAccount(alice).String())
	require.NoError(t, err)
	require.Contains(t, tx2, `"signatures":[]`)
}

func TestShellsCompleteArguments(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Begun(game.Classic())
	must(w, "create --ruleset xaya --from bob -y")
	must(w, "create --opponent mallory --from bob -y")
	complete := func(line string) string { return must(w, "__complete "+line) }
	tests := map[string]struct {
		line string
		has  []string
		not  []string
	}{
		"own games":       {"shoot --from alice", []string{"1\tclassic, play, "}, []string{"\n2\t", "\n3\t"}},
		"no second id":    {"shoot --from alice 1", []string{":4\n"}, []string{"1\t"}},
		"open games":      {"join --from alice", []string{"2\txaya, no stake, no fee, for anybody"}, []string{"3\t", "1\t"}},
		"invitations":     {"decline --from mallory", []string{"3\tclassic, no stake, no fee, for you alone"}, nil},
		"any game":        {"board", []string{"1\tclassic", "2\txaya, open"}, nil},
		"keys":            {"profile", []string{"alice\n", "bob\n", "mallory\n"}, nil},
		"keys in a flag":  {"shoot 1 A1 --from", []string{"alice\n"}, nil},
		"a long form too": {"tx battleship shoot --from bob", []string{"1\tclassic"}, nil},
		"rulesets":        {"create --ruleset", []string{"classic\n", "xaya\n"}, nil},
		"phases":          {"games --phase", []string{"open\n", "claim\n"}, nil},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			out := "\n" + complete(tc.line+` ""`)
			for _, text := range tc.has {
				require.Contains(t, out, text)
			}
			for _, text := range tc.not {
				require.NotContains(t, out, text)
			}
		})
	}
	w.Node.Away = true
	require.Equal(t, ":4\n", complete(`shoot --from alice ""`), "a node that is away is not spoken of")
	require.Contains(t, complete(`shoot --from ""`), "alice\n")
}

// Each of these ended in the words of a library, or did not say what to do.
func TestBadInputAtThePromptHasARemedy(t *testing.T) {
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	require.EqualValues(t, 1, id)
	must(w, "set-delegate 1 mallory --from "+first+" -y")
	must(w, "create --from mallory -y")
	keys := w.ClientCtx.Keyring
	record, err := keys.Key(alice)
	require.NoError(t, err)
	public, err := record.GetPubKey()
	require.NoError(t, err)
	_, err = keys.SaveMultisig("club", multisig.NewLegacyAminoPubKey(1, []cryptotypes.PubKey{public}))
	require.NoError(t, err)
	_, err = keys.SaveOfflineKey("paper", secp256k1.GenPrivKeyFromSecret([]byte("paper")).PubKey())
	require.NoError(t, err)

	refused := func(line, says string) {
		t.Helper()
		before := w.Node.Chain.Height()
		out, _, err := run(w, line)
		require.ErrorContains(t, err, says, line)
		require.Empty(t, out)
		require.Equal(t, before, w.Node.Chain.Height(), "nothing was sent")
	}
	refused("create --from dave -y", `unknown key "dave": the keyring has alice, bob, carol, club, mallory, paper, pauper`)
	refused("create --from pauper -y",
		"nothing was sent: entering this game takes 1 ANCHOR, and pauper has 0 "+
			"ANCHOR: on a devnet battleshipd devnet fund pauper gives some")
	refused("join 2 --from pauper -y",
		"nothing was sent: pauper has no coins on "+w.Node.Chain.ID()+
			" yet: on a devnet battleshipd devnet fund pauper gives some")
	refused("create --from club -y",
		"key club cannot sign by itself, for several people sign with it (multisig): write the "+
			"transaction with --generate-only")
	// What that names once failed in the words of a library, for it was simulated with one signature.
	club, err := keys.Key("club")
	require.NoError(t, err)
	address, err := club.GetAddress()
	require.NoError(t, err)
	_, err = w.Client(alice).Send(t.Context(), &banktypes.MsgSend{
		FromAddress: chain.NewAccount(alice).String(), ToAddress: address.String(),
		Amount: sdk.NewCoins(sdk.NewInt64Coin("uanchor", 5_000_000)),
	})
	require.NoError(t, err)
	t.Setenv(vault.PassphraseEnv, "the club's own")
	require.Contains(t, must(w, "create --from club --generate-only"), `"@type":"/battleship.v1.MsgCreateGame"`)
	refused("create --from paper -y", "key paper cannot sign by itself, for its private half is not in this keyring")
	refused("create --from alice --chain-id other-1 -y", "wrong chain: expected other-1, but the node at")
	refused("shoot 1 A1 --from mallory -y", "nothing was sent: mallory is the delegate of "+first+
		" in game 1 and no player of it: name the player with --for")
	refused("concede 2 --from mallory -y", "no opponent has joined yet: cancel it instead")
	refused("shoot 9 A1 --from alice -y", "there is no game 9: it was cancelled or never existed")
	refused("shoot 1 A1 --from "+second+" -y", "nothing was sent: "+first+"'s turn: the shot, by block")
	refused("shoot 1 A1 --from pauper -y", "nothing was sent: pauper is not a player of game 1: name the player's key "+
		"with --from, or watch it with battleshipd watch 1")
	refused("create --from alice --gas some -y", `--gas: expected auto or a number from 1, got "some"`)
	refused("create --from alice --fees 5 -y", `--fees: expected a coin such as 5anchor`)
	refused("create --from alice --fees 5anchor --gas-prices 1uanchor -y", "expected --fees or --gas-prices, got both")
	refused("create --from alice --fee-granter nobody -y", "--fee-granter: address: expected one that begins with ship1")
	refused("create --from alice -y --note "+strings.Repeat("x", 257), "--note: expected at most 256 bytes, got 257")

	v, err := w.Open(first, id).Look(t.Context())
	require.NoError(t, err)
	for w.Node.Chain.Height() < v.State.Deadline {
		w.Node.Advance(1)
	}
	refused("shoot 1 A1 --from "+first+" -y", "your clock has run out")
	w.Node.Advance(2)
	refused("shoot 1 A1 --from "+first+" -y",
		"play has ended, you ran out of time; "+second+"'s turn: the proof of the board, by block")
	w.Node.Away = true
	refused("shoot 1 A1 --from alice -y", "no node answers at")
}

// The boards were gone when a game was over.
func TestAnEndedGameIsDrawnWithTheFleetsThatWereShown(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, winner, loser := w.Won(game.Classic())
	must(w, "claim 1 -y --from "+winner)
	w.ClientCtx = w.ClientCtx.WithClient(w.Index())
	out := must(w, "board 1 --from "+loser)
	require.Contains(t, out,
		"Game 1 (classic) is over: you lost (fleet sunk): "+winner+" won, reward 42 SHIP.\n")
	require.Contains(t, out, loser+", not shown")
	require.Regexp(t, `(?m)^ 1  [=x#o.] .* 1  [=x#o.] `, out)
	require.Contains(t, out, "# # # # #", "the loser's carrier is sunk")
	require.Contains(t, out, "battleshipd replay 1 plays it back.\n")
	require.Contains(t, out, ": reward 42 SHIP.\n")
}

// closedKeyring is a keyring that asks for a passphrase before it lists its keys.
type closedKeyring struct{ keyring.Keyring }

func (closedKeyring) Backend() string { return keyring.BackendFile }

// Where the keys are not listed, those that a command names are known all the same.
func TestKeysThatACommandNamesAreCalledByNameWithEveryKeyring(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, first, _ := w.Begun(game.Classic())
	w.ClientCtx.Keyring = closedKeyring{w.ClientCtx.Keyring}
	out := must(w, "create --opponent bob --from alice -y")
	require.Contains(t, out, ", alice: created (classic, ")
	require.Contains(t, out, "Waiting for bob to join until block ")
	out = must(w, "set-delegate 1 mallory --from "+first+" -y")
	require.Contains(t, out, "mallory may act for you")
	require.NotContains(t, out, chain.NewAccount(mallory).String())
	_, _, err := run(w, "join 2 --from mallory -y")
	require.ErrorContains(t, err, "not to mallory")
}

// Fees are paid in one coin: a limit in another let nothing be sent, and did not say why.
func TestALimitOfFeesIsInTheCoinOfFees(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	const such = "--max-fee: expected an amount of the coin that fees are paid in, such as "
	for line, says := range map[string]string{
		"--max-fee 1foo":  such + `0.5 ANCHOR, got "1foo"`,
		"--max-fee 1ship": such + `0.5 ANCHOR, got "1ship"`,
		"--max-fee 1anchor --gas-prices 0.001uship":        such + `0.5 SHIP, got "1anchor"`,
		"--max-fee 1anchor --fees 1ship":                   such + `0.5 SHIP, got "1anchor"`,
		"--max-fee 1":                                      "--max-fee: expected a coin such as",
		"--max-fee 0.0001anchor --gas-prices 0.001uanchor": "expected fees of at most 100uanchor (--max-fee)",
		"--max-fee 0.0001ship --gas-prices 0.001uship":     "nothing was sent",
	} {
		height := w.Node.Chain.Height()
		_, _, err := run(w, "create --from alice -y "+line)
		require.ErrorContains(t, err, says, line)
		require.Equal(t, height, w.Node.Chain.Height())
	}
}
