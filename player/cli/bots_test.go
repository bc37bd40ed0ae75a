package cli_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Each game has a client of its own with the same key, and none of them waits for another's transaction.
func TestTwoBotsPlaySeveralGamesAtOnce(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	type outcome struct {
		out, stderr string
		err         error
	}
	done := make(chan outcome, 1)
	go func() {
		out, stderr, err := run(w, "bot --games 3 --strategy hunt --ruleset xaya --casual --from alice")
		done <- outcome{out, stderr, err}
	}()
	out, stderr, err := run(w, "bot --games 3 --strategy hunt --ruleset xaya --casual --from bob")
	require.NoError(t, err)
	others := <-done
	require.NoError(t, others.err)

	require.Regexp(t, `(?m)^bob has played 3 games and won \d\.$`, out)
	require.Regexp(t, `(?m)^alice has played 3 games and won \d\.$`, others.out)
	for _, id := range []string{"1", "2", "3"} {
		require.Contains(t, out, "Game "+id+" is over: ")
		require.Contains(t, stderr, "bob, game "+id+", block ")
		require.Contains(t, others.stderr, "alice, game "+id+", block ")
	}
	// One after the other would be told one after the other.
	ids := regexp.MustCompile(`bob, game (\d), block`).FindAllStringSubmatch(stderr, -1)
	changes := 0
	for i := 1; i < len(ids); i++ {
		if ids[i][1] != ids[i-1][1] {
			changes++
		}
	}
	require.Greater(t, changes, 10, "the games are played at the same time")
	require.NotContains(t, stderr, "account sequence mismatch")
}

func TestABotResumesAnUnfinishedGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Xaya())
	done := make(chan error, 1)
	go func() {
		_, _, err := run(w, "bot --ruleset xaya --from "+second)
		done <- err
	}()
	_, stderr, err := run(w, "bot --ruleset xaya --delay 1us --from "+first)
	require.NoError(t, err)
	require.NoError(t, <-done)
	require.EqualValues(t, 1, id)
	require.Contains(t, stderr, first+" continues game 1 (xaya, ")
}

// Two programs that move for one player would pay twice for each move.
func TestASecondBotAndAHandBesideABotAreRefused(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, first, second := w.Begun(game.Classic())
	address := w.Client(first).Key().Address.String()
	path := filepath.Join(w.ClientCtx.HomeDir, "bots", w.ClientCtx.ChainID, address, "1.lock")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	held, err := os.Create(path)
	require.NoError(t, err)
	_, err = held.WriteString("4711")
	require.NoError(t, err)
	require.NoError(t, unix.Flock(int(held.Fd()), unix.LOCK_EX))

	says := "a bot of " + first + " plays game 1 already on this machine (process 4711): end it first, or let it continue"
	for _, line := range []string{
		"bot 1", "tx battleship shoot 1 A1 -y", "tx battleship answer 1 -y", "shoot 1 A1 -y", "claim 1 -y",
	} {
		_, _, err := run(w, line+" --from "+first)
		require.EqualError(t, err, says, line)
	}
	_, _, err = run(w, "tx battleship answer 1 -y --from "+second)
	require.NotContains(t, err.Error(), "a bot of", "the other player's games are its own")
	require.NoError(t, held.Close())
	must(w, "shoot 1 A1 -y --from "+first)

	// Screens can be open twice, and a hand beside them is theirs; a bot is not.
	onScreens, err := os.Open(path)
	require.NoError(t, err)
	require.NoError(t, unix.Flock(int(onScreens.Fd()), unix.LOCK_SH))
	_, _, err = run(w, "bot 1 --from "+first)
	require.EqualError(t, err, "the screens of battleshipd play have game 1 of "+first+
		" open on this machine, and answer by themselves: close them first")
	must(w, "tx battleship concede 1 -y --from "+first)
	require.NoError(t, onScreens.Close())
}

// listener keeps what a program writes, and hears all of it with each new part.
type listener struct {
	mu   sync.Mutex
	text strings.Builder
	hear func(all string)
}

// Write implements io.Writer.
func (l *listener) Write(part []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.text.Write(part)
	l.hear(l.text.String())
	return n, err
}

func (l *listener) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A bot that was to play several games once waited for ever when nobody joined the first, and one that was to play one
// game ended.
func TestABotOpensAnotherGameAfterAnExpiry(t *testing.T) {
	t.Parallel()
	for command, says := range map[string][]string{
		"bot --games 3 --ruleset xaya --from alice": {"alice, game 2, block "},
		"bot --ruleset xaya --from alice": {
			"alice: no opponent joined game 1 in time, so another match is asked for.", "alice, game 2, block ",
		},
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			params := types.LocalParams()
			params.OpenBlocks = 60
			w := playertest.New(t, chain.WithParams(params))
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			expired := false
			stderr := &listener{hear: func(all string) {
				switch {
				case strings.Contains(all, "alice, game 2, block "):
					stop()
				case strings.Contains(all, "alice, game 1: waiting") && !expired:
					expired = true
					w.Node.Advance(params.OpenBlocks + 1)
				}
			}}
			w.Node.Silent = w.BlocksAfter(ctx)
			err := runTo(w, ctx, io.Discard, stderr, command)
			require.ErrorContains(t, err, "Stopped. A running game continues")
			for _, said := range says {
				require.Contains(t, stderr.String(), said)
			}
		})
	}
}

// A bot once asked again and again without a word for a match that the chain refuses while its player waits in another.
func TestABotReportsAWaitForASecondMatch(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	must(w, "tx battleship match --ruleset xaya --casual --from alice -y")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	const says = "alice waits in game 1 (xaya, "
	joined := false
	stderr := &listener{hear: func(all string) {
		switch {
		case strings.Contains(all, "alice, game 2, block "):
			stop()
		case strings.Contains(all, says) && !joined:
			joined = true
			_, err := w.Open(bob, 1).Join(t.Context(), "", playertest.Choose(t))
			require.NoError(t, err)
		}
	}}
	w.Node.Silent = w.BlocksAfter(ctx)
	err := runTo(w, ctx, io.Discard, stderr, "bot --another --ruleset xaya --casual --from alice")
	require.ErrorContains(t, err, "Stopped. A running game continues", stderr.String())
	require.Equal(t, 1, strings.Count(stderr.String(), says), stderr.String())
	require.Contains(t, stderr.String(), "and the chain lets no player wait twice: the next match is asked for after")
}

// startingNode is a node that is away when a program asks for its chain, as it does first, once after away was set.
type startingNode struct {
	*playertest.Node
	away atomic.Bool
}

func (n *startingNode) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	if strings.HasSuffix(path, "/GetNodeInfo") && n.away.CompareAndSwap(true, false) {
		return nil, playertest.ErrAway
	}
	return n.Node.ABCIQueryWithOptions(ctx, path, data, opts)
}

// A bot that was to play several games ended if its node was away when it began to look for a further opponent.
func TestRegressionABotOutlastsANodeThatIsAwayBetweenMatches(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := &startingNode{Node: w.Node}
	w.ClientCtx = w.ClientCtx.WithClient(n)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	joined := false
	stderr := &listener{hear: func(all string) {
		switch {
		case strings.Contains(all, "alice, game 2, block "):
			stop()
		case strings.Contains(all, "alice, game 1: waiting") && !joined:
			joined = true
			opponent := w.Open(bob, 1)
			n.away.Store(true) // before the join, after which the bot's next question may come at any moment
			_, err := opponent.Join(t.Context(), "", playertest.Choose(t))
			require.NoError(t, err)
		}
	}}
	w.Node.Silent = w.BlocksAfter(ctx)
	err := runTo(w, ctx, io.Discard, stderr, "bot --games 2 --ruleset xaya --casual --from alice")
	require.ErrorContains(t, err, "A running game continues", stderr.String())
	require.Contains(t, stderr.String(), "No match yet, and tried again: ask the node for its chain id: no node answers")
	require.Contains(t, stderr.String(), "alice, game 2, block ")
}

// What recover sends is tried again while the node is away, which it once did for ever and without a word.
func TestRecoverReportsRetries(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Joined(game.Classic())
	out := &listener{hear: func(all string) {
		if strings.Contains(all, "Your board is recovered") && !strings.Contains(all, "Block ") {
			w.Node.Change(func() { w.Node.Away = true })
		}
	}}
	stderr := &listener{hear: func(all string) {
		if strings.Contains(all, "not done yet") {
			w.Node.Change(func() { w.Node.Away = false })
		}
	}}
	require.NoError(t, runTo(w, t.Context(), out, stderr, "recover --answer --from alice"), stderr.String())
	require.Contains(t, stderr.String(),
		"Game 1: not done yet, and tried again: look at game 1: no node answers at tcp://the-test:26657")
	require.Contains(t, out.String(), "toss opened")
}

// An offer of an ended bot stayed open for hours: a stranger joined it, and the bot's player lost without a shot.
func TestRegressionStoppedBotLeavesItsOfferOpen(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		flags  string
		joined bool
		// says is in the output, phase that of the game afterwards; an offer that is gone has none.
		says  string
		phase game.Phase
	}{
		"live":           {says: "Game 1 is withdrawn: no opponent had joined.\n"},
		"correspondence": {flags: " --clock correspondence", phase: game.PhaseOpen},
		"joined":         {joined: true, phase: game.PhaseToss},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := playertest.New(t)
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			stderr := &listener{hear: func(all string) {
				if strings.Contains(all, "alice, game 1: waiting") {
					stop()
				}
			}}
			joined := make(chan error, 1)
			if tc.joined {
				go func() { joined <- joinWithdrawn(w, bob, 1) }()
			} else {
				joined <- nil
				w.Node.Silent = w.BlocksAfter(ctx)
			}
			err := runTo(w, ctx, io.Discard, stderr, "bot --another --ruleset xaya --casual --from alice"+tc.flags)
			require.ErrorContains(t, err, "Stopped. A running game continues", stderr.String())
			require.Equal(t, tc.says != "", strings.Contains(stderr.String(), "withdrawn"), stderr.String())
			require.Contains(t, stderr.String(), tc.says)
			require.NoError(t, <-joined)
			v, err := w.Open(bob, 1).Look(t.Context())
			if tc.phase == 0 {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.phase, v.State.Phase)
		})
	}
}

// joinWithdrawn joins a game as soon as its creator has withdrawn it, while it is still open.
func joinWithdrawn(w *playertest.World, name string, id uint64) error {
	s := w.Open(name, id)
	for {
		if v, err := s.Look(w.Context()); err == nil && v.State.Withdrawn() {
			_, err = s.Join(w.Context(), "", playertest.Choose(w.T))
			return err
		}
		if err := s.Sleep(w.Context()); err != nil {
			return err
		}
	}
}
