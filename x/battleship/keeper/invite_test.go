package keeper_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/codec/address"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// offer is a game by alice that only one player may join.
func (f *fixture) offer(to string) *types.MsgCreateGame {
	f.Helper()
	msg := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
	msg.Opponent = to
	return msg
}

// invitations returns the games that a player alone may join.
func (f *fixture) invitations(p player) []uint64 {
	f.Helper()
	res, err := f.queries.OpenGames(f.ctx, &types.QueryOpenGamesRequest{Opponent: p.text()})
	require.NoError(f, err)
	return openIDs(res.Games)
}

func openIDs(games []types.OpenGame) []uint64 {
	ids := make([]uint64, 0, len(games))
	for _, g := range games {
		ids = append(ids, g.Id)
	}
	return ids
}

func TestOnlyTheInvitedPlayerJoins(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.open(f.offer(strings.ToUpper(bob.text())))
	f.refuse(types.ErrUnauthorized, joinMsg(id, f.newBoard(mallory, game.Classic(), classicFleet)))
	f.refuse(types.ErrUnauthorized, joinMsg(id, f.newBoard(alice, game.Classic(), classicFleet)))
	f.deliver(joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet)))
	require.Equal(t, game.PhaseToss, f.state(id).Phase)
	require.Empty(t, f.invitations(bob))
}

// The creator has asked for the range as well as for the opponent, whose rating can change before it joins.
func TestARatingRangeHoldsForAnInvitedPlayerToo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.rate(bob, 1500)
	msg := f.offer(bob.text())
	msg.RatingRange = 299
	id := f.open(msg)
	join := joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet))
	f.refuse(types.ErrRatingRange, join)
	f.rate(bob, 1499)
	f.deliver(join)
}

func TestInvalidInvitations(t *testing.T) {
	t.Parallel()
	foreign, err := address.NewBech32Codec("cosmos").BytesToString(bob.addr)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		opponent string
		want     error
	}{
		"oneself":             {alice.text(), types.ErrInvalidOpponent},
		"oneself in capitals": {strings.ToUpper(alice.text()), types.ErrInvalidOpponent},
		"a blocked address":   {textOf(authtypes.NewModuleAddress(govtypes.ModuleName)), types.ErrInvalidOpponent},
		"the module itself":   {textOf(authtypes.NewModuleAddress(types.ModuleName)), types.ErrInvalidOpponent},
		"a module account that is not blocked": {
			textOf(authtypes.NewModuleAddress(minttypes.ModuleName)), types.ErrInvalidOpponent,
		},
		"a name":                      {"bob", types.ErrInvalidAddress},
		"an address of another chain": {foreign, types.ErrInvalidAddress},
		"an address with a typing error": {
			strings.Replace(bob.text(), bob.text()[10:11], "b", 1), types.ErrInvalidAddress,
		},
		"an address too long": {
			textOf(bytes.Repeat([]byte{7}, types.MaxAddressBytes+1)), types.ErrInvalidAddress,
		},
		"one's own delegate": {carol.text(), types.ErrInvalidDelegate},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.accounts.GetModuleAccount(f.ctx, minttypes.ModuleName)
			msg := f.offer(c.opponent)
			msg.Entry.Delegate = carol.text()
			f.refuse(c.want, msg)
		})
	}
}

func TestAnInvitationIsDeclinedByTheInvitedPlayerAlone(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withDeposit))
	stake := anchors(5)
	f.fund(alice, anchors(deposit+5))
	msg := f.offer(bob.text())
	msg.Stake, msg.Entry.Delegate = &stake, carol.text()
	d := &duel{fixture: f, id: f.open(msg)}
	f.requireEscrow(deposit + 5)
	for _, p := range []player{alice, carol, mallory} {
		f.refuse(types.ErrUnauthorized, d.decline(p))
	}
	f.refuse(types.ErrInvalidAddress, &types.MsgDeclineGame{Sender: "bob", GameId: d.id})
	f.deliver(d.decline(bob))
	require.Contains(t, f.events(), &types.EventGameCancelled{
		GameId: d.id, Creator: alice.text(), Cause: types.CANCEL_CAUSE_DECLINED,
	})
	require.Equal(t, int64(deposit+5), f.anchorsOf(alice))
	require.Zero(t, f.anchorsOf(bob), "declining brings nothing")
	f.requireEscrow(0)
	f.requirePruned(d.id)
	f.refuse(types.ErrGameNotFound, d.decline(bob))
}

func TestGamesThatCannotBeDeclined(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := &duel{fixture: f}
	d.newOpen()
	f.refuse(types.ErrUnauthorized, d.decline(bob))
	d.joinFor(game.Creator)
	f.refuse(types.ErrPhase, d.decline(bob))
	f.deliver(d.reveal(game.Creator, ""))
	f.refuse(types.ErrPhase, d.decline(bob))
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	f.refuse(types.ErrGameEnded, d.decline(bob))
	f.refuse(types.ErrGameNotFound, &types.MsgDeclineGame{Sender: bob.text(), GameId: 99})

	d.id = f.open(f.offer(bob.text()))
	f.ctx = f.ctx.WithBlockHeight(d.now().Deadline + 1)
	f.refuse(types.ErrLate, d.decline(bob))
}

func TestAnInvitationIsListedForTheInvitedPlayerAlone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first, second := f.open(f.offer(bob.text())), f.open(f.offer(bob.text()))
	carols := f.open(f.offer(carol.text()))
	open := f.create(f.newBoard(mallory, game.Classic(), classicFleet))
	require.Equal(t, []uint64{first, second}, f.invitations(bob))
	require.Equal(t, []uint64{carols}, f.invitations(carol))
	require.Empty(t, f.invitations(alice))
	res, err := f.queries.OpenGames(f.ctx, &types.QueryOpenGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, []uint64{open}, openIDs(res.Games))
	require.Equal(t, bob.text(), f.game(first).Offer.Opponent)

	f.deliver(&types.MsgDeclineGame{Sender: bob.text(), GameId: first})
	require.Equal(t, []uint64{second}, f.invitations(bob))
	f.withdraw(alice, second)
	require.Empty(t, f.invitations(bob))
	f.skipTo(f.height() + openBlocks + 2)
	require.Empty(t, f.invitations(carol))
}

// game returns what is fixed of an unfinished game.
func (f *fixture) game(id uint64) types.Game {
	f.Helper()
	g, err := f.keeper.Records().Games.Get(f.ctx, id)
	require.NoError(f, err)
	return g
}

func TestInvitationsAreFilteredLikeOtherOpenGames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, rules := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		msg := createMsg(f.newBoard(alice, rules, fleetOf(rules)))
		msg.Opponent = bob.text()
		f.deliver(msg)
	}
	list := func(req types.QueryOpenGamesRequest) (ids []uint64) {
		req.Opponent = bob.text()
		res, err := f.queries.OpenGames(f.ctx, &req)
		require.NoError(t, err)
		for _, g := range res.Games {
			ids = append(ids, g.Id)
		}
		return ids
	}
	require.Equal(t, []uint64{1, 2}, list(types.QueryOpenGamesRequest{}))
	require.Equal(t, []uint64{2}, list(types.QueryOpenGamesRequest{RulesetId: game.Xaya().ID}))
	require.Empty(t, list(types.QueryOpenGamesRequest{Stake: "5" + types.RewardDenom}))
	require.Empty(t, list(types.QueryOpenGamesRequest{MinRating: 1201}))
}
