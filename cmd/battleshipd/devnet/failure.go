package devnet

import (
	"cmp"
	"errors"
	"fmt"

	"cosmossdk.io/log/v2"
)

// consensusFailure is what CometBFT logs when it gives up on consensus. It tells nobody else: the node goes on without
// making blocks, and its servers go on answering with the last one.
const consensusFailure = "CONSENSUS FAILURE!!!"

// errServerEnded is what is said of a server that ends by itself without an error.
var errServerEnded = errors.New("it gave no reason")

// failureLog is a log that hears of a consensus failure.
type failureLog struct {
	log.Logger
	failed chan<- error
}

// With returns the log with fields, which hears of it as well.
func (l failureLog) With(keyVals ...any) log.Logger {
	return failureLog{Logger: l.Logger.With(keyVals...), failed: l.failed}
}

// Error logs an error, and passes on the first one that ends consensus.
func (l failureLog) Error(msg string, keyVals ...any) {
	l.Logger.Error(msg, keyVals...)
	if msg != consensusFailure {
		return
	}
	select {
	case l.failed <- fmt.Errorf("consensus has failed, so the chain makes no more blocks: %v", reasonIn(keyVals)):
	default: // it has been told
	}
}

// reasonIn returns what the fields of a consensus failure give as its reason.
func reasonIn(keyVals []any) any {
	for i := 0; i+1 < len(keyVals); i += 2 {
		if keyVals[i] == "err" {
			return keyVals[i+1]
		}
	}
	return "no reason was given"
}

// ended waits until the node is of no more use and returns why: nil if it was stopped.
func (n *fullNode) ended() error {
	servers := make(chan error, 1)
	go func() { servers <- n.servers.Wait() }()
	select {
	case err := <-n.failed:
		return err
	case err := <-servers:
		if n.running.Err() == nil {
			return fmt.Errorf("a server has ended: %w", cmp.Or(err, errServerEnded))
		}
		return nil
	}
}
