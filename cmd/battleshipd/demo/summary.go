package demo

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The rewards of the first game on a chain, in uship: 42 SHIP to the winner, a hundredth of it to a loser who stayed.
const (
	promisedWinner = 42_000_000
	promisedLoser  = promisedWinner / 100
)

// Summary is the outcome and the cost of a game.
type Summary struct {
	GameID  uint64 `json:"game_id,string"`
	Ruleset string `json:"ruleset"`
	// Winner is the winner's name.
	Winner string `json:"winner"`
	Reason string `json:"reason"`
	// Players are the players' results, the creator first.
	Players []Standing `json:"players"`
	// FirstBlock and LastBlock are those of the game's creation and end.
	FirstBlock int64 `json:"first_block"`
	LastBlock  int64 `json:"last_block"`
	// Txs and Bytes count all transactions of the game, Failed those that failed.
	Txs    int `json:"txs"`
	Failed int `json:"failed"`
	Bytes  int `json:"bytes"`
	// Kinds are the transactions by kind of message.
	Kinds []Kind `json:"kinds"`
	// FirstMoveGas and LastMoveGas are the gas of the first and of the last move.
	FirstMoveGas int64 `json:"first_move_gas"`
	LastMoveGas  int64 `json:"last_move_gas"`
	// BankSendGas is the gas of a plain bank send on the same chain.
	BankSendGas int64 `json:"bank_send_gas"`
	// Proofs is the cost of the proofs. It is nil in a ruleset without proofs.
	Proofs *Proofs `json:"proofs,omitempty"`
	// Seconds is the duration of the game, SecondsPerMove that of a move.
	Seconds        float64 `json:"seconds"`
	SecondsPerMove float64 `json:"seconds_per_move"`
}

// Standing is one player at the end.
type Standing struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	// Shots is how many of its shots were answered.
	Shots uint32 `json:"shots"`
	// Shipcoin is its bank balance, in uship.
	Shipcoin math.Int `json:"shipcoin"`
	// Account lists its payments and gains.
	Account string `json:"account"`
}

// summarise sums up a game that is over. It returns an error if the game was not paid as promised.
func summarise(ctx context.Context, c cast, s *spectator, sendGas int64, took time.Duration) (Summary, error) {
	r := s.result
	out := Summary{
		GameID:      r.GameId,
		Ruleset:     s.ruleset.Name,
		Winner:      s.winner(*r),
		Reason:      game.Reason(r.Reason).String(),
		FirstBlock:  r.CreatedHeight,
		LastBlock:   r.EndedHeight,
		Txs:         s.tally.txs,
		Failed:      s.tally.failed,
		Bytes:       s.tally.bytes,
		Kinds:       s.tally.sorted(),
		BankSendGas: sendGas,
		Proofs:      s.proving.summary(),
		Seconds:     took.Seconds(),
	}
	if moves := s.tally.moves; len(moves) > 0 {
		out.FirstMoveGas, out.LastMoveGas = moves[0], moves[len(moves)-1]
		out.SecondsPerMove = out.Seconds / float64(len(moves))
	}
	for seat, m := range c {
		balance, err := m.player.Chain.Balance(ctx, m.address.String(), types.RewardDenom)
		if err != nil {
			return out, err
		}
		out.Players = append(out.Players, Standing{
			Name:     m.name,
			Address:  m.address.String(),
			Shots:    r.Shots[seat],
			Shipcoin: balance.Amount,
			Account:  duel.AccountOf(s.over, game.Seat(seat)).String(),
		})
	}
	return out, out.Check()
}

// Check compares the bank balances with the promised rewards of a game that was played to its end. It also returns an
// error if a proof that the ruleset requires is missing, or a claim was made in a ruleset without claims. The players
// are new, so their balances were zero before.
func (s Summary) Check() error {
	r, err := game.RulesetByName(s.Ruleset)
	if err == nil {
		err = s.checkProofs(r)
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", s.GameID, err)
	}
	if s.Reason != game.ReasonSunk.String() {
		return fmt.Errorf("game %d: expected a winner by %s, got %s by %s", s.GameID, game.ReasonSunk, s.Winner, s.Reason)
	}
	winners := 0
	for _, p := range s.Players {
		want := int64(promisedLoser)
		if p.Name == s.Winner {
			want = promisedWinner
			winners++
		}
		if !p.Shipcoin.Equal(math.NewInt(want)) {
			return fmt.Errorf("game %d: expected %s to hold %d%s, but the bank says %s%s",
				s.GameID, p.Name, want, types.RewardDenom, p.Shipcoin, types.RewardDenom)
		}
	}
	if winners != 1 {
		return fmt.Errorf("game %d: expected one player to have won, got %q", s.GameID, s.Winner)
	}
	return nil
}

// checkProofs returns an error unless the proofs and claims are those that the ruleset requires.
func (s Summary) checkProofs(r *game.Ruleset) error {
	claims := 0
	for _, k := range s.Kinds {
		if k.Name == claimKind {
			claims += k.Txs
		}
	}
	switch {
	case !r.Proven && s.Proofs != nil:
		return fmt.Errorf("expected no proofs in %s, got %d", r.Name, s.Proofs.Verified)
	case !r.Proven:
		return nil
	case claims > 0:
		return fmt.Errorf("expected no claim in %s, got %d", r.Name, claims)
	}
	shots := uint32(0)
	for _, p := range s.Players {
		shots += p.Shots
	}
	return s.Proofs.check(shots)
}

// Write writes the summary for a person.
func (s Summary) Write(out io.Writer) error {
	var b strings.Builder
	row := rows(&b, 0)
	blocks := s.LastBlock - s.FirstBlock + 1
	row("winner", s.Winner, "by "+s.Reason)
	for _, p := range s.Players {
		row("shots", p.Name, p.Shots)
	}
	row("blocks", fmt.Sprintf("%d to %d", s.FirstBlock, s.LastBlock), blocks)
	row("time", fmt.Sprintf("%.1f s", s.Seconds), fmt.Sprintf("%.2f s a move", s.SecondsPerMove))
	row("transactions", fmt.Sprint(s.Txs), fmt.Sprintf("%d failed", s.Failed))
	row("bytes", fmt.Sprint(s.Bytes), fmt.Sprintf("%d a transaction", s.Bytes/max(s.Txs, 1)))
	if p := s.Proofs; p != nil {
		row("proofs", fmt.Sprintf("%d boards", p.Boards),
			fmt.Sprintf("%d answers, all %d verified", p.Answers, p.Verified))
		row("proof", fmt.Sprintf("%d bytes a move", p.AnswerBytes), fmt.Sprintf("%d bytes a board", p.BoardBytes))
		row("proving", fmt.Sprintf("%.1f ms a move", 1000*p.AnswerSeconds),
			fmt.Sprintf("%.2f s a board, %.1f s in all", p.BoardSeconds, p.Seconds))
		row("verifying", fmt.Sprintf("%.1f ms a move", 1000*p.VerifySeconds), "")
	}
	for _, p := range s.Players {
		row("Shipcoin", p.Name, text.Coin(types.RewardCoin(p.Shipcoin)))
	}
	for _, p := range s.Players {
		row("account", p.Name, p.Account)
	}
	row()
	gasTable(&b, s.Kinds, s.BankSendGas,
		Kind{Name: "first move", Gas: s.FirstMoveGas}, Kind{Name: "last move", Gas: s.LastMoveGas})
	_, err := io.WriteString(out, b.String())
	return err
}
