package app_test

import (
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdkmath "cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// steal returns the messages of a thief's next transaction: what it owes, so that its games go on, or one to three of
// any type, some of them with a trick.
func (c *contest) steal(thief *person) ([]sdk.Msg, chain.Tx) {
	tx := chain.Tx{Gas: 3_000_000}
	if c.dice.Intn(3) == 0 {
		if msg := c.thiefDuty(thief); msg != nil {
			c.see(msg)
			return []sdk.Msg{msg}, tx
		}
	}
	var msgs []sdk.Msg
	urls := c.actURLs()
	if thief == c.people[packetThief] {
		urls = slices.Sorted(maps.Keys(requestActs))
	}
	for range 1 + max(0, c.dice.Intn(6)-3) {
		act := c.acts[oneOf(c.dice, urls)]
		if msg := act.make(c, thief); msg != nil {
			msgs = append(msgs, c.trick(thief, msg))
		}
	}
	if c.dice.Intn(10) == 0 {
		tx.Gas = 40_000 + uint64(c.dice.Intn(200_000)) // it may run out anywhere
	}
	for _, msg := range msgs {
		c.see(msg)
	}
	return msgs, tx
}

// actURLs are the types of messages, in order.
func (c *contest) actURLs() []string {
	var urls []string
	for _, act := range thiefActs {
		urls = append(urls, sdk.MsgTypeURL(act.msg))
	}
	return urls
}

// thiefDuty returns what a thief owes in some game: nil for nothing. The courier also acts for the packet account.
func (c *contest) thiefDuty(thief *person) sdk.Msg {
	var duties []sdk.Msg
	for _, d := range c.duels {
		seat, ok := d.seatOf(thief)
		if !ok && thief == c.people[courierThief] {
			seat, ok = d.seatOf(c.people[packetThief])
		}
		if ok && thief != c.people[packetThief] {
			duties = appendMsg(duties, c.duty(d, seat, thief))
		}
	}
	for _, m := range c.melees {
		if seat, ok := m.SeatOf(thief.String()); ok {
			duties = appendMsg(duties, c.meleeDuty(m, seat, thief))
		}
	}
	if len(duties) == 0 {
		return nil
	}
	return oneOf(c.dice, duties)
}

// knownBoard is the board that a thief shows for a seat: the seat's own if a thief sits there, else one that the thief
// has made, for it knows no secret of an honest bot.
func (c *contest) knownBoard(d *contestDuel, seat game.Seat, thief *person) commitmenttest.Board {
	if int(seat) < len(d.boards) && !c.byAddress[d.Participants[seat].Address].honest {
		return d.boards[seat] // thieves share what they know
	}
	return c.boardOf(thief, thief.nonce, d.chainState.State.Ruleset)
}

// trick plays a trick with a message, or none.
func (c *contest) trick(thief *person, msg sdk.Msg) sdk.Msg {
	seen := c.loot[sdk.MsgTypeURL(msg)]
	switch c.dice.Intn(6) {
	case 0: // another account's message, most often a recent one: it may be pending in this block
		if len(seen) > 0 {
			msg = c.clone(oneOf(c.dice, seen[c.dice.Intn(len(seen)):]))
		}
	case 1: // a field of another account's message
		if len(seen) > 0 {
			c.graft(msg, c.clone(oneOf(c.dice, seen)))
		}
	case 2:
		c.mutate(msg)
	case 3: // another game
		if id := reflect.ValueOf(msg).Elem().FieldByName("GameId"); id.IsValid() {
			id.SetUint(c.anyID())
		}
	}
	setSigner(msg, thief.String())
	return msg
}

// setSigner makes a message one of an account.
func setSigner(msg sdk.Msg, account string) {
	for _, signer := range []string{"Sender", "Authority"} {
		if field := reflect.ValueOf(msg).Elem().FieldByName(signer); field.IsValid() {
			field.SetString(account)
		}
	}
}

// clone returns a copy of a message.
func (c *contest) clone(msg sdk.Msg) sdk.Msg {
	c.t.Helper()
	raw, err := proto.Marshal(msg)
	require.NoError(c.t, err)
	other, ok := reflect.New(reflect.TypeOf(msg).Elem()).Interface().(sdk.Msg)
	require.True(c.t, ok)
	require.NoError(c.t, proto.Unmarshal(raw, other))
	return other
}

// graft puts a field of a message into another one of the same type.
func (c *contest) graft(msg, other sdk.Msg) {
	to, from := reflect.ValueOf(msg).Elem(), reflect.ValueOf(other).Elem()
	i := c.dice.Intn(to.NumField())
	to.Field(i).Set(from.Field(i))
	if entry := to.FieldByName("Entry"); entry.IsValid() && c.dice.Intn(2) == 0 {
		j := c.dice.Intn(entry.NumField())
		entry.Field(j).Set(from.FieldByName("Entry").Field(j))
	}
}

// mutate changes a random part of a message.
func (c *contest) mutate(msg sdk.Msg) {
	var parts []reflect.Value
	collect(reflect.ValueOf(msg).Elem(), &parts)
	if len(parts) > 0 {
		c.change(parts[c.dice.Intn(len(parts))])
	}
}

var (
	coinType = reflect.TypeFor[sdk.Coin]()
	intTypes = []reflect.Type{reflect.TypeFor[sdkmath.Int](), reflect.TypeFor[sdkmath.LegacyDec]()}
)

// collect lists all parts of a message that can be changed.
func collect(v reflect.Value, parts *[]reflect.Value) {
	switch {
	case slices.Contains(intTypes, v.Type()):
	case v.Type() == coinType:
		*parts = append(*parts, v)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				collect(v.Field(i), parts)
			}
		}
	case v.Kind() == reflect.Pointer:
		*parts = append(*parts, v)
		if !v.IsNil() {
			collect(v.Elem(), parts)
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8:
		*parts = append(*parts, v)
		for i := range v.Len() {
			collect(v.Index(i), parts)
		}
	case v.CanSet():
		*parts = append(*parts, v)
	}
}

// change changes a part of a message.
func (c *contest) change(v reflect.Value) {
	switch {
	case v.Type() == coinType:
		v.Set(reflect.ValueOf(c.anyCoin()))
	case v.Kind() == reflect.Pointer && v.IsNil():
		v.Set(reflect.New(v.Type().Elem()))
		if v.Type().Elem() == coinType {
			v.Elem().Set(reflect.ValueOf(c.anyCoin()))
		}
	case v.Kind() == reflect.Pointer:
		v.SetZero()
	case v.Kind() == reflect.Bool:
		v.SetBool(!v.Bool())
	case v.CanInt():
		v.SetInt(oneOf(c.dice, []int64{v.Int() + 1, v.Int() - 1, 0, -1, math.MaxInt32, math.MinInt32}))
	case v.CanUint():
		v.SetUint(oneOf(c.dice, []uint64{v.Uint() + 1, v.Uint() - 1, 0, math.MaxUint32}) & math.MaxUint32)
	case v.Kind() == reflect.String:
		v.SetString(oneOf(c.dice, []string{
			"", "A1", "J10", v.String() + v.String(), oneOf(c.dice, c.people).String(), "A1h,A3h,A5h,A7h,A9h",
		}))
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		v.SetBytes(c.changeBytes(v.Bytes()))
	case v.Kind() == reflect.Slice && v.Len() > 0:
		switch i := c.dice.Intn(v.Len()); c.dice.Intn(3) {
		case 0:
			v.Set(v.Slice(0, i)) // cut
		case 1:
			v.Set(reflect.Append(v, v.Index(i))) // one twice
		default: // two change places
			first := reflect.New(v.Type().Elem()).Elem()
			first.Set(v.Index(0))
			v.Index(0).Set(v.Index(i))
			v.Index(i).Set(first)
		}
	}
}

// changeBytes returns other bytes: with another bit, shorter, longer, none, or random ones.
func (c *contest) changeBytes(b []byte) []byte {
	b = slices.Clone(b)
	switch c.dice.Intn(5) {
	case 0:
		return nil
	case 1:
		return append(b, c.anyBytes(1+c.dice.Intn(40))...)
	case 2:
		return b[:c.dice.Intn(len(b)+1)]
	case 3:
		return c.anyBytes(len(b))
	}
	if len(b) > 0 {
		b[c.dice.Intn(len(b))] ^= 1 << c.dice.Intn(8)
	}
	return b
}
