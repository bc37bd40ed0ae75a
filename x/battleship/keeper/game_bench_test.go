package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// gameShots are the shots of the measured game, by both players: those of two bots that hunt.
const gameShots = 91

// weight is the size of the transactions of a game: as sent by clients, which leave out a public key that the chain
// has, and of their messages alone.
type weight struct{ txs, bytes, messages int }

// add adds the transaction of a message.
func (w *weight) add(tb testing.TB, raw []byte) {
	tb.Helper()
	var all tx.TxRaw
	var auth tx.AuthInfo
	var body tx.TxBody
	require.NoError(tb, all.Unmarshal(raw))
	require.NoError(tb, auth.Unmarshal(all.AuthInfoBytes))
	require.NoError(tb, body.Unmarshal(all.BodyBytes))
	auth.SignerInfos[0].PublicKey = nil
	var err error
	all.AuthInfoBytes, err = auth.Marshal()
	require.NoError(tb, err)
	w.txs++
	w.bytes += all.Size()
	w.messages += len(body.Messages[0].Value)
}

// targets returns the tiles at which a seat shoots in a game that its last shot wins: water first.
func targets(d *kit.Duel, by game.Seat, shots int) (tiles []string) {
	r, ships := game.Classic(), d.Boards[by.Other()].Ships
	var hits []string
	for i := range r.Tiles() {
		tile := game.Tile(i)
		switch name := r.TileName(tile); {
		case ships.Has(tile):
			hits = append(hits, name)
		case len(tiles) < shots-r.ShipTiles():
			tiles = append(tiles, name)
		}
	}
	return append(tiles, hits...)
}

// BenchmarkGameAgainstPayments reports what a game of 91 shots costs on-chain: the bytes of its transactions, and the
// gas of its messages in that of a payment. The player who shoots first wins by its 46th shot.
func BenchmarkGameAgainstPayments(b *testing.B) {
	for b.Loop() {
		bills := newBills(b)
		seats := [...]chain.Account{bills.chain.Account(chain.Alice), bills.chain.Account(chain.Bob)}
		var w weight
		deliver := func(by game.Seat, msg sdk.Msg) float64 {
			raw := bills.chain.Sign(chain.DefaultGas, []sdk.Msg{msg}, seats[by])
			res := bills.chain.Block(raw).TxResults[0]
			require.True(b, res.IsOK(), res.Log)
			bills.Ctx = bills.next()
			w.add(b, raw)
			return float64(res.GasUsed)
		}
		coin := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
		payment := deliver(game.Creator, banktypes.NewMsgSend(seats[0].Address, seats[1].Address, coin))
		w = weight{}
		d := &kit.Duel{Fixture: bills.Fixture, ID: bills.LastID() + 1}
		for seat, name := range []string{chain.Alice, chain.Bob} {
			d.Boards[seat] = bills.NewBoard(bills.player(name), game.Classic(), kit.ClassicFleet)
		}
		deliver(game.Creator, kit.CreateMsg(d.Boards[game.Creator]))
		join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
		join.Toss = d.TossFor(game.Creator)
		deliver(game.Joiner, join)
		aims := [...][]string{targets(d, game.Creator, gameShots/2+1), targets(d, game.Joiner, gameShots)}
		var move, end float64
		for d.Now().Phase != game.PhaseClaim {
			by := d.Now().Actor
			msg, ok := d.Next().(*types.MsgShootAndReveal)
			require.True(b, ok)
			if msg.Target != "" {
				msg.Target, aims[by] = aims[by][0], aims[by][1:]
			}
			move, end = max(move, end), deliver(by, msg)
		}
		shots := 0
		for _, side := range d.Now().Sides {
			shots += side.Answered.Len()
		}
		require.Equal(b, gameShots, shots)
		claim := deliver(game.Creator, d.Claim(game.Creator))
		b.ReportMetric(float64(w.txs), "txs/game")
		b.ReportMetric(float64(w.bytes), "bytes/game")
		b.ReportMetric(float64(w.messages), "message-bytes/game")
		b.ReportMetric(move/payment, "gas-move/payment")
		b.ReportMetric(end/payment, "gas-end/payment")
		b.ReportMetric(claim/payment, "gas-claim/payment")
	}
}
