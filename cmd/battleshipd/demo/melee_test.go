package demo_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/demo"
)

// goodBattle is a melee of two whose coins add up: alice has won 1,890 of a pot of 2,000.
func goodBattle() demo.Battle {
	captain := func(name string, rank uint32, share, after int64) demo.Captain {
		return demo.Captain{
			Name: name, Rank: rank, Standing: "afloat", Bombs: 12, Dealt: 10, Share: math.NewInt(share),
			Before: math.NewInt(5_000), After: math.NewInt(after),
			Cost: demo.Cost{Txs: 40, Bytes: 20_000, Gas: 3_000_000, Fees: math.NewInt(300)},
		}
	}
	bob := captain("bob", 2, 10, 3_710)
	bob.Standing, bob.Round = "sunk", 12
	return demo.Battle{
		GameID: 1, Ruleset: "melee", Winners: []string{"alice"}, Rounds: 12, Boards: 1, Verified: 48,
		Players: []demo.Captain{captain("alice", 1, 1_890, 5_590), bob},
		Pot:     sdk.NewInt64Coin("uanchor", 2_000), House: sdk.NewCoins(sdk.NewInt64Coin("uanchor", 100)),
		FirstBlock: 5, LastBlock: 60, Seconds: 12, BankSendGas: 70_000,
		Kinds: []demo.Kind{{Name: "MsgReport", Txs: 24, Gas: 1_920_000, Bytes: 24_000}},
	}
}

// TestBattleAddsUp holds the demo of a melee to its own check: whatever does not add up is an error.
func TestBattleAddsUp(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*demo.Battle)
		want   string
	}{
		"as it must be": {func(*demo.Battle) {}, ""},
		"nobody wins":   {func(b *demo.Battle) { b.Winners = nil }, "expected a winner, got none"},
		"a pot that is not all stakes": {
			func(b *demo.Battle) { b.Pot.Amount = math.NewInt(2_001) }, "expected a pot of 2 equal stakes",
		},
		"a coin too few in an account": {
			func(b *demo.Battle) { b.Players[1].After = math.NewInt(3_709) }, "expected bob to hold 3710uanchor",
		},
		"a fee that nobody has counted": {
			func(b *demo.Battle) { b.Players[0].Fees = math.NewInt(299) }, "expected alice to hold 5591uanchor",
		},
		"a pot that is not divided": {func(b *demo.Battle) { b.House = nil }, "to be divided, got 1900 of it"},
		"a winner that is not first": {
			func(b *demo.Battle) { b.Players[0].Rank, b.Players[1].Rank = 2, 2 }, "expected rank 1 for winners alone",
		},
		"a first that has not won": {
			func(b *demo.Battle) { b.Players[1].Rank = 1 }, "expected rank 1 for winners alone",
		},
		"a winner who is no player": {
			func(b *demo.Battle) { b.Winners = append(b.Winners, "mallory") }, "expected 2 players of rank 1, got 1",
		},
		"coins left in escrow": {
			func(b *demo.Battle) { b.Held = b.House }, "expected nothing left in escrow, got 100uanchor",
		},
		"no board was proven": {func(b *demo.Battle) { b.Boards = 0 }, "expected the boards of 1 winners to be proven"},
	} {
		t.Run(name, func(t *testing.T) {
			b := goodBattle()
			c.change(&b)
			if err := b.Check(); c.want == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.want)
			}
		})
	}
}

// TestBattleWritten has the table of a melee say what each player got and paid, the best first, and all together.
func TestBattleWritten(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	require.NoError(t, goodBattle().Write(&out))
	text := out.String()
	require.Regexp(t, `(?m)^end +alice +wins$`, text)
	require.Regexp(t,
		`(?m)^ +1 +alice +afloat +12 +10 +0 +0\.001890 +40 +0 +20000 +3000000 +0\.000300 +\+0\.000590$`, text)
	require.Regexp(t, `(?m)^ +2 +bob +sunk in 12 .* -0\.001290$`, text)
	require.Regexp(t, `(?m)^ +all +24 +20 +0 +0\.001900 +80 +0 +40000 +6000000 +0\.000600 +-0\.000700$`, text)
	require.Regexp(t, `(?m)^ +MsgReport +24 +1000 +80000 +1\.14 +1920000$`, text)
	require.NotContains(t, text, "%!")
}
