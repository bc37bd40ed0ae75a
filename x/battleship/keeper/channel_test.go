package keeper_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A game that is played on-chain knows no submitted states, and one off-chain none of the moves on-chain.
func TestGamesOnChainAndOffChainAreKeptApart(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	d := f.play(game.Classic())
	f.refuse(types.ErrNotChannel, &types.MsgSubmitState{Sender: alice.text(), GameId: d.id})
	claim := d.claim(game.Creator)
	claim.Proof = &types.StateProof{}
	f.refuse(types.ErrNotChannel, claim)
	f.deliver(d.concede(game.Joiner))
	require.Empty(t, d.chainState(d.id).Responded[0])

	open := f.create(f.newChannelPlayer(alice, game.Classic(), classicFleet))
	f.refuse(types.ErrNotChannel, &types.MsgSubmitState{Sender: alice.text(), GameId: open})
	f.refuse(types.ErrGameNotFound, &types.MsgSubmitState{Sender: alice.text(), GameId: open + 1})

	v := f.openChannel(game.Classic())
	v.refuse(types.ErrOffChain, v.reveal(game.Creator, ""))
	v.refuse(types.ErrOffChain, v.concede(game.Joiner))
	v.refuse(types.ErrOffChain, v.challenge(game.Joiner))
	v.refuse(types.ErrPhase, v.cancel(game.Creator))
}

// Either both players have a channel key, another one each, or none.
func TestChannelKeysOfAGame(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	entry := func(p player, change func(*types.Entry)) types.Entry {
		e := f.newChannelPlayer(p, game.Classic(), classicFleet).entry()
		if p.name == bob.name {
			e.Channel.Relay = ""
		}
		change(&e)
		return e
	}
	create := func(change func(*types.Entry)) *types.MsgCreateGame {
		return &types.MsgCreateGame{Sender: alice.text(), RulesetId: 1, Entry: entry(alice, change)}
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
			f.refuse(types.ErrInvalidChannel, create(spoil))
		})
	}
	same := func(*types.Entry) {}
	id := f.open(create(same))
	join := joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet))
	f.refuse(types.ErrInvalidChannel, join)
	require.ErrorContains(t, f.try(join), "the game is played off-chain: join with a channel key")
	join.Entry = entry(bob, func(e *types.Entry) { e.Channel.Key = f.game(id).Participants[0].Channel.Key })
	f.refuse(types.ErrInvalidChannel, join)
	join.Entry = entry(bob, func(e *types.Entry) { e.Channel.Relay = "wss://elsewhere" })
	f.deliver(join)
	require.Empty(t, f.game(id).Participants[1].Channel.Relay, "the creator's relay counts")
	require.NotEmpty(t, f.game(id).Participants[0].Channel.Relay)
	require.EqualValues(t, channelTimeoutBlocks, f.game(id).ChannelTimeoutBlocks)
	require.Equal(t, f.height()+channelTimeoutBlocks, f.state(id).Deadline)

	onChain := f.create(f.newBoard(alice, game.Classic(), classicFleet))
	join = joinMsg(onChain, f.newChannelPlayer(bob, game.Classic(), classicFleet))
	f.refuse(types.ErrInvalidChannel, join)
	require.ErrorContains(t, f.try(join), "the game is played on-chain: join without a channel key")
}

// A match meets its own kind alone, and two who ask for an off-chain game are off-chain.
func TestMatchesOffChainMeetTheirKind(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	ask := func(p player, offChain bool) *types.MsgMatchGame {
		msg := f.matchMsg(p, game.Classic())
		if offChain {
			msg.Entry = f.newChannelPlayer(p, game.Classic(), classicFleet).entry()
		}
		return msg
	}
	onChain, joined := f.match(ask(alice, false))
	require.False(t, joined)
	offChain, joined := f.match(ask(bob, true))
	require.False(t, joined)
	id, joined := f.match(ask(carol, true))
	require.True(t, joined)
	require.Equal(t, offChain, id)
	require.True(t, f.chainState(id).OffChain)
	id, joined = f.match(ask(mallory, false))
	require.True(t, joined)
	require.Equal(t, onChain, id)
	require.False(t, f.chainState(id).OffChain)
}

// A clock that is longer than the channel timeout replaces it. Moving on-chain then brings no deadline nearer.
func TestAChannelTimeoutIsAsLongAsTheClock(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	creator := f.newChannelPlayer(alice, game.Classic(), classicFleet)
	joiner := f.newChannelPlayer(bob, game.Classic(), classicFleet)
	msg := createMsg(creator)
	msg.TurnBlocks = 3 * channelTimeoutBlocks
	v := &channelGame{duel: &duel{fixture: f, id: f.open(msg), boards: [2]board{creator, joiner}}}
	join := joinMsg(v.id, joiner)
	join.Toss = v.tossFor(game.Creator)
	f.deliver(join)
	f.endBlock()
	v.rule = v.channel(v.id)
	require.EqualValues(t, 3*channelTimeoutBlocks, f.game(v.id).ChannelTimeoutBlocks)
	timeout := v.now().Deadline
	v.deliver(v.submits(alice, v.turns(3)[2].update))
	require.Greater(t, v.now().Deadline, timeout)
	require.Equal(t, timeout, v.queued(), "the entry comes up early and is moved then")
	v.skipTo(timeout + 2)
	require.Equal(t, v.now().Deadline, v.queued())
}

// queued returns the height of the game's entry in the expiry queue.
func (d *duel) queued() int64 {
	d.Helper()
	height, err := d.records.Queue.Heights().Get(d.ctx, d.id)
	require.NoError(d, err)
	has, err := d.records.Queue.Entries().Has(d.ctx, collections.Join(height, d.id))
	require.NoError(d, err)
	require.True(d, has)
	return height
}

// Going on-chain brings the deadline nearer, and the entry of the queue with it: who is silent then is found at once,
// not when the channel timeout is over. An entry that stands elsewhere is put right by the next block that meets it.
func TestGoingOnChainTakesTheQueueAlong(t *testing.T) {
	t.Parallel()
	v := newChannelFixture(t).openChannel(game.Classic())
	timeout := v.now().Deadline
	require.LessOrEqual(t, v.queued(), timeout)
	_, err := v.records.Queue.Release(v.ctx, v.id, v.height()+1)
	require.NoError(t, err)
	v.skipTo(v.height() + 3)
	require.Equal(t, timeout, v.queued(), "an entry that came up early")
	v.deliver(v.submits(alice, v.turns(4)[3].update))
	require.Equal(t, v.height()+turnBlocks, v.now().Deadline)
	require.Equal(t, v.now().Deadline, v.queued())
	silent := v.now().Actor
	v.skipTo(v.now().Deadline + 2)
	require.Equal(t, game.ReasonTimeout, v.now().Reason)
	require.Equal(t, silent.Other(), v.now().Actor)

	w := newChannelFixture(t).openChannel(game.Classic())
	_, err = w.records.Queue.Drop(w.ctx, w.id)
	require.NoError(t, err)
	ctx, _ := w.ctx.WithEventManager(sdk.NewEventManager()).CacheContext()
	_, err = w.msgs.SubmitState(ctx, w.submits(alice, channel.Proof{}))
	require.ErrorIs(t, err, types.ErrCorrupt)
}

// Queries report that a game is off-chain, its channel timeout, and that no player owes anything on-chain.
func TestQueriesOfAnOffChainGame(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	id := f.create(f.newChannelPlayer(alice, game.Classic(), classicFleet))
	open, err := f.queries.OpenGames(f.ctx, &types.QueryOpenGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, f.game(id).Participants[0].Channel, open.Games[0].Channel)

	v := f.openChannel(game.Classic())
	next, err := f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: v.id})
	require.NoError(t, err)
	require.True(t, next.OffChain)
	require.Equal(t, types.OBLIGATION_NONE, next.Obligation)
	require.Empty(t, next.Player)
	require.Equal(t, v.now().Deadline, next.Deadline)
	require.Len(t, next.Players, 2)
	games, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{Player: bob.text()})
	require.NoError(t, err)
	require.True(t, games.Games[0].OffChain)
	require.True(t, games.Games[0].Channel)
	require.Empty(t, games.Games[0].Actor)
	res, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: v.id})
	require.NoError(t, err)
	require.True(t, res.Progress.OffChain)
	x, err := res.Game.ChainState(res.Progress)
	require.NoError(t, err)
	require.Equal(t, v.at(), x)

	v.deliver(v.submits(alice, v.turns(2)[1].update))
	next, err = f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: v.id})
	require.NoError(t, err)
	require.False(t, next.OffChain)
	require.Equal(t, types.OBLIGATION_ANSWER, next.Obligation)
}

// Off-chain games, and games on-chain with their responses, continue after an export and import. Updates stay valid.
func TestOffChainGamesGoThroughGenesis(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	offChain, submitted := f.openChannel(game.Classic()), f.openChannel(game.Classic())
	responded := f.openChannel(game.Xaya())
	ended := f.openChannel(game.Classic())
	open := f.create(f.newChannelPlayer(alice, game.Classic(), classicFleet))
	submitted.deliver(submitted.submits(alice, submitted.turns(5)[4].update))
	responded.deliver(responded.submits(bob, channel.Proof{}))
	responded.deliver(responded.submits(alice, responded.turns(8)[7].update))
	turns := ended.turns(0)
	ended.deliver(ended.submits(alice, turns[len(turns)-1].update))

	gs := f.exported()
	require.NoError(t, gs.Validate(f.keeper.AddressCodec()))
	next := f.successor()
	next.ctx = next.ctx.WithHeaderHash(f.ctx.HeaderHash())
	require.NoError(t, next.keeper.InitGenesis(next.ctx, gs))
	require.Equal(t, gs, next.exported())
	for _, v := range []*channelGame{offChain, submitted, responded, ended} {
		before := v.at()
		v.fixture = next
		require.Equal(t, before, v.at())
		require.Equal(t, before.State.Deadline, v.queued())
	}
	require.NotNil(t, next.game(open).Participants[0].Channel)
	offChain.deliver(offChain.submits(bob, offChain.turns(9)[8].update))
	responded.deliver(responded.concede(game.Creator))
	submitted.refuse(types.ErrNoResponse, submitted.concede(game.Creator))
	submitted.deliver(submitted.submits(mallory, submitted.turns(9)[8].update))
	ended.deliver(ended.claim(game.Creator))
}

// A genesis state of an off-chain game that the module cannot have exported is refused.
func TestFalseOffChainGamesAreNoGenesis(t *testing.T) {
	t.Parallel()
	f := newChannelFixture(t)
	v := f.openChannel(game.Classic())
	onChain := f.openChannel(game.Classic())
	onChain.deliver(onChain.submits(alice, onChain.turns(5)[4].update))
	d, creators := f.play(game.Classic()), []types.Seat{types.SEAT_CREATOR}
	open := &duel{fixture: f, id: f.create(f.newChannelPlayer(alice, game.Classic(), classicFleet))}
	for name, spoil := range map[string]func(gs *types.GenesisState){
		"responded before the join":          func(gs *types.GenesisState) { open.in(gs).Progress.Responded = creators },
		"another end of the channel timeout": func(gs *types.GenesisState) { v.in(gs).Progress.Deadline++ },
		"no channel timeout":                 func(gs *types.GenesisState) { v.in(gs).Game.ChannelTimeoutBlocks = 0 },
		"a channel timeout without keys": func(gs *types.GenesisState) {
			d.in(gs).Game.ChannelTimeoutBlocks = channelTimeoutBlocks
		},
		"off-chain without keys": func(gs *types.GenesisState) { d.in(gs).Progress.OffChain = true },
		"responded without keys": func(gs *types.GenesisState) { d.in(gs).Progress.Responded = creators },
		"responded off-chain":    func(gs *types.GenesisState) { v.in(gs).Progress.Responded = creators },
		"off-chain in play":      func(gs *types.GenesisState) { onChain.in(gs).Progress.OffChain = true },
		"nobody responded": func(gs *types.GenesisState) {
			onChain.in(gs).Progress.Responded = []types.Seat{types.SEAT_UNSPECIFIED}
		},
		"responded twice": func(gs *types.GenesisState) {
			onChain.in(gs).Progress.Responded = []types.Seat{types.SEAT_CREATOR, types.SEAT_CREATOR}
		},
		"responded in the wrong order": func(gs *types.GenesisState) {
			onChain.in(gs).Progress.Responded = []types.Seat{types.SEAT_JOINER, types.SEAT_CREATOR}
		},
		"one key":          func(gs *types.GenesisState) { v.in(gs).Game.Participants[1].Channel = nil },
		"a joiner's relay": func(gs *types.GenesisState) { v.in(gs).Game.Participants[1].Channel.Relay = "wss://x" },
		"a false key":      func(gs *types.GenesisState) { v.in(gs).Game.Participants[1].Channel.Key = []byte{2} },
		"equal keys": func(gs *types.GenesisState) {
			v.in(gs).Game.Participants[1].Channel.Key = v.in(gs).Game.Participants[0].Channel.Key
		},
		"a channel timeout shorter than a turn": func(gs *types.GenesisState) {
			v.in(gs).Game.ChannelTimeoutBlocks = turnBlocks - 1
			v.in(gs).Progress.Deadline = v.in(gs).Game.JoinedHeight + turnBlocks - 1
		},
	} {
		t.Run(name, func(t *testing.T) {
			gs := f.exported()
			spoil(&gs)
			err := gs.Validate(f.keeper.AddressCodec())
			require.ErrorIs(t, err, types.ErrInvalidGenesis)
		})
	}
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
