package vault

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// SignDocument returns the bytes that a wallet signs for one board: an ADR-036 document as canonical amino JSON,
// which wallets and hardware devices show and sign as they do transactions, with SIGN_MODE_LEGACY_AMINO_JSON. Chain
// id, account number, sequence and fee are empty as ADR-036 demands, so it can never pass as a transaction on any
// chain; its data describe its purpose as text.
//
// The player is a bech32 address.
func SignDocument(chainID, player string, nonce uint64) ([]byte, error) {
	text := strings.Join([]string{
		"battleship/board/v1",
		"chain: " + chainID,
		"player: " + player,
		"board: " + strconv.FormatUint(nonce, 10),
		"Whoever has this signature sees this board. Sign only in a program that plays for you.",
	}, "\n")
	// The fields are in alphabetical order, as in canonical JSON.
	doc := signDocument{
		AccountNumber: "0",
		Fee:           signFee{Amount: []string{}, Gas: "0"},
		Msgs:          []signMsg{{Type: "sign/MsgSignData", Value: signData{Data: []byte(text), Signer: player}}},
		Sequence:      "0",
	}
	bz, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("sign document: %w", err)
	}
	return bz, nil
}

type signDocument struct {
	AccountNumber string    `json:"account_number"`
	ChainID       string    `json:"chain_id"`
	Fee           signFee   `json:"fee"`
	Memo          string    `json:"memo"`
	Msgs          []signMsg `json:"msgs"`
	Sequence      string    `json:"sequence"`
}

type signFee struct {
	Amount []string `json:"amount"`
	Gas    string   `json:"gas"`
}

type signMsg struct {
	Type  string   `json:"type"`
	Value signData `json:"value"`
}

type signData struct {
	Data   []byte `json:"data"` // base64 in JSON
	Signer string `json:"signer"`
}
