package session_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// TestAGameIsNamedOnce has an error that passes several hands name its game once.
func TestAGameIsNamedOnce(t *testing.T) {
	err := session.InGame(9, text.ErrOffChain)
	for range 2 {
		err = session.InGame(9, err)
	}
	got, want := err.Error(), "game 9: "+text.ErrOffChain.Error()
	if got != want || !errors.Is(err, text.ErrOffChain) {
		t.Errorf("expected %q, got %q", want, got)
	}
	if got, want := session.InGame(91, err).Error(), "game 91: game 9: "+text.ErrOffChain.Error(); got != want {
		t.Errorf("expected another game to be named, %q, got %q", want, got)
	}
}
