package demo

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// Battle is the outcome and the cost of a melee.
type Battle struct {
	GameID  uint64 `json:"game_id,string"`
	Ruleset string `json:"ruleset"`
	// Winners are the names of the players who have shared the pot.
	Winners []string `json:"winners"`
	// Players are the outcome and the cost of each player, by seat.
	Players []Captain `json:"players"`
	Rounds  uint32    `json:"rounds"`
	// Pot is the sum of the stakes; House, Pooled and the players' shares divide it.
	Pot    sdk.Coin  `json:"pot"`
	House  sdk.Coins `json:"house"`
	Pooled sdk.Coins `json:"pooled"`
	// Held is the remaining balance of the escrow.
	Held sdk.Coins `json:"held"`
	// FirstBlock and LastBlock are those of the melee's creation and end.
	FirstBlock int64 `json:"first_block"`
	LastBlock  int64 `json:"last_block"`
	// Kinds are the transactions by kind of message.
	Kinds []Kind `json:"kinds"`
	// BankSendGas is the gas of a plain bank send on the same chain.
	BankSendGas int64 `json:"bank_send_gas"`
	// Verified is how many openings of aims and tiles, and how many boards the spectator has verified by itself.
	Verified int `json:"verified"`
	Boards   int `json:"boards"`
	// Seconds is how long the melee took.
	Seconds float64 `json:"seconds"`
}

// Captain is one player of a melee at its end.
type Captain struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	// Standing is its final standing, Round the round in which it left play, Rank its place.
	Standing string `json:"standing"`
	Round    uint32 `json:"round"`
	Rank     uint32 `json:"rank"`
	// Bombs is how many it has dropped, Dealt how many tiles of others they have hit, Taken how many of its own were hit.
	Bombs int    `json:"bombs"`
	Dealt int    `json:"dealt"`
	Taken uint32 `json:"taken"`
	// Share is its share of the pot.
	Share math.Int `json:"share"`
	// Before and After are its bank balances when the melee was opened and when it was over, in uanchor.
	Before math.Int `json:"before"`
	After  math.Int `json:"after"`
	Cost
}

// Cost is the cost of transactions.
type Cost struct {
	Txs    int      `json:"txs"`
	Failed int      `json:"failed"`
	Bytes  int      `json:"bytes"`
	Gas    int64    `json:"gas"`
	Fees   math.Int `json:"fees"`
}

// plus returns the sum of two costs.
func (c Cost) plus(o Cost) Cost {
	fees := math.ZeroInt()
	for _, f := range []math.Int{c.Fees, o.Fees} {
		if !f.IsNil() {
			fees = fees.Add(f)
		}
	}
	return Cost{Txs: c.Txs + o.Txs, Failed: c.Failed + o.Failed, Bytes: c.Bytes + o.Bytes, Gas: c.Gas + o.Gas, Fees: fees}
}

// total returns the cost of all players together.
func (b Battle) total() (sum Cost) {
	for _, p := range b.Players {
		sum = sum.plus(p.Cost)
	}
	return sum.plus(Cost{})
}

// net returns the change of a player's balance.
func (c Captain) net() math.Int { return c.After.Sub(c.Before) }

// Check returns an error unless there is a winner and all coins are accounted for: the pot is divided without a rest,
// every account has changed by its stake, its share and its fees, and nothing is left in escrow.
func (b Battle) Check() error {
	if len(b.Winners) == 0 {
		return fmt.Errorf("melee %d: expected a winner, got none", b.GameID)
	}
	stake := b.Pot.Amount.QuoRaw(int64(max(len(b.Players), 1)))
	if !stake.MulRaw(int64(len(b.Players))).Equal(b.Pot.Amount) {
		return fmt.Errorf("melee %d: expected a pot of %d equal stakes, got %s", b.GameID, len(b.Players), b.Pot)
	}
	divided := b.House.AmountOf(b.Pot.Denom).Add(b.Pooled.AmountOf(b.Pot.Denom))
	ranks := 0
	for _, p := range b.Players {
		divided = divided.Add(p.Share)
		if want := p.Before.Sub(stake).Add(p.Share).Sub(p.Fees); !p.After.Equal(want) {
			return fmt.Errorf("melee %d: expected %s to hold %s%s after a stake of %s, a share of %s and fees of %s, "+
				"but the bank says %s", b.GameID, p.Name, want, b.Pot.Denom, stake, p.Share, p.Fees, p.After)
		}
		if p.Rank == 1 {
			ranks++
		}
		if won := slices.Contains(b.Winners, p.Name); won != (p.Rank == 1) {
			return fmt.Errorf("melee %d: expected rank 1 for winners alone, got %d for %s", b.GameID, p.Rank, p.Name)
		}
	}
	switch {
	case !divided.Equal(b.Pot.Amount):
		return fmt.Errorf("melee %d: expected a pot of %s to be divided, got %s of it", b.GameID, b.Pot, divided)
	case ranks != len(b.Winners):
		return fmt.Errorf("melee %d: expected %d players of rank 1, got %d", b.GameID, len(b.Winners), ranks)
	case !b.Held.IsZero():
		return fmt.Errorf("melee %d: expected nothing left in escrow, got %s", b.GameID, b.Held)
	case b.Boards < len(b.Winners):
		return fmt.Errorf("melee %d: expected the boards of %d winners to be proven, got %d",
			b.GameID, len(b.Winners), b.Boards)
	}
	return nil
}

// Write writes the summary for a person.
func (b Battle) Write(out io.Writer) error {
	var lines strings.Builder
	row := rows(&lines, 0)
	end := "wins"
	if len(b.Winners) > 1 {
		end = "share a draw"
	}
	total := b.total()
	row("end", strings.Join(b.Winners, ", "), end)
	row("rounds", b.Rounds, "")
	row("blocks", fmt.Sprintf("%d to %d", b.FirstBlock, b.LastBlock), b.LastBlock-b.FirstBlock+1)
	row("time", fmt.Sprintf("%.1f s", b.Seconds), fmt.Sprintf("%.2f s a round", b.Seconds/float64(max(b.Rounds, 1))))
	rest := fmt.Sprintf("house %s, community pool %s", text.Coins(b.House), text.Coins(b.Pooled))
	row("pot", text.Coin(b.Pot), rest)
	row("verified", fmt.Sprintf("%d openings", b.Verified), fmt.Sprintf("boards proven: %d", b.Boards))
	row("escrow", "holds "+text.Coins(b.Held), "")
	row()

	anchor := func(n math.Int) string {
		return text.Amount(sdk.Coin{Denom: client.GasDenom, Amount: n})
	}
	lines.WriteByte('\n')
	row = rows(&lines, tabwriter.AlignRight)
	row("RANK", "PLAYER", "END", "BOMBS", "HITS", "TAKEN", "SHARE", "TXS", "FAILED", "BYTES", "GAS", "FEES", "NET", "")
	ranked := slices.Clone(b.Players)
	slices.SortStableFunc(ranked, func(p, q Captain) int { return cmp.Compare(p.Rank, q.Rank) })
	bombs, dealt, taken, share, net := 0, 0, uint32(0), math.ZeroInt(), math.ZeroInt()
	for _, p := range ranked {
		row(p.Rank, p.Name, p.end(), p.Bombs, p.Dealt, p.Taken, anchor(p.Share), p.Txs, p.Failed, p.Bytes, p.Gas,
			anchor(p.Fees), signed(p.net(), anchor), "")
		bombs, dealt, taken = bombs+p.Bombs, dealt+p.Dealt, taken+p.Taken
		share, net = share.Add(p.Share), net.Add(p.net())
	}
	row("", "all", "", bombs, dealt, taken, anchor(share), total.Txs, total.Failed, total.Bytes, total.Gas,
		anchor(total.Fees), signed(net, anchor), "")
	row()

	gasTable(&lines, b.Kinds, b.BankSendGas)
	return writeLines(out, lines.String())
}

// writeLines writes lines without the blanks at their ends.
func writeLines(out io.Writer, lines string) error {
	for line := range strings.Lines(lines) {
		if _, err := fmt.Fprintln(out, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// end describes the standing of a player in a few letters.
func (c Captain) end() string {
	if c.Round == 0 {
		return c.Standing
	}
	return fmt.Sprintf("%s in %d", c.Standing, c.Round)
}

// signed writes a sum with its sign.
func signed(n math.Int, text func(math.Int) string) string {
	if n.IsNegative() {
		return "-" + text(n.Neg())
	}
	return "+" + text(n)
}

// rows returns a function that adds the rows of a table to a text. A call without cells ends the table.
func rows(text *strings.Builder, flags uint) func(cells ...any) {
	w := tabwriter.NewWriter(text, 0, 0, 2, ' ', flags)
	return func(cells ...any) {
		if len(cells) == 0 {
			_ = w.Flush() // it never fails
			return
		}
		out := make([]string, len(cells))
		for i, c := range cells {
			out[i] = fmt.Sprint(c)
		}
		_, _ = fmt.Fprintln(w, strings.Join(out, "\t"))
	}
}

// gasTable adds a table of the gas of messages, compared with that of a plain bank send, and of some other acts.
func gasTable(text *strings.Builder, kinds []Kind, send int64, others ...Kind) {
	text.WriteByte('\n')
	row := rows(text, tabwriter.AlignRight)
	row("GAS BY MESSAGE", "TXS", "BYTES EACH", "GAS EACH", "x SEND", "GAS", "")
	for _, k := range kinds {
		row(k.Name, k.Txs, k.Bytes/max(k.Txs, 1), k.Average(), ratio(k.Average(), send), k.Gas, "")
	}
	for _, k := range append(others, Kind{Name: "bank send", Gas: send}) {
		row(k.Name, "", "", k.Gas, ratio(k.Gas, send), "", "")
	}
	row()
}

// ratio compares gas with that of a plain bank send.
func ratio(gas, send int64) string { return fmt.Sprintf("%.2f", float64(gas)/float64(max(send, 1))) }
