// The drawings of ships stay on their tiles, and those of one fleet differ.
import { expect, test } from "vitest";
import { rulesets } from "#client/rules/rulesets";
import { hullOf } from "../src/ui/hull";

/** extent walks a path of the commands that hulls use, and returns the corners of a box around all its points. */
function extent(path: string): { left: number; top: number; right: number; bottom: number } {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let [x, y] = [0, 0];
  const note = () => {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  };
  for (const [, command, text] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const n = (text!.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const c = command!;
    const [fromX, fromY] = c === c.toLowerCase() ? [x, y] : [0, 0];
    if (c === "H" || c === "h") x = fromX + n[0]!;
    else if (c === "V" || c === "v") y = fromY + n[0]!;
    else if (c !== "z") [x, y] = [fromX + n.at(-2)!, fromY + n.at(-1)!];
    note();
  }
  return box;
}

test.for(rulesets)("ships of $name lie on their tiles and differ", ({ classes }) => {
  const drawings = classes.map(({ name, length }) => hullOf(name, length));
  drawings.forEach(({ outline, deck, lines }, i) => {
    for (const path of [outline, deck, lines].filter(Boolean)) {
      const { left, top, right, bottom } = extent(path);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(20 * classes[i]!.length);
      expect(bottom).toBeLessThanOrEqual(20);
    }
  });
  expect(new Set(drawings.map((hull) => JSON.stringify(hull))).size).toBe(classes.length);
});
