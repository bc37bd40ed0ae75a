package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// everyProvenMessage sends the messages that are dearer, or end a game at once, where boards are proven.
func (b *bills) everyProvenMessage() {
	b.Helper()
	seats, r := [...]string{chain.Alice, chain.Bob}, game.ClassicZK()
	begin := func() *kit.Duel {
		d := b.openUnder(r, "create, proven", nil)
		join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
		join.Toss = d.TossFor(game.Creator)
		b.deliver("join, proven", chain.Bob, join)
		b.deliver("opening of the toss", chain.Alice, d.Reveal(game.Creator, "A1"))
		return d
	}
	conceded := begin()
	for range 2 {
		b.deliver("move, proven", seats[conceded.Now().Actor], conceded.Next())
	}
	b.deliver("concede, proven", chain.Bob, conceded.Concede(game.Joiner))

	// Alice shoots at bob's ships, and bob at water.
	played := begin()
	aims := [...]game.Set{played.Boards[1].Ships, kit.AllTiles(r).Minus(played.Boards[0].Ships)}
	for b.Has(played.ID) {
		s := played.Now()
		by, name, target := s.Actor, "move, proven", ""
		for tile := range aims[by].Minus(s.Sides[by.Other()].Answered).All() {
			target = r.TileName(tile)
			break
		}
		if by == game.Joiner && s.Sides[by].Hits.Len() == r.ShipTiles()-1 {
			name, target = "last answer, proven", ""
		}
		b.deliver(name, seats[by], played.Reveal(by, target))
	}
	require.Equal(b, types.REASON_SUNK, b.Result(played.ID).Reason)
	require.Equal(b, uint64(kit.FullReward), b.Result(conceded.ID).Reward)
	require.Positive(b, b.Result(played.ID).Reward)

	for _, name := range seats {
		match := b.MatchMsg(b.player(name), r)
		match.Toss = make([]byte, commitment.TossSize)
		b.deliver("match, proven", name, match)
	}
	b.everyProvenMessageOffChain()
	delete(b.prices, "opening of the toss") // is as ever
}

// The dearest messages of games with proven boards: what clients ask for, what keeping them out of a block costs, and
// that each still takes one place of the list of those that wait. The last answer, which pays for the end of the game,
// costs its sender at most half more than a move, and conceding instead two thirds of one.
func TestBillsOfProvenGames(t *testing.T) {
	t.Parallel()
	b := newBills(t, chain.WithParams(func() types.Params {
		p := types.DefaultParams()
		p.ProvenClaims = false
		return p
	}()))
	b.everyProvenMessage()
	t.Logf("message, simulated, used:\n%s", b.table(func(_ string, p price) string {
		return fmt.Sprintf("%d | %d", p.simulated, p.used)
	}))
	t.Logf("bytes: %v", b.bytes)
	// Players leave out the public key that the chain has already, which this chain's transactions do not.
	key := chain.NewAccount(chain.Alice).Key.PubKey()
	left := len("/cosmos.crypto.secp256k1.PubKey") + len(key.Bytes()) + 8
	require.LessOrEqual(t, b.bytes["move, proven"]-left, 300, "bytes of a move")
	require.Len(t, b.prices, 6+5)
	for name, p := range b.prices {
		require.GreaterOrEqual(t, p.bill(), int64(128), name)
		require.LessOrEqual(t, p.wanted(), app.DefaultConsensusParams().Block.MaxGas/128, "%s takes one place", name)
		require.GreaterOrEqual(t, p.wanted(), p.used, name)
	}
	move, last := b.prices["move, proven"].used, b.prices["last answer, proven"].used
	require.LessOrEqual(t, last, move*3/2, "the loser's last answer against a move")
	require.LessOrEqual(t, b.prices["concede, proven"].used, move*2/3, "conceding against a move")
	b.requireTable("../../../docs/gas.md", func(p price) []int64 { return []int64{p.wanted(), p.bill()} })
	b.requireTable("../../../docs/clients.md", func(p price) []int64 {
		return []int64{p.simulated, p.used, p.clientLimit()}
	})
}

// A message that ends a game pays for it, too. A concession that was simulated while a limit withheld the reward once
// ran out of gas if the limit did no longer when it was executed.
func TestRegressionTheGasOfAnEndingDependsOnItsPayments(t *testing.T) {
	t.Parallel()
	b := newBills(t, chain.WithParams(func() types.Params {
		p := types.DefaultParams()
		p.ProvenClaims, p.PlayerRewards, p.RewardMinShots, p.PairCooldownBlocks = false, 1, 1, 1
		return p
	}()))
	seats := [...]string{chain.Alice, chain.Bob}
	for _, tc := range []struct {
		name  string
		moves int
		paid  bool
	}{
		{"paid", 3, true},
		{"withheld by the player's limit", 3, false},
		{"withheld for too few shots", 0, false},
	} {
		d := b.openUnder(game.ClassicZK(), "create", nil)
		join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
		join.Toss = d.TossFor(game.Creator)
		b.deliver("join", chain.Bob, join)
		b.deliver("toss", chain.Alice, d.Reveal(game.Creator, "A1"))
		for range tc.moves {
			b.deliver("move", seats[d.Now().Actor], d.Next())
		}
		b.deliver(tc.name, chain.Bob, d.Concede(game.Joiner))
		require.Equal(t, tc.paid, b.Result(d.ID).Reward > 0, tc.name)
		b.chain.Advance(2)
	}
	paid := b.prices["paid"].used
	for _, name := range []string{"withheld by the player's limit", "withheld for too few shots"} {
		require.GreaterOrEqual(t, b.prices[name].wanted(), paid, name)
	}
}
