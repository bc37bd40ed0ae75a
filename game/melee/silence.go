package melee

// silence settles a deadline that seats have missed in a round. There are three rules, and they are all there is about
// silence:
//
//   - If more than half of the seats afloat have missed a stage's first deadline, the stage has another clock and
//     nobody loses anything.
//   - If nobody else stays afloat, silence puts nobody out: play ends, and claims stand in for what is missing.
//   - Else those who missed are out, but for a first missed aim, which is a strike. If they are more than half of the
//     seats afloat, each takes an equal share of the pot with it, so that whoever kept them out has not won it.
//
// Why, and who gains what by other rules, TestWhoGainsByEmptyingAStage says.
func (t *turn) silence() {
	missed, counted := t.Owes, t.counted()
	remain := counted &^ missed
	most := missed.most(counted)
	if most && !t.Extended {
		t.Extended, t.Deadline = true, t.height+t.Clock.TurnBlocks
		t.tell(StageExtended{Deadline: t.Deadline})
		return
	}
	if remain == 0 {
		t.leavePlay(missed)
		return
	}
	if most {
		t.Kept = t.Kept.times(remain.Len(), counted.Len())
		t.tell(Forfeited{Kept: t.Kept})
	}
	for seat := range missed.All() {
		if t.Stage == StageAim && !most && !t.Struck.Has(seat) {
			t.Struck = t.Struck.With(seat)
			t.Owes = t.Owes.Without(seat)
			t.tell(Strike{By: seat})
			continue
		}
		t.lose(seat, Scuttled)
	}
	t.goOn(remain)
}
