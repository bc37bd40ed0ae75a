package devnet

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	cmtdb "github.com/cometbft/cometbft-db"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	cmtstore "github.com/cometbft/cometbft/proto/tendermint/store"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/syndtr/goleveldb/leveldb/opt"
	"golang.org/x/sys/unix"
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

// readOnly opens a LevelDB without writing to its directory.
var readOnly = &opt.Options{ReadOnly: true, ErrorIfMissing: true}

// checkDatabases makes sure that every database can be opened, and that they are of the chain of the genesis file. It
// reads two records, so it takes as long on an old chain as on a new one: a database checks a record when it is read.
func (i *inspection) checkDatabases() error {
	for _, name := range databases() {
		dir := i.database(name)
		if !i.hasDatabase(name) && i.signed == 0 {
			continue // killed before the first block, while the databases were made
		}
		if err := i.checkDatabase(name); err != nil {
			if errors.Is(err, unix.EWOULDBLOCK) {
				return fmt.Errorf("%s: %w", i.relative(dir), errInUse)
			}
			if i.fresh {
				continue
			}
			return fmt.Errorf("%s cannot be opened (%w); %s", i.relative(dir), err, i.startOver())
		}
	}
	return nil
}

// checkDatabase opens a database, and compares the genesis file with the one that the chain was started with.
func (i *inspection) checkDatabase(name string) (err error) {
	// LevelDB would make the lock file if it were missing.
	for _, file := range []string{"CURRENT", "LOCK"} {
		if _, err := os.Stat(filepath.Join(i.database(name), file)); err != nil {
			return fmt.Errorf("%s: %w", file, plain(err))
		}
	}
	db, err := cmtdb.NewGoLevelDBWithOpts(name, i.data(""), readOnly)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	switch name {
	case stateDB:
		return i.checkStartedWith(db)
	case blockDB:
		return i.checkSigned(db)
	default:
		return nil
	}
}

// checkSigned makes sure that the validator can sign the next block. It signs a block before it is stored, so it can be
// one ahead; one that is further ahead would wait for ever.
func (i *inspection) checkSigned(blocks cmtdb.DB) error {
	bz, err := blocks.Get([]byte("blockStore"))
	if err != nil {
		return err
	}
	var last cmtstore.BlockStoreState
	if err := last.Unmarshal(bz); err != nil {
		return err
	}
	if i.signed > last.Height+1 {
		return fmt.Errorf("its last block is %d, and the validator has signed block %d", last.Height, i.signed)
	}
	return nil
}

// checkStartedWith makes sure that the chain was started with the genesis file. CometBFT keeps a copy and would ignore
// the file.
func (i *inspection) checkStartedWith(states cmtdb.DB) error {
	stored, err := states.Get([]byte("genesisDoc"))
	if err != nil || stored == nil {
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
		return errors.New("its chain was started with another genesis file")
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

// startOver returns what to do about databases that are of no use any more.
func (l layout) startOver() string {
	return fmt.Sprintf("remove %s to start the chain anew with the same accounts", l.data(""))
}
