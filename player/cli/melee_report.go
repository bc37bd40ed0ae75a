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
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeReport is what a command tells about one act in a melee.
type meleeReport struct {
	GameID uint64 `json:"game_id,string"`
	Act    string `json:"act"`
	client.Receipt
	// Seat is the player's, once it has one.
	Seat *int `json:"seat,omitempty"`
	// Round is the one that the act is for, Target the tile that was aimed or fired at.
	Round  int    `json:"round,omitempty"`
	Target string `json:"target,omitempty"`
	// Volley are the tiles that were reported, Hits those of them that hold a ship, and Sunk tells that it was the last.
	Volley []string `json:"volley,omitempty"`
	Hits   []string `json:"hits,omitempty"`
	Sunk   bool     `json:"sunk,omitempty"`
	// Delegate is who may act for the player from now on; empty for nobody.
	Delegate *string `json:"delegate,omitempty"`
	// Paid is what went into escrow, Back what came out of it.
	Paid string `json:"paid,omitempty"`
	Back string `json:"back,omitempty"`
	// Account is what the melee has brought the player, if it has ended, and Net the sum of that.
	Account string `json:"account,omitempty"`
	Net     string `json:"net,omitempty"`
	// Until is the last block in which others can join, or can still prove their boards.
	Until int64 `json:"until,omitempty,string"`
	// Next is who owes what now, Result how the melee ended if it has.
	Next   json.RawMessage `json:"next,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// newMeleeReport is what there is to tell about an act, but for what comes next.
func newMeleeReport(done session.Done) meleeReport {
	r := meleeReport{GameID: done.GameID, Act: string(done.Act), Receipt: done.Receipt}
	switch result := done.Result.(type) {
	case session.Seated:
		seat := int(result.Seat)
		r.Seat, r.Paid, r.Delegate = &seat, result.Paid.String(), &result.Delegate
	case session.Aimed:
		r.Round, r.Target = result.Round, done.Ruleset.TileName(result.Tile)
	case session.Fired:
		r.Round, r.Target = result.Round, done.Ruleset.TileName(result.Tile)
	case session.Reported:
		r.Round, r.Sunk = result.Round, result.Sunk
		r.Volley, r.Hits = types.TileNames(done.Ruleset, result.Volley), types.TileNames(done.Ruleset, result.Hits)
	case session.MeleeClaimed:
		r.Until = result.Until
		if result.Account != nil {
			r.Account, r.Net, r.Until = result.Account.String(), result.Account.Net(), 0
		}
	case session.MeleeLeft:
		r.Back, r.Until = result.Back.String(), result.Until
	case session.Delegated:
		r.Delegate = &result.Delegate
	}
	return r
}

// reportMelee prints an act in a melee, and what comes next.
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
			done.GameID, done.Height, e.me, meleeSentence(done), next.text, paidFor(done))
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
		return following{text: "Nothing is left of it."}, nil // it was cancelled
	case err != nil:
		return following{}, err
	case next.Stage != types.STAGE_OVER:
		raw, err := e.out.raw(next)
		return following{text: "Next: " + inMelee(next.Summary, e.me) + ".", action: raw}, err
	}
	res, err := q.MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: gameID})
	if err != nil {
		return following{}, err
	}
	raw, err := e.out.raw(&res.Result)
	return following{text: "It is over: " + meleeOutcome(res.Result, e.me) + ".", result: raw}, err
}

// inMelee turns what the player with an address owes into what you owe.
func inMelee(summary, address string) string {
	if address == "" {
		return summary
	}
	return strings.NewReplacer(
		address+" owes the opening of its aim", "you owe the opening of your aim",
		address+" owes", "you owe",
		address+" has to", "you have to",
		address, "you",
	).Replace(summary)
}

// meleeOutcome says in words how a melee ended, for the player with an address; as for anybody if that did not play.
func meleeOutcome(r types.MeleeResult, address string) string {
	for i, p := range r.Places {
		if p.Player != address || address == "" {
			continue
		}
		switch won := r.Winners>>i&1 == 1; {
		case won && r.Winners == 1<<i:
			return "you won after " + session.Count(int(r.Rounds), "round")
		case won:
			return "you share a draw: " + session.MeleeOutcome(r)
		case r.Winners != 0 && p.Rank > 0:
			return fmt.Sprintf("you are on place %d: %s", p.Rank, session.MeleeOutcome(r))
		}
	}
	return session.MeleeOutcome(r)
}

// meleeSentence says in words what an act in a melee was.
func meleeSentence(d session.Done) string {
	switch result := d.Result.(type) {
	case session.Seated:
		return seated(d.Act, result)
	case session.Aimed:
		text := fmt.Sprintf("aimed at %s in round %d, which nobody else sees until you fire",
			d.Ruleset.TileName(result.Tile), result.Round)
		if result.OwnShip {
			text += "; one of your own ships lies there"
		}
		return text
	case session.Fired:
		return fmt.Sprintf("fired at %s in round %d", d.Ruleset.TileName(result.Tile), result.Round)
	case session.Reported:
		return reported(d.Ruleset, result)
	case session.MeleeClaimed:
		switch {
		case result.Account != nil && result.Account.Terms.Stake == nil:
			return "board proven"
		case result.Account != nil:
			return "board proven; " + result.Account.String()
		case result.Until > 0:
			return fmt.Sprintf("board proven; others can prove theirs until block %d", result.Until)
		}
		return "board proven"
	case session.MeleeLeft:
		return leftTable(d.Act, result)
	case session.Delegated:
		return cmp.Or(result.Delegate, "nobody else") + " may act for you from now on"
	}
	if d.Act == session.ActConfirmMelee {
		return "confirmed"
	}
	return "conceded"
}

// seated says how a seat was taken.
func seated(act session.Act, s session.Seated) string {
	how := "joined"
	if act == session.ActCreateMelee {
		how = "opened"
	}
	text := fmt.Sprintf("%s, for %d players", how, s.Seats)
	if !s.Paid.IsZero() {
		text += ", " + session.Coins(s.Paid) + " paid into escrow"
	}
	if s.Dropped != "" {
		text += "; nobody acts for you, for " + s.Dropped + " plays here or acts for another player"
	}
	return text
}

// reported says what a report was.
func reported(r *game.Ruleset, result session.Reported) string {
	volley := strings.Join(types.TileNames(r, result.Volley), ", ")
	switch hits := strings.Join(types.TileNames(r, result.Hits), ", "); {
	case result.Sunk:
		return fmt.Sprintf("reported %s: hit at %s, which was the last of your fleet", volley, hits)
	case hits == "":
		return fmt.Sprintf("reported %s: no hit", volley)
	default:
		return fmt.Sprintf("reported %s: hit at %s", volley, hits)
	}
}

// leftTable says how a seat, or a place, was given up.
func leftTable(act session.Act, l session.MeleeLeft) string {
	switch {
	case act == session.ActDecline:
		return "declined"
	case l.Until > 0:
		return fmt.Sprintf("the table is given up; whoever is on the way can join until block %d, else it is gone then",
			l.Until)
	case l.Back.IsZero():
		return "left"
	default:
		return fmt.Sprintf("left (%s back to you)", session.Coins(l.Back))
	}
}
