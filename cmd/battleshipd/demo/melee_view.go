package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/cosmos/gogoproto/proto"

	sdkclient "github.com/cosmos/cosmos-sdk/client"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/text/meleetable"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// battleView rebuilds a melee from the events in the blocks, shows it, verifies the openings of aims and boards, and
// counts its cost.
type battleView struct {
	blocks     *watch.Watcher
	gameID     uint64
	chainID    string
	cast       cast
	screen     *watch.Screen
	replay     watch.MeleeReplay
	transcript meleetable.Transcript
	state      melee.State
	// lines are to be shown with the next boards.
	lines []string

	// verified counts openings, proven counts boards.
	verified, proven int

	tally *tally
	// costs are the costs of each player, by address.
	costs map[string]Cost
	// targets are the targets of the round. bombs counts the bombs of each seat, dealt its hits on others.
	targets      map[melee.Seat]game.Tile
	bombs, dealt map[melee.Seat]int
	over         *types.EventMeleeOver
}

func newBattleView(cctx sdkclient.Context, height int64, gameID uint64, c cast, o Options) *battleView {
	v := &battleView{
		blocks: watch.New(cctx.Client, cctx.TxConfig.TxDecoder(), height, poll),
		gameID: gameID, chainID: cctx.ChainID, cast: c,
		screen: watch.NewScreen(o.Progress, o.Redraw),
		tally:  newTally(), costs: make(map[string]Cost),
		targets: make(map[melee.Seat]game.Tile), bombs: make(map[melee.Seat]int), dealt: make(map[melee.Seat]int),
	}
	v.transcript.Width = o.Width
	_, _ = fmt.Fprintln(o.Progress, text.MeleeLegend) // a show
	return v
}

// watch follows the melee until it is over.
func (v *battleView) watch(ctx context.Context) error {
	err := follow(ctx, v.blocks, func() bool { return v.over != nil }, v.count, v.verify, v.show)
	if err == nil {
		v.screen.End(v.transcript.Draw(v.state))
	}
	return err
}

// count adds the cost of a transaction to its payer.
func (v *battleView) count(tx watch.Tx) {
	v.tally.add(tx)
	cost := Cost{Txs: 1, Bytes: tx.Bytes, Gas: tx.GasUsed, Fees: tx.Fee.Coins.AmountOf(client.GasDenom)}
	if tx.Code != 0 {
		cost.Failed = 1
	}
	v.costs[tx.Fee.Payer] = v.costs[tx.Fee.Payer].plus(cost)
}

// show applies the events of a block to the melee, and shows them.
func (v *battleView) show(height int64, events []proto.Message) error {
	for _, event := range eventindex.About(events, v.gameID) {
		news, err := v.replay.Hear(height, event)
		if err != nil {
			return err
		}
		v.state = news.State
		v.note(news)
		if news.Opened {
			v.lines = append(v.lines, v.transcript.Opened(v.gameID, news.State, height))
		} else if news.Event != nil {
			v.lines = append(v.lines, v.transcript.Lines(news.Event, news.State, height)...)
		}
		if news.Told && len(v.lines) > 0 {
			v.screen.Print(strings.Join(v.lines, "\n"), v.transcript.Draw(v.state))
			v.lines = nil
		}
		if over, ok := event.(*types.EventMeleeOver); ok {
			v.over = over
		}
		if news.State.Stage == melee.StageCancelled {
			return fmt.Errorf("melee %d: %w", v.gameID, session.ErrGone)
		}
	}
	return nil
}

// note records the figures for the summary, and the names of the players.
func (v *battleView) note(news watch.MeleeNews) {
	v.transcript.Names = nil
	for _, address := range v.replay.Players() {
		v.transcript.Names = append(v.transcript.Names, v.cast.name(address))
	}
	switch e := news.Event.(type) {
	case melee.Fired:
		v.targets[e.By] = e.Tile
		v.bombs[e.By]++
	case melee.Reported:
		// If several have fired at one tile each of them has hit it.
		for by, target := range v.targets {
			if by != e.By && e.Hits.Has(target) {
				v.dealt[by]++
			}
		}
	case melee.StageBegan:
		if e.Stage == melee.StageAim {
			clear(v.targets)
		}
	}
}

// verify checks the openings of aims and boards in the messages of a transaction, as the chain has done.
func (v *battleView) verify(height int64, msgs []sdk.Msg) error {
	for _, msg := range msgs {
		of, ok := msg.(interface {
			GetSender() string
			GetGameId() uint64
		})
		if !ok || of.GetGameId() != v.gameID {
			continue
		}
		if err := v.judge(height, of.GetSender(), msg); err != nil {
			return fmt.Errorf("%s of %s: %w", sdk.MsgTypeURL(msg), v.cast.name(of.GetSender()), err)
		}
	}
	return nil
}

// judge checks one message of a player.
func (v *battleView) judge(height int64, sender string, msg sdk.Msg) error {
	m := play.Melee{State: v.state}
	by, aim, err := v.player(sender)
	if err != nil {
		return err
	}
	switch msg := msg.(type) {
	case *types.MsgFire:
		_, _, err = m.Fire(by, aim, msg.Target, msg.Salt, height, nil)
		v.verified++
	case *types.MsgReport:
		_, _, err = m.Report(by, msg.PlayOpenings(), height, nil)
		v.verified += len(msg.Openings)
	case *types.MsgClaimWin:
		fleet, parseErr := v.state.Ruleset.ParseFleet(msg.Fleet)
		if parseErr != nil {
			return parseErr
		}
		_, _, err = m.Claim(by, play.Claim{Fleet: fleet, Secret: msg.BoardSecret}, height, nil)
		v.proven++
	}
	return err
}

// player returns a player with its board, and its aim that can be opened.
func (v *battleView) player(sender string) (by play.MeleePlayer, aim []byte, err error) {
	replay := v.replay.Replay()
	seat, ok := replay.Melee().SeatOf(sender)
	if !ok {
		return play.MeleePlayer{Seat: -1}, nil, nil
	}
	address, err := sdk.AccAddressFromBech32(sender)
	if err != nil {
		return by, nil, err
	}
	by.Seat = seat
	for _, b := range replay.Boards() {
		if b.Seat == uint32(seat) {
			bound, err := b.Board.Bind(v.chainID, address, v.state.Ruleset)
			if err != nil {
				return by, nil, err
			}
			by.Board, _ = bound.(play.MerkleRows) // the scheme of the ruleset
		}
	}
	for _, a := range replay.Aims() {
		if a.Seat == uint32(seat) {
			aim = a.Aim
		}
	}
	return by, aim, nil
}

// summarise sums up a melee that is over.
func (v *battleView) summarise(ctx context.Context) (Battle, error) {
	if v.over == nil {
		return Battle{}, errors.New("expected the melee to be over")
	}
	r := v.over.Result
	out := Battle{
		GameID: r.GameId, Ruleset: v.state.Ruleset.Name, Rounds: r.Rounds,
		House: v.over.House, Pooled: v.over.Pooled, Pot: sdk.NewInt64Coin(client.GasDenom, 0),
		FirstBlock: r.CreatedHeight, LastBlock: r.EndedHeight,
		Kinds: v.tally.sorted(), Verified: v.verified, Boards: v.proven,
	}
	if r.Stake != nil {
		out.Pot = sdk.NewCoin(r.Stake.Denom, r.Stake.Amount.MulRaw(int64(len(v.cast))))
	}
	winners, err := types.ParseSeats(r.Winners)
	if err != nil {
		return out, err
	}
	for seat, place := range r.Places {
		p := Captain{
			Name: v.cast.name(place.Player), Address: place.Player, Standing: melee.Standing(place.Standing).String(),
			Round: place.Round, Rank: place.Rank, Taken: place.Hits,
			Bombs: v.bombs[melee.Seat(seat)], Dealt: v.dealt[melee.Seat(seat)],
			Share: received(v.over.Shares, seat).AmountOf(out.Pot.Denom),
			Cost:  v.costs[place.Player].plus(Cost{}),
		}
		if winners.Has(melee.Seat(seat)) {
			out.Winners = append(out.Winners, p.Name)
		}
		out.Players = append(out.Players, p)
	}
	res, err := types.NewQueryClient(v.cast[0].player.Chain.Conn()).Escrow(ctx, &types.QueryEscrowRequest{})
	if err != nil {
		return out, err
	}
	out.Held = res.Held
	return out, nil
}

// received returns the coins that a seat received at the end.
func received(shares []types.Share, seat int) (sum sdk.Coins) {
	if seat >= len(shares) {
		return nil
	}
	for _, c := range []*sdk.Coin{shares[seat].Pot, shares[seat].StakeBack} {
		if c != nil {
			sum = sum.Add(*c)
		}
	}
	return sum
}
