package keeper_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// collectionNames are the names of the collections by the first byte of their keys.
func (f *fixture) collectionNames() map[byte]string {
	names := make(map[byte]string)
	for _, c := range f.keeper.Schema().ListCollections() {
		names[c.GetPrefix()[0]] = c.GetName()
	}
	return names
}

// sizes returns how many bytes the module's entries take, keys and values, by collection.
func (f *fixture) sizes(counted func(key string) bool) (map[string]int, int) {
	f.Helper()
	names, sizes, total := f.collectionNames(), make(map[string]int), 0
	for key, value := range f.snapshot() {
		raw, ours := strings.CutPrefix(key, types.StoreKey+"/")
		if !ours || !counted(raw) {
			continue
		}
		sizes[names[raw[0]]] += len(raw) + len(value)
		total += len(raw) + len(value)
	}
	return sizes, total
}

func TestBytesOfAnOpenGame(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		open func(f *fixture)
		most int
	}{
		"created":             {func(f *fixture) { f.create(f.newBoard(alice, game.Classic(), classicFleet)) }, 1_000},
		"waiting for a match": {func(f *fixture) { f.match(f.matchMsg(alice, game.Classic())) }, 1_150},
		"with all there can be": {func(f *fixture) {
			stake := anchors(1 << 60)
			f.fund(alice, stake)
			msg := f.matchMsg(alice, game.Classic())
			msg.Stake, msg.RatingRange, msg.Entry.Delegate = &stake, 4_000, carol.text()
			msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes)
			f.match(msg)
		}, 1_500},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(func(p *types.Params) { *p = types.DefaultParams() }))
			f.fund(alice, anchors(1<<40))
			f.ctx = f.ctx.WithBlockHeight(1 << 33)
			before := f.snapshot()
			c.open(f)
			sizes, total := f.sizes(func(key string) bool {
				_, was := before[types.StoreKey+"/"+key]
				return !was && key[0] != types.PlayersPrefix[0] && key[0] != types.EscrowPrefix[0]
			})
			require.LessOrEqual(t, total, c.most)
			t.Logf("%d bytes: %v", total, sizes)
		})
	}
}

func TestBytesOfAPlayer(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) { p.PlayerRewards, p.ChainRewards = 32, types.MaxChainRewards }))
	f.ctx = f.ctx.WithBlockHeight(1 << 33)
	ofAlice := func(key string) bool {
		return strings.Contains(key, string(alice.addr)) && key[0] != types.PlayerGamesPrefix[0]
	}
	win := func() {
		d := f.play(game.Classic())
		d.fire(game.Creator, "A2")
		d.fire(game.Joiner, "A2")
		f.deliver(d.concede(game.Joiner))
		f.deliver(d.claim(game.Creator))
		f.endBlock()
	}
	f.create(f.newBoard(alice, game.Classic(), classicFleet))
	sizes, total := f.sizes(ofAlice)
	require.LessOrEqual(t, total, 40)
	t.Logf("after entering a first game: %d bytes: %v", total, sizes)
	win()
	sizes, total = f.sizes(ofAlice)
	t.Logf("after a first win: %d bytes: %v", total, sizes)
	for range 99 {
		win()
	}
	sizes, total = f.sizes(ofAlice)
	require.LessOrEqual(t, total, 1_700)
	require.LessOrEqual(t, sizes["players"], 70)
	wins := 0
	for key := range f.snapshot() {
		if strings.HasPrefix(key, types.StoreKey+"/"+string(types.PlacesPrefix)) {
			wins++
		}
	}
	require.Equal(t, types.MaxPlayerRewards, wins, "rewards that are remembered")
	t.Logf("after 100 wins against one opponent: %d bytes: %v", total, sizes)
}
