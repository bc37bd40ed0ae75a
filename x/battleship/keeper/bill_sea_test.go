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

// sailor is a player with a board for a game at sea, and its entry, if it is to be dear as long as one can be.
func (b *bills) sailor(name string, r *game.Ruleset, dear bool) (board, types.Entry) {
	b.Helper()
	sailor := b.newSailor(b.player(name), r, classicFleet)
	if !dear {
		return sailor, sailor.entry()
	}
	sailor.delegate = chain.NewAccount("delegate of " + name).Address.String()
	entry := sailor.entry()
	entry.Channel.Relay = "wss://" + strings.Repeat("r", channel.MaxRelay-len("wss://"))
	entry.Recovery = make([]byte, types.MaxRecoveryBytes)
	return sailor, entry
}

// setSail has alice and bob begin a game at sea, if it is to be dear for a stake.
func (b *bills) setSail(r *game.Ruleset, names string, dear bool) *voyage {
	b.Helper()
	d := &duel{fixture: b.fixture}
	id, err := b.keeper.NextGameID(b.ctx)
	require.NoError(b, err)
	d.id = id
	var entries [2]types.Entry
	for i, name := range []string{chain.Alice, chain.Bob} {
		d.boards[i], entries[i] = b.sailor(name, r, dear)
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
	return &voyage{duel: d, sea: d.channel(id)}
}

// meet has alice and bob find each other for a game at sea.
func (b *bills) meet(r *game.Ruleset, names string) {
	b.Helper()
	id, err := b.keeper.NextGameID(b.ctx)
	require.NoError(b, err)
	for _, name := range []string{chain.Alice, chain.Bob} {
		sailor, entry := b.sailor(name, r, true)
		b.deliver("match, "+names, name, &types.MsgMatchGame{
			Sender: sailor.player.text(), RulesetId: r.ID, Entry: entry, Toss: make([]byte, commitment.TossSize),
		})
	}
	require.Len(b, b.game(id).Participants, 2)
	b.chain.Block()
	b.ctx = b.next()
}

// everyMessageAtSea sends the messages of games at sea.
func (b *bills) everyMessageAtSea() {
	b.Helper()
	seats := [...]string{chain.Alice, chain.Bob}
	v := b.setSail(game.Classic(), "at sea", true)
	legs := v.legs(0)
	for _, n := range []int{1, len(legs) - 2} {
		b.deliver("post a state", seats[n%2], v.posts(b.player(seats[n%2]), legs[n].letter))
	}
	b.deliver("post the end", chain.Bob, v.posts(b.player(chain.Bob), legs[len(legs)-1].letter))

	v = b.setSail(game.Classic(), "at sea", true)
	last := v.legs(0)[len(legs)-1]
	b.deliver("claim, from sea", seats[last.state.Actor], v.claims(last.state.Actor, v.brief(last, last.state.Actor)))
	b.meet(game.Classic(), "at sea")
}

// everyProvenMessageAtSea sends those that are dearer, or end a game at once, where boards are proven.
func (b *bills) everyProvenMessageAtSea() {
	b.Helper()
	v := b.setSail(game.ClassicZK(), "proven, at sea", true)
	legs := v.legs(4)
	b.deliver("post a state, proven", chain.Alice, v.posts(b.player(chain.Alice), legs[2].letter))
	at := legs[3].state
	require.Equal(b, game.Creator, at.Actor)
	b.deliver("post the end, proven", chain.Bob, v.posts(b.player(chain.Bob), v.letter(at, v.surrender(at))))
	require.False(b, b.has(v.id))
	require.Positive(b, b.result(v.id).Reward)
	b.meet(game.ClassicZK(), "proven, at sea")
}

// What a player sends along when it enters a game with a delegate once was in no table, so the limits that clients were
// told were too low for it.
func TestRegressionTheGasLimitForClientsLeavesOutTheAllowanceOfADelegate(t *testing.T) {
	b := newBills(t)
	of := func(name string, grants bool) int64 {
		sailor, entry := b.sailor(name, game.Classic(), true)
		create := createMsg(sailor)
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
	told := regexp.MustCompile(`allowance takes ([\d,]+) gas more`).FindStringSubmatch(readText(t, clientsDoc))
	require.NotNil(t, told, "docs/clients.md should say: allowance takes %s gas more", grouped(grant))
	require.LessOrEqual(t, 20*max(grant-number(t, told[1]), number(t, told[1])-grant), grant, "it takes %d", grant)
}

// grant is the allowance for a delegate in a game at sea.
func (b *bills) grant(of string, delegate sdk.AccAddress) sdk.Msg {
	b.Helper()
	until := time.Date(2100, time.January, 1, 0, 0, 0, 0, time.UTC)
	limited, err := feegrant.NewAllowedMsgAllowance(
		&feegrant.BasicAllowance{SpendLimit: sdk.NewCoins(anchors(1_000_000)), Expiration: &until}, []string{
			sdk.MsgTypeURL(&types.MsgPostState{}), sdk.MsgTypeURL(&types.MsgShootAndReveal{}),
			sdk.MsgTypeURL(&types.MsgConcede{}), sdk.MsgTypeURL(&types.MsgClaimWin{}),
		})
	require.NoError(b, err)
	msg, err := feegrant.NewMsgGrantAllowance(limited, b.player(of).addr, delegate)
	require.NoError(b, err)
	return msg
}

// A whole game at sea is three transactions of few bytes, and bringing a state of it to the chain costs little more
// than a move.
func TestGasAndBytesOfAGameAtSea(t *testing.T) {
	b := newBills(t)
	v := b.setSail(game.Classic(), "at sea", false)
	legs := v.legs(0)
	last := legs[len(legs)-1]
	b.deliver("claim, from sea", chain.Alice, v.claims(game.Creator, v.brief(last, game.Creator)))
	require.Equal(t, game.Creator, last.state.Actor)
	bytes := b.bytes["create, at sea"] + b.bytes["join, at sea"] + b.bytes["claim, from sea"]
	t.Logf("close: %d gas; bytes: create %d, join %d, close %d, together %d", b.prices["claim, from sea"].used,
		b.bytes["create, at sea"], b.bytes["join, at sea"], b.bytes["claim, from sea"], bytes)
	require.LessOrEqual(t, b.prices["claim, from sea"].used, int64(180_000))
	require.LessOrEqual(t, bytes, 2_500)

	v = b.setSail(game.Classic(), "at sea", false)
	legs = v.legs(0)
	for n, l := range legs[:len(legs)-1] {
		if n%10 == 0 || n == len(legs)-2 {
			b.deliver("post a state", chain.Alice, v.posts(b.player(chain.Alice), l.letter))
		}
	}
	t.Logf("posting a state: %d gas, %d bytes", b.prices["post a state"].used, b.bytes["post a state"])
	require.LessOrEqual(t, b.prices["post a state"].used, int64(80_000))
}

// Thirty accounts fill the chain with transactions that want whole blocks. A player who has to answer an old state does
// so in the very next block all the same, if it offers a little more: before the deadline, from inside a full block.
func TestADisputeIsInTheNextBlockOfAStuffedChainIfItBids(t *testing.T) {
	attackers := make([]chain.Account, 30)
	for i := range attackers {
		attackers[i] = chain.NewAccount(fmt.Sprint("stuffer-", i))
	}
	b := newBills(t, chain.WithAccounts(attackers...))
	v := b.setSail(game.Classic(), "at sea", false)
	legs := v.legs(20)
	eighth := uint64(app.DefaultConsensusParams().Block.MaxGas) / 8
	coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	for _, attacker := range attackers {
		pay := []sdk.Msg{banktypes.NewMsgSend(attacker.Address, attacker.Address, coin)}
		for range 8 {
			require.Zero(t, b.chain.Check(b.chain.Sign(eighth, pay, attacker)).Code)
		}
	}
	for _, post := range []struct {
		by  string
		leg leg
	}{{chain.Alice, legs[1]}, {chain.Bob, legs[19]}} {
		bid := b.chain.SignTx(chain.Tx{
			Gas:  150_000,
			Fee:  sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 331)),
			Msgs: []sdk.Msg{v.posts(b.player(post.by), post.leg.letter)},
		}, b.chain.Account(post.by))
		require.Zero(t, b.chain.Check(bid).Code)
		txs, block := b.chain.Propose()
		require.Equal(t, bid, txs[0])
		require.Zero(t, block.TxResults[0].Code, block.TxResults[0].Log)
		b.ctx = b.chain.Context()
		require.Equal(t, post.leg.state.Restart(b.chain.Height()), v.now())
	}
}

// A claim from sea that was simulated while a limit withheld the reward still has gas enough once the limit does not
// any more: else it fails, for a fee, with the fleet in it.
func TestRegressionAClaimFromSeaRunsOutOfGas(t *testing.T) {
	const period = 40
	b := newBills(t, chain.WithGenesis(func(a *app.App, state app.GenesisState) {
		var games types.GenesisState
		a.AppCodec().MustUnmarshalJSON(state[types.ModuleName], &games)
		games.Params.PlayerRewards, games.Params.RewardPeriodBlocks = 1, period
		state[types.ModuleName] = a.AppCodec().MustMarshalJSON(&games)
	}))
	closing := func(v *voyage) *types.MsgClaimWin {
		legs := v.legs(0)
		last := legs[len(legs)-1]
		require.Equal(t, game.Creator, last.state.Actor)
		return v.claims(game.Creator, v.brief(last, game.Creator))
	}
	first := b.setSail(game.Classic(), "at sea", false)
	second := b.setSail(game.Classic(), "at sea", false)
	b.deliver("claim, from sea", chain.Alice, closing(first))
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
