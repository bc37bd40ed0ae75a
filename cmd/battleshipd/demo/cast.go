package demo

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"

	"cosmossdk.io/math"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/vault"
)

// allowance is a new player's coins for fees, in client.GasDenom: enough for several games.
const allowance = 1_000_000

// names are the players', the creator first.
var names = [...]string{"alice", "bob"}

// member is one player of the cast.
type member struct {
	name     string
	home     string
	fleet    game.Fleet
	strategy bot.Strategy
	player   session.Player
	address  sdk.AccAddress
}

// cast are the players by seat.
type cast []*member

// newCast makes players whose keys, fleets and shots are derived from the seed.
func newCast(ctx context.Context, cctx sdkclient.Context, o Options, names []string) (cast, error) {
	cctx = cctx.WithKeyring(keyring.NewInMemory(cctx.Codec))
	var players cast
	for seat, name := range names {
		m, err := newMember(ctx, cctx, o, game.Seat(seat), name, "")
		if err != nil {
			return nil, err
		}
		players = append(players, m)
	}
	return players, nil
}

// newMember makes a player whose key is derived from name and seed, and whose fleet and shots are derived from seat and
// seed. It adds the key to the context's keyring. A player without a home exists in this program alone.
func newMember(
	ctx context.Context, cctx sdkclient.Context, o Options, seat game.Seat, name, home string,
) (*member, error) {
	secret := binary.BigEndian.AppendUint64([]byte("battleship/play/"+name), o.Seed)
	key := hex.EncodeToString(secp256k1.GenPrivKeyFromSecret(secret).Bytes())
	if err := cctx.Keyring.ImportPrivKeyHex(name, key, string(hd.Secp256k1Type)); err != nil {
		return nil, fmt.Errorf("key of %s: %w", name, err)
	}
	chain, err := client.New(ctx, client.LinkTo(cctx), client.Options{From: name, Poll: poll})
	if err != nil {
		return nil, err
	}
	//nolint:gosec // a show that can be repeated
	fleet, err := game.RandomFleet(o.Ruleset, mathrand.New(mathrand.NewPCG(o.Seed, uint64(seat))).IntN)
	if err != nil {
		return nil, err
	}
	strategy, err := bot.New(o.Strategy, bot.Seeded(shotSeed(o, seat)))
	if err != nil {
		return nil, err
	}
	return &member{
		name:     name,
		home:     home,
		fleet:    fleet,
		strategy: strategy,
		player: session.Player{
			Chain:  chain,
			Vault:  vault.New(cctx.Keyring, home, cctx.InterfaceRegistry.SigningContext().AddressCodec(), nil),
			Random: rand.Reader,
		},
		address: chain.Key().Address,
	}, nil
}

// shotSeed returns the seed of a seat's shots.
func shotSeed(o Options, seat game.Seat) uint64 { return o.Seed + uint64(seat) + 1 }

// fund gives each player the same amount, and returns the gas of a plain bank send between accounts that exist already.
func (c cast) fund(ctx context.Context, cctx sdkclient.Context, chain env.Chain, each int64) (int64, error) {
	o := client.Options{From: chain.Faucet, Poll: poll}
	faucet, err := client.New(ctx, client.LinkTo(cctx.WithKeyring(chain.Keyring)), o)
	if err != nil {
		return 0, err
	}
	send := func(to sdk.AccAddress, amount int64) (client.Receipt, error) {
		coins := sdk.NewCoins(sdk.NewInt64Coin(client.GasDenom, amount))
		receipt, err := faucet.Send(ctx, banktypes.NewMsgSend(faucet.Key().Address, to, coins))
		if err != nil {
			return receipt, fmt.Errorf("fund the players: %w", err)
		}
		return receipt, nil
	}
	for _, m := range c {
		if _, err := send(m.address, each); err != nil {
			return 0, err
		}
	}
	receipt, err := send(c[game.Creator].address, 1)
	return receipt.GasUsed, err
}

// balances returns the players' bank balances in client.GasDenom, by address.
func (c cast) balances(ctx context.Context) (map[string]math.Int, error) {
	out := make(map[string]math.Int, len(c))
	for _, m := range c {
		coin, err := m.player.Chain.Balance(ctx, m.address.String(), client.GasDenom)
		if err != nil {
			return nil, err
		}
		out[m.address.String()] = coin.Amount
	}
	return out, nil
}

// name is the name of an address.
func (c cast) name(address string) string {
	for _, m := range c {
		if m.address.String() == address {
			return m.name
		}
	}
	return address
}

// choose returns the player's fleet.
func (m *member) choose(*game.Ruleset) (game.Fleet, error) { return m.fleet, nil }

// play plays a game to its end.
func (m *member) play(ctx context.Context, s *duel.Session, acted func(session.Done)) error {
	if _, err := s.Run(ctx, m.strategy, session.Observer{Acted: acted}); err != nil {
		return fmt.Errorf("%s: %w", m.name, err)
	}
	return nil
}
