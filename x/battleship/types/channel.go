package types

import (
	"bytes"

	curve "github.com/decred/dcrd/dcrec/secp256k1/v4"

	"cosmossdk.io/errors"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	"github.com/cosmos/cosmos-sdk/types/bech32"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/commitment"
)

// IsChannel reports whether a game is played off-chain once it is joined.
func (g Game) IsChannel() bool {
	return len(g.Participants) > 0 && g.Participants[game.Creator].Channel != nil
}

// ChannelTimeout returns the last height at which a game that was joined stays off-chain without a submitted state, or
// 0 for a game that is played on-chain.
func (g Game) ChannelTimeout() int64 {
	if !g.IsChannel() {
		return 0
	}
	return g.JoinedHeight + g.ChannelTimeoutBlocks
}

// Validate returns ErrInvalidChannel unless the key is a point of the curve in its one compressed form, and the relay
// can be written down. A nil channel is valid: it is none.
func (c *Channel) Validate() error {
	if c == nil {
		return nil
	}
	if len(c.Key) != channel.KeySize {
		return errors.Wrapf(ErrInvalidChannel, "key: expected a compressed secp256k1 key of %d bytes, got %d bytes",
			channel.KeySize, len(c.Key))
	}
	if _, err := curve.ParsePubKey(c.Key); err != nil {
		return errors.Wrapf(ErrInvalidChannel, "key: expected a compressed secp256k1 key: %s", err)
	}
	if len(c.Relay) > channel.MaxRelay {
		return errors.Wrapf(ErrInvalidChannel, "relay: expected at most %d bytes, got %d", channel.MaxRelay, len(c.Relay))
	}
	for i := range len(c.Relay) {
		if c.Relay[i] <= ' ' || c.Relay[i] > '~' {
			return errors.Wrapf(ErrInvalidChannel, "relay: expected printable ASCII without a space, got byte %d at %d",
				c.Relay[i], i)
		}
	}
	return nil
}

// WithoutRelay returns the channel without its relay, as it is stored for a joiner: a game uses the relay of its
// creator.
func (c *Channel) WithoutRelay() *Channel {
	if c == nil {
		return nil
	}
	return &Channel{Key: c.Key}
}

// checkChannels returns ErrInvalidChannel unless both players of a game have a channel key, different ones, or neither
// has. With only one key there is no one to sign states with; with one key for both, each could sign for the other.
func (g Game) checkChannels() error {
	creator, joiner := g.Participants[game.Creator].Channel, g.Participants[game.Joiner].Channel
	switch {
	case creator != nil && joiner == nil:
		return errors.Wrap(ErrInvalidChannel, "the game is played off-chain: join with a channel key")
	case creator == nil && joiner != nil:
		return errors.Wrap(ErrInvalidChannel, "the game is played on-chain: join without a channel key")
	case creator != nil && bytes.Equal(creator.Key, joiner.Key):
		return errors.Wrap(ErrInvalidChannel, "expected different channel keys on both sides, got the same on both")
	}
	return nil
}

// Channel returns the rule of a channel game that was joined, with the keys and boards of its players. The chain's id
// must be that under which the boards were committed to. The error is ErrNotChannel for a game that is played on-chain,
// and ErrCorrupt for records that no join has left.
func (g Game) Channel(chainID string) (*channel.Channel, error) {
	if !g.IsChannel() || len(g.Participants) != PlayersPerGame {
		return nil, errors.Wrapf(ErrNotChannel, "game %d: expected one that was joined with channel keys", g.Id)
	}
	r, err := RulesetByID(g.RulesetId)
	if err != nil {
		return nil, WithCode(ErrCorrupt, err)
	}
	p := channel.Params{
		GameID: g.Id,
		Game: g.Play(game.State{
			Ruleset:      r,
			Clock:        game.Clock{TurnBlocks: g.TurnBlocks, ClaimBlocks: g.ClaimBlocks},
			ProvenClaims: g.Terms.ProvenClaims,
		}),
		Verify: verifyState,
	}
	for i, participant := range g.Participants {
		if p.Seats[i], err = participant.channelSeat(chainID, r); err != nil {
			return nil, errors.Wrapf(err, "game %d: player %d", g.Id, i)
		}
	}
	c, err := channel.New(p)
	return c, RuleError(err)
}

// channelSeat returns a player as the rule of its game's channel knows it.
func (p Participant) channelSeat(chainID string, r *game.Ruleset) (channel.Seat, error) {
	_, player, err := bech32.DecodeAndConvert(p.Address)
	if err != nil {
		return channel.Seat{}, WithCode(ErrCorrupt, err)
	}
	board, err := p.Board.Bind(chainID, player, r)
	if err != nil {
		return channel.Seat{}, err
	}
	binding := commitment.Binding{ChainID: chainID, Player: player, Nonce: p.Board.Nonce, Ruleset: r}
	public, err := binding.AppendBinary(nil)
	if err != nil {
		return channel.Seat{}, RuleError(err)
	}
	// Of a list and a commitment, each board has the one that its ruleset asks for.
	for _, part := range append(append([][]byte{}, p.Board.RowRoots...), p.Board.Commitment, p.Board.TossLeaf) {
		public = append(public, part...)
	}
	return channel.Seat{Key: p.Channel.GetKey(), Board: board, Public: public}, nil
}

// verifyState is a channel.Verify. An r or s that is not below the order of the group is refused before the library
// sees it: the two that a build can have do not agree about those; see package app/signatures.
func verifyState(key, message, signature []byte) bool {
	if len(key) != channel.KeySize || len(signature) != channel.SignatureSize {
		return false
	}
	var r, s curve.ModNScalar
	if r.SetByteSlice(signature[:channel.SignatureSize/2]) || s.SetByteSlice(signature[channel.SignatureSize/2:]) {
		return false
	}
	return (&secp256k1.PubKey{Key: key}).VerifySignature(message, signature)
}

// Parse returns the proof as the rule of channels knows it. That of nil is of the state that the join has left.
func (p *StateProof) Parse() channel.Proof {
	if p == nil {
		return channel.Proof{}
	}
	proof := channel.Proof{State: p.State, Signatures: [2][]byte{p.CreatorSignature, p.JoinerSignature}}
	if m := p.Move; m != nil {
		proof.Move = &channel.Move{Move: newMove(m.Opening, m.Sunk, m.Target), Concede: m.Concede}
	}
	return proof
}

// NewStateProof returns the message form of a proof.
func NewStateProof(p channel.Proof) *StateProof {
	proof := &StateProof{
		State: p.State, CreatorSignature: p.Signatures[game.Creator], JoinerSignature: p.Signatures[game.Joiner],
	}
	if m := p.Move; m != nil {
		proof.Move = &ChannelMove{Target: m.Target, Concede: m.Concede}
		if o := m.Opening; o != nil {
			proof.Move.Opening = &Opening{Salt: o.Salt, Path: o.Path, Proof: o.Proof}
			proof.Move.Opening.Content = Content(o.Content) //nolint:gosec // a number either way
		}
		if m.Sunk != nil {
			proof.Move.Sunk = &Ship{Class: m.Sunk.Class, Placement: m.Sunk.Placement}
		}
	}
	return proof
}
