// The sources of headers and proofs: a server that bundles them, or the RPC of a node.

import { bytesToHex } from "../bytes.js";
import { BadAnswer, NoNode } from "../chain/errors.js";
import { Fault } from "./fault.js";
import { type LightBlock, readBlock } from "./header.js";
import { type Item, readItem, storeName } from "./store.js";

/** A Source returns the header of a block, and what keys of the store held after the block before it, with proofs. It waits for
 * a block that is yet to come. The validators of a known block need not be asked for. Nothing of it is verified. */
export interface Source {
  read(height: bigint, keys: readonly Uint8Array[], known?: LightBlock): Promise<[LightBlock, Item[]]>;
}

type Json = Record<string, unknown>;

/** ask reads JSON. It returns undefined if there is none yet. */
async function ask(url: string): Promise<Json | undefined> {
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(patience) });
  } catch {
    throw new NoNode();
  }
  try {
    const body = (await response.json()) as Json;
    if (response.ok) {
      return body;
    }
    if (response.status === 404 || response.status === 500) {
      return undefined;
    }
  } catch {
    // no JSON
  }
  throw new NoNode();
}

/** How long a source may take for an answer, and how often a node is asked for a block that is yet to come. */
const patience = 15_000;
const [tries, pause] = [40, 250];

/** How many pages of validators a node may have: CometBFT has at most 10,000 validators. */
const maxPages = 100;

const notYet = () => new BadAnswer("The node cannot prove what it shows now, so nothing was sent. Ask another node.");

/** withKnown reads a block, with the validators of a known one if the header has their hash. */
function withKnown(signedHeader: unknown, validators: unknown, known: LightBlock | undefined): LightBlock {
  const same = known && hashIn(signedHeader) === hashOf(known);
  return readBlock(signedHeader, same ? known.json.validator_set.validators : validators);
}

const hashIn = (signedHeader: unknown) =>
  String((signedHeader as { header?: Json } | undefined)?.header?.validators_hash).toUpperCase();

const hashOf = (block: LightBlock | undefined) => (block ? bytesToHex(block.header.validators).toUpperCase() : "");

/** bundled asks a server of this page, which waits for the block and answers all at once. */
export function bundled(at: string): Source {
  return {
    read: async (height, keys, known) => {
      const search = new URLSearchParams({ height: String(height), keys: keys.map(bytesToHex).join(",") });
      const hash = hashOf(known);
      if (hash) {
        search.set("known", hash);
      }
      const answer = await ask(`${at}?${search}`);
      const items = answer?.items;
      if (!answer || !Array.isArray(items) || items.length !== keys.length) {
        throw notYet();
      }
      const block = withKnown(answer.signed_header, answer.validators, known);
      return [block, keys.map((key, i) => readItem(key, items[i]))];
    },
  };
}

/** direct asks the RPC of a node, at an address. */
export function direct(at: string): Source {
  const result = async (path: string) => {
    const body = await ask(at + path);
    return body?.result as Json | undefined;
  };
  const validatorsOf = async (height: bigint) => {
    const all: unknown[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const found = await result(`/validators?height=${height}&page=${page}&per_page=100`);
      const { validators, total } = (found ?? {}) as { validators?: unknown[]; total?: string };
      all.push(...(validators ?? []));
      if (all.length >= Number(total ?? 0) || !validators?.length) {
        return all;
      }
    }
    throw new Fault("malformed");
  };
  return {
    read: async (height, keys, known) => {
      for (let i = 0; i < tries; i++) {
        const found = await result(`/commit?height=${height}`);
        const signed = found?.signed_header;
        if (signed) {
          const same = hashIn(signed) === hashOf(known);
          const [validators, ...items] = await Promise.all([
            same ? undefined : validatorsOf(height),
            ...keys.map(async (key) => {
              const path = `"/store/${storeName}/key"`;
              const search = new URLSearchParams({
                path,
                data: `0x${bytesToHex(key)}`,
                height: String(height - 1n),
                prove: "true",
              });
              const { response } = ((await result(`/abci_query?${search}`)) ?? {}) as { response?: Json };
              if (!response || Number(response.code ?? 0) !== 0) {
                throw notYet(); // a state that the node has no more
              }
              return readItem(key, response);
            }),
          ]);
          return [withKnown(signed, validators, known), items];
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      throw notYet();
    },
  };
}
