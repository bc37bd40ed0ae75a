package kit

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// RequireCode makes sure that a query was refused with a gRPC code.
func RequireCode(t *testing.T, want codes.Code, err error) {
	t.Helper()
	require.Equal(t, want, status.Code(err), "status of %v", err)
}

// SummaryIDs returns the ids of listed games.
func SummaryIDs(games []types.GameSummary) []uint64 {
	ids := make([]uint64, 0, len(games))
	for _, g := range games {
		ids = append(ids, g.Id)
	}
	return ids
}
