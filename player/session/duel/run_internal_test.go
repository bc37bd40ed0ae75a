package duel

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// An ended game tells whom it was played by in words.
func TestTheOpponentOfAnEndedGame(t *testing.T) {
	ended := types.Result{GameId: 3, Players: []string{"ship1alice", "ship1carol"}}
	for player, want := range map[string]string{"ship1alice": "ship1carol", "ship1carol": "ship1alice"} {
		if got, err := opponentIn(ended, player); err != nil || got != want {
			t.Errorf("%s: expected %s, got %s and %v", player, want, got, err)
		}
	}
	_, err := opponentIn(ended, "ship1bob")
	const says = "game 3: not a player of this game: expected ship1alice or ship1carol, got ship1bob"
	if !errors.Is(err, text.ErrNotInGame) || err.Error() != says {
		t.Errorf("expected %s, got %v", says, err)
	}
}

// A program gave up a claim that it had sent off-chain at the channel timeout, while the block after it could still
// have the claim, and sent it twice.
func TestRegressionAnOffChainUpdateIsSentAfterTheTimeout(t *testing.T) {
	const timeout, turn = 1_000, 20
	v := View{OffChain: true, frozen: true, Game: types.Game{TurnBlocks: turn}}
	v.ChainState.State.Deadline = timeout
	if got := v.Position().Deadline; got != timeout+turn {
		t.Errorf("expected a deadline a turn after the channel timeout, %d, got %d", timeout+turn, got)
	}
	v.OffChain = false
	if got := v.Position().Deadline; got != timeout {
		t.Errorf("expected the deadline of the chain on-chain, %d, got %d", timeout, got)
	}
}

// A game lasts to the end of what is owed now, of the next clock and of a claim.
func TestAGameLastsToTheEndOfItsClocks(t *testing.T) {
	for height, want := range map[int64]int64{10: 60 + 120 + 600, 80: 120 + 600} {
		v := View{
			Height: height, State: game.State{Deadline: 70}, Game: types.Game{TurnBlocks: 120, ClaimBlocks: 600},
		}
		if got := v.Status(nil).Lasts; got != want {
			t.Errorf("block %d: expected %d blocks, got %d", height, want, got)
		}
	}
}

// An allowance lasts for all shots of both players, each of whom takes its whole clock.
func TestTheNeedsOfADelegateAreThoseOfTheLongestGame(t *testing.T) {
	r, q := game.Classic(), session.Quote{Params: types.DefaultParams(), TurnBlocks: 60}
	least := q.Params.Duration(2*int64(r.Tiles())*q.TurnBlocks + q.Params.ClaimBlocks)
	if got := needsOf(r, q).Longest; got < least {
		t.Errorf("expected at least %s, got %s", least, got)
	}
}
