package keeper_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
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
			v := newChannelFixture(t).openChannel(game.Classic())
			last := v.turns(6)[5]
			v.skipTo(v.at().State.Deadline + late)
			require.Equal(t, late <= 1, v.at().OffChain)
			v.deliver(v.submits(bob, last.update))
			submitted := channel.ChainState{State: last.state.Restart(v.height()), Responded: [2]bool{false, true}}
			require.Equal(t, submitted, v.at())
			v.endBlock()
			require.Equal(t, submitted, v.at())
			v.playOut(game.PhaseOver)
		})
	}
}

// A claim that was sent in the last block of the channel timeout, and found no room there, was refused by the block
// after it, which had shown the board by then.
func TestRegressionAClaimInTheBlockAfterTheTimeoutIsRefused(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	turns := v.turns(0)
	last := turns[len(turns)-1]
	v.skipTo(v.at().State.Deadline + 1)
	require.True(t, v.at().OffChain)
	v.deliver(v.claims(last.state.Actor, last.update))
	require.Equal(t, types.SeatOf(last.state.Actor), v.result(v.id).Winner)
}

// A block that has more deadlines to settle than it has room for leaves off-chain games after their channel timeouts.
// Their claims count all the same.
func TestRegressionAClaimIsRefusedWhileTheEndOfTheTimeoutWaitsToBeSettled(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t, withParams(func(p *types.Params) { p.MaxExpiriesPerBlock = 1 }))
	f.newDuelOf(
		f.newChannelPlayer(alice, game.Classic(), classicFleet), f.newChannelPlayer(bob, game.Classic(), classicFleet))
	waiting := f.openChannel(game.Classic())
	turns := waiting.turns(0)
	last := turns[len(turns)-1]
	waiting.skipTo(waiting.at().State.Deadline + 1)
	waiting.endBlock()
	require.True(t, waiting.at().OffChain, "no room in the block after the channel timeout")
	waiting.deliver(waiting.claims(last.state.Actor, last.update))
	require.Equal(t, types.SeatOf(last.state.Actor), waiting.result(waiting.id).Winner)
}

// A player who leaves an off-chain game and lets its channel timeout pass loses nothing by that: the game begins anew
// on-chain.
func TestAGameThatIsForgottenOffChainBeginsOnChain(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	v.skipTo(v.at().State.Deadline + 2)
	require.False(t, v.at().OffChain)
	require.Zero(t, v.recordOf(alice).TimedOut)
	v.refuse(types.ErrNoResponse, v.concede(game.Creator))
	v.deliver(v.reveal(game.Creator, ""))
	v.deliver(v.concede(game.Joiner))
	v.playOut(game.PhaseOver)
	require.Equal(t, types.REASON_CONCEDED, v.result(v.id).Reason)
}

// recordOf returns the record of a player.
func (f *fixture) recordOf(p player) types.Player {
	f.Helper()
	record, err := f.keeper.Records().Players.Get(f.ctx, p.addr)
	require.NoError(f, err)
	return record
}

// A dispute is in time until the deadline of the submitted state. One block later the deadline decides.
func TestADisputeIsInTimeUntilTheDeadline(t *testing.T) {
	t.Parallel()
	for late, want := range map[int64]error{-1: nil, 0: nil, 1: types.ErrLate, 2: types.ErrPhase} {
		v := newChannelFixture(t).openChannel(game.Classic())
		turns := v.turns(9)
		v.deliver(v.submits(alice, turns[2].update))
		v.skipTo(v.now().Deadline + late)
		msg := v.submits(bob, turns[8].update)
		if want == nil {
			v.deliver(msg)
			require.Equal(t, turns[8].state.Restart(v.height()), v.now())
			continue
		}
		v.refuse(want, msg)
	}
}

// Whatever earlier state one of the players submits, the other one's newest replaces it, and nothing older does then.
func TestEveryEarlierStateIsAnswered(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	turns := v.turns(24)
	newest := turns[len(turns)-1]
	start := v.ctx
	for n, l := range turns[:len(turns)-1] {
		v.ctx, _ = start.CacheContext()
		v.replays = nil
		v.deliver(v.submits(alice, l.update))
		v.deliver(v.submits(bob, newest.update))
		require.Equal(t, newest.state.Restart(v.height()), v.now(), "turn %d", n)
		require.Equal(t, [2]bool{true, true}, v.at().Responded)
		for _, older := range turns {
			v.refuse(types.ErrNotNewer, v.submits(mallory, older.update))
		}
	}
}

// Off-chain a game is its players' alone. On-chain anybody who has a newer state may submit it, such as a watchtower,
// and speaks for nobody.
func TestAnybodyAnswersASubmittedState(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	turns := v.turns(12)
	v.refuse(types.ErrUnauthorized, v.submits(mallory, turns[3].update))
	v.deliver(v.submits(alice, turns[3].update))
	v.refuse(types.ErrStateProof, v.submits(mallory, v.brief(turns[7], game.Creator)))
	v.deliver(v.submits(mallory, turns[7].update))
	require.Equal(t, [2]bool{true, false}, v.at().Responded)
	v.refuse(types.ErrNoResponse, v.concede(game.Creator))
	v.deliver(v.submits(mallory, v.both(turns[9].state)))
	v.deliver(v.submits(bob, turns[11].update))
	require.Equal(t, [2]bool{true, true}, v.at().Responded)
}

// A delegate that was replaced speaks for nobody, and the new one endorses for its player.
func TestADelegateOffChainIsReplaced(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	creator := f.newChannelPlayer(alice, game.Classic(), classicFleet)
	creator.delegate = carol.text()
	v := f.playWith(creator, f.newChannelPlayer(bob, game.Classic(), classicFleet))
	turns, dave := v.turns(8), newPlayer("dave")
	v.deliver(v.setDelegate(game.Creator, dave.text()))
	v.refuse(types.ErrUnauthorized, v.submits(carol, turns[4].update))
	v.deliver(v.submits(dave, v.brief(turns[4], game.Creator)))
	require.Equal(t, [2]bool{true, false}, v.at().Responded)
	v.deliver(v.setDelegate(game.Creator, ""))
	v.refuse(types.ErrStateProof, v.submits(dave, v.brief(turns[6], game.Creator)))
	v.deliver(v.submits(dave, turns[6].update))
}

// A loser that submits an old state and gives up on it would leave its opponent without the reward of the game that was
// played. It cannot before the opponent has responded, who has submitted the newest state then.
func TestAStaleStateConcedesNothing(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	turns := v.turns(30)
	v.deliver(v.submits(alice, turns[1].update))
	v.refuse(types.ErrNoResponse, v.concede(game.Creator))
	v.refuse(types.ErrNoResponse, v.challenge(game.Creator))
	v.deliver(v.submits(bob, turns[29].update))
	v.deliver(v.concede(game.Creator))
	require.Equal(t, turns[29].state.Sides, v.now().Sides)

	w := newChannelFixture(t).openChannel(game.Classic())
	w.deliver(w.submits(alice, w.turns(2)[1].update))
	w.deliver(w.concede(game.Joiner)) // alice has responded
	require.Equal(t, game.PhaseClaim, w.now().Phase)
}

// A state that was conceded off-chain needs the winner's word, by its signature, as the sender, or because it has
// responded.
func TestASubmittedConcessionNeedsTheWinner(t *testing.T) {
	t.Parallel()
	given := func(t *testing.T) (*channelGame, turn) {
		v := newChannelFixture(t).openChannel(game.Classic())
		turns := v.turns(7)
		base := turns[6].state
		m := v.surrender(base)
		return v, turn{by: base.Actor, update: v.update(base, m), state: v.after(base, m)}
	}
	t.Run("without it", func(t *testing.T) {
		v, given := given(t)
		v.refuse(types.ErrNoResponse, v.submits(v.player(given.by), given.update))
	})
	t.Run("its signature", func(t *testing.T) {
		v, given := given(t)
		v.deliver(v.submits(v.player(given.by), v.both(given.state)))
		v.playOut(game.PhaseOver)
		require.EqualValues(t, 1, v.recordOf(v.player(given.by)).Conceded)
	})
	t.Run("it sends", func(t *testing.T) {
		v, given := given(t)
		v.deliver(v.submits(v.player(given.by.Other()), v.brief(given, given.by.Other())))
		require.Equal(t, game.ReasonConceded, v.now().Reason)
	})
	t.Run("it claims", func(t *testing.T) {
		v, given := given(t)
		v.deliver(v.claims(given.by.Other(), v.brief(given, given.by.Other())))
		require.Equal(t, types.REASON_CONCEDED, v.result(v.id).Reason)
		require.EqualValues(t, 1, v.recordOf(v.player(given.by)).Conceded)
	})
	t.Run("it has responded", func(t *testing.T) {
		v, given := given(t)
		v.deliver(v.submits(v.player(given.by.Other()), channel.Proof{}))
		v.deliver(v.submits(v.player(given.by), given.update))
	})
}

// What a claim's proof says counts if it is newer and true. A stale one is ignored, and what is false is refused.
func TestAClaimWithAProof(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	turns := v.turns(0)
	last := turns[len(turns)-1]
	winner := last.state.Actor
	forged := v.brief(last, winner)
	forged.Signatures[last.by] = v.sign(winner, last.state)

	v.refuse(types.ErrOffChain, v.claim(winner))
	v.refuse(types.ErrPhase, v.claims(winner, turns[len(turns)-2].update))
	v.refuse(types.ErrSignature, v.claims(winner, forged))
	v.refuse(types.ErrTurn, v.claims(winner.Other(), last.update))
	third := v.claims(winner, last.update)
	third.Sender, third.Player = mallory.text(), v.player(winner).text()
	v.refuse(types.ErrUnauthorized, third)
	liar := v.claims(winner, last.update)
	liar.BoardSecret = bytes.Repeat([]byte{1}, 32)
	v.refuse(types.ErrClaim, liar)

	v.deliver(v.submits(v.player(winner.Other()), turns[40].update))
	v.refuse(types.ErrPhase, v.claims(winner, turns[12].update))
	v.refuse(types.ErrSignature, v.claims(winner, forged))
	v.deliver(v.claims(winner, v.brief(last, winner)))

	w := newChannelFixture(t).openChannel(game.Classic())
	turns = w.turns(0)
	last = turns[len(turns)-1]
	w.deliver(w.submits(w.player(winner.Other()), last.update))
	w.refuse(types.ErrPhase, w.submits(w.player(winner), turns[len(turns)-2].update))
	forged.State = []byte("anything") // play has ended on-chain, so nothing of it is looked at
	w.deliver(w.claims(winner, forged))
	require.Equal(t, types.SeatOf(winner), w.result(w.id).Winner)
}

// A game with proven boards that keeps no claim is over, and paid, by the state that ends it.
func TestAProvenOffChainGameEndsByASubmittedState(t *testing.T) {
	t.Parallel()
	r, err := game.RulesetByName("classic-zk")
	require.NoError(t, err)
	v := newChannelFixture(t).openChannel(r)
	base := v.turns(3)[2].state
	m := v.surrender(base)
	over := turn{by: base.Actor, update: v.update(base, m), state: v.after(base, m)}
	require.Equal(t, game.PhaseOver, over.state.Phase)
	v.refuse(types.ErrPhase, v.claims(over.by.Other(), over.update))
	v.deliver(v.submits(v.player(over.by.Other()), over.update))
	require.Equal(t, types.REASON_CONCEDED, v.result(v.id).Reason)
	require.Equal(t, types.SeatOf(over.by.Other()), v.result(v.id).Winner)
	v.refuse(types.ErrGameEnded, v.submits(v.player(over.by), over.update))
}

// Two states of one number that a player has signed: the chain takes the one that comes first, and the player gains
// nothing but the choice of a tile that nobody has answered.
func TestAForkAtEqualProgressIsNotNewer(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	base := v.turns(5)[4].state
	one, other := v.moveAt(base), v.moveAt(base)
	other.Target = "J10"
	v.deliver(v.submits(v.player(base.Actor), v.update(base, one)))
	v.refuse(types.ErrNotNewer, v.submits(v.player(base.Actor), v.update(base, other)))
	v.refuse(types.ErrNotNewer, v.submits(v.player(base.Actor.Other()), v.update(base, other)))
	forked := v.after(base, other)
	v.deliver(v.submits(v.player(base.Actor.Other()), v.update(forked, v.moveAt(forked))))
}

// In the block of the join nobody submits: the toss that its updates open is not known before the block has a hash.
func TestNoStateIsSubmittedInTheBlockOfTheJoin(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	v := &channelGame{duel: f.newDuelOf(f.newChannelPlayer(alice, game.Classic(), classicFleet),
		f.newChannelPlayer(bob, game.Classic(), classicFleet))}
	v.rule = v.channel(v.id)
	update := v.turns(1)[0].update
	v.refuse(types.ErrTurn, v.submits(alice, update))
	v.refuse(types.ErrTurn, v.submits(alice, channel.Proof{}))
	v.endBlock()
	v.deliver(v.submits(alice, update))
}

// Nothing that was signed for one game is worth anything in another one, of the same players with the same keys.
func TestAnUpdateOfAnotherGameIsRefused(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	one := f.openChannel(game.Classic())
	other := f.openChannel(game.Classic())
	for _, l := range one.turns(9) {
		require.Error(t, other.try(other.submits(alice, l.update)))
		require.Error(t, other.try(other.submits(bob, one.both(l.state))))
	}
	require.True(t, other.at().OffChain)
}

// Signatures that are not the seat's under this state are refused, whoever sends them.
func TestFalseSignaturesAreRefused(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	turns := v.turns(6)
	state := turns[5].state
	message, err := v.rule.Message(state)
	require.NoError(t, err)
	alien, err := v.boards[game.Joiner].key.Sign(append([]byte("another domain"), message...))
	require.NoError(t, err)
	for name, forge := range map[string]func(p *channel.Proof){
		"of the other seat":      func(p *channel.Proof) { p.Signatures[1] = p.Signatures[0] },
		"swapped":                func(p *channel.Proof) { slices.Reverse(p.Signatures[:]) },
		"under an older state":   func(p *channel.Proof) { p.Signatures[1] = v.sign(game.Joiner, turns[3].state) },
		"of another domain":      func(p *channel.Proof) { p.Signatures[1] = alien },
		"with a high s":          func(p *channel.Proof) { p.Signatures[1] = highS(p.Signatures[1]) },
		"with an r of the order": func(p *channel.Proof) { copy(p.Signatures[1], groupOrder) },
		"zero":                   func(p *channel.Proof) { p.Signatures[1] = make([]byte, channel.SignatureSize) },
		"short":                  func(p *channel.Proof) { p.Signatures[1] = p.Signatures[1][:63] },
		"long":                   func(p *channel.Proof) { p.Signatures[1] = append(p.Signatures[1], 0) },
		"of the sender, false":   func(p *channel.Proof) { p.Signatures[0] = p.Signatures[1] },
	} {
		t.Run(name, func(t *testing.T) {
			p := v.both(state)
			forge(&p)
			v.refuse(types.ErrSignature, v.submits(alice, p))
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
			base := turns[4].state
			if base.Actor != game.Creator {
				base = turns[5].state
			}
			p := v.update(base, v.moveAt(base))
			c.forge(&p)
			v.refuse(c.want, v.submits(alice, p))
		})
	}
	require.True(t, v.at().OffChain)
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
func TestASignatureIsPaidForBeforeItIsChecked(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	msg := v.submits(alice, v.both(v.turns(4)[3].state))
	full := storetypes.NewGasMeter(1_000_000)
	ctx, _ := v.ctx.WithGasMeter(full).CacheContext()
	_, err := v.msgs.SubmitState(ctx, msg)
	require.NoError(t, err)
	for limit := uint64(0); limit < full.GasConsumed(); limit += 97 {
		what, asked := "", false
		func() {
			defer func() {
				if out, ok := recover().(storetypes.ErrorOutOfGas); ok {
					what, asked = out.Descriptor, true
				}
			}()
			ctx, _ := v.ctx.WithGasMeter(storetypes.NewGasMeter(limit)).CacheContext()
			_, _ = v.msgs.SubmitState(ctx, msg)
		}()
		require.True(t, asked, "a limit of %d", limit)
		if what == "signature" {
			return
		}
	}
	require.Fail(t, "no limit was too low for a signature")
}
