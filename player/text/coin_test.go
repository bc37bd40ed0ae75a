package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/text"
)

func TestNetHasTheSignOfTheReader(t *testing.T) {
	coins := func(text string) sdk.Coins {
		all, err := sdk.ParseCoinsNormalized(text)
		require.NoError(t, err)
		return all
	}
	for _, c := range []struct{ got, paid, want string }{
		{"10000000uanchor", "5000000uanchor", "+5 ANCHOR"},
		{"", "310000uanchor", "-0.31 ANCHOR"},
		{"5000000uship", "310000uanchor", "-0.31 ANCHOR and +5 SHIP"},
		{"5000000uanchor", "5000000uanchor", "nothing"},
	} {
		require.Equal(t, c.want, text.Net(coins(c.got), coins(c.paid)), "%s for %s", c.got, c.paid)
	}
}
