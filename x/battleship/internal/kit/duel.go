package kit

import (
	"encoding/binary"
	"fmt"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Duel is one game between two players whose boards the test knows.
type Duel struct {
	*Fixture

	ID     uint64
	Boards [types.PlayersPerGame]Board
}

// Create opens a game with a board.
func (f *Fixture) Create(b Board) uint64 {
	f.Helper()
	return f.Open(CreateMsg(b))
}

// Open delivers a message that opens a game and returns its id.
func (f *Fixture) Open(msg sdk.Msg) uint64 {
	f.Helper()
	id, err := f.Keeper.NextGameID(f.Ctx)
	require.NoError(f, err)
	f.Deliver(msg)
	require.True(f, f.Has(id), "no game was opened")
	return id
}

// CreateMsg opens a game with a board, for any opponent.
func CreateMsg(b Board) *types.MsgCreateGame {
	return &types.MsgCreateGame{Sender: b.Player.Text(), RulesetId: b.Binding.Ruleset.ID, Entry: b.Entry()}
}

// JoinMsg joins a game with a board, and zeros as the joiner's half of the toss.
func JoinMsg(id uint64, b Board) *types.MsgJoinGame {
	return &types.MsgJoinGame{
		Sender: b.Player.Text(), GameId: id, Entry: b.Entry(), Toss: make([]byte, commitment.TossSize),
	}
}

// MatchMsg asks for a match with an honest board of the player's.
func (f *Fixture) MatchMsg(p Player, r *game.Ruleset) *types.MsgMatchGame {
	f.Helper()
	return &types.MsgMatchGame{
		Sender: p.Text(), RulesetId: r.ID, Entry: f.NewBoard(p, r, FleetOf(r)).Entry(),
		Toss: make([]byte, commitment.TossSize),
	}
}

// NewDuel has alice create a game, with changes to her message, and bob join it, both with honest boards. The creator
// owes its toss and shoots first.
func (f *Fixture) NewDuel(r *game.Ruleset, changes ...func(*types.MsgCreateGame)) *Duel {
	f.Helper()
	return f.NewDuelOf(f.NewBoard(Alice, r, FleetOf(r)), f.NewBoard(Bob, r, FleetOf(r)), changes...)
}

// NewDuelOf is NewDuel with boards of the test's choice.
func (f *Fixture) NewDuelOf(creator, joiner Board, changes ...func(*types.MsgCreateGame)) *Duel {
	f.Helper()
	create := CreateMsg(creator)
	for _, change := range changes {
		change(create)
	}
	d := &Duel{Fixture: f, ID: f.Open(create), Boards: [...]Board{creator, joiner}}
	d.JoinFor(game.Creator)
	return d
}

// TossFor returns bytes with which that seat shoots first if the joiner sends them in this block.
func (d *Duel) TossFor(first game.Seat) []byte {
	toss := make([]byte, commitment.TossSize)
	for i := uint64(0); ; i++ {
		binary.BigEndian.PutUint64(toss, i)
		if d.chosenBy(toss) == first {
			return toss
		}
	}
}

// chosenBy returns the seat that shoots first if the joiner sends these bytes in this block.
func (d *Duel) chosenBy(toss []byte) game.Seat {
	return commitment.TossFirst(d.Boards[game.Creator].TossOpening().Salt, d.Mixed(toss))
}

// Mixed returns the joiner's half of the toss if it sends these bytes in this block.
func (d *Duel) Mixed(toss []byte) []byte {
	return commitment.MixToss(toss, commitment.Join{
		BlockHash: d.Ctx.HeaderHash(), GameID: d.ID, Player: d.Player(game.Joiner).Addr,
	})
}

// Play is NewDuel with the toss opened in the next block: alice owes a shot.
func (f *Fixture) Play(r *game.Ruleset) *Duel {
	f.Helper()
	d := f.NewDuel(r)
	f.Deliver(d.Reveal(game.Creator, ""))
	return d
}

// Player returns the player in a seat.
func (d *Duel) Player(seat game.Seat) Player { return d.Boards[seat].Player }

// Now returns the state of the game.
func (d *Duel) Now() game.State {
	d.Helper()
	return d.State(d.ID)
}

// Tile returns the tile of a name.
func (d *Duel) Tile(name string) game.Tile {
	d.Helper()
	t, err := d.Boards[game.Creator].Binding.Ruleset.ParseTile(name)
	require.NoError(d, err)
	return t
}

// Shoot is a shot without an answer.
func (d *Duel) Shoot(by game.Seat, target string) *types.MsgShootAndReveal {
	return &types.MsgShootAndReveal{Sender: d.Player(by).Text(), GameId: d.ID, Target: target}
}

// Reveal is the honest opening that a seat owes, and a shot if there is a target.
func (d *Duel) Reveal(by game.Seat, target string) *types.MsgShootAndReveal {
	d.Helper()
	msg := d.Shoot(by, target)
	s, b := d.Now(), d.Boards[by]
	if s.Owes == game.OwesTossReveal {
		msg.Opening = b.TossOpening()
		return msg
	}
	msg.Opening, msg.Sunk = b.answer(s), b.sunkBy(s)
	return msg
}

// Claim is the honest claim of a seat.
func (d *Duel) Claim(by game.Seat) *types.MsgClaimWin {
	b := d.Boards[by]
	return &types.MsgClaimWin{
		Sender:      b.Player.Text(),
		GameId:      d.ID,
		Fleet:       b.Binding.Ruleset.FleetString(b.Fleet),
		BoardSecret: b.Secret,
	}
}

// Concede gives up the game of that seat.
func (d *Duel) Concede(by game.Seat) *types.MsgConcede {
	return &types.MsgConcede{Sender: d.Player(by).Text(), GameId: d.ID}
}

// Challenge asks the opponent of that seat to prove its board.
func (d *Duel) Challenge(by game.Seat) *types.MsgChallenge {
	return &types.MsgChallenge{Sender: d.Player(by).Text(), GameId: d.ID}
}

// Decline turns an invitation down.
func (d *Duel) Decline(by Player) *types.MsgDeclineGame {
	return &types.MsgDeclineGame{Sender: by.Text(), GameId: d.ID}
}

// SetDelegate lets an address move for that seat.
func (d *Duel) SetDelegate(by game.Seat, delegate string) *types.MsgSetDelegate {
	return &types.MsgSetDelegate{Sender: d.Player(by).Text(), GameId: d.ID, Delegate: delegate}
}

// Cancel takes the open game back.
func (d *Duel) Cancel(by game.Seat) *types.MsgCancelGame {
	return &types.MsgCancelGame{Sender: d.Player(by).Text(), GameId: d.ID}
}

// Fire has a seat shoot at a tile and the opponent answer. In a ruleset in which players take turns the opponent then
// owes a shot.
func (d *Duel) Fire(by game.Seat, target string) {
	d.Helper()
	d.Deliver(d.Shoot(by, target))
	d.Deliver(d.Reveal(by.Other(), ""))
}

// Next returns the next honest message of a game in which both players shoot along the rows. A move that answers shoots
// too if the next shot is its own.
func (d *Duel) Next() sdk.Msg {
	d.Helper()
	s := d.Now()
	switch s.Owes {
	case game.OwesTossReveal:
		return d.Reveal(s.Actor, "")
	case game.OwesShot:
		return d.Shoot(s.Actor, d.FirstTarget(s, s.Actor))
	case game.OwesAnswer:
		hit := d.Boards[s.Actor].Ships.Has(s.Pending)
		if d.EndsWith(s, hit) || (hit && s.Ruleset.HitShootsAgain) {
			return d.Reveal(s.Actor, "")
		}
		return d.Reveal(s.Actor, d.FirstTarget(s, s.Actor))
	case game.OwesClaim:
		return d.Claim(s.Actor)
	default:
		require.FailNow(d, "nobody owes anything", s.String())
		return nil
	}
}

// EndsWith reports whether the answer that is owed ends the play.
func (d *Duel) EndsWith(s game.State, hit bool) bool {
	side := s.Sides[s.Actor]
	hits := side.Hits.Len()
	if hit {
		hits++
	}
	return hits == s.Ruleset.ShipTiles() || side.Answered.Len()+1 == s.Ruleset.Tiles()
}

// FirstTarget returns the first tile of the opponent that a seat has not shot at.
func (d *Duel) FirstTarget(s game.State, by game.Seat) string {
	side := s.Sides[by.Other()]
	for t := range s.Ruleset.Tiles() {
		if !side.Answered.Has(game.Tile(t)) {
			return s.Ruleset.TileName(game.Tile(t))
		}
	}
	require.FailNow(d, "no tile left", s.String())
	return ""
}

// PlayOut plays honestly until the game is in a phase, one message in each block.
func (d *Duel) PlayOut(until game.Phase) {
	d.Helper()
	for d.Now().Phase != until {
		d.Deliver(d.Next())
		if until == game.PhaseOver && !d.Has(d.ID) {
			return
		}
		d.EndBlock()
	}
}

// Clock gives a game that was joined other waits than any params would, as one of an older chain can have.
func (d *Duel) Clock(turn, claim int64) {
	d.Helper()
	g, err := d.Keeper.Records().Games.Get(d.Ctx, d.ID)
	require.NoError(d, err)
	m, err := d.Keeper.Records().Progress.Get(d.Ctx, d.ID)
	require.NoError(d, err)
	m.Deadline += turn - g.TurnBlocks
	g.TurnBlocks, g.ClaimBlocks = turn, claim
	require.NoError(d, d.Records.Games.Set(d.Ctx, d.ID, g))
	require.NoError(d, d.Records.Progress.Set(d.Ctx, d.ID, m))
	delete(d.Replays, d.ID)
}

// OpenGames opens n games in this block: by alice, and by other hosts once she has as many as the params allow. They
// are many, so they are not replayed.
func (f *Fixture) OpenGames(n int) {
	f.Helper()
	for i := range n {
		host := Alice
		if i >= types.MaxOpenGames {
			host = NewPlayer(fmt.Sprintf("host %d", i/types.MaxOpenGames))
		}
		require.NoError(f, f.Handle(CreateMsg(f.NewBoard(host, game.Xaya(), XayaFleet))))
	}
}

// NewOpen makes the duel one that bob has not joined yet.
func (d *Duel) NewOpen() {
	d.Helper()
	d.NewBoards()
	d.ID = d.Create(d.Boards[game.Creator])
}

// NewBoards gives both players the boards of their next game.
func (d *Duel) NewBoards() {
	d.Helper()
	d.Boards[game.Creator] = d.NewBoard(Alice, game.Classic(), ClassicFleet)
	d.Boards[game.Joiner] = d.NewBoard(Bob, game.Classic(), ClassicFleet)
}

// JoinFor joins the open game so that the toss will let that seat shoot first.
func (d *Duel) JoinFor(first game.Seat) {
	d.Helper()
	join := JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(first)
	d.Deliver(join)
}

// AllTiles are the tiles of a board.
func AllTiles(r *game.Ruleset) game.Set {
	var all game.Set
	for i := range r.Tiles() {
		all = all.With(game.Tile(i))
	}
	return all
}

// Win has alice win a game that bob concedes.
func (f *Fixture) Win() *Duel {
	f.Helper()
	d := f.Play(game.Xaya())
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	return d
}

// ConcedeAndClaim has bob concede the game and alice claim it.
func ConcedeAndClaim(d *Duel) {
	d.Deliver(d.Concede(game.Joiner))
	d.Deliver(d.Claim(game.Creator))
}
