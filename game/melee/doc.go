// Package melee implements the rules of Battleship for 2 to 16 players who all shoot at once, as a pure, deterministic
// core.
//
// # Contract
//
// A melee is a [State]: a value that holds the stage, the seats that owe something, the deadline as a block height, and
// the public part of each board. [Step] takes a state, an [Action] and the height of the block that holds the action,
// and returns the next state and a list of [Event]. The same arguments give the same result on every machine, and Step
// never changes its arguments. The guarantees and limits of package game hold here too: no clock but heights, no
// randomness, coin or hash, an error and no change for an illegal action, no panic on any input. It shares tiles, sets,
// ships, rulesets and the audit of one board with package game; seats, stages and turns are its own.
//
// # A table
//
// A melee is opened for a number of players, including its creator. Others join. A player may leave and an invited one
// may decline: the melee is then for one less. The last player at a table cannot leave at once, so that a pending join
// finds a table: the deadline is brought near. Once no seat is vacant each player has to confirm within the longer of
// the two waits. A player that does not is absent and gets its stake back; with fewer than two players the melee is
// cancelled. A confirmation binds.
//
// # A round
//
//	Aim     every player afloat commits to a target
//	Fire    every player who has aimed opens the aim
//	Report  every player afloat lists the targets of the volley that hold one of its ships
//
// A target is a tile that was not bombed in an earlier round. It is bombed on every board, also on that of the player
// who fires. Several may fire at one tile. A report is the whole volley; the caller of Step has checked the opening of
// each tile. When all have reported, all whose last ship tile was hit sink together. With two or more afloat another
// round begins; else play has ended. If every tile was bombed, a seat afloat has fewer ships than its fleet and is out.
// A player may concede at any time in a round, but the last one in play. A fired bomb falls even if its player is out.
//
// Each round bombs a tile or puts a player out, so there are at most as many rounds as tiles and players.
//
// # Silence
//
// A stage ends as soon as its last obligation is met. If its deadline passes before that:
//
//  1. If more than half of the seats afloat have missed it, the stage has another clock, once, and no seat loses
//     anything. A seat whose report of this round shows that it has sunk is not counted as afloat.
//  2. If only silent seats would stay afloat, silence eliminates none. Play ends, and a claim replaces the missing
//     messages: the board contains the report, and so whether the seat ranks as afloat or as sunk.
//  3. Otherwise those who missed the deadline are scuttled, but for a player's first missed aim, which is a strike: it
//     has no bomb in this round. If they are more than half of the seats afloat, then each takes an equal share of the
//     pot with it ([State.Kept]), and there are no strikes.
//
// So a player that had sunk before gains nothing by censoring others, nor does one that knows that it is about to sink.
// Silence never pays, and a censor that keeps most of a table out of a stage for both clocks is left with no more than
// an equal share. One attack remains: power over blocks for one whole clock beats the half of a table that it is used
// against, as it beats the opponent in a duel. TestTheGainOfEmptyingAStage compares this with other rules.
//
// # The end
//
// When play has ended, seats rank: those afloat, then those that sank, the later the better. Seats that sank in one
// round share a rank. Seats that were scuttled, have conceded or have shown an illegal board do not rank. In the first
// claim the seats that may rank first may prove an honest board; if one of rank one proves it by the deadline, or all
// have, the melee is over. Otherwise every ranked seat may prove its board until a second deadline, and a better rank
// wins until then. The melee is over as soon as no remaining board could rank with the proven ones.
//
// Of the seats with proven boards, those that rank first share the pot equally ([State.Outcome]): one of them wins,
// several draw. Without a proven board, the melee is void and stakes go back to all seats but those that fell silent or
// showed an illegal board.
//
// If play has ended by the silence of all seats afloat ([State.Emptied]), those that had lost before do not rank and
// get nothing back.
//
// # Known attacks
//
// Players who share information, or feed one winner, beat honest ones by rule, and one person may be several players:
// two seats of one owner that spare each other take two thirds of the pot at a table of four. So a stake needs a list
// of invited players. A player whose last ship the others' opened aims have hit may withhold its own bomb, and so
// decide the fate of others on its tile. It is scuttled for that and can share no draw.
//
// # Legal changes of stage
//
//	Open    --join-->     Open, Ready (the table is full)
//	Open    --leave-->    Open
//	Open    --decline-->  Open, Ready, Cancelled
//	Open    --expire-->   Cancelled
//	Ready   --confirm-->  Ready, Aim
//	Ready   --leave, expire--> Ready, Aim, Cancelled
//	Aim     --aim-->      Aim, Fire
//	Fire    --fire-->     Fire, Report
//	Report  --report-->   Report, Aim (the next round), Claim, Over (no seat can claim)
//	Aim     --concede, expire--> Aim, Fire, Claim
//	Fire    --concede, expire--> Fire, Report, Aim (no bomb was fired), Claim
//	Report  --concede-->  Report, Aim, Claim, Over
//	Report  --expire-->   Report, Aim, Claim
//	Claim   --claim-->    Claim, Over
//	Claim   --expire-->   Second, Over
//	Second  --claim-->    Second, Over
//	Second  --expire-->   Over
//
// The same edges are data in table.go, and Step rejects any other.
//
// # Text and bytes
//
// States have drawings for people ([State.String]) and canonical bytes for machines ([State.AppendBinary]); the
// changing part of a melee has bytes of its own ([State.AppendProgress]). Each has exactly one meaning and each meaning
// exactly one text and byte string. The events of a melee suffice to rebuild each of its states.
package melee
