// Melees.

export { endedMelee as ended, melees as list, openMelees as open } from "./queries.js";
export {
  acceptedOf,
  enterMelee as enter,
  lookAtMelee as look,
  type MeleeChoice as Choice,
  MeleeSession as Session,
  type MeleeWish as Wish,
  meleeRuleset as ruleset,
} from "./session.js";
export {
  dueBy,
  type MeleeSeat as Seat,
  type MeleeView as View,
  mayJoin,
  meleeSeatOf as seatOf,
  meleeSide as sideOf,
} from "./view.js";
