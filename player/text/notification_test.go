package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/text"
)

func TestNotificationOfAnEndHasTheResultIfThereIsOne(t *testing.T) {
	require.Equal(t, "Game 7 is over: you won (sunk).", text.Duel.NotifyEnded(7, "you won (sunk)"))
	require.Equal(t, "Melee 8 was cancelled or declined.", text.Melee.NotifyEnded(8, ""))
}
