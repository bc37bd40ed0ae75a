package text

import (
	"fmt"
	"time"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Duration writes a time in its two largest units: "2d 4h", "1h 30m", "45s"; "0s" below a second.
func Duration(d time.Duration) string {
	const day = 24 * time.Hour
	units := []struct {
		name string
		long time.Duration
	}{{"d", day}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}}
	for i, unit := range units {
		if d < unit.long {
			continue
		}
		text := fmt.Sprintf("%d%s", d/unit.long, unit.name)
		if i+1 < len(units) {
			if rest := d % unit.long / units[i+1].long; rest > 0 {
				text += fmt.Sprintf(" %d%s", rest, units[i+1].name)
			}
		}
		return text
	}
	return "0s"
}

// TimeFor writes about how long a number of blocks takes, or 0s if it is negative: "1m".
func TimeFor(p types.Params, blocks int64) string { return Duration(p.Duration(max(blocks, 0))) }

// Clock writes a number of blocks and about how long they take: "120 blocks (about 1m)".
func Clock(p types.Params, blocks int64) string {
	return fmt.Sprintf("%s (about %s)", Count(blocks, "block"), Duration(p.Duration(blocks)))
}

// Seconds writes a number of seconds: "1h 30m".
func Seconds(n int64) string { return Duration(time.Duration(n) * time.Second) }
