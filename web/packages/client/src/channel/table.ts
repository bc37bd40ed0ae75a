// One player's side of an off-chain game: the newest state that it can prove, the opponent's updates, and its own moves. It has no
// clock and no network. Updates may come doubled, late, in any order, forged or from strangers: none of it harms.

import { equal } from "../bytes.js";
import { Refusal } from "../chain/errors.js";
import {
  type ChannelMove,
  ChannelMoveSchema,
  Phase,
  Reason,
  type StateProof,
} from "../gen/battleship/v1/battleship_pb.js";
import { create } from "../proto/codec.js";
import type { Channel, Judged } from "./channel.js";
import { type Log, LogFault, type LogRecord, signedBefore } from "./log.js";
import type { Newest } from "./policy.js";
import { encodeState, errMove, errPhase, inPlay, otherSeat, progress, type Seat, type State } from "./state.js";
import { bothOf, proofOf, readUpdate, signaturesOf, writeUpdate } from "./update.js";

/** Signer signs a message with the channel key of the game, the same each time. */
export type Signer = (message: Uint8Array) => Uint8Array;

/** most is the largest rise of a state's progress by one move: an answer, and the end. */
const most = 3;

const none = new Uint8Array();

export class Table {
  private newestState: State;
  private newestProof: StateProof = proofOf(none, undefined, [none, none]);
  private update: Uint8Array = none;
  /** mine means that the newest state is of the player's own move. */
  private mine = false;
  /** left means that the game moves on-chain. */
  private left: boolean;
  /** leaving rejects once nothing is signed any more, so that no verification delays that. */
  private readonly leaving: Promise<never>;
  private leave: () => void = () => undefined;
  private tested = false;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly channel: Channel,
    readonly me: Seat,
    private readonly signer: Signer,
    private readonly log: Log,
  ) {
    this.newestState = channel.initial;
    this.left = log.refusal === "on-chain";
    this.leaving = new Promise((_, reject) => {
      this.leave = () => reject(new LogFault("on-chain"));
    });
    this.leaving.catch(() => undefined);
  }

  /** open continues a game from its log. It needs no prover: the log has verified updates alone. */
  static async open(channel: Channel, me: Seat, signer: Signer, log: Log): Promise<Table> {
    const table = new Table(channel, me, signer, log);
    await table.load();
    return table;
  }

  /** load takes the newest update of the log over. One that proves nothing is damage. */
  private async load(): Promise<void> {
    const { records } = this.log;
    let newest: LogRecord[] = [];
    for (const record of records) {
      if (record.progress >= (newest.at(-1)?.progress ?? 0)) {
        newest = [...newest, record];
      }
    }
    for (const record of newest.reverse()) {
      if (await this.resume(record)) {
        return;
      }
      this.log.damage();
    }
  }

  private async resume({ kind, state, progress: recorded, update }: LogRecord): Promise<boolean> {
    const proof = readUpdate(update);
    if (!proof) {
      return false;
    }
    try {
      const sender = kind === "submitted" ? this.me : undefined;
      const judged = await this.channel.judge(proof, sender, true);
      if (!equal(encodeState(judged.state), state) || progress(judged.state) !== recorded) {
        return false;
      }
      this.adopt(proof, judged);
      return true;
    } catch {
      return false;
    }
  }

  private adopt(proof: StateProof, { state, base }: Judged): void {
    this.newestProof = proof;
    this.newestState = state;
    this.update = writeUpdate(proof);
    // A state that both have signed is an ending, which its loser has moved to.
    const mover = proof.move ? base.actor : otherSeat(state.actor);
    this.mine = state.phase !== Phase.TOSS && mover === this.me;
  }

  /** state is the newest one that the player knows. */
  get state(): State {
    return this.newestState;
  }

  /** proof is that of the newest state. */
  get proof(): StateProof {
    return this.newestProof;
  }

  /** refusal is why nothing is signed any more. */
  get refusal() {
    return this.log.refusal;
  }

  /** mute means that something was sent to the chain, or is about to be. */
  get mute(): boolean {
    return this.log.refusal === "on-chain";
  }

  /** lost is the reason why the player may have signed states that it does not know, or undefined if there is none. */
  get lost() {
    return this.mute ? undefined : this.log.refusal;
  }

  /** halfway means that the newest move was an opening alone, and the player owes the shot. */
  get halfway(): boolean {
    return this.mine && inPlay(this.newestState) && this.newestState.actor === this.me;
  }

  get newest(): Newest {
    const base = this.base();
    const { state } = this;
    return {
      state,
      base: base?.state ?? state,
      unsure: this.lost !== undefined,
      agreed: state.reason === Reason.CONCEDED && this.newestProof.move === undefined,
    };
  }

  /** base is the state before the newest one, with the proof of it that this player can submit. */
  base(): { state: State; proof: StateProof } | undefined {
    const { move, state } = this.newestProof;
    if (!move) {
      return undefined;
    }
    const before = this.channel.decode(state);
    const other = otherSeat(before.actor);
    const signature = state.length > 0 ? signaturesOf(this.newestProof)[other] : none;
    return { state: before, proof: proofOf(state, undefined, bothOf(other, signature)) };
  }

  /** resend is the newest update, for an opponent that may not have it; undefined if there is none yet. */
  get resend(): Uint8Array | undefined {
    return this.newestState.phase === Phase.TOSS ? undefined : this.update;
  }

  /** stopSigning has nothing signed and no update accepted, now and after any restart. It must have returned before anything is sent
   * to the chain. */
  stopSigning(): Promise<void> {
    this.left = true;
    this.leave();
    return this.alone(() => this.log.shut("on-chain"));
  }

  /** receive accepts an update if it is news, and reports whether it is. It throws for one that is false. */
  receive(update: StateProof): Promise<boolean> {
    return this.alone(async () => {
      if (this.left) {
        throw new LogFault("on-chain");
      }
      const news = await this.take(update);
      if (this.owesConsent) {
        await this.consent();
      }
      return news;
    });
  }

  /** alone has one call after the other change the table. */
  private alone<T>(what: () => Promise<T>): Promise<T> {
    const done = this.queue.then(what);
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async take(p: StateProof): Promise<boolean> {
    const base = this.channel.decode(p.state);
    if (!this.mayBeNews(p, base)) {
      return false;
    }
    const follows = this.follows(p, base);
    if (follows && !this.saysMore(p, base)) {
      return false;
    }
    const [proof, judged] = await Promise.race([this.judge(p, base), this.leaving]);
    if (!inPlay(this.newestState)) {
      if (equal(encodeState(judged.state), encodeState(this.newestState))) {
        await this.keep(proof, judged);
      }
      return false;
    }
    if (!follows) {
      await this.compare(proof, judged);
      if (!this.log.refusal) {
        return false;
      }
    }
    if (progress(judged.state) <= progress(this.newestState)) {
      return false;
    }
    await this.keep(proof, judged);
    return true;
  }

  /** keep makes a state newest that an update proves. If it cannot be written down that is no harm: the opponent has it. */
  private async keep(proof: StateProof, judged: Judged): Promise<void> {
    const { state } = judged;
    await this.log
      .receive(progress(state), encodeState(state), writeUpdate(proof), !inPlay(state))
      .catch(() => undefined);
    this.adopt(proof, judged);
  }

  /** mayBeNews reports whether an update is worth to be verified. */
  private mayBeNews(p: StateProof, base: State): boolean {
    const now = progress(this.newestState);
    if (equal(writeUpdate(p), this.update)) {
      return false;
    }
    if (!inPlay(this.newestState)) {
      const { move } = this.newestProof;
      return !p.move && move !== undefined && this.newestState.reason === Reason.CONCEDED && progress(base) === now;
    }
    if (!p.move) {
      return progress(base) > now;
    }
    if (progress(base) + most <= now) {
      return false;
    }
    // A move from an older state of this player's is late, whatever its progress: a surrender there outranks this player's later
    // states, and is outranked in turn by the opponent's next move.
    return this.follows(p, base) || this.log.refusal !== undefined || base.actor === this.me || !this.made(base);
  }

  /** follows reports whether an update is a move of the opponent's on the state that this player made last. */
  private follows(p: StateProof, base: State): boolean {
    if (!p.move || base.actor === this.me) {
      return false;
    }
    const { made } = this.log;
    return made ? equal(encodeState(base), made.state) : base.phase === Phase.TOSS;
  }

  /** saysMore reports whether a move leads to a newer state if its opening is true. A shot must repeat the answer ahead of it. */
  private saysMore(p: StateProof, base: State): boolean {
    if (progress(this.channel.said(base, p.move!)) <= progress(this.newestState)) {
      return false;
    }
    const ahead = this.newestProof;
    if (!this.mine && ahead.move && equal(p.state, ahead.state)) {
      const [a, b] = [ahead.move.sunk, p.move!.sunk];
      if (a?.class !== b?.class || a?.placement !== b?.placement) {
        throw errMove();
      }
    }
    return true;
  }

  /** made reports whether the log has a state that this player has signed, or that needs no signature. */
  private made(s: State): boolean {
    const known = this.log.signedAt(progress(s));
    return s.phase === Phase.TOSS || (known !== undefined && equal(known, encodeState(s)));
  }

  /** judge verifies an update, and completes it: this player's own signature in it does not matter if the state is the one that it
   * has just sent. */
  private async judge(p: StateProof, base: State): Promise<readonly [StateProof, Judged]> {
    if (!this.mine || !this.follows(p, base)) {
      return [p, await this.channel.judge(p)];
    }
    const other = otherSeat(this.me);
    const theirs = signaturesOf(p)[other];
    const judged = await this.channel.judge(proofOf(p.state, p.move, bothOf(other, theirs)), this.me);
    const mine = signaturesOf(this.newestProof)[this.me];
    return [proofOf(p.state, p.move, bothOf(other, theirs, mine)), judged];
  }

  /** compare stops signing if a proof has a signature of this player's that the log does not know. */
  private async compare(p: StateProof, { state, base }: Judged): Promise<void> {
    const signed = p.move && base.actor === this.me ? state : base;
    if (!this.log.refusal && signaturesOf(p)[this.me].length > 0 && !this.made(signed)) {
      await this.log.shut("elsewhere");
    }
  }

  /** owesConsent means that the opponent has surrendered and this player has not signed that yet. */
  private get owesConsent(): boolean {
    const { reason, actor } = this.newestState;
    return !this.log.refusal && this.newestProof.move !== undefined && reason === Reason.CONCEDED && actor === this.me;
  }

  private async consent(): Promise<void> {
    const { state } = this;
    const bytes = encodeState(state);
    const theirs = signaturesOf(this.newestProof)[otherSeat(this.me)];
    const proof = proofOf(bytes, undefined, bothOf(this.me, this.signed(state, bytes), theirs));
    await this.record(proof, { state, base: state });
  }

  /** move makes the player's next move. When it returns, the log has the update. A shot after an opening alone goes out with that
   * opening. A move that was not answered is made again only as it was. */
  move(m: ChannelMove): Promise<void> {
    return this.alone(async () => {
      if (this.again(m)) {
        return;
      }
      if (this.log.refusal) {
        throw new LogFault(this.log.refusal);
      }
      const state = await Promise.race([this.channel.move(this.newestState, this.me, m), this.leaving]);
      const [made, base, theirs] = this.onNewest(m);
      const signature = this.signed(state, encodeState(state));
      const proof = proofOf(made.state, made.move, bothOf(this.me, signature, theirs));
      await this.record(proof, { state, base });
    });
  }

  /** submitMove makes the player's next move on-chain, together with the newest state. Like stopSigning it ends signing. */
  async submitMove(m: ChannelMove): Promise<void> {
    await this.stopSigning();
    await this.alone(async () => {
      if (this.again(m)) {
        return;
      }
      const state = await this.channel.move(this.newestState, this.me, m);
      const [made, base, theirs] = this.onNewest(m);
      const proof = proofOf(made.state, made.move, bothOf(otherSeat(this.me), theirs));
      await this.log.submit(progress(state), encodeState(state), writeUpdate(proof));
      this.adopt(proof, { state, base });
    });
  }

  /** again reports whether a move was made already and is not answered. */
  private again(m: ChannelMove): boolean {
    if (!this.mine || this.halfway) {
      return false;
    }
    const made = this.newestProof.move;
    if (!made) {
      throw errPhase(); // the opponent has agreed to the surrender
    }
    if (m.target !== made.target || m.concede !== made.concede) {
      throw signedBefore();
    }
    return true;
  }

  /** onNewest is a move in the newest state, the state before it, and the opponent's signature. After an opening alone it is a
   * move with that opening, in the state that the opponent has signed. */
  private onNewest(m: ChannelMove): [Pick<StateProof, "state" | "move">, State, Uint8Array] {
    const theirs = signaturesOf(this.newestProof)[otherSeat(this.me)];
    if (this.halfway) {
      const { state, move } = this.newestProof;
      const { opening, sunk } = move!;
      const whole = create(ChannelMoveSchema, {
        target: m.target,
        concede: m.concede,
        ...(opening && { opening }),
        ...(sunk && { sunk }),
      });
      return [{ state, move: whole }, this.channel.decode(state), theirs];
    }
    const known = this.newestState.phase === Phase.TOSS;
    const before = known ? none : encodeState(this.newestState);
    return [{ state: before, move: m }, this.newestState, known ? none : theirs];
  }

  private async record(proof: StateProof, judged: Judged): Promise<void> {
    const { state } = judged;
    await this.log.sign(progress(state), encodeState(state), writeUpdate(proof));
    this.adopt(proof, judged);
  }

  /** signed signs a state. The first signature is verified: a wrong key must not go unseen. */
  private signed(state: State, bytes: Uint8Array): Uint8Array {
    const signature = this.signer(this.channel.message(bytes));
    if (!this.tested && !this.channel.signedBy(this.me, state, signature)) {
      throw new Refusal("battleship", 45);
    }
    this.tested = true;
    return signature;
  }
}
