package app_test

import (
	"slices"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/simulation"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// maxDuels and maxMelees are how many games an honest bot plays at once.
	maxDuels, maxMelees = 3, 1
	// maxStake is the highest stake that an honest bot plays for.
	maxStake = 1_000_000
	// onChainBefore is how many blocks before its channel timeout an honest bot brings a game on-chain.
	onChainBefore = 3
)

// honestMessages are those that an honest bot sends in the next block: what it owes in each of its games, and sometimes
// a message that enters another.
func (c *contest) honestMessages(p *person) []sdk.Msg {
	var msgs []sdk.Msg
	duels, melees := 0, 0
	for _, d := range c.duels {
		if seat, ok := d.seatOf(p); ok {
			duels++
			msgs = appendMsg(msgs, c.duty(d, seat, p))
		} else if d.Offer != nil && d.Offer.Opponent == p.String() && c.dice.Intn(8) == 0 {
			msgs = append(msgs, &types.MsgDeclineGame{Sender: p.String(), GameId: d.Id})
		}
	}
	for _, m := range c.melees {
		if seat, ok := m.SeatOf(p.String()); ok {
			melees++
			msgs = appendMsg(msgs, c.meleeDuty(m, seat, p))
		}
	}
	switch enters := c.dice.Intn(3) == 0; {
	case enters && duels < maxDuels:
		msgs = appendMsg(msgs, c.enterDuel(p))
	case enters && melees < maxMelees:
		msgs = appendMsg(msgs, c.enterMelee(p))
	}
	return msgs
}

// appendMsg appends a message, if there is one.
func appendMsg(msgs []sdk.Msg, msg sdk.Msg) []sdk.Msg {
	if msg == nil {
		return msgs
	}
	return append(msgs, msg)
}

// duty returns what a seat of a duel owes, as its player knows it: nil for nothing.
func (c *contest) duty(d *contestDuel, seat game.Seat, p *person) sdk.Msg {
	s := d.chainState.State
	if d.IsChannel() && len(d.Participants) == types.PlayersPerGame {
		v := c.channelGame(d)
		if v.silent && d.chainState.OffChain {
			return &types.MsgSubmitState{Sender: p.String(), GameId: d.Id}
		}
		newest := v.states[len(v.states)-1]
		due := !d.chainState.OffChain && newest.Progress() > s.Progress()
		if d.chainState.OffChain {
			due = !newest.Phase.InPlay() || c.Height() >= s.Deadline-onChainBefore || c.dice.Intn(30) == 0
		}
		if due {
			return &types.MsgSubmitState{Sender: p.String(), GameId: d.Id, Proof: v.proof(c, newest)}
		}
		if d.chainState.OffChain {
			return nil
		}
	}
	switch {
	case s.Phase.InPlay() && s.Actor == seat:
		msg := c.move(d, d.boards[seat])
		msg.Sender = p.String()
		return msg
	case s.Phase == game.PhaseClaim && s.MayClaim(seat):
		return c.claim(p, d.Id, d.boards[seat].Fleet, d.boards[seat].Secret, s.Ruleset)
	case s.Phase == game.PhaseOpen && c.dice.Intn(30) == 0:
		return &types.MsgCancelGame{Sender: p.String(), GameId: d.Id}
	default:
		return nil
	}
}

// claim shows a board.
func (c *contest) claim(p *person, id uint64, f game.Fleet, secret []byte, r *game.Ruleset) *types.MsgClaimWin {
	return &types.MsgClaimWin{Sender: p.String(), GameId: id, Fleet: r.FleetString(f), BoardSecret: secret}
}

// meleeDuty returns what a seat of a melee owes: nil for nothing.
func (c *contest) meleeDuty(m *contestMelee, seat melee.Seat, p *person) sdk.Msg {
	s := m.state
	if !s.Owes.Has(seat) {
		return nil
	}
	switch s.Stage {
	case melee.StageReady:
		return &types.MsgConfirmMelee{Sender: p.String(), GameId: m.Id}
	case melee.StageAim:
		return c.aimMsg(m, seat, p)
	case melee.StageFire:
		return c.fireMsg(m, seat, p)
	case melee.StageReport:
		msg := &types.MsgReport{Sender: p.String(), GameId: m.Id}
		for tile := range s.Volley().All() {
			msg.Openings = append(msg.Openings, *types.NewOpening(m.boards[seat].Open(tile)))
		}
		return msg
	case melee.StageClaim, melee.StageSecond:
		return c.claim(p, m.Id, m.boards[seat].Fleet, m.boards[seat].Secret, s.Ruleset)
	default:
		return nil
	}
}

// aimMsg commits to a target of the round.
func (c *contest) aimMsg(m *contestMelee, seat melee.Seat, p *person) *types.MsgAim {
	c.t.Helper()
	b, round := m.boards[seat], uint16(m.state.Round)
	msg := &types.MsgAim{Sender: p.String(), GameId: m.Id, Round: uint32(round)}
	var err error
	msg.Aim, err = commitment.CommitAim(b.Binding, b.Secret, round, c.bomb(m, seat))
	require.NoError(c.t, err)
	return msg
}

// fireMsg opens the aim of a seat, or what it would have been if the aim is none of the seat's own.
func (c *contest) fireMsg(m *contestMelee, seat melee.Seat, p *person) *types.MsgFire {
	c.t.Helper()
	b, round := m.boards[seat], uint16(m.state.Round)
	tile, err := commitment.FindAim(b.Binding, b.Secret, m.aims[seat], round)
	if err != nil {
		tile = c.bomb(m, seat)
	}
	salt, err := commitment.AimSalt(b.Secret, round)
	require.NoError(c.t, err)
	return &types.MsgFire{Sender: p.String(), GameId: m.Id, Target: m.state.Ruleset.TileName(tile), Salt: salt}
}

// honestStake returns the stake of an honest bot's game, nil for none.
func (c *contest) honestStake() *sdk.Coin {
	if c.dice.Intn(2) == 0 {
		return nil
	}
	stake := sdk.NewInt64Coin(oneOf(c.dice, []string{app.BondDenom, simulation.PlayDenom}),
		1+c.dice.Int63n(maxStake))
	return &stake
}

// fair reports whether an honest bot plays for a stake.
func fair(stake *sdk.Coin) bool {
	return stake == nil || stake.Denom != types.RewardDenom && stake.Amount.LTE(math.NewInt(maxStake))
}

// enterDuel joins an open game, or opens one.
func (c *contest) enterDuel(p *person) sdk.Msg {
	if c.dice.Intn(2) == 0 {
		for _, i := range c.dice.Perm(len(c.duels)) {
			d := c.duels[i]
			invited := d.Offer == nil || d.Offer.Opponent == "" || d.Offer.Opponent == p.String()
			r := d.chainState.State.Ruleset
			_, own := d.seatOf(p)
			open := d.chainState.State.Phase == game.PhaseOpen
			if open && !own && invited && fair(d.Terms.Stake) && (*thievesProven || !r.Proven) {
				return &types.MsgJoinGame{
					Sender: p.String(), GameId: d.Id, Entry: c.entry(p, r, d.IsChannel()), Toss: c.anyBytes(commitment.TossSize),
					Terms: d.Accepted(),
				}
			}
		}
	}
	r := c.ruleset()
	switch c.dice.Intn(4) {
	case 0:
		return &types.MsgMatchGame{
			Sender: p.String(), RulesetId: r.ID, Entry: c.entry(p, r, false), Toss: c.anyBytes(commitment.TossSize),
			Stake: c.honestStake(), Casual: c.dice.Intn(4) == 0,
		}
	case 1:
		if msg := c.rematch(p); msg != nil {
			return msg
		}
	}
	msg := &types.MsgCreateGame{
		Sender: p.String(), RulesetId: r.ID, Entry: c.entry(p, r, c.dice.Intn(4) == 0 && !r.Proven), Stake: c.honestStake(),
		Casual: c.dice.Intn(4) == 0,
	}
	if opponent := oneOf(c.dice, c.people); opponent != p && c.dice.Intn(3) == 0 {
		msg.Opponent = opponent.String()
	}
	return msg
}

// rematch offers another game to the opponent of one that has ended.
func (c *contest) rematch(p *person) sdk.Msg {
	for _, i := range c.dice.Perm(len(c.ended)) {
		r, err := types.RulesetByID(c.ended[i].RulesetId)
		seat := slices.Index(c.ended[i].Players, p.String())
		if err != nil || seat < 0 || len(c.ended[i].Players) != types.PlayersPerGame || r.Proven {
			continue
		}
		return &types.MsgCreateGame{
			Sender: p.String(), RulesetId: r.ID, Entry: c.entry(p, r, false), Opponent: c.ended[i].Players[1-seat],
			RematchOf: c.ended[i].GameId,
		}
	}
	return nil
}

// enterMelee joins an open melee, or opens one: with a stake for a list of players.
func (c *contest) enterMelee(p *person) sdk.Msg {
	r := melee.Ruleset()
	for _, m := range c.melees {
		invited := len(m.Invited) == 0 || slices.Contains(m.Invited, p.String())
		if m.state.Stage == melee.StageOpen && invited && fair(m.Terms.Stake) {
			return &types.MsgJoinMelee{Sender: p.String(), GameId: m.Id, Entry: c.entry(p, r, false), Terms: m.Accepted()}
		}
	}
	msg := &types.MsgCreateMelee{
		Sender: p.String(), RulesetId: r.ID, Players: uint32(2 + c.dice.Intn(3)), Entry: c.entry(p, r, false),
	}
	if c.dice.Intn(2) == 0 {
		msg.Stake = c.honestStake()
		for _, i := range c.dice.Perm(len(c.people)) {
			if c.people[i] != p && len(msg.Invited) < int(msg.Players)-1 {
				msg.Invited = append(msg.Invited, c.people[i].String())
			}
		}
	}
	return msg
}
