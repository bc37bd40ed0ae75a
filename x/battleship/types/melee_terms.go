package types

import "cmp"

// Accepted returns the terms on which a player joins the melee as it is.
func (m Melee) Accepted() AcceptedMeleeTerms {
	return AcceptedMeleeTerms{
		Creator: m.Creator, RulesetId: m.RulesetId, Players: uint32(len(m.Players)), //nolint:gosec // at most 16
		TurnBlocks: m.TurnBlocks, Stake: m.Terms.Stake, MaxHouseShareBps: m.Terms.HouseShareBps,
	}
}

// Check returns ErrTerms unless the melee has the accepted terms. The creator's address is in its canonical form.
func (a AcceptedMeleeTerms) Check(m Melee) error {
	has := m.Accepted()
	return cmp.Or(
		checkTerm(m.Id, "creator", has.Creator, a.Creator),
		checkTerm(m.Id, "ruleset_id", has.RulesetId, a.RulesetId),
		checkTerm(m.Id, "players", has.Players, a.Players),
		checkTerm(m.Id, "turn_blocks", has.TurnBlocks, a.TurnBlocks),
		checkAcceptedStake(m.Id, has.Stake, a.Stake),
		m.Terms.CheckLimits(nil, a.MaxHouseShareBps),
	)
}
