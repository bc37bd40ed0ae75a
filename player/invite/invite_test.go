package invite_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/player/invite"
)

func TestACodeCarriesChainNodeAndGame(t *testing.T) {
	for _, c := range []struct {
		invite invite.Invite
		want   string
	}{
		{invite.Invite{Chain: "battleship-devnet-1", Game: 4}, "G0G2-B9K0"},
		{invite.Invite{Chain: "battleship-devnet-1", Node: "192.168.1.20:26657", Game: 300}, "G0Q0-AG08-MD0G-TR0K-FR0"},
		{invite.Invite{Chain: "battleship-9", Node: "ships.example:443", Game: math.MaxUint64}, ""},
		{invite.Invite{Chain: "x", Node: "[fe80::1]:26657", Game: 1}, "G080-QG3T-VCSJ-KGC1-T78R-NTEH-J6RV-3ADR-1QK5-0"},
	} {
		i := c.invite
		code, err := invite.Encode(i)
		require.NoError(t, err)
		if c.want != "" {
			require.Equal(t, c.want, code)
		}
		for _, typed := range []string{code, strings.ToLower(code), strings.ReplaceAll(code, "-", " ")} {
			got, err := invite.Decode(typed)
			require.NoError(t, err)
			require.Equal(t, i, got)
		}
	}
}

func TestAMistypedCodeIsRefused(t *testing.T) {
	code, err := invite.Encode(invite.Invite{Chain: "battleship-devnet-1", Node: "192.168.1.20:26657", Game: 4})
	require.NoError(t, err)
	same := strings.NewReplacer("O", "0", "I", "1", "L", "1")
	for i := 1; i < len(code); i++ {
		for _, char := range "0123456789ABCDEFGHJKMNPQRSTVWXYZOIL" {
			typed := code[:i] + string(char) + code[i+1:]
			if code[i] == '-' || same.Replace(typed) == code {
				continue
			}
			got, err := invite.Decode(typed)
			require.Error(t, err, "%s: %v", typed, got)
		}
	}
	for _, typed := range []string{
		"", "4", "G", "alice", "ship1", "G----", code[:len(code)-2], strings.Repeat("G", 1000),
	} {
		_, err := invite.Decode(typed)
		require.Error(t, err, typed)
	}
	_, err = invite.Encode(invite.Invite{Chain: "c", Node: strings.Repeat("n", 256), Game: 1})
	require.Error(t, err)
}

// Whatever is decoded is the only meaning of its code, and nothing panics.
func TestDecodedCodesAreEncodedAlike(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		i := invite.Invite{
			Chain: rapid.StringN(1, 20, 255).Draw(rt, "chain"), Node: rapid.StringN(0, 20, 255).Draw(rt, "node"),
			Game: rapid.Uint64Min(1).Draw(rt, "game"),
		}
		code, err := invite.Encode(i)
		if err != nil {
			rt.Fatal(err)
		}
		if got, err := invite.Decode(code); err != nil || got != i {
			rt.Fatalf("expected %v, got %v, %v", i, got, err)
		}
		_, _ = invite.Decode("G" + rapid.StringMatching("[0-9A-Z]{0,40}").Draw(rt, "noise"))
	})
}

func TestAGameIsNamedByItsNumberOrItsCode(t *testing.T) {
	t.Parallel()
	code, err := invite.Encode(invite.Invite{Chain: "battleship-devnet-1", Game: 7})
	require.NoError(t, err)
	for typed, want := range map[string]invite.Invite{
		"7": {Game: 7}, code: {Chain: "battleship-devnet-1", Game: 7},
	} {
		got, err := invite.Game(typed)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err = invite.Game("rubbish")
	require.ErrorIs(t, err, invite.ErrNoCode)
	require.EqualError(t, err, `"rubbish" is neither the number of a game nor an invite code`)
}
