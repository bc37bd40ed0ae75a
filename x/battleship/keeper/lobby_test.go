package keeper_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// deposit is what an open game takes in tests about deposits.
const deposit = 10

// withDeposit has every open game take a deposit.
func withDeposit(p *types.Params) { p.OpenDeposit = anchors(deposit) }

// anchorsOf returns how many uanchor a player has.
func (f *fixture) anchorsOf(p player) int64 {
	return f.bank.GetBalance(f.ctx, p.addr, types.DefaultFeeDenom).Amount.Int64()
}

// requireEscrow makes sure that the module holds that many uanchor for others, by its records and by its balance.
func (f *fixture) requireEscrow(amount int64) {
	f.Helper()
	res, err := f.queries.Escrow(f.ctx, &types.QueryEscrowRequest{})
	require.NoError(f, err)
	require.Equal(f, amount, res.Held.AmountOf(types.DefaultFeeDenom).Int64(), "held by the records")
	module := player{addr: f.accounts.GetModuleAddress(types.ModuleName)}
	require.Equal(f, amount, f.anchorsOf(module), "held by the bank")
}

// record returns the record of a player.
func (f *fixture) record(p player) types.Player {
	f.Helper()
	res, err := f.queries.Player(f.ctx, &types.QueryPlayerRequest{Address: p.text()})
	require.NoError(f, err)
	return res.Player
}

// endings are the ways in which alice's open game, offered to bob alone, is no longer open.
var endings = map[string]func(f *fixture, id uint64){
	"joined": func(f *fixture, id uint64) {
		f.deliver(joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet)))
	},
	"cancelled": func(f *fixture, id uint64) {
		f.withdraw(alice, id)
	},
	"declined": func(f *fixture, id uint64) {
		f.deliver(&types.MsgDeclineGame{Sender: bob.text(), GameId: id})
	},
	"expired": func(f *fixture, _ uint64) { f.skipTo(f.height() + openBlocks + 2) },
}

func TestADepositComesBackHoweverTheGameIsClosed(t *testing.T) {
	t.Parallel()
	for name, end := range endings {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(withDeposit))
			f.fund(alice, anchors(deposit))
			msg := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
			msg.Opponent = bob.text()
			id := f.open(msg)
			require.Zero(t, f.anchorsOf(alice))
			f.requireEscrow(deposit)
			end(f, id)
			require.Equal(t, int64(deposit), f.anchorsOf(alice))
			f.requireEscrow(0)
		})
	}
}

func TestADepositIsThatOfTheDayOfOpening(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(withDeposit))
	f.fund(alice, anchors(deposit))
	id := f.create(f.newBoard(alice, game.Classic(), classicFleet))
	params := f.params()
	params.OpenDeposit = sdk.NewInt64Coin(types.RewardDenom, 3)
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	f.withdraw(alice, id)
	require.Equal(t, int64(deposit), f.anchorsOf(alice))
	f.requireEscrow(0)
}

func TestEnteringNeedsItsCoins(t *testing.T) {
	t.Parallel()
	stake := anchors(5)
	for name, c := range map[string]struct {
		coins sdk.Coins
		stake *sdk.Coin
		want  error
	}{
		"nothing for a deposit":             {nil, nil, types.ErrInsufficientFunds},
		"a unit short of the deposit":       {sdk.NewCoins(anchors(deposit - 1)), nil, types.ErrInsufficientFunds},
		"the deposit exactly":               {sdk.NewCoins(anchors(deposit)), nil, nil},
		"the deposit, but not the stake":    {sdk.NewCoins(anchors(deposit)), &stake, types.ErrInsufficientFunds},
		"a unit short of both together":     {sdk.NewCoins(anchors(deposit + 4)), &stake, types.ErrInsufficientFunds},
		"both exactly":                      {sdk.NewCoins(anchors(deposit + 5)), &stake, nil},
		"as much as both, of another denom": {uship(deposit + 5), &stake, types.ErrInsufficientFunds},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(withDeposit))
			f.fund(alice, c.coins...)
			create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
			match := f.matchMsg(alice, game.Classic())
			create.Stake, match.Stake = c.stake, c.stake
			if c.want != nil {
				f.refuse(c.want, create)
				f.refuse(c.want, match)
				return
			}
			f.deliver(create)
			f.requireEscrow(c.coins.AmountOf(types.DefaultFeeDenom).Int64())
		})
	}
	t.Run("coins that cannot be sent", func(t *testing.T) {
		f := newFixture(t, withParams(withDeposit))
		f.fund(alice, anchors(deposit))
		f.bank.SetSendEnabled(f.ctx, types.DefaultFeeDenom, false)
		f.refuse(types.ErrInsufficientFunds, createMsg(f.newBoard(alice, game.Classic(), classicFleet)))
		require.NoError(t, f.bank.SetParams(f.ctx, banktypes.DefaultParams()))
	})
}

func TestAnAccountHasOnlySoManyOpenGames(t *testing.T) {
	t.Parallel()
	for name, end := range endings {
		t.Run("until one is "+name, func(t *testing.T) {
			f := newFixture(t, withParams(func(p *types.Params) { p.MaxOpenGames = 2 }))
			newOffer := func() *types.MsgCreateGame {
				msg := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
				msg.Opponent = bob.text()
				return msg
			}
			first := f.open(newOffer())
			f.skipTo(f.height() + 3)
			f.deliver(f.matchMsg(alice, game.Xaya()))
			require.Equal(t, uint32(2), f.record(alice).OpenGames)
			f.refuse(types.ErrTooManyOpenGames, newOffer())
			f.refuse(types.ErrTooManyOpenGames, f.matchMsg(alice, game.Classic()))
			f.deliver(f.matchMsg(bob, game.Classic()))
			f.deliver(joinMsg(3, f.newBoard(alice, game.Classic(), classicFleet)))
			require.Equal(t, uint32(2), f.record(alice).OpenGames, "a game that one joins was never open on one's account")

			end(f, first)
			if f.record(alice).OpenGames == 0 {
				// The second one has expired as well.
				f.deliver(newOffer())
			}
			require.Equal(t, uint32(1), f.record(alice).OpenGames)
			f.deliver(newOffer())
			f.refuse(types.ErrTooManyOpenGames, newOffer())
		})
	}
}

// The limit was lowered while more games were open than it allows: they stay, and no others are opened.
func TestALowerLimitClosesNoGames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.openGames(3)
	params := f.params()
	params.MaxOpenGames = 1
	f.deliver(&types.MsgUpdateParams{Authority: f.authority, Params: params})
	for id := uint64(1); id <= 3; id++ {
		f.refuse(types.ErrTooManyOpenGames, createMsg(f.newBoard(alice, game.Classic(), classicFleet)))
		f.withdraw(alice, id)
	}
	f.create(f.newBoard(alice, game.Classic(), classicFleet))
}

func TestTheClockOfAGameIsChosenWithinTheParams(t *testing.T) {
	t.Parallel()
	params := types.DefaultParams()
	for name, c := range map[string]struct {
		asked, want int64
		err         error
	}{
		"the default is a minute":                {0, 60, nil},
		"three days by correspondence":           {params.TurnBlocksCorrespondence, 259_200, nil},
		"the shortest":                           {params.TurnBlocksMin, 10, nil},
		"the longest":                            {params.TurnBlocksMax, 604_800, nil},
		"a block shorter than the shortest":      {params.TurnBlocksMin - 1, 0, types.ErrInvalidParams},
		"a block longer than the longest":        {params.TurnBlocksMax + 1, 0, types.ErrInvalidParams},
		"backwards":                              {-1, 0, types.ErrInvalidParams},
		"longer than any number of blocks":       {1<<63 - 1, 0, types.ErrInvalidParams},
		"further back than any number of blocks": {-1 << 63, 0, types.ErrInvalidParams},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(func(p *types.Params) {
				p.TurnBlocksMin, p.TurnBlocksDefault = params.TurnBlocksMin, params.TurnBlocksDefault
			}))
			create := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
			match := f.matchMsg(bob, game.Classic())
			create.TurnBlocks, match.TurnBlocks = c.asked, c.asked
			if c.err != nil {
				f.refuse(c.err, create)
				f.refuse(c.err, match)
				return
			}
			f.deliver(create)
			f.deliver(match)
			require.Equal(t, game.PhaseToss, f.state(1).Phase, "both have asked for the same clock")
			require.Equal(t, c.want, f.state(1).Clock.TurnBlocks)
			require.Equal(t, f.height()+c.want, f.state(1).Deadline)
		})
	}
}

// Every answer that tells a deadline in blocks tells it in time too.
func TestTimeIsInSecondsAndBlocks(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) { p.BlockMillis = 2_500 }))
	msg := createMsg(f.newBoard(alice, game.Classic(), classicFleet))
	msg.TurnBlocks = 50_000
	id := f.open(msg)
	f.skipTo(f.height() + 10)
	open, err := f.queries.OpenGames(f.ctx, &types.QueryOpenGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, int64(124_975), open.Games[0].SecondsLeft, "it waits as long as its clock, less 10 blocks")
	require.Equal(t, int64(125_000), open.Games[0].TurnSeconds)
	games, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, int64(124_975), games.Games[0].SecondsLeft)

	f.deliver(joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet)))
	next, err := f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, int64(125_000), next.SecondsLeft)
	require.Equal(t, int64(50_000), next.BlocksLeft)
	f.ctx = f.ctx.WithBlockHeight(f.height() + 49_999)
	next, err = f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, int64(2), next.SecondsLeft, "rounded down")
}

func TestDurationsInWords(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]time.Duration{
		"0s":         999 * time.Millisecond,
		"1s":         1_999 * time.Millisecond,
		"59s":        59 * time.Second,
		"1m":         time.Minute,
		"1m 1s":      61 * time.Second,
		"59m 59s":    time.Hour - time.Second,
		"1h":         time.Hour + 59*time.Second,
		"1h 30m":     90 * time.Minute,
		"1d":         24 * time.Hour,
		"3d":         72*time.Hour + 59*time.Minute,
		"2d 4h":      52 * time.Hour,
		"41666d 16h": 1_000_000 * time.Hour,
	} {
		require.Equal(t, want, types.FormatDuration(d), "%s", d)
	}
	require.Equal(t, "0s", types.FormatDuration(-time.Hour), "what is over")
}
