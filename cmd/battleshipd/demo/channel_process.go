package demo

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// channelTxs is the number of transactions of a whole off-chain game: create, join and close.
const channelTxs = 3

// ChannelReport is one game twice: on-chain and off-chain.
type ChannelReport struct {
	OnChain  Summary     `json:"on_chain"`
	OffChain ChannelGame `json:"off_chain"`
}

// ChannelGame is the outcome and the cost of an off-chain game.
type ChannelGame struct {
	GameID uint64 `json:"game_id,string"`
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	// Players are the creator and the joiner.
	Players []ChannelPlayer `json:"players"`
	// Reward is the winner's bank balance, in uship.
	Reward math.Int `json:"reward"`
	// Promised is the winner's reward as recorded on-chain.
	Promised uint64 `json:"promised,string"`
	// Txs and Bytes count all transactions of the game, Failed those that failed, Kinds the transactions by message.
	Txs    int    `json:"txs"`
	Failed int    `json:"failed"`
	Bytes  int    `json:"bytes"`
	Kinds  []Kind `json:"kinds"`
	// Updates is the number of updates of both players, Seconds the time from the first to the last of them.
	Updates        int     `json:"updates"`
	Seconds        float64 `json:"seconds"`
	MovesPerSecond float64 `json:"moves_per_second"`
}

// ChannelPlayer is one player of an off-chain game at its end.
type ChannelPlayer struct {
	Name string `json:"name"`
	// Shots is how many of its shots were answered.
	Shots uint32 `json:"shots"`
	// Shipcoin is its bank balance, in uship.
	Shipcoin math.Int `json:"shipcoin"`
}

// Check returns an error unless the off-chain game took three transactions and was paid as recorded on-chain.
func (v ChannelReport) Check() error {
	s := v.OffChain
	if s.Txs != channelTxs || s.Failed > 0 {
		return fmt.Errorf("game %d: expected %d transactions, got %d, of which %d failed: %v", s.GameID, channelTxs, s.Txs,
			s.Failed, s.Kinds)
	}
	if s.Reason != game.ReasonSunk.String() || s.Winner == "" {
		return fmt.Errorf("game %d: expected a winner by %s, got %q by %s", s.GameID, game.ReasonSunk, s.Winner, s.Reason)
	}
	if s.Reward.IsNil() || !s.Reward.IsPositive() || !s.Reward.Equal(math.NewIntFromUint64(s.Promised)) {
		return fmt.Errorf("game %d: expected %s to hold a reward of %d%s, but the bank says %s", s.GameID, s.Winner,
			s.Promised, types.RewardDenom, s.Reward)
	}
	if s.Updates < 2 {
		return fmt.Errorf("game %d: expected updates, got %d", s.GameID, s.Updates)
	}
	return nil
}

// gas returns the sum of the transactions' gas.
func gas(kinds []Kind) (sum int64) {
	for _, k := range kinds {
		sum += k.Gas
	}
	return sum
}

// Write writes both for a person.
func (v ChannelReport) Write(out io.Writer) error {
	if err := v.OnChain.Write(out); err != nil {
		return err
	}
	var b strings.Builder
	s, c := v.OffChain, v.OnChain
	fmt.Fprintf(&b, text.SameOffChain, s.Winner, s.Reason)
	for _, p := range s.Players {
		fmt.Fprintf(&b, ", %s has fired %d shots", p.Name, p.Shots)
	}
	fmt.Fprintf(&b, ". Reward %s.\n\n", text.Coin(types.RewardCoin(s.Reward)))
	row := rows(&b, tabwriter.AlignRight)
	moves := 0
	for _, k := range c.Kinds {
		if k.Name == moveKind {
			moves = k.Txs
		}
	}
	row("", "ON-CHAIN", "OFF-CHAIN", "")
	row("transactions", c.Txs, s.Txs, "")
	row("bytes", c.Bytes, s.Bytes, "")
	row("gas", gas(c.Kinds), gas(s.Kinds), "")
	row("moves", moves, s.Updates, "")
	row("seconds", fmt.Sprintf("%.1f", c.Seconds), fmt.Sprintf("%.1f", s.Seconds), "")
	row("moves a second", fmt.Sprintf("%.1f", float64(moves)/max(c.Seconds, 0.001)),
		fmt.Sprintf("%.1f", s.MovesPerSecond), "")
	row("", "", "", "")
	row("OFF-CHAIN", "BYTES", "GAS", "")
	for _, k := range s.Kinds {
		row(k.Name, k.Bytes/max(k.Txs, 1), k.Average(), "")
	}
	row()
	_, err := io.WriteString(out, b.String())
	return err
}
