import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";

import { packageRoot } from "../../src/base/package-root.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { askLocal } from "../browser/support/page-support.ts";
import { findChromium, launch } from "../browser/support/chromium.ts";
import { startProgram } from "../support/program.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/base/duration.ts";
import { english } from "../../src/messages/en.ts";

/** The pictures README shows, by `npm run screenshots`. */
const FOLDER = join(packageRoot, ".github", "screenshots");
const WITHIN = { timeout: 15_000 };

interface Shot {
  readonly name: string;
  readonly person: string;
  readonly channel: string;
  readonly theme: "dark" | "light";
  readonly size: { readonly width: number; readonly height: number };
  readonly prepare: (page: Page) => Promise<void>;
}

const JUST_AFTER_MS = 2000;
const DESKTOP = { width: 1180, height: 760 };
const answer = (page: Page) => page.getByRole("article", { name: "Message from Milepost" }).last();
const example = (page: Page, name: string) => page.locator(".example", { hasText: name }).click(WITHIN);

/** The answer's card is there. */
const drawn = (page: Page) => answer(page).locator(".picture img").first().waitFor(WITHIN);

async function trending(page: Page): Promise<void> {
  await example(page, "/trending");
  await answer(page).getByRole("heading", { name: "Trending" }).waitFor(WITHIN);
  await drawn(page);
}

async function milestones(page: Page): Promise<void> {
  await example(page, "/milestones");
  await answer(page).getByRole("heading", { name: "Milestones" }).waitFor(WITHIN);
  await drawn(page);
}

/** An announcement by an admin with a role and a button, and its post on the day. */
async function announcement(page: Page): Promise<void> {
  const command = { as: Ids.admin, channel: Ids.botCommands, command: "announce", subcommand: ["new"] };
  const options = { what: "Weekly reset", role: Ids.pingRole, channel: Ids.announcements };
  const found = (await askLocal(page, "autocomplete", {
    ...command,
    options: { what: options.what },
    focused: "what",
  })) as readonly { readonly value: string }[];
  await askLocal(page, "runCommand", {
    ...command,
    options: { ...options, what: found[0]?.value ?? options.what },
  });
  await answer(page).locator(".button", { hasText: "More" }).click(WITHIN);
  await answer(page).getByRole("button", { name: english.announce.panel.buttons.button }).click(WITHIN);
  await answer(page).getByRole("button", { name: english.announce.button.personal }).click(WITHIN);
  await answer(page).getByRole("button", { name: english.announce.panel.buttons.test }).waitFor(WITHIN);
  await page.evaluate(`location.hash = "#${Ids.moderator}/${Ids.announcements}"`);
  await page.getByRole("heading", { name: "announcements", exact: true }).waitFor(WITHIN);
  await askLocal(page, "moveClock", { offsetMs: nextReset(Date.now()) - Date.now() + JUST_AFTER_MS });
  await answer(page).getByRole("button", { name: "Remind me" }).waitFor(WITHIN);
}

/** The embedded platform's week turns on Tuesdays at 17:00 UTC. */
function nextReset(now: number): number {
  const next = new Date(now);
  next.setUTCHours(17, 0, 0, 0);
  const days = (2 - next.getUTCDay() + 7) % 7;
  const at = next.getTime() + days * DAY_MS;
  return at > now ? at : at + 7 * DAY_MS;
}

/** A reminder as it comes, an hour after it was set. */
async function reminder(page: Page): Promise<void> {
  const command = { as: Ids.player, channel: Ids.members, command: "remind", subcommand: ["new"] };
  await askLocal(page, "runCommand", {
    ...command,
    options: { what: "Patrol with Ines", when: "in 1 hour" },
  });
  await answer(page).getByText("Patrol with Ines").first().waitFor(WITHIN);
  // It comes at a full minute.
  const due = Math.ceil((Date.now() + HOUR_MS) / MINUTE_MS) * MINUTE_MS;
  await askLocal(page, "moveClock", { offsetMs: due - Date.now() + JUST_AFTER_MS });
  const { id } = (await askLocal(page, "openDm", { as: Ids.player })) as { readonly id: string };
  await page.evaluate(`location.hash = "#${Ids.player}/${id}"`);
  await answer(page)
    .getByRole("button", { name: /^Snooze/ })
    .first()
    .waitFor(WITHIN);
}

const shots: readonly Shot[] = [
  // First, while nothing is kept yet: it shows what the bot asks for.
  {
    name: "behind-the-scenes",
    person: Ids.moderator,
    channel: Ids.general,
    theme: "dark",
    size: DESKTOP,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Behind the scenes" }).click(WITHIN);
      await page.locator("li.step").first().waitFor(WITHIN);
      await page.getByRole("button", { name: "Clear", exact: true }).click(WITHIN);
      await example(page, "/milestones");
      await answer(page).getByRole("heading").first().waitFor(WITHIN);
      await page.locator("li.step", { hasText: "Fills in its answer" }).last().waitFor(WITHIN);
    },
  },
  {
    name: "trending",
    person: Ids.player,
    channel: Ids.general,
    theme: "dark",
    size: { width: 1180, height: 820 },
    prepare: trending,
  },
  {
    name: "entry",
    person: Ids.admin,
    channel: Ids.botCommands,
    theme: "dark",
    size: { width: 1180, height: 900 },
    prepare: async (page) => {
      await trending(page);
      await answer(page).getByRole("combobox").first().click(WITHIN);
      await page.getByRole("option").first().click(WITHIN);
      await answer(page).getByRole("button", { name: "Back" }).waitFor(WITHIN);
    },
  },
  {
    name: "profile",
    person: Ids.player,
    channel: Ids.members,
    theme: "dark",
    size: DESKTOP,
    prepare: async (page) => {
      await example(page, "/profile");
      await page.getByRole("combobox", { name: "player", exact: true }).fill("a");
      await page.locator(".option-list .choice-label").first().waitFor(WITHIN);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await drawn(page);
    },
  },
  {
    name: "phone",
    person: Ids.moderator,
    channel: Ids.thread,
    theme: "light",
    size: { width: 360, height: 760 },
    prepare: trending,
  },
  {
    name: "phone-dark",
    person: Ids.player,
    channel: Ids.botCommands,
    theme: "dark",
    size: { width: 360, height: 760 },
    prepare: milestones,
  },
  {
    name: "light",
    person: Ids.admin,
    channel: Ids.thread,
    theme: "light",
    size: { width: 1180, height: 820 },
    prepare: milestones,
  },
  {
    name: "platform-and-clock",
    person: Ids.admin,
    channel: Ids.members,
    theme: "dark",
    size: { width: 1180, height: 900 },
    prepare: async (page) => {
      await milestones(page);
      await page.getByRole("button", { name: "Behind the scenes" }).click(WITHIN);
      await page.getByRole("tab", { name: "Platform and clock" }).click(WITHIN);
      await page.getByText("Its interface begins at").waitFor(WITHIN);
    },
  },
  {
    name: "setup",
    person: Ids.admin,
    channel: Ids.general,
    theme: "dark",
    size: DESKTOP,
    prepare: async (page) => {
      await askLocal(page, "runCommand", { as: Ids.admin, channel: Ids.general, command: "setup" });
      await answer(page).getByRole("button", { name: "All settings" }).click(WITHIN);
      await answer(page).getByRole("heading").first().waitFor(WITHIN);
    },
  },
  // Last: these two move the clock.
  {
    name: "reminder",
    person: Ids.player,
    channel: Ids.members,
    theme: "light",
    size: DESKTOP,
    prepare: reminder,
  },
  {
    name: "announcement",
    person: Ids.admin,
    channel: Ids.botCommands,
    theme: "dark",
    size: DESKTOP,
    prepare: announcement,
  },
];

const chromium = findChromium();
if (chromium === undefined) throw new Error("Pictures need chromium on this machine.");
const work = mkdtempSync(join(tmpdir(), "milepost-screenshots-"));
const program = startProgram([join(packageRoot, "src/start.js")], { MILEPOST_TEST_CWD: work });
const browser = await launch(chromium);
try {
  const [url = ""] = await program.line(/http:\/\/127\.0\.0\.1:\d+\/[\w-]+\//);
  mkdirSync(FOLDER, { recursive: true });
  for (const shot of shots) await take(browser, url, shot);
} finally {
  await browser.close();
  await program.end();
  rmSync(work, { recursive: true, force: true });
}

async function take(from: Browser, url: string, shot: Shot): Promise<void> {
  const context = await from.newContext({ viewport: shot.size, locale: "en-US", timezoneId: "UTC" });
  await context.addInitScript(
    `if (self.origin !== "null") { localStorage.setItem("milepost.tour", "done"); localStorage.setItem("milepost.theme", "${shot.theme}"); }`,
  );
  const page = await context.newPage();
  await page.goto(`${url}#${shot.person}/${shot.channel}`);
  await page.locator(".example").first().waitFor(WITHIN);
  await shot.prepare(page);
  await page.getByRole("button", { name: "Close the examples" }).click(WITHIN);
  await settle(page);
  const path = join(FOLDER, `${shot.name}.png`);
  await page.screenshot({ path, animations: "disabled", caret: "hide" });
  process.stdout.write(`${path}\n`);
  await context.close();
}

/** Waits for the pictures in sight, and shows the newest message from its beginning. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate("document.activeElement.blur()");
  const areDrawn =
    "Promise.all([...document.querySelectorAll('.message:last-of-type img')].map((image) => image.complete || new Promise((drawn) => { image.onload = image.onerror = drawn; })))";
  await page.evaluate(areDrawn);
  await page.evaluate(
    "(() => { const box = document.querySelector('.scroller'); const last = [...document.querySelectorAll('.message')].at(-1); if (last.offsetHeight > box.clientHeight) last.scrollIntoView({ block: 'start' }); })()",
  );
}
