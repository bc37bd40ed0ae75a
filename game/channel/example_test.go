package channel_test

import (
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

// Two players move at sea. Then one of them brings an old state ashore, and anybody who has the other's newest letter
// answers with it.
func Example() {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	letters := g.Play(channeltest.InOrder)[:3]
	for _, letter := range letters {
		fmt.Printf("the %s moves to progress %d\n", letter.Base.Actor, letter.State.Progress())
	}

	x, _ := g.SetOut(1000)
	cheat := game.Joiner
	x, _, _ = g.Post(x, &cheat, letters[0].Letter, 110, nil)
	fmt.Printf("ashore with progress %d, until block %d\n", x.State.Progress(), x.State.Deadline)
	fmt.Println("the joiner may give up:", !errors.Is(x.CheckGiveUp(cheat), channel.ErrUnheard))

	x, _, _ = g.Post(x, nil, letters[2].Letter, 115, nil)
	fmt.Printf("answered with progress %d, until block %d\n", x.State.Progress(), x.State.Deadline)
	// Output:
	// the creator moves to progress 2
	// the joiner moves to progress 4
	// the creator moves to progress 6
	// ashore with progress 2, until block 130
	// the joiner may give up: false
	// answered with progress 6, until block 135
}
