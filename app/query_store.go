package app

import (
	dbm "github.com/cosmos/cosmos-db"

	"github.com/cosmos/cosmos-sdk/store/v2/rootmulti"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
)

// queryStore is the state for queries. A query asks for its version twice, and the root store computes the hash of all
// stores twice for each answer; the database has the version alone.
type queryStore struct {
	storetypes.MultiStore

	db dbm.DB
}

// LatestVersion implements storetypes.MultiStore.
func (s queryStore) LatestVersion() int64 { return rootmulti.GetLatestVersion(s.db) }
