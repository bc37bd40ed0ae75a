package interchain

import (
	"context"
	"fmt"
	"time"

	controllertypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/controller/types"
	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
)

// DefaultTimeout is how long a packet may take to arrive.
const DefaultTimeout = 10 * time.Minute

// Account is an interchain account: an address on the host's chain for which its owner, on another chain, has messages
// executed. It is a client.Carrier.
type Account struct {
	// Timeout is the timeout of a packet. After that it has no effect, if it is relayed at all.
	Timeout time.Duration
	// Carried, if not nil, is called with every packet that was carried out.
	Carried func(Carriage)

	owner, host *client.Client
	connection  string
	channel     string // on the host's chain
	address     sdk.AccAddress
}

// Carriage is a packet that was carried out.
type Carriage struct {
	// Sent is the owner's transaction, Arrived the relayer's in which the messages were carried out.
	Sent, Arrived client.Receipt
	// Sequence is the packet's.
	Sequence uint64
	// Took is the time from the owner's order until the host's node had the result.
	Took time.Duration
}

// Open returns the account that an owner has over a connection of its chain. It registers the account if it is not
// there, or its channel is closed, and waits until a relayer has opened the channel.
func Open(ctx context.Context, owner, host *client.Client, connection string) (*Account, error) {
	a := &Account{Timeout: DefaultTimeout, owner: owner, host: host, connection: connection}
	found, err := a.findChannel(ctx)
	if err != nil {
		return nil, err
	}
	if found == nil {
		register := controllertypes.NewMsgRegisterInterchainAccount(
			connection, owner.Key().Address.String(), "", channeltypes.UNORDERED)
		if _, err := owner.Send(ctx, register); err != nil {
			return nil, fmt.Errorf("register an interchain account: %w", err)
		}
	}
	for found == nil || found.State != channeltypes.OPEN {
		if err := owner.Sleep(ctx); err != nil {
			return nil, fmt.Errorf("wait for the channel of the interchain account: %w", err)
		}
		if found, err = a.findChannel(ctx); err != nil {
			return nil, err
		}
	}
	a.channel = found.Counterparty.ChannelId
	res, err := controllertypes.NewQueryClient(owner.Conn()).InterchainAccount(ctx,
		&controllertypes.QueryInterchainAccountRequest{
			Owner: owner.Key().Address.String(), ConnectionId: connection,
		})
	if err != nil {
		return nil, fmt.Errorf("look up the address of the interchain account: %w", err)
	}
	if a.address, err = sdk.AccAddressFromBech32(res.Address); err != nil {
		return nil, fmt.Errorf("address of the interchain account: %w", err)
	}
	return a, nil
}

// findChannel returns the account's channel on the owner's chain, nil if there is none that is open or may yet be.
func (a *Account) findChannel(ctx context.Context) (*channeltypes.IdentifiedChannel, error) {
	port, err := icatypes.NewControllerPortID(a.owner.Key().Address.String())
	if err != nil {
		return nil, fmt.Errorf("port of the interchain account: %w", err)
	}
	res, err := channeltypes.NewQueryClient(a.owner.Conn()).ConnectionChannels(ctx,
		&channeltypes.QueryConnectionChannelsRequest{Connection: a.connection})
	if err != nil {
		return nil, fmt.Errorf("look up the channel of the interchain account: %w", err)
	}
	for _, c := range res.Channels {
		if c.PortId == port && c.State != channeltypes.CLOSED {
			return c, nil
		}
	}
	return nil, nil
}

// Address is the account's, on the host's chain.
func (a *Account) Address() sdk.AccAddress { return a.address }

// Client returns a client of the host's chain that acts for the account, under the name of its owner's key.
func (a *Account) Client() *client.Client { return a.host.By(a, a.owner.Key().Name, a.address) }
