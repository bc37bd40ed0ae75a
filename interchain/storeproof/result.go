package storeproof

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// Result is how a game of two ended: the fields of a battleship.v1.Result that an app decides by.
type Result struct {
	GameID    uint64
	RulesetID uint32
	// Players are the addresses on the chain of the game, the creator's first.
	Players [2]string
	// Winner is 1 for the creator, 2 for the joiner, and 0 if there is no winner.
	Winner uint32
	// Reason is a battleship.v1.Reason.
	Reason uint32
	// CreatedHeight and EndedHeight are blocks.
	CreatedHeight, EndedHeight int64
}

// ParseResult reads the value under a key of KindResult. It accepts fields that it does not know. A value that was
// proven is read without error.
func ParseResult(value []byte) (Result, error) {
	var (
		r       Result
		players []string
	)
	err := fields(value, func(number int, n uint64, text []byte) {
		switch number {
		case 1:
			r.GameID = n
		case 2:
			r.RulesetID = uint32(n)
		case 3:
			players = append(players, string(text))
		case 4:
			r.Winner = uint32(n)
		case 5:
			r.Reason = uint32(n)
		case 7:
			r.CreatedHeight = int64(n)
		case 8:
			r.EndedHeight = int64(n)
		}
	})
	if err != nil {
		return Result{}, err
	}
	if len(players) != len(r.Players) || r.Winner > uint32(len(r.Players)) {
		return Result{}, fmt.Errorf("%w: expected a result with %d players and one of them or no winner, got %d and %d",
			ErrMalformed, len(r.Players), len(players), r.Winner)
	}
	r.Players = [2]string(players)
	return r, nil
}

// WinnerAddress returns the winner's address, or an empty text if there is no winner.
func (r Result) WinnerAddress() string {
	if r.Winner == 0 {
		return ""
	}
	return r.Players[r.Winner-1]
}

// MeleeResult is how a melee ended: the fields of a battleship.v1.MeleeResult that an app decides by.
type MeleeResult struct {
	GameID    uint64
	RulesetID uint32
	// Players are the addresses by seat, empty for a free one.
	Players []string
	// Winners is the set of seats that have shared the pot: bit i is seat i. It is 0 if no board was proven.
	Winners uint32
	// CreatedHeight and EndedHeight are blocks.
	CreatedHeight, EndedHeight int64
}

// ParseMeleeResult reads the value under a key of KindMeleeResult, as ParseResult does.
func ParseMeleeResult(value []byte) (MeleeResult, error) {
	var (
		r    MeleeResult
		seat error
	)
	err := fields(value, func(number int, n uint64, text []byte) {
		switch number {
		case 1:
			r.GameID = n
		case 2:
			r.RulesetID = uint32(n)
		case 3:
			player := ""
			if err := fields(text, func(number int, _ uint64, text []byte) {
				if number == 1 {
					player = string(text)
				}
			}); err != nil {
				seat = err
			}
			r.Players = append(r.Players, player)
		case 4:
			r.Winners = uint32(n)
		case 7:
			r.CreatedHeight = int64(n)
		case 9:
			r.EndedHeight = int64(n)
		}
	})
	switch {
	case err != nil:
		return MeleeResult{}, err
	case seat != nil:
		return MeleeResult{}, seat
	case len(r.Players) > 32 || uint64(r.Winners)>>len(r.Players) != 0:
		return MeleeResult{}, fmt.Errorf("%w: expected winners among %d seats, got %b", ErrMalformed, len(r.Players),
			r.Winners)
	}
	return r, nil
}

// Won reports whether the player of a seat is among the winners.
func (r MeleeResult) Won(seat int) bool {
	return seat >= 0 && seat < len(r.Players) && r.Winners>>seat&1 == 1
}

// fields calls read for each field of a message that holds a number or bytes, in their order.
func fields(raw []byte, read func(number int, n uint64, text []byte)) error {
	for len(raw) > 0 {
		number, kind, size := protowire.ConsumeTag(raw)
		if size < 0 {
			return fmt.Errorf("%w: %w", ErrMalformed, protowire.ParseError(size))
		}
		raw = raw[size:]
		var (
			n    uint64
			text []byte
		)
		switch kind {
		case protowire.VarintType:
			n, size = protowire.ConsumeVarint(raw)
		case protowire.BytesType:
			text, size = protowire.ConsumeBytes(raw)
		default:
			size = protowire.ConsumeFieldValue(number, kind, raw)
		}
		if size < 0 {
			return fmt.Errorf("%w: field %d: %w", ErrMalformed, number, protowire.ParseError(size))
		}
		raw = raw[size:]
		read(int(number), n, text)
	}
	return nil
}
