import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { findChromium } from "../support/browser.ts";
import { audit, type Stage, startStage, WITHIN } from "./page-support.ts";

const chromium = findChromium();
let stage: Stage;
/** Answers that stand in the channel already, from the looks before. */
let answers = 0;

beforeAll(async () => {
  if (chromium !== undefined) stage = await startStage(chromium);
}, 60_000);

afterAll(() => stage?.close());

const looks = (["dark", "light"] as const).flatMap((theme) => [
  { theme, size: "desktop", viewport: { width: 1280, height: 800 } },
  { theme, size: "360 pixels", viewport: { width: 360, height: 740 } },
]);

describe.skipIf(chromium === undefined)("axe-core finds nothing serious (needs chromium)", () => {
  it.each(looks)(
    "$theme, $size",
    async ({ theme, viewport }) => {
      const page = await stage.open(Ids.player, Ids.general, { theme, viewport, hasTour: true });
      const found: Record<string, readonly string[]> = {};
      await page.getByRole("button", { name: "Use /trending" }).click(WITHIN);
      const answer = page.getByRole("article", { name: "Message from Milepost" }).nth(answers);
      answers += 1;
      await answer.getByRole("combobox").waitFor(WITHIN);
      found["an answer and the tour"] = await audit(page);
      await answer.getByRole("combobox").click(WITHIN);
      await page.getByRole("option").first().waitFor(WITHIN);
      found["an open menu"] = await audit(page);
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", { name: /^Message/ }).fill("/");
      await page.getByRole("option").first().waitFor(WITHIN);
      found["the commands"] = await audit(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Begin the tour" }).focus();
      await page.getByRole("button", { name: "Behind the scenes" }).click(WITHIN);
      for (const tab of ["Requests", "Discord", "Platform"]) {
        await page.getByRole("tab", { name: tab }).click(WITHIN);
        await page.locator(".panel .step, .panel .panel-group").first().waitFor(WITHIN);
        found[`the panel: ${tab}`] = await audit(page);
      }
      expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
      await page.context().close();
    },
    90_000,
  );
});
