package proof

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/cometbft/cometbft/crypto/ed25519"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	"github.com/cometbft/cometbft/light"
	cmttypes "github.com/cometbft/cometbft/types"

	"github.com/battleship-chain/battleship/interchain/storeproof"
)

const (
	// DefaultPeriod is how long a trusted header vouches for later ones: two thirds of the 21 days for which who has
	// signed can still be punished.
	DefaultPeriod = 14 * 24 * time.Hour
	// ClockDrift is how far a header may be ahead of the clock.
	ClockDrift = 10 * time.Second
)

// Trusted is a header that its user believes from a source other than the proof: a node of its own, or several
// independent people.
type Trusted struct {
	ChainID string            `json:"chain_id"`
	Height  int64             `json:"height"`
	Hash    cmtbytes.HexBytes `json:"hash"`
	// Block is the header of that hash, with its commit and validators. Without it the trusted header vouches for its own
	// height alone.
	Block *cmttypes.LightBlock `json:"light_block,omitempty"`
}

// Trust returns the trusted header that a block is.
func Trust(block *cmttypes.LightBlock) Trusted {
	return Trusted{ChainID: block.ChainID, Height: block.Height, Hash: block.Hash(), Block: block}
}

// Validate returns an error unless a trusted header is complete. It cannot verify that the header is the chain's.
func (t Trusted) Validate() error {
	switch {
	case t.ChainID == "" || t.Height < 1 || len(t.Hash) == 0:
		return fmt.Errorf("%w: expected a trusted header with chain_id, height and hash", storeproof.ErrMalformed)
	case t.Block == nil:
		return nil
	}
	if err := t.isAt(t.Block); err != nil {
		return err
	}
	return t.isIt(t.Block)
}

// Verify makes sure that a block is the chain's, at a time: it is the trusted one, or a later one that two thirds of
// its own validators have signed, and of those whom the trusted header knows more than one third, not longer after it
// than the period.
func (t Trusted) Verify(block *cmttypes.LightBlock, period time.Duration, now time.Time) error {
	if err := t.isAt(block); err != nil {
		return err
	}
	switch {
	case block.Height == t.Height:
		return t.isIt(block)
	case block.Height < t.Height:
		return fmt.Errorf("%w: expected the header of block %d or a later one, got that of %d", ErrNewer, t.Height,
			block.Height)
	case t.Block == nil:
		return fmt.Errorf("%w: expected the header of block %d, got that of %d", ErrOnlyHash, t.Height, block.Height)
	}
	if err := t.Validate(); err != nil {
		return err
	}
	return t.after(block, period, now)
}

// isAt makes sure that a block is one of the chain, as far as it says itself.
func (t Trusted) isAt(block *cmttypes.LightBlock) error {
	if block == nil || block.SignedHeader == nil || block.Header == nil || block.ValidatorSet == nil {
		return fmt.Errorf("%w: expected a header with commit and validators", storeproof.ErrMalformed)
	}
	if block.ChainID != t.ChainID {
		return fmt.Errorf("%w: expected a header of %s, got one of %s", ErrChain, t.ChainID, block.ChainID)
	}
	if err := sane(block.ValidatorSet); err != nil {
		return err
	}
	err := block.ValidateBasic(t.ChainID)
	if err == nil {
		err = block.Commit.BlockID.ValidateBasic() // CometBFT's types panic over another one
	}
	if err != nil {
		return fmt.Errorf("%w: header of block %d: %w", storeproof.ErrMalformed, block.Height, err)
	}
	return nil
}

// isIt makes sure that a block is the trusted one.
func (t Trusted) isIt(block *cmttypes.LightBlock) error {
	if block.Height != t.Height || !bytes.Equal(block.Hash(), t.Hash) {
		return fmt.Errorf("%w: expected block %d with hash %s, got block %d with hash %s", ErrHeader, t.Height, t.Hash,
			block.Height, block.Hash())
	}
	return nil
}

// sane refuses validators with which CometBFT's types cannot count: it panics over them.
func sane(set *cmttypes.ValidatorSet) error {
	total := int64(0)
	for i, v := range append([]*cmttypes.Validator{set.Proposer}, set.Validators...) {
		if v == nil {
			return fmt.Errorf("%w: expected a validator, got none", storeproof.ErrMalformed)
		}
		if key, ok := v.PubKey.(ed25519.PubKey); !ok || len(key) != ed25519.PubKeySize {
			return fmt.Errorf("%w: expected validators with keys of ed25519, got another key", storeproof.ErrMalformed)
		}
		if i == 0 {
			continue // the proposer is one of the others
		}
		if v.VotingPower < 0 || v.VotingPower > cmttypes.MaxTotalVotingPower-total {
			return fmt.Errorf("%w: expected validators with a voting power of at most %d together", storeproof.ErrMalformed,
				cmttypes.MaxTotalVotingPower)
		}
		total += v.VotingPower
	}
	return nil
}

// after makes sure that a later block follows from the trusted one.
func (t Trusted) after(block *cmttypes.LightBlock, period time.Duration, now time.Time) error {
	if light.HeaderExpired(t.Block.SignedHeader, period, now) {
		return fmt.Errorf("%w: it is of %s, and vouches for %s", ErrExpired, t.Block.Time.UTC().Format(time.RFC3339),
			span(period))
	}
	if !block.Time.Before(now.Add(ClockDrift)) {
		return fmt.Errorf("%w: the header of block %d is of %s, and it is %s", ErrFuture, block.Height,
			block.Time.UTC().Format(time.RFC3339), now.UTC().Format(time.RFC3339))
	}
	if block.Height == t.Height+1 && !bytes.Equal(block.ValidatorsHash, t.Block.NextValidatorsHash) {
		return fmt.Errorf("%w: block %d is not signed by those whom block %d names for it", ErrSignatures, block.Height,
			t.Height)
	}
	err := light.Verify(t.Block.SignedHeader, t.Block.ValidatorSet, block.SignedHeader, block.ValidatorSet,
		period, now, ClockDrift, light.DefaultTrustLevel)
	var invalid light.ErrInvalidHeader
	if errors.As(err, &invalid) {
		err = invalid.Reason
	}
	var (
		distant light.ErrNewValSetCantBeTrusted
		few     cmttypes.ErrNotEnoughVotingPowerSigned
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &distant):
		return fmt.Errorf("%w: expected more than %d of those who signed block %d to sign block %d, got %d", ErrDistant,
			distant.Reason.Needed, t.Height, block.Height, distant.Reason.Got)
	case errors.As(err, &few):
		return fmt.Errorf("%w: expected more than %d under block %d, got %d", ErrSignatures, few.Needed, block.Height,
			few.Got)
	default:
		return fmt.Errorf("%w: block %d after block %d: %w", ErrSignatures, block.Height, t.Height, err)
	}
}

// span formats a duration.
func span(d time.Duration) string {
	if days := d / (24 * time.Hour); days > 0 && d%(24*time.Hour) == 0 {
		return fmt.Sprintf("%d days", days)
	}
	return d.String()
}

// Validators returns the set of some validators, as a node lists them.
func Validators(all []*cmttypes.Validator) (*cmttypes.ValidatorSet, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: expected validators, got none", storeproof.ErrMalformed)
	}
	if err := sane(&cmttypes.ValidatorSet{Validators: all, Proposer: all[0]}); err != nil {
		return nil, err
	}
	set, err := cmttypes.ValidatorSetFromExistingValidators(all)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", storeproof.ErrMalformed, err)
	}
	return set, nil
}
