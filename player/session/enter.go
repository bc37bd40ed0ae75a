package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Create opens a new game and returns its session.
func Create(ctx context.Context, p Player, w Wish) (*Session, Done, error) {
	s, w := Open(p, 0), w.withRelay(p)
	q, err := QuoteOf(ctx, p, w)
	if err == nil {
		err = p.Afford(ctx, q.opening())
	}
	if err == nil && w.Opponent == s.address().String() {
		err = fmt.Errorf("%w: expected another player, got %s", ErrOwnGame, w.Opponent)
	}
	if err != nil {
		return nil, Done{}, fmt.Errorf("create a game: %w", err)
	}
	if w.OwnBot && !q.Terms.Entry().IsZero() {
		return nil, Done{}, fmt.Errorf("%w: expected a casual game without a stake, got %s", ErrBotTerms, text.Terms(q.Terms))
	}
	i := w.intent(text.ActCreate, q)
	i.Deposit, i.OwnBot, i.RematchOf = q.Deposit, w.OwnBot, w.RematchOf
	if w.RematchOf > 0 {
		i.Act = text.ActRematch
	}
	if w.Opponent != "" {
		i.Players = []string{w.Opponent}
	}
	e, err := s.enter(ctx, w, q, i)
	if err != nil {
		return nil, Done{}, err
	}
	receipt, err := e.send(ctx, &types.MsgCreateGame{
		Sender:      s.sender(),
		RulesetId:   w.Ruleset.ID,
		Entry:       e.Entry,
		TurnBlocks:  q.TurnBlocks,
		Stake:       w.Stake,
		Casual:      w.Casual,
		RatingRange: w.RatingRange,
		Opponent:    e.opponent,
		RematchOf:   w.RematchOf,
		MaxFee:      q.MaxFee(),

		MaxHouseShareBps: q.Terms.HouseShareBps,
	})
	if err != nil {
		return nil, Done{}, fmt.Errorf("create a game: %w", err)
	}
	var created types.MsgCreateGameResponse
	if err := receipt.Response(&created); err != nil {
		return nil, Done{}, err
	}
	s.gameID, s.own = created.GameId, e.own
	done := s.done(receipt, i.Act, w.Ruleset, game.Creator,
		text.Entered{Paid: q.opening(), Delegate: e.Delegate, Notice: e.notice})
	done.Proof = e.proof
	return s, done, nil
}

// Rematch offers the opponent of an ended game another one, in which the other player shoots first. The wish's ruleset
// is that of the ended game, its opponent the other player of it; choose is asked for the fleet.
func Rematch(
	ctx context.Context, p Player, gameID uint64, w Wish, choose func(*game.Ruleset) (game.Fleet, error),
) (*Session, Done, error) {
	s := Open(p, gameID)
	res, err := s.query().Result(ctx, &types.QueryResultRequest{GameId: gameID})
	if err != nil {
		return nil, Done{}, fmt.Errorf("rematch of game %d: %w", gameID, err)
	}
	if res.Rematch > 0 {
		return nil, Done{}, fmt.Errorf("%w: game %d: its rematch is game %d", ErrRematch, gameID, res.Rematch)
	}
	if w.Ruleset, err = types.RulesetByID(res.Result.RulesetId); err != nil {
		return nil, Done{}, fmt.Errorf("rematch of game %d: %w", gameID, withoutTrace{err})
	}
	if w.Opponent, err = opponentIn(res.Result, s.address().String()); err != nil {
		return nil, Done{}, err
	}
	if w.Fleet, err = choose(w.Ruleset); err != nil {
		return nil, Done{}, err
	}
	w.RematchOf = gameID
	return Create(ctx, p, w)
}

// opponentIn is the other player of an ended game.
func opponentIn(r types.Result, player string) (string, error) {
	if len(r.Players) == types.PlayersPerGame {
		switch player {
		case r.Players[game.Creator]:
			return r.Players[game.Joiner], nil
		case r.Players[game.Joiner]:
			return r.Players[game.Creator], nil
		}
	}
	return "", fmt.Errorf("game %d: %w: expected %s, got %s", r.GameId, text.ErrNotInGame,
		strings.Join(r.Players, " or "), player)
}

// Match joins the open game that fits a wish best or, if none does, opens one that the next who fits will join. The
// chain decides it in one transaction. Which of the two it was is in Entered.Joined. The error is an *UnfinishedError
// if the player has such a game already.
func Match(ctx context.Context, p Player, w Wish) (*Session, Done, error) {
	s, w := Open(p, 0), w.withRelay(p)
	q, err := QuoteOf(ctx, p, w)
	if err == nil && !w.Another {
		err = p.unfinished(ctx, w, q)
	}
	if err == nil {
		err = p.Afford(ctx, q.Terms.Entry()) // a deposit is due only if no game is open
	}
	if err != nil {
		return nil, Done{}, fmt.Errorf("match: %w", err)
	}
	i := w.intent(text.ActMatch, q)
	i.Deposit = q.Deposit
	e, err := s.enter(ctx, w, q, i)
	if err != nil {
		return nil, Done{}, err
	}
	toss, err := p.toss()
	if err != nil {
		return nil, Done{}, err
	}
	receipt, err := e.send(ctx, &types.MsgMatchGame{
		Sender:      s.sender(),
		RulesetId:   w.Ruleset.ID,
		Entry:       e.Entry,
		Toss:        toss,
		TurnBlocks:  q.TurnBlocks,
		Stake:       w.Stake,
		Casual:      w.Casual,
		RatingRange: w.RatingRange,
		MaxFee:      q.MaxFee(),

		MaxHouseShareBps: q.Terms.HouseShareBps,
	})
	if err != nil {
		return nil, Done{}, fmt.Errorf("match: %w", err)
	}
	var matched types.MsgMatchGameResponse
	if err := receipt.Response(&matched); err != nil {
		return nil, Done{}, err
	}
	s.gameID, s.own = matched.GameId, e.own
	seat := game.Creator
	entered := text.Entered{
		Paid: q.opening(), Joined: matched.Joined, Delegate: matched.Delegate, Notice: e.notice,
	}
	if matched.Delegate == "" {
		entered.Dropped = e.Delegate
	}
	if matched.Joined {
		seat, entered.Rating = game.Joiner, matched.Rating
		s.meet(ctx, q, &entered)
	}
	return s, Done{
		Receipt: receipt, GameID: s.gameID, Act: text.ActMatch, Ruleset: w.Ruleset, Seat: seat, Result: entered,
		Proof: e.proof,
	}, nil
}

// meet records the opponent of a match, and its cost: the game may have been opened at a lower fee. The match is made,
// so a failure of the node here is ignored.
func (s *Session) meet(ctx context.Context, q Quote, entered *text.Entered) {
	entered.Paid = q.Terms.Entry()
	v, err := s.Look(ctx)
	if err != nil {
		return
	}
	entered.Opponent, entered.Paid = v.player(game.Creator), v.Game.Terms.Entry()
}

// CheckJoin returns an error unless the player may join the game as the chain showed it. Whether it can pay for it is
// not asked.
func (s *Session) CheckJoin(ctx context.Context, v View) error {
	if _, err := v.SeatOf(s.address()); err == nil && v.State.Phase == game.PhaseOpen {
		return fmt.Errorf("%w: game %d waits for somebody else", ErrOwnGame, s.gameID)
	}
	if err := v.fits(text.ActJoin, s.address()); err != nil {
		return fmt.Errorf("join game %d: %w", s.gameID, err)
	}
	if _, _, err := game.Step(v.State, game.Join{}, v.next()); err != nil {
		return fmt.Errorf("join game %d: %w", s.gameID, err)
	}
	if only := v.invited(); only != "" && only != s.address().String() {
		return fmt.Errorf("join game %d: %w: expected %s, got %s", s.gameID, text.ErrNotInvited, only, s.address())
	}
	params, err := s.chainParams(ctx)
	if err != nil {
		return err
	}
	if err := params.CheckJoin(v.State.Ruleset, v.Game.Terms); err != nil {
		return fmt.Errorf("join game %d: %w", s.gameID, withoutTrace{err})
	}
	if v.Game.Offer == nil || v.Game.Offer.RatingRange == 0 {
		return nil
	}
	res, err := s.query().Player(ctx, &types.QueryPlayerRequest{Address: s.address().String()})
	if err != nil {
		return fmt.Errorf("join game %d: look up your rating: %w", s.gameID, err)
	}
	theirs, most := v.Game.Offer.Rating, v.Game.Offer.RatingRange
	if mine := res.Player.Standing().Rating; max(mine, theirs)-min(mine, theirs) > most {
		return fmt.Errorf("join game %d: %w: expected %d to %d, got yours of %d", s.gameID, types.ErrRatingRange,
			theirs-min(most, theirs), theirs+most, mine)
	}
	return nil
}

// Join enters the open game with a fleet of its ruleset, which choose is asked for. The delegate may be empty.
func (s *Session) Join(
	ctx context.Context, delegate string, choose func(*game.Ruleset) (game.Fleet, error),
) (Done, error) {
	v, err := s.Look(ctx)
	if err != nil {
		return Done{}, err
	}
	if err := s.CheckJoin(ctx, v); err != nil {
		return Done{}, err
	}
	if err := s.player.Afford(ctx, v.Game.Terms.Entry()); err != nil {
		return Done{}, fmt.Errorf("join game %d: %w", s.gameID, err)
	}
	r := v.State.Ruleset
	fleet, err := choose(r)
	if err != nil {
		return Done{}, err
	}
	params, err := s.player.params(ctx)
	if err != nil {
		return Done{}, err
	}
	q := Quote{Params: params, TurnBlocks: v.Game.TurnBlocks, Terms: v.Game.Terms}
	w := Wish{Ruleset: r, Fleet: fleet, Delegate: delegate, Channel: v.Game.IsChannel(), Relay: s.RelayOf(v)}
	i := w.intent(text.ActJoin, q)
	i.GameID, i.Players, i.First, i.MaxFee = s.gameID, []string{v.player(game.Creator)}, v.Game.First, nil
	e, err := s.enter(ctx, w, q, i)
	if err != nil {
		return Done{}, err
	}
	toss, err := s.player.toss()
	if err != nil {
		return Done{}, err
	}
	receipt, err := e.send(ctx, &types.MsgJoinGame{
		Sender: s.sender(),
		GameId: s.gameID,
		Entry:  e.Entry,
		Toss:   toss,
		Terms:  v.Game.Accepted(), // those of the intent, which the player has confirmed
	})
	if err != nil {
		return Done{}, fmt.Errorf("join game %d: %w", s.gameID, err)
	}
	s.own = e.own
	entered := text.Entered{
		Paid: v.Game.Terms.Entry(), Joined: true, Opponent: v.player(game.Creator), Delegate: e.Delegate,
		Notice: e.notice,
	}
	if v.Game.Offer != nil {
		entered.Rating = v.Game.Offer.Rating
	}
	return Done{
		Receipt: receipt, GameID: s.gameID, Act: text.ActJoin, Ruleset: r, Seat: game.Joiner, Result: entered,
		Proof: e.proof,
	}, nil
}

// toss draws the player's half of the coin toss.
func (p Player) toss() ([]byte, error) {
	toss := make([]byte, commitment.TossSize)
	if _, err := io.ReadFull(p.Random, toss); err != nil {
		return nil, fmt.Errorf("toss: %w", err)
	}
	return toss, nil
}

// entering is a player's entry into a game.
type entering struct {
	types.Entry
	player Player
	// own is the board made for it, notice a notice to the player about it.
	own    *ownBoard
	notice string
	// proof is the proof that the board is legal, if one is asked for.
	proof *prover.Proof
	// opponent is the only player who may join.
	opponent string
	// grants give the board's own delegate and bot their allowance, as far as they play.
	grants []sdk.Msg
}

// send sends the entering message, which the player has confirmed, together with the delegate's allowance.
func (e entering) send(ctx context.Context, msg sdk.Msg) (client.Receipt, error) {
	p := e.player
	p.Confirm = nil
	receipt, err := p.send(ctx, text.Intent{}, delivery{}, append([]sdk.Msg{msg}, e.grants...)...)
	var notIncluded *client.NotIncludedError
	if errors.As(err, &notIncluded) {
		err = &EnteringError{BoardNonce: e.Board.Nonce, Err: err}
	}
	return receipt, err
}

// enter asks for confirmation, before the wallet is asked for anything, and makes what a game of those terms is entered
// with: a new board, and what the board's own delegate is given.
func (s *Session) enter(ctx context.Context, w Wish, q Quote, i text.Intent) (entering, error) {
	if w.Channel && w.OwnBot {
		return entering{}, ErrBotOffChain
	}
	if w.Channel {
		if err := relay.Probe(ctx, w.Relay); err != nil {
			return entering{}, &CutOffError{Relay: w.Relay, Err: err}
		}
	}
	e, allowed, err := s.confirmEntry(ctx, i, w.Fleet, w.Delegate, w.OwnBot, needsOf(w.Ruleset, q))
	if err != nil {
		return e, err
	}
	e.opponent = w.Opponent
	if w.Channel {
		if e.Channel, err = s.openChannel(e.own, w.Relay); err != nil {
			return entering{}, err
		}
	}
	if s.player.withDelegate(w.Delegate) {
		if err := e.nameDelegate(allowed, messagesOf(w.Channel)); err != nil {
			return entering{}, err
		}
	}
	if w.OwnBot {
		e.opponent = e.own.botAddress().String()
		err = e.grant(allowed, e.own.botAddress(), botMessages)
	}
	return e, err
}

// confirmEntry asks for confirmation of entering a game with a fleet, and makes a new board. The allowance is for the
// delegate that the board brings, or the player's own bot, if the game is entered with one.
func (k *Base) confirmEntry(
	ctx context.Context, i text.Intent, fleet game.Fleet, delegate string, ownBot bool, n needs,
) (e entering, allowed allowance, err error) {
	if err := i.Ruleset.CheckFleet(fleet); err != nil {
		return e, allowed, fmt.Errorf("fleet for %s: %w", i.Ruleset.Name, err)
	}
	if k.player.withDelegate(delegate) || ownBot {
		if allowed, err = k.player.allowance(ctx, n); err != nil {
			return e, allowed, err
		}
		i.Fees, i.AllowedUntil = allowed.limit, allowed.until
	}
	if err := k.player.confirm(i); err != nil {
		return e, allowed, err
	}
	e, err = k.seal(ctx, i.Ruleset, fleet, delegate)
	return e, allowed, err
}

// seal makes a new board under the player's next nonce: the commitment for everybody, and the recovery field for the
// player's own wallet.
func (k *Base) seal(ctx context.Context, r *game.Ruleset, f game.Fleet, delegate string) (entering, error) {
	res, err := k.query().Player(ctx, &types.QueryPlayerRequest{Address: k.address().String()})
	if err != nil {
		return entering{}, fmt.Errorf("look up your next board nonce: %w", err)
	}
	if only := k.player.BoardNonce; only != nil && *only != res.Player.BoardNonce {
		return entering{}, ErrEntered
	}
	b := k.binding(r, res.Player.BoardNonce)
	board, err := k.player.Vault.Seal(k.player.key().Name, b, f)
	if err != nil {
		return entering{}, fmt.Errorf("seal your fleet: %w", err)
	}
	own, err := k.newOwnBoard(b, board)
	if err != nil {
		return entering{}, fmt.Errorf("commit to your fleet: %w", err)
	}
	proof, err := own.scheme.proveBoard(ctx)
	if err != nil {
		return entering{}, err
	}
	e := entering{
		Entry: types.Entry{
			Board:    own.committed,
			Recovery: board.Recovery,
			Delegate: delegate,
		},
		player: k.player,
		own:    own,
		notice: k.player.Vault.Notice(b, board.Source),
		proof:  proof,
	}
	if proof != nil {
		e.Proof = proof.Bytes
	}
	return e, nil
}

// withDelegate reports whether a game is entered with the delegate that the board brings, unless another is named.
func (p Player) withDelegate(named string) bool { return p.OwnDelegate && named == "" }

// nameDelegate names the delegate that the board brings, and gives it an allowance for messages of those kinds.
func (e *entering) nameDelegate(a allowance, messages []string) error {
	e.Delegate = e.own.delegateAddress().String()
	return e.grant(a, e.own.delegateAddress(), messages)
}

// grant gives an account an allowance of the player's, in the transaction that enters the game.
func (e *entering) grant(a allowance, grantee sdk.AccAddress, messages []string) error {
	msg, err := a.grant(e.player.key().Address, grantee, messages)
	e.grants = append(e.grants, msg)
	return err
}
