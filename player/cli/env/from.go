package env

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/player/client"
)

// Sender is the key that a command acts with.
type Sender struct {
	// Name is that of the key, or its address.
	Name string
	// why is the source of the choice. It is empty if the user has chosen.
	why string
}

// Blame adds the source of the choice to the error of an unknown key.
func (s Sender) Blame(err error) error {
	var unknown *client.UnknownKeyError
	if s.why == "" || !errors.As(err, &unknown) {
		return err
	}
	return fmt.Errorf("%s: %w", s.why, err)
}

// errNoDefaultKey means that a keyring does not say by itself which key is the user's.
var errNoDefaultKey = errors.New("no default key")

// SenderOf returns the key that the user acts with: the one that --from or BATTLESHIPD_FROM names, else the default key
// of config/client.toml, else the only one in the keyring. The error is errNoDefaultKey if there are none or several.
func SenderOf(cmd *cobra.Command, cctx sdkclient.Context) (Sender, error) {
	from := ValueOf[string](cmd.Flags(), FlagFrom)
	if from != "" {
		return Sender{Name: from}, nil
	}
	if name := cctx.KeyringDefaultKeyName; name != "" {
		return Sender{Name: name, why: "the default key of config/client.toml"}, nil
	}
	names := client.KeyNames(cctx.Keyring)
	switch len(names) {
	case 0:
		return Sender{}, fmt.Errorf("%w: the keyring is empty: make a key with battleshipd keys add NAME "+
			"(--home and --keyring-backend choose the keyring)", errNoDefaultKey)
	case 1:
		return Sender{Name: names[0], why: "the only key"}, nil
	default:
		return Sender{}, fmt.Errorf("%w: the keyring has %s: name one with --%s, or as keyring-default-keyname in "+
			"config/client.toml", errNoDefaultKey, strings.Join(names, ", "), FlagFrom)
	}
}

// OwnKey returns the user's key for a command that only looks: the zero Key if the user has named none and the keyring
// has no default one.
func (e *Env) OwnKey() (client.Key, error) {
	from := ValueOf[string](e.Cmd.Flags(), FlagFrom)
	if from == "" && e.Client.KeyringDefaultKeyName == "" && Asks(e.Client.Keyring) {
		return client.Key{}, nil // to list the keys would take a passphrase
	}
	s, err := SenderOf(e.Cmd, e.Client)
	if errors.Is(err, errNoDefaultKey) {
		return client.Key{}, nil
	}
	if err != nil {
		return client.Key{}, err
	}
	key, err := client.FindKey(e.Client.Keyring, s.Name)
	return key, s.Blame(err)
}

// AddressArg returns the address that a command's only argument means; without one it is the user's own.
func (e *Env) AddressArg(args []string) (string, error) {
	if len(args) > 0 {
		return e.PlayerAddress(args[0])
	}
	s, err := SenderOf(e.Cmd, e.Client)
	if err != nil {
		return "", fmt.Errorf("whose? Name an address or a key: %w", err)
	}
	return e.Address(s.Name)
}
