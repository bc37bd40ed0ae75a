package keeper_test

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// fray is a melee in which anything happens.
type fray struct {
	*brawl
	*rand.Rand
	// silent is how often in ten a player says nothing.
	silent int
	sent   int
}

// newFray has up to 16 players, some of them with boards that lie, with a stake or none.
func newFray(t *testing.T, seed int64) *fray {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	f := newFixture(t, withParams(withMeleeDeposit))
	x := &fray{brawl: f.newInvited(2 + r.Intn(15)), Rand: r, silent: r.Intn(4)}
	if r.Intn(3) == 0 {
		x.create(nil)
	}
	for i := 1; i < len(x.boards); i++ {
		x.boards[i] = x.newBrawler(x.boards[i].player, fleetNumber(i%10))
		if r.Intn(6) == 0 {
			x.boards[i].Board = x.boards[i].Without(x.boards[i].Fleet[r.Intn(4)])
		}
	}
	return x
}

// all is what there is of the coin that is staked, wherever it is.
func (x *fray) all() sdk.Coin {
	x.Helper()
	all := x.bank.GetBalance(x.ctx, moduleAddress, types.DefaultFeeDenom)
	for _, b := range x.boards {
		all = all.Add(x.bank.GetBalance(x.ctx, b.player.addr, types.DefaultFeeDenom))
	}
	return all.Add(anchors(x.pool())).Add(anchors(x.house()))
}

// step sends a message, or ends a block. What is refused must have a code, and have written nothing.
func (x *fray) step() {
	x.Helper()
	if x.Intn(12) == 0 {
		x.endBlock()
		return
	}
	s := x.now()
	seat := melee.Seat(x.Intn(len(x.boards)))
	if x.Intn(10) < x.silent && s.Owes.Len() <= x.silent {
		x.endBlock()
		return
	}
	boards := slices.Clone(x.boards)
	if err := x.try(x.message(s, seat)); err != nil {
		x.boards = boards
		codespace, _, _ := errors.ABCIInfo(err, false)
		require.Equal(x, types.ModuleName, codespace, "%v", err)
		return
	}
	x.sent++
	x.look()
}

// message is mostly what a seat owes.
func (x *fray) message(s melee.State, seat melee.Seat) sdk.Msg {
	x.Helper()
	if x.Intn(20) == 0 {
		return x.any(seat)
	}
	if x.Intn(3) > 0 {
		for by := range s.Owes.All() {
			if seat = by; x.Intn(3) == 0 {
				break
			}
		}
	}
	// Whoever has come late sits on another seat than its number says.
	switch s.Stage {
	case melee.StageOpen:
		if seat == 0 {
			return x.any(seat)
		}
		return x.join(int(seat))
	case melee.StageReady:
		return x.confirm(x.number(seat))
	case melee.StageAim:
		return x.aim(x.number(seat), x.target(s))
	case melee.StageFire:
		return x.fire(x.number(seat))
	case melee.StageReport:
		return x.report(x.number(seat))
	default:
		return x.claimMsg(x.number(seat))
	}
}

// number returns which of the boards is that of the player on a seat.
func (x *fray) number(seat melee.Seat) melee.Seat {
	m := x.melee(x.id)
	if int(seat) < len(m.Players) {
		for i, b := range x.boards {
			if b.player.text() == m.Players[seat].Address {
				return melee.Seat(i)
			}
		}
	}
	return seat
}

// target is a tile that is free, mostly.
func (x *fray) target(s melee.State) string {
	tile := x.Intn(s.Ruleset.Tiles())
	for range 20 {
		if !s.Bombed.Has(game.Tile(tile)) {
			break
		}
		tile = x.Intn(s.Ruleset.Tiles())
	}
	return s.Ruleset.TileName(game.Tile(tile))
}

// any is any message, most of them out of place.
func (x *fray) any(seat melee.Seat) sdk.Msg {
	x.Helper()
	switch x.Intn(9) {
	case 0:
		return x.leave(seat)
	case 1:
		return x.concede(seat)
	case 2:
		return x.claimMsg(seat)
	case 3:
		return x.declineMsg(x.boards[seat].player)
	case 4:
		return x.setDelegate(x.boards[seat].player, x.text(melee.Seat(x.Intn(len(x.boards)))))
	case 5:
		return x.setDelegate(x.boards[seat].player, newPlayer(fmt.Sprint("friend ", x.Intn(3))).text())
	case 6:
		return x.join(int(seat))
	case 7:
		return &types.MsgFire{Sender: x.text(seat), GameId: x.id, Target: "A1", Salt: make([]byte, 32)}
	default:
		return &types.MsgReport{Sender: x.text(seat), GameId: x.id}
	}
}

// proveAll has whoever may claim do so, as far as the boards are honest.
func (x *fray) proveAll() {
	x.Helper()
	s := x.now()
	if s.Stage != melee.StageClaim && s.Stage != melee.StageSecond {
		return
	}
	for seat := range s.Owes.All() {
		if !x.gone() && x.boards[x.number(seat)].Honest() && x.now().Owes.Has(seat) {
			x.deliver(x.claimMsg(x.number(seat)))
		}
	}
}

// Whatever players send and whoever falls silent, no coin is made or lost, what is held is what the records say, the
// events rebuild every melee, and each of them ends.
func TestAMeleeLosesNoCoin(t *testing.T) {
	t.Parallel()
	ends := make(map[string]int)
	for seed := range int64(25) {
		x := newFray(t, seed)
		before := x.all()
		for range 300 {
			if x.gone() {
				break
			}
			x.step()
			require.Equal(t, before.String(), x.all().String(), "seed %d", seed)
		}
		for blocks := 0; !x.gone(); blocks++ {
			if seed%2 == 0 {
				x.proveAll()
			}
			if x.gone() {
				break
			}
			x.endBlock()
			require.Less(t, blocks, 5_000, "seed %d goes on for ever:\n%s", seed, x.standing())
			require.Equal(t, before.String(), x.all().String(), "seed %d", seed)
		}
		end := "cancelled"
		if has, err := x.keeper.Records().MeleeResults.Has(x.ctx, x.id); err == nil && has {
			end = "void"
			if x.ended().Winners != 0 {
				end = "won"
			}
		}
		ends[end]++
	}
	t.Logf("ends: %v", ends)
}
