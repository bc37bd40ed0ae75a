package duel_test

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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestCreateGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)
	msg := kit.CreateMsg(b)
	msg.Entry.Delegate = kit.Carol.Text()
	msg.TurnBlocks = 33
	f.Deliver(msg)

	g, err := f.Keeper.Records().Games.Get(f.Ctx, 1)
	require.NoError(t, err)
	require.Equal(t, types.Game{
		Id:            1,
		RulesetId:     1,
		Participants:  []types.Participant{{Address: kit.Alice.Text(), Delegate: kit.Carol.Text(), Board: msg.Entry.Board}},
		TurnBlocks:    33,
		ClaimBlocks:   33,
		CreatedHeight: kit.FirstHeight,
		Terms:         types.Terms{Backing: types.MaxRewardCap},
		Offer:         &types.Offer{Rating: rating.New().Rating},
	}, g)
	require.Equal(t, game.PhaseOpen, f.State(1).Phase)
	require.Equal(t, int64(kit.FirstHeight+kit.OpenBlocks), f.State(1).Deadline)
	require.Equal(t, uint64(1), f.Nonce(kit.Alice))
	require.Equal(t, uint64(2), f.Create(f.NewBoard(kit.Alice, game.Xaya(), kit.XayaFleet)),
		"a second game of the same player")
}

func TestJoinGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	f.SkipTo(kit.FirstHeight + 5)
	f.Ctx = f.Ctx.WithHeaderHash(bytes.Repeat([]byte{7}, 32))
	msg := kit.JoinMsg(1, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	msg.Entry.Delegate = kit.Carol.Text()
	f.Deliver(msg)

	g, err := f.Keeper.Records().Games.Get(f.Ctx, 1)
	require.NoError(t, err)
	require.Equal(t, types.Participant{
		Address: kit.Bob.Text(), Delegate: kit.Carol.Text(), Board: msg.Entry.Board,
	}, g.Participants[game.Joiner])
	require.EqualValues(t, commitment.MixToss(msg.Toss, commitment.Join{
		BlockHash: f.Ctx.HeaderHash(), GameID: 1, Player: kit.Bob.Addr,
	}), g.Toss)
	require.Equal(t, int64(kit.FirstHeight+5), g.JoinedHeight)
	s := f.State(1)
	require.Equal(t, game.PhaseToss, s.Phase)
	require.Equal(t, game.OwesTossReveal, s.Owes)
	require.Equal(t, game.Creator, s.Actor)
	require.Equal(t, int64(kit.FirstHeight+5+kit.TurnBlocks), s.Deadline)
	require.Equal(t, uint64(1), f.Nonce(kit.Bob))
	for _, p := range []kit.Player{kit.Alice, kit.Bob} {
		res, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: p.Text()})
		require.NoError(t, err)
		require.Equal(t, types.Player{BoardNonce: 1, Games: 1}, res.Player)
		require.Equal(t, []uint64{1}, res.Games)
	}
}

func TestAttackEntriesThatAreRefused(t *testing.T) {
	t.Parallel()
	gov := kit.Player{Name: "gov", Addr: authtypes.NewModuleAddress(govtypes.ModuleName)}
	long := kit.TextOf(bytes.Repeat([]byte{7}, types.MaxAddressBytes+1))
	foreign, err := address.NewBech32Codec("cosmos").BytesToString(kit.Alice.Addr)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		who   kit.Player
		spoil func(sender *string, e *types.Entry)
		want  error
	}{
		"sender is no address":      {kit.Alice, func(s *string, _ *types.Entry) { *s = "alice" }, types.ErrInvalidAddress},
		"sender of another chain":   {kit.Alice, func(s *string, _ *types.Entry) { *s = foreign }, types.ErrInvalidAddress},
		"sender's address too long": {kit.Alice, func(s *string, _ *types.Entry) { *s = long }, types.ErrInvalidAddress},
		"sender cannot be paid":     {gov, nil, types.ErrBlockedAddress},
		"no scheme": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Board.Scheme = 0 }, types.ErrInvalidBoard,
		},
		"scheme of the future": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Board.Scheme = 2 }, types.ErrInvalidBoard,
		},
		"no roots": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Board.RowRoots = nil }, types.ErrInvalidBoard,
		},
		"a root too few": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Board.RowRoots = e.Board.RowRoots[1:] }, types.ErrInvalidBoard,
		},
		"a root too many": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Board.RowRoots = append(e.Board.RowRoots, make([]byte, 32)) },
			types.ErrInvalidBoard,
		},
		"a root too short": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Board.RowRoots[3] = e.Board.RowRoots[3][1:] }, types.ErrInvalidBoard,
		},
		"the same root twice": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Board.RowRoots[3] = e.Board.RowRoots[4] }, types.ErrInvalidBoard,
		},
		"no toss leaf": {kit.Alice, func(_ *string, e *types.Entry) { e.Board.TossLeaf = nil }, types.ErrInvalidBoard},
		"toss leaf too long": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Board.TossLeaf = make([]byte, 33) }, types.ErrInvalidBoard,
		},
		"nonce ahead": {kit.Alice, func(_ *string, e *types.Entry) { e.Board.Nonce++ }, types.ErrNonce},
		"recovery too long": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Recovery = make([]byte, types.MaxRecoveryBytes+1) },
			types.ErrInvalidRecovery,
		},
		"delegate is no address": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Delegate = "carol" }, types.ErrInvalidAddress,
		},
		"delegate's address too long": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Delegate = long }, types.ErrInvalidAddress,
		},
		"delegate is the player": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Delegate = kit.Alice.Text() }, types.ErrInvalidDelegate,
		},
		"delegate is the player in capitals": {
			kit.Alice, func(_ *string, e *types.Entry) { e.Delegate = strings.ToUpper(kit.Alice.Text()) },
			types.ErrInvalidDelegate,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			f.Create(f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
			create := kit.CreateMsg(f.NewBoard(c.who, game.Classic(), kit.ClassicFleet))
			join := kit.JoinMsg(1, f.NewBoard(c.who, game.Classic(), kit.ClassicFleet))
			if c.spoil != nil {
				c.spoil(&create.Sender, &create.Entry)
				c.spoil(&join.Sender, &join.Entry)
			}
			f.Refuse(c.want, create)
			f.Refuse(c.want, join)
			f.Deliver(kit.JoinMsg(1, f.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet)))
			require.Equal(t, kit.Carol.Text(), f.Game(1).Participants[game.Joiner].Address, "the seat was free")
			require.Zero(t, f.Nonce(kit.Alice), "no board of alice's was used")
		})
	}
}

func TestALimitIsReachedButNotPassed(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes)
	msg.Entry.Delegate = kit.TextOf(bytes.Repeat([]byte{7}, types.MaxAddressBytes))
	f.Deliver(msg)
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
			f := kit.New(t, kit.WithParams(func(p *types.Params) {
				p.TurnBlocksMin, p.TurnBlocksCorrespondence, p.TurnBlocksMax = 5, 50, 50
			}))
			msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
			c.spoil(msg)
			f.Refuse(c.want, msg)
		})
	}
}

func TestAJoinerTakesAnOpenSeatOfSomebodyElse(t *testing.T) {
	t.Parallel()
	classic := game.Classic()
	upper := func(p kit.Player) string { return strings.ToUpper(p.Text()) }
	for name, c := range map[string]struct {
		join func(f *kit.Fixture) *types.MsgJoinGame
		want error
	}{
		"unknown game": {func(f *kit.Fixture) *types.MsgJoinGame {
			return kit.JoinMsg(99, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
		}, types.ErrGameNotFound},
		"game 0": {func(f *kit.Fixture) *types.MsgJoinGame {
			return kit.JoinMsg(0, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
		}, types.ErrGameNotFound},
		"own game": {func(f *kit.Fixture) *types.MsgJoinGame {
			return kit.JoinMsg(1, f.NewBoard(kit.Alice, classic, kit.ClassicFleet))
		}, types.ErrUnauthorized},
		"own game, address in capitals": {func(f *kit.Fixture) *types.MsgJoinGame {
			msg := kit.JoinMsg(1, f.NewBoard(kit.Alice, classic, kit.ClassicFleet))
			msg.Sender = upper(kit.Alice)
			return msg
		}, types.ErrUnauthorized},
		"full game": {func(f *kit.Fixture) *types.MsgJoinGame {
			f.Deliver(kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet)))
			return kit.JoinMsg(1, f.NewBoard(kit.Mallory, classic, kit.ClassicFleet))
		}, types.ErrPhase},
		"joined already": {func(f *kit.Fixture) *types.MsgJoinGame {
			f.Deliver(kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet)))
			return kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
		}, types.ErrPhase},
		"cancelled game": {func(f *kit.Fixture) *types.MsgJoinGame {
			f.Withdraw(kit.Alice, 1)
			return kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
		}, types.ErrGameNotFound},
		"no toss bytes": {func(f *kit.Fixture) *types.MsgJoinGame {
			msg := kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
			msg.Toss = nil
			return msg
		}, types.ErrInvalidToss},
		"a toss byte too many": {func(f *kit.Fixture) *types.MsgJoinGame {
			msg := kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
			msg.Toss = make([]byte, commitment.TossSize+1)
			return msg
		}, types.ErrInvalidToss},
		"board of another ruleset": {func(f *kit.Fixture) *types.MsgJoinGame {
			return kit.JoinMsg(1, f.NewBoard(kit.Bob, game.Xaya(), kit.XayaFleet))
		}, types.ErrInvalidBoard},
		"the creator's roots": {func(f *kit.Fixture) *types.MsgJoinGame {
			msg := kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
			g, err := f.Keeper.Records().Games.Get(f.Ctx, 1)
			require.NoError(f, err)
			msg.Entry.Board.RowRoots = g.Participants[game.Creator].Board.RowRoots
			return msg
		}, types.ErrEqualBoards},
		"one of the creator's roots, in another row": {func(f *kit.Fixture) *types.MsgJoinGame {
			msg := kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
			g, err := f.Keeper.Records().Games.Get(f.Ctx, 1)
			require.NoError(f, err)
			msg.Entry.Board.RowRoots[9] = g.Participants[game.Creator].Board.RowRoots[0]
			return msg
		}, types.ErrEqualBoards},
		"delegate is the creator": {func(f *kit.Fixture) *types.MsgJoinGame {
			msg := kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
			msg.Entry.Delegate = kit.Alice.Text()
			return msg
		}, types.ErrInvalidDelegate},
		"delegate is the creator's delegate": {func(f *kit.Fixture) *types.MsgJoinGame {
			msg := kit.JoinMsg(1, f.NewBoard(kit.Bob, classic, kit.ClassicFleet))
			msg.Entry.Delegate = kit.Carol.Text()
			return msg
		}, types.ErrInvalidDelegate},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			create := kit.CreateMsg(f.NewBoard(kit.Alice, classic, kit.ClassicFleet))
			create.Entry.Delegate = kit.Carol.Text()
			f.Deliver(create)
			f.Refuse(c.want, c.join(f))
		})
	}
}
