package channel_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
	at "github.com/battleship-chain/battleship/player/channel"
)

// samples are updates of all forms.
func samples() []channel.Proof {
	signature := make([]byte, channel.SignatureSize)
	samples := []channel.Proof{
		{},
		{Move: &channel.Move{}},
		{Move: &channel.Move{Concede: true}},
		{Move: &channel.Move{Move: play.Move{Opening: &play.Opening{}, Sunk: &play.Ship{}, Target: "J10"}}},
		{Move: &channel.Move{Move: play.Move{
			Opening: &play.Opening{Content: -1, Path: [][]byte{nil, {1}}, Proof: signature},
		}}},
		{Move: &channel.Move{Move: play.Move{Opening: &play.Opening{Content: 300, Salt: signature}}}},
		{State: []byte("state"), Signatures: [2][]byte{signature, signature}},
		{Signatures: [2][]byte{nil, signature}},
	}
	for _, r := range []*game.Ruleset{game.Classic(), game.XayaZK()} {
		for _, turn := range channeltest.New(r, channeltest.Options{}).Play(channeltest.InOrder)[:9] {
			samples = append(samples, turn.Update)
		}
	}
	return samples
}

// TestUpdates: what is written is read again, and nothing else is.
func TestUpdates(t *testing.T) {
	for i, update := range samples() {
		b := at.MarshalUpdate(update)
		read, err := at.ParseUpdate(b)
		if err != nil {
			t.Fatalf("update %d: %v", i, err)
		}
		if again := at.MarshalUpdate(read); string(again) != string(b) {
			t.Errorf("update %d: expected %x, got %x", i, b, again)
		}
		for cut := range b {
			if read, err := at.ParseUpdate(b[:cut]); err == nil && reflect.DeepEqual(read, update) {
				t.Errorf("update %d, cut at %d: expected another one or none, got the same", i, cut)
			}
		}
	}
	for what, b := range map[string][]byte{
		"a field of another message": {0x2a, 0},
		"an empty field":             {0x0a, 0},
		"a field twice":              {0x0a, 1, 1, 0x0a, 1, 1},
		"fields out of order":        {0x1a, 1, 1, 0x0a, 1, 1},
		"a number for bytes":         {0x08, 1},
		"bytes for a number":         {0x12, 2, 0x22, 0},
		"a long number":              {0x12, 3, 0x20, 0x81, 0},
		"a concession of two":        {0x12, 2, 0x20, 2},
		"a concession of none":       {0x12, 2, 0x20, 0},
		"a text that is none":        {0x12, 3, 0x1a, 1, 0xff},
		"a group":                    {0x0b, 0x0c},
		"field 0":                    {0x02, 0},
		"a length past the end":      {0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f},
		"too much":                   make([]byte, at.MaxUpdate+1),
	} {
		if _, err := at.ParseUpdate(b); !errors.Is(err, at.ErrUpdate) {
			t.Errorf("%s: expected %v, got %v", what, at.ErrUpdate, err)
		}
	}
}

// FuzzUpdate reads any bytes. What is read is what is written, and a table that is given it stays as it was or has news
// that it can prove.
func FuzzUpdate(f *testing.F) {
	for _, update := range samples() {
		f.Add(at.MarshalUpdate(update))
	}
	g := channeltest.New(game.Classic(), channeltest.Options{Scheme: channeltest.Secp256k1{}})
	turns := g.Play(channeltest.InOrder)
	for _, turn := range turns[:6] {
		f.Add(at.MarshalUpdate(turn.Update))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		update, err := at.ParseUpdate(b)
		if err != nil {
			return
		}
		if again := at.MarshalUpdate(update); string(again) != string(b) {
			t.Fatalf("expected %x, got %x", b, again)
		}
		both := players(t, g)
		playOn(t, both, 6)
		for _, p := range both {
			before := p.State().Progress()
			news, _, err := p.Receive(update)
			if news && (err != nil || p.State().Progress() <= before) {
				t.Fatalf("expected news of what is newer, got progress %d after %d, %v", p.State().Progress(), before, err)
			}
			if _, err := g.Judge(p.Proof(), nil, nil); err != nil || p.Refusal() != nil {
				t.Fatal(err, p.Refusal())
			}
		}
	})
}
