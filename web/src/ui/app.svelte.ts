// What all screens share: the chain, the wallet, the heights, and which screen it is.

import { randomBytes } from "#client/bytes";
import { BadAnswer, explain, NoNode, notLoaded, Told } from "#client/chain/errors";
import { Node } from "#client/chain/node";
import { askFaucet } from "#client/chain/submit";
import type { Coin } from "#client/chain/tx";
import { paramsOf } from "#client/game/accounts";
import type { Chain, Proofs, Root } from "#client/game/chain";
import type { Params } from "#client/gen/battleship/v1/battleship_pb";
import type { Provers } from "#client/prover/provers";
import { addressBytes } from "#client/wallet/keys";
import type { Wallet } from "#client/wallet/wallet";
import { readWordList, type WordList } from "#client/wallet/words";
import { type Config, namedBy, readConfig } from "../play/config";
import { type Beat, Live } from "../play/live";
import { rootsIn, strangerThan } from "../play/root";
import { browserWallet, keptWallet } from "../wallet/browser";
import {
  account,
  chainInfo,
  connect,
  type ExtensionKind,
  type ExtensionWallet,
  extensionOf,
  remember,
  remembered,
  walletApi,
} from "../wallet/keplr";

export type Theme = "system" | "light" | "dark";

/** How long the node may take at the start of the page before it counts as down. */
const startWithin = 2500;

/** settings are kept in this browser. */
const settingsAt = "battleship/settings";

export interface Settings {
  theme: Theme;
  sound: boolean;
  zoom: boolean;
  /** notify asks for notifications of the system while another page is looked at. */
  notify: boolean;
}

function keptSettings(): Settings {
  const initial: Settings = { theme: "system", sound: true, zoom: false, notify: false };
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(settingsAt) ?? "{}") as Partial<Settings>) };
  } catch {
    return initial;
  }
}

/** A route is the part of the address behind #/, in parts. */
function routeNow(): string[] {
  try {
    return location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent).filter(Boolean);
  } catch {
    return []; // an invented link
  }
}

class App {
  chain = $state.raw<Chain>();
  live = $state.raw<Live>();
  beat = $state.raw<Beat>();
  down = $state(false);
  params = $state.raw<Params>();
  wallet = $state.raw<Wallet>();
  balances = $state.raw<readonly Coin[]>([]);
  /** trouble is why the page cannot show a chain. */
  trouble = $state<string>();
  route = $state.raw<string[]>(routeNow());
  settings = $state<Settings>(keptSettings());
  /** needed is why the player is needed on the screen that is open, as in "Your turn in game 7"; "" for no reason. */
  needed = $state("");
  /** sinceBeat is how long ago the last block came, in milliseconds. */
  sinceBeat = $state(0);
  faucet = $state(true);
  /** root is the trusted block; without one the page believes its node. */
  root = $state.raw<Root>();
  /** strange is why nothing is sent: the player trusts blocks, but of other chains than this one. */
  strange = $state("");
  private config: Config = {};
  /** bot is the address of a bot that can be played at once; undefined if there is none. */
  bot = $state<string>();
  /** relay is the relay of off-chain games; undefined if there is none. */
  relay: string | undefined;

  async start(): Promise<void> {
    addEventListener("hashchange", () => {
      this.route = routeNow();
      document.getElementById("main")?.focus();
    });
    setInterval(() => {
      this.sinceBeat = performance.now() - came;
      this.down = this.live?.down ?? (!this.trouble && this.sinceBeat > startWithin);
    }, 500);
    let came = performance.now();
    try {
      const config = await readConfig();
      this.config = config;
      this.faucet = Boolean(config.faucet ?? config.node === undefined);
      const faucet = typeof config.faucet === "string" ? config.faucet : undefined;
      this.bot = config.bot && addressBytes(config.bot) ? config.bot : undefined;
      this.relay = config.relay;
      const node = new Node(config.node, undefined, config.rpc, faucet);
      const [chainId, { params }] = await Promise.all([node.chainId(), node.params()]);
      this.params = params;
      this.chain = {
        node,
        chainId,
        remembered: sessionStorage,
        kept: localStorage,
        prover,
        rewardPrice: params?.rewardPrice,
      };
      this.trust();
      // Twice a block: a page that polls shows an event half of that later on average, and a higher rate helps little.
      const half = (this.params?.blockMillis ?? 2000) / 2;
      this.live = new Live(node, this.chain.chainId, config.live, Math.min(Math.max(half, 250), 1000));
      this.live.onOther = (sentence) => {
        this.trouble = sentence;
      };
      this.live.subscribe((beat) => {
        if (beat !== this.beat) {
          came = performance.now();
          this.sinceBeat = 0;
        }
        this.beat = beat;
      });
      this.live.start();
      this.wallet = remembered(chainId, sessionStorage) ?? keptWallet();
      for (const kind of ["keplr", "leap"] as const) {
        addEventListener(`${kind}_keystorechange`, () => void this.follow(kind));
      }
      await this.refresh();
    } catch (error) {
      this.trouble = explain(error);
    }
  }

  save(): void {
    localStorage.setItem(settingsAt, JSON.stringify(this.settings));
  }

  /** trust has records proven from a block on: the player's own, or the one that the server names. */
  trust(): void {
    const { node, chainId } = this.chain!;
    const { proofs, witness } = this.config;
    const own = rootsIn(localStorage);
    const root = own.get(chainId) ?? namedBy(this.config);
    this.strange = root ? "" : strangerThan(own, chainId);
    let loaded: Promise<Proofs> | undefined;
    const load = () =>
      import("../play/light").then(
        ({ light }) => light(chainId, root!, { proofs, witness, rpc: node.at(node.rpc) }),
        () => {
          loaded = undefined;
          throw new NoNode();
        },
      );
    this.root = root;
    const none = this.strange ? () => Promise.reject(new BadAnswer(this.strange)) : undefined;
    this.chain = { ...this.chain!, proofs: root ? () => (loaded ??= load()) : none };
    if (root) void this.learn(this.chain).catch(() => undefined); // whatever is signed is proven again
  }

  /** learn takes the parameters from the chain, and not from the node. */
  private async learn(chain: Chain): Promise<void> {
    const params = await paramsOf(chain);
    if (params && this.chain === chain) {
      this.params = params;
      this.chain = { ...chain, rewardPrice: params.rewardPrice };
    }
  }

  async refresh(): Promise<void> {
    if (this.chain && this.wallet) {
      this.balances = await this.chain.node.balances(this.wallet.address);
    }
  }

  /** refreshSoon refreshes the shown data in the background. It keeps the data if the node does not answer. */
  refreshSoon(): void {
    void this.refresh().catch(() => undefined);
  }

  /** play makes sure of a wallet with coins: the browser's own, paid by the faucet if it has nothing. */
  async play(): Promise<Wallet> {
    this.wallet ??= browserWallet(await wordList());
    await this.refresh();
    if (this.balances.length === 0 && this.faucet && this.chain && !this.wallet.asks) {
      await askFaucet(this.chain.node, this.wallet.address);
      // An answer may be of the block before the payment.
      for (let tries = 0; tries < 8 && this.balances.length === 0; tries++) {
        await new Promise((resolve) => setTimeout(resolve, tries * 100));
        await this.refresh();
      }
    }
    if (this.balances.length === 0) {
      throw new Told(
        `This account has no coins yet, and moves take some. Send a little ANCHOR to ${this.wallet.address}.`,
      );
    }
    return this.wallet;
  }

  async connect(kind: "keplr" | "leap"): Promise<void> {
    const api = walletApi(kind);
    if (!api || !this.chain) {
      return;
    }
    const { node, chainId } = this.chain;
    const rest = node.base || location.origin;
    const rpc = new URL(node.at(node.rpc), location.href).href;
    await this.use(await connect(kind, api, chainInfo(chainId, rpc, rest)));
  }

  /** follow changes to the account that was chosen in a connected extension. */
  private async follow(kind: ExtensionKind): Promise<void> {
    const api = walletApi(kind);
    if (extensionOf(this.wallet) === kind && api && this.chain) {
      const chosen = await account(kind, api, this.chain.chainId).catch(() => undefined);
      if (chosen) {
        await this.use(chosen).catch(() => undefined); // the coins are counted later
      }
    }
  }

  private async use(wallet: ExtensionWallet): Promise<void> {
    this.wallet = wallet;
    remember(wallet, sessionStorage);
    await this.refresh();
  }

  /** blockMillis is the mean time between the last blocks, or the chain's parameter until some have come. */
  get blockMillis(): number {
    const expected = this.params?.blockMillis ?? 1000;
    return this.live?.blockMillis(expected) ?? expected;
  }
}

/** prover loads the prover, which only proven games need. */
async function prover(): Promise<Provers> {
  try {
    return (await import("../play/prover")).proversOfPage();
  } catch {
    throw new Told(notLoaded);
  }
}

/** wordList reads the list of words, which only making and bringing in a key needs. */
export async function wordList(): Promise<WordList> {
  return readWordList(await (await fetch("words.txt")).text());
}

export const app = new App();

export const random = randomBytes;

export function go(...parts: (string | bigint | number)[]): void {
  location.hash = `/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
}
