package simulation

import (
	"slices"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// meleeOdds is how many messages that duels and melees have in common it takes, on average, to find one of a melee.
const meleeOdds = 3

// tables are for how many players melees are opened: most often for few, so that they fill.
var tables = []uint32{2, 2, 3, 3, 3, 4, 4, 5, 16}

// MsgCreateMeleeFactory opens melees: with a list of invited players if there is a stake, else with or without.
func MsgCreateMeleeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgCreateMelee], error) {
		var none attempt[*types.MsgCreateMelee]
		o, err := s.order()
		if err != nil {
			return none, err
		}
		o.rules, o.casual = melee.Ruleset(), true
		if o.terms, err = types.NewTerms(o.params, types.Rewards{}, o.rules, o.stake, true); err != nil {
			return none, err
		}
		creator, err := s.somebody()
		if err != nil {
			return none, err
		}
		msg := &types.MsgCreateMelee{
			Sender: creator.AddressBech32, RulesetId: o.rules.ID, Players: oneOf(s.dice, tables),
			TurnBlocks: o.turnBlocks, Stake: o.stake, MaxHouseShareBps: o.terms.HouseShareBps,
		}
		if o.stake != nil || s.dice.Intn(2) == 0 {
			if msg.Invited, err = s.guests(creator, int(msg.Players)-1); err != nil {
				return none, err
			}
		}
		if msg.Entry, err = s.entry(creator, o.rules, msg.Invited...); err != nil {
			return none, err
		}
		a := attempt[*types.MsgCreateMelee]{sender: creator, msg: msg}
		if s.slips() {
			a.slip(s.dice, badMelees(k, o))
			return a, nil
		}
		record, err := s.record(creator)
		if err != nil {
			return none, err
		}
		a.refusal, err = s.open(o, &a.sender, record)
		return a, err
	})
}

// guests returns a number of different accounts other than the creator's.
func (s scene) guests(creator simsx.SimAccount, n int) ([]string, error) {
	var guests []string
	for range n {
		guest, err := s.somebody(append(slices.Clone(guests), creator.AddressBech32)...)
		if err != nil {
			return nil, err
		}
		guests = append(guests, guest.AddressBech32)
	}
	return guests, nil
}

// badMelees returns the ways to spoil a good melee.
func badMelees(k *keeper.Keeper, o order) []slip[*types.MsgCreateMelee] {
	invite := func(msg *types.MsgCreateMelee, who string) {
		msg.Players, msg.Invited = 3, []string{who, who}
		msg.Entry.Delegate = ""
	}
	return []slip[*types.MsgCreateMelee]{
		{types.ErrUnknownRuleset, func(msg *types.MsgCreateMelee) { msg.RulesetId = 1 }},
		{types.ErrInvalidPlayers, func(msg *types.MsgCreateMelee) { msg.Players = 1 }},
		{types.ErrInvalidPlayers, func(msg *types.MsgCreateMelee) { msg.Players = game.MaxPlayers + 1 }},
		{types.ErrInvalidParams, func(msg *types.MsgCreateMelee) { msg.TurnBlocks = o.params.TurnBlocksMax + 1 }},
		{types.ErrInvalidStake, func(msg *types.MsgCreateMelee) { msg.Stake = badStake() }},
		{types.ErrInvalidInvitation, func(msg *types.MsgCreateMelee) { invite(msg, msg.Sender) }},
		{types.ErrInvalidInvitation, func(msg *types.MsgCreateMelee) { invite(msg, k.Authority()) }},
		{types.ErrInvalidInvitation, func(msg *types.MsgCreateMelee) {
			invite(msg, msg.Sender)
			msg.Invited = msg.Invited[1:]
		}},
		{types.ErrNonce, func(msg *types.MsgCreateMelee) { msg.Entry.Board.Nonce++ }},
		{types.ErrInvalidBoard, func(msg *types.MsgCreateMelee) { msg.Entry.Board.TossLeaf = nil }},
		{types.ErrInvalidDelegate, func(msg *types.MsgCreateMelee) { msg.Entry.Delegate = msg.Sender }},
		{types.ErrInvalidChannel, func(msg *types.MsgCreateMelee) { msg.Entry.Channel = &types.Channel{Key: []byte{2}} }},
		{types.ErrInvalidMove, func(msg *types.MsgCreateMelee) { msg.Entry.Proof = []byte("no proof") }},
		{types.ErrInvalidRecovery, func(msg *types.MsgCreateMelee) {
			msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes+1)
		}},
	}
}

// MsgJoinMeleeFactory takes seats of open melees.
func MsgJoinMeleeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgJoinMelee], error) {
		var none attempt[*types.MsgJoinMelee]
		b, err := s.brawl(inStage(melee.StageOpen))
		if err != nil {
			return none, err
		}
		joiner, refusal, err := s.guest(b)
		if err != nil {
			return none, err
		}
		entry, err := s.entry(joiner, b.state.Ruleset)
		if err != nil {
			return none, err
		}
		a := attempt[*types.MsgJoinMelee]{sender: joiner, refusal: refusal, msg: &types.MsgJoinMelee{
			Sender: joiner.AddressBech32, GameId: b.melee.Id, Entry: entry, Terms: b.melee.Accepted(),
		}}
		if a.refusal != nil {
			return a, nil //nolint:nilerr // the chain is to refuse it
		}
		params, err := k.Params(s.ctx)
		if err != nil {
			return none, err
		}
		switch stake := b.melee.Terms.Stake; {
		case stake != nil && !slices.Contains(params.StakeDenoms, stake.Denom):
			a.refusal = types.ErrInvalidStake
		default:
			if a.refusal, err = s.afford(&a.sender, b.melee.Terms.Entry()); err != nil {
				return none, err
			}
		}
		if a.refusal == nil && s.slips() {
			a.slip(s.dice, []slip[*types.MsgJoinMelee]{
				{types.ErrGameNotFound, func(msg *types.MsgJoinMelee) { msg.GameId = 0 }},
				{types.ErrTerms, func(msg *types.MsgJoinMelee) { msg.Terms.Stake = badStake() }},
				{types.ErrTerms, func(msg *types.MsgJoinMelee) { msg.Terms.Players++ }},
				{types.ErrNonce, func(msg *types.MsgJoinMelee) { msg.Entry.Board.Nonce++ }},
				{types.ErrInvalidDelegate, func(msg *types.MsgJoinMelee) { msg.Entry.Delegate = msg.Sender }},
				{types.ErrInvalidMove, func(msg *types.MsgJoinMelee) { msg.Entry.Proof = []byte("no proof") }},
				{types.ErrInvalidChannel, func(msg *types.MsgJoinMelee) {
					msg.Entry.Channel = channelOf(joiner.Address, msg.Entry.Board.Nonce)
				}},
			})
		}
		return a, nil
	})
}

// guest returns who joins an open melee, or tries to although it has a seat or is not invited; then with the error with
// which the chain must refuse it.
func (s scene) guest(b *brawl) (joiner simsx.SimAccount, refusal, err error) {
	seated := b.melee.AddressesOf(b.state.Seats(melee.Afloat))
	switch invited := b.melee.Invited; {
	case s.slips():
		return s.account(oneOf(s.dice, seated)), types.ErrUnauthorized, nil
	case len(invited) == 0:
		joiner, err = s.somebody(seated...)
		return joiner, nil, err
	case s.slips():
		joiner, err = s.somebody(invited...)
		return joiner, types.ErrUnauthorized, err
	default:
		return s.account(oneOf(s.dice, invited)), nil, nil
	}
}

// MsgLeaveMeleeFactory gives seats up before the first round.
func MsgLeaveMeleeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return newFactory(k, func(s scene) (attempt[*types.MsgLeaveMelee], error) {
		var none attempt[*types.MsgLeaveMelee]
		b, err := s.brawl(inStage(melee.StageOpen, melee.StageReady))
		if err != nil {
			return none, err
		}
		seat := s.seatOf(b.state.Seats(melee.Afloat))
		a := attempt[*types.MsgLeaveMelee]{sender: s.seated(b, seat), msg: &types.MsgLeaveMelee{GameId: b.melee.Id}}
		switch {
		case b.state.Withdrawn:
			a.refusal = types.ErrPhase
		case b.state.Stage == melee.StageReady && !b.state.Owes.Has(seat):
			a.refusal = types.ErrTurn
		case b.melee.Players[seat].Delegate != "" && s.slips():
			a.sender, a.refusal = s.account(b.melee.Players[seat].Delegate), types.ErrUnauthorized
		}
		return a, a.send(s, b, func(msg *types.MsgLeaveMelee, sender string) { msg.Sender = sender })
	})
}

// declineMelee refuses a place at a melee, or tries to without an invitation.
func (s scene) declineMelee() (attempt[*types.MsgDeclineGame], error) {
	b, err := s.brawl(inStage(melee.StageOpen))
	if err != nil {
		return attempt[*types.MsgDeclineGame]{}, err
	}
	a := attempt[*types.MsgDeclineGame]{msg: &types.MsgDeclineGame{GameId: b.melee.Id}}
	if invited := b.melee.Invited; len(invited) > 0 && !s.slips() {
		a.sender = s.account(oneOf(s.dice, invited))
	} else {
		a.refusal = types.ErrUnauthorized
		if a.sender, err = s.somebody(invited...); err != nil {
			return attempt[*types.MsgDeclineGame]{}, err
		}
	}
	a.msg.Sender = a.sender.AddressBech32
	return a, nil
}

// delegateMelee names another delegate in a melee, or none.
func (s scene) delegateMelee() (attempt[*types.MsgSetDelegate], error) {
	var none attempt[*types.MsgSetDelegate]
	b, err := s.brawl(func(melee.State) bool { return true })
	if err != nil {
		return none, err
	}
	seat := s.seatOf(types.Staked(b.state))
	a := attempt[*types.MsgSetDelegate]{sender: s.seated(b, seat), msg: &types.MsgSetDelegate{GameId: b.melee.Id}}
	if s.dice.Intn(2) == 0 {
		delegate, err := s.somebody(b.insiders()...)
		if err != nil {
			return none, err
		}
		a.msg.Delegate = delegate.AddressBech32
		if b.state.Stage == melee.StageOpen {
			a.refusal = types.ErrInvalidDelegate
		}
	}
	return a, a.send(s, b, func(msg *types.MsgSetDelegate, sender string) { msg.Sender = sender })
}
