package melee

import (
	"errors"
	"slices"

	"cosmossdk.io/collections"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// silenceOdds is how many messages of a stage it takes, on average, to find one that is not sent where it is due first.
const silenceOdds = 4

// brawl is a melee with the hidden boards of all its players.
type brawl struct {
	melee types.Melee
	state melee.State
	// boards are by seat; those of seats without a board are empty.
	boards []commitmenttest.Board
}

// findBrawl returns a random melee that is wanted and of which the deadline has not passed, or ErrSkip.
func findBrawl(s core.Scene, wanted func(melee.State) bool) (*brawl, error) {
	records := s.Keeper.Records()
	stateOf := func(id uint64, m types.Melee) (melee.State, error) {
		progress, err := records.MeleeProgress.Get(s.Ctx, id)
		if err != nil {
			return melee.State{}, err
		}
		return m.State(progress)
	}
	found, err := core.AnyOf(s, records.Melees, func(id uint64, m types.Melee) (bool, error) {
		state, err := stateOf(id, m)
		return err == nil && wanted(state) && !game.Late(state.Deadline, s.Ctx.BlockHeight()), err
	})
	if err != nil {
		return nil, err
	}
	b := &brawl{melee: found.Value, boards: make([]commitmenttest.Board, len(found.Value.Players))}
	if b.state, err = stateOf(found.Key, found.Value); err != nil {
		return nil, err
	}
	for seat := range types.Staked(b.state).All() {
		committed, err := records.MeleeBoards.Get(s.Ctx, collections.Join(found.Key, uint32(seat)))
		if err != nil {
			return nil, err
		}
		player, err := s.Data.AddressCodec().StringToBytes(b.melee.AddressOf(seat))
		if err != nil {
			return nil, err
		}
		if b.boards[seat], err = core.NewBoard(s.Ctx.ChainID(), player, committed.Nonce, b.state.Ruleset); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// hurried returns a melee in a stage: most often one with a player about to sink, otherwise one whose deadline is near,
// if there is one, so that some melees are played to the end, large tables make progress, and not all melees end by
// silence.
func hurried(s core.Scene, stage melee.Stage) (*brawl, error) {
	const near = 2
	if s.Dice.Intn(silenceOdds) == 0 {
		return findBrawl(s, inStage(stage))
	}
	for _, first := range []func(melee.State) bool{
		sinking,
		func(state melee.State) bool { return state.Deadline <= s.Ctx.BlockHeight()+near },
	} {
		b, err := findBrawl(s, func(state melee.State) bool { return state.Stage == stage && first(state) })
		if !errors.Is(err, core.ErrSkip) {
			return b, err
		}
	}
	return findBrawl(s, inStage(stage))
}

// sinking reports whether a melee has few players, one of which is afloat and was hit often.
func sinking(state melee.State) bool {
	const few, often = 3, 3
	return len(state.Players) <= few && slices.ContainsFunc(state.Players, func(p melee.Player) bool {
		return p.Standing == melee.Afloat && p.Hits.Len() >= often
	})
}

// inStage returns a filter for melees in one of some stages.
func inStage(stages ...melee.Stage) func(melee.State) bool {
	return func(s melee.State) bool { return slices.Contains(stages, s.Stage) }
}

// insiders returns the addresses that may act in the melee.
func (b *brawl) insiders() []string {
	var addresses []string
	for _, p := range b.melee.Players {
		addresses = append(addresses, p.Address, p.Delegate)
	}
	return addresses
}

// aimOf returns the aim of a seat that is kept.
func aimOf(s core.Scene, b *brawl, seat melee.Seat) ([]byte, error) {
	return s.Keeper.Records().Aims.Get(s.Ctx, collections.Join(b.melee.Id, uint32(seat)))
}

// target returns a tile that was not bombed: most often one that holds a ship of the player at the table who is nearest
// to sinking, so that melees come to an end.
func target(s core.Scene, b *brawl) game.Tile {
	free := b.state.Free()
	if ships := b.wreck(free); !ships.IsEmpty() && s.Dice.Intn(core.AimOdds) > 0 {
		return core.AnyTile(s.Dice, ships)
	}
	return core.AnyTile(s.Dice, free)
}

// wreck returns the given tiles that hold ships of the player afloat with the fewest such tiles. It returns none if
// they hold no ship.
func (b *brawl) wreck(free game.Set) game.Set {
	var least game.Set
	for seat := range b.state.Seats(melee.Afloat).All() {
		ships := b.boards[seat].Ships.Intersect(free)
		if !ships.IsEmpty() && (least.IsEmpty() || ships.Len() < least.Len()) {
			least = ships
		}
	}
	return least
}

// seatOf returns a random seat of a set, which must not be empty.
func seatOf(s core.Scene, seats melee.Seats) melee.Seat {
	return core.OneOf(s.Dice, slices.Collect(seats.All()))
}

// playerOf returns the player of a seat.
func playerOf(s core.Scene, b *brawl, seat melee.Seat) simsx.SimAccount {
	return s.Account(b.melee.AddressOf(seat))
}

// actorOf returns who acts for a seat: now the player, now its delegate, if it named one.
func actorOf(s core.Scene, b *brawl, seat melee.Seat) simsx.SimAccount {
	if delegate := b.melee.Players[seat].Delegate; delegate != "" && s.Dice.Intn(2) == 0 {
		return s.Account(delegate)
	}
	return playerOf(s, b, seat)
}

// openings opens tiles of a seat's board, in their order.
func (b *brawl) openings(seat melee.Seat, tiles game.Set) []types.Opening {
	var openings []types.Opening
	for tile := range tiles.All() {
		openings = append(openings, *types.NewOpening(b.boards[seat].Open(tile)))
	}
	return openings
}

// found returns the target of a seat's aim. It returns false if the aim is not the seat's own.
func (b *brawl) found(seat melee.Seat, aim []byte) (game.Tile, bool) {
	board := b.boards[seat]
	tile, err := commitment.FindAim(board.Binding, board.Secret, aim, uint16(b.state.Round))
	return tile, err == nil
}
