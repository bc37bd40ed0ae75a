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
	// submissionVector is a message to the chain, and what comes of it.
	submissionVector struct {
		Name   string           `json:"name"`
		Game   string           `json:"game"`
		Chain  chainStateVector `json:"chain"`
		Sender string           `json:"sender"` // "creator", "joiner" or "" for anybody else
		Height int64            `json:"height"`
		// The proof.
		State   hexBytes          `json:"state"`
		Move    *moveVector       `json:"move,omitempty"`
		Creator hexBytes          `json:"creator_signature,omitempty"`
		Joiner  hexBytes          `json:"joiner_signature,omitempty"`
		Next    *chainStateVector `json:"next,omitempty"`
		Error   string            `json:"error,omitempty"`
		Code    int               `json:"code,omitempty"` // of codespace battleship
	}
	// chainStateVector is what the chain holds.
	chainStateVector struct {
		State     hexBytes `json:"state"`
		OffChain  bool     `json:"off_chain"`
		Responded []string `json:"responded"`
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
	{channel.ErrOffChain, 42},
	{channel.ErrNotNewer, 43},
	{channel.ErrNoResponse, 44},
	{channel.ErrSignature, 45},
	{channel.ErrProof, 48},
}

// unauthorized is the code of a sender who may not submit, of whom the chain learns before it asks package channel.
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

// newChainStateVector writes down what the chain holds.
func newChainStateVector(x channel.ChainState) chainStateVector {
	v := chainStateVector{State: must(x.State.MarshalBinary()), OffChain: x.OffChain, Responded: []string{}}
	for seat, was := range x.Responded {
		if was {
			v.Responded = append(v.Responded, game.Seat(seat).String())
		}
	}
	return v
}

// parse reads it.
func (v chainStateVector) parse(r *game.Ruleset) channel.ChainState {
	x := channel.ChainState{State: must(r.UnmarshalState(v.State)), OffChain: v.OffChain}
	for seat := range x.Responded {
		x.Responded[seat] = slices.Contains(v.Responded, game.Seat(seat).String())
	}
	return x
}

// makeSubmissions makes messages, and what the chain makes of them.
func makeSubmissions(t *testing.T, g *channeltest.Game) []submissionVector {
	t.Helper()
	turns := g.Play(hunt(g))
	third, fourth, fifth, end := turns[3], turns[4], turns[5], turns[len(turns)-1]
	surrender := g.Update(fourth.Base, g.Concession(fourth.Base))
	agreed := g.Both(g.After(fourth.Base, g.Concession(fourth.Base)))
	off, on := offChain(t, g), onChain(third.State)
	unsigned := fourth.Update
	unsigned.Signatures[game.Creator] = nil
	forged := fifth.Update
	forged.Signatures[game.Joiner] = g.Sign(game.Joiner, fourth.State)
	late := on.State.Deadline + 1
	list := make([]submissionVector, 0, 24)
	for _, tc := range []struct {
		name   string
		given  channel.ChainState
		sender *game.Seat
		height int64
		proof  channel.Proof
		code   int
	}{
		{"off-chain, no proof", off, bob, now, channel.Proof{}, 0},
		{"off-chain, an own update", off, bob, now, third.Update, 0},
		{"off-chain, an old update of the other's", off, bob, now, turns[0].Update, 0},
		{"off-chain, the last update", off, alice, now, end.Update, 0},
		{"off-chain, a third party", off, nobody, now, third.Update, unauthorized},
		{"off-chain, in the block of the join", off, alice, joined, channel.Proof{}, 20},
		{"off-chain, after the channel timeout", off, alice, off.State.Deadline + 1, channel.Proof{}, 0},
		{"off-chain, a surrender by the loser", off, alice, now, surrender, 44},
		{"off-chain, a surrender by the winner", off, bob, now, surrender, 0},
		{"on-chain, an own move that nobody has signed", on, alice, now, unsigned, 0},
		{"on-chain, a newer state by a third party", on, nobody, now, fourth.Update, 0},
		{"on-chain, a newer state that is unsigned, by a third party", on, nobody, now, unsigned, 48},
		{"on-chain, in the last block of the clock", on, nobody, late - 1, fourth.Update, 0},
		{"on-chain, after the clock", on, nobody, late, fourth.Update, 21},
		{"on-chain, the same state", on, alice, now, third.Update, 43},
		{"on-chain, an older state", on, alice, now, turns[1].Update, 43},
		{"on-chain, a forged signature", on, nobody, now, forged, 45},
		{"on-chain, a surrender, the winner has not responded", responded(on, game.Creator), alice, now, surrender, 44},
		{"on-chain, a surrender, the winner has responded", responded(on, game.Joiner), alice, now, surrender, 0},
		{"on-chain, a surrender that both have signed", on, nobody, now, agreed, 0},
		{"on-chain, play has ended", onChain(end.State), alice, now, end.Update, 19},
	} {
		v := submissionVector{
			Name: tc.name, Game: "classic", Chain: newChainStateVector(tc.given), Height: tc.height, State: tc.proof.State,
			Move: newMoveVector(tc.proof.Move), Creator: tc.proof.Signatures[0], Joiner: tc.proof.Signatures[1],
			Code: tc.code,
		}
		if tc.sender != nil {
			v.Sender = tc.sender.String()
		}
		next, _, err := g.Submit(tc.given, tc.sender, tc.proof, tc.height, nil)
		switch {
		case tc.code == 0 && err == nil:
			chainState := newChainStateVector(next)
			v.Next = &chainState
		case err != nil && (tc.code == codeOf(t, err) || tc.code == unauthorized && errors.Is(err, channel.ErrOffChain)):
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

// checkSubmission submits what was recorded.
func checkSubmission(t *testing.T, g *channeltest.Game, v submissionVector) {
	t.Helper()
	proof := channel.Proof{State: v.State, Move: v.Move.parse(), Signatures: [2][]byte{v.Creator, v.Joiner}}
	next, _, err := g.Submit(v.Chain.parse(g.Initial().Ruleset), seatNamed(v.Sender), proof, v.Height, nil)
	if v.Error != "" {
		if err == nil || !strings.Contains(err.Error(), v.Error) || v.Code == 0 {
			t.Errorf("expected error %s and its code, got %v", v.Error, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := newChainStateVector(next); !reflect.DeepEqual(got, *v.Next) {
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
			Binding: b.Binding, Commitment: zktest.Commit(b),
			TossLeaf: must(commitment.CommitToss(b.Binding, b.Fleet, b.Secret)),
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
