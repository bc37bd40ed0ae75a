package zktest

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// boardOf is the board of a test's player.
func boardOf(r *game.Ruleset, nonce uint64) commitmenttest.Board {
	return commitmenttest.New(commitment.Binding{
		ChainID: "zktest-1", Player: []byte(strings.Repeat("p", 20)), Nonce: nonce, Ruleset: r,
	}, commitmenttest.Fleet(r), nil)
}

// The statements of this test are recorded, so that their proofs are those of an earlier run.
func TestRecordedProofsAreValid(t *testing.T) {
	for _, r := range []*game.Ruleset{game.ClassicZK(), game.XayaZK()} {
		b := boardOf(r, 1)
		keys, err := verify.KeysOf(r)
		require.NoError(t, err)
		if os.Getenv(recordEnv) == "" {
			name := nameOf(keys, b.Binding, verify.Board{Binding: b.Binding}, b.Fleet, b.Secret)
			require.Contains(t, recorded(), name, "`make proofs` records it")
		}
		require.NoError(t, verify.Board{Binding: b.Binding, Commitment: Commit(b)}.Verify(Board(b)))
	}
}

// A proof of another statement or another key is not that of this one.
func TestARecordedProofIsFoundByAllThatItDependsOn(t *testing.T) {
	classic, xaya := game.ClassicZK(), game.XayaZK()
	b := boardOf(classic, 1)
	keys, err := verify.KeysOf(classic)
	require.NoError(t, err)
	other, err := verify.KeysOf(xaya)
	require.NoError(t, err)
	later := boardOf(classic, 2)
	answer := verify.Answer{Binding: b.Binding, Commitment: Commit(b), Tile: 1, Hit: true}
	with := func(change func(*verify.Answer)) verify.Answer {
		changed := answer
		change(&changed)
		return changed
	}
	turned := slices.Clone(b.Fleet)
	turned[0].Vertical = !turned[0].Vertical
	board := verify.Board{Binding: b.Binding}
	boards := verify.Keys{Board: other.Board, Answer: keys.Answer}
	answers := verify.Keys{Board: keys.Board, Answer: other.Answer}
	about := func(statement any) digest { return nameOf(keys, b.Binding, statement, b.Fleet, b.Secret) }
	names := make(map[digest]string)
	for what, name := range map[string]digest{
		"a board":            about(board),
		"another binding":    nameOf(keys, later.Binding, board, b.Fleet, b.Secret),
		"another fleet":      nameOf(keys, b.Binding, board, turned, b.Secret),
		"another secret":     nameOf(keys, b.Binding, board, b.Fleet, later.Secret),
		"the board's key":    nameOf(boards, b.Binding, board, b.Fleet, b.Secret),
		"an answer":          about(answer),
		"the answer's key":   nameOf(answers, b.Binding, answer, b.Fleet, b.Secret),
		"another tile":       about(with(func(a *verify.Answer) { a.Tile = 2 })),
		"a miss":             about(with(func(a *verify.Answer) { a.Hit = false })),
		"a sunk ship":        about(with(func(a *verify.Answer) { a.Sunk = &b.Fleet[0] })),
		"other hits":         about(with(func(a *verify.Answer) { a.Hits = b.Ships })),
		"another commitment": about(with(func(a *verify.Answer) { a.Commitment[0]++ })),
	} {
		require.NotContains(t, names, name, "%s is as %s", what, names[name])
		names[name] = what
	}
}

func TestALineOfAnotherFormIsRefused(t *testing.T) {
	proof := make([]byte, verify.ProofSize)
	line := strings.TrimSuffix(string(format(digest{1}, proof)), "\n")
	name, parsed, err := parse(line)
	require.NoError(t, err)
	require.Equal(t, digest{1}, name)
	require.Equal(t, proof, parsed)
	for what, bad := range map[string]string{
		"no proof": line[:64], "a short proof": line[:len(line)-4], "a short name": line[2:], "a word": "x" + line[1:],
		"no line": "", "more": line + "00", "half a byte": line[:len(line)-1],
	} {
		_, _, err := parse(bad)
		require.Error(t, err, what)
	}
}
