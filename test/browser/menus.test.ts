import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { driveChromium } from "./support/chromium-driver.ts";
import { findChromium } from "./support/chromium.ts";
import type { BrowserDriver, PageDriver } from "./support/driver.ts";
import { driveFirefox, findFirefox } from "./support/firefox.ts";
import * as on from "./support/menu-page.ts";
import { startPlaygroundProgram } from "./support/page-support.ts";

const { keysOn, press, pressLong, staysOpen } = on;
/** A little longer than a finger has to rest. */
const LONG_MS = 700;

const chromium = findChromium() ?? "";
const firefox = findFirefox() ?? "";
const browsers = [
  {
    name: "Chromium (needs chromium on this machine)",
    isMissing: chromium === "",
    start: () => driveChromium(chromium),
    hasMenuKey: true,
  },
  {
    // As older versions do, and builds that leave the newer way out, whichever button it was.
    name: "a Chromium that closes popovers as the pointer goes up (needs chromium on this machine)",
    isMissing: chromium === "",
    start: () => driveChromium(chromium, "--disable-blink-features=LightDismissFromClick"),
    hasMenuKey: true,
  },
  {
    name: "Firefox (needs firefox-esr on this machine)",
    isMissing: firefox === "",
    start: () => driveFirefox(firefox),
    // WebDriver has none to press.
    hasMenuKey: false,
  },
];

interface Way {
  readonly by: string;
  readonly open: (page: PageDriver) => Promise<void>;
}
const ways: readonly Way[] = [
  { by: "a right press", open: (page) => press(page, on.SENT, "right") },
  { by: "a press on its button", open: (page) => press(page, on.MORE, "left") },
  { by: "Enter on its button", open: (page) => keysOn(page, on.MORE, "Enter") },
  { by: "Shift and F10 on its button", open: (page) => keysOn(page, on.MORE, "Shift", "F10") },
  { by: "a long press", open: (page) => pressLong(page, on.SENT, on.MENU) },
];
const menuKey: Way = {
  by: "the menu key on its button",
  open: (page) => keysOn(page, on.MORE, "ContextMenu"),
};

for (const { name, isMissing, start, hasMenuKey } of browsers) {
  describe.skipIf(isMissing)(`the page's menus in ${name}`, () => {
    let program: Awaited<ReturnType<typeof startPlaygroundProgram>>;
    let browser: BrowserDriver;
    let page: PageDriver;
    beforeAll(async () => {
      program = await startPlaygroundProgram();
      browser = await start();
      page = await on.openWithAnswer(browser, program.url);
    });
    afterEach(() => page.keys("Escape"));
    afterAll(async () => {
      await browser?.close();
      await program?.end();
    });
    const openCount = () => page.evaluate(on.OPEN_COUNT);

    it.each(hasMenuKey ? [...ways, menuKey] : ways)(
      "of a message open by $by and stay, until Escape",
      async ({ open }) => {
        await open(page);
        expect(await staysOpen(page, on.MENU)).toBe(true);
        await page.keys("Escape");
        await expect.poll(openCount).toBe(0);
      },
    );

    it("of a person open by a right press, by a long press and by Enter, and stay", async () => {
      await press(page, on.AUTHOR, "right");
      expect(await staysOpen(page, on.CARD)).toBe(true);
      await page.keys("Escape");
      await pressLong(page, on.AUTHOR, on.CARD);
      expect(await staysOpen(page, on.CARD)).toBe(true);
      await page.keys("Escape");
      await keysOn(page, on.AUTHOR, "Enter");
      expect(await staysOpen(page, on.CARD)).toBe(true);
    });

    it("go at a press elsewhere, and give the focus back to the button one came from", async () => {
      await press(page, on.SENT, "right");
      await press(page, `${on.LINKED}.closest("article").querySelector("time")`, "right");
      await expect.poll(openCount).toBe(1);
      await press(page, on.COMPOSER, "left");
      await expect.poll(openCount).toBe(0);
      expect(await page.evaluate(`document.activeElement === ${on.COMPOSER}`)).toBe(true);

      await keysOn(page, on.MORE, "Shift", "F10");
      await expect.poll(openCount).toBe(1);
      await page.keys("Escape");
      expect(await page.evaluate(`document.activeElement === ${on.MORE}`)).toBe(true);
    });

    it("open by a long press on a control, which is not pressed", async () => {
      await pressLong(page, on.NEXT, on.MENU);
      expect(await staysOpen(page, on.MENU)).toBe(true);
      expect(await page.evaluate(`${on.ANSWER}.textContent.includes("Page 1")`)).toBe(true);
      expect(await page.evaluate(`${on.ANSWER}.querySelector("[aria-busy]") === null`)).toBe(true);
    });

    it("stay where the browser asks sooner, and what the finger rests on is not pressed", async () => {
      const note = "window.wasTaken = event.defaultPrevented";
      await page.evaluate(`addEventListener("touchend", (event) => { ${note}; }, { once: true })`);
      await page.touch({ type: "put", at: await on.pointOn(page, on.NEXT) });
      expect(await on.askForMenu(page, on.NEXT, "touch")).toBe(false);
      await page.touch({ type: "lift" });
      expect(await staysOpen(page, on.MENU)).toBe(true);
      expect(await page.evaluate("window.wasTaken")).toBe(true);
    });

    it("stay closed at a tap, at a finger that scrolls, and on a link, which has the browser's own", async () => {
      const at = await on.pointOn(page, on.SENT);
      await page.touch({ type: "put", at }, { type: "lift" });
      await on.pass(page, LONG_MS);
      expect(await openCount()).toBe(0);
      await page.touch({ type: "put", at }, { type: "move", at: { x: at.x, y: at.y + 40 } });
      await on.pass(page, LONG_MS);
      expect(await openCount()).toBe(0);
      await page.touch({ type: "lift" });
      await page.evaluate(`${on.LINKED}.addEventListener("click", (event) => event.preventDefault())`);
      await page.touch({ type: "put", at: await on.pointOn(page, on.LINKED) });
      await on.pass(page, LONG_MS);
      expect(await openCount()).toBe(0);
      expect(await on.askForMenu(page, on.LINKED, "touch")).toBe(true);
      await page.touch({ type: "lift" });
    });

    it("open once where the browser asks for one as well, at the press or when it ends", async () => {
      await page.touch({ type: "put", at: await on.pointOn(page, on.SENT) });
      await on.eventually(page, `${on.MENU} !== null`);
      await page.evaluate(`window.opened = ${on.MENU}`);
      expect(await on.askForMenu(page, on.SENT, "touch")).toBe(false);
      await page.touch({ type: "lift" });
      expect(await on.askForMenu(page, on.SENT, "touch")).toBe(false);
      expect(await page.evaluate(`window.opened === ${on.MENU}`)).toBe(true);
      await page.keys("Escape");

      await keysOn(page, on.MORE, "Shift", "F10");
      await page.evaluate(`window.opened = ${on.MENU}`);
      expect(await on.askForMenu(page, "document.activeElement", "")).toBe(false);
      expect(await page.evaluate(`window.opened === ${on.MENU}`)).toBe(true);
    });

    it("stay open where the message is drawn anew under the finger that opened one", async () => {
      await page.evaluate(`window.touched = ${on.SENT}`);
      await page.touch({ type: "put", at: await on.pointOn(page, on.SENT) });
      await on.eventually(page, `${on.MENU} !== null`);
      await page.evaluate(`${on.NEXT}.click()`);
      await on.eventually(page, "!window.touched.isConnected");
      await page.touch({ type: "lift" });
      expect(await staysOpen(page, on.MENU)).toBe(true);
    });
  });
}
