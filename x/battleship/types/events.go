package types

import "github.com/cosmos/gogoproto/proto"

// GameEvent is a typed event of a game, as in the log of a game.
type GameEvent interface {
	proto.Message
	GetGameId() uint64
}

// The game event is emitted beside the typed events of a game, so that one query of a node's event index, or one
// subscription, finds whatever happens in it: battleship.game_id='7'. Its attributes are plain text, not JSON.
const (
	// EventTypeGame is the type of the game event.
	EventTypeGame = ModuleName
	// AttributeKeyGameID is the id of the game.
	AttributeKeyGameID = "game_id"
	// AttributeKeyPlayer is a player who has opened or joined the game, or of whose games this one has ended. There is
	// one for each player: the creator first.
	AttributeKeyPlayer = "player"
	// AttributeKeyFinished is a player of a game that was joined and has ended, one for each.
	AttributeKeyFinished = "finished"
)
