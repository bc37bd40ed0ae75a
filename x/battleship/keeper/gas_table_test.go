package keeper_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	txsigning "github.com/cosmos/cosmos-sdk/types/tx/signing"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// gasMeter measures what transactions cost as clients simulate them and as they are used.
type gasMeter struct {
	*duel

	chain    *chain.Chain
	accounts [2]chain.Account
	rows     []gasRow
}

type gasRow struct {
	name            string
	simulated, used int64
}

func newGasMeter(t *testing.T) *gasMeter {
	t.Helper()
	c := chain.New(t)
	m := &gasMeter{chain: c, accounts: [2]chain.Account{c.Account(chain.Alice), c.Account(chain.Bob)}}
	k := c.App.BattleshipKeeper
	m.duel = &duel{fixture: &fixture{TB: t, ctx: c.Context(), keeper: k, queries: keeper.NewQueryServer(k)}}
	// The first transaction of an account is dearer, for it leaves its key.
	for _, account := range m.accounts {
		c.MustDeliver(account, banktypes.NewMsgSend(account.Address, account.Address, m.coins(1)))
	}
	return m
}

func (m *gasMeter) coins(amount int64) sdk.Coins {
	return sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, amount))
}

// simulate returns the gas that a client sees which simulates a message as CosmJS does: without a fee and a signature.
func (m *gasMeter) simulate(by game.Seat, msg sdk.Msg) int64 {
	m.Helper()
	signer := m.accounts[by]
	account := m.chain.App.AccountKeeper.GetAccount(m.chain.Context(), signer.Address)
	builder := m.chain.App.TxConfig().NewTxBuilder()
	require.NoError(m, builder.SetMsgs(msg))
	require.NoError(m, builder.SetSignatures(txsigning.SignatureV2{
		PubKey:   signer.Key.PubKey(),
		Data:     &txsigning.SingleSignatureData{SignMode: txsigning.SignMode_SIGN_MODE_DIRECT},
		Sequence: account.GetSequence(),
	}))
	tx, err := m.chain.App.TxConfig().TxEncoder()(builder.GetTx())
	require.NoError(m, err)
	gas, _, err := m.chain.App.Simulate(tx)
	require.NoError(m, err)
	return int64(gas.GasUsed)
}

// measure sends a message; one without a name is not measured.
func (m *gasMeter) measure(name string, by game.Seat, msg sdk.Msg) {
	m.Helper()
	simulated := m.simulate(by, msg)
	res := m.chain.MustDeliver(m.accounts[by], msg)
	m.ctx = m.chain.Context()
	if name != "" {
		m.rows = append(m.rows, gasRow{name: name, simulated: simulated, used: res.GasUsed})
	}
}

// boardsOf gives both players boards of their next nonces.
func (m *gasMeter) boardsOf() {
	m.Helper()
	for i, account := range m.accounts {
		p := player{name: account.Name, addr: account.Address}
		binding := commitment.Binding{
			ChainID: m.chain.ID(), Player: p.addr, Nonce: m.record(p).BoardNonce, Ruleset: game.Classic(),
		}
		m.boards[i] = boardOf(m, p, binding, classicFleet)
	}
}

// enter opens and joins a game for a stake.
func (m *gasMeter) enter(create, join string, change func(*types.MsgCreateGame)) {
	m.Helper()
	m.boardsOf()
	m.id++
	stake := m.coins(5_000_000)[0]
	msg := createMsg(m.boards[game.Creator])
	msg.Stake = &stake
	change(msg)
	m.measure(create, game.Creator, msg)
	if join != "" {
		m.measure(join, game.Joiner, joinMsg(m.id, m.boards[game.Joiner]))
	}
}

// gasTable plays one game of each kind and returns what its messages cost.
func gasTable(t *testing.T) []gasRow {
	t.Helper()
	m := newGasMeter(t)
	alice, bob := m.accounts[game.Creator].String(), m.accounts[game.Joiner].String()
	same := func(*types.MsgCreateGame) {}

	m.enter("create", "join", same)
	m.measure("move: opening of the toss", game.Creator, m.reveal(game.Creator, ""))
	for m.now().Owes != game.OwesAnswer {
		m.measure("", m.now().Actor, m.next())
	}
	m.measure("move: answer and shot", m.now().Actor, m.next())
	m.measure("set delegate", game.Creator,
		&types.MsgSetDelegate{Sender: alice, GameId: m.id, Delegate: m.chain.Account(chain.Carol).String()})
	m.measure("concede", game.Joiner, m.concede(game.Joiner))
	m.measure("claim", game.Creator, m.claim(game.Creator))
	m.enter("", "", func(msg *types.MsgCreateGame) { msg.RematchOf, msg.Opponent = m.id-1, bob })
	m.measure("decline", game.Joiner, &types.MsgDeclineGame{Sender: bob, GameId: m.id})
	m.enter("", "", same)
	m.measure("cancel", game.Creator, &types.MsgCancelGame{Sender: alice, GameId: m.id})
	m.boardsOf()
	m.id++
	m.measure("match that opens", game.Creator, matchOf(m.boards[game.Creator]))
	m.measure("match that joins", game.Joiner, matchOf(m.boards[game.Joiner]))
	m.measure("", game.Creator, m.reveal(game.Creator, ""))
	m.measure("challenge", game.Joiner, m.challenge(game.Joiner))
	return m.rows
}

// matchOf returns the message that asks for a match with a board.
func matchOf(b board) *types.MsgMatchGame {
	join := joinMsg(0, b)
	return &types.MsgMatchGame{
		Sender: join.Sender, RulesetId: b.binding.Ruleset.ID, Entry: join.Entry, Toss: join.Toss,
	}
}

// The table of gas limits in docs/clients.md says what is measured here, to one part in twenty, and its limits leave a
// tenth and do not waste more than a half. If it does not, the table to put there is printed.
func TestGasLimitsForClientsAreWhatIsMeasured(t *testing.T) {
	doc := readText(t, "../../../docs/clients.md")
	var table strings.Builder
	rotten := false
	for _, row := range gasTable(t) {
		limit := (row.used*12/10 + 9_999) / 10_000 * 10_000
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", row.name, grouped(row.simulated), grouped(row.used), grouped(limit))
		require.GreaterOrEqual(t, 13*row.simulated, 10*row.used, "%s: gas that clients add by default", row.name)
		told := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(row.name) + ` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$`).
			FindStringSubmatch(doc)
		if told == nil {
			rotten = true
			continue
		}
		near := func(told, is int64) bool { return 20*max(told-is, is-told) <= is }
		asked := number(t, told[3])
		rotten = rotten || !near(number(t, told[1]), row.simulated) || !near(number(t, told[2]), row.used) ||
			10*asked < 11*row.used || 2*asked > 3*row.used
	}
	require.False(t, rotten, "docs/clients.md should say\n%s", table.String())
}

// grouped writes a number with commas.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// number reads a number with commas.
func number(t *testing.T, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	require.NoError(t, err)
	return n
}
