// Package melee is the rules of Battleship for 2 to 16 players who all shoot at once, as a pure, deterministic core.
//
// # Contract
//
// A melee is a [State]: a value that says which stage it is in, which seats owe what until which block height, and what
// is publicly known of each board. [Step] takes a state, an [Action] and the height of the block in which the action
// happens, and returns the next state and what happened as a list of [Event]. The same arguments give the same result
// on every machine, and Step never changes its arguments. What package game promises of a duel's Step and refuses to
// know holds here too: no clock but heights, no randomness, no coin, no hash, an error and no change for what is not
// legal, no panic on any input. It shares tiles, sets, ships, rulesets and the audit of one board with package game;
// seats, stages and turns are its own.
//
// # A table
//
// A melee is opened for a number of players, of whom the creator is one. Others join. A player may leave and an invited
// one may decline: the melee is then for one less. The last player at a table cannot leave at once, so that a join on
// its way finds a table: the deadline is brought near. Once no seat is vacant each player has to confirm within the
// longer of the two waits. Whoever does not is absent and gets its stake back; with fewer than two players the melee is
// cancelled. A confirmation binds.
//
// # A round
//
//	Aim     everybody afloat commits to a target
//	Fire    everybody who has aimed opens the aim
//	Report  everybody afloat says which targets of the volley hold one of its ships
//
// A target is a tile that was not bombed in an earlier round. It is bombed on every board, also on that of the player
// who fires. Several may fire at one tile. A report is the whole volley; whoever calls Step has checked the opening of
// each tile. When all have reported, all whose last ship tile was hit sink together. With two or more afloat another
// round begins; else play has ended. If every tile was bombed, whoever is afloat has fewer ships than it should and is
// out. A player may concede at any time in a round, but the last one in play. A bomb that was fired falls, whatever
// becomes of the player.
//
// Each round bombs a tile or puts a player out, so there are at most as many rounds as tiles and players.
//
// # Silence
//
// A stage ends as soon as nobody owes anything. If its deadline passes before that:
//
//  1. If more than half of the seats afloat have missed it, the stage has another clock, once, and nobody loses
//     anything. A seat whose report of this round shows that it has sunk is not counted as afloat.
//  2. If nobody but the silent would stay afloat, silence puts nobody out. Play ends, and a claim stands in for what is
//     missing: the board says what the report would have said, and so whether the seat ranks as afloat or as sunk.
//  3. Otherwise those who missed the deadline are scuttled, but for a player's first missed aim, which is a strike: it
//     has no bomb in this round. If they are more than half of the seats afloat, then each takes an equal share of the
//     pot with it ([State.Kept]), and strikes are not asked for.
//
// So a player that had sunk before gains nothing by keeping others' messages out, nor does one that knows that it is
// about to sink; silence never pays; and whoever keeps most of a table out of a stage for both clocks is left with no
// more than an equal share. What is not stopped: power over blocks for one whole clock beats the half of a table that
// it is used against, as it beats the opponent in a duel. TestWhoGainsByEmptyingAStage compares this with other rules.
//
// # The end
//
// When play has ended, seats rank: those afloat, then those that sank, the later the better. Who sank in one round has
// one rank. Seats that were scuttled, have conceded or have shown an illegal board do not rank. In the first claim
// those may prove an honest board that may rank first; if one who ranks first proves it by the deadline, or all have,
// the melee is over. Otherwise all who rank may prove theirs until a second deadline, and a better rank wins until
// then. The melee is over as soon as no board is left that could rank with those proven.
//
// Of those who have proven a board the ones that rank first share the pot equally ([State.Outcome]): one of them wins,
// several draw. If nobody has, the melee is void and stakes go back to all but those who fell silent or showed an
// illegal board.
//
// If play has ended by the silence of all who were afloat ([State.Emptied]), those that had lost before do not rank and
// get nothing back.
//
// # What is not stopped
//
// Players who share what they know, or feed one winner, beat honest ones by rule, and one person may be several
// players: two seats of one owner that spare each other take two thirds of the pot at a table of four. So a stake
// needs a list of invited players. A player whose last ship the others' opened aims have hit may withhold its own bomb,
// and so decide what becomes of others on its tile. It is scuttled for that and can share no draw.
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
//	Report  --report-->   Report, Aim (the next round), Claim, Over (nobody can claim)
//	Aim     --concede, expire--> Aim, Fire, Claim
//	Fire    --concede, expire--> Fire, Report, Aim (no bomb was fired), Claim
//	Report  --concede-->  Report, Aim, Claim, Over
//	Report  --expire-->   Report, Aim, Claim
//	Claim   --claim-->    Claim, Over
//	Claim   --expire-->   Second, Over
//	Second  --claim-->    Second, Over
//	Second  --expire-->   Over
//
// The same edges stand as data in table.go, and Step refuses any other.
//
// # Text and bytes
//
// States have drawings for people ([State.String]) and canonical bytes for machines ([State.AppendBinary]); what
// changes in a melee has bytes of its own ([State.AppendProgress]). Each has exactly one meaning and each meaning
// exactly one text and byte string. The events of a melee suffice to rebuild each of its states.
package melee
