package melee

import (
	"slices"

	"github.com/cosmos/cosmos-sdk/testutil/simsx"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/keeper"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// tables are for how many players melees are opened: most often for few, so that they fill.
var tables = []uint32{2, 2, 3, 3, 3, 4, 4, 5, 16}

// MsgCreateMeleeFactory opens melees: with a list of invited players if there is a stake, else with or without.
func MsgCreateMeleeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgCreateMelee], error) {
		var none core.Attempt[*types.MsgCreateMelee]
		o, err := s.Order()
		if err != nil {
			return none, err
		}
		o.Rules, o.Casual = melee.Ruleset(), true
		if o.Terms, err = types.NewTerms(o.Params, types.Rewards{}, o.Rules, o.Stake, true); err != nil {
			return none, err
		}
		creator, err := s.Somebody()
		if err != nil {
			return none, err
		}
		msg := &types.MsgCreateMelee{
			Sender: creator.AddressBech32, RulesetId: o.Rules.ID, Players: core.OneOf(s.Dice, tables),
			TurnBlocks: o.TurnBlocks, Stake: o.Stake, MaxHouseShareBps: o.Terms.HouseShareBps,
		}
		if o.Stake != nil || s.Dice.Intn(2) == 0 {
			if msg.Invited, err = guests(s, creator, int(msg.Players)-1); err != nil {
				return none, err
			}
		}
		if msg.Entry, err = s.Entry(creator, o.Rules, msg.Invited...); err != nil {
			return none, err
		}
		a := core.Attempt[*types.MsgCreateMelee]{Sender: creator, Msg: msg}
		if s.Slips() {
			a.Slip(s.Dice, badMelees(k, o))
			return a, nil
		}
		record, err := s.Record(creator)
		if err != nil {
			return none, err
		}
		a.Refusal, err = s.Open(o, &a.Sender, record)
		return a, err
	})
}

// guests returns a number of different accounts other than the creator's.
func guests(s core.Scene, creator simsx.SimAccount, n int) ([]string, error) {
	var guests []string
	for range n {
		guest, err := s.Somebody(append(slices.Clone(guests), creator.AddressBech32)...)
		if err != nil {
			return nil, err
		}
		guests = append(guests, guest.AddressBech32)
	}
	return guests, nil
}

// badMelees returns the ways to spoil a good melee.
func badMelees(k *keeper.Keeper, o core.Order) []core.Slip[*types.MsgCreateMelee] {
	invite := func(msg *types.MsgCreateMelee, who string) {
		msg.Players, msg.Invited = 3, []string{who, who}
		msg.Entry.Delegate = ""
	}
	return []core.Slip[*types.MsgCreateMelee]{
		{Err: types.ErrUnknownRuleset, Do: func(msg *types.MsgCreateMelee) { msg.RulesetId = 1 }},
		{Err: types.ErrInvalidPlayers, Do: func(msg *types.MsgCreateMelee) { msg.Players = 1 }},
		{Err: types.ErrInvalidPlayers, Do: func(msg *types.MsgCreateMelee) { msg.Players = game.MaxPlayers + 1 }},
		{Err: types.ErrInvalidParams, Do: func(msg *types.MsgCreateMelee) { msg.TurnBlocks = o.Params.TurnBlocksMax + 1 }},
		{Err: types.ErrInvalidStake, Do: func(msg *types.MsgCreateMelee) { msg.Stake = core.BadStake() }},
		{Err: types.ErrInvalidInvitation, Do: func(msg *types.MsgCreateMelee) { invite(msg, msg.Sender) }},
		{Err: types.ErrInvalidInvitation, Do: func(msg *types.MsgCreateMelee) { invite(msg, k.Authority()) }},
		{Err: types.ErrInvalidInvitation, Do: func(msg *types.MsgCreateMelee) {
			invite(msg, msg.Sender)
			msg.Invited = msg.Invited[1:]
		}},
		{Err: types.ErrNonce, Do: func(msg *types.MsgCreateMelee) { msg.Entry.Board.Nonce++ }},
		{Err: types.ErrInvalidBoard, Do: func(msg *types.MsgCreateMelee) { msg.Entry.Board.TossLeaf = nil }},
		{Err: types.ErrInvalidDelegate, Do: func(msg *types.MsgCreateMelee) { msg.Entry.Delegate = msg.Sender }},
		{Err: types.ErrInvalidChannel, Do: func(msg *types.MsgCreateMelee) {
			msg.Entry.Channel = &types.Channel{Key: []byte{2}}
		}},
		{Err: types.ErrInvalidMove, Do: func(msg *types.MsgCreateMelee) { msg.Entry.Proof = []byte("no proof") }},
		{Err: types.ErrInvalidRecovery, Do: func(msg *types.MsgCreateMelee) {
			msg.Entry.Recovery = make([]byte, types.MaxRecoveryBytes+1)
		}},
	}
}

// MsgJoinMeleeFactory takes seats of open melees.
func MsgJoinMeleeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgJoinMelee], error) {
		var none core.Attempt[*types.MsgJoinMelee]
		b, err := findBrawl(s, inStage(melee.StageOpen))
		if err != nil {
			return none, err
		}
		joiner, refusal, err := guest(s, b)
		if err != nil {
			return none, err
		}
		entry, err := s.Entry(joiner, b.state.Ruleset)
		if err != nil {
			return none, err
		}
		a := core.Attempt[*types.MsgJoinMelee]{Sender: joiner, Refusal: refusal, Msg: &types.MsgJoinMelee{
			Sender: joiner.AddressBech32, GameId: b.melee.Id, Entry: entry, Terms: b.melee.Accepted(),
		}}
		if a.Refusal != nil {
			return a, nil //nolint:nilerr // the chain is to refuse it
		}
		params, err := k.Params(s.Ctx)
		if err != nil {
			return none, err
		}
		switch stake := b.melee.Terms.Stake; {
		case stake != nil && !slices.Contains(params.StakeDenoms, stake.Denom):
			a.Refusal = types.ErrInvalidStake
		default:
			if a.Refusal, err = s.Afford(&a.Sender, b.melee.Terms.Entry()); err != nil {
				return none, err
			}
		}
		if a.Refusal == nil && s.Slips() {
			a.Slip(s.Dice, []core.Slip[*types.MsgJoinMelee]{
				{Err: types.ErrGameNotFound, Do: func(msg *types.MsgJoinMelee) { msg.GameId = 0 }},
				{Err: types.ErrTerms, Do: func(msg *types.MsgJoinMelee) { msg.Terms.Stake = core.BadStake() }},
				{Err: types.ErrTerms, Do: func(msg *types.MsgJoinMelee) { msg.Terms.Players++ }},
				{Err: types.ErrNonce, Do: func(msg *types.MsgJoinMelee) { msg.Entry.Board.Nonce++ }},
				{Err: types.ErrInvalidDelegate, Do: func(msg *types.MsgJoinMelee) { msg.Entry.Delegate = msg.Sender }},
				{Err: types.ErrInvalidMove, Do: func(msg *types.MsgJoinMelee) { msg.Entry.Proof = []byte("no proof") }},
				{Err: types.ErrInvalidChannel, Do: func(msg *types.MsgJoinMelee) {
					msg.Entry.Channel = core.ChannelOf(joiner.Address, msg.Entry.Board.Nonce)
				}},
			})
		}
		return a, nil
	})
}

// guest returns who joins an open melee, or tries to although it has a seat or is not invited; then with the error with
// which the chain must refuse it.
func guest(s core.Scene, b *brawl) (joiner simsx.SimAccount, refusal, err error) {
	seated := b.melee.AddressesOf(b.state.Seats(melee.Afloat))
	switch invited := b.melee.Invited; {
	case s.Slips():
		return s.Account(core.OneOf(s.Dice, seated)), types.ErrUnauthorized, nil
	case len(invited) == 0:
		joiner, err = s.Somebody(seated...)
		return joiner, nil, err
	case s.Slips():
		joiner, err = s.Somebody(invited...)
		return joiner, types.ErrUnauthorized, err
	default:
		return s.Account(core.OneOf(s.Dice, invited)), nil, nil
	}
}

// MsgLeaveMeleeFactory gives seats up before the first round.
func MsgLeaveMeleeFactory(k *keeper.Keeper) simsx.SimMsgFactoryX {
	return core.NewFactory(k, func(s core.Scene) (core.Attempt[*types.MsgLeaveMelee], error) {
		var none core.Attempt[*types.MsgLeaveMelee]
		b, err := findBrawl(s, inStage(melee.StageOpen, melee.StageReady))
		if err != nil {
			return none, err
		}
		seat := seatOf(s, b.state.Seats(melee.Afloat))
		a := core.Attempt[*types.MsgLeaveMelee]{Sender: playerOf(s, b, seat), Msg: &types.MsgLeaveMelee{GameId: b.melee.Id}}
		switch {
		case b.state.Withdrawn:
			a.Refusal = types.ErrPhase
		case b.state.Stage == melee.StageReady && !b.state.Owes.Has(seat):
			a.Refusal = types.ErrTurn
		case b.melee.Players[seat].Delegate != "" && s.Slips():
			a.Sender, a.Refusal = s.Account(b.melee.Players[seat].Delegate), types.ErrUnauthorized
		}
		return sent(s, a, b, func(msg *types.MsgLeaveMelee, sender string) { msg.Sender = sender })
	})
}

// DeclineGame refuses a place at a melee, or tries to without an invitation.
func (Kind) DeclineGame(s core.Scene) (core.Attempt[*types.MsgDeclineGame], error) {
	b, err := findBrawl(s, inStage(melee.StageOpen))
	if err != nil {
		return core.Attempt[*types.MsgDeclineGame]{}, err
	}
	a := core.Attempt[*types.MsgDeclineGame]{Msg: &types.MsgDeclineGame{GameId: b.melee.Id}}
	if invited := b.melee.Invited; len(invited) > 0 && !s.Slips() {
		a.Sender = s.Account(core.OneOf(s.Dice, invited))
	} else {
		a.Refusal = types.ErrUnauthorized
		if a.Sender, err = s.Somebody(invited...); err != nil {
			return core.Attempt[*types.MsgDeclineGame]{}, err
		}
	}
	a.Msg.Sender = a.Sender.AddressBech32
	return a, nil
}

// SetDelegate names another delegate in a melee, or none.
func (Kind) SetDelegate(s core.Scene) (core.Attempt[*types.MsgSetDelegate], error) {
	var none core.Attempt[*types.MsgSetDelegate]
	b, err := findBrawl(s, func(melee.State) bool { return true })
	if err != nil {
		return none, err
	}
	seat := seatOf(s, types.Staked(b.state))
	a := core.Attempt[*types.MsgSetDelegate]{Sender: playerOf(s, b, seat), Msg: &types.MsgSetDelegate{GameId: b.melee.Id}}
	if s.Dice.Intn(2) == 0 {
		delegate, err := s.Somebody(b.insiders()...)
		if err != nil {
			return none, err
		}
		a.Msg.Delegate = delegate.AddressBech32
		if b.state.Stage == melee.StageOpen {
			a.Refusal = types.ErrInvalidDelegate
		}
	}
	return sent(s, a, b, func(msg *types.MsgSetDelegate, sender string) { msg.Sender = sender })
}
