package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/player/client"
)

// sender is the key that a command acts with.
type sender struct {
	// name is that of the key, or its address.
	name string
	// why is the source of the choice. It is empty if the user has chosen.
	why string
}

// blame adds the source of the choice to the error of an unknown key.
func (s sender) blame(err error) error {
	var unknown *client.UnknownKeyError
	if s.why == "" || !errors.As(err, &unknown) {
		return err
	}
	return fmt.Errorf("%s: %w", s.why, err)
}

// errNoDefaultKey means that a keyring does not say by itself which key is the user's.
var errNoDefaultKey = errors.New("no default key")

// senderOf returns the key that the user acts with: the one that --from or BATTLESHIPD_FROM names, else the default key
// of config/client.toml, else the only one in the keyring. The error is errNoDefaultKey if there are none or several.
func senderOf(cmd *cobra.Command, cctx sdkclient.Context) (sender, error) {
	from := valueOf[string](cmd.Flags(), flagFrom)
	if from != "" {
		return sender{name: from}, nil
	}
	if name := cctx.KeyringDefaultKeyName; name != "" {
		return sender{name: name, why: "the default key of config/client.toml"}, nil
	}
	names := client.KeyNames(cctx.Keyring)
	switch len(names) {
	case 0:
		return sender{}, fmt.Errorf("%w: the keyring is empty: make a key with battleshipd keys add NAME "+
			"(--home and --keyring-backend choose the keyring)", errNoDefaultKey)
	case 1:
		return sender{name: names[0], why: "the only key"}, nil
	default:
		return sender{}, fmt.Errorf("%w: the keyring has %s: name one with --%s, or as keyring-default-keyname in "+
			"config/client.toml", errNoDefaultKey, strings.Join(names, ", "), flagFrom)
	}
}

// ownKey returns the user's key for a command that only looks: the zero Key if the user has named none and the keyring
// has no default one.
func (e *env) ownKey() (client.Key, error) {
	from := valueOf[string](e.cmd.Flags(), flagFrom)
	if from == "" && e.cctx.KeyringDefaultKeyName == "" && asks(e.cctx.Keyring) {
		return client.Key{}, nil // to list the keys would take a passphrase
	}
	s, err := senderOf(e.cmd, e.cctx)
	if errors.Is(err, errNoDefaultKey) {
		return client.Key{}, nil
	}
	if err != nil {
		return client.Key{}, err
	}
	key, err := client.FindKey(e.cctx.Keyring, s.name)
	return key, s.blame(err)
}

// addressArg returns the address that a command's only argument means; without one it is the user's own.
func (e *env) addressArg(args []string) (string, error) {
	if len(args) > 0 {
		return e.address(args[0])
	}
	s, err := senderOf(e.cmd, e.cctx)
	if err != nil {
		return "", fmt.Errorf("whose? Name an address or a key: %w", err)
	}
	return e.address(s.name)
}
