// One player's game: it reads the state and sends the owed messages. It opens only tiles that the game, as the node
// shows it, requires, and in a position it signs only the message that it signed there before.

import { equal } from "../../bytes.js";
import { BadAnswer, NotFound, Refusal, Told } from "../../chain/errors.js";
import type { Receipt, Submitter } from "../../chain/submit.js";
import { type Chain, Ended, type OnStage, onChain, proverOf } from "../../game/chain.js";
import { bindingOf, Hand, toOpening } from "../../game/hand.js";
import { type Game, type PlayOptions, play } from "../../game/play.js";
import { onceEach, untrue } from "../../game/records.js";
import {
  type Content,
  type Opening,
  OpeningSchema,
  Phase,
  type Result,
  type Ship,
  ShipSchema,
  type StateProof,
} from "../../gen/battleship/v1/battleship_pb.js";
import {
  MsgCancelGameSchema,
  MsgChallengeSchema,
  MsgClaimWinSchema,
  MsgConcedeSchema,
  MsgDeclineGameSchema,
  MsgShootAndRevealSchema,
} from "../../gen/battleship/v1/tx_pb.js";
import { create, type Message } from "../../proto/codec.js";
import { answered, lie, trueAnswer } from "../../rules/answer.js";
import * as commitment from "../../rules/commitment.js";
import { fleetString, placement } from "../../rules/fleet.js";
import { tileName } from "../../rules/rulesets.js";
import { boardName, type OwnBoard } from "../../rules/vault.js";
import type { Wallet } from "../../wallet/wallet.js";
import { allowance, provenAllowance } from "./allowance.js";
import { provenEnd, provenView } from "./proven.js";
import {
  begun,
  boardOf,
  inPlay,
  lost,
  mayClaim,
  other,
  owedBy,
  position,
  type SeatIndex,
  seatOf,
  shootsNext,
  type View,
  viewOf,
} from "./view.js";

const notOpened = "This wallet does not open the board of this game. Is it the right account?";

/** look reads a game, without taking part in it. The error is an Ended if it has a result. A game in play can only end when
 * its board is to be proven, or when it is not known yet, so only then the results are asked first. */
export async function look(chain: Chain, gameId: bigint, before?: View): Promise<View> {
  const mayHaveEnded = !before || before.phase === Phase.CLAIM || before.phase === Phase.OPEN || before.ruleset.proven;
  if (mayHaveEnded) {
    await throwIfEnded(chain, gameId);
  }
  try {
    const view = viewOf(await chain.node.game(gameId));
    if (view.id !== gameId) {
      throw new BadAnswer("The node shows another game than it was asked for."); // messages sign the shown id
    }
    return view;
  } catch (error) {
    if (error instanceof NotFound) {
      await throwIfEnded(chain, gameId);
    }
    throw error;
  }
}

async function throwIfEnded(chain: Chain, gameId: bigint): Promise<void> {
  if (await chain.node.ended(gameId)) {
    throw await endOf(chain, gameId);
  }
}

/** endOf reads how a game has ended, and which one was offered after it. */
export async function endOf(chain: Chain, gameId: bigint): Promise<Ended<Result>> {
  const { result, rematch } = await chain.node.result(gameId);
  if (result?.gameId !== gameId) {
    throw untrue();
  }
  return provenEnd(chain, gameId, new Ended(result, rematch));
}

export interface AdvanceOptions {
  /** watched means that the caller looks at the game after each block, and has the session `see`. */
  readonly watched?: boolean;
  readonly onStage?: OnStage;
  /** onAim receives the tile of a shot before that is signed: another one than was aimed at, if that was signed for in this position
   * before. An error ends the move. */
  readonly onAim?: (tile: number) => void;
}

/** DuelChoice is a player's decision: where to shoot when it is its turn, and whether to prove its board, which
 * publishes the fleet. */
export interface DuelChoice {
  readonly aim?: number;
  readonly claim?: boolean;
}

/** DuelSession is one player's duel. */
export class DuelSession implements Game<View, DuelChoice & AdvanceOptions> {
  private own: { readonly nonce: bigint; readonly board: OwnBoard } | undefined;
  protected readonly hand: Hand;
  private readonly watching = new Set<(view: View) => void>();
  /** fired means that this session has signed a shot, which need not be in a block yet. */
  private fired = false;

  constructor(
    protected readonly chain: Chain,
    protected readonly wallet: Wallet,
    readonly gameId: bigint,
  ) {
    this.hand = new Hand(chain, wallet, gameId);
  }

  /** close releases the resources that the session holds beside the chain. */
  close(): void {}

  /** ready requests the data for a move, ahead of it. */
  async ready(view: View): Promise<void> {
    const seat = this.seat(view);
    if (seat !== undefined) {
      await (await this.actor(view, seat)).prepare();
    }
  }

  async look(before?: View): Promise<View> {
    const view = await look(this.chain, this.gameId, before);
    this.see(view);
    return view;
  }

  /** see takes note of a look, by which a move that was sent is known to have happened. It is proven ahead of a move. */
  see(view: View): void {
    const tell = (proven: View) => {
      for (const watch of this.watching) {
        watch(proven);
      }
    };
    this.prove(view).then(tell, () => undefined); // a move asks for it again
  }

  private readonly proven = onceEach((view: View) => provenView(this.chain, view));

  /** prove returns a view as the chain proves it. Whatever is opened or signed is so in that view. */
  async prove(view: View): Promise<View> {
    const proven = await this.proven(view.under ?? view);
    return view.under ? { ...proven, under: proven } : proven;
  }

  /** seen resolves to the height at which a look first shows something. `forget` is called once that is not awaited any
   * more. */
  private seen(shows: (view: View) => boolean): { height: Promise<bigint>; forget: () => void } {
    let watch = (_: View): void => undefined;
    const height = new Promise<bigint>((resolve) => {
      watch = (view) => shows(view) && resolve(view.height);
    });
    this.watching.add(watch);
    return { height, forget: () => this.watching.delete(watch) };
  }

  /** seat is the player's; undefined if it has none in this game. */
  seat(view: View): SeatIndex | undefined {
    return seatOf(view, this.wallet.address);
  }

  /** board recovers the player's fleet and secret, and checks them against the chain's record of them. */
  async board(view: View, seat: SeatIndex): Promise<OwnBoard> {
    const committed = view.game.participants[seat]?.board;
    if (!committed) {
      throw new Told("The node does not show your board.");
    }
    const binding = this.binding(view, committed.nonce);
    const own =
      this.own?.nonce === committed.nonce
        ? this.own.board
        : await this.hand.unseal(binding, view.recoveries[seat] ?? new Uint8Array());
    if (!own || !commitment.audit(binding, boardOf(view, seat), own.fleet, own.secret)) {
      throw new Told(notOpened);
    }
    this.own = { nonce: committed.nonce, board: own };
    return own;
  }

  /** prepare loads the prover, where the game needs one. */
  async prepare(view: View): Promise<void> {
    if (view.ruleset.proven) {
      await (await proverOf(this.chain)).prepare(view);
    }
  }

  protected binding(view: View, nonce: bigint): commitment.Binding {
    return bindingOf(this.chain, this.wallet.address, nonce, view.ruleset);
  }

  protected actor(view: View, seat: SeatIndex): Promise<Submitter> {
    return this.hand.actor(view.game.participants[seat]?.delegate, () => this.board(view, seat));
  }

  /**
   * advance sends the message that the player owes and a program can choose by itself: it opens the toss, answers, and,
   * on request, proves the board. It shoots at the tile aimed at, if it then is the player's turn. It returns the
   * height of the block with the message, or undefined if it sent nothing.
   */
  async advance(shown: View, options: DuelChoice & AdvanceOptions = {}): Promise<bigint | undefined> {
    const seat = this.seat(shown);
    if (seat === undefined) {
      return undefined;
    }
    const owed = owedBy(shown, seat);
    if (owed === "nothing" || (owed === "shot" && options.aim === undefined) || (owed === "claim" && !options.claim)) {
      return undefined;
    }
    const view = await this.prove(shown);
    const { height } =
      owed === "claim" ? await this.claim(view, seat, options.onStage) : await this.move(view, seat, owed, options);
    return height;
  }

  /** play plays to the end, and proves the board if that is asked for. `aim` chooses the tile to shoot at. It is asked before an
   * answer, too: the shot goes with the answer if it then is the player's turn. */
  async play(aim: (view: View) => number | Promise<number>, options?: PlayOptions): Promise<Result> {
    const choose = async (view: View): Promise<DuelChoice> => {
      const seat = this.seat(view);
      const owed = seat === undefined ? "nothing" : owedBy(view, seat);
      return { claim: true, ...((owed === "shot" || owed === "answer") && { aim: await aim(view) }) };
    };
    return play<View, DuelChoice, Result>(
      { look: (before) => this.look(before), advance: (view, choice) => this.advance(view, choice) },
      choose,
      options,
    );
  }

  /** openTile shows that the answer to the pending shot is true: by a leaf of the board, or by a proof. */
  private async openTile(view: View, seat: SeatIndex, tile: number, hit: boolean, onStage: OnStage | undefined) {
    const { fleet, secret } = await this.board(view, seat);
    const r = view.ruleset;
    const { nonce, commitment: fleetHash } = view.game.participants[seat]!.board!;
    const binding = this.binding(view, nonce);
    if (!r.proven) {
      return toOpening(commitment.open(binding, fleet, secret, tile));
    }
    const start = performance.now();
    onStage?.("proving");
    const proof = await (await proverOf(this.chain)).proveAnswer({ binding, fleet, secret }, fleetHash, { tile, hit });
    performance.measure("answer proven", { start });
    return create(OpeningSchema, {
      content: (hit ? commitment.Content.ship : commitment.Content.water) as Content,
      proof,
    });
  }

  /** opened returns the openings of a move, and the player to shoot after it, if that is known. The state is the node's
   * word, or `signed` by the opponent. */
  protected async opened(
    view: View,
    seat: SeatIndex,
    own: OwnBoard,
    owed: "toss" | "answer" | "shot",
    onStage?: OnStage,
    signed = false,
  ): Promise<{ opening?: Opening; sunk?: Ship; turn: SeatIndex | undefined }> {
    const r = view.ruleset;
    if (owed === "shot") {
      return { turn: seat };
    }
    if (owed === "toss") {
      const binding = this.binding(view, view.game.participants[seat]!.board!.nonce);
      return { opening: toOpening(commitment.openToss(binding, own.fleet, own.secret)), turn: undefined };
    }
    if (view.pending === undefined) {
      return { turn: undefined };
    }
    // With invented hits on the board, an answer would reveal a whole ship.
    if (lie(r, view.sides[seat], own.fleet)) {
      throw new Told("The node shows answers that this board has never given, so nothing was sent. Ask another node.");
    }
    const answer = trueAnswer(r, own.fleet, view.sides[seat], view.pending);
    const turn = shootsNext(r, seat, answer.hit);
    if (!signed) {
      this.openOnce(own, view.pending, turn === seat);
    }
    return {
      opening: await this.openTile(view, seat, view.pending, answer.hit, onStage),
      ...(answer.sunk && {
        sunk: create(ShipSchema, { class: r.classes[answer.sunk.class]!.name, placement: placement(r, answer.sunk) }),
      }),
      turn: lost(r, answered(view.sides[seat], view.pending, answer)) ? undefined : turn,
    };
  }

  private async move(
    view: View,
    seat: SeatIndex,
    owed: "toss" | "answer" | "shot",
    options: DuelChoice & AdvanceOptions,
  ): Promise<Receipt> {
    const r = view.ruleset;
    const own = await this.board(view, seat);
    const actor = await this.actor(view, seat);
    const message = create(MsgShootAndRevealSchema, { sender: actor.signer.address, gameId: view.id });
    const { turn, ...open } = await this.opened(view, seat, own, owed, options.onStage);
    Object.assign(message, open);
    const { answered: known } = view.sides[other(seat)];
    if (turn === seat && options.aim !== undefined && known.has(options.aim)) {
      throw new Told(`${tileName(r, options.aim)} was shot at before. Choose another tile.`);
    }
    const aim = turn === seat ? this.sameAim(own, view, options.aim) : undefined;
    if (aim !== undefined) {
      options.onAim?.(aim);
      message.target = tileName(r, aim);
      this.fired = true;
      this.noteOpened(own, "");
    }
    const { height, forget } = this.seen(({ phase, pending, sides }) =>
      owed === "shot"
        ? pending === aim || sides[other(seat)].answered.has(aim!)
        : owed === "answer"
          ? sides[seat].answered.has(view.pending!)
          : phase === Phase.PLAY,
    );
    try {
      return await this.send(actor, view, message, options.onStage, options.watched ? height : undefined);
    } finally {
      forget();
    }
  }

  private openedAt(own: OwnBoard): string {
    return `battleship/opened/${this.chain.chainId}/${boardName(own)}`;
  }

  /** noteOpened notes the opened tile after which the player is to shoot, empty after its shot: for this window, and for those that
   * take over from it. */
  private noteOpened(own: OwnBoard, tile: string): void {
    const { remembered, kept } = this.chain;
    for (const place of [remembered, kept]) {
      place?.setItem(this.openedAt(own), tile);
    }
  }

  /** openOnce refuses a second opening before the player has shot, in this window or another one, where the node is believed and it
   * is the player's turn by the rules. So shots that the node has made up show one tile, and where a hit shoots again those that
   * they guess. */
  private openOnce(own: OwnBoard, tile: number, shootsNow: boolean): void {
    const { remembered, kept = remembered, proofs } = this.chain;
    const before = [remembered, kept].map((place) => place.getItem(this.openedAt(own)));
    if (!proofs && before[0] && !before.includes("") && !before.includes(String(tile))) {
      throw new Told(
        "The node shows a second shot before yours, so nothing was sent. Name a trusted block in the settings, or ask " +
          "another node. If you have shot on another device, open this game in a new window.",
      );
    }
    if (shootsNow) {
      this.noteOpened(own, String(tile));
    }
  }

  /** sameAim is the tile that was signed for in this position before, or else the one aimed at now. */
  private sameAim(own: OwnBoard, view: View, aim: number | undefined): number | undefined {
    const key = `battleship/shot/${this.chain.chainId}/${boardName(own)}/${position(view)}`;
    const signed = this.chain.remembered.getItem(key);
    if (signed !== null && /^\d{1,3}$/.test(signed)) {
      return Number(signed);
    }
    if (aim !== undefined) {
      this.chain.remembered.setItem(key, String(aim));
    }
    return aim;
  }

  protected send(actor: Submitter, view: View, message: Message, onStage?: OnStage, happened?: Promise<bigint>) {
    const { stake, fee } = view.game.terms ?? {};
    return this.hand.send(actor, position(view), message, [stake, fee], {
      lastHeight: view.deadline,
      proven: view.ruleset.proven,
      offChain: view.channel,
      ...(happened && { happened }),
      ...(onStage && { onStage }),
    });
  }

  /** claim shows the board, with the proof of a state that the chain does not have yet. */
  protected async claim(view: View, seat: SeatIndex, onStage?: OnStage, proof?: StateProof): Promise<Receipt> {
    const own = await this.board(view, seat);
    const binding = this.binding(view, view.game.participants[seat]!.board!.nonce);
    // The secret must not be shown for a claim that fails, or that the game does not ask for.
    if (!mayClaim(view, seat) || lie(view.ruleset, view.sides[seat], own.fleet)) {
      throw new Told("This board cannot be proven: an answer on the chain is not what it says.");
    }
    if (!equal(commitment.commitToss(binding, own.fleet, own.secret), boardOf(view, seat).tossLeaf)) {
      throw new Told(notOpened);
    }
    const actor = await this.actor(view, seat);
    const message = create(MsgClaimWinSchema, {
      sender: actor.signer.address,
      gameId: view.id,
      fleet: fleetString(view.ruleset, own.fleet),
      boardSecret: own.secret,
      ...(proof && { proof }),
    });
    return this.send(actor, view, message, onStage);
  }

  private seatInPlay(view: View): SeatIndex {
    const seat = this.seat(view);
    if (seat === undefined || !inPlay(view)) {
      throw new Refusal("battleship", 19);
    }
    return seat;
  }

  /** concede gives the game up. */
  async concede(shown: View, onStage?: OnStage): Promise<void> {
    const view = await this.prove(shown);
    const actor = await this.actor(view, this.seatInPlay(view));
    const message = create(MsgConcedeSchema, {
      sender: actor.signer.address,
      gameId: view.id,
      beforeFirstShot: !this.fired && !begun(view),
    });
    await this.send(actor, view, message, onStage);
  }

  /** challenge ends play and demands the opponent's board. Only the player itself may: if the board is honest, it has lost. */
  async challenge(shown: View, onStage?: OnStage): Promise<void> {
    const view = await this.prove(shown);
    this.seatInPlay(view);
    const message = create(MsgChallengeSchema, {
      sender: this.wallet.address,
      gameId: view.id,
      beforeFirstShot: !this.fired && !begun(view),
    });
    await this.send(this.hand.fromWallet(), view, message, onStage);
  }

  /** cancel takes back a game without a joiner. */
  async cancel(onStage?: OnStage): Promise<void> {
    await onChain(this.chain);
    const message = create(MsgCancelGameSchema, { sender: this.wallet.address, gameId: this.gameId });
    await this.hand.fromWallet().send([message], { ...(onStage && { onStage }) });
  }

  /** decline refuses a game that was offered to the player alone. */
  async decline(onStage?: OnStage): Promise<void> {
    await onChain(this.chain);
    const message = create(MsgDeclineGameSchema, { sender: this.wallet.address, gameId: this.gameId });
    await this.hand.fromWallet().send([message], { ...(onStage && { onStage }) });
  }

  /** actsByKey reports whether the game's own key moves, so that a wallet that asks is not asked for moves. */
  async actsByKey(view: View): Promise<boolean> {
    const seat = this.seat(view);
    return seat !== undefined && (await this.actor(view, seat)).signer !== this.wallet;
  }

  /** takeOver names the key of this game as delegate again, with a new allowance: the last one is used up or over, or the game
   * was entered elsewhere. */
  async takeOver(shown: View, onStage?: OnStage): Promise<void> {
    const view = await this.prove(shown);
    const seat = this.seat(view);
    if (seat === undefined) {
      throw new Refusal("battleship", 2);
    }
    await this.hand.takeOver(await this.board(view, seat), view.ruleset.proven ? provenAllowance : allowance, onStage);
  }
}
