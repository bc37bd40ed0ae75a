package demo

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	"golang.org/x/sync/errgroup"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/cmd/battleshipd/demo/interchain"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/vault"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// demoPlayer is a member in a duel, with the player that moves for it.
type demoPlayer struct {
	*member
	strategy bot.Strategy
	// moves makes the moves. If that is a delegate, the entry names it.
	moves    session.Player
	delegate string
	// acted, if not nil, is called after each act but the entry.
	acted func(session.Done)
}

// ownPlayer returns a member that moves by itself.
func ownPlayer(m *member) demoPlayer {
	return demoPlayer{member: m, strategy: m.strategy, moves: m.player}
}

// duel plays a whole game on A, and returns its winner.
func (c *ibcDemo) duel(ctx context.Context, creator, joiner demoPlayer, wish duel.Wish) (*member, error) {
	if err := c.enter(ctx, creator, joiner, wish); err != nil {
		return nil, err
	}
	return c.finish(ctx, creator, joiner)
}

// enter opens a game on A and joins it.
func (c *ibcDemo) enter(ctx context.Context, creator, joiner demoPlayer, wish duel.Wish) error {
	wish.Ruleset, wish.Fleet = game.Xaya(), creator.fleet
	opened, _, err := duel.Create(ctx, creator.player, wish)
	if err != nil {
		return fmt.Errorf("%s: %w", creator.name, err)
	}
	c.game = opened.GameID()
	if _, err := duel.Open(joiner.player, c.game).Join(ctx, joiner.delegate, joiner.choose); err != nil {
		return fmt.Errorf("%s: %w", joiner.name, err)
	}
	return nil
}

// finish plays the game that was entered, and returns its winner.
func (c *ibcDemo) finish(ctx context.Context, creator, joiner demoPlayer) (*member, error) {
	var results [types.PlayersPerGame]types.Result
	group, groupCtx := errgroup.WithContext(ctx)
	for i, h := range []demoPlayer{creator, joiner} {
		group.Go(func() (err error) {
			results[i], err = duel.Open(h.moves, c.game).Run(groupCtx, h.strategy, session.Observer{Acted: h.acted})
			if err != nil {
				return fmt.Errorf("%s: %w", h.name, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if reason := game.Reason(results[0].Reason); reason != game.ReasonSunk {
		return nil, fmt.Errorf("game %d: expected an end by %s, got %s", c.game, game.ReasonSunk, reason)
	}
	address, _ := results[0].WinnerAddress()
	for _, h := range []demoPlayer{creator, joiner} {
		if h.address.String() == address {
			return h.member, nil
		}
	}
	return nil, fmt.Errorf("game %d: expected %s or %s to win, got %q", c.game, creator.name, joiner.name, address)
}

// playForVoucher plays a game on A for a stake in B's coin, and transfers the pot back.
func (c *ibcDemo) playForVoucher(ctx context.Context) error {
	if err := c.accepted(ctx); err != nil {
		return err
	}
	stake := sdk.NewInt64Coin(c.a.voucher(client.GasDenom), voucherStake)
	pot := stake.Amount.MulRaw(types.PlayersPerGame)
	for _, m := range []*member{c.alice, c.bob} {
		if err := c.bring(ctx, c.b, c.b.faucet, sdk.NewCoin(client.GasDenom, stake.Amount), m.address); err != nil {
			return err
		}
	}
	c.say(text.IBCVouchers, stake.Amount, client.GasDenom)
	if err := c.hold(ctx, c.b, c.a, client.GasDenom, pot); err != nil {
		return err
	}
	winner, err := c.duel(ctx, ownPlayer(c.bob), ownPlayer(c.alice), duel.Wish{Stake: &stake, Casual: true})
	if err != nil {
		return err
	}
	if err := c.a.expect(ctx, "the pot of "+winner.name, winner.address, stake.Denom, pot); err != nil {
		return err
	}
	c.say(text.IBCPot, winner.name, c.game, pot)

	_, home, err := c.b.newKey("the winner's account on B")
	if err != nil {
		return err
	}
	if err := c.bring(ctx, c.a, winner.player.Chain, sdk.NewCoin(stake.Denom, pot), home); err != nil {
		return err
	}
	if err := c.b.expect(ctx, "what has come home to B", home, client.GasDenom, pot); err != nil {
		return err
	}
	c.say(text.IBCPotHome, pot, client.GasDenom)
	return c.hold(ctx, c.b, c.a, client.GasDenom, math.ZeroInt())
}

// register gives nemo an interchain account on A, where it has no account of its own.
func (c *ibcDemo) register(ctx context.Context) (err error) {
	if c.account, err = interchain.Open(ctx, c.nemo.player.Chain, c.a.faucet, c.b.connection); err != nil {
		return err
	}
	c.account.Timeout = packetTimeout
	c.account.Carried = func(p interchain.Carriage) { c.carried = append(c.carried, p) }
	boards := vault.New(c.b.cctx.Keyring, "", c.b.cctx.InterfaceRegistry.SigningContext().AddressCodec(), nil)
	boards.Entrust(c.nemo.name, c.account.Address())
	remote := *c.nemo
	remote.address = c.account.Address()
	remote.player = session.Player{Chain: c.account.Client(), Vault: boards, Random: rand.Reader}
	c.remote = &remote
	c.say(text.IBCRemoteAccount, remote.address)
	return nil
}

// playByDelegate has nemo enter a game on A by packet, and a delegate play it.
func (c *ibcDemo) playByDelegate(ctx context.Context) error {
	if err := c.register(ctx); err != nil {
		return err
	}
	_, address, err := c.a.newKey("delegate")
	if err != nil {
		return err
	}
	// A friend on A gives the account coins for fees, and the account gives some to its delegate.
	gift := sdk.NewCoins(sdk.NewInt64Coin(client.GasDenom, allowance/4))
	if _, err := c.bob.player.Chain.Send(ctx, banktypes.NewMsgSend(c.bob.address, c.remote.address, gift)); err != nil {
		return err
	}
	if _, err := c.remote.player.Chain.Send(ctx, banktypes.NewMsgSend(c.remote.address, address, gift)); err != nil {
		return err
	}
	delegate, err := client.New(ctx, client.LinkTo(c.a.cctx), client.Options{From: "delegate", Poll: poll})
	if err != nil {
		return err
	}
	h := ownPlayer(c.remote)
	h.delegate = address.String()
	h.moves.Chain, h.moves.Principal = delegate, client.Key{Name: c.nemo.name, Address: c.remote.address}
	moves := 0
	h.acted = func(session.Done) { moves++ }
	before := len(c.carried)
	if err := c.winShipcoin(ctx, c.alice, h); err != nil {
		return err
	}
	if packets := len(c.carried) - before; packets != 1 {
		return fmt.Errorf("expected nemo to enter by one packet and its delegate to use none, got %d packets", packets)
	}
	c.say(text.IBCDelegate, c.game, moves)
	return c.bringHome(ctx)
}

// playByPacket has nemo play a game on A with every move in a packet.
func (c *ibcDemo) playByPacket(ctx context.Context) error {
	h := ownPlayer(c.remote)
	moves := 0
	h.acted = func(session.Done) {
		if moves++; moves%10 == 0 {
			c.say("   %d moves by packet", moves)
		}
	}
	before := len(c.carried)
	if err := c.winShipcoin(ctx, c.bob, h); err != nil {
		return err
	}
	packets := c.carried[before:]
	if len(packets) != moves+1 {
		return fmt.Errorf("expected %d packets for the entry and %d moves, got %d", moves+1, moves, len(packets))
	}
	c.figures.byPacket(packets[1:])
	c.say(text.IBCPackets, c.game, moves)
	return c.bringHome(ctx)
}

// winShipcoin plays a game that nemo must win and be paid for, so its rival shoots at random.
func (c *ibcDemo) winShipcoin(ctx context.Context, rival *member, h demoPlayer) error {
	before, err := c.a.balance(ctx, c.remote.address, types.RewardDenom)
	if err != nil {
		return err
	}
	weaker := ownPlayer(rival)
	if weaker.strategy, err = bot.New(bot.RandomName, bot.Seeded(ibcSeed)); err != nil {
		return err
	}
	winner, err := c.duel(ctx, weaker, h, duel.Wish{})
	if err != nil {
		return err
	}
	if winner != c.remote {
		return fmt.Errorf("game %d: expected nemo to win, got %s", c.game, winner.name)
	}
	after, err := c.a.balance(ctx, c.remote.address, types.RewardDenom)
	if err != nil {
		return err
	}
	if !after.GT(before) {
		return fmt.Errorf("game %d: expected a reward at nemo's account on A, got %s before and %s after it",
			c.game, before, after)
	}
	return nil
}

// bringHome transfers the earnings of nemo's account on A to nemo on B.
func (c *ibcDemo) bringHome(ctx context.Context) error {
	earned, err := c.a.balance(ctx, c.remote.address, types.RewardDenom)
	if err != nil {
		return err
	}
	msg, err := c.a.transfer(ctx, c.remote.address, types.RewardCoin(earned), c.nemo.address, packetTimeout)
	if err != nil {
		return err
	}
	receipt, err := c.remote.player.Chain.Send(ctx, msg)
	if err != nil {
		return err
	}
	var sent transfertypes.MsgTransferResponse
	if err := receipt.Response(&sent); err != nil {
		return err
	}
	if err := c.a.settled(ctx, transfertypes.PortID, c.a.channel, sent.Sequence); err != nil {
		return err
	}
	if c.away.IsNil() {
		c.away = math.ZeroInt()
	}
	c.away = c.away.Add(earned)
	voucher := c.b.voucher(types.RewardDenom)
	if err := c.b.expect(ctx, "the Shipcoin of nemo on B", c.nemo.address, voucher, c.away); err != nil {
		return err
	}
	c.say(text.IBCReward, text.Coin(types.RewardCoin(earned)))
	return c.hold(ctx, c.a, c.b, types.RewardDenom, c.away)
}

// byPacket notes how long moves by packet took.
func (f *IBCReport) byPacket(packets []interchain.Carriage) {
	took := make([]time.Duration, len(packets))
	for i, p := range packets {
		took[i] = p.Took
		f.PacketGasA += p.Arrived.GasUsed
		f.PacketGasB += p.Sent.GasUsed
	}
	n := len(took)
	if n == 0 {
		return
	}
	slices.Sort(took)
	f.Moves, f.MoveSeconds, f.SlowestMoveSeconds = n, took[n/2].Seconds(), took[n-1].Seconds()
	f.PacketGasA /= int64(n)
	f.PacketGasB /= int64(n)
}
