package channel_test

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

// TestParams refuses what no channel can be made of.
func TestParams(t *testing.T) {
	for name, change := range map[string]func(*channel.Params){
		"no check of signatures": func(p *channel.Params) { p.Verify = nil },
		"no ruleset":             func(p *channel.Params) { p.Game.State.Ruleset = nil },
		"a ruleset of no size":   func(p *channel.Params) { p.Game.State.Ruleset = &game.Ruleset{ID: 1} },
		"claims that are none":   func(p *channel.Params) { p.Game.State.ProvenClaims = true },
		"no turns":               func(p *channel.Params) { p.Game.State.Clock.TurnBlocks = 0 },
		"no claims":              func(p *channel.Params) { p.Game.State.Clock.ClaimBlocks = 0 },
		"a height below 0":       func(p *channel.Params) { p.Game.JoinedHeight = -1 },
		"a height above all":     func(p *channel.Params) { p.Game.JoinedHeight = game.MaxBlockHeight + 1 },
		"no toss":                func(p *channel.Params) { p.Game.Toss = nil },
		"a short toss":           func(p *channel.Params) { p.Game.Toss = make([]byte, 31) },
		"a third seat first":     func(p *channel.Params) { p.Game.First = new(game.Seat(2)) },
		"no key":                 func(p *channel.Params) { p.Seats[0].Key = nil },
		"a short key":            func(p *channel.Params) { p.Seats[1].Key = p.Seats[1].Key[:32] },
		"a long key":             func(p *channel.Params) { p.Seats[1].Key = append(bytes.Clone(p.Seats[1].Key), 0) },
		"a key that is not compressed": func(p *channel.Params) {
			p.Seats[1].Key = append([]byte{4}, p.Seats[1].Key[1:]...)
		},
		"the same key twice": func(p *channel.Params) { p.Seats[1].Key = p.Seats[0].Key },
		"no board":           func(p *channel.Params) { p.Seats[1].Board = nil },
		"nothing public":     func(p *channel.Params) { p.Seats[0].Public = nil },
	} {
		t.Run(name, func(t *testing.T) {
			p := channeltest.New(game.Classic(), channeltest.Options{}).Params
			change(&p)
			_, err := channel.New(p)
			sameError(t, channel.ErrParams, err)
		})
	}
}

// TestAttackIDBindsAll changes each thing that a game follows from. Each change makes another id, so that nothing
// signed for one game is worth anything in the other: also after a restart of the chain under the same chain id,
// where the same players may come to play a game of the same number with the same boards.
func TestAttackIDBindsAll(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	seen := map[channel.ID]string{g.ID(): "the game itself"}
	for name, change := range map[string]func(*channel.Params){
		"the game id":            func(p *channel.Params) { p.GameID++ },
		"the height of the join": func(p *channel.Params) { p.Game.JoinedHeight++ },
		"the turns":              func(p *channel.Params) { p.Game.State.Clock.TurnBlocks++ },
		"the claims":             func(p *channel.Params) { p.Game.State.Clock.ClaimBlocks++ },
		"the ruleset":            func(p *channel.Params) { p.Game.State.Ruleset = game.Xaya() },
		"a proven ruleset":       func(p *channel.Params) { p.Game.State.Ruleset = game.ClassicZK() },
		"a proven one with claims": func(p *channel.Params) {
			p.Game.State = game.State{Ruleset: game.ClassicZK(), Clock: p.Game.State.Clock, ProvenClaims: true}
		},
		"the toss":            func(p *channel.Params) { p.Game.Toss = sum("another block") },
		"a first creator":     func(p *channel.Params) { p.Game.First = &creator },
		"a first joiner":      func(p *channel.Params) { p.Game.First = &joiner },
		"the creator's key":   func(p *channel.Params) { p.Seats[0].Key = append([]byte{3}, p.Seats[0].Key[1:]...) },
		"the joiner's key":    func(p *channel.Params) { p.Seats[1].Key = append([]byte{3}, p.Seats[1].Key[1:]...) },
		"the creator's board": func(p *channel.Params) { p.Seats[0].Public = append(bytes.Clone(p.Seats[0].Public), 0) },
		"the joiner's board":  func(p *channel.Params) { p.Seats[1].Public = append(bytes.Clone(p.Seats[1].Public), 0) },
		"the seats":           func(p *channel.Params) { p.Seats[0], p.Seats[1] = p.Seats[1], p.Seats[0] },
		"a byte that changes owner": func(p *channel.Params) {
			p.Seats[0].Public = append(bytes.Clone(p.Seats[0].Public), p.Seats[1].Key[0])
		},
	} {
		p := g.Params
		change(&p)
		c, err := channel.New(p)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if other, ok := seen[c.ID()]; ok {
			t.Errorf("%s: expected another id than %s", name, other)
		}
		seen[c.ID()] = name
	}
	p := g.Params
	p.Game.State = g.After(g.Initial(), g.Move(g.Initial(), 0)).Restart(now)
	if c, err := channel.New(p); err != nil || c.ID() != g.ID() {
		t.Errorf("expected the same id from a later state of the same game, got error %v", err)
	}
}

// TestAttackRestartedChain shows updates of a game to a game of the same number, players, boards and keys that was
// joined in another block of the same height, on a chain that was started anew.
func TestAttackRestartedChain(t *testing.T) {
	s := newStory(t, game.Classic())
	p := s.Params
	p.Game.Toss = sum("another block")
	c, err := channel.New(p)
	sameError(t, nil, err)
	x, err := c.Open(timeout)
	sameError(t, nil, err)
	for _, turn := range s.turns[1:] {
		for _, sender := range []*game.Seat{alice, bob} {
			if _, _, err := c.Submit(x, sender, turn.Update, now, nil); err == nil {
				t.Fatal("expected an update of another game to be refused")
			}
		}
	}
	_, _, err = c.Submit(x, alice, s.Both(s.last().State), now, nil)
	sameError(t, channel.ErrSignature, err)
}

// TestKey gives copies of keys away.
func TestKey(t *testing.T) {
	g := channeltest.New(game.Classic(), channeltest.Options{})
	key, err := g.Key(game.Joiner)
	sameError(t, nil, err)
	if !bytes.Equal(key, g.Params.Seats[1].Key) {
		t.Errorf("expected %x, got %x", g.Params.Seats[1].Key, key)
	}
	key[0]++
	if again := must(g.Key(game.Joiner)); bytes.Equal(key, again) {
		t.Error("expected the key unchanged")
	}
	_, err = g.Key(2)
	sameError(t, game.ErrSeat, err)
}

// sum returns 32 bytes that a text stands for.
func sum(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}
