package chainbackend

import (
	"cmp"
	"errors"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// none is the text for no stake.
const none = "none"

// voice returns the player's voice for the screens.
func (b *Backend) voice() text.Voice {
	return text.Voice{You: b.key.Address.String(), Unnamed: b.book.Called, Short: true}
}

// name returns the display name of an address: that of a key, on the chain, or a generated one.
func (b *Backend) name(address string) string {
	if b.key.Name != "" && address == b.key.Address.String() {
		return b.key.Name // whatever other names the keyring has for it
	}
	return b.voice().Called(address)
}

// left returns the approximate duration of a number of blocks.
func (b *Backend) left(blocks int64) string {
	return text.TimeFor(b.params, blocks)
}

// next describes the next step of a game. The caller holds the lock.
func (b *Backend) next(g types.GameSummary) string {
	v := b.voice()
	v.Names = make(map[string]string)
	for _, player := range g.Players {
		v.Names[player] = b.opponentName(g.Id, player)
	}
	next := text.NextOf(g)
	if shown := b.seen(g); g.OffChain && shown != nil && int(shown.State.Actor) < len(g.Players) {
		next.Player, next.Obligation = g.Players[shown.State.Actor], types.Obligation(shown.State.Owes)
	}
	return v.Next(next)
}

// problem returns the text of an error for the player: one sentence without a full stop.
func problem(err error) string {
	var (
		notIncluded *client.NotIncludedError
		allowance   *client.NoAllowanceError
		noNode      *client.NoNodeError
		notReady    *client.NotReadyError
	)
	switch {
	case err == nil:
		return ""
	case errors.As(err, &notIncluded):
		return text.Pending
	case errors.As(err, &allowance):
		return text.NoAllowance
	case errors.As(err, &noNode):
		return noNode.Error() // whatever the node was asked for
	case errors.As(err, &notReady):
		return notReady.Error()
	}
	return cmp.Or(session.Problem(err, text.Voice{Short: true}), text.OneLine(err.Error()))
}

// plainly returns an error whose text is problem(err).
func plainly(err error) error {
	if err == nil {
		return nil
	}
	return plainError{err}
}

type plainError struct{ error }

// Error implements error.
func (e plainError) Error() string { return problem(e.error) }

// Unwrap returns the original error.
func (e plainError) Unwrap() error { return e.error }

// provenIn returns the duration of the proof for an act, or "" if there was none.
func provenIn(d session.Done) string {
	if d.Proof == nil {
		return ""
	}
	return text.ProvenIn(d.Proof.Took)
}

// heightOf returns the block in which an act has failed, or 0 if it is in none.
func heightOf(err error) int64 {
	var refused *client.RefusedError
	if errors.As(err, &refused) {
		return refused.Height
	}
	return 0
}
