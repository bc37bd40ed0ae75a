package session

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
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// DefaultPatience is how long a bot waits for its opponent at sea before it brings the game ashore.
	DefaultPatience = 30 * time.Second
	// PersonPatience is how long a person's program does.
	PersonPatience = 10 * time.Minute
	// resendAfter is how often the newest letter is sent again while the opponent owes, resendAtOnce how often at most if
	// the opponent shows that it does not have it.
	resendAfter, resendAtOnce = time.Second, 100 * time.Millisecond
	// maxInbox is how many letters wait to be read; the oldest go first. Any one that is newer proves all before it.
	maxInbox = 16
)

// voyage is one player's game at sea as a program plays it: what was signed, and the line to the opponent. The sessions
// of a player and of its own delegate share it.
type voyage struct {
	gameID uint64
	rules  *rules.Channel
	// table is nil until the voyage has begun.
	table *channel.Table
	seat  game.Seat
	peer  []byte
	// url is the relay's, line the way there; nil if there is none.
	url  string
	line *relay.Conn
	// news wakes who waits for a letter.
	news chan struct{}

	mu    sync.Mutex
	inbox [][]byte

	// chain is the game as the chain showed it when it was last asked, at looked.
	chain  View
	looked time.Time
	// sent is when the newest letter was sent last. Behind tells that the opponent has shown that it does not have it.
	sent   time.Time
	behind bool
	// progress is that of the newest state, since how long it is.
	progress int
	since    time.Time
	// past is what was written down when the voyage began, events are what has happened since and was not asked for yet.
	past   []channel.Record
	events []game.Event
	// heard tells that a letter has come which was understood.
	heard bool
	// refused is why the last letter was not taken over that was no good.
	refused error
}

// begun reports whether the game is played at sea, or was, and this program takes part.
func (v *voyage) begun() bool { return v != nil && v.table != nil }

// channelKey is the key that signs the game's states at sea.
func (b *ownBoard) channelKey() *secp256k1.PrivKey { return &secp256k1.PrivKey{Key: b.channel} }

// logDir is where the logs of the player's games at sea stand.
func (s *Session) logDir() (string, error) {
	if s.player.Vault == nil || s.player.Vault.Home() == "" {
		return "", ErrNoHome
	}
	return channel.Dir(s.player.Vault.Home(), s.player.Chain.ChainID(), s.address().String()), nil
}

// setOut returns what a player enters a game with that is played at sea. The log is there before the key is known to
// anybody, so a log that is missing later is one that was lost.
func (s *Session) setOut(own *ownBoard, relayURL string) (*types.Channel, error) {
	dir, err := s.logDir()
	if err != nil {
		return nil, err
	}
	key := own.channelKey().PubKey().Bytes()
	if err := channel.Prepare(dir, key); err != nil {
		return nil, fmt.Errorf("prepare the log of a game at sea: %w", err)
	}
	return &types.Channel{Key: key, Relay: relayURL}, nil
}

// logName is which log is that of the player's game.
func (s *Session) logName(v View, c *rules.Channel, seat game.Seat) channel.Name {
	return channel.Name{Game: s.gameID, Channel: c.ID(), Seat: seat, Key: v.Game.Participants[seat].Channel.Key}
}

// embark takes part in a game at sea, if it is one: it opens the log of what was signed, and the line to the opponent.
// It reports whether there is anything new about the game by that. A game that was at sea needs its log ashore, too:
// what is newer there than on chain is posted before anything else.
func (s *Session) embark(ctx context.Context, v View, seat game.Seat) (bool, error) {
	if s.sea.begun() || !v.Game.IsChannel() || v.State.Phase == game.PhaseOpen {
		return false, nil
	}
	own, err := s.recover(v, seat)
	if errors.Is(err, ErrNoWallet) && !v.AtSea {
		return false, nil // who has no board can still shoot
	}
	if err != nil {
		return false, err
	}
	c, err := v.Game.Channel(s.player.Chain.ChainID())
	if err != nil {
		return false, fmt.Errorf("game %d: %w", s.gameID, saidPlainly{err})
	}
	log, err := s.openLog(v, c, seat)
	if err != nil {
		return false, err
	}
	s.sea.past = log.Records()
	key := own.channelKey()
	table, err := channel.NewTable(c, seat, key.Sign, log)
	if err != nil {
		return false, errors.Join(err, log.Close())
	}
	sea := s.sea
	sea.gameID, sea.rules, sea.table, sea.seat = s.gameID, c, table, seat
	sea.peer = v.Game.Participants[seat.Other()].Channel.Key
	sea.progress, sea.since = table.State().Progress(), time.Now()
	sea.chain, sea.looked = v, time.Now()
	if v.AtSea && (sea.lost() == nil || s.recovering) {
		s.connect(ctx, v, key) // a line of this key's that another machine has is cut off by that
	}
	return true, nil
}

// openLog opens the log of the game. One that is lost, or not to be trusted, takes letters over and signs nothing.
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

// connect opens the line to the opponent. Without one the letters stay here, and patience ends.
func (s *Session) connect(ctx context.Context, v View, key *secp256k1.PrivKey) {
	sea := s.sea
	sea.url = s.RelayOf(v)
	line, err := relay.Dial(context.WithoutCancel(ctx), sea.url, key.PubKey().Bytes(), key.Sign)
	if err != nil {
		sea.refused = err
		return
	}
	sea.line, sea.news = line, make(chan struct{}, 1)
	go sea.listen(line, sea.news)
	_ = line.Send(sea.peer, nil) // its letters are welcome; the key is one, as the chain has checked
	sea.send()
}

// RelayOf is the relay that a game's letters go over: the one that the player says, else the game's, else the one of
// this machine.
func (s *Session) RelayOf(v View) string {
	if s.player.Relay != "" {
		return s.player.Relay
	}
	if c := v.Game.Participants[game.Creator].Channel; c != nil && c.Relay != "" {
		return c.Relay
	}
	return relay.DefaultURL
}

// listen takes letters over as they come, until the line ends.
func (v *voyage) listen(line *relay.Conn, news chan<- struct{}) {
	for letter := range line.Letters() {
		if !bytes.Equal(letter.From[:], v.peer) {
			continue
		}
		v.mu.Lock()
		if v.inbox = append(v.inbox, letter.Content); len(v.inbox) > maxInbox {
			v.inbox = v.inbox[1:]
		}
		v.mu.Unlock()
		select {
		case news <- struct{}{}:
		default: // it is known that there is something
		}
	}
}

// receive reads the letters that have come. Once anything was submitted to the chain, what the opponent has to say it
// says there.
func (v *voyage) receive() {
	v.mu.Lock()
	letters := v.inbox
	v.inbox = nil
	v.mu.Unlock()
	if v.submitted() {
		return
	}
	for _, raw := range letters {
		letter, err := channel.ParseLetter(raw)
		if err != nil {
			v.refused = err
			continue
		}
		news, events, err := v.table.Receive(letter)
		if err != nil {
			v.refused = err
		}
		v.heard = v.heard || err == nil
		v.events = append(v.events, events...)
		v.behind = v.behind || err == nil && !news
	}
	v.moved()
}

// moved notes since when the newest state is that.
func (v *voyage) moved() {
	if now := v.table.State().Progress(); now != v.progress {
		v.progress, v.since = now, time.Now()
	}
}

// send sends the newest letter.
func (v *voyage) send() {
	letter, ok := v.table.Resend()
	if !ok || v.line == nil {
		return
	}
	if err := v.line.Send(v.peer, channel.MarshalLetter(letter)); err != nil {
		v.refused = err
	}
	v.sent, v.behind = time.Now(), false
}

// delivered reports whether no letter waits to leave.
func (v *voyage) delivered() bool { return v.line == nil || v.line.Sent() && v.line.Trouble() == nil }

// resend sends the newest letter again if it is time for that.
func (v *voyage) resend() {
	switch ago := time.Since(v.sent); {
	case ago >= resendAfter, v.behind && ago >= resendAtOnce:
		v.send()
	}
}

// submitted reports whether anything was sent to the chain, or about to be, so that nothing is signed at sea any more.
func (v *voyage) submitted() bool { return errors.Is(v.table.Refusal(), channel.ErrAshore) }

// lost returns why this program does not know what was signed in the game; nil if it does.
func (v *voyage) lost() error {
	if err := v.table.Refusal(); err != nil && !v.submitted() {
		return &LogLostError{GameID: v.gameID, Err: err}
	}
	return nil
}

// trouble is what keeps letters from coming and going; nil for nothing.
func (v *voyage) trouble() error {
	if v.line == nil {
		return v.refused
	}
	if err := v.line.Err(); err != nil {
		return err
	}
	return v.line.Trouble()
}

// close gives log and line back.
func (v *voyage) close() error {
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

// Close gives back what the session holds for a game at sea, so that another program can go on with it. The session may
// be used again.
func (s *Session) Close() error { return s.sea.close() }

// News tells when a letter has come that Look has not seen; it is nil while there is no line for letters.
func (s *Session) News() <-chan struct{} { return s.sea.news }

// Ruleset is what a game at sea is played by; nil if the session takes no part in one.
func (s *Session) Ruleset() *game.Ruleset {
	if !s.sea.begun() {
		return nil
	}
	return s.sea.table.State().Ruleset
}

// Events returns what has happened at sea since it was last asked, or since the session takes part.
func (s *Session) Events() []game.Event {
	events := s.sea.events
	s.sea.events = nil
	return events
}

// PastEvents returns what had happened at sea before the session took part, as it is written down; nothing if it was
// asked before.
func (s *Session) PastEvents() []game.Event {
	var events []game.Event
	for _, r := range s.sea.past {
		letter, err := channel.ParseLetter(r.Letter)
		if r.Kind == channel.KindBound || err != nil || letter.Move == nil {
			continue
		}
		if base, err := s.sea.rules.Decode(letter.State); err == nil {
			_, some, _ := s.sea.rules.Move(base, base.Actor, *letter.Move, nil) // it was judged before it was written down
			events = append(events, some...)
		}
	}
	s.sea.past = nil
	return events
}

// Foreseen is the game as its player sees it. At sea an answer goes with the shot that follows it, so the game is shown
// as it will be after the answer.
func (s *Session) Foreseen(v View, seat game.Seat) game.State {
	st := v.State
	if !v.AtSea || !v.frozen || s.own == nil || st.Actor != seat {
		return st
	}
	switch st.Owes {
	case game.OwesAnswer:
		answer, err := st.TrueAnswer(s.own.fleet)
		if err != nil {
			return st
		}
		if next, _, err := game.Step(st, answer, v.next()); err == nil {
			return next
		}
	case game.OwesTossReveal:
		var moved Moved
		if next, err := s.reveal(context.Background(), v, seat, &types.MsgShootAndReveal{}, &moved); err == nil {
			return next
		}
	case game.OwesNothing, game.OwesShot, game.OwesClaim:
	}
	return st
}
