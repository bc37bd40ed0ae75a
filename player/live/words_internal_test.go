package live

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Once two windows with one key showed the chain's own words about sequences and tiles.
func TestWhatTwoProgramsWithOneKeyGetIsSaidPlainly(t *testing.T) {
	sequence, tile, nonce := sdkerrors.ErrWrongSequence, types.ErrTile, types.ErrNonce
	for want, refused := range map[string]*client.RefusedError{
		"another transaction with your key is on its way, from here or from another program": {
			Hash: "AB", Codespace: sequence.Codespace(), Code: sequence.ABCICode(), Log: "account sequence mismatch, expected 8",
		},
		"the game has moved on meanwhile, by another player or by another program with your key": {
			Log: tile.Error() + ": tile was shot at before: expected a tile without an answer, got C4",
		},
		"another program with your key has entered a game at the same moment: do it again": {
			Hash: "AB", Height: 7, Codespace: nonce.Codespace(), Code: nonce.ABCICode(), Log: "expected 3, got 2",
		},
	} {
		require.Equal(t, want, sentence(fmt.Errorf("shoot at C4: %w", refused)))
	}
	simulated := &client.RefusedError{Log: "account sequence mismatch, expected 8, got 7: incorrect account sequence"}
	require.Equal(t, "another transaction with your key is on its way, from here or from another program",
		sentence(simulated))
	require.Equal(t, "the chain refused: another transaction of the same account came first", simulated.Error())
}

// Once coins with six decimals left no room for whom one plays against.
func TestCoinsInTheHeadAreShort(t *testing.T) {
	for want, coins := range map[string]sdk.Coins{
		"999999.98 ANCHOR, 45.2 SHIP": {
			sdk.NewInt64Coin("uanchor", 999_999_984_062), sdk.NewInt64Coin("uship", 45_204_200),
		},
		"0.000093 ANCHOR": {sdk.NewInt64Coin("uanchor", 93)},
		"7 ANCHOR":        {sdk.NewInt64Coin("uanchor", 7_004_999)},
		"20 ANCHOR":       {sdk.NewInt64Coin("uanchor", 20_000_000)},
	} {
		require.Equal(t, want, shortAmounts(coins))
	}
}

// The line about a transaction once repeated what its question had said.
func TestRegressionATransactionIsNamedInShort(t *testing.T) {
	for what, want := range map[string]string{
		"leave melee 1; 5.000000 ANCHOR comes back":                "leave",
		"concede melee 1: you cannot win any more; it is all over": "concede",
		"aim at J10 in round 3 of melee 12":                        "aim at J10 in round 3",
		"report 1 tile of round 3 of melee 12":                     "report 1 tile of round 3",
	} {
		b := &Backend{changed: make(chan struct{})}
		r := &reporter{backend: b, tx: new(tui.Transaction)}
		require.NoError(t, r.confirm(what))
		require.Equal(t, want, r.tx.What)
	}
}
