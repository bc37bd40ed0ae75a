// The file beside the page, with the address of its node and the services of its server.

import { BadAnswer, NoNode } from "#client/chain/errors";
import { readRoot } from "./root";

export interface Config {
  /** node is the address of REST, and of /rpc; absent for the page's own origin. */
  node?: string;
  /** rpc is the address of RPC, if that is elsewhere. */
  rpc?: string;
  /** live is the path of the stream of blocks. */
  live?: string;
  /** faucet means that this is a chain for trials, which gives coins; it is the faucet's address if that is elsewhere.
   * */
  faucet?: boolean | string;
  /** proofs is the path of headers and proofs; without it the node's RPC is asked for them. */
  proofs?: string;
  /** witness is a second node for the light client: a path of the server, or the address of its RPC. */
  witness?: string;
  /** trust is the block from which on records are proven, unless the player has named another one. */
  trust?: { height: string; hash: string };
  /** bot is the address of a player who joins each duel that is offered to it alone. */
  bot?: string;
  /** relay is the URL of the relay of off-chain games. No other one is dialled. */
  relay?: string;
}

/** readConfig reads the file. It may be missing, but a file that cannot be read could name a trusted block. */
export async function readConfig(): Promise<Config> {
  const answer = await fetch("config.json").catch(() => {
    throw new NoNode();
  });
  if (answer.status === 404) {
    return {};
  }
  const config = answer.ok ? ((await answer.json().catch(() => undefined)) as Config | undefined) : undefined;
  if (!config || (config.trust !== undefined && !namedBy(config))) {
    throw new BadAnswer("The page’s config.json cannot be read. Reload the page.");
  }
  return config;
}

/** namedBy is the trusted block that the file names. */
export const namedBy = ({ trust }: Config) => readRoot(`${trust?.height} ${trust?.hash}`);
