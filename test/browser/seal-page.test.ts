import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { generateX25519Identity } from "age-encryption";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Secret } from "../../src/base/secret.ts";
import { openBundle } from "../../src/sessions/bundle/open-bundle.ts";
import { makeSealPage, MEMBER, ORIGIN, WANTED } from "../sessions/seal-page.ts";
import { findChromium, launch } from "./support/chromium.ts";
import { english } from "../../src/messages/en.ts";

const chromium = findChromium();
const cookies = { portald: "1234567890123", portalatk: "c2Vzc2lvbg==&x=y", portaldid: "ZGV2aWNl" };
const header = `Cookie: ${Object.entries(cookies)
  .map(([name, value]) => `${name}=${value}`)
  .join("; ")}; other=1`;

let folder: string;
let identity: string;
let browser: Browser;

beforeAll(async () => {
  if (chromium === undefined) return;
  folder = mkdtempSync(join(tmpdir(), "milepost-seal-"));
  identity = await generateX25519Identity();
  writeFileSync(join(folder, "seal.html"), await makeSealPage(identity));
  browser = await launch(chromium);
});

afterAll(async () => {
  if (chromium === undefined) return;
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (bundle: string) =>
  openBundle(bundle, {
    identities: [new Secret(identity)],
    discordId: MEMBER,
    origin: ORIGIN,
    wanted: WANTED,
    now: Date.now(),
  });

const bundleIn = async (page: Page, text: string): Promise<string> => {
  await page.getByLabel("Your cookies").fill(text);
  await page.getByRole("button", { name: english.sealPage.copy }).waitFor();
  return page.getByLabel(english.sealPage.outputLabel).inputValue();
};

describe.skipIf(chromium === undefined)("the page in a browser, from a file, without a network", () => {
  const faults: string[] = [];
  const asked: string[] = [];

  async function visit(before?: string): Promise<Page> {
    const context = await browser.newContext({ offline: true, viewport: { width: 360, height: 740 } });
    if (before !== undefined) await context.addInitScript(before);
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(join(folder, "seal.html")).href);
    return page;
  }

  it("makes a bundle that the bot opens, for this member alone", async () => {
    const page = await visit();
    const bundle = await bundleIn(page, header);
    const opening = await open(bundle);
    if (!opening.ok) throw new Error(opening.why);
    expect(Object.fromEntries([...opening.cookies].map(([name, one]) => [name, one.reveal()]))).toEqual(
      cookies,
    );
    expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  });

  it("makes one where the browser offers no WebCrypto", async () => {
    const page = await visit("delete Crypto.prototype.subtle");
    expect(await page.evaluate("'subtle' in Crypto.prototype")).toBe(false);
    expect((await open(await bundleIn(page, header))).ok).toBe(true);
  });

  it("takes a text of any length, in any form", async () => {
    const page = await visit();
    const noise = Array.from({ length: 3_000 }, (_, index) => `other${index}=value`);
    expect((await open(await bundleIn(page, [...noise, header.replace("Cookie: ", "")].join("; ")))).ok).toBe(
      true,
    );
  });

  it("says live what was found, and what is missing", async () => {
    const page = await visit();
    await page.getByLabel("Your cookies").fill("portald=1234567890123; portaldid=ZGV2aWNl");
    const state = page.getByRole("status").first();
    await state.getByText("portalatk is missing").waitFor();
    expect(await state.textContent()).toContain("portald: found");
    expect(await page.getByRole("button", { name: english.sealPage.copy }).isVisible()).toBe(false);
  });

  it("refuses a name and password, and forgets all when it is cleared", async () => {
    const page = await visit();
    await page.getByLabel("Your cookies").fill("mira@harbour.example\nhunter2hunter2");
    await page.getByText("That looks like a name and password").waitFor();
    await page.getByRole("button", { name: "Clear the page" }).click();
    expect(await page.getByLabel("Your cookies").inputValue()).toBe("");
  });

  it("may send nothing, even if a script wanted to", async () => {
    const page = await visit();
    const tried = "fetch('https://evil.example/').then(() => 'sent', () => 'held back')";
    expect(await page.evaluate(tried)).toBe("held back");
    expect(faults.splice(0).filter((fault) => !/Content Security Policy|connect-src/.test(fault))).toEqual(
      [],
    );
    expect(asked.filter((address) => !address.startsWith("file:"))).toEqual([]);
  });
});
