// Calls of a player who looks at another page.

import { afterEach, expect, test } from "vitest";
import { type Caller, call } from "../src/ui/call";

let seen: string[] = [];
const caller: Caller = {
  title: (text) => seen.push(`title ${text}`),
  icon: (file) => seen.push(`icon ${file}`),
  notify: (text) => seen.push(`notify ${text}`),
};

afterEach(() => {
  call("", false, caller);
  seen = [];
});

test("a turn is in the title, the icon and a notification, once", () => {
  call("Your turn in game 7", true, caller);
  call("Your turn in game 7", true, caller);
  expect(seen).toEqual(["title ● Your turn in game 7", "icon icon-turn.svg", "notify Your turn in game 7"]);
});

test("nothing remains of it when the turn is over", () => {
  call("Your turn in game 7", true, caller);
  seen = [];
  call("", true, caller);
  expect(seen).toEqual(["title Battleship", "icon icon.svg", "notify "]);
});

test("a player who wants no notifications gets none", () => {
  call("Your turn in game 7", false, caller);
  expect(seen).toEqual(["title ● Your turn in game 7", "icon icon-turn.svg", "notify "]);
});
