// Two players of an off-chain game with boards of their own, and a store of their logs in memory.

import { bytesToHex } from "../../src/bytes.js";
import { Channel } from "../../src/channel/channel.js";
import {
  emptyHead,
  type Head,
  Log,
  type LogRecord,
  type LogStore,
  prepareLog,
  sameHead,
} from "../../src/channel/log.js";
import { inPlay, otherSeat, type Seat, type State } from "../../src/channel/state.js";
import { Table } from "../../src/channel/table.js";
import { readUpdate } from "../../src/channel/update.js";
import { toOpening } from "../../src/game/hand.js";
import {
  type ChannelMove,
  ChannelMoveSchema,
  Obligation,
  type StateProof,
} from "../../src/gen/battleship/v1/battleship_pb.js";
import { create } from "../../src/proto/codec.js";
import { trueAnswer } from "../../src/rules/answer.js";
import * as commitment from "../../src/rules/commitment.js";
import { type Fleet, parseFleet, placement } from "../../src/rules/fleet.js";
import { rulesetById, tileName } from "../../src/rules/rulesets.js";
import { publicKeyOf, signRaw } from "../../src/wallet/keys.js";
import { memory } from "../begun.js";

export class MemoryStore implements LogStore {
  readonly logs = new Map<string, { head: Head; records: LogRecord[] }>();
  /** writes are how many were durable; fails has the next ones fail. */
  writes = 0;
  fails = false;

  async create(key: string): Promise<void> {
    if (!this.logs.has(key)) {
      this.logs.set(key, { head: emptyHead, records: [] });
    }
  }

  async read(key: string) {
    const found = this.logs.get(key);
    return found && { head: found.head, records: [...found.records] };
  }

  async write(key: string, before: Head, after: Head, record: LogRecord | undefined, durable: boolean) {
    if (this.fails) {
      throw new Error("no space");
    }
    const found = this.logs.get(key)!;
    if (!sameHead(found.head, before)) {
      return false;
    }
    this.logs.set(key, { head: after, records: record ? [...found.records, record] : found.records });
    this.writes += durable ? 1 : 0;
    return true;
  }

  /** copy is the store as a backup has it. */
  copy(): MemoryStore {
    const copied = new MemoryStore();
    for (const [key, { head, records }] of this.logs) {
      copied.logs.set(key, { head, records: [...records] });
    }
    return copied;
  }
}

const chainId = "battleship-test-1";

/** A Player has the means of one player of a game, in one browser. */
export class Player {
  store = new MemoryStore();
  marks = memory();
  channel!: Channel;
  table!: Table;

  constructor(
    readonly seat: Seat,
    readonly key: Uint8Array,
    readonly fleet: Fleet,
    readonly secret: Uint8Array,
    readonly binding: commitment.Binding,
  ) {}

  get publicKey(): Uint8Array {
    return publicKeyOf(this.key);
  }

  get name() {
    return { channel: this.channel.id, seat: this.seat, key: this.publicKey };
  }

  get log() {
    return this.store.logs.get(bytesToHex(this.publicKey))!;
  }

  /** start opens the log, as a page does that is loaded. */
  async start(): Promise<Table> {
    const log = await Log.open(this.store, this.marks, this.name);
    this.table = await Table.open(this.channel, this.seat, (message) => signRaw(this.key, message), log);
    return this.table;
  }

  /** answer returns the move that the player owes in a state, with a shot at a tile if that is given. */
  answer(s: State = this.table.state, target?: number, lies: Partial<ChannelMove> = {}): ChannelMove {
    const r = s.ruleset;
    const { binding, fleet, secret } = this;
    const shot = target === undefined ? {} : { target: tileName(r, target) };
    if (s.owes === Obligation.SHOT) {
      return create(ChannelMoveSchema, { ...shot, ...lies });
    }
    if (s.owes === Obligation.TOSS_REVEAL) {
      return create(ChannelMoveSchema, {
        opening: toOpening(commitment.openToss(binding, fleet, secret)),
        ...shot,
        ...lies,
      });
    }
    const { sunk } = trueAnswer(r, fleet, s.sides[this.seat], s.pending!);
    return create(ChannelMoveSchema, {
      opening: toOpening(commitment.open(binding, fleet, secret, s.pending!)),
      ...(sunk && { sunk: { class: r.classes[sunk.class]!.name, placement: placement(r, sunk) } }),
      ...shot,
      ...lies,
    });
  }

  /** says is the player's newest update, as it is sent. */
  get says(): StateProof {
    return readUpdate(this.table.resend!)!;
  }
}

const fleets: Readonly<Record<number, string>> = {
  1: "A1h,A3h,A5h,A7h,A9h",
  2: "A1h,A3h,E3h,A5h,D5h,G5h,A7h",
};

/** joined has the parameters of the tests' games that depend on no board. */
export const joined = {
  gameId: 5n,
  joinedHeight: 40n,
  turnBlocks: 20n,
  claimBlocks: 30n,
  provenClaims: false,
  toss: new Uint8Array(32).fill(9),
} as const;

/** meet has two players join a game in which a seat shoots first. */
export async function meet(rulesetId = 1, first: Seat = 0): Promise<readonly [Player, Player]> {
  const ruleset = rulesetById(rulesetId)!;
  const fleet = parseFleet(ruleset, fleets[rulesetId]!)!;
  const player = (seat: Seat) => {
    const binding = { chainId, player: new Uint8Array(20).fill(seat + 1), nonce: 3n, ruleset };
    return new Player(seat, new Uint8Array(32).fill(seat + 11), fleet, new Uint8Array(32).fill(seat + 21), binding);
  };
  const players = [player(0), player(1)] as const;
  const seat = ({ publicKey, binding, fleet, secret }: Player) => ({
    key: publicKey,
    binding,
    board: commitment.commit(binding, fleet, secret),
  });
  const channel = new Channel({
    ...joined,
    ruleset,
    first,
    seats: [seat(players[0]), seat(players[1])],
  });
  for (const one of players) {
    one.channel = channel;
    await prepareLog(one.store, one.marks, one.publicKey);
    await one.start();
  }
  return players;
}

/** turn has the player who owes make its move, and the other receive it. */
export async function turn(players: readonly [Player, Player], target?: number): Promise<void> {
  const { actor } = players[0].table.state;
  const mover = players[actor];
  const { state } = mover.table;
  const after = state.owes === Obligation.SHOT ? state : await mover.channel.move(state, actor, mover.answer());
  const shoots = inPlay(after) && after.actor === actor;
  await mover.table.move(mover.answer(mover.table.state, shoots ? target : undefined));
  await players[otherSeat(actor)].table.receive(mover.says);
}
