package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// requireEscrow makes sure that the module holds that many uanchor for others, by its records and by its balance.
func requireEscrow(f *kit.Fixture, amount int64) {
	f.Helper()
	res, err := f.Queries.Escrow(f.Ctx, &types.QueryEscrowRequest{})
	require.NoError(f, err)
	require.Equal(f, amount, res.Held.AmountOf(types.DefaultFeeDenom).Int64(), "held by the records")
	module := kit.Player{Addr: f.Accounts.GetModuleAddress(types.ModuleName)}
	require.Equal(f, amount, f.AnchorsOf(module), "held by the bank")
}

// endings are the ways in which alice's open game, offered to bob alone, is no longer open.
var endings = map[string]func(f *kit.Fixture, id uint64){
	"joined": func(f *kit.Fixture, id uint64) {
		f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)))
	},
	"cancelled": func(f *kit.Fixture, id uint64) {
		f.Withdraw(kit.Alice, id)
	},
	"declined": func(f *kit.Fixture, id uint64) {
		f.Deliver(&types.MsgDeclineGame{Sender: kit.Bob.Text(), GameId: id})
	},
	"expired": func(f *kit.Fixture, _ uint64) { f.SkipTo(f.Height() + kit.OpenBlocks + 2) },
}

func TestADepositComesBackHoweverTheGameIsClosed(t *testing.T) {
	t.Parallel()
	for name, end := range endings {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.WithDeposit))
			f.Fund(kit.Alice, kit.Anchors(kit.Deposit))
			msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
			msg.Opponent = kit.Bob.Text()
			id := f.Open(msg)
			require.Zero(t, f.AnchorsOf(kit.Alice))
			requireEscrow(f, kit.Deposit)
			end(f, id)
			require.Equal(t, int64(kit.Deposit), f.AnchorsOf(kit.Alice))
			requireEscrow(f, 0)
		})
	}
}

func TestADepositIsThatOfTheDayOfOpening(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.WithDeposit))
	f.Fund(kit.Alice, kit.Anchors(kit.Deposit))
	id := f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	params := f.Params()
	params.OpenDeposit = sdk.NewInt64Coin(types.RewardDenom, 3)
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	f.Withdraw(kit.Alice, id)
	require.Equal(t, int64(kit.Deposit), f.AnchorsOf(kit.Alice))
	requireEscrow(f, 0)
}

func TestEnteringNeedsItsCoins(t *testing.T) {
	t.Parallel()
	stake := kit.Anchors(5)
	for name, c := range map[string]struct {
		coins sdk.Coins
		stake *sdk.Coin
		want  error
	}{
		"nothing for a deposit":             {nil, nil, types.ErrInsufficientFunds},
		"a unit short of the deposit":       {sdk.NewCoins(kit.Anchors(kit.Deposit - 1)), nil, types.ErrInsufficientFunds},
		"the deposit exactly":               {sdk.NewCoins(kit.Anchors(kit.Deposit)), nil, nil},
		"the deposit, but not the stake":    {sdk.NewCoins(kit.Anchors(kit.Deposit)), &stake, types.ErrInsufficientFunds},
		"a unit short of both together":     {sdk.NewCoins(kit.Anchors(kit.Deposit + 4)), &stake, types.ErrInsufficientFunds},
		"both exactly":                      {sdk.NewCoins(kit.Anchors(kit.Deposit + 5)), &stake, nil},
		"as much as both, of another denom": {kit.Uship(kit.Deposit + 5), &stake, types.ErrInsufficientFunds},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.WithDeposit))
			f.Fund(kit.Alice, c.coins...)
			create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
			match := f.MatchMsg(kit.Alice, game.Classic())
			create.Stake, match.Stake = c.stake, c.stake
			if c.want != nil {
				f.Refuse(c.want, create)
				f.Refuse(c.want, match)
				return
			}
			f.Deliver(create)
			requireEscrow(f, c.coins.AmountOf(types.DefaultFeeDenom).Int64())
		})
	}
	t.Run("coins that cannot be sent", func(t *testing.T) {
		f := kit.New(t, kit.WithParams(kit.WithDeposit))
		f.Fund(kit.Alice, kit.Anchors(kit.Deposit))
		f.Bank.SetSendEnabled(f.Ctx, types.DefaultFeeDenom, false)
		f.Refuse(types.ErrInsufficientFunds, kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)))
		require.NoError(t, f.Bank.SetParams(f.Ctx, banktypes.DefaultParams()))
	})
}

func TestAnAccountHasOnlySoManyOpenGames(t *testing.T) {
	t.Parallel()
	for name, end := range endings {
		t.Run("until one is "+name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(func(p *types.Params) { p.MaxOpenGames = 2 }))
			newOffer := func() *types.MsgCreateGame {
				msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
				msg.Opponent = kit.Bob.Text()
				return msg
			}
			first := f.Open(newOffer())
			f.SkipTo(f.Height() + 3)
			f.Deliver(f.MatchMsg(kit.Alice, game.Xaya()))
			require.Equal(t, uint32(2), f.Record(kit.Alice).OpenGames)
			f.Refuse(types.ErrTooManyOpenGames, newOffer())
			f.Refuse(types.ErrTooManyOpenGames, f.MatchMsg(kit.Alice, game.Classic()))
			f.Deliver(f.MatchMsg(kit.Bob, game.Classic()))
			f.Deliver(kit.JoinMsg(3, f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)))
			require.Equal(t, uint32(2), f.Record(kit.Alice).OpenGames, "a game that one joins was never open on one's account")

			end(f, first)
			if f.Record(kit.Alice).OpenGames == 0 {
				// The second one has expired as well.
				f.Deliver(newOffer())
			}
			require.Equal(t, uint32(1), f.Record(kit.Alice).OpenGames)
			f.Deliver(newOffer())
			f.Refuse(types.ErrTooManyOpenGames, newOffer())
		})
	}
}

// The limit was lowered while more games were open than it allows: they stay, and no others are opened.
func TestALowerLimitClosesNoGames(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	f.OpenGames(3)
	params := f.Params()
	params.MaxOpenGames = 1
	f.Deliver(&types.MsgUpdateParams{Authority: f.Authority, Params: params})
	for id := uint64(1); id <= 3; id++ {
		f.Refuse(types.ErrTooManyOpenGames, kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet)))
		f.Withdraw(kit.Alice, id)
	}
	f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
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
			f := kit.New(t, kit.WithParams(func(p *types.Params) {
				p.TurnBlocksMin, p.TurnBlocksDefault = params.TurnBlocksMin, params.TurnBlocksDefault
			}))
			create := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
			match := f.MatchMsg(kit.Bob, game.Classic())
			create.TurnBlocks, match.TurnBlocks = c.asked, c.asked
			if c.err != nil {
				f.Refuse(c.err, create)
				f.Refuse(c.err, match)
				return
			}
			f.Deliver(create)
			f.Deliver(match)
			require.Equal(t, game.PhaseToss, f.State(1).Phase, "both have asked for the same clock")
			require.Equal(t, c.want, f.State(1).Clock.TurnBlocks)
			require.Equal(t, f.Height()+c.want, f.State(1).Deadline)
		})
	}
}

// Every answer that tells a deadline in blocks tells it in time too.
func TestTimeIsInSecondsAndBlocks(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.BlockMillis = 2_500 }))
	msg := kit.CreateMsg(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	msg.TurnBlocks = 50_000
	id := f.Open(msg)
	f.SkipTo(f.Height() + 10)
	open, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, int64(124_975), open.Games[0].SecondsLeft, "it waits as long as its clock, less 10 blocks")
	require.Equal(t, int64(125_000), open.Games[0].TurnSeconds)
	games, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, int64(124_975), games.Games[0].SecondsLeft)

	f.Deliver(kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet)))
	next, err := f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, int64(125_000), next.SecondsLeft)
	require.Equal(t, int64(50_000), next.BlocksLeft)
	f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 49_999)
	next, err = f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, int64(2), next.SecondsLeft, "rounded down")
}
