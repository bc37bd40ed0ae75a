package melee_test

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
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// fray is a melee in which anything happens.
type fray struct {
	*kit.Brawl
	*rand.Rand
	// silent is how often in ten a player says nothing.
	silent int
	sent   int
}

// newFray has up to 16 players, some of them with boards that lie, with a stake or none.
func newFray(t *testing.T, seed int64) *fray {
	t.Helper()
	r := rand.New(rand.NewSource(seed))
	f := kit.New(t, kit.WithParams(kit.WithMeleeDeposit))
	x := &fray{Brawl: f.NewInvited(2 + r.Intn(15)), Rand: r, silent: r.Intn(4)}
	if r.Intn(3) == 0 {
		x.Create(nil)
	}
	for i := 1; i < len(x.Boards); i++ {
		x.Boards[i] = x.NewBrawler(x.Boards[i].Player, kit.FleetNumber(i%10))
		if r.Intn(6) == 0 {
			x.Boards[i].Board = x.Boards[i].Without(x.Boards[i].Fleet[r.Intn(4)])
		}
	}
	return x
}

// all is what there is of the coin that is staked, wherever it is.
func (x *fray) all() sdk.Coin {
	x.Helper()
	all := x.Bank.GetBalance(x.Ctx, kit.ModuleAddress, types.DefaultFeeDenom)
	for _, b := range x.Boards {
		all = all.Add(x.Bank.GetBalance(x.Ctx, b.Player.Addr, types.DefaultFeeDenom))
	}
	return all.Add(kit.Anchors(pool(x.Brawl))).Add(kit.Anchors(house(x.Brawl)))
}

// step sends a message, or ends a block. What is refused must have a code, and have written nothing.
func (x *fray) step() {
	x.Helper()
	if x.Intn(12) == 0 {
		x.EndBlock()
		return
	}
	s := x.Now()
	seat := melee.Seat(x.Intn(len(x.Boards)))
	if x.Intn(10) < x.silent && s.Owes.Len() <= x.silent {
		x.EndBlock()
		return
	}
	boards := slices.Clone(x.Boards)
	if err := x.Try(x.message(s, seat)); err != nil {
		x.Boards = boards
		codespace, _, _ := errors.ABCIInfo(err, false)
		require.Equal(x, types.ModuleName, codespace, "%v", err)
		return
	}
	x.sent++
	x.Look()
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
		return x.Join(int(seat))
	case melee.StageReady:
		return x.Confirm(x.number(seat))
	case melee.StageAim:
		return x.Aim(x.number(seat), x.target(s))
	case melee.StageFire:
		return x.Fire(x.number(seat))
	case melee.StageReport:
		return x.Report(x.number(seat))
	default:
		return x.ClaimMsg(x.number(seat))
	}
}

// number returns which of the boards is that of the player on a seat.
func (x *fray) number(seat melee.Seat) melee.Seat {
	m := x.Melee(x.ID)
	if int(seat) < len(m.Players) {
		for i, b := range x.Boards {
			if b.Player.Text() == m.Players[seat].Address {
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
		return x.Leave(seat)
	case 1:
		return x.Concede(seat)
	case 2:
		return x.ClaimMsg(seat)
	case 3:
		return x.DeclineMsg(x.Boards[seat].Player)
	case 4:
		return x.SetDelegate(x.Boards[seat].Player, x.Text(melee.Seat(x.Intn(len(x.Boards)))))
	case 5:
		return x.SetDelegate(x.Boards[seat].Player, kit.NewPlayer(fmt.Sprint("friend ", x.Intn(3))).Text())
	case 6:
		return x.Join(int(seat))
	case 7:
		return &types.MsgFire{Sender: x.Text(seat), GameId: x.ID, Target: "A1", Salt: make([]byte, 32)}
	default:
		return &types.MsgReport{Sender: x.Text(seat), GameId: x.ID}
	}
}

// proveAll has whoever may claim do so, as far as the boards are honest.
func (x *fray) proveAll() {
	x.Helper()
	s := x.Now()
	if s.Stage != melee.StageClaim && s.Stage != melee.StageSecond {
		return
	}
	for seat := range s.Owes.All() {
		if !x.Gone() && x.Boards[x.number(seat)].Honest() && x.Now().Owes.Has(seat) {
			x.Deliver(x.ClaimMsg(x.number(seat)))
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
			if x.Gone() {
				break
			}
			x.step()
			require.Equal(t, before.String(), x.all().String(), "seed %d", seed)
		}
		for blocks := 0; !x.Gone(); blocks++ {
			if seed%2 == 0 {
				x.proveAll()
			}
			if x.Gone() {
				break
			}
			x.EndBlock()
			require.Less(t, blocks, 5_000, "seed %d goes on for ever:\n%s", seed, standing(x.Brawl))
			require.Equal(t, before.String(), x.all().String(), "seed %d", seed)
		}
		end := "cancelled"
		if has, err := x.Keeper.Records().MeleeResults.Has(x.Ctx, x.ID); err == nil && has {
			end = "void"
			if x.Ended().Winners != 0 {
				end = "won"
			}
		}
		ends[end]++
	}
	t.Logf("ends: %v", ends)
}
