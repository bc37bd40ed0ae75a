package session

import (
	"cmp"
	"errors"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Problem writes an error that players meet at the prompt and on the screens, for a reader. It returns "" for another.
func Problem(err error, v text.Voice) string {
	var (
		noAccount *client.NoAccountError
		poor      *client.PoorError
		funds     *FundsError
		said      interface{ Problem(v text.Voice) string }
		refused   *client.RefusedError
	)
	switch {
	case errors.As(err, &noAccount):
		return text.NoCoins(cmp.Or(noAccount.Name, noAccount.Address), noAccount.ChainID)
	case errors.As(err, &poor):
		return text.TooPoor(poor.Name, poor.Balance)
	case errors.As(err, &funds):
		return text.TooFew(funds.Name, funds.Need, funds.Have)
	case errors.As(err, &said):
		return said.Problem(v)
	case errors.As(err, &refused) && refused.OfKind(types.ErrLate):
		return refused.Problem() // the clock has passed, whether or not there was a move
	case MovedOn(err):
		return text.MovedOn
	case errors.As(err, &refused):
		return refused.Problem()
	}
	return ""
}
