package duel_test

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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// offer is a game by alice that only one player may join.
func offer(f *kit.Fixture, to string) *types.MsgCreateGame {
	f.Helper()
	msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	msg.Opponent = to
	return msg
}

// invitations returns the games that a player alone may join.
func invitations(f *kit.Fixture, p kit.Player) []uint64 {
	f.Helper()
	res, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{Opponent: p.Text()})
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
	f := kit.New(t)
	id := f.Open(offer(f, strings.ToUpper(kit.Bob.Text())))
	f.Refuse(types.ErrUnauthorized, kit.JoinMsg(id, f.NewBoard(kit.Mallory, game.Classic(), kit.ClassicFleet)))
	f.Refuse(types.ErrUnauthorized, kit.JoinMsg(id, f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)))
	f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)))
	require.Equal(t, game.PhaseToss, f.State(id).Phase)
	require.Empty(t, invitations(f, kit.Bob))
}

// The creator has asked for the range as well as for the opponent, whose rating can change before it joins.
func TestARatingRangeHoldsForAnInvitedPlayerToo(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	rate(f, kit.Bob, 1500)
	msg := offer(f, kit.Bob.Text())
	msg.RatingRange = 299
	id := f.Open(msg)
	join := kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	f.Refuse(types.ErrRatingRange, join)
	rate(f, kit.Bob, 1499)
	f.Deliver(join)
}

func TestInvalidInvitations(t *testing.T) {
	t.Parallel()
	foreign, err := address.NewBech32Codec("cosmos").BytesToString(kit.Bob.Addr)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		opponent string
		want     error
	}{
		"oneself":             {kit.Alice.Text(), types.ErrInvalidOpponent},
		"oneself in capitals": {strings.ToUpper(kit.Alice.Text()), types.ErrInvalidOpponent},
		"a blocked address":   {kit.TextOf(authtypes.NewModuleAddress(govtypes.ModuleName)), types.ErrInvalidOpponent},
		"the module itself":   {kit.TextOf(authtypes.NewModuleAddress(types.ModuleName)), types.ErrInvalidOpponent},
		"a module account that is not blocked": {
			kit.TextOf(authtypes.NewModuleAddress(minttypes.ModuleName)), types.ErrInvalidOpponent,
		},
		"a name":                      {"bob", types.ErrInvalidAddress},
		"an address of another chain": {foreign, types.ErrInvalidAddress},
		"an address with a typing error": {
			strings.Replace(kit.Bob.Text(), kit.Bob.Text()[10:11], "b", 1), types.ErrInvalidAddress,
		},
		"an address too long": {
			kit.TextOf(bytes.Repeat([]byte{7}, types.MaxAddressBytes+1)), types.ErrInvalidAddress,
		},
		"one's own delegate": {kit.Carol.Text(), types.ErrInvalidDelegate},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t)
			f.Accounts.GetModuleAccount(f.Ctx, minttypes.ModuleName)
			msg := offer(f, c.opponent)
			msg.Entry.Delegate = kit.Carol.Text()
			f.Refuse(c.want, msg)
		})
	}
}

func TestAnInvitationIsDeclinedByTheInvitedPlayerAlone(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithDeposit))
	stake := kit.Anchors(5)
	f.Fund(kit.Alice, kit.Anchors(kit.Deposit+5))
	msg := offer(f, kit.Bob.Text())
	msg.Stake, msg.Entry.Delegate = &stake, kit.Carol.Text()
	d := &kit.Duel{Fixture: f, ID: f.Open(msg)}
	requireEscrow(f, kit.Deposit+5)
	for _, p := range []kit.Player{kit.Alice, kit.Carol, kit.Mallory} {
		f.Refuse(types.ErrUnauthorized, d.Decline(p))
	}
	f.Refuse(types.ErrInvalidAddress, &types.MsgDeclineGame{Sender: "bob", GameId: d.ID})
	f.Deliver(d.Decline(kit.Bob))
	require.Contains(t, f.Events(), &types.EventGameCancelled{
		GameId: d.ID, Creator: kit.Alice.Text(), Cause: types.CANCEL_CAUSE_DECLINED,
	})
	require.Equal(t, int64(kit.Deposit+5), f.AnchorsOf(kit.Alice))
	require.Zero(t, f.AnchorsOf(kit.Bob), "declining brings nothing")
	requireEscrow(f, 0)
	requirePruned(f, d.ID)
	f.Refuse(types.ErrGameNotFound, d.Decline(kit.Bob))
}

func TestGamesThatCannotBeDeclined(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := &kit.Duel{Fixture: f}
	d.NewOpen()
	f.Refuse(types.ErrUnauthorized, d.Decline(kit.Bob))
	d.JoinFor(game.Creator)
	f.Refuse(types.ErrPhase, d.Decline(kit.Bob))
	f.Deliver(d.Reveal(game.Creator, ""))
	f.Refuse(types.ErrPhase, d.Decline(kit.Bob))
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	f.Refuse(types.ErrGameEnded, d.Decline(kit.Bob))
	f.Refuse(types.ErrGameNotFound, &types.MsgDeclineGame{Sender: kit.Bob.Text(), GameId: 99})

	d.ID = f.Open(offer(f, kit.Bob.Text()))
	f.Ctx = f.Ctx.WithBlockHeight(d.Now().Deadline + 1)
	f.Refuse(types.ErrLate, d.Decline(kit.Bob))
}

func TestAnInvitationIsListedForTheInvitedPlayerAlone(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	first, second := f.Open(offer(f, kit.Bob.Text())), f.Open(offer(f, kit.Bob.Text()))
	carols := f.Open(offer(f, kit.Carol.Text()))
	open := f.Create(f.NewBoard(kit.Mallory, game.Classic(), kit.ClassicFleet))
	require.Equal(t, []uint64{first, second}, invitations(f, kit.Bob))
	require.Equal(t, []uint64{carols}, invitations(f, kit.Carol))
	require.Empty(t, invitations(f, kit.Alice))
	res, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, []uint64{open}, openIDs(res.Games))
	require.Equal(t, kit.Bob.Text(), f.Game(first).Offer.Opponent)

	f.Deliver(&types.MsgDeclineGame{Sender: kit.Bob.Text(), GameId: first})
	require.Equal(t, []uint64{second}, invitations(f, kit.Bob))
	f.Withdraw(kit.Alice, second)
	require.Empty(t, invitations(f, kit.Bob))
	f.SkipTo(f.Height() + kit.OpenBlocks + 2)
	require.Empty(t, invitations(f, kit.Carol))
}

func TestInvitationsAreFilteredLikeOtherOpenGames(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for _, rules := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		msg := kit.CreateMsg(f.NewBoard(kit.Alice, rules, kit.FleetOf(rules)))
		msg.Opponent = kit.Bob.Text()
		f.Deliver(msg)
	}
	list := func(req types.QueryOpenGamesRequest) (ids []uint64) {
		req.Opponent = kit.Bob.Text()
		res, err := f.Queries.OpenGames(f.Ctx, &req)
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
