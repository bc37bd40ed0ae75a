package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/channel"
)

// Afloat is what this machine knows of a player's game that is, or was, played at sea.
type Afloat struct {
	// Channel is the name of the game at sea, Seat the player's, Peer the opponent's key.
	Channel rules.ID
	Seat    game.Seat
	Peer    []byte
	// Newest is the newest state that is written down, Proof its proof.
	Newest game.State
	Proof  rules.Proof
	// Log is where what was signed is written down, ProofFile where the newest proof is kept for a tower.
	Log, ProofFile string
	// Missing tells that there is no log. Refusal is why nothing is signed any more; nil if it is.
	Missing bool
	Refusal error
}

// Lost reports whether what was signed in the game is not known on this machine.
func (a Afloat) Lost() bool {
	return a.Missing || a.Refusal != nil && !errors.Is(a.Refusal, channel.ErrAshore)
}

// Due reports whether the chain has an older state of a game that came ashore than is written down.
func (a Afloat) Due(v View) bool { return !v.AtSea && v.withNewest(a.Newest).frozen }

// Afloat reads what is written down of a game at sea. Nothing is changed or locked by that: another program can play.
func (s *Session) Afloat(v View) (Afloat, error) {
	seat, err := v.SeatOf(s.address())
	if err != nil {
		return Afloat{}, InGame(s.gameID, err)
	}
	c, err := v.Game.Channel(s.player.Chain.ChainID())
	if err != nil {
		return Afloat{}, fmt.Errorf("game %d: %w", s.gameID, ErrNotAtSea)
	}
	dir, err := s.logDir()
	if err != nil {
		return Afloat{}, err
	}
	name := s.logName(v, c, seat)
	a := Afloat{
		Channel: c.ID(), Seat: seat, Peer: v.Game.Participants[seat.Other()].Channel.Key, Newest: c.Initial(),
		Log: channel.LogPath(dir, name), ProofFile: channel.ProofPath(dir, name),
	}
	log, err := channel.ReadLog(dir, name)
	if errors.Is(err, channel.ErrMissing) {
		a.Missing = !channel.IsPrepared(dir, name.Key)
		return a, nil
	}
	if err != nil {
		return a, err
	}
	table, err := channel.NewTable(c, seat, nil, log)
	if err != nil {
		return a, errors.Join(err, log.Close())
	}
	a.Newest, a.Proof, a.Refusal = table.State(), table.Proof(), refusalOf(log)
	return a, table.Close()
}

// refusalOf is why a log that was opened for reading alone would sign nothing if it were not.
func refusalOf(log *channel.Log) error {
	for _, why := range []error{channel.ErrAshore, channel.ErrElsewhere, channel.ErrCopy, channel.ErrDamaged} {
		if errors.Is(log.Refusal(), why) {
			return why
		}
	}
	return nil
}

// AsWritten is the game with the newest state that is written down on this machine, if it is played at sea. What cannot
// be read leaves it as the chain shows it.
func (s *Session) AsWritten(v View) View {
	if !v.AtSea || s.sea.begun() {
		return v
	}
	a, err := s.Afloat(v)
	if err != nil {
		return v
	}
	return v.withNewest(a.Newest)
}

// Peek is the game with the newest state that the player can know, if it is played at sea: for so long at most it waits
// for letters that are on their way, unless another program plays. Nothing is signed by that.
func (s *Session) Peek(ctx context.Context, v View, most time.Duration) View {
	if !v.AtSea {
		return v
	}
	if newer, err := s.AwaitLetter(ctx, most); err == nil {
		return newer
	}
	return s.AsWritten(v)
}

// Ashore brings a game ashore with the newest state that is known, or posts that in place of an older one on chain. The
// error is ErrNotAtSea if the chain has nothing older.
func (s *Session) Ashore(ctx context.Context) (Done, error) {
	v, seat, err := s.lookToAct(ctx)
	if err != nil {
		return Done{}, err
	}
	if s.sea.begun() {
		if err := s.sea.lost(); err != nil && v.AtSea {
			return Done{}, err
		}
	}
	return s.bringAshore(ctx, v, seat)
}

func (s *Session) bringAshore(ctx context.Context, v View, seat game.Seat) (Done, error) {
	if !s.sea.begun() || !v.frozen {
		return Done{}, fmt.Errorf("game %d: %w: %s", s.gameID, ErrNotAtSea, v.owed())
	}
	proof := s.sea.table.Proof()
	if s.gaveUp(seat) && !v.Stand.Heard[seat.Other()] {
		_, proof, _ = s.sea.table.Base()
	}
	return s.post(ctx, v, seat, proof)
}

// gaveUp reports whether the newest state is the player's own concession, which the opponent has not agreed to.
func (s *Session) gaveUp(seat game.Seat) bool {
	return s.sea.table.Newest().Pending(seat)
}

// Recover goes on with a game at sea whose log is lost: it takes the newest state that the opponent sends in a while or
// that stands in files of exported proofs, and brings the game ashore with it, without a move of its own. The error is
// ErrNothingLost if the log is there.
func (s *Session) Recover(ctx context.Context, files []string, most time.Duration) (Done, error) {
	s.recovering = true
	_, seat, err := s.lookToAct(ctx)
	if err != nil {
		return Done{}, err
	}
	if !s.sea.begun() || s.sea.lost() == nil {
		return Done{}, fmt.Errorf("game %d: %w", s.gameID, ErrNothingLost)
	}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			return Done{}, fmt.Errorf("proof: %w", err)
		}
		letter, err := channel.ParseLetter(raw)
		if err == nil {
			_, err = s.sea.table.Import(letter)
		}
		if err != nil {
			return Done{}, fmt.Errorf("proof %s: %w", path, err)
		}
	}
	v, err := s.listenFor(ctx, most)
	if err != nil {
		return Done{}, err
	}
	done, err := s.bringAshore(ctx, v, seat)
	if posted, ok := done.Result.(Posted); ok && posted.WasAtSea {
		posted.Unheard = !s.sea.heard
		done.Result = posted
	}
	return done, err
}

// listenFor takes letters over for so long.
func (s *Session) listenFor(ctx context.Context, most time.Duration) (v View, err error) {
	for until := time.Now().Add(most); ; {
		if v, err = s.Look(ctx); err != nil || !v.AtSea || time.Now().After(until) {
			return v, err
		}
		if err := s.Sleep(ctx); err != nil {
			return v, err
		}
	}
}

// Export writes the newest proof of a game at sea into a file, for a tower.
func (a Afloat) Export(path string) error {
	if len(a.Proof.State) == 0 && a.Proof.Move == nil {
		return ErrNoProof
	}
	raw := channel.MarshalLetter(a.Proof)
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, raw) {
		return nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("proof: %w", err)
	}
	next := path + ".tmp"
	err := os.WriteFile(next, raw, 0o600)
	if err == nil {
		err = os.Rename(next, path)
	}
	if err != nil {
		return fmt.Errorf("proof: %w", errors.Join(err, os.Remove(next)))
	}
	return nil
}

// Trouble is what keeps letters of a game at sea from coming and going, a *CutOffError; nil for nothing.
func (s *Session) Trouble() error {
	if !s.sea.begun() || !s.sea.chain.AtSea {
		return nil
	}
	if err := s.sea.trouble(); err != nil {
		return &CutOffError{Relay: s.sea.url, Err: err}
	}
	return nil
}

// Summary says in words who owes what.
func (v View) Summary() string { return v.owed() }
