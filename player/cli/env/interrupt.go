package env

import (
	"os"
	"os/signal"
	"sync/atomic"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// interrupted is the exit status of a program that an interrupt ends, as shells have it.
const interrupted = 130

// sending notes, for a command that sends one transaction, that an interrupt does not recall it.
type sending struct {
	// noted reports whether interrupts are noted. A program that handles them itself does not have it.
	noted, signed atomic.Bool
	// exit ends the program.
	exit func(status int)
}

// NoteInterrupts has an interrupt noted while a transaction is sent.
func (e *Env) NoteInterrupts() {
	if e.sending != nil {
		e.sending.noted.Store(true)
	}
}

// observe has the options report what is sent.
func (s *sending) observe(o *client.Options, out Printer) {
	o.Progress = func(p client.Progress) { s.signed.Store(s.signed.Load() || p.Stage == client.StageSigning) }
	o.Sending = func() (stop func()) {
		if !s.noted.Load() {
			return func() {}
		}
		interrupts, done := make(chan os.Signal, 1), make(chan struct{})
		signal.Notify(interrupts, os.Interrupt)
		go func() {
			select {
			case <-interrupts:
				if s.signed.Load() {
					out.Note("\n%s", text.SentAlready)
				}
				s.exit(interrupted)
			case <-done:
			}
		}()
		return func() {
			signal.Stop(interrupts)
			close(done)
		}
	}
}
