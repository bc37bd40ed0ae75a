// The account of a game, its sounds, and the events between two looks.

import { describe, expect, test } from "vitest";
import { Node } from "#client/chain/node";
import { Obligation, Phase, Reason, Seat, Withheld } from "#client/gen/battleship/v1/battleship_pb";
import { EventGameOverSchema } from "#client/gen/battleship/v1/event_pb";
import { QueryGameResponseSchema } from "#client/gen/battleship/v1/query_pb";
import { type View, viewOf } from "#client/kinds/duel/view";
import { create } from "#client/proto/codec";
import { tilesToBytes } from "#client/rules/tiles";
import { KeyWallet } from "#client/wallet/key";
import { cues } from "../src/kinds/duel/cues";
import { overIn } from "../src/kinds/duel/history";
import { answers, changes } from "../src/kinds/duel/log";
import { accountOf, withheldText } from "../src/kinds/duel/outcome";
import { coinText, parseCoin } from "../src/ui/words";

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

  test("adds up to the change of the player's coins", () => {
    expect(accountOf(over, 0).net).toEqual([
      { denom: "uanchor", amount: String(9_900_000 + 210_000 - 5_000_000 - 21_210_000) },
      { denom: "uship", amount: "42000000" },
    ]);
    expect(accountOf(over, 1).net).toEqual([anchor(210_000 - 26_210_000)]);
    expect(accountOf(over, 1).parts.map(({ text }) => text)).toContain("your stake lost");
    expect([accountOf(over, 0).rating, accountOf(over, 1).rating]).toEqual([1016, 984]);
  });

  test("adds the coins that the opponent has forfeited, and subtracts the player's own", () => {
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

  test("lists a stake once that is lost to the community pool", () => {
    const stake = anchor(5_000_000);
    const pooled = create(EventGameOverSchema, { terms: { stake }, shares: [{ stakePooled: stake }, {}] });
    expect(accountOf(pooled, 0).parts).toMatchObject([{ text: "your stake lost to the community pool", coin: stake }]);
    expect(accountOf(pooled, 0).net).toEqual([anchor(-5_000_000)]);
  });

  test("has the reason why the winner gets no reward, and no line where nothing was paid", () => {
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
        // The event is in the index a moment later.
        return new Response(JSON.stringify({ entries: asked++ === 0 ? [] : [entry], next_key: "" }));
      });
      expect(await overIn(node, 7n, 100n)).toMatchObject({ gameId: 7n, ratings: [1016, 984] });
      expect(asked).toBe(2);
    }
  });
});

describe("the sounds of a game", () => {
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

  test("are one for each event, and one for the player's turn", () => {
    const theirs = view({ actor: Seat.JOINER });
    expect(cues(theirs, view({}, [3]), 0)).toEqual(["miss", "turn"]);
    expect(cues(theirs, view({}, [3], [3]), 0)).toEqual(["hit", "turn"]);
    expect(cues(theirs, view({}, [3], [3], 1), 0)).toEqual(["sunk", "turn"]);
    expect(cues(view({}), view({}), 0)).toEqual([]);
    expect(cues(theirs, view({ owes: Obligation.ANSWER, pending: 5 }), 0)).toEqual(["shot"]);
    expect(cues(theirs, view({ phase: Phase.CLAIM, owes: Obligation.CLAIM }), 0)).toEqual(["end"]);
  });

  test("have no turn for a spectator", () => {
    expect(cues(view({ actor: Seat.JOINER }), view({}), undefined)).toEqual([]);
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

test("changes describes the events between two looks", () => {
  const look = (progress: object) =>
    viewOf(
      create(QueryGameResponseSchema, {
        game: { id: 7n, rulesetId: 1, participants: [{ address: alice }, { address: bob }] },
        progress: { phase: Phase.PLAY, owes: Obligation.ANSWER, actor: Seat.CREATOR, ...progress },
      }),
    );
  const tiles = (...list: number[]) => tilesToBytes(new Set(list), 100);
  const before = look({ pending: 4, actor: Seat.JOINER });
  const after = look({ pending: 12, sides: [{}, { answered: tiles(3), hits: tiles(3) }] });
  expect(changes(before, after).map(({ by, text }) => `${by} ${text}`)).toEqual(["1 answered D1: hit", "1 shot at B2"]);
  expect(answers(before, after)).toEqual([{ seat: 1, tile: 3, text: "D1: hit" }]);
});
