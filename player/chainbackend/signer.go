package chainbackend

import (
	"context"
	"errors"

	"github.com/battleship-chain/battleship/player/text"
)

// signer holds the player's sessions in one game, by the key that signs.
type signer[S sessionOf[S]] struct {
	wallet S // with the player's own key; nothing until that is there
	acting S // with the delegate's if it has one; nothing until that is found out
	// named is the game's delegate at the last find, usedUp reports whether its allowance is used up.
	named  string
	usedUp bool
}

// opened reports whether there is a session.
func (s *signer[S]) opened() bool {
	var none S
	return s.wallet != none
}

// byDelegate reports whether a delegate signs in place of the wallet.
func (s *signer[S]) byDelegate() bool { return s.acting != s.wallet }

// find sets the acting session: the board's own delegate while the game names it and its allowance lasts, else the
// wallet. It runs again whenever the game names another delegate than before, for another machine may have taken over.
// It reports whether it has set the session anew.
func (s *signer[S]) find(ctx context.Context, named string, found bool) (anew bool, err error) {
	var none S
	if s.acting != none && named == s.named {
		return false, nil
	}
	if s.acting != none {
		s.usedUp = false
	}
	s.acting, s.named = none, named
	if found && !s.usedUp && named != "" { // the delegate's key comes with the board
		delegate, err := s.wallet.AsDelegate(ctx)
		if err == nil {
			s.acting = delegate
			return true, nil
		}
		if !errors.Is(err, text.ErrNotDelegate) {
			return false, err
		}
	}
	s.acting = s.wallet
	return true, nil
}

// forget makes the next find set the acting session anew.
func (s *signer[S]) forget() {
	var none S
	s.acting = none
}

// useWallet makes the wallet sign until the game names another delegate.
func (s *signer[S]) useWallet() { s.usedUp, s.acting = true, s.wallet }
