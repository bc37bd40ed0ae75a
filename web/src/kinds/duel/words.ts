// The end of a duel in words.

import { Reason } from "#client/gen/battleship/v1/battleship_pb";

/** reasonText has the reasons why a game left play. */
export const reasonText: Readonly<Record<Reason, string>> = {
  [Reason.UNSPECIFIED]: "",
  [Reason.SUNK]: "the last ship was sunk",
  [Reason.CONCEDED]: "one player gave up",
  [Reason.CHALLENGED]: "one player demanded the other's proof",
  [Reason.TIMEOUT]: "a deadline has passed",
  [Reason.UNPROVEN]: "a board was not proven",
  [Reason.CANCELLED]: "nobody joined",
  [Reason.VOID]: "nobody proved a board",
};

/** reasonFor describes the reason to the player who has won or lost by it. */
export function reasonFor(reason: Reason, won: boolean): string {
  switch (reason) {
    case Reason.CONCEDED:
      return won ? "your opponent gave up" : "you gave up";
    case Reason.TIMEOUT:
      return won ? "your opponent was too late" : "you were too late";
    case Reason.UNPROVEN:
      return won ? "your opponent did not prove its board" : "your board was not proven";
    default:
      return reasonText[reason];
  }
}
