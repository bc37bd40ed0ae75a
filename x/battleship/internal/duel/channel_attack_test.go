package duel_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A submission counts as long as the game is off-chain, also in the block after the channel timeout: the end of that
// block moves the game on-chain only if no submission has.
func TestASubmissionOrTheTimeoutButNeverBoth(t *testing.T) {
	t.Parallel()
	for name, late := range map[string]int64{
		"a block before": -1, "at the last height": 0, "a block later": 1, "two blocks later": 2,
	} {
		t.Run(name, func(t *testing.T) {
			v := kit.New(t).OpenChannel(game.Classic())
			last := v.Turns(6)[5]
			v.SkipTo(v.At().State.Deadline + late)
			require.Equal(t, late <= 1, v.At().OffChain)
			v.Deliver(v.Submits(kit.Bob, last.Update))
			submitted := channel.ChainState{State: last.State.Restart(v.Height()), Responded: [2]bool{false, true}}
			require.Equal(t, submitted, v.At())
			v.EndBlock()
			require.Equal(t, submitted, v.At())
			v.PlayOut(game.PhaseOver)
		})
	}
}

// A claim that was sent in the last block of the channel timeout, and found no room there, was refused by the block
// after it, which had shown the board by then.
func TestRegressionAClaimInTheBlockAfterTheTimeoutIsRefused(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	turns := v.Turns(0)
	last := turns[len(turns)-1]
	v.SkipTo(v.At().State.Deadline + 1)
	require.True(t, v.At().OffChain)
	v.Deliver(v.Claims(last.State.Actor, last.Update))
	require.Equal(t, types.SeatOf(last.State.Actor), v.Result(v.ID).Winner)
}

// A block that has more deadlines to settle than it has room for leaves off-chain games after their channel timeouts.
// Their claims count all the same.
func TestRegressionAClaimIsRefusedWhileTheEndOfTheTimeoutWaitsToBeSettled(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) { p.MaxExpiriesPerBlock = 1 }))
	f.NewDuelOf(
		f.NewChannelPlayer(kit.Alice, game.Classic(), kit.ClassicFleet),
		f.NewChannelPlayer(kit.Bob, game.Classic(), kit.ClassicFleet))
	waiting := f.OpenChannel(game.Classic())
	turns := waiting.Turns(0)
	last := turns[len(turns)-1]
	waiting.SkipTo(waiting.At().State.Deadline + 1)
	waiting.EndBlock()
	require.True(t, waiting.At().OffChain, "no room in the block after the channel timeout")
	waiting.Deliver(waiting.Claims(last.State.Actor, last.Update))
	require.Equal(t, types.SeatOf(last.State.Actor), waiting.Result(waiting.ID).Winner)
}

// A player who leaves an off-chain game and lets its channel timeout pass loses nothing by that: the game begins anew
// on-chain.
func TestAGameThatIsForgottenOffChainBeginsOnChain(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	v.SkipTo(v.At().State.Deadline + 2)
	require.False(t, v.At().OffChain)
	require.Zero(t, recordOf(v.Fixture, kit.Alice).TimedOut)
	v.Refuse(types.ErrNoResponse, v.Concede(game.Creator))
	v.Deliver(v.Reveal(game.Creator, ""))
	v.Deliver(v.Concede(game.Joiner))
	v.PlayOut(game.PhaseOver)
	require.Equal(t, types.REASON_CONCEDED, v.Result(v.ID).Reason)
}

// recordOf returns the record of a player.
func recordOf(f *kit.Fixture, p kit.Player) types.Player {
	f.Helper()
	record, err := f.Keeper.Records().Players.Get(f.Ctx, p.Addr)
	require.NoError(f, err)
	return record
}

// A dispute is in time until the deadline of the submitted state. One block later the deadline decides.
func TestADisputeIsInTimeUntilTheDeadline(t *testing.T) {
	t.Parallel()
	for late, want := range map[int64]error{-1: nil, 0: nil, 1: types.ErrLate, 2: types.ErrPhase} {
		v := kit.New(t).OpenChannel(game.Classic())
		turns := v.Turns(9)
		v.Deliver(v.Submits(kit.Alice, turns[2].Update))
		v.SkipTo(v.Now().Deadline + late)
		msg := v.Submits(kit.Bob, turns[8].Update)
		if want == nil {
			v.Deliver(msg)
			require.Equal(t, turns[8].State.Restart(v.Height()), v.Now())
			continue
		}
		v.Refuse(want, msg)
	}
}

// Whatever earlier state one of the players submits, the other one's newest replaces it, and nothing older does then.
func TestAttackEveryEarlierStateIsAnswered(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	turns := v.Turns(24)
	newest := turns[len(turns)-1]
	start := v.Ctx
	for n, l := range turns[:len(turns)-1] {
		v.Ctx, _ = start.CacheContext()
		v.Replays = nil
		v.Deliver(v.Submits(kit.Alice, l.Update))
		v.Deliver(v.Submits(kit.Bob, newest.Update))
		require.Equal(t, newest.State.Restart(v.Height()), v.Now(), "turn %d", n)
		require.Equal(t, [2]bool{true, true}, v.At().Responded)
		for _, older := range turns {
			v.Refuse(types.ErrNotNewer, v.Submits(kit.Mallory, older.Update))
		}
	}
}

// Off-chain a game is its players' alone. On-chain anybody who has a newer state may submit it, such as a watchtower,
// and speaks for nobody.
func TestAnybodyAnswersASubmittedState(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	turns := v.Turns(12)
	v.Refuse(types.ErrUnauthorized, v.Submits(kit.Mallory, turns[3].Update))
	v.Deliver(v.Submits(kit.Alice, turns[3].Update))
	v.Refuse(types.ErrStateProof, v.Submits(kit.Mallory, v.Brief(turns[7], game.Creator)))
	v.Deliver(v.Submits(kit.Mallory, turns[7].Update))
	require.Equal(t, [2]bool{true, false}, v.At().Responded)
	v.Refuse(types.ErrNoResponse, v.Concede(game.Creator))
	v.Deliver(v.Submits(kit.Mallory, v.Both(turns[9].State)))
	v.Deliver(v.Submits(kit.Bob, turns[11].Update))
	require.Equal(t, [2]bool{true, true}, v.At().Responded)
}

// A delegate that was replaced speaks for nobody, and the new one endorses for its player.
func TestADelegateOffChainIsReplaced(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	creator := f.NewChannelPlayer(kit.Alice, game.Classic(), kit.ClassicFleet)
	creator.Delegate = kit.Carol.Text()
	v := f.PlayWith(creator, f.NewChannelPlayer(kit.Bob, game.Classic(), kit.ClassicFleet))
	turns, dave := v.Turns(8), kit.NewPlayer("dave")
	v.Deliver(v.SetDelegate(game.Creator, dave.Text()))
	v.Refuse(types.ErrUnauthorized, v.Submits(kit.Carol, turns[4].Update))
	v.Deliver(v.Submits(dave, v.Brief(turns[4], game.Creator)))
	require.Equal(t, [2]bool{true, false}, v.At().Responded)
	v.Deliver(v.SetDelegate(game.Creator, ""))
	v.Refuse(types.ErrStateProof, v.Submits(dave, v.Brief(turns[6], game.Creator)))
	v.Deliver(v.Submits(dave, turns[6].Update))
}

// A loser that submits an old state and gives up on it would leave its opponent without the reward of the game that was
// played. It cannot before the opponent has responded, who has submitted the newest state then.
func TestAttackAStaleStateConcedesNothing(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	turns := v.Turns(30)
	v.Deliver(v.Submits(kit.Alice, turns[1].Update))
	v.Refuse(types.ErrNoResponse, v.Concede(game.Creator))
	v.Refuse(types.ErrNoResponse, v.Challenge(game.Creator))
	v.Deliver(v.Submits(kit.Bob, turns[29].Update))
	v.Deliver(v.Concede(game.Creator))
	require.Equal(t, turns[29].State.Sides, v.Now().Sides)

	w := kit.New(t).OpenChannel(game.Classic())
	w.Deliver(w.Submits(kit.Alice, w.Turns(2)[1].Update))
	w.Deliver(w.Concede(game.Joiner)) // alice has responded
	require.Equal(t, game.PhaseClaim, w.Now().Phase)
}

// A state that was conceded off-chain needs the winner's word, by its signature, as the sender, or because it has
// responded.
func TestASubmittedConcessionNeedsTheWinner(t *testing.T) {
	t.Parallel()
	given := func(t *testing.T) (*kit.ChannelGame, kit.Turn) {
		v := kit.New(t).OpenChannel(game.Classic())
		turns := v.Turns(7)
		base := turns[6].State
		m := v.Surrender(base)
		return v, kit.Turn{By: base.Actor, Update: v.Update(base, m), State: v.After(base, m)}
	}
	t.Run("without it", func(t *testing.T) {
		v, given := given(t)
		v.Refuse(types.ErrNoResponse, v.Submits(v.Player(given.By), given.Update))
	})
	t.Run("its signature", func(t *testing.T) {
		v, given := given(t)
		v.Deliver(v.Submits(v.Player(given.By), v.Both(given.State)))
		v.PlayOut(game.PhaseOver)
		require.EqualValues(t, 1, recordOf(v.Fixture, v.Player(given.By)).Conceded)
	})
	t.Run("it sends", func(t *testing.T) {
		v, given := given(t)
		v.Deliver(v.Submits(v.Player(given.By.Other()), v.Brief(given, given.By.Other())))
		require.Equal(t, game.ReasonConceded, v.Now().Reason)
	})
	t.Run("it claims", func(t *testing.T) {
		v, given := given(t)
		v.Deliver(v.Claims(given.By.Other(), v.Brief(given, given.By.Other())))
		require.Equal(t, types.REASON_CONCEDED, v.Result(v.ID).Reason)
		require.EqualValues(t, 1, recordOf(v.Fixture, v.Player(given.By)).Conceded)
	})
	t.Run("it has responded", func(t *testing.T) {
		v, given := given(t)
		v.Deliver(v.Submits(v.Player(given.By.Other()), channel.Proof{}))
		v.Deliver(v.Submits(v.Player(given.By), given.Update))
	})
}

// What a claim's proof says counts if it is newer and true. A stale one is ignored, and what is false is refused.
func TestAClaimWithAProof(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	turns := v.Turns(0)
	last := turns[len(turns)-1]
	winner := last.State.Actor
	forged := v.Brief(last, winner)
	forged.Signatures[last.By] = v.Sign(winner, last.State)

	v.Refuse(types.ErrOffChain, v.Claim(winner))
	v.Refuse(types.ErrPhase, v.Claims(winner, turns[len(turns)-2].Update))
	v.Refuse(types.ErrSignature, v.Claims(winner, forged))
	v.Refuse(types.ErrTurn, v.Claims(winner.Other(), last.Update))
	third := v.Claims(winner, last.Update)
	third.Sender, third.Player = kit.Mallory.Text(), v.Player(winner).Text()
	v.Refuse(types.ErrUnauthorized, third)
	liar := v.Claims(winner, last.Update)
	liar.BoardSecret = bytes.Repeat([]byte{1}, 32)
	v.Refuse(types.ErrClaim, liar)

	v.Deliver(v.Submits(v.Player(winner.Other()), turns[40].Update))
	v.Refuse(types.ErrPhase, v.Claims(winner, turns[12].Update))
	v.Refuse(types.ErrSignature, v.Claims(winner, forged))
	v.Deliver(v.Claims(winner, v.Brief(last, winner)))

	w := kit.New(t).OpenChannel(game.Classic())
	turns = w.Turns(0)
	last = turns[len(turns)-1]
	w.Deliver(w.Submits(w.Player(winner.Other()), last.Update))
	w.Refuse(types.ErrPhase, w.Submits(w.Player(winner), turns[len(turns)-2].Update))
	forged.State = []byte("anything") // play has ended on-chain, so nothing of it is looked at
	w.Deliver(w.Claims(winner, forged))
	require.Equal(t, types.SeatOf(winner), w.Result(w.ID).Winner)
}

// A game with proven boards that keeps no claim is over, and paid, by the state that ends it.
func TestAProvenOffChainGameEndsByASubmittedState(t *testing.T) {
	t.Parallel()
	r, err := game.RulesetByName("classic-zk")
	require.NoError(t, err)
	v := kit.New(t).OpenChannel(r)
	base := v.Turns(3)[2].State
	m := v.Surrender(base)
	over := kit.Turn{By: base.Actor, Update: v.Update(base, m), State: v.After(base, m)}
	require.Equal(t, game.PhaseOver, over.State.Phase)
	v.Refuse(types.ErrPhase, v.Claims(over.By.Other(), over.Update))
	v.Deliver(v.Submits(v.Player(over.By.Other()), over.Update))
	require.Equal(t, types.REASON_CONCEDED, v.Result(v.ID).Reason)
	require.Equal(t, types.SeatOf(over.By.Other()), v.Result(v.ID).Winner)
	v.Refuse(types.ErrGameEnded, v.Submits(v.Player(over.By), over.Update))
}

// Two states of one number that a player has signed: the chain takes the one that comes first, and the player gains
// nothing but the choice of a tile that nobody has answered.
func TestAttackAForkAtEqualProgressIsNotNewer(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	base := v.Turns(5)[4].State
	one, other := v.MoveAt(base), v.MoveAt(base)
	other.Target = "J10"
	v.Deliver(v.Submits(v.Player(base.Actor), v.Update(base, one)))
	v.Refuse(types.ErrNotNewer, v.Submits(v.Player(base.Actor), v.Update(base, other)))
	v.Refuse(types.ErrNotNewer, v.Submits(v.Player(base.Actor.Other()), v.Update(base, other)))
	forked := v.After(base, other)
	answer := v.MoveAt(forked)
	v.Deliver(v.Submits(v.Player(base.Actor.Other()), v.Update(forked, answer)))
	require.Equal(t, v.After(forked, answer).Restart(v.Height()), v.Now())
}

// In the block of the join nobody submits: the toss that its updates open is not known before the block has a hash.
func TestNoStateIsSubmittedInTheBlockOfTheJoin(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	v := &kit.ChannelGame{Duel: f.NewDuelOf(f.NewChannelPlayer(kit.Alice, game.Classic(), kit.ClassicFleet),
		f.NewChannelPlayer(kit.Bob, game.Classic(), kit.ClassicFleet))}
	v.Rule = v.Channel(v.ID)
	update := v.Turns(1)[0].Update
	v.Refuse(types.ErrTurn, v.Submits(kit.Alice, update))
	v.Refuse(types.ErrTurn, v.Submits(kit.Alice, channel.Proof{}))
	v.EndBlock()
	v.Deliver(v.Submits(kit.Alice, update))
}

// Nothing that was signed for one game is worth anything in another one, of the same players with the same keys.
func TestAttackAnUpdateOfAnotherGameIsRefused(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	one := f.OpenChannel(game.Classic())
	other := f.OpenChannel(game.Classic())
	for _, l := range one.Turns(9) {
		require.Error(t, other.Try(other.Submits(kit.Alice, l.Update)))
		require.Error(t, other.Try(other.Submits(kit.Bob, one.Both(l.State))))
	}
	require.True(t, other.At().OffChain)
}

// Signatures that are not the seat's under this state are refused, whoever sends them.
func TestAttackFalseSignaturesAreRefused(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	turns := v.Turns(6)
	state := turns[5].State
	message, err := v.Rule.Message(state)
	require.NoError(t, err)
	alien, err := v.Boards[game.Joiner].Key.Sign(append([]byte("another domain"), message...))
	require.NoError(t, err)
	for name, forge := range map[string]func(p *channel.Proof){
		"of the other seat":      func(p *channel.Proof) { p.Signatures[1] = p.Signatures[0] },
		"swapped":                func(p *channel.Proof) { slices.Reverse(p.Signatures[:]) },
		"under an older state":   func(p *channel.Proof) { p.Signatures[1] = v.Sign(game.Joiner, turns[3].State) },
		"of another domain":      func(p *channel.Proof) { p.Signatures[1] = alien },
		"with a high s":          func(p *channel.Proof) { p.Signatures[1] = highS(p.Signatures[1]) },
		"with an r of the order": func(p *channel.Proof) { copy(p.Signatures[1], groupOrder) },
		"zero":                   func(p *channel.Proof) { p.Signatures[1] = make([]byte, channel.SignatureSize) },
		"short":                  func(p *channel.Proof) { p.Signatures[1] = p.Signatures[1][:63] },
		"long":                   func(p *channel.Proof) { p.Signatures[1] = append(p.Signatures[1], 0) },
		"of the sender, false":   func(p *channel.Proof) { p.Signatures[0] = p.Signatures[1] },
	} {
		t.Run(name, func(t *testing.T) {
			p := v.Both(state)
			forge(&p)
			v.Refuse(types.ErrSignature, v.Submits(kit.Alice, p))
		})
	}
	for name, c := range map[string]struct {
		forge func(p *channel.Proof)
		want  error
	}{
		"no state of the game":   {func(p *channel.Proof) { p.State = p.State[1:] }, types.ErrStateProof},
		"another deadline":       {func(p *channel.Proof) { p.State[32]++ }, types.ErrStateProof},
		"another clock":          {func(p *channel.Proof) { p.State[12]++ }, types.ErrStateProof},
		"without the opponent":   {func(p *channel.Proof) { p.Signatures[1] = nil }, types.ErrStateProof},
		"a false answer":         {func(p *channel.Proof) { p.Move.Opening.Content ^= 1 }, types.ErrWrongOpening},
		"a shot without opening": {func(p *channel.Proof) { p.Move.Opening = nil }, types.ErrInvalidMove},
		"target and concession":  {func(p *channel.Proof) { p.Move.Concede = true }, types.ErrInvalidMove},
		"a tile that is no tile": {func(p *channel.Proof) { p.Move.Target = "Z1" }, types.ErrTile},
		"an empty move":          {func(p *channel.Proof) { p.Move = &channel.Move{} }, types.ErrEmptyMove},
	} {
		t.Run(name, func(t *testing.T) {
			base := turns[4].State
			if base.Actor != game.Creator {
				base = turns[5].State
			}
			p := v.Update(base, v.MoveAt(base))
			c.forge(&p)
			v.Refuse(c.want, v.Submits(kit.Alice, p))
		})
	}
	require.True(t, v.At().OffChain)
}

// groupOrder is the order of the group of secp256k1.
var groupOrder = []byte{
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
	0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
}

// highS returns the other signature that the curve knows for the same message.
func highS(signature []byte) []byte {
	high, borrow := bytes.Clone(signature), 0
	for i := 31; i >= 0; i-- {
		d := int(groupOrder[i]) - int(signature[32+i]) - borrow
		borrow = 0
		if d < 0 {
			d, borrow = d+256, 1
		}
		high[32+i] = byte(d)
	}
	return high
}

// A signature is paid for before it is looked at.
func TestAttackASignatureIsPaidForBeforeItIsChecked(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	msg := v.Submits(kit.Alice, v.Both(v.Turns(4)[3].State))
	full := storetypes.NewGasMeter(1_000_000)
	ctx, _ := v.Ctx.WithGasMeter(full).CacheContext()
	_, err := v.Msgs.SubmitState(ctx, msg)
	require.NoError(t, err)
	for limit := uint64(0); limit < full.GasConsumed(); limit += 97 {
		what, asked := "", false
		func() {
			defer func() {
				if out, ok := recover().(storetypes.ErrorOutOfGas); ok {
					what, asked = out.Descriptor, true
				}
			}()
			ctx, _ := v.Ctx.WithGasMeter(storetypes.NewGasMeter(limit)).CacheContext()
			_, _ = v.Msgs.SubmitState(ctx, msg)
		}()
		require.True(t, asked, "a limit of %d", limit)
		if what == "signature" {
			return
		}
	}
	require.Fail(t, "no limit was too low for a signature")
}
