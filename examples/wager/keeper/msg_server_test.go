package keeper_test

import (
	"testing"
	"time"

	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/examples/wager/chain"
	"github.com/battleship-chain/battleship/examples/wager/types"
	"github.com/battleship-chain/battleship/testutil/headers"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// ended is a block in which the game ends, well after the bet was accepted.
const ended = acceptedAt + 10

func TestTheProvenWinnerDecides(t *testing.T) {
	for name, c := range map[string]struct {
		result        func(*battleshiptypes.Result)
		backer, taker int64
	}{
		"the player of the bet wins": {func(*battleshiptypes.Result) {}, coins + stake, coins - stake},
		"its opponent wins": {
			func(r *battleshiptypes.Result) { r.Winner = battleshiptypes.SEAT_CREATOR }, coins - stake, coins + stake,
		},
		"the game is void": {
			func(r *battleshiptypes.Result) {
				r.Winner, r.Reason = battleshiptypes.SEAT_UNSPECIFIED, battleshiptypes.REASON_VOID
			}, coins, coins,
		},
		"others have played it": {
			func(r *battleshiptypes.Result) { r.Players = []string{creator, "ship1other"} }, coins, coins,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			r := won(game, ended)
			c.result(&r)
			s.bet()
			s.must(s.over(r))
			s.has(c.backer, c.taker)
		})
	}
}

// The clocks of two chains differ: who knows a result that the wager chain cannot know yet must not bet on it.
func TestAGameThatEndsWithinTheMarginReturnsTheStakes(t *testing.T) {
	for height, paid := range map[int64]int64{acceptedAt + 1: coins + stake, acceptedAt: coins} {
		s := newScene(t)
		s.fleet = newFleet(t, s.fleet.validators)
		s.fleet.until(acceptedAt - 1)
		s.client = s.newClient(s.fleet)
		s.must(&types.MsgUpdateParams{Authority: s.text(s.authority), Params: s.params()})
		s.bet()
		s.must(s.over(won(game, height)))
		s.has(paid, 2*coins-paid) // the block after the end is 60 or 120 s after the acceptance
	}
}

func TestAttackOnlyAProvenResultIsPaid(t *testing.T) {
	for name, spoil := range map[string]func(*scene, *types.MsgSettle){
		"another winner": func(_ *scene, m *types.MsgSettle) {
			r := won(game, ended)
			r.Winner = battleshiptypes.SEAT_CREATOR
			m.Result, _ = r.Marshal()
		},
		"no result":                  func(_ *scene, m *types.MsgSettle) { m.Result = nil },
		"no proof":                   func(_ *scene, m *types.MsgSettle) { m.Proof = nil },
		"the root of another block":  func(_ *scene, m *types.MsgSettle) { m.ProofHeight = 2 },
		"a header that is not there": func(_ *scene, m *types.MsgSettle) { m.ProofHeight++ },
		"the result of another game": func(s *scene, m *types.MsgSettle) {
			other := s.fleet.proof(game+1, ended)
			m.Result, m.Proof = other.Value, other.MerkleProof()
		},
		"a frozen client": func(s *scene, _ *types.MsgSettle) {
			state, ok := s.app.IBC.ClientKeeper.GetClientState(s.ctx, s.client)
			require.True(s.t, ok)
			frozen, ok := state.(*ibctm.ClientState)
			require.True(s.t, ok)
			frozen.FrozenHeight = clienttypes.NewHeight(0, 1)
			s.app.IBC.ClientKeeper.SetClientState(s.ctx, s.client, frozen)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t)
			s.bet()
			s.fleet.until(ended - 2)
			s.fleet.block(won(game+1, ended-1))
			msg := s.over(won(game, ended))
			spoil(s, msg)
			_, err := s.send(msg)
			require.ErrorIs(t, err, types.ErrProof)
			s.has(coins-stake, coins-stake)
		})
	}
}

// A client of which the chain has no header for too long is not believed any more. The stakes come back.
func TestAnExpiredClientPaysNobody(t *testing.T) {
	s := newScene(t)
	offer := s.offer()
	offer.Expires = timeOf(acceptedAt).Add(types.MaxDuration).Unix()
	s.must(offer)
	s.must(&types.MsgAccept{Taker: s.text(s.taker), BetId: 1})
	msg := s.over(won(game, ended))
	s.at(timeOf(ended + 1).Add(trusting))
	_, err := s.send(msg)
	require.ErrorIs(t, err, types.ErrProof)
	s.at(time.Unix(offer.Expires, 0))
	s.must(&types.MsgReturn{Sender: s.text(s.taker), BetId: 1})
	s.has(coins, coins)
}

// Anyone can make a client with the id of the battleship chain and validators of its own. No bet takes its headers.
func TestAttackAClientOfAnotherChainPaysNobody(t *testing.T) {
	s := newScene(t)
	s.bet()
	mallory := newFleet(t, headers.New("mallory"))
	mallory.until(ended - 1)
	mallory.block(won(game, ended))
	forged := s.newClient(mallory)
	s.update(forged, mallory, ended+1)
	honest := s.fleet
	s.fleet = mallory
	msg := s.settling(ended)
	s.fleet = honest
	_, err := s.send(msg)
	require.ErrorIs(t, err, types.ErrProof)
	s.has(coins-stake, coins-stake)
}

// The result may be proven by any later header, but the time of the end comes from the block after it.
func TestALaterProofNeedsTheTimeOfTheEnd(t *testing.T) {
	s := newScene(t)
	s.bet()
	s.fleet.until(ended - 1)
	s.fleet.block(won(game, ended))
	s.fleet.until(ended + 3)
	s.update(s.client, s.fleet, ended+4)
	msg := s.settling(ended + 3)
	_, err := s.send(msg)
	require.ErrorIs(t, err, types.ErrProof)
	require.ErrorContains(t, err, "the client needs the header of block 16")
	s.update(s.client, s.fleet, ended+1)
	s.must(msg)
	s.has(coins+stake, coins-stake)
}

func TestABetIsPaidOnce(t *testing.T) {
	s := newScene(t)
	s.bet()
	msg := s.over(won(game, ended))
	s.must(msg)
	for _, again := range []sdk.Msg{msg, &types.MsgReturn{Sender: s.text(s.backer), BetId: 1}} {
		_, err := s.send(again)
		require.ErrorIs(t, err, types.ErrNotFound)
	}
	s.has(coins+stake, coins-stake)
}

func TestStakesComeBackAfterTheExpiry(t *testing.T) {
	s := newScene(t)
	s.bet()
	back := &types.MsgReturn{Sender: s.text(s.authority), BetId: 1}
	_, err := s.send(back)
	require.ErrorIs(t, err, types.ErrExpired)
	msg := s.over(won(game, ended))
	s.at(time.Unix(s.offer().Expires, 0))
	_, err = s.send(msg)
	require.ErrorIs(t, err, types.ErrExpired, "a late proof pays nothing")
	s.must(back)
	s.has(coins, coins)
}

func TestAnOfferIsItsBackersUntilItIsAccepted(t *testing.T) {
	s := newScene(t)
	s.must(s.offer())
	s.has(coins-stake, coins)
	msg := s.over(won(game, ended))
	_, err := s.send(msg)
	require.ErrorIs(t, err, types.ErrAccepted)
	_, err = s.send(&types.MsgReturn{Sender: s.text(s.taker), BetId: 1})
	require.ErrorIs(t, err, types.ErrUnauthorized)
	s.must(&types.MsgReturn{Sender: s.text(s.backer), BetId: 1})
	s.has(coins, coins)
	_, err = s.send(&types.MsgAccept{Taker: s.text(s.taker), BetId: 1})
	require.ErrorIs(t, err, types.ErrNotFound)

	s.must(s.offer())
	s.must(&types.MsgAccept{Taker: s.text(s.taker), BetId: 2})
	_, err = s.send(&types.MsgAccept{Taker: s.text(s.authority), BetId: 2})
	require.ErrorIs(t, err, types.ErrAccepted)

	s.must(s.offer())
	s.at(time.Unix(s.offer().Expires, 0))
	_, err = s.send(&types.MsgAccept{Taker: s.text(s.taker), BetId: 3})
	require.ErrorIs(t, err, types.ErrExpired)
	s.must(&types.MsgReturn{Sender: s.text(s.taker), BetId: 3})
	s.has(coins-stake, coins-stake)
}

func TestBadOffersTakeNothing(t *testing.T) {
	s := newScene(t)
	for name, spoil := range map[string]func(*types.MsgOffer){
		"no game":       func(m *types.MsgOffer) { m.GameId = 0 },
		"no player":     func(m *types.MsgOffer) { m.Player = "" },
		"no stake":      func(m *types.MsgOffer) { m.Stake.Amount = m.Stake.Amount.SubRaw(stake) },
		"no coin":       func(m *types.MsgOffer) { m.Stake = sdk.Coin{} },
		"expired":       func(m *types.MsgOffer) { m.Expires = timeOf(acceptedAt).Unix() },
		"for too long":  func(m *types.MsgOffer) { m.Expires = timeOf(acceptedAt).Add(types.MaxDuration).Unix() + 1 },
		"for all times": func(m *types.MsgOffer) { m.Expires = 1<<63 - 1 },
	} {
		msg := s.offer()
		spoil(msg)
		_, err := s.send(msg)
		require.ErrorIs(t, err, types.ErrInvalidBet, name)
	}
	rich := s.offer()
	rich.Stake = sdk.NewInt64Coin(chain.Denom, coins+1)
	_, err := s.send(rich)
	require.ErrorContains(t, err, "insufficient funds")
	s.has(coins, coins)
}

func TestParamsNameAnActiveClientOfTheirChain(t *testing.T) {
	s := newScene(t)
	for name, spoil := range map[string]func(*types.Params){
		"no client":        func(p *types.Params) { p.ClientId = "07-tendermint-9" },
		"another chain":    func(p *types.Params) { p.ChainId = "battleship-2" },
		"too wide a clock": func(p *types.Params) { p.MarginSeconds = 1 << 62 },
	} {
		params := s.params()
		spoil(&params)
		_, err := s.send(&types.MsgUpdateParams{Authority: s.text(s.authority), Params: params})
		require.ErrorIs(t, err, types.ErrInvalidParams, name)
	}
	_, err := s.send(&types.MsgUpdateParams{Authority: s.text(s.backer), Params: s.params()})
	require.ErrorIs(t, err, types.ErrUnauthorized)
	s.at(timeOf(2).Add(trusting))
	_, err = s.send(&types.MsgUpdateParams{Authority: s.text(s.authority), Params: s.params()})
	require.ErrorContains(t, err, "expected an active light client, got one that is Expired")
}

// A bet keeps the client and the margin under which it was offered.
func TestNewParamsDoNotTouchBets(t *testing.T) {
	s := newScene(t)
	s.bet()
	params := s.params()
	params.ClientId, params.MarginSeconds = s.newClient(s.fleet), 3_600
	s.must(&types.MsgUpdateParams{Authority: s.text(s.authority), Params: params})
	s.must(s.over(won(game, ended)))
	s.has(coins+stake, coins-stake)
}
