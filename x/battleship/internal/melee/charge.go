package melee

import (
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
)

// entryGas is the least gas of entering a melee: the deadlines of a melee settle each seat at most this number of
// times, except for those that it pays for with lateGas.
const entryGas = maxSettlements * core.SeatGas

// lateGas is the least gas of a message by which a player of a melee makes up for a missed one in a stage that has
// another clock: the number of such stages is unbounded.
const lateGas = core.SeatGas
