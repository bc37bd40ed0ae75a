package duel

import (
	"fmt"
	"slices"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MsgCreateGameFactory opens games of any kind: for all, for one opponent, and rematches.
func MsgCreateGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgCreateGame], error) {
		var none core.Attempt[*types.MsgCreateGame]
		o, err := s.Order()
		if err != nil {
			return none, err
		}
		creator, msg, err := newGame(s, &o)
		if err != nil {
			return none, err
		}
		if msg.Entry, err = s.Entry(creator, o.Rules, msg.Opponent); err != nil {
			return none, err
		}
		if o.OffChain {
			msg.Entry.Channel = core.ChannelOf(creator.Address, msg.Entry.Board.Nonce)
		}
		if msg.RematchOf > 0 && s.Dice.Intn(2) == 0 {
			msg.Opponent = "" // who is meant goes without saying
		}
		record, err := s.Record(creator)
		if err != nil {
			return none, err
		}
		a := core.Attempt[*types.MsgCreateGame]{Sender: creator, Msg: msg}
		if s.Slips() {
			a.Slip(s.Dice, badGames(k, o))
			return a, nil
		}
		a.Refusal, err = s.Open(o, &a.Sender, record)
		return a, err
	})
}

// newGame returns a new game of a random creator, without the entry. A rematch follows the rules of the game before.
func newGame(s core.Scene, o *core.Order) (simsx.SimAccount, *types.MsgCreateGame, error) {
	creator, err := s.Somebody()
	if err != nil {
		return simsx.SimAccount{}, nil, err
	}
	msg := &types.MsgCreateGame{}
	switch s.Dice.Intn(4) {
	case 0:
		opponent, err := s.Somebody(creator.AddressBech32)
		if err != nil {
			return simsx.SimAccount{}, nil, err
		}
		msg.Opponent = opponent.AddressBech32
	case 1:
		again, err := ended(s)
		if err != nil {
			return simsx.SimAccount{}, nil, err
		}
		seat := core.AnySeat(s.Dice)
		creator = s.Account(again.Players[seat])
		msg.RematchOf, msg.Opponent = again.GameId, again.Players[seat.Other()]
		if o.Rules, err = types.RulesetByID(again.RulesetId); err != nil {
			return simsx.SimAccount{}, nil, err
		}
	default:
	}
	msg.Sender, msg.RulesetId, msg.TurnBlocks = creator.AddressBech32, o.Rules.ID, o.TurnBlocks
	msg.Stake, msg.Casual, msg.RatingRange = o.Stake, o.Casual, o.RatingRange
	msg.MaxFee, msg.MaxHouseShareBps = o.Terms.Fee, o.Terms.HouseShareBps
	return creator, msg, nil
}

// ended returns a random game that was joined, has ended and has no rematch.
func ended(s core.Scene) (types.Result, error) {
	found, err := core.AnyOf(s, s.Keeper.Records().Results, func(id uint64, _ types.Result) (bool, error) {
		has, err := s.Keeper.Records().Rematches.Has(s.Ctx, id)
		return !has, err
	})
	return found.Value, err
}

// badGames returns the ways to spoil a good game.
func badGames(k *keeper.Keeper, o core.Order) []core.Slip[*types.MsgCreateGame] {
	bad := []core.Slip[*types.MsgCreateGame]{
		{Err: types.ErrUnknownRuleset, Do: func(msg *types.MsgCreateGame) { msg.RulesetId = 0 }},
		{Err: types.ErrInvalidParams, Do: func(msg *types.MsgCreateGame) { msg.TurnBlocks = o.Params.TurnBlocksMax + 1 }},
		{Err: types.ErrInvalidRating, Do: func(msg *types.MsgCreateGame) { msg.RatingRange = types.MinRatingRange - 1 }},
		{Err: types.ErrInvalidStake, Do: func(msg *types.MsgCreateGame) { msg.Stake = core.BadStake() }},
		{Err: types.ErrRematch, Do: func(msg *types.MsgCreateGame) { msg.RematchOf = 1 << 63 }},
		{Err: types.ErrInvalidOpponent, Do: func(msg *types.MsgCreateGame) { msg.Opponent, msg.RematchOf = msg.Sender, 0 }},
		{Err: types.ErrInvalidOpponent, Do: func(msg *types.MsgCreateGame) {
			msg.Opponent, msg.RematchOf = k.Authority(), 0
		}},
		{Err: types.ErrNonce, Do: func(msg *types.MsgCreateGame) { msg.Entry.Board.Nonce++ }},
		{Err: types.ErrInvalidBoard, Do: func(msg *types.MsgCreateGame) { msg.Entry.Board.TossLeaf = nil }},
		{Err: types.ErrInvalidDelegate, Do: func(msg *types.MsgCreateGame) { msg.Entry.Delegate = msg.Sender }},
		{Err: types.ErrInvalidChannel, Do: func(msg *types.MsgCreateGame) {
			msg.Entry.Channel = &types.Channel{Key: []byte{2}}
		}},
		{Err: types.ErrInvalidRecovery, Do: func(msg *types.MsgCreateGame) {
			msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes+1)
		}},
	}
	if o.Terms.Fee != nil {
		bad = append(bad, core.Slip[*types.MsgCreateGame]{
			Err: types.ErrTerms, Do: func(msg *types.MsgCreateGame) { msg.MaxFee = nil },
		})
	}
	return bad
}

// MsgJoinGameFactory enters open games.
func MsgJoinGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgJoinGame], error) {
		var none core.Attempt[*types.MsgJoinGame]
		t, err := find(s, inPhase(types.PHASE_OPEN))
		if err != nil {
			return none, err
		}
		creator := t.game.Participants[game.Creator]
		joiner, err := opponent(s, t)
		if err != nil {
			return none, err
		}
		entry, err := s.Entry(joiner, t.state.Ruleset, creator.Address, creator.Delegate)
		if err != nil {
			return none, err
		}
		if t.game.IsChannel() {
			entry.Channel = core.ChannelOf(joiner.Address, entry.Board.Nonce)
		}
		a := core.Attempt[*types.MsgJoinGame]{Sender: joiner, Msg: &types.MsgJoinGame{
			Sender: joiner.AddressBech32,
			GameId: t.game.Id,
			Entry:  entry,
			Toss:   core.AnyBytes(s.Dice, commitment.TossSize),
			Terms:  t.game.Accepted(),
		}}
		if a.Refusal, err = join(s, t, &a.Sender, entry); err != nil {
			return none, err
		}
		if a.Refusal == nil && s.Slips() {
			a.Slip(s.Dice, badEntries(creator))
		}
		return a, nil
	})
}

// opponent returns an account that may join a game, or one that tries to although the game is offered to another.
func opponent(s core.Scene, t *table) (simsx.SimAccount, error) {
	if invited := t.game.Offer.Opponent; invited != "" && !s.Slips() {
		return s.Account(invited), nil
	}
	return strangerTo(s, t)
}

// badEntries returns the ways to spoil a good entry.
func badEntries(creator types.Participant) []core.Slip[*types.MsgJoinGame] {
	return []core.Slip[*types.MsgJoinGame]{
		{Err: types.ErrGameNotFound, Do: func(msg *types.MsgJoinGame) { msg.GameId = 0 }},
		{Err: types.ErrNonce, Do: func(msg *types.MsgJoinGame) { msg.Entry.Board.Nonce++ }},
		{Err: types.ErrInvalidToss, Do: func(msg *types.MsgJoinGame) { msg.Toss = msg.Toss[1:] }},
		{Err: types.ErrTerms, Do: func(msg *types.MsgJoinGame) { msg.Terms.Stake = core.BadStake() }},
		{Err: types.ErrTerms, Do: func(msg *types.MsgJoinGame) { msg.Terms.TurnBlocks++ }},
		{Err: types.ErrInvalidDelegate, Do: func(msg *types.MsgJoinGame) { msg.Entry.Delegate = creator.Address }},
		{Err: types.ErrEqualBoards, Do: func(msg *types.MsgJoinGame) {
			msg.Entry.Board.RowRoots, msg.Entry.Board.Commitment = creator.Board.RowRoots, creator.Board.Commitment
		}},
		{Err: types.ErrInvalidChannel, Do: func(msg *types.MsgJoinGame) {
			msg.Entry.Channel = otherChannel(creator, msg.Entry)
		}},
		{Err: badProof(creator.Board), Do: func(msg *types.MsgJoinGame) { msg.Entry.Proof = []byte("no proof") }},
	}
}

// otherChannel returns the creator's channel, or one where the creator has none.
func otherChannel(creator types.Participant, e types.Entry) *types.Channel {
	if creator.Channel != nil {
		return creator.Channel
	}
	return core.ChannelOf(e.Board.TossLeaf, e.Board.Nonce)
}

// badProof returns the error with which the chain refuses an entry for a proof that is none.
func badProof(b types.BoardCommitment) error {
	if b.Scheme == types.COMMITMENT_SCHEME_PLONK {
		return types.ErrInvalidProof
	}
	return types.ErrInvalidMove
}

// join sets aside a player's cost of joining a game that is open to it. If it cannot pay, join returns the error with
// which the chain must refuse it.
func join(s core.Scene, t *table, joiner *simsx.SimAccount, entry types.Entry) (refusal, err error) {
	params, err := s.Keeper.Params(s.Ctx)
	if err != nil {
		return nil, err
	}
	record, err := s.Record(*joiner)
	if err != nil {
		return nil, err
	}
	offer, creator := t.game.Offer, t.game.Participants[game.Creator]
	switch {
	case offer.Opponent != "" && offer.Opponent != joiner.AddressBech32:
		return types.ErrUnauthorized, nil
	case offer.RatingRange > 0 && types.RatingDistance(record.Standing().Rating, offer.Rating) > offer.RatingRange:
		return types.ErrRatingRange, nil
	case params.CheckJoin(t.state.Ruleset, t.game.Terms) != nil: // governance has changed its mind since
		return types.ErrRulesetClosed, nil
	case t.game.Terms.Stake != nil && !slices.Contains(params.StakeDenoms, t.game.Terms.Stake.Denom):
		return types.ErrInvalidStake, nil
	case entry.Delegate != "" && (entry.Delegate == creator.Address || entry.Delegate == creator.Delegate):
		return types.ErrInvalidDelegate, nil
	}
	return s.Afford(joiner, t.game.Terms.Entry())
}

// MsgMatchGameFactory looks for matches.
func MsgMatchGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgMatchGame], error) {
		var none core.Attempt[*types.MsgMatchGame]
		o, err := s.Order()
		if err != nil {
			return none, err
		}
		player, err := s.Somebody()
		if err != nil {
			return none, err
		}
		entry, err := s.Entry(player, o.Rules)
		if err != nil {
			return none, err
		}
		if o.OffChain {
			entry.Channel = core.ChannelOf(player.Address, entry.Board.Nonce)
		}
		a := core.Attempt[*types.MsgMatchGame]{Sender: player, Msg: &types.MsgMatchGame{
			Sender:      player.AddressBech32,
			RulesetId:   o.Rules.ID,
			Entry:       entry,
			Toss:        core.AnyBytes(s.Dice, commitment.TossSize),
			TurnBlocks:  o.TurnBlocks,
			Stake:       o.Stake,
			Casual:      o.Casual,
			RatingRange: o.RatingRange,
			MaxFee:      o.Terms.Fee,

			MaxHouseShareBps: o.Terms.HouseShareBps,
		}}
		if s.Slips() {
			bad := []core.Slip[*types.MsgMatchGame]{
				{Err: types.ErrUnknownRuleset, Do: func(msg *types.MsgMatchGame) { msg.RulesetId = 0 }},
				{Err: types.ErrInvalidParams, Do: func(msg *types.MsgMatchGame) { msg.TurnBlocks = o.Params.TurnBlocksMax + 1 }},
				{Err: types.ErrInvalidRating, Do: func(msg *types.MsgMatchGame) { msg.RatingRange = types.MinRatingRange - 1 }},
				{Err: types.ErrInvalidStake, Do: func(msg *types.MsgMatchGame) { msg.Stake = core.BadStake() }},
				{Err: types.ErrNonce, Do: func(msg *types.MsgMatchGame) { msg.Entry.Board.Nonce++ }},
				{Err: types.ErrInvalidToss, Do: func(msg *types.MsgMatchGame) { msg.Toss = nil }},
			}
			if o.Terms.HouseShareBps > 0 {
				bad = append(bad, core.Slip[*types.MsgMatchGame]{
					Err: types.ErrTerms, Do: func(msg *types.MsgMatchGame) { msg.MaxHouseShareBps-- },
				})
			}
			a.Slip(s.Dice, bad)
			return a, nil
		}
		a.Refusal, err = match(s, o, &a.Sender, entry)
		return a, err
	})
}

// match sets aside a player's cost of a match, found or opened. If the player cannot have one, match returns the error
// with which the chain must refuse it. It reads all open games, where the chain reads some.
func match(s core.Scene, o core.Order, player *simsx.SimAccount, entry types.Entry) (refusal, err error) {
	record, err := s.Record(*player)
	if err != nil {
		return nil, err
	}
	var (
		pool    = fmt.Sprint(poolOf(o))
		mine    = record.Standing().Rating
		who     = player.AddressBech32
		open    int
		waiting bool
		best    types.OpenKey
	)
	err = s.Keeper.Records().OpenGames.Walk(s.Ctx, nil, func(key types.OpenKey, l types.Listing) (bool, error) {
		if fmt.Sprint(key.Pool) != pool {
			return false, nil
		}
		open++
		apart := types.RatingDistance(key.Rating, mine)
		if game.Late(l.Deadline, s.Ctx.BlockHeight()) || (o.RatingRange > 0 && apart > o.RatingRange) {
			return false, nil
		}
		if l.Creator == who {
			asked, err := s.Keeper.Records().Waiting.Has(s.Ctx, key)
			waiting = waiting || asked
			return false, err
		}
		fits := (l.RatingRange == 0 || apart <= l.RatingRange) && !costsMore(l.Fee, o.Terms.Fee) &&
			l.HouseShareBps <= o.Terms.HouseShareBps
		nearest := types.RatingDistance(best.Rating, mine)
		if fits && (best.ID == 0 || apart < nearest || (apart == nearest && key.ID < best.ID)) {
			best = key
		}
		return false, nil
	})
	switch {
	case err != nil:
		return nil, err
	case waiting:
		return types.ErrAlreadyWaiting, nil
	case open > types.MaxMatchReads:
		return nil, core.ErrSkip // the chain may not have looked at the best one
	case best.ID == 0:
		return s.Open(o, player, record)
	}
	t, err := load(s, best.ID)
	if err != nil {
		return nil, err
	}
	// A delegate of the other side cannot act for a player matched with it.
	creator := t.game.Participants[game.Creator]
	if entry.Delegate == creator.Address || entry.Delegate == creator.Delegate {
		entry.Delegate = ""
	}
	return join(s, t, player, entry)
}

// poolOf returns the pool of a game that is asked for.
func poolOf(o core.Order) types.Pool {
	turnBlocks := o.TurnBlocks
	if turnBlocks == 0 {
		turnBlocks = o.Params.TurnBlocksDefault
	}
	return types.NewPool(o.Rules.ID, o.Terms, turnBlocks, o.OffChain)
}

// costsMore reports whether a fee is not at most another. A nil fee is zero.
func costsMore(fee, than *sdk.Coin) bool {
	return fee != nil && (than == nil || fee.Denom != than.Denom || than.Amount.LT(fee.Amount))
}

// DeclineGame refuses a duel that was offered to one player.
func (Kind) DeclineGame(s core.Scene) (core.Attempt[*types.MsgDeclineGame], error) {
	var none core.Attempt[*types.MsgDeclineGame]
	t, err := find(s, func(m types.Progress) bool { return m.Phase == types.PHASE_OPEN })
	if err != nil {
		return none, err
	}
	a := core.Attempt[*types.MsgDeclineGame]{Msg: &types.MsgDeclineGame{GameId: t.game.Id}}
	if invited := t.game.Offer.Opponent; invited != "" && !s.Slips() {
		a.Sender = s.Account(invited)
	} else {
		a.Refusal = types.ErrUnauthorized
		if a.Sender, err = s.Somebody(invited); err != nil {
			return none, err
		}
	}
	a.Msg.Sender = a.Sender.AddressBech32
	return a, nil
}

// MsgCancelGameFactory withdraws open games.
func MsgCancelGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgCancelGame], error) {
		t, err := find(s, func(m types.Progress) bool {
			return m.Phase == types.PHASE_OPEN && m.Reason != types.REASON_CANCELLED
		})
		if err != nil {
			return core.Attempt[*types.MsgCancelGame]{}, err
		}
		a := core.Attempt[*types.MsgCancelGame]{Sender: playerOf(s, t, game.Creator)}
		if s.Slips() {
			a.Refusal = types.ErrUnauthorized
			if a.Sender, err = strangerTo(s, t); err != nil {
				return core.Attempt[*types.MsgCancelGame]{}, err
			}
		}
		a.Msg = &types.MsgCancelGame{Sender: a.Sender.AddressBech32, GameId: t.game.Id}
		return a, nil
	})
}

// SetDelegate names another delegate in a duel, or none.
func (Kind) SetDelegate(s core.Scene) (core.Attempt[*types.MsgSetDelegate], error) {
	var none core.Attempt[*types.MsgSetDelegate]
	t, err := find(s, func(types.Progress) bool { return true })
	if err != nil {
		return none, err
	}
	by := game.Seat(s.Dice.Intn(len(t.game.Participants)))
	a := core.Attempt[*types.MsgSetDelegate]{Sender: playerOf(s, t, by), Msg: &types.MsgSetDelegate{GameId: t.game.Id}}
	if a.Msg.Delegate, err = delegate(s, t); err != nil {
		return none, err
	}
	if offer := t.game.Offer; offer != nil && a.Msg.Delegate != "" {
		a.Refusal = types.ErrInvalidDelegate
	}
	if a.Refusal == nil && s.Slips() {
		a.Slip(s.Dice, []core.Slip[*types.MsgSetDelegate]{
			{Err: types.ErrInvalidDelegate, Do: func(msg *types.MsgSetDelegate) {
				msg.Delegate = t.game.Participants[by].Address
			}},
			{Err: types.ErrGameNotFound, Do: func(msg *types.MsgSetDelegate) { msg.GameId = 0 }},
		})
	} else if s.Slips() {
		a.Refusal = types.ErrUnauthorized
		if a.Sender, err = s.Somebody(t.players()...); err != nil {
			return none, err
		}
	}
	a.Msg.Sender = a.Sender.AddressBech32
	return a, nil
}

// delegate returns a possible new delegate at a table, or an empty address.
func delegate(s core.Scene, t *table) (string, error) {
	if s.Dice.Intn(2) == 0 {
		return "", nil
	}
	others := t.insiders()
	if t.game.Offer != nil {
		others = append(others, t.game.Offer.Opponent)
	}
	delegate, err := s.Somebody(others...)
	return delegate.AddressBech32, err
}
