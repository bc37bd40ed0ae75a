package packet_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/interchain/packet"
)

// The address is in the specification, for clients in other languages.
func TestTheAddressOfAPacketAccount(t *testing.T) {
	got := packet.Account("channel-0", "cosmos1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2")
	require.Equal(t, "fd2a100848a01500d60c5d8052390b911e18c904daa4ac8e8d97dd3282e0fc77", hex.EncodeToString(got))
}

// Whoever can name itself as it likes cannot become somebody who is known over another channel.
func TestNoTwoSendersHaveOneAccount(t *testing.T) {
	names := rapid.StringMatching(`(channel|07-tendermint)-[0-9]{1,3}`)
	senders := rapid.StringMatching(`[a-c0-9/-]{0,24}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := [2]string{names.Draw(t, "channel"), senders.Draw(t, "sender")}, [2]string{}
		b[0], b[1] = names.Draw(t, "other channel"), senders.Draw(t, "other sender")
		require.NoError(t, packet.CheckChannel(a[0]))
		same := string(packet.Account(a[0], a[1])) == string(packet.Account(b[0], b[1]))
		require.Equal(t, a == b, same)
	})
}

func TestNamesOfChannels(t *testing.T) {
	for _, name := range []string{"channel-0", "07-tendermint-12"} {
		require.NoError(t, packet.CheckChannel(name))
	}
	for _, name := range []string{"", "channel", "channel-", "channel-0/x", "connection 0", "Channel-0"} {
		require.ErrorContains(t, packet.CheckChannel(name), "expected a channel such as channel-0")
	}
}
