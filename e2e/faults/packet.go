package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	clienttypesv2 "github.com/cosmos/ibc-go/v11/modules/core/02-client/v2/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	channeltypesv2 "github.com/cosmos/ibc-go/v11/modules/core/04-channel/v2/types"
	commitmenttypes "github.com/cosmos/ibc-go/v11/modules/core/23-commitment/types"
	hostv2 "github.com/cosmos/ibc-go/v11/modules/core/24-host/v2"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/internal/lightclient"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// packetAllowance is the balance with which a packet account begins, in uanchor.
	packetAllowance = allowance / 10
	// packetTimeout is the timeout of a transfer.
	packetTimeout = time.Hour
)

// path carries transfers from the chain to itself, between two IBC clients that follow it. Its owner relays them. The
// packet account of the owner enters games by them, and the owner is its delegate.
type path struct {
	owner *client.Client
	node  *node
	codec codec.Codec
	chain *lightclient.Source
	// source is the client that sends, destination the one that receives.
	source, destination string
}

// newPath creates the clients, each as the counterparty of the other.
func newPath(ctx context.Context, w *world, owner *client.Client, over *node) (*path, error) {
	head, err := over.height(ctx)
	if err != nil {
		return nil, err
	}
	p := &path{owner: owner, node: over, codec: w.base.Codec}
	if p.chain, err = lightclient.New(ctx, over.client, chainID, head); err != nil {
		return nil, err
	}
	for _, id := range []*string{&p.source, &p.destination} {
		create, err := p.chain.CreateClient(p.signer())
		if err != nil {
			return nil, err
		}
		receipt, err := owner.Send(ctx, create)
		if err != nil {
			return nil, fmt.Errorf("create an IBC client: %w", err)
		}
		var created clienttypes.MsgCreateClientResponse
		if err := receipt.Response(&created); err != nil {
			return nil, err
		}
		*id = created.ClientId
	}
	prefix := [][]byte{[]byte("ibc"), {}}
	_, err = owner.Send(ctx,
		clienttypesv2.NewMsgRegisterCounterparty(p.source, prefix, p.destination, p.signer()),
		clienttypesv2.NewMsgRegisterCounterparty(p.destination, prefix, p.source, p.signer()),
		banktypes.NewMsgSend(owner.Key().Address, p.account(),
			sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, packetAllowance))))
	return p, err
}

func (p *path) signer() string { return p.owner.Key().Address.String() }

// account returns the packet account of the owner.
func (p *path) account() sdk.AccAddress { return packet.Account(p.destination, p.signer()) }

// joiner returns a player that enters by packets, and whose moves the owner sends.
func (p *path) joiner(local session.Player) joiner {
	name := p.owner.Key().Name
	local.Vault.Entrust(name, p.account())
	enters, moves := local, local
	enters.Chain = p.owner.By(p, name, p.account())
	moves.Principal = enters.Chain.Key()
	return joiner{enters: enters, moves: moves, delegate: p.signer()}
}

// Carry implements client.Carrier: it sends a MsgJoinGame in the memo of a transfer, and relays that. The error of a
// request that the chain has refused is not one that passes.
func (p *path) Carry(ctx context.Context, o client.Order) (client.Receipt, error) {
	join, ok := o.Msgs[0].(*types.MsgJoinGame)
	if !ok || len(o.Msgs) != 1 {
		return client.Receipt{}, fmt.Errorf("expected one %T for a packet, got %d messages, the first of type %T", join,
			len(o.Msgs), o.Msgs[0])
	}
	unsigned := *join
	unsigned.Sender = ""
	body, err := p.codec.MarshalJSON(&unsigned)
	if err != nil {
		return client.Receipt{}, err
	}
	memo := fmt.Sprintf(`{%q:{%q:%s}}`, packet.Key, packet.Join, body)
	timeout := uint64(time.Now().Add(packetTimeout).Unix()) //nolint:gosec // after 1970
	sent, err := p.owner.SendOrder(ctx, client.Order{
		Msgs: []sdk.Msg{transfertypes.NewMsgTransferWithEncoding(transfertypes.PortID, p.source,
			sdk.NewInt64Coin(app.BondDenom, 1), p.signer(), p.account().String(), clienttypes.ZeroHeight(), timeout, memo,
			transfertypes.EncodingJSON)},
		BeforeSend: o.BeforeSend,
	})
	if err != nil {
		return client.Receipt{}, err
	}
	outgoing, err := packetOf(sent.Events)
	if err != nil {
		return client.Receipt{}, err
	}
	return sent, p.relay(ctx, outgoing)
}

// packetOf returns the packet that a transaction has sent.
func packetOf(events []abci.Event) (sent channeltypesv2.Packet, err error) {
	for _, e := range events {
		for _, a := range e.Attributes {
			if e.Type != channeltypesv2.EventTypeSendPacket || a.Key != channeltypesv2.AttributeKeyEncodedPacketHex {
				continue
			}
			bz, err := hex.DecodeString(a.Value)
			if err != nil {
				return sent, err
			}
			return sent, sent.Unmarshal(bz)
		}
	}
	return sent, errors.New("the transaction has sent no packet")
}

// relay relays a packet and its acknowledgement. It returns an error if the request was refused.
func (p *path) relay(ctx context.Context, sent channeltypesv2.Packet) error {
	key := hostv2.PacketCommitmentKey(p.source, sent.Sequence)
	if err := p.deliver(ctx, p.destination, key, func(_, proof []byte, at clienttypes.Height) sdk.Msg {
		return channeltypesv2.NewMsgRecvPacket(sent, proof, at, p.signer())
	}); err != nil {
		return fmt.Errorf("deliver packet %d to %s: %w", sent.Sequence, p.destination, err)
	}
	accepted := false
	key = hostv2.PacketAcknowledgementKey(p.destination, sent.Sequence)
	if err := p.deliver(ctx, p.source, key, func(hash, proof []byte, at clienttypes.Height) sdk.Msg {
		// The chain has the hash alone, and there are two acknowledgements.
		ack := channeltypesv2.NewAcknowledgement(channeltypes.NewResultAcknowledgement([]byte{1}).Acknowledgement())
		if accepted = bytes.Equal(hash, channeltypesv2.CommitAcknowledgement(ack)); !accepted {
			ack = channeltypesv2.NewAcknowledgement(channeltypesv2.ErrorAcknowledgement[:])
		}
		return channeltypesv2.NewMsgAcknowledgement(sent, ack, proof, at, p.signer())
	}); err != nil {
		return fmt.Errorf("deliver the acknowledgement of packet %d to %s: %w", sent.Sequence, p.source, err)
	}
	if !accepted {
		return fmt.Errorf("the request in packet %d was refused", sent.Sequence)
	}
	return nil
}

// delivery makes the message for an entry of the state, with its proof in the header of a height.
type delivery func(value, proof []byte, at clienttypes.Height) sdk.Msg

// deliver sends an IBC client an entry of the state, again until that is in a block.
func (p *path) deliver(ctx context.Context, to string, key []byte, msg delivery) error {
	for {
		err := p.tryDeliver(ctx, to, key, msg)
		if err == nil || errors.Is(err, channeltypes.ErrRedundantTx) { // by an earlier try, whose reply was lost
			return nil
		}
		pause(ctx, playerPoll)
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), err)
		}
	}
}

func (p *path) tryDeliver(ctx context.Context, to string, key []byte, msg delivery) error {
	head, err := p.node.height(ctx)
	if err != nil {
		return err
	}
	// The header of a block has the root of the state before it.
	res, err := p.node.client.ABCIQueryWithOptions(ctx, "/store/ibc/key", key,
		rpcclient.ABCIQueryOptions{Height: head - 1, Prove: true})
	if err != nil {
		return err
	}
	if len(res.Response.Value) == 0 {
		return fmt.Errorf("%s does not have it at block %d: %s", p.node.name, head-1, res.Response.Log)
	}
	proofs, err := commitmenttypes.ConvertProofs(res.Response.ProofOps)
	if err != nil {
		return err
	}
	proof, err := proofs.Marshal()
	if err != nil {
		return err
	}
	update, err := p.chain.UpdateClient(ctx, to, head, p.signer())
	if err != nil {
		return err
	}
	_, err = p.owner.Send(ctx, update, msg(res.Response.Value, proof, p.chain.Height(head)))
	return err
}
