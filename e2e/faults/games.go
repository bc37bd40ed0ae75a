package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	meleerules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/session/melee"
)

// Settings of the games that this process plays.
const (
	// hasty is the clock of a game that a player leaves, in blocks.
	hasty = 20
	// maxStake is the largest stake, in uanchor.
	maxStake = 2_000_000
	// provenShare is how many games there are for each of a proven ruleset, whose proofs take the processor.
	provenShare = 50
	// meleeShare is how many melees there are for each that is played until the fleets are sunk, for some ten minutes.
	meleeShare = 20
	// gameLimit bounds the duration of one game, so that a pair does not wait for a game that is lost.
	gameLimit = 10 * time.Minute
)

// end is the way in which a game is meant to end.
type end int

const (
	cancel  end = iota // the creator cancels before there is an opponent
	concede            // a player concedes after some shots
	abandon            // a player leaves without a word
	sink               // a fleet is sunk
)

// ends are drawn with these weights of a hundred: most games are short, so that there are many.
var ends = []struct{ end, weight int }{
	{int(cancel), 25}, {int(concede), 56}, {int(abandon), 15}, {int(sink), 4},
}

// load plays games in this process until stopped is closed.
type load struct {
	seed uint64
	// most is the number of games after which no further one begins, or 0 for no limit.
	most int64
	// begun counts games, troubled those that a player's program gave up.
	begun, troubled atomic.Int64
	// stopped is closed when no further game is to begin.
	stopped chan struct{}
	trouble func(err error)
}

// next reports whether another game is to begin.
func (l *load) next() bool {
	select {
	case <-l.stopped:
		return false
	default:
	}
	n := l.begun.Add(1)
	if l.most > 0 && n > l.most {
		l.begun.Add(-1)
		return false
	}
	return true
}

// repeat plays one game after another until the load stops. They follow from the seed and the number of a stream.
func (l *load) repeat(ctx context.Context, stream int64, play func(r *rand.Rand) error) {
	r := rand.New(rand.NewPCG(l.seed, uint64(stream))) //nolint:gosec // a run is to be repeated
	for ctx.Err() == nil && l.next() {
		if err := play(r); err != nil && ctx.Err() == nil {
			l.troubled.Add(1)
			l.trouble(err)
			pause(ctx, time.Second)
		}
	}
}

// pair plays games between two players until the load stops.
func (l *load) pair(ctx context.Context, number int, alice, bob session.Player) {
	l.repeat(ctx, int64(number), func(r *rand.Rand) error {
		plan := newPlan(r)
		err := plan.play(ctx, alice, joiner{enters: bob, moves: bob})
		alice, bob = bob, alice
		if err != nil {
			return fmt.Errorf("pair %d, %s: %w", number, plan.ruleset.Name, err)
		}
		return nil
	})
}

// visit plays games of a player with one that enters by packets, until the load stops.
func (l *load) visit(ctx context.Context, number int, creator session.Player, visitor joiner) {
	l.repeat(ctx, 1<<33+int64(number), func(r *rand.Rand) error {
		plan := newPlan(r)
		if plan.end == cancel { // the joiner would never enter
			plan.end = concede
		}
		if err := plan.play(ctx, creator, visitor); err != nil {
			return fmt.Errorf("visit %d, %s: %w", number, plan.ruleset.Name, err)
		}
		return nil
	})
}

// joiner is the second player of a game.
type joiner struct {
	enters, moves session.Player
	// delegate is the address of the player that moves, if it is a delegate.
	delegate string
}

// plan is a game between two players as it is meant to go.
type plan struct {
	ruleset *game.Ruleset
	fleets  [2]game.Fleet
	seeds   [2]uint64
	end     end
	// leaver is the seat that concedes or leaves, after acts of its own.
	leaver game.Seat
	acts   int
	stake  *sdk.Coin
	casual bool
}

func newPlan(r *rand.Rand) plan {
	p := plan{ruleset: game.Classic(), seeds: [2]uint64{r.Uint64(), r.Uint64()}, leaver: game.Seat(r.IntN(2))}
	switch r.IntN(provenShare) {
	case 0:
		p.ruleset = game.ClassicZK()
	default:
		if r.IntN(2) == 0 {
			p.ruleset = game.Xaya()
		}
	}
	for i := range p.fleets {
		p.fleets[i], _ = game.RandomFleet(p.ruleset, r.IntN) // of a ruleset of the package
	}
	weight := r.IntN(100)
	for _, e := range ends {
		if weight < e.weight {
			p.end = end(e.end)
			break
		}
		weight -= e.weight
	}
	p.acts = 1 + r.IntN(3)
	if r.IntN(2) == 0 {
		stake := sdk.NewInt64Coin(app.BondDenom, 1+r.Int64N(maxStake))
		p.stake = &stake
	}
	p.casual = r.IntN(4) != 0
	return p
}

// play plays the game.
func (p plan) play(ctx context.Context, alice session.Player, bob joiner) error {
	ctx, done := context.WithTimeout(ctx, gameLimit)
	defer done()
	wish := duel.Wish{
		Ruleset: p.ruleset, Fleet: p.fleets[0], Opponent: bob.enters.Chain.Key().Address.String(), Stake: p.stake,
		Casual: p.casual,
	}
	if p.end == abandon {
		wish.TurnBlocks = hasty
	}
	var creator *duel.Session
	if err := persist(ctx, func() (err error) {
		creator, _, err = duel.Create(ctx, alice, wish)
		return err
	}); err != nil {
		return err
	}
	if p.end == cancel {
		return persist(ctx, func() error {
			_, err := creator.Cancel(ctx)
			return err
		}, game.ErrPhase)
	}
	id := creator.GameID()
	choose := func(*game.Ruleset) (game.Fleet, error) { return p.fleets[1], nil } //nolint:unparam // as it must be
	if err := persist(ctx, func() error {
		_, err := duel.Open(bob.enters, id).Join(ctx, bob.delegate, choose)
		return err
	}, game.ErrPhase); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	for seat, s := range []*duel.Session{creator, duel.Open(bob.moves, id)} {
		group.Go(func() error { return p.side(ctx, game.Seat(seat), s) })
	}
	return group.Wait()
}

// side plays the game for one player.
func (p plan) side(ctx context.Context, seat game.Seat, s *duel.Session) error {
	strategy, err := bot.New(bot.HuntName, bot.Seeded(p.seeds[seat]))
	if err != nil {
		return err
	}
	run := func(ctx context.Context, o session.Observer) error {
		_, err := s.Run(ctx, strategy, o)
		return err
	}
	if p.end == sink || seat != p.leaver {
		return run(ctx, session.Observer{})
	}
	return retire(ctx, p.acts, p.end == concede, s.Concede, run)
}

// retire plays for a player who stops after some acts of its own, and then concedes or leaves without a word.
func retire(ctx context.Context, acts int, concedes bool, concede func(context.Context) (session.Done, error),
	run func(context.Context, session.Observer) error,
) error {
	leaving, leave := context.WithCancel(ctx)
	defer leave()
	err := run(leaving, session.Observer{Acted: func(session.Done) {
		if acts--; acts <= 0 {
			leave()
		}
	}})
	if ctx.Err() != nil || leaving.Err() == nil || !concedes {
		return ignoreCanceled(ctx, err)
	}
	err = persist(ctx, func() error {
		_, err := concede(ctx)
		return err
	})
	// It has ended by an earlier try whose reply was lost, or by the clock while the node was away.
	if errors.Is(err, session.ErrEnded) || errors.Is(err, game.ErrPhase) {
		return nil
	}
	return err
}

// persist does an act again while its node is away. A try after the first may be refused with an error of done: an
// earlier one, whose reply was lost, has had its effect.
func persist(ctx context.Context, act func() error, done ...error) error {
	for again := false; ; again = true {
		err := act()
		if again && slices.ContainsFunc(done, func(d error) bool { return errors.Is(err, d) }) {
			return nil
		}
		if err == nil || ctx.Err() != nil || !session.MayPass(err) {
			return err
		}
		pause(ctx, time.Second)
	}
}

// ignoreCanceled returns an error unless it is that of a player who has left.
func ignoreCanceled(ctx context.Context, err error) error {
	if ctx.Err() == nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// table plays melees between players until the load stops.
func (l *load) table(ctx context.Context, number int, players []session.Player) {
	l.repeat(ctx, 1<<32+int64(number), func(r *rand.Rand) error {
		if err := playMelee(ctx, r, players); err != nil {
			return fmt.Errorf("table %d: %w", number, err)
		}
		return nil
	})
}

// playMelee plays a melee. All players but one concede after some acts of their own, unless a winner is to sink them.
func playMelee(ctx context.Context, r *rand.Rand, players []session.Player) error {
	ctx, done := context.WithTimeout(ctx, gameLimit)
	defer done()
	rules := meleerules.Ruleset()
	fleets := make([]game.Fleet, len(players))
	sessions := make([]*melee.Session, len(players))
	var invited []string
	for i, p := range players {
		var err error
		if fleets[i], err = game.RandomFleet(rules, r.IntN); err != nil {
			return err
		}
		if i > 0 {
			invited = append(invited, p.Chain.Key().Address.String())
		}
	}
	stake := sdk.NewInt64Coin(app.BondDenom, 1+r.Int64N(maxStake))
	var first *melee.Session
	if err := persist(ctx, func() (err error) {
		first, _, err = melee.Create(ctx, players[0], melee.Wish{
			Ruleset: rules, Fleet: fleets[0], Players: len(players), Stake: &stake, Invited: invited,
		})
		return err
	}); err != nil {
		return err
	}
	sessions[0] = first
	for i, p := range players[1:] {
		s := melee.Open(p, first.GameID())
		choose := func(*game.Ruleset) (game.Fleet, error) { return fleets[i+1], nil } //nolint:unparam // as it must be
		if err := persist(ctx, func() error {
			_, err := s.Join(ctx, "", choose)
			return err
		}); err != nil {
			return err
		}
		sessions[i+1] = s
	}
	sinks, winner := r.IntN(meleeShare) == 0, r.IntN(len(players))
	group, ctx := errgroup.WithContext(ctx)
	for seat, s := range sessions {
		strategy, acts := bot.NewMeleeRandom(bot.Seeded(r.Uint64())), 1+r.IntN(3)
		run := func(ctx context.Context, o session.Observer) error {
			_, err := s.Run(ctx, strategy, o)
			return err
		}
		group.Go(func() error {
			if sinks || seat == winner {
				return run(ctx, session.Observer{})
			}
			return retire(ctx, acts, true, s.Concede, run)
		})
	}
	return group.Wait()
}
