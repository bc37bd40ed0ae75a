package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
)

func (v *genesisValidator) games() error {
	previous := uint64(0)
	for _, g := range v.gs.Games {
		if err := v.id(g.Game.Id, previous); err != nil {
			return err
		}
		previous = g.Game.Id
		v.unfinished[g.Game.Id] = true
		if err := v.game(g); err != nil {
			return errors.Wrapf(err, "game %d", g.Game.Id)
		}
	}
	return nil
}

// game checks one unfinished game.
func (v *genesisValidator) game(g GenesisGame) error {
	x, err := g.Game.ChainState(g.Progress)
	if err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	s := x.State
	if err := s.Validate(); err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if s.Phase.Ended() {
		return invalidGenesis("expected an unfinished game, got phase %s", s.Phase)
	}
	// The rules know no longest clock: that a silent player cannot hold up its opponent for ever is up to the chain.
	if turn, claim := s.Clock.TurnBlocks, s.Clock.ClaimBlocks; turn > MaxClockBlocks || claim > MaxClockBlocks {
		return invalidGenesis("turn_blocks, claim_blocks: expected at most %d, got %d, %d", MaxClockBlocks, turn, claim)
	}
	if err := v.entry(g, s); err != nil {
		return err
	}
	if err := g.Game.Terms.Validate(); err != nil {
		return errors.Wrap(WithCode(ErrInvalidGenesis, err), "terms")
	}
	if err := g.checkAward(); err != nil {
		return err
	}
	for i, participant := range g.Game.Participants {
		if err := v.participant(g.Game, participant, s.Ruleset); err != nil {
			return errors.Wrapf(err, "participant %d", i)
		}
	}
	if len(g.Game.Participants) == PlayersPerGame {
		if err := g.Game.CheckSeats(); err != nil {
			return WithCode(ErrInvalidGenesis, err)
		}
	}
	if err := checkChannel(g.Game); err != nil {
		return err
	}
	v.leave(g, s)
	return v.offer(g.Game)
}

// checkChannel checks the channels of a game's players. The check of the seats covers that both or neither have one.
func checkChannel(g Game) error {
	if !g.IsChannel() {
		return nil
	}
	if g.ChannelTimeoutBlocks < g.TurnBlocks || g.ChannelTimeoutBlocks > MaxClockBlocks {
		return invalidGenesis("channel_timeout_blocks: expected %d to %d, got %d",
			g.TurnBlocks, MaxClockBlocks, g.ChannelTimeoutBlocks)
	}
	for i, participant := range g.Participants {
		if err := participant.Channel.Validate(); err != nil {
			return errors.Wrapf(WithCode(ErrInvalidGenesis, err), "participant %d", i)
		}
		if i > 0 && participant.Channel.Relay != "" {
			return invalidGenesis("participant %d: expected no relay but the creator's, got %q", i, participant.Channel.Relay)
		}
	}
	return nil
}

// checkAward checks the award of a game that waits for a proof, and that no other game has one.
func (g GenesisGame) checkAward() error {
	if claims := g.Progress.Phase == PHASE_CLAIM; claims != (g.Award != nil) {
		return invalidGenesis("phase %s: expected an award if and only if a claim runs, got %t",
			g.Progress.Phase, g.Award != nil)
	}
	if g.Award == nil {
		return nil
	}
	if g.Award.Height < g.Game.JoinedHeight || g.Award.Height > g.Progress.Deadline {
		return invalidGenesis("award: expected a height of %d to the deadline %d, got %d",
			g.Game.JoinedHeight, g.Progress.Deadline, g.Award.Height)
	}
	return g.Award.Validate(g.Game.Terms, g.Progress.Reason)
}

// leave counts for the players of a game that waits for a proof the reason why it left play, and their promises.
func (v *genesisValidator) leave(g GenesisGame, s game.State) {
	first, claimed := s.Claimant()
	if !claimed {
		return
	}
	places := g.Award.Places(g.Progress.Reason, first)
	for i, participant := range g.Game.Participants {
		t := v.totals[participant.Address]
		t.leave(g.Progress.Reason, game.Seat(i) != first)
		if places[i] {
			t.places = append(t.places, g.Award.Height)
		}
	}
	if g.Award.Promised() {
		v.promise(g.Game.Participants[0].Address, g.Game.Participants[1].Address, g.Award.Height, g.Award.Total())
	}
}

// entry checks the entries of a game's players.
func (v *genesisValidator) entry(g GenesisGame, s game.State) error {
	seats, toss := len(g.Game.Participants), commitment.TossSize
	if s.Phase == game.PhaseOpen {
		toss = 0
	}
	if len(g.Game.Toss) != toss {
		return invalidGenesis("phase %s: expected a toss of %d bytes, got %d", s.Phase, toss, len(g.Game.Toss))
	}
	if len(g.Recoveries) != seats {
		return invalidGenesis("phase %s: expected %d recoveries, got %d", s.Phase, seats, len(g.Recoveries))
	}
	for i, recovery := range g.Recoveries {
		if len(recovery) > MaxRecoveryBytes {
			return invalidGenesis("recovery %d: expected at most %d bytes, got %d", i, MaxRecoveryBytes, len(recovery))
		}
	}
	created, joined := g.Game.CreatedHeight, g.Game.JoinedHeight
	if created < 0 || created > s.Deadline {
		return invalidGenesis("created_height: expected 0 to the deadline %d, got %d", s.Deadline, created)
	}
	if seats == 1 && joined != 0 {
		return invalidGenesis("joined_height: expected 0 while open, got %d", joined)
	}
	if seats == PlayersPerGame && (joined < created || joined > s.Deadline) {
		return invalidGenesis("joined_height: expected %d to the deadline %d, got %d", created, s.Deadline, joined)
	}
	return nil
}

// participant checks one player of a game and adds it to the player's totals.
func (v *genesisValidator) participant(g Game, p Participant, r *game.Ruleset) error {
	t, err := v.player(p.Address)
	if err != nil {
		return err
	}
	if p.Delegate != "" {
		if _, err := v.address(p.Delegate); err != nil {
			return errors.Wrap(err, "delegate")
		}
		if p.Delegate == p.Address {
			return invalidGenesis("delegate: expected another address than the player's, got %s", p.Delegate)
		}
	}
	if err := p.Board.Validate(r); err != nil {
		return WithCode(ErrInvalidGenesis, err)
	}
	if err := t.enter(p.Address, p.Board.Nonce); err != nil {
		return err
	}
	if len(g.Participants) == PlayersPerGame {
		t.counted.Games++
	} else {
		t.counted.OpenGames++
	}
	return nil
}

// enter counts a board of an unfinished game that the player of an address has committed to with a nonce.
func (t *playerTotals) enter(address string, nonce uint64) error {
	if nonce >= t.record.BoardNonce {
		return invalidGenesis("nonce: expected less than the player's next, %d, got %d", t.record.BoardNonce, nonce)
	}
	if t.nonces[nonce] {
		return invalidGenesis("nonce: expected one game with %d of %s, got two", nonce, address)
	}
	t.nonces[nonce] = true
	t.entries++
	return nil
}
