package light

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	gogogrpc "github.com/cosmos/gogoproto/grpc"
	"github.com/cosmos/gogoproto/proto"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Conn carries queries to a node, and answers those itself that a program acts on. It is safe for use by several
// goroutines at once.
type Conn struct {
	gogogrpc.ClientConn

	chain *Chain
}

// NewConn returns a connection over another one that answers provable queries from a chain.
func NewConn(over gogogrpc.ClientConn, chain *Chain) *Conn {
	return &Conn{ClientConn: over, chain: chain}
}

// Proves reports that games are read with proofs.
func (c *Conn) Proves() bool { return true }

// Proven reports whether the answers to a query of the module are proven. Of a player, only its record is; of rewards,
// the fee and the minted amount; of a game, everything but the reason for a missing reward, the next action and the
// standing of its players, which are left out.
func Proven(method string) bool {
	switch method {
	case "Game", "Result", "Melee", "MeleeResult", "Params", "Player", "Rewards", "Names", "NameOwner":
		return true
	default:
		return false
	}
}

// Invoke implements grpc.ClientConnInterface.
func (c *Conn) Invoke(ctx context.Context, method string, req, reply any, opts ...grpc.CallOption) error {
	switch req := req.(type) {
	case *types.QueryGameRequest:
		return into(reply, func(res *types.QueryGameResponse) error { return c.game(ctx, req.GameId, res) })
	case *types.QueryResultRequest:
		return into(reply, func(res *types.QueryResultResponse) error { return c.result(ctx, req.GameId, res) })
	case *types.QueryMeleeRequest:
		return into(reply, func(res *types.QueryMeleeResponse) error { return c.melee(ctx, req.GameId, res) })
	case *types.QueryMeleeResultRequest:
		return into(reply, func(res *types.QueryMeleeResultResponse) error { return c.meleeResult(ctx, req.GameId, res) })
	case *types.QueryNamesRequest:
		return into(reply, func(res *types.QueryNamesResponse) error { return c.names(ctx, req.Addresses, res) })
	case *types.QueryNameOwnerRequest:
		return into(reply, func(res *types.QueryNameOwnerResponse) error { return c.nameOwner(ctx, req.Name, res) })
	case *types.QueryParamsRequest:
		return into(reply, func(res *types.QueryParamsResponse) error {
			_, err := c.read(ctx, types.ParamsPrefix.Bytes(), &res.Params)
			return err
		})
	}
	if err := c.ClientConn.Invoke(ctx, method, req, reply, opts...); err != nil {
		return err
	}
	switch res := reply.(type) {
	case *types.QueryPlayerResponse:
		if req, ok := req.(*types.QueryPlayerRequest); ok {
			return c.player(ctx, req.Address, res)
		}
	case *txtypes.GetTxResponse:
		if res.TxResponse != nil {
			return c.chain.Seen(ctx, res.TxResponse.Height)
		}
	case *types.QueryRewardsResponse:
		return c.rewards(ctx, res)
	}
	return nil
}

// into has a reply of one kind filled.
func into[T any](reply any, fill func(T) error) error {
	res, ok := reply.(T)
	if !ok {
		return status.Errorf(codes.Internal, "expected a reply to fill, got %T", reply)
	}
	return fill(res)
}

// read returns the decoded value of one key, and reports whether there is such a record.
func (c *Conn) read(ctx context.Context, key []byte, into proto.Message) (bool, error) {
	values, _, err := c.chain.Read(ctx, key)
	if err != nil || len(values[0]) == 0 {
		return false, err
	}
	return true, decode(key, values[0], into)
}

// decode reads a record.
func decode(key, value []byte, into proto.Message) error {
	if err := proto.Unmarshal(value, into); err != nil {
		return fmt.Errorf("record %X: this program does not understand it, a newer one may: %w", key, err)
	}
	return nil
}

// game answers as the chain's query does, of the same block.
func (c *Conn) game(ctx context.Context, id uint64, res *types.QueryGameResponse) error {
	keys := [][]byte{
		storeKey(types.GamesPrefix.Bytes(), id), storeKey(types.ProgressPrefix.Bytes(), id),
		recoveryKey(id, game.Creator), recoveryKey(id, game.Joiner),
	}
	values, height, err := c.chain.Read(ctx, keys...)
	if err != nil {
		return err
	}
	if len(values[0]) == 0 {
		return c.noGame(ctx, id, "game %d was never created, cancelled or declined")
	}
	if err := decode(keys[0], values[0], &res.Game); err != nil {
		return err
	}
	if err := decode(keys[1], values[1], &res.Progress); err != nil {
		return err
	}
	state, err := res.Game.State(res.Progress)
	if err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	res.Recoveries, res.Drawing, res.Height = values[2:2+len(res.Game.Participants)], state.String(), height
	return nil
}

// noGame returns an error that explains why there is no unfinished game, or no result, of a kind that has an id.
func (c *Conn) noGame(ctx context.Context, id uint64, or string) error {
	values, _, err := c.chain.Read(ctx, storeKey(types.GamesPrefix.Bytes(), id), storeproof.KindResult.Key(id),
		storeKey(types.MeleesPrefix.Bytes(), id), storeproof.KindMeleeResult.Key(id))
	if err != nil {
		return err
	}
	for i, why := range []string{
		"game %d is a duel: query game %d", "game %d, a duel, has ended: query result %d",
		"game %d is a melee: query melee %d", "game %d, a melee, has ended: query melee-result %d",
	} {
		if len(values[i]) > 0 {
			return status.Errorf(codes.NotFound, why, id, id)
		}
	}
	return status.Errorf(codes.NotFound, or, id)
}

func (c *Conn) result(ctx context.Context, id uint64, res *types.QueryResultResponse) error {
	key, rematch := storeproof.KindResult.Key(id), storeKey(types.RematchesPrefix.Bytes(), id)
	values, _, err := c.chain.Read(ctx, key, rematch)
	if err != nil {
		return err
	}
	if len(values[0]) == 0 {
		return c.noGame(ctx, id, "game %d has no result: nobody has joined it, or it has not ended")
	}
	if err := decode(key, values[0], &res.Result); err != nil {
		return err
	}
	if len(values[1]) == 8 {
		res.Rematch = binary.BigEndian.Uint64(values[1])
	}
	return nil
}

// player replaces the record of a player in the node's answer by the proven one. The list of its games is unproven.
func (c *Conn) player(ctx context.Context, address string, res *types.QueryPlayerResponse) error {
	who, err := sdk.AccAddressFromBech32(address)
	if err != nil {
		return status.Error(codes.InvalidArgument, err.Error())
	}
	res.Player = types.Player{}
	_, err = c.read(ctx, append(bytes.Clone(types.PlayersPrefix.Bytes()), who...), &res.Player)
	return err
}

// rewards replaces the fee and the minted amount in the node's answer by the proven ones. The payout of the next game
// is unproven.
func (c *Conn) rewards(ctx context.Context, res *types.QueryRewardsResponse) error {
	values, _, err := c.chain.Read(ctx, types.ParamsPrefix.Bytes(), types.RewardsPrefix.Bytes())
	if err != nil {
		return err
	}
	var (
		params types.Params
		minted types.Rewards
	)
	if err := decode(types.ParamsPrefix.Bytes(), values[0], &params); err != nil {
		return err
	}
	if err := decode(types.RewardsPrefix.Bytes(), values[1], &minted); err != nil {
		return err
	}
	res.Fee = minted.Fee(params)
	res.Minted, res.Remaining = types.RewardCoin(minted.Minted), types.RewardCoin(minted.Remaining(params))
	return nil
}

func storeKey(prefix []byte, id uint64) []byte {
	return binary.BigEndian.AppendUint64(bytes.Clone(prefix), id)
}

func recoveryKey(id uint64, seat game.Seat) []byte {
	return seatKey(types.RecoveriesPrefix.Bytes(), id, uint32(types.SeatOf(seat)))
}

func seatKey(prefix []byte, id uint64, seat uint32) []byte {
	return binary.BigEndian.AppendUint32(storeKey(prefix, id), seat)
}
