package text

import (
	"fmt"
	"time"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// duration writes about how long a number of blocks takes, or 0s if it is negative: "1m".
func duration(p types.Params, blocks int64) string {
	return types.FormatDuration(p.Duration(max(blocks, 0)))
}

// Clock writes a number of blocks and about how long they take: "120 blocks (about 1m)".
func Clock(p types.Params, blocks int64) string {
	return fmt.Sprintf("%s (about %s)", Count(blocks, "block"), types.FormatDuration(p.Duration(blocks)))
}

// Seconds writes a number of seconds: "1h 30m".
func Seconds(n int64) string { return types.FormatDuration(time.Duration(n) * time.Second) }
