package demo

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// seaTxs are the transactions of a whole game at sea: create, join and close.
const seaTxs = 3

// Voyage is one game twice: on chain, and at sea.
type Voyage struct {
	OnChain Summary `json:"on_chain"`
	AtSea   Sea     `json:"at_sea"`
}

// Sea is what became of a game at sea and what it cost.
type Sea struct {
	GameID uint64 `json:"game_id,string"`
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	// Players are the creator and the joiner.
	Players []Sailor `json:"players"`
	// Reward is what the bank says that the winner holds, in uship.
	Reward math.Int `json:"reward"`
	// Promised is what the chain says that it has paid the winner.
	Promised uint64 `json:"promised,string"`
	// Txs and Bytes are all transactions of the game, Failed how many of them did, Kinds the transactions by message.
	Txs    int    `json:"txs"`
	Failed int    `json:"failed"`
	Bytes  int    `json:"bytes"`
	Kinds  []Kind `json:"kinds"`
	// Letters are the moves at sea of both, Seconds the time from the first to the last of them.
	Letters        int     `json:"letters"`
	Seconds        float64 `json:"seconds"`
	MovesPerSecond float64 `json:"moves_per_second"`
}

// Sailor is one player of a game at sea at its end.
type Sailor struct {
	Name string `json:"name"`
	// Shots is how many of its shots were answered.
	Shots uint32 `json:"shots"`
	// Shipcoin is what the bank says it holds, in uship.
	Shipcoin math.Int `json:"shipcoin"`
}

// Check demands that a game at sea took three transactions and was paid as the chain says.
func (v Voyage) Check() error {
	s := v.AtSea
	if s.Txs != seaTxs || s.Failed > 0 {
		return fmt.Errorf("game %d: expected %d transactions, got %d, of which %d failed: %v", s.GameID, seaTxs, s.Txs,
			s.Failed, s.Kinds)
	}
	if s.Reason != game.ReasonSunk.String() || s.Winner == "" {
		return fmt.Errorf("game %d: expected a winner by %s, got %q by %s", s.GameID, game.ReasonSunk, s.Winner, s.Reason)
	}
	if s.Reward.IsNil() || !s.Reward.IsPositive() || !s.Reward.Equal(math.NewIntFromUint64(s.Promised)) {
		return fmt.Errorf("game %d: expected %s to hold a reward of %d%s, but the bank says %s", s.GameID, s.Winner,
			s.Promised, types.RewardDenom, s.Reward)
	}
	if s.Letters < 2 {
		return fmt.Errorf("game %d: expected letters, got %d", s.GameID, s.Letters)
	}
	return nil
}

// gas is what transactions took together.
func gas(kinds []Kind) (sum int64) {
	for _, k := range kinds {
		sum += k.Gas
	}
	return sum
}

// Write writes both for a person.
func (v Voyage) Write(out io.Writer) error {
	if err := v.OnChain.Write(out); err != nil {
		return err
	}
	var b strings.Builder
	s, c := v.AtSea, v.OnChain
	fmt.Fprintf(&b, "\nThe same game at sea: %s wins by %s", s.Winner, s.Reason)
	for _, p := range s.Players {
		fmt.Fprintf(&b, ", %s has fired %d shots", p.Name, p.Shots)
	}
	fmt.Fprintf(&b, ". Reward %s.\n\n", session.Coin(types.RewardCoin(s.Reward)))
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...any) {
		text := make([]string, len(cells))
		for i, cell := range cells {
			text[i] = fmt.Sprint(cell)
		}
		_, _ = fmt.Fprintln(w, strings.Join(text, "\t"))
	}
	moves := 0
	for _, k := range c.Kinds {
		if k.Name == moveKind {
			moves = k.Txs
		}
	}
	row("", "ON CHAIN", "AT SEA", "")
	row("transactions", c.Txs, s.Txs, "")
	row("bytes", c.Bytes, s.Bytes, "")
	row("gas", gas(c.Kinds), gas(s.Kinds), "")
	row("moves", moves, s.Letters, "")
	row("seconds", fmt.Sprintf("%.1f", c.Seconds), fmt.Sprintf("%.1f", s.Seconds), "")
	row("moves a second", fmt.Sprintf("%.1f", float64(moves)/max(c.Seconds, 0.001)),
		fmt.Sprintf("%.1f", s.MovesPerSecond), "")
	row("", "", "", "")
	row("AT SEA", "BYTES", "GAS", "")
	for _, k := range s.Kinds {
		row(k.Name, k.Bytes/max(k.Txs, 1), k.Average(), "")
	}
	_ = w.Flush()
	_, err := io.WriteString(out, b.String())
	return err
}
