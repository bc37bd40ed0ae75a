// Plays a whole game against the bot of a devnet, and verifies it.
//
//   battleshipd devnet
//   node play.mjs http://127.0.0.1:26690 classic-zk

import {
  askFaucet,
  chooseShot,
  connect,
  duel,
  explain,
  KeyWallet,
  randomBelow,
  randomBytes,
  randomFleet,
  rulesets,
  tileName,
} from "@battleship-chain/client";
import { nodeProver } from "@battleship-chain/client/node";

const [url = "http://127.0.0.1:26690", name = "classic"] = process.argv.slice(2);
const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(1);

async function main() {
  const ruleset = rulesets.find((r) => r.name === name);
  if (!ruleset) {
    throw new Error(`no ruleset ${name}`);
  }
  const chain = await connect(url, { prover: nodeProver() });
  const { bot } = /** @type {{ bot: string }} */ (await (await fetch(`${url}/config.json`)).json());

  // A new key, with coins from the devnet's faucet. Keep the key: the board's secret is derived from it.
  const wallet = new KeyWallet(randomBytes(32));
  await askFaucet(chain.node, wallet.address);

  // The fleet is committed to with the entry, and sealed in it for this wallet.
  const { fee } = await chain.node.rewards();
  const wish = /** @type {const} */ ({ kind: "create", ruleset, opponent: bot, shown: { fee } });
  const { gameId } = await duel.enter(chain, wallet, randomFleet(ruleset, randomBelow), wish, randomBytes);
  console.log(`game ${gameId} of ${name}, entered after ${seconds()} s`);

  // The session opens the toss, answers, and proves the board. What remains to be chosen are the shots.
  const session = new duel.Session(chain, wallet, gameId);
  const result = await session.play((view) => {
    const enemy = duel.other(session.seat(view) ?? 0);
    const tile = chooseShot(ruleset, view.sides[enemy], randomBelow);
    console.log(`${seconds()} s: ${tileName(ruleset, tile)}, after ${view.sides[enemy].answered.size} shots`);
    return tile;
  });
  const won = result.winner > 0 && result.players[result.winner - 1] === wallet.address;
  console.log(`${won ? "won" : "lost"} after ${seconds()} s, in block ${result.endedHeight}`);

  // verifyGame checks the node's data about the bot's board against the signed transactions.
  const { openings, fault } = await duel.verifyGame(chain, gameId);
  if (fault) {
    throw new Error(fault);
  }
  console.log(`verified ${openings} answers after ${seconds()} s`);
}

main().catch((error) => {
  console.error(explain(error), error);
  process.exitCode = 1;
});
