import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { answers, example, isWithoutBrowser, openPanel, panel, stageForTests } from "./support/page-stage.ts";
import { english } from "../../src/messages/en.ts";

const stage = stageForTests();

const step = (page: Page) => page.getByRole("complementary", { name: "Tour" });

const press = (page: Page, name: string) => panel(page).getByRole("button", { name }).click();
const face = (page: Page) => panel(page).getByRole("timer").textContent();

describe.skipIf(isWithoutBrowser)("behind the scenes (needs chromium on this machine)", () => {
  it("tells who asked whom, how it went, and the body on demand", async () => {
    const page = await stage.open(Ids.player, Ids.general);
    await openPanel(page, "Requests");
    await example(page, "/trending").click();
    await panel(page).getByText("Mara Voss used /trending").waitFor();
    await panel(page).getByText("Asks what is trending").waitFor();
    await example(page, "/progress").click();
    await panel(page).getByText("Mara Voss used /progress").waitFor();
    await panel(page).getByText("Acknowledges: the answer will follow").last().waitFor();
    await panel(page).getByText("Fills in its answer").last().waitFor();
    const asked = panel(page).locator("li.step", { hasText: "Asks what is trending" }).first();
    expect(await asked.textContent()).toMatch(/Bot→Platform.*200 in [\d.]+ ms/);
    await asked.locator("summary").focus();
    await page.keyboard.press("Enter");
    await asked.locator("pre").waitFor();
    expect(await asked.locator("pre").textContent()).toContain('"Response"');
    await page.context().close();
  });

  it("breaks a route that is longer than the panel is wide", async () => {
    const page = await stage.open(Ids.player, Ids.botCommands);
    await openPanel(page, "Requests");
    await panel(page).getByLabel("Pictures and heartbeats").check();
    await panel(page).locator("li.step .step-title").first().waitFor();
    // As calls are named that have no words of their own.
    const over = await page.evaluate<number>(`(() => {
      const [title] = document.querySelectorAll("li.step .step-title");
      title.textContent = "GET /applications/" + "7".repeat(80) + "/emojis";
      return title.scrollWidth - title.clientWidth;
    })()`);
    expect(over).toBe(0);
    await page.context().close();
  });

  it("shows no token of an interaction and none of the bot", async () => {
    const page = await stage.open(Ids.player, Ids.botCommands);
    await openPanel(page, "Requests");
    await panel(page).locator("li.step").first().waitFor();
    for (const summary of await panel(page).locator("li.step summary").all()) await summary.click();
    const text = (await panel(page).textContent()) ?? "";
    expect(text).toContain('"token": "***"');
    expect(text).not.toMatch(/aW50ZXJhY3Rpb246/);
    expect(text).not.toMatch(/"token": "[^*]/);
    await page.context().close();
  });

  it("lets an acknowledgment come too late, and names what was refused", async () => {
    const page = await stage.open(Ids.player, Ids.botCommands);
    await openPanel(page, "Discord");
    await press(page, "Acknowledge too late");
    await panel(page).getByText("An acknowledgment comes too late, once").waitFor();
    await example(page, "/milestones").click();
    await page.getByText("The application did not respond").waitFor();
    const notice = page.getByRole("alert").filter({ hasText: "Discord refused what the bot sent" });
    await notice.waitFor();
    expect(await notice.textContent()).toContain("10062");
    await panel(page).getByText("Nothing is waiting to go wrong.").waitFor();
    await notice.getByRole("button", { name: "Show the requests" }).click();
    await panel(page).locator(".step-faults", { hasText: "10062" }).last().waitFor();
    await page.context().close();
  });

  it("stays at the newest while long answers come, and takes a refusal away with its channel", async () => {
    const page = await stage.open(Ids.moderator, Ids.general);
    const below = () =>
      page
        .locator(".scroller")
        .evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop));
    // Beside what others were answered here before.
    const own = answers(page).filter({ hasText: "Only you can see this" });
    for (const count of [1, 2, 3]) {
      await example(page, "/help").click();
      await expect.poll(() => own.count()).toBe(count);
      await expect.poll(below).toBeLessThan(2);
    }
    await openPanel(page, "Discord");
    await press(page, "Acknowledge too late");
    await example(page, "/milestones").click();
    const notice = page.getByRole("alert").filter({ hasText: "Discord refused what the bot sent" });
    await notice.waitFor();
    await expect.poll(below).toBeLessThan(2);
    await page.getByRole("button", { name: /^announcements/ }).click();
    await notice.waitFor({ state: "detached" });
    await page.context().close();
  });

  it("drops the connection, after which the bot comes back and answers", async () => {
    const page = await stage.open(Ids.player, Ids.botCommands);
    await openPanel(page, "Discord");
    await press(page, "Drop it");
    await page.getByRole("tab", { name: "Requests" }).click();
    await panel(page).getByText("Takes the session up again").first().waitFor();
    const before = await answers(page).count();
    await example(page, "/help").click();
    await expect.poll(() => answers(page).count()).toBeGreaterThan(before);
    await page.context().close();
  });

  it("archives a thread and opens it again, for everyone in it", async () => {
    const page = await stage.open(Ids.player, Ids.thread);
    await openPanel(page, "Discord");
    await press(page, "Archive this thread");
    const row = page.locator(".channel-row", { hasText: "Weekend plans" });
    await row.getByText("Archived").waitFor();
    await press(page, "Reopen this thread");
    await expect.poll(() => row.getByText("Archived").count()).toBe(0);
    await page.context().close();
  });

  it("deletes a channel only when asked twice, and leaves it", async () => {
    const page = await stage.open(Ids.admin, Ids.readOnly);
    await openPanel(page, "Discord");
    await press(page, "Delete channel");
    expect(await page.locator(".channel-name", { hasText: "rules" }).count()).toBe(1);
    await press(page, "Delete rules for good");
    await expect.poll(() => page.locator(".channel-name", { hasText: "rules" }).count()).toBe(0);
    await page.getByRole("heading", { name: "general", exact: true }).waitFor();
    await page.context().close();
  });

  it("puts the platform into maintenance and takes it back", async () => {
    const page = await stage.open(Ids.player, Ids.members);
    await openPanel(page, "Platform");
    await press(page, "Maintenance");
    await panel(page).getByText("Maintenance for everything").waitFor();
    await example(page, "/profile").click();
    await page.getByRole("combobox", { name: "player", exact: true }).fill("nobody at all");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await expect.poll(() => answers(page).last().textContent()).toMatch(/maintenance/i);
    await press(page, "Remove: Maintenance");
    await panel(page).getByText("Nothing is waiting to go wrong.").waitFor();
    await page.context().close();
  });

  it("moves one clock for everyone, and back", async () => {
    const page = await stage.open(Ids.player, Ids.general);
    await example(page, "/milestones").click();
    const times = answers(page).last().locator("time");
    await times.first().waitFor();
    const before = await times.allTextContents();
    await openPanel(page, "Platform");
    await press(page, "1 week on");
    await panel(page).getByText("7 d ahead").waitFor();
    await expect.poll(() => times.allTextContents()).not.toEqual(before);
    await press(page, "Now");
    await panel(page).getByText("real time", { exact: true }).waitFor();
    await page.context().close();
  });

  it("goes to any time one names, and every tab goes along", async () => {
    const page = await stage.open(Ids.player, Ids.general, { timezoneId: "UTC" });
    const other = await stage.open(Ids.moderator, Ids.general);
    await openPanel(page, "Platform");
    await openPanel(other, "Platform");
    await expect.poll(() => face(other)).toContain("real time");
    const before = await face(other);
    await panel(page).getByLabel("Any time").fill("2031-02-03T04:05");
    await press(page, "Go there");
    await expect.poll(() => face(page)).toMatch(/February 3, 2031 at 4:05:\d\d/);
    await expect.poll(() => face(other)).toContain("2031");
    await press(page, "1 hour back");
    await expect.poll(() => face(page)).toMatch(/2031 at 3:0\d:\d\d/);
    await press(page, "Now");
    await expect.poll(() => face(other)).toContain("real time");
    expect((await face(other))?.slice(0, 10)).toBe(before?.slice(0, 10));
    await Promise.all([page.context().close(), other.context().close()]);
  });

  it("writes below what was written, also after the clock was moved ahead and back", async () => {
    const page = await stage.open(Ids.player, Ids.thread);
    const texts = () => page.getByRole("article").allTextContents();
    const say = async (text: string) => {
      await page.getByRole("combobox", { name: /^Message/ }).fill(text);
      await page.keyboard.press("Enter");
      await page.getByRole("article").getByText(text).waitFor();
    };
    await openPanel(page, "Platform");
    await press(page, "1 week on");
    await panel(page).getByText("7 d ahead").waitFor();
    await say("written in a week");
    await press(page, "Now");
    await panel(page).getByText("real time", { exact: true }).waitFor();
    await say("written today");
    const [last, lastButOne] = (await texts()).toReversed();
    expect(last).toContain("written today");
    expect(lastButOne).toContain("written in a week");
    await page.context().close();
  });

  it("has the platform speak another profile, and the bot with it, and loses nothing", async () => {
    const page = await stage.open(Ids.player, Ids.thread);
    await example(page, "/milestones").click();
    await answers(page).last().getByRole("combobox", { name: english.milestones.open }).waitFor();
    const before = await answers(page).count();
    await openPanel(page, "Platform");
    const choice = panel(page).getByLabel("It plays");
    await expect.poll(() => choice.locator("option").allTextContents()).toHaveLength(3);
    await choice.selectOption("lookalike");
    await panel(page).getByText("The platform and the bot now use it").waitFor();
    await panel(page).getByText("clubsess").waitFor();
    await page.getByRole("tab", { name: "Requests" }).click();
    await panel(page).locator("li.step").first().waitFor();
    await press(page, "Clear");
    await example(page, "/trending").click();
    await answers(page).nth(before).getByRole("heading", { name: "Trending" }).waitFor();
    await panel(page).getByText("Asks what is trending").first().waitFor();
    const step = panel(page).locator("li.step", { hasText: "Asks what is trending" }).first();
    await step.locator("summary").click();
    await expect.poll(() => step.textContent()).toContain("/svc/v3/");
    expect(await page.locator(".picture-missing").count()).toBe(0);
    await page.reload();
    await answers(page).nth(before).waitFor();
    await openPanel(page, "Platform");
    await panel(page).getByLabel("It plays").selectOption("neutral");
    await panel(page).getByText("The platform and the bot now use it").waitFor();
    await panel(page).getByText("portalatk").waitFor();
    await page.context().close();
  });

  it("changes how the platform shapes its answers, and the bot still reads them", async () => {
    const page = await stage.open(Ids.player, Ids.outpostGeneral);
    await openPanel(page, "Platform");
    await panel(page).getByLabel("Answers are shaped").selectOption("real");
    await panel(page).getByText("Responses change shape from now on.").waitFor();
    await example(page, "/trending").click();
    await answers(page).last().getByRole("heading", { name: "Trending" }).waitFor();
    const menu = answers(page).last().getByRole("combobox", { name: english.trending.open });
    await expect.poll(() => menu.count()).toBe(1);
    await panel(page).getByLabel("Answers are shaped").selectOption("neutral");
    await page.context().close();
  });

  it("closes by Escape and gives the focus back", async () => {
    const page = await stage.open(Ids.player, Ids.general);
    await openPanel(page, "Discord");
    await page.keyboard.press("Escape");
    expect(await panel(page).count()).toBe(0);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
      "Behind the scenes",
    );
    await page.context().close();
  });
});

describe.skipIf(isWithoutBrowser)("the tour (needs chromium on this machine)", () => {
  it("has five steps by keyboard, ends in the examples, and is not shown again", async () => {
    const page = await stage.open(Ids.moderator, Ids.general, { hasTour: true });
    await step(page).getByRole("button", { name: "Next" }).focus();
    for (let at = 1; at <= 4; at += 1) {
      await step(page).getByText(`${at} of 5`).waitFor();
      await page.keyboard.press("Enter");
    }
    await step(page).getByText("5 of 5").waitFor();
    await page.keyboard.press("Enter");
    await example(page, "/trending").waitFor();
    await page.keyboard.type("hello");
    expect(await page.getByRole("combobox", { name: /^Message/ }).inputValue()).toBe("hello");
    await page.getByRole("button", { name: "Begin the tour" }).focus();
    await page.keyboard.type("!");
    expect(await page.getByRole("combobox", { name: /^Message/ }).inputValue()).toBe("hello!");
    await page.reload();
    await example(page, "/trending").waitFor();
    expect(await step(page).count()).toBe(0);
    await page.getByRole("button", { name: "Begin the tour" }).click();
    await step(page).getByText("1 of 5").waitFor();
    await page.context().close();
  });

  it("moves on when one does by oneself what a step is about", async () => {
    const page = await stage.open(Ids.moderator, Ids.general, { hasTour: true });
    await step(page).getByText("1 of 5").waitFor();
    await page.keyboard.type("/trending ");
    await page.keyboard.press("Enter");
    await step(page).getByText("2 of 5").waitFor();
    await answers(page).last().getByRole("button", { name: "Next" }).click();
    await step(page).getByText("3 of 5").waitFor();
    await page.getByRole("button", { name: /^You are/ }).click();
    await step(page).getByText("4 of 5").waitFor();
    await page.keyboard.press("Escape");
    await openPanel(page, "Requests");
    await step(page).getByText("5 of 5").waitFor();
    await openPanel(page, "Platform and clock");
    await example(page, "/trending").waitFor();
    expect(await step(page).count()).toBe(0);
    await page.context().close();
  });

  it("can be skipped at once, and each step does what it offers", async () => {
    const page = await stage.open(Ids.moderator, Ids.botCommands, { hasTour: true });
    await step(page).getByRole("button", { name: "Use /trending" }).click();
    await answers(page).last().getByRole("heading", { name: "Trending" }).waitFor();
    await step(page).getByText("2 of 5").waitFor();
    await step(page).getByRole("button", { name: "Use /help" }).click();
    await step(page).getByText("3 of 5").waitFor();
    await step(page).getByRole("button", { name: "Pick a player" }).click();
    await step(page).getByText("4 of 5").waitFor();
    await page.keyboard.press("Escape");
    await step(page).getByRole("button", { name: "Skip the tour" }).click();
    await example(page, "/trending").waitFor();
    expect(await step(page).count()).toBe(0);
    await page.context().close();
  });
});

describe.skipIf(isWithoutBrowser)("the rest of the page (needs chromium on this machine)", () => {
  it("opens direct messages with the bot, where commands work", async () => {
    const page = await stage.open(Ids.stranger, Ids.outpostGeneral);
    await page.getByRole("button", { name: "Direct messages" }).click();
    await page
      .getByRole("button", { name: /Milepost/ })
      .first()
      .click();
    await page.getByRole("combobox", { name: "Message @Milepost" }).waitFor();
    await example(page, "/help").click();
    await answers(page).last().waitFor();
    expect(await answers(page).last().textContent()).toContain("used/help");
    await page.context().close();
  });

  it("shows a card of whoever wrote a message", async () => {
    const page = await stage.open(Ids.player, Ids.general);
    await example(page, "/trending").click();
    await answers(page).last().getByRole("button", { name: "Milepost" }).last().click();
    const card = page.getByRole("dialog", { name: "Milepost" });
    await card.getByRole("button", { name: "Message" }).click();
    await page.getByRole("combobox", { name: "Message @Milepost" }).waitFor();
    expect(await card.count()).toBe(0);
    await page.context().close();
  });

  it("opens a forum and its posts", async () => {
    const page = await stage.open(Ids.player, Ids.general);
    await page.locator(".channel-row", { hasText: "guides" }).click();
    await page.locator(".forum-post", { hasText: "How do I begin?" }).click();
    await page.getByRole("heading", { name: "How do I begin?", exact: true }).waitFor();
    expect(page.url()).toContain(Ids.forumPost);
    await page.context().close();
  });

  it("deletes one's own message through its menu, for everyone", async () => {
    const [mara, ines] = [
      await stage.open(Ids.player, Ids.general),
      await stage.open(Ids.moderator, Ids.general),
    ];
    await mara.getByRole("combobox", { name: /^Message/ }).fill("soon gone");
    await mara.keyboard.press("Enter");
    await ines.getByText("soon gone").waitFor();
    await mara.getByText("soon gone").click({ button: "right" });
    await mara.getByRole("button", { name: "Delete message" }).click();
    await expect.poll(() => ines.getByText("soon gone").count()).toBe(0);
    await Promise.all([mara.context().close(), ines.context().close()]);
  });

  it("met no fault of its own", () => {
    expect(stage.faults).toEqual([]);
  });
});
