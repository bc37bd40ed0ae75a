package types

import (
	"cmp"
	"fmt"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/interchain/storeproof"
)

const (
	// MaxDuration bounds the time for which a bet holds its stakes.
	MaxDuration = 30 * 24 * time.Hour
	// maxPlayer bounds the bytes of an address on another chain.
	maxPlayer = 128
)

// Validate returns an error unless the terms are complete. Whether there is such a game cannot be known here.
func (b Bet) Validate() error {
	switch {
	case b.GameId == 0:
		return ErrInvalidBet.Wrap("expected the id of a game, got 0")
	case b.Player == "" || len(b.Player) > maxPlayer:
		return ErrInvalidBet.Wrapf("expected the address of a player with 1 to %d bytes, got %d", maxPlayer, len(b.Player))
	case b.ClientId == "":
		return ErrInvalidBet.Wrap("expected a light client; governance has to name one first")
	}
	if err := b.Stake.Validate(); err != nil {
		return ErrInvalidBet.Wrapf("stake: %s", err)
	}
	if !b.Stake.IsPositive() {
		return ErrInvalidBet.Wrap("expected a stake of more than nothing")
	}
	return nil
}

// Expired reports whether the stakes are to be returned.
func (b Bet) Expired(now time.Time) bool { return now.Unix() >= b.Expires }

// Pot is the amount that the module holds for the bet.
func (b Bet) Pot() sdk.Coin {
	if b.Taker == "" {
		return b.Stake
	}
	return b.Stake.Add(b.Stake)
}

// Began is the time from which on the game may end for the bet to count.
func (b Bet) Began() time.Time {
	return time.Unix(b.Accepted, 0).Add(time.Duration(b.MarginSeconds) * time.Second)
}

// Winner returns the side that a result pays, and an empty address if both get their stakes back: the game is void, it
// was not one of the named player, or it ended before the bet began. ended is a time not before its end.
func (b Bet) Winner(r storeproof.Result, ended time.Time) string {
	named := b.Player == r.Players[0] || b.Player == r.Players[1]
	switch {
	case r.Winner == 0 || !named || !ended.After(b.Began()):
		return ""
	case r.WinnerAddress() == b.Player:
		return b.Backer
	default:
		return b.Taker
	}
}

// DefaultGenesis returns the state of a chain that knows no battleship chain yet.
func DefaultGenesis() *GenesisState { return &GenesisState{NextBetId: 1} }

// CheckMargin returns an error for a margin, in seconds, that is longer than MaxDuration.
func CheckMargin(seconds uint64) error {
	if most := uint64(MaxDuration / time.Second); seconds > most {
		return ErrInvalidParams.Wrapf("expected a margin of at most %d s, got %d", most, seconds)
	}
	return nil
}

// Validate returns an error if the state contradicts itself.
func (gs GenesisState) Validate() error {
	if err := CheckMargin(gs.Params.MarginSeconds); err != nil {
		return err
	}
	last := uint64(0)
	for _, bet := range gs.Bets {
		if bet.Id <= last || bet.Id >= gs.NextBetId {
			return fmt.Errorf("expected bets in the order of their ids below %d, got %d after %d", gs.NextBetId, bet.Id, last)
		}
		if last = bet.Id; (bet.Taker == "") != (bet.Accepted == 0) {
			return fmt.Errorf("bet %d: expected taker and time of acceptance together", bet.Id)
		}
		if err := cmp.Or(bet.Validate(), CheckMargin(bet.MarginSeconds)); err != nil {
			return fmt.Errorf("bet %d: %w", bet.Id, err)
		}
	}
	return nil
}
