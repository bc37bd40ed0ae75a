package session

import (
	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
)

// Done is one act of a player that is in a block, or was sent off-chain.
type Done struct {
	client.Receipt
	GameID uint64
	// Act is the act that was done.
	Act text.Act
	// Ruleset is the game's.
	Ruleset *game.Ruleset
	// Seat is the player's.
	Seat game.Seat
	// OffChain reports whether it was sent off-chain, and is in no block.
	OffChain bool
	// Result is the result of the act. It is nil for an act without one.
	Result text.Result
	// Proof is the proof of the board or of the answer. It is nil if the act took none.
	Proof *prover.Proof
}

// Entered returns the result of entering a game; the zero value for another act.
func (d Done) Entered() text.Entered { return ResultOf[text.Entered](d) }

// Moved returns the result of a move; the zero value for another act.
func (d Done) Moved() text.Moved { return ResultOf[text.Moved](d) }

// Notice returns the notice about the secret of a new board. It is empty for another act, or if there is none.
func (d Done) Notice() string { return d.Entered().Notice + ResultOf[text.Seated](d).Notice }

// ResultOf returns the result of an act, or the zero value for an act that has no result of that type.
func ResultOf[R text.Result](d Done) R {
	result, _ := d.Result.(R)
	return result
}

// EventOf returns the last event of a type in a transaction, and false if it has none.
func EventOf[E proto.Message](r client.Receipt) (none E, ok bool) {
	events, err := eventindex.Typed(r.Events)
	if err != nil {
		return none, false
	}
	return watch.LastOf(events, func(E) bool { return true })
}
