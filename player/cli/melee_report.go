package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeReport is a command's report of one act in a melee.
type meleeReport struct {
	GameID uint64 `json:"game_id,string"`
	Act    string `json:"act"`
	client.Receipt
	// Seat is the player's, once it has one.
	Seat *int `json:"seat,omitempty"`
	// Round is the one that the act is for, Target the tile that was aimed or fired at.
	Round  int    `json:"round,omitempty"`
	Target string `json:"target,omitempty"`
	// Volley are the reported tiles, Hits those of them that hold a ship, and Sunk reports whether it was the last.
	Volley []string `json:"volley,omitempty"`
	Hits   []string `json:"hits,omitempty"`
	Sunk   bool     `json:"sunk,omitempty"`
	// Delegate is the player's new delegate. It is empty for none.
	Delegate *string `json:"delegate,omitempty"`
	// Paid is the payment into escrow, Back the one out of it.
	Paid string `json:"paid,omitempty"`
	Back string `json:"back,omitempty"`
	// Account lists the melee's payments to the player, if it has ended, and Net is their sum.
	Account string `json:"account,omitempty"`
	Net     string `json:"net,omitempty"`
	// Until is the last block in which others can join, or can still prove their boards.
	Until int64 `json:"until,omitempty,string"`
	// Next is the next action, Result the result of the melee if it has ended.
	Next   json.RawMessage `json:"next,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// newMeleeReport is the report of an act, without the next action.
func newMeleeReport(done session.Done) meleeReport {
	r := meleeReport{GameID: done.GameID, Act: string(done.Act), Receipt: done.Receipt}
	switch result := done.Result.(type) {
	case text.Seated:
		seat := int(result.Seat)
		r.Seat, r.Paid, r.Delegate = &seat, result.Paid.String(), &result.Delegate
	case text.Aimed:
		r.Round, r.Target = result.Round, done.Ruleset.TileName(result.Tile)
	case text.Fired:
		r.Round, r.Target = result.Round, done.Ruleset.TileName(result.Tile)
	case text.Reported:
		r.Round, r.Sunk = result.Round, result.Sunk
		r.Volley, r.Hits = types.TileNames(done.Ruleset, result.Volley), types.TileNames(done.Ruleset, result.Hits)
	case text.MeleeClaimed:
		r.Until = result.Until
		if result.Account != nil {
			r.Account, r.Net, r.Until = result.Account.String(), result.Account.Net(), 0
		}
	case text.MeleeLeft:
		r.Back, r.Until = result.Back.String(), result.Until
	case text.Delegated:
		r.Delegate = &result.Delegate
	}
	return r
}

// reportMelee prints an act in a melee, and the next action.
func (e *env) reportMelee(ctx context.Context, done session.Done) error {
	if notice := done.Seated().Notice; notice != "" {
		e.out.note("%s", notice)
	}
	isDone := func(err error) error {
		return fmt.Errorf("%s is done in block %d (transaction %s), but: %w", done.Act, done.Height, done.Hash, err)
	}
	if e.out.json && e.waiting() {
		if err := e.awaitInMelee(ctx, done.GameID); err != nil {
			return isDone(err)
		}
	}
	next, err := e.whatNextInMelee(ctx, done.GameID)
	if err != nil {
		return isDone(err)
	}
	if !e.out.json {
		e.out.text("Melee %d, block %d, %s: %s. %s%s",
			done.GameID, done.Height, e.me, e.done(done), next.text, paidFor(done))
		if !e.waiting() {
			return nil
		}
		if err := e.awaitInMelee(ctx, done.GameID); err != nil {
			return err
		}
		return e.showAwaited(ctx, done.GameID)
	}
	r := newMeleeReport(done)
	r.Next, r.Result = next.action, next.result
	return e.out.object(r)
}

// whatNextInMelee asks the chain who owes what now, or how the melee has ended.
func (e *env) whatNextInMelee(ctx context.Context, gameID uint64) (following, error) {
	q := types.NewQueryClient(e.chain.Conn())
	next, err := q.NextAction(ctx, &types.QueryNextActionRequest{GameId: gameID})
	switch {
	case status.Code(err) == codes.NotFound:
		return following{text: "It is gone."}, nil // it was cancelled
	case err != nil:
		return following{}, err
	case next.Stage != types.STAGE_OVER:
		raw, err := e.out.raw(next)
		return following{text: text.Sentence(e.voice().Next(next)), action: raw}, err
	}
	res, err := q.MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: gameID})
	if err != nil {
		return following{}, err
	}
	raw, err := e.out.raw(&res.Result)
	return following{text: "Melee over: " + e.voice().MeleeResult(res.Result) + ".", result: raw}, err
}
