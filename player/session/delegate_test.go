package session_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// counted is a keyring that counts what it signs, as a device would ask its owner.
type counted struct {
	keyring.Keyring
	asked *int
}

// Sign implements keyring.Keyring.
func (c counted) Sign(uid string, msg []byte, mode signing.SignMode) ([]byte, cryptotypes.PubKey, error) {
	*c.asked++
	return c.Keyring.Sign(uid, msg, mode)
}

// withDelegate is a player who names the delegates of its boards, and how often its wallet was asked.
func withDelegate(w *playertest.World, name string) (session.Player, *int) {
	w.Helper()
	asked := new(int)
	plain := w.ClientCtx
	w.ClientCtx = plain.WithKeyring(counted{plain.Keyring, asked})
	p := w.Player(name)
	w.ClientCtx = plain
	p.OwnDelegate = true
	return p, asked
}

// delegated is a game of alice's, with a delegate of her board, that bob has joined.
func delegated(w *playertest.World, r *game.Ruleset) (*duel.Session, session.Done) {
	w.Helper()
	p, _ := withDelegate(w, alice)
	s, done, err := duel.Create(w.Context(), p, duel.Wish{Ruleset: r, Fleet: playertest.FleetOf(w.T, r)})
	require.NoError(w, err)
	_, err = w.Open(bob, done.GameID).Join(w.Context(), "", playertest.Choose(w.T))
	require.NoError(w, err)
	delegate, err := s.AsDelegate(w.Context())
	require.NoError(w, err)
	return delegate, done
}

// Each move once asked the wallet, which a device or a passphrase makes unbearable.
func TestAWalletIsAskedForAGameAndNotForEachMove(t *testing.T) {
	t.Parallel()
	for name, enter := range map[string]func(*playertest.World, session.Player) *duel.Session{
		"create": func(w *playertest.World, p session.Player) *duel.Session {
			s, done, err := duel.Create(t.Context(), p, duel.Wish{
				Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()),
			})
			require.NoError(t, err)
			_, err = w.Open(bob, done.GameID).Join(t.Context(), "", playertest.Choose(t))
			require.NoError(t, err)
			return s
		},
		"join": func(w *playertest.World, p session.Player) *duel.Session {
			_, done, err := duel.Create(t.Context(), w.Player(bob), duel.Wish{
				Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()),
			})
			require.NoError(t, err)
			s := duel.Open(p, done.GameID)
			_, err = s.Join(t.Context(), "", playertest.Choose(t))
			require.NoError(t, err)
			return s
		},
		"match": func(w *playertest.World, p session.Player) *duel.Session {
			s, _, err := duel.Match(t.Context(), p, duel.Wish{
				Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()),
			})
			require.NoError(t, err)
			_, met, err := duel.Match(t.Context(), w.Player(bob), duel.Wish{
				Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()),
			})
			require.NoError(t, err)
			require.True(t, met.Entered().Joined)
			return s
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			w.T = t
			p, asked := withDelegate(w, alice)
			s := enter(w, p)
			require.Equal(t, 3, *asked, "twice for the board, once for the transaction")
			delegate, err := s.AsDelegate(t.Context())
			require.NoError(t, err)

			ours, theirs := bot.NewHunt(rand.New(rand.NewPCG(1, 1)).IntN), bot.NewHunt(rand.New(rand.NewPCG(1, 2)).IntN)
			ended := make(chan error, 1)
			go func() {
				_, err := w.Open(bob, s.GameID()).Run(t.Context(), theirs, session.Observer{})
				ended <- err
			}()
			result, err := delegate.Run(t.Context(), ours, session.Observer{})
			require.NoError(t, err)
			require.NoError(t, <-ended)
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Equal(t, 3, *asked, "and never for a move, an answer or the proof")
		})
	}
}

func TestADelegateIsFoundAgainWithTheWalletAlone(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	lost, _ := delegated(w, game.Classic())
	_, err := lost.Answer(t.Context())
	require.NoError(t, err)

	p, asked := withDelegate(w, alice) // with a home of its own
	found, err := duel.Open(p, lost.GameID()).AsDelegate(t.Context())
	require.NoError(t, err)
	_, err = found.Concede(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, *asked)
}

// TestAttackAStolenDelegateMovesNoCoin tries all that a thief of a delegate's key could want.
func TestAttackAStolenDelegateMovesNoCoin(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	r := game.Classic()
	p, _ := withDelegate(w, alice)
	s, done, err := duel.Create(t.Context(), p, duel.Wish{Ruleset: r, Fleet: playertest.FleetOf(t, r)})
	require.NoError(t, err)
	_, err = w.Open(bob, done.GameID).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
	key := delegateKey(w, p, s.GameID())
	owner := sdk.MustAccAddressFromBech32(chain.NewAccount(alice).String())
	thief := w.Client(mallory).As("stolen", key, owner)
	me := thief.Key().Address
	require.Equal(t, done.Entered().Delegate, me.String())

	coins := sdk.NewCoins(anchors(1))
	revoke := feegrant.NewMsgRevokeAllowance(owner, me)
	id, thiefsOwn := s.GameID(), chain.NewAccount(mallory).String()
	for name, msg := range map[string]sdk.Msg{
		"send the player's coins": banktypes.NewMsgSend(owner, me, coins),
		"send its own coins":      banktypes.NewMsgSend(me, me, coins),
		"withdraw":                &types.MsgWithdraw{Sender: me.String()},
		"name another delegate":   &types.MsgSetDelegate{Sender: me.String(), GameId: id, Delegate: thiefsOwn},
		"challenge":               &types.MsgChallenge{Sender: me.String(), GameId: id},
		"cancel":                  &types.MsgCancelGame{Sender: me.String(), GameId: id},
		"open a game":             &types.MsgCreateGame{Sender: me.String(), RulesetId: r.ID},
		"revoke in alice's name":  &revoke,
		"move in another's name":  &types.MsgConcede{Sender: owner.String(), GameId: id},
		"claim with a false board": &types.MsgClaimWin{
			Sender: me.String(), GameId: id, Fleet: playertest.ClassicFleet, BoardSecret: make([]byte, 32),
		},
	} {
		had := w.Balance(alice)
		_, err := thief.Send(t.Context(), msg)
		require.Error(t, err, name)
		require.Equal(t, had, w.Balance(alice), name)
	}

	// What it can: give the game up. The opponent's proof is paid to the opponent, and the thief holds nothing.
	_, err = thief.Send(t.Context(), &types.MsgConcede{Sender: me.String(), GameId: id})
	require.NoError(t, err)
	_, err = w.Open(bob, id).Claim(t.Context())
	require.NoError(t, err)
	for _, denom := range []string{client.GasDenom, types.RewardDenom} {
		balance, err := thief.Balance(t.Context(), me.String(), denom)
		require.NoError(t, err)
		require.True(t, balance.IsZero())
	}
}

// delegateKey is the private key of the delegate of a player's board.
func delegateKey(w *playertest.World, p session.Player, id uint64) []byte {
	w.Helper()
	v, err := duel.Open(p, id).Look(w.Context())
	require.NoError(w, err)
	b := commitment.Binding{
		ChainID: w.Node.Chain.ID(), Player: chain.NewAccount(alice).Address,
		Nonce: v.Game.Participants[game.Creator].Board.Nonce, Ruleset: v.State.Ruleset,
	}
	board, err := p.Vault.Open(alice, b, v.Recoveries[game.Creator])
	require.NoError(w, err)
	return board.Delegate
}

// allowance is what alice has given a delegate.
func allowance(w *playertest.World, delegate string) (*feegrant.AllowedMsgAllowance, *feegrant.BasicAllowance) {
	w.Helper()
	res, err := feegrant.NewQueryClient(w.Client(alice).Conn()).Allowance(w.Context(), &feegrant.QueryAllowanceRequest{
		Granter: chain.NewAccount(alice).String(), Grantee: delegate,
	})
	require.NoError(w, err)
	require.NoError(w, res.Allowance.UnpackInterfaces(w.ClientCtx.InterfaceRegistry))
	limited, ok := res.Allowance.Allowance.GetCachedValue().(*feegrant.AllowedMsgAllowance)
	require.True(w, ok)
	inner, err := limited.GetAllowance()
	require.NoError(w, err)
	basic, ok := inner.(*feegrant.BasicAllowance)
	require.True(w, ok)
	return limited, basic
}

// waste lets a delegate pay a fee with alice's coins for nothing, and reports whether the chain takes it.
func waste(w *playertest.World, key []byte, fee sdk.Coins) bool {
	w.Helper()
	private := &secp256k1.PrivKey{Key: key}
	thief := chain.Account{Name: "thief", Key: private, Address: sdk.AccAddress(private.PubKey().Address())}
	raw := w.Node.Chain.SignTx(chain.Tx{
		Fee: fee, Granter: chain.NewAccount(alice).Address,
		Msgs: []sdk.Msg{&types.MsgConcede{Sender: thief.String(), GameId: 999}},
	}, thief)
	taken := w.Node.Chain.Check(raw).IsOK()
	w.Node.MakeBlock(raw)
	return taken
}

// A delegate's allowance ends: it is limited in coins and in time.
func TestAnAllowanceIsLimited(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	delegate, done := delegated(w, game.Classic())
	p, _ := withDelegate(w, alice)
	mine := duel.Open(p, delegate.GameID())
	allowed, err := mine.Allowed(t.Context())
	require.NoError(t, err)
	require.True(t, allowed)

	key := delegateKey(w, p, delegate.GameID())
	limited, basic := allowance(w, done.Entered().Delegate)
	require.Len(t, limited.AllowedMessages, 3)
	require.True(t, basic.SpendLimit.IsAllLTE(sdk.NewCoins(anchors(200_000))), basic.SpendLimit)
	require.True(t, basic.Expiration.Before(w.Node.Chain.Time().Add(31*24*time.Hour)))
	require.True(t, basic.Expiration.After(w.Node.Chain.Time().Add(3*time.Hour)), "a game of all shots takes longer")

	// A thief can waste what there is, and no more.
	had := w.Balance(alice)
	require.False(t, waste(w, key, basic.SpendLimit.Add(anchors(1))))
	require.True(t, waste(w, key, basic.SpendLimit), "all of it")
	require.False(t, waste(w, key, sdk.NewCoins(anchors(1_000))))
	require.Equal(t, basic.SpendLimit.AmountOf(client.GasDenom), math.NewInt(had-w.Balance(alice)))
	allowed, err = mine.Allowed(t.Context())
	require.NoError(t, err)
	require.False(t, allowed)
	_, err = delegate.Answer(t.Context())
	var none *client.NoAllowanceError
	require.ErrorAs(t, err, &none)

	// The wallet gives another.
	_, err = mine.NameDelegate(t.Context())
	require.NoError(t, err)
	_, err = delegate.Answer(t.Context())
	require.NoError(t, err)
	_, err = mine.NameDelegate(t.Context())
	require.NoError(t, err, "also while there is one")
}

func TestAnAllowanceLastsAsLongAsItsGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	p := w.Player(alice)
	head, err := p.Chain.Head(t.Context())
	require.NoError(t, err)
	for longest, want := range map[time.Duration]time.Duration{
		time.Minute: time.Hour, 2 * time.Hour: 2 * time.Hour, 1_000 * time.Hour: 30 * 24 * time.Hour,
	} {
		a, err := p.Allowance(t.Context(), session.Needs{Gas: session.MoveGas, Longest: longest, Bid: anchors(1)})
		require.NoError(t, err)
		require.Equal(t, head.Time.Add(want).UTC().Truncate(time.Second), a.Until, "a game of %s", longest)
	}
}

func TestAGameEnteredWithoutADelegateGetsOne(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id := w.Joined(game.Classic())
	p, asked := withDelegate(w, alice)
	s := duel.Open(p, id)
	_, err := s.AsDelegate(t.Context())
	require.ErrorIs(t, err, text.ErrNotDelegate)
	_, err = s.NameDelegate(t.Context())
	require.NoError(t, err)
	delegate, err := s.AsDelegate(t.Context())
	require.NoError(t, err)
	_, err = delegate.Answer(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, *asked, "the board and the naming")
}

// A delegate bids with the player's coins for what is owed, which a device's key cannot.
func TestADelegateBidsWithThePlayersCoins(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	delegate, _ := delegated(w, game.Classic())
	had := w.Balance(alice)
	before := len(w.Node.Received)
	w.FillBlocks(3_000)
	done, err := delegate.Answer(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, done.Bids)
	require.Equal(t, had-done.Fees.AmountOf(client.GasDenom).Int64(), w.Balance(alice))
	for _, raw := range w.Node.Received[before:] {
		decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
		require.NoError(t, err)
		fee, ok := decoded.(sdk.FeeTx)
		require.True(t, ok)
		require.Equal(t, chain.NewAccount(alice).Address.Bytes(), fee.FeeGranter())
	}
}
