package channel_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	at "github.com/battleship-chain/battleship/player/channel"
)

// player is one player of an off-chain game, with the machine that it plays on.
type player struct {
	*at.Table

	game *channeltest.Game
	me   game.Seat
	disk *disk
	// aim chooses its targets.
	aim func(game.State) game.Tile
}

// players returns both players of a game that was just joined.
func players(t testing.TB, g *channeltest.Game) [2]*player {
	t.Helper()
	var both [2]*player
	for seat := range both {
		both[seat] = &player{game: g, me: game.Seat(seat), disk: newDisk(key(g, game.Seat(seat))), aim: channeltest.InOrder}
		both[seat].start(t)
	}
	return both
}

// key returns the channel key of a player.
func key(g *channeltest.Game, seat game.Seat) []byte { return must(g.Key(seat)) }

// name returns what the log of a player is called by.
func name(g *channeltest.Game, seat game.Seat) at.Name {
	return at.Name{Game: g.Params.GameID, Channel: g.ID(), Seat: seat, Key: key(g, seat)}
}

// start begins a process that plays for the player, with what stands on its disk.
func (p *player) start(t testing.TB) {
	t.Helper()
	if err := p.open(); err != nil {
		t.Fatal(err)
	}
}

func (p *player) open() error {
	log, err := at.OpenDisk(p.disk, name(p.game, p.me))
	if err != nil {
		return err
	}
	p.Table, err = at.NewTable(p.game.Channel, p.me, p.sign, log)
	return err
}

func (p *player) sign(message []byte) ([]byte, error) {
	return p.game.Scheme.Sign(p.game.Secrets[p.me], message), nil
}

// owes reports whether the player is to move.
func (p *player) owes() bool {
	s := p.State()
	return s.Actor == p.me && s.Phase.InPlay()
}

// move makes the player's next move.
func (p *player) move() (channel.Proof, error) {
	update, _, err := p.Move(p.game.Move(p.State(), p.aim(p.State())))
	return update, err
}

// playOn has both players move in turn until the game is over, or for so many moves.
func playOn(t testing.TB, both [2]*player, moves int) (updates []channel.Proof) {
	t.Helper()
	for len(updates) < moves {
		mover := both[both[0].State().Actor]
		if !mover.owes() {
			break
		}
		update, err := mover.move()
		if err != nil {
			t.Fatal(err)
		}
		news, events, err := both[mover.me.Other()].Receive(update)
		if !news || err != nil || len(events) == 0 {
			t.Fatalf("expected news, got %t, %v, %v", news, events, err)
		}
		updates = append(updates, update)
	}
	return updates
}

// same returns an error unless both players know the same newest state.
func same(both [2]*player) error {
	a, b := must(both[0].game.Encode(both[0].State())), must(both[1].game.Encode(both[1].State()))
	if !bytes.Equal(a, b) {
		return fmt.Errorf("expected one state, got\n%s\nand\n%s", both[0].State(), both[1].State())
	}
	return nil
}

// write is a write that was not synced.
type write struct {
	at   int64
	data []byte
	size int64 // if data is nil: how long the file became
}

// disk is a file on a machine that can lose power, be full, or fail.
type disk struct {
	synced []byte
	since  []write
	shown  []byte // what the system shows
	// after is how many calls succeed before fail is asked; below 0 all do.
	after int
	fail  func(call string, w *write) error
}

func newDisk(key []byte) *disk {
	return &disk{synced: at.Format(key), shown: at.Format(key), after: -1}
}

// change makes a write that is not synced.
func (d *disk) change(w write) { d.since, d.shown = append(d.since, w), applied(d.shown, []write{w}) }

// sync brings what was written to the disk.
func (d *disk) sync() { d.synced, d.since = applied(d.synced, d.since), nil }

// forget is what some systems do after a sync that failed: what was written is shown, and never reaches the disk
// unless it is written again.
func (d *disk) forget() { d.since = nil }

// applied returns a file after some writes.
func applied(file []byte, writes []write) []byte {
	if len(writes) == 0 {
		return file
	}
	file = slices.Clone(file)
	for _, w := range writes {
		if w.data == nil {
			file = file[:min(w.size, int64(len(file)))]
			continue
		}
		if end := w.at + int64(len(w.data)); end > int64(len(file)) {
			file = append(file, make([]byte, end-int64(len(file)))...)
		}
		copy(file[w.at:], w.data)
	}
	return file
}

func (d *disk) fails(call string, w *write) error {
	if d.after != 0 {
		d.after--
		return nil
	}
	return d.fail(call, w)
}

func (d *disk) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(d.shown).ReadAt(p, off)
}

func (d *disk) WriteAt(p []byte, off int64) (int, error) {
	w := write{at: off, data: slices.Clone(p)}
	err := d.fails("write", &w)
	if len(w.data) > 0 {
		d.change(w)
	}
	if err == nil && len(w.data) < len(p) {
		err = io.ErrShortWrite
	}
	return len(w.data), err
}

func (d *disk) Truncate(size int64) error {
	w := write{size: size}
	if err := d.fails("truncate", &w); err != nil {
		return err
	}
	d.change(w)
	return nil
}

func (d *disk) Sync() error {
	if err := d.fails("sync", nil); err != nil {
		return err
	}
	d.sync()
	return nil
}

func (d *disk) Close() error { return nil }

// lose takes all from the disk that was not synced.
func (d *disk) lose() {
	d.since = nil
	d.cut(nil)
}

// cut is what a machine may find on its disk after it has lost power: what was synced and any part of what was not.
func (d *disk) cut(kept func(i int, w write) write) {
	var writes []write
	for i, w := range d.since {
		if w = kept(i, w); w.data == nil || len(w.data) > 0 {
			writes = append(writes, w)
		}
	}
	d.synced, d.since = applied(d.synced, writes), nil
	d.shown = d.synced
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
