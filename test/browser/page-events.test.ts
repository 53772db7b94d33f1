import { describe, expect, it } from "vitest";

import type { Home } from "../../src/playground/discord/local-api.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { isWithoutBrowser, stageForTests } from "./support/page-stage.ts";
import { askLocal, audit } from "./support/page-support.ts";

const stage = stageForTests();
const START = Date.parse("2026-12-01T18:00:00Z");

describe.skipIf(isWithoutBrowser)("a server's own calendar (needs chromium on this machine)", () => {
  it("opens above its channels, as Discord's does, and follows what changes", async () => {
    const page = await stage.open(Ids.player, Ids.general);
    const coming = entry("Harvest Week", START);
    const now = entry("Ladder of Duels", Date.parse("2020-01-01T18:00:00Z"));
    const served = { events: [now, coming] };
    await page.route(/\/home$/, async (route) => {
      const response = await route.fetch();
      const home = (await response.json()) as Home;
      const servers = home.servers.map((server) =>
        server.id === Ids.harbour ? { ...server, ...served } : server,
      );
      await route.fulfill({ response, json: { ...home, servers } });
    });
    await page.reload();
    const row = page.locator(".channels").getByRole("button", { name: "2 Events" });
    await row.waitFor();
    const [above, channel] = await Promise.all(
      [row, page.locator(".channel-row").nth(1)].map((one) => one.boundingBox()),
    );
    expect(above?.y).toBeLessThan(channel?.y ?? 0);

    await row.click();
    const dialog = page.getByRole("dialog", { name: "2 Events" });
    const texts = await dialog.getByRole("listitem").allInnerTexts();
    expect(texts[0]).toMatch(/^Happening now\s+until Tue, Dec 1/);
    expect(texts[0]).toContain("Ladder of Duels");
    for (const part of [/Tue, Dec 1/, /Harvest Week/, /From the demo platform\./, /Demo platform$/])
      expect(texts[1]).toMatch(part);
    expect(texts[1]).not.toContain("Happening now");
    await page.setViewportSize({ width: 390, height: 300 });
    expect(await audit(page)).toEqual([]);

    served.events = [coming];
    await askLocal(page, "setLocale", { person: Ids.player, locale: "en-US" });
    await page.getByRole("dialog", { name: "1 Event" }).waitFor();
    expect(await page.getByRole("listitem").filter({ hasText: "Ladder of Duels" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.context().close();
  });
});

function entry(name: string, startsAt: number) {
  const said = { description: "From the demo platform.", location: "Demo platform" };
  return { id: name, name, ...said, startsAt, endsAt: START + 3_600_000 };
}
