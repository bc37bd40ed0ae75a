package packet_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The coins in the model: those of a player whose home is another chain, and those of its opponent here.
const (
	players  = 2
	opponent = 1
)

// phase is how far the one game of the model is.
type phase uint8

const (
	none phase = iota
	offered
	running
)

// leg is one way of a packet. What is refused waits for its acknowledgement.
type leg struct{ sent, refused int8 }

// world is where all coins are. The home chain has home and escrow; all else is here, in vouchers.
type world struct {
	home, escrow           int8
	account, pot, opponent int8
	game                   phase
	// entries carry a coin each, requests too little to count, and backs what is returned.
	entries, requests, backs leg
	returned                 bool
}

// vouchers returns how many there are here.
func (w world) vouchers() int8 { return w.account + w.pot + w.opponent }

// onTheWay returns what is in escrow at home and no voucher here: a packet or its acknowledgement is on its way.
func (w world) onTheWay() int8 {
	return w.entries.sent + w.entries.refused + w.backs.sent + w.backs.refused
}

// rules of the model, of which each fault breaks one.
type fault uint8

const (
	faultless fault = iota
	// a refused entry leaves its coins with the account.
	keepsCredit
	// an entry that is refused is not refunded.
	noRefund
	// what is sent back can be refunded to the account, and arrive.
	arrivesLate
	// an account can ask for its coins once.
	onceOnly
	// nobody ends an offer that nobody takes: neither a packet nor the clock.
	openForEver
)

// next returns all worlds that can follow: in each, one of all those concerned, or the clock, has done one thing.
func (w world) next(f fault) (worlds []world) {
	step := func(can bool, do func(*world)) {
		if can {
			n := w
			do(&n)
			worlds = append(worlds, n)
		}
	}
	// The player sends an entry, or asks for something; at most two entries and one request are on their way.
	step(w.home > 0 && w.entries.sent < players, func(n *world) { n.home--; n.escrow++; n.entries.sent++ })
	step(w.requests.sent < 1, func(n *world) { n.requests.sent++ })

	// An entry is brought: it opens a game, joins one that the opponent has offered, or is refused.
	step(w.entries.sent > 0 && w.game == none, func(n *world) { n.entries.sent--; n.pot++; n.game = offered })
	step(w.entries.sent > 0 && w.game == none && w.opponent > 0, func(n *world) {
		n.entries.sent--
		n.opponent--
		n.pot += 2
		n.game = running
	})
	step(w.entries.sent > 0, func(n *world) {
		n.entries.sent--
		n.entries.refused++
		if f == keepsCredit {
			n.account++
		}
	})
	// It can also bring coins alone.
	step(w.entries.sent > 0, func(n *world) { n.entries.sent--; n.account++ })
	// Its refusal is brought home; or nobody has brought it in time.
	step(w.entries.refused > 0, func(n *world) {
		n.entries.refused--
		if f != noRefund {
			n.escrow--
			n.home++
		}
	})
	step(w.entries.sent > 0, func(n *world) { n.entries.sent--; n.escrow--; n.home++ })

	// A request is brought: it withdraws the offer, has all sent back, or is refused. Or it is late.
	step(w.requests.sent > 0 && w.game == offered && f != openForEver, func(n *world) {
		n.requests.sent--
		n.pot--
		n.account++
		n.game = none
	})
	step(w.requests.sent > 0 && w.account > 0 && (f != onceOnly || !w.returned), func(n *world) {
		n.requests.sent--
		n.backs.sent += n.account
		n.account, n.returned = 0, f == onceOnly
	})
	step(w.requests.sent > 0, func(n *world) { n.requests.sent-- })

	// What is sent back arrives, coin by coin; is refused, and that is brought here; or is late.
	step(w.backs.sent > 0, func(n *world) { n.backs.sent--; n.escrow--; n.home++ })
	step(w.backs.sent > 0, func(n *world) { n.backs.sent--; n.backs.refused++ })
	step(w.backs.refused > 0, func(n *world) { n.backs.refused--; n.account++ })
	step(w.backs.sent > 0, func(n *world) {
		n.account++
		if f != arrivesLate {
			n.backs.sent--
		}
	})

	// The opponent joins, or the clock ends the offer. The game ends one way or the other, or each gets its own.
	step(w.game == offered && w.opponent > 0, func(n *world) { n.opponent--; n.pot++; n.game = running })
	step(w.game == offered && f != openForEver, func(n *world) { n.pot--; n.account++; n.game = none })
	step(w.game == running, func(n *world) { n.account += n.pot; n.pot, n.game = 0, none })
	step(w.game == running, func(n *world) { n.opponent += n.pot; n.pot, n.game = 0, none })
	step(w.game == running, func(n *world) { n.opponent++; n.account++; n.pot, n.game = 0, none })
	return worlds
}

// explore returns how many worlds there are, how many in which coins were made or lost, and how many from which no way
// leads to where all coins are at home or with the opponent.
func explore(f fault) (all, wrong, stuck int) {
	start := world{home: players, escrow: opponent, opponent: opponent}
	seen := map[world]bool{start: true}
	before := make(map[world][]world)
	var settled []world
	for open := []world{start}; len(open) > 0; {
		w := open[0]
		open = open[1:]
		if w.home+w.escrow != players+opponent || w.escrow != w.vouchers()+w.onTheWay() || w.home < 0 || w.escrow < 0 {
			wrong++
			continue
		}
		if w.home+w.opponent == players+opponent {
			settled = append(settled, w)
		}
		for _, n := range w.next(f) {
			before[n] = append(before[n], w)
			if !seen[n] {
				seen[n] = true
				open = append(open, n)
			}
		}
	}
	ends := make(map[world]bool)
	for len(settled) > 0 {
		w := settled[0]
		settled = settled[1:]
		if !ends[w] {
			ends[w] = true
			settled = append(settled, before[w]...)
		}
	}
	return len(seen), wrong, len(seen) - wrong - len(ends)
}

// In every order of what players, relayers, the two chains and the clock can do, no coin is made or lost, and each can
// still come home. The faults show that the model would find it otherwise.
func TestNoCoinOfAPacketAccountIsMadeLostOrStuck(t *testing.T) {
	all, wrong, stuck := explore(faultless)
	t.Logf("%d worlds", all)
	require.Greater(t, all, 100)
	require.Zero(t, wrong)
	require.Zero(t, stuck)
	for _, f := range []fault{keepsCredit, noRefund, arrivesLate} {
		_, wrong, _ := explore(f)
		require.Positive(t, wrong, "fault %d", f)
	}
	for _, f := range []fault{noRefund, onceOnly, openForEver} {
		_, _, stuck := explore(f)
		require.Positive(t, stuck, "fault %d", f)
	}
}
