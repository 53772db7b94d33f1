import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/**
 * A browser of this machine; undefined when there is none, and tests that need one are skipped. Throws instead
 * where MILEPOST_REQUIRE_BROWSER=1 says that none may be.
 */
export function findChromium(): string | undefined {
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter).filter(Boolean)];
  const found = folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found === undefined && process.env["MILEPOST_REQUIRE_BROWSER"] === "1") {
    throw new Error("MILEPOST_REQUIRE_BROWSER=1, and no chromium is on the PATH");
  }
  return found;
}

/** Starts it without a window and without its own errands on the net. */
export function launch(executablePath: string): Promise<Browser> {
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
    ],
  });
}
