// Package channeltest provides games in channels for tests: boards, keys, honest moves and the updates in which they
// are sent.
//
// Like commitmenttest, this package panics where a test asks for something that cannot be.
package channeltest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/play"
)

// ChainID is the chain that the games are played on.
const ChainID = "battleship-devnet-1"

// Options are how a game differs from the first one that New makes. The zero value will do.
type Options struct {
	// GameID is the game's number. It defaults to 1.
	GameID uint64
	// Seed makes other secrets, so other boards and keys of the same players.
	Seed uint64
	// JoinedHeight is the height of the join. It defaults to 100.
	JoinedHeight int64
	// Clock is the game's clock. It defaults to turns of 20 and claims of 30 blocks.
	Clock game.Clock
	// First is the player chosen by the toss.
	First game.Seat
	// Rematch is the player who shoots first regardless of the toss. It is nil if the toss decides.
	Rematch *game.Seat
	// ProvenClaims keeps the claim in a proven ruleset.
	ProvenClaims bool
	// ChainID is the chain id. It defaults to the constant.
	ChainID string
	// Fleets are the players' fleets, by seat. They default to commitmenttest.Fleet.
	Fleets [2]string
	// Scheme makes and checks signatures. It defaults to Quick.
	Scheme Scheme
}

// Game is a game in a channel with its players' secrets.
type Game struct {
	*channel.Channel

	Params channel.Params
	Boards [2]commitmenttest.Board
	// Secrets are the players' secret channel keys.
	Secrets [2][32]byte
	Scheme  Scheme
}

// New returns a game that was just joined.
func New(r *game.Ruleset, o Options) *Game {
	o = o.filled(r)
	g := &Game{Scheme: o.Scheme}
	p := channel.Params{GameID: o.GameID, Verify: o.Scheme.Verify}
	for seat, name := range []string{"alice", "bob"} {
		b := commitment.Binding{ChainID: o.ChainID, Player: []byte(name), Nonce: o.Seed, Ruleset: r}
		secret := sha256.Sum256(fmt.Appendf(nil, "board %s %d", name, o.Seed))
		g.Boards[seat] = commitmenttest.New(b, o.Fleets[seat], secret[:])
		g.Secrets[seat] = sha256.Sum256(fmt.Appendf(nil, "channel %s %d", name, o.Seed))
		p.Seats[seat] = channel.Seat{
			Key: o.Scheme.Key(g.Secrets[seat]), Board: Board(g.Boards[seat]), Public: Public(g.Boards[seat]),
		}
	}
	join := commitment.Join{GameID: o.GameID, Player: []byte("bob")}
	p.Game = play.Game{
		State:        game.State{Ruleset: r, Clock: o.Clock, ProvenClaims: o.ProvenClaims},
		JoinedHeight: o.JoinedHeight,
		Toss:         commitment.MixToss(g.Boards[game.Creator].TossFor(o.First, join), join),
		First:        o.Rematch,
	}
	g.Params, g.Channel = p, must(channel.New(p))
	return g
}

// filled returns the options with defaults for zero values.
func (o Options) filled(r *game.Ruleset) Options {
	if o.GameID == 0 {
		o.GameID = 1
	}
	if o.JoinedHeight == 0 {
		o.JoinedHeight = 100
	}
	if o.Clock == (game.Clock{}) {
		o.Clock = game.Clock{TurnBlocks: 20, ClaimBlocks: 30}
	}
	if o.ChainID == "" {
		o.ChainID = ChainID
	}
	for seat := range o.Fleets {
		if o.Fleets[seat] == "" {
			o.Fleets[seat] = commitmenttest.Fleet(r)
		}
	}
	if o.Scheme == nil {
		o.Scheme = Quick{}
	}
	return o
}

// Public returns the bytes of a player and its commitment, as they are in the id of a channel.
func Public(b commitmenttest.Board) []byte {
	public := must(b.Binding.AppendBinary(nil))
	board := b.Commit()
	for _, root := range board.RowRoots {
		public = append(public, root...)
	}
	return append(public, board.TossLeaf...)
}

// Sign returns a player's signature under a state.
func (g *Game) Sign(by game.Seat, s game.State) []byte {
	return g.Scheme.Sign(g.Secrets[by], must(g.Message(s)))
}

// Encoded returns the bytes of a state in a proof: none for the one that the join has left.
func (g *Game) Encoded(s game.State) []byte {
	if s.Phase == game.PhaseToss {
		return nil
	}
	return must(g.Encode(s))
}

// Opening returns the honest opening owed in a state, and the ship announced with it. It is empty if a shot is owed.
func (g *Game) Opening(s game.State) play.Move {
	b := g.Boards[s.Actor]
	switch s.Owes {
	case game.OwesTossReveal:
		return play.Move{Opening: opened(b.OpenToss())}
	case game.OwesAnswer:
		m := play.Move{Opening: opened(b.Open(s.Pending))}
		answer := b.Answer(s)
		if s.Ruleset.Proven {
			m.Opening = &play.Opening{Content: m.Opening.Content, Proof: truth{board: b}.proof(s.Pending, answer)}
		}
		if answer.Sunk != nil {
			class, placement := s.Ruleset.ShipString(*answer.Sunk)
			m.Sunk = &play.Ship{Class: class, Placement: placement}
		}
		return m
	default:
		return play.Move{}
	}
}

// Move returns the honest move in a state, which shoots at the target if the turn is the mover's.
func (g *Game) Move(s game.State, target game.Tile) channel.Move {
	m := channel.Move{Move: g.Opening(s)}
	shot := m
	shot.Target = s.Ruleset.TileName(target)
	if _, _, err := g.Channel.Move(s, s.Actor, shot, nil); err == nil {
		return shot
	}
	return m
}

// Concession returns the honest opening owed in a state, and gives up.
func (g *Game) Concession(s game.State) channel.Move {
	return channel.Move{Move: g.Opening(s), Concede: true}
}

// After returns the state after a move of the player who owes one.
func (g *Game) After(s game.State, m channel.Move) game.State {
	next, _, err := g.Channel.Move(s, s.Actor, m, nil)
	return must(next, err)
}

// Both returns the proof of a state that both players have signed.
func (g *Game) Both(s game.State) channel.Proof {
	p := channel.Proof{State: g.Encoded(s)}
	for seat := range p.Signatures {
		p.Signatures[seat] = g.Sign(game.Seat(seat), s)
	}
	return p
}

// Update returns the proof of a move: the state before with the signature of the player who does not move, unless it is
// the one that the join has left, the move, and the mover's signature.
func (g *Game) Update(base game.State, m channel.Move) channel.Proof {
	p := channel.Proof{State: g.Encoded(base), Move: &m}
	p.Signatures[base.Actor] = g.Sign(base.Actor, g.After(base, m))
	if base.Phase != game.PhaseToss {
		other := base.Actor.Other()
		p.Signatures[other] = g.Sign(other, base)
	}
	return p
}

// Turn is one move of a whole game.
type Turn struct {
	Base   game.State
	Move   channel.Move
	State  game.State
	Update channel.Proof
}

// Play returns a whole game of honest players who shoot at the tile that next returns.
func (g *Game) Play(next func(s game.State) game.Tile) []Turn {
	var turns []Turn
	for s := g.Initial(); s.Phase.InPlay(); {
		t := Turn{Base: s, Move: g.Move(s, next(s))}
		t.State, t.Update = g.After(s, t.Move), g.Update(s, t.Move)
		turns, s = append(turns, t), t.State
	}
	return turns
}

// InOrder shoots at the first tile that the mover has not shot at yet.
func InOrder(s game.State) game.Tile {
	for t := range game.Tile(s.Ruleset.Tiles()) {
		if !s.Sides[s.Actor.Other()].Answered.Has(t) {
			return t
		}
	}
	panic("channeltest: no tile is left")
}

// Board returns the public part of the board. If answers are proven, the proofs are not those of package verify, which
// are slow to make: they are hashes, and the board knows the truth.
func Board(b commitmenttest.Board) play.Board {
	rows := play.MerkleRows{Binding: b.Binding, Roots: b.Commit()}
	if b.Binding.Ruleset.Proven {
		return truth{MerkleRows: rows, board: b}
	}
	return rows
}

// truth is a board that knows its ships.
type truth struct {
	play.MerkleRows

	board commitmenttest.Board
}

// OpeningWork implements play.Board.
func (truth) OpeningWork(game.Tile) play.Work { return play.Work{For: "opening", Proofs: 1} }

// VerifyAnswer implements play.Board.
func (t truth) VerifyAnswer(before game.State, a game.Answer, o play.Opening) error {
	if !bytes.Equal(o.Proof, t.proof(before.Pending, t.board.Answer(before))) ||
		!bytes.Equal(o.Proof, t.proof(before.Pending, a)) || len(o.Salt)+len(o.Path) > 0 {
		return fmt.Errorf("%w: not the proof of this answer", commitment.ErrOpening)
	}
	return nil
}

// proof is the proof of an answer.
func (t truth) proof(tile game.Tile, a game.Answer) []byte {
	b := fmt.Appendf(nil, "proof of %x: %d %t ", t.board.Secret, tile, a.Hit)
	if a.Sunk != nil {
		b = binary.BigEndian.AppendUint16(b, a.Sunk.Code())
	}
	sum := sha256.Sum256(b)
	return sum[:]
}

// opened is an opening as it is sent.
func opened(o commitment.Opening) *play.Opening {
	return &play.Opening{Content: int(o.Content), Salt: o.Salt, Path: o.Path}
}

// must returns a value that a test has asked for.
func must[T any](value T, err error) T {
	if err != nil {
		panic("channeltest: " + err.Error())
	}
	return value
}
