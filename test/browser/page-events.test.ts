import { describe, expect, it } from "vitest";

import type { Home } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { isWithoutBrowser, stageForTests } from "./support/page-stage.ts";
import { WITHIN } from "./support/page-support.ts";

const stage = stageForTests();
const START = Date.parse("2026-12-01T18:00:00Z");

describe.skipIf(isWithoutBrowser)("a server's own calendar (needs chromium on this machine)", () => {
  it("stands above its channels", async () => {
    const page = await stage.open(Ids.player, Ids.general);
    await page.route(/\/home$/, async (route) => {
      const response = await route.fetch();
      const home = (await response.json()) as Home;
      const events = ["Harvest Week", "Ladder of Duels"].map((name, index) => ({
        id: String(index),
        name,
        description: "From the demo platform.",
        location: "Demo platform",
        startsAt: START,
        endsAt: START + 3_600_000,
      }));
      const servers = home.servers.map((server) =>
        server.id === Ids.harbour ? { ...server, events } : server,
      );
      await route.fulfill({ response, json: { ...home, servers } });
    });
    await page.reload();
    const rows = page.locator(".event-row");
    await rows.first().waitFor(WITHIN);
    expect(await rows.locator(".channel-name").allTextContents()).toEqual([
      "Harvest Week",
      "Ladder of Duels",
    ]);
    expect(await rows.first().locator(".channel-note").textContent()).toContain("12/1/26");
    const [row, channel] = await Promise.all(
      [rows.first(), page.locator(".channel-row").first()].map((one) => one.boundingBox()),
    );
    expect(row?.y).toBeLessThan(channel?.y ?? 0);
    await page.context().close();
  }, 60_000);
});
