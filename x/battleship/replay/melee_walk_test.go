package replay_test

import (
	"fmt"
	"slices"

	"github.com/cosmos/gogoproto/proto"
	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// brawl is a random melee as a chain would play it: its records, its state, and the events that were emitted of it.
type brawl struct {
	t      *rapid.T
	height int64
	melee  types.Melee
	state  melee.State
	fleets []game.Fleet
	// silent is how often in ten a deadline is missed.
	silent int
	// seated counts who has sat down, so that each has an address of its own.
	seated int
}

// brawlers are the addresses of those who may play, by number.
func brawler(i int) string { return fmt.Sprintf("brawler-%d", i) }

// drawBrawl opens a melee, and returns the event that tells it.
func drawBrawl(t *rapid.T) (*brawl, *types.EventMeleeCreated) {
	b := &brawl{t: t, height: rapid.Int64Range(1, 5).Draw(t, "height"), silent: rapid.IntRange(0, 4).Draw(t, "silent")}
	clock := game.Clock{OpenBlocks: rapid.Int64Range(1, 9).Draw(t, "open"), TurnBlocks: 3, ClaimBlocks: 4}
	players := rapid.SampledFrom([]int{2, 3, 4, 7, 16}).Draw(t, "players")
	s, err := melee.NewState(melee.Ruleset(), clock, players, b.height)
	if err != nil {
		t.Fatal(err)
	}
	b.state, b.seated = s, 1
	b.melee = types.Melee{
		Id: 7, RulesetId: s.Ruleset.ID, Players: make([]types.MeleePlayer, players), TurnBlocks: 3, ClaimBlocks: 4,
		CreatedHeight: b.height, Terms: types.Terms{Casual: true}, Creator: brawler(0),
	}
	b.melee.Players[0].Address = brawler(0)
	if rapid.Bool().Draw(t, "invited") {
		for i := 1; i < players; i++ {
			b.melee.Invited = append(b.melee.Invited, brawler(i))
		}
	}
	for range players {
		seed := rapid.Uint64().Draw(t, "fleet")
		fleet, err := game.RandomFleet(s.Ruleset, func(n int) int {
			seed = seed*6364136223846793005 + 1442695040888963407
			return int(seed >> 33 % uint64(n))
		})
		if err != nil {
			t.Fatal(err)
		}
		b.fleets = append(b.fleets, fleet)
	}
	return b, &types.EventMeleeCreated{
		GameId: 7, Creator: brawler(0), Board: walkBoard(0), RulesetId: s.Ruleset.ID, Players: uint32(players),
		TurnBlocks: 3, ClaimBlocks: 4, Deadline: s.Deadline, Terms: b.melee.Terms, Invited: b.melee.Invited,
	}
}

// walkBoard is a board that can be emitted from others.
func walkBoard(number int) types.BoardCommitment {
	return types.BoardCommitment{Scheme: types.COMMITMENT_SCHEME_MERKLE_ROWS, Nonce: uint64(number)}
}

// draw draws an action that is mostly legal.
func (b *brawl) draw() melee.Action {
	t, s := b.t, b.state
	seat := melee.Seat(rapid.IntRange(0, len(s.Players)-1).Draw(t, "seat"))
	if game.Late(s.Deadline, b.height) {
		return melee.Expire{}
	}
	chance := rapid.IntRange(0, 9).Draw(t, "chance")
	if s.Stage == melee.StageOpen {
		switch {
		case chance == 0:
			return melee.Leave{By: seat}
		case chance == 1 && len(b.melee.Invited) > 0:
			return melee.Decline{}
		}
		return melee.Join{}
	}
	if chance < b.silent {
		b.height = s.Deadline + 1
		return melee.Expire{}
	}
	owing := slices.Collect(s.Owes.All())
	by := owing[rapid.IntRange(0, len(owing)-1).Draw(t, "owing")]
	if chance == 9 && s.Stage != melee.StageReady {
		return melee.Concede{By: seat}
	}
	switch s.Stage {
	case melee.StageReady:
		if chance == 9 {
			return melee.Leave{By: by}
		}
		return melee.Confirm{By: by}
	case melee.StageAim:
		return melee.Aim{By: by}
	case melee.StageFire:
		return melee.Fire{By: by, Tile: b.drawTarget()}
	case melee.StageReport:
		return melee.Report{By: by, Hits: s.Volley().Intersect(b.tiles(by))}
	default:
		return melee.Claim{By: by, Fleet: b.fleets[by]}
	}
}

// tiles are those of a seat's ships.
func (b *brawl) tiles(seat melee.Seat) game.Set {
	tiles, err := b.state.Ruleset.FleetTiles(b.fleets[seat])
	if err != nil {
		b.t.Fatal(err)
	}
	return tiles
}

// drawTarget draws a tile that was not bombed, mostly one with a ship of somebody afloat.
func (b *brawl) drawTarget() game.Tile {
	free := b.state.Free()
	ships := game.Set{}
	for seat := range b.state.Seats(melee.Afloat).All() {
		ships = ships.Union(b.tiles(seat))
	}
	if aimed := free.Intersect(ships); !aimed.IsEmpty() && rapid.IntRange(0, 4).Draw(b.t, "blind") > 0 {
		free = aimed
	}
	return rapid.SampledFrom(slices.Collect(free.All())).Draw(b.t, "target")
}

// step performs an action, and returns its events; false if it is refused.
func (b *brawl) step(a melee.Action) ([]proto.Message, bool) {
	next, events, err := melee.Step(b.state, a, b.height)
	if err != nil {
		return nil, false
	}
	before := b.state
	b.state = next
	emitted := make([]proto.Message, len(events))
	for i, event := range events {
		emitted[i] = b.typedEvent(event, before.Stage)
	}
	if next.Stage != melee.StageOpen {
		b.melee.Invited = nil
	}
	if before.Round == 0 && next.Round == 1 {
		b.melee.StartedHeight = b.height
		over, ok := emitted[len(emitted)-1].(*types.EventMeleeOver)
		if ok {
			over.Result.StartedHeight = b.height
		}
	}
	return emitted, true
}

// typedEvent returns an event as a chain emits it, and changes the melee's records as it does.
func (b *brawl) typedEvent(event melee.Event, stage melee.Stage) proto.Message {
	player := func(seat melee.Seat) string { return b.melee.Players[seat].Address }
	r := b.state.Ruleset
	switch e := event.(type) {
	case melee.Joined:
		who, delegate := brawler(b.seated), ""
		if len(b.melee.Invited) > 0 {
			who, b.melee.Invited = b.melee.Invited[0], b.melee.Invited[1:]
		} else if rapid.Bool().Draw(b.t, "delegate") {
			delegate = who + "'s second"
		}
		b.melee.Players[e.By] = types.MeleePlayer{Address: who, Delegate: delegate}
		b.seated++
		return &types.EventMeleeJoined{
			GameId: 7, Seat: uint32(e.By), Player: who, Delegate: delegate, Board: walkBoard(b.seated),
		}
	case melee.Declined:
		last := len(b.melee.Invited) - 1
		who := b.melee.Invited[last]
		b.melee.Invited = b.melee.Invited[:last]
		return &types.EventMeleeDeclined{GameId: 7, Seat: uint32(e.Place), Player: who}
	case melee.Left:
		left := &types.EventMeleeLeft{GameId: 7, Seat: uint32(e.By), Player: player(e.By)}
		b.melee.Players[e.By] = types.MeleePlayer{}
		if stage == melee.StageReady {
			b.melee.Players[e.By].Address = left.Player
		} else if len(b.melee.Invited) > 0 {
			b.melee.Invited = append(b.melee.Invited, left.Player)
		}
		return left
	case melee.Withdrawn:
		return &types.EventMeleeWithdrawn{GameId: 7, Seat: uint32(e.By), Player: player(e.By), Deadline: e.Deadline}
	case melee.Confirmed:
		return &types.EventMeleeConfirmed{GameId: 7, Seat: uint32(e.By), Player: player(e.By)}
	case melee.Cancelled:
		return &types.EventMeleeCancelled{GameId: 7, Cause: types.CancelCause(e.Cause)}
	case melee.StageBegan:
		return &types.EventStageBegan{
			GameId: 7, Stage: types.Stage(e.Stage), Round: uint32(e.Round), Owes: uint32(e.Owes), Deadline: e.Deadline,
		}
	case melee.StageExtended:
		return &types.EventStageExtended{GameId: 7, Deadline: e.Deadline}
	case melee.Aimed:
		return &types.EventAimed{GameId: 7, Seat: uint32(e.By), Player: player(e.By), Aim: []byte{byte(e.By), 1}}
	case melee.Fired:
		return &types.EventFired{GameId: 7, Seat: uint32(e.By), Player: player(e.By), Target: r.TileName(e.Tile)}
	case melee.Reported:
		return &types.EventReported{
			GameId: 7, Seat: uint32(e.By), Player: player(e.By), Hits: types.TileNames(r, e.Hits),
		}
	case melee.Strike:
		return &types.EventStruck{GameId: 7, Seat: uint32(e.By), Player: player(e.By)}
	case melee.Lost:
		return &types.EventFleetLost{
			GameId: 7, Seat: uint32(e.By), Player: player(e.By), Round: uint32(e.Round), Standing: types.SeatStanding(e.How),
		}
	case melee.Forfeited:
		return &types.EventPotForfeited{GameId: 7, Kept: types.NewFraction(e.Kept)}
	case melee.PlayEnded:
		return &types.EventPlayEnded{GameId: 7, Emptied: e.Emptied, Unreported: uint32(e.Unreported)}
	case melee.Proven:
		return &types.EventBoardProven{
			GameId: 7, Seat: uint32(e.By), Player: player(e.By), Fleet: r.FleetString(e.Fleet), Owes: uint32(e.Owes),
		}
	case melee.Over:
		result := types.NewMeleeResult(b.melee, b.state, b.height)
		return &types.EventMeleeOver{GameId: 7, Result: result, Terms: b.melee.Terms}
	default:
		b.t.Fatalf("an event that nobody has thought of: %T", event)
		return nil
	}
}
