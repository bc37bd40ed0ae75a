package chainbackend

import (
	"context"

	"github.com/battleship-chain/battleship/player/party"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// attended is the party that the screens show in place of the lobby.
type attended struct {
	party.Party
	// left reports whether the player has left its table, or is leaving it.
	left bool
}

// Party enters a party, which the lobby shows from then on: one of that id, or a new one for a number of players.
func (b *Backend) Party(ctx context.Context, id uint64, players int) error {
	p, err := b.player(ctx, &reporter{backend: b, tx: new(text.Transaction)})
	if err != nil {
		return err
	}
	if id, err = party.Enter(ctx, p, id, players); err != nil {
		return err
	}
	b.mu.Lock()
	b.party = &attended{Party: party.Party{ID: id}}
	b.mu.Unlock()
	return b.refresh(ctx)
}

// lookAtParty reads the party, if the player attends one. The function shows it.
func (b *Backend) lookAtParty(ctx context.Context) (func(), error) {
	b.mu.Lock()
	attends := b.party
	var before party.Party
	if attends != nil {
		before = attends.Party
	}
	b.mu.Unlock()
	if attends == nil {
		return func() {}, nil
	}
	now, err := party.Look(ctx, b.asker, before)
	return func() {
		attends.Party = now
		b.lobby.Party = b.shownParty(now)
		if b.lobby.Party.Over && !attends.left && !b.closed {
			attends.left = true
			b.work.Go(func() { _ = b.leaveParty(b.ctx, now.ID) }) // its failure only delays the deposit
		}
	}, err
}

// leaveParty gives up the player's seat.
func (b *Backend) leaveParty(ctx context.Context, id uint64) error {
	p, err := b.player(ctx, &reporter{backend: b, tx: new(text.Transaction)})
	if err != nil {
		return err
	}
	return party.Leave(ctx, p, id)
}

// shownParty returns a party as the screens show it. The caller holds the lock.
func (b *Backend) shownParty(p party.Party) *tui.Party {
	v := b.voice()
	if b.key.Name != "" {
		v.Names = map[string]string{v.You: b.key.Name}
	}
	s, code := p.Next(v.You), b.asker.InviteTo(p.ID)
	out := &tui.Party{Code: code, Sentences: p.Sentences(v, code), Over: s.Do == text.PartyOver}
	if p.Complete() {
		out.Table = text.PartyTable(p.Table(v))
	}
	switch s.Do {
	case text.PartyOffer:
		out.Enter = &tui.Wish{
			Kind: tui.WishCreate, Ruleset: party.Ruleset(), Opponent: s.Opponent, Casual: true, Fast: true,
		}
	case text.PartyEnter:
		out.Enter = &tui.Wish{Kind: tui.WishJoin, ID: s.Game, Ruleset: party.Ruleset()}
	case text.PartyPlay:
		out.Game = s.Game
	case text.PartyGather, text.PartyWait, text.PartyFinish, text.PartyOver:
	}
	return out
}

// attends reports whether the player attends a party.
func (b *Backend) attends() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.party != nil
}
