package session

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The named clocks: their lengths are params.
const (
	ClockLive           = "live"
	ClockCorrespondence = "correspondence"
)

// ClockForms lists the forms that ParseClock accepts.
const ClockForms = ClockLive + ", " + ClockCorrespondence + ", a number of blocks, or a time such as 90s, 10m or 3d"

// longestTime is more than any clock that params can allow: a million blocks of an hour.
const longestTime = 120 * 365 * 24 * time.Hour

// timeUnits are the units of a time.
var timeUnits = map[byte]time.Duration{'d': 24 * time.Hour, 'h': time.Hour, 'm': time.Minute, 's': time.Second}

// ParseClock reads how many blocks a move may take. A time becomes as many blocks as are expected in it, rounded up.
func ParseClock(typed string, p types.Params) (int64, error) {
	switch strings.ToLower(typed) {
	case "", ClockLive:
		return p.TurnBlocksDefault, nil
	case ClockCorrespondence:
		return p.TurnBlocksCorrespondence, nil
	}
	blocks, err := strconv.ParseInt(typed, 10, 64)
	if err != nil {
		long, ok := parseTime(typed)
		if !ok {
			return 0, fmt.Errorf("expected %s, got %q", ClockForms, typed)
		}
		blocks = int64((long + p.Duration(1) - 1) / p.Duration(1))
	}
	if _, err := p.TurnBlocks(blocks); err != nil || blocks == 0 {
		return 0, fmt.Errorf("expected %s to %s, got %q",
			text.Clock(p, p.TurnBlocksMin), text.Clock(p, p.TurnBlocksMax), typed)
	}
	return blocks, nil
}

// parseTime reads a time such as 90s, 1d12h or 2d 4h.
func parseTime(text string) (total time.Duration, ok bool) {
	whole := strings.ToLower(strings.Join(strings.Fields(text), ""))
	for rest := whole; rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if digits == len(rest) {
			return 0, false
		}
		unit := timeUnits[rest[digits]]
		n, err := strconv.ParseInt(rest[:digits], 10, 64)
		if unit == 0 || err != nil || n > int64((longestTime-total)/unit) {
			return 0, false
		}
		total += time.Duration(n) * unit
		rest = rest[digits+1:]
	}
	return total, whole != ""
}
