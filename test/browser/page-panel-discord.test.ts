import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { answers, example, isWithoutBrowser, openPanel, panel, stageForTests } from "./support/page-stage.ts";

const stage = stageForTests();

const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();
const told = (page: Page, text: string | RegExp) => panel(page).getByText(text).first().waitFor();

async function open(person: string, channel: string, tab: string): Promise<Page> {
  const page = await stage.open(person, channel);
  await openPanel(page, tab);
  return page;
}

/** Uses a command and gives the text of its answer. */
async function answerTo(page: Page, name: string): Promise<string> {
  const before = await answers(page).count();
  await example(page, name).click();
  await expect.poll(() => answers(page).count()).toBeGreaterThan(before);
  await expect.poll(() => page.locator(".thinking").count()).toBe(0);
  return (await answers(page).last().textContent()) ?? "";
}

describe.skipIf(isWithoutBrowser)("the panel's Discord (needs chromium on this machine)", () => {
  it.each([
    ["Ask to reconnect", "Takes the session up again"],
    ["End the session", "Lets the bot in"],
  ])(
    "%s: the bot comes back and answers",
    async (button, step) => {
      const page = await open(Ids.player, Ids.botCommands, "Discord");
      await page.getByRole("tab", { name: "Requests" }).click();
      await panel(page).locator("li.step").first().waitFor();
      await press(page, "Clear");
      await page.getByRole("tab", { name: "Discord" }).click();
      await press(page, button);
      await page.getByRole("tab", { name: "Requests" }).click();
      await told(page, step);
      expect(await answerTo(page, "/help")).toContain("/help");
      await page.context().close();
    },
    60_000,
  );

  it("delivers a command twice, and one answer comes of it", async () => {
    const page = await open(Ids.player, Ids.general, "Discord");
    await press(page, "Deliver twice");
    await told(page, "The bot is told twice, once");
    await answerTo(page, "/trending");
    await told(page, "Nothing is waiting to go wrong.");
    expect(await answers(page).count()).toBe(1);
    await page.context().close();
  });

  it.each([
    ["Respond 429", "429 for filling in its answer"],
    ["Respond 500", "500 for filling in its answer"],
    ["Respond 503", "503 for filling in its answer"],
    ["Wait 3 s", "3 s longer for filling in its answer"],
    ["Lose the response", "The answer is lost for filling in its answer"],
  ])(
    "%s, and the command is answered all the same",
    async (button, standing) => {
      const page = await open(Ids.player, Ids.general, "Discord");
      await panel(page).getByLabel("Goes wrong").selectOption("PATCH /webhooks/**");
      await press(page, button);
      await told(page, `${standing}, once`);
      // One that is acknowledged first: what is at hand goes out at once, and nothing is filled in.
      expect(await answerTo(page, "/progress")).toContain("An example");
      await told(page, "Nothing is waiting to go wrong.");
      await page.context().close();
    },
    60_000,
  );

  it("takes back what was not to strike yet, one by one and all", async () => {
    const page = await open(Ids.player, Ids.general, "Discord");
    await panel(page).getByLabel("How often").selectOption("1000");
    await press(page, "Respond 500");
    await press(page, "Respond 503");
    await told(page, /503 for .*until removed/);
    await panel(page)
      .getByRole("button", { name: /^Remove: 500/ })
      .click();
    await expect
      .poll(() =>
        panel(page)
          .getByText(/^500 for/)
          .count(),
      )
      .toBe(0);
    await press(page, "Take all back");
    await told(page, "Nothing is waiting to go wrong.");
    await page.context().close();
  });

  it("takes the bot's rights in a channel, hides it, and gives all back", async () => {
    const page = await open(Ids.player, Ids.botCommands, "Discord");
    await press(page, "Stop the bot posting");
    await told(page, "The bot can no longer post here.");
    await press(page, "Hide it from the bot");
    await told(page, "The bot can no longer see it.");
    await press(page, "Restore permissions");
    await told(page, "The bot has its usual permissions here.");
    expect(await answerTo(page, "/help")).toContain("/help");
    await page.context().close();
  });

  it("restricts a channel to adults and lifts that", async () => {
    const page = await open(Ids.admin, Ids.members, "Discord");
    await press(page, "Make age-restricted");
    await press(page, "Remove age restriction");
    await panel(page).getByRole("button", { name: "Make age-restricted" }).waitFor();
    expect(await page.locator(".panel-notice.bad").count()).toBe(0);
    await page.context().close();
  });

  it("takes the language also where one picks whom to be", async () => {
    const page = await stage.open(Ids.player, Ids.general);
    await page.getByRole("button", { name: "Switch player" }).click();
    await page.getByRole("dialog").getByLabel("Discord language").selectOption("ja");
    await openPanel(page, "Discord");
    await expect.poll(() => panel(page).getByLabel("Discord language").inputValue()).toBe("ja");
    await panel(page).getByLabel("Discord language").selectOption("en-US");
    await page.context().close();
  });

  it("changes one's language, direct messages and install", async () => {
    const page = await open(Ids.newcomer, Ids.general, "Discord");
    await panel(page).getByLabel("Discord language").selectOption("de");
    await expect.poll(() => panel(page).getByLabel("Discord language").inputValue()).toBe("de");
    await press(page, "Turn off DMs");
    await told(page, "The bot can no longer DM you.");
    await press(page, "Turn on DMs");
    await told(page, "The bot can DM you.");
    await press(page, "Add the app to your account");
    await press(page, "Remove the app from your account");
    await panel(page).getByRole("button", { name: "Add the app to your account" }).waitFor();
    await page.context().close();
  });

  it("takes the bot out of a server, where its commands go, and puts it back", async () => {
    const page = await open(Ids.moderator, Ids.general, "Discord");
    await press(page, "Remove the bot");
    await expect.poll(() => page.locator(".example").count()).toBe(0);
    await press(page, "Add the bot");
    await page.locator(".example").first().waitFor();
    expect(await answerTo(page, "/help")).toContain("/help");
    await page.context().close();
  });
});

describe.skipIf(isWithoutBrowser)("the panel's platform (needs chromium on this machine)", () => {
  it("lets each thing go wrong that it offers, and takes it back", async () => {
    const page = await open(Ids.player, Ids.general, "Platform");
    await panel(page).getByLabel("About").selectOption("trending.list");
    await panel(page).getByLabel("How often").selectOption("1");
    const standing = {
      "0.5 s slower": "0.5 s slower",
      "4 s slower": "4 s slower",
      Throttle: "Throttling",
      "Error 500": "Error 500",
      "A web page instead": "A web page",
      "Broken JSON": "Broken JSON",
      "Cut the line": "A cut line",
    };
    for (const [button, name] of Object.entries(standing)) {
      await press(page, button);
      await told(page, `${name} for what is trending, once`);
    }
    await press(page, "Take all back");
    await told(page, "Nothing is waiting to go wrong.");
    expect(await page.locator(".panel-notice.bad").count()).toBe(0);
    await page.context().close();
  });

  it("signs a player in, shows the cookies, and ends the sessions", async () => {
    const page = await open(Ids.player, Ids.general, "Platform");
    await panel(page).getByRole("combobox", { name: "Player", exact: true }).selectOption("1");
    await press(page, "Sign in and show the cookies");
    const cookies = panel(page).getByRole("textbox", { name: "Cookies" });
    await cookies.waitFor();
    expect(await cookies.inputValue()).toMatch(/portald=.+; /);
    await press(page, "End all sessions");
    await told(page, "All sessions ended.");
    await page.context().close();
  });

  it("moves the clock by as much as each button says", async () => {
    const page = await open(Ids.player, Ids.outpostGeneral, "Platform");
    const shifts = [
      ["1 hour on", "1 h ahead"],
      ["1 day on", "1 d 1 h ahead"],
      ["1 week on", "8 d 1 h ahead"],
      ["4 weeks on", "36 d 1 h ahead"],
      ["1 hour back", "36 d ahead"],
      ["1 day back", "35 d ahead"],
      ["1 week back", "28 d ahead"],
      ["Now", "real time"],
      ["1 hour back", "1 h back"],
      ["Now", "real time"],
    ] as const;
    for (const [button, shift] of shifts) {
      await press(page, button);
      await panel(page).getByText(shift, { exact: true }).waitFor();
    }
    expect(await page.locator(".panel-notice.bad").count()).toBe(0);
    await page.context().close();
  });

  it("met no fault of the page's own", () => {
    expect(stage.faults).toEqual([]);
  });
});
