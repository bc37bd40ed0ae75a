package vault_test

import (
	"bufio"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/vault"
)

func TestTerminal(t *testing.T) {
	tests := map[string]struct {
		env   string
		piped string
		isNew bool
		want  string
		err   error
	}{
		"from the environment":             {env: passphrase, want: passphrase},
		"from the environment, a new file": {env: passphrase, isNew: true, want: passphrase},
		"piped in":                         {piped: passphrase + "\n", want: passphrase},
		"piped in, a new file":             {piped: passphrase + "\n" + passphrase + "\n", isNew: true, want: passphrase},
		"a new file, said once":            {piped: passphrase + "\n", isNew: true, err: vault.ErrPassphrase},
		"a new file, said in two ways": {
			piped: passphrase + "\n" + passphrase + "s\n", isNew: true, err: vault.ErrPassphrase,
		},
		"too short":        {piped: "seven c\n", err: vault.ErrPassphrase},
		"nothing piped in": {err: vault.ErrPassphrase},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.env != "" {
				t.Setenv(vault.PassphraseEnv, test.env)
			}
			ask := vault.Terminal(bufio.NewReader(strings.NewReader(test.piped)))
			got, err := ask("file", test.isNew)
			require.ErrorIs(t, err, test.err)
			require.Equal(t, test.want, got)
		})
	}
}
