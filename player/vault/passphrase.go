package vault

import (
	"bufio"
	"fmt"
	"os"

	"github.com/cosmos/cosmos-sdk/client/input"
)

const (
	// PassphraseEnv is the environment variable that Terminal takes the passphrase of key files from.
	PassphraseEnv = "BATTLESHIP_PASSPHRASE"
	// MinPassphrase is the length of the shortest passphrase in bytes.
	MinPassphrase = input.MinPassLength

	// testPassphrase is the passphrase of key files beside a keyring of the test backend, whose own is as well known.
	testPassphrase = "battleship-test"
)

// AskPassphrase returns the passphrase of the key file at path. If isNew, the file is about to be made, so that a
// typing error would cost the player its boards. It must not return one shorter than MinPassphrase.
type AskPassphrase func(path string, isNew bool) (string, error)

// Terminal returns an AskPassphrase that takes the passphrase from PassphraseEnv if it is set, and else asks at the
// terminal: twice for a new file. In is where a passphrase that is piped in comes from.
func Terminal(in *bufio.Reader) AskPassphrase {
	return func(path string, isNew bool) (string, error) {
		if passphrase, ok := os.LookupEnv(PassphraseEnv); ok {
			return passphrase, nil
		}
		if !isNew {
			return askOnce("Passphrase of board key file "+path+": ", in)
		}
		first, err := askOnce("New passphrase for board key file "+path+": ", in)
		if err != nil {
			return "", err
		}
		second, err := askOnce("The same again: ", in)
		if err != nil {
			return "", err
		}
		if first != second {
			return "", fmt.Errorf("%w: the two differ: type the same twice", ErrPassphrase)
		}
		return first, nil
	}
}

func askOnce(prompt string, in *bufio.Reader) (string, error) {
	passphrase, err := input.GetPassword(prompt, in)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrPassphrase, err)
	}
	return passphrase, nil
}
