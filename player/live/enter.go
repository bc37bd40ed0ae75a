package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// RandomFleet implements tui.Backend.
func (b *Backend) RandomFleet(r *game.Ruleset) (game.Fleet, error) {
	intn, err := b.intn()
	if err != nil {
		return nil, err
	}
	return game.RandomFleet(r, intn)
}

// intn returns a source of numbers that nobody can foresee.
func (b *Backend) intn() (func(int) int, error) {
	var seed [32]byte
	if _, err := io.ReadFull(b.o.Random, seed[:]); err != nil {
		return nil, fmt.Errorf("randomness: %w", err)
	}
	return rand.New(rand.NewChaCha8(seed)).IntN, nil //nolint:gosec // a cryptographic generator, and its seed too
}

// wish is a wish of the screens as a session takes it, without its fleet.
func (b *Backend) wish(w tui.Wish) (session.Wish, error) {
	out, err := b.wishOnChain(w)
	if b.o.Channel && !out.OwnBot {
		out.Channel, out.Relay = true, b.o.Relay
	}
	return out, err
}

// wishOnChain is the wish but for where the game is played.
func (b *Backend) wishOnChain(w tui.Wish) (session.Wish, error) {
	out, err := b.termsOf(w)
	if err != nil {
		return out, err
	}
	switch w.Kind {
	case tui.WishRematch:
		return b.again(w.ID, out)
	case tui.WishBot:
		return againstBot(out, b.params), nil
	case tui.WishCreate:
		opponent, isBot, err := b.opponent(w.Opponent)
		out.Opponent, out.OwnBot = opponent, isBot
		return out, err
	case tui.WishMatch, tui.WishJoin, tui.WishMelee, tui.WishJoinMelee:
	}
	return out, nil
}

// termsOf is a wish with the stake and the clock that the player has typed.
func (b *Backend) termsOf(w tui.Wish) (session.Wish, error) {
	out := session.Wish{Ruleset: w.Ruleset, Casual: w.Casual, Another: true}
	if text := strings.TrimSpace(w.Stake); text != "" && !strings.EqualFold(text, none) {
		stake, err := session.ParseCoin(strings.ReplaceAll(text, " ", ""))
		if err != nil {
			return out, fmt.Errorf("stake: %w", err)
		}
		if stake.IsPositive() {
			out.Stake = &stake
		}
	}
	if text := strings.TrimSpace(w.Clock); text != "" {
		blocks, err := session.ParseClock(text, b.params)
		if err != nil {
			return out, fmt.Errorf("clock: %w", err)
		}
		out.TurnBlocks = blocks
	}
	return out, nil
}

// againstBot makes a wish one for a game against the player's own bot: for nothing, and without hurry.
func againstBot(w session.Wish, p types.Params) session.Wish {
	w.OwnBot, w.Casual, w.Stake, w.TurnBlocks = true, true, nil, p.TurnBlocksCorrespondence
	return w
}

// CheckOpponent returns an error unless the player can invite whom it names: another player, or a bot.
func (b *Backend) CheckOpponent(text string) error {
	_, _, err := b.opponent(text)
	return err
}

// opponent is whom the player means by what it has typed.
func (b *Backend) opponent(text string) (address string, isBot bool, err error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", false, nil
	case strings.EqualFold(text, ownBotName):
		return "", true, nil
	}
	if address, err = b.address(text); err != nil {
		return "", false, fmt.Errorf("opponent: %w; or %s", err, ownBotName)
	}
	if address == b.key.Address.String() {
		return "", false, fmt.Errorf("opponent: %s is yourself: for a game alone there is %s",
			text, ownBotName)
	}
	return address, false, nil
}

// address is whom the player means by an address or the name of a key.
func (b *Backend) address(text string) (string, error) {
	if _, err := sdk.AccAddressFromBech32(text); err == nil {
		return text, nil
	}
	key, err := client.FindKey(b.o.Link.Keyring, text)
	if err != nil {
		return "", fmt.Errorf("expected an address that begins with %s1 or the name of a key of yours, got %q",
			sdk.GetConfig().GetBech32AccountAddrPrefix(), text)
	}
	return key.Address.String(), nil
}

// Begin returns what the screens begin with for a game that the player has named: with entering it if it is open to the
// player, else with the game itself, running or ended, of the player's or of others. The error says that there is no
// such game, or why it cannot be joined.
func (b *Backend) Begin(ctx context.Context, id uint64) (tui.Options, error) {
	p, err := b.player(ctx, &reporter{backend: b, tx: new(tui.Transaction)})
	if err != nil {
		return tui.Options{}, err
	}
	if isMelee, err := session.IsMelee(ctx, b.asker, id); err != nil {
		return tui.Options{}, err
	} else if isMelee {
		return b.beginMelee(ctx, p, id)
	}
	s := session.Open(p, id)
	v, err := s.Look(ctx)
	var ended *session.EndedError
	switch {
	case errors.As(err, &ended):
		return tui.Options{Game: id}, nil
	case status.Code(err) == codes.NotFound:
		return tui.Options{}, fmt.Errorf("there is no game %d: %w", id, session.ErrGone)
	case err != nil:
		return tui.Options{}, err
	}
	if _, err := v.SeatOf(b.key.Address); err == nil || v.State.Phase != game.PhaseOpen {
		return tui.Options{Game: id}, nil
	}
	if err := s.CheckJoin(ctx, v); errors.Is(err, session.ErrNotInvited) {
		return tui.Options{}, fmt.Errorf("game %d is offered to %s alone: battleshipd watch %d follows it",
			id, b.name(v.Game.Offer.Opponent), id)
	} else if err != nil {
		return tui.Options{}, err
	}
	return tui.Options{Enter: &tui.Wish{Kind: tui.WishJoin, ID: id, Ruleset: v.State.Ruleset}}, nil
}

// BeginBot returns what the screens begin with for a game against the player's own bot: one that is not over goes on
// before another one is entered. The ruleset is that of the game; nil for any, and for the default one of another game.
func (b *Backend) BeginBot(ctx context.Context, r *game.Ruleset) (tui.Options, error) {
	id, err := b.unfinishedBot(ctx, r)
	switch {
	case errors.Is(err, errAsksOwner):
		return tui.Options{Notice: "You have games that are not over. Enter goes on with one; b plays against a bot."}, nil
	case err != nil:
		return tui.Options{}, err
	case id > 0:
		return tui.Options{Game: id, Notice: tui.GoesOnWithBot(id)}, nil
	case r == nil:
		r = game.Classic()
	}
	return tui.Options{Enter: &tui.Wish{Kind: tui.WishBot, Ruleset: r}}, nil
}

// errAsksOwner means that only the owner of a device could find out.
var errAsksOwner = errors.New("a device would have to sign")

// unfinishedBot returns the player's unfinished game against its own bot, of a ruleset unless that is nil, first one in
// which the player owes something; 0 if there is none.
func (b *Backend) unfinishedBot(ctx context.Context, r *game.Ruleset) (uint64, error) {
	if b.o.VaultOf == nil {
		return 0, nil
	}
	b.mu.Lock()
	games := b.ordered()
	b.mu.Unlock()
	for _, g := range games {
		if r != nil && g.RulesetId != r.ID || !g.Terms.Casual || g.Terms.Stake != nil {
			continue
		}
		p, err := b.player(ctx, &reporter{backend: b, tx: new(tui.Transaction)})
		if err != nil {
			return 0, err
		}
		s := session.Open(p, g.Id)
		if s.AsksOwner() {
			return 0, errAsksOwner
		}
		v, err := s.Look(ctx)
		if err == nil && v.State.Withdrawn() {
			continue
		}
		bot, err := s.OwnBot(ctx, b.o.VaultOf)
		switch {
		case err != nil && ctx.Err() != nil:
			return 0, context.Cause(ctx)
		case err == nil && bot != nil:
			return g.Id, nil
		}
	}
	return 0, nil
}

// Quote implements tui.Backend.
func (b *Backend) Quote(ctx context.Context, w tui.Wish) (tui.Quote, error) {
	ask := b.quoteInWords
	if w.Kind.Melee() {
		ask = b.quoteMelee
	}
	q, err := ask(ctx, w)
	return q, plainly(err)
}

// quoteInWords is Quote, with errors as they come.
func (b *Backend) quoteInWords(ctx context.Context, w tui.Wish) (tui.Quote, error) {
	p, err := b.player(ctx, &reporter{backend: b, tx: new(tui.Transaction)})
	if err != nil {
		return tui.Quote{}, err
	}
	asked := w
	if w, err = b.offered(ctx, p, w); err != nil {
		return tui.Quote{}, err
	}
	q, who, atSea, err := b.quote(ctx, p, w)
	if err != nil {
		return tui.Quote{}, err
	}
	isBot := b.isOwnBot(w)
	need := q.Terms.Entry()
	if w.Kind != tui.WishMatch { // which takes a deposit only if no game is open
		need = need.Add(q.Deposit...)
	}
	if err := p.Afford(ctx, need); err != nil { // said before a fleet is placed, not after
		return tui.Quote{}, err
	}
	out := tui.Quote{Title: b.title(w, q, who, isBot)}
	if w != asked {
		out.Instead = &w
	}
	pay := func(what string, coin *sdk.Coin, fate string) {
		if coin != nil && coin.IsPositive() {
			out.Payments = append(out.Payments, tui.Payment{What: what, Amount: amount(*coin), Fate: fate})
		}
	}
	pay("stake", q.Terms.Stake, "held; the winner gets both stakes"+houseShare(q.Terms.HouseShareBps)+
		"; both come back if nobody wins")
	pay("fee", q.Terms.Fee, "held; burned for the winner's reward, what is not needed comes back; a loser who gives up "+
		"or is silent may lose it to the winner")
	for _, coin := range q.Deposit {
		pay("deposit", &coin, "held while the game is open; comes back when somebody joins or it ends")
	}
	most, err := session.MostFees(ctx, p, w.Ruleset, q)
	if err != nil {
		return tui.Quote{}, err
	}
	for _, coin := range most {
		pay("moves, at most", &coin, "stays yours; a key for this game alone may spend it on the fees of your moves")
	}
	if isBot {
		for _, coin := range most {
			pay("bot, at most", &coin, "stays yours; the bot may spend it on the fees of its moves")
		}
	}
	out.Notes = b.notes(ctx, w, q, isBot, atSea)
	return out, nil
}

// houseShare says what of a pot goes to the network; empty for nothing.
func houseShare(bps uint32) string {
	if bps == 0 {
		return ""
	}
	return fmt.Sprintf(", less %d.%02d %% for the network", bps/100, bps%100)
}

// quote asks what the game of a wish costs, against whom it is if that is known, and whether it is played at sea.
func (b *Backend) quote(
	ctx context.Context, p session.Player, w tui.Wish,
) (q session.Quote, who string, atSea bool, err error) {
	if w.Kind == tui.WishJoin {
		s := session.Open(p, w.ID)
		v, err := s.Look(ctx)
		if err == nil {
			err = s.CheckJoin(ctx, v)
		}
		if err != nil {
			return q, "", false, err
		}
		return session.Quote{Params: b.params, TurnBlocks: v.Game.TurnBlocks, Terms: v.Game.Terms},
			b.name(v.Game.Participants[game.Creator].Address), v.Game.IsChannel(), nil
	}
	wish, err := b.wish(w)
	if err != nil {
		return q, "", false, err
	}
	q, err = session.QuoteOf(ctx, p, wish)
	if err == nil && wish.OwnBot && !q.Terms.Entry().IsZero() {
		err = fmt.Errorf("%w: choose a casual game without a stake", session.ErrBotTerms)
	}
	return q, strings.TrimSpace(w.Opponent), wish.Channel, err
}

func (b *Backend) title(w tui.Wish, q session.Quote, who string, isBot bool) string {
	what := fmt.Sprintf("a %s game, %s a move", w.Ruleset.Name, b.left(q.TurnBlocks))
	if isBot {
		return fmt.Sprintf("Create %s, against %s", what, ownBot)
	}
	switch w.Kind {
	case tui.WishJoin:
		return fmt.Sprintf("Join game %d against %s: %s, %s a move", w.ID, who, w.Ruleset.Name, b.left(q.TurnBlocks))
	case tui.WishRematch:
		return fmt.Sprintf("Offer a rematch of game %d: %s", w.ID, what)
	case tui.WishMatch:
		return "Find an opponent for " + what
	case tui.WishCreate, tui.WishBot, tui.WishMelee, tui.WishJoinMelee:
	}
	if who != "" {
		return fmt.Sprintf("Create %s, for %s alone", what, who)
	}
	return "Create " + what
}

// isOwnBot reports whether a wish is for a game against a bot in this program.
func (b *Backend) isOwnBot(w tui.Wish) bool {
	wish, err := b.wish(w)
	return err == nil && wish.OwnBot
}

// notes are what the player must know beside what it pays.
func (b *Backend) notes(ctx context.Context, w tui.Wish, q session.Quote, isBot, atSea bool) []string {
	var notes []string
	if w.Kind == tui.WishRematch {
		notes = append(notes, fmt.Sprintf("Stake, kind and clock are those of game %d.", w.ID))
	}
	if q.Terms.Casual {
		notes = append(notes, "Casual: no reward and no rating.")
	} else if rewards, err := types.NewQueryClient(b.asker.Conn()).Rewards(ctx, &types.QueryRewardsRequest{}); err == nil {
		notes = append(notes, fmt.Sprintf("The winner is rewarded with %s, a loser who plays on to the end with %s.",
			amount(rewards.WinnerReward), amount(rewards.LoserReward)))
	}
	if w.Ruleset.Proven {
		note := "This program proves that your fleet is legal, and each answer"
		if !q.Terms.ProvenClaims {
			note += "; nobody ever sees the fleet, and there is nothing to claim"
		}
		notes = append(notes, note+".")
	}
	if isBot {
		notes = append(notes, "You pay the fees of the bot's moves, too: about as much as for your own. It plays in this "+
			"program, and waits while that is closed.")
	}
	if atSea {
		notes = append(notes, "Played at sea, by letters; on chain, under the clock, once one of you brings it ashore.")
	}
	return append(notes, fmt.Sprintf("Who does not move for %s loses: answers are sent while this program runs.",
		b.left(q.TurnBlocks)))
}

// Enter implements tui.Backend.
func (b *Backend) Enter(ctx context.Context, w tui.Wish, fleet game.Fleet) (uint64, error) {
	if !b.entering.TryLock() {
		return 0, errors.New("another game is still being entered: wait until that is in a block")
	}
	defer b.entering.Unlock()
	told := &reporter{backend: b, tx: &b.lobby.Sending}
	b.update(func() {
		b.forgetNotice()
		b.lobby.Sending = tui.Transaction{Stage: tui.StageSigning, What: "enter a game"}
	})
	entered, done, err := b.enter(ctx, told, w, fleet)
	if err != nil {
		told.failed(err, false)
		var notIncluded *client.NotIncludedError
		if errors.As(err, &notIncluded) {
			err = fmt.Errorf("%s: if it does, the game appears among yours", sentence(err))
		}
		return 0, plainly(err)
	}
	told.included(done)
	b.update(func() {
		if notice := noticeOf(done); notice != "" {
			b.lobby.Notice = notice
		}
		if b.deskOf(done.GameID) == nil {
			sent := b.lobby.Sending
			if d := entered(done.GameID, told); sent.Proof != "" {
				d.sending = sent // what was proven is told where the player looks now
			}
		}
	})
	if err := b.refresh(ctx); err != nil && ctx.Err() == nil {
		b.setLine(tui.LineSlow, sentence(err))
	}
	return done.GameID, nil
}

// noticeOf is what the player must know about its board's secret; empty for nothing.
func noticeOf(done session.Done) string {
	if seated, ok := done.Result.(session.Seated); ok {
		return seated.Notice
	}
	return done.Entered().Notice
}

// enter enters the game of a wish, and returns what begins to play it. Whoever calls that holds the lock.
func (b *Backend) enter(ctx context.Context, told *reporter, w tui.Wish, fleet game.Fleet) (
	begin func(id uint64, told *reporter) *desk, done session.Done, err error,
) {
	p, err := b.player(ctx, told)
	if err != nil {
		return nil, session.Done{}, err
	}
	p.BoardNonce = b.entered
	if w.Kind.Melee() {
		var m *session.Melee
		m, done, err = b.enterMelee(ctx, p, w, fleet)
		begin = func(id uint64, told *reporter) *desk { return &b.startMelee(id, m, told).desk }
	} else {
		var s *session.Session
		s, done, err = b.enterAs(ctx, p, w, fleet)
		begin = func(id uint64, told *reporter) *desk { return &b.startDuel(id, s, told).desk }
	}
	var sent *session.EnteringError
	switch {
	case errors.As(err, &sent):
		b.entered = &sent.BoardNonce
	case errors.Is(err, session.ErrEntered):
		b.entered = nil
		err = fmt.Errorf("nothing was sent: %w, and its game is among yours in the lobby", err)
	case err == nil:
		b.entered = nil
	}
	return begin, done, err
}

// enterAs enters the game of a wish as a player.
func (b *Backend) enterAs(
	ctx context.Context, p session.Player, w tui.Wish, fleet game.Fleet,
) (*session.Session, session.Done, error) {
	choose := func(r *game.Ruleset) (game.Fleet, error) {
		if r.ID != w.Ruleset.ID {
			return nil, fmt.Errorf("expected a fleet for %s, got one for %s", r.Name, w.Ruleset.Name)
		}
		return fleet, nil
	}
	if w.Kind == tui.WishJoin {
		s := session.Open(p, w.ID)
		done, err := s.Join(ctx, "", choose)
		return s, done, err
	}
	wish, err := b.wish(w)
	if err != nil {
		return nil, session.Done{}, err
	}
	wish.Fleet = fleet
	switch w.Kind {
	case tui.WishMatch:
		return session.Match(ctx, p, wish)
	case tui.WishRematch:
		if !wish.OwnBot { // whose key was of that game alone, so that this is another game
			return session.Rematch(ctx, p, w.ID, wish, choose)
		}
	case tui.WishCreate, tui.WishBot, tui.WishJoin, tui.WishMelee, tui.WishJoinMelee:
	}
	return session.Create(ctx, p, wish)
}

// Do implements tui.Backend.
func (b *Backend) Do(ctx context.Context, id uint64, act tui.Act) error {
	if _, ok := act.(tui.Decline); ok {
		return b.decline(ctx, id)
	}
	return b.deskFor(id).do(ctx, act)
}

func (b *Backend) decline(ctx context.Context, id uint64) error {
	told := &reporter{backend: b, tx: &b.lobby.Sending}
	p, err := b.player(ctx, told)
	if err != nil {
		return err
	}
	decline := session.Open(p, id).Decline
	if b.isMeleeInvitation(id) {
		decline = session.OpenMelee(p, id).Decline
	}
	done, err := decline(ctx)
	if err != nil {
		told.failed(err, false)
		return err
	}
	told.included(done)
	return b.refresh(ctx)
}
