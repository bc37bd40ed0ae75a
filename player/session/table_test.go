package session_test

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	cmtp2p "github.com/cometbft/cometbft/proto/tendermint/p2p"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	"github.com/cosmos/cosmos-sdk/codec"
	addresscodec "github.com/cosmos/cosmos-sdk/codec/address"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	chainID = "ship-1"
	gameID  = 4
	// begun is the height at which each game was opened.
	begun = 100
)

// The fleets of the players in duels and in melees. They have no tile in common.
const (
	aliceFleet  = "A1h,A3h,A5h,A7h,A9h"
	bobFleet    = "F2h,F4h,F6h,F8h,F10h"
	aliceBrawls = "A1h,A3h,A5h,A7h"
	bobBrawls   = "F2h,F4h,F6h,F8h"
)

var clock = game.Clock{OpenBlocks: 50, TurnBlocks: 10, ClaimBlocks: 20}

// errSent ends an act once its message is sent.
var errSent = errors.New("the message was sent")

// table is a game that a node shows to its players, with their boards. It keeps the messages that they send, and no
// block takes them.
type table struct {
	*testing.T

	seats  []seated
	height int64
	sent   []sdk.Msg
	// duel and melee are the game that is played, one of them.
	duel  *game.State
	melee *melee.State
	// refusal, if not nil, is the error of what is sent, in place of errSent.
	refusal error
	// lie, if not nil, changes the commitments that the node shows.
	lie func(boards []types.BoardCommitment)
}

// seated is a player with its board.
type seated struct {
	session.Player

	delegate  string
	nonce     uint64
	binding   commitment.Binding
	board     vault.Board
	committed types.BoardCommitment
}

// newTable seats alice, with nonce 3, and bob, with nonce 7.
func newTable(t *testing.T, r *game.Ruleset, alice, bob string) *table {
	t.Helper()
	s := &table{T: t, height: begun, seats: make([]seated, 2)}
	s.sit(0, r, "alice", 3, alice)
	s.sit(1, r, "bob", 7, bob)
	return s
}

// sit gives a seat to a player with a new board.
func (s *table) sit(seat int, r *game.Ruleset, name string, nonce uint64, fleet string) {
	s.Helper()
	registry := codectypes.NewInterfaceRegistry()
	cryptocodec.RegisterInterfaces(registry)
	keys := keyring.NewInMemory(codec.NewProtoCodec(registry))
	private := hex.EncodeToString([]byte(strings.Repeat(name, 32)[:32]))
	require.NoError(s, keys.ImportPrivKeyHex(name, private, string(hd.Secp256k1Type)))
	key, err := client.FindKey(keys, name)
	require.NoError(s, err)
	link := client.Link{Conn: s, Address: "127.0.0.1:1", ChainID: chainID}
	asking, err := client.New(s.Context(), link, client.Options{})
	require.NoError(s, err)
	prefix := sdk.GetConfig().GetBech32AccountAddrPrefix()
	p := seated{
		Player: session.Player{
			Chain: asking.By(s, name, key.Address),
			Vault: vault.New(keys, "", addresscodec.NewBech32Codec(prefix), nil),
		},
		nonce:   nonce,
		binding: commitment.Binding{ChainID: chainID, Player: key.Address, Nonce: nonce, Ruleset: r},
	}
	ships, err := r.ParseFleet(fleet)
	require.NoError(s, err)
	p.board, err = p.Vault.Seal(name, p.binding, ships)
	require.NoError(s, err)
	public, err := commitment.Commit(p.binding, ships, p.board.Secret)
	require.NoError(s, err)
	p.committed = types.NewBoardCommitment(nonce, public)
	s.seats[seat] = p
}

// address is the address of a seat's player.
func (s *table) address(seat int) string { return s.seats[seat].Chain.Key().Address.String() }

// newDuel has alice and bob begin a duel in which alice shoots first.
func newDuel(t *testing.T) *table {
	t.Helper()
	s := newTable(t, game.Classic(), aliceFleet, bobFleet)
	state, err := game.NewState(game.Classic(), clock, begun)
	require.NoError(t, err)
	s.duel = &state
	s.play(game.Join{}, game.RevealToss{By: game.Creator, First: game.Creator})
	return s
}

// play makes actions happen in the duel, each in the next block.
func (s *table) play(actions ...game.Action) {
	s.Helper()
	for _, a := range actions {
		s.height++
		next, _, err := game.Step(*s.duel, a, s.height)
		require.NoError(s, err, "%T", a)
		*s.duel = next
	}
}

// shoot has a seat shoot at a tile of the duel.
func (s *table) shoot(by game.Seat, name string) { s.play(game.Shoot{By: by, Tile: s.tile(name)}) }

// tile is the tile of a name.
func (s *table) tile(name string) game.Tile {
	s.Helper()
	tile, err := s.seats[0].binding.Ruleset.ParseTile(name)
	require.NoError(s, err)
	return tile
}

// open is a seat's session of the duel, as after a restart.
func (s *table) open(seat game.Seat) *duel.Session {
	return duel.Open(s.seats[seat].Player, gameID)
}

// newMelee has alice and bob begin the first round of a melee.
func newMelee(t *testing.T) *table {
	t.Helper()
	s := newTable(t, melee.Ruleset(), aliceBrawls, bobBrawls)
	state, err := melee.NewState(melee.Ruleset(), clock, len(s.seats), begun)
	require.NoError(t, err)
	s.melee = &state
	s.fight(melee.Join{}, melee.Confirm{By: 0}, melee.Confirm{By: 1})
	return s
}

// fight makes actions happen in the melee, each in the next block.
func (s *table) fight(actions ...melee.Action) {
	s.Helper()
	for _, a := range actions {
		s.height++
		next, _, err := melee.Step(*s.melee, a, s.height)
		require.NoError(s, err, "%T", a)
		*s.melee = next
	}
}

// volley has both seats bomb a tile each, and leaves the reports to be made.
func (s *table) volley(alice, bob string) {
	s.Helper()
	s.fight(melee.Aim{By: 0}, melee.Aim{By: 1},
		melee.Fire{By: 0, Tile: s.tile(alice)}, melee.Fire{By: 1, Tile: s.tile(bob)})
}

// openMelee is a seat's session of the melee, as after a restart.
func (s *table) openMelee(seat int) *meleesession.Session {
	return meleesession.Open(s.seats[seat].Player, gameID)
}

// mustHaveSent returns the one message that was sent.
func mustHaveSent[M sdk.Msg](s *table) M {
	s.Helper()
	require.Len(s, s.sent, 1)
	msg, ok := s.sent[0].(M)
	require.True(s, ok, "%T", s.sent[0])
	return msg
}

// Carry implements client.Carrier.
func (s *table) Carry(_ context.Context, o client.Order) (client.Receipt, error) {
	if o.BeforeSend != nil {
		if err := o.BeforeSend(); err != nil {
			return client.Receipt{}, err
		}
	}
	s.sent = append(s.sent, o.Msgs...)
	return client.Receipt{}, cmp.Or(s.refusal, errSent)
}

// NewStream implements grpc.ClientConnInterface.
func (*table) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, status.Error(codes.Unimplemented, "no streams")
}

// Invoke implements grpc.ClientConnInterface.
func (s *table) Invoke(_ context.Context, method string, _, reply any, _ ...grpc.CallOption) error {
	boards := make([]types.BoardCommitment, len(s.seats))
	for i, p := range s.seats {
		boards[i] = p.committed
	}
	if s.lie != nil {
		s.lie(boards)
	}
	switch res := reply.(type) {
	case *cmtservice.GetNodeInfoResponse:
		res.DefaultNodeInfo = &cmtp2p.DefaultNodeInfo{Network: chainID}
	case *types.QueryGameResponse:
		*res = s.showDuel(boards)
	case *types.QueryMeleeResponse:
		*res = s.showMelee(boards)
	default:
		return status.Error(codes.Unimplemented, method)
	}
	return nil
}

func (s *table) showDuel(boards []types.BoardCommitment) types.QueryGameResponse {
	res := types.QueryGameResponse{
		Game: types.Game{
			Id: gameID, RulesetId: s.duel.Ruleset.ID, Toss: make([]byte, commitment.TossSize),
			TurnBlocks: clock.TurnBlocks, ClaimBlocks: clock.ClaimBlocks, CreatedHeight: begun, JoinedHeight: begun + 1,
			Terms: types.Terms{Casual: true},
		},
		Progress: types.ProgressOf(*s.duel),
		Height:   s.height,
	}
	for i, p := range s.seats {
		res.Game.Participants = append(res.Game.Participants, types.Participant{
			Address: s.address(i), Delegate: p.delegate, Board: boards[i],
		})
		res.Recoveries = append(res.Recoveries, p.board.Recovery)
	}
	return res
}

func (s *table) showMelee(boards []types.BoardCommitment) types.QueryMeleeResponse {
	res := types.QueryMeleeResponse{
		Melee: types.Melee{
			Id: gameID, RulesetId: s.melee.Ruleset.ID, TurnBlocks: clock.TurnBlocks, ClaimBlocks: clock.ClaimBlocks,
			CreatedHeight: begun, Creator: s.address(0), Terms: types.Terms{Casual: true},
		},
		State:  types.NewMeleeState(*s.melee),
		Height: s.height,
	}
	if s.melee.Round > 0 {
		res.Melee.StartedHeight = begun + 1
	}
	for i, p := range s.seats {
		res.Melee.Players = append(res.Melee.Players, types.MeleePlayer{Address: s.address(i), Delegate: p.delegate})
		res.Boards = append(res.Boards, types.MeleeBoard{Seat: uint32(i), Board: boards[i]})
		res.Recoveries = append(res.Recoveries, types.MeleeRecovery{Seat: uint32(i), Recovery: p.board.Recovery})
	}
	return res
}
