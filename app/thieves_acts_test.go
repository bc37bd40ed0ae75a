package app_test

import (
	"math"
	"math/big"

	sdkmath "cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/simulation"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// thiefAct is how a thief makes a message of a type: as one that is right for some game now, as far as the thief knows
// the boards. Whether it is the thief's game or turn is another matter. It returns nil if there is no such game.
type thiefAct struct {
	msg  sdk.Msg
	make func(c *contest, p *person) sdk.Msg
}

// What thieves offer as stakes.
var (
	strangeDenoms = []string{
		app.BondDenom, simulation.PlayDenom, types.RewardDenom, strangeDenom, "", "a b", "ibc/27394FB0",
	}
	strangeAmounts = []sdkmath.Int{
		sdkmath.ZeroInt(), sdkmath.OneInt(), sdkmath.NewInt(-1), sdkmath.NewInt(999_999), sdkmath.NewInt(purse),
		sdkmath.NewInt(math.MaxInt64), sdkmath.NewIntFromBigInt(new(big.Int).Lsh(big.NewInt(1), 255)),
	}
)

// thiefActs are all messages of the module.
var thiefActs = []thiefAct{
	{&types.MsgCreateGame{}, func(c *contest, p *person) sdk.Msg {
		r := c.ruleset()
		msg := &types.MsgCreateGame{
			Sender: p.String(), RulesetId: r.ID, Entry: c.entry(p, r, c.dice.Intn(2) == 0), Casual: c.dice.Intn(3) == 0,
		}
		if c.dice.Intn(2) == 0 {
			coin := c.anyCoin()
			msg.Stake = &coin
		}
		if c.dice.Intn(3) == 0 {
			msg.Opponent = oneOf(c.dice, c.people).String()
		}
		if c.dice.Intn(6) == 0 {
			msg.RulesetId = uint32(c.dice.Intn(8))
		}
		if c.dice.Intn(6) == 0 && len(c.ended) > 0 {
			msg.RematchOf = oneOf(c.dice, c.ended).GameId
		}
		return msg
	}},
	{&types.MsgJoinGame{}, func(c *contest, p *person) sdk.Msg {
		d := c.anyDuel(func(d *contestDuel) bool { return d.chainState.State.Phase == game.PhaseOpen })
		if d == nil {
			return nil
		}
		msg := &types.MsgJoinGame{
			Sender: p.String(), GameId: d.Id, Entry: c.entry(p, d.chainState.State.Ruleset, d.IsChannel()),
			Toss: c.anyBytes(commitment.TossSize), Terms: d.Accepted(),
		}
		if msg.Toss[0]%8 == 0 {
			msg.Terms.Stake, msg.Terms.Casual = nil, !msg.Terms.Casual
		}
		return msg
	}},
	{&types.MsgMatchGame{}, func(c *contest, p *person) sdk.Msg {
		r := c.ruleset()
		return &types.MsgMatchGame{
			Sender: p.String(), RulesetId: r.ID, Entry: c.entry(p, r, c.dice.Intn(4) == 0),
			Toss: c.anyBytes(commitment.TossSize), Casual: c.dice.Intn(3) == 0, RatingRange: uint32(c.dice.Intn(3) * 100),
		}
	}},
	{&types.MsgDeclineGame{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgDeclineGame{Sender: p.String(), GameId: c.anyID()}
	}},
	{&types.MsgSetDelegate{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgSetDelegate{Sender: p.String(), GameId: c.anyID(), Delegate: oneOf(c.dice, c.people).String()}
	}},
	{&types.MsgShootAndReveal{}, func(c *contest, p *person) sdk.Msg {
		d := c.anyDuel(func(d *contestDuel) bool { return d.chainState.State.Phase.InPlay() })
		if d == nil {
			return nil
		}
		msg := c.move(d, c.knownBoard(d, d.chainState.State.Actor, p))
		msg.Sender = p.String()
		return msg
	}},
	{&types.MsgConcede{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgConcede{Sender: p.String(), GameId: c.anyID()}
	}},
	{&types.MsgChallenge{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgChallenge{Sender: p.String(), GameId: c.anyID()}
	}},
	{&types.MsgClaimWin{}, func(c *contest, p *person) sdk.Msg {
		d := c.anyDuel(func(d *contestDuel) bool { return len(d.boards) == types.PlayersPerGame })
		if d == nil {
			return nil
		}
		seat := game.Seat(c.dice.Intn(types.PlayersPerGame))
		b := c.knownBoard(d, seat, p)
		msg := c.claim(p, d.Id, b.Fleet, b.Secret, d.chainState.State.Ruleset)
		if c.dice.Intn(4) == 0 {
			msg.Player = d.Participants[seat].Address
		}
		if d.IsChannel() {
			msg.Proof = c.anyProof(d)
		}
		return msg
	}},
	{&types.MsgSubmitState{}, func(c *contest, p *person) sdk.Msg {
		d := c.anyDuel(func(d *contestDuel) bool { return d.IsChannel() && len(d.boards) == types.PlayersPerGame })
		if d == nil {
			return &types.MsgSubmitState{Sender: p.String(), GameId: c.anyID(), Proof: &types.StateProof{State: c.anyBytes(40)}}
		}
		return &types.MsgSubmitState{Sender: p.String(), GameId: d.Id, Proof: c.anyProof(d)}
	}},
	{&types.MsgCancelGame{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgCancelGame{Sender: p.String(), GameId: c.anyID()}
	}},
	{&types.MsgCreateMelee{}, func(c *contest, p *person) sdk.Msg {
		r := melee.Ruleset()
		msg := &types.MsgCreateMelee{
			Sender: p.String(), RulesetId: r.ID, Players: uint32(2 + c.dice.Intn(3)), Entry: c.entry(p, r, false),
		}
		if c.dice.Intn(2) == 0 {
			coin := c.anyCoin()
			msg.Stake = &coin
			for _, other := range c.people[:1+c.dice.Intn(len(c.people)-1)] {
				msg.Invited = append(msg.Invited, other.String())
			}
		}
		return msg
	}},
	{&types.MsgJoinMelee{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgJoinMelee{Sender: p.String(), GameId: c.anyMeleeID(), Entry: c.entry(p, melee.Ruleset(), false)}
	}},
	{&types.MsgLeaveMelee{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgLeaveMelee{Sender: p.String(), GameId: c.anyMeleeID()}
	}},
	{&types.MsgConfirmMelee{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgConfirmMelee{Sender: p.String(), GameId: c.anyMeleeID()}
	}},
	{&types.MsgAim{}, func(c *contest, p *person) sdk.Msg {
		if m, seat := c.brawlOf(p, melee.StageAim); m != nil {
			return c.aimMsg(m, seat, p)
		}
		return &types.MsgAim{Sender: p.String(), GameId: c.anyMeleeID(), Aim: c.anyBytes(32), Round: uint32(c.dice.Intn(4))}
	}},
	{&types.MsgFire{}, func(c *contest, p *person) sdk.Msg {
		if m, seat := c.brawlOf(p, melee.StageFire); m != nil {
			return c.fireMsg(m, seat, p)
		}
		return &types.MsgFire{Sender: p.String(), GameId: c.anyMeleeID(), Target: "A1", Salt: c.anyBytes(32)}
	}},
	{&types.MsgReport{}, func(c *contest, p *person) sdk.Msg {
		msg := &types.MsgReport{Sender: p.String(), GameId: c.anyMeleeID()}
		if m, seat := c.brawlOf(p, melee.StageReport); m != nil {
			msg.GameId = m.Id
			for tile := range m.state.Volley().All() {
				msg.Openings = append(msg.Openings, *types.NewOpening(m.boards[seat].Open(tile)))
			}
		}
		return msg
	}},
	{&types.MsgWithdraw{}, func(c *contest, p *person) sdk.Msg {
		return &types.MsgWithdraw{Sender: p.String(), Recipient: oneOf(c.dice, c.people).String()}
	}},
	{&types.MsgSetName{}, func(c *contest, p *person) sdk.Msg {
		names := []string{"", "sharkbait", "otter", "admin", "Otter", "ship1qqq", "x"}
		return &types.MsgSetName{Sender: p.String(), Name: oneOf(c.dice, names), MaxPrice: uint64(c.dice.Intn(3))}
	}},
	{&types.MsgUpdateParams{}, func(c *contest, p *person) sdk.Msg {
		params := types.LocalParams()
		return &types.MsgUpdateParams{Authority: p.String(), Params: params}
	}},
}

// anyDuel returns a duel of a kind, in every second case one whose deadline is the next block or has just passed. It
// returns nil if there is none.
func (c *contest) anyDuel(wanted func(*contestDuel) bool) *contestDuel {
	var all, due []*contestDuel
	for _, d := range c.duels {
		if !wanted(d) {
			continue
		}
		all = append(all, d)
		if d.chainState.State.Deadline <= c.Height()+1 {
			due = append(due, d)
		}
	}
	switch {
	case len(all) == 0:
		return nil
	case len(due) > 0 && c.dice.Intn(2) == 0:
		return oneOf(c.dice, due)
	}
	return oneOf(c.dice, all)
}

// anyID returns the id of a game: of an unfinished duel or melee, of one that has ended, or of none.
func (c *contest) anyID() uint64 {
	switch c.dice.Intn(8) {
	case 0:
		return c.anyMeleeID()
	case 1:
		if len(c.ended) > 0 {
			return oneOf(c.dice, c.ended).GameId
		}
	case 2:
		return oneOf(c.dice, []uint64{0, 1, math.MaxUint64, 1_000_000})
	}
	if d := c.anyDuel(func(*contestDuel) bool { return true }); d != nil {
		return d.Id
	}
	return 1
}

// anyMeleeID returns the id of an unfinished melee, or of a duel if there is none.
func (c *contest) anyMeleeID() uint64 {
	if len(c.melees) > 0 {
		return oneOf(c.dice, c.melees).Id
	}
	if len(c.duels) > 0 {
		return oneOf(c.dice, c.duels).Id
	}
	return 1
}

// brawlOf returns a melee in a stage in which a person has a seat with a board, and the seat; nil if there is none.
func (c *contest) brawlOf(p *person, stage melee.Stage) (*contestMelee, melee.Seat) {
	for _, i := range c.dice.Perm(len(c.melees)) {
		m := c.melees[i]
		seat, ok := m.SeatOf(p.String())
		if _, has := m.boards[seat]; ok && has && m.state.Stage == stage {
			return m, seat
		}
	}
	return nil, 0
}

// anyProof returns the proof of a state of an off-chain game: the newest, or an older one.
func (c *contest) anyProof(d *contestDuel) *types.StateProof {
	v := c.channelGame(d)
	return v.proof(c, oneOf(c.dice, v.states))
}
