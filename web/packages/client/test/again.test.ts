// The account of a game, its sounds, and the entry into its rematch.

import { describe, expect, test } from "vitest";
import { randomBelow, randomBytes } from "../src/bytes.js";
import { NotFound, Refusal, Told } from "../src/chain/errors.js";
import { Node } from "../src/chain/node.js";
import { Submitter } from "../src/chain/submit.js";
import type { Chain } from "../src/game/chain.js";
import { Phase, ResultSchema } from "../src/gen/battleship/v1/battleship_pb.js";
import { QueryGameResponseSchema, QueryPlayerResponseSchema } from "../src/gen/battleship/v1/query_pb.js";
import { MsgConcedeSchema } from "../src/gen/battleship/v1/tx_pb.js";
import { playAgain, rematchWish } from "../src/kinds/duel/rematch.js";
import type { View } from "../src/kinds/duel/view.js";
import { create } from "../src/proto/codec.js";
import { KeyWallet } from "../src/wallet/key.js";

const alice = new KeyWallet(new Uint8Array(32).fill(1)).address;
const bob = new KeyWallet(new Uint8Array(32).fill(2)).address;
const anchor = (amount: number) => ({ denom: "uanchor", amount: String(amount) });

describe("a rematch", () => {
  const result = create(ResultSchema, { gameId: 7n, rulesetId: 1, players: [alice, bob] });
  const again = { casual: true, stake: anchor(5), turnBlocks: 60n, houseShareBps: 250 };
  const terms = { casual: true, stake: anchor(5), houseShareBps: 250 };

  /** chain is one on which game 9 is in a phase, or is not there. */
  function chain(phase: Phase | undefined, more: Record<string, unknown> = {}): Chain {
    class Fake extends Node {
      override ended = async () => undefined;
      override game = async () => {
        if (phase === undefined) throw new NotFound();
        return create(QueryGameResponseSchema, {
          game: {
            id: 9n,
            rulesetId: 1,
            participants: [{ address: alice }],
            rematchOf: 7n,
            turnBlocks: 60n,
            terms,
            ...more,
          } as never,
          progress: { phase, sides: [] },
        });
      };
    }
    return { node: new Fake(), chainId: "x", remembered: { getItem: () => null, setItem: () => undefined } };
  }

  test("is offered by the first player to ask, for the terms of the game", async () => {
    expect(await rematchWish(chain(undefined), alice, result, 0n, again)).toMatchObject({
      kind: "create",
      opponent: bob,
      rematchOf: 7n,
      casual: true,
      stake: anchor(5),
      turnBlocks: 60n,
      shown: { houseShareBps: 250 },
    });
  });

  test("is joined by the other one", async () => {
    expect(await rematchWish(chain(Phase.OPEN), bob, result, 9n, again)).toMatchObject({
      kind: "join",
      gameId: 9n,
      terms: { creator: alice, rulesetId: 1, turnBlocks: 60n, stake: anchor(5), casual: true, maxHouseShareBps: 250 },
    });
  });

  // One click put ninety ANCHOR into a game of ten blocks a move, after a casual one.
  test("is only looked at if it is for something else than was shown", async () => {
    for (const more of [
      { terms: { ...terms, stake: anchor(90_000_000) } },
      { terms: { ...terms, stake: { denom: "uship", amount: "5" } } },
      { terms: { casual: true } },
      { terms: { stake: anchor(5) } },
      { terms: { ...terms, fee: anchor(1) } },
      { terms: { ...terms, houseShareBps: 251 } },
      { turnBlocks: 10n },
      { rulesetId: 2 },
    ]) {
      expect(await rematchWish(chain(Phase.OPEN, more), bob, result, 9n, again)).toBe(9n);
    }
    const dearer = { ...again, fee: anchor(1) };
    expect(await rematchWish(chain(Phase.OPEN), bob, result, 9n, dearer)).toMatchObject({ kind: "join" });
    const offered = { ...again, stake: anchor(90_000_000), turnBlocks: 10n };
    const shown = chain(Phase.OPEN, { terms: { ...terms, stake: offered.stake }, turnBlocks: 10n });
    expect(await rematchWish(shown, bob, result, 9n, offered)).toMatchObject({ kind: "join" });
  });

  test("is played where it was shown, over the relay that the player has asked", async () => {
    const entered = { relay: "ws://127.0.0.1:26680", prepare: async () => undefined };
    const asked: unknown[] = [];
    const offChain = async (offered?: View) => {
      asked.push(offered?.id);
      return entered;
    };
    const channel = { channelTimeoutBlocks: 990n };
    expect(await rematchWish(chain(undefined), alice, result, 0n, { ...again, offChain })).toMatchObject({
      kind: "create",
      rematchOf: 7n,
      turnBlocks: 60n,
      offChain: entered,
    });
    expect(await rematchWish(chain(Phase.OPEN, channel), bob, result, 9n, { ...again, offChain })).toMatchObject({
      kind: "join",
      gameId: 9n,
      offChain: entered,
    });
    expect(asked).toEqual([undefined, 9n]);
    expect(await rematchWish(chain(Phase.OPEN, channel), bob, result, 9n, again)).toBe(9n);
    expect(await rematchWish(chain(Phase.OPEN), bob, result, 9n, { ...again, offChain })).toBe(9n);
    const silent = { ...again, offChain: () => Promise.reject(new Told("The relay does not answer.")) };
    await expect(rematchWish(chain(undefined), alice, result, 0n, silent)).rejects.toThrow("does not answer");
  });

  test("regression: is not entered by joining another game, or that of another player", async () => {
    const stranger = new KeyWallet(new Uint8Array(32).fill(3)).address;
    for (const more of [{ rematchOf: 6n }, { rematchOf: 0n }, { participants: [{ address: stranger }] }]) {
      await expect(rematchWish(chain(Phase.OPEN, more), bob, result, 9n, again)).rejects.toThrow("otherwise than");
    }
  });

  test("is only looked at by a player who is in it already", async () => {
    expect(await rematchWish(chain(Phase.OPEN), alice, result, 9n, again)).toBe(9n);
    expect(await rematchWish(chain(Phase.PLAY), bob, result, 9n, again)).toBe(9n);
  });

  test("is offered anew if it was taken back meanwhile", async () => {
    expect(await rematchWish(chain(undefined), bob, result, 9n, again)).toMatchObject({
      kind: "create",
      rematchOf: 7n,
    });
  });

  test("is tried three times, should the other one always be first", async () => {
    let tries = 0;
    class Fake extends Node {
      override balances = async () => [anchor(5)];
      override player = async () => create(QueryPlayerResponseSchema, {});
      override account = async () => ({ number: 1n, sequence: 0n });
      override gasPrice = async () => ({ denom: "uanchor", micro: 1000n });
      override broadcast = async () => ({ codespace: "battleship", code: ++tries > 9 ? 2 : 36 });
      override tx = async () => undefined;
    }
    const wallet = new KeyWallet(new Uint8Array(32).fill(1));
    const played = create(ResultSchema, { ...result, players: [wallet.address, bob] });
    const node = Object.assign(new Fake(), { result: async () => ({ result: played, rematch: 0n }) });
    await expect(
      playAgain({ ...chain(undefined), node }, wallet, 7n, again, randomBelow, randomBytes),
    ).rejects.toMatchObject({ code: 36 });
    expect(tries).toBe(3);
  });

  test("is for its players alone", async () => {
    const stranger = new KeyWallet(new Uint8Array(32).fill(3)).address;
    await expect(rematchWish(chain(undefined), stranger, result, 0n, again)).rejects.toThrow("Only its players");
  });
});

describe("a lack of fees for the key of a game", () => {
  test("is distinguished from other refusals", () => {
    for (const [codespace, code] of [
      ["feegrant", 2],
      ["feegrant", 3],
      ["feegrant", 5],
    ] as const) {
      expect(new Refusal(codespace, code).feesNeeded).toBe(true);
    }
    expect(new Refusal("sdk", 5).feesNeeded).toBe(false);
    expect(new Refusal("feegrant", 7).feesNeeded).toBe(false);
  });

  test("is found where the chain reports only that something was not found", async () => {
    const key = new KeyWallet(new Uint8Array(32).fill(9), alice);
    for (const [allowances, code] of [
      [[], 5],
      [[{ granter: bob }], 5],
      [[{ granter: alice }], 1],
    ] as const) {
      class Fake extends Node {
        override account = async () => ({ number: 1n, sequence: 0n });
        override gasPrice = async () => ({ denom: "uanchor", micro: 1000n });
        override broadcast = async () => ({ codespace: "undefined", code: 1 });
        override tx = async () => undefined;
        override json = async () => ({ allowances });
      }
      const submitter = new Submitter(new Fake(), "x", key, async () => undefined);
      const message = create(MsgConcedeSchema, { sender: key.address, gameId: 7n });
      await expect(submitter.send([message])).rejects.toMatchObject({ code });
    }
  });
});
