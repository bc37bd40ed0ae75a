package keeper_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/codec/address"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestCreateGame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	b := f.newBoard(alice, game.Classic(), classicFleet)
	msg := createMsg(b)
	msg.Entry.Delegate = carol.text()
	msg.TurnBlocks = 33
	f.deliver(msg)

	g, err := f.keeper.Records().Games.Get(f.ctx, 1)
	require.NoError(t, err)
	require.Equal(t, types.Game{
		Id:            1,
		RulesetId:     1,
		Participants:  []types.Participant{{Address: alice.text(), Delegate: carol.text(), Board: msg.Entry.Board}},
		TurnBlocks:    33,
		ClaimBlocks:   33,
		CreatedHeight: firstHeight,
		Terms:         types.Terms{Backing: types.MaxRewardCap},
		Offer:         &types.Offer{Rating: rating.New().Rating},
	}, g)
	require.Equal(t, game.PhaseOpen, f.state(1).Phase)
	require.Equal(t, int64(firstHeight+openBlocks), f.state(1).Deadline)
	require.Equal(t, uint64(1), f.nonce(alice))
	require.Equal(t, uint64(2), f.create(f.newBoard(alice, game.Xaya(), xayaFleet)), "a second game of the same player")
}

func TestJoinGame(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.create(f.newBoard(alice, game.Classic(), classicFleet))
	f.skipTo(firstHeight + 5)
	f.ctx = f.ctx.WithHeaderHash(bytes.Repeat([]byte{7}, 32))
	msg := joinMsg(1, f.newBoard(bob, game.Classic(), classicFleet))
	msg.Entry.Delegate = carol.text()
	f.deliver(msg)

	g, err := f.keeper.Records().Games.Get(f.ctx, 1)
	require.NoError(t, err)
	require.Equal(t, types.Participant{
		Address: bob.text(), Delegate: carol.text(), Board: msg.Entry.Board,
	}, g.Participants[game.Joiner])
	require.EqualValues(t, commitment.MixToss(msg.Toss, commitment.Join{
		BlockHash: f.ctx.HeaderHash(), GameID: 1, Player: bob.addr,
	}), g.Toss)
	require.Equal(t, int64(firstHeight+5), g.JoinedHeight)
	s := f.state(1)
	require.Equal(t, game.PhaseToss, s.Phase)
	require.Equal(t, game.OwesTossReveal, s.Owes)
	require.Equal(t, game.Creator, s.Actor)
	require.Equal(t, int64(firstHeight+5+turnBlocks), s.Deadline)
	require.Equal(t, uint64(1), f.nonce(bob))
	for _, p := range []player{alice, bob} {
		res, err := f.queries.Player(f.ctx, &types.QueryPlayerRequest{Address: p.text()})
		require.NoError(t, err)
		require.Equal(t, types.Player{BoardNonce: 1, Games: 1}, res.Player)
		require.Equal(t, []uint64{1}, res.Games)
	}
}

func TestEveryEntryHasItsOwnBoard(t *testing.T) {
	t.Parallel()
	gov := player{name: "gov", addr: authtypes.NewModuleAddress(govtypes.ModuleName)}
	long := textOf(bytes.Repeat([]byte{7}, types.MaxAddressBytes+1))
	foreign, err := address.NewBech32Codec("cosmos").BytesToString(alice.addr)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		who   player
		spoil func(sender *string, e *types.Entry)
		want  error
	}{
		"sender is no address":      {alice, func(s *string, _ *types.Entry) { *s = "alice" }, types.ErrInvalidAddress},
		"sender of another chain":   {alice, func(s *string, _ *types.Entry) { *s = foreign }, types.ErrInvalidAddress},
		"sender's address too long": {alice, func(s *string, _ *types.Entry) { *s = long }, types.ErrInvalidAddress},
		"sender cannot be paid":     {gov, nil, types.ErrBlockedAddress},
		"no scheme":                 {alice, func(_ *string, e *types.Entry) { e.Board.Scheme = 0 }, types.ErrInvalidBoard},
		"scheme of the future":      {alice, func(_ *string, e *types.Entry) { e.Board.Scheme = 2 }, types.ErrInvalidBoard},
		"no roots": {
			alice, func(_ *string, e *types.Entry) { e.Board.RowRoots = nil }, types.ErrInvalidBoard,
		},
		"a root too few": {
			alice, func(_ *string, e *types.Entry) { e.Board.RowRoots = e.Board.RowRoots[1:] }, types.ErrInvalidBoard,
		},
		"a root too many": {
			alice, func(_ *string, e *types.Entry) { e.Board.RowRoots = append(e.Board.RowRoots, make([]byte, 32)) },
			types.ErrInvalidBoard,
		},
		"a root too short": {
			alice, func(_ *string, e *types.Entry) { e.Board.RowRoots[3] = e.Board.RowRoots[3][1:] }, types.ErrInvalidBoard,
		},
		"the same root twice": {
			alice, func(_ *string, e *types.Entry) { e.Board.RowRoots[3] = e.Board.RowRoots[4] }, types.ErrInvalidBoard,
		},
		"no toss leaf": {alice, func(_ *string, e *types.Entry) { e.Board.TossLeaf = nil }, types.ErrInvalidBoard},
		"toss leaf too long": {
			alice, func(_ *string, e *types.Entry) { e.Board.TossLeaf = make([]byte, 33) }, types.ErrInvalidBoard,
		},
		"nonce ahead": {alice, func(_ *string, e *types.Entry) { e.Board.Nonce++ }, types.ErrNonce},
		"recovery too long": {
			alice, func(_ *string, e *types.Entry) { e.Recovery = make([]byte, types.MaxRecoveryBytes+1) },
			types.ErrInvalidRecovery,
		},
		"delegate is no address": {alice, func(_ *string, e *types.Entry) { e.Delegate = "carol" }, types.ErrInvalidAddress},
		"delegate's address too long": {
			alice, func(_ *string, e *types.Entry) { e.Delegate = long }, types.ErrInvalidAddress,
		},
		"delegate is the player": {
			alice, func(_ *string, e *types.Entry) { e.Delegate = alice.text() }, types.ErrInvalidDelegate,
		},
		"delegate is the player in capitals": {
			alice, func(_ *string, e *types.Entry) { e.Delegate = strings.ToUpper(alice.text()) }, types.ErrInvalidDelegate,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.create(f.newBoard(bob, game.Classic(), classicFleet))
			create := createMsg(f.newBoard(c.who, game.Classic(), classicFleet))
			join := joinMsg(1, f.newBoard(c.who, game.Classic(), classicFleet))
			if c.spoil != nil {
				c.spoil(&create.Sender, &create.Entry)
				c.spoil(&join.Sender, &join.Entry)
			}
			f.refuse(c.want, create)
			f.refuse(c.want, join)
		})
	}
}

func TestALimitIsReachedButNotPassed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	msg := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
	msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes)
	msg.Entry.Delegate = textOf(bytes.Repeat([]byte{7}, types.MaxAddressBytes))
	f.deliver(msg)
}

func TestACreatorChoosesWithinTheParams(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(*types.MsgCreateGame)
		want  error
	}{
		"ruleset 0":                {func(m *types.MsgCreateGame) { m.RulesetId = 0 }, types.ErrUnknownRuleset},
		"ruleset of the future":    {func(m *types.MsgCreateGame) { m.RulesetId = 99 }, types.ErrUnknownRuleset},
		"board of another ruleset": {func(m *types.MsgCreateGame) { m.RulesetId = game.Xaya().ID }, types.ErrInvalidBoard},
		"clock too short":          {func(m *types.MsgCreateGame) { m.TurnBlocks = 4 }, types.ErrInvalidParams},
		"clock too long":           {func(m *types.MsgCreateGame) { m.TurnBlocks = 51 }, types.ErrInvalidParams},
		"clock backwards":          {func(m *types.MsgCreateGame) { m.TurnBlocks = -1 }, types.ErrInvalidParams},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(func(p *types.Params) {
				p.TurnBlocksMin, p.TurnBlocksCorrespondence, p.TurnBlocksMax = 5, 50, 50
			}))
			msg := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
			c.spoil(msg)
			f.refuse(c.want, msg)
		})
	}
}

func TestAJoinerTakesAnOpenSeatOfSomebodyElse(t *testing.T) {
	t.Parallel()
	classic := game.Classic()
	upper := func(p player) string { return strings.ToUpper(p.text()) }
	for name, c := range map[string]struct {
		join func(f *fixture) *types.MsgJoinGame
		want error
	}{
		"unknown game": {func(f *fixture) *types.MsgJoinGame {
			return joinMsg(99, f.newBoard(bob, classic, classicFleet))
		}, types.ErrGameNotFound},
		"game 0": {func(f *fixture) *types.MsgJoinGame {
			return joinMsg(0, f.newBoard(bob, classic, classicFleet))
		}, types.ErrGameNotFound},
		"own game": {func(f *fixture) *types.MsgJoinGame {
			return joinMsg(1, f.newBoard(alice, classic, classicFleet))
		}, types.ErrUnauthorized},
		"own game, address in capitals": {func(f *fixture) *types.MsgJoinGame {
			msg := joinMsg(1, f.newBoard(alice, classic, classicFleet))
			msg.Sender = upper(alice)
			return msg
		}, types.ErrUnauthorized},
		"full game": {func(f *fixture) *types.MsgJoinGame {
			f.deliver(joinMsg(1, f.newBoard(bob, classic, classicFleet)))
			return joinMsg(1, f.newBoard(mallory, classic, classicFleet))
		}, types.ErrPhase},
		"joined already": {func(f *fixture) *types.MsgJoinGame {
			f.deliver(joinMsg(1, f.newBoard(bob, classic, classicFleet)))
			return joinMsg(1, f.newBoard(bob, classic, classicFleet))
		}, types.ErrPhase},
		"cancelled game": {func(f *fixture) *types.MsgJoinGame {
			f.withdraw(alice, 1)
			return joinMsg(1, f.newBoard(bob, classic, classicFleet))
		}, types.ErrGameNotFound},
		"no toss bytes": {func(f *fixture) *types.MsgJoinGame {
			msg := joinMsg(1, f.newBoard(bob, classic, classicFleet))
			msg.Toss = nil
			return msg
		}, types.ErrInvalidToss},
		"a toss byte too many": {func(f *fixture) *types.MsgJoinGame {
			msg := joinMsg(1, f.newBoard(bob, classic, classicFleet))
			msg.Toss = make([]byte, commitment.TossSize+1)
			return msg
		}, types.ErrInvalidToss},
		"board of another ruleset": {func(f *fixture) *types.MsgJoinGame {
			return joinMsg(1, f.newBoard(bob, game.Xaya(), xayaFleet))
		}, types.ErrInvalidBoard},
		"the creator's roots": {func(f *fixture) *types.MsgJoinGame {
			msg := joinMsg(1, f.newBoard(bob, classic, classicFleet))
			g, err := f.keeper.Records().Games.Get(f.ctx, 1)
			require.NoError(f, err)
			msg.Entry.Board.RowRoots = g.Participants[game.Creator].Board.RowRoots
			return msg
		}, types.ErrEqualBoards},
		"one of the creator's roots, in another row": {func(f *fixture) *types.MsgJoinGame {
			msg := joinMsg(1, f.newBoard(bob, classic, classicFleet))
			g, err := f.keeper.Records().Games.Get(f.ctx, 1)
			require.NoError(f, err)
			msg.Entry.Board.RowRoots[9] = g.Participants[game.Creator].Board.RowRoots[0]
			return msg
		}, types.ErrEqualBoards},
		"delegate is the creator": {func(f *fixture) *types.MsgJoinGame {
			msg := joinMsg(1, f.newBoard(bob, classic, classicFleet))
			msg.Entry.Delegate = alice.text()
			return msg
		}, types.ErrInvalidDelegate},
		"delegate is the creator's delegate": {func(f *fixture) *types.MsgJoinGame {
			msg := joinMsg(1, f.newBoard(bob, classic, classicFleet))
			msg.Entry.Delegate = carol.text()
			return msg
		}, types.ErrInvalidDelegate},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			create := createMsg(f.newBoard(alice, classic, classicFleet))
			create.Entry.Delegate = carol.text()
			f.deliver(create)
			f.refuse(c.want, c.join(f))
		})
	}
}
