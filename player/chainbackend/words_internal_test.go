package chainbackend

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Once two windows with one key showed the chain's own words about sequences and tiles.
func TestErrorsOfTwoProgramsWithOneKeyArePlain(t *testing.T) {
	sequence, tile, nonce := sdkerrors.ErrWrongSequence, types.ErrTile, types.ErrNonce
	for want, refused := range map[string]*client.RefusedError{
		"another program sends with your key at the same moment: end one, or try again": {
			Hash: "AB", Codespace: sequence.Codespace(), Code: sequence.ABCICode(), Log: "account sequence mismatch, expected 8",
		},
		text.MovedOn: {
			Log: tile.Error() + ": tile was shot at before: expected a tile without an answer, got C4",
		},
		"another program with your key has entered a game at the same moment: try again": {
			Hash: "AB", Height: 7, Codespace: nonce.Codespace(), Code: nonce.ABCICode(), Log: "expected 3, got 2",
		},
	} {
		require.Equal(t, want, problem(fmt.Errorf("shoot at C4: %w", refused)))
	}
	simulated := &client.RefusedError{Log: "account sequence mismatch, expected 8, got 7: incorrect account sequence"}
	require.Equal(t, "another program sends with your key at the same moment: end one, or try again",
		problem(simulated))
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
		require.Equal(t, want, text.RoundCoins(coins))
	}
}
