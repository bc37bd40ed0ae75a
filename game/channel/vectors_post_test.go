package channel_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/zktest"
)

type (
	// postingVector is a message to the chain, and what comes of it.
	postingVector struct {
		Name   string      `json:"name"`
		Game   string      `json:"game"`
		Chain  standVector `json:"chain"`
		Sender string      `json:"sender"` // "creator", "joiner" or "" for anybody else
		Height int64       `json:"height"`
		// The proof.
		State   hexBytes     `json:"state"`
		Move    *moveVector  `json:"move,omitempty"`
		Creator hexBytes     `json:"creator_signature,omitempty"`
		Joiner  hexBytes     `json:"joiner_signature,omitempty"`
		Next    *standVector `json:"next,omitempty"`
		Error   string       `json:"error,omitempty"`
		Code    int          `json:"code,omitempty"` // of codespace battleship
	}
	// standVector is what the chain holds.
	standVector struct {
		State hexBytes `json:"state"`
		AtSea bool     `json:"at_sea"`
		Heard []string `json:"heard"`
	}
	// codeVector is the code under which the chain reports an error.
	codeVector struct {
		Error string `json:"error"`
		Code  int    `json:"code"`
	}
)

// chainCodes are the codes of the errors in the vectors. Package types has a test that they are.
var chainCodes = []struct {
	err  error
	code int
}{
	{channel.ErrState, 48},
	{game.ErrPhase, 19},
	{game.ErrLate, 21},
	{game.ErrTurn, 20},
	{game.ErrTileTaken, 22},
	{commitment.ErrOpening, 18},
	{play.ErrMove, 17},
	{channel.ErrAtSea, 42},
	{channel.ErrNotNewer, 43},
	{channel.ErrUnheard, 44},
	{channel.ErrSignature, 45},
	{channel.ErrProof, 48},
}

// unauthorized is the code of a sender who may not post, of whom the chain learns before it asks package channel.
const unauthorized = 2

// codeOf returns the code of an error.
func codeOf(t *testing.T, err error) int {
	t.Helper()
	for _, c := range chainCodes {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	t.Fatalf("no code for %v", err)
	return 0
}

// newStandVector writes down what the chain holds.
func newStandVector(x channel.Stand) standVector {
	v := standVector{State: must(x.State.MarshalBinary()), AtSea: x.AtSea, Heard: []string{}}
	for seat, was := range x.Heard {
		if was {
			v.Heard = append(v.Heard, game.Seat(seat).String())
		}
	}
	return v
}

// parse reads it.
func (v standVector) parse(r *game.Ruleset) channel.Stand {
	x := channel.Stand{State: must(r.UnmarshalState(v.State)), AtSea: v.AtSea}
	for seat := range x.Heard {
		x.Heard[seat] = slices.Contains(v.Heard, game.Seat(seat).String())
	}
	return x
}

// makePostings makes messages, and what the chain makes of them.
func makePostings(t *testing.T, g *channeltest.Game) []postingVector {
	t.Helper()
	turns := g.Play(hunt(g))
	third, fourth, fifth, end := turns[3], turns[4], turns[5], turns[len(turns)-1]
	surrender := g.Letter(fourth.Base, g.Concession(fourth.Base))
	agreed := g.Both(g.After(fourth.Base, g.Concession(fourth.Base)))
	sea, land := atSea(t, g), ashore(third.State)
	unsigned := fourth.Letter
	unsigned.Signatures[game.Creator] = nil
	forged := fifth.Letter
	forged.Signatures[game.Joiner] = g.Sign(game.Joiner, fourth.State)
	late := land.State.Deadline + 1
	list := make([]postingVector, 0, 24)
	for _, tc := range []struct {
		name   string
		given  channel.Stand
		sender *game.Seat
		height int64
		proof  channel.Proof
		code   int
	}{
		{"at sea, no proof", sea, bob, now, channel.Proof{}, 0},
		{"at sea, an own letter", sea, bob, now, third.Letter, 0},
		{"at sea, an old letter of the other's", sea, bob, now, turns[0].Letter, 0},
		{"at sea, the last letter", sea, alice, now, end.Letter, 0},
		{"at sea, a third party", sea, nobody, now, third.Letter, unauthorized},
		{"at sea, in the block of the join", sea, alice, joined, channel.Proof{}, 20},
		{"at sea, after the lease", sea, alice, sea.State.Deadline + 1, channel.Proof{}, 21},
		{"at sea, a surrender by the loser", sea, alice, now, surrender, 44},
		{"at sea, a surrender by the winner", sea, bob, now, surrender, 0},
		{"ashore, an own move that nobody has signed", land, alice, now, unsigned, 0},
		{"ashore, a newer state by a third party", land, nobody, now, fourth.Letter, 0},
		{"ashore, a newer state that is unsigned, by a third party", land, nobody, now, unsigned, 48},
		{"ashore, in the last block of the clock", land, nobody, late - 1, fourth.Letter, 0},
		{"ashore, after the clock", land, nobody, late, fourth.Letter, 21},
		{"ashore, the same state", land, alice, now, third.Letter, 43},
		{"ashore, an older state", land, alice, now, turns[1].Letter, 43},
		{"ashore, a forged signature", land, nobody, now, forged, 45},
		{"ashore, a surrender, the winner unheard", heard(land, game.Creator), alice, now, surrender, 44},
		{"ashore, a surrender, the winner heard", heard(land, game.Joiner), alice, now, surrender, 0},
		{"ashore, a surrender that both have signed", land, nobody, now, agreed, 0},
		{"ashore, play has ended", ashore(end.State), alice, now, end.Letter, 19},
	} {
		v := postingVector{
			Name: tc.name, Game: "classic", Chain: newStandVector(tc.given), Height: tc.height, State: tc.proof.State,
			Move: newMoveVector(tc.proof.Move), Creator: tc.proof.Signatures[0], Joiner: tc.proof.Signatures[1],
			Code: tc.code,
		}
		if tc.sender != nil {
			v.Sender = tc.sender.String()
		}
		next, _, err := g.Post(tc.given, tc.sender, tc.proof, tc.height, nil)
		switch {
		case tc.code == 0 && err == nil:
			stand := newStandVector(next)
			v.Next = &stand
		case err != nil && (tc.code == codeOf(t, err) || tc.code == unauthorized && errors.Is(err, channel.ErrAtSea)):
			for _, c := range chainCodes {
				if errors.Is(err, c.err) && v.Error == "" {
					v.Error = c.err.Error()
				}
			}
		default:
			t.Errorf("%s: expected code %d, got %v", tc.name, tc.code, err)
		}
		list = append(list, v)
	}
	return list
}

// checkPosting posts what was recorded.
func checkPosting(t *testing.T, g *channeltest.Game, v postingVector) {
	t.Helper()
	proof := channel.Proof{State: v.State, Move: v.Move.parse(), Signatures: [2][]byte{v.Creator, v.Joiner}}
	next, _, err := g.Post(v.Chain.parse(g.Initial().Ruleset), seatNamed(v.Sender), proof, v.Height, nil)
	if v.Error != "" {
		if err == nil || !strings.Contains(err.Error(), v.Error) || v.Code == 0 {
			t.Errorf("expected error %s and its code, got %v", v.Error, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := newStandVector(next); !reflect.DeepEqual(got, *v.Next) {
		t.Errorf("expected %+v, got %+v", *v.Next, got)
	}
}

// makeCodes lists the codes of errors.
func makeCodes() []codeVector {
	list := make([]codeVector, 0, len(chainCodes))
	for _, c := range chainCodes {
		list = append(list, codeVector{Error: c.err.Error(), Code: c.code})
	}
	return list
}

// withBoards returns a game with other boards, by seat.
func withBoards(g *channeltest.Game, board func(seat game.Seat) (play.Board, []byte)) *channeltest.Game {
	p := g.Params
	for seat := range p.Seats {
		p.Seats[seat].Board, p.Seats[seat].Public = board(game.Seat(seat))
	}
	g.Channel, g.Params = must(channel.New(p)), p
	return g
}

// inEarnest returns a game whose boards are proven in earnest.
func inEarnest(g *channeltest.Game) *channeltest.Game {
	return withBoards(g, func(seat game.Seat) (play.Board, []byte) {
		b := g.Boards[seat]
		board := play.ProvenBoard{
			Binding: b.Binding, Commitment: zktest.Commit(b), TossLeaf: must(commitment.CommitToss(b.Binding, b.Secret)),
		}
		return board, slices.Concat(must(b.Binding.AppendBinary(nil)), board.Commitment[:], board.TossLeaf)
	})
}

// withoutAShip returns a game in which the joiner has left out the last ship of its fleet.
func withoutAShip(g *channeltest.Game) *channeltest.Game {
	b := &g.Boards[game.Joiner]
	*b = b.Without(b.Fleet[len(b.Fleet)-1])
	return withBoards(g, func(seat game.Seat) (play.Board, []byte) {
		return channeltest.Board(g.Boards[seat]), channeltest.Public(g.Boards[seat])
	})
}
