package eventindex

import (
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// shownBy returns the boards that events show. Each claim that is accepted shows one.
func shownBy(events []proto.Message) (shown []types.ShownBoard) {
	for _, event := range events {
		switch e := event.(type) {
		case *types.EventClaimProven:
			shown = append(shown, types.ShownBoard{Player: e.Player, Fleet: e.Fleet})
		case *types.EventBoardProven:
			shown = append(shown, types.ShownBoard{Player: e.Player, Fleet: e.Fleet})
		case *types.EventGameOver:
			if winner, err := e.Result.Winner.Parse(); err == nil && e.Fleet != "" {
				shown = append(shown, types.ShownBoard{Player: e.Result.Players[winner], Fleet: e.Fleet})
			}
		}
	}
	return shown
}

// addSecrets adds the secrets of boards from a game's claims in a transaction, which are in the same order. It adds
// none if their numbers differ, as when a claim came from another chain or from governance.
func addSecrets(shown []types.ShownBoard, decode sdk.TxDecoder, raw []byte, gameID uint64) error {
	tx, err := decode(raw)
	if err != nil {
		return err
	}
	var claims []*types.MsgClaimWin
	for _, msg := range unpacked(tx.GetMsgs()) {
		if claim, ok := msg.(*types.MsgClaimWin); ok && claim.GameId == gameID {
			claims = append(claims, claim)
		}
	}
	if len(claims) != len(shown) {
		return nil
	}
	for i, claim := range claims {
		shown[i].BoardSecret = claim.BoardSecret
	}
	return nil
}

// unpacked returns messages, with those inside of a MsgExec in its place.
func unpacked(msgs []sdk.Msg) (all []sdk.Msg) {
	for _, msg := range msgs {
		if exec, ok := msg.(*authz.MsgExec); ok {
			if inner, err := exec.GetMessages(); err == nil {
				all = append(all, unpacked(inner)...)
				continue
			}
		}
		all = append(all, msg)
	}
	return all
}
