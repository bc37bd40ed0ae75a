package channel_test

import (
	"errors"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

// Two players move off-chain. Then one of them brings an old state on-chain, and anybody who has the other's newest
// update answers with it.
func Example() {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	updates := g.Play(channeltest.InOrder)[:3]
	for _, update := range updates {
		fmt.Printf("the %s moves to progress %d\n", update.Base.Actor, update.State.Progress())
	}

	x, _ := g.Open(1000)
	cheat := game.Joiner
	x, _, _ = g.Submit(x, &cheat, updates[0].Update, 110, nil)
	fmt.Printf("on-chain with progress %d, until block %d\n", x.State.Progress(), x.State.Deadline)
	fmt.Println("the joiner may give up:", !errors.Is(x.CheckGiveUp(cheat), channel.ErrNoResponse))

	x, _, _ = g.Submit(x, nil, updates[2].Update, 115, nil)
	fmt.Printf("answered with progress %d, until block %d\n", x.State.Progress(), x.State.Deadline)
	// Output:
	// the creator moves to progress 2
	// the joiner moves to progress 4
	// the creator moves to progress 6
	// on-chain with progress 2, until block 130
	// the joiner may give up: false
	// answered with progress 6, until block 135
}
