import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { answers, isWithoutBrowser, openPanel, panel, stageForTests } from "./support/page-stage.ts";
import { askLocal } from "./support/page-support.ts";
import { english } from "../../src/messages/en.ts";

const stage = stageForTests();

const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();

async function remind(page: Page, what: string, when: string): Promise<void> {
  await page.getByRole("combobox", { name: /^Message/ }).fill("/remind new");
  await page.keyboard.press("Tab");
  await page.getByRole("combobox", { name: "what", exact: true }).fill(what);
  await page.getByRole("combobox", { name: "Add an option" }).fill("when");
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "when", exact: true }).fill(when);
  await page.getByRole("button", { name: "Send the command" }).click();
}

describe.skipIf(isWithoutBrowser)("reminders and the page's clock (need chromium on this machine)", () => {
  it("arrive in one's direct messages as soon as the clock goes to the next of them, and are shown as a phone shows them", async () => {
    const page = await stage.open(Ids.player, Ids.botCommands);
    await page.evaluate(
      "window.notes = 0; OscillatorNode = class extends OscillatorNode { start(at) { notes += 1; super.start(at); } }",
    );
    await remind(page, "water the plants", "in 1 hour");
    await answers(page).filter({ hasText: "water the plants" }).waitFor();
    await openPanel(page, "Platform and clock");
    await press(page, "To the next reminder");
    await panel(page)
      .getByText(/^(59 min|1 h) ahead$/)
      .waitFor();
    await expect.poll(() => page.evaluate("notes")).toBe(2);
    await page.getByRole("button", { name: "Direct messages, 1 unread" }).click();
    await page.getByRole("combobox", { name: "Message @Milepost" }).waitFor();
    const arrived = answers(page).filter({ hasText: "water the plants" });
    await arrived.waitFor();
    expect(await arrived.count()).toBe(1);
    await page.context().close();
  });

  it("name the post of a forum that was begun for them, as soon as it is there", async () => {
    const page = await stage.open(Ids.admin, Ids.botCommands);
    const command = { as: Ids.admin, channel: Ids.botCommands, command: "announce", subcommand: ["new"] };
    const options = { what: "Lantern night", when: "in 2 hours", channel: Ids.forum };
    await askLocal(page, "runCommand", { ...command, options });
    const panel = answers(page).filter({ hasText: "Lantern night" });
    await panel.getByRole("combobox").click();
    await page.getByRole("option", { name: "No tag" }).click();
    await panel.getByText("Announcement set").waitFor();
    await expect
      .poll(() => panel.locator("button.mention", { hasText: "Lantern night" }).count())
      .toBeGreaterThan(0);
    await page.context().close();
  });

  it("lead to a test post in the page, not to Discord's own", async () => {
    const page = await stage.open(Ids.admin, Ids.botCommands);
    const command = { as: Ids.admin, channel: Ids.botCommands, command: "announce", subcommand: ["new"] };
    const options = { what: "Harbour tour", when: "in 2 hours", channel: Ids.announcements };
    await askLocal(page, "runCommand", { ...command, options });
    const panel = answers(page).filter({ hasText: "Harbour tour" });
    await panel.getByRole("button", { name: english.shared.buttons.test }).click();
    const link = panel.getByRole("link", { name: /open/i });
    await link.click();
    await page.getByRole("heading", { name: "announcements", exact: true }).waitFor();
    const post = page.locator("article:focus").filter({ hasText: "Harbour tour" });
    await post.waitFor();
    expect(page.context().pages()).toHaveLength(1);
    await page.context().close();
  });

  it("give one field the whole width of its embed, as Discord does: a date does not break in two", async () => {
    const page = await stage.open(Ids.moderator, Ids.botCommands);
    await remind(page, "Daily reset", "at the daily reset");
    await answers(page)
      .filter({ hasText: "Daily reset" })
      .getByRole("button", { name: english.shared.buttons.test })
      .click();
    await page
      .getByRole("status")
      .filter({ hasText: "Daily reset" })
      .getByRole("button", { name: "Open message" })
      .click();
    const fields = answers(page).filter({ hasText: "Daily reset" }).locator(".embed-fields");
    await fields.waitFor();
    const widths = await fields.evaluate((all) => [all.clientWidth, all.firstElementChild?.clientWidth]);
    expect(widths[1]).toBe(widths[0]);
    await page.context().close();
  });
});
