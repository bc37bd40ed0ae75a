package invite_test

import (
	"crypto/sha256"
	"encoding/base32"
	"math"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/invite"
)

// digits are those of a code.
var digits = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// coded returns the code of any content, with its check.
func coded(content []byte) string {
	sum := sha256.Sum256(content)
	return "G" + digits.EncodeToString(append(append([]byte{}, content...), sum[:2]...))
}

// content returns the content of a code.
func content(f *testing.F, i invite.Invite) []byte {
	f.Helper()
	code, err := invite.Encode(i)
	require.NoError(f, err)
	raw, err := digits.DecodeString(strings.ReplaceAll(code, "-", "")[1:])
	require.NoError(f, err)
	return raw[:len(raw)-2]
}

// FuzzDecode reads any text, and the code of any content. An invite that is read is a game of a chain, and its own code
// carries it again.
func FuzzDecode(f *testing.F) {
	for _, i := range []invite.Invite{
		{Chain: "battleship-devnet-1", Game: 4},
		{Chain: "battleship-devnet-1", Node: "192.168.1.20:26657", Game: 300},
		{Chain: "battleship-9", Node: "ships.example:443", Game: math.MaxUint64},
		{Chain: "x", Node: "[fe80::1]:26657", Game: 1},
	} {
		code, err := invite.Encode(i)
		require.NoError(f, err)
		f.Add(code, content(f, i))
	}
	f.Fuzz(func(t *testing.T, typed string, content []byte) {
		for _, code := range []string{typed, coded(content)} {
			i, err := invite.Decode(code)
			if err != nil {
				require.Equal(t, invite.Invite{}, i)
				continue
			}
			require.NotEmpty(t, i.Chain)
			require.NotZero(t, i.Game)
			if at, err := netip.ParseAddrPort(i.Node); err == nil && at.Addr().Is4() {
				require.Equal(t, at.String(), i.Node)
			}
			again, err := invite.Encode(i)
			require.NoError(t, err)
			got, err := invite.Decode(again)
			require.NoError(t, err)
			require.Equal(t, i, got)
		}
	})
}
