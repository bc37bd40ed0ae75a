package simulation

import (
	"fmt"
	"slices"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MsgCreateGameFactory opens games of any kind: for all, for one opponent, and rematches.
func MsgCreateGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgCreateGame], error) {
		var none attempt[*types.MsgCreateGame]
		o, err := s.order()
		if err != nil {
			return none, err
		}
		creator, msg, err := s.newGame(&o)
		if err != nil {
			return none, err
		}
		if msg.Entry, err = s.entry(creator, o.rules, msg.Opponent); err != nil {
			return none, err
		}
		if o.offChain {
			msg.Entry.Channel = channelOf(creator.Address, msg.Entry.Board.Nonce)
		}
		if msg.RematchOf > 0 && s.dice.Intn(2) == 0 {
			msg.Opponent = "" // who is meant goes without saying
		}
		record, err := s.record(creator)
		if err != nil {
			return none, err
		}
		a := attempt[*types.MsgCreateGame]{sender: creator, msg: msg}
		if s.slips() {
			a.slip(s.dice, badGames(k, o))
			return a, nil
		}
		a.refusal, err = s.open(o, &a.sender, record)
		return a, err
	})
}

// newGame returns a new game of a random creator, without the entry. A rematch follows the rules of the game before.
func (s scene) newGame(o *order) (simsx.SimAccount, *types.MsgCreateGame, error) {
	creator, err := s.somebody()
	if err != nil {
		return simsx.SimAccount{}, nil, err
	}
	msg := &types.MsgCreateGame{}
	switch s.dice.Intn(4) {
	case 0:
		opponent, err := s.somebody(creator.AddressBech32)
		if err != nil {
			return simsx.SimAccount{}, nil, err
		}
		msg.Opponent = opponent.AddressBech32
	case 1:
		again, err := s.ended()
		if err != nil {
			return simsx.SimAccount{}, nil, err
		}
		seat := anySeat(s.dice)
		creator = s.account(again.Players[seat])
		msg.RematchOf, msg.Opponent = again.GameId, again.Players[seat.Other()]
		if o.rules, err = types.RulesetByID(again.RulesetId); err != nil {
			return simsx.SimAccount{}, nil, err
		}
	default:
	}
	msg.Sender, msg.RulesetId, msg.TurnBlocks = creator.AddressBech32, o.rules.ID, o.turnBlocks
	msg.Stake, msg.Casual, msg.RatingRange = o.stake, o.casual, o.ratingRange
	msg.MaxFee, msg.MaxHouseShareBps = o.terms.Fee, o.terms.HouseShareBps
	return creator, msg, nil
}

// ended returns a random game that was joined, has ended and has no rematch.
func (s scene) ended() (types.Result, error) {
	found, err := anyOf(s, s.keeper.Records().Results, func(id uint64, _ types.Result) (bool, error) {
		has, err := s.keeper.Records().Rematches.Has(s.ctx, id)
		return !has, err
	})
	return found.Value, err
}

// badGames returns the ways to spoil a good game.
func badGames(k *keeper.Keeper, o order) []slip[*types.MsgCreateGame] {
	bad := []slip[*types.MsgCreateGame]{
		{types.ErrUnknownRuleset, func(msg *types.MsgCreateGame) { msg.RulesetId = 0 }},
		{types.ErrInvalidParams, func(msg *types.MsgCreateGame) { msg.TurnBlocks = o.params.TurnBlocksMax + 1 }},
		{types.ErrInvalidRating, func(msg *types.MsgCreateGame) { msg.RatingRange = types.MinRatingRange - 1 }},
		{types.ErrInvalidStake, func(msg *types.MsgCreateGame) { msg.Stake = badStake() }},
		{types.ErrRematch, func(msg *types.MsgCreateGame) { msg.RematchOf = 1 << 63 }},
		{types.ErrInvalidOpponent, func(msg *types.MsgCreateGame) { msg.Opponent, msg.RematchOf = msg.Sender, 0 }},
		{types.ErrInvalidOpponent, func(msg *types.MsgCreateGame) { msg.Opponent, msg.RematchOf = k.Authority(), 0 }},
		{types.ErrNonce, func(msg *types.MsgCreateGame) { msg.Entry.Board.Nonce++ }},
		{types.ErrInvalidBoard, func(msg *types.MsgCreateGame) { msg.Entry.Board.TossLeaf = nil }},
		{types.ErrInvalidDelegate, func(msg *types.MsgCreateGame) { msg.Entry.Delegate = msg.Sender }},
		{types.ErrInvalidChannel, func(msg *types.MsgCreateGame) { msg.Entry.Channel = &types.Channel{Key: []byte{2}} }},
		{types.ErrInvalidRecovery, func(msg *types.MsgCreateGame) {
			msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes+1)
		}},
	}
	if o.terms.Fee != nil {
		bad = append(bad, slip[*types.MsgCreateGame]{types.ErrTerms, func(msg *types.MsgCreateGame) { msg.MaxFee = nil }})
	}
	return bad
}

// MsgJoinGameFactory enters open games.
func MsgJoinGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgJoinGame], error) {
		var none attempt[*types.MsgJoinGame]
		t, err := s.table(inPhase(types.PHASE_OPEN))
		if err != nil {
			return none, err
		}
		creator := t.game.Participants[game.Creator]
		joiner, err := s.opponent(t)
		if err != nil {
			return none, err
		}
		entry, err := s.entry(joiner, t.state.Ruleset, creator.Address, creator.Delegate)
		if err != nil {
			return none, err
		}
		if t.game.IsChannel() {
			entry.Channel = channelOf(joiner.Address, entry.Board.Nonce)
		}
		a := attempt[*types.MsgJoinGame]{sender: joiner, msg: &types.MsgJoinGame{
			Sender: joiner.AddressBech32,
			GameId: t.game.Id,
			Entry:  entry,
			Toss:   anyBytes(s.dice, commitment.TossSize),
			Terms:  t.game.Accepted(),
		}}
		if a.refusal, err = s.join(t, &a.sender, entry); err != nil {
			return none, err
		}
		if a.refusal == nil && s.slips() {
			a.slip(s.dice, badEntries(creator))
		}
		return a, nil
	})
}

// opponent returns an account that may join a game, or one that tries to although the game is offered to another.
func (s scene) opponent(t *table) (simsx.SimAccount, error) {
	if invited := t.game.Offer.Opponent; invited != "" && !s.slips() {
		return s.account(invited), nil
	}
	return s.stranger(t)
}

// badEntries returns the ways to spoil a good entry.
func badEntries(creator types.Participant) []slip[*types.MsgJoinGame] {
	return []slip[*types.MsgJoinGame]{
		{types.ErrGameNotFound, func(msg *types.MsgJoinGame) { msg.GameId = 0 }},
		{types.ErrNonce, func(msg *types.MsgJoinGame) { msg.Entry.Board.Nonce++ }},
		{types.ErrInvalidToss, func(msg *types.MsgJoinGame) { msg.Toss = msg.Toss[1:] }},
		{types.ErrTerms, func(msg *types.MsgJoinGame) { msg.Terms.Stake = badStake() }},
		{types.ErrTerms, func(msg *types.MsgJoinGame) { msg.Terms.TurnBlocks++ }},
		{types.ErrInvalidDelegate, func(msg *types.MsgJoinGame) { msg.Entry.Delegate = creator.Address }},
		{types.ErrEqualBoards, func(msg *types.MsgJoinGame) {
			msg.Entry.Board.RowRoots, msg.Entry.Board.Commitment = creator.Board.RowRoots, creator.Board.Commitment
		}},
		{types.ErrInvalidChannel, func(msg *types.MsgJoinGame) { msg.Entry.Channel = otherChannel(creator, msg.Entry) }},
		{badProof(creator.Board), func(msg *types.MsgJoinGame) { msg.Entry.Proof = []byte("no proof") }},
	}
}

// otherChannel returns the creator's channel, or one where the creator has none.
func otherChannel(creator types.Participant, e types.Entry) *types.Channel {
	if creator.Channel != nil {
		return creator.Channel
	}
	return channelOf(e.Board.TossLeaf, e.Board.Nonce)
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
func (s scene) join(t *table, joiner *simsx.SimAccount, entry types.Entry) (refusal, err error) {
	params, err := s.keeper.Params(s.ctx)
	if err != nil {
		return nil, err
	}
	record, err := s.record(*joiner)
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
	return s.afford(joiner, t.game.Terms.Entry())
}

// MsgMatchGameFactory looks for matches.
func MsgMatchGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgMatchGame], error) {
		var none attempt[*types.MsgMatchGame]
		o, err := s.order()
		if err != nil {
			return none, err
		}
		player, err := s.somebody()
		if err != nil {
			return none, err
		}
		entry, err := s.entry(player, o.rules)
		if err != nil {
			return none, err
		}
		if o.offChain {
			entry.Channel = channelOf(player.Address, entry.Board.Nonce)
		}
		a := attempt[*types.MsgMatchGame]{sender: player, msg: &types.MsgMatchGame{
			Sender:      player.AddressBech32,
			RulesetId:   o.rules.ID,
			Entry:       entry,
			Toss:        anyBytes(s.dice, commitment.TossSize),
			TurnBlocks:  o.turnBlocks,
			Stake:       o.stake,
			Casual:      o.casual,
			RatingRange: o.ratingRange,
			MaxFee:      o.terms.Fee,

			MaxHouseShareBps: o.terms.HouseShareBps,
		}}
		if s.slips() {
			bad := []slip[*types.MsgMatchGame]{
				{types.ErrUnknownRuleset, func(msg *types.MsgMatchGame) { msg.RulesetId = 0 }},
				{types.ErrInvalidParams, func(msg *types.MsgMatchGame) { msg.TurnBlocks = o.params.TurnBlocksMax + 1 }},
				{types.ErrInvalidRating, func(msg *types.MsgMatchGame) { msg.RatingRange = types.MinRatingRange - 1 }},
				{types.ErrInvalidStake, func(msg *types.MsgMatchGame) { msg.Stake = badStake() }},
				{types.ErrNonce, func(msg *types.MsgMatchGame) { msg.Entry.Board.Nonce++ }},
				{types.ErrInvalidToss, func(msg *types.MsgMatchGame) { msg.Toss = nil }},
			}
			if o.terms.HouseShareBps > 0 {
				bad = append(bad, slip[*types.MsgMatchGame]{
					types.ErrTerms, func(msg *types.MsgMatchGame) { msg.MaxHouseShareBps-- },
				})
			}
			a.slip(s.dice, bad)
			return a, nil
		}
		a.refusal, err = s.match(o, &a.sender, entry)
		return a, err
	})
}

// match sets aside a player's cost of a match, found or opened. If the player cannot have one, match returns the error
// with which the chain must refuse it. It reads all open games, where the chain reads some.
func (s scene) match(o order, player *simsx.SimAccount, entry types.Entry) (refusal, err error) {
	record, err := s.record(*player)
	if err != nil {
		return nil, err
	}
	var (
		pool    = fmt.Sprint(o.pool())
		mine    = record.Standing().Rating
		who     = player.AddressBech32
		open    int
		waiting bool
		best    types.OpenKey
	)
	err = s.keeper.Records().OpenGames.Walk(s.ctx, nil, func(key types.OpenKey, l types.Listing) (bool, error) {
		if fmt.Sprint(key.Pool) != pool {
			return false, nil
		}
		open++
		apart := types.RatingDistance(key.Rating, mine)
		if game.Late(l.Deadline, s.ctx.BlockHeight()) || (o.ratingRange > 0 && apart > o.ratingRange) {
			return false, nil
		}
		if l.Creator == who {
			asked, err := s.keeper.Records().Waiting.Has(s.ctx, key)
			waiting = waiting || asked
			return false, err
		}
		fits := (l.RatingRange == 0 || apart <= l.RatingRange) && !costsMore(l.Fee, o.terms.Fee) &&
			l.HouseShareBps <= o.terms.HouseShareBps
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
		return nil, errNothingToDo // the chain may not have looked at the best one
	case best.ID == 0:
		return s.open(o, player, record)
	}
	t, err := s.sit(best.ID)
	if err != nil {
		return nil, err
	}
	// A delegate of the other side cannot act for a player matched with it.
	creator := t.game.Participants[game.Creator]
	if entry.Delegate == creator.Address || entry.Delegate == creator.Delegate {
		entry.Delegate = ""
	}
	return s.join(t, player, entry)
}

// costsMore reports whether a fee is not at most another. A nil fee is zero.
func costsMore(fee, than *sdk.Coin) bool {
	return fee != nil && (than == nil || fee.Denom != than.Denom || than.Amount.LT(fee.Amount))
}

// MsgDeclineGameFactory refuses games that were offered to one player.
func MsgDeclineGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgDeclineGame], error) {
		if s.dice.Intn(meleeOdds) == 0 {
			return s.declineMelee()
		}
		var none attempt[*types.MsgDeclineGame]
		t, err := s.table(func(m types.Progress) bool { return m.Phase == types.PHASE_OPEN })
		if err != nil {
			return none, err
		}
		a := attempt[*types.MsgDeclineGame]{msg: &types.MsgDeclineGame{GameId: t.game.Id}}
		if invited := t.game.Offer.Opponent; invited != "" && !s.slips() {
			a.sender = s.account(invited)
		} else {
			a.refusal = types.ErrUnauthorized
			if a.sender, err = s.somebody(invited); err != nil {
				return none, err
			}
		}
		a.msg.Sender = a.sender.AddressBech32
		return a, nil
	})
}

// MsgCancelGameFactory withdraws open games.
func MsgCancelGameFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgCancelGame], error) {
		t, err := s.table(func(m types.Progress) bool {
			return m.Phase == types.PHASE_OPEN && m.Reason != types.REASON_CANCELLED
		})
		if err != nil {
			return attempt[*types.MsgCancelGame]{}, err
		}
		a := attempt[*types.MsgCancelGame]{sender: s.player(t, game.Creator)}
		if s.slips() {
			a.refusal = types.ErrUnauthorized
			if a.sender, err = s.stranger(t); err != nil {
				return attempt[*types.MsgCancelGame]{}, err
			}
		}
		a.msg = &types.MsgCancelGame{Sender: a.sender.AddressBech32, GameId: t.game.Id}
		return a, nil
	})
}

// MsgSetDelegateFactory names other delegates in games, or none.
func MsgSetDelegateFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgSetDelegate], error) {
		if s.dice.Intn(meleeOdds) == 0 {
			return s.delegateMelee()
		}
		var none attempt[*types.MsgSetDelegate]
		t, err := s.table(func(types.Progress) bool { return true })
		if err != nil {
			return none, err
		}
		by := game.Seat(s.dice.Intn(len(t.game.Participants)))
		a := attempt[*types.MsgSetDelegate]{sender: s.player(t, by), msg: &types.MsgSetDelegate{GameId: t.game.Id}}
		if a.msg.Delegate, err = s.delegate(t); err != nil {
			return none, err
		}
		if offer := t.game.Offer; offer != nil && a.msg.Delegate != "" {
			a.refusal = types.ErrInvalidDelegate
		}
		if a.refusal == nil && s.slips() {
			a.slip(s.dice, []slip[*types.MsgSetDelegate]{
				{types.ErrInvalidDelegate, func(msg *types.MsgSetDelegate) { msg.Delegate = t.game.Participants[by].Address }},
				{types.ErrGameNotFound, func(msg *types.MsgSetDelegate) { msg.GameId = 0 }},
			})
		} else if s.slips() {
			a.refusal = types.ErrUnauthorized
			if a.sender, err = s.somebody(t.players()...); err != nil {
				return none, err
			}
		}
		a.msg.Sender = a.sender.AddressBech32
		return a, nil
	})
}

// delegate returns a possible new delegate at a table, or an empty address.
func (s scene) delegate(t *table) (string, error) {
	if s.dice.Intn(2) == 0 {
		return "", nil
	}
	others := t.insiders()
	if t.game.Offer != nil {
		others = append(others, t.game.Offer.Opponent)
	}
	delegate, err := s.somebody(others...)
	return delegate.AddressBech32, err
}

// MsgWithdrawFactory pays out what could not be paid before.
func MsgWithdrawFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgWithdraw], error) {
		var none attempt[*types.MsgWithdraw]
		claims, err := k.Records().Unpaid.Iterate(s.ctx, nil)
		if err != nil {
			return none, err
		}
		claimants, err := claims.Keys()
		if err != nil {
			return none, err
		}
		recipient, err := s.somebody()
		if err != nil {
			return none, err
		}
		a := attempt[*types.MsgWithdraw]{sender: recipient, msg: &types.MsgWithdraw{}, refusal: types.ErrNothingToWithdraw}
		if len(claimants) > 0 {
			a.sender = s.data.GetAccountbyAccAddr(s.reporter, oneOf(s.dice, claimants))
			a.refusal = nil
		}
		a.msg.Sender = a.sender.AddressBech32
		if s.dice.Intn(2) == 0 {
			a.msg.Recipient = recipient.AddressBech32
		}
		if a.refusal == nil && s.slips() {
			a.msg.Recipient = authtypes.NewModuleAddress(types.ModuleName).String()
			a.refusal = types.ErrRecipient
		}
		return a, nil
	})
}
