package app_test

import (
	"math/rand"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/x/battleship"
	"github.com/battleship-chain/battleship/x/battleship/simulation"
	duelsim "github.com/battleship-chain/battleship/x/battleship/simulation/duel"
	meleesim "github.com/battleship-chain/battleship/x/battleship/simulation/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// successor is a chain that continues another one from its export. The SDK's simulator always begins at height 1,
// where the deadlines of games would be far away; so the blocks are made here, and the messages are those of games
// alone.
type successor struct {
	t      *testing.T
	app    *app.App
	watch  *watch
	dice   *rand.Rand
	header cmtproto.Header
}

// exportAndImport begins a chain with the exported state of another one, at the height and time at which that stopped,
// and compares their stores.
func exportAndImport(t *testing.T, a *app.App, cfg simtypes.Config) *successor {
	t.Helper()
	exported, err := a.ExportAppStateAndValidators(false, nil, nil)
	require.NoError(t, err)
	w := &watch{t: t}
	imported := simsx.NewSimulationAppInstance(t, cfg, w.newApp)
	header := cmtproto.Header{
		ChainID: cfg.ChainID,
		Height:  exported.Height,
		Time:    a.NewContext(true).BlockTime(),
	}
	_, err = imported.App.InitChain(&abci.RequestInitChain{
		ChainId:         header.ChainID,
		Time:            header.Time,
		InitialHeight:   header.Height,
		AppStateBytes:   exported.AppState,
		ConsensusParams: &exported.ConsensusParams,
	})
	require.NoError(t, err)
	requireSameStores(t, a, imported.App)
	return &successor{t: t, app: imported.App, watch: w, dice: rand.New(rand.NewSource(cfg.Seed)), header: header}
}

// block makes a block with the given messages after its own work, as the SDK's simulator does.
func (s *successor) block(messages func(ctx sdk.Context)) {
	s.t.Helper()
	_, err := s.app.FinalizeBlock(&abci.RequestFinalizeBlock{Height: s.header.Height, Time: s.header.Time})
	require.NoError(s.t, err)
	messages(s.app.NewContextLegacy(false, s.header))
	s.app.SimWriteState()
	_, err = s.app.Commit()
	require.NoError(s.t, err)
	s.header.Height++
	s.header.Time = s.header.Time.Add(time.Second)
}

// playOn has the accounts send messages of all kinds for a number of blocks. Governance changes its mind now and then,
// so that games end under other params than they began with.
func (s *successor) playOn(accounts []simtypes.Account, blocks int) {
	s.t.Helper()
	const term = 8
	var deck factories
	useDefault := func(_ string, weight uint32) uint32 { return weight }
	battleship.NewAppModule(s.app.BattleshipKeeper).WeightedOperationsX(simsx.WeightSourceFn(useDefault), &deck)
	for i := range blocks {
		s.block(func(ctx sdk.Context) {
			if i%term == term-1 {
				s.govern(ctx, accounts)
			}
			s.sendAny(ctx, accounts, deck, *simOps)
		})
	}
}

// govern carries out a random proposal.
func (s *successor) govern(ctx sdk.Context, accounts []simtypes.Account) {
	s.t.Helper()
	f := simulation.MsgUpdateParamsFactory(s.app.BattleshipKeeper.Authority())
	_, msg := f.Create()(ctx, s.source(ctx, accounts), simsx.NewBasicSimulationReporter())
	s.update(ctx, msg)
}

// update carries out a message of governance.
func (s *successor) update(ctx sdk.Context, msg sdk.Msg) {
	s.t.Helper()
	_, err := s.app.MsgServiceRouter().Handler(msg)(ctx, msg)
	require.NoError(s.t, err)
	s.watch.shadow.handled(s.header, msg)
}

// gather has the accounts enter games, and move in some of them, until so many of each kind are played at once. It
// gives up after some hundred blocks: there are seeds whose accounts can pay for no game.
func (s *successor) gather(accounts []simtypes.Account, games int) {
	s.t.Helper()
	const clock, most = 60, 400
	k := s.app.BattleshipKeeper
	deck := factories{
		{4, duelsim.MsgCreateGameFactory(k)},
		{4, duelsim.MsgJoinGameFactory(k)},
		{8, duelsim.MsgShootAndRevealFactory(k)},
		{2, meleesim.MsgCreateMeleeFactory(k)},
		{8, meleesim.MsgJoinMeleeFactory(k)},
		{8, meleesim.MsgConfirmMeleeFactory(k)},
		{4, meleesim.MsgAimFactory(k)},
	}
	s.block(func(ctx sdk.Context) {
		p, err := k.Params(ctx)
		require.NoError(s.t, err)
		p.TurnBlocksMin, p.TurnBlocksDefault, p.TurnBlocksMax = clock, clock, clock
		p.TurnBlocksCorrespondence, p.OpenBlocks, p.ClaimBlocks = clock, clock, clock
		p.MaxOpenGames, p.OpenDeposit = types.MaxOpenGames, sdk.NewInt64Coin(p.OpenDeposit.Denom, 1)
		s.update(ctx, &types.MsgUpdateParams{Authority: k.Authority(), Params: p})
	})
	for range most {
		duels, melees := s.played()
		if duels >= games && melees >= games {
			return
		}
		s.block(func(ctx sdk.Context) { s.sendAny(ctx, accounts, deck, *simOps) })
	}
}

// played returns how many games of each kind have begun and not ended.
func (s *successor) played() (duels, melees int) {
	s.t.Helper()
	ctx := s.app.NewContext(true)
	for _, p := range byID(ctx, s.t, s.app.BattleshipKeeper.Records().Progress) {
		if p.Phase != types.PHASE_OPEN {
			duels++
		}
	}
	_, states := s.watch.melees(ctx)
	for _, state := range states {
		if state.Round > 0 {
			melees++
		}
	}
	return duels, melees
}

// claimOnly has the accounts claim for a number of blocks what falls to them because all others are silent.
func (s *successor) claimOnly(accounts []simtypes.Account, blocks int) {
	s.t.Helper()
	deck := factories{{1, simulation.MsgClaimWinFactory(s.app.BattleshipKeeper)}}
	for range blocks {
		s.block(func(ctx sdk.Context) { s.sendAny(ctx, accounts, deck, 5) })
	}
}

// sendAny sends a number of random messages.
func (s *successor) sendAny(ctx sdk.Context, accounts []simtypes.Account, deck factories, n int) {
	s.t.Helper()
	for range n {
		s.send(ctx, accounts, deck.draw(s.dice))
	}
}

// send sends one message, or none if the factory finds nothing to do.
func (s *successor) send(ctx sdk.Context, accounts []simtypes.Account, f simsx.SimMsgFactoryX) {
	s.t.Helper()
	reporter := simsx.NewBasicSimulationReporter().WithScope(f.MsgType())
	senders, msg := f.Create()(ctx, s.source(ctx, accounts), reporter)
	simsx.DeliverSimsMsg(
		ctx, reporter, s.app, s.dice, s.app.TxConfig(), s.app.AccountKeeper, s.header.ChainID, msg,
		f.DeliveryResultHandler(), senders...,
	)
	require.NoError(s.t, reporter.Close(), reporter.Comment())
}

// source returns what a factory sees of the chain.
func (s *successor) source(ctx sdk.Context, accounts []simtypes.Account) *simsx.ChainDataSource {
	return simsx.NewChainDataSource(
		ctx, s.dice, s.app.AccountKeeper, s.app.BankKeeper, s.app.AccountKeeper.AddressCodec(), accounts...,
	)
}

// fallSilent makes blocks without messages until no game is left: every game ends, whatever its players do or do not.
func (s *successor) fallSilent() {
	s.t.Helper()
	k, ctx := s.app.BattleshipKeeper, s.app.NewContext(true)
	var clock, deadline int64
	for _, g := range byID(ctx, s.t, k.Records().Games) {
		clock = max(clock, g.TurnBlocks, g.ClaimBlocks)
	}
	for _, m := range byID(ctx, s.t, k.Records().Progress) {
		deadline = max(deadline, m.Deadline)
	}
	melees, states := s.watch.melees(ctx)
	for id, m := range melees {
		clock, deadline = max(clock, m.TurnBlocks, m.ClaimBlocks), max(deadline, states[id].Deadline)
	}
	// At most two deadlines of a duel pass after the one that it has, and seven of a melee: it may have to be confirmed,
	// each stage of its round may have a second clock, and it may end by the second claim. Each block handles at least one
	// entry of the queue, which comes up once early, and once for each deadline.
	const deadlines = 8
	wait := deadline - ctx.BlockHeight() + deadlines*clock +
		(deadlines+1)*int64(len(keys(ctx, s.t, k.Records().Expiries)))
	unfinished := func() int {
		now := s.app.NewContext(true)
		return len(byID(now, s.t, k.Records().Games)) + len(byID(now, s.t, k.Records().Melees))
	}
	for range wait {
		if unfinished() == 0 {
			return
		}
		s.block(func(sdk.Context) {})
	}
	require.Zero(s.t, unfinished(), "after %d silent blocks", wait)
}

// factories are message factories and how often each is drawn.
type factories []weighted

type weighted struct {
	weight  uint32
	factory simsx.SimMsgFactoryX
}

// Add implements simsx.Registry.
func (d *factories) Add(weight uint32, f simsx.SimMsgFactoryX) { *d = append(*d, weighted{weight, f}) }

// draw returns a random factory.
func (d factories) draw(dice *rand.Rand) simsx.SimMsgFactoryX {
	var sum uint32
	for _, w := range d {
		sum += w.weight
	}
	n := uint32(dice.Int63n(int64(sum)))
	for _, w := range d {
		if n < w.weight {
			return w.factory
		}
		n -= w.weight
	}
	return d[0].factory
}
