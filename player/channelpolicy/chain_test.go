package channelpolicy_test

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
	"github.com/battleship-chain/battleship/game/play"
)

// transaction is one message to the chain. It is one of: a claim, a move, giving up, a challenge, or a state.
type transaction struct {
	by    int // seat, or -1 for anybody else
	proof *channel.Proof
	claim bool
	move  *play.Move
	act   game.Action
	// opens are the tiles of the sender's board that it shows.
	opens uint64
	// wait is for how many blocks it finds no room.
	wait int
}

// blockchain is the chain of one game: the real rule, and blocks.
type blockchain struct {
	game   *channeltest.Game
	height int64
	x      channel.ChainState
	// pool are the transactions that have found no block yet.
	pool []transaction
	// done counts the transactions that were accepted, and states those that brought a state, by sender.
	done   int
	states [2]int
	// refused counts those that were not.
	refused int
	// faulty are the faults that are seeded.
	faulty campaignFault
	// trace tells what happens; nil for nobody to be told.
	trace func(format string, args ...any)
}

// tell tells what happens.
func (b *blockchain) tell(format string, args ...any) {
	if b.trace != nil {
		b.trace(format, args...)
	}
}

// brief puts a state into a few words.
func brief(s game.State) string {
	return fmt.Sprintf("%s %s %s %s pending %t %d, answers %d %d, progress %d",
		s.Phase, s.Actor, s.Owes, s.Reason, s.HasPending, s.Pending, s.Sides[0].Answered.Len(), s.Sides[1].Answered.Len(),
		s.Progress())
}

// String says what a transaction is.
func (tx transaction) String() string {
	text := fmt.Sprintf("by %d:", tx.by)
	if tx.claim {
		text += " claim"
	}
	if tx.proof != nil {
		text += " proof"
	}
	if tx.move != nil {
		text += " move " + tx.move.Target
	}
	if tx.act != nil {
		text += fmt.Sprintf(" %T", tx.act)
	}
	return text
}

var errNotThere = errors.New("it cannot be done now")

func newBlockchain(g *channeltest.Game, timeout int64) *blockchain {
	x, err := g.Open(timeout)
	if err != nil {
		panic(err)
	}
	return &blockchain{game: g, height: joined, x: x}
}

// board is what judges the openings of a player.
func (b *blockchain) player(by game.Seat) play.Player {
	return play.Player{Seat: by, Board: b.game.Params.Seats[by].Board}
}

// execute does what a transaction says, or nothing.
func (b *blockchain) execute(tx transaction) error {
	x, err := b.after(tx)
	if err != nil {
		b.refused++
		b.tell("height %d, %s: refused: %v", b.height, tx, err)
		return err
	}
	b.x = x
	b.tell("height %d, %s: %s, responded %v", b.height, tx, brief(x.State), x.Responded)
	b.done++
	if tx.by >= 0 && tx.proof != nil && !tx.claim {
		b.states[tx.by]++
	}
	return nil
}

func (b *blockchain) after(tx transaction) (channel.ChainState, error) {
	x, by := b.x, game.Seat(tx.by)
	g := b.game.Params.Game
	switch {
	case tx.claim:
		x, _, err := b.game.SubmitForClaim(x, by, tx.proof, b.height, nil)
		if err != nil {
			return x, err
		}
		board := b.game.Boards[by]
		g.State = x.State
		x.State, _, err = g.Claim(b.player(by), play.Claim{Fleet: board.Fleet, Secret: board.Secret}, b.height, nil)
		return x, err
	case tx.proof != nil:
		var sender *game.Seat
		if tx.by >= 0 {
			sender = &by
		}
		before := x.Responded
		if b.faulty.noConsent {
			x.Responded = [2]bool{true, true}
		}
		next, _, err := b.game.Submit(x, sender, *tx.proof, b.height, nil)
		if b.faulty.noConsent {
			if next.Responded = before; err == nil && sender != nil {
				next.Responded[by] = true
			}
		}
		return next, err
	case tx.move != nil:
		if err := x.CheckMove(); err != nil {
			return x, err
		}
		g.State = x.State
		next, _, err := g.Move(b.player(by), *tx.move, b.height, nil)
		return x.Moved(by, next), err
	case tx.act != nil:
		if err := x.CheckGiveUp(by); err != nil && !b.faulty.giveUpWithoutResponse {
			return x, err
		}
		var err error
		x.State, _, err = game.Step(x.State, tx.act, b.height)
		return x, err
	default:
		return x, errNotThere
	}
}

// endBlock settles what is late, unless the block has no room for that, and begins the next block.
func (b *blockchain) endBlock(dice *rand.Rand) {
	defer func() { b.height++ }()
	var err error
	switch {
	case b.over() || !game.Late(b.x.State.Deadline, b.height) || dice.IntN(4) == 0:
		return
	case b.x.OffChain && b.faulty.timeoutLoses:
		b.x.OffChain = false
		b.x.State, _, err = game.Step(b.x.State, game.Expire{}, b.height)
	case b.x.OffChain:
		b.x, err = b.game.TimedOut(b.x, b.height)
	default:
		b.x.State, _, err = game.Step(b.x.State, game.Expire{}, b.height)
	}
	if err != nil {
		panic(err)
	}
	b.tell("height %d: too late: %s", b.height, brief(b.x.State))
}

// over reports whether the game is.
func (b *blockchain) over() bool { return b.x.State.Phase.Ended() }

// live reports whether it is played.
func (b *blockchain) live() bool { return b.x.OffChain || b.x.State.Phase.InPlay() }

// block makes a block: of what was sent what finds room, and what somebody adds in between, who knows it all.
func (b *blockchain) block(dice *rand.Rand, between func(next *transaction)) (results []result) {
	var rest, now []transaction
	for _, tx := range b.pool {
		if tx.wait > 0 {
			tx.wait--
			rest = append(rest, tx)
			continue
		}
		now = append(now, tx)
	}
	b.pool = rest
	dice.Shuffle(len(now), func(i, j int) { now[i], now[j] = now[j], now[i] })
	for _, tx := range now {
		between(&tx)
		results = append(results, result{tx, b.execute(tx)})
	}
	between(nil)
	b.endBlock(dice)
	return results
}

// result is what became of a transaction.
type result struct {
	transaction

	err error
}

// submit puts something into a net that loses, doubles, delays and reorders.
type updateNet struct {
	dice *rand.Rand
	// loss and twice are in percent; slow is how many ticks an update takes at most.
	loss, twice, slow int
	// gone says that the relay is; old are updates of before, which it may deliver again.
	gone bool
	way  []parcel
	old  []parcel
}

type parcel struct {
	to    game.Seat
	bytes []byte
	due   int
}

// send sends an update.
func (n *updateNet) send(to game.Seat, update []byte, tick int) {
	copies := 1
	if n.dice.IntN(100) < n.twice {
		copies = 2
	}
	for range copies {
		if n.gone || n.dice.IntN(100) < n.loss {
			continue
		}
		p := parcel{to: to, bytes: update, due: tick}
		if n.slow > 0 {
			p.due += n.dice.IntN(n.slow)
		}
		n.way = append(n.way, p)
	}
}

// deliver returns the updates that have come by a tick.
func (n *updateNet) deliver(tick int) []parcel {
	var come, rest []parcel
	for _, p := range n.way {
		if p.due > tick || n.gone {
			rest = append(rest, p)
			continue
		}
		come = append(come, p)
		if n.twice > 0 && n.dice.IntN(4) == 0 {
			n.old = append(n.old, p)
		}
	}
	n.way = rest
	if n.twice > 0 && len(n.old) > 0 && n.dice.IntN(20) == 0 {
		come = append(come, n.old[n.dice.IntN(len(n.old))]) // replayed
	}
	n.dice.Shuffle(len(come), func(i, j int) { come[i], come[j] = come[j], come[i] })
	return come
}
