package keeper_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/zktest"
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
			f := newFixture(t)
			d := f.newDuel(r)
			require.False(t, f.game(d.id).Terms.ProvenClaims)
			d.sink(game.Joiner)
			require.False(t, f.has(d.id))
			result := f.result(d.id)
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Equal(t, types.SEAT_CREATOR, result.Winner)
			require.Equal(t, f.height(), result.EndedHeight)
			require.Equal(t, f.height(), result.PromisedHeight)
			require.Equal(t, uint64(fullReward), result.Reward)
			require.EqualValues(t, r.ShipTiles(), result.Shots[game.Creator])
			require.Equal(t, int64(fullReward), f.balance(alice.addr))
			require.Equal(t, int64(loserReward), f.balance(bob.addr))
			awards, err := f.keeper.Records().Awards.Has(f.ctx, d.id)
			require.NoError(t, err)
			require.False(t, awards, "nothing is kept for a claim")
			f.requireBooks()
		})
	}
}

// A game with proven boards and no claim promises its reward to the winner, takes the winner's place and looks at the
// winner's limit alone, whichever seat wins.
func TestAProvenGameWithoutAClaimIsPromisedToItsWinner(t *testing.T) {
	t.Parallel()
	cast := [types.PlayersPerGame]player{alice, bob}
	for name, end := range map[string]func(d *duel, loser game.Seat){
		"sunk":     func(d *duel, loser game.Seat) { d.sink(loser) },
		"conceded": func(d *duel, loser game.Seat) { d.deliver(d.concede(loser)) },
		"silent": func(d *duel, loser game.Seat) {
			for d.now().Actor != loser {
				d.deliver(d.next())
			}
			d.skipTo(d.now().Deadline + 2)
		},
	} {
		for winner := range game.Seat(types.PlayersPerGame) {
			for full, why := range map[game.Seat]types.Withheld{
				winner: types.WITHHELD_PLAYER, winner.Other(): types.WITHHELD_NONE,
			} {
				t.Run(fmt.Sprintf("%s, the %s wins, the %s has had its rewards", name, winner, full), func(t *testing.T) {
					f := newFixture(t, withParams(public))
					f.fundCast()
					f.fund(carol, anchors(1_000_000_000))
					require.Equal(t, types.WITHHELD_NONE, f.wonBy(cast[full], carol, f.height()))
					f.set(func(p *types.Params) {
						p.PlayerRewards, p.RewardPeriodBlocks, p.ProvenClaims = 1, types.MaxClockBlocks, false
					})
					d := f.newDuel(game.ClassicZK())
					if name != "sunk" {
						d.deliver(d.reveal(game.Creator, ""))
						d.exchange(1)
					}
					end(d, winner.Other())
					result := f.result(d.id)
					require.Equal(t, types.SeatOf(winner), result.Winner)
					places := func(seat game.Seat) int { return f.placesOf(cast[seat]) }
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
func (f *fixture) placesOf(p player) int {
	f.Helper()
	n := 0
	of := collections.NewPrefixedPairRange[sdk.AccAddress, uint64](p.addr)
	require.NoError(f, f.keeper.Records().Places.Walk(f.ctx, of,
		func(collections.Pair[sdk.AccAddress, uint64], int64) (bool, error) {
			n++
			return false, nil
		}))
	return n
}

// sink opens the toss and plays until a seat's ships are sunk: its opponent shoots at them, and it at water.
func (d *duel) sink(loser game.Seat) {
	d.Helper()
	r := d.now().Ruleset
	aims := [types.PlayersPerGame]game.Set{}
	aims[loser.Other()] = d.boards[loser].Ships
	aims[loser] = allTiles(r).Minus(d.boards[loser.Other()].Ships)
	for d.has(d.id) && d.now().Phase != game.PhaseClaim {
		s := d.now()
		if s.Owes == game.OwesTossReveal {
			d.deliver(d.reveal(game.Creator, ""))
			continue
		}
		if s.Owes == game.OwesAnswer {
			d.deliver(d.reveal(s.Actor, ""))
			continue
		}
		for tile := range aims[s.Actor].Minus(s.Sides[s.Actor.Other()].Answered).All() {
			d.deliver(d.shoot(s.Actor, r.TileName(tile)))
			break
		}
	}
}

// newProven has alice create a game with proven boards and bob join it, with the toss opened: alice owes a shot.
func (f *fixture) newProven(r *game.Ruleset) *duel {
	f.Helper()
	d := f.newDuel(r)
	f.deliver(d.reveal(game.Creator, ""))
	return d
}

// Boards are proven legal and answers true, so there is nothing to claim or to challenge; one sentence says so, at
// every stage. Where a claim is kept all the same, there is still nothing to challenge.
func TestThereIsNothingToClaimWhereBoardsAreProven(t *testing.T) {
	t.Parallel()
	for _, claims := range []bool{false, true} {
		f := newFixture(t, withParams(func(p *types.Params) { p.ProvenClaims = claims }))
		d := f.newDuel(game.ClassicZK())
		refused := func(msg sdk.Msg, what string) {
			t.Helper()
			f.refuse(types.ErrPhase, msg)
			require.ErrorContains(t, f.try(msg), "boards are proven in classic-zk: there is nothing to "+what)
		}
		for range 4 {
			refused(d.challenge(game.Creator), "challenge")
			refused(d.challenge(game.Joiner), "challenge")
			if claims {
				f.refuse(types.ErrPhase, d.claim(game.Joiner))
			} else {
				refused(d.claim(game.Joiner), "claim")
			}
			f.deliver(d.next())
		}
		f.deliver(d.concede(game.Joiner))
		if !claims {
			require.Equal(t, types.REASON_CONCEDED, f.result(d.id).Reason)
			f.refuse(types.ErrGameEnded, d.claim(game.Creator))
			continue
		}
		refused(d.challenge(game.Creator), "challenge")
		lie := d.claim(game.Creator)
		lie.BoardSecret = slices.Clone(lie.BoardSecret)
		lie.BoardSecret[0]++
		f.refuse(types.ErrClaim, lie)
		moved := d.claim(game.Creator)
		moved.Fleet = "A1h,A3h,A5h,A7h,B9h"
		f.refuse(types.ErrClaim, moved)
		f.deliver(d.claim(game.Creator))
		require.Equal(t, types.SEAT_CREATOR, f.result(d.id).Winner)
	}
}

// What is kept of a game is what it was opened with: governance turns claims on and off for new games alone.
func TestGamesKeepWhetherTheyHaveAClaim(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	without := f.newDuel(game.ClassicZK())
	f.set(withProvenClaims)
	with := f.newDuel(game.ClassicZK())
	hash := f.newDuel(game.Classic())
	f.set(func(p *types.Params) { p.ProvenClaims = false })
	require.False(t, f.game(without.id).Terms.ProvenClaims)
	require.True(t, f.game(with.id).Terms.ProvenClaims)
	require.False(t, f.game(hash.id).Terms.ProvenClaims, "there is always a claim")
	f.deliver(without.concede(game.Joiner))
	require.False(t, f.has(without.id))
	f.deliver(with.concede(game.Joiner))
	require.Equal(t, game.PhaseClaim, with.now().Phase)
	f.deliver(with.claim(game.Creator))
	f.deliver(hash.concede(game.Joiner))
	require.Equal(t, game.PhaseClaim, hash.now().Phase)
}

// A board of the wrong scheme, of the wrong shape or without the proof that it is legal enters no game, by whatever
// message; neither does a proof where none is asked for.
func TestABoardThatIsNotProvenEntersNoGame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r := game.ClassicZK()
	honest, hash := f.newBoard(alice, r, classicFleet), f.newBoard(alice, game.Classic(), classicFleet)
	entry := honest.entry()
	elsewhere := func(change func(b *commitment.Binding)) []byte {
		b := honest.Binding
		change(&b)
		return boardOf(alice, b, fleetOf(b.Ruleset)).entry().Proof
	}
	answer := func() []byte { // a proof of another statement about the same board
		s := game.State{Ruleset: r, Phase: game.PhasePlay, Owes: game.OwesAnswer, HasPending: true, Pending: 99}
		return zktest.Answer(honest.Board, s, game.Answer{})
	}
	type brought = types.Entry
	shape, proof := types.ErrInvalidBoard, types.ErrInvalidProof
	for name, c := range map[string]struct {
		want   error
		change func(e *brought)
	}{
		"the other scheme":          {shape, func(e *brought) { e.Board = hash.entry().Board }},
		"the other scheme by name":  {shape, func(e *brought) { e.Board.Scheme = 1 }},
		"row roots":                 {shape, func(e *brought) { e.Board.RowRoots = [][]byte{e.Board.TossLeaf} }},
		"no toss leaf":              {shape, func(e *brought) { e.Board.TossLeaf = nil }},
		"a long toss leaf":          {shape, func(e *brought) { e.Board.TossLeaf = make([]byte, 33) }},
		"no commitment":             {shape, func(e *brought) { e.Board.Commitment = nil }},
		"a short commitment":        {shape, func(e *brought) { e.Board.Commitment = e.Board.Commitment[:31] }},
		"one that is not reduced":   {shape, func(e *brought) { e.Board.Commitment = bytes.Repeat([]byte{0xff}, 32) }},
		"another commitment":        {proof, func(e *brought) { e.Board.Commitment = make([]byte, 32) }},
		"no proof":                  {proof, func(e *brought) { e.Proof = nil }},
		"a short proof":             {proof, func(e *brought) { e.Proof = e.Proof[:655] }},
		"a long proof":              {proof, func(e *brought) { e.Proof = append(slices.Clone(e.Proof), 0) }},
		"a megabyte":                {proof, func(e *brought) { e.Proof = bytes.Repeat([]byte{0xff}, 1<<20) }},
		"zeros":                     {proof, func(e *brought) { e.Proof = make([]byte, 656) }},
		"a proof of another player": {proof, func(e *brought) { e.Proof = f.newBoard(bob, r, classicFleet).entry().Proof }},
		"of another nonce": {proof, func(e *brought) {
			e.Proof = elsewhere(func(b *commitment.Binding) { b.Nonce++ })
		}},
		"of another chain": {proof, func(e *brought) {
			e.Proof = elsewhere(func(b *commitment.Binding) { b.ChainID += "1" })
		}},
		"of another ruleset": {proof, func(e *brought) {
			e.Proof = elsewhere(func(b *commitment.Binding) { b.Ruleset = game.XayaZK() })
		}},
		"of an answer": {proof, func(e *brought) { e.Proof = answer() }},
	} {
		t.Run(name, func(t *testing.T) {
			f.TB = t
			spoiled := entry
			c.change(&spoiled)
			f.refuse(c.want, &types.MsgCreateGame{Sender: alice.text(), RulesetId: r.ID, Entry: spoiled})
			match := f.matchMsg(alice, r)
			match.Entry = spoiled
			f.refuse(c.want, match)
		})
	}
	f.TB = t
	proven := hash.entry()
	proven.Proof = entry.Proof
	f.refuse(types.ErrInvalidMove, &types.MsgCreateGame{Sender: alice.text(), RulesetId: 1, Entry: proven})
	both := hash.entry()
	both.Board.Commitment = entry.Board.Commitment
	f.refuse(types.ErrInvalidBoard, &types.MsgCreateGame{Sender: alice.text(), RulesetId: 1, Entry: both})

	id := f.create(honest)
	join := joinMsg(id, f.newBoard(bob, r, classicFleet))
	own := join.Entry.Proof
	join.Entry.Proof = entry.Proof
	f.refuse(types.ErrInvalidProof, join)
	join.Entry.Proof, join.Entry.Board.Commitment = own, entry.Board.Commitment
	f.refuse(types.ErrEqualBoards, join)
	// What was proven for one game is worth nothing in the next, whose boards have another nonce.
	again := createMsg(honest)
	f.refuse(types.ErrNonce, again)
	again.Entry.Board.Nonce++
	f.refuse(types.ErrInvalidProof, again)
}

// An answer is accepted with a proof of this very answer and with no other, and is paid for before its proof is read.
func TestAnAnswerIsProvenByItsOwnProofAlone(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.ClassicZK(), game.XayaZK()} {
		t.Run(r.Name, func(t *testing.T) {
			f := newFixture(t)
			d, other := f.newProven(r), f.newProven(r)
			d.deliver(d.shoot(game.Creator, "A1"))
			other.deliver(other.shoot(game.Creator, "A1"))
			honest := d.reveal(game.Joiner, "")
			require.Equal(t, types.CONTENT_SHIP, honest.Opening.Content)
			with := func(change func(m *types.MsgShootAndReveal)) *types.MsgShootAndReveal {
				m, o := *honest, *honest.Opening
				m.Opening = &o
				change(&m)
				return &m
			}
			proofOf := func(board board, s game.State) []byte {
				a := board.Answer(s)
				a.By = s.Actor
				return zktest.Answer(board.Board, s, a)
			}
			at := func(tile string) game.State {
				s := d.now()
				s.Pending = d.tile(tile)
				return s
			}
			mine, theirs := d.boards[game.Joiner], d.boards[game.Creator]
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
				"of a hash board":    {shape, func(m *move) { m.Opening = mine.open(0) }},
				"of another tile":    {proof, func(m *move) { m.Opening.Proof = proofOf(mine, at("B1")) }},
				"of another player":  {proof, func(m *move) { m.Opening.Proof = proofOf(theirs, at("A1")) }},
				"of another game":    {proof, func(m *move) { m.Opening.Proof = other.reveal(game.Joiner, "").Opening.Proof }},
				"of the board":       {proof, func(m *move) { m.Opening.Proof = mine.entry().Proof }},
				"of another chain": {proof, func(m *move) {
					m.Opening.Proof = proofOf(boardOf(bob, abroad, fleetOf(r)), at("A1"))
				}},
				"of one bit less": {proof, func(m *move) { m.Opening.Proof = flipped(m.Opening.Proof, 300) }},
				"of one point sooner": {proof, func(m *move) {
					m.Opening.Proof = append(m.Opening.Proof[48:], m.Opening.Proof[:48]...)
				}},
			} {
				f.TB = t
				t.Run(name, func(t *testing.T) {
					f.TB = t
					f.refuse(c.want, with(c.change))
				})
			}
			f.TB = t
			f.deliver(honest)
			f.refuse(types.ErrTurn, honest)
			// The same proof again, for another shot; in a ruleset that announces ships also for the same tile in another turn.
			for d.now().Owes == game.OwesShot {
				d.deliver(d.shoot(d.now().Actor, d.firstTarget(d.now(), d.now().Actor)))
			}
			if d.now().Actor == game.Joiner {
				again := d.reveal(game.Joiner, "")
				again.Opening.Proof = honest.Opening.Proof
				f.refuse(types.ErrInvalidProof, again)
			}
		})
	}
}

// flipped returns a proof with one bit changed.
func flipped(proof []byte, at int) []byte {
	proof = slices.Clone(proof)
	proof[at] ^= 1
	return proof
}

// A player whose ship sinks says so: it can neither be hidden, nor announced of another ship, nor told
// early, although a proof of the latter exists; the rules are asked first.
func TestASinkingIsProvenWhenItHappens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.newProven(game.ClassicZK())
	sink := func(target string) {
		for d.now().Actor != game.Creator || d.now().Owes != game.OwesShot {
			s := d.now()
			if s.Owes == game.OwesAnswer {
				d.deliver(d.reveal(s.Actor, ""))
				continue
			}
			d.deliver(d.shoot(game.Joiner, "J"+strconv.Itoa(s.Sides[game.Creator].Answered.Len()+1)))
		}
		d.deliver(d.shoot(game.Creator, target))
	}
	sink("A9")
	early := d.reveal(game.Joiner, "")
	s, ship := d.now(), game.Ship{Class: 4, Origin: d.tile("A9")}
	early.Sunk = types.NewShip(s.Ruleset, ship)
	announced := game.Answer{By: game.Joiner, Hit: true, Sunk: &ship}
	early.Opening.Proof = zktest.Answer(d.boards[game.Joiner].Board, s, announced)
	gas := f.gas(func() { f.refuse(types.ErrSunk, early) })
	require.Less(t, gas, uint64(types.ProofGas), "refused by the rules, before the proof is paid for")
	sink("B9")
	honest := d.reveal(game.Joiner, "")
	require.NotNil(t, honest.Sunk)
	hidden := *honest
	hidden.Sunk = nil
	f.refuse(types.ErrInvalidProof, &hidden)
	foreign := *honest
	foreign.Sunk = &types.Ship{Class: honest.Sunk.Class, Placement: "B8v"}
	f.refuse(types.ErrSunk, &foreign) // B8 was not hit
	f.deliver(honest)
}

// gas returns what something costs.
func (f *fixture) gas(do func()) uint64 {
	f.Helper()
	before := f.ctx.GasMeter().GasConsumed()
	do()
	return f.ctx.GasMeter().GasConsumed() - before
}

// The gas of a proof is charged before the first of its bytes is looked at: what is no proof at all runs out of gas by
// one unit like a true one.
func TestAProofIsPaidForBeforeItIsRead(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r := game.ClassicZK()
	garbage := createMsg(f.newBoard(alice, r, classicFleet))
	garbage.Entry.Proof = []byte("no proof")
	d := f.newProven(r)
	d.deliver(d.shoot(game.Creator, "A1"))
	answer := d.reveal(game.Joiner, "")
	answer.Opening.Proof = []byte("no proof")
	garbage.Entry.Board.Nonce = f.nonce(alice)
	for name, msg := range map[string]sdk.Msg{"entry": garbage, "opening": answer} {
		t.Run(name, func(t *testing.T) {
			f.TB = t
			outer := f.ctx
			defer func() { f.ctx = outer }()
			try := func(limit uint64) (err any) {
				f.ctx = outer.WithGasMeter(storetypes.NewGasMeter(limit))
				defer func() {
					if err == nil {
						err = recover()
					}
				}()
				return f.handle(msg)
			}
			f.ctx = outer.WithGasMeter(storetypes.NewInfiniteGasMeter())
			require.ErrorIs(t, f.handle(msg), types.ErrInvalidProof)
			enough := f.ctx.GasMeter().GasConsumed()
			require.Greater(t, enough, uint64(types.ProofGas))
			err, ok := try(enough).(error)
			require.True(t, ok)
			require.ErrorIs(t, err, types.ErrInvalidProof)
			require.Equal(t, storetypes.ErrorOutOfGas{Descriptor: name + " proof"}, try(enough-1))
		})
	}
}

// Matched, played again and joined with an invitation: every way into a game takes a proof of the board, once.
func TestEveryWayIntoAProvenGame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r := game.XayaZK()
	var found *types.MsgMatchGameResponse
	gas := f.gas(func() { f.match(f.matchMsg(alice, r)) })
	require.Greater(t, gas, uint64(types.ProofGas))
	require.Less(t, gas, uint64(2*types.ProofGas))
	board := f.newBoard(bob, r, xayaFleet)
	gas = f.gas(func() {
		var err error
		f.ctx = f.ctx.WithEventManager(sdk.NewEventManager())
		found, err = f.msgs.MatchGame(f.ctx, &types.MsgMatchGame{
			Sender: bob.text(), RulesetId: r.ID, Entry: board.entry(), Toss: make([]byte, commitment.TossSize),
		})
		require.NoError(t, err)
		f.replay()
	})
	require.True(t, found.Joined)
	require.Less(t, gas, uint64(2*types.ProofGas), "a match that joins verifies one proof")
	first := f.game(found.GameId)
	require.Equal(t, types.COMMITMENT_SCHEME_PLONK, first.Participants[1].Board.Scheme)
	f.deliver(&types.MsgConcede{Sender: alice.text(), GameId: found.GameId})
	again := createMsg(f.newBoard(alice, r, xayaFleet))
	again.RematchOf = found.GameId
	id := f.open(again)
	f.deliver(joinMsg(id, f.newBoard(bob, r, xayaFleet)))
	require.Equal(t, found.GameId, f.game(id).RematchOf)
}

// A game with proven boards takes less room than any other: a board is two hashes.
func TestBytesOfAProvenGame(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.ClassicZK(), game.XayaZK()} {
		f := newFixture(t, withParams(public))
		f.fundCast()
		f.ctx = f.ctx.WithBlockHeight(1 << 33)
		id := f.create(f.newBoard(alice, r, fleetOf(r)))
		g := f.game(id)
		t.Logf("%s, open: %d bytes", r.Name, g.Size())
		require.LessOrEqual(t, g.Size(), 280)
		f.deliver(joinMsg(id, f.newBoard(bob, r, fleetOf(r))))
		g = f.game(id)
		t.Logf("%s, joined: %d bytes", r.Name, g.Size())
		require.LessOrEqual(t, g.Size(), 350)
	}
}

// A game with proven boards is exported at every stage and goes on after the import, with the proofs of its answers;
// that its boards were proven legal is taken on trust, for the proofs of entries are not kept.
func TestProvenGamesContinueAfterTheirExport(t *testing.T) {
	t.Parallel()
	r := game.ClassicZK()
	f := newFixture(t)
	open := f.create(f.newBoard(alice, r, classicFleet))
	f.endBlock()
	stages := map[string]*duel{"toss": f.newDuel(r)}
	stages["shot"] = f.newProven(r)
	stages["answer"] = f.newProven(r)
	f.deliver(stages["answer"].shoot(game.Creator, "A1"))
	f.set(withProvenClaims)
	stages["claim"] = f.newDuel(r)
	f.deliver(stages["claim"].concede(game.Joiner))
	ended := stages["shot"].id
	f.endBlock()
	gs := f.exported()
	require.NoError(t, gs.Validate(f.keeper.AddressCodec()))
	g := f.successor()
	require.NoError(t, g.keeper.InitGenesis(g.ctx, gs))
	require.Equal(t, gs, g.exported())
	g.replays = f.replays
	for _, d := range stages {
		d.fixture = g
	}
	g.set(func(p *types.Params) { p.ProvenClaims = false })
	g.deliver(joinMsg(open, g.newBoard(bob, r, classicFleet)))
	g.deliver(stages["toss"].reveal(game.Creator, ""))
	g.deliver(stages["shot"].shoot(game.Creator, "B1"))
	lie := stages["answer"].reveal(game.Joiner, "")
	lie.Opening.Content = types.CONTENT_WATER
	g.refuse(types.ErrInvalidProof, lie)
	g.deliver(stages["answer"].reveal(game.Joiner, ""))
	g.deliver(stages["claim"].claim(game.Creator))
	g.deliver(stages["shot"].concede(game.Creator))
	require.Equal(t, types.SEAT_JOINER, g.result(ended).Winner)

	for name, spoil := range map[string]func(gs *types.GenesisState){
		"a claim that is not kept": func(gs *types.GenesisState) {
			gs.Games[len(gs.Games)-1].Game.Terms.ProvenClaims = false
		},
		"a claim of proofs where none are": func(gs *types.GenesisState) {
			gs.Games[0].Game.RulesetId = game.Classic().ID
		},
		"a hash board": func(gs *types.GenesisState) {
			gs.Games[0].Game.Participants[0].Board = f.newBoard(alice, game.Classic(), classicFleet).entry().Board
		},
		"a commitment that is not reduced": func(gs *types.GenesisState) {
			gs.Games[0].Game.Participants[0].Board.Commitment = bytes.Repeat([]byte{0xff}, 32)
		},
	} {
		t.Run(name, func(t *testing.T) {
			spoiled := f.exported()
			spoil(&spoiled)
			require.ErrorIs(t, spoiled.Validate(f.keeper.AddressCodec()), types.ErrInvalidGenesis)
		})
	}
	challenged := g.exported()
	challenged.Results[0].Reason = types.REASON_CHALLENGED
	require.ErrorContains(t, challenged.Validate(f.keeper.AddressCodec()), "no challenge where boards are proven")
}
