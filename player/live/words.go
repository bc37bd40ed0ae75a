package live

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// none is how "no stake" is written.
const none = "none"

// amount writes a coin without needless digits: 5 SHIP, 21.21 ANCHOR.
func amount(c sdk.Coin) string {
	number, unit, _ := strings.Cut(session.Coin(c), " ")
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return strings.TrimSpace(number + " " + unit)
}

// amounts writes coins; "nothing" if there are none.
func amounts(all sdk.Coins) string {
	var texts []string
	for _, c := range all {
		if c.IsPositive() {
			texts = append(texts, amount(c))
		}
	}
	if len(texts) == 0 {
		return "nothing"
	}
	return strings.Join(texts, ", ")
}

// shortAmounts writes coins for where there is little room, to the hundredth from 1 on, not rounded up.
func shortAmounts(all sdk.Coins) string {
	return decimal.ReplaceAllStringFunc(amounts(all), func(number string) string {
		const places = 2
		whole, part, _ := strings.Cut(number, ".")
		if whole == "0" || len(part) <= places {
			return number
		}
		return strings.TrimSuffix(strings.TrimRight(whole+"."+part[:places], "0"), ".")
	})
}

// net says what is gained and lost by getting coins for others, such as "+5 SHIP, -0.31 ANCHOR".
func net(got, paid sdk.Coins) string {
	var gained, lost []string
	for _, coin := range got.Add(paid...) {
		switch change := got.AmountOf(coin.Denom).Sub(paid.AmountOf(coin.Denom)); {
		case change.IsPositive():
			gained = append(gained, "+"+amount(sdk.NewCoin(coin.Denom, change)))
		case change.IsNegative():
			lost = append(lost, "-"+amount(sdk.NewCoin(coin.Denom, change.Neg())))
		}
	}
	if len(gained)+len(lost) == 0 {
		return "nothing"
	}
	return strings.Join(append(gained, lost...), ", ")
}

// decimal is a number with decimals in a text.
var decimal = regexp.MustCompile(`\d+\.\d+`)

// plainAmounts leaves needless digits out of a text with coins.
func plainAmounts(text string) string {
	return decimal.ReplaceAllStringFunc(text, func(number string) string {
		return strings.TrimRight(strings.TrimRight(number, "0"), ".")
	})
}

// plainParts says to a player what became of what it has paid.
func plainParts(a session.Account) []string {
	var parts []string
	for _, part := range a.Parts() {
		parts = append(parts, strings.ReplaceAll(plainAmounts(part), " its ", " your "))
	}
	return parts
}

func optional(c *sdk.Coin) string {
	if c == nil || !c.IsPositive() {
		return none
	}
	return amount(*c)
}

// stakes says what a game is played for; empty for nothing.
func stakes(t types.Terms) string {
	var parts []string
	if t.Stake != nil {
		parts = append(parts, "stake "+amount(*t.Stake)+" each")
	}
	if t.Fee != nil && t.Fee.IsPositive() {
		parts = append(parts, "fee "+amount(*t.Fee)+" each")
	}
	if t.Casual {
		parts = append(parts, "casual")
	}
	return strings.Join(parts, ", ")
}

// name is how an address is shown: the name of a key, or its beginning and its end.
func (b *Backend) name(address string) string {
	if b.key.Name != "" && address == b.key.Address.String() {
		return b.key.Name // whatever other names the keyring has for it
	}
	if name, ok := b.o.Names[address]; ok {
		return name
	}
	const head, tail = 9, 4
	if len(address) <= head+tail+2 {
		return address
	}
	return address[:head] + ".." + address[len(address)-tail:]
}

// left says about how long blocks last.
func (b *Backend) left(blocks int64) string {
	return types.FormatDuration(b.params.Duration(max(blocks, 0)))
}

// next says what happens next in a game, for its player. The caller holds the lock.
func (b *Backend) next(g types.GameSummary) string {
	if g.AtSea {
		if b.turn(g) {
			return "you shoot, at sea"
		}
		return "at sea"
	}
	until := fmt.Sprintf("block %d (%s)", g.Deadline, types.FormatDuration(time.Duration(g.SecondsLeft)*time.Second))
	by := "by " + until
	who := "you"
	if g.Actor != b.key.Address.String() {
		who = b.opponentName(g.Id, g.Actor)
	}
	verb := func(you, other string) string {
		if who == "you" {
			return you
		}
		return who + " " + other
	}
	switch game.Obligation(g.Owes) {
	case game.OwesTossReveal:
		return verb("your toss is opened", "opens the toss") + " " + by
	case game.OwesAnswer:
		return verb("you are answering", "answers") + " " + by
	case game.OwesShot:
		return verb("you shoot", "shoots") + " " + by
	case game.OwesClaim:
		return verb("you prove your board", "proves its board") + " " + by
	case game.OwesNothing:
	}
	return "waits until " + until // for whom stands beside it
}

// sentence is an error for the player: one sentence without a full stop.
func sentence(err error) string {
	var (
		notIncluded *client.NotIncludedError
		allowance   *client.NoAllowanceError
		noNode      *client.NoNodeError
		notReady    *client.NotReadyError
		noAccount   *client.NoAccountError
		poor        *client.PoorError
		funds       *session.FundsError
		refused     *client.RefusedError
		late        *session.LateAimError
	)
	switch {
	case err == nil:
		return ""
	case errors.As(err, &notIncluded):
		return "it was sent but is in no block yet, and may still get into one"
	case errors.As(err, &allowance):
		return "the allowance for this game's fees is used up or over"
	case errors.As(err, &noNode):
		return noNode.Error() // whatever the node was asked for
	case errors.As(err, &notReady):
		return notReady.Error()
	case errors.As(err, &noAccount):
		return fmt.Sprintf("%s has no coins on this chain yet: %s", noAccount.Name, remedy(noAccount.Name))
	case errors.As(err, &poor):
		return fmt.Sprintf("%s has only %s, which does not pay the fee: %s", poor.Name, amount(poor.Balance),
			remedy(poor.Name))
	case errors.As(err, &funds) && funds.Need.Denom != client.GasDenom:
		return fmt.Sprintf("this takes %s, and %s has %s: choose a game for less", amount(funds.Need), funds.Name,
			amount(funds.Have))
	case errors.As(err, &funds):
		return fmt.Sprintf("this takes %s, and %s has %s: %s", amount(funds.Need), funds.Name, amount(funds.Have),
			remedy(funds.Name))
	case errors.As(err, &late):
		return strings.TrimPrefix(late.Error(), fmt.Sprintf("melee %d: ", late.GameID)) // which the screen shows
	case session.MovedOn(err):
		return "the game has moved on meanwhile, by another player or by another program with your key"
	case errors.As(err, &refused) && refused.OfKind(sdkerrors.ErrWrongSequence):
		return "another transaction with your key is on its way, from here or from another program"
	case errors.As(err, &refused) && refused.OfKind(types.ErrNonce):
		return "another program with your key has entered a game at the same moment: do it again"
	}
	return strings.TrimRight(strings.ReplaceAll(err.Error(), "\n", "; "), ".")
}

// remedy says how the player of a key comes by coins for fees.
func remedy(name string) string {
	return fmt.Sprintf("on a devnet battleshipd devnet fund %s gives some, elsewhere ask the network's faucet or another "+
		"player", name)
}

// plainly is an error whose text is its sentence for the player.
func plainly(err error) error {
	if err == nil {
		return nil
	}
	return saidPlainly{err}
}

type saidPlainly struct{ error }

// Error implements error.
func (e saidPlainly) Error() string { return sentence(e.error) }

// Unwrap is the error with everything.
func (e saidPlainly) Unwrap() error { return e.error }

// provenIn says how long a proof took that was made for an act; nothing if none was.
func provenIn(d session.Done) string {
	p := d.Proof()
	switch {
	case p == nil:
		return ""
	case p.Ahead:
		return fmt.Sprintf("proven ahead in %.2f s", p.Took.Seconds())
	default:
		return fmt.Sprintf("proven in %.2f s", p.Took.Seconds())
	}
}

// heightOf is the block in which an act has failed; 0 if it is in none.
func heightOf(err error) int64 {
	var refused *client.RefusedError
	if errors.As(err, &refused) {
		return refused.Height
	}
	return 0
}

// capital is a sentence that begins with a capital letter, or with a name as it is, and ends with a full stop.
func capital(text, name string) string {
	if text == "" {
		return ""
	}
	if strings.HasPrefix(text, name+" ") && name != ownBot {
		return text + "."
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
