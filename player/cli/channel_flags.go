package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session/duel"
)

// The flags of games that are played off-chain.
const (
	flagChannel  = "channel"
	flagRelay    = "relay"
	flagPatience = "patience"
)

// updateWait is how long a command that has sent an update waits for the answer.
const updateWait = 3 * time.Second

// updatePeek is how long a command that shows a game waits for updates that are on their way.
const updatePeek = time.Second

// addChannelFlag adds what asks for an off-chain game.
func addChannelFlag(cmd *cobra.Command) {
	cmd.Flags().Bool(flagChannel, false, "play off-chain, by signed updates over a relay, not on-chain: three "+
		"transactions in all if both play to the end")
}

// addRelayFlag adds what names the relay that updates go over.
func addRelayFlag(cmd *cobra.Command) {
	cmd.Flags().String(flagRelay, "", "URL of the relay for updates of off-chain games, such as wss://relay.example "+
		"(default the game's; of a new game relay in config/client.toml, else "+relay.DefaultURL+")")
}

// addPatienceFlag adds how long an opponent off-chain is waited for.
func addPatienceFlag(cmd *cobra.Command, def time.Duration) {
	cmd.Flags().Duration(flagPatience, def,
		"how long to wait for the opponent off-chain before the game is brought on-chain")
}

// relayFlag is the value of --relay. It is empty for none.
func relayFlag(cmd *cobra.Command) (string, error) {
	return checkRelay(valueOf[string](cmd.Flags(), flagRelay))
}

// ownRelay is the relay of games that the player opens: --relay, else relay in config/client.toml. It may be empty.
func ownRelay(cmd *cobra.Command) (string, error) {
	text := valueOf[string](cmd.Flags(), flagRelay)
	if v := sdkclient.GetClientContextFromCmd(cmd).Viper; text == "" && v != nil {
		text = v.GetString(flagRelay)
	}
	return checkRelay(text)
}

// checkRelay returns the URL of a relay, or an error if it is none. It may be empty.
func checkRelay(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	if err := relay.CheckURL(text); err != nil {
		return "", fmt.Errorf("--%s: %w", flagRelay, err)
	}
	if len(text) > channel.MaxRelay {
		return "", fmt.Errorf("--%s: expected at most %d bytes, got %d", flagRelay, channel.MaxRelay, len(text))
	}
	return text, nil
}

// patienceFlag is the value of --patience, or 0 for the default.
func patienceFlag(cmd *cobra.Command) (time.Duration, error) {
	patience := valueOf[time.Duration](cmd.Flags(), flagPatience)
	if patience <= 0 && cmd.Flags().Lookup(flagPatience) != nil {
		return 0, fmt.Errorf("--%s: expected a time such as 30s, got %s", flagPatience, patience)
	}
	return patience, nil
}

// channelFlags are what --channel, --relay and --patience say.
func channelFlags(cmd *cobra.Command) (offChain bool, url string, patience time.Duration, err error) {
	offChain = valueOf[bool](cmd.Flags(), flagChannel)
	if url, err = relayFlag(cmd); err == nil {
		patience, err = patienceFlag(cmd)
	}
	return offChain, url, patience, err
}

// checkRelayWish returns an error if a relay was named for a game that is to be played on-chain.
func checkRelayWish(cmd *cobra.Command, w duel.Wish) error {
	if cmd.Flags().Changed(flagRelay) && !w.Channel {
		return fmt.Errorf("--%s is for off-chain games: add --%s, or leave it out", flagRelay, flagChannel)
	}
	return nil
}

// checkAgainstBot returns an error if a game with the player's own bot was asked for off-chain.
func checkAgainstBot(cmd *cobra.Command) error {
	against := valueOf[string](cmd.Flags(), flagAgainst)
	if valueOf[bool](cmd.Flags(), flagChannel) && strings.EqualFold(against, againstBot) {
		return fmt.Errorf("--%s is for games against others: games with your own bot are played on-chain", flagChannel)
	}
	return nil
}
