package vault_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/player/vault"
)

// FuzzRecovery opens any bytes as a recovery field, and one in which any bytes are sealed under the board's secret,
// which a claim makes public. Only a fleet of the ruleset comes out, and it is sealed as the same bytes.
func FuzzRecovery(f *testing.F) {
	secret, seed, signature := make([]byte, commitment.SecretSize), make([]byte, 24), []byte("a signature")
	for i, r := range game.Rulesets() {
		ships, err := r.ParseFleet(commitmenttest.Fleet(r))
		if err != nil {
			continue // a ruleset without a fleet for tests
		}
		var plain []byte
		for _, ship := range ships {
			plain = binary.BigEndian.AppendUint16(plain, ship.Code())
		}
		recovery, err := vault.SealBytes(boardOf(r), vault.FromWallet, seed, secret, plain)
		require.NoError(f, err)
		f.Add(uint8(i), byte(vault.FromFile), recovery, plain)
	}
	f.Fuzz(func(t *testing.T, n uint8, source byte, recovery, plain []byte) {
		b := boardOf(game.Rulesets()[int(n)%len(game.Rulesets())])
		if got, err := vault.OpenBytes(b, recovery, signature); err == nil {
			t.Fatalf("expected an error for a field of a stranger, got %v", got)
		}
		sealed, err := vault.SealBytes(b, vault.Source(source), seed, secret, plain)
		require.NoError(t, err)
		for _, field := range [][]byte{recovery, sealed} {
			opened, err := vault.OpenSealed(b, field, secret)
			if err != nil {
				require.Nil(t, opened)
				continue
			}
			require.NoError(t, b.Ruleset.CheckFleet(opened))
			again, err := vault.SealFleet(b, vault.Source(field[0]), field[1:25], secret, opened)
			require.NoError(t, err)
			require.Equal(t, field, again)
			require.Contains(t, []vault.Source{vault.FromWallet, vault.FromFile}, vault.Source(field[0]))
		}
	})
}

// boardOf names a board under a ruleset.
func boardOf(r *game.Ruleset) commitment.Binding {
	return commitment.Binding{ChainID: chainID, Player: make([]byte, 20), Nonce: 1, Ruleset: r}
}
