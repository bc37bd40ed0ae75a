// A game that two Go clients have played on a chain (player/record) is checked here from its signed transactions.

import { beforeAll, describe, expect, test } from "vitest";
import { base64 } from "../src/base.js";
import { hexToBytes } from "../src/bytes.js";
import { pack, unpack } from "../src/chain/codec.js";
import { directBytes } from "../src/chain/tx.js";
import { MsgShootAndRevealSchema } from "../src/gen/battleship/v1/tx_pb.js";
import { PubKeySchema } from "../src/gen/cosmos/crypto/secp256k1/keys_pb.js";
import { AuthInfoSchema, TxRawSchema } from "../src/gen/cosmos/tx/v1beta1/tx_pb.js";
import { AnySchema } from "../src/gen/google/protobuf/any_pb.js";
import { entrantOf, entries, messagesIn, type Played, verify } from "../src/kinds/duel/verify.js";
import { create, fromBinary, type Message, toBinary } from "../src/proto/codec.js";
import { mixToss } from "../src/rules/commitment.js";
import { rulesetById } from "../src/rules/rulesets.js";
import { addressBytes, verifyRaw } from "../src/wallet/keys.js";
import { json } from "./files.js";

interface Record {
  chain_id: string;
  game_id: string;
  blocks: { hash: string; txs: { raw: string; signers: { account_number: string }[] }[] }[];
  ending: { winner: string; shots: [number, number] };
}

const record = json<Record>("player/record/testdata/sunk.json");
const txs = record.blocks.flatMap((block) => block.txs.map((tx) => ({ ...tx, hash: block.hash })));
const messages = txs.flatMap((tx) => messagesIn(base64.decode(tx.raw)));

let game: Played;

beforeAll(() => {
  const [creator, joiner] = entries(messages);
  const joined = txs[1]!;
  const players = [creator!, joiner!].map((e) => entrantOf({ address: e.sender, board: e.entry.board! })!);
  game = {
    chainId: record.chain_id,
    gameId: BigInt(record.game_id),
    ruleset: rulesetById(1)!,
    players: [players[0]!, players[1]!],
    toss: mixToss(joiner!.toss, hexToBytes(joined.hash), BigInt(record.game_id), addressBytes(joiner!.sender)!),
  };
});

test("every transaction carries the signature of the document that this page would sign", () => {
  const keys = new Map<string, Uint8Array>();
  for (const { raw, signers } of txs) {
    const tx = fromBinary(TxRawSchema, base64.decode(raw));
    const info = fromBinary(AuthInfoSchema, tx.authInfoBytes).signerInfos[0]!;
    const number = signers[0]!.account_number;
    if (info.publicKey) {
      keys.set(number, fromBinary(PubKeySchema, info.publicKey.value).key);
    }
    const bytes = directBytes({
      bodyBytes: tx.bodyBytes,
      authInfoBytes: tx.authInfoBytes,
      chainId: record.chain_id,
      accountNumber: BigInt(number),
    });
    expect(verifyRaw(keys.get(number)!, bytes, tx.signatures[0]!)).toBe(true);
  }
});

describe("the game", () => {
  test("is verified: every answer, the toss and the winner's board", () => {
    const { fault, openings, proven } = verify(game, messages);
    expect(fault).toBeUndefined();
    expect(openings).toBe(record.ending.shots[0] + record.ending.shots[1]);
    expect(proven.map((seat) => game.players[seat]!.address)).toEqual([record.ending.winner]);
  });

  const flip = (bytes: Uint8Array) => bytes.set([bytes[0]! ^ 1]);

  /** changed returns the messages with one move altered. */
  const changed = (index: number, change: (m: ReturnType<typeof moveOf>) => void): Message[] => {
    const moves = messages.map((m) => m);
    const copy = moveOf(moves[index]!);
    change(copy);
    moves[index] = copy;
    return moves;
  };
  const moveOf = (m: Message) => fromBinary(MsgShootAndRevealSchema, toBinary(MsgShootAndRevealSchema, m as never));

  test.each<[string, () => Message[], string]>([
    [
      "an answer turned round",
      () => changed(9, (m) => Object.assign(m.opening!, { content: 1 - m.opening!.content })),
      "not what was committed to",
    ],
    ["a salt with a flipped bit", () => changed(9, (m) => flip(m.opening!.salt)), "not what was committed to"],
    ["another toss", () => changed(2, (m) => flip(m.opening!.salt)), "toss"],
    ["a shot off the board", () => changed(9, (m) => Object.assign(m, { target: "K11" })), "no tile"],
    ["a lost answer", () => messages.filter((_, i) => i !== 9), "nobody owed"],
  ])("is not with %s", (_, altered, why) => {
    expect(verify(game, altered()).fault ?? "").toMatch(why === "nobody owed" ? /./ : why);
  });

  test("is not with the boards exchanged, or on another chain", () => {
    const [a, b] = game.players;
    expect(verify({ ...game, players: [b, a] }, messages).fault).toBeDefined();
    expect(verify({ ...game, chainId: "battleship-1" }, messages).fault).toBeDefined();
  });
});

test("moves and claims in another game are left out", () => {
  const elsewhere = messages.flatMap((m) => ("gameId" in m ? [{ ...m, gameId: game.gameId + 1n }] : []));
  expect(elsewhere.map(({ $typeName }) => $typeName)).toContain("battleship.v1.MsgClaimWin");
  expect(verify(game, [...messages, ...elsewhere])).toEqual(verify(game, messages));
});

test("messages of others are left out", () => {
  const empty = create(TxRawSchema, {});
  expect(messagesIn(toBinary(TxRawSchema, empty))).toEqual([]);
  expect(() => unpack({ $typeName: "google.protobuf.Any", typeUrl: "/evil.v1.Msg", value: new Uint8Array() })).toThrow(
    "does not know",
  );
});

// The replay of an honest game said that it was not as it should be.
test("moves that another account has sent by x/authz are read", () => {
  const [first] = messages;
  // An Exec: its sender, an unknown account, and a message; around that another one.
  const field = (number: number, bytes: Uint8Array) => {
    const size = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
    return Uint8Array.of(8 * number + 2, ...size, ...bytes);
  };
  const exec = (inner: Uint8Array) => {
    const url = new TextEncoder().encode("/cosmos.authz.v1beta1.MsgExec");
    return Uint8Array.of(...field(1, url), ...field(2, field(2, inner)));
  };
  const any = toBinary(AnySchema, pack(first!));
  expect(messagesIn(field(1, field(1, exec(exec(any)))))).toEqual([first]);
});
