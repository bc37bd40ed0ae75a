package devnet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet/faucet"
	"github.com/battleship-chain/battleship/player/client"
)

// giving are the limits of the faucet over HTTP, in app.BondDenom: 100 ANCHOR at a time, enough for hundreds of games,
// ten times to an address and to a thousand requests in all, until the devnet is restarted.
var giving = faucet.Limits{Amount: 100_000_000, PerAddress: 1_000_000_000, Total: 100_000_000_000}

// How long a client of the faucet may take, and how much it may send before the body.
const (
	faucetReadLimit   = 5 * time.Second
	faucetWriteLimit  = 2 * time.Minute // a payment waits for a block
	faucetHeaderLimit = 16 << 10
)

// payer pays from the faucet's account, one payment after the other.
type payer struct {
	link client.Link
	mu   sync.Mutex
	// chain is there once the node has been asked for the first time.
	chain *client.Client
}

// newPayer returns a payer with the keys of a devnet.
func (n *fullNode) newPayer(keys keyring.Keyring) *payer {
	return &payer{link: client.LinkTo(n.clientCtx.WithKeyring(keys))}
}

// pay gives coins to each of some addresses in one transaction.
func (p *payer) pay(ctx context.Context, coins sdk.Coins, addresses ...sdk.AccAddress) (client.Receipt, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.chain == nil {
		chain, err := client.New(ctx, p.link, client.Options{From: Faucet})
		if err != nil {
			return client.Receipt{}, err
		}
		p.chain = chain
	}
	msgs := make([]sdk.Msg, len(addresses))
	for i, address := range addresses {
		msgs[i] = banktypes.NewMsgSend(p.chain.Key().Address, address, coins)
	}
	return p.chain.Send(ctx, msgs...)
}

// newFaucet returns a faucet that pays by a payer while the servers run.
func (n *fullNode) newFaucet(ctx context.Context, p *payer, o faucet.Options) *faucet.Faucet {
	coins := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, o.Amount))
	o.Denom = app.BondDenom
	o.Parse = func(text string) (string, error) {
		address, err := parseAddress(text)
		return address.String(), err
	}
	o.Pay = func(ctx context.Context, addresses []string) (faucet.Payment, error) {
		var to []sdk.AccAddress
		for _, text := range addresses {
			address, err := parseAddress(text)
			if err != nil {
				return faucet.Payment{}, err
			}
			to = append(to, address)
		}
		receipt, err := p.pay(ctx, coins, to...)
		var notIncluded *client.NotIncludedError
		if errors.As(err, &notIncluded) {
			err = faucet.ErrUnsettled
		}
		return faucet.Payment{Hash: receipt.Hash, Height: receipt.Height}, err
	}
	f := faucet.New(o)
	n.servers.Go(func() error {
		f.Run(ctx)
		return nil
	})
	return f
}

// serveFaucet starts the faucet.
func (n *fullNode) serveFaucet(ctx context.Context, ports Ports, o Options, p *payer) error {
	at := hostPort(o.listening().faucet, ports.Faucet)
	listener, err := net.Listen("tcp", at)
	if err != nil {
		return fmt.Errorf("start the faucet: %w", err)
	}
	server := &http.Server{
		Handler:           n.newFaucet(ctx, p, faucet.Options{Limits: giving, Open: o.OpenFaucet, Pages: o.CORS}),
		ReadHeaderTimeout: faucetReadLimit,
		ReadTimeout:       faucetReadLimit,
		WriteTimeout:      faucetWriteLimit,
		MaxHeaderBytes:    faucetHeaderLimit,
	}
	n.servers.Go(func() error {
		<-ctx.Done()
		return server.Close()
	})
	n.servers.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("faucet: %w", err)
		}
		return nil
	})
	return nil
}

// parseAddress reads the address of an account.
func parseAddress(text string) (sdk.AccAddress, error) {
	address, err := sdk.AccAddressFromBech32(text)
	if err != nil {
		return nil, fmt.Errorf("expected a whole address that begins with %s1, got %q",
			sdk.GetConfig().GetBech32AccountAddrPrefix(), text)
	}
	return address, nil
}
