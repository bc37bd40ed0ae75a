// The loop of a page: at most one message in each position, and again one that was refused for a moment.

import { describe, expect, test } from "vitest";
import { Refusal } from "../src/chain/errors.js";
import { Loop } from "../src/game/loop.js";

/** looped is a loop on a game whose position is a number, with messages of the given outcomes, in order. */
function looped(...outcomes: (Error | "sent")[]) {
  const game = { position: 1, sent: 0, refused: 0, during: (): void => undefined, until: Promise.resolve() };
  const loop = new Loop<{ position: number }>({
    look: async () => ({ position: game.position }),
    position: ({ position }) => String(position),
    act: async () => {
      const outcome = outcomes[game.sent++] ?? "sent";
      game.during();
      await game.until;
      if (outcome instanceof Error) {
        throw outcome;
      }
      return true;
    },
    unseen: () => undefined,
    refused: () => void game.refused++,
  });
  return { game, loop };
}

const passing = [20, 26, 32].map((code) => new Refusal("sdk", code));

test.each(["stop", "release"] as const)(
  "another loop acts only after the last message of this one: %s",
  async (end) => {
    const { game, loop } = looped("sent");
    const turns: AbortSignal[] = [];
    loop.hold((signal, turn) => {
      turns.push(signal);
      turn(true);
    });
    let finish = (): void => undefined;
    game.until = new Promise((resolve) => {
      finish = resolve;
    });
    await loop.look();
    await expect.poll(() => game.sent).toBe(1);
    loop[end]();
    loop.hold((signal) => turns.push(signal)); // as for another account
    expect(turns.map(({ aborted }) => aborted)).toEqual([false, false]);
    finish();
    await expect.poll(() => turns.map(({ aborted }) => aborted)).toEqual([true, false]);
    loop[end]();
    expect(turns[1]!.aborted).toBe(true); // nothing is on its way
  },
);

describe("a message", () => {
  test.each(passing)("that is refused for a moment is sent again after the next block: $code", async (refusal) => {
    const { game, loop } = looped(refusal, refusal);
    loop.hold();
    for (let block = 1; block <= 3; block++) {
      await loop.look();
      await expect.poll(() => game.sent).toBe(block);
      await expect.poll(() => loop.unreached).toBe(block < 3);
    }
    await loop.look();
    expect(game).toMatchObject({ sent: 3, refused: 2 });
  });

  test.each([
    ...passing.map(({ codespace, code }) => new Refusal(codespace, code, 7n)),
    new Refusal("sdk", 5),
    new Refusal("battleship", 20),
  ])("that is refused for good, or in a block, is not sent again: $codespace $code", async (refusal) => {
    const { game, loop } = looped(refusal);
    loop.hold();
    await loop.look();
    await expect.poll(() => game.refused).toBe(1);
    await loop.look();
    await loop.look();
    expect(game.sent).toBe(1);
  });

  test("that the player asks for while another one is refused is sent", async () => {
    const { game, loop } = looped(new Refusal("sdk", 5));
    game.during = () => game.sent === 1 && loop.ask();
    loop.hold();
    await loop.look();
    await expect.poll(() => game.sent).toBe(2);
    await loop.look();
    expect(game).toMatchObject({ sent: 2, refused: 1 });
  });

  test("that was sent is not sent again because the player asks meanwhile", async () => {
    const { game, loop } = looped("sent");
    game.during = () => game.sent === 1 && loop.ask();
    loop.hold();
    await loop.look();
    await loop.look();
    await loop.look();
    expect(game.sent).toBe(1);
  });
});
