// One player's melee: it reads the state and sends the owed messages. A round has one aim and one report of each
// player. Both are stored before they are sent, and signed again instead of others in the same round: a node that shows
// another volley wants to see more of the board than the round does.

import { equal } from "../../bytes.js";
import { BadAnswer, NotFound, Refusal, Told } from "../../chain/errors.js";
import { type Receipt, response, Submitter } from "../../chain/submit.js";
import type { Coin } from "../../chain/tx.js";
import { afford, boardNonce } from "../../game/accounts.js";
import { type Chain, Ended, type OnStage, onChain } from "../../game/chain.js";
import { bindingOf, boardSignature, Hand, toOpening } from "../../game/hand.js";
import { type Game, type PlayOptions, play } from "../../game/play.js";
import { onceEach } from "../../game/records.js";
import { type MeleeResult, Stage } from "../../gen/battleship/v1/battleship_melee_pb.js";
import { CommitmentScheme, EntrySchema } from "../../gen/battleship/v1/battleship_pb.js";
import { type AcceptedMeleeTerms, AcceptedMeleeTermsSchema } from "../../gen/battleship/v1/terms_pb.js";
import {
  MsgAimSchema,
  MsgClaimWinSchema,
  MsgConcedeSchema,
  MsgConfirmMeleeSchema,
  MsgCreateMeleeResponseSchema,
  MsgCreateMeleeSchema,
  MsgDeclineGameSchema,
  MsgFireSchema,
  MsgJoinMeleeSchema,
  MsgLeaveMeleeSchema,
  MsgReportSchema,
} from "../../gen/battleship/v1/tx_pb.js";
import { create, type Message } from "../../proto/codec.js";
import { lie } from "../../rules/answer.js";
import * as commitment from "../../rules/commitment.js";
import { type Fleet, fleetString } from "../../rules/fleet.js";
import { aimSalt, commitAim, findAim, report } from "../../rules/melee.js";
import { rulesets, tileName } from "../../rules/rulesets.js";
import { boardName, type OwnBoard, seal } from "../../rules/vault.js";
import { grant, sessionKey } from "../../wallet/session.js";
import type { Wallet } from "../../wallet/wallet.js";
import { allowance } from "./allowance.js";
import { provenMelee, provenMeleeEnd } from "./proven.js";
import { endedMelee, melee } from "./queries.js";
import {
  dueBy,
  inRounds,
  type MeleeView,
  mayHaveEnded,
  meleePosition,
  meleeSeatOf,
  meleeSide,
  meleeViewOf,
  tileNames,
} from "./view.js";

/** claimGas is the limit of a claim, which can end a melee of sixteen. */
export const claimGas = 570_000;

/** meleeRuleset is the one that melees are played under. */
export const meleeRuleset = rulesets.find((r) => r.kind === "melee")!;

/** How a melee is entered. */
export type MeleeWish =
  | {
      readonly kind: "create";
      readonly players: number;
      readonly invited: readonly string[];
      /** stake is that of each, for the invited alone; houseShareBps is the network's share of the pot, as it was shown. */
      readonly stake?: Coin | undefined;
      readonly houseShareBps?: number;
      /** deposit is what the table takes until the first round. */
      readonly deposit?: Coin | undefined;
    }
  | { readonly kind: "join"; readonly gameId: bigint; readonly terms: AcceptedMeleeTerms };

/** acceptedOf returns the terms of a melee, as its joiner was shown them, to be accepted. */
export function acceptedOf({ melee, ruleset }: MeleeView): AcceptedMeleeTerms {
  const { stake, houseShareBps = 0 } = melee.terms ?? {};
  return create(AcceptedMeleeTermsSchema, {
    creator: melee.creator,
    rulesetId: ruleset.id,
    players: melee.players.length,
    turnBlocks: melee.turnBlocks,
    maxHouseShareBps: houseShareBps,
    ...(stake && { stake }),
  });
}

/** enterMelee places a fleet and takes a seat, in one transaction with the allowance for the key of the melee. It returns the
 * melee's id. */
export async function enterMelee(
  chain: Chain,
  wallet: Wallet,
  fleet: Fleet,
  wish: MeleeWish,
  onStage?: OnStage,
): Promise<bigint> {
  const sender = wallet.address;
  const price = wish.kind === "join" ? [wish.terms.stake] : [wish.stake, wish.deposit];
  const [nonce] = await Promise.all([boardNonce(chain, sender), afford(chain, sender, price)]);
  const binding = bindingOf(chain, sender, nonce, meleeRuleset);
  const own = seal(binding, await boardSignature(chain, wallet, nonce), fleet);
  const { rowRoots, tossLeaf } = commitment.commit(binding, fleet, own.secret);
  const delegate = wallet.asks ? sessionKey(own.delegate, sender).address : "";
  const entry = create(EntrySchema, {
    board: { scheme: CommitmentScheme.MERKLE_ROWS, nonce, rowRoots: [...rowRoots], tossLeaf },
    recovery: own.recovery,
    delegate,
  });
  const messages: Message[] = [
    wish.kind === "join"
      ? create(MsgJoinMeleeSchema, { sender, gameId: wish.gameId, entry, terms: wish.terms })
      : create(MsgCreateMeleeSchema, {
          sender,
          rulesetId: meleeRuleset.id,
          players: wish.players,
          entry,
          invited: [...wish.invited],
          ...(wish.stake && { stake: wish.stake, maxHouseShareBps: wish.houseShareBps ?? 0 }),
        }),
  ];
  if (delegate) {
    messages.push(grant(sender, delegate, (await chain.node.status()).time, allowance));
  }
  const receipt = await new Submitter(chain.node, chain.chainId, wallet).send(messages, {
    ...(onStage && { onStage }),
  });
  return wish.kind === "join" ? wish.gameId : response(MsgCreateMeleeResponseSchema, receipt).gameId;
}

/** lookAtMelee reads a melee. The error is an Ended if it has a result. While all aim and fire the end is some blocks away,
 * so then the results are not asked first. */
export async function lookAtMelee(chain: Chain, id: bigint, before?: MeleeView): Promise<MeleeView> {
  const throwIfEnded = async () => {
    const result = await endedMelee(chain.node, id);
    if (result) {
      throw new Ended(await provenMeleeEnd(chain, id, result));
    }
  };
  if (before?.stage !== Stage.AIM && before?.stage !== Stage.FIRE) {
    await throwIfEnded();
  }
  try {
    const view = meleeViewOf(await melee(chain.node, id));
    if (view.id !== id) {
      throw new BadAnswer("The node shows another melee than it was asked for.");
    }
    return view;
  } catch (error) {
    if (error instanceof NotFound) {
      await throwIfEnded();
    }
    throw error;
  }
}

/** Signed holds the messages signed for a board, by rounds: aimed tiles and reported volleys. Blind is the last
 * reported round, if it had no bomb of the player's own. */
interface Signed {
  aims: Record<number, number>;
  blind?: number;
  volleys: Record<number, string>;
}

/** MeleeChoice is a player's decision: where to aim, and whether to confirm its presence, which binds. */
export interface MeleeChoice {
  readonly aim?: number;
  readonly confirm?: boolean;
  readonly onStage?: OnStage;
}

/** MeleeSession is one player's melee. */
export class MeleeSession implements Game<MeleeView, MeleeChoice> {
  private own: { nonce: bigint; board: OwnBoard } | undefined;
  private readonly hand: Hand;

  constructor(
    private readonly chain: Chain,
    private readonly wallet: Wallet,
    readonly gameId: bigint,
  ) {
    this.hand = new Hand(chain, wallet, gameId);
  }

  async look(before?: MeleeView): Promise<MeleeView> {
    const view = await lookAtMelee(this.chain, this.gameId, before);
    this.see(view);
    return view;
  }

  /** see takes a view, and proves it ahead of the owed message. */
  see(view: MeleeView): void {
    void this.prove(view).catch(() => undefined); // the owed message requests it again
  }

  /** prove returns a view as the chain proves it. Whatever is opened or signed is so in that view. */
  readonly prove = onceEach((view: MeleeView) => provenMelee(this.chain, view));

  /** board recovers the player's fleet and secret, and checks them against the chain's record of them. */
  async board(view: MeleeView, seat: number): Promise<OwnBoard> {
    const { board: committed, recovery } = view.seats[seat]!;
    if (!committed) {
      throw new Told("The node does not show your board.");
    }
    const binding = this.binding(view, seat);
    const board =
      this.own?.nonce === committed.nonce // another one was before the player left the table and came back
        ? this.own.board
        : await this.hand.unseal(binding, recovery);
    if (!board || !commitment.audit(binding, committed, board.fleet, board.secret)) {
      throw new Told("This wallet does not open the board of this melee. Is it the right account?");
    }
    this.own = { nonce: committed.nonce, board };
    return board;
  }

  private binding(view: MeleeView, seat: number): commitment.Binding {
    return bindingOf(this.chain, this.wallet.address, view.seats[seat]?.board?.nonce ?? 0n, view.ruleset);
  }

  private get kept() {
    return this.chain.kept ?? this.chain.remembered;
  }

  private signedAt(own: OwnBoard): string {
    return `battleship/melee/${this.chain.chainId}/${boardName(own)}`;
  }

  private signed(own: OwnBoard): Signed {
    const none: Signed = { aims: {}, volleys: {} };
    try {
      return { ...none, ...(JSON.parse(this.kept.getItem(this.signedAt(own)) ?? "{}") as Partial<Signed>) };
    } catch {
      return none;
    }
  }

  private sign(own: OwnBoard, signed: Signed): void {
    this.kept.setItem(this.signedAt(own), JSON.stringify(signed));
  }

  /** target returns the player's aim in this round: the chain's, or the signed one. */
  async target(view: MeleeView, seat: number): Promise<number | undefined> {
    const { target, aim } = view.seats[seat]!;
    if (target !== undefined || (!aim && view.stage !== Stage.AIM)) {
      return target;
    }
    const own = await this.board(view, seat);
    return aim ? findAim(this.binding(view, seat), own.secret, view.round, aim) : this.signed(own).aims[view.round];
  }

  /** advance sends the message that the player owes: it aims at the target, if there is one or one was signed, fires,
   * reports or shows the board. It confirms only on request. It returns undefined if it sent nothing. */
  async advance(shown: MeleeView, options: MeleeChoice = {}): Promise<bigint | undefined> {
    const seat = meleeSeatOf(shown, this.wallet.address);
    const due = seat === undefined ? undefined : dueBy(shown, seat);
    if (seat === undefined || due === undefined) {
      return undefined;
    }
    const view = await this.prove(shown);
    let message: ((sender: string) => Message) | undefined;
    switch (due) {
      case Stage.READY:
        message = options.confirm
          ? (sender) => create(MsgConfirmMeleeSchema, { sender, gameId: this.gameId })
          : undefined;
        break;
      case Stage.AIM:
        message = await this.aim(view, seat, options.aim);
        break;
      case Stage.FIRE:
        message = await this.fire(view, seat);
        break;
      case Stage.REPORT:
        message = await this.report(view, seat);
        break;
      case Stage.CLAIM:
      case Stage.SECOND_CLAIM:
        message = await this.claim(view, seat);
    }
    return message && (await this.send(view, seat, message, options.onStage)).height;
  }

  /** play plays to the end, and confirms at a full table. `aim` chooses the tile to aim at in a round. */
  play(aim: (view: MeleeView) => number | Promise<number>, options?: PlayOptions): Promise<MeleeResult> {
    const choose = async (view: MeleeView): Promise<MeleeChoice> => {
      const seat = meleeSeatOf(view, this.wallet.address);
      const turn = seat !== undefined && dueBy(view, seat) === Stage.AIM;
      return { confirm: true, ...(turn && { aim: await aim(view) }) };
    };
    return play<MeleeView, MeleeChoice, MeleeResult>(this, choose, options);
  }

  private async send(
    view: MeleeView,
    seat: number,
    message: (sender: string) => Message,
    onStage?: OnStage,
  ): Promise<Receipt> {
    const actor = await this.hand.actor(view.seats[seat]?.delegate, () => this.board(view, seat));
    const { stake } = view.melee.terms ?? {};
    const options = { claim: claimGas, lastHeight: view.deadline, ...(onStage && { onStage }) };
    return this.hand.send(actor, meleePosition(view), message(actor.signer.address), [stake], options);
  }

  private async aim(view: MeleeView, seat: number, wanted: number | undefined) {
    const { round } = view;
    const own = await this.board(view, seat);
    const signed = this.signed(own);
    const tile = signed.aims[round] ?? wanted;
    if (tile === undefined) {
      return undefined;
    }
    if (view.bombed.has(tile)) {
      throw new Told(`${tileName(view.ruleset, tile)} was bombed before. Choose another tile.`);
    }
    const aim = commitAim(this.binding(view, seat), own.secret, round, tile);
    this.sign(own, { ...signed, aims: { ...signed.aims, [round]: tile } });
    return (sender: string) => create(MsgAimSchema, { sender, gameId: this.gameId, aim, round });
  }

  private async fire(view: MeleeView, seat: number) {
    const { secret } = await this.board(view, seat);
    const { aim } = view.seats[seat]!;
    const tile = aim && findAim(this.binding(view, seat), secret, view.round, aim);
    if (tile === undefined || view.bombed.has(tile)) {
      throw new Told("The aim on the chain is not one of your wallet’s, or the node shows a false one.");
    }
    const salt = aimSalt(secret, view.round);
    const target = tileName(view.ruleset, tile);
    return (sender: string) => create(MsgFireSchema, { sender, gameId: this.gameId, target, salt });
  }

  /** truth makes sure that the chain has nothing of the board that it does not hold. */
  private async truth(view: MeleeView, seat: number): Promise<OwnBoard> {
    const own = await this.board(view, seat);
    if (lie(view.ruleset, meleeSide(view, view.seats[seat]!), own.fleet)) {
      throw new Told("This board is not shown: the node says of it what is not true. Ask another node.");
    }
    return own;
  }

  private async report(view: MeleeView, seat: number) {
    const own = await this.truth(view, seat);
    const shown = tileNames(view.ruleset, view.volley);
    const signed = this.signed(own);
    const before = signed.volleys[view.round];
    if (before !== undefined && before !== shown) {
      throw new Told(
        `Nothing is reported: in round ${view.round} you have reported ${before}, and now the node asks for ${shown}. ` +
          "A round has one volley, so one of the two is false. Ask another node.",
      );
    }
    // A volley without the player's own bomb is one of a round that it has missed, or made up by the node.
    const aim = signed.aims[view.round];
    const bombed = aim !== undefined && view.volley.includes(aim);
    if (!bombed && !this.chain.proofs && signed.blind !== undefined && signed.blind !== view.round) {
      throw new Told(
        `Nothing is reported: you have fired in neither round ${signed.blind} nor round ${view.round}, as the node shows. ` +
          "Name a trusted block in the settings, or ask another node.",
      );
    }
    const openings = report(this.binding(view, seat), own.fleet, own.secret, view.volley).map(toOpening);
    const { blind: _, ...rest } = signed;
    const volleys = { ...signed.volleys, [view.round]: shown };
    this.sign(own, { ...rest, volleys, ...(!bombed && { blind: view.round }) });
    return (sender: string) => create(MsgReportSchema, { sender, gameId: this.gameId, openings });
  }

  private async claim(view: MeleeView, seat: number) {
    // The secret must not be shown for a claim that fails.
    const { fleet, secret } = await this.truth(view, seat);
    if (!mayHaveEnded(view)) {
      throw new Told(
        "The node says that play has ended, and shows several afloat. Your board is not shown. Ask another node.",
      );
    }
    const committed = view.seats[seat]!.board!;
    if (!equal(commitment.commitToss(this.binding(view, seat), fleet, secret), committed.tossLeaf)) {
      throw new Told("This wallet does not open the board of this melee. Is it the right account?");
    }
    const text = fleetString(view.ruleset, fleet);
    return (sender: string) =>
      create(MsgClaimWinSchema, { sender, gameId: this.gameId, fleet: text, boardSecret: secret });
  }

  /** concede gives up; the others play on. */
  async concede(shown: MeleeView): Promise<void> {
    const view = await this.prove(shown);
    const seat = meleeSeatOf(view, this.wallet.address);
    if (seat === undefined || !inRounds(view.stage)) {
      throw new Refusal("battleship", 19);
    }
    await this.send(view, seat, (sender) => create(MsgConcedeSchema, { sender, gameId: this.gameId }));
  }

  /** leave gives the seat up before the first round. */
  async leave(): Promise<void> {
    await onChain(this.chain);
    const message = create(MsgLeaveMeleeSchema, { sender: this.wallet.address, gameId: this.gameId });
    await this.hand.fromWallet().send([message]);
  }

  /** decline refuses a place that the player is invited to. */
  async decline(): Promise<void> {
    await onChain(this.chain);
    const message = create(MsgDeclineGameSchema, { sender: this.wallet.address, gameId: this.gameId });
    await this.hand.fromWallet().send([message]);
  }

  /** takeOver names the key of this melee as delegate again, with a new allowance. */
  async takeOver(shown: MeleeView): Promise<void> {
    const view = await this.prove(shown);
    const seat = meleeSeatOf(view, this.wallet.address);
    if (seat === undefined) {
      throw new Refusal("battleship", 2);
    }
    await this.hand.takeOver(await this.board(view, seat), allowance);
  }
}
