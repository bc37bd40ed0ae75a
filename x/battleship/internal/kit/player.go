package kit

import (
	"crypto/sha256"
	"fmt"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/zk/zktest"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Player is a player with an account.
type Player struct {
	Name string
	Addr sdk.AccAddress
}

// The cast: alice creates games, bob joins them, mallory does what she should not, carol is a friend who acts for
// others.
var (
	Alice   = NewPlayer("alice")
	Bob     = NewPlayer("bob")
	Mallory = NewPlayer("mallory")
	Carol   = NewPlayer("carol")
	Dave    = NewPlayer("dave") // Dave has no rated game.
)

// NewPlayer returns the player of a name. Its address is derived from it.
func NewPlayer(name string) Player {
	hash := sha256.Sum256([]byte(name))
	return Player{Name: name, Addr: hash[:20]}
}

// Text returns the player's address as messages have it.
func (p Player) Text() string { return TextOf(p.Addr) }

// Fund gives a player coins.
func (f *Fixture) Fund(p Player, coins ...sdk.Coin) {
	f.Helper()
	all := sdk.NewCoins(coins...)
	require.NoError(f, f.Bank.MintCoins(f.Ctx, minttypes.ModuleName, all))
	require.NoError(f, f.Bank.SendCoinsFromModuleToAccount(f.Ctx, minttypes.ModuleName, p.Addr, all))
}

// Anchors returns that amount of the coin of fees and stakes, in base units.
func Anchors(amount int64) sdk.Coin { return sdk.NewInt64Coin(types.DefaultFeeDenom, amount) }

// Legal fleets that the cast plays with.
const (
	ClassicFleet = commitmenttest.ClassicFleet
	XayaFleet    = "A1h,A3h,E3h,A5h,D5h,G5h,A7h"
)

// FleetOf returns a legal fleet of a ruleset.
func FleetOf(r *game.Ruleset) string {
	if !r.Touch {
		return XayaFleet
	}
	return commitmenttest.Fleet(r)
}

// Board is a player's hidden board.
type Board struct {
	commitmenttest.Board

	Player Player
	// Delegate is the address that may act for the player, empty for none.
	Delegate string
	// Key signs the player's updates. It is nil in a game that is played on-chain.
	Key *secp256k1.PrivKey
}

// NewBoard returns an honest board for a player's next game.
func (f *Fixture) NewBoard(p Player, r *game.Ruleset, fleet string) Board {
	f.Helper()
	return BoardOf(p, commitment.Binding{ChainID: chainID, Player: p.Addr, Nonce: f.Nonce(p), Ruleset: r}, fleet)
}

// BoardOf returns an honest board of a player, under that name of it.
func BoardOf(p Player, b commitment.Binding, fleet string) Board {
	return Board{Player: p, Board: commitmenttest.New(b, fleet, nil)}
}

// NewLie returns a board of a player on which the last ship of the fleet was left out.
func (f *Fixture) NewLie(p Player, r *game.Ruleset, fleet string) Board {
	f.Helper()
	b := f.NewBoard(p, r, fleet)
	b.Board = b.Without(b.Fleet[len(b.Fleet)-1])
	return b
}

// Nonce returns the nonce that a player's next board must have.
func (f *Fixture) Nonce(p Player) uint64 {
	f.Helper()
	res, err := f.Queries.Player(f.Ctx, &types.QueryPlayerRequest{Address: p.Text()})
	require.NoError(f, err)
	return res.Player.BoardNonce
}

// Entry returns the part of an entering message that commits to the board.
func (b Board) Entry() types.Entry {
	entry := types.Entry{
		Board:    types.NewBoardCommitment(b.Binding.Nonce, b.Commit()),
		Recovery: []byte(b.Player.Name + "'s sealed fleet"),
		Delegate: b.Delegate,
	}
	if b.Key != nil {
		entry.Channel = &types.Channel{Key: b.Key.PubKey().Bytes(), Relay: "wss://relay.example/v1"}
	}
	if b.Binding.Ruleset.Proven {
		entry.Board = types.NewProvenBoardCommitment(b.Binding.Nonce, zktest.Commit(b.Board), b.Commit().TossLeaf)
		entry.Proof = zktest.Board(b.Board)
	}
	return entry
}

// answer returns the true opening of the tile that was shot at.
func (b Board) answer(s game.State) *types.Opening {
	if !b.Binding.Ruleset.Proven {
		return b.Opening(s.Pending)
	}
	a := b.Answer(s)
	return types.NewProvenOpening(a.Hit, zktest.Answer(b.Board, s.Pending))
}

// Opening returns the true opening of a tile.
func (b Board) Opening(t game.Tile) *types.Opening { return types.NewOpening(b.Open(t)) }

// TossOpening returns the opening of the toss leaf.
func (b Board) TossOpening() *types.Opening { return types.NewOpening(b.OpenToss()) }

// sunkBy returns the ship that the pending shot sinks, or nil if it sinks none or the rules do not announce it.
func (b Board) sunkBy(s game.State) *types.Ship {
	if !s.HasPending {
		return nil
	}
	if sunk := b.Answer(s).Sunk; sunk != nil {
		return types.NewShip(s.Ruleset, *sunk)
	}
	return nil
}

// CommunityPool is the account of the community pool.
var CommunityPool = authtypes.NewModuleAddress(distrtypes.ModuleName)

// Host is one of many players without a face.
func Host(i int) Player { return NewPlayer(fmt.Sprintf("host %d", i)) }

// The accounts of the module and of the fees.
var (
	ModuleAddress = authtypes.NewModuleAddress(types.ModuleName)
	FeeCollector  = authtypes.NewModuleAddress(authtypes.FeeCollectorName)
)
