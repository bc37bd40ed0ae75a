// Entering a game: a fleet is placed, and the player commits to it.

import { Refusal, Told } from "../chain/errors";
import { response, Submitter } from "../chain/submit";
import type { Coin } from "../chain/tx";
import { CommitmentScheme, EntrySchema } from "../gen/battleship/v1/battleship_pb";
import {
  MsgCreateGameResponseSchema,
  MsgCreateGameSchema,
  MsgJoinGameSchema,
  MsgMatchGameResponseSchema,
  MsgMatchGameSchema,
} from "../gen/battleship/v1/tx_pb";
import { CoinSchema } from "../gen/cosmos/base/v1beta1/coin_pb";
import { create, type Message } from "../proto/codec";
import * as commitment from "../rules/commitment";
import type { Fleet } from "../rules/fleet";
import type { Ruleset } from "../rules/rulesets";
import { seal } from "../rules/vault";
import { addressBytes } from "../wallet/keys";
import { grant, sessionKey } from "../wallet/session";
import type { Wallet } from "../wallet/wallet";
import { bindingOf, boardSignature } from "./hand";
import { type Chain, type OnStage, proverOf } from "./session";

/** How a game is entered. */
export type Wish =
  | { readonly kind: "match"; readonly ruleset: Ruleset; readonly casual?: boolean }
  | {
      readonly kind: "create";
      readonly ruleset: Ruleset;
      readonly casual?: boolean;
      readonly opponent?: string;
      readonly rematchOf?: bigint;
      readonly stake?: Coin | undefined;
    }
  | { readonly kind: "join"; readonly gameId: bigint; readonly ruleset: Ruleset };

export interface Entered {
  readonly gameId: bigint;
  /** joined tells that the game has begun; otherwise it waits for an opponent. */
  readonly joined: boolean;
}

/** committed is what everybody sees of a board, with the proof that it is legal where one is asked for. */
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
  const tossLeaf = commitment.commitToss(binding, secret);
  return {
    board: { scheme: CommitmentScheme.PLONK, nonce, commitment: fleetHash, tossLeaf },
    proof: await provers.proveBoard(board),
  };
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
  if (wish.ruleset.melee) {
    throw new Told(`${wish.ruleset.name} is for melees: choose another ruleset for two.`);
  }
  if (wish.kind === "create" && wish.opponent && !addressBytes(wish.opponent)) {
    throw new Told("That is not an address of this chain. Nothing was sent.");
  }
  const sender = wallet.address;
  const [found, balances] = await Promise.all([chain.node.player(sender), chain.node.balances(sender)]);
  const stake = wish.kind === "create" ? wish.stake : undefined;
  const spendable = balances.find(({ denom }) => denom === stake?.denom)?.amount ?? "0";
  if (balances.length === 0 || (stake && BigInt(spendable) < BigInt(stake.amount))) {
    throw new Refusal("sdk", 5); // before a wallet is asked for anything, and before a refusal costs a fee
  }
  if (wish.ruleset.proven) {
    onStage?.("loading the prover");
    await (await proverOf(chain)).prepare(wish);
    onStage?.("signing");
  }
  const nonce = found.player?.boardNonce ?? 0n;
  const binding = bindingOf(chain, sender, nonce, wish.ruleset);
  const own = seal(binding, await boardSignature(chain, wallet, nonce), fleet);
  const messages: Message[] = [];
  const delegate = wallet.asks ? sessionKey(own.delegate, sender).address : "";
  const entry = create(EntrySchema, {
    ...(await committed(chain, binding, fleet, own.secret, onStage)),
    recovery: own.recovery,
    delegate,
  });
  const common = { sender, entry, rulesetId: wish.ruleset.id };
  switch (wish.kind) {
    case "match":
      messages.push(create(MsgMatchGameSchema, { ...common, toss: random(32), casual: wish.casual ?? false }));
      break;
    case "join":
      messages.push(create(MsgJoinGameSchema, { sender, entry, gameId: wish.gameId, toss: random(32) }));
      break;
    case "create":
      messages.push(
        create(MsgCreateGameSchema, {
          ...common,
          casual: wish.casual ?? false,
          opponent: wish.opponent ?? "",
          rematchOf: wish.rematchOf ?? 0n,
          ...(wish.stake && { stake: create(CoinSchema, wish.stake) }),
        }),
      );
  }
  if (delegate) {
    const { time } = await chain.node.status();
    messages.push(grant(sender, delegate, time, wish.ruleset.proven ? "proven" : "duel"));
  }
  const submitter = new Submitter(chain.node, chain.chainId, wallet);
  const receipt = await submitter.send(messages, { proven: wish.ruleset.proven, ...(onStage && { onStage }) });
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
