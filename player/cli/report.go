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
	// AtSea tells that it has gone out in a letter, and is in no block.
	AtSea bool `json:"at_sea,omitempty"`
	client.Receipt
	// First is who shoots first, if the act opened the toss.
	First string `json:"first,omitempty"`
	// Answered is the shot that the act answered.
	Answered *answered `json:"answered,omitempty"`
	// Proof is that of the board or of the answer, where they are proven.
	Proof *proven `json:"proof,omitempty"`
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

// proven is what a command tells about a proof that it made.
type proven struct {
	Seconds float64 `json:"seconds"`
	Bytes   int     `json:"bytes"`
}

func newProven(d session.Done) *proven {
	p := d.Proof()
	if p == nil {
		return nil
	}
	return &proven{Seconds: p.Took.Seconds(), Bytes: len(p.Bytes)}
}

// provenIn says what was proven, and how long that took; nothing where nothing is.
func provenIn(d session.Done) string {
	text := session.ProvenIn(d)
	if text == "" {
		return ""
	}
	return " " + text + "."
}

// report prints an act, and what comes next.
func (e *env) report(ctx context.Context, done session.Done) error {
	if notice := done.Entered().Notice; notice != "" {
		e.out.note("%s", notice)
	}
	if done.AtSea {
		return e.reportAtSea(ctx, done)
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
		e.out.text("Game %d, block %d, %s: %s.%s %s%s",
			done.GameID, done.Height, e.me, sentence(done), provenIn(done), next.text, paidFor(done))
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
	r := report{GameID: done.GameID, Act: string(done.Act), Receipt: done.Receipt, Proof: newProven(done)}
	switch result := done.Result.(type) {
	case session.Entered:
		r.Opponent, r.Rating, r.Paid = result.Opponent, result.Rating, result.Paid.String()
		if done.Act == session.ActMatch {
			r.Joined = &result.Joined
		}
	case session.Moved:
		r.moved(done.Ruleset, result)
	case session.Claimed:
		r.claimed(result)
	case session.Returned:
		r.Opponent, r.Back, r.Until = result.Creator, result.Back.String(), result.Until
	case session.Delegated:
		r.Delegate = &result.Delegate
	}
	return r
}

// moved adds what a move was.
func (r *report) moved(rules *game.Ruleset, m session.Moved) {
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

// claimed adds what a proof has brought.
func (r *report) claimed(c session.Claimed) {
	r.Back, r.Until = c.Back.String(), c.Until
	if c.Account != nil {
		r.Account, r.Net = c.Account.String(), c.Account.Net()
	}
	r.Reward, r.LoserReward = c.Reward.String(), c.LoserReward.String()
	if c.Withheld != types.WITHHELD_NONE {
		r.Withheld = c.Withheld.String()
	}
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
	switch result := d.Result.(type) {
	case session.Entered:
		return begun(d.Act, result) + entered(d.Ruleset, result)
	case session.Moved:
		return moved(d, result)
	case session.Claimed:
		return claimed(result)
	case session.Returned:
		return taken(d.Act, result)
	case session.Posted:
		return posted(result)
	case session.Delegated:
		return cmp.Or(result.Delegate, "nobody else") + " may act for you from now on"
	}
	if d.Act == session.ActChallenge {
		return "challenged"
	}
	return "conceded"
}

// posted says what was brought to the chain.
func posted(p session.Posted) string {
	text := "posted the newest state"
	switch {
	case p.WasAtSea && p.AsJoined:
		text = "brought ashore as the join has left it"
	case p.WasAtSea:
		text = "brought ashore with the newest state"
	}
	if p.Unheard {
		text += "; your opponent or a tower may know newer"
	}
	return text
}

// begun says how a game was entered.
func begun(act session.Act, e session.Entered) string {
	switch {
	case act == session.ActRematch:
		return "rematch offered"
	case act == session.ActJoin:
		return "joined"
	case act != session.ActMatch:
		return "created"
	case !e.Joined:
		return "opened for the next who fits, for no open game does"
	}
	return "match found, joined"
}

// entered says what was entered: the ruleset, whom against, and what was paid.
func entered(r *game.Ruleset, e session.Entered) string {
	parts := []string{r.Name}
	switch {
	case e.Opponent != "" && e.Rating > 0:
		parts = append(parts, fmt.Sprintf("against %s, rated %d", e.Opponent, e.Rating))
	case e.Opponent != "":
		parts = append(parts, "against "+e.Opponent)
	}
	if !e.Paid.IsZero() {
		parts = append(parts, session.Coins(e.Paid)+" paid into escrow")
	}
	text := " (" + strings.Join(parts, ", ") + ")"
	if e.Dropped != "" && e.Joined {
		text += "; nobody acts for you, for " + e.Dropped + " is on the other side"
	}
	return text
}

// taken says what the end of a game that nobody has joined gave back.
func taken(act session.Act, r session.Returned) string {
	back := func(to string) string {
		if r.Back.IsZero() {
			return ""
		}
		return fmt.Sprintf(" (%s back to %s)", session.Coins(r.Back), to)
	}
	switch {
	case act == session.ActDecline:
		return "declined" + back(r.Creator)
	case r.Until > 0:
		return fmt.Sprintf("taken back; whoever is on the way can join until block %d, else it is gone then%s",
			r.Until, back("you"))
	}
	return "cancelled" + back("you")
}

// claimed says what a proof has brought.
func claimed(c session.Claimed) string {
	parts := []string{"board proven"}
	switch {
	case c.Account != nil:
		parts = append(parts, c.Account.String())
	case c.Until > 0:
		parts = append(parts, fmt.Sprintf("you win after block %d, unless your opponent proves its own by then", c.Until))
	}
	if c.LoserReward.IsValid() && c.LoserReward.IsPositive() {
		parts = append(parts, session.Coin(c.LoserReward)+" to the loser")
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
func moved(d session.Done, m session.Moved) string {
	var parts []string
	if m.First != nil {
		first := "your opponent shoots"
		if *m.First == d.Seat {
			first = "you shoot"
		}
		parts = append(parts, "toss opened, "+first+" first")
	}
	if m.Answer != nil {
		parts = append(parts, fmt.Sprintf("%s answered: %s", d.Ruleset.TileName(m.Answered),
			session.Verdict(d.Ruleset, *m.Answer)))
	}
	if m.Shot != nil {
		parts = append(parts, "shot at "+d.Ruleset.TileName(*m.Shot))
	}
	if m.NotFired != nil {
		parts = append(parts, fmt.Sprintf("no shot at %s, for it is not your turn to shoot", d.Ruleset.TileName(*m.NotFired)))
	}
	return strings.Join(parts, "; ")
}
