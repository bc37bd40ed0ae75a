package melee

import (
	"slices"

	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/simulation/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// AddGame adds a melee that waits for players, or for those at a full table to confirm. None has begun: a melee that
// has names the block of its first round, and no block was before the first.
func (Kind) AddGame(g *core.Genesis, id uint64) error {
	guests := party(g, int(core.OneOf(g.Dice, tables)))
	p, rules := g.State.Params, melee.Ruleset()
	clock := game.Clock{OpenBlocks: p.OpenBlocks, TurnBlocks: p.TurnBlocksDefault, ClaimBlocks: p.ClaimBlocks}
	state, err := melee.NewState(rules, clock, len(guests), 0)
	if err != nil {
		return err
	}
	terms, err := types.NewTerms(p, types.Rewards{}, rules, g.Stake(), true)
	if err != nil {
		return err
	}
	unfinished := types.GenesisMelee{Melee: types.Melee{
		Id: id, RulesetId: rules.ID, Players: make([]types.MeleePlayer, len(guests)), TurnBlocks: clock.TurnBlocks,
		ClaimBlocks: clock.ClaimBlocks, Terms: terms, Creator: guests[0].AddressBech32,
	}}
	m := &unfinished.Melee
	if p.OpenDeposit.IsPositive() {
		m.Deposit = &p.OpenDeposit
	}
	g.Player(guests[0]).OpenGames++

	seated := len(guests)
	if g.Dice.Intn(3) == 0 {
		seated = 1 + g.Dice.Intn(len(guests)-1)
	}
	var addresses []string
	for _, guest := range guests {
		addresses = append(addresses, guest.AddressBech32)
	}
	for i, guest := range guests[:seated] {
		if err := sitDown(g, &unfinished, i, guest, addresses); err != nil {
			return err
		}
		if i > 0 {
			if state, _, err = melee.Step(state, melee.Join{}, 0); err != nil {
				return err
			}
		}
	}
	if invites := terms.Stake != nil || g.Dice.Intn(2) == 0; invites && seated < len(guests) {
		m.Invited = addresses[seated:]
	}
	for seat := range state.Owes.All() {
		// The last player to confirm begins the first round.
		if g.Dice.Intn(2) == 0 && state.Owes.Len() > 1 {
			if state, _, err = melee.Step(state, melee.Confirm{By: seat}, 0); err != nil {
				return err
			}
		}
	}
	unfinished.Progress = state.AppendProgress(nil)
	g.Held = g.Held.Add(m.Hold(state)...)
	g.State.Melees = append(g.State.Melees, unfinished)
	return nil
}

// party returns a number of random accounts, or all if there are less.
func party(g *core.Genesis, n int) []simtypes.Account {
	party := slices.Clone(g.Accounts)
	g.Dice.Shuffle(len(party), func(i, j int) { party[i], party[j] = party[j], party[i] })
	return party[:min(n, len(party))]
}

// sitDown gives an account a seat of a melee, and now and then a delegate who is none of its guests.
func sitDown(g *core.Genesis, to *types.GenesisMelee, seat int, account simtypes.Account, guests []string) error {
	player := g.Player(account)
	board, err := core.NewBoard(g.State.ChainId, account.Address, player.BoardNonce, melee.Ruleset())
	if err != nil {
		return err
	}
	player.BoardNonce++
	public, err := core.Committed(board)
	if err != nil {
		return err
	}
	to.Boards = append(to.Boards, types.MeleeBoard{Seat: uint32(seat), Board: public})
	if recovery := core.AnyBytes(g.Dice, g.Dice.Intn(types.MaxRecoveryBytes+1)); len(recovery) > 0 {
		to.Recoveries = append(to.Recoveries, types.MeleeRecovery{Seat: uint32(seat), Recovery: recovery})
	}
	to.Melee.Players[seat].Address = account.AddressBech32
	if g.Dice.Intn(core.DelegateOdds) > 0 {
		return nil
	}
	others := slices.Clone(guests)
	for _, p := range to.Melee.Players {
		others = append(others, p.Delegate)
	}
	if delegate, ok := g.Account(others...); ok {
		to.Melee.Players[seat].Delegate = delegate.AddressBech32
	}
	return nil
}
