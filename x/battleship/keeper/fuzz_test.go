package keeper_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Whatever anybody sends, in any order: no handler panics, and one that refuses has written nothing. try makes sure
// of the latter, and that the games that go on are those that their events tell.
func TestAttackAnyMessagesInAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		f := kit.New(t)
		d := f.Play([]*game.Ruleset{game.Classic(), game.Xaya()}[rapid.IntRange(0, 1).Draw(rt, "ruleset")])
		other := f.NewDuel(game.Classic())
		f.Create(f.NewBoard(kit.Carol, game.Classic(), kit.ClassicFleet))
		f.Fund(kit.Alice, kit.Anchors(100))
		f.Fund(kit.Bob, kit.Anchors(10))
		accepted := 0
		for range 40 {
			msg := drawMessage(rt, f, []*kit.Duel{d, other})
			if err := f.Try(msg); err == nil {
				accepted++
			}
			if rapid.IntRange(0, 3).Draw(rt, "blocks") == 0 {
				f.EndBlock()
			}
		}
		gs, err := f.Keeper.ExportGenesis(f.Ctx)
		require.NoError(t, err)
		require.NoError(t, gs.Validate(f.Keeper.AddressCodec()), "the state can be imported")
		require.LessOrEqual(t, accepted, 40)
	})
}

// drawMessage draws an honest message of a game, or one with anything in it.
func drawMessage(t *rapid.T, f *kit.Fixture, duels []*kit.Duel) sdk.Msg {
	d := rapid.SampledFrom(duels).Draw(t, "duel")
	if f.Has(d.ID) && rapid.IntRange(0, 3).Draw(t, "honest") > 0 {
		return d.Next()
	}
	id := rapid.Uint64Range(0, 5).Draw(t, "id")
	sender := drawSender(t)
	seat := game.Seat(rapid.IntRange(0, 1).Draw(t, "seat"))
	b := d.Boards[seat]
	switch rapid.IntRange(0, 12).Draw(t, "kind") {
	case 0:
		msg := kit.CreateMsg(b)
		msg.Sender, msg.RulesetId, msg.TurnBlocks = sender, rapid.Uint32Range(0, 3).Draw(t, "ruleset"), drawInt(t)
		msg.Stake, msg.Casual = drawStake(t), rapid.Bool().Draw(t, "casual")
		msg.RatingRange = rapid.SampledFrom([]uint32{0, 50, 4000, 1 << 31}).Draw(t, "range")
		msg.Opponent, msg.RematchOf = drawText(t, kit.Bob.Text(), sender), rapid.Uint64Range(0, 5).Draw(t, "rematch")
		msg.Entry = drawEntry(t, msg.Entry)
		return msg
	case 1:
		msg := kit.JoinMsg(id, b)
		msg.Sender, msg.Toss = sender, drawBytes(t, msg.Toss)
		msg.Entry = drawEntry(t, msg.Entry)
		return msg
	case 2:
		return &types.MsgShootAndReveal{
			Sender: sender, GameId: id, Opening: drawOpening(t, b), Sunk: drawShip(t), Target: drawText(t, "A1", "C7", "J10"),
		}
	case 3:
		return &types.MsgConcede{Sender: sender, GameId: id}
	case 4:
		return &types.MsgChallenge{Sender: sender, GameId: id}
	case 5:
		claim := d.Claim(seat)
		claim.Sender, claim.GameId = sender, id
		claim.Fleet, claim.BoardSecret = drawText(t, claim.Fleet, ","), drawBytes(t, claim.BoardSecret)
		return claim
	case 6:
		return &types.MsgCancelGame{Sender: sender, GameId: id}
	case 7:
		msg := f.MatchMsg(d.Player(seat), b.Binding.Ruleset)
		msg.Stake, msg.Toss, msg.TurnBlocks = drawStake(t), drawBytes(t, msg.Toss), drawInt(t)
		return msg
	case 8:
		return &types.MsgDeclineGame{Sender: sender, GameId: id}
	case 9:
		return &types.MsgSetDelegate{Sender: sender, GameId: id, Delegate: drawText(t, kit.Carol.Text(), kit.Bob.Text())}
	case 10:
		return &types.MsgWithdraw{Sender: sender, Recipient: drawText(t, kit.Carol.Text())}
	case 11:
		return &types.MsgSetName{Sender: sender, Name: drawText(t, "otter", "sharkbait", "admin")}
	default:
		params := types.DefaultParams()
		params.TurnBlocksMin, params.OpenBlocks, params.RewardCap = drawInt(t), drawInt(t), math.NewInt(drawInt(t))
		authority := rapid.SampledFrom([]string{sender, f.Authority}).Draw(t, "authority")
		return &types.MsgUpdateParams{Authority: authority, Params: params}
	}
}

// drawStake draws no stake as often as one that might do.
func drawStake(t *rapid.T) *sdk.Coin {
	return rapid.SampledFrom([]*sdk.Coin{
		nil, nil, nil,
		{Denom: types.DefaultFeeDenom, Amount: math.NewInt(7)},
		{Denom: types.DefaultFeeDenom},
		{Denom: types.RewardDenom, Amount: math.NewInt(-1)},
		{Denom: "x", Amount: math.NewInt(1)},
	}).Draw(t, "stake")
}

func drawSender(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		kit.Alice.Text(), kit.Bob.Text(), kit.Carol.Text(), kit.Mallory.Text(), strings.ToUpper(kit.Alice.Text()), "",
		"ship1", "alice",
	}).Draw(t, "sender")
}

func drawInt(t *rapid.T) int64 {
	return rapid.SampledFrom([]int64{0, 1, 10, -1, 1 << 40, 1<<63 - 1, -1 << 63}).Draw(t, "int")
}

// drawBytes draws the right bytes more often than not.
func drawBytes(t *rapid.T, right []byte) []byte {
	switch rapid.IntRange(0, 5).Draw(t, "bytes") {
	case 0:
		return nil
	case 1:
		return rapid.SliceOfN(rapid.Byte(), 0, 70).Draw(t, "content")
	default:
		return right
	}
}

func drawText(t *rapid.T, right ...string) string {
	if rapid.IntRange(0, 3).Draw(t, "text") == 0 {
		return rapid.String().Draw(t, "content")
	}
	return rapid.SampledFrom(append(right, "")).Draw(t, "right")
}

func drawShip(t *rapid.T) *types.Ship {
	if rapid.Bool().Draw(t, "no ship") {
		return nil
	}
	return &types.Ship{Class: drawText(t, "carrier", "destroyer"), Placement: drawText(t, "A1h", "A9h")}
}

func drawOpening(t *rapid.T, b kit.Board) *types.Opening {
	if rapid.IntRange(0, 3).Draw(t, "no opening") == 0 {
		return nil
	}
	o := b.TossOpening()
	if rapid.Bool().Draw(t, "tile") {
		o = b.Opening(game.Tile(rapid.IntRange(0, 63).Draw(t, "index")))
	}
	o.Salt = drawBytes(t, o.Salt)
	if rapid.IntRange(0, 3).Draw(t, "content") == 0 {
		o.Content = types.Content(rapid.Int32().Draw(t, "number"))
	}
	for i := range o.Path {
		o.Path[i] = drawBytes(t, o.Path[i])
	}
	if rapid.IntRange(0, 3).Draw(t, "path") == 0 {
		o.Path = o.Path[:len(o.Path)/2]
	}
	return o
}

func drawEntry(t *rapid.T, e types.Entry) types.Entry {
	e.Recovery, e.Delegate = drawBytes(t, e.Recovery), drawText(t, "", kit.Carol.Text(), kit.Alice.Text())
	e.Board.Nonce = rapid.Uint64Range(0, 3).Draw(t, "nonce")
	e.Board.TossLeaf = drawBytes(t, e.Board.TossLeaf)
	if rapid.IntRange(0, 3).Draw(t, "roots") == 0 {
		e.Board.RowRoots = e.Board.RowRoots[:rapid.IntRange(0, len(e.Board.RowRoots)).Draw(t, "how many")]
	}
	if rapid.IntRange(0, 3).Draw(t, "scheme") == 0 {
		e.Board.Scheme = types.CommitmentScheme(rapid.Int32().Draw(t, "number"))
	}
	return e
}

// Addresses of any length and case name the same account, or none.
func TestAnAccountHasOneName(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	for _, text := range []string{kit.Alice.Text(), strings.ToUpper(kit.Alice.Text())} {
		res, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: text})
		require.NoError(t, err, text)
		require.Zero(t, res.Player)
	}
	for _, text := range []string{
		"", " ", fmt.Sprintf(" %s", kit.Alice.Text()), kit.Alice.Text()[1:], "Ship" + kit.Alice.Text()[4:],
	} {
		_, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: text})
		require.Error(t, err, text)
	}
}
