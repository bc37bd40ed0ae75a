package chainbackend

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
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

// intn returns an unpredictable source of numbers.
func (b *Backend) intn() (func(int) int, error) {
	var seed [32]byte
	if _, err := io.ReadFull(b.o.Random, seed[:]); err != nil {
		return nil, fmt.Errorf("randomness: %w", err)
	}
	return rand.New(rand.NewChaCha8(seed)).IntN, nil //nolint:gosec // a cryptographic generator, and its seed too
}

// wish converts a wish of the screens to a session's, without its fleet. Where a fast game is played is settled by
// quote.
func (b *Backend) wish(w tui.Wish) (duel.Wish, error) {
	out, err := b.termsOf(w)
	if err != nil {
		return out, err
	}
	switch w.Kind {
	case tui.WishRematch:
		out, err = b.again(w.ID, out)
	case tui.WishBot:
		out = againstBot(out, b.params)
	case tui.WishCreate:
		out.Opponent, out.OwnBot, err = b.opponent(w.Opponent)
	case tui.WishMatch, tui.WishJoin:
	}
	out.Relay = b.o.OwnRelay
	out.Channel = !out.OwnBot &&
		(b.o.Channel || out.Channel || w.Fast && b.o.Fast && duel.IsFast(b.params, out.TurnBlocks))
	out.OrOnChain = out.Channel && !b.o.Channel
	return out, err
}

// termsOf returns a wish with the stake and the clock typed by the player.
func (b *Backend) termsOf(w tui.Wish) (duel.Wish, error) {
	out := duel.Wish{Ruleset: w.Ruleset, Casual: w.Casual, Another: true}
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

// againstBot makes a wish one for a game against the player's own bot: casual, without a stake, by correspondence.
func againstBot(w duel.Wish, p types.Params) duel.Wish {
	w.OwnBot, w.Casual, w.Stake, w.TurnBlocks = true, true, nil, p.TurnBlocksCorrespondence
	return w
}

// CheckOpponent returns an error if the text names an opponent that the player cannot invite. An empty one names none.
func (b *Backend) CheckOpponent(text string) error {
	_, _, err := b.opponent(text)
	return err
}

// opponent resolves the player's input to an opponent: an address, a bot, or neither if the text is empty.
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

// address resolves an address, or the name of a key or else of a player, to an address.
func (b *Backend) address(text string) (string, error) {
	if _, err := sdk.AccAddressFromBech32(text); err == nil {
		return text, nil
	}
	key, err := client.FindKey(b.o.Link.Keyring, text)
	if err == nil {
		return key.Address.String(), nil
	}
	address, err := b.book.OwnerOf(cmp.Or(b.ctx, context.Background()), b.asker.Conn(), text)
	if err != nil {
		return "", fmt.Errorf("expected an address that begins with %s1 or the name of a key of yours or of a player, got %q",
			sdk.GetConfig().GetBech32AccountAddrPrefix(), text)
	}
	return address, nil
}

// isOwnBot reports whether a wish is for a game against a bot in this program.
func (b *Backend) isOwnBot(w tui.Wish) bool {
	wish, err := b.wish(w)
	return err == nil && wish.OwnBot
}
