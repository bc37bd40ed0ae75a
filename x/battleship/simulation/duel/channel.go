package duel

import (
	"errors"
	"math/rand"
	"slices"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// surrenderOdds is the average number of off-chain moves before a player gives up.
	surrenderOdds = 60
	// wholeGame is a number of moves that no game reaches.
	wholeGame = 1_000
)

// MsgSubmitStateFactory brings states of off-chain games to the chain: random ones that both players could have come
// to, stale ones, and forged ones.
func MsgSubmitStateFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgSubmitState], error) {
		var none core.Attempt[*types.MsgSubmitState]
		id, err := findChannelGame(s, inPlay)
		if err != nil {
			return none, err
		}
		v, err := loadChannelGame(s, id)
		if err != nil {
			return none, err
		}
		if err := v.play(s.Dice, s.Dice.Intn(40)); err != nil {
			return none, err
		}
		seat := core.AnySeat(s.Dice)
		a := core.Attempt[*types.MsgSubmitState]{Sender: actorOf(s, v.table, seat)}
		a.Msg = &types.MsgSubmitState{GameId: id}
		proof, err := v.proof(s.Dice)
		if err != nil {
			return none, err
		}
		a.Msg.Proof = types.NewStateProof(proof)
		a.Refusal = v.refusal(s.Ctx.BlockHeight())
		if a.Refusal == nil && s.Slips() {
			a.Slip(s.Dice, badProofs(s.Dice))
		}
		if a.Refusal == nil && v.chainState.OffChain && s.Slips() {
			a.Refusal = types.ErrUnauthorized
			if a.Sender, err = strangerTo(s, v.table); err != nil {
				return none, err
			}
		}
		a.Msg.Sender = a.Sender.AddressBech32
		return a, nil
	})
}

// badProofs returns the ways to spoil a proof that both players have signed.
func badProofs(dice *rand.Rand) []core.Slip[*types.MsgSubmitState] {
	return []core.Slip[*types.MsgSubmitState]{
		{Err: types.ErrSignature, Do: func(msg *types.MsgSubmitState) { // swapped
			p := msg.Proof
			p.CreatorSignature, p.JoinerSignature = p.JoinerSignature, p.CreatorSignature
		}},
		{Err: types.ErrSignature, Do: func(msg *types.MsgSubmitState) {
			msg.Proof.JoinerSignature[dice.Intn(64)] ^= 1 << dice.Intn(8)
		}},
		{Err: types.ErrSignature, Do: func(msg *types.MsgSubmitState) {
			msg.Proof.CreatorSignature = core.AnyBytes(dice, 63)
		}},
		{Err: types.ErrStateProof, Do: func(msg *types.MsgSubmitState) {
			msg.Proof.State = core.AnyBytes(dice, 1+dice.Intn(120))
		}},
		{Err: types.ErrGameNotFound, Do: func(msg *types.MsgSubmitState) { msg.GameId = 0 }},
	}
}

// closing returns a claim with the end of an off-chain game, and the error with which the chain must refuse it.
func closing(s core.Scene) (core.Attempt[*types.MsgClaimWin], error) {
	var none core.Attempt[*types.MsgClaimWin]
	id, err := findChannelGame(s, inPlay)
	if err != nil {
		return none, err
	}
	v, err := loadChannelGame(s, id)
	if err != nil {
		return none, err
	}
	if err := v.play(s.Dice, wholeGame); err != nil {
		return none, err
	}
	proof, err := v.proof(s.Dice)
	if err != nil {
		return none, err
	}
	by := v.state.Actor
	board := v.boards[by]
	a := core.Attempt[*types.MsgClaimWin]{Sender: actorOf(s, v.table, by), Msg: &types.MsgClaimWin{
		GameId: id, Fleet: v.state.Ruleset.FleetString(board.Fleet), BoardSecret: board.Secret,
		Proof: types.NewStateProof(proof),
	}}
	a.Msg.Sender = a.Sender.AddressBech32
	a.Refusal = v.refusal(s.Ctx.BlockHeight())
	switch {
	case a.Refusal != nil:
		// Of a claim a stale proof is ignored, and without it the game is still in play.
		if errors.Is(a.Refusal, types.ErrNotNewer) {
			a.Refusal = types.ErrPhase
		}
	case v.state.Phase != game.PhaseClaim:
		a.Refusal = types.ErrPhase
	case !board.Honest():
		a.Refusal = types.ErrClaim
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

// findChannelGame returns a random channel game of a progress that is wanted, off-chain or before its deadline.
func findChannelGame(s core.Scene, wanted func(types.Progress) bool) (uint64, error) {
	found, err := core.AnyOf(s, s.Keeper.Records().Progress, func(id uint64, m types.Progress) (bool, error) {
		if late := !m.OffChain && game.Late(m.Deadline, s.Ctx.BlockHeight()); late || !wanted(m) {
			return false, nil
		}
		g, err := s.Keeper.Records().Games.Get(s.Ctx, id)
		return g.IsChannel(), err
	})
	return found.Key, err
}

// inPlay is a filter for games that were joined and are in play, off-chain or on-chain.
func inPlay(m types.Progress) bool { return m.Phase == types.PHASE_TOSS || m.Phase == types.PHASE_PLAY }

// loadChannelGame loads a channel game in its state at the join.
func loadChannelGame(s core.Scene, id uint64) (*channelGame, error) {
	t, err := load(s, id)
	if err != nil {
		return nil, err
	}
	m, err := s.Keeper.Records().Progress.Get(s.Ctx, id)
	if err != nil {
		return nil, err
	}
	v := &channelGame{table: t}
	if v.chainState, err = t.game.ChainState(m); err != nil {
		return nil, err
	}
	if v.rule, err = t.game.Channel(s.Ctx.ChainID()); err != nil {
		return nil, err
	}
	for i, participant := range t.game.Participants {
		player, err := s.Data.AddressCodec().StringToBytes(participant.Address)
		if err != nil {
			return nil, err
		}
		v.keys[i] = core.ChannelKey(player, participant.Board.Nonce)
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
