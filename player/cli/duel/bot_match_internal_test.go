package duel

import (
	"errors"
	"fmt"
	"testing"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A bot ended when its node came back with older blocks, whose nonce the chain refused.
func TestRegressionAMatchWithAnOlderNonceIsAskedForAgain(t *testing.T) {
	refused := func(log string, kind error) error { // in a simulation
		return fmt.Errorf("match: %w", &client.RefusedError{Log: log + kind.Error()})
	}
	sent := &client.RefusedError{
		Codespace: types.ModuleName, Code: types.ErrNonce.ABCICode(), Log: types.ErrNonce.Error(), Hash: "AB", Height: 7,
	}
	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"an older nonce":              {refused("expected 51, got 50: ", types.ErrNonce), true},
		"a nonce refused in a block":  {sent, true},
		"a stake that is not allowed": {refused("", types.ErrInvalidStake), false},
		"a node that is away":         {&client.NoNodeError{}, true},
		"no block":                    {&client.NotIncludedError{}, true},
		"another error":               {errors.New("another error"), false},
	} {
		if got := mayMatch(test.err); got != test.want {
			t.Errorf("%s: expected %t, got %t", name, test.want, got)
		}
	}
}
