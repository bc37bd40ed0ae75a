package types

import (
	"fmt"
	"time"
)

// FormatDuration formats a time in its two largest units, such as "2d 4h", "1h 30m", "45s"; "0s" below a second.
func FormatDuration(d time.Duration) string {
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
