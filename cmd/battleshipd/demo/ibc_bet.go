package demo

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/player/session/duel"
)

// betIsOn is the line of the program of bets after which the game may end.
const betIsOn = "The bet is on."

// bet has accounts of a third chain bet on a game of A. That chain has a light client of A, and pays by the proven
// result.
func (c *ibcDemo) bet(ctx context.Context) error {
	creator, joiner := ownPlayer(c.alice), ownPlayer(c.bob)
	if err := c.enter(ctx, creator, joiner, duel.Wish{Casual: true}); err != nil {
		return err
	}
	//nolint:gosec // the caller's program
	cmd := exec.CommandContext(ctx, c.Wager, "--node", c.a.RPC, "--game", fmt.Sprint(c.game),
		"--player", c.alice.address.String())
	cmd.Stderr = os.Stderr
	said, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return fmt.Errorf("start the program of bets: %w", err)
	}
	var group errgroup.Group
	for lines := bufio.NewScanner(said); lines.Scan(); {
		c.say("e. %s", lines.Text())
		if lines.Text() == betIsOn {
			group.Go(func() error {
				_, err := c.finish(ctx, creator, joiner)
				return err
			})
		}
	}
	err = cmd.Wait()
	if played := group.Wait(); played != nil {
		return played
	}
	if err != nil {
		return fmt.Errorf("the program of bets: %w", err)
	}
	return nil
}
