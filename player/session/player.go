package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	errorsmod "cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Player is a player: a key, the client of a chain and the vault of the key's boards.
type Player struct {
	// Chain sends with the player's key.
	Chain *client.Client
	// Vault finds the secrets of the player's boards.
	Vault *vault.Vault
	// Random is where the player's half of the coin toss comes from; crypto/rand.Reader unless a game must be replayed.
	Random io.Reader
	// Principal, if it is not the zero Key, is the player for whom the key of Chain acts as its delegate. Acts that need a
	// board need the principal's key in the Vault's keyring too; giving up and a mere shot need only its address.
	Principal client.Key
	// OwnDelegate makes entering a game name the delegate whose key the Vault derives with the board, and give it an
	// allowance for the fees of that game, in the same transaction. AsDelegate then continues without the player's key.
	OwnDelegate bool
	// BoardNonce, if not nil, is the nonce that the next board must have: entering a game with another one is refused with
	// ErrEntered. Of several transactions that enter with the same nonce one alone can count.
	BoardNonce *uint64
	// Provers make the proofs of the player's boards and answers. They default to those of the process.
	Provers *prover.Provers
	// Confirm, if not nil, is called with the act that is about to be sent, once everything about it has been checked and
	// before the wallet is asked for anything. An error keeps it from being sent.
	Confirm func(text.Intent) error
	// Patience is the time for which Run waits for an opponent off-chain before it brings the game on-chain. It defaults
	// to DefaultPatience.
	Patience time.Duration
	// Relay is the URL of the relay that updates go over, empty for the one that the game names.
	Relay string
	// Hidden keeps the presence of the player's program from the relay, and so from other players.
	Hidden bool
	// MaxFee bounds the cost of all transactions for one message. If nil, it defaults to the price of gas for a message
	// that is not owed, and for an owed one to MaxFeeShare of the player's payments, at least MinMaxFee and at most
	// MaxMaxFee.
	MaxFee *sdk.Coin
}

// simulationLag is the longest lag of a node's simulations behind its blocks: it reports a new height before it has
// flushed the block to its disk, which can be slow.
const simulationLag = 5 * time.Second

// Key is the player's key: that of the owner of the boards and winner.
func (p Player) Key() client.Key {
	if p.Principal.IsZero() {
		return p.Chain.Key()
	}
	return p.Principal
}

// sender is the signer's address.
func (p Player) sender() string { return p.Chain.Key().Address.String() }

// Ask asks whether an act may be sent. It returns an error if it may not.
func (p Player) Ask(i text.Intent) error {
	if p.Confirm == nil {
		return nil
	}
	return p.Confirm(i)
}

// Asked asks whether an act may be sent, and returns the player that sends it without asking again: for acts that
// change something on this machine before they are sent.
func (p Player) Asked(i text.Intent) (Player, error) {
	err := p.Ask(i)
	p.Confirm = nil
	return p, err
}

// Send asks for confirmation and sends messages in one transaction, the first of them the module's. It has passed the
// rules as the node shows the game, so a simulation that refuses it may only lag behind: it is asked again for a while.
func (p Player) Send(ctx context.Context, i text.Intent, d Delivery, msgs ...sdk.Msg) (client.Receipt, error) {
	if role, err := types.RoleOf(msgs[0]); !p.Principal.IsZero() && (err != nil || !role.Delegates()) {
		return client.Receipt{}, fmt.Errorf("%w: expected %s itself", ErrNotForDelegates, p.Principal.Address)
	}
	if err := p.Ask(i); err != nil {
		return client.Receipt{}, err
	}
	order := p.order(d, msgs...)
	for start := time.Now(); ; {
		receipt, err := p.Chain.SendOrder(ctx, order)
		var (
			refused *client.RefusedError
			none    *client.NoAllowanceError
		)
		lasting := !errors.As(err, &refused) || errors.As(err, &none) || !refused.InSimulation() || final(refused)
		if lasting || time.Since(start) > simulationLag {
			return receipt, err
		}
		p.Chain.Tell(err)
		if err := p.Chain.Sleep(ctx); err != nil {
			return client.Receipt{}, err
		}
	}
}

// final reports whether a refusal is about the message itself, which no block can change that a simulation has not
// seen.
func final(refused *client.RefusedError) bool {
	return slices.ContainsFunc([]*errorsmod.Error{
		types.ErrInvalidAddress, types.ErrInvalidParams, types.ErrUnknownRuleset, types.ErrInvalidDelegate,
		types.ErrBlockedAddress, types.ErrInvalidStake, types.ErrInvalidOpponent, types.ErrInvalidRating,
		types.ErrTerms, types.ErrInvalidName, types.ErrNamePeriod, types.ErrNameTaken,
	}, refused.OfKind)
}
