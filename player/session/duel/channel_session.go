package duel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/player/phrase"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// DefaultPatience is how long a bot waits for its opponent off-chain before it brings the game on-chain.
	DefaultPatience = 30 * time.Second
	// PersonPatience is how long a person's program does.
	PersonPatience = 2 * time.Minute
	// resendAfter is how often the newest update is sent again while the opponent owes, resendAtOnce how often at most if
	// the opponent shows that it does not have it.
	resendAfter, resendAtOnce = time.Second, 100 * time.Millisecond
	// maxInbox is how many updates wait to be read; the oldest go first. Any one that is newer proves all before it.
	maxInbox = 16
)

// channelSession is one player's state of an off-chain game: its log, and the line to the opponent. The sessions of a
// player and of its own delegate share it.
type channelSession struct {
	gameID uint64
	rules  *rules.Channel
	// table is nil until the channelSession has begun.
	table *channel.Table
	seat  game.Seat
	peer  []byte
	// url is the relay's, line the connection to it, or nil.
	url  string
	line *relay.Conn
	// news wakes who waits for an update.
	news chan struct{}

	mu    sync.Mutex
	inbox [][]byte
	// heard is the opponent's last phrase, from 1. It is 0 if there was none.
	heard int
	// key signs phrases, spoke is when the last one was sent.
	key   *secp256k1.PrivKey
	spoke time.Time

	// chain is the game as the chain showed it when it was last asked, at looked.
	chain  View
	looked time.Time
	// sent is the time at which the newest update was sent last. Behind reports whether the opponent has shown that it
	// does not have it.
	sent   time.Time
	behind bool
	// progress and actor are those of the newest state. The actor owes the next move since that time.
	progress int
	actor    game.Seat
	since    time.Time
	// past are the records at the beginning, events are the unread events since.
	past   []channel.Record
	events []game.Event
	// responded reports whether a valid update has arrived.
	responded bool
	// refused is why the last update was not taken over that was no good.
	refused error
}

// begun reports whether the game is played off-chain, or was, and this program takes part.
func (v *channelSession) begun() bool { return v != nil && v.table != nil }

// channelKey is the key that signs the game's states off-chain.
func channelKey(b *session.OwnBoard) *secp256k1.PrivKey { return &secp256k1.PrivKey{Key: b.Channel} }

// logDir is the directory of the logs of the player's off-chain games.
func (s *Session) logDir() (string, error) {
	if s.Player.Vault == nil || s.Player.Vault.Home() == "" {
		return "", ErrNoHome
	}
	return channel.Dir(s.Player.Vault.Home(), s.Player.Chain.ChainID(), s.Address().String()), nil
}

// openChannel returns the channel part of a player's entry into an off-chain game. The log is made before the key
// becomes public, so a log that is missing later is one that was lost.
func (s *Session) openChannel(own *session.OwnBoard, relayURL string) (*types.Channel, error) {
	dir, err := s.logDir()
	if err != nil {
		return nil, err
	}
	key := channelKey(own).PubKey().Bytes()
	if err := channel.Prepare(dir, key); err != nil {
		return nil, fmt.Errorf("prepare the log of an off-chain game: %w", err)
	}
	return &types.Channel{Key: key, Relay: relayURL}, nil
}

// logName is which log is that of the player's game.
func (s *Session) logName(v View, c *rules.Channel, seat game.Seat) channel.Name {
	return channel.Name{Game: s.ID, Channel: c.ID(), Seat: seat, Key: v.Game.Participants[seat].Channel.Key}
}

// openSession takes part in an off-chain game, if it is one: it opens the log, and the line to the opponent. It reports
// whether that has brought news of the game. A game that was off-chain needs its log on-chain, too: a state newer than
// the chain's is submitted before anything else.
func (s *Session) openSession(ctx context.Context, v View, seat game.Seat) (bool, error) {
	if s.channel.begun() || !v.Game.IsChannel() || v.State.Phase == game.PhaseOpen {
		return false, nil
	}
	own, err := s.recover(v, seat)
	if errors.Is(err, text.ErrNoWallet) && !v.OffChain {
		return false, nil // who has no board can still shoot
	}
	if err != nil {
		return false, err
	}
	c, err := v.Game.Channel(s.Player.Chain.ChainID())
	if err != nil {
		return false, fmt.Errorf("game %d: %w", s.ID, session.Untraced(err))
	}
	log, err := s.openLog(v, c, seat)
	if err != nil {
		return false, err
	}
	s.channel.past = log.Records()
	key := channelKey(own)
	table, err := channel.NewTable(c, seat, key.Sign, log)
	if err != nil {
		return false, errors.Join(err, log.Close())
	}
	ch := s.channel
	ch.gameID, ch.rules, ch.table, ch.seat = s.ID, c, table, seat
	ch.peer = v.Game.Participants[seat.Other()].Channel.Key
	ch.progress, ch.actor, ch.since = table.State().Progress(), table.State().Actor, time.Now()
	ch.chain, ch.looked = v, time.Now()
	if v.OffChain && (ch.lost() == nil || s.recovering) {
		s.connect(ctx, v, key) // a line of this key's that another machine has is cut off by that
	}
	return true, nil
}

// openLog opens the log of the game. One that is lost, or not to be trusted, takes updates over and signs nothing.
func (s *Session) openLog(v View, c *rules.Channel, seat game.Seat) (*channel.Log, error) {
	name := s.logName(v, c, seat)
	dir, err := s.logDir()
	if errors.Is(err, ErrNoHome) {
		return channel.LostLog(name, err), nil
	}
	if err != nil {
		return nil, err
	}
	log, err := channel.OpenLog(dir, name)
	if errors.Is(err, channel.ErrMissing) {
		return channel.LostLog(name, err), nil
	}
	return log, err
}

// connect opens the line to the opponent. Without one the updates stay here, and patience ends.
func (s *Session) connect(ctx context.Context, v View, key *secp256k1.PrivKey) {
	ch := s.channel
	if s.dial(ctx, v, key); ch.line == nil {
		return
	}
	line := ch.line
	ch.key, ch.news = key, make(chan struct{}, 1)
	go ch.listen(line, ch.news)
	line.Ask(ch.peer)
	_ = line.Send(ch.peer, nil) // its updates are welcome; the key is one, as the chain has checked
	ch.send()
}

// RelayOf is the relay that a game's updates go over: the one that the player says, else the game's, else the one of
// this machine.
func (s *Session) RelayOf(v View) string {
	if s.Player.Relay != "" {
		return s.Player.Relay
	}
	if c := v.Game.Participants[game.Creator].Channel; c != nil {
		return relayNamed(c)
	}
	return relay.DefaultURL
}

// listen takes updates and phrases over as they come, until the line ends.
func (v *channelSession) listen(line *relay.Conn, news chan<- struct{}) {
	phrases := phrase.Reader{Channel: v.rules.ID(), Key: v.peer}
	for {
		select {
		case update, ok := <-line.Updates():
			if !ok {
				return
			}
			if !bytes.Equal(update.From[:], v.peer) {
				continue
			}
			v.mu.Lock()
			if v.inbox = append(v.inbox, update.Content); len(v.inbox) > maxInbox {
				v.inbox = v.inbox[1:]
			}
			v.mu.Unlock()
		case note := <-line.Notes():
			if !bytes.Equal(note.From[:], v.peer) || !v.takeNote(&phrases, note.Content) {
				continue
			}
		}
		select {
		case news <- struct{}{}:
		default: // it is known that there is something
		}
	}
}

// takeNote takes a phrase of the opponent's over. It reports whether the note is one.
func (v *channelSession) takeNote(phrases *phrase.Reader, note []byte) bool {
	number, err := phrases.Read(note, time.Now())
	if err != nil {
		return false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.heard = number
	return true
}

// receive reads the arrived updates. After a submission to the chain, the opponent has to act there.
func (v *channelSession) receive() {
	v.mu.Lock()
	updates := v.inbox
	v.inbox = nil
	v.mu.Unlock()
	if v.submitted() {
		return
	}
	for _, raw := range updates {
		update, err := channel.ParseUpdate(raw)
		if err != nil {
			v.refused = err
			continue
		}
		news, events, err := v.table.Receive(update)
		if err != nil {
			v.refused = err
		}
		v.responded = v.responded || err == nil
		v.events = append(v.events, events...)
		v.behind = v.behind || err == nil && !news && !v.isNewest(raw)
	}
	v.moved()
}

// isNewest reports whether an update is the newest one that this player has: its sender has it, too.
func (v *channelSession) isNewest(raw []byte) bool {
	newest, ok := v.table.Resend()
	return ok && bytes.Equal(raw, channel.MarshalUpdate(newest))
}

// moved notes since when the player who owes the next move owes it: an opening that goes ahead of a shot gives no time.
func (v *channelSession) moved() {
	now := v.table.State()
	if now.Progress() != v.progress && (now.Actor != v.actor || !now.Phase.InPlay()) {
		v.since = time.Now()
	}
	v.progress, v.actor = now.Progress(), now.Actor
}

// send sends the newest update.
func (v *channelSession) send() {
	update, ok := v.table.Resend()
	if !ok || v.line == nil || v.submitted() { // one that is submitted may have no signature of the player's
		return
	}
	if err := v.line.Send(v.peer, channel.MarshalUpdate(update)); err != nil {
		v.refused = err
	}
	v.sent, v.behind = time.Now(), false
}

// delivered reports whether no update waits to leave.
func (v *channelSession) delivered() bool {
	return v.line == nil || v.line.Sent() && v.line.Trouble() == nil
}

// resend sends the newest update again if the opponent has shown that it does not have it, or owes the next.
func (v *channelSession) resend() {
	waits := v.table.State().Actor != v.seat
	switch ago := time.Since(v.sent); {
	case waits && ago >= resendAfter, v.behind && ago >= resendAtOnce:
		v.send()
	}
}

// submitted reports whether anything was sent to the chain, or about to be, so that nothing is signed off-chain any
// more.
func (v *channelSession) submitted() bool { return errors.Is(v.table.Refusal(), channel.ErrOnChain) }

// lost returns the reason why this program does not know the signed states of the game, or nil if it does.
func (v *channelSession) lost() error {
	if err := v.table.Refusal(); err != nil && !v.submitted() {
		return &LogLostError{GameID: v.gameID, Err: err}
	}
	return nil
}

// trouble is the failure of the relay, or nil.
func (v *channelSession) trouble() error {
	if v.line == nil {
		return v.refused
	}
	if err := v.line.Err(); err != nil {
		return err
	}
	return v.line.Trouble()
}

// close gives log and line back.
func (v *channelSession) close() error {
	if v.line != nil {
		v.line.Close()
		v.line = nil
	}
	if v.table == nil {
		return nil
	}
	err := v.table.Close()
	v.table = nil
	return err
}

// Close releases the log and the line of an off-chain game, so that another program can resume it. The session may be
// used again.
func (s *Session) Close() error { return s.channel.close() }

// News receives a value when an update has arrived that Look has not seen. It is nil while there is no line.
func (s *Session) News() <-chan struct{} { return s.channel.news }

// Ruleset is the ruleset of an off-chain game. It is nil if the session takes no part in one.
func (s *Session) Ruleset() *game.Ruleset {
	if !s.channel.begun() {
		return nil
	}
	return s.channel.table.State().Ruleset
}

// Events returns the off-chain events since the last call, or since the session takes part.
func (s *Session) Events() []game.Event {
	events := s.channel.events
	s.channel.events = nil
	return events
}

// PastEvents returns the recorded off-chain events before the session took part, once.
func (s *Session) PastEvents() []game.Event {
	var events []game.Event
	var (
		last []byte
		seen bool
	)
	for _, r := range s.channel.past {
		update, err := channel.ParseUpdate(r.Update)
		if r.Kind == channel.KindBound || err != nil || update.Move == nil {
			continue
		}
		if base, err := s.channel.rules.Decode(update.State); err == nil {
			_, some, _ := s.channel.rules.Move(base, base.Actor, *update.Move, nil) // it was judged before it was written down
			if seen && bytes.Equal(update.State, last) {
				some = some[min(1, len(some)):] // the opening, which was recorded alone
			}
			events, last, seen = append(events, some...), update.State, true
		}
	}
	s.channel.past = nil
	return events
}
