import type { CDPSession, Page } from "playwright-core";

import { launch } from "./chromium.ts";
import type { BrowserDriver, PageDriver } from "./driver.ts";

/** Starts a Chromium that is driven as any other browser. */
export async function driveChromium(path: string, ...args: readonly string[]): Promise<BrowserDriver> {
  const browser = await launch(path, args);
  return {
    async open(url, { size, memory }) {
      const context = await browser.newContext({ viewport: size });
      await context.addInitScript(memory);
      const page = await context.newPage();
      await page.goto(url);
      return drive(page, await context.newCDPSession(page));
    },
    close: () => browser.close(),
  };
}

const TOUCH_EVENTS = { put: "touchStart", move: "touchMove", lift: "touchEnd" } as const;

function drive(page: Page, devtools: CDPSession): PageDriver {
  return {
    evaluate: (expression) => page.evaluate<unknown>(expression),
    press: ({ x, y }, button) => page.mouse.click(x, y, { button }),
    keys: (...keys) => page.keyboard.press(keys.join("+")),
    touch: async (...steps) => {
      const sent = steps.map((step) =>
        devtools.send("Input.dispatchTouchEvent", {
          type: TOUCH_EVENTS[step.type],
          touchPoints: step.type === "lift" ? [] : [step.at],
        }),
      );
      await Promise.all(sent);
    },
  };
}
