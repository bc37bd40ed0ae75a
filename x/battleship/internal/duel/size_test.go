package duel_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// collectionNames are the names of the collections by the first byte of their keys.
func collectionNames(f *kit.Fixture) map[byte]string {
	names := make(map[byte]string)
	for _, c := range f.Keeper.Schema().ListCollections() {
		names[c.GetPrefix()[0]] = c.GetName()
	}
	return names
}

// sizesOf returns how many bytes the module's entries take, keys and values, by collection.
func sizesOf(f *kit.Fixture, counted func(key string) bool) (map[string]int, int) {
	f.Helper()
	names, sizes, total := collectionNames(f), make(map[string]int), 0
	for key, value := range f.Snapshot() {
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
		open func(f *kit.Fixture)
		most int
	}{
		"created": {
			func(f *kit.Fixture) { f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)) }, 1_000,
		},
		"waiting for a match": {func(f *kit.Fixture) { f.Match(f.MatchMsg(kit.Alice, game.Classic())) }, 1_150},
		"with all there can be": {func(f *kit.Fixture) {
			stake := kit.Anchors(1 << 60)
			f.Fund(kit.Alice, stake)
			msg := f.MatchMsg(kit.Alice, game.Classic())
			msg.Stake, msg.RatingRange, msg.Entry.Delegate = &stake, 4_000, kit.Carol.Text()
			msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes)
			f.Match(msg)
		}, 1_500},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(func(p *types.Params) { *p = types.DefaultParams() }))
			f.Fund(kit.Alice, kit.Anchors(1<<40))
			f.Ctx = f.Ctx.WithBlockHeight(1 << 33)
			before := f.Snapshot()
			c.open(f)
			sizes, total := sizesOf(f, func(key string) bool {
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
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.PlayerRewards, p.ChainRewards = 32, types.MaxChainRewards }))
	f.Ctx = f.Ctx.WithBlockHeight(1 << 33)
	ofAlice := func(key string) bool {
		return strings.Contains(key, string(kit.Alice.Addr)) && key[0] != types.PlayerGamesPrefix[0]
	}
	win := func() {
		d := f.Play(game.Classic())
		d.Fire(game.Creator, "A2")
		d.Fire(game.Joiner, "A2")
		f.Deliver(d.Concede(game.Joiner))
		f.Deliver(d.Claim(game.Creator))
		f.EndBlock()
	}
	f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	sizes, total := sizesOf(f, ofAlice)
	require.LessOrEqual(t, total, 40)
	t.Logf("after entering a first game: %d bytes: %v", total, sizes)
	win()
	sizes, total = sizesOf(f, ofAlice)
	t.Logf("after a first win: %d bytes: %v", total, sizes)
	for range 99 {
		win()
	}
	sizes, total = sizesOf(f, ofAlice)
	require.LessOrEqual(t, total, 1_700)
	require.LessOrEqual(t, sizes["players"], 70)
	wins := 0
	for key := range f.Snapshot() {
		if strings.HasPrefix(key, types.StoreKey+"/"+string(types.PlacesPrefix)) {
			wins++
		}
	}
	require.Equal(t, types.MaxPlayerRewards, wins, "rewards that are remembered")
	t.Logf("after 100 wins against one opponent: %d bytes: %v", total, sizes)
}
