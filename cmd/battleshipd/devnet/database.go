package devnet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	cmtdb "github.com/cometbft/cometbft-db"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	sm "github.com/cometbft/cometbft/state"
	"github.com/cometbft/cometbft/store"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/syndtr/goleveldb/leveldb/journal"
	"github.com/syndtr/goleveldb/leveldb/opt"
	"golang.org/x/sys/unix"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/store/v2/rootmulti"
)

// The databases of a node, without the suffix of their directories.
const (
	applicationDB = "application"
	blockDB       = "blockstore"
	stateDB       = "state"
	evidenceDB    = "evidence"
	indexDB       = "tx_index"
	snapshotDB    = "snapshots/metadata"
)

// databases returns the names of all databases.
func databases() []string {
	return []string{applicationDB, blockDB, stateDB, evidenceDB, indexDB, snapshotDB}
}

// checkDatabases makes sure that every record of every database can be read, and that the databases belong together. A
// node that finds out later has written to them by then, or ends in a panic.
func (i *inspection) checkDatabases() error {
	for _, name := range databases() {
		dir := i.database(name)
		if !i.hasDatabase(name) && i.signed == 0 {
			continue // killed before the first block, while the databases were made
		}
		if _, err := os.Stat(dir); err != nil {
			return fmt.Errorf("%s: expected a database, for the validator has signed block %d: %w",
				i.relative(dir), i.signed, plain(err))
		}
		if err := i.checkDatabase(dir); err != nil {
			return fmt.Errorf("%s: %w", i.relative(dir), err)
		}
	}
	if err := i.checkChain(); err != nil {
		return fmt.Errorf("databases: %w", err)
	}
	return nil
}

// database returns the directory of a database.
func (i *inspection) database(name string) string { return i.data(name + dbm.DBFileSuffix) }

// hasDatabase reports whether a database has been made: the file that names its newest state is the last that is
// written.
func (i *inspection) hasDatabase(name string) bool {
	_, err := os.Stat(filepath.Join(i.database(name), "CURRENT"))
	return err == nil
}

// readOnly opens a LevelDB without writing to its directory.
var readOnly = &opt.Options{ReadOnly: true, ErrorIfMissing: true}

// checkDatabase reads a whole database.
func (i *inspection) checkDatabase(dir string) error {
	// LevelDB would make the lock file if it were missing.
	for _, name := range []string{"CURRENT", "LOCK"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("%s: expected a file: %w", name, plain(err))
		}
	}
	if err := checkJournals(dir); err != nil {
		return err
	}
	db, err := dbm.NewGoLevelDBWithOpts(databaseName(dir), filepath.Dir(dir), readOnly)
	if err != nil {
		if errors.Is(err, unix.EWOULDBLOCK) {
			err = errInUse
		}
		return err
	}
	return errors.Join(readAll(db), db.Close())
}

// databaseName returns the name by which the database packages know a directory.
func databaseName(dir string) string {
	base := filepath.Base(dir)
	return base[:len(base)-len(dbm.DBFileSuffix)]
}

// readAll reads every record, and so the checksum of every block.
func readAll(db dbm.DB) error {
	records, err := db.Iterator(nil, nil)
	if err != nil {
		return err
	}
	for ; records.Valid(); records.Next() {
	}
	return errors.Join(records.Error(), records.Close())
}

// checkJournals reads the journals of a database: the newest writes, which are not in its tables yet. LevelDB drops
// what it cannot read there without a word.
func checkJournals(dir string) error {
	paths, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := checkJournal(path); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(path), err)
		}
	}
	return nil
}

// checkJournal reads a journal. Its last record may be torn: the process was killed while it was written, and nobody
// was told that it had been.
func checkJournal(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return plain(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	drops := &dropped{}
	records := journal.NewReader(file, drops, false, true)
	for {
		record, err := records.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if drops.first != nil {
			return drops.first // what follows a torn record was written by another process than the one that was killed
		}
		if _, err := io.Copy(io.Discard, record); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
	}
	if drops.first != nil && !drops.torn {
		return drops.first
	}
	return nil
}

// dropped remembers what a journal's reader could not read.
type dropped struct {
	first error
	// torn tells that nothing else was wrong than an end that comes too early.
	torn bool
}

// Drop is called for every part of a journal that cannot be read.
func (d *dropped) Drop(err error) {
	var corrupted *journal.ErrCorrupted
	early := errors.As(err, &corrupted) &&
		(corrupted.Reason == "missing chunk part" || corrupted.Reason == "chunk length overflows block")
	if d.first == nil {
		d.first, d.torn = err, true
	}
	d.torn = d.torn && early
}

// checkChain makes sure that the databases are of the chain of the genesis file and at heights from which a node can go
// on. The block store comes first, then the application, then CometBFT's state; a process that was killed leaves those
// behind that it had not come to.
func (i *inspection) checkChain() (err error) {
	blocksDB, err := i.openComet(blockDB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, blocksDB.Close()) }()
	statesDB, err := i.openComet(stateDB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, statesDB.Close()) }()
	appDB, err := i.openApplication()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, appDB.Close()) }()

	// The packages that read these databases panic on what does not decode.
	defer func() {
		if r := recover(); r != nil {
			err = errors.Join(err, fmt.Errorf("expected records of a node, got %v", r))
		}
	}()
	blocks := store.NewBlockStore(blocksDB)
	state, err := sm.NewStore(statesDB, sm.StoreOptions{}).Load()
	if err != nil {
		return err
	}
	application := rootmulti.NewStore(appDB, log.NewNopLogger())
	h := heights{
		signed:      i.signed,
		blocks:      blocks.Height(),
		state:       state.LastBlockHeight,
		application: rootmulti.GetLatestVersion(appDB),
	}
	if err := h.check(); err != nil {
		return err
	}
	if h.blocks == 0 {
		return nil
	}
	if err := i.expectStartedWith(statesDB); err != nil {
		return err
	}
	if err := checkLastBlock(blocks, state); err != nil {
		return err
	}
	return checkAppHash(h, blocks, state, application)
}

// openComet opens a database of CometBFT to read it. One that is missing is empty.
func (i *inspection) openComet(name string) (cmtdb.DB, error) {
	if !i.hasDatabase(name) {
		return cmtdb.NewMemDB(), nil
	}
	return cmtdb.NewGoLevelDBWithOpts(name, i.data(""), readOnly)
}

// openApplication opens the application's database likewise.
func (i *inspection) openApplication() (dbm.DB, error) {
	if !i.hasDatabase(applicationDB) {
		return dbm.NewMemDB(), nil
	}
	return dbm.NewGoLevelDBWithOpts(applicationDB, i.data(""), readOnly)
}

// expectStartedWith makes sure that the chain was started with the genesis file. CometBFT keeps a copy and would ignore
// the file.
func (i *inspection) expectStartedWith(states cmtdb.DB) error {
	stored, err := states.Get([]byte("genesisDoc"))
	if err != nil {
		return err
	}
	doc, err := i.genesis.ToGenesisDoc()
	if err != nil {
		return err
	}
	if err := doc.ValidateAndComplete(); err != nil {
		return err
	}
	file, err := cmtjson.Marshal(doc)
	if err != nil {
		return err
	}
	if !bytes.Equal(stored, file) {
		return errors.New("expected those of a chain that was started with the genesis file, got those of another")
	}
	return nil
}

// heights are how far the parts of a node have come.
type heights struct{ signed, blocks, state, application int64 }

// check makes sure that one process can have left the heights like this. The validator signs a block before it is
// stored.
func (h heights) check() error {
	switch {
	case h.signed < h.blocks || h.signed > h.blocks+1:
		return fmt.Errorf("expected the validator to have signed block %d or %d last, got %d", h.blocks, h.blocks+1, h.signed)
	case h.state > h.blocks || h.state < h.blocks-1:
		return fmt.Errorf("expected the state at block %d or %d, got %d", h.blocks-1, h.blocks, h.state)
	case h.application > h.blocks:
		return fmt.Errorf("expected the application at most at block %d, got %d", h.blocks, h.application)
	}
	return nil
}

// checkLastBlock makes sure that the block store holds the block that CometBFT's state has come to.
func checkLastBlock(blocks *store.BlockStore, state sm.State) error {
	if state.LastBlockHeight == 0 {
		return nil
	}
	block := blocks.LoadBlockMeta(state.LastBlockHeight)
	if block == nil {
		return fmt.Errorf("expected block %d, got none", state.LastBlockHeight)
	}
	if !block.BlockID.Equals(state.LastBlockID) {
		return fmt.Errorf("expected block %d to be %X, got %X",
			state.LastBlockHeight, state.LastBlockID.Hash, block.BlockID.Hash)
	}
	return nil
}

// checkAppHash makes sure that the application's state is the one that the chain has agreed on: the hash of its state
// after a block stands in the header of the next, and after the last block in CometBFT's state.
func checkAppHash(h heights, blocks *store.BlockStore, state sm.State, application *rootmulti.Store) error {
	if h.application == 0 {
		return nil // the application replays all blocks
	}
	info, err := application.GetCommitInfo(h.application)
	if err != nil {
		return fmt.Errorf("application at block %d: %w", h.application, err)
	}
	var want []byte
	switch {
	case h.application < h.blocks:
		next := blocks.LoadBlockMeta(h.application + 1)
		if next == nil {
			return fmt.Errorf("expected block %d, got none", h.application+1)
		}
		want = next.Header.AppHash
	case h.application == h.state:
		want = state.AppHash
	default:
		return nil // killed between the application's commit and CometBFT's
	}
	if got := info.CommitID().Hash; !bytes.Equal(got, want) {
		return fmt.Errorf("expected the application's hash at block %d to be %X, got %X", h.application, want, got)
	}
	return nil
}
