package melee

// silence settles a deadline that seats have missed in a round, by three rules:
//
//   - If more than half of the seats afloat have missed a stage's first deadline, the stage has another clock and no
//     seat loses anything.
//   - If no other seat would stay afloat, silence eliminates none: play ends, and claims replace the missing messages.
//   - Otherwise the silent seats are out, except for a first missed aim, which is a strike. If they are more than half
//     of the seats afloat, each takes an equal share of the pot with it, so that a censor has not won it.
//
// TestTheGainOfEmptyingAStage compares these rules with others.
func (t *turn) silence() {
	missed, counted := t.Owes, t.counted()
	remain := counted &^ missed
	most := missed.most(counted)
	if most && !t.Extended {
		t.Extended, t.Deadline = true, t.height+t.Clock.TurnBlocks
		t.emit(StageExtended{Deadline: t.Deadline})
		return
	}
	if remain == 0 {
		t.leavePlay(missed)
		return
	}
	if most {
		t.Kept = t.Kept.times(remain.Len(), counted.Len())
		t.emit(Forfeited{Kept: t.Kept})
	}
	for seat := range missed.All() {
		if t.Stage == StageAim && !most && !t.Struck.Has(seat) {
			t.Struck = t.Struck.With(seat)
			t.Owes = t.Owes.Without(seat)
			t.emit(Strike{By: seat})
			continue
		}
		t.lose(seat, Scuttled)
	}
	t.goOn(remain)
}
