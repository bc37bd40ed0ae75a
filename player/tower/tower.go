package tower

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

// Sight is a game as the last block has left it.
type Sight struct {
	// Rules are nil for a game that is not played at sea, or that nobody has joined yet.
	Rules *rules.Channel
	Stand rules.Stand
	// Waits says that nobody has joined the game yet, Ended that it is over, Outcome how.
	Waits, Ended bool
	Outcome      string
}

// Answer is a proof that is to be posted.
type Answer struct {
	Game  uint64
	Proof rules.Proof
	// Progress is that of what the proof says, Stands that of what the chain has.
	Progress, Stands int
	// Deadline is the last block in which the chain takes it.
	Deadline int64
}

// Chain is what a tower needs of a chain.
type Chain interface {
	// Height is that of the last block.
	Height(ctx context.Context) (int64, error)
	// Look looks at a game as of the last block, or a later one. The error is ErrNoGame if there was never one, or nobody
	// has joined it before its end.
	Look(ctx context.Context, game uint64) (Sight, error)
	// Post posts proofs in one transaction, or none of them, and returns the block. The error is ErrRefused if the chain
	// has refused them.
	Post(ctx context.Context, answers []Answer) (height int64, err error)
}

// ErrNothing means that no file holds what could be a proof.
var ErrNothing = errors.New("no file holds a proof of a game at sea: battleshipd channel export ID FILE writes one")

// ErrRefused means that a transaction was refused, and is not to be sent again as it is.
var ErrRefused = errors.New("the chain has refused it")

// maxAnswers is how many proofs go into one transaction: with 16 KiB for a transaction there is room for those of
// proven boards.
const maxAnswers = 8

// Kind is what there is to tell.
type Kind string

// Kinds of news. The numbers of a game's progress are in the news that have some.
const (
	// Held: a newer proof of a game is held.
	Held Kind = "held"
	// Unfit: a file holds no proof of its game, for the reason in Err.
	Unfit Kind = "unfit"
	// Ashore: somebody has brought the game ashore.
	Ashore Kind = "ashore"
	// Posted: the proof was posted in the block Height.
	Posted Kind = "posted"
	// Failed: the proof could not be posted, for the reason in Err. It is tried again while it is of use.
	Failed Kind = "failed"
	// Ended: the game is over, as Outcome says, or not for this tower, for the reason in Err.
	Ended Kind = "ended"
	// Away: the chain does not answer, for the reason in Err. It is asked again.
	Away Kind = "away"
	// Back: the chain answers again.
	Back Kind = "back"
)

// News is what a tower tells.
type News struct {
	Kind     Kind
	Game     uint64
	File     string
	Progress int
	Stands   int
	Height   int64
	Outcome  string
	Err      error
}

// Tower holds proofs and answers disputes with them. It is not safe for use by several goroutines.
type Tower struct {
	chain Chain
	paths []string
	tell  func(News)

	games map[uint64]*vigil
	// height is that of the last round, away why the chain did not answer in it.
	height int64
	away   error
}

// vigil is one game that is watched.
type vigil struct {
	game uint64
	// read is what the game's files held last, by path.
	read map[string][]byte
	// held is the newest proof, if any, and what it says.
	held     *rules.Proof
	progress int
	// fresh are proofs that were read and not judged yet.
	fresh  []candidate
	ashore bool
	// failed is what kept the proof from being posted when it was tried last.
	failed string
	// missing counts the blocks in a row after which the chain knew no such game.
	missing int
	over    bool
}

// maxMissing is for how many blocks in a row a game may be unknown before there is none: a node that catches up does
// not know yet what others do.
const maxMissing = 30

// candidate is what could be a proof.
type candidate struct {
	file  string
	proof rules.Proof
}

// New returns a tower that holds what stands at paths; see Find. The error says that there is nothing, or no way to it;
// it is ErrNothing if there are files, and none holds what could be a proof.
func New(chain Chain, paths []string, tell func(News)) (*Tower, error) {
	files, err := Find(paths)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("expected proofs of games at sea, found none: battleshipd channel export ID FILE writes one")
	}
	t := &Tower{chain: chain, paths: paths, tell: tell, games: make(map[uint64]*vigil), height: -1}
	t.gather(files)
	for _, v := range t.games {
		if len(v.fresh) > 0 {
			return t, nil
		}
	}
	return nil, ErrNothing
}

// Run watches until all games are over, or ctx is done. Pause waits a moment.
func (t *Tower) Run(ctx context.Context, pause func(context.Context) error) error {
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
func (t *Tower) Left() (n int) {
	for _, v := range t.games {
		if !v.over {
			n++
		}
	}
	return n
}

// Round looks at each game if there is a new block, and answers. The error is that of ctx.
func (t *Tower) Round(ctx context.Context) error {
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
		t.tell(News{Kind: Away, Err: err})
	case err == nil && t.away != nil:
		t.tell(News{Kind: Back})
	}
	t.away = err
	if err == nil {
		t.height = height
	}
	return nil
}

// gather reads files. What cannot be read now may be there the next time.
func (t *Tower) gather(files []File) {
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
		proof, err := channel.ParseLetter(raw)
		if err != nil {
			t.tell(News{Kind: Unfit, Game: f.Game, File: f.Path, Err: err})
			continue
		}
		v.fresh = append(v.fresh, candidate{f.Path, proof})
	}
}

// watch looks at all games and answers. A game that cannot be looked at keeps no other from being answered for.
func (t *Tower) watch(ctx context.Context, height int64) error {
	var answers []Answer
	var unseen error
	for _, id := range sortedGames(t.games) {
		v := t.games[id]
		if v.over {
			continue
		}
		sight, err := t.chain.Look(ctx, id)
		switch {
		case errors.Is(err, ErrNoGame) && v.missing+1 < maxMissing:
			v.missing++
			continue
		case errors.Is(err, ErrNoGame):
			v.over = true
			t.tell(News{Kind: Ended, Game: id, Err: err})
			continue
		case err != nil:
			unseen = cmp.Or(unseen, fmt.Errorf("game %d: %w", id, err))
			continue
		case sight.Ended:
			v.over = true
			t.tell(News{Kind: Ended, Game: id, Outcome: sight.Outcome})
			continue
		case sight.Waits:
			continue
		case sight.Rules == nil:
			v.over = true
			t.tell(News{Kind: Ended, Game: id, Err: errors.New("it is played on chain from the start")})
			continue
		}
		v.missing = 0
		t.judge(v, sight)
		if answer := t.consider(v, sight, height); answer != nil {
			answers = append(answers, *answer)
		}
	}
	slices.SortStableFunc(answers, func(a, b Answer) int { return cmp.Compare(a.Deadline, b.Deadline) })
	for batch := range slices.Chunk(answers, maxAnswers) {
		if err := t.post(ctx, batch); err != nil {
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

// judge holds the newest of what was read, if it is of this very game.
func (t *Tower) judge(v *vigil, sight Sight) {
	for _, c := range v.fresh {
		judged, err := sight.Rules.Judge(c.proof, nil, nil)
		if err != nil {
			t.tell(News{Kind: Unfit, Game: v.game, File: c.file, Err: err})
			continue
		}
		if progress := judged.State.Progress(); v.held == nil || progress > v.progress {
			v.held, v.progress, v.failed = &c.proof, progress, ""
			t.tell(News{Kind: Held, Game: v.game, File: c.file, Progress: progress})
		}
	}
	v.fresh = nil
}

// consider returns what is to be posted in a game, nil for nothing. It asks the rule that the chain will ask.
func (t *Tower) consider(v *vigil, sight Sight, height int64) *Answer {
	x := sight.Stand
	if !x.AtSea && !v.ashore {
		v.ashore = true
		t.tell(News{Kind: Ashore, Game: v.game, Stands: x.State.Progress(), Progress: v.progress})
	}
	if x.AtSea || v.held == nil || v.progress <= x.State.Progress() {
		return nil
	}
	if _, _, err := sight.Rules.Post(x, nil, *v.held, height+1, nil); err != nil {
		// Play has ended, the time is over, or a surrender has to wait until the winner is heard.
		if !errors.Is(err, game.ErrPhase) {
			t.fail(v, err)
		}
		return nil
	}
	return &Answer{
		Game: v.game, Proof: *v.held, Progress: v.progress, Stands: x.State.Progress(), Deadline: x.State.Deadline,
	}
}

// post posts answers, each by itself if all together were refused. The error is that of a chain that does not answer.
func (t *Tower) post(ctx context.Context, answers []Answer) error {
	height, err := t.chain.Post(ctx, answers)
	switch {
	case err == nil:
		for _, a := range answers {
			t.games[a.Game].failed = ""
			t.tell(News{Kind: Posted, Game: a.Game, Progress: a.Progress, Stands: a.Stands, Height: height})
		}
	case errors.Is(err, ErrRefused) && len(answers) > 1:
		for _, a := range answers {
			if err := t.post(ctx, []Answer{a}); err != nil {
				return err
			}
		}
	case errors.Is(err, ErrRefused):
		t.fail(t.games[answers[0].Game], err)
	default:
		return fmt.Errorf("post %d proofs: %w", len(answers), err)
	}
	return nil
}

// fail tells why a proof was not posted, once.
func (t *Tower) fail(v *vigil, err error) {
	if text := err.Error(); text != v.failed {
		v.failed = text
		t.tell(News{Kind: Failed, Game: v.game, Progress: v.progress, Err: err})
	}
}
