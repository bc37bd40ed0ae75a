package app

import (
	dbm "github.com/cosmos/cosmos-db"

	"github.com/cosmos/cosmos-sdk/store/v2/rootmulti"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
)

// queryStore is the state for queries. BaseApp asks for its version twice in each query, and the root store computes
// the hash of all stores twice for each answer; the database has the version alone. LatestVersion panics if the
// database cannot be read, from which the servers of queries recover.
type queryStore struct {
	storetypes.MultiStore

	db dbm.DB
}

// LatestVersion implements storetypes.MultiStore.
func (s queryStore) LatestVersion() int64 { return rootmulti.GetLatestVersion(s.db) }
