package devnet

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/rs/zerolog"

	"cosmossdk.io/log/v2"
)

// nodeLog is the log of a node. Servers that are being stopped warn that their sockets are closed; these warnings
// are dropped unless the level is below warn.
type nodeLog struct {
	log.Logger
	out   *switchable
	level zerolog.Level
}

// newNodeLog returns a log that is written to w from a level on.
func newNodeLog(w io.Writer, level string) (nodeLog, error) {
	parsed, err := zerolog.ParseLevel(level)
	if err != nil || parsed == zerolog.NoLevel {
		return nodeLog{}, fmt.Errorf("log level: expected debug, info, warn, error or disabled, got %q", level)
	}
	out := &switchable{Writer: w}
	logger := log.NewLogger(out, log.LevelOption(parsed), log.ColorOption(false))
	return nodeLog{Logger: logger, out: out, level: parsed}, nil
}

// stopping marks the node as being stopped.
func (l nodeLog) stopping() {
	if l.level >= zerolog.WarnLevel {
		l.out.silent.Store(true)
	}
}

// switchable is a writer that can be silenced while others write.
type switchable struct {
	io.Writer
	silent atomic.Bool
}

// Write writes, or discards its input once the writer is silent.
func (s *switchable) Write(p []byte) (int, error) {
	if s.silent.Load() {
		return len(p), nil
	}
	return s.Writer.Write(p)
}
