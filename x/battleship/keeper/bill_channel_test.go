package keeper_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// channelPlayer is a player with a board for an off-chain game, and its entry, if it is to be dear as long as one can
// be.
func (b *bills) channelPlayer(name string, r *game.Ruleset, dear bool) (board, types.Entry) {
	b.Helper()
	p := b.newChannelPlayer(b.player(name), r, classicFleet)
	if !dear {
		return p, p.entry()
	}
	p.delegate = chain.NewAccount("delegate of " + name).Address.String()
	entry := p.entry()
	entry.Channel.Relay = "wss://" + strings.Repeat("r", channel.MaxRelay-len("wss://"))
	entry.Recovery = make([]byte, types.MaxRecoveryBytes)
	return p, entry
}

// openChannel has alice and bob begin an off-chain game, if it is to be dear for a stake.
func (b *bills) openChannel(r *game.Ruleset, names string, dear bool) *channelGame {
	b.Helper()
	d := &duel{fixture: b.fixture}
	id, err := b.keeper.NextGameID(b.ctx)
	require.NoError(b, err)
	d.id = id
	var entries [2]types.Entry
	for i, name := range []string{chain.Alice, chain.Bob} {
		d.boards[i], entries[i] = b.channelPlayer(name, r, dear)
	}
	create := createMsg(d.boards[game.Creator])
	create.Entry = entries[game.Creator]
	if stake := anchors(1_000_000); dear {
		create.Stake = &stake
	}
	b.deliver("create, "+names, chain.Alice, create)
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Toss, join.Entry = d.tossFor(game.Creator), entries[game.Joiner]
	b.deliver("join, "+names, chain.Bob, join)
	b.chain.Block()
	b.ctx = b.next()
	return &channelGame{duel: d, rule: d.channel(id)}
}

// meet has alice and bob find each other for an off-chain game.
func (b *bills) meet(r *game.Ruleset, names string) {
	b.Helper()
	id, err := b.keeper.NextGameID(b.ctx)
	require.NoError(b, err)
	for _, name := range []string{chain.Alice, chain.Bob} {
		p, entry := b.channelPlayer(name, r, true)
		b.deliver("match, "+names, name, &types.MsgMatchGame{
			Sender: p.player.text(), RulesetId: r.ID, Entry: entry, Toss: make([]byte, commitment.TossSize),
		})
	}
	require.Len(b, b.game(id).Participants, 2)
	b.chain.Block()
	b.ctx = b.next()
}

// everyMessageOffChain sends the messages of off-chain games.
func (b *bills) everyMessageOffChain() {
	b.Helper()
	seats := [...]string{chain.Alice, chain.Bob}
	v := b.openChannel(game.Classic(), "off-chain", true)
	turns := v.turns(0)
	for _, n := range []int{1, len(turns) - 2} {
		b.deliver("submit a state", seats[n%2], v.submits(b.player(seats[n%2]), turns[n].update))
	}
	b.deliver("submit the end", chain.Bob, v.submits(b.player(chain.Bob), turns[len(turns)-1].update))

	v = b.openChannel(game.Classic(), "off-chain", true)
	last := v.turns(0)[len(turns)-1]
	b.deliver("claim, off-chain", seats[last.state.Actor], v.claims(last.state.Actor, v.brief(last, last.state.Actor)))
	b.meet(game.Classic(), "off-chain")
}

// everyProvenMessageOffChain sends those that are dearer, or end a game at once, where boards are proven.
func (b *bills) everyProvenMessageOffChain() {
	b.Helper()
	v := b.openChannel(game.ClassicZK(), "proven, off-chain", true)
	turns := v.turns(4)
	b.deliver("submit a state, proven", chain.Alice, v.submits(b.player(chain.Alice), turns[2].update))
	at := turns[3].state
	require.Equal(b, game.Creator, at.Actor)
	b.deliver("submit the end, proven", chain.Bob, v.submits(b.player(chain.Bob), v.update(at, v.surrender(at))))
	require.False(b, b.has(v.id))
	require.Positive(b, b.result(v.id).Reward)
	b.meet(game.ClassicZK(), "proven, off-chain")
}

// What a player sends along when it enters a game with a delegate once was in no table, so the limits that clients were
// found were too low for it.
func TestRegressionTheGasLimitForClientsLeavesOutTheAllowanceOfADelegate(t *testing.T) {
	t.Parallel()
	b := newBills(t)
	of := func(name string, grants bool) int64 {
		p, entry := b.channelPlayer(name, game.Classic(), true)
		create := createMsg(p)
		create.Entry = entry
		msgs := []sdk.Msg{create}
		if grants {
			msgs = append(msgs, b.grant(name, sdk.MustAccAddressFromBech32(entry.Delegate)))
		}
		used := b.chain.MustDeliver(b.chain.Account(name), msgs...).GasUsed
		b.ctx = b.next()
		return used
	}
	grant := of(chain.Bob, true) - of(chain.Alice, false)
	found := regexp.MustCompile(`allowance takes ([\d,]+) gas more`).FindStringSubmatch(readText(t, clientsDoc))
	require.NotNil(t, found, "docs/clients.md should say: allowance takes %s gas more", grouped(grant))
	require.LessOrEqual(t, 20*max(grant-number(t, found[1]), number(t, found[1])-grant), grant, "it takes %d", grant)
}

// grant is the allowance for a delegate in an off-chain game.
func (b *bills) grant(of string, delegate sdk.AccAddress) sdk.Msg {
	b.Helper()
	until := time.Date(2100, time.January, 1, 0, 0, 0, 0, time.UTC)
	limited, err := feegrant.NewAllowedMsgAllowance(
		&feegrant.BasicAllowance{SpendLimit: sdk.NewCoins(anchors(1_000_000)), Expiration: &until}, []string{
			sdk.MsgTypeURL(&types.MsgSubmitState{}), sdk.MsgTypeURL(&types.MsgShootAndReveal{}),
			sdk.MsgTypeURL(&types.MsgConcede{}), sdk.MsgTypeURL(&types.MsgClaimWin{}),
		})
	require.NoError(b, err)
	msg, err := feegrant.NewMsgGrantAllowance(limited, b.player(of).addr, delegate)
	require.NoError(b, err)
	return msg
}

// A whole off-chain game is three transactions of few bytes, and bringing a state of it to the chain costs little more
// than a move.
func TestGasAndBytesOfAnOffChainGame(t *testing.T) {
	t.Parallel()
	b := newBills(t)
	v := b.openChannel(game.Classic(), "off-chain", false)
	turns := v.turns(0)
	last := turns[len(turns)-1]
	b.deliver("claim, off-chain", chain.Alice, v.claims(game.Creator, v.brief(last, game.Creator)))
	require.Equal(t, game.Creator, last.state.Actor)
	bytes := b.bytes["create, off-chain"] + b.bytes["join, off-chain"] + b.bytes["claim, off-chain"]
	t.Logf("close: %d gas; bytes: create %d, join %d, close %d, together %d", b.prices["claim, off-chain"].used,
		b.bytes["create, off-chain"], b.bytes["join, off-chain"], b.bytes["claim, off-chain"], bytes)
	require.LessOrEqual(t, b.prices["claim, off-chain"].used, int64(190_000))
	require.LessOrEqual(t, bytes, 2_500)

	v = b.openChannel(game.Classic(), "off-chain", false)
	turns = v.turns(0)
	for n, l := range turns[:len(turns)-1] {
		if n%10 == 0 || n == len(turns)-2 {
			b.deliver("submit a state", chain.Alice, v.submits(b.player(chain.Alice), l.update))
		}
	}
	t.Logf("submitting a state: %d gas, %d bytes", b.prices["submit a state"].used, b.bytes["submit a state"])
	require.LessOrEqual(t, b.prices["submit a state"].used, int64(105_000))
}

// Thirty accounts fill the chain with transactions that want whole blocks. A player who has to answer an old state does
// so in the very next block all the same, if it offers a little more: before the deadline, from inside a full block.
func TestADisputeIsInTheNextBlockOfAStuffedChainIfItBids(t *testing.T) {
	t.Parallel()
	attackers := make([]chain.Account, 30)
	for i := range attackers {
		attackers[i] = chain.NewAccount(fmt.Sprint("stuffer-", i))
	}
	b := newBills(t, chain.WithAccounts(attackers...))
	v := b.openChannel(game.Classic(), "off-chain", false)
	turns := v.turns(20)
	eighth := uint64(app.DefaultConsensusParams().Block.MaxGas) / 8
	coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	for _, attacker := range attackers {
		pay := []sdk.Msg{banktypes.NewMsgSend(attacker.Address, attacker.Address, coin)}
		for range 8 {
			require.Zero(t, b.chain.Check(b.chain.Sign(eighth, pay, attacker)).Code)
		}
	}
	for _, submit := range []struct {
		by   string
		turn turn
	}{{chain.Alice, turns[1]}, {chain.Bob, turns[19]}} {
		bid := b.chain.SignTx(chain.Tx{
			Gas:  150_000,
			Fee:  sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 331)),
			Msgs: []sdk.Msg{v.submits(b.player(submit.by), submit.turn.update)},
		}, b.chain.Account(submit.by))
		require.Zero(t, b.chain.Check(bid).Code)
		txs, block := b.chain.Propose()
		require.Equal(t, bid, txs[0])
		require.Zero(t, block.TxResults[0].Code, block.TxResults[0].Log)
		b.ctx = b.chain.Context()
		require.Equal(t, submit.turn.state.Restart(b.chain.Height()), v.now())
	}
}

// A claim off-chain that was simulated while a limit withheld the reward still has gas enough once the limit does not
// any more: else it fails, for a fee, with the fleet in it.
func TestRegressionAClaimOffChainRunsOutOfGas(t *testing.T) {
	t.Parallel()
	const period = 40
	b := newBills(t, chain.WithGenesis(func(a *app.App, state app.GenesisState) {
		var games types.GenesisState
		a.AppCodec().MustUnmarshalJSON(state[types.ModuleName], &games)
		games.Params.PlayerRewards, games.Params.RewardPeriodBlocks = 1, period
		state[types.ModuleName] = a.AppCodec().MustMarshalJSON(&games)
	}))
	closing := func(v *channelGame) *types.MsgClaimWin {
		turns := v.turns(0)
		last := turns[len(turns)-1]
		require.Equal(t, game.Creator, last.state.Actor)
		return v.claims(game.Creator, v.brief(last, game.Creator))
	}
	first := b.openChannel(game.Classic(), "off-chain", false)
	second := b.openChannel(game.Classic(), "off-chain", false)
	b.deliver("claim, off-chain", chain.Alice, closing(first))
	msg, winner := closing(second), b.chain.Account(chain.Alice)
	simulated := b.chain.Simulate(winner, msg)
	for range period {
		b.chain.Block()
	}
	used := b.chain.MustDeliver(winner, msg).GasUsed
	t.Logf("simulated %d, used %d: %.3f times", simulated, used, float64(used)/float64(simulated))
	require.Greater(t, used, int64(simulated), "the reward is withheld no more")
	require.LessOrEqual(t, float64(used), client.DefaultGasAdjustment*float64(simulated))
}
