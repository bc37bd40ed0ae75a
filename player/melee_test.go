package player_test

import (
	"context"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/cosmos/cosmos-sdk/crypto/hd"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// carol plays melees only.
const carol = chain.Carol

// meleeFleet is everybody's in the tests, with water on row 10.
const meleeFleet = "A1h,A3h,A5h,A7h"

// newTable is a world in which carol plays, too.
func newTable(t *testing.T, opts ...chain.Option) *world {
	t.Helper()
	w := newWorld(t, opts...)
	key := hex.EncodeToString(chain.NewAccount(carol).Key.Bytes())
	require.NoError(t, w.cctx.Keyring.ImportPrivKeyHex(carol, key, string(hd.Secp256k1Type)))
	return w
}

// openMelee is a player's session of a melee, as after a restart.
func (w *world) openMelee(name string, id uint64) *session.Melee {
	w.Helper()
	return session.OpenMelee(w.player(name), id)
}

// address is that of a player.
func (w *world) address(name string) string { return w.client(name).Key().Address.String() }

func chooseMeleeFleet(r *game.Ruleset) (game.Fleet, error) { return r.ParseFleet(meleeFleet) }

// wishOf is a melee for so many.
func wishOf(t *testing.T, players int) session.MeleeWish {
	t.Helper()
	r := melee.Ruleset()
	fleet, err := chooseMeleeFleet(r)
	require.NoError(t, err)
	return session.MeleeWish{Ruleset: r, Fleet: fleet, Players: players}
}

// full is a full table of these players, who have not confirmed.
func (w *world) full(names ...string) uint64 {
	w.Helper()
	_, done, err := session.CreateMelee(w.Context(), w.player(names[0]), wishOf(w.T, len(names)))
	require.NoError(w, err)
	for _, name := range names[1:] {
		_, err := w.openMelee(name, done.GameID).Join(w.Context(), "", chooseMeleeFleet)
		require.NoError(w, err)
	}
	return done.GameID
}

// inRound is a melee of these players in its first round.
func (w *world) inRound(names ...string) uint64 {
	w.Helper()
	id := w.full(names...)
	for _, name := range names {
		_, err := w.openMelee(name, id).Confirm(w.Context())
		require.NoError(w, err)
	}
	return id
}

// aimed is a melee of these players in which each has aimed at a tile.
func (w *world) aimed(tiles []string, names ...string) uint64 {
	w.Helper()
	id := w.inRound(names...)
	for i, name := range names {
		_, err := w.openMelee(name, id).Aim(w.Context(), tiles[i], true)
		require.NoError(w, err)
	}
	return id
}

// stage is where a melee stands.
func (w *world) stage(id uint64) melee.Stage {
	w.Helper()
	v, err := w.openMelee(alice, id).Look(w.Context())
	require.NoError(w, err)
	return v.State.Stage
}

// aims are all aims that the node was given.
func (w *world) aims() [][]byte {
	w.Helper()
	w.node.mu.Lock()
	defer w.node.mu.Unlock()
	var all [][]byte
	for _, raw := range w.node.received {
		decoded, err := w.cctx.TxConfig.TxDecoder()(raw)
		require.NoError(w, err)
		for _, msg := range decoded.GetMsgs() {
			if aim, ok := msg.(*types.MsgAim); ok && !contains(all, aim.Aim) {
				all = append(all, aim.Aim)
			}
		}
	}
	return all
}

// density is a bot's strategy for a melee.
func density(seed uint64) bot.MeleeStrategy {
	return bot.NewMeleeDensity(rand.New(rand.NewPCG(seed, 1)).IntN)
}

// playMelee lets bots play a melee to its end, and returns its result.
func (w *world) playMelee(id uint64, names ...string) types.MeleeResult {
	w.Helper()
	results := make([]types.MeleeResult, len(names))
	group, ctx := errgroup.WithContext(w.Context())
	for i, name := range names {
		m := w.openMelee(name, id)
		group.Go(func() (err error) {
			results[i], err = m.Run(ctx, density(uint64(i)), session.Observer{})
			return err
		})
	}
	require.NoError(w, group.Wait())
	for _, r := range results[1:] {
		require.Equal(w, results[0], r)
	}
	return results[0]
}

func TestBotsPlayAWholeMelee(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	id := w.full(alice, bob, carol, mallory)
	result := w.playMelee(id, alice, bob, carol, mallory)
	require.Len(t, result.Places, 4)
	require.NotZero(t, result.Winners)
	require.Greater(t, result.Rounds, uint32(9), "a fleet has ten tiles, of which a round can hit four at most")
	ranked := 0
	for seat, p := range result.Places {
		require.Equal(t, w.address([]string{alice, bob, carol, mallory}[seat]), p.Player)
		if p.Rank == 1 {
			ranked++
		}
	}
	require.Positive(t, ranked)
}

// Nothing is left from before each act but the wallet and the home, and from the middle on not even that.
func TestAMeleeSurvivesARestartBeforeEveryAct(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	names := []string{alice, bob, carol}
	id := w.full(names...)
	seen := make(map[melee.Stage]int)
	for acts := 0; ; acts++ {
		require.Less(t, acts, 2000, "it does not end")
		if acts == 40 {
			w.cctx = w.cctx.WithHomeDir(t.TempDir())
		}
		var (
			ended *session.MeleeEndedError
			done  bool
		)
		for i, name := range names {
			m := w.openMelee(name, id)
			v, err := m.Look(t.Context())
			if done = err != nil; done {
				require.ErrorAs(t, err, &ended)
				break
			}
			stage, err := m.Owes(v)
			require.NoError(t, err)
			if stage == 0 {
				continue
			}
			seen[stage]++
			fleet, seat, err := w.openMelee(name, id).Fleet(v)
			require.NoError(t, err)
			own, err := v.State.Ruleset.FleetTiles(fleet)
			require.NoError(t, err)
			var target *game.Tile
			if stage == melee.StageAim {
				tile, err := density(uint64(acts*len(names)+i)).Aim(v.State, seat, own)
				require.NoError(t, err)
				target = &tile
			}
			_, _, acted, err := w.openMelee(name, id).Advance(t.Context(), target)
			require.NoError(t, err)
			require.True(t, acted)
		}
		if done {
			require.NotZero(t, ended.Result.Winners)
			break
		}
	}
	for _, stage := range []melee.Stage{
		melee.StageReady, melee.StageAim, melee.StageFire, melee.StageReport, melee.StageClaim,
	} {
		require.Positive(t, seen[stage], stage)
	}
}

// leavesAim lets a player aim at J10, while no block takes it, and end its program.
func (w *world) leavesAim(id uint64, name string) {
	w.Helper()
	ctx, cancel := context.WithCancel(w.Context())
	defer cancel()
	w.node.keptOut = func([]byte) bool {
		cancel()
		return true
	}
	_, err := w.openMelee(name, id).Aim(ctx, "J10", false)
	require.ErrorIs(w, err, context.Canceled)
	require.Len(w, w.aims(), 1)
	w.node.keptOut = func([]byte) bool { return true }
}

// A player who signs two aims for one round does not know which of them counts.
func TestOneAimIsSignedForARound(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	id := w.inRound(alice, bob)
	w.leavesAim(id, alice)

	// Another program refuses to aim elsewhere, before it asks the node.
	simulations := w.node.simulations
	var aimed *session.AimedError
	_, err := w.openMelee(alice, id).Aim(t.Context(), "I10", false)
	require.ErrorAs(t, err, &aimed)
	require.ErrorContains(t, err, "no aim at I10: an aim at J10 was signed for round 1 before")
	require.Equal(t, simulations, w.node.simulations)
	v, err := w.openMelee(alice, id).Look(t.Context())
	require.NoError(t, err)
	tile, aims, err := w.openMelee(alice, id).Target(v)
	require.NoError(t, err)
	require.True(t, aims)
	require.Equal(t, "J10", v.State.Ruleset.TileName(tile))

	// The node has lost it: it is sent again, and not what was chosen since.
	w.node.keptOut, w.node.held = nil, nil
	looks := 0
	w.node.silent = func(string) bool {
		if looks++; looks%10 == 0 { // the chain goes on without it
			w.node.block()
		}
		return false
	}
	i10, err := v.State.Ruleset.ParseTile("I10")
	require.NoError(t, err)
	_, done, acted, err := w.openMelee(alice, id).Advance(t.Context(), &i10)
	require.NoError(t, err)
	require.True(t, acted)
	require.Equal(t, tile, session.ResultOf[text.Aimed](done).Tile)
	require.Len(t, w.aims(), 1)
}

// A bot that is started again waits a block for the aim of the one before, and pays nothing for a second one.
func TestABotWaitsForTheAimOfTheProgramBefore(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	id := w.inRound(alice, bob)
	w.leavesAim(id, alice)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := 0
	w.node.silent = func(path string) bool {
		if !strings.HasSuffix(path, "Query/Melee") {
			return false
		}
		switch asked++; asked {
		case 3:
			w.node.keptOut = nil
			w.node.block(w.node.held...)
			w.node.held = nil
		case 6:
			cancel()
		}
		return false
	}
	_, err := w.openMelee(alice, id).Run(ctx, density(1), session.Observer{
		Acted: func(d session.Done) { require.Fail(t, "nothing is owed any more", d.Act) },
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, w.aims(), 1)
}

// What was aimed at is nowhere but in the wallet and on the chain.
func TestAnotherDeviceFiresAndReportsByTheWalletAlone(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	id := w.aimed([]string{"J10", "A1"}, alice, bob)
	w.cctx = w.cctx.WithHomeDir(t.TempDir())
	v, err := w.openMelee(alice, id).Look(t.Context())
	require.NoError(t, err)
	tile, aims, err := w.openMelee(alice, id).Target(v)
	require.NoError(t, err)
	require.True(t, aims)
	require.Equal(t, "J10", v.State.Ruleset.TileName(tile))
	for _, name := range []string{alice, bob} {
		done, err := w.openMelee(name, id).Fire(t.Context())
		require.NoError(t, err)
		require.Equal(t, 1, session.ResultOf[text.Fired](done).Round)
	}
	for _, name := range []string{alice, bob} {
		done, err := w.openMelee(name, id).Report(t.Context())
		require.NoError(t, err)
		reported := session.ResultOf[text.Reported](done)
		require.Equal(t, []string{"A1", "J10"}, types.TileNames(done.Ruleset, reported.Volley))
		require.Equal(t, []string{"A1"}, types.TileNames(done.Ruleset, reported.Hits))
	}
	require.Equal(t, melee.StageAim, w.stage(id))
	_, err = w.openMelee(alice, id).Aim(t.Context(), "J10", false)
	require.ErrorIs(t, err, game.ErrTileTaken, "a tile of an earlier round")
}

func TestAMoveNotOwedInAMeleeIsRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	id := w.full(alice, bob)
	received := len(w.node.received)
	refused := func(err, want error, says string) {
		t.Helper()
		require.ErrorIs(t, err, want)
		require.ErrorContains(t, err, says)
		require.Len(t, w.node.received, received)
	}
	ctx := t.Context()
	m := func(name string) *session.Melee { return w.openMelee(name, id) }

	_, err := m(alice).Aim(ctx, "J10", false)
	refused(err, game.ErrPhase, " to confirm, by block")
	_, err = m(alice).Concede(ctx)
	refused(err, game.ErrPhase, "leave-melee gives your seat up")
	_, err = m(carol).Join(ctx, "", chooseMeleeFleet)
	refused(err, game.ErrPhase, "no seat is free")
	_, err = m(carol).Confirm(ctx)
	refused(err, text.ErrNotInGame, "not a player")
	for _, name := range []string{alice, bob} {
		_, err := m(name).Confirm(ctx)
		require.NoError(t, err)
		received++
	}
	_, err = m(alice).Confirm(ctx)
	refused(err, game.ErrPhase, "round 1: waiting for ")
	_, err = m(alice).Leave(ctx)
	refused(err, game.ErrPhase, "concede gives it up")
	_, err = m(alice).Fire(ctx)
	refused(err, game.ErrPhase, "to aim, by block")
	_, err = m(alice).Aim(ctx, "K1", false)
	refused(err, game.ErrTile, "K1")
	_, err = m(alice).Aim(ctx, "A1", false)
	refused(err, text.ErrOwnShip, "A1")
	_, err = m(alice).Aim(ctx, "J10", false)
	require.NoError(t, err)
	received++
	_, err = m(alice).Aim(ctx, "J10", false)
	refused(err, game.ErrTurn, "you have aimed; round 1: waiting for "+w.address(bob)+" to aim")
	_, err = m(alice).Claim(ctx)
	refused(err, game.ErrPhase, "to aim, by block")
	_, err = m(bob).Concede(ctx)
	require.NoError(t, err)
	received++
	_, err = m(bob).Concede(ctx)
	refused(err, game.ErrPhase, "you gave up in round 1; waiting for ")
	_, err = m(bob).Claim(ctx)
	refused(err, game.ErrTurn, "you gave up")
	done, err := m(alice).Claim(ctx)
	require.NoError(t, err)
	claimed := session.ResultOf[text.MeleeClaimed](done)
	require.NotNil(t, claimed.Over)
	require.EqualValues(t, 1, claimed.Over.Result.Winners)
	var ended *session.MeleeEndedError
	_, err = m(alice).Claim(ctx)
	require.ErrorAs(t, err, &ended)
}

// An aim of another program cannot be opened by this wallet, and one copied from another player by nobody.
func TestAForeignAimIsNotFired(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	id := w.inRound(alice, bob)
	done, err := w.openMelee(alice, id).Aim(t.Context(), "J10", false)
	require.NoError(t, err)
	require.Equal(t, 1, session.ResultOf[text.Aimed](done).Round)
	_, err = w.client(bob).Send(t.Context(), &types.MsgAim{Sender: w.address(bob), GameId: id, Aim: w.aims()[0], Round: 1})
	require.NoError(t, err, "the chain cannot tell")
	_, err = w.openMelee(bob, id).Fire(t.Context())
	require.ErrorIs(t, err, text.ErrForeignAim)
}

func TestADelegatePlaysAMeleeForItsPlayer(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	ctx := t.Context()
	id := w.full(alice, bob)
	acts := func(principal client.Key) *session.Melee {
		p := w.player(carol)
		p.Principal = principal
		return session.OpenMelee(p, id)
	}
	whole := w.client(alice).Key()
	_, err := acts(whole).Confirm(ctx)
	require.ErrorIs(t, err, text.ErrNotDelegate)
	_, err = w.openMelee(alice, id).SetDelegate(ctx, w.address(carol))
	require.NoError(t, err)
	var delegate *session.DelegateError
	_, err = w.openMelee(carol, id).Confirm(ctx)
	require.ErrorAs(t, err, &delegate, "it has to say for whom")
	_, err = acts(client.Key{Address: whole.Address}).Confirm(ctx)
	require.NoError(t, err, "no board is needed")
	_, err = w.openMelee(bob, id).Confirm(ctx)
	require.NoError(t, err)
	_, err = acts(client.Key{Address: whole.Address}).Aim(ctx, "J10", false)
	require.ErrorIs(t, err, text.ErrNoWallet)
	_, err = acts(whole).Aim(ctx, "J10", false)
	require.NoError(t, err)
	_, err = acts(whole).Leave(ctx)
	require.Error(t, err)
	_, err = w.openMelee(bob, id).Aim(ctx, "J9", false)
	require.NoError(t, err)
	_, err = acts(whole).Fire(ctx)
	require.NoError(t, err)
	_, err = acts(client.Key{Address: whole.Address}).Concede(ctx)
	require.NoError(t, err)
}

// A wallet on a device is asked for a whole melee once.
func TestAMeleeIsPlayedByTheDelegateOfTheBoard(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	p, asked := w.withDelegate(alice)
	m, done, err := session.CreateMelee(t.Context(), p, wishOf(t, 2))
	require.NoError(t, err)
	require.NotEmpty(t, session.ResultOf[text.Seated](done).Delegate)
	_, err = w.openMelee(bob, done.GameID).Join(t.Context(), "", chooseMeleeFleet)
	require.NoError(t, err)
	delegate, err := m.AsDelegate(t.Context())
	require.NoError(t, err)
	before := *asked
	group, ctx := errgroup.WithContext(t.Context())
	group.Go(func() error {
		_, err := delegate.Run(ctx, density(1), session.Observer{})
		return err
	})
	group.Go(func() error {
		_, err := w.openMelee(bob, done.GameID).Run(ctx, density(2), session.Observer{})
		return err
	})
	require.NoError(t, group.Wait())
	require.Equal(t, before, *asked)
}

func TestThePriceOfAMeleeIsShownBeforeSigning(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	stake := sdk.NewInt64Coin(client.GasDenom, 1_000_000)
	var asked []string
	p := w.player(alice)
	p.Confirm = func(i text.Intent) error { asked = append(asked, text.Voice{}.Question(i)); return nil }
	wish := wishOf(t, 3)
	wish.Stake = &stake
	_, _, err := session.CreateMelee(t.Context(), p, wish)
	require.ErrorIs(t, err, text.ErrInvited)
	wish.Invited = []string{w.address(bob), w.address(bob)}
	_, _, err = session.CreateMelee(t.Context(), p, wish)
	require.ErrorIs(t, err, text.ErrInvited)
	wish.Invited = []string{w.address(bob), w.address(alice)}
	_, _, err = session.CreateMelee(t.Context(), p, wish)
	require.ErrorIs(t, err, text.ErrInvited)
	require.Empty(t, asked)
	wish.Invited[1] = w.address(carol)
	_, done, err := session.CreateMelee(t.Context(), p, wish)
	require.NoError(t, err)
	require.Len(t, asked, 1)
	for _, part := range []string{
		"open a melee for 3 players for ", "stake 1 ANCHOR", "deposit ", text.Collusion,
		"for " + w.address(bob) + " and " + w.address(carol) + " alone",
	} {
		require.Contains(t, asked[0], part)
	}

	_, err = w.openMelee(mallory, done.GameID).Join(t.Context(), "", chooseMeleeFleet)
	require.ErrorIs(t, err, text.ErrNotInvited)
	_, err = w.openMelee(mallory, done.GameID).Decline(t.Context())
	require.ErrorIs(t, err, text.ErrNoPlace)
	_, err = w.openMelee(bob, done.GameID).Decline(t.Context())
	require.NoError(t, err)
	joins := w.player(carol)
	joins.Confirm = p.Confirm
	_, err = session.OpenMelee(joins, done.GameID).Join(t.Context(), "", chooseMeleeFleet)
	require.NoError(t, err)
	require.Contains(t, asked[1], "join melee 1 of "+w.address(alice)+", for 2 players: ")
	require.Contains(t, asked[1], text.Collusion)
	_, err = session.OpenMelee(joins, done.GameID).Join(t.Context(), "", chooseMeleeFleet)
	require.ErrorIs(t, err, text.ErrSeated)
}

// A player who leaves and comes back has another board, and the session knows.
func TestAPlayerCanReturnToATable(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	_, done, err := session.CreateMelee(t.Context(), w.player(alice), wishOf(t, 3))
	require.NoError(t, err)
	m := w.openMelee(bob, done.GameID)
	_, err = m.Join(t.Context(), "", chooseMeleeFleet)
	require.NoError(t, err)
	_, err = m.Leave(t.Context())
	require.NoError(t, err)
	_, err = m.Join(t.Context(), "", func(r *game.Ruleset) (game.Fleet, error) { return r.ParseFleet("A2h,A4h,A6h,A8h") })
	require.NoError(t, err)
	v, err := m.Look(t.Context())
	require.NoError(t, err)
	fleet, seat, err := m.Fleet(v)
	require.NoError(t, err)
	require.EqualValues(t, 1, seat)
	require.Equal(t, "A2h,A4h,A6h,A8h", v.State.Ruleset.FleetString(fleet))

	_, err = m.Leave(t.Context())
	require.NoError(t, err)
	last, err := w.openMelee(alice, done.GameID).Leave(t.Context())
	require.NoError(t, err)
	require.Positive(t, session.ResultOf[text.MeleeLeft](last).Until, "a join that is on its way finds a table")
	w.node.advance(game.WithdrawBlocks + 1)
	_, err = w.openMelee(alice, done.GameID).Run(t.Context(), density(1), session.Observer{})
	require.ErrorIs(t, err, session.ErrGone)
}

// One that never says a word costs the others a clock, at last its seat.
func TestAMeleeWithASilentPlayerEnds(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	id := w.inRound(alice, bob, carol)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	group, groupCtx := errgroup.WithContext(ctx)
	for i, name := range []string{alice, bob} {
		m := w.openMelee(name, id)
		group.Go(func() error {
			result, err := m.Run(groupCtx, density(uint64(i)), session.Observer{})
			if err == nil {
				require.Equal(t, types.SEAT_STANDING_SCUTTLED, result.Places[2].Standing)
			}
			return err
		})
	}
	silence, watching := make(chan struct{}), w.openMelee(carol, id)
	go func() {
		defer close(silence)
		for ctx.Err() == nil {
			v, err := watching.Look(ctx)
			if err != nil {
				return
			}
			if v.State.Owes == melee.SeatsOf(2) {
				w.node.advance(v.State.Deadline - v.Height + 1)
			}
		}
	}()
	require.NoError(t, group.Wait())
	cancel()
	<-silence
}

// Failures in blocks cost their fees, and do not end play.
func TestABotOutlastsFailuresInAMelee(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	id := w.inRound(alice, bob)
	w.node.spoil(2)
	troubles := 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := w.openMelee(alice, id).Run(ctx, density(1), session.Observer{
		Trouble: func(error) { troubles++; w.node.advance(1) },
		Acted:   func(d session.Done) { require.Equal(t, text.ActAim, d.Act); cancel() },
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 2, troubles)
	require.Len(t, w.aims(), 1)
}
