package act

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/cosmos/gogoproto/proto"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Report is a command's report of one act.
type Report struct {
	GameID uint64 `json:"game_id,string"`
	Act    string `json:"act"`
	// OffChain reports whether it was sent as an update, and is in no block.
	OffChain bool `json:"off_chain,omitempty"`
	client.Receipt
	// First is the player who shoots first, if the act opened the toss.
	First string `json:"first,omitempty"`
	// Answered is the shot that the act answered.
	Answered *Answered `json:"answered,omitempty"`
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
	// Seat is the player's at a table, once it has one.
	Seat *int `json:"seat,omitempty"`
	// Round is the round that an act is for, Target the tile that was aimed or fired at.
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

// Answered is a command's report of an answer.
type Answered struct {
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

// ProvenIn returns the statements proven for an act, with the time that took, or "".
func ProvenIn(d session.Done) string {
	if d.Proof == nil {
		return ""
	}
	return " " + text.Sentence(text.Proven(d.Act, d.Proof.Took))
}

// Tell reports an act, and the next action, as a kind's Tell does.
func Tell(ctx context.Context, e *env.Env, kind Reporter, done session.Done) error {
	if notice := done.Notice(); notice != "" {
		e.Out.Note("%s", notice)
	}
	isDone := func(err error) error {
		return fmt.Errorf("%s is done in block %d (transaction %s), but: %w", done.Act, done.Height, done.Hash, err)
	}
	r := NewReport(kind, done)
	if e.Out.JSON && Waiting(e) {
		var err error
		if r.ShotResult, err = kind.Effect(ctx, e, done); err != nil {
			return isDone(err)
		}
	}
	next, err := NextOf(ctx, e, kind, done.GameID)
	if err != nil {
		return isDone(err)
	}
	if !e.Out.JSON {
		e.Out.Text("%s %d, block %d, %s: %s.%s %s%s", text.Upper(kind.Name().String()), done.GameID, done.Height, e.Me,
			DoneText(e, done), ProvenIn(done), next.Text, PaidFor(done))
		return kind.Await(ctx, e, done, next.Action)
	}
	if next.message == nil {
		return e.Out.Object(r)
	}
	raw, err := e.Out.Raw(next.message)
	switch {
	case err != nil:
		return isDone(err)
	case next.over:
		r.Result = raw
	default:
		r.Next = raw
	}
	return e.Out.Object(r)
}

// NewReport is the report of an act, without the next action.
func NewReport(kind Reporter, done session.Done) Report {
	r := Report{GameID: done.GameID, Act: string(done.Act), Receipt: done.Receipt, Proof: newProven(done)}
	if result, ok := done.Result.(text.Delegated); ok {
		r.Delegate = &result.Delegate
	}
	kind.AddResult(&r, done)
	return r
}

// Next is the state after an act.
type Next struct {
	// Text describes it.
	Text string
	// Action is the next action. It is nil for a game that is gone.
	Action *types.QueryNextActionResponse
	// message is the next action, or the result of a game that is over.
	message proto.Message
	over    bool
}

// NextOf asks the chain who owes what now, or how the game has ended.
func NextOf(ctx context.Context, e *env.Env, kind Reporter, gameID uint64) (Next, error) {
	action, err := types.NewQueryClient(e.Chain.Conn()).NextAction(ctx, &types.QueryNextActionRequest{GameId: gameID})
	switch {
	case status.Code(err) == codes.NotFound:
		return Next{Text: text.TableGone}, nil // it was cancelled
	case err != nil:
		return Next{}, err
	}
	words, result, err := kind.End(ctx, e, gameID, action)
	switch {
	case err != nil:
		return Next{}, err
	case result != nil:
		end := fmt.Sprintf("%s over: %s.", text.Upper(kind.Name().String()), words)
		return Next{Text: end, Action: action, message: result, over: true}, nil
	}
	return Next{Text: text.Sentence(e.Voice().Next(action)), Action: action, message: action}, nil
}

// DoneText returns an act in words.
func DoneText(e *env.Env, d session.Done) string {
	return e.Voice().Done(d.Act, d.Ruleset, d.Seat, d.Result)
}

// PaidFor describes the cost of a transaction that had to be sent more than once.
func PaidFor(d session.Done) string {
	if d.Bids == 0 {
		return ""
	}
	cost := fmt.Sprintf(" It took %s, %s paid", text.Count(d.Bids, "dearer transaction"), text.Coins(d.Fees))
	if !d.FeesPending.IsZero() {
		cost += fmt.Sprintf(text.AndMore, text.Coins(d.FeesPending))
	}
	return cost + "."
}
