package env

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Env is the environment of a command.
type Env struct {
	Cmd    *cobra.Command
	Client sdkclient.Context
	// Link is how chain is reached.
	Link  client.Link
	Chain *client.Client
	Out   Printer
	// Playing is the session of the command's game. It is nil if it has none.
	Playing session.Game
	// Me is the address of the command's player. It is empty if there is none.
	Me string

	sending *sending // nil for a command that sends nothing
}

// New connects a command to its node. needKey is for commands that send.
func New(cmd *cobra.Command, needKey bool) (*Env, error) {
	cctx, err := sdkclient.GetClientQueryContext(cmd)
	if err != nil {
		return nil, err
	}
	out, err := NewPrinter(cmd, cctx)
	if err != nil {
		return nil, err
	}
	var o client.Options
	var from Sender
	var sends *sending
	if needKey {
		if from, err = SenderOf(cmd, cctx); err != nil {
			return nil, fmt.Errorf("--%s: %w", FlagFrom, err)
		}
		if o, err = SendOptions(cmd, cctx); err != nil {
			return nil, err
		}
		o.From = from.Name
		o.Notify = func(what string) { out.Note("%s", what) }
		o.Say = Passing
		sends = &sending{exit: os.Exit}
		sends.observe(&o, out)
	}
	link, err := LinkOf(cmd, cctx, out.Note)
	if err != nil {
		return nil, err
	}
	stop := out.NoteSlow(text.WaitingForNode, link.Address)
	chain, err := client.New(cmd.Context(), link, o)
	stop()
	if err != nil {
		return nil, from.Blame(err)
	}
	out.Names = NamesIn(cctx.Keyring)
	out.call(chain.Key().Address.String(), chain.Key().Name) // also where listing the keys would take a passphrase
	if from.why != "" {
		out.Note(text.PlayingAs, chain.Key().Name, chain.Key().Address, from.why)
	}
	if behind, height, err := chain.IsCatchingUp(cmd.Context()); err == nil && behind {
		out.Note("%s", text.Sentence(text.CatchingUp(height)))
	} else if head, err := chain.Head(cmd.Context()); err == nil {
		if note := ClockNote(head, time.Now()); note != "" {
			out.Note("%s", note)
		}
	}
	return &Env{
		Cmd: cmd, Client: cctx, Link: link, Chain: chain, Out: out, Me: chain.Key().Address.String(), sending: sends,
	}, nil
}

// clockTolerance is how far the time of the last block may be from this machine's clock without a word.
const clockTolerance = 2 * time.Minute

// ClockNote warns that this machine's clock and the node's last block are far apart. It is empty if they are not.
func ClockNote(head client.Block, now time.Time) string {
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

// Voice is the user as a reader.
func (e *Env) Voice() text.Voice { return text.Voice{You: e.Me, Names: e.Out.Names} }

// Player is the user as a player, with a confirmation before anything is sent unless --yes was given.
func (e *Env) Player() (session.Player, error) {
	confirm, err := e.confirm()
	if err != nil {
		return session.Player{}, err
	}
	e.NoteInterrupts()
	p, err := e.UnaskedPlayer()
	p.Confirm = confirm
	return p, err
}

// UnaskedPlayer is the user as a player whose command implies consent to all transactions, or as the delegate of the
// player named by --for.
func (e *Env) UnaskedPlayer() (session.Player, error) {
	p := session.Player{Chain: e.Chain, Vault: NewVault(e.Cmd, e.Client), Random: rand.Reader}
	maxFee, err := MaxFeeFlag(e.Cmd)
	if err != nil {
		return p, err
	}
	p.MaxFee = maxFee
	p.Hidden = Hidden(e.Cmd)
	if p.Relay, err = RelayFlag(e.Cmd); err != nil {
		return p, err
	}
	if p.Patience, err = PatienceFlag(e.Cmd); err != nil {
		return p, err
	}
	name := ValueOf[string](e.Cmd.Flags(), FlagFor)
	if name == "" {
		return p, nil
	}
	defer func() { e.Me = p.Principal.Address.String() }()
	if p.Principal, err = client.FindKey(e.Client.Keyring, name); err == nil {
		e.Out.call(p.Principal.Address.String(), p.Principal.Name)
		return p, nil
	}
	address, err := sdk.AccAddressFromBech32(name)
	if err != nil {
		_, err := e.Address(name)
		return p, fmt.Errorf("--%s: %w", FlagFor, err)
	}
	p.Principal = client.Key{Address: address}
	return p, nil
}

// MaxFeeFlag is the value of --max-fee, or nil for the default.
func MaxFeeFlag(cmd *cobra.Command) (*sdk.Coin, error) {
	typed := ValueOf[string](cmd.Flags(), flagMaxFee)
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
	if prices, err := sdk.ParseDecCoins(ValueOf[string](cmd.Flags(), flags.FlagGasPrices)); err == nil && len(prices) > 0 {
		denoms := make([]string, len(prices))
		for i, price := range prices {
			denoms[i] = price.Denom
		}
		return denoms
	}
	return []string{client.GasDenom}
}

// Params are the chain's.
func (e *Env) Params(ctx context.Context) (types.Params, error) {
	res, err := types.NewQueryClient(e.Chain.Conn()).Params(ctx, &types.QueryParamsRequest{})
	if err != nil {
		return types.Params{}, fmt.Errorf("look up the params: %w", err)
	}
	return res.Params, nil
}

// Address is the address that the user means: one as it is, or that of a key.
func (e *Env) Address(text string) (string, error) {
	address, err := addressIn(e.Client.Keyring, text)
	if err == nil && address != text {
		e.Out.call(address, text)
	}
	return address, err
}

// addressIn is the address that the user means: one as it is, or that of a key in a keyring.
func addressIn(keys keyring.Keyring, text string) (string, error) {
	if _, err := sdk.AccAddressFromBech32(text); err == nil {
		return text, nil
	}
	prefix := sdk.GetConfig().GetBech32AccountAddrPrefix() + "1"
	if strings.HasPrefix(text, prefix) {
		return "", fmt.Errorf("%q is not a whole address: copy it again", text)
	}
	key, err := client.FindKey(keys, text)
	if unknown := (*client.UnknownKeyError)(nil); errors.As(err, &unknown) {
		return "", fmt.Errorf("address: expected one that begins with %s, or the name of a key: %w", prefix, err)
	}
	return key.Address.String(), err
}

// AddressFlag is the address of a flag. It is empty if there is none.
func (e *Env) AddressFlag(name string) (string, error) { return e.addressFlag(name, e.Address) }

// PlayerFlag is AddressFlag for a player, as PlayerAddress is Address.
func (e *Env) PlayerFlag(name string) (string, error) { return e.addressFlag(name, e.PlayerAddress) }

func (e *Env) addressFlag(name string, find func(text string) (string, error)) (string, error) {
	text := ValueOf[string](e.Cmd.Flags(), name)
	if text == "" {
		return "", nil
	}
	address, err := find(text)
	if err != nil {
		return "", fmt.Errorf("--%s: %w", name, err)
	}
	return address, nil
}

// close releases the command's session.
func (e *Env) close() error {
	if e.Playing == nil {
		return nil
	}
	return e.Playing.Close()
}

// NewVault returns the secrets of a wallet.
func NewVault(cmd *cobra.Command, cctx sdkclient.Context) *vault.Vault {
	addresses := cctx.InterfaceRegistry.SigningContext().AddressCodec()
	ask := vault.Terminal(bufio.NewReader(cmd.InOrStdin()))
	return vault.New(cctx.Keyring, cctx.HomeDir, addresses, ask)
}

// NewIntn returns an unpredictable source of random numbers, from which fleets are drawn.
func NewIntn() (bot.Intn, error) {
	var seed [32]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return nil, fmt.Errorf("randomness: %w", err)
	}
	return mathrand.New(mathrand.NewChaCha8(seed)).IntN, nil //nolint:gosec // a cryptographic generator, and its seed too
}

// WithoutUsage is a function for cobra whose errors come without the usage text, which is for wrong usage only.
func WithoutUsage(do func(*cobra.Command, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		cmd.SilenceUsage = true
		return do(cmd, args)
	}
}

// Run turns a function of an env into what cobra runs.
func Run(needKey bool, do func(ctx context.Context, e *Env, args []string) error) func(*cobra.Command, []string) error {
	return WithoutUsage(func(cmd *cobra.Command, args []string) error {
		if err := CheckEmptyFlags(cmd); err != nil {
			return err
		}
		about := text.Prompt{Command: cmd.Name()}
		if len(args) > 0 {
			about.Game, _ = ParseGameID(args[0]) // it need not be one
		}
		e, err := New(cmd, needKey)
		if err != nil {
			return Explain(err, about)
		}
		err = e.checkKind(cmd.Context(), do(cmd.Context(), e, args), about)
		cutOff := e.cutOff(err)
		if closing := e.close(); err == nil {
			err = cmp.Or(closing, e.Out.Lost())
		}
		var unsigned *client.UnsignedError
		if errors.As(err, &unsigned) {
			_, err = fmt.Fprintf(e.Out.Out, "%s\n", unsigned.JSON)
			return err
		}
		about.Me = e.Me
		err = Explain(err, about)
		if cutOff != nil {
			err = say(err, err.Error()+"; "+cutOff.Error())
		}
		return e.Out.NamedError(err)
	})
}

// cutOff is what keeps the opponent's updates away, if an error is about whose turn it is, for that may be why.
func (e *Env) cutOff(err error) error {
	refused := errors.Is(err, game.ErrTurn) || errors.Is(err, game.ErrPhase) || errors.Is(err, text.ErrTurnOffChain)
	playing, ok := e.Playing.(interface{ Trouble() error })
	if !refused || !ok {
		return nil
	}
	trouble := playing.Trouble()
	for until := time.Now().Add(UpdatePeek); errors.Is(trouble, relay.ErrConnecting) && time.Now().Before(until); {
		time.Sleep(UpdatePeek / 100)
		trouble = playing.Trouble()
	}
	if unkept := (*duel.UnkeptError)(nil); errors.As(trouble, &unkept) {
		return nil
	}
	return trouble
}

// OnGame turns a function about a game, which a command's first argument names, into what cobra runs. The function gets
// the other arguments.
func OnGame(
	needKey bool, do func(ctx context.Context, e *Env, id uint64, args []string) error,
) func(*cobra.Command, []string) error {
	return Run(needKey, func(ctx context.Context, e *Env, args []string) error {
		id, err := ParseGameID(args[0])
		if err != nil {
			return err
		}
		return do(ctx, e, id, args[1:])
	})
}
