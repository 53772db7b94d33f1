import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { Client, MessageFlags } from "discord.js";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { type Playground, startPlayground } from "../../src/playground/start.ts";
import { readPaste } from "../../src/sessions/paste/read-paste.ts";
import { findChromium, launch } from "./support/chromium.ts";
import { copied, openBrowser, signIn, windowOf } from "./support/pretended-browser.ts";
import { remembering } from "./support/page-support.ts";

const chromium = findChromium();
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const WANTED = {
  cookies: [
    { name: "portald", role: "csrf", isRequired: true },
    { name: "portalatk", role: "session", isRequired: true },
    { name: "portaldid", role: "device", isRequired: true },
    { name: "portalme", role: "account", isRequired: false },
  ],
  hosts: ["127.0.0.1"],
} as const;
/** Tries every way out: what of it works is written into its own text. */
const HOSTILE = `<!doctype html><title>Seal</title><h1>A sealed page</h1><p id=o></p><script>
const said = [];
const tell = (text) => { said.push(text); document.getElementById("o").textContent = said.join(" "); };
tell("origin " + self.origin);
try { parent.document.body; tell("parent open"); } catch { tell("parent closed"); }
try { localStorage.x = 1; tell("storage open"); } catch { tell("storage closed"); }
fetch(location.href.replace(/opened.*/, "api/people"), { method: "POST" })
  .then(() => tell("net open"), () => tell("net closed"));
</script>`;

let playground: Playground;
let client: Client;
let browser: Browser;

beforeAll(async () => {
  if (chromium === undefined) return;
  playground = await startPlayground({
    port: 0,
    profile: loadProfile("neutral"),
    log: silentLog,
    clock: new MovableClock(),
  });
  client = new Client({ intents: [], rest: { api: playground.discordApiUrl } });
  client.on("interactionCreate", (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const files = [{ attachment: Buffer.from(HOSTILE), name: "seal.html" }];
    void interaction.reply({ content: "Open this file", files, flags: MessageFlags.Ephemeral });
  });
  const ready = new Promise((resolve) => client.once("clientReady", resolve));
  await client.login(playground.discordToken);
  await ready;
  await client.application?.commands.set([{ name: "file", description: "Attaches a file" }]);
  browser = await launch(chromium);
});

afterAll(async () => {
  if (chromium === undefined) return;
  await browser.close();
  await client.destroy();
  await playground.close();
});

const faults: string[] = [];

async function open(how: BrowserContextOptions = {}, person: string = Ids.player): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
    ...how,
  });
  await context.addInitScript(remembering({ tour: "done", theme: how.colorScheme ?? "dark" }));
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${playground.pageUrl}#${person}/${Ids.botCommands}`);
  await page.locator(".example", { hasText: "/file" }).waitFor();
  await page.request.post(`${playground.pageUrl}browser/close`, { data: { as: person } });
  return page;
}

/** Serious findings of axe-core inside the window. */
async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(readFileSync(AXE, "utf8"));
  return page.evaluate<string[]>(
    `axe.run(".browser").then(({ violations }) => violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + " " + nodes.map((node) => node.html.slice(0, 120)).join(" | ")))`,
  );
}

describe.skipIf(chromium === undefined)(
  "the page's pretended browser (needs chromium on this machine)",
  () => {
    it.each(["console", "desktop"] as const)(
      "signs in with a %s account and gives the cookies in every form people copy",
      async (kind) => {
        const page = await open();
        await openBrowser(page);
        await signIn(page, kind);
        await windowOf(page)
          .getByRole("heading", { name: /^Signed in as/ })
          .waitFor();
        await windowOf(page).getByRole("button", { name: "Developer tools" }).click();
        await windowOf(page).getByRole("cell", { name: "127.0.0.1" }).first().waitFor();
        expect(await findings(page)).toEqual([]);

        const read = async (name: string) => readPaste(await copied(page, name), WANTED);
        const rows = await read("Copy rows");
        expect(rows).toMatchObject({ kind: "cookies", form: "table", isComplete: true });
        const values = (reading: typeof rows) =>
          reading.kind === "cookies"
            ? [...reading.cookies].map(([name, value]) => [name, value.reveal()])
            : reading.kind;
        const wanted = values(rows);
        for (const [name, form] of [
          ["Copy as header", "header-value"],
          ["Export as JSON (extension)", "cookie-list"],
          ["Export as cookies.txt", "netscape"],
        ]) {
          const reading = await read(name ?? "");
          expect(reading).toMatchObject({ form });
          expect(values(reading)).toEqual(wanted);
        }
        await windowOf(page).getByRole("tab", { name: "Network" }).click();
        expect(await findings(page)).toEqual([]);
        for (const [name, form] of [
          ["Copy as cURL (bash)", "curl"],
          ["Copy as cURL (cmd)", "curl"],
          ["Copy as PowerShell", "powershell"],
          ["Copy request headers", "cookie-header"],
          ["Copy all as HAR", "har"],
        ]) {
          const reading = await read(name ?? "");
          expect(reading).toMatchObject({ form });
          expect(values(reading)).toEqual(wanted);
        }
        await page.context().close();
      },
      60_000,
    );

    it("copies only the chosen rows", async () => {
      const page = await open({}, Ids.moderator);
      await openBrowser(page);
      await signIn(page, "console");
      await page.keyboard.press("F12");
      await windowOf(page).getByRole("checkbox", { name: "Choose portald", exact: true }).check();
      const text = await copied(page, "Copy rows");
      expect(text.split("\n")).toHaveLength(1);
      expect(text.split("\t").slice(0, 1)).toEqual(["portald"]);
      await page.context().close();
    });

    it("signs out, which ends the session; closing the window forgets the cookies", async () => {
      const page = await open();
      await openBrowser(page);
      await signIn(page, "desktop");
      const shown = windowOf(page);
      await shown.getByRole("button", { name: "Sign out" }).click();
      await shown.getByRole("heading", { name: "Signed out" }).waitFor();
      await shown.getByRole("button", { name: "Close window" }).click();
      await shown.waitFor({ state: "hidden" });
      await openBrowser(page);
      await shown.getByRole("heading", { name: "New private window" }).waitFor();
      await shown.getByRole("button", { name: "Developer tools" }).click();
      await shown.getByText("This site has set no cookies.").waitFor();
      expect(await shown.getByRole("row").count()).toBe(0);
      await page.context().close();
    });

    it("shows what a provider asks besides: a captcha, a second factor, an account to register", async () => {
      for (const [who, text, path] of [
        ["tilda", "Show that you are a person.", "/login.do"],
        ["ruben", "We sent a code to your phone.", "/login.do"],
        ["noor", "Nobody can register here.", "/Register"],
      ] as const) {
        const page = await open();
        await openBrowser(page);
        await signIn(page, "console", who);
        await windowOf(page).getByText(text).first().waitFor();
        expect(await windowOf(page).getByLabel("Address").inputValue()).toContain(path);
        await windowOf(page).getByRole("button", { name: "Close window" }).click();
        await page.context().close();
      }
    });

    it("keeps each person's cookies to that person", async () => {
      const page = await open();
      await openBrowser(page);
      await signIn(page, "desktop");
      await windowOf(page)
        .getByRole("heading", { name: /^Signed in as/ })
        .waitFor();
      await page.evaluate(`location.hash = "#${Ids.admin}/${Ids.botCommands}"`);
      await windowOf(page).getByRole("heading", { name: "New private window" }).waitFor();
      await page.getByRole("button", { name: /^You are Jonas Reed/ }).waitFor();
      await page.evaluate(`location.hash = "#${Ids.player}/${Ids.botCommands}"`);
      await windowOf(page)
        .getByRole("heading", { name: /^Signed in as/ })
        .waitFor();
      expect(await windowOf(page).getByRole("heading", { level: 2 }).textContent()).toBe(
        "Mara Voss's browser",
      );
      await windowOf(page).getByRole("button", { name: "Close window" }).click();
      await page.context().close();
    });

    it("fills a phone's screen, in light and dark, and can be used by keyboard alone", async () => {
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await open({ viewport: { width: 360, height: 740 }, colorScheme });
        await page.getByRole("button", { name: "Your browser" }).focus();
        await page.keyboard.press("Enter");
        await signIn(page, "console");
        const shown = windowOf(page);
        await shown.getByRole("heading", { name: /^Signed in as/ }).waitFor();
        await shown.getByRole("button", { name: "Developer tools" }).focus();
        await page.keyboard.press("Enter");
        await shown.getByRole("tab", { name: "Application" }).focus();
        await page.keyboard.press("ArrowRight");
        await shown.getByRole("button", { name: "Copy as cURL (bash)" }).waitFor();
        expect(await findings(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
        expect(await shown.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
        await shown.getByRole("button", { name: "Close window" }).click();
        await openBrowser(page);
        await page.keyboard.press("Escape");
        await shown.waitFor({ state: "hidden" });
        await expect
          .poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')"))
          .toBe("Your browser");
        await page.context().close();
      }
    });

    it("opens a file of a message alone: no origin, no storage, no net, no way to the page", async () => {
      const page = await open();
      await page.locator(".example", { hasText: "/file" }).click();
      await page.getByRole("button", { name: "Open file seal.html" }).click();
      const inside = windowOf(page).frameLocator("iframe");
      await inside.getByRole("heading", { name: "A sealed page" }).waitFor();
      await inside.getByText("net closed").waitFor();
      expect(await inside.locator("#o").textContent()).toBe(
        "origin null parent closed storage closed net closed",
      );
      expect(await windowOf(page).getByLabel("Address").inputValue()).toBe("file:///Downloads/seal.html");
      const frame = page.frames().find((each) => each !== page.mainFrame());
      await frame?.evaluate("location.href = 'http://127.0.0.9:9/away'").catch(() => {});
      await expect.poll(() => frame?.url()).not.toContain("away");
      await windowOf(page).getByRole("button", { name: "Close seal.html" }).click();
      await windowOf(page).getByRole("heading", { name: "New private window" }).waitFor();
      await page.context().close();
    });

    it("left no error behind", () => {
      expect(faults).toEqual([]);
    });
  },
);
