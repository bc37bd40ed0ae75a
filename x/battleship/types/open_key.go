package types

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/big"

	collcodec "cosmossdk.io/collections/codec"
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// Pool is what two players who want to play each other must agree about.
type Pool struct {
	RulesetID uint32
	// Stake is each player's stake. Its denom is empty if there is none.
	Stake      sdk.Coin
	TurnBlocks int64
	Casual     bool
	// ProvenClaims are those of Terms.
	ProvenClaims bool
	// Channel reports whether the game is to be played off-chain.
	Channel bool
}

// OpenKey is the key of an open game in the index: its pool and the rating of its creator.
type OpenKey struct {
	Pool   Pool
	Rating uint32
	ID     uint64
}

// Pool returns the pool of a game.
func (g Game) Pool() Pool { return NewPool(g.RulesetId, g.Terms, g.TurnBlocks, g.IsChannel()) }

// NewPool returns the pool of games of these terms, to be played off-chain or on-chain.
func NewPool(rulesetID uint32, t Terms, turnBlocks int64, channel bool) Pool {
	p := Pool{
		RulesetID: rulesetID, Stake: sdk.Coin{Amount: math.ZeroInt()}, TurnBlocks: turnBlocks,
		Casual: t.Casual, ProvenClaims: t.ProvenClaims, Channel: channel,
	}
	if t.Stake != nil {
		p.Stake = *t.Stake
	}
	return p
}

// OpenKey returns the key of an open game in the index.
func (g Game) OpenKey() OpenKey {
	return OpenKey{Pool: g.Pool(), Rating: g.Offer.Rating, ID: g.Id}
}

// The parts of an OpenKey, one after the other: ruleset id, length of the denom, denom, amount, clock, kind, rating,
// game id. The kind is 1 for casual games, plus 2 for those that keep claims beside proofs, plus 4 for those off-chain.
// Numbers are big-endian and of fixed width, so that keys sort by their parts.
const (
	openRulesetBytes = 4
	openDenomLength  = 1
	openAmountBytes  = MaxStakeBits / 8
	openClockBytes   = 8
	openKindBytes    = 1
	openRatingBytes  = 4
	openIDBytes      = 8

	openFixedBytes = openRulesetBytes + openDenomLength + openAmountBytes + openClockBytes + openKindBytes +
		openRatingBytes + openIDBytes
)

// The bits of the kind of a pool.
const (
	casualKind  byte = 1
	claimsKind  byte = 2
	channelKind byte = 4

	anyKind = casualKind | claimsKind | channelKind
)

// OpenPrefix returns the prefix of the keys of all pools with the given terms: the ruleset, then the stake if it is not
// nil, then the clock if it is not 0 and there is a stake. A stake without a denom means none.
func OpenPrefix(rulesetID uint32, stake *sdk.Coin, turnBlocks int64) []byte {
	prefix := binary.BigEndian.AppendUint32(nil, rulesetID)
	if stake == nil {
		return prefix
	}
	prefix = appendStake(prefix, *stake)
	if turnBlocks == 0 {
		return prefix
	}
	return binary.BigEndian.AppendUint64(prefix, uint64(turnBlocks)) //nolint:gosec // clocks are positive
}

func appendStake(b []byte, stake sdk.Coin) []byte {
	b = append(b, byte(len(stake.Denom))) //nolint:gosec // the bank knows no denom of more than 128 bytes
	b = append(b, stake.Denom...)
	return append(b, stake.Amount.BigInt().FillBytes(make([]byte, openAmountBytes))...)
}

// OpenKeyCodec encodes an OpenKey.
var OpenKeyCodec collcodec.KeyCodec[OpenKey] = openKeyCodec{}

type openKeyCodec struct{}

// Encode implements collcodec.KeyCodec.
func (openKeyCodec) Encode(buffer []byte, key OpenKey) (int, error) {
	if err := key.check(); err != nil {
		return 0, err
	}
	encoded := OpenPrefix(key.Pool.RulesetID, &key.Pool.Stake, 0)
	encoded = binary.BigEndian.AppendUint64(encoded, uint64(key.Pool.TurnBlocks)) //nolint:gosec // checked above
	kind := byte(0)
	if key.Pool.Casual {
		kind |= casualKind
	}
	if key.Pool.ProvenClaims {
		kind |= claimsKind
	}
	if key.Pool.Channel {
		kind |= channelKind
	}
	encoded = append(encoded, kind)
	encoded = binary.BigEndian.AppendUint32(encoded, key.Rating)
	encoded = binary.BigEndian.AppendUint64(encoded, key.ID)
	return copy(buffer, encoded), nil
}

// check returns ErrCorrupt if a part has no room in an encoded key.
func (k OpenKey) check() error {
	if len(k.Pool.Stake.Denom) > maxByte || k.Pool.TurnBlocks < 0 ||
		k.Pool.Stake.Amount.IsNegative() || k.Pool.Stake.Amount.BigInt().BitLen() > MaxStakeBits {
		return errors.Wrapf(ErrCorrupt, "expected a denom of at most %d bytes, an amount below 2^%d and a clock, got %v",
			maxByte, MaxStakeBits, k)
	}
	return nil
}

const maxByte = 255

// Decode implements collcodec.KeyCodec.
func (openKeyCodec) Decode(buffer []byte) (int, OpenKey, error) {
	if len(buffer) < openFixedBytes {
		return 0, OpenKey{}, errors.Wrapf(ErrCorrupt, "expected at least %d bytes, got %d", openFixedBytes, len(buffer))
	}
	var key OpenKey
	rest := buffer
	take := func(n int) []byte {
		part := rest[:n]
		rest = rest[n:]
		return part
	}
	key.Pool.RulesetID = binary.BigEndian.Uint32(take(openRulesetBytes))
	denom := int(take(openDenomLength)[0])
	if len(buffer) < openFixedBytes+denom {
		return 0, OpenKey{}, errors.Wrapf(ErrCorrupt, "expected at least %d bytes, got %d", openFixedBytes+denom, len(buffer))
	}
	key.Pool.Stake.Denom = string(take(denom))
	key.Pool.Stake.Amount = math.NewIntFromBigInt(new(big.Int).SetBytes(take(openAmountBytes)))
	clock := binary.BigEndian.Uint64(take(openClockBytes))
	if clock > MaxClockBlocks {
		return 0, OpenKey{}, errors.Wrapf(ErrCorrupt, "clock: expected at most %d, got %d", MaxClockBlocks, clock)
	}
	key.Pool.TurnBlocks = int64(clock)
	kind := take(openKindBytes)[0]
	if kind > anyKind {
		return 0, OpenKey{}, errors.Wrapf(ErrCorrupt, "kind: expected 0 to %d, got %d", anyKind, kind)
	}
	key.Pool.Casual, key.Pool.ProvenClaims = kind&casualKind > 0, kind&claimsKind > 0
	key.Pool.Channel = kind&channelKind > 0
	key.Rating = binary.BigEndian.Uint32(take(openRatingBytes))
	key.ID = binary.BigEndian.Uint64(take(openIDBytes))
	return openFixedBytes + denom, key, nil
}

// Size implements collcodec.KeyCodec.
func (openKeyCodec) Size(key OpenKey) int { return openFixedBytes + len(key.Pool.Stake.Denom) }

// EncodeJSON implements collcodec.KeyCodec.
func (openKeyCodec) EncodeJSON(key OpenKey) ([]byte, error) { return json.Marshal(key) }

// DecodeJSON implements collcodec.KeyCodec.
func (openKeyCodec) DecodeJSON(b []byte) (OpenKey, error) {
	var key OpenKey
	err := json.Unmarshal(b, &key)
	return key, err
}

// Stringify implements collcodec.KeyCodec.
func (openKeyCodec) Stringify(key OpenKey) string { return fmt.Sprintf("%+v", key) }

// KeyType implements collcodec.KeyCodec.
func (openKeyCodec) KeyType() string { return "battleship.OpenKey" }

// EncodeNonTerminal implements collcodec.KeyCodec. A key knows its own length.
func (c openKeyCodec) EncodeNonTerminal(buffer []byte, key OpenKey) (int, error) {
	return c.Encode(buffer, key)
}

// DecodeNonTerminal implements collcodec.KeyCodec.
func (c openKeyCodec) DecodeNonTerminal(buffer []byte) (int, OpenKey, error) { return c.Decode(buffer) }

// SizeNonTerminal implements collcodec.KeyCodec.
func (c openKeyCodec) SizeNonTerminal(key OpenKey) int { return c.Size(key) }
