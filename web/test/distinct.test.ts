import { expect, test } from "vitest";
import { distinct } from "../src/ui/distinct";

test("a list that repeats itself shows each game once, the first as it was", () => {
  const all = [
    { id: 7n, by: "a" },
    { id: 8n, by: "b" },
    { id: 7n, by: "c" },
  ];
  expect(distinct(all)).toEqual(all.slice(0, 2));
});
