package kit_test

import (
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func ExampleNew() {
	var t *testing.T // that of the test
	f := kit.New(t, kit.WithParams(kit.AllowBeer))
	f.FundCast()
	d := f.StakedDuel(kit.Beers(100))
	f.Deliver(d.Reveal(game.Creator, "B7"))
	f.Refuse(types.ErrTurn, d.Shoot(game.Creator, "B8"))
	f.SkipTo(d.Now().Deadline + 1) // bob does not answer
	f.Deliver(d.Claim(game.Creator))
	if f.Result(d.ID).Reason != types.REASON_TIMEOUT {
		t.Fatal("a game without an answer has not ended")
	}
}
