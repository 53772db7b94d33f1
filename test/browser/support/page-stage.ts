import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

import { findChromium } from "./chromium.ts";
import { type Stage, startStage } from "./page-support.ts";

const chromium = findChromium();

/** Then tests in a browser are skipped. */
export const isWithoutBrowser = chromium === undefined;

/** A stage of its own for the tests of a file, while they run. */
export function stageForTests(): Stage {
  let started: Stage | undefined;
  beforeAll(async () => {
    if (chromium !== undefined) started = await startStage(chromium);
  });
  afterAll(() => started?.close());
  const stage = () => {
    if (started === undefined) throw new Error("the stage is there while tests run");
    return started;
  };
  return {
    get url() {
      return stage().url;
    },
    get browser() {
      return stage().browser;
    },
    get asked() {
      return stage().asked;
    },
    get faults() {
      return stage().faults;
    },
    open: (...given) => stage().open(...given),
    close: () => stage().close(),
  };
}

/** What the bot wrote. */
export const answers = (page: Page): Locator => page.getByRole("article", { name: "Message from Milepost" });

/** One of the commands the page offers to try. */
export const example = (page: Page, name: string): Locator => page.locator(".example", { hasText: name });

/** What happens behind the scenes. */
export const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Behind the scenes" });

/** Opens the panel at one of its tabs. */
export async function openPanel(page: Page, tab: string): Promise<void> {
  if (!(await panel(page).isVisible())) {
    await page.getByRole("button", { name: "Behind the scenes" }).click();
  }
  await page.getByRole("tab", { name: tab }).click();
}
