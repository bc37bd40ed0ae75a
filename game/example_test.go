package game_test

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// A state and an action give the next state and what happened.
func ExampleStep() {
	state, err := game.NewState(game.Classic(), game.Clock{OpenBlocks: 100, TurnBlocks: 50, ClaimBlocks: 100}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for height, action := range []game.Action{
		game.Join{},
		game.RevealToss{By: game.Creator, First: game.Joiner},
		game.Shoot{By: game.Joiner, Tile: 16},
		game.Answer{By: game.Creator, Hit: true},
		game.Shoot{By: game.Joiner, Tile: 17},
	} {
		next, events, err := game.Step(state, action, int64(height+2))
		if err != nil {
			fmt.Println("refused:", err)
			continue
		}
		state = next
		fmt.Printf("%T: the %s owes %s by block %d\n", events[0], state.Actor, state.Owes, state.Deadline)
	}
	// Output:
	// game.Joined: the creator owes toss-reveal by block 52
	// game.TossOpened: the joiner owes shot by block 53
	// game.ShotFired: the creator owes answer by block 54
	// game.ShotAnswered: the creator owes shot by block 55
	// refused: not owed: expected shot by creator, got shot by joiner
}
