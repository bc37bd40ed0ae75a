// Entering a game: a fleet is placed, and the player commits to it.

import { Told } from "../../chain/errors.js";
import { response, Submitter } from "../../chain/submit.js";
import type { Coin } from "../../chain/tx.js";
import { afford, boardNonce } from "../../game/accounts.js";
import { type Chain, type OnStage, proverOf } from "../../game/chain.js";
import { bindingOf, boardSignature } from "../../game/hand.js";
import { CommitmentScheme, EntrySchema } from "../../gen/battleship/v1/battleship_pb.js";
import { type AcceptedTerms, AcceptedTermsSchema } from "../../gen/battleship/v1/terms_pb.js";
import {
  MsgCreateGameResponseSchema,
  MsgCreateGameSchema,
  MsgJoinGameSchema,
  MsgMatchGameResponseSchema,
  MsgMatchGameSchema,
} from "../../gen/battleship/v1/tx_pb.js";
import { CoinSchema } from "../../gen/cosmos/base/v1beta1/coin_pb.js";
import { create, type Message } from "../../proto/codec.js";
import * as commitment from "../../rules/commitment.js";
import type { Fleet } from "../../rules/fleet.js";
import type { Ruleset } from "../../rules/rulesets.js";
import { type OwnBoard, seal } from "../../rules/vault.js";
import { addressBytes, publicKeyOf } from "../../wallet/keys.js";
import { grant, sessionKey } from "../../wallet/session.js";
import type { Wallet } from "../../wallet/wallet.js";
import { allowance, provenAllowance } from "./allowance.js";
import type { View } from "./view.js";

/** Shown is the price of a game as the player who opens it was shown it. */
export interface Shown {
  readonly fee?: Coin | undefined;
  /** deposit is what a game takes while it is open. */
  readonly deposit?: Coin | undefined;
  /** houseShareBps is the network's share of the stakes, in ten-thousandths. */
  readonly houseShareBps?: number | undefined;
}

/** OffChain is how a game that is played off-chain is entered. */
export interface OffChain {
  /** relay is the URL of the player's own relay. */
  readonly relay: string;
  /** prepare makes the log of the game, before its key is public. */
  readonly prepare: (key: Uint8Array) => Promise<void>;
}

/** How a game is entered. */
export type Wish =
  | {
      readonly kind: "match";
      readonly ruleset: Ruleset;
      readonly casual?: boolean;
      readonly shown: Shown;
      readonly offChain?: OffChain | undefined;
    }
  | {
      readonly kind: "create";
      readonly shown: Shown;
      readonly turnBlocks?: bigint;
      readonly ruleset: Ruleset;
      readonly casual?: boolean;
      readonly opponent?: string;
      readonly rematchOf?: bigint;
      readonly stake?: Coin | undefined;
      readonly offChain?: OffChain | undefined;
    }
  | {
      readonly kind: "join";
      readonly gameId: bigint;
      readonly ruleset: Ruleset;
      readonly terms: AcceptedTerms;
      readonly offChain?: OffChain | undefined;
    };

/** acceptedOf returns the terms of a game, as its joiner was shown them, to be accepted. The chain refuses to let it
 * pay anything else. */
export function acceptedOf({ game, ruleset, turnBlocks }: View): AcceptedTerms {
  const { stake, fee, casual = false, houseShareBps = 0 } = game.terms ?? {};
  return create(AcceptedTermsSchema, {
    creator: game.participants[0]?.address ?? "",
    rulesetId: ruleset.id,
    turnBlocks,
    casual,
    first: game.first,
    maxHouseShareBps: houseShareBps,
    ...(stake && { stake }),
    ...(fee && { maxFee: fee }),
  });
}

/** limits returns the player's limits for the shown payments. Until the message is there, wins can raise a fee a
 * little. */
function limits({ fee, houseShareBps = 0 }: Shown, casual: boolean, staked: boolean) {
  return {
    ...(staked && { maxHouseShareBps: houseShareBps }),
    ...(fee &&
      !casual && { maxFee: create(CoinSchema, { ...fee, amount: String((BigInt(fee.amount) * 101n) / 100n) }) }),
  };
}

export interface Entered {
  readonly gameId: bigint;
  /** joined reports whether the game has begun; otherwise it waits for an opponent. */
  readonly joined: boolean;
}

/** committed returns the public part of a board, with the proof that it is legal where one is needed. */
async function committed(
  chain: Chain,
  binding: commitment.Binding,
  fleet: Fleet,
  secret: Uint8Array,
  onStage: OnStage | undefined,
) {
  const { nonce } = binding;
  if (!binding.ruleset.proven) {
    const { rowRoots, tossLeaf } = commitment.commit(binding, fleet, secret);
    return { board: { scheme: CommitmentScheme.MERKLE_ROWS, nonce, rowRoots: [...rowRoots], tossLeaf } };
  }
  onStage?.("proving");
  const provers = await proverOf(chain);
  const board = { binding, fleet, secret };
  const fleetHash = await provers.commit(board);
  const tossLeaf = commitment.commitToss(binding, fleet, secret);
  return {
    board: { scheme: CommitmentScheme.PLONK, nonce, commitment: fleetHash, tossLeaf },
    proof: await provers.proveBoard(board),
  };
}

/** channelOf is the key that signs the states of the game. The game uses the relay of its creator. */
async function channelOf(own: OwnBoard, { relay, prepare }: OffChain, kind: Wish["kind"]) {
  const key = publicKeyOf(own.channel);
  await prepare(key);
  return { key, relay: kind === "join" ? "" : relay };
}

/** enter places a fleet and enters a game, in one transaction with the allowance for the key of the game, if it has one. */
export async function enter(
  chain: Chain,
  wallet: Wallet,
  fleet: Fleet,
  wish: Wish,
  random: (n: number) => Uint8Array,
  onStage?: OnStage,
): Promise<Entered> {
  if (wish.ruleset.kind !== "duel") {
    throw new Told(`${wish.ruleset.name} is for ${wish.ruleset.kind}s: choose another ruleset for two.`);
  }
  if (wish.kind === "create" && wish.opponent && !addressBytes(wish.opponent)) {
    throw new Told("That is not an address of this chain. Nothing was sent.");
  }
  const sender = wallet.address;
  const { casual = false, shown = {} }: { casual?: boolean; shown?: Shown } = wish.kind === "join" ? {} : wish;
  const [stake, deposit] = wish.kind === "create" ? [wish.stake, shown.deposit] : [];
  const price =
    wish.kind === "join" ? [wish.terms.stake, wish.terms.maxFee] : [stake, deposit, casual ? undefined : shown.fee];
  const [nonce] = await Promise.all([boardNonce(chain, sender), afford(chain, sender, price)]);
  if (wish.ruleset.proven) {
    onStage?.("loading the prover");
    await (await proverOf(chain)).prepare(wish);
    onStage?.("signing");
  }
  const binding = bindingOf(chain, sender, nonce, wish.ruleset);
  const own = seal(binding, await boardSignature(chain, wallet, nonce), fleet);
  const messages: Message[] = [];
  const { offChain } = wish;
  const delegate = wallet.asks ? sessionKey(own.delegate, sender).address : "";
  const entry = create(EntrySchema, {
    ...(await committed(chain, binding, fleet, own.secret, onStage)),
    recovery: own.recovery,
    delegate,
    ...(offChain && { channel: await channelOf(own, offChain, wish.kind) }),
  });
  const common = { sender, entry, rulesetId: wish.ruleset.id, casual, ...limits(shown, casual, stake !== undefined) };
  switch (wish.kind) {
    case "match":
      messages.push(create(MsgMatchGameSchema, { ...common, toss: random(32) }));
      break;
    case "join":
      messages.push(
        create(MsgJoinGameSchema, { sender, entry, gameId: wish.gameId, toss: random(32), terms: wish.terms }),
      );
      break;
    case "create":
      messages.push(
        create(MsgCreateGameSchema, {
          ...common,
          turnBlocks: wish.turnBlocks ?? 0n,
          opponent: wish.opponent ?? "",
          rematchOf: wish.rematchOf ?? 0n,
          ...(wish.stake && { stake: create(CoinSchema, wish.stake) }),
        }),
      );
  }
  if (delegate) {
    const { time } = await chain.node.status();
    messages.push(grant(sender, delegate, time, wish.ruleset.proven ? provenAllowance : allowance));
  }
  const submitter = new Submitter(chain.node, chain.chainId, wallet);
  const options = { proven: wish.ruleset.proven, offChain: offChain !== undefined };
  const receipt = await submitter.send(messages, { ...options, ...(onStage && { onStage }) });
  switch (wish.kind) {
    case "match": {
      const { gameId, joined } = response(MsgMatchGameResponseSchema, receipt);
      return { gameId, joined };
    }
    case "create":
      return { gameId: response(MsgCreateGameResponseSchema, receipt).gameId, joined: false };
    case "join":
      return { gameId: wish.gameId, joined: true };
  }
}
