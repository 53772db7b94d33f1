import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";

import { packageRoot } from "../../src/base/package-root.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { ENGLISH, languageCodes, languageName } from "../../src/messages/languages.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { findChromium, launch } from "../browser/support/chromium.ts";
import { askLocal, remembering, startPlaygroundProgram } from "../browser/support/page-support.ts";
import { HERO, cardOf, takeHero } from "./hero.ts";
import { fontsLoaded, serveFonts, useFonts } from "./fonts.ts";
import { Reader } from "./reader.ts";
import { FRAMES, type Shot, dayOfPictures, shots } from "./shots.ts";

/**
 * `npm run screenshots`: the pictures README shows. `npm run screenshots -- CODE`: the same commands and more, read by
 * members of that language, into a folder for temporary files.
 */
const [code = ENGLISH] = process.argv.slice(2);
if (!languageCodes().includes(code)) throw new Error(`Pick one of: ${languageCodes().join(", ")}`);
const isReadme = process.argv[2] === undefined;
const folder = isReadme
  ? join(packageRoot, ".github", "screenshots")
  : join(tmpdir(), `milepost-screenshots-${code}`);

/** Around a message that is cut out. */
const EDGE = 12;
/** Cards are drawn once more with pictures that came late, for so long. */
const PICTURES_WITHIN_MS = 13_000;

const chromium = findChromium();
if (chromium === undefined) throw new Error("Pictures need chromium on this machine.");
const program = await startPlaygroundProgram();
const browser = await launch(chromium);
try {
  mkdirSync(folder, { recursive: true });
  await warmUp(browser);
  const cards = new Map<string, string>();
  const wanted = shots.filter((shot) =>
    isReadme ? shot.isInReadme === true || HERO.includes(shot.name) : shot.isEnglish !== true,
  );
  for (const shot of wanted) await take(browser, shot, cards);
  if (isReadme) await takeHero(browser, cards, join(folder, "cards.png"));
} finally {
  await browser.close();
  await program.end();
}
if (!isReadme) process.stdout.write(`They are in ${folder}\n`);

/** Cards for README's beginning are kept in `cards`. */
async function take(from: Browser, shot: Shot, cards: Map<string, string>): Promise<void> {
  const { person, channel, frame, theme = "dark" } = shot;
  const page = await openPage(from, { person, channel, theme, frame });
  await shot.prepare(new Reader(page, { person, channel, texts: messagesFor(code) }));
  await settle(page);
  if (HERO.includes(shot.name)) cards.set(shot.name, await cardOf(page));
  const path = join(folder, `${shot.name}.png`);
  const clip = frame === "message" ? await messageBox(page) : undefined;
  if (!isReadme || shot.isInReadme === true) {
    await page.screenshot({ path, animations: "disabled", caret: "hide", ...(clip && { clip }) });
    process.stdout.write(`${path}\n`);
  }
  await page.context().close();
}

type Seen = Required<Pick<Shot, "person" | "channel" | "frame">> & { readonly theme: "dark" | "light" };

async function openPage(from: Browser, { person, channel, theme, frame }: Seen): Promise<Page> {
  const context = await from.newContext({
    viewport: FRAMES[frame],
    deviceScaleFactor: 1.5,
    locale: "en-US",
    timezoneId: "UTC",
    // It lets no font in that is not its own.
    bypassCSP: true,
  });
  await serveFonts(context);
  await context.addInitScript(remembering({ tour: "done", theme }));
  const page = await context.newPage();
  await page.goto(`${program.url}#${person}/${channel}`);
  await page.locator(".example").first().waitFor();
  await page.getByRole("button", { name: "Close the examples" }).click();
  await useFonts(page, code);
  return page;
}

/** Has everybody on the pictures read the language, and the server too; then what commands need is at hand. */
async function warmUp(from: Browser): Promise<void> {
  const seen = { person: Ids.admin, channel: Ids.forumPost, frame: "message", theme: "dark" } as const;
  const page = await openPage(from, seen);
  const reader = new Reader(page, { ...seen, texts: messagesFor(code) });
  await reader.setClock(dayOfPictures() - Date.now());
  if (code !== ENGLISH) {
    for (const person of [Ids.player, Ids.admin, Ids.moderator])
      await askLocal(page, "setLocale", { person, locale: code });
    await reader.run("setup");
    const languages = reader.reply.getByRole("combobox").first();
    await languages.click();
    await page
      .getByRole("option", { name: languageName(code) })
      .first()
      .click();
    await languages.filter({ hasText: languageName(code) }).waitFor();
  }
  for (const command of ["trending", "milestones"]) {
    await reader.run(command);
    await reader.drawn();
  }
  await page.waitForTimeout(PICTURES_WITHIN_MS);
  await page.context().close();
}

/** Waits for the newest message's pictures, and shows it from its beginning. */
async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate("document.activeElement.blur()");
  await page.evaluate(
    "(() => { const box = document.querySelector('.scroller'); const last = [...document.querySelectorAll('.message')].at(-1); if (last.offsetHeight > box.clientHeight) last.scrollIntoView({ block: 'start' }); })()",
  );
  const areDrawn =
    "[...[...document.querySelectorAll('.message')].at(-1).querySelectorAll('img')].every((image) => image.complete && image.naturalWidth > 0)";
  await page.waitForFunction(areDrawn, undefined);
  // What is loaded may still be a blank: it is decoded beside the page.
  await page.evaluate(
    "Promise.all([...document.querySelectorAll('.message img')].map((image) => image.decode().catch(() => undefined)))",
  );
  await fontsLoaded(page, code);
}

/** Where the newest message is: its head and what it shows, without the empty part of its row. */
async function messageBox(page: Page) {
  return page.evaluate<{ x: number; y: number; width: number; height: number }>(`(() => {
    const row = [...document.querySelectorAll("article.message")].at(-1);
    const box = row.getBoundingClientRect();
    const parts = [...row.querySelectorAll(".message-main > :not(.message-header), .message-header > *, .command-line > *")];
    const right = Math.max(...parts.map((part) => part.getBoundingClientRect().right));
    return { x: box.x, y: box.y - ${EDGE}, width: right - box.x + 2 * ${EDGE}, height: box.height + 2 * ${EDGE} };
  })()`);
}
