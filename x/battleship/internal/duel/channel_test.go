package duel_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A game that is played on-chain knows no submitted states, and one off-chain none of the moves on-chain.
func TestGamesOnChainAndOffChainAreKeptApart(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Refuse(types.ErrNotChannel, &types.MsgSubmitState{Sender: kit.Alice.Text(), GameId: d.ID})
	claim := d.Claim(game.Creator)
	claim.Proof = &types.StateProof{}
	f.Refuse(types.ErrNotChannel, claim)
	f.Deliver(d.Concede(game.Joiner))
	require.Empty(t, d.ChainState(d.ID).Responded[0])

	open := f.Create(f.NewChannelPlayer(kit.Alice, game.Classic(), kit.ClassicFleet))
	f.Refuse(types.ErrNotChannel, &types.MsgSubmitState{Sender: kit.Alice.Text(), GameId: open})
	f.Refuse(types.ErrGameNotFound, &types.MsgSubmitState{Sender: kit.Alice.Text(), GameId: open + 1})

	v := f.OpenChannel(game.Classic())
	v.Refuse(types.ErrOffChain, v.Reveal(game.Creator, ""))
	v.Refuse(types.ErrOffChain, v.Concede(game.Joiner))
	v.Refuse(types.ErrOffChain, v.Challenge(game.Joiner))
	v.Refuse(types.ErrPhase, v.Cancel(game.Creator))
}

// Either both players have a channel key, another one each, or none.
func TestChannelKeysOfAGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	entry := func(p kit.Player, change func(*types.Entry)) types.Entry {
		e := f.NewChannelPlayer(p, game.Classic(), kit.ClassicFleet).Entry()
		if p.Name == kit.Bob.Name {
			e.Channel.Relay = ""
		}
		change(&e)
		return e
	}
	create := func(change func(*types.Entry)) *types.MsgCreateGame {
		return &types.MsgCreateGame{Sender: kit.Alice.Text(), RulesetId: 1, Entry: entry(kit.Alice, change)}
	}
	for name, spoil := range map[string]func(e *types.Entry){
		"no key":              func(e *types.Entry) { e.Channel.Key = nil },
		"a short key":         func(e *types.Entry) { e.Channel.Key = e.Channel.Key[:32] },
		"a long key":          func(e *types.Entry) { e.Channel.Key = append(e.Channel.Key, 0) },
		"an uncompressed key": func(e *types.Entry) { e.Channel.Key[0] = 4 },
		"no point of the curve": func(e *types.Entry) {
			e.Channel.Key = append([]byte{2}, make([]byte, 31)...)
			e.Channel.Key = append(e.Channel.Key, 5)
		},
		"an x past the field":         func(e *types.Entry) { copy(e.Channel.Key[1:], bytes.Repeat([]byte{0xff}, 32)) },
		"a relay that is too long":    func(e *types.Entry) { e.Channel.Relay = strings.Repeat("x", channel.MaxRelay+1) },
		"a relay with a space":        func(e *types.Entry) { e.Channel.Relay = "wss://a b" },
		"a relay with a line feed":    func(e *types.Entry) { e.Channel.Relay = "wss://a\n" },
		"a relay in other characters": func(e *types.Entry) { e.Channel.Relay = "wss://ä" },
	} {
		t.Run(name, func(t *testing.T) {
			f.Refuse(types.ErrInvalidChannel, create(spoil))
		})
	}
	same := func(*types.Entry) {}
	id := f.Open(create(same))
	join := kit.JoinMsg(id, f.NewBoard(kit.Bob, game.Classic(), kit.ClassicFleet))
	f.Refuse(types.ErrInvalidChannel, join)
	require.ErrorContains(t, f.Try(join), "the game is played off-chain: join with a channel key")
	join.Entry = entry(kit.Bob, func(e *types.Entry) { e.Channel.Key = f.Game(id).Participants[0].Channel.Key })
	f.Refuse(types.ErrInvalidChannel, join)
	join.Entry = entry(kit.Bob, func(e *types.Entry) { e.Channel.Relay = "wss://elsewhere" })
	f.Deliver(join)
	require.Empty(t, f.Game(id).Participants[1].Channel.Relay, "the creator's relay counts")
	require.NotEmpty(t, f.Game(id).Participants[0].Channel.Relay)
	require.EqualValues(t, kit.ChannelTimeoutBlocks, f.Game(id).ChannelTimeoutBlocks)
	require.Equal(t, f.Height()+kit.ChannelTimeoutBlocks, f.State(id).Deadline)

	onChain := f.Create(f.NewBoard(kit.Alice, game.Classic(), kit.ClassicFleet))
	join = kit.JoinMsg(onChain, f.NewChannelPlayer(kit.Bob, game.Classic(), kit.ClassicFleet))
	f.Refuse(types.ErrInvalidChannel, join)
	require.ErrorContains(t, f.Try(join), "the game is played on-chain: join without a channel key")
}

// A match meets its own kind alone, and two who ask for an off-chain game are off-chain.
func TestMatchesOffChainMeetTheirKind(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	ask := func(p kit.Player, offChain bool) *types.MsgMatchGame {
		msg := f.MatchMsg(p, game.Classic())
		if offChain {
			msg.Entry = f.NewChannelPlayer(p, game.Classic(), kit.ClassicFleet).Entry()
		}
		return msg
	}
	onChain, joined := f.Match(ask(kit.Alice, false))
	require.False(t, joined)
	offChain, joined := f.Match(ask(kit.Bob, true))
	require.False(t, joined)
	id, joined := f.Match(ask(kit.Carol, true))
	require.True(t, joined)
	require.Equal(t, offChain, id)
	require.True(t, f.ChainState(id).OffChain)
	id, joined = f.Match(ask(kit.Mallory, false))
	require.True(t, joined)
	require.Equal(t, onChain, id)
	require.False(t, f.ChainState(id).OffChain)
}

// A clock that is longer than the channel timeout replaces it. Moving on-chain then brings no deadline nearer.
func TestAChannelTimeoutIsAsLongAsTheClock(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	creator := f.NewChannelPlayer(kit.Alice, game.Classic(), kit.ClassicFleet)
	joiner := f.NewChannelPlayer(kit.Bob, game.Classic(), kit.ClassicFleet)
	msg := kit.CreateMsg(creator)
	msg.TurnBlocks = 3 * kit.ChannelTimeoutBlocks
	v := &kit.ChannelGame{Duel: &kit.Duel{Fixture: f, ID: f.Open(msg), Boards: [2]kit.Board{creator, joiner}}}
	join := kit.JoinMsg(v.ID, joiner)
	join.Toss = v.TossFor(game.Creator)
	f.Deliver(join)
	f.EndBlock()
	v.Rule = v.Channel(v.ID)
	require.EqualValues(t, 3*kit.ChannelTimeoutBlocks, f.Game(v.ID).ChannelTimeoutBlocks)
	timeout := v.Now().Deadline
	v.Deliver(v.Submits(kit.Alice, v.Turns(3)[2].Update))
	require.Greater(t, v.Now().Deadline, timeout)
	require.Equal(t, timeout, queued(v.Duel), "the entry comes up early and is moved then")
	v.SkipTo(timeout + 2)
	require.Equal(t, v.Now().Deadline, queued(v.Duel))
}

// queued returns the height of the game's entry in the expiry queue.
func queued(d *kit.Duel) int64 {
	d.Helper()
	height, err := d.Records.Queue.Heights().Get(d.Ctx, d.ID)
	require.NoError(d, err)
	has, err := d.Records.Queue.Entries().Has(d.Ctx, collections.Join(height, d.ID))
	require.NoError(d, err)
	require.True(d, has)
	return height
}

// Going on-chain brings the deadline nearer, and the entry of the queue with it: who is silent then is found at once,
// not when the channel timeout is over. An entry that stands elsewhere is put right by the next block that meets it.
func TestGoingOnChainTakesTheQueueAlong(t *testing.T) {
	t.Parallel()
	v := kit.New(t).OpenChannel(game.Classic())
	timeout := v.Now().Deadline
	require.LessOrEqual(t, queued(v.Duel), timeout)
	_, err := v.Records.Queue.Release(v.Ctx, v.ID, v.Height()+1)
	require.NoError(t, err)
	v.SkipTo(v.Height() + 3)
	require.Equal(t, timeout, queued(v.Duel), "an entry that came up early")
	v.Deliver(v.Submits(kit.Alice, v.Turns(4)[3].Update))
	require.Equal(t, v.Height()+kit.TurnBlocks, v.Now().Deadline)
	require.Equal(t, v.Now().Deadline, queued(v.Duel))
	silent := v.Now().Actor
	v.SkipTo(v.Now().Deadline + 2)
	require.Equal(t, game.ReasonTimeout, v.Now().Reason)
	require.Equal(t, silent.Other(), v.Now().Actor)

	w := kit.New(t).OpenChannel(game.Classic())
	_, err = w.Records.Queue.Drop(w.Ctx, w.ID)
	require.NoError(t, err)
	ctx, _ := w.Ctx.WithEventManager(sdk.NewEventManager()).CacheContext()
	_, err = w.Msgs.SubmitState(ctx, w.Submits(kit.Alice, channel.Proof{}))
	require.ErrorIs(t, err, types.ErrCorrupt)
}

// Queries report that a game is off-chain, its channel timeout, and that no player owes anything on-chain.
func TestQueriesOfAnOffChainGame(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	id := f.Create(f.NewChannelPlayer(kit.Alice, game.Classic(), kit.ClassicFleet))
	open, err := f.Queries.OpenGames(f.Ctx, &types.QueryOpenGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, f.Game(id).Participants[0].Channel, open.Games[0].Channel)

	v := f.OpenChannel(game.Classic())
	next, err := f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: v.ID})
	require.NoError(t, err)
	require.True(t, next.OffChain)
	require.Equal(t, types.OBLIGATION_NONE, next.Obligation)
	require.Empty(t, next.Player)
	require.Equal(t, v.Now().Deadline, next.Deadline)
	require.Len(t, next.Players, 2)
	games, err := f.Queries.Games(f.Ctx, &types.QueryGamesRequest{Player: kit.Bob.Text()})
	require.NoError(t, err)
	require.True(t, games.Games[0].OffChain)
	require.True(t, games.Games[0].Channel)
	require.Empty(t, games.Games[0].Actor)
	res, err := f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: v.ID})
	require.NoError(t, err)
	require.True(t, res.Progress.OffChain)
	x, err := res.Game.ChainState(res.Progress)
	require.NoError(t, err)
	require.Equal(t, v.At(), x)

	v.Deliver(v.Submits(kit.Alice, v.Turns(2)[1].Update))
	next, err = f.Queries.NextAction(f.Ctx, &types.QueryNextActionRequest{GameId: v.ID})
	require.NoError(t, err)
	require.False(t, next.OffChain)
	require.Equal(t, types.OBLIGATION_ANSWER, next.Obligation)
}

// Off-chain games, and games on-chain with their responses, continue after an export and import. Updates stay valid.
func TestOffChainGamesGoThroughGenesis(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	offChain, submitted := f.OpenChannel(game.Classic()), f.OpenChannel(game.Classic())
	responded := f.OpenChannel(game.Xaya())
	ended := f.OpenChannel(game.Classic())
	open := f.Create(f.NewChannelPlayer(kit.Alice, game.Classic(), kit.ClassicFleet))
	submitted.Deliver(submitted.Submits(kit.Alice, submitted.Turns(5)[4].Update))
	responded.Deliver(responded.Submits(kit.Bob, channel.Proof{}))
	responded.Deliver(responded.Submits(kit.Alice, responded.Turns(8)[7].Update))
	turns := ended.Turns(0)
	ended.Deliver(ended.Submits(kit.Alice, turns[len(turns)-1].Update))

	gs := f.Exported()
	require.NoError(t, gs.Validate(f.Keeper.AddressCodec()))
	next := f.Successor()
	next.Ctx = next.Ctx.WithHeaderHash(f.Ctx.HeaderHash())
	require.NoError(t, next.Keeper.InitGenesis(next.Ctx, gs))
	require.Equal(t, gs, next.Exported())
	for _, v := range []*kit.ChannelGame{offChain, submitted, responded, ended} {
		before := v.At()
		v.Fixture = next
		require.Equal(t, before, v.At())
		require.Equal(t, before.State.Deadline, queued(v.Duel))
	}
	require.NotNil(t, next.Game(open).Participants[0].Channel)
	offChain.Deliver(offChain.Submits(kit.Bob, offChain.Turns(9)[8].Update))
	responded.Deliver(responded.Concede(game.Creator))
	submitted.Refuse(types.ErrNoResponse, submitted.Concede(game.Creator))
	submitted.Deliver(submitted.Submits(kit.Mallory, submitted.Turns(9)[8].Update))
	ended.Deliver(ended.Claim(game.Creator))
}

// Params know no channel timeout that is shorter than the shortest clock or longer than the longest.
func TestAChannelTimeoutHasBounds(t *testing.T) {
	t.Parallel()
	for _, blocks := range []int64{-1, 0, types.MinClockBlocks - 1, types.MaxClockBlocks + 1} {
		p := types.DefaultParams()
		p.ChannelTimeoutBlocks = blocks
		require.ErrorIs(t, p.Validate(), types.ErrInvalidParams)
	}
}
