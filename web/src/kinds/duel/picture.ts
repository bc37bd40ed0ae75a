// A replay as a picture that moves, in one file: for a browser or a mail, without scripts and with nothing from elsewhere. Who
// cannot show it move shows how the game ended.

import type { SeatIndex } from "#client/kinds/duel/view";
import { footprint, parseFleet } from "#client/rules/fleet";
import { tileName } from "#client/rules/rulesets";
import type { Replay } from "./replay";
import { reasonText } from "./words";

const tile = 20;
const margin = 24;
const head = 64;
/** A step takes as long as one likes to look at it, and the whole not longer than a minute. */
const step = 0.35;
const longest = 60;

/** text makes text of whatever a name holds: never markup, and no character that XML cannot have. */
export function text(raw: string): string {
  const plain = raw.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "?");
  return plain.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** picture draws a game; names are those of the players, by seat. */
export function picture(game: Replay, names: readonly [string, string]): string {
  const { ruleset: r, frames } = game;
  const each = Math.min(step, longest / frames.length);
  const [wide, high] = [r.width * tile, r.height * tile];
  const [width, height] = [2 * (wide + margin) + margin, head + high + 2 * margin];
  const ending =
    game.winner === undefined ? "nobody won" : `${names[game.winner]} won: ${reasonText[game.reason] ?? "the end"}`;
  const title = `Battleship, game ${game.gameId}, ${r.name}`;

  /** from has something appear with a frame; it is there from the beginning where nothing moves. */
  const from = (frame: number) => `<set attributeName="visibility" to="hidden" dur="${(frame * each).toFixed(2)}s"/>`;
  const at = (i: number) => [(i % r.width) * tile, Math.floor(i / r.width) * tile] as const;
  const box = (i: number, kind: string, inside: string) => {
    const [x, y] = at(i);
    return `<rect class="${kind}" x="${x}" y="${y}" width="${tile}" height="${tile}">${inside}</rect>`;
  };

  const sea = (seat: SeatIndex): string => {
    const out = [`<rect class="sea" width="${wide}" height="${high}"/>`];
    const shown = game.fleets[seat];
    for (const ship of (shown && parseFleet(r, shown)) || []) {
      out.push(...(footprint(r, ship) ?? []).map((i) => box(i, "ship", from(frames.length - 1))));
    }
    const seen = new Set<string>();
    frames.forEach(({ sides }, frame) => {
      const side = sides[seat];
      const sunk = new Set(side.sunk.flatMap((ship) => footprint(r, ship) ?? []));
      const first = (key: string) => !seen.has(key) && seen.add(key);
      for (const i of sunk) {
        if (first(`s${i}`)) {
          out.push(box(i, "sunk", from(frame)));
        }
      }
      for (const i of side.answered) {
        if (first(`a${i}`)) {
          const [x, y] = at(i);
          out.push(
            side.hits.has(i)
              ? `<path class="hit" d="M${x + 5} ${y + 5}l10 10m0-10l-10 10">${from(frame)}</path>`
              : `<circle class="miss" cx="${x + 10}" cy="${y + 10}" r="3">${from(frame)}</circle>`,
          );
        }
      }
    });
    let lines = "";
    for (let i = 1; i < r.width; i++) lines += `M${i * tile} 0v${high}`;
    for (let i = 1; i < r.height; i++) lines += `M0 ${i * tile}h${wide}`;
    out.push(`<path class="line" d="${lines}"/>`);
    for (let i = 0; i < r.width; i++) {
      out.push(`<text class="at" x="${i * tile + 10}" y="-6">${tileName(r, i)[0]}</text>`);
    }
    for (let i = 0; i < r.height; i++) {
      out.push(`<text class="at" x="-12" y="${i * tile + 14}">${i + 1}</text>`);
    }
    out.push(`<text y="${high + 18}">${text(names[seat])}</text>`);
    return `<g transform="translate(${margin + seat * (wide + margin)} ${head + margin / 2})">${out.join("")}</g>`;
  };

  const style =
    "text{font:13px sans-serif;fill:#13222c}.at{font-size:11px;text-anchor:middle}.sea{fill:#d7ebf4}" +
    ".ship{fill:#9fb3bf}.sunk{fill:#f3b6b1}.line{stroke:#b8c7d0;fill:none}" +
    ".hit{stroke:#b3261e;stroke-width:3;fill:none}.miss{fill:#4a5d69}";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d">` +
    `<title id="t">${text(title)}</title><desc id="d">${text(`${names.join(" against ")}: ${ending}`)}</desc>` +
    `<style>${style}</style><rect width="${width}" height="${height}" fill="#fff"/>` +
    `<text x="${margin}" y="22">${text(title)}</text>` +
    `<text x="${margin}" y="42">${text(ending)}${from(frames.length - 1)}</text>` +
    `${sea(0)}${sea(1)}</svg>\n`
  );
}
