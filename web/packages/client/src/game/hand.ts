// A player's means in one game, of two or of many: its board, the key of the game, and its bids.

import { bytesToHex, hexToBytes } from "../bytes.js";
import { pack } from "../chain/codec.js";
import { Refusal, Told } from "../chain/errors.js";
import { type Bid, type Receipt, type SendOptions, Submitter } from "../chain/submit.js";
import type { Coin } from "../chain/tx.js";
import { type Content, OpeningSchema } from "../gen/battleship/v1/battleship_pb.js";
import { MsgSetDelegateSchema } from "../gen/battleship/v1/tx_pb.js";
import { create, type Message } from "../proto/codec.js";
import type { Binding, Opening } from "../rules/commitment.js";
import type { Ruleset } from "../rules/rulesets.js";
import { boardText, type OwnBoard, recoverySource, Source, unseal } from "../rules/vault.js";
import { addressBytes } from "../wallet/keys.js";
import { type Allowance, grant, revoke, sessionKey } from "../wallet/session.js";
import type { Wallet } from "../wallet/wallet.js";
import { mostFees } from "./bid.js";
import type { Chain, OnStage } from "./chain.js";

/** bindingOf names a player's board. */
export function bindingOf(chain: Chain, address: string, nonce: bigint, ruleset: Ruleset): Binding {
  const player = addressBytes(address);
  if (!player) {
    throw new Told("That is not an address of this chain.");
  }
  return { chainId: chain.chainId, player, nonce, ruleset };
}

/** boardSignature is asked for once, and kept as long as the page's tab is open. */
export async function boardSignature(chain: Chain, wallet: Wallet, nonce: bigint): Promise<Uint8Array> {
  const key = `battleship/board/${chain.chainId}/${wallet.address}/${nonce}`;
  const kept = wallet.asks ? chain.remembered.getItem(key) : null;
  if (kept && /^[0-9a-f]{128}$/.test(kept)) {
    return hexToBytes(kept);
  }
  const signature = await wallet.signText(boardText(chain.chainId, wallet.address, nonce));
  if (wallet.asks) {
    chain.remembered.setItem(key, bytesToHex(signature));
  }
  return signature;
}

/** toOpening is an opening as messages have it. */
export function toOpening(o: Opening) {
  return create(OpeningSchema, { content: o.content as Content, salt: o.salt, path: [...o.path] });
}

export class Hand {
  /** refused are the messages that the rules have refused, with their positions. */
  private readonly refused = new Map<string, Refusal>();
  /** bids are by the position in which the message is owed. */
  private readonly bids = new Map<string, Bid>();
  private readonly submitters = new Map<string, Submitter>();

  constructor(
    private readonly chain: Chain,
    private readonly wallet: Wallet,
    private readonly gameId: bigint,
  ) {}

  /** unseal opens the sealed board that the chain carries for the player. It returns undefined if the wallet has not
   * sealed it. */
  async unseal(binding: Binding, recovery: Uint8Array): Promise<OwnBoard | undefined> {
    if (recoverySource(binding, recovery) !== Source.fromWallet) {
      throw new Told("The secret of this board is in a file of another program: go on with that one.");
    }
    return unseal(binding, await boardSignature(this.chain, this.wallet, binding.nonce), recovery);
  }

  /** actor returns the submitter of the signer: the game's own key, if the player has named it as delegate, or the
   * wallet. */
  async actor(named: string | undefined, board: () => Promise<OwnBoard>): Promise<Submitter> {
    if (named) {
      const key = sessionKey((await board()).delegate, this.wallet.address);
      if (key.address === named) {
        return this.submitter(key);
      }
    }
    return this.fromWallet();
  }

  fromWallet(): Submitter {
    return this.submitter(this.wallet);
  }

  private submitter(signer: Wallet): Submitter {
    let found = this.submitters.get(signer.address);
    if (!found) {
      found = new Submitter(this.chain.node, this.chain.chainId, signer);
      this.submitters.set(signer.address, found);
    }
    return found;
  }

  /**
   * send sends the message that is owed at a position, for at most a share of the player's payments to enter. A message
   * that the rules have refused at this position is not sent again: the refusal is thrown once more.
   */
  async send(
    actor: Submitter,
    at: string,
    message: Message,
    entry: readonly (Coin | undefined)[],
    options: SendOptions,
  ): Promise<Receipt> {
    const content = `${at}/${bytesToHex(pack(message).value)}`;
    const refusal = this.refused.get(content);
    if (refusal) {
      throw refusal;
    }
    let bid: Bid | undefined;
    if (actor.signer !== this.wallet || !this.wallet.asks) {
      const paid = entry.flatMap((coin) => coin ?? []);
      bid = this.bids.get(at) ?? { most: mostFees(paid, !!options.proven, this.chain.rewardPrice), spent: 0n };
      this.bids.set(at, bid);
    }
    try {
      return await actor.send([message], { ...options, bid });
    } catch (error) {
      if (error instanceof Refusal && error.codespace === "battleship") {
        this.refused.set(content, error);
      }
      throw error;
    }
  }

  /** takeOver names the key of this game as delegate again, with a new allowance: the last one is used up or over, or the game
   * was entered elsewhere. */
  async takeOver(board: OwnBoard, allowance: Allowance, onStage?: OnStage): Promise<void> {
    const player = this.wallet.address;
    const delegate = sessionKey(board.delegate, player).address;
    const messages: Message[] = [create(MsgSetDelegateSchema, { sender: player, gameId: this.gameId, delegate })];
    if (await this.chain.node.hasAllowance(player, delegate)) {
      messages.push(revoke(player, delegate));
    }
    messages.push(grant(player, delegate, (await this.chain.node.status()).time, allowance));
    await this.fromWallet().send(messages, { ...(onStage && { onStage }) });
    this.submitters.delete(delegate);
    this.refused.clear();
  }
}
