package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// report is what a command tells about one act.
type report struct {
	GameID uint64 `json:"game_id,string"`
	Act    string `json:"act"`
	client.Receipt
	// First is who shoots first, if the act opened the toss.
	First string `json:"first,omitempty"`
	// Answered is the shot that the act answered.
	Answered *answered `json:"answered,omitempty"`
	// Shot is the tile that was shot at, NotFired one that was not because it was no longer the player's turn.
	Shot     string `json:"shot,omitempty"`
	NotFired string `json:"not_fired,omitempty"`
	// ShotResult is what came of the shot, if it was waited for: miss, hit, or "sunk: " and a class.
	ShotResult string `json:"shot_result,omitempty"`
	// Joined reports whether a match was found, or opened.
	Joined *bool `json:"joined,omitempty"`
	// Opponent is who was met by joining, Rating its rating before the game.
	Opponent string `json:"opponent,omitempty"`
	Rating   uint32 `json:"rating,omitempty"`
	// Delegate is who may act for the player from now on; empty for nobody.
	Delegate *string `json:"delegate,omitempty"`
	// Paid is what went into escrow, Back what came out of it.
	Paid string `json:"paid,omitempty"`
	Back string `json:"back,omitempty"`
	// Reward and LoserReward are what a claim was paid, Withheld why it was not.
	Reward      string `json:"reward,omitempty"`
	LoserReward string `json:"loser_reward,omitempty"`
	Withheld    string `json:"withheld,omitempty"`
	// Account is what the game has brought the player, if it has ended, and Net the sum of that.
	Account string `json:"account,omitempty"`
	Net     string `json:"net,omitempty"`
	// Until is the last block in which a game can be joined that was taken back, or in which the opponent of a proven
	// player can still prove its own board.
	Until int64 `json:"until,omitempty,string"`
	// Next is who owes what now, Result how the game ended if it has.
	Next   json.RawMessage `json:"next,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

type answered struct {
	Tile string      `json:"tile"`
	Hit  bool        `json:"hit"`
	Sunk *types.Ship `json:"sunk,omitempty"`
}

// report prints an act, and what comes next.
func (e *env) report(ctx context.Context, done session.Done) error {
	if done.Notice != "" {
		e.out.note("%s", done.Notice)
	}
	isDone := func(err error) error {
		return fmt.Errorf("%s is done in block %d (transaction %s), but: %w", done.Act, done.Height, done.Hash, err)
	}
	r := newReport(done)
	if e.out.json && e.waiting() {
		a, err := e.await(ctx, done)
		if err != nil {
			return isDone(err)
		}
		r.ShotResult = a.shot
	}
	next, err := e.whatNext(ctx, done.GameID)
	if err != nil {
		return isDone(err)
	}
	if !e.out.json {
		e.out.text("Game %d, block %d, %s: %s. %s%s",
			done.GameID, done.Height, e.me, sentence(done), next.text, paidFor(done))
		if next.claim && done.Act != session.ActClaim {
			e.tellEndOfPlay(ctx, done)
		}
		return e.awaitReport(ctx, done)
	}
	r.Next, r.Result = next.action, next.result
	return e.out.object(r)
}

// newReport is what there is to tell about an act, but for what comes next.
func newReport(done session.Done) report {
	r := report{
		GameID:   done.GameID,
		Act:      string(done.Act),
		Receipt:  done.Receipt,
		Opponent: done.Opponent,
		Rating:   done.Rating,
		Paid:     done.Paid.String(),
		Back:     done.Back.String(),
		Until:    done.Until,
	}
	if done.First != nil {
		r.First = done.First.String()
	}
	if done.Answer != nil {
		r.Answered = &answered{Tile: done.Ruleset.TileName(done.Answered), Hit: done.Answer.Hit}
		if done.Answer.Sunk != nil {
			r.Answered.Sunk = types.NewShip(done.Ruleset, *done.Answer.Sunk)
		}
	}
	if done.Shot != nil {
		r.Shot = done.Ruleset.TileName(*done.Shot)
	}
	if done.NotFired != nil {
		r.NotFired = done.Ruleset.TileName(*done.NotFired)
	}
	switch done.Act {
	case session.ActMatch:
		r.Joined = &done.Joined
	case session.ActSetDelegate:
		r.Delegate = &done.Delegate
	case session.ActClaim:
		if done.Account != nil {
			r.Account, r.Net = done.Account.String(), done.Account.Net()
		}
		r.Reward, r.LoserReward = done.Reward.String(), done.LoserReward.String()
		if done.Withheld != types.WITHHELD_NONE {
			r.Withheld = done.Withheld.String()
		}
	default: // the others have nothing of their own
	}
	return r
}

// following is what comes after an act.
type following struct {
	text           string
	action, result json.RawMessage
	// claim says that play has ended, and a proof is what the game waits for.
	claim bool
}

// whatNext asks the chain who owes what now, or how the game has ended.
func (e *env) whatNext(ctx context.Context, gameID uint64) (following, error) {
	q := types.NewQueryClient(e.chain.Conn())
	next, err := q.NextAction(ctx, &types.QueryNextActionRequest{GameId: gameID})
	switch {
	case status.Code(err) == codes.NotFound:
		return following{text: "Nothing is left of it."}, nil // it was cancelled
	case err != nil:
		return following{}, err
	case next.Phase != types.PHASE_OVER:
		raw, err := e.out.raw(next)
		claim := next.Phase == types.PHASE_CLAIM
		return following{text: "Next: " + toYou(next.Summary, e.me) + ".", action: raw, claim: claim}, err
	}
	result, err := q.Result(ctx, &types.QueryResultRequest{GameId: gameID})
	if err != nil {
		return following{}, err
	}
	raw, err := e.out.raw(&result.Result)
	return following{text: "The game is over: " + outcome(result.Result, e.me) + ".", result: raw}, err
}

// accounts says for each player what a game has brought it; nothing if the node has not kept the block of its end.
func (e *env) accounts(ctx context.Context, r types.Result) []string {
	node, err := e.cctx.GetNode()
	if err != nil {
		return nil
	}
	over, err := watch.OverOf(ctx, node, r)
	if err != nil {
		return nil
	}
	var lines []string
	for seat, player := range r.Players {
		lines = append(lines, fmt.Sprintf("%s: %s.", player, session.AccountOf(over, game.Seat(seat))))
	}
	return lines
}

// sentence says in words what an act was.
func sentence(d session.Done) string {
	switch d.Act {
	case session.ActCreate:
		return "created" + entered(d)
	case session.ActRematch:
		return "rematch offered" + entered(d)
	case session.ActMatch:
		if !d.Joined {
			return "opened for the next who fits, for no open game does" + entered(d)
		}
		if d.Dropped != "" {
			return "match found, joined" + entered(d) + "; nobody acts for you, for " + d.Dropped + " is on the other side"
		}
		return "match found, joined" + entered(d)
	case session.ActJoin:
		return "joined" + entered(d)
	case session.ActConcede:
		return "conceded"
	case session.ActChallenge:
		return "challenged"
	case session.ActCancel:
		if d.Until > 0 {
			return fmt.Sprintf("taken back; whoever is on the way can join until block %d, else it is gone then%s",
				d.Until, returned(d, "you"))
		}
		return "cancelled" + returned(d, "you")
	case session.ActDecline:
		return "declined" + returned(d, d.Opponent)
	case session.ActSetDelegate:
		return cmp.Or(d.Delegate, "nobody else") + " may act for you from now on"
	case session.ActClaim:
		return claimed(d)
	case session.ActMove:
	}
	return moved(d)
}

// entered says what was entered: the ruleset, whom against, and what was paid.
func entered(d session.Done) string {
	parts := []string{d.Ruleset.Name}
	switch {
	case d.Opponent != "" && d.Rating > 0:
		parts = append(parts, fmt.Sprintf("against %s, rated %d", d.Opponent, d.Rating))
	case d.Opponent != "":
		parts = append(parts, "against "+d.Opponent)
	}
	if !d.Paid.IsZero() {
		parts = append(parts, session.Coins(d.Paid)+" paid into escrow")
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// returned says what the end of a game that nobody has joined gave back.
func returned(d session.Done, to string) string {
	if d.Back.IsZero() {
		return ""
	}
	return fmt.Sprintf(" (%s back to %s)", session.Coins(d.Back), to)
}

// claimed says what a proof has brought.
func claimed(d session.Done) string {
	parts := []string{"board proven"}
	switch {
	case d.Account != nil:
		parts = append(parts, d.Account.String())
	case d.Until > 0:
		parts = append(parts, fmt.Sprintf("you win after block %d, unless your opponent proves its own by then", d.Until))
	}
	if d.LoserReward.IsValid() && d.LoserReward.IsPositive() {
		parts = append(parts, session.Coin(d.LoserReward)+" to the loser")
	}
	return strings.Join(parts, "; ")
}

// paidFor says what a transaction has cost that had to be sent more than once.
func paidFor(d session.Done) string {
	if d.Bids == 0 {
		return ""
	}
	text := fmt.Sprintf(" It took %d dearer transactions: %s paid", d.Bids, session.Coins(d.Fees))
	if !d.FeesPending.IsZero() {
		text += fmt.Sprintf(", and %s more if the others get into a block too", session.Coins(d.FeesPending))
	}
	return text + "."
}

// moved says what a move was.
func moved(d session.Done) string {
	var parts []string
	if d.First != nil {
		first := "your opponent shoots"
		if *d.First == d.Seat {
			first = "you shoot"
		}
		parts = append(parts, "toss opened, "+first+" first")
	}
	if d.Answer != nil {
		parts = append(parts, fmt.Sprintf("%s answered: %s", d.Ruleset.TileName(d.Answered), verdict(d)))
	}
	if d.Shot != nil {
		parts = append(parts, "shot at "+d.Ruleset.TileName(*d.Shot))
	}
	if d.NotFired != nil {
		parts = append(parts, fmt.Sprintf("no shot at %s, for it is not your turn to shoot", d.Ruleset.TileName(*d.NotFired)))
	}
	return strings.Join(parts, "; ")
}

func verdict(d session.Done) string { return session.Verdict(d.Ruleset, *d.Answer) }
