package duel_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// withProvenClaims has winners of proven games claim.
func withProvenClaims(p *types.Params) { p.ProvenClaims = true }

// A game with proven boards is over with the last hit: the message that answers it pays, and nothing is left to do or
// to keep.
func TestAProvenGameEndsWithTheLastHit(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.ClassicZK(), game.XayaZK()} {
		t.Run(r.Name, func(t *testing.T) {
			f := kit.New(t)
			d := f.NewDuel(r)
			require.False(t, f.Game(d.ID).Terms.ProvenClaims)
			sink(d, game.Joiner)
			require.False(t, f.Has(d.ID))
			result := f.Result(d.ID)
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Equal(t, types.SEAT_CREATOR, result.Winner)
			require.Equal(t, f.Height(), result.EndedHeight)
			require.Equal(t, f.Height(), result.PromisedHeight)
			require.Equal(t, uint64(kit.FullReward), result.Reward)
			require.EqualValues(t, r.ShipTiles(), result.Shots[game.Creator])
			require.Equal(t, int64(kit.FullReward), f.Balance(kit.Alice.Addr))
			require.Equal(t, int64(kit.LoserReward), f.Balance(kit.Bob.Addr))
			awards, err := f.Keeper.Records().Awards.Has(f.Ctx, d.ID)
			require.NoError(t, err)
			require.False(t, awards, "nothing is kept for a claim")
			f.RequireBooks()
		})
	}
}

// A game with proven boards and no claim promises its reward to the winner, takes the winner's place and looks at the
// winner's limit alone, whichever seat wins.
func TestAProvenGameWithoutAClaimIsPromisedToItsWinner(t *testing.T) {
	t.Parallel()
	cast := [types.PlayersPerGame]kit.Player{kit.Alice, kit.Bob}
	for name, end := range map[string]func(d *kit.Duel, loser game.Seat){
		"sunk":     func(d *kit.Duel, loser game.Seat) { sink(d, loser) },
		"conceded": func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Concede(loser)) },
		"silent": func(d *kit.Duel, loser game.Seat) {
			for d.Now().Actor != loser {
				d.Deliver(d.Next())
			}
			d.SkipTo(d.Now().Deadline + 2)
		},
	} {
		for winner := range game.Seat(types.PlayersPerGame) {
			for full, why := range map[game.Seat]types.Withheld{
				winner: types.WITHHELD_PLAYER, winner.Other(): types.WITHHELD_NONE,
			} {
				t.Run(fmt.Sprintf("%s, the %s wins, the %s has had its rewards", name, winner, full), func(t *testing.T) {
					f := kit.New(t, kit.WithParams(kit.Public))
					f.FundCast()
					f.Fund(kit.Carol, kit.Anchors(1_000_000_000))
					require.Equal(t, types.WITHHELD_NONE, wonBy(f, cast[full], kit.Carol, f.Height()))
					f.SetParams(func(p *types.Params) {
						p.PlayerRewards, p.RewardPeriodBlocks, p.ProvenClaims = 1, types.MaxClockBlocks, false
					})
					d := f.NewDuel(game.ClassicZK())
					if name != "sunk" {
						d.Deliver(d.Reveal(game.Creator, ""))
						d.Exchange(1)
					}
					end(d, winner.Other())
					result := f.Result(d.ID)
					require.Equal(t, types.SeatOf(winner), result.Winner)
					places := func(seat game.Seat) int { return placesOf(f, cast[seat]) }
					if why == types.WITHHELD_PLAYER {
						require.Empty(t, result.PromisedTo)
						require.Zero(t, result.Reward)
						require.Equal(t, [2]int{1, 0}, [2]int{places(winner), places(winner.Other())})
						return
					}
					require.Equal(t, []types.Seat{types.SeatOf(winner)}, result.PromisedTo)
					require.Positive(t, result.Reward)
					require.Equal(t, [2]int{1, 1}, [2]int{places(winner), places(winner.Other())})
				})
			}
		}
	}
}

// placesOf returns how many of a player's promised rewards are remembered.
func placesOf(f *kit.Fixture, p kit.Player) int {
	f.Helper()
	n := 0
	of := collections.NewPrefixedPairRange[sdk.AccAddress, uint64](p.Addr)
	require.NoError(f, f.Keeper.Records().Places.Walk(f.Ctx, of,
		func(collections.Pair[sdk.AccAddress, uint64], int64) (bool, error) {
			n++
			return false, nil
		}))
	return n
}

// sink opens the toss and plays until a seat's ships are sunk: its opponent shoots at them, and it at water.
func sink(d *kit.Duel, loser game.Seat) {
	d.Helper()
	r := d.Now().Ruleset
	aims := [types.PlayersPerGame]game.Set{}
	aims[loser.Other()] = d.Boards[loser].Ships
	aims[loser] = kit.AllTiles(r).Minus(d.Boards[loser.Other()].Ships)
	for d.Has(d.ID) && d.Now().Phase != game.PhaseClaim {
		s := d.Now()
		if s.Owes == game.OwesTossReveal {
			d.Deliver(d.Reveal(game.Creator, ""))
			continue
		}
		if s.Owes == game.OwesAnswer {
			d.Deliver(d.Reveal(s.Actor, ""))
			continue
		}
		for tile := range aims[s.Actor].Minus(s.Sides[s.Actor.Other()].Answered).All() {
			d.Deliver(d.Shoot(s.Actor, r.TileName(tile)))
			break
		}
	}
}

// newProven has alice create a game with proven boards and bob join it, with the toss opened: alice owes a shot.
func newProven(f *kit.Fixture, r *game.Ruleset) *kit.Duel {
	f.Helper()
	d := f.NewDuel(r)
	f.Deliver(d.Reveal(game.Creator, ""))
	return d
}

// Boards are proven legal and answers true, so there is nothing to claim or to challenge; one sentence says so, at
// every stage. Where a claim is kept all the same, there is still nothing to challenge.
func TestThereIsNothingToClaimWhereBoardsAreProven(t *testing.T) {
	t.Parallel()
	for _, claims := range []bool{false, true} {
		f := kit.New(t, kit.WithParams(func(p *types.Params) { p.ProvenClaims = claims }))
		d := f.NewDuel(game.ClassicZK())
		refused := func(msg sdk.Msg, what string) {
			t.Helper()
			f.Refuse(types.ErrPhase, msg)
			require.ErrorContains(t, f.Try(msg), "boards are proven in classic-zk: there is nothing to "+what)
		}
		for range 4 {
			refused(d.Challenge(game.Creator), "challenge")
			refused(d.Challenge(game.Joiner), "challenge")
			if claims {
				f.Refuse(types.ErrPhase, d.Claim(game.Joiner))
			} else {
				refused(d.Claim(game.Joiner), "claim")
			}
			f.Deliver(d.Next())
		}
		f.Deliver(d.Concede(game.Joiner))
		if !claims {
			require.Equal(t, types.REASON_CONCEDED, f.Result(d.ID).Reason)
			f.Refuse(types.ErrGameEnded, d.Claim(game.Creator))
			continue
		}
		refused(d.Challenge(game.Creator), "challenge")
		lie := d.Claim(game.Creator)
		lie.BoardSecret = slices.Clone(lie.BoardSecret)
		lie.BoardSecret[0]++
		f.Refuse(types.ErrClaim, lie)
		moved := d.Claim(game.Creator)
		moved.Fleet = "A1h,A3h,A5h,A7h,B9h"
		f.Refuse(types.ErrClaim, moved)
		f.Deliver(d.Claim(game.Creator))
		require.Equal(t, types.SEAT_CREATOR, f.Result(d.ID).Winner)
	}
}

// What is kept of a game is what it was opened with: governance turns claims on and off for new games alone.
func TestGamesKeepWhetherTheyHaveAClaim(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	without := f.NewDuel(game.ClassicZK())
	f.SetParams(withProvenClaims)
	with := f.NewDuel(game.ClassicZK())
	hash := f.NewDuel(game.Classic())
	f.SetParams(func(p *types.Params) { p.ProvenClaims = false })
	require.False(t, f.Game(without.ID).Terms.ProvenClaims)
	require.True(t, f.Game(with.ID).Terms.ProvenClaims)
	require.False(t, f.Game(hash.ID).Terms.ProvenClaims, "there is always a claim")
	f.Deliver(without.Concede(game.Joiner))
	require.False(t, f.Has(without.ID))
	f.Deliver(with.Concede(game.Joiner))
	require.Equal(t, game.PhaseClaim, with.Now().Phase)
	f.Deliver(with.Claim(game.Creator))
	f.Deliver(hash.Concede(game.Joiner))
	require.Equal(t, game.PhaseClaim, hash.Now().Phase)
}

// A board of the wrong scheme, of the wrong shape or without the proof that it is legal enters no game, by whatever
// message; neither does a proof where none is asked for.
func TestAttackABoardThatIsNotProvenEntersNoGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	r := game.ClassicZK()
	honest, hash := f.NewBoard(kit.Alice, r, kit.ClassicFleet), f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)
	entry := honest.Entry()
	elsewhere := func(change func(b *commitment.Binding)) []byte {
		b := honest.Binding
		change(&b)
		return kit.BoardOf(kit.Alice, b, kit.FleetOf(b.Ruleset)).Entry().Proof
	}
	type brought = types.Entry
	shape, proof := types.ErrInvalidBoard, types.ErrInvalidProof
	for name, c := range map[string]struct {
		want   error
		change func(e *brought)
	}{
		"the other scheme":         {shape, func(e *brought) { e.Board = hash.Entry().Board }},
		"the other scheme by name": {shape, func(e *brought) { e.Board.Scheme = 1 }},
		"row roots":                {shape, func(e *brought) { e.Board.RowRoots = [][]byte{e.Board.TossLeaf} }},
		"no toss leaf":             {shape, func(e *brought) { e.Board.TossLeaf = nil }},
		"a long toss leaf":         {shape, func(e *brought) { e.Board.TossLeaf = make([]byte, 33) }},
		"no commitment":            {shape, func(e *brought) { e.Board.Commitment = nil }},
		"a short commitment":       {shape, func(e *brought) { e.Board.Commitment = e.Board.Commitment[:47] }},
		"one that is no point":     {proof, func(e *brought) { e.Board.Commitment = bytes.Repeat([]byte{0xff}, 48) }},
		"another commitment": {proof, func(e *brought) {
			e.Board.Commitment = slices.Clone(e.Board.Commitment)
			e.Board.Commitment[0] ^= 0x20 // the other sign
		}},
		"no proof":      {proof, func(e *brought) { e.Proof = nil }},
		"a short proof": {proof, func(e *brought) { e.Proof = e.Proof[:607] }},
		"a long proof":  {proof, func(e *brought) { e.Proof = append(slices.Clone(e.Proof), 0) }},
		"a megabyte":    {proof, func(e *brought) { e.Proof = bytes.Repeat([]byte{0xff}, 1<<20) }},
		"zeros":         {proof, func(e *brought) { e.Proof = make([]byte, 608) }},
		"a proof of another player": {
			proof, func(e *brought) { e.Proof = f.NewBoard(kit.Bob, r, kit.ClassicFleet).Entry().Proof },
		},
		"of another nonce": {proof, func(e *brought) {
			e.Proof = elsewhere(func(b *commitment.Binding) { b.Nonce++ })
		}},
		"of another chain": {proof, func(e *brought) {
			e.Proof = elsewhere(func(b *commitment.Binding) { b.ChainID += "1" })
		}},
		"of another ruleset": {proof, func(e *brought) {
			e.Proof = elsewhere(func(b *commitment.Binding) { b.Ruleset = game.XayaZK() })
		}},
		"of an answer": {proof, func(e *brought) { e.Proof = zktest.Answer(honest.Board, 99) }},
	} {
		t.Run(name, func(t *testing.T) {
			f.TB = t
			spoiled := entry
			c.change(&spoiled)
			f.Refuse(c.want, &types.MsgCreateGame{Sender: kit.Alice.Text(), RulesetId: r.ID, Entry: spoiled})
			match := f.MatchMsg(kit.Alice, r)
			match.Entry = spoiled
			f.Refuse(c.want, match)
		})
	}
	f.TB = t
	proven := hash.Entry()
	proven.Proof = entry.Proof
	f.Refuse(types.ErrInvalidMove, &types.MsgCreateGame{Sender: kit.Alice.Text(), RulesetId: 1, Entry: proven})
	both := hash.Entry()
	both.Board.Commitment = entry.Board.Commitment
	f.Refuse(types.ErrInvalidBoard, &types.MsgCreateGame{Sender: kit.Alice.Text(), RulesetId: 1, Entry: both})

	id := f.Create(honest)
	join := kit.JoinMsg(id, f.NewBoard(kit.Bob, r, kit.ClassicFleet))
	own := join.Entry.Proof
	join.Entry.Proof = entry.Proof
	f.Refuse(types.ErrInvalidProof, join)
	join.Entry.Proof, join.Entry.Board.Commitment = own, entry.Board.Commitment
	f.Refuse(types.ErrEqualBoards, join)
	// What was proven for one game is worth nothing in the next, whose boards have another nonce.
	again := kit.CreateMsg(honest)
	f.Refuse(types.ErrNonce, again)
	again.Entry.Board.Nonce++
	f.Refuse(types.ErrInvalidProof, again)
	join.Entry = f.NewBoard(kit.Bob, r, kit.ClassicFleet).Entry()
	f.Deliver(join)
	require.Equal(t, id, f.LastID(), "no other game was opened")
	require.Equal(t, game.PhaseToss, f.State(id).Phase)
}

// An answer is accepted with a proof of this very answer and with no other, and is paid for before its proof is read.
func TestAttackAnAnswerIsProvenByItsOwnProofAlone(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.ClassicZK(), game.XayaZK()} {
		t.Run(r.Name, func(t *testing.T) {
			f := kit.New(t)
			d, other := newProven(f, r), newProven(f, r)
			d.Deliver(d.Shoot(game.Creator, "A1"))
			other.Deliver(other.Shoot(game.Creator, "A1"))
			honest := d.Reveal(game.Joiner, "")
			require.Equal(t, types.CONTENT_SHIP, honest.Opening.Content)
			with := func(change func(m *types.MsgShootAndReveal)) *types.MsgShootAndReveal {
				m, o := *honest, *honest.Opening
				m.Opening = &o
				change(&m)
				return &m
			}
			proofOf := func(board kit.Board, tile string) []byte { return zktest.Answer(board.Board, d.Tile(tile)) }
			mine, theirs := d.Boards[game.Joiner], d.Boards[game.Creator]
			abroad := mine.Binding
			abroad.ChainID = "elsewhere"
			type move = types.MsgShootAndReveal
			shape, proof := types.ErrInvalidMove, types.ErrInvalidProof
			for name, c := range map[string]struct {
				want   error
				change func(m *move)
			}{
				"a lie":              {proof, func(m *move) { m.Opening.Content = types.CONTENT_WATER }},
				"no proof":           {proof, func(m *move) { m.Opening.Proof = nil }},
				"a byte":             {proof, func(m *move) { m.Opening.Proof = []byte{1} }},
				"a salt":             {shape, func(m *move) { m.Opening.Salt = make([]byte, 32) }},
				"a path":             {shape, func(m *move) { m.Opening.Path = [][]byte{make([]byte, 32)} }},
				"the toss":           {types.ErrWrongOpening, func(m *move) { m.Opening.Content = types.CONTENT_TOSS }},
				"an unknown content": {shape, func(m *move) { m.Opening.Content = 3 }},
				"of a hash board":    {shape, func(m *move) { m.Opening = mine.Opening(0) }},
				"of another tile":    {proof, func(m *move) { m.Opening.Proof = proofOf(mine, "B1") }},
				"of another player":  {proof, func(m *move) { m.Opening.Proof = proofOf(theirs, "A1") }},
				"of another game":    {proof, func(m *move) { m.Opening.Proof = other.Reveal(game.Joiner, "").Opening.Proof }},
				"of the board":       {proof, func(m *move) { m.Opening.Proof = mine.Entry().Proof }},
				"of another chain": {proof, func(m *move) {
					m.Opening.Proof = proofOf(kit.BoardOf(kit.Bob, abroad, kit.FleetOf(r)), "A1")
				}},
				"of one bit less":   {proof, func(m *move) { m.Opening.Proof = flipped(m.Opening.Proof, 47) }},
				"of the other sign": {proof, func(m *move) { m.Opening.Proof = flipped(m.Opening.Proof, 0) }},
			} {
				f.TB = t
				t.Run(name, func(t *testing.T) {
					f.TB = t
					f.Refuse(c.want, with(c.change))
				})
			}
			f.TB = t
			f.Deliver(honest)
			f.Refuse(types.ErrTurn, honest)
			// The same proof again, for another shot.
			for d.Now().Owes == game.OwesShot {
				d.Deliver(d.Shoot(d.Now().Actor, d.FirstTarget(d.Now(), d.Now().Actor)))
			}
			if d.Now().Actor == game.Joiner {
				again := d.Reveal(game.Joiner, "")
				again.Opening.Proof = honest.Opening.Proof
				f.Refuse(types.ErrInvalidProof, again)
			}
		})
	}
}

// flipped returns a proof with one bit changed.
func flipped(proof []byte, at int) []byte {
	proof = slices.Clone(proof)
	proof[at] ^= 1 << 5
	return proof
}

// A ship that sinks is not announced: an answer shows its tile and nothing else.
func TestASinkingIsNotAnnounced(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := newProven(f, game.ClassicZK())
	d.Deliver(d.Shoot(game.Creator, "A9"))
	d.Deliver(d.Reveal(game.Joiner, "J10"))
	d.Deliver(d.Reveal(game.Creator, "B9"))
	honest := d.Reveal(game.Joiner, "")
	require.Nil(t, honest.Sunk)
	announced := *honest
	announced.Sunk = &types.Ship{Class: "destroyer", Placement: "A9h"}
	gas := gasOf(f, func() { f.Refuse(types.ErrSunk, &announced) })
	require.Less(t, gas, uint64(types.OpeningGas), "refused by the rules, before the proof is paid for")
	f.Deliver(honest)
}

// gasOf returns what something costs.
func gasOf(f *kit.Fixture, do func()) uint64 {
	f.Helper()
	before := f.Ctx.GasMeter().GasConsumed()
	do()
	return f.Ctx.GasMeter().GasConsumed() - before
}

// The gas of a proof is charged before the first of its bytes is looked at: what is no proof at all runs out of gas by
// one unit like a true one.
func TestAttackAProofIsPaidForBeforeItIsRead(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	r := game.ClassicZK()
	garbage := kit.CreateMsg(f.NewBoard(kit.Alice, r, kit.ClassicFleet))
	garbage.Entry.Proof = []byte("no proof")
	d := newProven(f, r)
	d.Deliver(d.Shoot(game.Creator, "A1"))
	answer := d.Reveal(game.Joiner, "")
	answer.Opening.Proof = []byte("no proof")
	garbage.Entry.Board.Nonce = f.Nonce(kit.Alice)
	for name, msg := range map[string]sdk.Msg{"entry proof": garbage, "opening of a commitment": answer} {
		t.Run(name, func(t *testing.T) {
			f.TB = t
			outer := f.Ctx
			defer func() { f.Ctx = outer }()
			try := func(limit uint64) (err any) {
				f.Ctx = outer.WithGasMeter(storetypes.NewGasMeter(limit))
				defer func() {
					if err == nil {
						err = recover()
					}
				}()
				return f.Handle(msg)
			}
			f.Ctx = outer.WithGasMeter(storetypes.NewInfiniteGasMeter())
			require.ErrorIs(t, f.Handle(msg), types.ErrInvalidProof)
			enough := f.Ctx.GasMeter().GasConsumed()
			require.Greater(t, enough, uint64(types.OpeningGas))
			err, ok := try(enough).(error)
			require.True(t, ok)
			require.ErrorIs(t, err, types.ErrInvalidProof)
			require.Equal(t, storetypes.ErrorOutOfGas{Descriptor: name}, try(enough-1))
		})
	}
}

// Matched, played again and joined with an invitation: every way into a game takes a proof of the board, once.
func TestEveryWayIntoAProvenGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	r := game.XayaZK()
	var found *types.MsgMatchGameResponse
	gas := gasOf(f, func() { f.Match(f.MatchMsg(kit.Alice, r)) })
	require.Greater(t, gas, uint64(types.ProofGas))
	require.Less(t, gas, uint64(2*types.ProofGas))
	board := f.NewBoard(kit.Bob, r, kit.XayaFleet)
	gas = gasOf(f, func() {
		var err error
		f.Ctx = f.Ctx.WithEventManager(sdk.NewEventManager())
		found, err = f.Msgs.MatchGame(f.Ctx, &types.MsgMatchGame{
			Sender: kit.Bob.Text(), RulesetId: r.ID, Entry: board.Entry(), Toss: make([]byte, commitment.TossSize),
		})
		require.NoError(t, err)
		f.Replay()
	})
	require.True(t, found.Joined)
	require.Less(t, gas, uint64(2*types.ProofGas), "a match that joins verifies one proof")
	first := f.Game(found.GameId)
	require.Equal(t, types.COMMITMENT_SCHEME_PLONK, first.Participants[1].Board.Scheme)
	f.Deliver(&types.MsgConcede{Sender: kit.Alice.Text(), GameId: found.GameId})
	again := kit.CreateMsg(f.NewBoard(kit.Alice, r, kit.XayaFleet))
	again.RematchOf = found.GameId
	id := f.Open(again)
	f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Bob, r, kit.XayaFleet)))
	require.Equal(t, found.GameId, f.Game(id).RematchOf)
}

// A game with proven boards takes less room than any other: a board is a point and a hash.
func TestBytesOfAProvenGame(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.ClassicZK(), game.XayaZK()} {
		f := kit.New(t, kit.WithParams(kit.Public))
		f.FundCast()
		f.Ctx = f.Ctx.WithBlockHeight(1 << 33)
		id := f.Create(f.NewBoard(kit.Alice, r, kit.FleetOf(r)))
		g := f.Game(id)
		t.Logf("%s, open: %d bytes", r.Name, g.Size())
		require.LessOrEqual(t, g.Size(), 280)
		f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Bob, r, kit.FleetOf(r))))
		g = f.Game(id)
		t.Logf("%s, joined: %d bytes", r.Name, g.Size())
		require.LessOrEqual(t, g.Size(), 360)
	}
}

// A game with proven boards is exported at every stage and goes on after the import, with the proofs of its answers;
// that its boards were proven legal is taken on trust, for the proofs of entries are not kept.
func TestProvenGamesContinueAfterTheirExport(t *testing.T) {
	t.Parallel()
	r := game.ClassicZK()
	f := kit.New(t)
	open := f.Create(f.NewBoard(kit.Alice, r, kit.ClassicFleet))
	f.EndBlock()
	stages := map[string]*kit.Duel{"toss": f.NewDuel(r)}
	stages["shot"] = newProven(f, r)
	stages["answer"] = newProven(f, r)
	f.Deliver(stages["answer"].Shoot(game.Creator, "A1"))
	f.SetParams(withProvenClaims)
	stages["claim"] = f.NewDuel(r)
	f.Deliver(stages["claim"].Concede(game.Joiner))
	ended := stages["shot"].ID
	f.EndBlock()
	gs := f.Exported()
	require.NoError(t, gs.Validate(f.Keeper.AddressCodec()))
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
	require.Equal(t, gs, g.Exported())
	g.Replays = f.Replays
	for _, d := range stages {
		d.Fixture = g
	}
	g.SetParams(func(p *types.Params) { p.ProvenClaims = false })
	g.Deliver(kit.JoinMsg(open, g.NewBoard(kit.Bob, r, kit.ClassicFleet)))
	g.Deliver(stages["toss"].Reveal(game.Creator, ""))
	g.Deliver(stages["shot"].Shoot(game.Creator, "B1"))
	lie := stages["answer"].Reveal(game.Joiner, "")
	lie.Opening.Content = types.CONTENT_WATER
	g.Refuse(types.ErrInvalidProof, lie)
	g.Deliver(stages["answer"].Reveal(game.Joiner, ""))
	g.Deliver(stages["claim"].Claim(game.Creator))
	g.Deliver(stages["shot"].Concede(game.Creator))
	require.Equal(t, types.SEAT_JOINER, g.Result(ended).Winner)

	for name, spoil := range map[string]func(gs *types.GenesisState){
		"a claim that is not kept": func(gs *types.GenesisState) {
			gs.Games[len(gs.Games)-1].Game.Terms.ProvenClaims = false
		},
		"a claim of proofs where none are": func(gs *types.GenesisState) {
			gs.Games[0].Game.RulesetId = game.Classic().ID
		},
		"a hash board": func(gs *types.GenesisState) {
			gs.Games[0].Game.Participants[0].Board = f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet).Entry().Board
		},
		"a commitment that is not reduced": func(gs *types.GenesisState) {
			gs.Games[0].Game.Participants[0].Board.Commitment = bytes.Repeat([]byte{0xff}, 32)
		},
	} {
		t.Run(name, func(t *testing.T) {
			spoiled := f.Exported()
			spoil(&spoiled)
			require.ErrorIs(t, spoiled.Validate(f.Keeper.AddressCodec()), types.ErrInvalidGenesis)
		})
	}
	challenged := g.Exported()
	challenged.Results[0].Reason = types.REASON_CHALLENGED
	require.ErrorContains(t, challenged.Validate(f.Keeper.AddressCodec()), "no challenge where boards are proven")
}
