package env

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// The flags of games that are played off-chain.
const (
	FlagChannel  = "channel"
	FlagRelay    = "relay"
	flagPatience = "patience"
	flagHidden   = "hidden"
)

// UpdateWait is how long a command that has sent an update waits for the answer.
const UpdateWait = 3 * time.Second

// UpdatePeek is how long a command that shows a game waits for updates that are on their way.
const UpdatePeek = time.Second

// AddChannelFlag adds the flag for where a game is played.
func AddChannelFlag(cmd *cobra.Command) {
	cmd.Flags().Bool(FlagChannel, false, "play off-chain, by signed updates over a relay: three transactions in all if "+
		"both play to the end; =false plays on-chain (default off-chain for people with a clock of at most "+
		text.Duration(duel.MaxFastTurn)+" and a relay that answers)")
}

// AddRelayFlag adds what names the relay that updates go over.
func AddRelayFlag(cmd *cobra.Command) {
	cmd.Flags().String(FlagRelay, "", "URL of the relay for updates of off-chain games, such as wss://relay.example "+
		"(default the game's; of a new game relay in config/client.toml, else "+relay.DefaultURL+")")
}

// AddPatienceFlag adds how long an opponent off-chain is waited for.
func AddPatienceFlag(cmd *cobra.Command, def time.Duration) {
	cmd.Flags().Duration(flagPatience, def,
		"how long to wait for the opponent off-chain before the game is brought on-chain")
}

// AddHiddenFlag adds whether others see that the player's program runs.
func AddHiddenFlag(cmd *cobra.Command) {
	cmd.Flags().Bool(flagHidden, false, "hide from other players that this program runs (default "+
		"hidden in config/client.toml)")
}

// Hidden reports whether others are not to see that the player's program runs: --hidden, else config/client.toml.
func Hidden(cmd *cobra.Command) bool {
	v := sdkclient.GetClientContextFromCmd(cmd).Viper
	if cmd.Flags().Changed(flagHidden) || v == nil {
		return ValueOf[bool](cmd.Flags(), flagHidden)
	}
	return v.GetBool(flagHidden)
}

// RelayFlag is the value of --relay. It is empty for none.
func RelayFlag(cmd *cobra.Command) (string, error) {
	return checkRelay(ValueOf[string](cmd.Flags(), FlagRelay))
}

// OwnRelay is the relay of games that the player opens: --relay, else relay in config/client.toml. It may be empty.
func OwnRelay(cmd *cobra.Command) (string, error) {
	text := ValueOf[string](cmd.Flags(), FlagRelay)
	if v := sdkclient.GetClientContextFromCmd(cmd).Viper; text == "" && v != nil {
		text = v.GetString(FlagRelay)
	}
	return checkRelay(text)
}

// checkRelay returns the URL of a relay, or an error if it is none. It may be empty.
func checkRelay(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	if err := relay.CheckURL(text); err != nil {
		return "", fmt.Errorf("--%s: %w", FlagRelay, err)
	}
	if len(text) > channel.MaxRelay {
		return "", fmt.Errorf("--%s: expected at most %d bytes, got %d", FlagRelay, channel.MaxRelay, len(text))
	}
	return text, nil
}

// PatienceFlag is the value of --patience, or 0 for the default.
func PatienceFlag(cmd *cobra.Command) (time.Duration, error) {
	patience := ValueOf[time.Duration](cmd.Flags(), flagPatience)
	if patience <= 0 && cmd.Flags().Lookup(flagPatience) != nil {
		return 0, fmt.Errorf("--%s: expected a time such as 30s, got %s", flagPatience, patience)
	}
	return patience, nil
}

// CheckRelayWish returns an error if a relay was named for a game that is to be played on-chain.
func CheckRelayWish(cmd *cobra.Command, w duel.Wish) error {
	if cmd.Flags().Changed(FlagRelay) && !w.Channel {
		return fmt.Errorf("--%s is for off-chain games: add --%s, or leave it out", FlagRelay, FlagChannel)
	}
	return nil
}
