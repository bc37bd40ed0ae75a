// A chain that judges off-chain games, a relay, and two players with a program and a browser each, for tests of their sessions.

import { bytesToHex, concatBytes, equal, hexToBytes, randomBytes } from "../../src/bytes.js";
import { NotFound, Refusal } from "../../src/chain/errors.js";
import { txHash } from "../../src/chain/node.js";
import type { Channel } from "../../src/channel/channel.js";
import type { Socket } from "../../src/channel/line.js";
import { prepareLog } from "../../src/channel/log.js";
import { relayKey } from "../../src/channel/presence.js";
import * as rules from "../../src/channel/state.js";
import { inPlay, joined, restart, type Seat, type State } from "../../src/channel/state.js";
import { proofOf } from "../../src/channel/update.js";
import { type Chain, Ended } from "../../src/game/chain.js";
import {
  ChannelMoveSchema,
  type Entry,
  type Opening,
  Phase,
  ProgressSchema,
  ResultSchema,
  type Ship,
  type StateProof,
} from "../../src/gen/battleship/v1/battleship_pb.js";
import { type QueryGameResponse, QueryGameResponseSchema } from "../../src/gen/battleship/v1/query_pb.js";
import {
  MsgClaimWinSchema,
  MsgConcedeSchema,
  MsgCreateGameSchema,
  MsgJoinGameSchema,
  MsgShootAndRevealSchema,
  MsgSubmitStateSchema,
} from "../../src/gen/battleship/v1/tx_pb.js";
import { type Around, ChannelSession } from "../../src/kinds/duel/channel.js";
import { acceptedOf, enter } from "../../src/kinds/duel/enter.js";
import { channelOf } from "../../src/kinds/duel/position.js";
import type { DuelChoice } from "../../src/kinds/duel/session.js";
import { messagesIn } from "../../src/kinds/duel/verify.js";
import { type View, viewOf } from "../../src/kinds/duel/view.js";
import { create, isMessage, type Message } from "../../src/proto/codec.js";
import { Provers } from "../../src/prover/provers.js";
import { parseFleet, shipCode } from "../../src/rules/fleet.js";
import { rulesetById, tiles } from "../../src/rules/rulesets.js";
import { tilesToBytes } from "../../src/rules/tiles.js";
import type { KeyWallet } from "../../src/wallet/key.js";
import { alice, bob, FakeNode, memory } from "../begun.js";
import { submit } from "./judge.js";
import { Notary } from "./notary.js";
import { MemoryStore } from "./players.js";

const joinedHeight = 10n;
export const relay = "ws://127.0.0.1:26680";

/** Court is a chain that takes a message or refuses it, as the rules say. Each message is in a block of its own. */
export class Court extends FakeNode {
  readonly taken: Message[] = [];
  readonly refusals: Refusal[] = [];
  channel!: Channel;
  now!: State;
  offChain = true;
  responded: Seat[] = [];
  height = 11n;
  winner: Seat | undefined;
  private readonly hashes = new Set<string>();

  override status = async () => ({ height: this.height, time: new Date("2041-01-01T00:00:00Z") });

  override game = async () => {
    if (this.winner !== undefined) {
      throw new NotFound(true);
    }
    return this.shown();
  };

  override ended = async () => (this.winner === undefined ? undefined : ({} as never));
  override result = async () =>
    ({ result: create(ResultSchema, { gameId: 7n, players: [alice.address, bob.address] }), rematch: 0n }) as never;

  shown(): QueryGameResponse {
    const { state, now } = this;
    const bytes = (set: ReadonlySet<number>) => tilesToBytes(set, tiles(now.ruleset));
    const sides = now.sides.map(({ answered, hits, sunk }) => ({
      answered: bytes(answered),
      hits: bytes(hits),
      sunk: Uint8Array.from(sunk.flatMap((ship) => [shipCode(ship) >> 8, shipCode(ship) & 255])),
    }));
    const { phase, owes, deadline, reason } = now;
    const made = create(ProgressSchema, {
      phase,
      owes,
      actor: (now.actor + 1) as 1 | 2,
      first: (now.first + 1) as 1 | 2,
      deadline: this.offChain ? 1000n : deadline,
      pending: now.pending === undefined ? 0 : now.pending + 1,
      reason,
      sides,
      offChain: this.offChain,
      responded: this.responded.map((seat) => (seat + 1) as 1 | 2),
    });
    return create(QueryGameResponseSchema, { ...state, progress: made, height: this.height });
  }

  override broadcast = async (tx: Uint8Array) => {
    if (this.hashes.has(txHash(tx))) {
      return { codespace: "", code: 0 };
    }
    try {
      for (const message of messagesIn(tx)) {
        this.sent.push([message]);
        await this.take(message);
        this.taken.push(message);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) {
        throw error;
      }
      this.refusals.push(error);
      return { codespace: error.codespace, code: error.code };
    }
    this.hashes.add(txHash(tx));
    this.height++;
    return { codespace: "", code: 0 };
  };

  override tx: FakeNode["tx"] = async (hash) => {
    const made = await new FakeNode().tx(hash);
    return made && this.hashes.has(hash) ? { ...made, height: this.height } : undefined;
  };

  private async take(m: Message): Promise<void> {
    if (isMessage(m, MsgSubmitStateSchema)) {
      await this.submit(this.seat(m.sender), m.proof);
    } else if (isMessage(m, MsgShootAndRevealSchema)) {
      await this.move(this.seat(m.sender), m);
    } else if (isMessage(m, MsgClaimWinSchema)) {
      const seat = this.seat(m.sender);
      if (m.proof && inPlay(this.now)) {
        await this.submit(seat, m.proof);
      }
      if (this.offChain || this.now.actor !== seat || inPlay(this.now)) {
        throw new Refusal("battleship", this.offChain ? 42 : 19);
      }
      this.winner = seat;
    } else if (isMessage(m, MsgConcedeSchema)) {
      const seat = this.seat(m.sender);
      if (this.offChain || !this.responded.includes(rules.otherSeat(seat))) {
        throw new Refusal("battleship", this.offChain ? 42 : 44);
      }
      this.now = rules.concede(this.now, seat, this.height);
    }
    this.settle();
  }

  /** settle ends a game without a claim. */
  private settle(): void {
    if (this.now.phase === Phase.OVER) {
      this.winner ??= this.now.actor;
    }
  }

  async submit(
    seat: Seat,
    proof: StateProof = proofOf(new Uint8Array(), undefined, [new Uint8Array(), new Uint8Array()]),
  ): Promise<void> {
    const { state, offChain, responded } = await submit(
      this.channel,
      { state: this.now, offChain: this.offChain, responded: this.responded },
      seat,
      proof,
      this.height,
    );
    this.now = state;
    this.offChain = offChain;
    this.responded = [...responded];
    this.settle();
  }

  private async move(
    seat: Seat,
    m: { opening?: Opening | undefined; sunk?: Ship | undefined; target: string },
  ): Promise<void> {
    if (this.offChain) {
      throw new Refusal("battleship", 42);
    }
    const move = create(ChannelMoveSchema, {
      target: m.target,
      ...(m.opening && { opening: m.opening }),
      ...(m.sunk && { sunk: m.sunk }),
    });
    this.now = restart(await this.channel.move(this.now, seat, move), this.height);
    this.responded = [...new Set([...this.responded, seat])];
  }

  private seat(sender: string): Seat {
    return sender === alice.address ? 0 : 1;
  }
}

/** Hub is a relay: it delivers frames at once to the keys that are connected. `loses` has it deliver nothing. */
export class Hub {
  private readonly there = new Map<string, { deliver: (frame: Uint8Array) => void }>();
  loses = false;
  /** hides has it show none as present. */
  hides = false;
  /** reorders returns the frames to deliver in place of those on their way. */
  reorders: ((frames: Uint8Array[]) => Uint8Array[]) | undefined;
  private readonly held = new Map<string, Uint8Array[]>();
  readonly carried: Uint8Array[] = [];
  /** open are the sockets that no client has closed. */
  readonly open = new Set<Socket>();
  /** beats are the newest heartbeats, by keys. */
  readonly beats = new Map<string, Uint8Array>();

  /** pass delivers a frame, or with others that are on their way. */
  private pass(to: string, frame: Uint8Array): void {
    const frames = [...(this.held.get(to) ?? []), frame];
    const wait = this.reorders && frames.length < 2;
    this.held.set(to, wait ? frames : []);
    for (const one of wait ? [] : (this.reorders?.(frames) ?? frames)) {
      this.there.get(to)?.deliver(one);
    }
  }

  /** deliver brings a frame of the relay's own making to a key. */
  deliver(to: string, frame: Uint8Array): void {
    this.there.get(to)?.deliver(frame);
  }

  /** request is a heartbeat of a client, or a question about others. */
  private request(key: string, content: Uint8Array, answer: (frame: Uint8Array) => void): void {
    if (content[0] === 1) {
      this.beats.set(key, content.slice(1));
      return;
    }
    const asked = Array.from({ length: (content.length - 1) / 33 }, (_, i) => content.slice(1 + 33 * i, 34 + 33 * i));
    const there = asked.flatMap((one) =>
      this.there.has(bytesToHex(one)) && !this.hides ? [one, this.beats.get(bytesToHex(one))!] : [],
    );
    answer(concatBytes(relayKey, Uint8Array.of(2), ...there));
  }

  readonly dial = (): Socket => {
    const socket: Socket = {
      binaryType: "",
      onmessage: null,
      onclose: null,
      send: (data) => receive(data),
      close: () => {
        this.open.delete(socket);
        this.there.delete(key);
      },
    };
    this.open.add(socket);
    let key = "";
    const deliver = (frame: Uint8Array) =>
      queueMicrotask(() => socket.onmessage?.({ data: frame.slice().buffer } as never));
    const receive = (data: Uint8Array) => {
      if (key === "") {
        key = bytesToHex(data.subarray(0, 33));
        this.there.set(key, { deliver });
        deliver(data.subarray(0, 33));
        return;
      }
      const content = data.slice(33);
      if (equal(data.subarray(0, 33), relayKey)) {
        this.request(key, content, deliver);
      } else if (content.length > 0 && !this.loses) {
        this.carried.push(content);
        this.pass(bytesToHex(data.subarray(0, 33)), concatBytes(hexToBytes(key), content));
      }
    };
    deliver(new Uint8Array(32).fill(3));
    return socket;
  };
}

/** Marks are those beside a log, which a backup of the whole browser has too. */
export class Marks {
  constructor(private readonly kept = new Map<string, string>()) {}

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.kept.set(key, value);
  }

  copy(): Marks {
    return new Marks(new Map(this.kept));
  }
}

/** Person is a player with its browser, and the program that runs in it. */
export class Person {
  store = new MemoryStore();
  marks = new Marks();
  session!: ChannelSession;
  view: View | undefined;
  over = false;
  private ticks: (() => void)[] = [];

  constructor(
    readonly world: World,
    readonly wallet: KeyWallet,
  ) {}

  /** start loads the page. */
  start(chain: Chain = this.world.chain, store = this.store): this {
    this.session?.close();
    this.ticks = [];
    this.view = undefined;
    const around: Around = {
      store,
      marks: this.marks,
      relay,
      dial: this.world.hub.dial,
      poll: () => 0,
      now: () => this.world.clock,
      every: (_, what) => {
        this.ticks.push(what);
        return () => {
          this.ticks = [];
        };
      },
      onNews: () => undefined,
    };
    this.session = new ChannelSession(chain, this.wallet, 7n, around);
    return this;
  }

  async look(): Promise<View | undefined> {
    try {
      this.view = await this.session.look(this.view);
    } catch (error) {
      if (!(error instanceof Ended)) {
        throw error;
      }
      this.over = true;
    }
    return this.view;
  }

  /** tick lets a second pass for the program. */
  tick(): void {
    for (const tick of this.ticks) {
      tick();
    }
  }

  /** act looks, and sends the owed message. */
  async act(choice: DuelChoice = {}): Promise<View> {
    this.tick();
    await this.look();
    if (!this.over) {
      await this.session.advance(this.view!, choice);
      await this.look();
    }
    return this.view!;
  }
}

export class World {
  readonly court = new Court();
  readonly hub = new Hub();
  clock = 0;
  readonly notary = new Notary();
  chain: Chain = {
    node: this.court,
    chainId: "battleship-devnet-1",
    remembered: memory(),
    prover: async () => new Provers(this.notary),
  };
  readonly alice = new Person(this, alice);
  readonly bob = new Person(this, bob);

  /** passes lets time pass while both programs run, if only as those of hidden tabs. */
  passes(millis: number): void {
    for (let left = millis; left > 0; left -= 60_000) {
      this.clock += Math.min(left, 60_000);
      this.alice.tick();
      this.bob.tick();
    }
  }

  /** both act for some rounds. */
  async rounds(n: number, choices: readonly [DuelChoice, DuelChoice] = [{}, {}]): Promise<void> {
    for (let i = 0; i < n; i++) {
      await this.alice.act(choices[0]);
      await this.bob.act(choices[1]);
      this.clock += 1000;
    }
  }
}

const fleets: Readonly<Record<number, string>> = {
  1: "A1h,A3h,A5h,A7h,A9h",
  2: "A1h,A3h,E3h,A5h,D5h,G5h,A7h",
  3: "A1h,A3h,A5h,A7h,A9h",
  4: "A1h,A3h,E3h,A5h,D5h,G5h,A7h",
};

/** begin has alice open a game off-chain, in which she shoots first, and bob join it. */
export async function begin(rulesetId = 1, first: 1 | 2 = 1, provenClaims = false): Promise<World> {
  const world = new World();
  const { court, chain } = world;
  const ruleset = rulesetById(rulesetId)!;
  const fleet = parseFleet(ruleset, fleets[rulesetId]!)!;
  const entries: Entry[] = [];
  const entryOf = (m: Message) =>
    isMessage(m, MsgCreateGameSchema) || isMessage(m, MsgJoinGameSchema) ? m.entry! : undefined;
  const game = {
    id: 7n,
    rulesetId,
    turnBlocks: 20n,
    claimBlocks: 30n,
    joinedHeight,
    channelTimeoutBlocks: 990n,
    toss: new Uint8Array(32).fill(9),
    first,
    terms: { provenClaims },
  };
  const terms = { ruleset, turnBlocks: 20n, claimBlocks: 30n, provenClaims };
  court.now = joined(terms, joinedHeight);
  for (const person of [world.alice, world.bob]) {
    const offChain = { relay, prepare: (key: Uint8Array) => prepareLog(person.store, person.marks, key) };
    const view = viewOf(create(QueryGameResponseSchema, { game, progress: {}, height: 5n }));
    const wish =
      person === world.alice
        ? ({ kind: "create", ruleset, shown: {}, offChain } as const)
        : ({ kind: "join", gameId: 7n, ruleset, terms: acceptedOf(view), offChain } as const);
    await enter(chain, person.wallet, fleet, wish, randomBytes);
    entries.push(entryOf(court.sent.at(-1)![0]!)!);
  }
  court.state = create(QueryGameResponseSchema, {
    game: {
      ...game,
      participants: entries.map(({ board, channel, delegate }, i) => ({
        address: [alice.address, bob.address][i]!,
        board: board!,
        channel: channel!,
        delegate,
      })),
    },
    recoveries: entries.map(({ recovery }) => recovery),
  });
  court.channel = channelOf(chain, viewOf(court.shown()));
  court.sent = [];
  court.taken.length = 0;
  for (const person of [world.alice, world.bob]) {
    person.start();
    await person.act();
  }
  return world;
}
