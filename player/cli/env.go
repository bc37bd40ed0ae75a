package cli

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// env is the environment of a command.
type env struct {
	cmd  *cobra.Command
	cctx sdkclient.Context
	// link is how chain is reached.
	link  client.Link
	chain *client.Client
	out   printer
	// playing is the session of the command's game. It is nil if it has none.
	playing *duel.Session
	// me is the address of the command's player. It is empty if there is none.
	me string
}

// newEnv connects a command to its node. needKey is for commands that send.
func newEnv(cmd *cobra.Command, needKey bool) (*env, error) {
	cctx, err := sdkclient.GetClientQueryContext(cmd)
	if err != nil {
		return nil, err
	}
	out, err := newPrinter(cmd, cctx)
	if err != nil {
		return nil, err
	}
	var o client.Options
	var from sender
	if needKey {
		if from, err = senderOf(cmd, cctx); err != nil {
			return nil, fmt.Errorf("--%s: %w", flagFrom, err)
		}
		if o, err = sendOptions(cmd, cctx); err != nil {
			return nil, err
		}
		o.From = from.name
		o.Notify = func(what string) { out.note("%s", what) }
		o.Say = passing
	}
	link, err := linkOf(cmd, cctx, out.note)
	if err != nil {
		return nil, err
	}
	stop := out.noteSlow(text.WaitingForNode, link.Address)
	chain, err := client.New(cmd.Context(), link, o)
	stop()
	if err != nil {
		return nil, from.blame(err)
	}
	out.names = namesIn(cctx.Keyring)
	out.call(chain.Key().Address.String(), chain.Key().Name) // also where listing the keys would take a passphrase
	if from.why != "" {
		out.note(text.PlayingAs, chain.Key().Name, chain.Key().Address, from.why)
	}
	if behind, height, err := chain.IsCatchingUp(cmd.Context()); err == nil && behind {
		out.note("%s", text.Sentence(text.CatchingUp(height)))
	} else if head, err := chain.Head(cmd.Context()); err == nil {
		if note := clockNote(head, time.Now()); note != "" {
			out.note("%s", note)
		}
	}
	return &env{cmd: cmd, cctx: cctx, link: link, chain: chain, out: out, me: chain.Key().Address.String()}, nil
}

// clockTolerance is how far the time of the last block may be from this machine's clock without a word.
const clockTolerance = 2 * time.Minute

// clockNote warns that this machine's clock and the node's last block are far apart. It is empty if they are not.
func clockNote(head client.Block, now time.Time) string {
	switch apart := now.Sub(head.Time); {
	case head.Time.IsZero():
		return ""
	case apart > clockTolerance:
		return text.OldBlock(head.Height, apart)
	case -apart > clockTolerance:
		return text.Sentence(text.WrongClock(apart))
	}
	return ""
}

// voice is the user as a reader.
func (e *env) voice() text.Voice { return text.Voice{You: e.me, Names: e.out.names} }

// player is the user as a player, with a confirmation before anything is sent unless --yes was given.
func (e *env) player() (session.Player, error) {
	confirm, err := e.confirm()
	if err != nil {
		return session.Player{}, err
	}
	p, err := e.unaskedPlayer()
	p.Confirm = confirm
	return p, err
}

// unaskedPlayer is the user as a player whose command implies consent to all transactions, or as the delegate of the
// player named by --for.
func (e *env) unaskedPlayer() (session.Player, error) {
	p := session.Player{Chain: e.chain, Vault: newVault(e.cmd, e.cctx), Random: rand.Reader}
	maxFee, err := maxFeeFlag(e.cmd)
	if err != nil {
		return p, err
	}
	p.MaxFee = maxFee
	if p.Relay, err = relayFlag(e.cmd); err != nil {
		return p, err
	}
	if p.Patience, err = patienceFlag(e.cmd); err != nil {
		return p, err
	}
	name := valueOf[string](e.cmd.Flags(), flagFor)
	if name == "" {
		return p, nil
	}
	defer func() { e.me = p.Principal.Address.String() }()
	if p.Principal, err = client.FindKey(e.cctx.Keyring, name); err == nil {
		e.out.call(p.Principal.Address.String(), p.Principal.Name)
		return p, nil
	}
	address, err := sdk.AccAddressFromBech32(name)
	if err != nil {
		_, err := e.address(name)
		return p, fmt.Errorf("--%s: %w", flagFor, err)
	}
	p.Principal = client.Key{Address: address}
	return p, nil
}

// maxFeeFlag is the value of --max-fee, or nil for the default.
func maxFeeFlag(cmd *cobra.Command) (*sdk.Coin, error) {
	typed := valueOf[string](cmd.Flags(), flagMaxFee)
	if typed == "" {
		return nil, nil
	}
	coin, err := session.ParseCoin(typed)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flagMaxFee, err)
	}
	if denoms := feeDenoms(cmd); !slices.Contains(denoms, coin.Denom) {
		return nil, fmt.Errorf("--%s: expected an amount of the coin that fees are paid in, such as %s, got %q",
			flagMaxFee, text.Coin(sdk.NewInt64Coin(denoms[0], session.MaxMaxFee/2)), typed)
	}
	return &coin, nil
}

// feeDenoms are the coins that transactions pay fees in by the flags; at least one.
func feeDenoms(cmd *cobra.Command) []string {
	if fees, err := feesFlag(cmd); err == nil && !fees.IsZero() {
		return fees.Denoms()
	}
	if prices, err := sdk.ParseDecCoins(valueOf[string](cmd.Flags(), flags.FlagGasPrices)); err == nil && len(prices) > 0 {
		denoms := make([]string, len(prices))
		for i, price := range prices {
			denoms[i] = price.Denom
		}
		return denoms
	}
	return []string{client.GasDenom}
}

// params are the chain's.
func (e *env) params(ctx context.Context) (types.Params, error) {
	res, err := types.NewQueryClient(e.chain.Conn()).Params(ctx, &types.QueryParamsRequest{})
	if err != nil {
		return types.Params{}, fmt.Errorf("look up the params: %w", err)
	}
	return res.Params, nil
}

// address is the address that the user means: one as it is, or that of a key.
func (e *env) address(text string) (string, error) {
	address, err := addressIn(e.cctx.Keyring, text)
	if err == nil && address != text {
		e.out.call(address, text)
	}
	return address, err
}

// addressIn is the address that the user means: one as it is, or that of a key in a keyring.
func addressIn(keys keyring.Keyring, text string) (string, error) {
	_, addressErr := sdk.AccAddressFromBech32(text)
	if addressErr == nil {
		return text, nil
	}
	prefix := sdk.GetConfig().GetBech32AccountAddrPrefix() + "1"
	if strings.HasPrefix(text, prefix) {
		return "", fmt.Errorf("address: expected a valid one, got %q: %w", text, addressErr)
	}
	key, err := client.FindKey(keys, text)
	if damaged := (*client.DamagedKeyError)(nil); errors.As(err, &damaged) {
		return "", damaged
	}
	if err != nil {
		return "", fmt.Errorf("address: expected one that begins with %s, or the name of a key: %w", prefix, err)
	}
	return key.Address.String(), nil
}

// addressFlag is the address of a flag. It is empty if there is none.
func (e *env) addressFlag(name string) (string, error) {
	text := valueOf[string](e.cmd.Flags(), name)
	if text == "" {
		return "", nil
	}
	address, err := e.address(text)
	if err != nil {
		return "", fmt.Errorf("--%s: %w", name, err)
	}
	return address, nil
}

// close releases the command's session.
func (e *env) close() error {
	if e.playing == nil {
		return nil
	}
	return e.playing.Close()
}

func newVault(cmd *cobra.Command, cctx sdkclient.Context) *vault.Vault {
	addresses := cctx.InterfaceRegistry.SigningContext().AddressCodec()
	ask := vault.Terminal(bufio.NewReader(cmd.InOrStdin()))
	return vault.New(cctx.Keyring, cctx.HomeDir, addresses, ask)
}

// newIntn returns an unpredictable source of random numbers, from which fleets are drawn.
func newIntn() (bot.Intn, error) {
	var seed [32]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return nil, fmt.Errorf("randomness: %w", err)
	}
	return mathrand.New(mathrand.NewChaCha8(seed)).IntN, nil //nolint:gosec // a cryptographic generator, and its seed too
}

// withoutUsage is a function for cobra whose errors come without the usage text, which is for wrong usage only.
func withoutUsage(do func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		cmd.SilenceUsage = true
		return do(cmd, args)
	}
}

// run turns a function of an env into what cobra runs.
func run(needKey bool, do func(ctx context.Context, e *env, args []string) error) func(*cobra.Command, []string) error {
	return withoutUsage(func(cmd *cobra.Command, args []string) error {
		if err := checkEmptyFlags(cmd); err != nil {
			return err
		}
		about := text.Prompt{Command: cmd.Name()}
		if len(args) > 0 {
			about.Game, _ = parseGameID(args[0]) // it need not be one
		}
		e, err := newEnv(cmd, needKey)
		if err != nil {
			return explain(err, about)
		}
		err = e.checkKind(cmd.Context(), do(cmd.Context(), e, args), about)
		cutOff := e.cutOff(err)
		if closing := e.close(); err == nil {
			err = closing
		}
		var unsigned *client.UnsignedError
		if errors.As(err, &unsigned) {
			_, err = fmt.Fprintf(e.out.out, "%s\n", unsigned.JSON)
			return err
		}
		about.Me = e.me
		err = explain(err, about)
		if cutOff != nil {
			err = say(err, err.Error()+"; "+cutOff.Error())
		}
		return e.out.namedError(err)
	})
}
