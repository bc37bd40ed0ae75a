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

// A game that is played on chain knows no posted states, and one at sea none of the moves on chain.
func TestGamesOnChainAndAtSeaAreKeptApart(t *testing.T) {
	f := newSeaFixture(t)
	d := f.play(game.Classic())
	f.refuse(types.ErrNotChannel, &types.MsgPostState{Sender: alice.text(), GameId: d.id})
	claim := d.claim(game.Creator)
	claim.Proof = &types.StateProof{}
	f.refuse(types.ErrNotChannel, claim)
	f.deliver(d.concede(game.Joiner))
	require.Empty(t, d.stand(d.id).Heard[0])

	open := f.create(f.newSailor(alice, game.Classic(), classicFleet))
	f.refuse(types.ErrNotChannel, &types.MsgPostState{Sender: alice.text(), GameId: open})
	f.refuse(types.ErrGameNotFound, &types.MsgPostState{Sender: alice.text(), GameId: open + 1})

	v := f.sail(game.Classic())
	v.refuse(types.ErrAtSea, v.reveal(game.Creator, ""))
	v.refuse(types.ErrAtSea, v.concede(game.Joiner))
	v.refuse(types.ErrAtSea, v.challenge(game.Joiner))
	v.refuse(types.ErrPhase, v.cancel(game.Creator))
}

// Either both players have a channel key, another one each, or none.
func TestChannelKeysOfAGame(t *testing.T) {
	f := newSeaFixture(t)
	entry := func(p player, change func(*types.Entry)) types.Entry {
		e := f.newSailor(p, game.Classic(), classicFleet).entry()
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
		"an x past the field":      func(e *types.Entry) { copy(e.Channel.Key[1:], bytes.Repeat([]byte{0xff}, 32)) },
		"a relay that is too long": func(e *types.Entry) { e.Channel.Relay = strings.Repeat("x", channel.MaxRelay+1) },
		"a relay with a space":     func(e *types.Entry) { e.Channel.Relay = "wss://a b" },
		"a relay with a line feed": func(e *types.Entry) { e.Channel.Relay = "wss://a\n" },
		"a relay in other letters": func(e *types.Entry) { e.Channel.Relay = "wss://ä" },
	} {
		t.Run(name, func(t *testing.T) {
			f.refuse(types.ErrInvalidChannel, create(spoil))
		})
	}
	same := func(*types.Entry) {}
	id := f.open(create(same))
	join := joinMsg(id, f.newBoard(bob, game.Classic(), classicFleet))
	f.refuse(types.ErrInvalidChannel, join)
	require.ErrorContains(t, f.try(join), "the game is played at sea: join with a channel key")
	join.Entry = entry(bob, func(e *types.Entry) { e.Channel.Key = f.game(id).Participants[0].Channel.Key })
	f.refuse(types.ErrInvalidChannel, join)
	join.Entry = entry(bob, func(e *types.Entry) { e.Channel.Relay = "wss://elsewhere" })
	f.deliver(join)
	require.Empty(t, f.game(id).Participants[1].Channel.Relay, "the creator's relay counts")
	require.NotEmpty(t, f.game(id).Participants[0].Channel.Relay)
	require.EqualValues(t, leaseBlocks, f.game(id).LeaseBlocks)
	require.Equal(t, f.height()+leaseBlocks, f.state(id).Deadline)

	onChain := f.create(f.newBoard(alice, game.Classic(), classicFleet))
	join = joinMsg(onChain, f.newSailor(bob, game.Classic(), classicFleet))
	f.refuse(types.ErrInvalidChannel, join)
	require.ErrorContains(t, f.try(join), "the game is played on chain: join without a channel key")
}

// A match meets its own kind alone, and two who ask for a game at sea are at sea.
func TestMatchesAtSeaMeetTheirKind(t *testing.T) {
	f := newSeaFixture(t)
	ask := func(p player, atSea bool) *types.MsgMatchGame {
		msg := f.matchMsg(p, game.Classic())
		if atSea {
			msg.Entry = f.newSailor(p, game.Classic(), classicFleet).entry()
		}
		return msg
	}
	onChain, joined := f.match(ask(alice, false))
	require.False(t, joined)
	atSea, joined := f.match(ask(bob, true))
	require.False(t, joined)
	id, joined := f.match(ask(carol, true))
	require.True(t, joined)
	require.Equal(t, atSea, id)
	require.True(t, f.stand(id).AtSea)
	id, joined = f.match(ask(mallory, false))
	require.True(t, joined)
	require.Equal(t, onChain, id)
	require.False(t, f.stand(id).AtSea)
}

// A clock that is longer than the lease is the lease. Going ashore then brings no deadline nearer.
func TestALeaseIsAsLongAsTheClock(t *testing.T) {
	f := newSeaFixture(t)
	creator, joiner := f.newSailor(alice, game.Classic(), classicFleet), f.newSailor(bob, game.Classic(), classicFleet)
	msg := createMsg(creator)
	msg.TurnBlocks = 3 * leaseBlocks
	v := &voyage{duel: &duel{fixture: f, id: f.open(msg), boards: [2]board{creator, joiner}}}
	join := joinMsg(v.id, joiner)
	join.Toss = v.tossFor(game.Creator)
	f.deliver(join)
	f.endBlock()
	v.sea = v.channel(v.id)
	require.EqualValues(t, 3*leaseBlocks, f.game(v.id).LeaseBlocks)
	lease := v.now().Deadline
	v.deliver(v.posts(alice, v.legs(3)[2].letter))
	require.Greater(t, v.now().Deadline, lease)
	require.Equal(t, lease, v.queued(), "the entry comes up early and is moved then")
	v.skipTo(lease + 2)
	require.Equal(t, v.now().Deadline, v.queued())
}

// queued returns the height of the game's entry in the expiry queue.
func (d *duel) queued() int64 {
	d.Helper()
	height, err := d.keeper.Collections().Queue.Heights().Get(d.ctx, d.id)
	require.NoError(d, err)
	has, err := d.keeper.Collections().Queue.Entries().Has(d.ctx, collections.Join(height, d.id))
	require.NoError(d, err)
	require.True(d, has)
	return height
}

// Going ashore brings the deadline nearer, and the entry of the queue with it: who is silent then is found at once, not
// when the lease is over. An entry that stands elsewhere is put right by the next block that meets it.
func TestGoingAshoreTakesTheQueueAlong(t *testing.T) {
	v := newSeaFixture(t).sail(game.Classic())
	lease := v.now().Deadline
	require.LessOrEqual(t, v.queued(), lease)
	_, err := v.keeper.Collections().Queue.Release(v.ctx, v.id, v.height()+1)
	require.NoError(t, err)
	v.skipTo(v.height() + 3)
	require.Equal(t, lease, v.queued(), "an entry that came up early")
	v.deliver(v.posts(alice, v.legs(4)[3].letter))
	require.Equal(t, v.height()+turnBlocks, v.now().Deadline)
	require.Equal(t, v.now().Deadline, v.queued())
	silent := v.now().Actor
	v.skipTo(v.now().Deadline + 2)
	require.Equal(t, game.ReasonTimeout, v.now().Reason)
	require.Equal(t, silent.Other(), v.now().Actor)

	w := newSeaFixture(t).sail(game.Classic())
	_, err = w.keeper.Collections().Queue.Drop(w.ctx, w.id)
	require.NoError(t, err)
	ctx, _ := w.ctx.WithEventManager(sdk.NewEventManager()).CacheContext()
	require.ErrorIs(t, w.keeper.PostState(ctx, w.posts(alice, channel.Proof{})), types.ErrCorrupt)
}

// Queries tell that a game is at sea, until when, and that nobody owes anything on chain.
func TestQueriesOfAGameAtSea(t *testing.T) {
	f := newSeaFixture(t)
	id := f.create(f.newSailor(alice, game.Classic(), classicFleet))
	open, err := f.queries.OpenGames(f.ctx, &types.QueryOpenGamesRequest{})
	require.NoError(t, err)
	require.Equal(t, f.game(id).Participants[0].Channel, open.Games[0].Channel)

	v := f.sail(game.Classic())
	next, err := f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: v.id})
	require.NoError(t, err)
	require.True(t, next.AtSea)
	require.Equal(t, types.OBLIGATION_NONE, next.Obligation)
	require.Empty(t, next.Player)
	require.Equal(t, v.now().Deadline, next.Deadline)
	require.Contains(t, next.Summary, "play by letters")
	games, err := f.queries.Games(f.ctx, &types.QueryGamesRequest{Player: bob.text()})
	require.NoError(t, err)
	require.True(t, games.Games[0].AtSea)
	require.True(t, games.Games[0].Channel)
	require.Empty(t, games.Games[0].Actor)
	res, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: v.id})
	require.NoError(t, err)
	require.True(t, res.Progress.AtSea)
	x, err := res.Game.Stand(res.Progress)
	require.NoError(t, err)
	require.Equal(t, v.at(), x)

	v.deliver(v.posts(alice, v.legs(2)[1].letter))
	next, err = f.queries.NextAction(f.ctx, &types.QueryNextActionRequest{GameId: v.id})
	require.NoError(t, err)
	require.False(t, next.AtSea)
	require.Equal(t, types.OBLIGATION_ANSWER, next.Obligation)
}

// Games at sea, and ashore with whoever was heard, go on after an export and import, and letters stay good.
func TestGamesAtSeaGoThroughGenesis(t *testing.T) {
	f := newSeaFixture(t)
	atSea, posted, heard := f.sail(game.Classic()), f.sail(game.Classic()), f.sail(game.Xaya())
	ended := f.sail(game.Classic())
	open := f.create(f.newSailor(alice, game.Classic(), classicFleet))
	posted.deliver(posted.posts(alice, posted.legs(5)[4].letter))
	heard.deliver(heard.posts(bob, channel.Proof{}))
	heard.deliver(heard.posts(alice, heard.legs(8)[7].letter))
	legs := ended.legs(0)
	ended.deliver(ended.posts(alice, legs[len(legs)-1].letter))

	gs := f.exported()
	require.NoError(t, gs.Validate(f.keeper.AddressCodec()))
	next := f.successor()
	next.ctx = next.ctx.WithHeaderHash(f.ctx.HeaderHash())
	require.NoError(t, next.keeper.InitGenesis(next.ctx, gs))
	require.Equal(t, gs, next.exported())
	for _, v := range []*voyage{atSea, posted, heard, ended} {
		before := v.at()
		v.fixture = next
		require.Equal(t, before, v.at())
		require.Equal(t, before.State.Deadline, v.queued())
	}
	require.NotNil(t, next.game(open).Participants[0].Channel)
	atSea.deliver(atSea.posts(bob, atSea.legs(9)[8].letter))
	heard.deliver(heard.concede(game.Creator))
	posted.refuse(types.ErrUnheard, posted.concede(game.Creator))
	posted.deliver(posted.posts(mallory, posted.legs(9)[8].letter))
	ended.deliver(ended.claim(game.Creator))
}

// A genesis state of a game at sea that the module cannot have exported is refused.
func TestFalseGamesAtSeaAreNoGenesis(t *testing.T) {
	f := newSeaFixture(t)
	v := f.sail(game.Classic())
	ashore := f.sail(game.Classic())
	ashore.deliver(ashore.posts(alice, ashore.legs(5)[4].letter))
	d, creators := f.play(game.Classic()), []types.Seat{types.SEAT_CREATOR}
	open := &duel{fixture: f, id: f.create(f.newSailor(alice, game.Classic(), classicFleet))}
	for name, spoil := range map[string]func(gs *types.GenesisState){
		"heard before the join":    func(gs *types.GenesisState) { open.in(gs).Progress.Heard = creators },
		"another end of the lease": func(gs *types.GenesisState) { v.in(gs).Progress.Deadline++ },
		"no lease":                 func(gs *types.GenesisState) { v.in(gs).Game.LeaseBlocks = 0 },
		"a lease without keys":     func(gs *types.GenesisState) { d.in(gs).Game.LeaseBlocks = leaseBlocks },
		"at sea without keys":      func(gs *types.GenesisState) { d.in(gs).Progress.AtSea = true },
		"heard without keys":       func(gs *types.GenesisState) { d.in(gs).Progress.Heard = creators },
		"heard at sea":             func(gs *types.GenesisState) { v.in(gs).Progress.Heard = creators },
		"at sea in play":           func(gs *types.GenesisState) { ashore.in(gs).Progress.AtSea = true },
		"nobody heard": func(gs *types.GenesisState) {
			ashore.in(gs).Progress.Heard = []types.Seat{types.SEAT_UNSPECIFIED}
		},
		"heard twice": func(gs *types.GenesisState) {
			ashore.in(gs).Progress.Heard = []types.Seat{types.SEAT_CREATOR, types.SEAT_CREATOR}
		},
		"heard in the wrong order": func(gs *types.GenesisState) {
			ashore.in(gs).Progress.Heard = []types.Seat{types.SEAT_JOINER, types.SEAT_CREATOR}
		},
		"one key":          func(gs *types.GenesisState) { v.in(gs).Game.Participants[1].Channel = nil },
		"a joiner's relay": func(gs *types.GenesisState) { v.in(gs).Game.Participants[1].Channel.Relay = "wss://x" },
		"a false key":      func(gs *types.GenesisState) { v.in(gs).Game.Participants[1].Channel.Key = []byte{2} },
		"equal keys": func(gs *types.GenesisState) {
			v.in(gs).Game.Participants[1].Channel.Key = v.in(gs).Game.Participants[0].Channel.Key
		},
		"a lease shorter than a turn": func(gs *types.GenesisState) {
			v.in(gs).Game.LeaseBlocks = turnBlocks - 1
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

// Params know no lease that is shorter than the shortest clock or longer than the longest.
func TestALeaseHasBounds(t *testing.T) {
	for _, blocks := range []int64{-1, 0, types.MinClockBlocks - 1, types.MaxClockBlocks + 1} {
		p := types.DefaultParams()
		p.LeaseBlocks = blocks
		require.ErrorIs(t, p.Validate(), types.ErrInvalidParams)
	}
}
