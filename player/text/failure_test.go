package text_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/text"
)

// A bot that its user had stopped ended with "Error: stopped; ...".
func TestRegressionAnEndThatIsChosenIsNoError(t *testing.T) {
	require.Equal(t, "Nothing was sent.", text.Failure(text.NotSent))
	require.Equal(t, "Stopped. battleshipd watch 4 continues.", text.Failure(fmt.Errorf("%w", text.WatchStopped(4))))
	require.Equal(t, "Error: no node answers", text.Failure(errors.New("no node answers")))
}
