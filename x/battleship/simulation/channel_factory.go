package simulation

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/rand"
	"slices"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// channelOdds is the average number of games of which one is played off-chain.
	channelOdds = 3
	// surrenderOdds is the average number of off-chain moves before a player gives up.
	surrenderOdds = 60
	// wholeGame is a number of moves that no game reaches.
	wholeGame = 1_000
)

// channelKey returns the key with which a player signs the updates of the game of a board. Like the board it follows
// from address and nonce.
func channelKey(player sdk.AccAddress, nonce uint64) *secp256k1.PrivKey {
	seed := append([]byte("battleship/simulation/channel/v1"), player...)
	secret := sha256.Sum256(binary.BigEndian.AppendUint64(seed, nonce))
	return secp256k1.GenPrivKeyFromSecret(secret[:])
}

// channelOf returns the channel part of a player's entry.
func channelOf(player sdk.AccAddress, nonce uint64) *types.Channel {
	return &types.Channel{Key: channelKey(player, nonce).PubKey().Bytes()}
}

// MsgSubmitStateFactory brings states of off-chain games to the chain: random ones that both players could have come
// to, stale ones, and forged ones.
func MsgSubmitStateFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgSubmitState], error) {
		var none attempt[*types.MsgSubmitState]
		id, err := s.channelGame(inPlay)
		if err != nil {
			return none, err
		}
		v, err := s.board(id)
		if err != nil {
			return none, err
		}
		if err := v.play(s.dice, s.dice.Intn(40)); err != nil {
			return none, err
		}
		seat := anySeat(s.dice)
		a := attempt[*types.MsgSubmitState]{sender: s.actor(v.table, seat)}
		a.msg = &types.MsgSubmitState{GameId: id}
		proof, err := v.proof(s.dice)
		if err != nil {
			return none, err
		}
		a.msg.Proof = types.NewStateProof(proof)
		a.refusal = v.refusal(s.ctx.BlockHeight())
		if a.refusal == nil && s.slips() {
			a.slip(s.dice, badProofs(s.dice))
		}
		if a.refusal == nil && v.chainState.OffChain && s.slips() {
			a.refusal = types.ErrUnauthorized
			if a.sender, err = s.stranger(v.table); err != nil {
				return none, err
			}
		}
		a.msg.Sender = a.sender.AddressBech32
		return a, nil
	})
}

// badProofs returns the ways to spoil a proof that both players have signed.
func badProofs(dice *rand.Rand) []slip[*types.MsgSubmitState] {
	return []slip[*types.MsgSubmitState]{
		{types.ErrSignature, func(msg *types.MsgSubmitState) { // swapped
			p := msg.Proof
			p.CreatorSignature, p.JoinerSignature = p.JoinerSignature, p.CreatorSignature
		}},
		{types.ErrSignature, func(msg *types.MsgSubmitState) {
			msg.Proof.JoinerSignature[dice.Intn(64)] ^= 1 << dice.Intn(8)
		}},
		{types.ErrSignature, func(msg *types.MsgSubmitState) { msg.Proof.CreatorSignature = anyBytes(dice, 63) }},
		{types.ErrStateProof, func(msg *types.MsgSubmitState) { msg.Proof.State = anyBytes(dice, 1+dice.Intn(120)) }},
		{types.ErrGameNotFound, func(msg *types.MsgSubmitState) { msg.GameId = 0 }},
	}
}

// closing returns a claim with the end of an off-chain game, and the error with which the chain must refuse it.
func (s scene) closing() (attempt[*types.MsgClaimWin], error) {
	var none attempt[*types.MsgClaimWin]
	id, err := s.channelGame(inPlay)
	if err != nil {
		return none, err
	}
	v, err := s.board(id)
	if err != nil {
		return none, err
	}
	if err := v.play(s.dice, wholeGame); err != nil {
		return none, err
	}
	proof, err := v.proof(s.dice)
	if err != nil {
		return none, err
	}
	by := v.state.Actor
	board := v.boards[by]
	a := attempt[*types.MsgClaimWin]{sender: s.actor(v.table, by), msg: &types.MsgClaimWin{
		GameId: id, Fleet: v.state.Ruleset.FleetString(board.Fleet), BoardSecret: board.Secret,
		Proof: types.NewStateProof(proof),
	}}
	a.msg.Sender = a.sender.AddressBech32
	a.refusal = v.refusal(s.ctx.BlockHeight())
	switch {
	case a.refusal != nil:
		// Of a claim a stale proof is ignored, and without it the game is still in play.
		if errors.Is(a.refusal, types.ErrNotNewer) {
			a.refusal = types.ErrPhase
		}
	case v.state.Phase != game.PhaseClaim:
		a.refusal = types.ErrPhase
	case !board.Honest():
		a.refusal = types.ErrClaim
	}
	return a, nil
}

// channelGame is an off-chain game with a state that its players can have reached.
type channelGame struct {
	*table

	rule       *channel.Channel
	chainState channel.ChainState
	keys       [types.PlayersPerGame]*secp256k1.PrivKey
}

// channelGame returns a random channel game of a progress that is wanted, off-chain or before its deadline.
func (s scene) channelGame(wanted func(types.Progress) bool) (uint64, error) {
	found, err := anyOf(s, s.keeper.Records().Progress, func(id uint64, m types.Progress) (bool, error) {
		if late := !m.OffChain && game.Late(m.Deadline, s.ctx.BlockHeight()); late || !wanted(m) {
			return false, nil
		}
		g, err := s.keeper.Records().Games.Get(s.ctx, id)
		return g.IsChannel(), err
	})
	return found.Key, err
}

// inPlay is a filter for games that were joined and are in play, off-chain or on-chain.
func inPlay(m types.Progress) bool { return m.Phase == types.PHASE_TOSS || m.Phase == types.PHASE_PLAY }

// board loads a channel game in its state at the join.
func (s scene) board(id uint64) (*channelGame, error) {
	t, err := s.sit(id)
	if err != nil {
		return nil, err
	}
	m, err := s.keeper.Records().Progress.Get(s.ctx, id)
	if err != nil {
		return nil, err
	}
	v := &channelGame{table: t}
	if v.chainState, err = t.game.ChainState(m); err != nil {
		return nil, err
	}
	if v.rule, err = t.game.Channel(s.ctx.ChainID()); err != nil {
		return nil, err
	}
	for i, participant := range t.game.Participants {
		player, err := s.data.AddressCodec().StringToBytes(participant.Address)
		if err != nil {
			return nil, err
		}
		v.keys[i] = channelKey(player, participant.Board.Nonce)
	}
	v.state = v.rule.Initial()
	return v, nil
}

// play makes at most a number of moves. If answers are proven it makes only the first, because proofs take long.
func (v *channelGame) play(dice *rand.Rand, most int) error {
	if v.state.Ruleset.Proven {
		most = min(most, 1)
	}
	for n := 0; n < most && v.state.Phase.InPlay(); n++ {
		m := channel.Move{Move: v.opening(), Concede: dice.Intn(surrenderOdds) == 0}
		if !m.Concede {
			m.Target = v.state.Ruleset.TileName(v.aim(dice))
		}
		next, _, err := v.rule.Move(v.state, v.state.Actor, m, nil)
		if err != nil {
			// The turn goes to the other with the opening, or play ends with it.
			m.Target, m.Concede = "", false
			if next, _, err = v.rule.Move(v.state, v.state.Actor, m, nil); err != nil {
				return err
			}
		}
		v.state = next
	}
	return nil
}

// opening returns the owed opening.
func (v *channelGame) opening() play.Move {
	board, msg := v.boards[v.state.Actor], &types.MsgShootAndReveal{}
	switch v.state.Owes {
	case game.OwesTossReveal:
		msg.Opening = types.NewOpening(board.OpenToss())
	case game.OwesAnswer:
		msg.Opening = types.NewOpening(board.Open(v.state.Pending))
		if sunk := board.Answer(v.state).Sunk; sunk != nil {
			msg.Sunk = types.NewShip(v.state.Ruleset, *sunk)
		}
	default:
	}
	return msg.Move()
}

// proof returns the proof of the state that both players have signed.
func (v *channelGame) proof(dice *rand.Rand) (channel.Proof, error) {
	var p channel.Proof
	var err error
	if v.state.Phase != game.PhaseToss || dice.Intn(2) == 0 {
		if p.State, err = v.rule.Encode(v.state); err != nil {
			return channel.Proof{}, err
		}
	}
	message, err := v.rule.Message(v.state)
	if err != nil {
		return channel.Proof{}, err
	}
	for i, key := range v.keys {
		if p.Signatures[i], err = key.Sign(message); err != nil {
			return channel.Proof{}, err
		}
		p.Signatures[i] = slices.Clone(p.Signatures[i])
	}
	return p, nil
}

// refusal returns the error with which the chain must refuse a true proof, nil if it must take it.
func (v *channelGame) refusal(height int64) error {
	switch {
	case v.game.JoinedHeight == height:
		return types.ErrTurn
	case !v.chainState.OffChain && v.state.Progress() <= v.chainState.State.Progress():
		return types.ErrNotNewer
	default:
		return nil
	}
}
