// The chain behind the page, as its operator and players at a prompt have it.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe } from "vitest";

const binary = process.env.BATTLESHIP_BINARY;
const rpc = process.env.BATTLESHIP_RPC ?? "";
export const base = Number(process.env.PORT_BASE ?? "21700");

/** withBinary is for tests that run battleshipd beside the page. */
export const withBinary = describe.skipIf(binary === undefined);

export function scratch(): string {
  return mkdtempSync(join(tmpdir(), "battleship-web-"));
}

const keyring = ["--keyring-backend", "test"];

/** A Player plays at a prompt, with a home and a key of its own. */
export class Player {
  private readonly running = new Set<ChildProcess>();

  private constructor(
    private readonly home: string,
    readonly address: string,
  ) {}

  /** hire makes a key, and has the faucet pay it. */
  static async hire(page: string): Promise<Player> {
    const home = scratch();
    const made = await battleshipd("keys", "add", "rover", "--home", home, ...keyring, "--output", "json");
    const { address } = JSON.parse(made) as { address: string };
    const paid = await fetch(`${page}/web/faucet`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ address }),
    });
    if (!paid.ok) {
      throw new Error(`the faucet: ${await paid.text()}`);
    }
    return new Player(home, address);
  }

  private get as(): string[] {
    return ["--home", this.home, "--from", "rover", ...keyring, "--node", rpc];
  }

  run(...command: string[]): Promise<string> {
    return battleshipd(...command, ...this.as);
  }

  /** start lets a command run beside the test. */
  start(...command: string[]): void {
    const child = spawn(binary!, [...command, ...this.as], { stdio: "ignore" });
    this.running.add(child);
    child.on("exit", () => this.running.delete(child));
  }

  /** stop ends the commands that still run. */
  async stop(): Promise<void> {
    await Promise.all([...this.running].map((child) => new Promise((resolve) => child.once("exit", resolve).kill())));
  }

  leave(): void {
    for (const child of this.running) {
      child.kill();
    }
    rmSync(this.home, { recursive: true, force: true });
  }
}

async function battleshipd(...command: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(binary!, command);
  return stdout;
}

/** A Devnet is a chain of a test's own, which it may stop. */
export class Devnet {
  private child: ChildProcess | undefined;
  private home = scratch();

  private readonly flags: readonly string[];

  constructor(
    private readonly from: number,
    ...flags: string[]
  ) {
    this.flags = flags;
  }

  /** start resumes the chain in the home, and returns the page's address. */
  async start(): Promise<string> {
    const at = ["--home", join(this.home, "chain"), "--port-base", String(this.from), "--block-time", "200ms"];
    const child = spawn(binary!, ["devnet", ...at, ...this.flags], { stdio: ["ignore", "pipe", "inherit"] });
    this.child = child;
    let said = "";
    for await (const part of child.stdout!) {
      said += part;
      const page = /^ready .*\bweb=(\S+)/m.exec(said)?.[1];
      if (page) {
        child.stdout!.resume();
        return page;
      }
    }
    throw new Error(`the devnet does not start: ${said}`);
  }

  /** stop ends the process at once, or as its operator does. */
  async stop(signal: "SIGKILL" | "SIGTERM" = "SIGTERM"): Promise<void> {
    const child = this.child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill(signal);
      await gone;
    }
  }

  /** forget removes the chain's home. */
  forget(): void {
    rmSync(this.home, { recursive: true, force: true });
    this.home = scratch();
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.home, { recursive: true, force: true });
  }
}
