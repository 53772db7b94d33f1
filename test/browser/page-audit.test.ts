import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { isWithoutBrowser, stageForTests } from "./support/page-stage.ts";
import { askLocal, audit } from "./support/page-support.ts";
import { english } from "../../src/messages/en.ts";

const stage = stageForTests();
/** Answers that stand in the channel already, from the looks before. */
let answers = 0;

const DESKTOP = { size: "desktop", viewport: { width: 1280, height: 800 } };
const PHONE = { size: "360 pixels", viewport: { width: 360, height: 740 } };
/** Each by someone who has not used the bot before. */
const looks = [
  { theme: "dark", ...DESKTOP, person: Ids.player },
  { theme: "dark", ...PHONE, person: Ids.admin },
  { theme: "light", ...DESKTOP, person: Ids.moderator },
  { theme: "light", ...PHONE, person: Ids.newcomer },
] as const;

/** Opens each thing that lies over the page, looks at it, and closes it. */
async function auditOverlays(
  page: Page,
  person: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  const last = page.getByRole("article", { name: "Message from Milepost" }).last();
  const look = async (name: string, open: () => Promise<unknown>, shown: Locator) => {
    await open();
    await shown.waitFor();
    found[name] = await audit(page);
    await page.keyboard.press("Escape");
    await shown.waitFor({ state: "hidden" });
  };
  await page.locator(".example", { hasText: "/milestones" }).click();
  await last.locator(".picture img").first().waitFor();
  const card = page.getByRole("dialog", { name: "Milepost" });
  await look("a card", () => last.locator("button.author").first().click(), card);
  const menu = page.locator(".popover", { hasText: "Copy" });
  await look("a message's menu", () => last.click({ button: "right", position: { x: 60, y: 6 } }), menu);
  await look("a picture", () => last.locator("button.picture").first().click(), page.locator(".lightbox"));
  await page.getByRole("combobox", { name: /^Message/ }).fill("/link");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await last.getByRole("button", { name: english.link.consent.agree }).click();
  const paste = last.getByRole("button", { name: "Paste it here" });
  await paste.waitFor();
  await look("a form", () => paste.click(), page.getByRole("dialog", { name: "Paste your session" }));
  await page.evaluate(`location.hash = "#${person}/${Ids.forum}"`);
  await page.locator(".forum-post").first().waitFor();
  found["a forum"] = await audit(page);
  await page.evaluate(`location.hash = "#${person}/${Ids.thread}"`);
  await page
    .getByRole("combobox", { name: /^Message/ })
    .fill("```ts\nconst a: B = 1; // so\n```\n```diff\n+a\n-b\n```");
  await page.keyboard.press("Enter");
  await page.locator(".code-word").last().waitFor();
  found["code"] = await audit(page);
  return found;
}

/** What admins set up, in a channel, and what a member keeps and is reminded of. */
async function auditAnnouncing(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  const last = page.getByRole("article", { name: "Message from Milepost" }).last();
  const run = (command: string, subcommand?: string, options?: Readonly<Record<string, string>>) =>
    askLocal(page, "runCommand", {
      as: Ids.admin,
      channel: Ids.botCommands,
      command,
      ...(subcommand !== undefined && { subcommand: [subcommand], options }),
    });
  const look = async (name: string, shown: string) => {
    await last.getByRole("button", { name: shown, exact: true }).first().waitFor();
    found[name] = await audit(page);
  };
  await run("setup");
  // Nobody may run five commands within 20 s.
  const { offsetMs } = (await askLocal(page, "clock", {})) as { readonly offsetMs: number };
  await askLocal(page, "moveClock", { offsetMs: offsetMs + 60_000 });
  // Its three steps stand there until something is posted in the server; from then on the overview.
  const steps = last.getByRole("button", { name: "Show overview" });
  const overview = last.getByText("Setup: Overview");
  await steps.or(overview).first().waitFor();
  found["the setup"] = await audit(page);
  if (await steps.isVisible()) await steps.click();
  await overview.waitFor();
  found["all settings"] = await audit(page);
  await run("remind", "new", { what: "water the plants", when: "in 1 hour" });
  await look("a reminder", english.shared.buttons.test);
  await run("remind", "list", {});
  await look("one's reminders", english.remind.card.buttons.zone);
  await run("announce", "new", {
    what: await suggested(page, "new", "Weekly"),
    role: Ids.pingRole,
    channel: Ids.botCommands,
  });
  await look("an announcement", english.shared.buttons.test);
  await last.getByRole("button", { name: english.shared.buttons.test }).click();
  await last.getByText(english.posts.test).waitFor();
  found["a post"] = await audit(page);
  return found;
}

/** What the bot suggests first for a typed subject. */
async function suggested(page: Page, subcommand: string, typed: string): Promise<string> {
  const asked = { as: Ids.admin, channel: Ids.botCommands, command: "announce", subcommand: [subcommand] };
  const found = await askLocal(page, "autocomplete", { ...asked, options: { what: typed }, focused: "what" });
  const [first] = found as readonly { readonly value: string }[];
  return first?.value ?? typed;
}

describe.skipIf(isWithoutBrowser)("axe-core finds nothing serious (needs chromium)", () => {
  it.each(looks)(
    "in what lies over the page, and in a forum: $theme, $size",
    async ({ theme, viewport, person }) => {
      const page = await stage.open(person, Ids.botCommands, { theme, viewport });
      const found = await auditOverlays(page, person);
      expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
      expect(Object.keys(found)).toHaveLength(6);
      await page.context().close();
    },
    90_000,
  );

  it.each(looks)(
    "in what admins announce and members are reminded of: $theme, $size",
    async ({ theme, viewport }) => {
      const page = await stage.open(Ids.admin, Ids.botCommands, { theme, viewport });
      const found = await auditAnnouncing(page);
      expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
      expect(Object.keys(found)).toHaveLength(6);
      await page.context().close();
    },
    90_000,
  );

  it.each(looks)(
    "$theme, $size",
    async ({ theme, viewport }) => {
      const page = await stage.open(Ids.player, Ids.general, { theme, viewport, hasTour: true });
      const found: Record<string, readonly string[]> = {};
      await page.getByRole("button", { name: "Use /trending" }).click();
      const answer = page.getByRole("article", { name: "Message from Milepost" }).nth(answers);
      answers += 1;
      await answer.getByRole("combobox").first().waitFor();
      found["an answer and the tour"] = await audit(page);
      await answer.getByRole("combobox").first().click();
      await page.getByRole("option").first().waitFor();
      found["an open menu"] = await audit(page);
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", { name: /^Message/ }).fill("/");
      await page.getByRole("option").first().waitFor();
      found["the commands"] = await audit(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Begin the tour" }).focus();
      await page.getByRole("button", { name: "Behind the scenes" }).click();
      for (const tab of ["Requests", "Discord", "Platform"]) {
        await page.getByRole("tab", { name: tab }).click();
        await page.locator(".panel .step, .panel .panel-group").first().waitFor();
        found[`the panel: ${tab}`] = await audit(page);
      }
      expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
      await page.context().close();
    },
    90_000,
  );
});
