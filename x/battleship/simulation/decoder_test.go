package simulation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"
	"cosmossdk.io/collections/colltest"

	"github.com/cosmos/cosmos-sdk/types/kv"
)

func TestStoreDecoderDescribesEntriesThatDiffer(t *testing.T) {
	service, _ := colltest.MockStore()
	sb := collections.NewSchemaBuilder(service)
	collections.NewMap(sb, collections.NewPrefix(7), "wins", collections.Uint64Key, collections.Uint64Value)
	collections.NewKeySet(sb, collections.NewPrefix(8), "queue", collections.Uint64Key)
	schema, err := sb.Build()
	require.NoError(t, err)
	decode := NewStoreDecoder(schema)

	three := []byte{0, 0, 0, 0, 0, 0, 0, 3}
	for name, tc := range map[string]struct {
		a, b kv.Pair
		want string
	}{
		"a value in one store alone": {
			a:    kv.Pair{Key: []byte{7, 1}, Value: three},
			b:    kv.Pair{Key: []byte{7, 1}},
			want: "wins 01\n A: 3\n B: none\n",
		},
		"an entry of a set": {
			a:    kv.Pair{Key: []byte{8, 1}},
			b:    kv.Pair{Key: []byte{8, 1}},
			want: "queue 01\n A: none\n B: none\n",
		},
		"a value that is damaged": {
			a:    kv.Pair{Key: []byte{7, 1}, Value: three},
			b:    kv.Pair{Key: []byte{7, 1}, Value: []byte{9}},
			want: "wins 01\n A: 3\n B: 09, which does not decode: ",
		},
		"a key of no collection": {
			a:    kv.Pair{Key: []byte{1}, Value: []byte{2}},
			b:    kv.Pair{Key: []byte{1}, Value: []byte{3}},
			want: "no collection 01\n A: 02\n B: 03\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, decode(tc.a, tc.b), tc.want)
		})
	}
}
