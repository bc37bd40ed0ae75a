// The texts about a game's record.

import { expect, test } from "vitest";
import { Reason } from "#client/gen/battleship/v1/battleship_pb";
import { reasonFor, reasonText } from "../src/kinds/duel/words";

test("a player reads whose action ended the game", () => {
  expect(reasonFor(Reason.CONCEDED, true)).toBe("your opponent gave up");
  expect(reasonFor(Reason.CONCEDED, false)).toBe("you gave up");
  expect(reasonFor(Reason.TIMEOUT, true)).toBe("your opponent was too late");
  expect(reasonFor(Reason.TIMEOUT, false)).toBe("you were too late");
  expect(reasonFor(Reason.UNPROVEN, false)).toBe("your board was not proven");
  expect(reasonFor(Reason.SUNK, false)).toBe(reasonText[Reason.SUNK]);
});
