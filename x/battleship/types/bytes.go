package types

import (
	"encoding/base64"
	"encoding/json"
)

// Bytes is a field of bytes that JSON shows as an empty string if it is empty. A field of plain bytes is null then,
// unlike every other empty field.
type Bytes []byte

// MarshalJSON implements json.Marshaler.
func (b Bytes) MarshalJSON() ([]byte, error) {
	return json.Marshal(base64.StdEncoding.EncodeToString(b))
}

// UnmarshalJSON implements json.Unmarshaler. An empty string is no bytes, as it is in the store.
func (b *Bytes) UnmarshalJSON(bz []byte) error {
	var plain []byte
	if err := json.Unmarshal(bz, &plain); err != nil {
		return err
	}
	if *b = nil; len(plain) > 0 {
		*b = plain
	}
	return nil
}
