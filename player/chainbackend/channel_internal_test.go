package chainbackend

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
)

// A surrender off-chain, and the proof that follows it, were in the log twice: the chain has them as well.
func TestRegressionTheEndOffChainIsInTheLogOnce(t *testing.T) {
	t.Parallel()
	shot, gaveUp := game.ShotFired{By: game.Joiner, Tile: 7}, game.Conceded{By: game.Joiner}
	opened := game.ClaimOpened{Claimant: game.Creator, Reason: game.ReasonConceded, Deadline: 40}
	onChain, over := opened, game.Over{Winner: game.Creator, HasWinner: true}
	onChain.Deadline = 90
	joined := tui.Entry{Height: 8, Event: game.Joined{}}
	end := []tui.Entry{
		{Height: 12, Event: gaveUp},
		{Height: 12, Event: onChain},
		{Height: 13, Event: game.ClaimProven{By: game.Creator}},
		{Height: 13, Event: over},
	}
	log := wholeLog(append([]tui.Entry{joined}, end...), []game.Event{shot, gaveUp, opened})
	require.Equal(t, append([]tui.Entry{joined, {Event: shot}}, end...), log)
	log = wholeLog([]tui.Entry{joined}, []game.Event{shot, gaveUp, opened})
	require.Equal(t, []tui.Entry{joined, {Event: shot}, {Event: gaveUp}, {Event: opened}}, log, "before the return")
}
