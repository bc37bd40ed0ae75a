package rating

// Play returns the standings of the winner and the loser of a rated game after it. The documentation of the package has
// the formula. Ratings stay between Min and Max; one out of bounds counts as the nearest one in bounds. Each player has
// one rated game more. Games must be less than the greatest uint64, or it would wrap around to 0.
func Play(winner, loser Standing) (newWinner, newLoser Standing) {
	winner, loser = winner.bounded(), loser.bounded()
	// Both sides have the same surprise, since their expected scores add up to a whole.
	surprise := whole - Expected(winner.Rating, loser.Rating)
	// Min is greater than the greatest loss, so this does not pass below 0.
	winner.Rating += points(winner.factor(), surprise)
	loser.Rating -= points(loser.factor(), surprise)
	winner.Games++
	loser.Games++
	return winner.bounded(), loser.bounded()
}

// points is a factor times a number of thousandths, rounded to the nearest integer and halves up.
func points(factor, thousandths uint32) uint32 { return (factor*thousandths + whole/2) / whole }
