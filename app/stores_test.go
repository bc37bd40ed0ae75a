package app_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	dbm "github.com/cosmos/cosmos-db"
	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	forwardtypes "github.com/cosmos/ibc-go/v11/modules/apps/packet-forward-middleware/types"
	ratelimittypes "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// recordedStores holds the database of a chain whose next block brings the first upgrade, with games in all phases.
	// The version before that upgrade has made it, with playToUpgrade.
	recordedStores = "testdata/before_ibc.gz"
	// firstUpgrade is the name of that upgrade.
	firstUpgrade = "ibc"
)

// A chain with games in all phases, as the last version without IBC has left it, goes on with this one: its stores are
// added empty and filled as those of a new chain, and all games are played to their ends.
func TestGamesGoThroughTheUpgradeThatAddsIBC(t *testing.T) {
	t.Parallel()
	// Played again on a chain with IBC, for what the players know of their boards. It plans no upgrade that it has done.
	r, games := playToUpgrade(t, "another")
	db, home := readDB(t, recordedStores), t.TempDir()
	plan := upgradetypes.Plan{Name: firstUpgrade, Height: r.Height() + 1}
	before := r.held()

	// The old binary has written down why it stopped.
	info, err := json.Marshal(plan)
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(home, "data"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(home, "data", upgradetypes.UpgradeInfoFilename), info, 0o600))
	c := chain.New(t, chain.WithDB(db), chain.WithHome(home))
	require.Equal(t, plan.Height-1, c.Height())
	again := gamesWithoutAwards(t, r.Chain)
	r.Chain = c
	require.JSONEq(t, again, gamesWithoutAwards(t, c), "the games are those of the chain that was played again")
	c.Block()

	done, err := c.App.UpgradeKeeper.GetDoneHeight(c.Context(), firstUpgrade)
	require.NoError(t, err)
	require.Equal(t, plan.Height, done)
	require.Equal(t, before, r.held(), "what games hold")
	requireStateOfNewChain(t, c)
	params, err := c.App.BattleshipKeeper.Params(c.Context())
	require.NoError(t, err)
	require.Equal(t, battleshiptypes.DefaultParams().NamePrice, params.NamePrice, "its migration has run too")

	carol, bob := r.players[games.open][0], r.player(chain.Bob)
	r.deliver(bob, &battleshiptypes.MsgJoinGame{
		Sender: bob.String(), GameId: games.open, Entry: r.entry(bob, game.Classic()),
		Toss: make([]byte, commitment.TossSize),
	}, 0)
	r.deliver(carol, &battleshiptypes.MsgConcede{Sender: carol.String(), GameId: games.open}, 0)
	r.players[games.open] = append(r.players[games.open], bob)
	r.move(games.playing, 2*game.Classic().Tiles())
	for _, id := range []uint64{games.open, games.playing, games.proving} {
		r.claim(id, r.owing(id), 0)
	}
	end, proof := r.playChannel(games.offChain, 0)
	winner := r.players[games.offChain][end.Actor]
	r.deliver(winner, &battleshiptypes.MsgClaimWin{
		Sender: winner.String(), GameId: games.offChain, Fleet: winner.Binding.Ruleset.FleetString(winner.Fleet),
		BoardSecret: winner.Secret, Proof: proof,
	}, 0)
	// The game with proofs is of a circuit that was replaced before a release: neither player can continue it.
	c.Advance(params.TurnBlocksDefault + 2*params.ClaimBlocks)
	require.Empty(t, r.held(), "every game has paid out what it held")

	// A node that is started again goes on.
	c.Reload(app.New(
		log.NewNopLogger(), db, true, simtestutil.NewAppOptionsWithFlagHome(home), baseapp.SetChainID(c.ID()),
	))
	c.Advance(3)
}

// gamesWithoutAwards returns the state of the games without awards, backings, and deadlines of open games, which the
// recorded version has computed by its own rules, and without the boards that it has proven by its own circuits.
func gamesWithoutAwards(t *testing.T, c *chain.Chain) string {
	t.Helper()
	exported, err := c.App.ExportAppStateAndValidators(false, nil, []string{battleshiptypes.ModuleName})
	require.NoError(t, err)
	var modules map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(exported.AppState, &modules))
	var state battleshiptypes.GenesisState
	require.NoError(t, c.App.AppCodec().UnmarshalJSON(modules[battleshiptypes.ModuleName], &state))
	state.Params.NamePrice, state.Params.NamePeriodBlocks = 0, 0 // which the recorded version does not have
	for i := range state.Games {
		g := &state.Games[i].Game
		state.Games[i].Award, g.Terms.Backing = nil, 0
		if state.Games[i].Progress.Phase == battleshiptypes.PHASE_OPEN {
			state.Games[i].Progress.Deadline = 0
		}
		for j := range g.Participants {
			if len(g.Participants[j].Board.Commitment) > 0 {
				g.Participants[j].Board = battleshiptypes.BoardCommitment{}
			}
		}
	}
	return string(c.App.AppCodec().MustMarshalJSON(&state))
}

// requireStateOfNewChain makes sure that the modules that came with the upgrade are as on a new chain.
func requireStateOfNewChain(t *testing.T, c *chain.Chain) {
	t.Helper()
	names := []string{
		ibcexported.ModuleName, transfertypes.ModuleName, forwardtypes.ModuleName, ratelimittypes.ModuleName,
		icatypes.ModuleName,
	}
	state := func(c *chain.Chain) map[string]json.RawMessage {
		exported, err := c.App.ExportAppStateAndValidators(false, nil, names)
		require.NoError(t, err)
		var state map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(exported.AppState, &state))
		return state
	}
	upgraded, fresh := state(c), state(chain.New(t, chain.WithInitialHeight(c.Height())))
	for _, name := range names {
		require.NotEmpty(t, fresh[name], name)
		require.JSONEq(t, string(fresh[name]), string(upgraded[name]), name)
	}
}

// held returns what the games hold.
func (r *recorder) held() sdk.Coins {
	r.t.Helper()
	res, err := r.query().Escrow(r.Context(), &battleshiptypes.QueryEscrowRequest{})
	require.NoError(r.t, err)
	return res.Held
}

// gamesInPhases are the games of a chain whose next block brings an upgrade, one in each phase.
type gamesInPhases struct{ open, playing, proving, proven, offChain uint64 }

// playToUpgrade plays games on a chain until its next block brings an upgrade.
func playToUpgrade(t *testing.T, upgrade string) (*recorder, gamesInPhases) {
	t.Helper()
	c := chain.New(t, chain.WithGenesis(voteWithin(3*chain.BlockTime)))
	r := &recorder{t: t, Chain: c, players: make(map[uint64][]*recordedPlayer)}
	stake := sdk.NewInt64Coin(app.BondDenom, 5_000_000)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }

	// A board belongs to one game, so each has players of its own.
	playing := r.enter(r.player(chain.Alice), r.player(chain.Bob), game.Classic(), staked)
	r.move(playing, 21)
	proving := r.enter(r.player(chain.Alice), r.player(chain.Bob), game.Xaya(), staked)
	loser := r.players[proving][1]
	r.deliver(loser, &battleshiptypes.MsgConcede{Sender: loser.String(), GameId: proving}, 0)
	proven := r.enter(r.player(chain.Carol), r.player(chain.Bob), game.XayaZK(), staked)
	r.move(proven, 4)
	offChain := r.enter(r.channelPlayer(chain.Bob), r.channelPlayer(chain.Carol), game.Xaya(), staked)
	open := r.open(r.player(chain.Carol), game.Classic(), staked)

	height := c.Height() + 10
	pass(t, c, &upgradetypes.MsgSoftwareUpgrade{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(),
		Plan:      upgradetypes.Plan{Name: upgrade, Height: height},
	})
	c.AdvanceTo(height - 1)
	return r, gamesInPhases{open: open, playing: playing, proving: proving, proven: proven, offChain: offChain}
}

// readDB returns the database in a file, where each key and value comes after its length.
func readDB(t *testing.T, path string) dbm.DB {
	t.Helper()
	bz, err := os.ReadFile(path)
	require.NoError(t, err)
	unzipped, err := gzip.NewReader(bytes.NewReader(bz))
	require.NoError(t, err)
	file := bufio.NewReader(unzipped)
	next := func() ([]byte, error) {
		size, err := binary.ReadUvarint(file)
		if err != nil {
			return nil, err
		}
		bz := make([]byte, size)
		_, err = io.ReadFull(file, bz)
		return bz, err
	}
	db := dbm.NewMemDB()
	for {
		key, err := next()
		if errors.Is(err, io.EOF) {
			return db
		}
		require.NoError(t, err)
		value, err := next()
		require.NoError(t, err)
		require.NoError(t, db.Set(key, value))
	}
}
