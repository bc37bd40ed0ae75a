// Duels.

export { acceptedOf, type Entered, enter, type Shown, type Wish } from "./enter.js";
export { type Again, againOf, playAgain } from "./rematch.js";
export { type AdvanceOptions, type DuelChoice as Choice, DuelSession as Session, look } from "./session.js";
export { playedIn, type Verdict, verifyGame } from "./verify.js";
export { mayClaim, type Owed, other, owedBy, playerOf, type SeatIndex, seatOf, type View } from "./view.js";
