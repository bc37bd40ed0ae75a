package melee

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
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Session is one melee of one player. It is not safe for use by several goroutines at once.
//
// A player need not remember its targets. The tile is recovered by trying all of them with the board secret, and a
// report follows from the board, so [Session.Fire] and [Session.Report] need nothing but the melee. A target is
// recorded before any node gets its aim, as a duel's moves are: only one target of a round is ever signed, by this
// program, the next one or one beside it.
type Session struct {
	session.Base

	// Party allows to join the table of a party, whose rounds never begin. It is false for a melee.
	Party bool
}

// checkParty returns an error if the melee is the table of a party, unless the session is that of a party.
func (m *Session) checkParty(v View, params types.Params) error {
	if !m.Party && v.Melee.TurnBlocks == PartyClock(params) {
		return fmt.Errorf(text.IsParty, m.ID)
	}
	return nil
}

// PartyClock returns the clock of the tables of parties, nearly the longest one. It distinguishes them from melees.
func PartyClock(p types.Params) int64 { return p.TurnBlocksMax - 1 }

// Open returns the session of a melee. It asks nothing: whether there is such a melee, and the player in it, shows
// with the first act.
func Open(p session.Player, gameID uint64) *Session {
	return &Session{Base: session.Base{Player: p, ID: gameID}}
}

// Unfinished returns the player's melees that have not ended, the first of them by id.
func Unfinished(ctx context.Context, p session.Player) ([]uint64, error) {
	res, err := types.NewQueryClient(p.Chain.Conn()).Player(ctx, &types.QueryPlayerRequest{
		Address: p.Key().Address.String(),
	})
	if err != nil {
		return nil, fmt.Errorf("look for your unfinished melees: %w", err)
	}
	return res.Melees, nil
}

// Sleep pauses for one poll of the session's client; it returns early with the cause when ctx ends.
func (m *Session) Sleep(ctx context.Context) error { return m.Player.Chain.Sleep(ctx) }

// Close implements Game. There is nothing to release.
func (m *Session) Close() error { return nil }

// Look reads the melee. The error is a *EndedError if it is over.
func (m *Session) Look(ctx context.Context) (View, error) {
	res, err := m.Query().Melee(ctx, &types.QueryMeleeRequest{GameId: m.ID})
	if status.Code(err) == codes.NotFound {
		return View{}, m.ended(ctx, err)
	}
	if err != nil {
		return View{}, fmt.Errorf("look at melee %d: %w", m.ID, err)
	}
	v, err := newView(res)
	if err != nil {
		return v, fmt.Errorf("look at melee %d: %w", m.ID, err)
	}
	return v, nil
}

// ended replaces the error of a missing melee by its result, if it has one.
func (m *Session) ended(ctx context.Context, notFound error) error {
	res, err := m.Query().MeleeResult(ctx, &types.QueryMeleeResultRequest{GameId: m.ID})
	if err != nil {
		return notFound // never opened, or cancelled: the chain keeps no trace of either
	}
	return &EndedError{Result: res.Result}
}

// lookToAct looks at the melee and makes sure that the key may act there.
func (m *Session) lookToAct(ctx context.Context) (View, melee.Seat, error) {
	v, err := m.Look(ctx)
	if err != nil {
		return v, 0, err
	}
	seat, err := m.seat(v)
	return v, seat, err
}

// seat is the player's seat. It makes sure that the key may act there.
func (m *Session) seat(v View) (melee.Seat, error) {
	seat, ok := v.Melee.SeatOf(m.Address().String())
	if !ok {
		if acts, ok := v.Melee.SeatFor(m.Sender()); ok && m.Player.Principal.IsZero() {
			return 0, &session.DelegateError{GameID: m.ID, Player: v.Player(acts), Delegate: m.Sender()}
		}
		if m.CheckJoin(v) == nil {
			return 0, fmt.Errorf("melee %d: %w: got %s", m.ID, text.ErrNotSeated, m.Address())
		}
		return 0, fmt.Errorf("melee %d: %w: got %s", m.ID, text.ErrNotInGame, m.Address())
	}
	return seat, m.CheckDelegate(v.Melee.Players[seat].Delegate)
}

// recover recovers the player's own board from the chain's records and checks that it is the committed one.
func (m *Session) recover(v View, seat melee.Seat) (*session.OwnBoard, error) {
	committed, ok := v.Boards[seat]
	if !ok {
		return nil, fmt.Errorf("melee %d: expected a board of seat %d, got none", m.ID, seat)
	}
	if m.Own != nil && session.SameCommitment(m.Own.Committed, committed) {
		return m.Own, nil // another one was before the player left the table and came back
	}
	return m.Unseal(v.State.Ruleset, committed, v.Recoveries[seat])
}

// ownIn recovers the player's board as one whose messages are judged.
func (m *Session) ownIn(v View, seat melee.Seat) (*session.OwnBoard, play.MeleePlayer, error) {
	own, err := m.recover(v, seat)
	if err != nil {
		return nil, play.MeleePlayer{}, err
	}
	board := play.MerkleRows{Binding: own.Binding, Roots: own.Committed.MerkleRows()}
	return own, play.MeleePlayer{Seat: seat, Board: board}, nil
}

// Fleet recovers the player's own fleet in a melee as the chain showed it, and returns it with the player's seat. The
// error is ErrNotInGame if it has none, and ErrNoWallet if only its address is known.
func (m *Session) Fleet(v View) (game.Fleet, melee.Seat, error) {
	seat, ok := v.Melee.SeatOf(m.Address().String())
	if !ok {
		return nil, 0, fmt.Errorf("melee %d: %w: got %s", m.ID, text.ErrNotInGame, m.Address())
	}
	own, err := m.recover(v, seat)
	if err != nil {
		return nil, seat, err
	}
	return own.Fleet, seat, nil
}

// Target returns the player's target of this round, if it has aimed: the one of the aim on the chain, recovered with
// the board secret, or else the signed one, which may be pending.
func (m *Session) Target(v View) (tile game.Tile, aims bool, err error) {
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
func (m *Session) findAim(v View, seat melee.Seat) (game.Tile, *session.OwnBoard, error) {
	own, err := m.recover(v, seat)
	if err != nil {
		return 0, nil, err
	}
	tile, err := commitment.FindAim(own.Binding, own.Secret, v.Aims[seat], v.round())
	if err != nil {
		return 0, nil, fmt.Errorf("melee %d: %w: %w", m.ID, text.ErrForeignAim, err)
	}
	return tile, own, nil
}

// signedAim returns the target that was signed in this round on this machine, if one was.
func (m *Session) signedAim(v View) (game.Tile, bool, error) {
	name, ok, err := m.Moves().In(v.positionKey(melee.StageAim))
	if err != nil || !ok {
		return 0, false, err
	}
	tile, err := v.State.Ruleset.ParseTile(name)
	if err != nil {
		return 0, false, fmt.Errorf("melee %d: the aim that was signed before: %w", m.ID, err)
	}
	return tile, true, nil
}

// owedIn is the delivery of a message that meets the melee's obligation, and that is recorded as signed.
func (m *Session) owedIn(ctx context.Context, v View, msg sdk.Msg, move string) session.Delivery {
	d := m.OwedBy(ctx, v.Position(), v.State.Ruleset, v.Melee.Terms, msg)
	d.BeforeSend = func() error { return m.Sign(v.PositionKey(), move) }
	return d
}

// EndedError means that a melee is over, with its result.
type EndedError struct {
	Result types.MeleeResult
}

// Error implements error.
func (e *EndedError) Error() string {
	return fmt.Sprintf("melee %d has ended: %s", e.Result.GameId, text.Voice{}.MeleeResult(e.Result))
}

// How implements session.Ended.
func (e *EndedError) How(v text.Voice) (text.Kind, uint64, string) {
	return text.Melee, e.Result.GameId, v.MeleeResult(e.Result)
}

// Unwrap is ErrEnded.
func (*EndedError) Unwrap() error { return session.ErrEnded }
