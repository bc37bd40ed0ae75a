// One player's off-chain game: signed states over a relay while both players are there, and the chain for the rest, by the table of
// docs/channels.md. A program loads this file for such a game alone.

import { bytesToHex, equal } from "../../bytes.js";
import { NoNode, Refusal, Told } from "../../chain/errors.js";
import type { Channel } from "../../channel/channel.js";
import { Line, type Socket } from "../../channel/line.js";
import { Log, type LogStore, type Why } from "../../channel/log.js";
import { counts, countsBase, type Duty, decide } from "../../channel/policy.js";
import { progress, type State } from "../../channel/state.js";
import { Table } from "../../channel/table.js";
import { readUpdate } from "../../channel/update.js";
import type { Chain, OnStage } from "../../game/chain.js";
import { type ChannelMove, ChannelMoveSchema, Obligation, Phase } from "../../gen/battleship/v1/battleship_pb.js";
import { MsgSubmitStateSchema } from "../../gen/battleship/v1/tx_pb.js";
import { create } from "../../proto/codec.js";
import { tileName } from "../../rules/rulesets.js";
import { publicKeyOf, signRaw } from "../../wallet/keys.js";
import type { Remembered, Wallet } from "../../wallet/wallet.js";
import { chainState, channelOf, overlaid } from "./position.js";
import { type AdvanceOptions, type DuelChoice, DuelSession } from "./session.js";
import { inPlay, other, type SeatIndex, type View } from "./view.js";

/** How long a person's program waits for the opponent before the game moves on-chain; and after the player has asked for that, for
 * the newest update of a game whose log is lost. In milliseconds, as are all of these. */
const patience = 120_000;
const listening = 5_000;
/** asleep is how long this program did not run if it was suspended: the timers of a hidden page run once a minute. */
const asleep = 90_000;
/** How often the newest update is sent again while the opponent owes, and at most if the opponent shows that it lacks it. */
const resendAfter = 1000;
const resendAtOnce = 100;
/** How long an update shows an opponent as present whom the relay has never shown, and how long a relay may take to show one. */
const lively = 120_000;
const arriving = 10_000;
/** blind limits the time in which the game continues by updates alone while the node does not answer, or does not prove
 * its answers. */
const blind = 60_000;
/** How many updates are read at once, the newest, and how often: each costs the time of two verifications. Any one that is newer
 * proves all before it. */
const mostWaiting = 2;
const readAfter = 100;
const notThere = "The newest state of this game is not on the chain yet. Try again after that.";

/** Around has the means that a program provides for an off-chain game. */
export interface Around {
  readonly store: LogStore;
  readonly marks: Remembered;
  /** relay is the URL of the player's own relay; without one no updates are sent. */
  readonly relay: string | undefined;
  readonly dial: (url: string) => Socket;
  /** poll is how often the chain is asked while the game is off-chain. */
  readonly poll?: () => number;
  readonly now?: () => number;
  readonly every?: (millis: number, what: () => void) => () => void;
  /** onNews is called when the game is to be looked at again. */
  readonly onNews: () => void;
}

/** Situation is the state of an off-chain game beside its boards, as a player is shown it. */
export interface Situation {
  /** held means that this program has the log open. */
  readonly held: boolean;
  /** lost is why signed states are not known here. */
  readonly lost: Why | undefined;
  readonly line: "none" | "open" | "closed" | "elsewhere";
  /** leaving means that the game moves on-chain, or is there. */
  readonly leaving: boolean;
  /** waits is for how many seconds the opponent has owed a move. */
  readonly waits: number;
  /** present reports whether the opponent is connected: by the relay, or by an update if the relay has never shown it. It is undefined
   * as long as that is not known. */
  readonly present: boolean | undefined;
  /** newest is the newest update, as a watchtower reads it. There is none before the first move, and once the game is on-chain. */
  readonly newest: Uint8Array | undefined;
}

function every(millis: number, what: () => void): () => void {
  const timer = setInterval(what, millis);
  return () => clearInterval(timer);
}

export class ChannelSession extends DuelSession {
  private readonly now: () => number;
  private table: Table | undefined;
  private channel: Channel | undefined;
  private beginning: Promise<void> | undefined;
  private line: Line | undefined;
  private stop: () => void = () => undefined;
  private inbox: Uint8Array[] = [];
  /** reading is the timer of the next reading, readAt when the last one was. */
  private reading: ReturnType<typeof setTimeout> | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  /** last is the game as the chain had it, at `looked`; it was proven at `provenAt`. */
  private last: View | undefined;
  private looked = Number.NEGATIVE_INFINITY;
  private provenAt = Number.NEGATIVE_INFINITY;
  /** sent is when the newest update was sent last; behind means that the opponent has shown that it does not have it. */
  private sent = Number.NEGATIVE_INFINITY;
  /** receiving is pending while updates are read, and ticked is called at the next tick. */
  private receiving: Promise<void> | undefined;
  private ticked: (() => void)[] = [];
  private behind = false;
  /** wasShown means that the relay has shown the opponent, heard is when the last news of the opponent came. */
  private wasShown = false;
  private heard = Number.NEGATIVE_INFINITY;
  /** since is when the player who owes the next move began to. */
  private since = 0;
  /** ranAt is when this program is known to have run last. */
  private ranAt = 0;
  private was: State | undefined;
  /** leaveAt is when the player has asked to continue on-chain. */
  private leaveAt: number | undefined;
  /** block is that of the last transaction: a look at an older state is not acted on. */
  private block = 0n;
  private closed = false;

  constructor(
    chain: Chain,
    wallet: Wallet,
    gameId: bigint,
    private readonly around: Around,
  ) {
    super(chain, wallet, gameId);
    this.now = around.now ?? (() => performance.now());
  }

  get situation(): Situation {
    const { table, line } = this;
    return {
      held: table !== undefined,
      lost: table?.lost,
      line: !line ? "none" : line.elsewhere ? "elsewhere" : line.open ? "open" : "closed",
      leaving: this.leaveAt !== undefined || table?.mute === true,
      present: this.present,
      newest: table?.refusal ? undefined : table?.resend,
      waits: table && table.state.actor !== table.me ? Math.floor((this.now() - this.since) / 1000) : 0,
    };
  }

  /** shown reports whether the relay shows the opponent. */
  private get shown(): boolean | undefined {
    const { channel, table, line } = this;
    return channel && table && line?.present?.has(bytesToHex(channel.key(other(table.me))));
  }

  private get present(): boolean | undefined {
    const { shown } = this;
    if (shown !== false || this.wasShown) {
      return shown;
    }
    return this.now() - this.heard < lively || (this.now() - this.since < arriving ? undefined : false);
  }

  override async look(before?: View): Promise<View> {
    await this.lookAtChain(before?.under ?? before);
    const chain = this.last!;
    const { table } = this;
    if (!table) {
      return chain;
    }
    if (!chain.offChain) {
      if (!table.mute) {
        await this.prove(chain);
        await unwritten(chain, () => table.stopSigning());
      }
      this.line?.close();
    }
    await this.received(table);
    return table.lost && chain.offChain ? chain : overlaid(chain, table.newest, table.me);
  }

  /** lookAtChain asks the chain; while the game is off-chain only now and then, for updates come faster than blocks. */
  private async lookAtChain(before: View | undefined): Promise<void> {
    const at = this.now();
    const known = this.table && this.last?.offChain ? this.last : undefined;
    if (known && at - this.looked < (this.around.poll?.() ?? resendAfter)) {
      return;
    }
    try {
      const view = await super.look(before);
      this.last = view;
      this.looked = at;
      void this.prove(view).then(
        () => {
          this.provenAt = Math.max(at, this.provenAt);
        },
        () => undefined, // a signature asks for it again
      );
    } catch (error) {
      if (!(known && error instanceof NoNode && at - this.looked < blind)) {
        throw error;
      }
    }
  }

  /** begin opens the log, and the line to the opponent. Only the window that plays alone calls it. */
  private begin(shown: View, seat: SeatIndex): Promise<void> {
    this.beginning ??= this.opening(shown, seat).catch((error) => {
      this.beginning = undefined;
      throw error;
    });
    return this.beginning;
  }

  private async opening(shown: View, seat: SeatIndex): Promise<void> {
    const at = this.now();
    const view = await this.prove(shown);
    this.provenAt = at;
    const own = await this.board(view, seat);
    const channel = channelOf(this.chain, view);
    const { store, marks } = this.around;
    const log = await Log.open(store, marks, { channel: channel.id, seat, key: channel.key(seat) });
    const table = await Table.open(channel, seat, (message) => signRaw(own.channel, message), log);
    if (this.closed) {
      return;
    }
    this.channel = channel;
    this.table = table;
    this.since = this.ranAt = this.now();
    this.was = table.state;
    this.line?.close();
    this.line = undefined;
    if (view.offChain && !table.refusal) {
      this.connect(own.channel, channel.key(other(seat)));
    }
    this.stop = (this.around.every ?? every)(resendAfter, () => this.tick());
  }

  /** attend shows the creator of an open game as present, from the program that has its log alone: the line of another one would end
   * by that. */
  private async attend(view: View, seat: SeatIndex): Promise<void> {
    if (!this.line) {
      const { channel } = await this.board(view, seat);
      if (await this.around.store.read(bytesToHex(publicKeyOf(channel)))) {
        this.connect(channel);
      }
    }
  }

  /** connect opens the line to the opponent, or shows the creator of an open game as present. */
  private connect(key: Uint8Array, peer?: Uint8Array): void {
    const { relay, dial, onNews } = this.around;
    if (!relay || this.line || this.closed) {
      return;
    }
    this.line = new Line({
      url: relay,
      key,
      peer,
      dial,
      shown: true,
      asks: peer ? [peer] : [],
      onUpdate: (update) => {
        this.inbox = [...this.inbox, update].slice(-mostWaiting);
        this.reading ??= setTimeout(onNews, Math.max(0, this.readAt + readAfter - this.now()));
      },
      onState: () => {
        this.wasShown ||= this.shown === true;
        onNews();
      },
    });
    this.transmit();
  }

  override close(): void {
    this.closed = true;
    clearTimeout(this.reading);
    this.stop();
    this.line?.close();
  }

  /** received reads the updates that have come. It waits for that until the next tick at most: a proof may take longer to verify,
   * and the chain is looked at meanwhile. */
  private async received(table: Table): Promise<void> {
    this.receiving ??= this.receive(table).finally(() => {
      this.receiving = undefined;
      if (this.inbox.length > 0) {
        this.around.onNews();
      }
    });
    await Promise.race([this.receiving, new Promise<void>((resolve) => this.ticked.push(resolve))]);
  }

  private async receive(table: Table): Promise<void> {
    const updates = this.inbox;
    this.inbox = [];
    clearTimeout(this.reading);
    this.reading = undefined;
    if (updates.length > 0) {
      this.readAt = this.now();
    }
    for (const bytes of table.mute ? [] : updates) {
      const update = readUpdate(bytes);
      const newest = table.resend;
      try {
        // An update that is no news is answered with the newest, unless its sender has that.
        if (update && (await table.receive(update))) {
          this.heard = this.now();
        } else if (update && !(newest && equal(bytes, newest))) {
          this.behind = true;
        }
      } catch {
        // It is false, or cannot be written down: the opponent sends it again.
      }
    }
    this.moved(table);
    if (this.behind && this.now() - this.sent >= resendAtOnce) {
      this.transmit();
    }
  }

  /** moved notes since when the player who owes the next move owes it: an opening ahead of a shot gives no time. */
  private moved({ state }: Table): void {
    const { was } = this;
    if (was && progress(was) !== progress(state) && (was.actor !== state.actor || state.phase !== Phase.PLAY)) {
      this.since = this.now();
    }
    this.was = state;
  }

  /** transmit sends the newest update, or asks for one. */
  private transmit(): void {
    const { table, line } = this;
    if (table && line && !table.mute) {
      line.send(table.resend ?? new Uint8Array());
      this.sent = this.now();
      this.behind = false;
    }
  }

  /** runs gives the opponent its time anew after this program was suspended: its move may wait at the relay. */
  private runs(): void {
    const now = this.now();
    if (now - this.ranAt > asleep) {
      this.since = now;
    }
    this.ranAt = now;
  }

  private tick(): void {
    this.runs();
    for (const waited of this.ticked.splice(0)) {
      waited();
    }
    const { table } = this;
    if (
      table &&
      (this.behind || table.lost || table.state.actor !== table.me) &&
      this.now() - this.sent >= resendAfter
    ) {
      this.transmit();
    }
    if (this.last?.offChain || table?.lost) {
      this.around.onNews();
    }
  }

  /** leave has the game continue on-chain. */
  async leave(shown: View): Promise<void> {
    const seat = this.seat(shown);
    if (seat === undefined) {
      return;
    }
    await this.begin(shown, seat);
    this.leaveAt = this.now();
    if (this.table?.lost && this.channel) {
      // The line of another program with this key is cut off by that.
      this.connect((await this.board(await this.prove(shown), seat)).channel, this.channel.key(other(seat)));
    }
  }

  private duty(table: Table, view: View): Duty {
    const { me } = table;
    const leaves = this.leaveAt !== undefined;
    this.runs();
    if (!view.offChain && view.height + 1n > view.deadline) {
      return "wait"; // it is settled by the chain itself
    }
    if (table.lost && view.offChain && !(leaves && this.now() - this.leaveAt! >= listening)) {
      return "wait"; // for the player's other program, if there is one, and then for the opponent's newest update
    }
    if (table.lost && !view.offChain && view.responded.length < 2 && !halfOver(view)) {
      return "wait"; // the opponent, or another program of the player's, has the missing states
    }
    const impatient = leaves || this.now() - this.since > patience;
    return decide(chainState(view), table.newest, me, impatient, table.mute || leaves);
  }

  override async advance(shown: View, options: DuelChoice & AdvanceOptions = {}): Promise<bigint | undefined> {
    const seat = this.seat(shown);
    if (seat === undefined) {
      return undefined;
    }
    if (shown.phase === Phase.OPEN) {
      await this.attend(shown, seat);
      return undefined;
    }
    if (!this.table) {
      await this.begin(shown, seat);
      this.around.onNews();
      return undefined;
    }
    const { table } = this;
    const chain = this.last ?? shown.under ?? shown;
    if (chain.height < this.block) {
      return undefined;
    }
    const view = overlaid(chain, table.newest, table.me);
    const duty = this.duty(table, chain);
    // The newest state can have the answer to the tile that was aimed at.
    const { aim: asked, ...rest } = options;
    const aim = asked !== undefined && view.sides[other(seat)].answered.has(asked) ? undefined : asked;
    const shotless = table.state.owes === Obligation.SHOT && aim === undefined;
    switch (duty) {
      case "play":
        return shotless ? undefined : this.playOffChain(table, view, seat, aim, options.onStage);
      case "submit move":
        if (!shotless) {
          await this.prove(chain);
          const move = await this.moveOf(view, seat, aim, options.onStage);
          await unwritten(chain, () => table.submitMove(move));
        }
        return this.submit(table, view, seat, options.onStage);
      case "submit":
      case "submit base":
        return this.submit(table, view, seat, options.onStage);
      case "claim with proof":
        if (options.claim) {
          return this.claimWith(table, view, seat, options.onStage);
        }
        // The newest state replaces an older one before its clock runs out, also if the player does not click.
        return chain.offChain ? undefined : this.submit(table, view, seat, options.onStage);
      case "move":
      case "claim":
        return this.note(
          await super.advance({ ...chain, under: chain }, { ...rest, ...(aim !== undefined && { aim }) }),
        );
      default:
        return undefined;
    }
  }

  private note(height: bigint | undefined): bigint | undefined {
    this.block = height !== undefined && height > this.block ? height : this.block;
    return height;
  }

  /** playOffChain makes the next move off-chain: checks, writes down, signs, sends. */
  private async playOffChain(
    table: Table,
    view: View,
    seat: SeatIndex,
    aim: number | undefined,
    onStage: OnStage | undefined,
  ): Promise<bigint> {
    await this.fresh();
    await table.move(await this.moveOf(view, seat, aim, onStage));
    this.moved(table);
    this.transmit();
    this.around.onNews();
    return view.height;
  }

  /** fresh makes sure that the chain has not long ago proven the game to be off-chain, before anything is signed. */
  private async fresh(): Promise<void> {
    if (this.chain.proofs && this.now() - this.provenAt >= blind) {
      const at = this.now();
      this.last = await super.look(this.last);
      const { offChain } = await this.prove(this.last);
      this.provenAt = at;
      if (!offChain) {
        await this.table!.stopSigning();
      }
    }
  }

  private async moveOf(view: View, seat: SeatIndex, aim: number | undefined, onStage?: OnStage): Promise<ChannelMove> {
    const owed = view.owes as "toss" | "answer" | "shot";
    const { turn, ...open } = await this.opened(view, seat, await this.board(view, seat), owed, onStage, true);
    if (owed === "toss") {
      // The opening decides which player shoots first, and the move has to fit that.
      const toss = create(ChannelMoveSchema, { opening: open.opening! });
      const { actor } = await this.channel!.move(this.table!.state, seat, toss);
      return actor === seat && aim !== undefined ? { ...toss, target: tileName(view.ruleset, aim) } : toss;
    }
    const target = turn === seat && aim !== undefined ? tileName(view.ruleset, aim) : "";
    return create(ChannelMoveSchema, { ...open, target });
  }

  /** submit sends the proof of the newest state to the chain, or of the one before a surrender that the opponent need not know. From
   * before that on nothing is signed off-chain, and no update changes which state that is. */
  private async submit(
    table: Table,
    view: View,
    seat: SeatIndex,
    onStage: OnStage | undefined,
  ): Promise<bigint | undefined> {
    await this.prove(view);
    await unwritten(view, () => table.stopSigning());
    const before = countsBase(view, table.newest, seat) ? table.base() : undefined;
    const brief = this.channel!.brief(before?.proof ?? table.proof, seat);
    const asJoined = brief.state.length === 0 && !brief.move;
    const actor = await this.actor(view, seat);
    const message = create(MsgSubmitStateSchema, {
      sender: actor.signer.address,
      gameId: view.id,
      ...(!asJoined && { proof: brief }),
    });
    return this.note((await this.send(actor, view, message, onStage)).height);
  }

  private async claimWith(table: Table, view: View, seat: SeatIndex, onStage?: OnStage): Promise<bigint | undefined> {
    await this.prove(view);
    await unwritten(view, () => table.stopSigning());
    const proof = this.channel!.brief(table.proof, seat);
    return this.note((await this.claim(view, seat, onStage, proof)).height);
  }

  /** giveUp makes sure that the chain lets the player give up, or challenge: the opponent has had its say there. */
  private giveUp(shown: View): void {
    const { offChain, responded } = this.last ?? shown;
    const seat = this.seat(shown);
    if (inPlay(shown) && !offChain && seat !== undefined && !responded.includes(other(seat))) {
      throw new Refusal("battleship", 44);
    }
  }

  /** challenge demands the opponent's board, once the chain has the state that the player sees. */
  override async challenge(shown: View, onStage?: OnStage): Promise<void> {
    if (this.table && this.last && pendingState(this.last, this.table)) {
      throw new Told(notThere);
    }
    this.giveUp(shown);
    return super.challenge(shown, onStage);
  }

  /** concede gives the game up. Off-chain that is a move, which makes the owed opening first. */
  override async concede(shown: View, onStage?: OnStage): Promise<void> {
    const { table } = this;
    const chain = this.last;
    if (!table || !chain || !inPlay(shown) || (!chain.offChain && !pendingState(chain, table))) {
      this.giveUp(shown);
      return super.concede(shown, onStage);
    }
    const seat = table.me;
    if (!chain.offChain || table.mute || table.lost) {
      throw new Told(notThere);
    }
    if (table.state.actor !== seat) {
      throw new Told("Off-chain you can give up on your turn. If your opponent stays away, continue on-chain.");
    }
    await this.fresh();
    const view = overlaid(chain, table.newest, table.me);
    const move = await this.moveOf(view, seat, undefined);
    const after = move.opening ? this.channel!.said(table.state, move) : table.state; // the table verifies the opening
    const ended = after.phase !== Phase.PLAY && after.phase !== Phase.TOSS;
    await table.move(ended ? move : { ...move, concede: true });
    this.moved(table);
    this.transmit();
  }
}

/** unwritten writes to the log. Once the game is on-chain a full disk does not keep the newest state from the chain: there is no way
 * back, and nothing is signed any more. */
async function unwritten(chain: View, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (chain.offChain) {
      throw error;
    }
  }
}

/** pendingState reports whether the player knows a newer state than the chain. */
const pendingState = (chain: View, { newest, me }: Table): boolean => counts(chainState(chain), newest, me);

/** halfOver reports whether half of the time for the obligation on-chain has passed. */
const halfOver = (view: View): boolean => 2n * (view.deadline - view.height) <= view.turnBlocks;
