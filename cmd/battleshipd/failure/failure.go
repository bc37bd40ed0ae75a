// Package failure hears of what ends consensus on a node.
package failure

import (
	"fmt"

	"cosmossdk.io/log/v2"
)

// consensusFailure is CometBFT's log message when it gives up on consensus. There is no other signal: the node keeps
// running without making blocks, and its servers keep answering with the last one.
const consensusFailure = "CONSENSUS FAILURE!!!"

// Watch returns the log to give to a CometBFT node in place of a log, and a channel with one sentence once consensus
// has failed.
func Watch(logger log.Logger) (log.Logger, <-chan error) {
	failed := make(chan error, 1)
	return watched{Logger: logger, failed: failed}, failed
}

// watched is a log that hears of a consensus failure.
type watched struct {
	log.Logger

	failed chan<- error
}

// With returns the log with fields, which hears of it as well.
func (l watched) With(keyVals ...any) log.Logger {
	return watched{Logger: l.Logger.With(keyVals...), failed: l.failed}
}

// Error logs an error, and passes on the first one that ends consensus.
func (l watched) Error(msg string, keyVals ...any) {
	l.Logger.Error(msg, keyVals...)
	if msg != consensusFailure {
		return
	}
	select {
	case l.failed <- fmt.Errorf("consensus has failed, so the chain makes no more blocks: %v", reasonIn(keyVals)):
	default: // it has been told
	}
}

// reasonIn returns the reason among the fields of a consensus failure.
func reasonIn(keyVals []any) any {
	for i := 0; i+1 < len(keyVals); i += 2 {
		if keyVals[i] == "err" {
			return keyVals[i+1]
		}
	}
	return "no reason was given"
}
