package watchtower_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/player/watchtower"
)

// chain is one that keeps to the rule.
type chain struct {
	t      *testing.T
	height int64
	games  map[uint64]*chainGame
	txs    int
	away   error
	// broken are games that the chain cannot show.
	broken map[uint64]error
	// refuse makes the chain refuse a transaction as if something had come before it.
	refuse func(answers []watchtower.Answer) bool
}

// chainGame is a game on the chain.
type chainGame struct {
	*channeltest.Game

	turns      []channeltest.Turn
	chainState rules.ChainState
	ended      string
}

func newChain(t *testing.T, games ...uint64) *chain {
	c := &chain{t: t, height: 200, games: make(map[uint64]*chainGame)}
	for _, id := range games {
		g := channeltest.New(game.Xaya(), channeltest.Options{GameID: id, Seed: id})
		stand, err := g.Open(86_400)
		require.NoError(t, err)
		c.games[id] = &chainGame{Game: g, turns: g.Play(channeltest.InOrder), chainState: stand}
	}
	return c
}

func (c *chain) Height(context.Context) (int64, error) { return c.height, c.away }

func (c *chain) Look(_ context.Context, id uint64) (watchtower.Status, error) {
	g := c.games[id]
	if g == nil {
		return watchtower.Status{}, watchtower.ErrNoGame
	}
	if err := c.broken[id]; err != nil {
		return watchtower.Status{}, err
	}
	if g.ended != "" {
		return watchtower.Status{Ended: true, Outcome: g.ended}, c.away
	}
	return watchtower.Status{Rules: g.Channel, ChainState: g.chainState}, c.away
}

func (c *chain) Submit(_ context.Context, answers []watchtower.Answer) (int64, error) {
	if c.away != nil {
		return 0, c.away
	}
	c.height++
	c.txs++
	chainStates := make(map[uint64]rules.ChainState)
	for _, a := range answers {
		next, _, err := c.games[a.Game].Submit(c.games[a.Game].chainState, nil, a.Proof, c.height, nil)
		if err != nil || c.refuse != nil && c.refuse(answers) {
			return 0, errors.Join(watchtower.ErrRefused, err)
		}
		chainStates[a.Game] = next
	}
	for id, chainState := range chainStates {
		c.games[id].chainState = chainState
	}
	return c.height, nil
}

// onChain brings a game on-chain, for a player, with what was said so many moves ago.
func (c *chain) onChain(id uint64, by game.Seat, moves int) {
	c.t.Helper()
	g := c.games[id]
	var proof rules.Proof
	if moves > 0 {
		proof = g.turns[moves-1].Update
	}
	c.height++
	next, _, err := g.Submit(g.chainState, &by, proof, c.height, nil)
	require.NoError(c.t, err)
	g.chainState = next
}

// write writes what a player has after so many moves.
func (c *chain) write(dir string, id uint64, moves int) string {
	c.t.Helper()
	path := filepath.Join(dir, fmt.Sprintf("%d-0123456789abcdef.proof", id))
	require.NoError(c.t, os.WriteFile(path, channel.MarshalUpdate(c.games[id].turns[moves-1].Update), 0o600))
	return path
}

// watch returns a watchtower and what it tells.
func (c *chain) watch(paths ...string) (*watchtower.Watchtower, *[]watchtower.News) {
	c.t.Helper()
	news := new([]watchtower.News)
	t, err := watchtower.New(c, paths, func(n watchtower.News) { *news = append(*news, n) })
	require.NoError(c.t, err)
	return t, news
}

// next makes a block and lets the watchtower look.
func (c *chain) next(t *watchtower.Watchtower) {
	c.t.Helper()
	c.height++
	require.NoError(c.t, t.Round(c.t.Context()))
}

func kinds(news []watchtower.News) (all []watchtower.Kind) {
	for _, n := range news {
		all = append(all, n.Kind)
	}
	return all
}

// progress is how far a game is after so many moves.
func (c *chain) progress(id uint64, moves int) int {
	return c.games[id].turns[moves-1].State.Progress()
}

func TestAttackADisputeIsAnsweredAtOnce(t *testing.T) {
	c := newChain(t, 4)
	for moves := 1; moves < 20; moves++ {
		for stale := range moves {
			c.games[4].chainState, _ = c.games[4].Open(86_400)
			tw, news := c.watch(c.write(t.TempDir(), 4, moves))
			c.next(tw)
			require.True(t, c.games[4].chainState.OffChain, "it starts no dispute")
			c.onChain(4, game.Joiner, stale)
			require.NoError(t, tw.Round(t.Context()))
			require.Equal(t, c.progress(4, moves), c.games[4].chainState.State.Progress(), "in the next block")
			require.Equal(t, []watchtower.Kind{watchtower.Held, watchtower.OnChain, watchtower.Submitted}, kinds(*news))
			require.Equal(t, [2]bool{game.Joiner: true}, c.games[4].chainState.Responded, "it speaks for nobody")
			txs := c.txs
			c.next(tw)
			require.Equal(t, txs, c.txs, "once")
		}
	}
}

func TestAWatchtowerIgnoresAnEquallyNewState(t *testing.T) {
	c := newChain(t, 4)
	tw, _ := c.watch(c.write(t.TempDir(), 4, 7))
	for _, moves := range []int{7, 8, 12} {
		c.games[4].chainState, _ = c.games[4].Open(86_400)
		c.onChain(4, game.Creator, moves)
		c.next(tw)
		require.Zero(t, c.txs)
	}
}

func TestAWatchtowerFollowsTheFile(t *testing.T) {
	c := newChain(t, 4)
	dir := t.TempDir()
	path := c.write(dir, 4, 3)
	tw, news := c.watch(dir)
	c.next(tw)
	c.write(dir, 4, 9)
	c.next(tw)
	c.write(dir, 4, 5) // an older one is restored
	c.next(tw)
	require.NoError(t, os.Remove(path))
	c.onChain(4, game.Creator, 6)
	c.next(tw)
	require.Equal(t, c.progress(4, 9), c.games[4].chainState.State.Progress())
	require.Equal(t, []watchtower.Kind{
		watchtower.Held, watchtower.Held, watchtower.OnChain, watchtower.Submitted,
	}, kinds(*news))
	c.write(dir, 4, 11)
	c.next(tw)
	require.Equal(t, c.progress(4, 11), c.games[4].chainState.State.Progress(), "also on-chain")
}

func TestAFileThatIsGoneDoesNotKeepTheOthersBack(t *testing.T) {
	c := newChain(t, 4, 5)
	dir := t.TempDir()
	gone, kept := c.write(dir, 4, 3), c.write(dir, 5, 3)
	tw, _ := c.watch(gone, kept)
	require.NoError(t, os.Remove(gone))
	c.write(dir, 5, 9)
	c.onChain(5, game.Creator, 6)
	c.next(tw)
	require.Equal(t, c.progress(5, 9), c.games[5].chainState.State.Progress())
}

func TestAGameThatCannotBeSeenDoesNotKeepTheOthersBack(t *testing.T) {
	c := newChain(t, 4, 5)
	dir := t.TempDir()
	tw, news := c.watch(c.write(dir, 4, 9), c.write(dir, 5, 9))
	c.broken = map[uint64]error{4: errors.New("its record is damaged")}
	c.onChain(4, game.Creator, 6)
	c.onChain(5, game.Creator, 6)
	c.next(tw)
	require.Equal(t, c.progress(5, 9), c.games[5].chainState.State.Progress())
	require.ErrorIs(t, (*news)[len(*news)-1].Err, c.broken[4])
	c.broken = nil
	c.next(tw)
	require.Equal(t, c.progress(4, 9), c.games[4].chainState.State.Progress())
}

func TestAnInvalidProofOfTheGameIsReported(t *testing.T) {
	c := newChain(t, 4, 5)
	dir := t.TempDir()
	other := channel.MarshalUpdate(c.games[5].turns[8].Update)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "4.proof"), other, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "5.proof"), []byte("holiday"), 0o600))
	long := make([]byte, channel.MaxUpdate+100)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "5-long.proof"), long, 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o600))
	tw, news := c.watch(dir)
	c.onChain(4, game.Creator, 0)
	c.onChain(5, game.Creator, 0)
	c.next(tw)
	c.next(tw)
	require.Equal(t, []watchtower.Kind{
		watchtower.Unfit, watchtower.Unfit, watchtower.Unfit, watchtower.OnChain, watchtower.OnChain,
	}, kinds(*news))
	require.ErrorIs(t, (*news)[2].Err, rules.ErrSignature)
	require.Zero(t, c.txs)

	// A watchtower that is given a forged file submits nothing that was not signed.
	forged := c.games[4].turns[8].Update
	forged.Signatures = [2][]byte{forged.Signatures[1], forged.Signatures[0]}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "4.proof"), channel.MarshalUpdate(forged), 0o600))
	c.next(tw)
	require.Zero(t, c.txs)
	require.Equal(t, watchtower.Unfit, (*news)[len(*news)-1].Kind)
}

func TestRegressionAWatchtowerWithoutAProofWatchesOn(t *testing.T) {
	c := newChain(t, 4)
	file := filepath.Join(t.TempDir(), "4.proof")
	require.NoError(t, os.WriteFile(file, []byte("holiday"), 0o600))
	var news []watchtower.News
	_, err := watchtower.New(c, []string{file}, func(n watchtower.News) { news = append(news, n) })
	require.ErrorIs(t, err, watchtower.ErrNothing)
	require.Equal(t, []watchtower.Kind{watchtower.Unfit}, kinds(news))
}

func TestManyDisputesAtOnceTakeFewTransactions(t *testing.T) {
	var ids []uint64
	for id := range uint64(20) {
		ids = append(ids, id+1)
	}
	c := newChain(t, ids...)
	dir := t.TempDir()
	for _, id := range ids {
		c.write(dir, id, 9)
	}
	tw, _ := c.watch(dir)
	c.next(tw)
	for _, id := range ids {
		c.onChain(id, game.Creator, 2)
	}
	require.NoError(t, tw.Round(t.Context()))
	require.Equal(t, 3, c.txs)
	for _, id := range ids {
		require.Equal(t, c.progress(id, 9), c.games[id].chainState.State.Progress())
	}
}

// One of them was answered by somebody else meanwhile, so that all together are refused.
func TestOneRefusedAnswerDoesNotKeepTheOthersBack(t *testing.T) {
	c := newChain(t, 1, 2, 3)
	dir := t.TempDir()
	for id := range c.games {
		c.write(dir, id, 9)
	}
	tw, news := c.watch(dir)
	c.next(tw)
	for id := range uint64(3) {
		c.onChain(id+1, game.Creator, 2)
	}
	c.refuse = func(answers []watchtower.Answer) bool {
		for _, a := range answers {
			if a.Game == 2 {
				return true
			}
		}
		return false
	}
	require.NoError(t, tw.Round(t.Context()))
	require.Equal(t, c.progress(1, 9), c.games[1].chainState.State.Progress())
	require.Equal(t, c.progress(2, 2), c.games[2].chainState.State.Progress())
	require.Equal(t, c.progress(3, 9), c.games[3].chainState.State.Progress())
	failed := 0
	for _, n := range *news {
		if n.Kind == watchtower.Failed {
			failed++
		}
	}
	require.Equal(t, 1, failed)
	c.refuse = nil
	c.next(tw)
	require.Equal(t, c.progress(2, 9), c.games[2].chainState.State.Progress(), "it is tried again")
}

func TestAWatchtowerOutlastsItsNode(t *testing.T) {
	c := newChain(t, 4)
	tw, news := c.watch(c.write(t.TempDir(), 4, 9))
	c.next(tw)
	c.away = errors.New("connection refused")
	c.next(tw)
	c.next(tw)
	c.onChain(4, game.Joiner, 3)
	c.away = nil
	require.NoError(t, tw.Round(t.Context()))
	require.Equal(t, []watchtower.Kind{
		watchtower.Held, watchtower.Away, watchtower.OnChain, watchtower.Submitted, watchtower.Back,
	}, kinds(*news))
}

// A surrender that the winner has not signed waits until the winner has had its say on-chain.
func TestASurrenderWaitsUntilTheWinnerIsHeard(t *testing.T) {
	c := newChain(t, 4)
	g := c.games[4]
	base := g.turns[8].State
	dir := t.TempDir()
	update := g.Update(base, g.Concession(base))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "4.proof"), channel.MarshalUpdate(update), 0o600))
	tw, news := c.watch(dir)
	c.onChain(4, base.Actor, 3)
	c.next(tw)
	c.next(tw)
	require.Equal(t, []watchtower.Kind{watchtower.Held, watchtower.OnChain, watchtower.Failed}, kinds(*news))
	require.ErrorIs(t, (*news)[2].Err, rules.ErrNoResponse)
	c.onChain(4, base.Actor.Other(), 5)
	c.next(tw)
	require.Equal(t, watchtower.Submitted, (*news)[len(*news)-1].Kind)
	require.Equal(t, game.PhaseClaim, g.chainState.State.Phase)
}

func TestAWatchtowerEndsWithItsGames(t *testing.T) {
	c := newChain(t, 4, 5)
	dir := t.TempDir()
	tw, news := c.watch(c.write(dir, 4, 9), "7="+c.write(dir, 5, 9), c.write(dir, 5, 9))
	rounds := 0
	require.NoError(t, tw.Run(t.Context(), func(context.Context) error {
		c.height++
		switch rounds++; rounds {
		case 3:
			c.games[4].ended = "alice has won"
		case 40:
			c.games[5].ended = "bob has won"
		case 41:
			return errors.New("goes on for ever")
		}
		return nil
	}))
	require.ErrorIs(t, (*news)[3].Err, watchtower.ErrNoGame, "there is no game 7")
	require.Equal(t, watchtower.News{Kind: watchtower.Ended, Game: 5, Outcome: "bob has won"}, (*news)[len(*news)-1])
}

// A node that catches up does not know a game yet that others know.
func TestRegressionANodeThatLagsEndsAVigil(t *testing.T) {
	c := newChain(t, 4)
	tw, news := c.watch(c.write(t.TempDir(), 4, 9))
	g := c.games[4]
	delete(c.games, 4)
	for range 29 {
		c.next(tw)
	}
	require.Equal(t, 1, tw.Left())
	c.games[4] = g
	c.onChain(4, g.turns[8].Base.Actor, 3)
	c.next(tw)
	require.Equal(t, watchtower.Submitted, (*news)[len(*news)-1].Kind)
	delete(c.games, 4)
	for range 30 {
		c.next(tw)
	}
	require.Zero(t, tw.Left())
}

func TestPaths(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "holiday.proof")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	for _, paths := range [][]string{{path}, {filepath.Join(dir, "missing")}} {
		_, err := watchtower.New(nil, paths, nil)
		require.Error(t, err)
	}
	_, err := watchtower.New(nil, []string{dir}, nil)
	require.ErrorContains(t, err, "found none")
	files, err := watchtower.Find([]string{"12=" + path, "12=" + path})
	require.NoError(t, err)
	require.Equal(t, []watchtower.File{{Game: 12, Path: path}}, files)
}
