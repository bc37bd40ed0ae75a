package demo

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/math"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
)

// ibcChain is one of two connected chains.
type ibcChain struct {
	env.Chain
	// Name is the chain's name in the demo.
	Name string

	cctx   sdkclient.Context // with a keyring of players
	faucet *client.Client
	// connection and channel are those to the other chain: the channel is that of transfers.
	connection, channel string
	// first is an early block, the start of the measured time between blocks.
	first client.Block
}

// startIBCChain starts a chain. The caller ends it by leave, also after an error, unless it is nil.
func startIBCChain(ctx context.Context, cctx sdkclient.Context, start env.Start, home, name string) (*ibcChain, error) {
	chain, err := start(ctx, filepath.Join(home, name), "battleship-"+strings.ToLower(name)+"-1", ibcBlockTime)
	if err != nil {
		return nil, fmt.Errorf("start chain %s: %w", name, err)
	}
	s := &ibcChain{Chain: chain, Name: name}
	if s.cctx, err = env.Connect(cctx.WithKeyring(keyring.NewInMemory(cctx.Codec)), chain); err != nil {
		return s, err
	}
	link := client.LinkTo(s.cctx.WithKeyring(chain.Keyring))
	if s.faucet, err = client.New(ctx, link, client.Options{From: chain.Faucet, Poll: poll}); err != nil {
		return s, err
	}
	s.first, err = s.faucet.Head(ctx)
	return s, err
}

// leave ends the chain.
func (s *ibcChain) leave() error {
	if s == nil {
		return nil
	}
	var err error
	if s.cctx.GRPCClient != nil {
		err = s.cctx.GRPCClient.Close()
	}
	return errors.Join(err, s.Stop())
}

// interval returns the average time between blocks until now.
func (s *ibcChain) interval(ctx context.Context) (time.Duration, error) {
	last, err := s.faucet.Head(ctx)
	if err != nil || last.Height == s.first.Height {
		return 0, err
	}
	return last.Time.Sub(s.first.Time) / time.Duration(last.Height-s.first.Height), nil
}

// newKey makes a key, and returns its mnemonic and its address.
func (s *ibcChain) newKey(name string) (string, sdk.AccAddress, error) {
	record, words, err := s.cctx.Keyring.NewMnemonic(
		name, keyring.English, sdk.GetConfig().GetFullBIP44Path(), keyring.DefaultBIP39Passphrase, hd.Secp256k1)
	if err != nil {
		return "", nil, fmt.Errorf("key of %s: %w", name, err)
	}
	address, err := record.GetAddress()
	return words, address, err
}

// player makes a player with an account on this chain.
func (s *ibcChain) player(ctx context.Context, name string, seat game.Seat) (*member, error) {
	o := Options{Ruleset: game.Xaya(), Strategy: bot.DensityName, Seed: ibcSeed}
	m, err := newMember(ctx, s.cctx, o, seat, name, "")
	if err != nil {
		return nil, err
	}
	return m, s.give(ctx, m.address, allowance)
}

// give gives an address some coins for fees.
func (s *ibcChain) give(ctx context.Context, to sdk.AccAddress, amount int64) error {
	coins := sdk.NewCoins(sdk.NewInt64Coin(client.GasDenom, amount))
	if _, err := s.faucet.Send(ctx, banktypes.NewMsgSend(s.faucet.Key().Address, to, coins)); err != nil {
		return fmt.Errorf("give coins on %s: %w", s.Name, err)
	}
	return nil
}

// balance returns the bank balance of an address.
func (s *ibcChain) balance(ctx context.Context, address sdk.AccAddress, denom string) (math.Int, error) {
	coin, err := s.faucet.Balance(ctx, address.String(), denom)
	return coin.Amount, err
}

// expect returns an error unless the bank balance of an address is as expected.
func (s *ibcChain) expect(ctx context.Context, what string, address sdk.AccAddress, denom string, want math.Int) error {
	got, err := s.balance(ctx, address, denom)
	if err != nil {
		return err
	}
	return expect(what, got, want)
}

// voucher returns the denom on this chain of a coin that came over the channel of transfers.
func (s *ibcChain) voucher(denom string) string {
	return transfertypes.NewDenom(denom, transfertypes.NewHop(transfertypes.PortID, s.channel)).IBCDenom()
}

// backed returns the amount of a coin of this chain in escrow. It returns an error if the other chain has another
// amount of its vouchers.
func (s *ibcChain) backed(ctx context.Context, other *ibcChain, denom string) (math.Int, error) {
	escrow, err := s.balance(ctx, transfertypes.GetEscrowAddress(transfertypes.PortID, s.channel), denom)
	if err != nil {
		return escrow, err
	}
	voucher := other.voucher(denom)
	res, err := banktypes.NewQueryClient(other.faucet.Conn()).SupplyOf(ctx,
		&banktypes.QuerySupplyOfRequest{Denom: voucher})
	if err != nil {
		return escrow, fmt.Errorf("supply of %s on %s: %w", voucher, other.Name, err)
	}
	if !res.Amount.Amount.Equal(escrow) {
		return escrow, fmt.Errorf("expected as many vouchers on %s as coins in escrow on %s, got %s and %s%s",
			other.Name, s.Name, res.Amount, escrow, denom)
	}
	return escrow, nil
}

// transfer returns the message that transfers a coin to an address on the other chain.
func (s *ibcChain) transfer(
	ctx context.Context, from sdk.AccAddress, coin sdk.Coin, to sdk.AccAddress, timeout time.Duration,
) (*transfertypes.MsgTransfer, error) {
	head, err := s.faucet.Head(ctx)
	if err != nil {
		return nil, err
	}
	return transfertypes.NewMsgTransfer(transfertypes.PortID, s.channel, coin, from.String(), to.String(),
		clienttypes.ZeroHeight(), uint64(head.Time.Add(timeout).UnixNano()), ""), nil
}

// send transfers a coin to an address on the other chain, and returns the sequence of the packet.
func (s *ibcChain) send(
	ctx context.Context, from *client.Client, coin sdk.Coin, to sdk.AccAddress, timeout time.Duration,
) (uint64, error) {
	msg, err := s.transfer(ctx, from.Key().Address, coin, to, timeout)
	if err != nil {
		return 0, err
	}
	receipt, err := from.Send(ctx, msg)
	if err != nil {
		return 0, fmt.Errorf("send %s from %s: %w", coin, s.Name, err)
	}
	var sent transfertypes.MsgTransferResponse
	if err := receipt.Response(&sent); err != nil {
		return 0, err
	}
	return sent.Sequence, nil
}

// settled waits until a packet of a channel of this chain is acknowledged, or is refunded because it timed out.
func (s *ibcChain) settled(ctx context.Context, port, channel string, sequence uint64) error {
	for {
		_, err := channeltypes.NewQueryClient(s.faucet.Conn()).PacketCommitment(ctx,
			&channeltypes.QueryPacketCommitmentRequest{PortId: port, ChannelId: channel, Sequence: sequence})
		if status.Code(err) == codes.NotFound {
			return nil
		}
		if err != nil && !client.MayPass(err) {
			return fmt.Errorf("packet %d of %s on %s: %w", sequence, channel, s.Name, err)
		}
		if err := s.faucet.Sleep(ctx); err != nil {
			return fmt.Errorf("packet %d of %s on %s is not acknowledged: %w", sequence, channel, s.Name, err)
		}
	}
}

// passes waits until the chain's clock is past a time.
func (s *ibcChain) passes(ctx context.Context, moment time.Time) error {
	for {
		head, err := s.faucet.Head(ctx)
		if err == nil && head.Time.After(moment) {
			return nil
		}
		if err := s.faucet.Sleep(ctx); err != nil {
			return fmt.Errorf("wait for %s on %s: %w", moment.Format(time.TimeOnly), s.Name, err)
		}
	}
}

// findChannel learns from the chain how the relayer has connected it.
func (s *ibcChain) findChannel(ctx context.Context) error {
	res, err := channeltypes.NewQueryClient(s.faucet.Conn()).Channels(ctx, &channeltypes.QueryChannelsRequest{})
	if err != nil {
		return fmt.Errorf("channels of %s: %w", s.Name, err)
	}
	for _, c := range res.Channels {
		if c.PortId == transfertypes.PortID && c.State == channeltypes.OPEN && len(c.ConnectionHops) == 1 {
			s.connection, s.channel = c.ConnectionHops[0], c.ChannelId
			return nil
		}
	}
	return fmt.Errorf("expected an open channel for transfers on %s, got none", s.Name)
}
