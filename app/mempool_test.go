package app_test

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	consensustypes "github.com/cosmos/cosmos-sdk/x/consensus/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/app/mempool"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// stuffers are accounts of one attacker.
func stuffers(count int) []chain.Account {
	accounts := make([]chain.Account, count)
	for i := range accounts {
		accounts[i] = chain.NewAccount(fmt.Sprint("stuffer-", i))
	}
	return accounts
}

// fillers is how many transactions that want as much gas as they may fill a block.
const fillers = 8

// fill has a node take payments of an account to itself that together want a whole block's gas at a number of times the
// lowest price, one after the other.
func fill(c *chain.Chain, account chain.Account, price int64) [][]byte {
	txs := make([][]byte, fillers)
	for i := range txs {
		txs[i] = c.SignTx(chain.Tx{
			Gas: gasLimit / fillers, Fee: anchors(price * gasLimit / fillers / 1000), Msgs: selfPayment(account),
		}, account)
		res := c.Check(txs[i])
		require.Zero(c.TB(), res.Code, res.Log)
	}
	return txs
}

// Payments to oneself that want the gas of forty blocks, at the lowest price, once kept an answer out for as many. Now
// the gas of 39 blocks takes all places but eight.
func TestAMoveThatBidsIsInTheNextBlockOfAStuffedChain(t *testing.T) {
	attackers := stuffers(39)
	c := chain.New(t, chain.WithAccounts(attackers...))
	alice := c.Account(chain.Alice)
	var stuffing [][]byte
	for _, attacker := range attackers {
		stuffing = append(stuffing, fill(c, attacker, 1)...)
	}
	bid := c.SignTx(chain.Tx{Gas: least, Fee: anchors(2 * least / 1000), Msgs: selfPayment(alice)}, alice)
	require.Zero(t, c.Check(bid).Code)
	txs, block := c.Propose()
	require.Equal(t, append([][]byte{bid}, stuffing[:fillers-1]...), txs, "one less than a whole block fits beside it")
	require.Zero(t, block.TxResults[0].Code)

	// A player who does not bid waits behind all who came before, and the attacker pays for each block.
	patient := c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(alice)}, alice)
	require.Zero(t, c.Check(patient).Code)
	for stuffing = stuffing[fillers-1:]; len(stuffing) > 1; stuffing = stuffing[fillers:] {
		txs, block = c.Propose()
		require.Equal(t, stuffing[:fillers], txs)
		var wanted int64
		for _, result := range block.TxResults {
			require.Zero(t, result.Code, result.Log)
			wanted += result.GasWanted
		}
		require.EqualValues(t, gasLimit, wanted)
	}
	txs, _ = c.Propose()
	require.Equal(t, append(stuffing, patient), txs)
}

// A second transaction of the same player that pays more and has no sequence is a higher bid.
func TestABidWithoutASequenceOvertakesTheMoveThatWaits(t *testing.T) {
	attackers := stuffers(3)
	c := chain.New(t, chain.WithAccounts(attackers...))
	alice := c.Account(chain.Alice)
	slow := c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(alice)}, alice)
	var stuffing [][]byte
	for _, attacker := range attackers {
		stuffing = append(stuffing, fill(c, attacker, 2)...)
	}
	require.Zero(t, c.Check(slow).Code)
	txs, _ := c.Propose()
	require.Equal(t, stuffing[:fillers], txs)

	bid := c.SignTx(chain.Tx{
		Gas: least, Fee: anchors(least / 250), Until: c.Time().Add(time.Minute), Msgs: selfPayment(alice),
	}, alice)
	require.Zero(t, c.Check(bid).Code)
	txs, block := c.Propose()
	require.Equal(t, slices.Concat([][]byte{bid}, stuffing[fillers:2*fillers-1], [][]byte{slow}), txs)
	require.Zero(t, block.TxResults[0].Code, block.TxResults[0].Log)
}

// Each stands for a block that an attacker could fill for the fee of one transaction.
func TestAttackTransactionsThatDoNotPayDoNotFillABlock(t *testing.T) {
	const price = 10 // times the lowest
	fee := anchors(price * gasLimit / fillers / 1000)
	for name, attack := range map[string]func(c *chain.Chain, drain func(chain.Tx, chain.Account), fill func(chain.Tx)){
		"an account empties itself": func(c *chain.Chain, drain func(chain.Tx, chain.Account), fill func(chain.Tx)) {
			mallory := c.Account(chain.Mallory)
			left := c.Balance(mallory.Address, app.BondDenom).SubRaw(price * 300_000 / 1000).SubRaw(100)
			drain(chain.Tx{Msgs: []sdk.Msg{banktypes.NewMsgSend(
				mallory.Address, c.Account(chain.Carol).Address, sdk.NewCoins(sdk.NewCoin(app.BondDenom, left)),
			)}}, mallory)
			for range fillers {
				fill(chain.Tx{})
			}
		},
		"another account empties it": func(c *chain.Chain, drain func(chain.Tx, chain.Account), fill func(chain.Tx)) {
			mallory, carol := c.Account(chain.Mallory), c.Account(chain.Carol)
			grant, err := authz.NewMsgGrant(mallory.Address, carol.Address,
				authz.NewGenericAuthorization(sdk.MsgTypeURL(&banktypes.MsgSend{})), nil)
			require.NoError(c.TB(), err)
			c.MustDeliver(mallory, grant)
			left := c.Balance(mallory.Address, app.BondDenom).SubRaw(100)
			exec := authz.NewMsgExec(carol.Address, []sdk.Msg{banktypes.NewMsgSend(
				mallory.Address, carol.Address, sdk.NewCoins(sdk.NewCoin(app.BondDenom, left)),
			)})
			drain(chain.Tx{Msgs: []sdk.Msg{&exec}}, carol)
			for range fillers {
				fill(chain.Tx{})
			}
		},
		"who grants the fees empties itself": func(
			c *chain.Chain, drain func(chain.Tx, chain.Account), fill func(chain.Tx),
		) {
			mallory, carol := c.Account(chain.Mallory), c.Account(chain.Carol)
			grant, err := feegrant.NewMsgGrantAllowance(&feegrant.BasicAllowance{}, carol.Address, mallory.Address)
			require.NoError(c.TB(), err)
			c.MustDeliver(carol, grant)
			left := c.Balance(carol.Address, app.BondDenom).SubRaw(price * 300_000 / 1000).SubRaw(100)
			drain(chain.Tx{Msgs: []sdk.Msg{banktypes.NewMsgSend(
				carol.Address, c.Account(chain.Bob).Address, sdk.NewCoins(sdk.NewCoin(app.BondDenom, left)),
			)}}, carol)
			for range fillers {
				fill(chain.Tx{Granter: carol.Address})
			}
		},
		"each without a sequence": func(c *chain.Chain, drain func(chain.Tx, chain.Account), fill func(chain.Tx)) {
			mallory := c.Account(chain.Mallory)
			left := c.Balance(mallory.Address, app.BondDenom).SubRaw(price * 300_000 / 1000).SubRaw(100)
			drain(chain.Tx{Msgs: []sdk.Msg{banktypes.NewMsgSend(
				mallory.Address, c.Account(chain.Carol).Address, sdk.NewCoins(sdk.NewCoin(app.BondDenom, left)),
			)}}, mallory)
			for i := range fillers {
				fill(chain.Tx{Until: c.Time().Add(time.Duration(30+i) * time.Second)})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := chain.New(t)
			alice, mallory := c.Account(chain.Alice), c.Account(chain.Mallory)
			var stuffing [][]byte
			attack(c, func(tx chain.Tx, signer chain.Account) {
				tx.Gas, tx.Fee = 300_000, anchors(price*300_000/1000+1)
				bz := c.SignTx(tx, signer)
				res := c.Check(bz)
				require.Zero(t, res.Code, res.Log)
			}, func(tx chain.Tx) {
				tx.Gas, tx.Fee, tx.Msgs = gasLimit/fillers, fee, selfPayment(mallory)
				stuffing = append(stuffing, c.SignTx(tx, mallory))
				res := c.Check(stuffing[len(stuffing)-1])
				require.Zero(t, res.Code, res.Log)
			})
			honest := c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(alice)}, alice)
			require.Zero(t, c.Check(honest).Code)

			txs, block := c.Propose()
			require.Len(t, txs, 2)
			require.Equal(t, honest, txs[1])
			for _, result := range block.TxResults {
				require.Zero(t, result.Code, result.Log)
			}
			for _, tx := range stuffing {
				require.NotZero(t, c.Recheck(tx).Code, "and CometBFT drops it")
			}
			require.Zero(t, c.App.Mempool().CountTx())
		})
	}
}

// Rewards come at the beginning of a block. A proposer that did not count them once took the withdrawal for one that
// fails, and what came behind it for paid.
func TestAnAccountThatOnlyTheBlocksRewardsEmptyDoesNotFillIt(t *testing.T) {
	const (
		price = 10 // times the lowest
		gas   = 400_000
	)
	c := chain.New(t)
	alice, mallory, carol := c.Account(chain.Alice), c.Account(chain.Mallory), c.Account(chain.Carol)
	validator := sdk.ValAddress(c.Account(chain.Operator).Address)
	half := sdk.NewCoin(app.BondDenom, c.Balance(mallory.Address, app.BondDenom).QuoRaw(2))
	c.MustDeliver(mallory, stakingtypes.NewMsgDelegate(mallory.String(), validator.String(), half))
	c.Advance(5)

	// One more than the account has with the rewards of the blocks so far.
	rewards, err := c.App.DistrKeeper.WithdrawDelegationRewards(c.Context(), mallory.Address, validator)
	require.NoError(t, err)
	fee := anchors(price*gas/1000 + 1)
	all := c.Balance(mallory.Address, app.BondDenom).Add(rewards.AmountOf(app.BondDenom)).Sub(fee[0].Amount).AddRaw(1)
	drain := c.SignTx(chain.Tx{Gas: gas, Fee: fee, Msgs: []sdk.Msg{
		distrtypes.NewMsgWithdrawDelegatorReward(mallory.String(), validator.String()),
		banktypes.NewMsgSend(mallory.Address, carol.Address, sdk.NewCoins(sdk.NewCoin(app.BondDenom, all))),
	}}, mallory)
	waiting := [][]byte{drain}
	for i := range time.Duration(fillers) {
		waiting = append(waiting, c.SignTx(chain.Tx{
			Gas: (gasLimit - gas) / fillers, Fee: anchors(price * (gasLimit - gas) / fillers / 1000),
			Until: c.Time().Add(time.Minute + i), Msgs: selfPayment(mallory),
		}, mallory))
	}
	honest := c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(alice)}, alice)
	for _, tx := range append(waiting, honest) {
		res := c.Check(tx)
		require.Zero(t, res.Code, res.Log)
	}
	txs, block := c.Propose()
	require.Equal(t, [][]byte{drain, honest}, txs)
	for _, result := range block.TxResults {
		require.Zero(t, result.Code, result.Log)
	}
}

// What would make room for a transaction takes its signer's earlier one along, because that has a second signer. It was
// once told that it waits, and displaced others.
func TestATransactionOutsideThePoolIsNotReportedAsWaiting(t *testing.T) {
	const large, small = 312, 5 // with 16 and 1 places, and prices for which they stay
	attackers := stuffers(large + small)
	c := chain.New(t, chain.WithAccounts(attackers...))
	alice, bob, carol := c.Account(chain.Alice), c.Account(chain.Bob), c.Account(chain.Carol)
	grant, err := feegrant.NewMsgGrantAllowance(&feegrant.BasicAllowance{}, carol.Address, bob.Address)
	require.NoError(t, err)
	c.MustDeliver(carol, grant)
	for i, attacker := range attackers {
		tx := chain.Tx{Gas: gasLimit / 8, Fee: anchors(64 * gasLimit / 8 / 1000), Msgs: selfPayment(attacker)}
		if i >= large {
			tx.Gas, tx.Fee = least, anchors(4*least/1000)
		}
		res := c.Check(c.SignTx(tx, attacker))
		require.Zero(t, res.Code, res.Log)
	}
	check := func(tx chain.Tx, signers ...chain.Account) *abci.ResponseCheckTx {
		tx.Gas = 2 * least
		for _, signer := range signers {
			tx.Msgs = append(tx.Msgs, selfPayment(signer)...)
		}
		return c.Check(c.SignTx(tx, signers...))
	}
	price := func(times int64) sdk.Coins { return anchors(times * 2 * least / 1000) }
	require.Zero(t, check(chain.Tx{Fee: price(9), Until: c.Time().Add(time.Minute)}, bob).Code)
	require.Zero(t, check(chain.Tx{Fee: price(2)}, bob).Code)
	require.Zero(t, check(chain.Tx{Fee: price(2), Granter: carol.Address}, bob, alice).Code)
	waiting := c.App.Mempool().CountTx()
	res := check(chain.Tx{Fee: price(2)}, alice)
	require.Equal(t, sdkerrors.ErrMempoolIsFull.ABCICode(), res.Code, res.Log)
	require.Contains(t, res.Log, mempool.ErrPrice.Error())
	require.Equal(t, waiting, c.App.Mempool().CountTx())
}

// The SDK's own mempool by price can be filled with transactions whose turn never comes.
func TestAttackSequencesThatNeverComeAreRefused(t *testing.T) {
	c := chain.New(t)
	mallory := c.Account(chain.Mallory)
	for _, ahead := range []uint64{1, 2, 1000} {
		res := c.Check(c.SignTx(chain.Tx{Ahead: ahead, Msgs: selfPayment(mallory)}, mallory))
		require.Equal(t, sdkerrors.ErrWrongSequence.ABCICode(), res.Code, res.Log)
	}
	require.Zero(t, c.App.Mempool().CountTx())

	// One that follows a cheap one is worth no more than that until its turn comes.
	cheap := fill(c, mallory, 1)
	dear := c.SignTx(chain.Tx{
		Gas: gasLimit / fillers, Fee: anchors(gasLimit / fillers), Msgs: selfPayment(mallory),
	}, mallory)
	alice := c.Account(chain.Alice)
	bid := c.SignTx(chain.Tx{Gas: least, Fee: anchors(2 * least / 1000), Msgs: selfPayment(alice)}, alice)
	for _, tx := range [][]byte{dear, bid} {
		require.Zero(t, c.Check(tx).Code)
	}
	txs, _ := c.Propose()
	require.Equal(t, append([][]byte{bid}, cheap[:fillers-1]...), txs)
	txs, _ = c.Propose()
	require.Equal(t, [][]byte{cheap[fillers-1], dear}, txs)
}

// A transaction that times out before the next block would take a place for nothing.
func TestTransactionsThatTimeOutTooSoonAreRefused(t *testing.T) {
	c := chain.New(t)
	mallory := c.Account(chain.Mallory)
	check := func(tx chain.Tx) uint32 {
		tx.Msgs = selfPayment(mallory)
		return c.Check(c.SignTx(tx, mallory)).Code
	}
	height, now := uint64(c.Height()), c.Time()
	for _, soon := range []uint64{height - 1, height, height + 1} {
		require.Equal(t, sdkerrors.ErrTxTimeoutHeight.ABCICode(), check(chain.Tx{TimeoutHeight: max(soon, 1)}))
	}
	for _, soon := range []time.Duration{0, time.Second, 14 * time.Second} {
		require.Equal(t, sdkerrors.ErrTxTimeout.ABCICode(), check(chain.Tx{Until: now.Add(soon)}))
	}
	require.Zero(t, check(chain.Tx{TimeoutHeight: height + 2}))
	require.Zero(t, check(chain.Tx{Until: now.Add(15 * time.Second)}))
	require.Equal(t, 2, c.App.Mempool().CountTx())
	// Passed over for as long as it is valid, it leaves.
	c.Block()
	require.Equal(t, 2, c.App.Mempool().CountTx())
	c.Block()
	require.Equal(t, 1, c.App.Mempool().CountTx())
	for c.Time().Before(now.Add(15 * time.Second)) {
		c.Block()
	}
	require.Equal(t, 1, c.App.Mempool().CountTx())
	c.Block()
	require.Zero(t, c.App.Mempool().CountTx())
}

// The pool is asked before a sequence is counted.
func TestATransactionThatThePoolHasNoRoomForCanBeSentAgainAsItIs(t *testing.T) {
	const share = 16
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	for range share {
		require.Zero(t, c.Check(c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(alice)}, alice)).Code)
	}
	refused := c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(alice)}, alice)
	for range 2 {
		res := c.Check(refused)
		require.Equal(t, sdkerrors.ErrMempoolIsFull.ABCICode(), res.Code, res.Log)
	}
	txs, _ := c.Propose()
	require.Len(t, txs, share)
	require.Zero(t, c.Check(refused).Code)
}

func TestAPoolFullAtTheLowestPriceAcceptsOneTenthMore(t *testing.T) {
	t.Parallel()
	const size = 5000
	attackers := stuffers(size)
	c := chain.New(t, chain.WithAccounts(attackers...))
	alice, bob := c.Account(chain.Alice), c.Account(chain.Bob)
	txs := make([][]byte, size)
	for i, attacker := range attackers {
		txs[i] = c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(attacker)}, attacker)
		res := c.Check(txs[i])
		require.Zero(t, res.Code, res.Log)
	}
	floor := c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(alice)}, alice)
	res := c.Check(floor)
	require.Equal(t, sdkerrors.ErrMempoolIsFull.ABCICode(), res.Code, res.Log)
	dear := c.SignTx(chain.Tx{Gas: least, Fee: anchors(least / 1000 * 11 / 10), Msgs: selfPayment(alice)}, alice)
	require.Zero(t, c.Check(dear).Code, "the refused one has not used up its sequence")
	require.Equal(t, size, c.App.Mempool().CountTx())

	last := txs[size-1]
	require.NotZero(t, c.Recheck(last).Code, "displaced, so CometBFT drops it")
	require.Zero(t, c.Recheck(txs[0]).Code)
	require.Zero(t, c.Recheck(dear).Code)

	block, _ := c.Propose()
	require.Equal(t, dear, block[0])
	require.Len(t, block, gasLimit/least)
	require.Equal(t, size-gasLimit/least, c.App.Mempool().CountTx())
	require.NotZero(t, c.Recheck(txs[0]).Code, "it is in the block")
	require.NotZero(t, c.Recheck(last).Code, "it does not come back by itself when there is room")
	later := c.SignTx(chain.Tx{Gas: least, Msgs: selfPayment(bob)}, bob)
	require.Zero(t, c.Check(later).Code)
}

var largePools = flag.Bool("pools.large", false, "also fill pools with transactions of one place each")

// Transactions that wanted a whole block's gas once waited behind a small dearer one without ever paying, and kept out
// for its price who offered less than a tenth more than they.
func TestAttackCensoringAFullPoolCostsNineTenthsOfABlock(t *testing.T) {
	t.Parallel()
	const (
		size   = 5000
		placed = gasLimit / 128
		offer  = 110 // of the player for each 1,000 units of gas
	)
	for name, test := range map[string]struct {
		gas, places int64
		large       bool // thousands of transactions
	}{
		"a whole block each":            {gas: gasLimit, places: 1},
		"the most":                      {gas: gasLimit / 8, places: 16},
		"less than the most":            {gas: gasLimit/9 + 1, places: 15},
		"three places":                  {gas: 2*placed + 1, places: 3},
		"as much as one place has room": {gas: placed, places: 1, large: true},
		"the least":                     {gas: least, places: 1, large: true},
	} {
		if test.large && !*largePools {
			continue
		}
		t.Run(name, func(t *testing.T) {
			many := (size - 1) / test.places
			rest := size - 1 - many*test.places
			if test.gas > gasLimit/8 {
				many = 8 // each is refused
			}
			attackers := stuffers(int(1 + many + rest))
			c := chain.New(t, chain.WithAccounts(attackers...))
			alice, fees := c.Account(chain.Alice), make(map[string]int64)
			send := func(from chain.Account, gas, price int64) uint32 {
				fee := (price*gas + 999) / 1000
				tx := c.SignTx(chain.Tx{Gas: uint64(gas), Fee: anchors(fee), Msgs: selfPayment(from)}, from)
				res := c.Check(tx)
				if res.Code == 0 {
					fees[string(tx)] = fee
				}
				return res.Code
			}
			// The rest of the places is taken by small ones, so that not one is free.
			require.Zero(t, send(attackers[0], least, (test.places+1)*offer))
			for i, attacker := range attackers[1:] {
				gas, price := test.gas, test.places*(offer*10/11+1)
				if i >= int(many) {
					gas, price = least, offer*10/11+1
				}
				code := send(attacker, gas, price)
				require.Equal(t, gas > gasLimit/8, code == sdkerrors.ErrInvalidGasLimit.ABCICode())
			}
			code := send(alice, least, offer)
			if test.gas > gasLimit/8 {
				require.Zero(t, code, "there is room")
				return
			}
			require.Equal(t, sdkerrors.ErrMempoolIsFull.ABCICode(), code)
			txs, block := c.Propose()
			paid := int64(0)
			for i, tx := range txs {
				require.Zero(t, block.TxResults[i].Code, block.TxResults[i].Log)
				paid += fees[string(tx)]
			}
			t.Logf("for each 1,000 that the player offers for a block's gas, the attacker pays %d", paid*1e6/(offer*gasLimit))
			require.GreaterOrEqual(t, paid, int64(gasLimit/1000*offer*9/10))
		})
	}
}

func TestAttackATransactionThatWantsMoreThanAnEighthOfABlockIsRefused(t *testing.T) {
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	most, more := c.Sign(gasLimit/8, selfPayment(alice), alice), c.Sign(gasLimit/8+1, selfPayment(alice), alice)
	res := c.Check(more)
	require.Equal(t, sdkerrors.ErrInvalidGasLimit.ABCICode(), res.Code, res.Log)
	require.Contains(t, res.Log, "gas limit: expected at most 16250000, an eighth of a block's, got 16250001; lower it, "+
		"or split the messages among transactions")
	require.Zero(t, c.Check(most).Code, "the refused one has not used up its sequence")
	require.True(t, c.Process(more), "who makes a block with it pays for it as for others")
	require.Zero(t, c.Block(more).TxResults[0].Code)
}

// What fits into the most bytes that a transaction may have wants no more gas than it may: nothing has to be split that
// is one transaction elsewhere.
func TestTheLargestTransactionsNeedLessThanAnEighthOfABlock(t *testing.T) {
	c := chain.New(t)
	alice, validator := c.Account(chain.Alice), sdk.ValAddress(c.Account(chain.Operator).Address)
	stake := stakingtypes.NewMsgDelegate(alice.String(), validator.String(), anchors(1_000_000)[0])
	c.MustDeliver(alice, stake)
	c.Advance(3)
	for name, msg := range map[string]sdk.Msg{
		"payments":               selfPayment(alice)[0],
		"withdrawals of rewards": distrtypes.NewMsgWithdrawDelegatorReward(alice.String(), validator.String()),
		"delegations":            stake,
	} {
		msgs := []sdk.Msg{msg}
		sign := func() []byte { return c.SignTx(chain.Tx{Gas: gasLimit / 8, Msgs: msgs}, alice) }
		for len(sign()) <= app.MaxTxBytes {
			msgs = append(msgs, msg)
		}
		msgs = msgs[1:]
		info, _, err := c.App.Simulate(sign())
		require.NoError(t, err)
		t.Logf("%d %s use %d gas", len(msgs), name, info.GasUsed)
		require.Less(t, info.GasUsed*5/4, uint64(gasLimit/8), "%d %s", len(msgs), name)
	}
}

// A transaction of before would wait for ever behind others once blocks have less room.
func TestATransactionThatWantsTooMuchByNewParamsLeavesThePool(t *testing.T) {
	const sixteens, small = 311, 9
	attackers := stuffers(sixteens + small)
	c := chain.New(t, chain.WithGenesis(voteWithin(4*chain.BlockTime)), chain.WithAccounts(attackers...))
	bob, carol := c.Account(chain.Bob), c.Account(chain.Carol)
	large := c.Sign(gasLimit/8, selfPayment(bob), bob)
	fits := c.SignTx(chain.Tx{Gas: gasLimit / 16, Fee: anchors(gasLimit / 1000), Msgs: selfPayment(carol)}, carol)
	for _, tx := range [][]byte{large, fits} {
		require.Zero(t, c.Check(tx).Code)
	}
	params := c.App.GetConsensusParams(c.Context())
	params.Block.MaxGas = gasLimit / 2
	pass(t, c, &consensustypes.MsgUpdateParams{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(),
		Block:     params.Block, Evidence: params.Evidence, Validator: params.Validator, Abci: params.Abci,
	})
	require.EqualValues(t, gasLimit/2, c.App.GetConsensusParams(c.Context()).Block.MaxGas)
	require.NotZero(t, c.Recheck(large).Code)
	require.Zero(t, c.Recheck(fits).Code)
	require.Equal(t, [][]byte{fits}, c.Prepare(math.MaxInt64))

	// The other one takes 16 places now instead of 8, and so leaves 8 beside 311 of its size.
	for i, attacker := range attackers {
		tx := chain.Tx{Gas: gasLimit / 16, Fee: anchors(gasLimit / 1000), Msgs: selfPayment(attacker)}
		if i >= sixteens {
			tx.Gas, tx.Fee = least, anchors(least/1000)
		}
		want := uint32(0)
		if i == len(attackers)-1 {
			want = sdkerrors.ErrMempoolIsFull.ABCICode()
		}
		res := c.Check(c.SignTx(tx, attacker))
		require.Equal(t, want, res.Code, "%d: %s", i, res.Log)
	}
}

// A granter pays the fees, so all who spend its grants have one share together, and none of their own is used up.
func TestAttackAllGranteesShareTheirGrantersSpace(t *testing.T) {
	const share = 16
	c := chain.New(t)
	carol, grantees := c.Account(chain.Carol), []chain.Account{c.Account(chain.Alice), c.Account(chain.Bob)}
	for _, grantee := range grantees {
		grant, err := feegrant.NewMsgGrantAllowance(&feegrant.BasicAllowance{}, carol.Address, grantee.Address)
		require.NoError(t, err)
		c.MustDeliver(carol, grant)
	}
	check := func(i int, granter sdk.AccAddress) uint32 {
		until, signer := c.Time().Add(time.Minute+time.Duration(i)), grantees[i%2]
		tx := chain.Tx{Gas: least, Granter: granter, Until: until, Msgs: selfPayment(signer)}
		return c.Check(c.SignTx(tx, signer)).Code
	}
	for i := range share {
		require.Zero(t, check(i, carol.Address), i)
	}
	require.Equal(t, sdkerrors.ErrMempoolIsFull.ABCICode(), check(share, carol.Address))
	require.Equal(t, sdkerrors.ErrMempoolIsFull.ABCICode(), check(share+1, carol.Address))
	require.Zero(t, check(share+2, nil))
	require.Zero(t, check(share+3, nil))
}

// After each block a node checks all that waits. As many of the largest transactions once took it seconds.
func TestAttackAPoolFullOfLargeTransactionsHoldsEightMegabytes(t *testing.T) {
	attackers := stuffers(600)
	c := chain.New(t, chain.WithAccounts(attackers...))
	waiting, bytes := 0, 0
	for _, attacker := range attackers {
		tx := manyPayments(c, attacker)
		res := c.Check(tx)
		if res.Code != 0 {
			require.Equal(t, sdkerrors.ErrMempoolIsFull.ABCICode(), res.Code, res.Log)
			break
		}
		waiting, bytes = waiting+1, bytes+len(tx)
	}
	require.Equal(t, waiting, c.App.Mempool().CountTx())
	require.Less(t, waiting, len(attackers), "somebody was refused")
	require.Greater(t, bytes, 7_000_000)
	require.Less(t, bytes, 8<<20)
	alice := c.Account(chain.Alice)
	require.Zero(t, c.Check(c.SignTx(chain.Tx{Msgs: selfPayment(alice)}, alice)).Code,
		"a small one at the same price is worth more")
}

// manyPayments returns a transaction with as many messages as it may have bytes for.
func manyPayments(c *chain.Chain, from chain.Account) []byte {
	return c.SignTx(chain.Tx{Gas: 2_000_000, Msgs: slices.Repeat(selfPayment(from), 98)}, from)
}
