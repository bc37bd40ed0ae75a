package vault_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/vault"
)

// TestSignDocumentIsADR036 holds the document against the standard, field by field.
func TestSignDocumentIsADR036(t *testing.T) {
	bz, err := vault.SignDocument(chainID, "ship1alice", 18446744073709551615)
	require.NoError(t, err)
	var anything map[string]any
	require.NoError(t, json.Unmarshal(bz, &anything))
	canonical, err := json.Marshal(anything) // sorts
	require.NoError(t, err)
	require.Equal(t, string(canonical), string(bz), "canonical JSON")

	var doc struct {
		ChainID       *string `json:"chain_id"`
		AccountNumber string  `json:"account_number"`
		Sequence      string  `json:"sequence"`
		Memo          *string `json:"memo"`
		Fee           struct {
			Gas    string   `json:"gas"`
			Amount []string `json:"amount"`
		} `json:"fee"`
		Msgs []struct {
			Type  string `json:"type"`
			Value struct {
				Signer string `json:"signer"`
				Data   []byte `json:"data"`
			} `json:"value"`
		} `json:"msgs"`
	}
	require.NoError(t, json.Unmarshal(bz, &doc))
	require.Empty(t, *doc.ChainID)
	require.Equal(t, "0", doc.AccountNumber)
	require.Equal(t, "0", doc.Sequence)
	require.Empty(t, *doc.Memo)
	require.Equal(t, "0", doc.Fee.Gas)
	require.NotNil(t, doc.Fee.Amount)
	require.Empty(t, doc.Fee.Amount)
	require.Len(t, doc.Msgs, 1)
	require.Equal(t, "sign/MsgSignData", doc.Msgs[0].Type)
	require.Equal(t, "ship1alice", doc.Msgs[0].Value.Signer)
	require.Equal(t, `battleship/board/v1
chain: battleship-devnet-1
player: ship1alice
board: 18446744073709551615
Whoever has this signature sees this board. Sign only in a program that plays for you.`,
		string(doc.Msgs[0].Value.Data))
}

func TestSignDocumentNamesOneBoard(t *testing.T) {
	seen := map[string]bool{}
	for _, chain := range []string{"battleship-1", "battleship-2"} {
		for _, player := range []string{"ship1alice", "ship1bob"} {
			for _, nonce := range []uint64{0, 1} {
				bz, err := vault.SignDocument(chain, player, nonce)
				require.NoError(t, err)
				seen[string(bz)] = true
			}
		}
	}
	require.Len(t, seen, 8)
}
