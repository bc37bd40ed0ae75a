package session

import (
	"context"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Melee is one melee of one player, as Session is one duel: it decides with the rules of package melee before it sends
// anything, recovers the player's board from the wallet, and holds nothing that could be lost. It is not safe for use
// by several goroutines at once.
//
// A player need not remember its targets. The tile is recovered by trying all of them with the board secret, and a
// report follows from the board, so [Melee.Fire] and [Melee.Report] need nothing but the melee. A target is recorded
// before any node gets its aim, as a duel's moves are: only one target of a round is ever signed, by this program, the
// next one or one beside it.
type Melee struct{ Base }

// OpenMelee returns the session of a melee. It asks nothing: whether there is such a melee, and the player in it, shows
// with the first act.
func OpenMelee(p Player, gameID uint64) *Melee { return &Melee{Base{player: p, gameID: gameID}} }

// Found is the result of looking for a game of some kind.
type Found int

const (
	// NoGame means that there is no game of that kind and id.
	NoGame Found = iota
	// UnfinishedGame means that there is an unfinished one.
	UnfinishedGame
	// EndedGame means that there was one.
	EndedGame
)

// IsMelee reports whether a game is a melee, unfinished or over. It is false for an unknown id.
func IsMelee(ctx context.Context, chain *client.Client, gameID uint64) (bool, error) {
	found, err := FindMelee(ctx, chain, gameID)
	return found != NoGame, err
}

// FindMelee looks for a melee.
func FindMelee(ctx context.Context, chain *client.Client, gameID uint64) (Found, error) {
	q := types.NewQueryClient(chain.Conn())
	return find(gameID, func() error {
		_, err := q.Melee(ctx, &types.QueryMeleeRequest{GameId: gameID})
		return err
	}, func() error {
		_, err := q.MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: gameID})
		return err
	})
}

// FindDuel looks for a duel.
func FindDuel(ctx context.Context, chain *client.Client, gameID uint64) (Found, error) {
	q := types.NewQueryClient(chain.Conn())
	return find(gameID, func() error {
		_, err := q.Game(ctx, &types.QueryGameRequest{GameId: gameID})
		return err
	}, func() error {
		_, err := q.Result(ctx, &types.QueryResultRequest{GameId: gameID})
		return err
	})
}

// find looks for an unfinished game, and then for its result.
func find(gameID uint64, looks ...func() error) (Found, error) {
	for i, look := range looks {
		switch err := look(); {
		case err == nil:
			return UnfinishedGame + Found(i), nil
		case status.Code(err) != codes.NotFound:
			return NoGame, fmt.Errorf("look at game %d: %w", gameID, err)
		}
	}
	return NoGame, nil
}

// UnfinishedMelees returns the player's melees that have not ended, the first of them by id.
func UnfinishedMelees(ctx context.Context, p Player) ([]uint64, error) {
	res, err := types.NewQueryClient(p.Chain.Conn()).Player(ctx, &types.QueryPlayerRequest{
		Address: p.key().Address.String(),
	})
	if err != nil {
		return nil, fmt.Errorf("look for your unfinished melees: %w", err)
	}
	return res.Melees, nil
}

// Sleep pauses for one poll of the session's client; it returns early with the cause when ctx ends.
func (m *Melee) Sleep(ctx context.Context) error { return m.player.Chain.Sleep(ctx) }

// Close implements Game. There is nothing to release.
func (m *Melee) Close() error { return nil }

// Look reads the melee. The error is a *MeleeEndedError if it is over.
func (m *Melee) Look(ctx context.Context) (MeleeView, error) {
	res, err := m.query().Melee(ctx, &types.QueryMeleeRequest{GameId: m.gameID})
	if status.Code(err) == codes.NotFound {
		return MeleeView{}, m.ended(ctx, err)
	}
	if err != nil {
		return MeleeView{}, fmt.Errorf("look at melee %d: %w", m.gameID, err)
	}
	v, err := newMeleeView(res)
	if err != nil {
		return v, fmt.Errorf("look at melee %d: %w", m.gameID, err)
	}
	return v, nil
}

// ended replaces the error of a missing melee by its result, if it has one.
func (m *Melee) ended(ctx context.Context, notFound error) error {
	res, err := m.query().MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: m.gameID})
	if err != nil {
		return notFound // never opened, or cancelled: the chain keeps no trace of either
	}
	return &MeleeEndedError{Result: res.Result}
}

// lookToAct looks at the melee and makes sure that the key may act there.
func (m *Melee) lookToAct(ctx context.Context) (MeleeView, melee.Seat, error) {
	v, err := m.Look(ctx)
	if err != nil {
		return v, 0, err
	}
	seat, err := m.seat(v)
	return v, seat, err
}

// seat is the player's seat. It makes sure that the key may act there.
func (m *Melee) seat(v MeleeView) (melee.Seat, error) {
	seat, ok := v.Melee.SeatOf(m.address().String())
	if !ok {
		if acts, ok := v.Melee.SeatFor(m.sender()); ok && m.player.Principal.IsZero() {
			return 0, &DelegateError{GameID: m.gameID, Player: v.Player(acts), Delegate: m.sender()}
		}
		if m.CheckJoin(v) == nil {
			return 0, fmt.Errorf("melee %d: %w: got %s", m.gameID, text.ErrNotSeated, m.address())
		}
		return 0, fmt.Errorf("melee %d: %w: got %s", m.gameID, text.ErrNotInGame, m.address())
	}
	return seat, m.checkDelegate(v.Melee.Players[seat].Delegate)
}

// recover recovers the player's own board from the chain's records and checks that it is the committed one.
func (m *Melee) recover(v MeleeView, seat melee.Seat) (*ownBoard, error) {
	committed, ok := v.Boards[seat]
	if !ok {
		return nil, fmt.Errorf("melee %d: expected a board of seat %d, got none", m.gameID, seat)
	}
	if m.own != nil && equal(m.own.committed, committed) {
		return m.own, nil // another one was before the player left the table and came back
	}
	return m.unseal(v.State.Ruleset, committed, v.Recoveries[seat])
}

// ownIn recovers the player's board as one whose messages are judged.
func (m *Melee) ownIn(v MeleeView, seat melee.Seat) (*ownBoard, play.MeleePlayer, error) {
	own, err := m.recover(v, seat)
	if err != nil {
		return nil, play.MeleePlayer{}, err
	}
	board := play.MerkleRows{Binding: own.binding, Roots: own.committed.MerkleRows()}
	return own, play.MeleePlayer{Seat: seat, Board: board}, nil
}

// Fleet recovers the player's own fleet in a melee as the chain showed it, and returns it with the player's seat. The
// error is ErrNotInGame if it has none, and ErrNoWallet if only its address is known.
func (m *Melee) Fleet(v MeleeView) (game.Fleet, melee.Seat, error) {
	seat, ok := v.Melee.SeatOf(m.address().String())
	if !ok {
		return nil, 0, fmt.Errorf("melee %d: %w: got %s", m.gameID, text.ErrNotInGame, m.address())
	}
	own, err := m.recover(v, seat)
	if err != nil {
		return nil, seat, err
	}
	return own.fleet, seat, nil
}

// Target returns the player's target of this round, if it has aimed: the one of the aim on the chain, recovered with
// the board secret, or else the signed one, which may be pending.
func (m *Melee) Target(v MeleeView) (tile game.Tile, aims bool, err error) {
	seat, err := m.seat(v)
	if err != nil {
		return 0, false, err
	}
	if p := v.State.Players[seat]; p.HasTarget {
		return p.Target, true, nil
	}
	if _, ok := v.Aims[seat]; ok {
		tile, _, err = m.findAim(v, seat)
		return tile, err == nil, err
	}
	if v.State.Stage != melee.StageAim {
		return 0, false, nil
	}
	return m.signedAim(v)
}

// findAim finds the tile again that the player has aimed at in this round, and its board.
func (m *Melee) findAim(v MeleeView, seat melee.Seat) (game.Tile, *ownBoard, error) {
	own, err := m.recover(v, seat)
	if err != nil {
		return 0, nil, err
	}
	tile, err := commitment.FindAim(own.binding, own.secret, v.Aims[seat], v.round())
	if err != nil {
		return 0, nil, fmt.Errorf("melee %d: %w: %w", m.gameID, text.ErrForeignAim, err)
	}
	return tile, own, nil
}

// signedAim returns the target that was signed in this round on this machine, if one was.
func (m *Melee) signedAim(v MeleeView) (game.Tile, bool, error) {
	name, ok, err := m.moves().In(v.positionKey(melee.StageAim))
	if err != nil || !ok {
		return 0, false, err
	}
	tile, err := v.State.Ruleset.ParseTile(name)
	if err != nil {
		return 0, false, fmt.Errorf("melee %d: the aim that was signed before: %w", m.gameID, err)
	}
	return tile, true, nil
}

// owedIn is the delivery of a message that meets the melee's obligation, and that is recorded as signed.
func (m *Melee) owedIn(ctx context.Context, v MeleeView, msg sdk.Msg, move string) delivery {
	d := m.owedBy(ctx, v.Position(), v.State.Ruleset, v.Melee.Terms, msg)
	d.beforeSend = func() error { return m.sign(v.PositionKey(), move) }
	return d
}

// MeleeEndedError means that a melee is over, with its result.
type MeleeEndedError struct {
	Result types.MeleeResult
}

// Error implements error.
func (e *MeleeEndedError) Error() string {
	return fmt.Sprintf("melee %d has ended: %s", e.Result.GameId, text.Voice{}.MeleeResult(e.Result))
}

// Unwrap is ErrEnded.
func (*MeleeEndedError) Unwrap() error { return ErrEnded }
