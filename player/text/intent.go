package text

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Intent is an act that is about to be signed: the subject of the question before it, and of the line on a screen while
// its transaction is on its way. The fields that an act does not need are zero.
type Intent struct {
	Act     Act
	GameID  uint64
	Ruleset *game.Ruleset
	// Kind is the kind of the game.
	Kind Kind
	// Players are the addresses that the act is about: those invited alone, the creator of a game to join or to decline,
	// the opponent of one to give up.
	Players []string
	// OwnBot reports whether a bot of the player's own is the opponent, and RematchOf is the game that is played again.
	OwnBot    bool
	RematchOf uint64
	// Seats is how many a table is for.
	Seats int
	// Params convert blocks to time. TurnBlocks is the clock of a move, ClaimBlocks that of a proof.
	Params                  types.Params
	TurnBlocks, ClaimBlocks int64
	// Terms are the terms of the game, and Deposit is the deposit for opening it.
	Terms   types.Terms
	Deposit sdk.Coins
	// MaxFee is the largest fee that is accepted for a game that is opened, in case the fee of the terms grows before. It
	// is nil if it cannot grow. First shoots first in a rematch that is joined.
	MaxFee *sdk.Coin
	First  types.Seat
	// Channel reports whether the game is played off-chain, and Relay is then the URL of its relay, if it is known. A
	// match that is OrOnChain may join a game on-chain. NoRelay explains why a fast game is on-chain, or is nil.
	Channel, OrOnChain bool
	Relay              string
	NoRelay            error
	// Fees are the most that a delegate or a bot may spend on fees, until AllowedUntil.
	Fees         sdk.Coins
	AllowedUntil time.Time
	// Move is a move in a duel.
	Move Moved
	// Target is the tile that is aimed or fired at in a Round, Tiles how many a report opens.
	Target       string
	Round, Tiles int
	// Claims reports whether the winner of the game has to prove its board.
	Claims bool
	// OffChain reports whether the game is brought on-chain by the act.
	OffChain bool
	// Delegate may act for the player. It is empty if there is none.
	Delegate string
	// Coins come back, or are withdrawn to Recipient.
	Coins     sdk.Coins
	Recipient string
	// Name is the name to set for Price, which is burned, or empty to give the present one up.
	Name  string
	Price sdk.Coin
}

// Label writes an intent in a few words, for where the game is named beside: "shoot at C7".
func (v Voice) Label(i Intent) string {
	switch {
	case i.Act == ActMove && i.OffChain:
		return "bring it on-chain and " + move(i.Ruleset, i.Move)
	case i.Act == ActMove:
		return move(i.Ruleset, i.Move)
	case i.Act == ActSetDelegate && !i.Fees.IsZero():
		return "allow a key for this game"
	case i.Act == ActSetDelegate:
		return fmt.Sprintf("let %s act for you", v.nameOr(i.Delegate, "no one else"))
	case i.Act == ActSubmit && i.OffChain:
		return "bring it on-chain"
	case i.Act == ActWithdraw:
		return fmt.Sprintf("withdraw %s to %s", Coins(i.Coins), v.nameOr(i.Recipient, "yourself"))
	case i.Act == ActSetName:
		return setName(i)
	case i.Act == ActAllowBot:
		return "allow your bot fees of " + Coins(i.Fees)
	case i.Act == ActAim, i.Act == ActFire:
		return fmt.Sprintf("%s at %s in round %d", i.Act, i.Target, i.Round)
	case i.Act == ActReport:
		return fmt.Sprintf("report %s of round %d", Count(i.Tiles, "tile"), i.Round)
	}
	return cmp.Or(wordsFor(i.Act).label, string(i.Act))
}

// setName writes the change of a player's name.
func setName(i Intent) string {
	switch {
	case i.Name == "":
		return "give up your name"
	case i.Price.IsNil() || i.Price.IsZero():
		return "set your name to " + i.Name
	}
	return fmt.Sprintf("set your name to %s and burn %s", i.Name, Coin(i.Price))
}

// Question writes an intent with its price and its consequences, for the question before it.
func (v Voice) Question(i Intent) string {
	words := cmp.Or(wordsFor(i.Act).question, "{label} in {about}")
	switch {
	case words == entersGame:
		return v.entry(i)
	case i.Act == ActSetDelegate && !i.Fees.IsZero():
		words = "continue {about}: " + allowance(i)
	case i.Act == ActSubmit && i.OffChain:
		words = "bring {about} on-chain"
	}
	back := ""
	if !i.Coins.IsZero() {
		back = fmt.Sprintf(": %s back", Coins(i.Coins))
	}
	question := fill(words, "{about}", fmt.Sprintf("%s %d", i.Kind, i.GameID), "{label}", v.Label(i), "{players}",
		v.List(i.Players), "{back}", back)
	if i.Act == ActConcede || i.Act == ActChallenge {
		return v.Consequence(i) + ". " + Upper(question)
	}
	return question
}

// entersGame marks the acts whose question has the terms of the game.
const entersGame = "{entry}"

// enter writes which game is entered: "create a classic game for alice alone".
func (v Voice) enter(i Intent) string {
	what := kinds[i.Kind].enter(v, i)
	switch {
	case i.OwnBot:
		what += " against a bot of your own"
	case i.GameID == 0 && len(i.Players) > 0:
		what += fmt.Sprintf(" for %s alone", v.List(i.Players))
	}
	return what
}

// entry writes the entry to a game with its terms.
func (v Voice) entry(i Intent) string {
	price := kinds[i.Kind].terms(i.Terms)
	if i.Terms.HouseShareBps > 0 {
		price += fmt.Sprintf(" (%s of the pot for the network)", Percent(i.Terms.HouseShareBps))
	}
	if i.MaxFee != nil {
		price += fmt.Sprintf(" (at most %s)", Coin(*i.MaxFee))
	}
	if !i.Deposit.IsZero() {
		price += ", deposit " + Coins(i.Deposit)
	}
	parts := []string{fmt.Sprintf("%s: %s a %s", v.enter(i), Clock(i.Params, i.TurnBlocks), kinds[i.Kind].step), price}
	switch i.First {
	case types.SEAT_CREATOR:
		parts = append(parts, "your opponent shoots first")
	case types.SEAT_JOINER:
		parts = append(parts, "you shoot first")
	case types.SEAT_UNSPECIFIED:
	}
	if i.Relay != "" {
		parts = append(parts, "played off-chain over "+i.Relay)
	}
	if caution := kinds[i.Kind].caution(i); caution != "" {
		parts = append(parts, caution)
	}
	if !i.Fees.IsZero() {
		parts = append(parts, allowance(i))
		if i.OwnBot {
			parts = append(parts, "you pay the fees of the bot's moves too, at most "+Coins(i.Fees))
		}
	}
	return strings.Join(parts, "; ")
}

// allowance writes the permissions of the key of one game.
func allowance(i Intent) string {
	return fmt.Sprintf("a key for this game alone may move for you and pay fees of at most %s until %s",
		Coins(i.Fees), i.AllowedUntil.Format(time.RFC3339))
}

// Consequence writes what giving up or accusing puts at stake.
func (v Voice) Consequence(i Intent) string { return kinds[i.Kind].consequence(v, i) }

// consequenceInDuel writes what giving up or accusing puts at stake in a duel.
func (v Voice) consequenceInDuel(i Intent) string {
	lose := "you would lose the game"
	if paid := i.Terms.Entry(); !paid.IsZero() {
		lose += " and " + Coins(paid)
	}
	if i.Terms.Fee != nil {
		lose += " (before the first shot only three tenths of the fee)"
	}
	opponent := cmp.Or(v.List(i.Players), "your opponent")
	window := fmt.Sprintf("%d blocks", i.ClaimBlocks)
	if i.Params.BlockMillis > 0 {
		window = Clock(i.Params, i.ClaimBlocks)
	}
	switch {
	case i.Act == ActChallenge:
		return fmt.Sprintf("if the board of %s is honest, %s, else you win by proving yours; the proof is due in %s",
			opponent, lose, window)
	case !i.Claims:
		return lose
	default:
		return fmt.Sprintf("%s, unless %s fails to prove the board in %s", lose, opponent, window)
	}
}

// move writes a move in a duel.
func move(r *game.Ruleset, m Moved) string {
	var parts []string
	if m.First != nil {
		parts = append(parts, "open the toss")
	}
	if m.Answer != nil {
		parts = append(parts, fmt.Sprintf("answer %s (%s)", r.TileName(m.Answered), Verdict(r, *m.Answer)))
	}
	if m.Shot != nil {
		parts = append(parts, "shoot at "+r.TileName(*m.Shot))
	}
	return List(parts)
}

// Percent writes basis points: "2.5 %".
func Percent(bps uint32) string {
	return fmt.Sprintf("%g %%", float64(bps)/100)
}

// Ask writes the question before an act, with the risk in a sentence of its own.
func (v Voice) Ask(i Intent, risk string) string {
	return strings.TrimSpace(Upper(v.Label(i)) + "? " + risk)
}
