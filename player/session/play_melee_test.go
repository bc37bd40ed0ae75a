package session_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// sentAims are all aims that the node was given.
func sentAims(w *playertest.World) [][]byte {
	w.Helper()
	w.Node.Lock()
	defer w.Node.Unlock()
	var all [][]byte
	for _, raw := range w.Node.Received {
		decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
		require.NoError(w, err)
		for _, msg := range decoded.GetMsgs() {
			if aim, ok := msg.(*types.MsgAim); ok && !playertest.Contains(all, aim.Aim) {
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
func playMelee(w *playertest.World, id uint64, names ...string) types.MeleeResult {
	w.Helper()
	results := make([]types.MeleeResult, len(names))
	group, ctx := errgroup.WithContext(w.Context())
	for i, name := range names {
		m := w.OpenMelee(name, id)
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
	w := playertest.New(t)
	id := w.FullMelee(alice, bob, carol, mallory)
	result := playMelee(w, id, alice, bob, carol, mallory)
	require.Len(t, result.Places, 4)
	require.NotZero(t, result.Winners)
	require.Greater(t, result.Rounds, uint32(9), "a fleet has ten tiles, of which a round can hit four at most")
	ranked := 0
	for seat, p := range result.Places {
		require.Equal(t, w.Address([]string{alice, bob, carol, mallory}[seat]), p.Player)
		if p.Rank == 1 {
			ranked++
		}
	}
	require.Positive(t, ranked)
}

// Nothing is left from before each act but the wallet and the home, and from the middle on not even that.
func TestAMeleeSurvivesARestartBeforeEveryAct(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	names := []string{alice, bob, carol}
	id := w.FullMelee(names...)
	seen := make(map[melee.Stage]int)
	for acts := 0; ; acts++ {
		require.Less(t, acts, 2000, "it does not end")
		if acts == 40 {
			w.ClientCtx = w.ClientCtx.WithHomeDir(t.TempDir())
		}
		var (
			ended *meleesession.EndedError
			done  bool
		)
		for i, name := range names {
			m := w.OpenMelee(name, id)
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
			fleet, seat, err := w.OpenMelee(name, id).Fleet(v)
			require.NoError(t, err)
			own, err := v.State.Ruleset.FleetTiles(fleet)
			require.NoError(t, err)
			var target *session.Aim
			if stage == melee.StageAim {
				tile, err := density(uint64(acts*len(names)+i)).Aim(v.State, seat, own)
				require.NoError(t, err)
				target = &session.Aim{Tile: tile, Turn: v.PositionKey()}
			}
			_, _, acted, err := w.OpenMelee(name, id).Advance(t.Context(), target)
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
func leavesAim(w *playertest.World, id uint64, name string) {
	w.Helper()
	ctx, cancel := context.WithCancel(w.Context())
	defer cancel()
	w.Node.KeptOut = func([]byte) bool {
		cancel()
		return true
	}
	_, err := w.OpenMelee(name, id).Aim(ctx, "J10", false)
	require.ErrorIs(w, err, context.Canceled)
	require.Len(w, sentAims(w), 1)
	w.Node.KeptOut = func([]byte) bool { return true }
}

// A player who signs two aims for one round does not know which of them counts.
func TestOneAimIsSignedForARound(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.MeleeInRound(alice, bob)
	leavesAim(w, id, alice)

	// Another program refuses to aim elsewhere, before it asks the node.
	simulations := w.Node.Simulations
	var aimed *meleesession.AimedError
	_, err := w.OpenMelee(alice, id).Aim(t.Context(), "I10", false)
	require.ErrorAs(t, err, &aimed)
	require.ErrorContains(t, err, "no aim at I10: an aim at J10 was signed for round 1 before")
	require.Equal(t, simulations, w.Node.Simulations)
	v, err := w.OpenMelee(alice, id).Look(t.Context())
	require.NoError(t, err)
	tile, aims, err := w.OpenMelee(alice, id).Target(v)
	require.NoError(t, err)
	require.True(t, aims)
	require.Equal(t, "J10", v.State.Ruleset.TileName(tile))

	// The node has lost it: it is sent again, and not what was chosen since.
	w.Node.KeptOut, w.Node.Held = nil, nil
	looks := 0
	w.Node.Silent = func(string) bool {
		if looks++; looks%10 == 0 { // the chain goes on without it
			w.Node.MakeBlock()
		}
		return false
	}
	i10, err := v.State.Ruleset.ParseTile("I10")
	require.NoError(t, err)
	_, done, acted, err := w.OpenMelee(alice, id).Advance(t.Context(), &session.Aim{Tile: i10, Turn: v.PositionKey()})
	require.NoError(t, err)
	require.True(t, acted)
	require.Equal(t, tile, session.ResultOf[text.Aimed](done).Tile)
	require.Len(t, sentAims(w), 1)
}

// A bot that is started again waits a block for the aim of the one before, and pays nothing for a second one.
func TestABotWaitsForTheAimOfTheProgramBefore(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.MeleeInRound(alice, bob)
	leavesAim(w, id, alice)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked := 0
	w.Node.Silent = func(path string) bool {
		if !strings.HasSuffix(path, "Query/Melee") {
			return false
		}
		switch asked++; asked {
		case 3:
			w.Node.KeptOut = nil
			w.Node.MakeBlock(w.Node.Held...)
			w.Node.Held = nil
		case 6:
			cancel()
		}
		return false
	}
	_, err := w.OpenMelee(alice, id).Run(ctx, density(1), session.Observer{
		Acted: func(d session.Done) { require.Fail(t, "nothing is owed any more", d.Act) },
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, sentAims(w), 1)
}

// What was aimed at is nowhere but in the wallet and on the chain.
func TestAnotherDeviceFiresAndReportsByTheWalletAlone(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.AimedMelee([]string{"J10", "A1"}, alice, bob)
	w.ClientCtx = w.ClientCtx.WithHomeDir(t.TempDir())
	v, err := w.OpenMelee(alice, id).Look(t.Context())
	require.NoError(t, err)
	tile, aims, err := w.OpenMelee(alice, id).Target(v)
	require.NoError(t, err)
	require.True(t, aims)
	require.Equal(t, "J10", v.State.Ruleset.TileName(tile))
	for _, name := range []string{alice, bob} {
		done, err := w.OpenMelee(name, id).Fire(t.Context())
		require.NoError(t, err)
		require.Equal(t, 1, session.ResultOf[text.Fired](done).Round)
	}
	for _, name := range []string{alice, bob} {
		done, err := w.OpenMelee(name, id).Report(t.Context())
		require.NoError(t, err)
		reported := session.ResultOf[text.Reported](done)
		require.Equal(t, []string{"A1", "J10"}, types.TileNames(done.Ruleset, reported.Volley))
		require.Equal(t, []string{"A1"}, types.TileNames(done.Ruleset, reported.Hits))
	}
	require.Equal(t, melee.StageAim, w.MeleeStage(id))
	_, err = w.OpenMelee(alice, id).Aim(t.Context(), "J10", false)
	require.ErrorIs(t, err, game.ErrTileTaken, "a tile of an earlier round")
}

func TestAMoveNotOwedInAMeleeIsRefusedBeforeSending(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.FullMelee(alice, bob)
	received := len(w.Node.Received)
	refused := func(err, want error, says string) {
		t.Helper()
		require.ErrorIs(t, err, want)
		require.ErrorContains(t, err, says)
		require.Len(t, w.Node.Received, received)
	}
	ctx := t.Context()
	m := func(name string) *meleesession.Session { return w.OpenMelee(name, id) }

	_, err := m(alice).Aim(ctx, "J10", false)
	refused(err, game.ErrPhase, " to confirm, by block")
	_, err = m(alice).Concede(ctx)
	refused(err, game.ErrPhase, "leave-melee gives your seat up")
	_, err = m(carol).Join(ctx, "", playertest.ChooseMeleeFleet)
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
	refused(err, game.ErrTurn, "you have aimed; round 1: waiting for "+w.Address(bob)+" to aim")
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
	var ended *meleesession.EndedError
	_, err = m(alice).Claim(ctx)
	require.ErrorAs(t, err, &ended)
}

// An aim of another program cannot be opened by this wallet, and one copied from another player by nobody.
func TestAForeignAimIsNotFired(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.MeleeInRound(alice, bob)
	done, err := w.OpenMelee(alice, id).Aim(t.Context(), "J10", false)
	require.NoError(t, err)
	require.Equal(t, 1, session.ResultOf[text.Aimed](done).Round)
	stolen := &types.MsgAim{Sender: w.Address(bob), GameId: id, Aim: sentAims(w)[0], Round: 1}
	_, err = w.Client(bob).Send(t.Context(), stolen)
	require.NoError(t, err, "the chain cannot tell")
	_, err = w.OpenMelee(bob, id).Fire(t.Context())
	require.ErrorIs(t, err, text.ErrForeignAim)
}

func TestADelegatePlaysAMeleeForItsPlayer(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	id := w.FullMelee(alice, bob)
	acts := func(principal client.Key) *meleesession.Session {
		p := w.Player(carol)
		p.Principal = principal
		return meleesession.Open(p, id)
	}
	whole := w.Client(alice).Key()
	_, err := acts(whole).Confirm(ctx)
	require.ErrorIs(t, err, text.ErrNotDelegate)
	_, err = w.OpenMelee(alice, id).SetDelegate(ctx, w.Address(carol))
	require.NoError(t, err)
	var delegate *session.DelegateError
	_, err = w.OpenMelee(carol, id).Confirm(ctx)
	require.ErrorAs(t, err, &delegate, "it has to say for whom")
	_, err = acts(client.Key{Address: whole.Address}).Confirm(ctx)
	require.NoError(t, err, "no board is needed")
	_, err = w.OpenMelee(bob, id).Confirm(ctx)
	require.NoError(t, err)
	_, err = acts(client.Key{Address: whole.Address}).Aim(ctx, "J10", false)
	require.ErrorIs(t, err, text.ErrNoWallet)
	_, err = acts(whole).Aim(ctx, "J10", false)
	require.NoError(t, err)
	_, err = acts(whole).Leave(ctx)
	require.Error(t, err)
	_, err = w.OpenMelee(bob, id).Aim(ctx, "J9", false)
	require.NoError(t, err)
	_, err = acts(whole).Fire(ctx)
	require.NoError(t, err)
	_, err = acts(client.Key{Address: whole.Address}).Concede(ctx)
	require.NoError(t, err)
}

// A wallet on a device is asked for a whole melee once.
func TestAMeleeIsPlayedByTheDelegateOfTheBoard(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	p, asked := withDelegate(w, alice)
	m, done, err := meleesession.Create(t.Context(), p, playertest.MeleeWish(t, 2))
	require.NoError(t, err)
	limited, _ := allowance(w, session.ResultOf[text.Seated](done).Delegate)
	require.Len(t, limited.AllowedMessages, 6)
	require.Contains(t, limited.AllowedMessages, sdk.MsgTypeURL(&types.MsgConcede{}))
	_, err = w.OpenMelee(bob, done.GameID).Join(t.Context(), "", playertest.ChooseMeleeFleet)
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
		_, err := w.OpenMelee(bob, done.GameID).Run(ctx, density(2), session.Observer{})
		return err
	})
	require.NoError(t, group.Wait())
	require.Equal(t, before, *asked)
}

func TestThePriceOfAMeleeIsShownBeforeSigning(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	stake := sdk.NewInt64Coin(client.GasDenom, 1_000_000)
	var asked []string
	p := w.Player(alice)
	p.Confirm = func(i text.Intent) error { asked = append(asked, text.Voice{}.Question(i)); return nil }
	wish := playertest.MeleeWish(t, 3)
	wish.Stake = &stake
	_, _, err := meleesession.Create(t.Context(), p, wish)
	require.ErrorIs(t, err, text.ErrInvited)
	wish.Invited = []string{w.Address(bob), w.Address(bob)}
	_, _, err = meleesession.Create(t.Context(), p, wish)
	require.ErrorIs(t, err, text.ErrInvited)
	wish.Invited = []string{w.Address(bob), w.Address(alice)}
	_, _, err = meleesession.Create(t.Context(), p, wish)
	require.ErrorIs(t, err, text.ErrInvited)
	require.Empty(t, asked)
	wish.Invited[1] = w.Address(carol)
	_, done, err := meleesession.Create(t.Context(), p, wish)
	require.NoError(t, err)
	require.Len(t, asked, 1)
	for _, part := range []string{
		"open a melee for 3 players for ", "stake 1 ANCHOR", "deposit ", text.Collusion,
		"for " + w.Address(bob) + " and " + w.Address(carol) + " alone",
	} {
		require.Contains(t, asked[0], part)
	}

	_, err = w.OpenMelee(mallory, done.GameID).Join(t.Context(), "", playertest.ChooseMeleeFleet)
	require.ErrorIs(t, err, text.ErrNotInvited)
	_, err = w.OpenMelee(mallory, done.GameID).Decline(t.Context())
	require.ErrorIs(t, err, text.ErrNoPlace)
	_, err = w.OpenMelee(bob, done.GameID).Decline(t.Context())
	require.NoError(t, err)
	joins := w.Player(carol)
	joins.Confirm = p.Confirm
	_, err = meleesession.Open(joins, done.GameID).Join(t.Context(), "", playertest.ChooseMeleeFleet)
	require.NoError(t, err)
	require.Contains(t, asked[1], "join melee 1 of "+w.Address(alice)+", for 2 players: ")
	require.Contains(t, asked[1], text.Collusion)
	_, err = meleesession.Open(joins, done.GameID).Join(t.Context(), "", playertest.ChooseMeleeFleet)
	require.ErrorIs(t, err, text.ErrSeated)
}

// A player who leaves and comes back has another board, and the session knows.
func TestAPlayerCanReturnToATable(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, done, err := meleesession.Create(t.Context(), w.Player(alice), playertest.MeleeWish(t, 3))
	require.NoError(t, err)
	m := w.OpenMelee(bob, done.GameID)
	_, err = m.Join(t.Context(), "", playertest.ChooseMeleeFleet)
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
	last, err := w.OpenMelee(alice, done.GameID).Leave(t.Context())
	require.NoError(t, err)
	require.Positive(t, session.ResultOf[text.MeleeLeft](last).Until, "a join that is on its way finds a table")
	w.Node.Advance(game.WithdrawBlocks + 1)
	_, err = w.OpenMelee(alice, done.GameID).Run(t.Context(), density(1), session.Observer{})
	require.ErrorIs(t, err, session.ErrGone)
}

// One that never says a word costs the others a clock, at last its seat.
func TestAMeleeWithASilentPlayerEnds(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.MeleeInRound(alice, bob, carol)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	group, groupCtx := errgroup.WithContext(ctx)
	for i, name := range []string{alice, bob} {
		m := w.OpenMelee(name, id)
		group.Go(func() error {
			result, err := m.Run(groupCtx, density(uint64(i)), session.Observer{})
			if err == nil {
				require.Equal(t, types.SEAT_STANDING_SCUTTLED, result.Places[2].Standing)
			}
			return err
		})
	}
	silence, silent := make(chan struct{}), w.Player(carol)
	go func() {
		defer close(silence)
		for silent.Chain.Sleep(ctx) == nil {
			v, err := meleesession.Open(silent, id).Look(ctx)
			if err != nil {
				return
			}
			if v.State.Owes == melee.SeatsOf(2) {
				w.Node.Advance(v.State.Deadline - v.Height + 1)
			}
		}
	}()
	require.NoError(t, group.Wait())
	cancel()
	<-silence
}

// Failures in blocks cost their fees, and do not end play: the next attempt is after a pause.
func TestABotOutlastsFailuresInAMelee(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.MeleeInRound(alice, bob)
	const failures = 6
	w.Node.Spoil(failures)
	w.Node.Silent = func(path string) bool {
		if strings.HasSuffix(path, "Query/Melee") {
			w.Node.MakeBlock()
		}
		return false
	}
	troubles, until := 0, int64(0)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := w.OpenMelee(alice, id).Run(ctx, density(1), session.Observer{
		Trouble: func(err error) {
			troubles++
			var refused *client.RefusedError
			require.ErrorAs(t, err, &refused)
			require.Greater(t, refused.Height, until)
			var paused *session.PausedError
			if errors.As(err, &paused) {
				until = paused.Until
			}
		},
		Acted: func(d session.Done) { require.Equal(t, text.ActAim, d.Act); cancel() },
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, failures, troubles)
	require.Len(t, sentAims(w), 1)
}
