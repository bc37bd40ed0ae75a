//go:build js

// Command wasm is the prover of the page: it sets the function battleshipProver of its worker, which takes a request as
// an object, with the fields of prover.Request, and returns an object with bytes or an error.
package main

import (
	"fmt"
	"strconv"
	"syscall/js"

	"github.com/battleship-chain/battleship/web/prover"
)

func main() {
	desk := prover.NewDesk()
	js.Global().Set("battleshipProver", js.FuncOf(func(_ js.Value, args []js.Value) any {
		made, err := do(desk, args)
		if err != nil {
			return map[string]any{"error": err.Error()}
		}
		return map[string]any{"bytes": toJS(made)}
	}))
	select {} // functions are called as long as the program runs
}

// do answers a request. A value of another type than it should have is an error, not the end of the program.
func do(desk *prover.Desk, args []js.Value) (made []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: %v", prover.ErrRequest, fault)
		}
	}()
	q := args[0]
	nonce, err := strconv.ParseUint(q.Get("nonce").String(), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", prover.ErrRequest, err)
	}
	return desk.Do(prover.Request{
		Do:         q.Get("do").String(),
		Ruleset:    uint32(q.Get("ruleset").Int()), //nolint:gosec // an unknown number is refused
		ChainID:    q.Get("chainId").String(),
		Player:     fromJS(q.Get("player")),
		Nonce:      nonce,
		Fleet:      q.Get("fleet").String(),
		Secret:     fromJS(q.Get("secret")),
		Commitment: fromJS(q.Get("commitment")),
		Tile:       q.Get("tile").Int(),
		Hit:        q.Get("hit").Bool(),
		Proof:      fromJS(q.Get("proof")),
	})
}

func fromJS(v js.Value) []byte {
	bytes := make([]byte, v.Length())
	js.CopyBytesToGo(bytes, v)
	return bytes
}

func toJS(bytes []byte) js.Value {
	v := js.Global().Get("Uint8Array").New(len(bytes))
	js.CopyBytesToJS(v, bytes)
	return v
}
