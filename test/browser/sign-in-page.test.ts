import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { type Running, start, today } from "../playground/platform/support.ts";
import { findChromium, launch } from "./support/chromium.ts";

const chromium = findChromium();

let platform: Running;
let browser: Browser;
beforeAll(async () => {
  if (chromium === undefined) return;
  platform = await start("neutral", today());
  browser = await launch(chromium);
});
afterEach(() => platform?.faults.clear());
afterAll(async () => {
  if (chromium === undefined) return;
  await browser.close();
  await platform.close();
});

const e1 = (provider: string) => `${platform.url}/en/User/SignIn/${provider}`;

/** Signs in as a person does: reads the page, types, presses Enter. */
async function signIn(
  page: Page,
  provider: string,
  who = "mira",
  password = "harbour-lights",
): Promise<void> {
  await page.goto(e1(provider));
  await page.getByLabel("E-mail").fill(`${who}@harbour.test`);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

describe.skipIf(chromium === undefined)("a person in a browser", () => {
  it.each(["ProviderAid", "ProviderBid"])(
    "signs in through %s and holds the service's cookies",
    async (provider) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await signIn(page, provider);
      await page.getByRole("heading", { name: `Signed in as ${platform.world.players.name(0)}` }).waitFor();
      const cookies = await context.cookies(platform.url);
      const names = cookies.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["portald", "portalatk", "portaldid"]));
      expect(cookies.find(({ name }) => name === "portalatk")?.httpOnly).toBe(true);
      await page.getByRole("link", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Signed out" }).waitFor();
      await context.close();
    },
  );

  it("is told of a wrong password, and may try again", async () => {
    for (const provider of ["ProviderAid", "ProviderBid"]) {
      const page = await browser.newPage();
      await signIn(page, provider, "mira", "wrong");
      await page.getByRole("alert").waitFor();
      await page.getByLabel("E-mail").fill("mira@harbour.test");
      await page.getByLabel("Password").fill("harbour-lights");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("heading", { name: /^Signed in as/ }).waitFor();
      expect(new URL(page.url()).origin).toBe(platform.url);
      await page.close();
    }
  });

  it("is carried through a page that sends itself on", async () => {
    platform.faults.add({ kind: "signIn", edge: "interstitial" });
    const page = await browser.newPage();
    await signIn(page, "ProviderBid");
    await page.getByRole("heading", { name: /^Signed in as/ }).waitFor();
    const seen = platform.requests.list().map(({ method, operation }) => `${method} ${operation}`);
    expect(seen).toContain("POST signIn.finish");
    await page.close();
  });

  it("keeps the new cookie beside an old one of the same name", async () => {
    platform.faults.add({ kind: "signIn", edge: "oldCookieBeside" });
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, "ProviderAid");
    await page.getByRole("heading", { name: /^Signed in as/ }).waitFor();
    const all = (await context.cookies()).filter(({ name }) => name === "portalatk");
    expect(all).toHaveLength(2);
    await context.close();
  });
});
