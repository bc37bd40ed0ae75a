package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestEveryReasonToWithholdARewardHasWords(t *testing.T) {
	said := make(map[string]types.Withheld)
	for number, name := range types.Withheld_name {
		why := types.Withheld(number)
		words := session.Withheld(why)
		require.Equal(t, why == types.WITHHELD_NONE, words == "", name)
		require.NotContains(t, said, words, name)
		said[words] = why
	}
}
