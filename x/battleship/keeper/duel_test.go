package keeper_test

import (
	"encoding/binary"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// duel is one game between two players whose boards the test knows.
type duel struct {
	*fixture

	id     uint64
	boards [types.PlayersPerGame]board
}

// create opens a game with a board.
func (f *fixture) create(b board) uint64 {
	f.Helper()
	return f.open(createMsg(b))
}

// open delivers a message that opens a game and returns its id.
func (f *fixture) open(msg sdk.Msg) uint64 {
	f.Helper()
	id, err := f.keeper.NextGameID(f.ctx)
	require.NoError(f, err)
	f.deliver(msg)
	require.True(f, f.has(id), "no game was opened")
	return id
}

func createMsg(b board) *types.MsgCreateGame {
	return &types.MsgCreateGame{Sender: b.player.text(), RulesetId: b.Binding.Ruleset.ID, Entry: b.entry()}
}

func joinMsg(id uint64, b board) *types.MsgJoinGame {
	return &types.MsgJoinGame{
		Sender: b.player.text(), GameId: id, Entry: b.entry(), Toss: make([]byte, commitment.TossSize),
	}
}

// matchMsg asks for a match with an honest board of the player's.
func (f *fixture) matchMsg(p player, r *game.Ruleset) *types.MsgMatchGame {
	f.Helper()
	return &types.MsgMatchGame{
		Sender: p.text(), RulesetId: r.ID, Entry: f.newBoard(p, r, fleetOf(r)).entry(),
		Toss: make([]byte, commitment.TossSize),
	}
}

// newDuel has alice create a game and bob join it, both with honest boards. The creator owes its toss.
func (f *fixture) newDuel(r *game.Ruleset) *duel {
	f.Helper()
	return f.newDuelOf(f.newBoard(alice, r, fleetOf(r)), f.newBoard(bob, r, fleetOf(r)))
}

// newDuelOf is newDuel with boards of the test's choice. The toss is made so that the creator shoots first.
func (f *fixture) newDuelOf(creator, joiner board) *duel {
	f.Helper()
	d := &duel{fixture: f, id: f.create(creator), boards: [...]board{creator, joiner}}
	join := joinMsg(d.id, joiner)
	join.Toss = d.tossFor(game.Creator)
	f.deliver(join)
	return d
}

// tossFor returns bytes with which that seat shoots first if the joiner sends them in this block.
func (d *duel) tossFor(first game.Seat) []byte {
	toss := make([]byte, commitment.TossSize)
	for i := uint64(0); ; i++ {
		binary.BigEndian.PutUint64(toss, i)
		if d.chosenBy(toss) == first {
			return toss
		}
	}
}

// chosenBy returns who shoots first if the joiner sends these bytes in this block.
func (d *duel) chosenBy(toss []byte) game.Seat {
	return commitment.TossFirst(d.boards[game.Creator].openToss().Salt, d.mixed(toss))
}

// mixed returns the joiner's half of the toss if it sends these bytes in this block.
func (d *duel) mixed(toss []byte) []byte {
	return commitment.MixToss(toss, commitment.Join{
		BlockHash: d.ctx.HeaderHash(), GameID: d.id, Player: d.player(game.Joiner).addr,
	})
}

// play is newDuel with the toss opened in the next block: alice owes a shot.
func (f *fixture) play(r *game.Ruleset) *duel {
	f.Helper()
	d := f.newDuel(r)
	f.deliver(d.reveal(game.Creator, ""))
	return d
}

// player returns the player in a seat.
func (d *duel) player(seat game.Seat) player { return d.boards[seat].player }

// now returns the game as it stands.
func (d *duel) now() game.State {
	d.Helper()
	return d.state(d.id)
}

// tile returns the tile of a name.
func (d *duel) tile(name string) game.Tile {
	d.Helper()
	t, err := d.boards[game.Creator].Binding.Ruleset.ParseTile(name)
	require.NoError(d, err)
	return t
}

// shoot is a shot without an answer.
func (d *duel) shoot(by game.Seat, target string) *types.MsgShootAndReveal {
	return &types.MsgShootAndReveal{Sender: d.player(by).text(), GameId: d.id, Target: target}
}

// reveal is the honest opening of what a seat has to open now, and a shot if there is a target.
func (d *duel) reveal(by game.Seat, target string) *types.MsgShootAndReveal {
	d.Helper()
	msg := d.shoot(by, target)
	s, b := d.now(), d.boards[by]
	if s.Owes == game.OwesTossReveal {
		msg.Opening = b.openToss()
		return msg
	}
	msg.Opening, msg.Sunk = b.answer(s), b.sunkBy(s)
	return msg
}

// claim is the honest claim of a seat.
func (d *duel) claim(by game.Seat) *types.MsgClaimWin {
	b := d.boards[by]
	return &types.MsgClaimWin{
		Sender:      b.player.text(),
		GameId:      d.id,
		Fleet:       b.Binding.Ruleset.FleetString(b.Fleet),
		BoardSecret: b.Secret,
	}
}

func (d *duel) concede(by game.Seat) *types.MsgConcede {
	return &types.MsgConcede{Sender: d.player(by).text(), GameId: d.id}
}

func (d *duel) challenge(by game.Seat) *types.MsgChallenge {
	return &types.MsgChallenge{Sender: d.player(by).text(), GameId: d.id}
}

func (d *duel) decline(by player) *types.MsgDeclineGame {
	return &types.MsgDeclineGame{Sender: by.text(), GameId: d.id}
}

func (d *duel) setDelegate(by game.Seat, delegate string) *types.MsgSetDelegate {
	return &types.MsgSetDelegate{Sender: d.player(by).text(), GameId: d.id, Delegate: delegate}
}

func (d *duel) cancel(by game.Seat) *types.MsgCancelGame {
	return &types.MsgCancelGame{Sender: d.player(by).text(), GameId: d.id}
}

// fire has a seat shoot at a tile and the opponent answer. In a ruleset in which players take turns the opponent then
// owes a shot.
func (d *duel) fire(by game.Seat, target string) {
	d.Helper()
	d.deliver(d.shoot(by, target))
	d.deliver(d.reveal(by.Other(), ""))
}

// next returns the next honest message of a game in which both players shoot along the rows: whoever owes something
// does it, and the move that answers shoots too, if the next shot is its own.
func (d *duel) next() sdk.Msg {
	d.Helper()
	s := d.now()
	switch s.Owes {
	case game.OwesTossReveal:
		return d.reveal(s.Actor, "")
	case game.OwesShot:
		return d.shoot(s.Actor, d.firstTarget(s, s.Actor))
	case game.OwesAnswer:
		hit := d.boards[s.Actor].Ships.Has(s.Pending)
		if d.endsWith(s, hit) || (hit && s.Ruleset.HitShootsAgain) {
			return d.reveal(s.Actor, "")
		}
		return d.reveal(s.Actor, d.firstTarget(s, s.Actor))
	case game.OwesClaim:
		return d.claim(s.Actor)
	default:
		require.FailNow(d, "nobody owes anything", s.String())
		return nil
	}
}

// endsWith reports whether the answer that is owed ends the play.
func (d *duel) endsWith(s game.State, hit bool) bool {
	side := s.Sides[s.Actor]
	hits := side.Hits.Len()
	if hit {
		hits++
	}
	return hits == s.Ruleset.ShipTiles() || side.Answered.Len()+1 == s.Ruleset.Tiles()
}

// firstTarget returns the first tile of the opponent that a seat has not shot at.
func (d *duel) firstTarget(s game.State, by game.Seat) string {
	side := s.Sides[by.Other()]
	for t := range s.Ruleset.Tiles() {
		if !side.Answered.Has(game.Tile(t)) {
			return s.Ruleset.TileName(game.Tile(t))
		}
	}
	require.FailNow(d, "no tile left", s.String())
	return ""
}

// playOut plays honestly until the game is in a phase, one message in each block.
func (d *duel) playOut(until game.Phase) {
	d.Helper()
	for d.now().Phase != until {
		d.deliver(d.next())
		if until == game.PhaseOver && !d.has(d.id) {
			return
		}
		d.endBlock()
	}
}

// clock gives a game that was joined other waits than any params would, as one of an older chain can have.
func (d *duel) clock(turn, claim int64) {
	d.Helper()
	g, err := d.keeper.Records().Games.Get(d.ctx, d.id)
	require.NoError(d, err)
	m, err := d.keeper.Records().Progress.Get(d.ctx, d.id)
	require.NoError(d, err)
	m.Deadline += turn - g.TurnBlocks
	g.TurnBlocks, g.ClaimBlocks = turn, claim
	require.NoError(d, d.records.Games.Set(d.ctx, d.id, g))
	require.NoError(d, d.records.Progress.Set(d.ctx, d.id, m))
	delete(d.replays, d.id)
}
