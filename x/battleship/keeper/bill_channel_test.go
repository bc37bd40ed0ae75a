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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// channelPlayer is a player with a board for an off-chain game, and its entry, if it is to be dear as long as one can
// be.
func (b *bills) channelPlayer(name string, r *game.Ruleset, dear bool) (kit.Board, types.Entry) {
	b.Helper()
	p := b.NewChannelPlayer(b.player(name), r, kit.ClassicFleet)
	if !dear {
		return p, p.Entry()
	}
	p.Delegate = chain.NewAccount("delegate of " + name).Address.String()
	entry := p.Entry()
	entry.Channel.Relay = "wss://" + strings.Repeat("r", channel.MaxRelay-len("wss://"))
	entry.Recovery = make([]byte, types.MaxRecoveryBytes)
	return p, entry
}

// OpenChannel has alice and bob begin an off-chain game, if it is to be dear for a stake.
func (b *bills) openChannel(r *game.Ruleset, names string, dear bool) *kit.ChannelGame {
	b.Helper()
	d := &kit.Duel{Fixture: b.Fixture}
	id, err := b.Keeper.NextGameID(b.Ctx)
	require.NoError(b, err)
	d.ID = id
	var entries [2]types.Entry
	for i, name := range []string{chain.Alice, chain.Bob} {
		d.Boards[i], entries[i] = b.channelPlayer(name, r, dear)
	}
	create := kit.CreateMsg(d.Boards[game.Creator])
	create.Entry = entries[game.Creator]
	if stake := kit.Anchors(1_000_000); dear {
		create.Stake = &stake
	}
	b.deliver("create, "+names, chain.Alice, create)
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss, join.Entry = d.TossFor(game.Creator), entries[game.Joiner]
	b.deliver("join, "+names, chain.Bob, join)
	b.chain.Block()
	b.Ctx = b.next()
	return &kit.ChannelGame{Duel: d, Rule: d.Channel(id)}
}

// meet has alice and bob find each other for an off-chain game.
func (b *bills) meet(r *game.Ruleset, names string) {
	b.Helper()
	id, err := b.Keeper.NextGameID(b.Ctx)
	require.NoError(b, err)
	for _, name := range []string{chain.Alice, chain.Bob} {
		p, entry := b.channelPlayer(name, r, true)
		b.deliver("match, "+names, name, &types.MsgMatchGame{
			Sender: p.Player.Text(), RulesetId: r.ID, Entry: entry, Toss: make([]byte, commitment.TossSize),
		})
	}
	require.Len(b, b.Game(id).Participants, 2)
	b.chain.Block()
	b.Ctx = b.next()
}

// everyMessageOffChain sends the messages of off-chain games.
func (b *bills) everyMessageOffChain() {
	b.Helper()
	seats := [...]string{chain.Alice, chain.Bob}
	v := b.openChannel(game.Classic(), "off-chain", true)
	turns := v.Turns(0)
	for _, n := range []int{1, len(turns) - 2} {
		b.deliver("submit a state", seats[n%2], v.Submits(b.player(seats[n%2]), turns[n].Update))
	}
	b.deliver("submit the end", chain.Bob, v.Submits(b.player(chain.Bob), turns[len(turns)-1].Update))

	v = b.openChannel(game.Classic(), "off-chain", true)
	last := v.Turns(0)[len(turns)-1]
	b.deliver("claim, off-chain", seats[last.State.Actor], v.Claims(last.State.Actor, v.Brief(last, last.State.Actor)))
	b.meet(game.Classic(), "off-chain")
}

// everyProvenMessageOffChain sends those that are dearer, or end a game at once, where boards are proven.
func (b *bills) everyProvenMessageOffChain() {
	b.Helper()
	v := b.openChannel(game.ClassicZK(), "proven, off-chain", true)
	turns := v.Turns(4)
	b.deliver("submit a state, proven", chain.Alice, v.Submits(b.player(chain.Alice), turns[2].Update))
	at := turns[3].State
	require.Equal(b, game.Creator, at.Actor)
	b.deliver("submit the end, proven", chain.Bob, v.Submits(b.player(chain.Bob), v.Update(at, v.Surrender(at))))
	require.False(b, b.Has(v.ID))
	require.Positive(b, b.Result(v.ID).Reward)
	b.meet(game.ClassicZK(), "proven, off-chain")
}

// What a player sends along when it enters a game with a delegate once was in no table, so the limits that clients were
// found were too low for it.
func TestRegressionTheGasLimitForClientsLeavesOutTheAllowanceOfADelegate(t *testing.T) {
	t.Parallel()
	b := newBills(t)
	of := func(name string, grants bool) int64 {
		p, entry := b.channelPlayer(name, game.Classic(), true)
		create := kit.CreateMsg(p)
		create.Entry = entry
		msgs := []sdk.Msg{create}
		if grants {
			msgs = append(msgs, b.grant(name, sdk.MustAccAddressFromBech32(entry.Delegate)))
		}
		used := b.chain.MustDeliver(b.chain.Account(name), msgs...).GasUsed
		b.Ctx = b.next()
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
		&feegrant.BasicAllowance{SpendLimit: sdk.NewCoins(kit.Anchors(1_000_000)), Expiration: &until}, []string{
			sdk.MsgTypeURL(&types.MsgSubmitState{}), sdk.MsgTypeURL(&types.MsgShootAndReveal{}),
			sdk.MsgTypeURL(&types.MsgConcede{}), sdk.MsgTypeURL(&types.MsgClaimWin{}),
		})
	require.NoError(b, err)
	msg, err := feegrant.NewMsgGrantAllowance(limited, b.player(of).Addr, delegate)
	require.NoError(b, err)
	return msg
}

// A whole off-chain game is three transactions of few bytes, and bringing a state of it to the chain costs little more
// than a move.
func TestGasAndBytesOfAnOffChainGame(t *testing.T) {
	t.Parallel()
	b := newBills(t)
	v := b.openChannel(game.Classic(), "off-chain", false)
	turns := v.Turns(0)
	last := turns[len(turns)-1]
	b.deliver("claim, off-chain", chain.Alice, v.Claims(game.Creator, v.Brief(last, game.Creator)))
	require.Equal(t, game.Creator, last.State.Actor)
	bytes := b.bytes["create, off-chain"] + b.bytes["join, off-chain"] + b.bytes["claim, off-chain"]
	t.Logf("close: %d gas; bytes: create %d, join %d, close %d, together %d", b.prices["claim, off-chain"].used,
		b.bytes["create, off-chain"], b.bytes["join, off-chain"], b.bytes["claim, off-chain"], bytes)
	require.LessOrEqual(t, b.prices["claim, off-chain"].used, int64(190_000))
	require.LessOrEqual(t, bytes, 2_500)

	v = b.openChannel(game.Classic(), "off-chain", false)
	turns = v.Turns(0)
	for n, l := range turns[:len(turns)-1] {
		if n%10 == 0 || n == len(turns)-2 {
			b.deliver("submit a state", chain.Alice, v.Submits(b.player(chain.Alice), l.Update))
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
	turns := v.Turns(20)
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
		turn kit.Turn
	}{{chain.Alice, turns[1]}, {chain.Bob, turns[19]}} {
		bid := b.chain.SignTx(chain.Tx{
			Gas:  150_000,
			Fee:  sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 331)),
			Msgs: []sdk.Msg{v.Submits(b.player(submit.by), submit.turn.Update)},
		}, b.chain.Account(submit.by))
		require.Zero(t, b.chain.Check(bid).Code)
		txs, block := b.chain.Propose()
		require.Equal(t, bid, txs[0])
		require.Zero(t, block.TxResults[0].Code, block.TxResults[0].Log)
		b.Ctx = b.chain.Context()
		require.Equal(t, submit.turn.State.Restart(b.chain.Height()), v.Now())
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
	closing := func(v *kit.ChannelGame) *types.MsgClaimWin {
		turns := v.Turns(0)
		last := turns[len(turns)-1]
		require.Equal(t, game.Creator, last.State.Actor)
		return v.Claims(game.Creator, v.Brief(last, game.Creator))
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
