// Names of players: how one is set, and where others see it.

import { expect } from "vitest";
import { inBrowser, test, wider } from "./people";

inBrowser("a player", () => {
  test("sets a name, by which others see and invite it, and of which each step leads to the address", async ({
    open,
  }) => {
    const [named, other] = [await open(), await open({ viewport: { width: 390, height: 844 } })];
    await named.ready();
    await other.ready();
    const address = (await named.page.locator("header [title]").getAttribute("title"))!;
    const name = `otter-${address.slice(-8)}`;
    await named.go("settings");
    await named.sees(/^Others see you as [A-Z]\S+ [A-Z]\S+ \d+, a name made from your address/);
    await named.page.getByLabel("Name").fill("Otter");
    await named.press("Set the name");
    await named.sees("A name has 3 to 20 of a-z, 0-9 and single hyphens between them");
    await named.page.getByLabel("Name").fill("admin");
    await named.press("Set the name");
    await named.sees("This name is not valid, reserved or yours already.");
    await named.page.getByLabel("Name").fill(name);
    await named.press("Set the name");
    await named.sees(`Your name is ${name}.`);
    await named.page.locator("header").getByText(name).waitFor();

    await other.go("settings");
    await other.page.getByLabel("Name").fill(name);
    await other.press("Set the name");
    await other.sees("Another player has this name.");
    expect(await wider(other.page)).toBe(0);

    await named.openGame();
    await other.go("");
    const shown = other.page.getByRole("link", { name }).first();
    await shown.waitFor();
    const drawn = await shown.locator("path").getAttribute("d");
    expect(drawn).toBe(await named.page.locator("header path").getAttribute("d"));
    expect(await wider(other.page)).toBe(0);
    await shown.click();
    await other.heading(name);
    await other.page.locator("main").getByText(address, { exact: true }).waitFor();

    await other.go("new");
    await other.page.getByLabel("Only for").fill(name);
    await other.page.getByLabel("Only for").blur();
    await other.page.getByRole("link", { name }).waitFor();
    expect(await other.page.getByLabel("Only for").inputValue()).toBe(address);
    const invitation = await other.openGameHere();
    await other.sees(`Waiting for ${name}.`);
    await named.go("");
    await named.sees(new RegExp(`Game ${invitation}, `));

    await named.go("settings");
    await named.press("Give the name up");
    await named.press("Give it up");
    await named.sees("You have no name now.");
    await named.sees(/^Others see you as [A-Z]\S+ [A-Z]\S+ \d+, a name made from your address/);
  });
});
