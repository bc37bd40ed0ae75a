// One node, by its REST API. The page reads games and sends transactions here. Where a block is trusted, it acts on
// proven records.

import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "../base.js";
import { bytesToHex, u64 } from "../bytes.js";
import type { Result } from "../gen/battleship/v1/battleship_pb.js";
import { QueryFinishedResponseSchema } from "../gen/battleship/v1/history_pb.js";
import {
  QueryGameResponseSchema,
  QueryGamesResponseSchema,
  QueryLeaderboardResponseSchema,
  QueryNamesResponseSchema,
  QueryOpenGamesResponseSchema,
  QueryParamsResponseSchema,
  QueryPlayerResponseSchema,
  QueryResultResponseSchema,
  QueryResultsResponseSchema,
  QueryRewardsResponseSchema,
} from "../gen/battleship/v1/query_pb.js";
import { fromJson, type Message, type Schema } from "../proto/codec.js";
import { BadAnswer, NoNode, NotFound } from "./errors.js";
import { defaultPrice, type GasPrice, parsePrices } from "./gas.js";
import type { Coin } from "./tx.js";

/** How long a node may take for an answer. */
const patience = 10_000;

/** A node that answers too many at once refuses others, and asks them to come again in a second. */
const busy = { tries: 3, millis: 1_000 };

export interface Status {
  readonly height: bigint;
  readonly time: Date;
}

/** A Block has the parts for which blocks are read. */
export interface Block extends Status {
  readonly chainId: string;
  /** txs are in base64. */
  readonly txs: readonly string[];
}

export interface Account {
  readonly number: bigint;
  readonly sequence: bigint;
}

/** Committed is a transaction that is in a block. */
export interface Committed {
  readonly height: bigint;
  readonly codespace: string;
  readonly code: number;
  readonly data: string;
  readonly events: readonly RawEvent[];
}

/** RawEvent is an event as a node returns it; any account can have chosen the content of its attributes. */
export interface RawEvent {
  readonly type: string;
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
}

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;
/** Filter has the parameters of a query; empty ones are left out. */
export type Filter = Readonly<Record<string, string | number | bigint | boolean | undefined>>;

/** query writes the filters of a list into its address. */
export function query(filters: Filter): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(filters)) {
    if (value !== undefined && value !== "") {
      search.set(key, String(value));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

export class Node {
  /** pushed are answers that have come without a request, by path. */
  private pushed = new Map<string, unknown>();
  /** newest is the height of the newest state that has come or was read. */
  private newest = 0n;

  constructor(
    /** base precedes every path. It is empty where page and node are one origin. */
    readonly base = "",
    private readonly fetcher: Fetch = (url, init) => fetch(url, init),
    /** rpc and faucet are where else to ask: paths, or addresses of other servers. */
    readonly rpc = "/rpc",
    readonly faucet = "/web/faucet",
  ) {}

  /** at is the address of a path of this node; an address is one already. */
  at(path: string): string {
    return /^https?:/.test(path) ? path : this.base + path;
  }

  private async request(path: string, init?: RequestInit): Promise<{ status: number; body: unknown }> {
    let response: Response;
    for (let tries = 1; ; tries++) {
      try {
        response = await this.fetcher(this.at(path), { signal: AbortSignal.timeout(patience), ...init });
      } catch {
        throw new NoNode();
      }
      if (response.status !== 429) {
        break;
      }
      if (tries === busy.tries) {
        throw new BadAnswer("The node is busy. Try again in a moment.");
      }
      await new Promise((resolve) => setTimeout(resolve, busy.millis));
    }
    // A node that has just started answers 500 until its first block. A service that it does not have is 501 for ever.
    if (response.status >= 500 && response.status !== 501) {
      throw new NoNode();
    }
    try {
      return { status: response.status, body: await response.json() };
    } catch (error) {
      if (!(error instanceof SyntaxError)) {
        throw new NoNode(); // the answer was cut off
      }
      throw new BadAnswer("What answers here is not a node of this chain.");
    }
  }

  /** json reads a path whose answer has no definition of ours. */
  async json(path: string, init?: RequestInit): Promise<Record<string, unknown>> {
    const { status, body } = await this.request(path, init);
    if (status === 404) {
      throw new NotFound();
    }
    if (status !== 200 || body === null || typeof body !== "object") {
      throw new BadAnswer(status === 501 ? "This node keeps no history of games." : "The node refuses to answer that.");
    }
    return body as Record<string, unknown>;
  }

  /** push takes answers, by path, that have come with a block. Each serves one read, before the next block. An answer
   * that is older than the newest state, or does not fit the read, serves none. */
  push(height: bigint, answers: unknown): void {
    this.newest = height > this.newest ? height : this.newest;
    this.pushed = new Map(Object.entries(Object(answers)));
  }

  /** has reports whether the answer to a read has come with the last block. */
  has(path: string): boolean {
    return this.pushed.has(path);
  }

  /** read reads a path whose answer is a message of ours. */
  async read<M extends Message>(schema: Schema<M>, path: string): Promise<M> {
    const pushed = this.pushed.get(path);
    if (this.pushed.delete(path)) {
      try {
        const answer = fromJson(schema, pushed);
        if (this.isNewest(answer)) {
          return answer;
        }
      } catch {
        // the node is asked instead
      }
    }
    const body = await this.json(path);
    try {
      const answer = fromJson(schema, body);
      this.isNewest(answer);
      return answer;
    } catch {
      throw new BadAnswer("The node answers in a form that this page does not know. Reload the page.");
    }
  }

  /** isNewest reports whether an answer is of no older state than others, as far as it names its height. */
  private isNewest(answer: object): boolean {
    const { height } = answer as { readonly height?: unknown };
    if (typeof height !== "bigint") {
      return true;
    }
    const newest = height >= this.newest;
    this.newest = newest ? height : this.newest;
    return newest;
  }

  game = (id: bigint) => this.read(QueryGameResponseSchema, gamePath(id));
  result = (id: bigint) => this.read(QueryResultResponseSchema, `/battleship/v1/results/${id}`);
  params = () => this.read(QueryParamsResponseSchema, "/battleship/v1/params");
  rewards = () => this.read(QueryRewardsResponseSchema, "/battleship/v1/rewards");
  player = (address: string) => this.read(QueryPlayerResponseSchema, `/battleship/v1/players/${address}`);
  games = (f: Filter = {}) => this.read(QueryGamesResponseSchema, `/battleship/v1/games${query(f)}`);
  openGames = (f: Filter = {}) => this.read(QueryOpenGamesResponseSchema, `/battleship/v1/open_games${query(f)}`);
  leaderboard = (f: Filter = {}) => this.read(QueryLeaderboardResponseSchema, `/battleship/v1/leaderboard${query(f)}`);
  log = (id: bigint, f: Filter) => this.json(`/battleship/v1/games/${id}/log${query(f)}`);
  finished = (address: string, f: Filter) =>
    this.read(QueryFinishedResponseSchema, `/battleship/v1/players/${address}/finished${query(f)}`);
  /** names are the records of those accounts, at most a hundred, that have ever set a name. */
  names = (addresses: readonly string[]) =>
    this.read(QueryNamesResponseSchema, `/battleship/v1/names?addresses=${addresses.join("&addresses=")}`);
  results = (f: Filter = {}) => this.read(QueryResultsResponseSchema, `/battleship/v1/results${query(f)}`);

  /** status is the last block. */
  async status(): Promise<Status> {
    const body = await this.json("/cosmos/base/node/v1beta1/status");
    return { height: BigInt(String(body.height)), time: new Date(String(body.timestamp)) };
  }

  /** block is the block of a height, by default the last one. */
  async block(height?: bigint): Promise<Block> {
    const { block } = (await this.json(`/cosmos/base/tendermint/v1beta1/blocks/${height ?? "latest"}`)) as {
      block?: { header: { chain_id: string; height: string; time: string }; data: { txs?: string[] } };
    };
    if (!block) {
      throw new BadAnswer("The node does not show its blocks.");
    }
    const { chain_id: chainId, height: at, time } = block.header;
    return { chainId, height: BigInt(at), time: new Date(time), txs: block.data.txs ?? [] };
  }

  /** chainId returns the chain id that the node reports; a page that is served by a node has no better source. */
  async chainId(): Promise<string> {
    const id: unknown = (await this.block()).chainId; // node_info is ten times as long
    if (typeof id !== "string" || !/^[\x21-\x7e]{1,50}$/.test(id)) {
      throw new BadAnswer("The node does not tell which chain it is on.");
    }
    return id;
  }

  /** account returns undefined for an address that was never sent anything. */
  async account(address: string): Promise<Account | undefined> {
    try {
      const body = await this.json(`/cosmos/auth/v1beta1/account_info/${address}`);
      const info = body.info as { account_number?: string; sequence?: string };
      return { number: BigInt(info.account_number ?? "0"), sequence: BigInt(info.sequence ?? "0") };
    } catch (error) {
      if (error instanceof NotFound) {
        return undefined;
      }
      throw error;
    }
  }

  async balances(address: string): Promise<Coin[]> {
    const body = await this.json(`/cosmos/bank/v1beta1/balances/${address}`);
    return (body.balances as Coin[]).map(({ denom, amount }) => ({ denom, amount }));
  }

  /** unpaid returns the payments to an address that failed when they were due. */
  async unpaid(address: string): Promise<Coin[]> {
    const body = await this.json(`/battleship/v1/players/${address}/unpaid`);
    return (body.coins as Coin[]).map(({ denom, amount }) => ({ denom, amount }));
  }

  /** nameOwner is the address of the player who has a name. */
  async nameOwner(name: string): Promise<string> {
    return String((await this.json(`/battleship/v1/names/${name}`)).address);
  }

  /** hasAllowance reports whether the granter has allowed a key fees, used up or not. Lists are never missing. */
  async hasAllowance(granter: string, grantee: string): Promise<boolean> {
    const body = await this.json(`/cosmos/feegrant/v1beta1/allowances/${grantee}`);
    return (body.allowances as { granter: string }[]).some((allowance) => allowance.granter === granter);
  }

  /** gasPrice returns the node's price in the coin of fees, or the usual price if the node asks for other coins alone:
   * their worth, and so a limit for them, is not known here. */
  async gasPrice(): Promise<GasPrice> {
    const body = await this.json("/cosmos/base/node/v1beta1/config");
    const prices = parsePrices(String(body.minimum_gas_price ?? ""));
    return prices.find((price) => price.denom === defaultPrice.denom) ?? defaultPrice;
  }

  /** broadcast hands a transaction in. It returns the result of the node's check before any block. */
  async broadcast(tx: Uint8Array): Promise<{ codespace: string; code: number }> {
    const body = await this.json("/cosmos/tx/v1beta1/txs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ tx_bytes: base64.encode(tx), mode: "BROADCAST_MODE_SYNC" }),
    });
    const response = body.tx_response as { code?: number; codespace?: string };
    return { codespace: String(response.codespace ?? ""), code: Number(response.code ?? 0) };
  }

  /** tx returns a transaction once it is in a block, and undefined before. It searches, since a request for an absent
   * transaction is an error in the console of every browser. */
  async tx(hash: string): Promise<Committed | undefined> {
    const body = await this.json(`/cosmos/tx/v1beta1/txs?query=${encodeURIComponent(`tx.hash='${hash}'`)}`);
    const response = (body.tx_responses as Record<string, unknown>[] | undefined)?.[0];
    if (!response) {
      return undefined;
    }
    return {
      height: BigInt(String(response.height)),
      codespace: String(response.codespace ?? ""),
      code: Number(response.code ?? 0),
      data: String(response.data ?? ""),
      events: (response.events as RawEvent[] | undefined) ?? [],
    };
  }

  /** ended returns a game's result if there is one. Lists go by id, so the page that begins with it is asked for: a list is
   * never missing. A game that has come with the last block has none. */
  async ended(id: bigint): Promise<Result | undefined> {
    if (this.has(gamePath(id))) {
      return undefined;
    }
    const key = base64.encode(u64(id));
    const { results } = await this.results({ "pagination.key": key, "pagination.limit": 1 });
    return results.find((result) => result.gameId === id);
  }

  /** nextAction returns the action that is owed in a game of any kind, as the node reports it. */
  nextAction = (id: bigint) => this.json(`/battleship/v1/games/${id}/next_action`);
}

const gamePath = (id: bigint) => `/battleship/v1/games/${id}`;

/** txHash is the name of a transaction, known before the transaction is sent. */
export function txHash(tx: Uint8Array): string {
  return bytesToHex(sha256(tx)).toUpperCase();
}
