package duel

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
	"github.com/battleship-chain/battleship/player/channelpolicy"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

// ChannelStatus is what this machine knows of a player's game that is, or was, played off-chain.
type ChannelStatus struct {
	// Channel is the name of the off-chain game, Seat the player's, Peer the opponent's key.
	Channel rules.ID
	Seat    game.Seat
	Peer    []byte
	// Newest is the newest state that is written down, Proof its proof.
	Newest channelpolicy.Newest
	Proof  rules.Proof
	// Log is the file of the signed states, ProofFile that of the newest proof for a watchtower.
	Log, ProofFile string
	// Missing reports whether there is no log. Refusal is the reason why nothing is signed any more, or nil.
	Missing bool
	Refusal error
}

// Lost reports whether the signed states of the game are unknown on this machine.
func (a ChannelStatus) Lost() bool {
	return a.Missing || a.Refusal != nil && !errors.Is(a.Refusal, channel.ErrOnChain)
}

// Due reports whether the chain has an older state of a game that came on-chain than is written down.
func (a ChannelStatus) Due(v View) bool { return !v.OffChain && v.withNewest(a.Newest, a.Seat).frozen }

// ChannelStatus reads the stored state of an off-chain game. It changes and locks nothing: another program can play.
func (s *Session) ChannelStatus(v View) (ChannelStatus, error) {
	seat, err := v.SeatOf(s.Address())
	if err != nil {
		return ChannelStatus{}, session.InGame(s.ID, err)
	}
	c, err := v.Game.Channel(s.Player.Chain.ChainID())
	if err != nil {
		return ChannelStatus{}, fmt.Errorf("game %d: %w", s.ID, text.ErrNotOffChain)
	}
	dir, err := s.logDir()
	if err != nil {
		return ChannelStatus{}, err
	}
	name := s.logName(v, c, seat)
	a := ChannelStatus{
		Channel: c.ID(), Seat: seat, Peer: v.Game.Participants[seat.Other()].Channel.Key,
		Newest: channelpolicy.Newest{State: c.Initial(), Base: c.Initial()},
		Log:    channel.LogPath(dir, name), ProofFile: channel.ProofPath(dir, name),
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
	a.Newest, a.Proof, a.Refusal = table.Newest(), table.Proof(), refusalOf(log)
	return a, table.Close()
}

// refusalOf is why a log that was opened for reading alone would sign nothing if it were not.
func refusalOf(log *channel.Log) error {
	for _, why := range []error{channel.ErrOnChain, channel.ErrElsewhere, channel.ErrCopy, channel.ErrDamaged} {
		if errors.Is(log.Refusal(), why) {
			return why
		}
	}
	return nil
}

// AsWritten is the game with the newest state that is written down on this machine, if it is played off-chain. What
// cannot be read leaves it as the chain shows it.
func (s *Session) AsWritten(v View) View {
	if !v.OffChain || s.channel.begun() {
		return v
	}
	a, err := s.ChannelStatus(v)
	if err != nil {
		return v
	}
	return v.withNewest(a.Newest, a.Seat)
}

// Peek is the game with the newest state that the player can know, if it is played off-chain: for so long at most it
// waits for updates that are on their way, unless another program plays. Nothing is signed by that.
func (s *Session) Peek(ctx context.Context, v View, most time.Duration) View {
	if !v.OffChain {
		return v
	}
	if newer, err := s.AwaitUpdate(ctx, most); err == nil {
		return newer
	}
	return s.AsWritten(v)
}

// Submit brings a game on-chain with the newest state that is known, or submits that in place of an older one on
// chain. The error is ErrNotOffChain if the chain has nothing older.
func (s *Session) Submit(ctx context.Context) (session.Done, error) {
	v, seat, err := s.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if s.channel.begun() {
		if err := s.channel.lost(); err != nil && v.OffChain {
			return session.Done{}, err
		}
	}
	return s.bringOnChain(ctx, v, seat)
}

func (s *Session) bringOnChain(ctx context.Context, v View, seat game.Seat) (session.Done, error) {
	if !s.channel.begun() || !v.frozen {
		return session.Done{}, v.notNow(text.ErrNotOffChain, "")
	}
	proof := s.channel.table.Proof()
	if s.channel.table.Newest().CountsBase(v.ChainState, seat) {
		_, proof, _ = s.channel.table.Base()
	}
	return s.submit(ctx, v, seat, proof)
}

// Recover resumes an off-chain game whose log is lost: it takes the newest state that the opponent sends in a while or
// that is in files of exported proofs, and brings the game on-chain with it, without a move of its own. The error is
// ErrNothingLost if the log is there.
func (s *Session) Recover(ctx context.Context, files []string, most time.Duration) (session.Done, error) {
	s.recovering = true
	_, seat, err := s.lookToAct(ctx)
	if err != nil {
		return session.Done{}, err
	}
	if !s.channel.begun() || s.channel.lost() == nil {
		return session.Done{}, fmt.Errorf("game %d: %w", s.ID, ErrNothingLost)
	}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			return session.Done{}, fmt.Errorf("proof: %w", err)
		}
		update, err := channel.ParseUpdate(raw)
		if err == nil {
			_, err = s.channel.table.Import(update)
		}
		if err != nil {
			return session.Done{}, fmt.Errorf("proof %s: %w", path, err)
		}
	}
	v, err := s.listenFor(ctx, most)
	if err != nil {
		return session.Done{}, err
	}
	done, err := s.bringOnChain(ctx, v, seat)
	if submitted, ok := done.Result.(text.Submitted); ok && submitted.WasOffChain {
		submitted.NoResponse = !s.channel.responded
		done.Result = submitted
	}
	return done, err
}

// LogLost reports whether the game is played off-chain and its signed states are not known here, as far as the session
// has found out.
func (s *Session) LogLost() bool {
	return s.channel.begun() && s.channel.chain.OffChain && s.channel.lost() != nil
}

// listenFor takes updates over for so long.
func (s *Session) listenFor(ctx context.Context, most time.Duration) (v View, err error) {
	for until := time.Now().Add(most); ; {
		if v, err = s.Look(ctx); err != nil || !v.OffChain || time.Now().After(until) {
			return v, err
		}
		if err := s.Sleep(ctx); err != nil {
			return v, err
		}
	}
}

// Export writes the newest proof of an off-chain game into a file, for a watchtower.
func (a ChannelStatus) Export(path string) error {
	if len(a.Proof.State) == 0 && a.Proof.Move == nil {
		return ErrNoProof
	}
	raw := channel.MarshalUpdate(a.Proof)
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

// Trouble is the failure of the relay of an off-chain game, a *CutOffError, or else of the disk, an *UnkeptError. It is
// nil if there is none.
func (s *Session) Trouble() error {
	if !s.channel.begun() || !s.channel.chain.OffChain {
		return nil
	}
	if err := s.channel.trouble(); err != nil {
		return &CutOffError{Relay: s.channel.url, Err: err}
	}
	if err := s.channel.table.Trouble(); err != nil {
		return &UnkeptError{Err: err}
	}
	return nil
}
