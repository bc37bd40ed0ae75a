// The command wager plays the example: it starts a chain with the module wager in its process, bets there on a game of
// a battleship chain, brings the result with its proof, and shows who is paid. It ends with status 0 only if all of it
// held.
//
//	wager --node http://127.0.0.1:26657 --game 7 --player ship1...
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/cosmos/gogoproto/proto"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/examples/wager/chain"
	"github.com/battleship-chain/battleship/examples/wager/types"
	"github.com/battleship-chain/battleship/interchain/storeproof"
)

const (
	chainID   = "wager-1"
	blockTime = 200 * time.Millisecond
	stake     = 25_000
	coins     = 1_000_000 // of each account at the start
	// limit bounds the whole run, and with it the wait for the end of the game.
	limit = 5 * time.Minute
)

func main() {
	o, err := parse(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	ctx, cancel := context.WithTimeout(ctx, limit)
	err = run(ctx, o)
	cancel()
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "wager:", err)
		os.Exit(1)
	}
}

// options are the flags of the command.
type options struct {
	node, player string
	game         uint64
}

// parse reads the flags, and reports errors and help. The set of package flag has those of packages for tests, too,
// which the SDK links.
func parse(args []string, log io.Writer) (options, error) {
	var o options
	set := flag.NewFlagSet("wager", flag.ContinueOnError)
	set.SetOutput(log)
	set.StringVar(&o.node, "node", "http://127.0.0.1:26657", "RPC of a node of the battleship chain")
	set.Uint64Var(&o.game, "game", 0, "the game to bet on; it must not be over")
	set.StringVar(&o.player, "player", "", "the player of that game to bet on")
	return o, set.Parse(args)
}

// table is the chain with those who bet on it.
type table struct {
	*chain.Node

	source                  *source
	operator, backer, taker *secp256k1.PrivKey
	client                  string
}

// text returns the address of a key.
func (t *table) text(key *secp256k1.PrivKey) string {
	return t.Text(sdk.AccAddress(key.PubKey().Address()))
}

func run(ctx context.Context, o options) (err error) {
	from, err := newSource(ctx, o.node)
	if err != nil {
		return err
	}
	t := &table{
		source: from, operator: secp256k1.GenPrivKey(), backer: secp256k1.GenPrivKey(), taker: secp256k1.GenPrivKey(),
	}
	home, err := os.MkdirTemp("", "wager-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	t.Node, err = chain.Start(home, chainID, blockTime, sdk.AccAddress(t.operator.PubKey().Address()),
		sdk.AccAddress(t.backer.PubKey().Address()), sdk.AccAddress(t.taker.PubKey().Address()))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Stop()) }()
	if err := t.Wait(ctx); err != nil {
		return err
	}
	if err := t.follow(ctx); err != nil {
		return err
	}
	bet, err := t.bet(ctx, o.game, o.player, time.Hour)
	if err != nil {
		return err
	}
	if err := t.expect(ctx, coins-stake, coins-stake); err != nil {
		return err
	}
	fmt.Println("The bet is on.")
	if err := t.settle(ctx, bet, o.game, o.player); err != nil {
		return err
	}
	return t.expire(ctx, o.player)
}

// follow creates the light client of the battleship chain, and names it in the params. The operator is the chain's
// authority.
func (t *table) follow(ctx context.Context) error {
	create, err := t.source.CreateClient(t.text(t.operator))
	if err != nil {
		return err
	}
	data, err := t.Send(ctx, t.operator, create)
	if err != nil {
		return fmt.Errorf("create the light client: %w", err)
	}
	var created clienttypes.MsgCreateClientResponse
	if err := proto.Unmarshal(data.MsgResponses[0].Value, &created); err != nil {
		return err
	}
	t.client = created.ClientId
	update := &types.MsgUpdateParams{
		Authority: t.text(t.operator),
		Params:    types.Params{ClientId: t.client, ChainId: t.source.ChainID(), MarginSeconds: 1},
	}
	if _, err := t.Send(ctx, t.operator, update); err != nil {
		return fmt.Errorf("name the light client: %w", err)
	}
	fmt.Printf("%s is a light client of %s on the chain %s, from block %d.\n", t.client, t.source.ChainID(), t.ID,
		t.source.Trusted())
	return nil
}

// bet has the backer offer a bet and the taker accept it.
func (t *table) bet(ctx context.Context, game uint64, player string, lasts time.Duration) (uint64, error) {
	data, err := t.Send(ctx, t.backer, &types.MsgOffer{
		Backer: t.text(t.backer), GameId: game, Player: player, Stake: sdk.NewInt64Coin(chain.Denom, stake),
		Expires: time.Now().Add(lasts).Unix(),
	})
	if err != nil {
		return 0, fmt.Errorf("offer: %w", err)
	}
	var offered types.MsgOfferResponse
	if err := proto.Unmarshal(data.MsgResponses[0].Value, &offered); err != nil {
		return 0, err
	}
	if _, err := t.Send(ctx, t.taker, &types.MsgAccept{Taker: t.text(t.taker), BetId: offered.BetId}); err != nil {
		return 0, fmt.Errorf("accept: %w", err)
	}
	fmt.Printf("Bet %d: %d%s on %s to win game %d, and as much against it.\n", offered.BetId, stake, chain.Denom, player,
		game)
	return offered.BetId, nil
}

// refused demands that a message is refused with an error.
func (t *table) refused(ctx context.Context, with error, msg sdk.Msg) error {
	if _, err := t.Send(ctx, t.operator, msg); !errors.Is(err, with) {
		return fmt.Errorf("expected %w, got %w", with, err)
	}
	return nil
}

// balances returns the coins of backer and taker.
func (t *table) balances(ctx context.Context) (backer, taker int64, err error) {
	var found [2]int64
	for i, key := range []*secp256k1.PrivKey{t.backer, t.taker} {
		var res banktypes.QueryBalanceResponse
		if err := t.Query(ctx, "/cosmos.bank.v1beta1.Query/Balance",
			&banktypes.QueryBalanceRequest{Address: t.text(key), Denom: chain.Denom}, &res); err != nil {
			return 0, 0, err
		}
		found[i] = res.Balance.Amount.Int64()
	}
	return found[0], found[1], nil
}

// expect demands that backer and taker have as many coins.
func (t *table) expect(ctx context.Context, backer, taker int64) error {
	gotBacker, gotTaker, err := t.balances(ctx)
	if err == nil && (gotBacker != backer || gotTaker != taker) {
		err = fmt.Errorf("expected backer and taker to have %d and %d%s, got %d and %d", backer, taker, chain.Denom,
			gotBacker, gotTaker)
	}
	return err
}

// settle brings the result of the game. Forged results and a header that the client does not have are refused.
func (t *table) settle(ctx context.Context, bet, game uint64, player string) error {
	item, result, err := t.source.result(ctx, game)
	if err != nil {
		return err
	}
	msg := &types.MsgSettle{
		Sender: t.text(t.operator), BetId: bet, Result: item.Value, Proof: item.MerkleProof(),
		ProofHeight: uint64(result.EndedHeight) + 1,
	}
	if err := t.refused(ctx, types.ErrProof, msg); err != nil {
		return fmt.Errorf("settle before the client has the header: %w", err)
	}
	update, err := t.source.UpdateClient(ctx, t.client, result.EndedHeight+1, t.text(t.operator))
	if err != nil {
		return err
	}
	if _, err := t.Send(ctx, t.operator, update); err != nil {
		return fmt.Errorf("update the light client: %w", err)
	}
	forged := *msg
	forged.Result = otherWinner(msg.Result, result)
	if err := t.refused(ctx, types.ErrProof, &forged); err != nil {
		return fmt.Errorf("settle by a forged result: %w", err)
	}
	fmt.Println("The result with the other winner is refused, and so is one without a header that the client has.")
	data, err := t.Send(ctx, t.operator, msg)
	if err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	var settled types.MsgSettleResponse
	if err := proto.Unmarshal(data.MsgResponses[0].Value, &settled); err != nil {
		return err
	}
	winner, backed, taken := t.text(t.backer), int64(coins+stake), int64(coins-stake)
	if result.WinnerAddress() != player {
		winner, backed, taken = t.text(t.taker), coins-stake, coins+stake
	}
	if settled.Paid != winner {
		return fmt.Errorf("expected %s to be paid, got %q", winner, settled.Paid)
	}
	fmt.Printf("Game %d was won by %s. Its proof of %d bytes has paid %d%s to %s.\n", game, result.WinnerAddress(),
		len(msg.Proof), 2*stake, chain.Denom, settled.Paid)
	if err := t.refused(ctx, types.ErrNotFound, msg); err != nil {
		return fmt.Errorf("settle twice: %w", err)
	}
	return t.expect(ctx, backed, taken)
}

// otherWinner returns the bytes of a result with the seats exchanged.
func otherWinner(value []byte, r storeproof.Result) []byte {
	field := []byte{4 << 3, byte(r.Winner)}
	other := slices.Clone(value)
	for i := range len(other) - 1 {
		if other[i] == field[0] && other[i+1] == field[1] {
			other[i+1] = 3 - field[1]
			if got, err := storeproof.ParseResult(other); err == nil && got.Winner == 3-r.Winner {
				return other
			}
			other[i+1] = field[1]
		}
	}
	return nil
}

// expire bets on a game that has no result in time: both get their stakes back.
func (t *table) expire(ctx context.Context, player string) error {
	backed, taken, err := t.balances(ctx)
	if err != nil {
		return err
	}
	const never, lasts = 1 << 40, 3 * time.Second
	bet, err := t.bet(ctx, never, player, lasts)
	if err != nil {
		return err
	}
	back := &types.MsgReturn{Sender: t.text(t.operator), BetId: bet}
	if err := t.refused(ctx, types.ErrExpired, back); err != nil {
		return fmt.Errorf("return too early: %w", err)
	}
	for {
		_, err := t.Send(ctx, t.operator, back)
		if err == nil {
			break
		}
		if !errors.Is(err, types.ErrExpired) {
			return fmt.Errorf("return: %w", err)
		}
	}
	fmt.Printf("Bet %d had no result in %s: both have their stakes back.\n", bet, lasts)
	return t.expect(ctx, backed, taken)
}
