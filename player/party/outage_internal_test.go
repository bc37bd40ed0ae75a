package party

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// A bot gave up after a hundred failures, which a node that refuses connections takes twenty seconds for.
func TestRegressionABotOutlastsARestartOfItsNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		away := &client.NoNodeError{Address: "tcp://node:26657"}
		var o outage
		for i := range 2 * maxFailures {
			news, over := o.add(text.PartyPlay, away)
			require.Equal(t, i == 0, news)
			require.False(t, over)
		}
		time.Sleep(maxOutage + time.Second)
		_, over := o.add(text.PartyPlay, away)
		require.True(t, over)
	})
}

func TestABotGivesUpAfterErrorsThatStay(t *testing.T) {
	var o outage
	for range maxFailures {
		_, over := o.add(text.PartyPlay, errors.New("no such key"))
		require.False(t, over)
	}
	_, over := o.add(text.PartyPlay, errors.New("no such key"))
	require.True(t, over)
}

// A bot gave up its whole party when another player had offered it a game over a relay that did not answer.
func TestRegressionABotOutlastsAnOfferThatCannotBeJoined(t *testing.T) {
	var o outage
	for range 2 * maxFailures {
		_, over := o.add(text.PartyEnter, errors.New("the relay does not answer"))
		require.False(t, over)
	}
}
