package melee

import (
	"context"
	"slices"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// CreateMelee opens a melee with a committed board and returns its id. It waits for players, any or the invited ones,
// until its deadline.
func (k *Keeper) CreateMelee(ctx context.Context, msg *types.MsgCreateMelee) (uint64, error) {
	var id uint64
	err := core.ChargeAtLeast(ctx, entryGas, "settlement", func() (err error) {
		id, err = k.create(sdk.UnwrapSDKContext(ctx), msg)
		return err
	})
	return id, err
}

// create is CreateMelee without its least gas.
func (k *Keeper) create(ctx sdk.Context, msg *types.MsgCreateMelee) (uint64, error) {
	who, err := k.Addresses.Parse(msg.Sender)
	if err != nil {
		return 0, errors.Wrap(err, "sender")
	}
	params, err := k.Params(ctx)
	if err != nil {
		return 0, err
	}
	t, err := newTable(ctx, params, msg)
	if err != nil {
		return 0, err
	}
	if t.Invited, err = k.guests(ctx, who, msg); err != nil {
		return 0, err
	}
	creator, err := k.admit(ctx, who, msg.Entry, t.state.Ruleset)
	if err != nil {
		return 0, err
	}
	if delegate := creator.Participant.Delegate; slices.Contains(t.Invited, delegate) {
		return 0, errors.Wrapf(types.ErrInvalidDelegate, "%s is invited to play itself: name another delegate", delegate)
	}
	t.Creator, t.Players[0] = who.Text, playerIn(creator)
	return k.open(ctx, t, creator, params.MaxOpenGames)
}

// newTable returns the melee that a player asks for, without id and players.
func newTable(ctx sdk.Context, params types.Params, msg *types.MsgCreateMelee) (table, error) {
	rules, err := types.MeleeRulesetByID(msg.RulesetId)
	if err != nil {
		return table{}, err
	}
	if err := params.CheckOpen(rules); err != nil {
		return table{}, err
	}
	clock, err := params.Clock(msg.TurnBlocks)
	if err != nil {
		return table{}, err
	}
	s, err := melee.NewState(rules, clock, int(msg.Players), ctx.BlockHeight())
	if err != nil {
		return table{}, types.RuleError(err)
	}
	terms, err := types.NewTerms(params, types.Rewards{}, rules, msg.Stake, true)
	if err != nil {
		return table{}, err
	}
	if err := terms.CheckLimits(nil, msg.MaxHouseShareBps); err != nil {
		return table{}, err
	}
	m := types.Melee{
		RulesetId:     rules.ID,
		Players:       make([]types.MeleePlayer, len(s.Players)),
		TurnBlocks:    clock.TurnBlocks,
		ClaimBlocks:   clock.ClaimBlocks,
		CreatedHeight: ctx.BlockHeight(),
		Terms:         terms,
	}
	if params.OpenDeposit.IsPositive() {
		m.Deposit = &params.OpenDeposit
	}
	return table{Melee: m, state: s}, nil
}

// guests returns the invited players of a melee, in the order of invitation, or none if any player may join. A stake
// needs a list: players who share information beat others by rule, so a player should not play for coins with
// strangers.
func (k *Keeper) guests(ctx context.Context, creator account.Account, msg *types.MsgCreateMelee) ([]string, error) {
	if len(msg.Invited) == 0 {
		if msg.Stake != nil {
			return nil, errors.Wrapf(types.ErrInvalidInvitation,
				"a melee with a stake is for players who know each other: invite %d", msg.Players-1)
		}
		return nil, nil
	}
	if want := int(msg.Players) - 1; len(msg.Invited) != want {
		return nil, errors.Wrapf(types.ErrInvalidInvitation, "expected %d invited players, one for each other seat, got %d",
			want, len(msg.Invited))
	}
	guests := make([]string, 0, len(msg.Invited))
	for _, text := range msg.Invited {
		guest, err := k.Addresses.Parse(text)
		if err != nil {
			return nil, errors.Wrap(err, "invited")
		}
		if why := k.InvitationError(ctx, creator, guest); why != "" {
			return nil, errors.Wrap(types.ErrInvalidInvitation, why)
		}
		if slices.Contains(guests, guest.Text) {
			return nil, errors.Wrapf(types.ErrInvalidInvitation, "%s is invited twice", guest.Text)
		}
		guests = append(guests, guest.Text)
	}
	return guests, nil
}

// admit is admit for a melee, in which there are neither channels nor proofs.
func (k *Keeper) admit(ctx sdk.Context, who account.Account, e types.Entry, r *game.Ruleset) (core.Entrant, error) {
	if e.Channel != nil {
		return core.Entrant{}, errors.Wrap(types.ErrInvalidChannel, "expected no channel in a melee, got one")
	}
	admitted, err := k.Admit(ctx, who, e, r)
	if err != nil {
		return admitted, err
	}
	return admitted, k.CheckProof(ctx, admitted)
}

// playerIn returns an entrant as a player of a melee.
func playerIn(e core.Entrant) types.MeleePlayer {
	return types.MeleePlayer{Address: e.Participant.Address, Delegate: e.Participant.Delegate}
}

// open charges the creator and writes a new melee.
func (k *Keeper) open(ctx sdk.Context, t table, creator core.Entrant, maxOpen uint32) (uint64, error) {
	if open := creator.Player.OpenGames; open >= maxOpen {
		return 0, errors.Wrapf(types.ErrTooManyOpenGames, "expected less than %d open games of %s, got %d",
			maxOpen, creator.Account.Text, open)
	}
	cost := t.Hold(t.state)
	if err := k.Escrow.Check(ctx, creator.Account, cost); err != nil {
		return 0, err
	}
	if err := k.Escrow.Hold(ctx, creator.Account, cost); err != nil {
		return 0, err
	}
	var err error
	if t.Id, err = k.NextID(ctx); err != nil {
		return 0, err
	}
	creator.Player.OpenGames++
	if err := k.enter(ctx, t.Id, 0, creator); err != nil {
		return 0, err
	}
	if err := k.melees.Set(ctx, t.Id, t.Melee); err != nil {
		return 0, err
	}
	if err := k.progress.Set(ctx, t.Id, t.state.AppendProgress(nil)); err != nil {
		return 0, err
	}
	if err := k.Queue.Put(ctx, t.Id, t.state.Deadline); err != nil {
		return 0, err
	}
	if err := k.offer(ctx, table{}, t); err != nil {
		return 0, err
	}
	return t.Id, core.Emit(ctx, created(t, creator.Participant.Board))
}

// enter stores the player record, the game index entry, the board and the sealed fleet.
func (k *Keeper) enter(ctx context.Context, id uint64, seat melee.Seat, e core.Entrant) error {
	if err := k.boards.Set(ctx, seatKey(id, seat), e.Participant.Board); err != nil {
		return err
	}
	return k.Enter(ctx, id, int(seat), e)
}
