package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// everyProvenMessage sends the messages that are dearer, or end a game at once, where boards are proven.
func (b *bills) everyProvenMessage() {
	b.Helper()
	seats, r := [...]string{chain.Alice, chain.Bob}, game.ClassicZK()
	begin := func() *duel {
		d := b.openUnder(r, "create, proven", nil)
		join := joinMsg(d.id, d.boards[game.Joiner])
		join.Toss = d.tossFor(game.Creator)
		b.deliver("join, proven", chain.Bob, join)
		b.deliver("opening of the toss", chain.Alice, d.reveal(game.Creator, "A1"))
		return d
	}
	conceded := begin()
	for range 2 {
		b.deliver("move, proven", seats[conceded.now().Actor], conceded.next())
	}
	b.deliver("concede, proven", chain.Bob, conceded.concede(game.Joiner))

	// Alice shoots at bob's ships, and bob at water.
	played := begin()
	aims := [...]game.Set{played.boards[1].Ships, allTiles(r).Minus(played.boards[0].Ships)}
	for b.has(played.id) {
		s := played.now()
		by, name, target := s.Actor, "move, proven", ""
		for tile := range aims[by].Minus(s.Sides[by.Other()].Answered).All() {
			target = r.TileName(tile)
			break
		}
		if by == game.Joiner && s.Sides[by].Hits.Len() == r.ShipTiles()-1 {
			name, target = "last answer, proven", ""
		}
		b.deliver(name, seats[by], played.reveal(by, target))
	}
	require.Equal(b, types.REASON_SUNK, b.result(played.id).Reason)
	require.Equal(b, uint64(fullReward), b.result(conceded.id).Reward)
	require.Positive(b, b.result(played.id).Reward)

	for _, name := range seats {
		match := b.matchMsg(b.player(name), r)
		match.Toss = make([]byte, commitment.TossSize)
		b.deliver("match, proven", name, match)
	}
	delete(b.prices, "opening of the toss") // is as ever
}

// The dearest messages of games with proven boards: what clients ask for, what keeping them out of a block costs, and
// that each still takes one place of the list of those that wait. The last answer, which pays for the end of the game,
// costs its sender at most a quarter more than a move, and conceding instead a third of one.
func TestBillsOfProvenGames(t *testing.T) {
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
	require.LessOrEqual(t, b.bytes["move, proven"]-left, 900, "bytes of a move")
	require.Len(t, b.prices, 6)
	for name, p := range b.prices {
		require.GreaterOrEqual(t, p.bill(), int64(128), name)
		require.LessOrEqual(t, p.wanted(), app.DefaultConsensusParams().Block.MaxGas/128, "%s takes one place", name)
		require.GreaterOrEqual(t, p.wanted(), p.used, name)
	}
	move, last := b.prices["move, proven"].used, b.prices["last answer, proven"].used
	require.LessOrEqual(t, last, move*5/4, "the loser's last answer against a move")
	require.LessOrEqual(t, b.prices["concede, proven"].used, move/3, "conceding against a move")
	b.requireTable("../README.md", func(p price) []int64 { return []int64{p.wanted(), p.bill()} })
	b.requireTable("../../../docs/clients.md", func(p price) []int64 {
		return []int64{p.simulated, p.used, p.clientLimit()}
	})
}
