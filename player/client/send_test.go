package client_test

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/url"
	"testing"
	"time"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	authsigning "github.com/cosmos/cosmos-sdk/x/auth/signing"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestATransactionPaysForItsSimulatedGasAtTheNodesPrice(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		asks, pays string
		fee        func(gas int64) int64
	}{
		"what the node asks": {
			asks: "0.01uanchor", fee: func(gas int64) int64 { return (gas + 99) / 100 },
		},
		"the node's price in our coin, if it takes several": {
			asks: "5uship,0.01uanchor", fee: func(gas int64) int64 { return (gas + 99) / 100 },
		},
		"the default, if the node asks nothing": {
			asks: "", fee: func(gas int64) int64 { return (gas + 999) / 1000 },
		},
		"what the user says": {
			asks: "0.001uanchor", pays: "0.1uanchor", fee: func(gas int64) int64 { return (gas + 9) / 10 },
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			w.Node.MinGasPrices = tc.asks
			c, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), client.Options{From: alice, GasPrices: tc.pays})
			require.NoError(t, err)
			before, err := c.Balance(t.Context(), chain.NewAccount(alice).String(), client.GasDenom)
			require.NoError(t, err)
			receipt, err := c.Send(t.Context(), pay(7))
			require.NoError(t, err)
			require.LessOrEqual(t, receipt.GasUsed, receipt.GasWanted)
			after, err := c.Balance(t.Context(), chain.NewAccount(alice).String(), client.GasDenom)
			require.NoError(t, err)
			require.Equal(t, 7+tc.fee(receipt.GasWanted), before.Sub(after).Amount.Int64())
		})
	}
}

func TestAttackANodeThatAsksTooMuchIsNotPaid(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Node.MinGasPrices = "1000uanchor"
	c := w.Client(alice)
	balance := func() string {
		coin, err := c.Balance(t.Context(), chain.NewAccount(alice).String(), client.GasDenom)
		require.NoError(t, err)
		return coin.String()
	}
	before := balance()
	_, err := c.Send(t.Context(), pay(1))
	require.ErrorContains(t, err, "expected at most 0.1uanchor")
	require.ErrorContains(t, err, "--gas-prices")
	require.Equal(t, before, balance())
}

func TestThePublicKeyIsSentOnce(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	c := w.Client(alice)
	first, err := c.Send(t.Context(), pay(1))
	require.NoError(t, err)
	second, err := c.Send(t.Context(), pay(1))
	require.NoError(t, err)
	require.Less(t, second.Bytes, first.Bytes-60)
	// A client that was just started asks the chain.
	third, err := w.Client(alice).Send(t.Context(), pay(1))
	require.NoError(t, err)
	require.InDelta(t, second.Bytes, third.Bytes, 2)
}

// A node with a mempool that sorts by sender cannot take a transaction without the sender's public key.
func TestThePublicKeyIsSentToANodeThatNeedsIt(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	c := w.Client(alice)
	_, err := c.Send(t.Context(), pay(1))
	require.NoError(t, err)
	w.Node.Check = func(raw []byte) *coretypes.ResultBroadcastTx {
		tx, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
		require.NoError(t, err)
		signed, ok := tx.(authsigning.SigVerifiableTx)
		require.True(t, ok)
		keys, err := signed.GetPubKeys()
		require.NoError(t, err)
		if keys[0] == nil {
			return refused(sdkerrors.ErrPanic.Codespace(), sdkerrors.ErrPanic.ABCICode(), "nil pointer: panic")
		}
		return nil
	}
	_, err = c.Send(t.Context(), pay(1))
	require.NoError(t, err)
}

func TestAClientFollowsAnAccountThatAnotherProgramUsesToo(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	one, other := w.Client(alice), w.Client(alice)
	for range 3 {
		_, err := one.Send(t.Context(), pay(1))
		require.NoError(t, err)
		_, err = other.Send(t.Context(), pay(1))
		require.NoError(t, err)
	}
}

func TestSendFailsInPlainWords(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		from    string
		prepare func(w *playertest.World)
		msg     sdk.Msg
		check   func(t *testing.T, err error)
	}{
		"an account that never had a coin": {
			from: playertest.Pauper, msg: pay(1),
			check: says("pauper (ship1", "has no account on battleship-test-1", "send it some coins"),
		},
		"an account that cannot pay the fee": {
			from: playertest.Pauper,
			prepare: func(w *playertest.World) {
				coins := sdk.NewCoins(sdk.NewInt64Coin(client.GasDenom, 3))
				msg := banktypes.NewMsgSend(chain.NewAccount(alice).Address, chain.NewAccount(playertest.Pauper).Address, coins)
				_, err := w.Client(alice).Send(context.Background(), msg)
				require.NoError(w, err)
			},
			msg: banktypes.NewMsgSend(chain.NewAccount(playertest.Pauper).Address, chain.NewAccount(bob).Address,
				sdk.NewCoins(sdk.NewInt64Coin(client.GasDenom, 1))),
			check: func(t *testing.T, err error) {
				t.Helper()
				require.ErrorIs(t, err, sdkerrors.ErrInsufficientFunds)
				says("pauper (ship1", "has only 3uanchor", "insufficient funds")(t, err)
			},
		},
		"an amount above the balance": {
			from: alice, msg: pay(1 << 60),
			check: func(t *testing.T, err error) {
				t.Helper()
				says("insufficient funds", "alice (ship1", "has only ")(t, err)
			},
		},
		"a message that the module refuses": {
			from: alice, msg: &types.MsgConcede{Sender: chain.NewAccount(alice).String(), GameId: 77},
			check: says("the chain refused: ", "77"),
		},
		"no block with the transaction": {
			from: alice, msg: pay(1),
			prepare: func(w *playertest.World) { w.Node.Hold = true },
			check: func(t *testing.T, err error) {
				t.Helper()
				var late *client.NotIncludedError
				require.ErrorAs(t, err, &late)
				require.NotEmpty(t, late.Hash)
				says("may still get into one", "no block with it in 100ms")(t, err)
			},
		},
		"a node that is gone": {
			from: alice, msg: pay(1),
			prepare: func(w *playertest.World) { w.Node.Away = true },
			check: func(t *testing.T, err error) {
				t.Helper()
				var gone *client.NoNodeError
				require.ErrorAs(t, err, &gone)
				says("no node answers at tcp://the-test:26657: start one with battleshipd devnet")(t, err)
			},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			c := w.Client(tc.from)
			if tc.prepare != nil {
				tc.prepare(w)
			}
			_, err := c.Send(t.Context(), tc.msg)
			require.Error(t, err)
			require.NotContains(t, err.Error(), "rpc error")
			require.NotContains(t, err.Error(), ".go:")
			tc.check(t, err)
		})
	}
}

func TestAClientIsRefusedWhereItCouldNotWork(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	t.Run("an unknown key", func(t *testing.T) {
		_, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), client.Options{From: "dave"})
		var unknown *client.UnknownKeyError
		require.ErrorAs(t, err, &unknown)
		says(`unknown key "dave": the keyring has alice, bob, carol, mallory, pauper`)(t, err)
	})
	t.Run("another chain than expected", func(t *testing.T) {
		_, err := client.New(t.Context(), client.LinkTo(w.ClientCtx.WithChainID("battleship-1")), client.Options{})
		says("expected battleship-1", "is on battleship-test-1")(t, err)
	})
	t.Run("nobody at the address", func(t *testing.T) {
		rpc, err := sdkclient.NewClientFromNode("tcp://127.0.0.1:1")
		require.NoError(t, err)
		cctx := w.ClientCtx.WithClient(rpc).WithNodeURI("tcp://127.0.0.1:1")
		_, err = client.New(t.Context(), client.LinkTo(cctx), client.Options{})
		var gone *client.NoNodeError
		require.ErrorAs(t, err, &gone)
		require.Equal(t, "tcp://127.0.0.1:1", gone.Address)
	})
	t.Run("a key by its address", func(t *testing.T) {
		c, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), client.Options{From: chain.NewAccount(bob).String()})
		require.NoError(t, err)
		require.Equal(t, bob, c.Key().Name)
	})
}

// A node answers queries before it has all of its services.
func TestRegressionANodeThatHasJustStartedIsAskedAgain(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	o := client.Options{Poll: time.Millisecond}
	w.Node.Starting = 3
	_, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), o)
	require.NoError(t, err)
	require.Zero(t, w.Node.Starting)

	w.Node.Starting = math.MaxInt
	ctx, cancel := context.WithCancelCause(t.Context())
	interrupted := errors.New("interrupted")
	time.AfterFunc(20*time.Millisecond, func() { cancel(interrupted) })
	_, err = client.New(ctx, client.LinkTo(w.ClientCtx), o)
	require.ErrorIs(t, err, interrupted)
}

// Between the check of a transaction and its block the world goes on.
func TestAMoveThatComesTooLateFailsInItsBlockAndPaysItsFee(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	v, err := w.Open(first, id).Look(t.Context())
	require.NoError(t, err)
	w.Node.BeforeBlock = func() {
		w.Node.BeforeBlock = nil
		for w.Node.Chain.Height() <= v.State.Deadline {
			w.Node.MakeBlock()
		}
	}
	_, err = w.Open(first, id).Shoot(t.Context(), "A1")
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.NotEmpty(t, refused.Hash)
	require.Greater(t, refused.Height, v.State.Deadline)
	require.Equal(t, types.ModuleName, refused.Codespace)
	says("the chain refused in block", "(battleship code ")(t, err)
}

// A refusal that came with a code is the module's own error, whatever the words.
func TestARefusalIsTheModulesError(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	w.Node.Check = func([]byte) *coretypes.ResultBroadcastTx {
		return refused(types.ErrLate.Codespace(), types.ErrLate.ABCICode(), "too late [x/battleship/keeper/move.go:1]")
	}
	_, err := w.Open(first, id).Shoot(t.Context(), "A1")
	require.ErrorIs(t, err, types.ErrLate)
	require.NotErrorIs(t, err, types.ErrTurn)
	says("too late (battleship code 21)")(t, err)
}

// The node has taken the transaction, so a client that said it was not sent would make its user send it twice.
func TestATransactionWhoseReplyIsLostIsLookedFor(t *testing.T) {
	t.Parallel()
	broken := &url.Error{Op: "Post", URL: "http://the-test:26657", Err: io.EOF}
	tests := map[string]struct {
		prepare func(n *playertest.Node, cancel context.CancelFunc)
		check   func(t *testing.T, r client.Receipt, err error)
	}{
		"the connection broke, and a block has it": {
			prepare: func(n *playertest.Node, _ context.CancelFunc) { n.LoseReply = func() error { return broken } },
			check: func(t *testing.T, r client.Receipt, err error) {
				t.Helper()
				require.NoError(t, err)
				require.Positive(t, r.Height)
			},
		},
		"the connection broke, and no block has it yet": {
			prepare: func(n *playertest.Node, _ context.CancelFunc) {
				n.Hold = true
				n.LoseReply = func() error { return broken }
			},
			check: notIncluded,
		},
		"the node went away for good": {
			prepare: func(n *playertest.Node, _ context.CancelFunc) {
				n.LoseReply = func() error {
					n.Away = true
					return playertest.ErrAway
				}
			},
			check: notIncluded,
		},
		"the user gave up": {
			prepare: func(n *playertest.Node, cancel context.CancelFunc) {
				n.Hold = true
				n.LoseReply = func() error {
					cancel()
					return context.Canceled
				}
			},
			check: func(t *testing.T, r client.Receipt, err error) {
				t.Helper()
				require.ErrorIs(t, err, context.Canceled)
				notIncluded(t, r, err)
			},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var sent string
			w.Node.Check = func(raw []byte) *coretypes.ResultBroadcastTx {
				sent = playertest.HashOf(raw)
				return nil
			}
			tc.prepare(w.Node, cancel)
			receipt, err := w.Client(alice).Send(ctx, pay(1))
			tc.check(t, receipt, err)
			var late *client.NotIncludedError
			if errors.As(err, &late) {
				require.Equal(t, sent, late.Hash)
			} else {
				require.Equal(t, sent, receipt.Hash)
			}
		})
	}
}

func notIncluded(t *testing.T, _ client.Receipt, err error) {
	t.Helper()
	var late *client.NotIncludedError
	require.ErrorAs(t, err, &late)
}

// A node can take a connection and never say a word.
func TestAnUnansweredCallEnds(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, listener.Close()) })
	address := "tcp://" + listener.Addr().String()
	rpc, err := sdkclient.NewClientFromNode(address)
	require.NoError(t, err)
	link := client.LinkTo(playertest.New(t).ClientCtx.WithClient(rpc).WithNodeURI(address))

	_, err = client.New(t.Context(), link, client.Options{CallLimit: 20 * time.Millisecond})
	var gone *client.NoNodeError
	require.ErrorAs(t, err, &gone)
	says("no node answers at "+address+" within 20ms")(t, err)
}

// A wait for a block is made of many calls; one without a reply must not end it.
func TestALimitOfOneCallIsNoLimitOfAWait(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Node.Hold = true
	o := client.Options{
		From: alice, Poll: time.Millisecond, Patience: 5 * time.Second, CallLimit: 200 * time.Millisecond,
	}
	c, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), o)
	require.NoError(t, err)
	asked := 0
	w.Node.Silent = func(path string) bool {
		if path != "/cosmos.tx.v1beta1.Service/GetTx" {
			return false
		}
		asked++
		if asked == 3 {
			w.Node.MakeBlock(w.Node.Held...)
		}
		return asked < 3
	}
	_, err = c.Send(t.Context(), pay(1))
	require.NoError(t, err)
	require.Equal(t, 3, asked)
}

// A node that is killed loses what is in no block yet.
func TestATransactionThatTheNodeHasLostIsSentAgain(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Node.Hold = true
	o := client.Options{
		From: alice, Poll: time.Millisecond, Patience: 10 * time.Second, CallLimit: 200 * time.Millisecond,
	}
	c, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), o)
	require.NoError(t, err)
	killed := false
	w.Node.Silent = func(path string) bool {
		if killed || path != "/cosmos.tx.v1beta1.Service/GetTx" {
			return false
		}
		killed = true
		w.Node.Held, w.Node.Hold = nil, false
		w.Node.MakeBlock() // and with it what the node remembers of the check
		return true
	}
	receipt, err := c.Send(t.Context(), pay(1))
	require.NoError(t, err)
	require.True(t, killed)
	require.Positive(t, receipt.Height)
}

// A block of a node in its default configuration takes seconds: a count of attempts would end too early.
func TestASequenceThatIsBehindIsWaitedForAsLongAsPatience(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	attempts := 0
	w.Node.Check = func([]byte) *coretypes.ResultBroadcastTx {
		if attempts++; attempts <= 30 {
			return refused(sdkerrors.ErrWrongSequence.Codespace(), sdkerrors.ErrWrongSequence.ABCICode(), "behind")
		}
		return nil
	}
	o := client.Options{From: alice, Poll: time.Millisecond, Patience: time.Minute}
	c, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), o)
	require.NoError(t, err)
	_, err = c.Send(t.Context(), pay(1))
	require.NoError(t, err)

	attempts = -1_000_000
	_, err = w.Client(alice).Send(t.Context(), pay(1))
	require.ErrorIs(t, err, sdkerrors.ErrWrongSequence)
}

// Nothing went over a connection that never was.
func TestARefusedBroadcastIsNotReportedAsSent(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Node.Closed = func([]byte) error {
		return &url.Error{Op: "Post", URL: "http://the-test:26657", Err: &net.OpError{Op: "dial", Err: io.EOF}}
	}
	_, err := w.Client(alice).Send(t.Context(), pay(1))
	var gone *client.NoNodeError
	require.ErrorAs(t, err, &gone)
	var late *client.NotIncludedError
	require.NotErrorAs(t, err, &late)
}

func TestSleepEndsWithItsContext(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	c, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), client.Options{Poll: time.Hour})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, c.Sleep(ctx), context.Canceled)
}

func says(parts ...string) func(*testing.T, error) {
	return func(t *testing.T, err error) {
		t.Helper()
		for _, part := range parts {
			require.ErrorContains(t, err, part)
		}
	}
}
