// A chain as far as it is proven: headers from a trusted one on, and the records that they prove.

import { bytesToHex, equal, hexToBytes } from "../bytes.js";
import { BadAnswer } from "../chain/errors.js";
import type { Proofs, Root } from "../game/chain.js";
import type { Remembered } from "../wallet/wallet.js";
import { check, Fault, type Kind } from "./fault.js";
import { headerHash, type LightBlock } from "./header.js";
import type { Source } from "./source.js";
import { checkItem } from "./store.js";
import { isDistant, readTrusted, type Trusted, trust, verify } from "./verify.js";

/** How many headers between two are asked for at most, for a node can make up any number; how many are kept; and how often one
 * is written down, in milliseconds. */
const [maxSteps, maxKept, writeEvery] = [200, 64, 10_000];

/** How many blocks a read may be before the newest verified one, and how many nanoseconds the header that proves it may be
 * behind the clock: an old state is no reason to act. */
const [maxBehind, maxAge] = [10n, 120_000_000_000n];

/** why are the sentences for faults; other is for those that have none. */
const why: Readonly<Partial<Record<Kind, string>>> = {
  chain:
    "The node is on another chain than the trusted block. Name another block in the settings, or ask another node.",
  header: "The node does not have the trusted block. Name another one in the settings, or ask another node.",
  expired: "The trusted block is older than two weeks. Name a newer one in the settings.",
  stale: "The node shows an old state, or this device’s clock is ahead, so nothing was sent. Ask another node.",
  future: "The node’s blocks are ahead of this device’s clock. Set the clock, or ask another node.",
};
const other = "The node cannot prove what it shows, so nothing was sent. Ask another node.";

export interface LightOptions {
  readonly chainId: string;
  readonly root: Root;
  readonly source: Source;
  /** witness is a second node, which must have the same headers. */
  readonly witness?: Source | undefined;
  /** kept is a lasting place, in which the next program finds the newest header that was verified. */
  readonly kept?: Remembered | undefined;
  /** now is the time in milliseconds since 1970. */
  readonly now?: () => number;
}

export class LightChain implements Proofs {
  /** verified are headers by ascending height. */
  private readonly verified: Trusted[] = [];
  private begun: Promise<void> | undefined;
  private written = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: LightOptions) {}

  async read(height: bigint, keys: readonly Uint8Array[]): Promise<Uint8Array[]> {
    try {
      this.begun ??= this.begin();
      await this.begun;
      const { nanos } = this;
      check(height + maxBehind >= this.verified.at(-1)!.height, "stale");
      const from = this.verified.findLast((one) => one.height <= height + 1n);
      if (!from) {
        throw new Fault("newer");
      }
      const [block, items] = await this.options.source.read(height + 1n, keys, from.block);
      await this.follow(from, block, height + 1n);
      check(block.header.time + maxAge > nanos, "stale");
      return keys.map((key, i) => {
        const item = { ...items[i]!, key };
        checkItem(item, block.header.appHash);
        return item.value;
      });
    } catch (error) {
      if (this.verified.length === 0) {
        this.begun = undefined;
      } else if (error instanceof Fault && error.kind === "header") {
        throw new BadAnswer(other); // not of the trusted block, but of one that was verified
      }
      throw error instanceof Fault ? new BadAnswer(why[error.kind] ?? other) : error;
    }
  }

  private get name(): string {
    return `battleship/trust/${this.options.chainId}`;
  }

  private get nanos(): bigint {
    return BigInt((this.options.now ?? Date.now)()) * 1_000_000n;
  }

  /** begin finds the newest header that was verified from the same root, or else asks for the root. */
  private async begin(): Promise<void> {
    const { chainId, root, kept } = this.options;
    const hash = /^([0-9a-fA-F]{2})+$/.test(root.hash) ? hexToBytes(root.hash) : new Uint8Array();
    try {
      const { root: of, newest } = JSON.parse(kept?.getItem(this.name) ?? "{}") as { root?: string; newest?: unknown };
      if (of === rootName(root)) {
        const trusted = readTrusted(newest);
        if (trusted.block && trusted.chainId === chainId) {
          await verify(trusted, trusted.block, this.nanos);
          this.verified.push(trusted);
          return;
        }
      }
    } catch {
      // the stored header is invalid, so trust begins at the root again
    }
    const [block] = await this.options.source.read(root.height, []);
    await verify({ chainId, height: root.height, hash }, block, this.nanos);
    await this.compare(block);
    this.trust(block);
  }

  /** follow verifies a header. Where too few of its signers are known, headers between are verified first. */
  private async follow(from: Trusted, block: LightBlock, height: bigint): Promise<void> {
    if (block.header.height !== height) {
      throw new Fault("malformed");
    }
    const ahead = [block];
    let trusted = from;
    for (let steps = 0; ahead.length > 0; steps++) {
      const next = ahead.at(-1)!;
      try {
        await verify(trusted, next, this.nanos);
        trusted = trust(next);
        ahead.pop();
      } catch (error) {
        const middle = trusted.height + (next.header.height - trusted.height) / 2n;
        if (!isDistant(error) || middle === trusted.height || steps >= maxSteps) {
          throw error;
        }
        const [between] = await this.options.source.read(middle, [], trusted.block);
        if (between.header.height !== middle) {
          throw new Fault("malformed");
        }
        ahead.push(between);
      }
    }
    if (height > from.height) {
      await this.compare(block);
      this.trust(block);
    }
  }

  /** compare makes sure that the second node has the same header. */
  private async compare(block: LightBlock): Promise<void> {
    const { witness } = this.options;
    if (!witness) {
      return;
    }
    const { height } = block.header;
    let same = false;
    try {
      const [second] = await witness.read(height, [], block);
      same = equal(headerHash(second.header), headerHash(block.header));
    } catch {
      throw new BadAnswer(`The second node does not confirm block ${height}, so nothing was sent.`);
    }
    if (!same) {
      throw new BadAnswer(`The two nodes have different blocks ${height}: one of them lies, so nothing was sent.`);
    }
  }

  /** trust continues from a verified header. */
  private trust(block: LightBlock): void {
    const { verified } = this;
    const one = trust(block);
    const at = verified.findLastIndex(({ height }) => height <= one.height);
    if (verified[at]?.height !== one.height) {
      verified.splice(at + 1, 0, one);
      verified.splice(0, verified.length - maxKept);
    }
    const { kept, root, now = Date.now } = this.options;
    const newest = verified.at(-1)!;
    if (kept && now() - this.written >= writeEvery) {
      this.written = now();
      try {
        kept.setItem(this.name, JSON.stringify({ root: rootName(root), newest: toJson(newest) }));
      } catch {
        // the next program begins at an older header
      }
    }
  }
}

const rootName = ({ height, hash }: Root) => `${height} ${hash.toUpperCase()}`;

function toJson({ chainId, height, hash, block }: Trusted) {
  return { chain_id: chainId, height: String(height), hash: bytesToHex(hash), light_block: block?.json };
}
