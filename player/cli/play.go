package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/program"
	"github.com/battleship-chain/battleship/player/vault"
)

// The flags of play.
const (
	flagAgainst  = "against"
	flagEmbedded = "embedded"
)

const (
	// againstBot is the value of --against for a bot in the player's own program.
	againstBot = "bot"
	// embeddedPlayer is the key of a chain of its own that plays unless --from names another.
	embeddedPlayer = "alice"
	// embeddedBlockTime is the pace of a chain of its own.
	embeddedBlockTime = 500 * time.Millisecond
	// embeddedStart is how long a chain of its own may take to start.
	embeddedStart = time.Minute
)

// PlayCmd returns the command that plays on the screens over a chain. Start starts a chain for --embedded.
func PlayCmd(start env.Start) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play on this terminal: the lobby, your games and their boards",
		Long: `Shows the lobby and your games on the whole terminal. You choose where to shoot; answers, the toss
and proofs that you owe are sent by themselves while it is open. Close it whenever you like, also by force: play finds
every running game again with your wallet alone, and so does recover on another machine.

Entering a game asks your wallet once. A key for that game alone then moves for you and pays the fees of its moves with
an allowance of yours, which is limited in coins and in time and sends no coin anywhere.

--against bot plays against a bot in this program, for nothing but fees, and continues such a game that is not over,
one of the --ruleset if that is given; a name or an address invites that player; a number joins that game` +
			env.Help(Kinds(), "play") + `,
continues it, or shows it if it is over or of others. --embedded starts a chain of its own in a temporary directory,
with a player who has coins, and removes it at the end.

--party N opens a party of 3 to 8 players and shows its code, with which the others come: --party CODE. Each pair plays
one casual classic game, round by round, and a table shows the scores. A game that has not begun after about five
minutes, because a player is away, counts for neither. The same code continues after a restart, and bot --party lets a
bot come.`,
		Example: `battleshipd play --embedded --against bot
battleshipd play --from alice
battleshipd play --from alice --against bob
battleshipd play --from bob --against 7
battleshipd play --from alice --party 4
battleshipd play --from bob --party G0G0-9PZC`,
		Args: env.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cmd.SilenceUsage = true
			if err := checkChoices(cmd); err != nil {
				return err
			}
			if _, _, _, err := channelFlags(cmd); err != nil {
				return err
			}
			if err := checkAgainstBot(cmd); err != nil {
				return err
			}
			entry, err := partyFlag(cmd)
			if err != nil {
				return err
			}
			if err := canShow(cmd); err != nil {
				return err
			}
			return runPlay(cmd, start, entry)
		},
	}
	env.AddSendFlags(cmd)
	addScreensFlags(cmd)
	env.AddChannelFlag(cmd)
	env.AddRelayFlag(cmd)
	env.AddPatienceFlag(cmd, duel.PersonPatience)
	env.AddHiddenFlag(cmd)
	f := cmd.Flags()
	f.String(flagAgainst, "", "bot, the name of a key or an address to invite, or the id of a game to join, continue "+
		"or look at")
	addPartyFlag(cmd)
	f.Bool(flagEmbedded, false, "play on a chain of its own, which is removed at the end")
	f.String(env.FlagRuleset, game.Classic().Name, "ruleset for --"+flagAgainst+": "+env.RulesetNames())
	f.String(env.FlagStrategy, bot.Names()[0], "strategy of the bot: "+text.Or(bot.Names()))
	for _, name := range []string{flags.FlagGas, flags.FlagFees, flags.FlagSkipConfirmation, flags.FlagOutput} {
		f.Lookup(name).Hidden = true // the screens ask, and each transaction has its own gas
	}
	return cmd
}

func runPlay(cmd *cobra.Command, start env.Start, entry partyEntry) (err error) {
	cctx, err := sdkclient.GetClientQueryContext(cmd)
	if err != nil {
		return err
	}
	embedded := env.ValueOf[bool](cmd.Flags(), flagEmbedded)
	if !embedded {
		return playOn(cmd, cctx, embedded, entry)
	}
	if cmd.Flags().Changed(flags.FlagNode) {
		return fmt.Errorf("expected --%s or --%s, got both", flagEmbedded, flags.FlagNode)
	}
	cctx, stop, err := embed(cmd, cctx, start)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	return playOn(cmd, cctx, embedded, entry)
}

// embed starts a chain in a temporary home, and returns a context on it and what takes it away again.
func embed(cmd *cobra.Command, cctx sdkclient.Context, start env.Start) (sdkclient.Context, func() error, error) {
	if _, err := fmt.Fprintln(cmd.ErrOrStderr(), text.StartingChain); err != nil {
		return cctx, nil, err
	}
	ctx, end := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer end()
	ctx, cancel := context.WithTimeoutCause(ctx, embeddedStart, fmt.Errorf("no block in %s", embeddedStart))
	defer cancel()
	home, err := os.MkdirTemp("", "battleship-play-")
	if err != nil {
		return cctx, nil, fmt.Errorf("temporary home: %w", err)
	}
	chain, err := start(ctx, home, "", embeddedBlockTime)
	if err != nil {
		return cctx, nil, errors.Join(fmt.Errorf("start a chain: %w", err), os.RemoveAll(home))
	}
	stop := func() error { return errors.Join(chain.Stop(), os.RemoveAll(home)) }
	cctx, err = env.Connect(cctx.WithKeyring(chain.Keyring).WithHomeDir(home), chain)
	if err != nil {
		return cctx, nil, errors.Join(err, stop())
	}
	conn := cctx.GRPCClient
	cctx.KeyringDefaultKeyName = embeddedPlayer
	if f := cmd.Flags().Lookup(env.FlagRelay); f != nil && !f.Changed {
		if err := f.Value.Set(chain.Relay); err != nil {
			return cctx, nil, errors.Join(fmt.Errorf("--%s: %w", env.FlagRelay, err), conn.Close(), stop())
		}
	}
	return cctx, func() error { return errors.Join(conn.Close(), stop()) }, nil
}

// playOn plays on a chain, which passes with the program or not, until the player leaves the screens.
func playOn(cmd *cobra.Command, cctx sdkclient.Context, passes bool, entry partyEntry) error {
	about := text.Prompt{Command: cmd.Name()}
	table, err := sit(cmd, cctx)
	if err != nil {
		return env.Explain(err, about)
	}
	defer table.Close()
	o, err := begin(cmd, table, entry)
	if err != nil {
		return env.Explain(err, about)
	}
	if o.Passing = passes; passes {
		return runScreens(cmd, table, o, nil)
	}
	return runScreens(cmd, table, o, table.Withdraw)
}

// sit makes the table of the player that the flags name.
func sit(cmd *cobra.Command, cctx sdkclient.Context) (*chainbackend.Backend, error) {
	if err := env.CheckEmptyFlags(cmd); err != nil {
		return nil, err
	}
	from, err := env.SenderOf(cmd, cctx)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", env.FlagFrom, err)
	}
	send, err := env.SendOptions(cmd, cctx)
	if err != nil {
		return nil, err
	}
	send.From = from.Name
	maxFee, err := env.MaxFeeFlag(cmd)
	if err != nil {
		return nil, err
	}
	node, err := cctx.GetNode()
	if err != nil {
		return nil, fmt.Errorf("node: %w", err)
	}
	link, err := env.LinkOf(cmd, cctx, func(format string, args ...any) {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), format+"\n", args...)
	})
	if err != nil {
		return nil, err
	}
	strategy := bot.Names()[0]
	if f := cmd.Flags().Lookup(env.FlagStrategy); f != nil {
		strategy = f.Value.String()
	}
	if _, err := bot.New(strategy, nil); err != nil {
		return nil, fmt.Errorf("--%s: %w", env.FlagStrategy, err)
	}
	offChain, url, patience, err := channelFlags(cmd)
	if err != nil {
		return nil, err
	}
	own, err := env.OwnRelay(cmd)
	if err != nil {
		return nil, err
	}
	addresses := cctx.InterfaceRegistry.SigningContext().AddressCodec()
	stop := env.Printer{Err: cmd.ErrOrStderr()}.NoteSlow(text.WaitingForNode, link.Address)
	defer stop()
	table, err := chainbackend.New(cmd.Context(), chainbackend.Options{
		Link:   link,
		Send:   send,
		Node:   node,
		Vault:  vault.New(cctx.Keyring, cctx.HomeDir, addresses, askBefore),
		Random: rand.Reader,
		MaxFee: maxFee,
		Names:  env.NamesIn(cctx.Keyring),
		VaultOf: func(name string, private []byte) (*vault.Vault, error) {
			keys := keyring.NewInMemory(cctx.Codec)
			if err := keys.ImportPrivKeyHex(name, hex.EncodeToString(private), string(hd.Secp256k1Type)); err != nil {
				return nil, fmt.Errorf("key of a bot: %w", err)
			}
			return vault.New(keys, "", addresses, nil), nil
		},
		Strategy: strategy,
		Channel:  offChain,
		Fast:     own != "" && !cmd.Flags().Changed(env.FlagChannel),
		Relay:    url,
		OwnRelay: own,
		Hidden:   env.Hidden(cmd),
		Patience: patience,
		Share: func(chainID, player string, id uint64) (io.Closer, error) {
			return env.LocksOf(cctx.HomeDir, chainID, player, from.Name).Share(id)
		},
	})
	return table, from.Blame(err)
}

// askBefore is the passphrase of a board key file, which the screens leave no room to ask for.
func askBefore(path string, _ bool) (string, error) {
	if passphrase, ok := os.LookupEnv(vault.PassphraseEnv); ok {
		return passphrase, nil
	}
	return "", fmt.Errorf("%w: this key cannot find its boards again by itself and needs the file %s: set %s before "+
		"battleshipd play, or play with another key", vault.ErrPassphrase, path, vault.PassphraseEnv)
}

// begin is what --against says the screens begin with.
func begin(cmd *cobra.Command, table *chainbackend.Backend, entry partyEntry) (o program.Options, err error) {
	if entry != (partyEntry{}) {
		o.Party = true
		return o, table.Party(cmd.Context(), entry.id, entry.players)
	}
	against := env.ValueOf[string](cmd.Flags(), flagAgainst)
	if against == "" {
		return o, nil
	}
	r, err := env.RulesetFlag(cmd)
	if err != nil {
		return o, err
	}
	if strings.EqualFold(against, againstBot) {
		if !cmd.Flags().Changed(env.FlagRuleset) {
			r = nil
		}
		return table.BeginBot(cmd.Context(), r)
	}
	if id, err := strconv.ParseUint(against, 10, 64); err == nil {
		if id == 0 {
			return o, fmt.Errorf("--%s: expected the id of a game from 1, got 0", flagAgainst)
		}
		return table.Begin(cmd.Context(), id)
	}
	if err := table.CheckOpponent(against); err != nil {
		return o, fmt.Errorf("--%s: %w", flagAgainst, err)
	}
	o.Enter = &tui.Wish{Kind: tui.WishCreate, Ruleset: r, Opponent: against, Fast: true}
	return o, nil
}

// channelFlags are what --channel, --relay and --patience say.
func channelFlags(cmd *cobra.Command) (offChain bool, url string, patience time.Duration, err error) {
	offChain = env.ValueOf[bool](cmd.Flags(), env.FlagChannel)
	if url, err = env.RelayFlag(cmd); err == nil {
		patience, err = env.PatienceFlag(cmd)
	}
	return offChain, url, patience, err
}

// checkAgainstBot returns an error if a game with the player's own bot was asked for off-chain.
func checkAgainstBot(cmd *cobra.Command) error {
	against := env.ValueOf[string](cmd.Flags(), flagAgainst)
	if env.ValueOf[bool](cmd.Flags(), env.FlagChannel) && strings.EqualFold(against, againstBot) {
		return fmt.Errorf("--%s is for games against others: games with your own bot are played on-chain", env.FlagChannel)
	}
	return nil
}
