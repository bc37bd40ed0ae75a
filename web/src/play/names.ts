// The names of players, as the chain has them.

import type { NamedAccount } from "#client/gen/battleship/v1/account_pb";
import { generatedName, isName } from "#client/rules/names";

/** How many are asked for at once, and after how many milliseconds a name is asked for again. */
const [atOnce, fresh] = [25, 60_000];

type Ask = (addresses: readonly string[]) => Promise<readonly NamedAccount[]>;

export class Names {
  private readonly known = new Map<string, { readonly name: string; readonly at: number }>();
  private readonly wanted = new Set<string>();
  private asking = false;

  constructor(
    private readonly ask: Ask,
    /** learned is called when a name that was shown is another one now. */
    private readonly learned: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** called returns the displayed name of an address: a generated one, until the chain's name is known. */
  called(address: string): string {
    const found = this.known.get(address);
    if (!found || this.now() - found.at > fresh) {
      this.wanted.add(address);
      void this.learn();
    }
    return found?.name || generatedName(address);
  }

  /** forget has a name that was changed asked for again. */
  forget(address: string): void {
    this.known.delete(address);
    this.learned();
  }

  private async learn(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    await Promise.resolve(); // players that are drawn together are asked for together
    while (this.wanted.size > 0) {
      const addresses = [...this.wanted].slice(0, atOnce);
      // A node that does not answer costs names only, and one can answer anything.
      const found = await this.ask(addresses).catch(() => undefined);
      let changed = false;
      for (const address of addresses) {
        this.wanted.delete(address);
        const before = this.known.get(address)?.name ?? "";
        const told = found ? (found.find((one) => one.address === address)?.name ?? "") : before;
        const name = isName(told) ? told : "";
        changed ||= name !== before;
        this.known.set(address, { name, at: this.now() });
      }
      if (changed) this.learned();
    }
    this.asking = false;
  }
}
