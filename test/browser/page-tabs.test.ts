import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { isWithoutBrowser, stageForTests } from "./support/page-stage.ts";
import { remembering } from "./support/page-support.ts";

const TABS = 8;
const stage = stageForTests();

describe.skipIf(isWithoutBrowser)("many tabs of one browser (need chromium on this machine)", () => {
  it("all load and all hear what is written, though a browser has six connections for one address", async () => {
    const context = await stage.browser.newContext();
    await context.addInitScript(remembering({ tour: "done" }));
    const tabs = [];
    const people = [Ids.player, Ids.moderator, Ids.admin, Ids.newcomer];
    for (let at = 0; at < TABS; at += 1) {
      const tab = await context.newPage();
      await tab.goto(`${stage.url}#${people[at % people.length] ?? ""}/${Ids.general}`);
      await tab.locator(".example").first().waitFor();
      tabs.push(tab);
    }
    await tabs[0]?.getByRole("combobox", { name: /^Message/ }).fill("heard in every tab");
    await tabs[0]?.keyboard.press("Enter");
    for (const tab of tabs) await tab.getByText("heard in every tab").waitFor();
    expect(tabs).toHaveLength(TABS);
    await context.close();
  });
});
