package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"maps"
	"math/rand"
	"slices"
	"sync"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// crookedOdds is how many boards of thieves it takes to find one with a ship missing.
const crookedOdds = 3

// contestDuel is a duel after the last block, with the boards that its players have made, by seat. A thief may have
// committed to another one, of which it knows nothing.
type contestDuel struct {
	types.Game

	chainState channel.ChainState
	boards     []commitmenttest.Board
}

// contestMelee is a melee after the last block, with boards as those of a duel.
type contestMelee struct {
	types.Melee

	state     melee.State
	boards    map[melee.Seat]commitmenttest.Board
	committed map[melee.Seat]types.BoardCommitment
	aims      map[melee.Seat][]byte
}

// contestChannel is an off-chain game: the states that both players have signed so far.
type contestChannel struct {
	rule   *channel.Channel
	states []game.State
	keys   [types.PlayersPerGame]*secp256k1.PrivKey
	// silent means that a thief has entered with a key that it does not have: it signs nothing.
	silent bool
}

// contestFleets are the legal fleets that people choose from, by ruleset.
var contestFleets = sync.OnceValues(func() (map[uint32][]game.Fleet, error) { return core.Fleets(8) })

// look reads the unfinished games.
func (c *contest) look() {
	c.t.Helper()
	ctx, records := c.Context(), c.App.BattleshipKeeper.Records()
	c.duels, c.melees = nil, nil
	games, progress := byID(ctx, c.t, records.Games), byID(ctx, c.t, records.Progress)
	for _, id := range slices.Sorted(maps.Keys(games)) {
		state, err := games[id].ChainState(progress[id])
		require.NoError(c.t, err)
		d := &contestDuel{Game: games[id], chainState: state}
		for _, p := range d.Participants {
			d.boards = append(d.boards, c.boardOf(c.byAddress[p.Address], p.Board.Nonce, state.State.Ruleset))
		}
		c.duels = append(c.duels, d)
	}
	melees, states := c.watch.melees(ctx)
	for _, id := range slices.Sorted(maps.Keys(melees)) {
		m := &contestMelee{
			Melee: melees[id], state: states[id], boards: make(map[melee.Seat]commitmenttest.Board),
			committed: make(map[melee.Seat]types.BoardCommitment), aims: make(map[melee.Seat][]byte),
		}
		for seat := range types.Staked(m.state).All() {
			board, err := records.MeleeBoards.Get(ctx, collections.Join(id, uint32(seat)))
			require.NoError(c.t, err)
			m.committed[seat] = board
			m.boards[seat] = c.boardOf(c.byAddress[m.AddressOf(seat)], board.Nonce, m.state.Ruleset)
		}
		for seat := range m.state.Aimed().All() {
			aim, err := records.Aims.Get(ctx, collections.Join(id, uint32(seat)))
			require.NoError(c.t, err)
			m.aims[seat] = aim
		}
		c.melees = append(c.melees, m)
	}
	for _, p := range c.people {
		player, err := records.Players.Get(ctx, p.Address)
		if !errors.Is(err, collections.ErrNotFound) {
			require.NoError(c.t, err)
		}
		p.nonce = player.BoardNonce
	}
}

// boardOf returns the board that a person makes with a nonce. A thief's board may lack a ship, unless it is proven.
func (c *contest) boardOf(p *person, nonce uint64, r *game.Ruleset) commitmenttest.Board {
	c.t.Helper()
	seed := append([]byte("battleship/thieves/board/v1"), p.Address...)
	secret := sha256.Sum256(binary.BigEndian.AppendUint64(seed, nonce))
	dice := rand.New(rand.NewSource(int64(binary.BigEndian.Uint64(secret[:8]))))
	fleets, err := contestFleets()
	require.NoError(c.t, err)
	fleet := fleets[r.ID][dice.Intn(len(fleets[r.ID]))]
	binding := commitment.Binding{ChainID: chain.ID, Player: p.Address, Nonce: nonce, Ruleset: r}
	board := commitmenttest.New(binding, r.FleetString(fleet), secret[:])
	if !p.honest && !r.Proven && dice.Intn(crookedOdds) == 0 {
		board = board.Without(fleet[len(fleet)-1])
	}
	return board
}

// channelKey returns the key with which a person signs the states of the game of a board.
func channelKey(p *person, nonce uint64) *secp256k1.PrivKey {
	seed := append([]byte("battleship/thieves/off/v1"), p.Address...)
	return secp256k1.GenPrivKeyFromSecret(binary.BigEndian.AppendUint64(seed, nonce))
}

// commitTo returns what everybody sees of a board.
func (c *contest) commitTo(b commitmenttest.Board) types.BoardCommitment {
	c.t.Helper()
	if !b.Binding.Ruleset.Proven {
		return types.NewBoardCommitment(b.Binding.Nonce, b.Commit())
	}
	return types.NewProvenBoardCommitment(b.Binding.Nonce, c.fleetOf(b), b.Commit().TossLeaf)
}

// fleetOf returns the commitment to a fleet: any bytes if nothing is proven, or nothing can be.
func (c *contest) fleetOf(b commitmenttest.Board) verify.Commitment {
	if fleet, err := (zktest.Prover{}).Commit(b.Binding, b.Fleet, b.Secret); err == nil && *thievesProven {
		return fleet
	}
	return verify.Commitment(c.anyBytes(verify.CommitmentSize))
}

// entry is what a person enters a game with: its next board.
func (c *contest) entry(p *person, r *game.Ruleset, offChain bool) types.Entry {
	c.t.Helper()
	board := c.boardOf(p, p.nonce, r)
	e := types.Entry{Board: c.commitTo(board)}
	if r.Proven && *thievesProven {
		proof, err := zktest.Prover{}.ProveBoard(board.Binding, board.Fleet, board.Secret)
		require.NoError(c.t, err)
		e.Proof = proof
	} else if r.Proven {
		e.Proof = c.anyBytes(verify.ProofSize)
	}
	if offChain {
		e.Channel = &types.Channel{Key: channelKey(p, p.nonce).PubKey().Bytes()}
	}
	if p == c.people[packetThief] {
		e.Delegate = c.people[courierThief].String()
	} else if c.dice.Intn(4) == 0 { // a friend: honest bots trust honest bots
		friends := c.people
		if p.honest {
			friends = c.people[:honestBots]
		}
		if friend := oneOf(c.dice, friends); friend != p {
			e.Delegate = friend.String()
		}
	}
	return e
}

// ruleset returns a ruleset that duels are opened with.
func (c *contest) ruleset() *game.Ruleset {
	all := []*game.Ruleset{game.Classic(), game.Xaya()}
	if *thievesProven && c.dice.Intn(5) == 0 {
		all = []*game.Ruleset{game.ClassicZK(), game.XayaZK()}
	}
	return oneOf(c.dice, all)
}

// seatOf returns the seat of a person, if it has one.
func (d *contestDuel) seatOf(p *person) (game.Seat, bool) {
	for i, participant := range d.Participants {
		if participant.Address == p.String() {
			return game.Seat(i), true
		}
	}
	return 0, false
}

// legal reports whether a seat has committed to a legal board.
func (d *contestDuel) legal(seat game.Seat) bool {
	b := d.boards[seat]
	return b.Honest() && sameBoard(d.Participants[seat].Board, b)
}

// legal reports whether a seat has committed to a legal board.
func (m *contestMelee) legal(seat melee.Seat) bool {
	b, ok := m.boards[seat]
	return ok && b.Honest() && sameBoard(m.committed[seat], b)
}

// sameBoard reports whether rows of hashes are those of a board.
func sameBoard(committed types.BoardCommitment, b commitmenttest.Board) bool {
	return slices.EqualFunc(committed.MerkleRows().RowRoots, b.Commit().RowRoots, bytes.Equal)
}

// move returns what is owed in a duel, from a board, and the shot that follows if it is then the turn of whoever has
// met it.
func (c *contest) move(d *contestDuel, board commitmenttest.Board) *types.MsgShootAndReveal {
	s, by, height := d.chainState.State, d.chainState.State.Actor, c.Height()+1
	msg := &types.MsgShootAndReveal{GameId: d.Id}
	var act game.Action
	switch s.Owes {
	case game.OwesTossReveal:
		opening := board.OpenToss()
		msg.Opening = types.NewOpening(opening)
		act = game.RevealToss{By: by, First: d.Play(s).FirstSeat(commitment.TossFirst(opening.Salt, d.Toss))}
	case game.OwesAnswer:
		answer := c.answer(s, board)
		msg.Opening = c.openShot(s, board, answer)
		if answer.Sunk != nil {
			msg.Sunk = types.NewShip(s.Ruleset, *answer.Sunk)
		}
		act = answer
	default:
	}
	if act != nil {
		if next, _, err := game.Step(s, act, height); err == nil {
			s = next
		}
	}
	if s.Owes == game.OwesShot && s.Actor == by && len(d.boards) == types.PlayersPerGame {
		msg.Target = s.Ruleset.TileName(c.aimAt(d.boards[by.Other()].Ships, s.Sides[by.Other()].Answered, s.Ruleset))
	}
	return msg
}

// answer returns what a board makes of the pending shot, true or not.
func (c *contest) answer(s game.State, board commitmenttest.Board) game.Answer {
	var laid game.Fleet
	for _, ship := range board.Fleet {
		tiles, err := s.Ruleset.Footprint(ship)
		require.NoError(c.t, err)
		if tiles.Minus(board.Ships).IsEmpty() {
			laid = append(laid, ship)
		}
	}
	answer, err := s.TrueAnswer(laid)
	if err != nil {
		answer = game.Answer{Hit: board.Ships.Has(s.Pending)}
	}
	answer.By = s.Actor
	return answer
}

// openShot opens the tile that was shot at, with a proof where one is asked for.
func (c *contest) openShot(s game.State, b commitmenttest.Board, a game.Answer) *types.Opening {
	if !s.Ruleset.Proven {
		return types.NewOpening(b.Open(s.Pending))
	}
	if *thievesProven {
		proof, err := zktest.Prover{}.ProveAnswer(verify.Answer{
			Binding: b.Binding, Commitment: c.fleetOf(b), Tile: s.Pending, Hit: a.Hit,
		}, b.Fleet, b.Secret)
		if err == nil {
			return types.NewProvenOpening(a.Hit, proof)
		}
	}
	return types.NewProvenOpening(a.Hit, c.anyBytes(verify.OpeningSize))
}

// aimAt returns a tile that was not shot at, most often one that holds a ship: games have to come to an end.
func (c *contest) aimAt(ships, answered game.Set, r *game.Ruleset) game.Tile {
	if left := ships.Minus(answered); !left.IsEmpty() && c.dice.Intn(4) > 0 {
		return oneOf(c.dice, slices.Collect(left.All()))
	}
	var all game.Set
	for tile := range r.Tiles() {
		all = all.With(game.Tile(tile))
	}
	return oneOf(c.dice, slices.Collect(all.Minus(answered).All()))
}

// channelGame returns an off-chain game, which goes on by a move in each block until it comes on-chain. Both players
// sign each state.
func (c *contest) channelGame(d *contestDuel) *contestChannel {
	c.t.Helper()
	v, ok := c.channelGames[d.Id]
	if !ok {
		v = &contestChannel{}
		var err error
		v.rule, err = d.Channel(chain.ID)
		require.NoError(c.t, err)
		v.states = []game.State{v.rule.Initial()}
		for i, p := range d.Participants {
			v.keys[i] = channelKey(c.byAddress[p.Address], p.Board.Nonce)
			v.silent = v.silent || !bytes.Equal(p.Channel.Key, v.keys[i].PubKey().Bytes())
		}
		c.channelGames[d.Id] = v
	}
	playing := d.chainState.OffChain && !v.silent
	for last := v.states[len(v.states)-1]; playing && int64(len(v.states)) <= c.Height()-d.JoinedHeight; {
		next, ok := c.moveOffChain(d, v, last)
		if !ok {
			break
		}
		v.states, last = append(v.states, next), next
	}
	return v
}

// moveOffChain makes a move off-chain, if one can be made.
func (c *contest) moveOffChain(d *contestDuel, v *contestChannel, s game.State) (game.State, bool) {
	if !s.Phase.InPlay() || s.Ruleset.Proven {
		return s, false
	}
	at := *d
	at.chainState = channel.ChainState{State: s}
	msg := c.move(&at, d.boards[s.Actor])
	for range 2 {
		next, _, err := v.rule.Move(s, s.Actor, channel.Move{Move: msg.Move()}, nil)
		if err == nil {
			return next, true
		}
		msg.Target = "" // the turn goes to the other with the opening
	}
	return s, false
}

// proof returns the proof of a state of an off-chain game, which both have signed.
func (v *contestChannel) proof(c *contest, s game.State) *types.StateProof {
	c.t.Helper()
	var p channel.Proof
	var err error
	p.State, err = v.rule.Encode(s)
	require.NoError(c.t, err)
	message, err := v.rule.Message(s)
	require.NoError(c.t, err)
	for seat, key := range v.keys {
		p.Signatures[seat], err = key.Sign(message)
		require.NoError(c.t, err)
	}
	return types.NewStateProof(p)
}

// bomb returns a target of a melee that holds no ship of a seat, if there is one: most often one that holds a ship of
// somebody else's.
func (c *contest) bomb(m *contestMelee, seat melee.Seat) game.Tile {
	free := m.state.Free().Minus(m.boards[seat].Ships)
	if free.IsEmpty() {
		free = m.state.Free()
	}
	var ships game.Set
	for other := range m.state.Seats(melee.Afloat).All() {
		if b, ok := m.boards[other]; ok && other != seat {
			ships = ships.Union(b.Ships)
		}
	}
	if ships = ships.Intersect(free); !ships.IsEmpty() && c.dice.Intn(4) > 0 {
		free = ships
	}
	return oneOf(c.dice, slices.Collect(free.All()))
}

// anyBytes returns random bytes.
func (c *contest) anyBytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(c.dice.Intn(256))
	}
	return b
}

// anyCoin returns a coin that nobody should ask for, or one that anybody may.
func (c *contest) anyCoin() sdk.Coin {
	amount := oneOf(c.dice, strangeAmounts)
	return sdk.Coin{Denom: oneOf(c.dice, strangeDenoms), Amount: amount}
}

// oneOf returns a random element.
func oneOf[T any](dice *rand.Rand, all []T) T { return all[dice.Intn(len(all))] }
