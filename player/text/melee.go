package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// AtTable is AtDuel for a melee.
func AtTable(names []string, me melee.Seat, watching bool) Voice {
	v := Voice{Names: make(map[string]string), Short: true, Automatic: true}
	if !watching {
		v.You = Player(me)
	}
	for seat, name := range names {
		if name != "" {
			v.Names[Player(melee.Seat(seat))] = name
		}
	}
	return v
}

// Melee is Duel for a melee.
func (v Voice) Melee(s melee.State, n *types.QueryNextActionResponse, cause melee.CancelCause) string {
	switch s.Stage {
	case melee.StageCancelled:
		return MeleeCancelled(cause)
	case melee.StageOver:
		result := types.MeleeResult{
			Rounds: uint32(s.Round), Winners: uint32(s.Winners()),
		}
		for seat, rank := range s.Ranking() {
			result.Places = append(result.Places, types.MeleePlace{
				Player: Player(melee.Seat(seat)), Rank: uint32(rank),
			})
		}
		return v.MeleeResult(result)
	default:
	}
	soon := *n
	soon.Deadline = 0
	return v.Next(&soon)
}

// Concern writes what the next step of a melee, or its end, means for the player of a seat. It returns "" for nothing.
// Aimed is the player's aim in this round, if it is known, and staked reports whether there is a pot.
func (v Voice) Concern(s melee.State, me melee.Seat, aimed *Aimed, staked bool) string {
	var parts []string
	add := func(text string) { parts = append(parts, text) }
	if s.Stage == melee.StageCancelled {
		add("stakes and deposit are paid back")
	}
	if v.you(Player(me)) {
		p, owes := s.Players[me], s.Owes.Has(me)
		switch _, done := Duty(s.Stage); {
		case p.Standing != melee.Afloat:
			add(v.Lost(Player(me), p.Standing, p.Round))
		case owes && s.Stage == melee.StageReady:
			add("players who do not confirm are out")
		case owes && s.Stage == melee.StageAim && aimed != nil:
			add("your " + Bombing.noun + " is on its way")
		case owes && s.Stage == melee.StageAim && s.Struck.Has(me):
			add(v.strike(Player(me)))
		case owes && s.Stage == melee.StageAim:
			add("a bomb falls on every board, also on yours")
		case owes && done != "":
			add("yours is " + sentAutomatically)
		case s.Stage == melee.StageAim && aimed != nil:
			add(v.Done(ActAim, s.Ruleset, 0, *aimed))
		case s.Stage == melee.StageFire && !p.HasTarget:
			add(v.strike(Player(me)))
		}
	}
	if s.Emptied {
		add(allSilent)
	}
	if s.Extended {
		add("most players were late: this is the last extension")
	}
	if staked && s.Kept.Num != s.Kept.Den {
		add(kept(s.Kept))
	}
	return strings.Join(parts, "; ")
}

// Bound is the consequence of a confirmation.
const Bound = "a player who has confirmed cannot leave"

const allSilent = "all players afloat missed the deadline"

func kept(f melee.Fraction) string { return fmt.Sprintf("%s of the pot is left", f) }

func (v Voice) strike(player string) string { return v.about(player, struck) }

const struck = "{name} missed an aim; a second miss eliminates {name}"

// Duty writes a player's obligation in a stage, before and after it is met. It returns "" for a stage without one.
func Duty(stage melee.Stage) (due, done string) { return duties[stage][0], duties[stage][1] }

var duties = map[melee.Stage][2]string{
	melee.StageOpen:      {"join", "joined"},
	melee.StageReady:     {"confirm", "confirmed"},
	melee.StageAim:       {"aim", "aimed"},
	melee.StageFire:      {"fire", "fired"},
	melee.StageReport:    {"report", "reported"},
	melee.StageClaim:     {"prove", "proven"},
	melee.StageSecond:    {"prove", "proven"},
	melee.StageOver:      {},
	melee.StageCancelled: {},
}

// MeleeTitle writes the players of a melee, for the title of a screen.
func MeleeTitle(s melee.State) string {
	places := len(s.Players) - s.Seats(melee.Closed).Len()
	if s.Round == 0 {
		return fmt.Sprintf("melee for %d", places)
	}
	begun := places - s.Seats(melee.Vacant).Len() - s.Seats(melee.Absent).Len()
	if s.Stage.Ended() {
		return fmt.Sprintf("melee of %d", begun)
	}
	return fmt.Sprintf("melee, %d of %d afloat", s.Seats(melee.Afloat).Len(), begun)
}

// Outcome writes how a player of a melee has ended it, from the longest words to the shortest: "sunk in round 3",
// "sunk 3", "sunk", "out".
func Outcome(s melee.State, seat melee.Seat) [4]string {
	p := s.Players[seat]
	word := Standing(p.Standing)
	long := word
	switch over, winners := s.Stage == melee.StageOver, s.Winners(); {
	case over && winners == melee.SeatsOf(seat):
		word, long = "won", "won"
	case over && winners.Has(seat):
		word, long = "draw", "draw"
	case over && p.Standing == melee.Afloat:
		long = word + ", board not proven"
	case p.Round > 0:
		return [4]string{fmt.Sprintf("%s in round %d", word, p.Round), fmt.Sprintf("%s %d", word, p.Round), word, "out"}
	}
	return [4]string{long, word, word, word}
}

// InStage writes the standing of a player in the current stage, in long and in short words: "to aim" and "due".
func InStage(s melee.State, seat melee.Seat) (long, short string) {
	due, done := Duty(s.Stage)
	switch p := s.Players[seat]; {
	case s.Proven.Has(seat):
		return "proven", "proven"
	case p.Standing != melee.Afloat:
		outcome := Outcome(s, seat)
		return outcome[1], outcome[2]
	case s.Owes.Has(seat) && due != "":
		return "to " + due, "due"
	case s.Stage == melee.StageFire && !p.HasTarget:
		return "no bomb", "no bomb"
	}
	switch s.Stage {
	case melee.StageOpen:
		return done, done
	case melee.StageReady, melee.StageAim, melee.StageFire, melee.StageReport:
		return done, "done"
	case melee.StageClaim, melee.StageSecond, melee.StageOver, melee.StageCancelled:
	}
	return Standing(melee.Afloat), Standing(melee.Afloat)
}

// MeleeLog writes the events of a melee whose players are known by their seats, one after the other. The bombs of a
// round become one line.
type MeleeLog struct {
	Voice
	Ruleset *game.Ruleset

	round int
	fired []melee.Fired
}

// Line writes an event, with the name of the player of one before the first round if that is known: the seat can have
// another player by now. It returns "" for an event without a line of its own.
func (l *MeleeLog) Line(e melee.Event, player string) string {
	seated := func(seat melee.Seat) string {
		if player != "" && !l.you(Player(seat)) {
			return player
		}
		return l.Name(Player(seat))
	}
	switch e := e.(type) {
	case melee.Joined:
		return seated(e.By) + " joined"
	case melee.Declined:
		if player == "" {
			player = "an invited player"
		}
		return player + " declined"
	case melee.Left:
		return seated(e.By) + " left"
	case melee.Withdrawn:
		return seated(e.By) + " left; " + pendingJoin(e.Deadline)
	case melee.Confirmed:
		return l.Name(Player(e.By)) + " confirmed"
	case melee.Cancelled:
		return MeleeCancelled(e.Cause)
	case melee.StageBegan:
		l.round = e.Round
		if e.Stage == melee.StageReport {
			return l.Bombs()
		}
		l.fired = nil
	case melee.StageExtended:
		return fmt.Sprintf("most players were late: extended until block %d", e.Deadline)
	case melee.Fired:
		l.fired = append(l.fired, e)
	case melee.Reported:
		if hits := types.TileNames(l.Ruleset, e.Hits); len(hits) > 0 {
			return fmt.Sprintf("%s %s hit at %s", l.Name(Player(e.By)), l.verb(Player(e.By), "were", "was"), List(hits))
		}
	case melee.Strike:
		return l.strike(Player(e.By))
	case melee.Lost:
		return l.Lost(Player(e.By), e.How, e.Round)
	case melee.Forfeited:
		return kept(e.Kept)
	case melee.PlayEnded:
		if e.Emptied {
			return "play ended: " + allSilent
		}
		return "play ended"
	case melee.Proven:
		if l.Short {
			return l.about(Player(e.By), provenBy)
		}
		return l.about(Player(e.By), provenBy) + ": " + l.Ruleset.FleetString(e.Fleet)
	case melee.Over:
		return l.winners(Players(e.Winners))
	case melee.Aimed:
	}
	return ""
}

// Opened writes that a melee was opened, by the player of the first seat.
func (v Voice) Opened(id uint64, players int) string {
	return fmt.Sprintf("%s opened melee %d for %s", v.Name(Player(0)), id, Count(players, "player"))
}

// Hits writes how many of a fleet's tiles are hit.
func Hits(hits, of int) string { return fmt.Sprintf("%d/%d hit", hits, of) }

// Bombs writes the bombs that were fired in the round: "round 3: you and bob B5, carol C7". It returns "" if there are
// none.
func (l *MeleeLog) Bombs() string {
	var texts []string
	for i, one := range l.fired {
		at := func(other melee.Fired) bool { return other.Tile == one.Tile }
		if slices.ContainsFunc(l.fired[:i], at) {
			continue // named with the first
		}
		var by []string
		for _, other := range l.fired[i:] {
			if at(other) {
				by = append(by, Player(other.By))
			}
		}
		texts = append(texts, l.List(by)+" "+l.Ruleset.TileName(one.Tile))
	}
	l.fired = nil
	if len(texts) == 0 {
		return ""
	}
	format := "round %d: %s"
	if l.Short {
		format = "%d: %s"
	}
	return fmt.Sprintf(format, l.round, strings.Join(texts, ", "))
}

// Player is Duelist for the players of a melee.
func Player(seat melee.Seat) string { return fmt.Sprintf("player %d", seat+1) }

// Players returns the words for the players of a melee.
func Players(seats melee.Seats) []string {
	var players []string
	for seat := range seats.All() {
		players = append(players, Player(seat))
	}
	return players
}

// MeleeNext is Next for a melee. Invited are the names of those who alone may join.
func MeleeNext(s melee.State, invited []string, p types.Params, height int64) *types.QueryNextActionResponse {
	m := types.Melee{Invited: invited}
	for seat := range s.Players {
		m.Players = append(m.Players, types.MeleePlayer{Address: Player(melee.Seat(seat))})
	}
	return types.NextMeleeAction(m, s, p, height)
}
