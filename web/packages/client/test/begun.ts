// A game that alice has entered, on a chain that accepts every transaction, for tests of the messages sent in it.

import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, randomBytes } from "../src/bytes.js";
import { Node, txHash } from "../src/chain/node.js";
import type { Chain } from "../src/game/chain.js";
import { type Entry, Phase, Seat } from "../src/gen/battleship/v1/battleship_pb.js";
import {
  type QueryGameResponse,
  QueryGameResponseSchema,
  QueryPlayerResponseSchema,
} from "../src/gen/battleship/v1/query_pb.js";
import {
  MsgMatchGameResponseSchema,
  MsgMatchGameSchema,
  MsgShootAndRevealSchema,
} from "../src/gen/battleship/v1/tx_pb.js";
import { TxMsgDataSchema } from "../src/gen/cosmos/base/abci/v1beta1/abci_pb.js";
import { enter } from "../src/kinds/duel/enter.js";
import { DuelSession } from "../src/kinds/duel/session.js";
import { messagesIn } from "../src/kinds/duel/verify.js";
import { create, isMessage, type Message, toBinary } from "../src/proto/codec.js";
import type { ProverRequest, ProverResult } from "../src/prover/load.js";
import { type Maker, Provers } from "../src/prover/provers.js";
import type * as commitment from "../src/rules/commitment.js";
import { parseFleet } from "../src/rules/fleet.js";
import { rulesetById } from "../src/rules/rulesets.js";
import { tilesToBytes } from "../src/rules/tiles.js";
import { KeyWallet } from "../src/wallet/key.js";
import { addressBytes } from "../src/wallet/keys.js";
import type { Wallet } from "../src/wallet/wallet.js";

export const r = rulesetById(1)!;
export const fleet = parseFleet(r, "A1h,A3h,A5h,A7h,A9h")!;
export const alice = new KeyWallet(new Uint8Array(32).fill(1));
export const bob = new KeyWallet(new Uint8Array(32).fill(2));

/** blockTime is far from the time of any machine. */
export const blockTime = new Date("2041-01-01T00:00:00Z");

/** FakeNode takes every transaction and puts it into a block at once. */
export class FakeNode extends Node {
  state: QueryGameResponse = create(QueryGameResponseSchema, {});
  sent: Message[][] = [];
  private readonly known = new Set<string>();

  override game = async () => this.state;
  override ended = async () => undefined;
  override status = async () => ({ height: 20n, time: blockTime });
  override balances = async () => [{ denom: "uanchor", amount: "1" }];
  override player = async () => create(QueryPlayerResponseSchema, { player: { boardNonce: 4n } });
  override account = async () => ({ number: 1n, sequence: 0n });
  override gasPrice = async () => ({ denom: "uanchor", micro: 1000n });

  override broadcast = async (tx: Uint8Array) => {
    if (!this.known.has(txHash(tx))) {
      this.sent.push(messagesIn(tx));
      this.known.add(txHash(tx));
    }
    return { codespace: "", code: 0 };
  };

  override tx: Node["tx"] = async () => {
    const value = toBinary(MsgMatchGameResponseSchema, create(MsgMatchGameResponseSchema, { gameId: 7n }));
    const response = { typeUrl: "/battleship.v1.MsgMatchGameResponse", value };
    const data = bytesToHex(toBinary(TxMsgDataSchema, create(TxMsgDataSchema, { msgResponses: [response] })));
    return { height: 9n, codespace: "", code: 0, data, events: [] };
  };
}

export let node: FakeNode;
export let chain: Chain;
export let entered: { secret: Uint8Array; binding: commitment.Binding; entry: Entry };
export let bench: Bench;

/** Bench makes proofs at once: as many times the number of the tile as a proof has bytes, or 200 for a board. */
export class Bench implements Maker {
  readonly asked: ProverRequest[] = [];
  fails = false;

  async ask(request: ProverRequest): Promise<ProverResult> {
    this.asked.push(request);
    if (this.fails) {
      return { error: "some fault" };
    }
    switch (request.do) {
      case "prepare":
        return { bytes: new Uint8Array() };
      case "commit":
        return { bytes: sha512(new TextEncoder().encode(request.fleet + bytesToHex(request.secret))).slice(0, 48) };
      case "board":
        return { bytes: new Uint8Array(608).fill(200) };
      default:
        return { bytes: new Uint8Array(48).fill(request.tile) };
    }
  }
}

export function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, v: string) => void kept.set(key, v),
  };
}

/** begin has alice enter a game, and sets the chain to a moment in it. */
export async function begin(wallet: Wallet = alice, ruleset = r, placed = fleet): Promise<void> {
  node = new FakeNode();
  bench = new Bench();
  const provers = new Provers(bench);
  chain = { node, chainId: "battleship-devnet-1", remembered: memory(), prover: async () => provers };
  await enter(chain, wallet, placed, { kind: "match", ruleset, shown: {} }, randomBytes);
  const message = node.sent[0]![0]!;
  if (!isMessage(message, MsgMatchGameSchema)) {
    throw new Error("no match was asked for");
  }
  const { board, recovery, delegate } = message.entry!;
  node.state = create(QueryGameResponseSchema, {
    game: {
      id: 7n,
      rulesetId: ruleset.id,
      turnBlocks: 60n,
      participants: [{ address: wallet.address, board: board!, delegate }, { address: bob.address }],
    },
    recoveries: [recovery],
    height: 20n,
  });
  const binding = { chainId: chain.chainId, player: addressBytes(wallet.address)!, nonce: 4n, ruleset };
  entered = { binding, entry: message.entry!, secret: new Uint8Array() };
  node.sent = [];
}

export function moment(
  progress: NonNullable<Parameters<typeof create<typeof QueryGameResponseSchema>>[1]>["progress"],
): void {
  const sides = [{}, {}];
  node.state.progress = create(QueryGameResponseSchema, {
    progress: { phase: Phase.PLAY, actor: Seat.CREATOR, deadline: 80n, sides, ...progress } as never,
  }).progress!;
}

export const session = (wallet: Wallet = alice) => new DuelSession(chain, wallet, 7n);
export const tiles = (...list: number[]) => tilesToBytes(new Set(list), 100);

export async function moved(options = {}, s = session()) {
  await s.advance(await s.look(), options);
  const message = node.sent.at(-1)?.[0];
  return message && isMessage(message, MsgShootAndRevealSchema) ? message : undefined;
}
