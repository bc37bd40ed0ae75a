package vault_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/player/vault"
)

var aGame = vault.Game{ChainID: "../a/chain", Player: "ship1alice", ID: 7}

// movesIn are the moves of a game as a program finds them that has just begun.
func movesIn(home string, g vault.Game) *vault.Moves { return vault.New(nil, home, nil, nil).Moves(g) }

// A second shot with another target could once be signed for one turn.
func TestAttackOneMoveIsSignedInAPosition(t *testing.T) {
	for name, home := range map[string]string{"on disk": t.TempDir(), "in memory": ""} {
		t.Run(name, func(t *testing.T) {
			v := vault.New(nil, home, nil, nil)
			m := v.Moves(aGame)
			_, ok, err := m.In("first")
			require.NoError(t, err)
			require.False(t, ok)
			require.NoError(t, m.Sign("first", "B7"))
			require.NoError(t, m.Sign("first", "B7"), "the same move again")
			var other *vault.OtherMoveError
			require.ErrorAs(t, m.Sign("first", "C7"), &other)
			require.Equal(t, "B7", other.Signed)
			require.NoError(t, m.Sign("second", ""))
			move, ok, err := v.Moves(aGame).In("first")
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, "B7", move)
			_, ok, err = v.Moves(vault.Game{ChainID: aGame.ChainID, Player: aGame.Player, ID: 8}).In("first")
			require.NoError(t, err)
			require.False(t, ok, "another game")
		})
	}
}

func TestAProgramReadsSignaturesOfOtherPrograms(t *testing.T) {
	home := t.TempDir()
	one, two := movesIn(home, aGame), movesIn(home, aGame)
	_, ok, err := two.In("first")
	require.NoError(t, err)
	require.False(t, ok)
	require.NoError(t, one.Sign("first", "B7"))
	var other *vault.OtherMoveError
	require.ErrorAs(t, two.Sign("first", "C7"), &other)
	require.Equal(t, "B7", other.Signed)
	move, ok, err := movesIn(home, aGame).In("first")
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "B7", move)
}

func TestOfManyProgramsOneSigns(t *testing.T) {
	home := t.TempDir()
	const programs, positions = 8, 20
	signed := make([][positions]bool, programs)
	var group errgroup.Group
	for i := range programs {
		group.Go(func() error {
			m := movesIn(home, aGame)
			for position := range positions {
				signed[i][position] = m.Sign(fmt.Sprint(position), fmt.Sprint(i)) == nil
			}
			return nil
		})
	}
	require.NoError(t, group.Wait())
	m := movesIn(home, aGame)
	for position := range positions {
		move, ok, err := m.In(fmt.Sprint(position))
		require.NoError(t, err)
		require.True(t, ok)
		for i := range programs {
			require.Equal(t, move == fmt.Sprint(i), signed[i][position], "position %d, program %d", position, i)
		}
	}
}

// The machine can stop while a line is written.
func TestHalfALineIsNoMove(t *testing.T) {
	home := t.TempDir()
	require.NoError(t, movesIn(home, aGame).Sign("first", "B7"))
	paths, err := filepath.Glob(filepath.Join(home, "moves", "*", aGame.Player, "7"))
	require.NoError(t, err)
	require.Len(t, paths, 1, "inside of the home, whatever the chain is called")
	file, err := os.OpenFile(paths[0], os.O_APPEND|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	_, err = file.WriteString("\nsecond\tC1")
	require.NoError(t, err)
	require.NoError(t, file.Close())
	require.NoError(t, movesIn(home, aGame).Sign("second", "C10"))
	move, ok, err := movesIn(home, aGame).In("second")
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "C10", move)
	move, _, err = movesIn(home, aGame).In("first")
	require.NoError(t, err)
	require.Equal(t, "B7", move)
	info, err := os.Stat(paths[0])
	require.NoError(t, err)
	require.EqualValues(t, 0o600, info.Mode().Perm())
}

func TestAMoveThatCannotBeWrittenDownIsNotSent(t *testing.T) {
	home := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(home, nil, 0o600))
	err := movesIn(home, aGame).Sign("first", "B7")
	require.ErrorIs(t, err, vault.ErrUnwritten)
}

// A line that the disk has refused is found in the memory of the system. It once counted as written down.
func TestRegressionAMoveIsNotSentUntilItIsOnTheDisk(t *testing.T) {
	home := t.TempDir()
	broken := errors.New("the disk is broken")
	disk := broken
	open := func() *vault.Moves {
		m := movesIn(home, aGame)
		vault.FlushWith(m, func() error { return disk })
		return m
	}
	one, two := open(), open()
	for _, m := range []*vault.Moves{one, one, two} {
		require.ErrorIs(t, m.Sign("first", "B7"), vault.ErrUnwritten)
		move, ok, err := m.In("first")
		require.NoError(t, err)
		require.True(t, ok)
		require.Equal(t, "B7", move)
		require.ErrorIs(t, m.Sign("first", "B7"), broken, "found in the file")
	}
	disk = nil
	require.NoError(t, one.Sign("first", "B7"))
	disk = broken
	require.NoError(t, one.Sign("first", "B7"), "it is on the disk")
	var other *vault.OtherMoveError
	require.ErrorAs(t, one.Sign("first", "C7"), &other)
	require.ErrorAs(t, open().Sign("first", "C7"), &other, "a move that may be lost holds")
}

// A bot that plays for months once held the moves of all games that it had ever played.
func TestRegressionMovesOfFilesStayInNoMemory(t *testing.T) {
	disk, memory := vault.New(nil, t.TempDir(), nil, nil), vault.New(nil, "", nil, nil)
	for id := range uint64(3) {
		g := vault.Game{ChainID: aGame.ChainID, Player: aGame.Player, ID: id}
		require.NoError(t, disk.Moves(g).Sign("first", "B7"))
		require.NoError(t, memory.Moves(g).Sign("first", "B7"))
	}
	require.Zero(t, vault.MovesInMemory(disk))
	require.Equal(t, 3, vault.MovesInMemory(memory), "these are nowhere else")
}
