package watchtower

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/channel"
)

// ErrNoGame means that the chain knows no such game.
var ErrNoGame = errors.New("the chain has no such game")

// Status is a game as the last block has left it.
type Status struct {
	// Rules are nil for a game that is not played off-chain, or that has no joiner yet.
	Rules      *rules.Channel
	ChainState rules.ChainState
	// Waits reports whether the game has no joiner yet, Ended whether it is over. Outcome is its result.
	Waits, Ended bool
	Outcome      string
}

// Answer is a proof that is to be submitted.
type Answer struct {
	Game  uint64
	Proof rules.Proof
	// Progress is that of the proof's state, ChainProgress that of the chain's.
	Progress, ChainProgress int
	// Deadline is the last block in which the chain takes it.
	Deadline int64
}

// Chain is a watchtower's view of a chain.
type Chain interface {
	// Height is that of the last block.
	Height(ctx context.Context) (int64, error)
	// Look returns a game as of the last block, or a later one. The error is ErrNoGame if there was never one, or if it
	// ended without a joiner.
	Look(ctx context.Context, game uint64) (Status, error)
	// Submit submits proofs in one transaction, or none of them, and returns the block. The error is ErrRefused if the
	// chain has refused them.
	Submit(ctx context.Context, answers []Answer) (height int64, err error)
}

// ErrNothing means that no file holds what could be a proof.
var ErrNothing = errors.New("no file holds a proof of an off-chain game: battleshipd channel export ID FILE writes one")

// ErrRefused means that a transaction was refused, and is not to be sent again as it is.
var ErrRefused = errors.New("the chain has refused it")

// maxAnswers is how many proofs go into one transaction: with 16 KiB for a transaction there is room for those of
// proven boards.
const maxAnswers = 8

// Kind is a kind of news.
type Kind string

// Kinds of news. The numbers of a game's progress are in the news that have some.
const (
	// Held: a newer proof of a game is held.
	Held Kind = "held"
	// Unfit: a file holds no proof of its game, for the reason in Err.
	Unfit Kind = "unfit"
	// On-chain: a player has brought the game on-chain.
	OnChain Kind = "on-chain"
	// Submitted: the proof was submitted in the block Height.
	Submitted Kind = "submitted"
	// Failed: the proof could not be submitted, for the reason in Err. It is tried again while it is of use.
	Failed Kind = "failed"
	// Ended: the game is over, as Outcome says, or not for this watchtower, for the reason in Err.
	Ended Kind = "ended"
	// Away: the chain does not answer, for the reason in Err. It is asked again.
	Away Kind = "away"
	// Back: the chain answers again.
	Back Kind = "back"
)

// News is an event reported by a watchtower.
type News struct {
	Kind          Kind
	Game          uint64
	File          string
	Progress      int
	ChainProgress int
	Height        int64
	Outcome       string
	Err           error
}

// Watchtower holds proofs and answers disputes with them. It is not safe for use by several goroutines.
type Watchtower struct {
	chain  Chain
	paths  []string
	report func(News)

	games map[uint64]*vigil
	// height is that of the last round, away why the chain did not answer in it.
	height int64
	away   error
}

// vigil is one game that is watched.
type vigil struct {
	game uint64
	// read is the last content of the game's files, by path.
	read map[string][]byte
	// held is the newest proof, if any, with its state.
	held     *rules.Proof
	progress int
	// fresh are proofs that were read and not judged yet.
	fresh   []candidate
	onChain bool
	// failed is what kept the proof from being submitted when it was tried last.
	failed string
	// missing counts the blocks in a row after which the chain knew no such game.
	missing int
	over    bool
}

// maxMissing is the number of blocks in a row for which a game may be unknown: a node that catches up does not have all
// games yet.
const maxMissing = 30

// candidate is what could be a proof.
type candidate struct {
	file  string
	proof rules.Proof
}

// New returns a watchtower that holds the proofs at paths; see Find. It returns an error if there are none, or they are
// unreadable: ErrNothing if there are files, and none holds a possible proof.
func New(chain Chain, paths []string, report func(News)) (*Watchtower, error) {
	files, err := Find(paths)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New(
			"expected proofs of off-chain games, found none: battleshipd channel export ID FILE writes one")
	}
	t := &Watchtower{chain: chain, paths: paths, report: report, games: make(map[uint64]*vigil), height: -1}
	t.gather(files)
	for _, v := range t.games {
		if len(v.fresh) > 0 {
			return t, nil
		}
	}
	return nil, ErrNothing
}

// Run watches until all games are over, or ctx is done. Pause waits a moment.
func (t *Watchtower) Run(ctx context.Context, pause func(context.Context) error) error {
	for {
		if err := t.Round(ctx); err != nil {
			return err
		}
		if t.Left() == 0 {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

// Left is how many games are not over.
func (t *Watchtower) Left() (n int) {
	for _, v := range t.games {
		if !v.over {
			n++
		}
	}
	return n
}

// Round looks at each game if there is a new block, and answers. The error is that of ctx.
func (t *Watchtower) Round(ctx context.Context) error {
	height, err := t.chain.Height(ctx)
	if err == nil && height == t.height {
		return nil
	}
	if err == nil {
		for _, path := range t.paths { // one that is gone keeps no other from being read
			if files, err := Find([]string{path}); err == nil { // a folder may hold more by now
				t.gather(files)
			}
		}
		err = t.watch(ctx, height)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch {
	case err != nil && t.away == nil:
		t.report(News{Kind: Away, Err: err})
	case err == nil && t.away != nil:
		t.report(News{Kind: Back})
	}
	t.away = err
	if err == nil {
		t.height = height
	}
	return nil
}

// gather reads files. What cannot be read now may be there the next time.
func (t *Watchtower) gather(files []File) {
	for _, f := range files {
		v := t.games[f.Game]
		if v == nil {
			v = &vigil{game: f.Game, read: make(map[string][]byte)}
			t.games[f.Game] = v
		}
		raw, err := read(f.Path)
		if err != nil || v.over || bytes.Equal(raw, v.read[f.Path]) {
			continue
		}
		v.read[f.Path] = raw
		proof, err := channel.ParseUpdate(raw)
		if err != nil {
			t.report(News{Kind: Unfit, Game: f.Game, File: f.Path, Err: err})
			continue
		}
		v.fresh = append(v.fresh, candidate{f.Path, proof})
	}
}

// watch looks at all games and answers. A game that cannot be looked at keeps no other from being answered for.
func (t *Watchtower) watch(ctx context.Context, height int64) error {
	var answers []Answer
	var unseen error
	for _, id := range sortedGames(t.games) {
		v := t.games[id]
		if v.over {
			continue
		}
		status, err := t.chain.Look(ctx, id)
		switch {
		case errors.Is(err, ErrNoGame) && v.missing+1 < maxMissing:
			v.missing++
			continue
		case errors.Is(err, ErrNoGame):
			v.over = true
			t.report(News{Kind: Ended, Game: id, Err: err})
			continue
		case err != nil:
			unseen = cmp.Or(unseen, fmt.Errorf("game %d: %w", id, err))
			continue
		case status.Ended:
			v.over = true
			t.report(News{Kind: Ended, Game: id, Outcome: status.Outcome})
			continue
		case status.Waits:
			continue
		case status.Rules == nil:
			v.over = true
			t.report(News{Kind: Ended, Game: id, Err: errors.New("it is played on-chain from the start")})
			continue
		}
		v.missing = 0
		t.judge(v, status)
		if answer := t.consider(v, status, height); answer != nil {
			answers = append(answers, *answer)
		}
	}
	slices.SortStableFunc(answers, func(a, b Answer) int { return cmp.Compare(a.Deadline, b.Deadline) })
	for batch := range slices.Chunk(answers, maxAnswers) {
		if err := t.submit(ctx, batch); err != nil {
			return err
		}
	}
	return unseen
}

func sortedGames(games map[uint64]*vigil) []uint64 {
	var ids []uint64
	for id := range games {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// judge holds the newest of the proofs read, if it is of this very game.
func (t *Watchtower) judge(v *vigil, status Status) {
	for _, c := range v.fresh {
		judged, err := status.Rules.Judge(c.proof, nil, nil)
		if err != nil {
			t.report(News{Kind: Unfit, Game: v.game, File: c.file, Err: err})
			continue
		}
		if progress := judged.State.Progress(); v.held == nil || progress > v.progress {
			v.held, v.progress, v.failed = &c.proof, progress, ""
			t.report(News{Kind: Held, Game: v.game, File: c.file, Progress: progress})
		}
	}
	v.fresh = nil
}

// consider returns the answer to submit in a game, or nil for none. It applies the chain's own rule.
func (t *Watchtower) consider(v *vigil, status Status, height int64) *Answer {
	x := status.ChainState
	if !x.OffChain && !v.onChain {
		v.onChain = true
		t.report(News{Kind: OnChain, Game: v.game, ChainProgress: x.State.Progress(), Progress: v.progress})
	}
	if x.OffChain || v.held == nil || v.progress <= x.State.Progress() {
		return nil
	}
	if _, _, err := status.Rules.Submit(x, nil, *v.held, height+1, nil); err != nil {
		// Play has ended, the time is over, or a surrender has to wait until the winner is heard.
		if !errors.Is(err, game.ErrPhase) {
			t.fail(v, err)
		}
		return nil
	}
	return &Answer{
		Game: v.game, Proof: *v.held, Progress: v.progress, ChainProgress: x.State.Progress(), Deadline: x.State.Deadline,
	}
}

// submit submits answers, each by itself if all together were refused. The error is that of a chain that does not
// answer.
func (t *Watchtower) submit(ctx context.Context, answers []Answer) error {
	height, err := t.chain.Submit(ctx, answers)
	switch {
	case err == nil:
		for _, a := range answers {
			t.games[a.Game].failed = ""
			t.report(News{Kind: Submitted, Game: a.Game, Progress: a.Progress, ChainProgress: a.ChainProgress, Height: height})
		}
	case errors.Is(err, ErrRefused) && len(answers) > 1:
		for _, a := range answers {
			if err := t.submit(ctx, []Answer{a}); err != nil {
				return err
			}
		}
	case errors.Is(err, ErrRefused):
		t.fail(t.games[answers[0].Game], err)
	default:
		return fmt.Errorf("submit %d proofs: %w", len(answers), err)
	}
	return nil
}

// fail reports why a proof was not submitted, once.
func (t *Watchtower) fail(v *vigil, err error) {
	if text := err.Error(); text != v.failed {
		v.failed = text
		t.report(News{Kind: Failed, Game: v.game, Progress: v.progress, Err: err})
	}
}
