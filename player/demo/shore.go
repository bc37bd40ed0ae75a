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
	"github.com/battleship-chain/battleship/player/client"
)

// shore is one of two connected chains.
type shore struct {
	Chain
	// Letter is what the chain is called in the demo.
	Letter string

	cctx   sdkclient.Context // with a keyring of players
	faucet *client.Client
	// connection and channel are how packets leave: the channel is that of transfers.
	connection, channel string
	// first is an early block, from which the time between blocks is counted.
	first client.Block
}

// land starts a chain. Unless the shore is nil it is to be left, also after an error.
func land(ctx context.Context, cctx sdkclient.Context, start Start, home, letter string) (*shore, error) {
	chain, err := start(ctx, filepath.Join(home, letter), "battleship-"+strings.ToLower(letter)+"-1", crossingBlockTime)
	if err != nil {
		return nil, fmt.Errorf("start chain %s: %w", letter, err)
	}
	s := &shore{Chain: chain, Letter: letter}
	if s.cctx, err = connect(cctx.WithKeyring(keyring.NewInMemory(cctx.Codec)), chain); err != nil {
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
func (s *shore) leave() error {
	if s == nil {
		return nil
	}
	var err error
	if s.cctx.GRPCClient != nil {
		err = s.cctx.GRPCClient.Close()
	}
	return errors.Join(err, s.Stop())
}

// interval is the time between blocks, on the average until now.
func (s *shore) interval(ctx context.Context) (time.Duration, error) {
	last, err := s.faucet.Head(ctx)
	if err != nil || last.Height == s.first.Height {
		return 0, err
	}
	return last.Time.Sub(s.first.Time) / time.Duration(last.Height-s.first.Height), nil
}

// newKey makes a key, and returns its words and its address.
func (s *shore) newKey(name string) (string, sdk.AccAddress, error) {
	record, words, err := s.cctx.Keyring.NewMnemonic(
		name, keyring.English, sdk.GetConfig().GetFullBIP44Path(), keyring.DefaultBIP39Passphrase, hd.Secp256k1)
	if err != nil {
		return "", nil, fmt.Errorf("key of %s: %w", name, err)
	}
	address, err := record.GetAddress()
	return words, address, err
}

// player makes a player with an account on this chain.
func (s *shore) player(ctx context.Context, name string, seat game.Seat) (*member, error) {
	o := Options{Ruleset: game.Xaya(), Strategy: bot.DensityName, Seed: crossingSeed}
	m, err := newMember(ctx, s.cctx, o, seat, name, "")
	if err != nil {
		return nil, err
	}
	return m, s.give(ctx, m.address, allowance)
}

// give gives an address some of what fees are paid in.
func (s *shore) give(ctx context.Context, to sdk.AccAddress, amount int64) error {
	coins := sdk.NewCoins(sdk.NewInt64Coin(client.GasDenom, amount))
	if _, err := s.faucet.Send(ctx, banktypes.NewMsgSend(s.faucet.Key().Address, to, coins)); err != nil {
		return fmt.Errorf("give coins on %s: %w", s.Letter, err)
	}
	return nil
}

// balance is what the bank says that an address has.
func (s *shore) balance(ctx context.Context, address sdk.AccAddress, denom string) (math.Int, error) {
	coin, err := s.faucet.Balance(ctx, address.String(), denom)
	return coin.Amount, err
}

// voucher is what a coin is called here that came over the channel of transfers.
func (s *shore) voucher(denom string) string {
	return transfertypes.NewDenom(denom, transfertypes.NewHop(transfertypes.PortID, s.channel)).IBCDenom()
}

// backed returns how much of a coin of this chain is in escrow. The error says that the other chain has another amount
// of its vouchers.
func (s *shore) backed(ctx context.Context, other *shore, denom string) (math.Int, error) {
	escrow, err := s.balance(ctx, transfertypes.GetEscrowAddress(transfertypes.PortID, s.channel), denom)
	if err != nil {
		return escrow, err
	}
	voucher := other.voucher(denom)
	res, err := banktypes.NewQueryClient(other.faucet.Conn()).SupplyOf(ctx,
		&banktypes.QuerySupplyOfRequest{Denom: voucher})
	if err != nil {
		return escrow, fmt.Errorf("supply of %s on %s: %w", voucher, other.Letter, err)
	}
	if !res.Amount.Amount.Equal(escrow) {
		return escrow, fmt.Errorf("expected as many vouchers on %s as coins in escrow on %s, got %s and %s%s",
			other.Letter, s.Letter, res.Amount, escrow, denom)
	}
	return escrow, nil
}

// transfer is the message that sends a coin of a sender's to an address on the other chain.
func (s *shore) transfer(
	ctx context.Context, from sdk.AccAddress, coin sdk.Coin, to sdk.AccAddress, timeout time.Duration,
) (*transfertypes.MsgTransfer, error) {
	head, err := s.faucet.Head(ctx)
	if err != nil {
		return nil, err
	}
	return transfertypes.NewMsgTransfer(transfertypes.PortID, s.channel, coin, from.String(), to.String(),
		clienttypes.ZeroHeight(), uint64(head.Time.Add(timeout).UnixNano()), ""), nil
}

// send sends a coin to an address on the other chain, and returns the number of the packet.
func (s *shore) send(
	ctx context.Context, from *client.Client, coin sdk.Coin, to sdk.AccAddress, timeout time.Duration,
) (uint64, error) {
	msg, err := s.transfer(ctx, from.Key().Address, coin, to, timeout)
	if err != nil {
		return 0, err
	}
	receipt, err := from.Send(ctx, msg)
	if err != nil {
		return 0, fmt.Errorf("send %s from %s: %w", coin, s.Letter, err)
	}
	var sent transfertypes.MsgTransferResponse
	if err := receipt.Response(&sent); err != nil {
		return 0, err
	}
	return sent.Sequence, nil
}

// settled waits until a packet of a channel of this chain is acknowledged, or is refunded because it timed out.
func (s *shore) settled(ctx context.Context, port, channel string, sequence uint64) error {
	for {
		_, err := channeltypes.NewQueryClient(s.faucet.Conn()).PacketCommitment(ctx,
			&channeltypes.QueryPacketCommitmentRequest{PortId: port, ChannelId: channel, Sequence: sequence})
		if status.Code(err) == codes.NotFound {
			return nil
		}
		if err != nil && !client.MayPass(err) {
			return fmt.Errorf("packet %d of %s on %s: %w", sequence, channel, s.Letter, err)
		}
		if err := s.faucet.Sleep(ctx); err != nil {
			return fmt.Errorf("packet %d of %s on %s is not acknowledged: %w", sequence, channel, s.Letter, err)
		}
	}
}

// passes waits until the chain's clock is past a time.
func (s *shore) passes(ctx context.Context, moment time.Time) error {
	for {
		head, err := s.faucet.Head(ctx)
		if err == nil && head.Time.After(moment) {
			return nil
		}
		if err := s.faucet.Sleep(ctx); err != nil {
			return fmt.Errorf("wait for %s on %s: %w", moment.Format(time.TimeOnly), s.Letter, err)
		}
	}
}

// findChannel learns from the chain how the relayer has connected it.
func (s *shore) findChannel(ctx context.Context) error {
	res, err := channeltypes.NewQueryClient(s.faucet.Conn()).Channels(ctx, &channeltypes.QueryChannelsRequest{})
	if err != nil {
		return fmt.Errorf("channels of %s: %w", s.Letter, err)
	}
	for _, c := range res.Channels {
		if c.PortId == transfertypes.PortID && c.State == channeltypes.OPEN && len(c.ConnectionHops) == 1 {
			s.connection, s.channel = c.ConnectionHops[0], c.ChannelId
			return nil
		}
	}
	return fmt.Errorf("expected an open channel for transfers on %s, got none", s.Letter)
}
