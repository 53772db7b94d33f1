import { type Browser, chromium } from "playwright-core";

import { findBrowser } from "./find-browser.ts";

/** Returns the path of this machine's Chromium, as `findBrowser`. */
export const findChromium = () => findBrowser(["chromium", "chromium-browser", "google-chrome"]);

/** Starts it without a window and without its own errands on the net. */
export function launch(executablePath: string, args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
    ],
  });
}
