package keeper_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// refusal is a message that the chain refuses after most of its work.
type refusal struct {
	name string
	by   chain.Account
	msg  sdk.Msg
	err  *errors.Error
}

// otherSecret is the secret of no board.
func otherSecret() []byte { return make([]byte, commitment.SecretSize) }

// withOtherSalt returns an opening with another salt.
func withOtherSalt(o *types.Opening) *types.Opening {
	other := *o
	other.Salt = make([]byte, len(o.Salt))
	return &other
}

// channelRefusals are those of an off-chain game.
func (b *bills) channelRefusals() []refusal {
	b.Helper()
	const middle = 40
	seats := [...]chain.Account{b.chain.Account(chain.Alice), b.chain.Account(chain.Bob)}
	v := b.openChannel(game.Classic(), "off-chain", false)
	turns := v.Turns(0)
	mid, last := turns[middle], turns[len(turns)-1]
	submit := func(name string, p channel.Proof, err *errors.Error) refusal {
		return refusal{name, seats[0], v.Submits(b.player(chain.Alice), p), err}
	}
	falseBy := func(p channel.Proof, by game.Seat) channel.Proof {
		p.Signatures[by] = v.Sign(by, turns[middle-2].State)
		return p
	}
	opened := mid.Update
	move := *mid.Update.Move
	opening := *move.Opening
	opening.Salt = make([]byte, len(opening.Salt))
	move.Opening, opened.Move = &opening, &move
	claim := v.Claims(last.State.Actor, last.Update)
	claim.BoardSecret = otherSecret()
	list := []refusal{
		submit("submit, first signature", falseBy(mid.Update, mid.By.Other()), types.ErrSignature),
		submit("submit, last signature", falseBy(mid.Update, mid.By), types.ErrSignature),
		submit("submit, last of two", falseBy(v.Both(mid.State), game.Joiner), types.ErrSignature),
		submit("submit, opening", opened, types.ErrWrongOpening),
		{"claim off-chain, secret", seats[last.State.Actor], claim, types.ErrClaim},
	}
	onChain := b.openChannel(game.Classic(), "off-chain", false)
	turns = onChain.Turns(middle)
	b.deliver("submit a state", chain.Alice, onChain.Submits(b.player(chain.Alice), turns[middle-1].Update))
	return append(list, refusal{
		"submit, not newer", seats[0], onChain.Submits(b.player(chain.Alice), turns[middle-3].Update), types.ErrNotNewer,
	})
}

// duelRefusals are those of games on-chain.
func (b *bills) duelRefusals() []refusal {
	b.Helper()
	seats := [...]chain.Account{b.chain.Account(chain.Alice), b.chain.Account(chain.Bob)}
	answering := b.begin()
	move, ok := answering.Next().(*types.MsgShootAndReveal)
	require.True(b, ok)
	move.Opening = withOtherSalt(move.Opening)
	claiming := b.begin()
	b.deliver("concede", chain.Bob, claiming.Concede(game.Joiner))
	claim := claiming.Claim(game.Creator)
	claim.BoardSecret = otherSecret()
	return []refusal{
		{"move, opening", seats[answering.Now().Actor], move, types.ErrWrongOpening},
		{"claim, secret", seats[0], claim, types.ErrClaim},
	}
}

// refusalsOf are those of a melee at which all players have sat down.
func (b *bills) refusalsOf(table *kit.Brawl) []func() refusal {
	b.Helper()
	by := b.chain.Account(table.Boards[0].Player.Name)
	all := func(name string, next func(seat melee.Seat) sdk.Msg) {
		for seat := range table.Now().Owes.All() {
			b.deliverSeat(name, table, seat, next(seat))
		}
	}
	return []func() refusal{
		func() refusal {
			all("aim", b.aims(table))
			fire := table.Fire(0)
			fire.Salt = make([]byte, len(fire.Salt))
			return refusal{"fire, salt", by, fire, types.ErrWrongOpening}
		},
		func() refusal {
			all("fire", func(seat melee.Seat) sdk.Msg { return table.Fire(seat) })
			report := table.Report(0)
			last := len(report.Openings) - 1
			report.Openings = slices.Clone(report.Openings)
			report.Openings[last] = *withOtherSalt(&report.Openings[last])
			return refusal{"report, last opening", by, report, types.ErrWrongOpening}
		},
		func() refusal {
			all("report", func(seat melee.Seat) sdk.Msg { return table.Report(seat) })
			for seat := melee.Seat(len(table.Boards) - 1); seat > 0; seat-- {
				if table.Now().Players[seat].Standing == melee.Afloat { // the volley can have sunk it
					b.deliverSeat("concede", table, seat, table.Concede(seat))
				}
			}
			claim := table.ClaimMsg(0)
			claim.BoardSecret = otherSecret()
			return refusal{"claim in a melee, secret", by, claim, types.ErrClaim}
		},
	}
}

// copies are so many transactions with the same message.
func (r refusal) copies(c *chain.Chain, size int) [][]byte {
	txs := make([][]byte, size)
	for i := range txs {
		until := c.NextBlock().Time.Add(time.Minute + time.Duration(i)*time.Millisecond)
		txs[i] = c.SignUnordered(until, []sdk.Msg{r.msg}, r.by)
	}
	return txs
}

// Messages that are refused late against payments: how long a unit of their gas takes, in units of gas of payments. A
// refusal that takes longer would be a cheap way to slow blocks down. The least time of all rounds counts, for other
// programs only ever add to it; run enough of them (-benchtime 30x).
func BenchmarkRefusalsAgainstPayments(b *testing.B) {
	const size, clock = 100, 100_000
	accounts := make([]chain.Account, size)
	for i := range accounts {
		accounts[i] = chain.NewAccount(fmt.Sprint("one of many ", i))
	}
	measure := func(b *testing.B, bills *bills, r refusal) {
		b.Helper()
		c := &crowd{TB: b, chain: bills.chain, accounts: accounts}
		c.measure(c.payments(), 0) // the first transactions of the accounts are dearer
		b.Run(r.name, func(b *testing.B) {
			var refused, paid time.Duration
			var refusedGas, paidGas int64
			for i := range b.N {
				var took time.Duration
				if took, refusedGas = c.measure(r.copies(c.chain, size), r.err.ABCICode()); i == 0 || took < refused {
					refused = took
				}
				if took, paidGas = c.measure(c.payments(), 0); i == 0 || took < paid {
					paid = took
				}
			}
			b.ReportMetric(float64(refused.Microseconds())/size, "us/refusal")
			b.ReportMetric(float64(paid.Microseconds())/size, "us/payment")
			b.ReportMetric(float64(refusedGas)/size, "gas/refusal")
			b.ReportMetric(float64(paidGas)/size, "gas/payment")
			b.ReportMetric(float64(refused)/float64(refusedGas)*float64(paidGas)/float64(paid), "refusal/payment")
		})
	}
	slow := chain.WithGenesis(func(a *app.App, state app.GenesisState) {
		var games types.GenesisState
		a.AppCodec().MustUnmarshalJSON(state[types.ModuleName], &games)
		games.Params.TurnBlocksDefault, games.Params.ClaimBlocks = clock, clock
		state[types.ModuleName] = a.AppCodec().MustMarshalJSON(&games)
	})
	duels := newBills(b, chain.WithAccounts(accounts...), slow)
	poor := duels.chain.Account(chain.Alice)
	measure(b, duels, refusal{"payment, too few coins", poor, banktypes.NewMsgSend(poor.Address, poor.Address,
		sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, math.MaxInt64))), sdkerrors.ErrInsufficientFunds})
	for _, r := range append(duels.channelRefusals(), duels.duelRefusals()...) {
		measure(b, duels, r)
	}
	melees, table := newBrawlBills(b, 16, chain.WithAccounts(accounts...), slow)
	melees.sitDown(table)
	for _, next := range melees.refusalsOf(table) {
		measure(b, melees, next())
		melees.Ctx = melees.next()
	}
}
