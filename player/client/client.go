package client

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	gogogrpc "github.com/cosmos/gogoproto/grpc"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/player/text"
)

const (
	// DefaultGasAdjustment is the factor from the gas of a simulation to the limit of the real transaction.
	DefaultGasAdjustment = 1.2
	// DefaultPoll is how long the client pauses between two questions whether something has happened.
	DefaultPoll = 200 * time.Millisecond
	// nearPoll is how long it pauses at most if a node on this machine has answered.
	nearPoll = 50 * time.Millisecond
	// DefaultPatience is how long Send waits for the chain to take its transaction, and then for a block with it.
	DefaultPatience = time.Minute
	// DefaultCallLimit is how long a node may take for the reply to one call.
	DefaultCallLimit = 20 * time.Second
)

// Options are the choices of a caller. The zero value of each field asks for its default.
type Options struct {
	// From is the name or the address of the key that signs. A client without one can only ask.
	From string
	// GasPrices is the price of a unit of gas, such as "0.001uanchor". By default it is the node's.
	GasPrices string
	// GasAdjustment is what simulated gas is multiplied by, at least 1.
	GasAdjustment float64
	// Poll is the pause between two questions whether something has happened.
	Poll time.Duration
	// Patience is how long to wait for the chain to take a transaction, and then for a block with it.
	Patience time.Duration
	// CallLimit is how long to wait for the reply to one call.
	CallLimit time.Duration
	// FeeGranter is the address of an account that pays the fees in place of the key's, by an allowance that it has given
	// the key (x/feegrant). It is empty for none.
	FeeGranter string
	// Note is a public memo of every transaction.
	Note string
	// Gas is the limit of every transaction. It is 0 to find it by simulation.
	Gas uint64
	// Fees are the fees of a transaction, for any gas. They are nil to follow from the gas. Dearer ones may still follow.
	Fees sdk.Coins
	// Unordered asks that transactions have no place in the sequence of the account, so that several clients can send with
	// one key at the same time. It takes a key that signs by itself.
	Unordered bool
	// Unsigned asks that transactions are made and neither signed nor sent: sending ends with an *UnsignedError. From may
	// then be an address without a key.
	Unsigned bool
	// Notify, if not nil, is called with the reason why a transaction waits, and for each dearer one.
	Notify func(what string)
	// Say, if not nil, words a temporary error for Notify.
	Say func(err error) string
	// Sending, if not nil, is called before messages are sent, and the returned function once their outcome is known.
	Sending func() (stop func())
	// Progress, if not nil, is called with each step that a transaction takes on its way into a block.
	Progress func(Progress)
}

// Client asks a chain and sends it transactions of one key.
type Client struct {
	conn     conn
	chainID  string
	txConfig sdkclient.TxConfig
	keyring  signer
	options  Options

	key     Key            // the zero Key if there is none
	granter sdk.AccAddress // pays the fees; nil for the key's own account
	prices  sdk.DecCoins   // nil until the first transaction
	account accountState   // of key
	// carrier, if not nil, executes messages that the key cannot sign for.
	carrier Carrier
	// alwaysSendPubKey reports whether this node needs the public key in every transaction.
	alwaysSendPubKey bool
	// told is the last notification of Tell.
	told string
	// stuckAt is the sequence of a sent transaction that is in no block. It is nil if there is none.
	stuckAt *uint64
}

// New returns a client over a link. It asks the node for its chain id, so a node that does not answer (*NoNodeError),
// an address where something else answers (*WrongPortError), a node of another chain than the link names, and an
// unknown key (*UnknownKeyError) are found here. A client with a key signs for the chain that the link names; only a
// node on this machine is believed what chain it is on, else the error is ErrNoChainID.
func New(ctx context.Context, link Link, o Options) (*Client, error) {
	if o.GasAdjustment == 0 {
		o.GasAdjustment = DefaultGasAdjustment
	}
	if o.GasAdjustment < 1 {
		return nil, fmt.Errorf("gas adjustment: expected at least 1, got %g", o.GasAdjustment)
	}
	if o.Poll == 0 {
		o.Poll = DefaultPoll
	}
	if o.Patience == 0 {
		o.Patience = DefaultPatience
	}
	if o.CallLimit == 0 {
		o.CallLimit = DefaultCallLimit
	}
	c := &Client{
		conn:     conn{ClientConn: link.Conn, address: link.Address, limit: o.CallLimit, failed: new(atomic.Bool)},
		txConfig: link.TxConfig,
		keyring:  link.Keyring,
		options:  o,
	}
	if o.GasPrices != "" {
		prices, err := parseGasPrices(o.GasPrices)
		if err != nil {
			return nil, err
		}
		c.prices = prices
	}
	if o.From != "" {
		key, err := FindKey(link.Keyring, o.From)
		if address, noAddress := sdk.AccAddressFromBech32(o.From); err != nil && o.Unsigned && noAddress == nil {
			key, err = Key{Address: address}, nil
		}
		if err == nil && !o.Unsigned {
			err = key.canSign()
		}
		if err != nil {
			return nil, err
		}
		c.key = key
	}
	if o.FeeGranter != "" {
		granter, err := sdk.AccAddressFromBech32(o.FeeGranter)
		if err != nil {
			return nil, fmt.Errorf("fee granter: expected an address, got %q: %w", o.FeeGranter, err)
		}
		c.granter = granter
	}
	if o.From != "" && link.ChainID == "" && !onThisMachine(link.Address) {
		return nil, fmt.Errorf("%w: node %s", ErrNoChainID, link.Address)
	}
	info, err := c.nodeInfo(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask the node for its chain id: %w", diagnose(ctx, link, err))
	}
	if info.DefaultNodeInfo == nil {
		return nil, fmt.Errorf("chain id of the node at %s: its answer holds none", link.Address)
	}
	c.chainID = info.DefaultNodeInfo.Network
	if link.ChainID != "" && link.ChainID != c.chainID {
		return nil, fmt.Errorf("wrong chain: expected %s, but the node at %s is on %s: name another node with --node, or "+
			"its chain with --chain-id", link.ChainID, link.Address, c.chainID)
	}
	return c, nil
}

// startLimit is the time for which New waits until a node that has just started has its services.
const startLimit = 10 * time.Second

// nodeInfo asks the node about itself, again and again while it starts.
func (c *Client) nodeInfo(ctx context.Context) (*cmtservice.GetNodeInfoResponse, error) {
	for began := time.Now(); ; {
		info, err := cmtservice.NewServiceClient(c.conn).GetNodeInfo(ctx, &cmtservice.GetNodeInfoRequest{})
		var notReady *NotReadyError
		if !errors.As(err, &notReady) || notReady.Why != whyStarting || time.Since(began) > startLimit {
			return info, err
		}
		if err := c.Sleep(ctx); err != nil {
			return nil, err
		}
	}
}

// Conn carries queries. Its errors say in plain words what went wrong, and keep their gRPC status code.
func (c *Client) Conn() gogogrpc.ClientConn { return c.conn }

// Proves reports whether games are read with proofs.
func (c *Client) Proves() bool {
	proving, ok := c.conn.ClientConn.(interface{ Proves() bool })
	return ok && proving.Proves()
}

// ChainID is the chain's id, according to the node.
func (c *Client) ChainID() string { return c.chainID }

// Key is the key that signs; the zero Key if there is none.
func (c *Client) Key() Key { return c.key }

// Balance asks the bank how much of a denom an address holds.
func (c *Client) Balance(ctx context.Context, address, denom string) (sdk.Coin, error) {
	req := &banktypes.QueryBalanceRequest{Address: address, Denom: denom}
	res, err := banktypes.NewQueryClient(c.conn).Balance(ctx, req)
	if err != nil {
		return sdk.Coin{}, fmt.Errorf("balance of %s: %w", address, err)
	}
	if res.Balance == nil {
		return sdk.Coin{}, fmt.Errorf("balance of %s: the node's answer holds none", address)
	}
	return *res.Balance, nil
}

func (c *Client) notify(format string, args ...any) {
	if c.options.Notify != nil {
		c.options.Notify(fmt.Sprintf(format, args...))
	}
}

// GasPrices returns the client's price for a unit of gas: the caller's choice, else the node's, at most MaxGasPrice.
func (c *Client) GasPrices(ctx context.Context) (sdk.DecCoins, error) {
	if err := c.loadPrices(ctx); err != nil {
		return nil, err
	}
	return c.prices, nil
}

// Tell notifies the client's watcher that an act has failed for a temporary reason and is retried; each reason once in
// a row.
func (c *Client) Tell(err error) {
	if reason := err.Error(); reason != c.told {
		c.told = reason
		c.progress(Progress{Stage: StageRetry, Err: err})
		c.notify(text.NotDoneYet, c.say(err))
	}
}

// say puts an error into words.
func (c *Client) say(err error) string {
	if c.options.Say != nil {
		return c.options.Say(err)
	}
	return err.Error()
}

// Poll is the pause between two questions whether something has happened.
func (c *Client) Poll() time.Duration { return c.options.Poll }

// Sleep pauses for one poll, or a shorter time if a node on this machine has answered the last call; it returns early
// with the cause when ctx ends.
func (c *Client) Sleep(ctx context.Context) error {
	pause := c.options.Poll
	if c.conn.isNear() {
		pause = min(pause, nearPoll)
	}
	return Pause(ctx, pause)
}

// Pause pauses for a while; it returns early with the cause when ctx ends.
func Pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// IsCatchingUp reports whether the node is behind the chain, and at which block it is.
func (c *Client) IsCatchingUp(ctx context.Context) (bool, int64, error) {
	res, err := cmtservice.NewServiceClient(c.conn).GetSyncing(ctx, &cmtservice.GetSyncingRequest{})
	if err != nil {
		return false, 0, fmt.Errorf("ask the node whether it is catching up: %w", err)
	}
	if !res.Syncing {
		return false, 0, nil
	}
	h, err := c.head(ctx)
	return true, h.height, err
}

// CatchesUp returns the error that the node is behind the chain, for a caller that knows of later blocks.
func (c *Client) CatchesUp() error { return &NotReadyError{Address: c.conn.address, Why: whySyncing} }

// errNoKey is for callers that send without having named a key.
var errNoKey = errors.New("no key to sign with: name one with --from")
