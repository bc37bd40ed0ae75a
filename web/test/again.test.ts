// What a game has brought, what is heard of it, and how the next one of the two is entered.

import { describe, expect, test } from "vitest";
import { randomBelow, randomBytes } from "../src/bytes";
import { NotFound, Refusal } from "../src/chain/errors";
import { overIn } from "../src/chain/history";
import { Node } from "../src/chain/node";
import { Submitter } from "../src/chain/submit";
import { Obligation, Phase, Reason, ResultSchema, Seat, Withheld } from "../src/gen/battleship/v1/battleship_pb";
import { EventGameOverSchema } from "../src/gen/battleship/v1/event_pb";
import { QueryGameResponseSchema, QueryPlayerResponseSchema } from "../src/gen/battleship/v1/query_pb";
import { MsgConcedeSchema } from "../src/gen/battleship/v1/tx_pb";
import { cues } from "../src/play/cues";
import { accountOf, withheldText } from "../src/play/outcome";
import { playAgain, rematchWish } from "../src/play/rematch";
import type { Chain } from "../src/play/session";
import { type View, viewOf } from "../src/play/view";
import { create } from "../src/proto/codec";
import { tilesToBytes } from "../src/rules/tiles";
import { coinText, parseCoin } from "../src/ui/words";
import { KeyWallet } from "../src/wallet/browser";

const alice = new KeyWallet(new Uint8Array(32).fill(1)).address;
const bob = new KeyWallet(new Uint8Array(32).fill(2)).address;
const anchor = (amount: number) => ({ denom: "uanchor", amount: String(amount) });

describe("the account of a game", () => {
  const over = create(EventGameOverSchema, {
    gameId: 7n,
    result: { winner: Seat.CREATOR, reason: Reason.SUNK },
    terms: { stake: anchor(5_000_000), fee: anchor(21_210_000) },
    withheld: Withheld.NONE,
    shares: [
      { pot: anchor(9_900_000), feeBurned: anchor(21_000_000), feeBack: anchor(210_000), reward: 42_000_000n },
      { feeBurned: anchor(21_000_000), feeBack: anchor(210_000) },
    ],
    ratings: [1016, 984],
  });

  test("adds up to what the player has more or less than before", () => {
    expect(accountOf(over, 0).net).toEqual([
      { denom: "uanchor", amount: String(9_900_000 + 210_000 - 5_000_000 - 21_210_000) },
      { denom: "uship", amount: "42000000" },
    ]);
    expect(accountOf(over, 1).net).toEqual([anchor(210_000 - 26_210_000)]);
    expect(accountOf(over, 1).parts.map(({ text }) => text)).toContain("your stake lost");
    expect([accountOf(over, 0).rating, accountOf(over, 1).rating]).toEqual([1016, 984]);
  });

  test("gives what the opponent has forfeited, and keeps back what the player has", () => {
    const fled = create(EventGameOverSchema, {
      terms: { fee: anchor(100) },
      shares: [
        { feeBack: anchor(100), forfeitWon: anchor(30) },
        { feeBack: anchor(70), forfeitLost: anchor(30) },
      ],
    });
    expect(accountOf(fled, 0).net).toEqual([anchor(30)]);
    expect(accountOf(fled, 1).net).toEqual([anchor(-30)]);
  });

  test("tells the winner why there is no reward, and says nothing where nothing was paid", () => {
    const casual = create(EventGameOverSchema, {
      result: { winner: Seat.JOINER },
      withheld: Withheld.CASUAL,
      shares: [{}, {}],
    });
    expect(accountOf(casual, 1)).toEqual({ parts: [], net: [], rating: 0, withheld: "the game was casual" });
    expect(accountOf(casual, 0).withheld).toBe("");
    for (const [name, value] of Object.entries(Withheld)) {
      expect(withheldText[value] === "", name).toBe(value === Withheld.NONE);
    }
  });

  test("is found in the block of the end, whether a message or a deadline has ended the game", async () => {
    const event = { "@type": "/battleship.v1.EventGameOver", game_id: "7", ratings: [1016, 984] };
    for (const tx_hash of ["AB", ""]) {
      const entry = {
        height: "100",
        tx_hash,
        events: [{ "@type": "/battleship.v1.EventConceded", game_id: "7" }, event],
      };
      let asked = 0;
      const node = new Node("", async (url) => {
        expect(url).toBe("/battleship/v1/games/7/log?from_height=100");
        // What has happened is known a moment later.
        return new Response(JSON.stringify({ entries: asked++ === 0 ? [] : [entry], next_key: "" }));
      });
      expect(await overIn(node, 7n, 100n)).toMatchObject({ gameId: 7n, ratings: [1016, 984] });
      expect(asked).toBe(2);
    }
  });
});

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
          game: { id: 9n, rulesetId: 1, participants: [{ address: alice }], turnBlocks: 60n, terms, ...more } as never,
          progress: { phase, sides: [] },
        });
      };
    }
    return { node: new Fake(), chainId: "x", remembered: { getItem: () => null, setItem: () => undefined } };
  }

  test("is offered by who is first, for what the game was played for", async () => {
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

  test("is only looked at by who is in it already", async () => {
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

describe("what is heard", () => {
  function view(progress: Record<string, unknown>, answered: number[] = [], hits: number[] = [], sunk = 0): View {
    const seen = { answered: tilesToBytes(new Set(answered), 64), hits: tilesToBytes(new Set(hits), 64) };
    return viewOf(
      create(QueryGameResponseSchema, {
        game: { id: 7n, rulesetId: 1, participants: [{ address: alice }, { address: bob }] },
        progress: {
          phase: Phase.PLAY,
          actor: Seat.CREATOR,
          owes: Obligation.SHOT,
          sides: [{}, { ...seen, sunk: new Uint8Array(2 * sunk) }],
          ...progress,
        } as never,
      }),
    );
  }

  test("is each thing that happens, and one's turn", () => {
    const theirs = view({ actor: Seat.JOINER });
    expect(cues(theirs, view({}, [3]), 0)).toEqual(["miss", "turn"]);
    expect(cues(theirs, view({}, [3], [3]), 0)).toEqual(["hit", "turn"]);
    expect(cues(theirs, view({}, [3], [3], 1), 0)).toEqual(["sunk", "turn"]);
    expect(cues(view({}), view({}), 0)).toEqual([]);
    expect(cues(theirs, view({ owes: Obligation.ANSWER, pending: 5 }), 0)).toEqual(["shot"]);
    expect(cues(theirs, view({ phase: Phase.CLAIM, owes: Obligation.CLAIM }), 0)).toEqual(["end"]);
  });

  test("is no turn for who watches", () => {
    expect(cues(view({ actor: Seat.JOINER }), view({}), undefined)).toEqual([]);
  });
});

describe("what the key of a game lacks", () => {
  test("is told from other refusals", () => {
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

  test("is asked for where the chain says only that something is not there", async () => {
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

test("a stake is read as people write it, and nothing else", () => {
  expect(coinText(parseCoin(" 0.25 ", "uship")!)).toBe("0.25 SHIP");
  expect(parseCoin("5", "uanchor")).toEqual(anchor(5_000_000));
  expect(parseCoin("5", "ibc/1")).toEqual({ denom: "ibc/1", amount: "5" });
  for (const text of ["", "0", "-1", "1e3", "0.0000001", "5 ship", "٣"]) {
    expect(parseCoin(text, "uship"), text).toBeUndefined();
  }
  expect(parseCoin("0.5", "ibc/1")).toBeUndefined();
});
