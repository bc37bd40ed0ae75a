package simulation

import (
	"bytes"
	"fmt"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/types/kv"
)

// NewStoreDecoder returns a function that describes two entries of the module's store with the same key, to be read
// by a person: the name of the collection, the key, and both values. An entry without a value is absent, or one of a
// set.
func NewStoreDecoder(schema collections.Schema) func(a, b kv.Pair) string {
	return func(a, b kv.Pair) string {
		for _, c := range schema.ListCollections() {
			if prefix := c.GetPrefix(); bytes.HasPrefix(a.Key, prefix) {
				return fmt.Sprintf("%s %X\n A: %s\n B: %s\n",
					c.GetName(), a.Key[len(prefix):], describe(c, a.Value), describe(c, b.Value))
			}
		}
		return fmt.Sprintf("no collection %X\n A: %X\n B: %X\n", a.Key, a.Value, b.Value)
	}
}

// describe returns a value as text, or as bytes if it does not decode.
func describe(c collections.Collection, value []byte) string {
	if len(value) == 0 {
		return "none"
	}
	codec := c.ValueCodec()
	decoded, err := codec.Decode(value)
	if err != nil {
		return fmt.Sprintf("%X, which does not decode: %v", value, err)
	}
	text, err := codec.Stringify(decoded)
	if err != nil {
		return fmt.Sprintf("%X, which has no text: %v", value, err)
	}
	return text
}
