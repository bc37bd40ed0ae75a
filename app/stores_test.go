package app_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"testing"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/baseapp"
	pruningtypes "github.com/cosmos/cosmos-sdk/store/v2/pruning/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// recordedStores holds the database of a chain whose next block brings the first upgrade, with games in all phases.
	recordedStores = "testdata/before_ibc.gz"
	// firstUpgrade is the name of that upgrade.
	firstUpgrade = "ibc"
)

// The database of a chain that an earlier version has run is the chain that this version makes of the same
// transactions. It stops for the upgrade that governance has planned.
func TestAChainGoesOnFromARecordedDatabase(t *testing.T) {
	db := dbm.NewMemDB()
	fresh, _ := playToUpgrade(t, db)
	if *record {
		writeDB(t, recordedStores, db)
	}
	c := chain.New(t, chain.WithDB(readDB(t, recordedStores)))
	require.Equal(t, fresh.Height(), c.Height())
	require.Equal(t, fresh.App.LastCommitID().Hash, c.App.LastCommitID().Hash)
	_, err := c.App.FinalizeBlock(c.NextBlock())
	require.ErrorContains(t, err, `UPGRADE "ibc" NEEDED`)
}

// gamesInPhases are the games of a chain whose next block brings an upgrade, one in each phase.
type gamesInPhases struct{ open, playing, proving, proven, atSea uint64 }

// playToUpgrade plays games on a chain until its next block brings the first upgrade.
func playToUpgrade(t *testing.T, db dbm.DB) (*recorder, gamesInPhases) {
	t.Helper()
	c := chain.New(t, chain.WithDB(db), chain.WithGenesis(voteWithin(3*chain.BlockTime)),
		chain.WithBaseApp(baseapp.SetPruning(pruningtypes.NewPruningOptions(pruningtypes.PruningEverything))))
	r := &recorder{t: t, Chain: c, players: make(map[uint64][]*recordedPlayer)}
	stake := sdk.NewInt64Coin(app.BondDenom, 5_000_000)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }

	// A board belongs to one game, so each has players of its own.
	playing := r.enter(r.player(chain.Alice), r.player(chain.Bob), game.Classic(), staked)
	r.move(playing, 21)
	proving := r.enter(r.player(chain.Alice), r.player(chain.Bob), game.Xaya(), staked)
	loser := r.players[proving][1]
	r.deliver(loser, &battleshiptypes.MsgConcede{Sender: loser.String(), GameId: proving}, 0)
	proven := r.enter(r.player(chain.Carol), r.player(chain.Bob), game.XayaZK(), staked)
	r.move(proven, 4)
	atSea := r.enter(r.sailor(chain.Bob), r.sailor(chain.Carol), game.Xaya(), staked)
	open := r.open(r.player(chain.Carol), game.Classic(), staked)

	height := c.Height() + 10
	pass(t, c, &upgradetypes.MsgSoftwareUpgrade{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(),
		Plan:      upgradetypes.Plan{Name: firstUpgrade, Height: height},
	})
	c.AdvanceTo(height - 1)
	return r, gamesInPhases{open: open, playing: playing, proving: proving, proven: proven, atSea: atSea}
}

// writeDB writes a database to a file: the keys in their order, each with its value, and the length before both.
func writeDB(t *testing.T, path string, db dbm.DB) {
	t.Helper()
	var file bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&file, gzip.BestCompression)
	require.NoError(t, err)
	entries, err := db.Iterator(nil, nil)
	require.NoError(t, err)
	for ; entries.Valid(); entries.Next() {
		for _, bz := range [][]byte{entries.Key(), entries.Value()} {
			_, err := zipped.Write(append(binary.AppendUvarint(nil, uint64(len(bz))), bz...))
			require.NoError(t, err)
		}
	}
	require.NoError(t, entries.Close())
	require.NoError(t, zipped.Close())
	require.NoError(t, os.WriteFile(path, file.Bytes(), 0o600))
}

// readDB returns the database in a file of writeDB.
func readDB(t *testing.T, path string) dbm.DB {
	t.Helper()
	bz, err := os.ReadFile(path)
	require.NoError(t, err)
	unzipped, err := gzip.NewReader(bytes.NewReader(bz))
	require.NoError(t, err)
	file := bufio.NewReader(unzipped)
	next := func() ([]byte, error) {
		size, err := binary.ReadUvarint(file)
		if err != nil {
			return nil, err
		}
		bz := make([]byte, size)
		_, err = io.ReadFull(file, bz)
		return bz, err
	}
	db := dbm.NewMemDB()
	for {
		key, err := next()
		if errors.Is(err, io.EOF) {
			return db
		}
		require.NoError(t, err)
		value, err := next()
		require.NoError(t, err)
		require.NoError(t, db.Set(key, value))
	}
}
