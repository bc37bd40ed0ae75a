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

// The lease is kept to the block: until its last height a player may post, one later nobody may, and the end of that
// very block has brought the game ashore from its beginning.
func TestAPostOrTheEndOfTheLeaseButNeverBoth(t *testing.T) {
	for name, c := range map[string]struct {
		late int64
		want error
	}{
		"a block before":       {late: -1},
		"at the last height":   {},
		"a block later":        {late: 1, want: types.ErrLate},
		"two blocks: too late": {late: 2},
	} {
		t.Run(name, func(t *testing.T) {
			v := newSeaFixture(t).sail(game.Classic())
			last := v.legs(6)[5]
			v.skipTo(v.at().State.Deadline + c.late)
			msg := v.posts(bob, last.letter)
			if c.want != nil {
				v.refuse(c.want, msg)
				require.True(t, v.at().AtSea)
				v.endBlock()
				require.Equal(t, channel.Stand{State: v.sea.Initial().Restart(v.height() - 1)}, v.at())
			}
			v.deliver(msg)
			require.Equal(t, last.state.Restart(v.height()), v.now())
			require.Equal(t, [2]bool{false, true}, v.at().Heard)
			v.playOut(game.PhaseOver)
		})
	}
}

// A player who leaves a game at sea and lets its lease pass loses nothing by that: the game begins anew on chain.
func TestAGameThatIsForgottenAtSeaBeginsOnChain(t *testing.T) {
	v := newSeaFixture(t).sail(game.Classic())
	v.skipTo(v.at().State.Deadline + 2)
	require.False(t, v.at().AtSea)
	require.Zero(t, v.recordOf(alice).TimedOut)
	v.refuse(types.ErrUnheard, v.concede(game.Creator))
	v.deliver(v.reveal(game.Creator, ""))
	v.deliver(v.concede(game.Joiner))
	v.playOut(game.PhaseOver)
	require.Equal(t, types.REASON_CONCEDED, v.result(v.id).Reason)
}

// recordOf returns what is kept of a player.
func (f *fixture) recordOf(p player) types.Player {
	f.Helper()
	record, err := f.keeper.Collections().Players.Get(f.ctx, p.addr)
	require.NoError(f, err)
	return record
}

// A dispute is in time until the deadline of the posted state. One block later the deadline decides.
func TestADisputeIsInTimeUntilTheDeadline(t *testing.T) {
	for late, want := range map[int64]error{-1: nil, 0: nil, 1: types.ErrLate, 2: types.ErrPhase} {
		v := newSeaFixture(t).sail(game.Classic())
		legs := v.legs(9)
		v.deliver(v.posts(alice, legs[2].letter))
		v.skipTo(v.now().Deadline + late)
		msg := v.posts(bob, legs[8].letter)
		if want == nil {
			v.deliver(msg)
			require.Equal(t, legs[8].state.Restart(v.height()), v.now())
			continue
		}
		v.refuse(want, msg)
	}
}

// Whatever earlier state one of the players posts, the other one's newest replaces it, and nothing older does then.
func TestEveryEarlierStateIsAnswered(t *testing.T) {
	v := newSeaFixture(t).sail(game.Classic())
	legs := v.legs(24)
	newest := legs[len(legs)-1]
	start := v.ctx
	for n, l := range legs[:len(legs)-1] {
		v.ctx, _ = start.CacheContext()
		v.replays = nil
		v.deliver(v.posts(alice, l.letter))
		v.deliver(v.posts(bob, newest.letter))
		require.Equal(t, newest.state.Restart(v.height()), v.now(), "leg %d", n)
		require.Equal(t, [2]bool{true, true}, v.at().Heard)
		for _, older := range legs {
			v.refuse(types.ErrNotNewer, v.posts(mallory, older.letter))
		}
	}
}

// At sea a game is its players' alone. Ashore anybody who has a newer state may post it, such as a tower, and speaks
// for nobody.
func TestAnybodyAnswersAPostedState(t *testing.T) {
	v := newSeaFixture(t).sail(game.Classic())
	legs := v.legs(12)
	v.refuse(types.ErrUnauthorized, v.posts(mallory, legs[3].letter))
	v.deliver(v.posts(alice, legs[3].letter))
	v.refuse(types.ErrStateProof, v.posts(mallory, v.brief(legs[7], game.Creator)))
	v.deliver(v.posts(mallory, legs[7].letter))
	require.Equal(t, [2]bool{true, false}, v.at().Heard)
	v.refuse(types.ErrUnheard, v.concede(game.Creator))
	v.deliver(v.posts(mallory, v.both(legs[9].state)))
	v.deliver(v.posts(bob, legs[11].letter))
	require.Equal(t, [2]bool{true, true}, v.at().Heard)
}

// A delegate that was replaced speaks for nobody, and the new one endorses for its player.
func TestADelegateAtSeaIsReplaced(t *testing.T) {
	f := newSeaFixture(t)
	creator := f.newSailor(alice, game.Classic(), classicFleet)
	creator.delegate = carol.text()
	v := f.sailWith(creator, f.newSailor(bob, game.Classic(), classicFleet))
	legs, dave := v.legs(8), newPlayer("dave")
	v.deliver(v.setDelegate(game.Creator, dave.text()))
	v.refuse(types.ErrUnauthorized, v.posts(carol, legs[4].letter))
	v.deliver(v.posts(dave, v.brief(legs[4], game.Creator)))
	require.Equal(t, [2]bool{true, false}, v.at().Heard)
	v.deliver(v.setDelegate(game.Creator, ""))
	v.refuse(types.ErrStateProof, v.posts(dave, v.brief(legs[6], game.Creator)))
	v.deliver(v.posts(dave, legs[6].letter))
}

// A loser that posts an old state and gives up on it would leave its opponent without the reward of the game that was
// played. It cannot before the opponent was heard, who has posted the newest state then.
func TestNobodyGivesUpOnAStaleState(t *testing.T) {
	v := newSeaFixture(t).sail(game.Classic())
	legs := v.legs(30)
	v.deliver(v.posts(alice, legs[1].letter))
	v.refuse(types.ErrUnheard, v.concede(game.Creator))
	v.refuse(types.ErrUnheard, v.challenge(game.Creator))
	v.deliver(v.posts(bob, legs[29].letter))
	v.deliver(v.concede(game.Creator))
	require.Equal(t, legs[29].state.Sides, v.now().Sides)

	w := newSeaFixture(t).sail(game.Classic())
	w.deliver(w.posts(alice, w.legs(2)[1].letter))
	w.deliver(w.concede(game.Joiner)) // alice was heard
	require.Equal(t, game.PhaseClaim, w.now().Phase)
}

// A state that was conceded at sea needs the winner's word, by its signature, as the sender, or because it was heard.
func TestAPostedConcessionNeedsTheWinner(t *testing.T) {
	given := func(t *testing.T) (*voyage, leg) {
		v := newSeaFixture(t).sail(game.Classic())
		legs := v.legs(7)
		base := legs[6].state
		m := v.surrender(base)
		return v, leg{by: base.Actor, letter: v.letter(base, m), state: v.after(base, m)}
	}
	t.Run("without it", func(t *testing.T) {
		v, given := given(t)
		v.refuse(types.ErrUnheard, v.posts(v.player(given.by), given.letter))
	})
	t.Run("its signature", func(t *testing.T) {
		v, given := given(t)
		v.deliver(v.posts(v.player(given.by), v.both(given.state)))
		v.playOut(game.PhaseOver)
		require.EqualValues(t, 1, v.recordOf(v.player(given.by)).Conceded)
	})
	t.Run("it sends", func(t *testing.T) {
		v, given := given(t)
		v.deliver(v.posts(v.player(given.by.Other()), v.brief(given, given.by.Other())))
		require.Equal(t, game.ReasonConceded, v.now().Reason)
	})
	t.Run("it claims", func(t *testing.T) {
		v, given := given(t)
		v.deliver(v.claims(given.by.Other(), v.brief(given, given.by.Other())))
		require.Equal(t, types.REASON_CONCEDED, v.result(v.id).Reason)
		require.EqualValues(t, 1, v.recordOf(v.player(given.by)).Conceded)
	})
	t.Run("it was heard", func(t *testing.T) {
		v, given := given(t)
		v.deliver(v.posts(v.player(given.by.Other()), channel.Proof{}))
		v.deliver(v.posts(v.player(given.by), given.letter))
	})
}

// What a claim's proof says counts if it is newer and true. A stale one is ignored, and what is false is refused.
func TestAClaimWithAProof(t *testing.T) {
	v := newSeaFixture(t).sail(game.Classic())
	legs := v.legs(0)
	last := legs[len(legs)-1]
	winner := last.state.Actor
	forged := v.brief(last, winner)
	forged.Signatures[last.by] = v.sign(winner, last.state)

	v.refuse(types.ErrAtSea, v.claim(winner))
	v.refuse(types.ErrPhase, v.claims(winner, legs[len(legs)-2].letter))
	v.refuse(types.ErrSignature, v.claims(winner, forged))
	v.refuse(types.ErrTurn, v.claims(winner.Other(), last.letter))
	third := v.claims(winner, last.letter)
	third.Sender, third.Player = mallory.text(), v.player(winner).text()
	v.refuse(types.ErrUnauthorized, third)
	liar := v.claims(winner, last.letter)
	liar.BoardSecret = bytes.Repeat([]byte{1}, 32)
	v.refuse(types.ErrClaim, liar)

	v.deliver(v.posts(v.player(winner.Other()), legs[40].letter))
	v.refuse(types.ErrPhase, v.claims(winner, legs[12].letter))
	v.refuse(types.ErrSignature, v.claims(winner, forged))
	v.deliver(v.claims(winner, v.brief(last, winner)))

	w := newSeaFixture(t).sail(game.Classic())
	legs = w.legs(0)
	last = legs[len(legs)-1]
	w.deliver(w.posts(w.player(winner.Other()), last.letter))
	w.refuse(types.ErrPhase, w.posts(w.player(winner), legs[len(legs)-2].letter))
	forged.State = []byte("anything") // play has ended on chain, so nothing of it is looked at
	w.deliver(w.claims(winner, forged))
	require.Equal(t, types.SeatOf(winner), w.result(w.id).Winner)
}

// A game with proven boards that keeps no claim is over, and paid, by the state that ends it.
func TestAProvenGameAtSeaEndsByAPostedState(t *testing.T) {
	r, err := game.RulesetByName("classic-zk")
	require.NoError(t, err)
	v := newSeaFixture(t).sail(r)
	base := v.legs(3)[2].state
	m := v.surrender(base)
	over := leg{by: base.Actor, letter: v.letter(base, m), state: v.after(base, m)}
	require.Equal(t, game.PhaseOver, over.state.Phase)
	v.refuse(types.ErrPhase, v.claims(over.by.Other(), over.letter))
	v.deliver(v.posts(v.player(over.by.Other()), over.letter))
	require.Equal(t, types.REASON_CONCEDED, v.result(v.id).Reason)
	require.Equal(t, types.SeatOf(over.by.Other()), v.result(v.id).Winner)
	v.refuse(types.ErrGameEnded, v.posts(v.player(over.by), over.letter))
}

// Two states of one number that a player has signed: the chain takes the one that comes first, and the player gains
// nothing but the choice of a tile that nobody has answered.
func TestAForkAtEqualProgressIsNotNewer(t *testing.T) {
	v := newSeaFixture(t).sail(game.Classic())
	base := v.legs(5)[4].state
	one, other := v.moveAt(base), v.moveAt(base)
	other.Target = "J10"
	v.deliver(v.posts(v.player(base.Actor), v.letter(base, one)))
	v.refuse(types.ErrNotNewer, v.posts(v.player(base.Actor), v.letter(base, other)))
	v.refuse(types.ErrNotNewer, v.posts(v.player(base.Actor.Other()), v.letter(base, other)))
	forked := v.after(base, other)
	v.deliver(v.posts(v.player(base.Actor.Other()), v.letter(forked, v.moveAt(forked))))
}

// In the block of the join nobody posts: the toss that its letters open is not known before the block has a hash.
func TestNobodyPostsInTheBlockOfTheJoin(t *testing.T) {
	f := newSeaFixture(t)
	v := &voyage{duel: f.newDuelOf(f.newSailor(alice, game.Classic(), classicFleet),
		f.newSailor(bob, game.Classic(), classicFleet))}
	v.sea = v.channel(v.id)
	letter := v.legs(1)[0].letter
	v.refuse(types.ErrTurn, v.posts(alice, letter))
	v.refuse(types.ErrTurn, v.posts(alice, channel.Proof{}))
	v.endBlock()
	v.deliver(v.posts(alice, letter))
}

// Nothing that was signed for one game is worth anything in another one, of the same players with the same keys.
func TestALetterOfAnotherGameIsRefused(t *testing.T) {
	f := newSeaFixture(t)
	one := f.sail(game.Classic())
	other := f.sail(game.Classic())
	for _, l := range one.legs(9) {
		require.Error(t, other.try(other.posts(alice, l.letter)))
		require.Error(t, other.try(other.posts(bob, one.both(l.state))))
	}
	require.True(t, other.at().AtSea)
}

// Signatures that are not the seat's under this state are refused, whoever sends them.
func TestFalseSignaturesAreRefused(t *testing.T) {
	v := newSeaFixture(t).sail(game.Classic())
	legs := v.legs(6)
	state := legs[5].state
	message, err := v.sea.Message(state)
	require.NoError(t, err)
	alien, err := v.boards[game.Joiner].key.Sign(append([]byte("another domain"), message...))
	require.NoError(t, err)
	for name, forge := range map[string]func(p *channel.Proof){
		"of the other seat":      func(p *channel.Proof) { p.Signatures[1] = p.Signatures[0] },
		"swapped":                func(p *channel.Proof) { slices.Reverse(p.Signatures[:]) },
		"under an older state":   func(p *channel.Proof) { p.Signatures[1] = v.sign(game.Joiner, legs[3].state) },
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
			v.refuse(types.ErrSignature, v.posts(alice, p))
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
			base := legs[4].state
			if base.Actor != game.Creator {
				base = legs[5].state
			}
			p := v.letter(base, v.moveAt(base))
			c.forge(&p)
			v.refuse(c.want, v.posts(alice, p))
		})
	}
	require.True(t, v.at().AtSea)
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
	v := newSeaFixture(t).sail(game.Classic())
	msg := v.posts(alice, v.both(v.legs(4)[3].state))
	full := storetypes.NewGasMeter(1_000_000)
	ctx, _ := v.ctx.WithGasMeter(full).CacheContext()
	require.NoError(t, v.keeper.PostState(ctx, msg))
	for limit := uint64(0); limit < full.GasConsumed(); limit += 97 {
		what, asked := "", false
		func() {
			defer func() {
				if out, ok := recover().(storetypes.ErrorOutOfGas); ok {
					what, asked = out.Descriptor, true
				}
			}()
			ctx, _ := v.ctx.WithGasMeter(storetypes.NewGasMeter(limit)).CacheContext()
			_ = v.keeper.PostState(ctx, msg)
		}()
		require.True(t, asked, "a limit of %d", limit)
		if what == "signature" {
			return
		}
	}
	require.Fail(t, "no limit was too low for a signature")
}
