package env

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/cosmos/cosmos-sdk/client/flags"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/kinds"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The flags that the SDK has no name for.
const (
	FlagAnother     = "another"
	FlagCasual      = "casual"
	FlagClock       = "clock"
	FlagDelegate    = "delegate"
	FlagFleet       = "fleet"
	FlagFor         = "for"
	FlagFrom        = flags.FlagFrom
	FlagMatch       = "match"
	flagMaxFee      = "max-fee"
	FlagMaxRating   = "max-rating"
	FlagMinRating   = "min-rating"
	FlagAddresses   = "addresses"
	FlagNone        = "none"
	FlagOpponent    = "opponent"
	FlagParty       = "party"
	FlagInvite      = "invite"
	FlagInvited     = "invited"
	FlagPhase       = "phase"
	FlagPlayer      = "player"
	FlagRatingRange = "rating-range"
	FlagRecipient   = "recipient"
	FlagRuleset     = "ruleset"
	FlagSeed        = "seed"
	FlagStage       = "stage"
	FlagStake       = "stake"
	FlagStrategy    = "strategy"
	FlagWait        = "wait"
)

// RandomFleet is the fleet that is drawn for the player.
const RandomFleet = "random"

// ValueOf returns the value of a flag of type T, or the zero value if the command does not have that flag.
func ValueOf[T any](f *pflag.FlagSet, name string) (value T) {
	if f.Lookup(name) == nil {
		return value
	}
	var err error
	switch v := any(&value).(type) {
	case *bool:
		*v, err = f.GetBool(name)
	case *int:
		*v, err = f.GetInt(name)
	case *int64:
		*v, err = f.GetInt64(name)
	case *uint32:
		*v, err = f.GetUint32(name)
	case *uint64:
		*v, err = f.GetUint64(name)
	case *float64:
		*v, err = f.GetFloat64(name)
	case *string:
		*v, err = f.GetString(name)
	case *[]string:
		*v, err = f.GetStringSlice(name)
	case *time.Duration:
		*v, err = f.GetDuration(name)
	default:
		err = fmt.Errorf("flag %s: expected the type of a flag, got %T", name, value)
	}
	if err != nil {
		panic(err) // the flag was added with another type
	}
	return value
}

// CheckEmptyFlags refuses flags of a game that are given without a value, as happens when a script has not set a
// variable: the game would be another than was meant.
func CheckEmptyFlags(cmd *cobra.Command) error {
	for _, name := range []string{
		FlagClock, FlagDelegate, FlagFleet, FlagFor, FlagInvited, flagMaxFee, FlagOpponent, FlagParty, FlagPlayer,
		FlagRecipient, FlagRelay, FlagRuleset, FlagStage, FlagStake,
	} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && f.Value.String() == "" {
			return fmt.Errorf("--%s: expected a value, got %q", name, "")
		}
	}
	return nil
}

// AddChainFlags adds what every command needs that talks to a node. --home is the root command's.
func AddChainFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String(flags.FlagNode, "tcp://localhost:26657", "address of the node's RPC, such as HOST:26657")
	f.String(flags.FlagGRPC, "", "address of the node's gRPC, to ask there instead of over RPC")
	f.Bool(flags.FlagGRPCInsecure, false, "use gRPC without TLS")
	f.String(flags.FlagChainID, "", "refuse to talk to any other chain than this; needed to send through a node on "+
		"another machine, unless config/client.toml has it")
	f.StringP(flags.FlagOutput, "o", flags.OutputFormatText, "output format: text or json")
	flags.AddKeyringFlags(f)
	addTrustFlags(cmd)
}

// AddQueryFlags adds what every command needs that only asks. It takes the flags that name and speak for the user too,
// so that one set of flags goes with every command, and makes no use of them.
func AddQueryFlags(cmd *cobra.Command) {
	AddChainFlags(cmd)
	f := cmd.Flags()
	f.Bool(FlagAddresses, false, "show players by their addresses instead of the names that they have set")
	f.String(flags.FlagFrom, "", "accepted, and changes nothing")
	f.BoolP(flags.FlagSkipConfirmation, "y", false, "accepted, and changes nothing")
	for _, name := range []string{flags.FlagFrom, flags.FlagSkipConfirmation} {
		f.Lookup(name).Hidden = true
	}
}

// AddSendFlags adds what every command needs that sends transactions.
func AddSendFlags(cmd *cobra.Command) {
	AddChainFlags(cmd)
	f := cmd.Flags()
	f.String(flags.FlagFrom, "", "name or address of the key to play with (default keyring-default-keyname in "+
		"config/client.toml, else the only key)")
	f.String(flags.FlagGasPrices, "",
		"what a unit of gas is paid with, such as "+client.DefaultGasPrice+" (default what the node asks)")
	f.Float64(flags.FlagGasAdjustment, client.DefaultGasAdjustment, "what simulated gas is multiplied by for the limit")
	f.String(flagMaxFee, "", fmt.Sprintf("the most that a message may cost in fees, such as 0.5anchor: a transaction "+
		"that is in no block after two is sent again for twice the price, each block, below it (default for moves and "+
		"claims %d%% of your stake and fee, at least %s and at most %s, %d times as much where boards are proven, for the "+
		"rest no second price; 0anchor sends nothing dearer)", 100/session.MaxFeeShare,
		text.Coin(sdk.NewInt64Coin(client.GasDenom, session.MinMaxFee)),
		text.Coin(sdk.NewInt64Coin(client.GasDenom, session.MaxMaxFee)), session.ProvenFees))
	f.String(flags.FlagFeeGranter, "", "address, or name of a key, that pays the fees in place of yours, by an allowance "+
		"(tx feegrant grant)")
	f.String(flags.FlagFees, "", "what a transaction pays in fees, such as 0.01anchor (default what its gas costs)")
	f.String(flags.FlagGas, flags.GasFlagAuto, "gas limit of a transaction, or auto to find it by simulation")
	f.String(flags.FlagNote, "", "text that goes with a transaction for everybody to read")
	f.BoolP(flags.FlagSkipConfirmation, "y", false, "send without asking")
}

// AddTxFlags adds what every command needs that sends one transaction.
func AddTxFlags(cmd *cobra.Command) {
	AddSendFlags(cmd)
	cmd.Flags().Bool(flags.FlagGenerateOnly, false, "write the transaction to standard output, unsigned, for tx sign and "+
		"tx broadcast, and send nothing")
}

// AddFleetFlag adds what places the ships of a ruleset, or of another one with as many.
func AddFleetFlag(cmd *cobra.Command, r *game.Ruleset) {
	var example []string
	for i := range r.Ships() {
		example = append(example, fmt.Sprintf("A%dh", 2*i+1))
	}
	cmd.Flags().String(FlagFleet, RandomFleet, fmt.Sprintf(`"random", or each ship's origin tile and direction (h or v) `+
		`in the ruleset's order, such as %q`, strings.Join(example, ",")))
}

// TermsFlags set the terms and the clock of a game.
var TermsFlags = []string{FlagStake, FlagClock, FlagCasual}

// AddTermsFlags adds TermsFlags.
func AddTermsFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String(FlagStake, NoStake, `what each player puts into the pot, such as "5anchor" or "5000000uanchor", or "none"`)
	f.String(FlagClock, session.ClockLive, "how long a move may take: "+session.ClockForms)
	f.Bool(FlagCasual, false, "play without fee, reward and rating")
}

// AddRulesetFlag adds --ruleset.
func AddRulesetFlag(cmd *cobra.Command) {
	cmd.Flags().String(FlagRuleset, game.Classic().Name, "ruleset: "+RulesetNames())
}

// AddRatingRangeFlag adds --rating-range.
func AddRatingRangeFlag(cmd *cobra.Command) {
	cmd.Flags().Uint32(FlagRatingRange, 0, fmt.Sprintf(
		"how far the opponent's rating may be from yours, at least %d; 0 for any distance", types.MinRatingRange))
}

// AddDelegateFlag adds --delegate.
func AddDelegateFlag(cmd *cobra.Command) {
	cmd.Flags().String(FlagDelegate, "", "address, or name of a key, that may act for you in this game")
}

// AddForFlag adds the flag by which a delegate names its player.
func AddForFlag(cmd *cobra.Command) {
	cmd.Flags().String(FlagFor, "", "name or address of the player whose delegate you are, with its key in your keyring "+
		"if its board is needed")
}

// Rulesets are the names of all rulesets.
func Rulesets() []string {
	var names []string
	for _, r := range game.Rulesets() {
		names = append(names, r.Name)
	}
	return names
}

// RulesetNames are the names of all rulesets, to choose from.
func RulesetNames() string {
	names := Rulesets()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Exactly accepts the arguments that a command's usage line names.
func Exactly(names ...string) cobra.PositionalArgs {
	return Between(len(names), len(names), strings.Join(names, " and "))
}

// Between accepts a range of numbers of arguments, with names as in the command's usage line.
func Between(least, most int, names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return wrongArguments(cmd, names, args, len(args) < least)
		}
		return nil
	}
}

// OneOrMore accepts any number of arguments from 1 on, with a name for the first ones.
func OneOrMore(what string) cobra.PositionalArgs { return Between(1, math.MaxInt, what) }

// NoArgs accepts no arguments.
func NoArgs(cmd *cobra.Command, args []string) error { return Between(0, 0, "none")(cmd, args) }

// wrongArguments returns the error for too few arguments, a question, or for too many. It has the command's first
// example.
func wrongArguments(cmd *cobra.Command, expected string, args []string, few bool) error {
	how := cmd.CommandPath() + " --help shows how"
	if cmd.Example != "" {
		example, _, _ := strings.Cut(cmd.Example, "\n")
		how = "for example, " + strings.TrimSpace(example)
	}
	if few {
		asked := strings.NewReplacer("ID", "game", "CODE", "invite code").Replace(expected)
		return fmt.Errorf("which %s? %s", strings.ToLower(asked), text.Upper(how))
	}
	return fmt.Errorf("arguments: expected %s, got %q: %s", expected, strings.Join(args, " "), how)
}

// ParseGameID returns the id of a game that an argument is.
func ParseGameID(arg string) (uint64, error) {
	id, err := strconv.ParseUint(arg, 10, 64)
	if err != nil || id == 0 {
		return 0, fmt.Errorf("game id: expected a number from 1, got %q", arg)
	}
	return id, nil
}

const (
	// FlagLimit is the flag for the number of lines of a page.
	FlagLimit = "limit"
	// FlagPageKey is the flag for the key of the next page.
	FlagPageKey = "page-key"

	// DefaultLimit is how many lines a list has unless asked otherwise.
	DefaultLimit = 50
)

// RulesetName returns the name of a ruleset, or its number if it is unknown.
func RulesetName(id uint32) string {
	r, err := kinds.RulesetByID(id)
	if err != nil {
		return fmt.Sprint(id)
	}
	return r.Name
}

// Described adds the long text of a command's help.
func Described(cmd *cobra.Command, long string) *cobra.Command {
	cmd.Long = long
	return cmd
}

// Delegable lets a command be used by a delegate too.
func Delegable(cmd *cobra.Command) *cobra.Command {
	AddForFlag(cmd)
	return cmd
}
