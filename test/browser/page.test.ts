import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { answers, example, isWithoutBrowser, stageForTests } from "./support/page-stage.ts";

const stage = stageForTests();
const open = (...given: Parameters<typeof stage.open>) => stage.open(...given);

/** Types a command and sends it, by keyboard alone. */
async function type(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.getByRole("combobox", { name: /^Message/ }).focus();
  for (const key of keys) {
    if (/^(Enter|Tab|Escape|Arrow\w+)$/.test(key)) await page.keyboard.press(key);
    else await page.keyboard.type(key);
  }
}

const drawnPictures =
  "[...document.querySelectorAll('.picture img')].filter((each) => each.naturalWidth > 0).length";
const isWide = "document.documentElement.scrollWidth > innerWidth";

describe.skipIf(isWithoutBrowser)("the playground's page (needs chromium on this machine)", () => {
  it("runs /trending from the keyboard, turns pages and opens an entry", async () => {
    const page = await open(Ids.player, Ids.general);
    await type(page, "/tren");
    await page.getByRole("option", { name: /^\/trending/ }).waitFor();
    await type(page, "Tab", "Enter");
    const answer = answers(page).last();
    await answer.getByRole("heading", { name: "Trending" }).waitFor();
    expect(await answer.textContent()).toContain("used/trending");
    await answer.getByText("Page 1").waitFor();

    await answer.getByRole("button", { name: "Next" }).click();
    await answer.getByText("Page 2").waitFor();
    // The words come first: a list that is open closes when the picture is added.
    await answer.locator(".picture img").first().waitFor();

    await answer.getByRole("combobox").first().focus();
    await page.keyboard.press("ArrowDown");
    const first = page.getByRole("option").first();
    const title = await first.locator(".choice-label").textContent();
    await page.keyboard.press("Enter");
    await answer.getByRole("button", { name: "Back" }).waitFor();
    const said = async () => {
      const pictures = await answer.locator("img").all();
      const alts = await Promise.all(pictures.map((picture) => picture.getAttribute("alt")));
      return [await answer.textContent(), ...alts].join("\n");
    };
    await expect.poll(said).toContain(title);
    await page.context().close();
  });

  it("shows the platform's pictures through its own origin", async () => {
    const page = await open(Ids.player, Ids.botCommands);
    await example(page, "/milestones").click();
    await expect.poll(() => page.evaluate(drawnPictures)).toBeGreaterThan(0);
    await page.evaluate("window.kept = document.querySelector('.picture img')");
    await example(page, "/help").click();
    await page.getByText("Only you can see this").waitFor();
    expect(await page.evaluate("kept.isConnected && kept.naturalWidth > 0")).toBe(true);
    expect(await page.locator(".picture-missing").count()).toBe(0);
    const sources = "[...document.querySelectorAll('.picture img')].map((each) => each.getAttribute('src'))";
    expect(await page.evaluate(sources)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^file\?of=/)]),
    );
    await page.context().close();
  });

  it("offers choices and suggestions for options, and refuses what isn't one", async () => {
    const page = await open(Ids.player, Ids.botCommands);
    await type(page, "/trending ", "kin", "Enter");
    const kind = page.getByRole("combobox", { name: "kind" });
    await kind.fill("nothing of the kind");
    await page.getByText("No options match your search.").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.getByText("Pick one from the list.").waitFor();
    await kind.fill("");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await kind.inputValue()).not.toBe("");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: /^Message/ }).waitFor();

    await example(page, "/profile").click();
    await page.getByRole("combobox", { name: "player" }).fill("a");
    await page.locator(".option-list .choice-label").first().waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await answers(page).last().getByRole("heading").first().waitFor();
    await page.context().close();
  });

  it("writes what stands after a command into its first open option, and takes an option by Tab", async () => {
    const page = await open(Ids.player, Ids.botCommands);
    const player = page.getByRole("combobox", { name: "player", exact: true });
    await type(page, "/profile ", "Ash");
    expect(await player.inputValue()).toBe("Ash");
    await page.locator(".option-list .choice-label", { hasText: "Ash" }).first().waitFor();
    await page.getByRole("button", { name: "Cancel the command" }).click();
    await page.getByRole("combobox", { name: /^Message/ }).fill("/profile Ash");
    expect(await player.inputValue()).toBe("Ash");
    await page.getByRole("button", { name: "Cancel the command" }).click();
    await type(page, "/profile ");
    await page.getByRole("status").filter({ hasText: "Enter sends it." }).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => page.locator(".pill:focus-within").textContent()).toBe("player");
    await page.context().close();
  });

  it("comes to the box before the messages, from anywhere", async () => {
    const page = await open(Ids.player, Ids.botCommands);
    await page.getByRole("button", { name: "Begin the tour" }).focus();
    for (const name of ["Show the commands", /^Message/]) {
      await page.keyboard.press("Tab");
      const reached = page.locator(":focus");
      await expect.poll(() => reached.getAttribute("aria-label")).toMatch(name);
    }
    const tops = await page.evaluate<number[]>(
      "['.scroller', '.hint', '.composer'].map((each) => document.querySelector(each).getBoundingClientRect().top)",
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await page.context().close();
  });

  it("shows an ephemeral answer to its owner alone, and keeps it through a reload until it is dismissed", async () => {
    const mara = await open(Ids.player, Ids.members);
    const ines = await open(Ids.moderator, Ids.members);
    const before = await answers(ines).count();
    await example(mara, "/help").click();
    await mara.getByText("Only you can see this").waitFor();
    await mara.reload();
    await mara.getByText("Only you can see this").waitFor();
    expect(await answers(ines).count()).toBe(before);
    await mara.getByRole("button", { name: "Dismiss message" }).click();
    await expect.poll(() => mara.getByText("Only you can see this").count()).toBe(0);
    await Promise.all([mara.context().close(), ines.context().close()]);
  });

  it("brings what one person writes to another's tab, as text", async () => {
    const mara = await open(Ids.player, Ids.general);
    const ines = await open(Ids.moderator, Ids.general);
    const hostile = '<img src=x onerror="alert(1)"> **bold**';
    await type(mara, hostile, "Enter");
    const seen = ines.getByRole("article", { name: "Message from Mara Voss" }).last();
    await seen.getByText("bold").waitFor();
    expect(await seen.textContent()).toContain('<img src=x onerror="alert(1)"> bold');
    await Promise.all([mara.context().close(), ines.context().close()]);
  });

  it("becomes someone else, who sees only their own channels", async () => {
    const page = await open(Ids.player, Ids.general);
    await page.getByRole("button", { name: "members", exact: false }).first().waitFor();
    await page.getByRole("button", { name: /^You are Mara Voss/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Luc Martel/ })
      .click();
    await page.getByRole("button", { name: /^You are Luc Martel/ }).waitFor();
    expect(await page.locator(".channel-name").allTextContents()).not.toContain("members");
    expect(page.url()).toContain(Ids.newcomer);
    await page.context().close();
  });

  it.each(["dark", "light"] as const)(
    "fits 360 pixels without a sideways scroll, %s",
    async (theme) => {
      const page = await open(Ids.player, Ids.general, {
        viewport: { width: 360, height: 740 },
        theme,
      });
      expect(await page.evaluate(isWide)).toBe(false);
      await example(page, "/trending").click();
      await answers(page).last().getByRole("button", { name: "Next" }).waitFor();
      expect(await page.evaluate(isWide)).toBe(false);
      await type(page, "/");
      await page.getByRole("option").first().waitFor();
      expect(await page.evaluate(isWide)).toBe(false);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Servers and channels" }).click();
      await page.getByRole("button", { name: "bot-commands" }).click();
      await page.getByRole("heading", { name: "bot-commands", exact: true }).waitFor();
      await page.context().close();
    },
    60_000,
  );

  it("asked no other host for anything and met no fault of its own", () => {
    expect(stage.asked.length).toBeGreaterThan(50);
    expect(stage.asked.filter((address) => !address.startsWith(stage.url))).toEqual([]);
    expect(stage.faults).toEqual([]);
  });
});
