package cli

import (
	"context"
	"encoding/json"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// report is a command's report of one act.
type report struct {
	GameID uint64 `json:"game_id,string"`
	Act    string `json:"act"`
	// OffChain reports whether it was sent as an update, and is in no block.
	OffChain bool `json:"off_chain,omitempty"`
	client.Receipt
	// First is the player who shoots first, if the act opened the toss.
	First string `json:"first,omitempty"`
	// Answered is the shot that the act answered.
	Answered *answered `json:"answered,omitempty"`
	// Proof is that of the board or of the answer, where they are proven.
	Proof *proven `json:"proof,omitempty"`
	// Shot is the tile that was shot at, NotFired one that was not because it was no longer the player's turn.
	Shot     string `json:"shot,omitempty"`
	NotFired string `json:"not_fired,omitempty"`
	// ShotResult is the result of the shot, if it was waited for: miss, hit, or "sunk: " and a class.
	ShotResult string `json:"shot_result,omitempty"`
	// Joined reports whether a match was found, or opened.
	Joined *bool `json:"joined,omitempty"`
	// Opponent is the opponent met by joining, Rating its rating before the game.
	Opponent string `json:"opponent,omitempty"`
	Rating   uint32 `json:"rating,omitempty"`
	// Seat is the player's in a melee, once it has one.
	Seat *int `json:"seat,omitempty"`
	// Round is the round that an act in a melee is for, Target the tile that was aimed or fired at.
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
	// Reward and LoserReward are the rewards of a claim, Withheld the reason if there are none.
	Reward      string `json:"reward,omitempty"`
	LoserReward string `json:"loser_reward,omitempty"`
	Withheld    string `json:"withheld,omitempty"`
	// Account lists the game's payments to the player, if it has ended, and Net is their sum.
	Account string `json:"account,omitempty"`
	Net     string `json:"net,omitempty"`
	// Until is the last block in which a game can be joined that was taken back, or in which others can still prove their
	// own boards.
	Until int64 `json:"until,omitempty,string"`
	// Next is the next action, Result the result of the game if it has ended.
	Next   json.RawMessage `json:"next,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

type answered struct {
	Tile string      `json:"tile"`
	Hit  bool        `json:"hit"`
	Sunk *types.Ship `json:"sunk,omitempty"`
}

// proven is a command's report about a proof that it made.
type proven struct {
	Seconds float64 `json:"seconds"`
	Bytes   int     `json:"bytes"`
}

func newProven(d session.Done) *proven {
	if d.Proof == nil {
		return nil
	}
	return &proven{Seconds: d.Proof.Took.Seconds(), Bytes: len(d.Proof.Bytes)}
}

// provenIn returns the statements proven for an act, with the time that took, or "".
func provenIn(d session.Done) string {
	if d.Proof == nil {
		return ""
	}
	return " " + text.Sentence(text.Proven(d.Act, d.Proof.Took, d.Proof.Ahead))
}

// reportDone prints an act, and the next action.
func reportDone(ctx context.Context, e *env.Env, done session.Done) error {
	if notice := done.Notice(); notice != "" {
		e.Out.Note("%s", notice)
	}
	if done.OffChain {
		return reportUpdate(ctx, e, done)
	}
	kind := kindOf(done)
	isDone := func(err error) error {
		return fmt.Errorf("%s is done in block %d (transaction %s), but: %w", done.Act, done.Height, done.Hash, err)
	}
	r := newReport(done)
	if e.Out.JSON && waiting(e) {
		var err error
		if r.ShotResult, err = awaitResult(ctx, e, done); err != nil {
			return isDone(err)
		}
	}
	next, err := whatNext(ctx, e, done.GameID)
	if err != nil {
		return isDone(err)
	}
	if !e.Out.JSON {
		e.Out.Text("%s %d, block %d, %s: %s.%s %s%s", text.Upper(kind.String()), done.GameID, done.Height, e.Me,
			doneText(e, done), provenIn(done), next.text, paidFor(done))
		if kind == text.Melee {
			return awaitMelee(ctx, e, done.GameID)
		}
		if next.claim && done.Act != text.ActClaim {
			tellEndOfPlay(ctx, e, done)
		}
		return awaitReport(ctx, e, done)
	}
	r.Next, r.Result = next.action, next.result
	return e.Out.Object(r)
}

// newReport is the report of an act, without the next action.
func newReport(done session.Done) report {
	r := report{GameID: done.GameID, Act: string(done.Act), Receipt: done.Receipt, Proof: newProven(done)}
	switch result := done.Result.(type) {
	case text.Entered:
		r.Opponent, r.Rating, r.Paid = result.Opponent, result.Rating, result.Paid.String()
		if done.Act == text.ActMatch {
			r.Joined = &result.Joined
		}
	case text.Moved:
		r.moved(done.Ruleset, result)
	case text.Claimed:
		r.claimed(result)
	case text.Returned:
		r.Opponent, r.Back, r.Until = result.Creator, result.Back.String(), result.Until
	case text.Delegated:
		r.Delegate = &result.Delegate
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
	}
	return r
}

// kindOf is the kind of game that an act was done in.
func kindOf(done session.Done) text.Kind {
	if done.Ruleset.Duel() {
		return text.Duel
	}
	return text.Melee
}

// moved adds a move.
func (r *report) moved(rules *game.Ruleset, m text.Moved) {
	if m.First != nil {
		r.First = m.First.String()
	}
	if m.Answer != nil {
		r.Answered = &answered{Tile: rules.TileName(m.Answered), Hit: m.Answer.Hit}
		if m.Answer.Sunk != nil {
			r.Answered.Sunk = types.NewShip(rules, *m.Answer.Sunk)
		}
	}
	if m.Shot != nil {
		r.Shot = rules.TileName(*m.Shot)
	}
	if m.NotFired != nil {
		r.NotFired = rules.TileName(*m.NotFired)
	}
}

// claimed adds the result of a claim.
func (r *report) claimed(c text.Claimed) {
	r.Back, r.Until = c.Back.String(), c.Until
	if c.Account != nil {
		r.Account, r.Net = c.Account.String(), c.Account.Net()
	}
	r.Reward, r.LoserReward = c.Reward.String(), c.LoserReward.String()
	if c.Withheld != types.WITHHELD_NONE {
		r.Withheld = c.Withheld.String()
	}
}

// following is the state after an act.
type following struct {
	text           string
	action, result json.RawMessage
	// claim reports whether play has ended, and the game waits for a proof.
	claim bool
}

// whatNext asks the chain who owes what now, or how the game has ended.
func whatNext(ctx context.Context, e *env.Env, gameID uint64) (following, error) {
	q := types.NewQueryClient(e.Chain.Conn())
	next, err := q.NextAction(ctx, &types.QueryNextActionRequest{GameId: gameID})
	switch {
	case status.Code(err) == codes.NotFound:
		return following{text: text.TableGone}, nil // it was cancelled
	case err != nil:
		return following{}, err
	case next.Stage == types.STAGE_OVER:
		res, err := q.MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: gameID})
		if err != nil {
			return following{}, err
		}
		raw, err := e.Out.Raw(&res.Result)
		return following{text: "Melee over: " + e.Voice().MeleeResult(res.Result) + ".", result: raw}, err
	case next.Phase == types.PHASE_OVER:
		res, err := q.Result(ctx, &types.QueryResultRequest{GameId: gameID})
		if err != nil {
			return following{}, err
		}
		raw, err := e.Out.Raw(&res.Result)
		return following{text: "Game over: " + e.Voice().Result(res.Result) + ".", result: raw}, err
	}
	raw, err := e.Out.Raw(next)
	claim := next.Phase == types.PHASE_CLAIM
	return following{text: text.Sentence(e.Voice().Next(next)), action: raw, claim: claim}, err
}

// doneText returns an act in words.
func doneText(e *env.Env, d session.Done) string {
	return e.Voice().Done(d.Act, d.Ruleset, d.Seat, d.Result)
}

// paidFor describes the cost of a transaction that had to be sent more than once.
func paidFor(d session.Done) string {
	if d.Bids == 0 {
		return ""
	}
	cost := fmt.Sprintf(" It took %s, %s paid", text.Count(d.Bids, "dearer transaction"), text.Coins(d.Fees))
	if !d.FeesPending.IsZero() {
		cost += fmt.Sprintf(text.AndMore, text.Coins(d.FeesPending))
	}
	return cost + "."
}
