package keeper_test

import (
	"crypto/sha256"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// player is somebody with an account.
type player struct {
	name string
	addr sdk.AccAddress
}

// The cast: alice creates games, bob joins them, mallory does what she should not, carol is a friend who acts for
// others.
var alice, bob, mallory, carol = newPlayer("alice"), newPlayer("bob"), newPlayer("mallory"), newPlayer("carol")

func newPlayer(name string) player {
	hash := sha256.Sum256([]byte(name))
	return player{name: name, addr: hash[:20]}
}

func (p player) text() string { return textOf(p.addr) }

// fund gives a player coins.
func (f *fixture) fund(p player, coins ...sdk.Coin) {
	f.Helper()
	all := sdk.NewCoins(coins...)
	require.NoError(f, f.bank.MintCoins(f.ctx, minttypes.ModuleName, all))
	require.NoError(f, f.bank.SendCoinsFromModuleToAccount(f.ctx, minttypes.ModuleName, p.addr, all))
}

// anchors are so many of the base unit of the coin in which fees and stakes are paid.
func anchors(amount int64) sdk.Coin { return sdk.NewInt64Coin(types.DefaultFeeDenom, amount) }

// Legal fleets that the cast plays with.
const (
	classicFleet = commitmenttest.ClassicFleet
	xayaFleet    = "A1h,A3h,E3h,A5h,D5h,G5h,A7h"
)

func fleetOf(r *game.Ruleset) string {
	if !r.Touch {
		return xayaFleet
	}
	return commitmenttest.Fleet(r)
}

// board is a player's hidden board.
type board struct {
	commitmenttest.Board

	player player
	// delegate is whom the player lets act for it, empty for nobody.
	delegate string
	// key signs the player's updates. It is nil in a game that is played on-chain.
	key *secp256k1.PrivKey
}

// newBoard returns an honest board for a player's next game.
func (f *fixture) newBoard(p player, r *game.Ruleset, fleet string) board {
	f.Helper()
	return boardOf(p, commitment.Binding{ChainID: chainID, Player: p.addr, Nonce: f.nonce(p), Ruleset: r}, fleet)
}

// boardOf returns an honest board of a player, under that name of it.
func boardOf(p player, b commitment.Binding, fleet string) board {
	return board{player: p, Board: commitmenttest.New(b, fleet, nil)}
}

// newLie returns a board of a player on which the last ship of the fleet was left out.
func (f *fixture) newLie(p player, r *game.Ruleset, fleet string) board {
	f.Helper()
	b := f.newBoard(p, r, fleet)
	b.Board = b.Without(b.Fleet[len(b.Fleet)-1])
	return b
}

// nonce returns the nonce that a player's next board must have.
func (f *fixture) nonce(p player) uint64 {
	f.Helper()
	res, err := f.queries.Player(f.ctx, &types.QueryPlayerRequest{Address: p.text()})
	require.NoError(f, err)
	return res.Player.BoardNonce
}

// entry returns what a player brings into a game.
func (b board) entry() types.Entry {
	entry := types.Entry{
		Board:    types.NewBoardCommitment(b.Binding.Nonce, b.Commit()),
		Recovery: []byte(b.player.name + "'s sealed fleet"),
		Delegate: b.delegate,
	}
	if b.key != nil {
		entry.Channel = &types.Channel{Key: b.key.PubKey().Bytes(), Relay: "wss://relay.example/v1"}
	}
	if b.Binding.Ruleset.Proven {
		entry.Board = types.NewProvenBoardCommitment(b.Binding.Nonce, zktest.Commit(b.Board), b.Commit().TossLeaf)
		entry.Proof = zktest.Board(b.Board)
	}
	return entry
}

// answer returns the true opening of the tile that was shot at.
func (b board) answer(s game.State) *types.Opening {
	if !b.Binding.Ruleset.Proven {
		return b.open(s.Pending)
	}
	a := b.Answer(s)
	return types.NewProvenOpening(a.Hit, zktest.Answer(b.Board, s, a))
}

// open returns the true opening of a tile.
func (b board) open(t game.Tile) *types.Opening { return types.NewOpening(b.Open(t)) }

// openToss returns the opening of the toss leaf.
func (b board) openToss() *types.Opening { return types.NewOpening(b.OpenToss()) }

// sunkBy returns the ship that the pending shot sinks; nil if none or if it is not announced.
func (b board) sunkBy(s game.State) *types.Ship {
	if !s.HasPending {
		return nil
	}
	if sunk := b.Answer(s).Sunk; sunk != nil {
		return types.NewShip(s.Ruleset, *sunk)
	}
	return nil
}
