package app_test

import (
	"encoding/hex"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/types/tx"

	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// What docs/protobuf.md says that other languages encode is what the chain decodes.
func TestBytesOfOtherLanguagesAreOurs(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../docs/protobuf.md")
	require.NoError(t, err)
	msg := &battleshiptypes.MsgConcede{Sender: "ship1abc", GameId: 1<<63 + 5}
	bz, err := msg.Marshal()
	require.NoError(t, err)
	packed, err := codectypes.NewAnyWithValue(msg)
	require.NoError(t, err)
	body, err := (&tx.TxBody{Messages: []*codectypes.Any{packed}}).Marshal()
	require.NoError(t, err)
	require.Contains(t, string(doc), "\n"+hex.EncodeToString(bz)+"\n"+hex.EncodeToString(body)+"\n")
}
