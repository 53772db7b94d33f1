import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { type Browser, type BrowserContextOptions, type Page, request } from "playwright-core";

import { packageRoot } from "../../../src/base/package-root.ts";
import type { LocalApi } from "../../../src/playground/discord/local-api.ts";
import { launch } from "./chromium.ts";
import { startProgram } from "../../support/program.ts";

interface OpenHow extends BrowserContextOptions {
  readonly theme?: "dark" | "light";
  /** As at a first visit. */
  readonly hasTour?: boolean;
}

/** The whole program as `npm start` runs it, and a browser before it. */
export interface Stage {
  readonly url: string;
  readonly browser: Browser;
  /** Every address any page asked for. */
  readonly asked: readonly string[];
  /** What the pages' consoles complained of. */
  readonly faults: readonly string[];
  /** The page as someone in a channel, in a browser of their own. */
  open(person: string, channel: string, how?: OpenHow): Promise<Page>;
  close(): Promise<void>;
}

export async function startStage(chromium: string): Promise<Stage> {
  const program = await startPlaygroundProgram();
  const browser = await launch(chromium);
  const asked: string[] = [];
  const faults: string[] = [];
  const { url } = program;
  for (const person of [Ids.newcomer, Ids.stranger]) await readsEnglish(url, person);
  return {
    url,
    browser,
    asked,
    faults,
    open: async (person, channel, { theme = "dark", hasTour = false, ...how } = {}) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...how });
      await context.addInitScript(remembering({ theme, ...(!hasTour && { tour: "done" }) }));
      const page = await context.newPage();
      page.on("request", (request) => asked.push(request.url()));
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      await page.goto(`${url}#${person}/${channel}`);
      await page
        .locator(hasTour ? ".tour" : ".example")
        .first()
        .waitFor();
      return page;
    },
    close: async () => {
      await browser.close();
      await program.end();
    },
  };
}

/** What tests look for on the page is English. Undici stays out: tests with the real discord.js run here. */
async function readsEnglish(url: string, person: string): Promise<void> {
  const context = await request.newContext();
  const answer = await context.post(`${url}api/setLocale`, { data: { person, locale: "en-US" } });
  if (!answer.ok()) throw new Error(`setLocale: ${answer.status()} ${await answer.text()}`);
  await context.dispose();
}

/** Starts the whole program as `npm start` does, in a folder of its own that goes with it. */
export async function startPlaygroundProgram(): Promise<{ readonly url: string; end(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "milepost-page-"));
  const program = startProgram([join(packageRoot, "src/start.js")], { MILEPOST_TEST_CWD: folder });
  const [url = ""] = await program.line(/http:\/\/127\.0\.0\.1:\d+\/[\w-]+\//);
  return {
    url,
    end: async () => {
      await program.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the browser remember something, in the page itself: pictures have documents too, without a memory. */
export function remembering(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `localStorage.setItem("milepost.${name}", "${value}");`,
  );
  return `if (location.protocol === "http:" && self.origin !== "null") { ${lines.join(" ")} }`;
}

/** Asks the local Discord as the page does, where it is not the form that is looked at. */
export async function askLocal(page: Page, method: keyof LocalApi, body: object): Promise<unknown> {
  const sent = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return page.evaluate(`fetch("api/${method}", ${JSON.stringify(sent)}).then((answer) => answer.json())`);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Messages that stand as they were looked at before are left out: a channel fills up. */
const RUN_AXE = `(async () => {
  const seen = (window.audited ??= new WeakMap());
  const messages = [...document.querySelectorAll("article")];
  const exclude = messages.filter((message) => seen.get(message) === message.outerHTML);
  for (const message of messages) seen.set(message, message.outerHTML);
  return axe.run({ include: [document], exclude }, { resultTypes: ["violations"] });
})()`;

/** Serious and critical findings of axe-core, each with where it is. */
export async function audit(page: Page): Promise<readonly string[]> {
  await page.evaluate(`window.axe ?? (() => { ${AXE} })()`);
  const found = await page.evaluate<{ violations: Violation[] }>(RUN_AXE);
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}
