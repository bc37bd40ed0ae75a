package watch

import (
	"context"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MeleeFollower follows one melee from its opening to its end, by a node's events. It is not safe for use by several
// goroutines at once.
type MeleeFollower struct {
	feed[MeleeNews]
	teller MeleeReplay
}

// FollowMelee reads the events of a melee so far from the index of a node, and continues with its blocks. It returns
// ErrNoIndex, ErrUnknownGame and ErrKind.
func FollowMelee(
	ctx context.Context, node Archive, decode sdk.TxDecoder, gameID uint64, poll time.Duration,
) (*MeleeFollower, error) {
	f := new(MeleeFollower)
	f.feed = feed[MeleeNews]{gameID: gameID, news: f.teller.Hear}
	if err := f.start(ctx, node, decode, poll); err != nil {
		return nil, err
	}
	return f, nil
}

// Players are the addresses by seat. That of a vacant seat is empty.
func (f *MeleeFollower) Players() []string { return f.teller.Players() }

// Answers are the seats' reports so far, including events that Next has not returned yet.
func (f *MeleeFollower) Answers() melee.Answers { return f.teller.Answers() }

// Over reports whether the melee has ended with the news so far, those that Next has not returned yet among them.
func (f *MeleeFollower) Over() bool { return f.teller.Over() }

// MeleeOverOf is OverOf for a melee.
func MeleeOverOf(ctx context.Context, node Results, r types.MeleeResult) (*types.EventMeleeOver, error) {
	return eventAt(ctx, node, r.EndedHeight, func(e *types.EventMeleeOver) bool { return e.GameId == r.GameId })
}
