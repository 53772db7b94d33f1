import { randomBytes } from "node:crypto";

import { REST } from "@discordjs/rest";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { encodePng } from "../../src/playground/platform/pictures/png.ts";
import { type PageServer, startPage } from "../../src/playground/web/server.ts";
import { findChromium, launch } from "./support/chromium.ts";
import { remembering } from "./support/page-support.ts";

const chromium = findChromium();
const V2 = 1 << 15;
const IMAGES = "[...document.querySelectorAll('.message:last-of-type img')]";
const DRAWN = `Promise.all(${IMAGES}.map((image) => image.decode()))`;

const ATTACHED = /p\d\.png/;
/** What pictures and their frames take up. */
const ROOM = `[...document.querySelectorAll(".message:last-of-type :is(.picture, .picture img)")].map((each) => {
  const { width, height } = each.getBoundingClientRect();
  return { width, height };
})`;

let discord: LocalDiscord;
let server: PageServer;
let browser: Browser;
let rest: REST;
let emoji: { readonly id: string; readonly name: string };

const picture = (width: number, height: number) => encodePng(width, height, randomBytes(width * height * 4));
const gallery = (...names: readonly string[]) => ({
  type: 12,
  items: names.map((name) => ({ media: { url: `attachment://${name}` } })),
});
const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `p${index}.png`, data: picture(300, 250) }));

beforeAll(async () => {
  if (chromium === undefined) return;
  discord = await startDiscord({ port: 0, clock: systemClock, log: silentLog, rateLimits: "off" });
  const discordUrl = new URL(discord.url).origin;
  server = await startPage({
    port: 0,
    discordUrl,
    pictureUrls: () => [discordUrl],
    log: silentLog,
    randomBytes,
  });
  rest = new REST({ api: discord.url }).setToken(discord.token);
  const image = `data:image/png;base64,${picture(96, 96).toString("base64")}`;
  const made = await rest.post(`/applications/${Ids.bot}/emojis`, { body: { name: "mp_lantern", image } });
  emoji = { id: (made as typeof emoji).id, name: "mp_lantern" };
  browser = await launch(chromium);
});

afterAll(async () => {
  if (chromium === undefined) return;
  await browser.close();
  await server.close();
  await discord.close();
});

type Files = readonly { readonly name: string; readonly data: Buffer }[];

/** The newest message, as the page shows it to somebody whose window is so wide; its pictures come after `held`. */
async function shown(width: number, body: object, sent: Files = [], held?: Promise<void>): Promise<Locator> {
  await rest.post(`/channels/${Ids.general}/messages`, { body, files: [...sent] });
  for (const context of browser.contexts()) await context.close();
  const page: Page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.addInitScript(remembering({ tour: "done" }));
  if (held !== undefined) await page.route(ATTACHED, (route) => held.then(() => route.continue()));
  await page.goto(`${server.url}#${Ids.player}/${Ids.general}`);
  const message = page.locator(".message").last();
  await message.waitFor();
  return message;
}

/** The boxes of its pictures, once they are drawn. */
async function boxesOf(message: Locator, selector: string, count: number) {
  const images = message.locator(selector);
  await images.nth(count - 1).waitFor();
  expect(await images.count()).toBe(count);
  await message.page().evaluate(DRAWN);
  const boxes = await Promise.all((await images.all()).map((image) => image.boundingBox()));
  return boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 });
}

describe.skipIf(chromium === undefined).each([1280, 360])("pictures at %i px", (width) => {
  it("of an embed are shown in it, and not once more under it", async () => {
    const embed = { description: "What is on", image: { url: "attachment://p0.png" } };
    const message = await shown(width, { content: "Harvest", embeds: [embed] }, files(1));
    const [box] = await boxesOf(message, ".embed img", 1);
    expect(box?.width).toBeGreaterThan(150);
    expect(await message.locator(".attachment").count()).toBe(0);
  });

  it("that are attached are large alone, and tiles together", async () => {
    const [one] = await boxesOf(await shown(width, { content: "one" }, files(1)), ".attachment img", 1);
    expect(one?.width).toBeGreaterThan(width === 360 ? 200 : 290);
    for (const [count, rows] of [
      [3, [3]],
      [4, [2, 2]],
      [5, [2, 3]],
    ] as const) {
      const message = await shown(width, { content: `${count}` }, files(count));
      const boxes = await boxesOf(message, ".gallery img", count);
      const byRow = Map.groupBy(boxes, ({ y }) => Math.round(y));
      const sizes = count === 3 ? [3] : [...byRow.values()].map(({ length }) => length);
      expect(sizes).toEqual(rows);
      expect(Math.max(...boxes.map((box) => box.x + box.width))).toBeLessThanOrEqual(width);
    }
  });

  it.each([
    { of: "a small one", body: {}, sizes: [[300, 250]] },
    { of: "a wide one", body: {}, sizes: [[1200, 300]] },
    { of: "a high one", body: {}, sizes: [[200, 900]] },
    {
      of: "one of an embed",
      body: { embeds: [{ image: { url: "attachment://p0.png" } }] },
      sizes: [[300, 250]],
    },
    { of: "one of a gallery", body: { flags: V2, components: [gallery("p0.png")] }, sizes: [[900, 500]] },
    {
      of: "a gallery",
      body: { flags: V2, components: [gallery("p0.png", "p1.png")] },
      sizes: [
        [300, 250],
        [200, 900],
      ],
    },
  ])("that are not there yet have the room of $of", async ({ body, sizes }) => {
    const { promise: held, resolve: come } = Promise.withResolvers<void>();
    const sent = sizes.map(([wide = 0, high = 0], at) => ({ name: `p${at}.png`, data: picture(wide, high) }));
    const message = await shown(width, body, sent, held);
    const before = await message.page().evaluate(ROOM);
    come();
    await boxesOf(message, ".picture img", sizes.length);
    expect(before).toEqual(await message.page().evaluate(ROOM));
  });

  it("as emojis stand in texts, buttons and lists", async () => {
    const options = ["a", "b"].map((value) => ({ label: value, value, emoji, default: value === "b" }));
    const card = [
      { type: 10, content: `<:${emoji.name}:${emoji.id}> Lantern × 4` },
      { type: 1, components: [{ type: 3, custom_id: "list", options }] },
      { type: 1, components: [{ type: 2, style: 2, label: "Next", custom_id: "next", emoji }] },
    ];
    const message = await shown(width, { flags: V2, components: [{ type: 17, components: card }] });
    const boxes = await boxesOf(
      message,
      ".markdown img.emoji, .select-value img.emoji, .button img.emoji",
      3,
    );
    for (const { width: wide, height } of boxes) {
      expect([wide, height]).toEqual([height, wide]);
      expect(wide).toBeGreaterThanOrEqual(16);
      expect(wide).toBeLessThanOrEqual(24);
    }
    const widths = await message.page().evaluate(`${IMAGES}.map((image) => image.naturalWidth)`);
    expect((widths as readonly number[]).filter((one) => one === 96).length).toBeGreaterThanOrEqual(3);
    await message.getByRole("combobox").click();
    expect(await message.getByRole("option").locator("img.emoji").count()).toBe(2);
  });
});
