// The lists of the first page, and their actions.

import { expect } from "vitest";
import { inBrowser, test, wider } from "./people";

inBrowser("the first page", () => {
  test("lists invitations and open games by rules and stake; one is declined, one accepted, one taken back", async ({
    open,
  }) => {
    const [host, guest] = [await open(), await open({ viewport: { width: 320, height: 700 } })];
    await host.ready();
    await guest.ready();
    const guestAddress = (await guest.page.locator("header [title]").getAttribute("title"))!;
    const offer = async (fill: () => Promise<unknown>) => {
      await host.go("new");
      await host.page.reload();
      await fill();
      return host.openGameHere();
    };
    const only = () => host.page.getByLabel("Only for").fill(guestAddress);
    const declined = await offer(only);
    const staked = await offer(() => host.page.getByLabel("Stake of each").fill("2.5"));
    await guest.go("");
    await guest.sees("Invitations");
    const open_ = guest.page.getByText("stake 2.5 ANCHOR");
    await open_.waitFor();
    await guest.page.getByLabel("Stake").selectOption("none");
    await open_.waitFor({ state: "hidden" });
    await guest.page.getByLabel("Stake").selectOption("some");
    await open_.waitFor();
    await guest.page.getByLabel("Rules").selectOption("xaya");
    await guest.sees("No open game is like that.");

    await guest.press("Decline");
    await guest.page.getByText("Invitations").waitFor({ state: "hidden" });
    await host.go("");
    await host.page.getByRole("link", { name: `Game ${declined}` }).waitFor({ state: "hidden" });
    await host.page.getByRole("link", { name: `Game ${staked}` }).waitFor();
    await host.press("Cancel");
    await host.page.getByRole("link", { name: `Game ${staked}` }).waitFor({ state: "hidden" });

    const accepted = await offer(only);
    await guest.press("Accept");
    await guest.press("Join");
    await guest.heading(/^Game \d+, /);
    expect(await guest.game()).toBe(accepted);
    await host.page.getByText(/turn: (choose|the shot)/).waitFor();
  });

  test("a link to an offered game names opponent, rating, rules, clock, stake and fee, there and where the fleet is placed", async ({
    open,
  }) => {
    const [host, guest] = [await open(), await open({ viewport: { width: 320, height: 700 } })];
    await host.ready();
    await host.go("new");
    await host.page.getByLabel("Stake of each").fill("2.5");
    const id = await host.openGameHere();
    for (const path of [`g/${id}`, `join/${id}`]) {
      await guest.go(path);
      await guest.page.getByText("2.5 ANCHOR of each; the winner gets both").waitFor();
      const text = (await guest.page.locator("dl").textContent())!.replace(/\s+/g, " ");
      expect(text).toMatch(
        /Opponent [A-Z]\S+ [A-Z]\S+ \d+, no rating, 0 won, 0 lost Rules classic, 10×10, .* Clock \d+:\d\d a move; .* Fee (none|[\d.]+ ANCHOR)/,
      );
      expect(await wider(guest.page)).toBe(0);
    }
    await host.press("Take the game back");
    await host.sees("This game is gone");
  });

  test("shows payments that failed, and collects them", async ({ open }) => {
    const person = await open();
    await person.ready();
    await person.page.route("**/unpaid", (route) =>
      route.fulfill({
        json: {
          coins: [
            { denom: "uship", amount: "42000000" },
            { denom: "<b>x</b>", amount: "7" },
          ],
        },
      }),
    );
    await person.go("");
    await person.sees("42 SHIP and 7 <b>x</b> could not be paid to you when it was due, and waits for you.");
    await person.press("Collect");
    await person.sees("Nothing waits for you to be paid out."); // for that is so on this chain
  });
});
