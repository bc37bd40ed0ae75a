package channel_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

// TestWholeGames plays a whole game of each ruleset off-chain. Each update proves its state to anybody, each state is
// newer than the one before, movers alternate, and the chain takes each update for what it is.
func TestWholeGames(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			g := channeltest.New(r, channeltest.Options{Scheme: channeltest.Secp256k1{}, First: game.Joiner})
			turns := g.Play(channeltest.InOrder)
			x, err := g.Open(timeout)
			if err != nil {
				t.Fatal(err)
			}
			height := int64(101)
			for i, turn := range turns {
				if i > 0 && turn.Base.Actor != turns[i-1].Base.Actor.Other() {
					t.Fatalf("turn %d: expected movers to alternate, got the %s twice", i, turn.Base.Actor)
				}
				if turn.State.Progress() <= turn.Base.Progress() {
					t.Fatalf("turn %d: expected a progress above %d, got %d", i, turn.Base.Progress(), turn.State.Progress())
				}
				var sender *game.Seat
				if x.OffChain {
					sender = &turn.Base.Actor
				}
				height++
				if x, _, err = g.Submit(x, sender, turn.Update, height, nil); err != nil {
					t.Fatalf("turn %d: %v", i, err)
				}
				if want := turn.State.Restart(height); x.OffChain || x.State.String() != want.String() {
					t.Fatalf("turn %d: expected\n%s\ngot\n%s", i, want, x.State)
				}
				if _, _, err := g.Submit(x, nil, turn.Update, height, nil); i < len(turns)-1 &&
					!errors.Is(err, channel.ErrNotNewer) {
					t.Fatalf("turn %d: expected ErrNotNewer for the same update again, got %v", i, err)
				}
			}
			t.Logf("%d moves, ended by %s", len(turns), x.State.Reason)
		})
	}
}
