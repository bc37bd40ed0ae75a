package consensus

import "time"

func inTests(m map[string]int) time.Time {
	for range m {
	}
	return time.Now()
}
