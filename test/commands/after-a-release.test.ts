import { afterAll, beforeAll, describe, expect, it } from "vitest";

import milestones from "../../commands/milestones.ts";
import profile from "../../commands/profile.ts";
import progress from "../../commands/progress.ts";
import stats from "../../commands/stats.ts";
import trending from "../../commands/trending.ts";
import type { AnyCommand } from "../../src/discord/command/command.ts";
import type { CommandServices } from "../../src/features/kit/command/command-context.ts";
import type { Services } from "../../src/features/services.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import type { EnumRow } from "../../src/platform/profile/enum-tables.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { picturesIn, withCards } from "../support/drawn-cards.ts";
import { quietClient } from "../support/quiet-client.ts";
import { press, run, seen, selectIn } from "../support/run-command.ts";
import { type Table, openTable } from "./platform-harness.ts";

/** A profile from before the game's release, which added all but the first value of each enumeration. */
function beforeRelease(profileNow: Profile): Profile {
  const enums = Object.entries(profileNow.enums).map(([name, rows]: [string, readonly EnumRow[]]) => [
    name,
    name === "MembershipType" ? rows : rows.slice(0, 1),
  ]);
  return { ...profileNow, enums: Object.fromEntries(enums) };
}

describe.each(["neutral", "lookalike"])("values no profile lists yet (%s)", (profileName) => {
  let table: Table;
  let shown: ReturnType<typeof withCards>;
  beforeAll(async () => {
    table = await openTable(profileName);
    const old = beforeRelease(table.platform.profile);
    const platform = quietClient({ profile: old, clock: table.clock });
    shown = withCards({ ...table.services, platform, profile: old });
  });
  afterAll(async () => {
    await shown.services.platform.close();
    await table.close();
  });
  const asking = () => ({ now: table.clock.now() });

  it("are listed, opened and drawn like any other", async () => {
    const listed = await run(trending, shown.services, {}, asking());
    const { choose, entries } = selectIn(listed, "open");
    expect(entries.length).toBeGreaterThan(3);
    for (const { value } of entries) {
      const opened = await press(trending, shown.services, { ...choose, chosen: value }, asking());
      await drawn(opened);
      expect(seen(opened)).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it.each<[string, AnyCommand<CommandServices<Services>>, boolean]>([
    ["trending", trending, false],
    ["milestones", milestones, false],
    ["profile", profile, true],
    ["progress", progress, true],
    ["stats", stats, true],
  ])("leave /%s the cards it has", async (_, command, isOfPlayer) => {
    const player = table.platform.world.players.membershipId(7);
    const options = isOfPlayer ? { player } : {};
    const reply = await run(command, shown.services, options, asking());
    const usual = await run(command, withCards(table.services).services, options, asking());
    expect(await drawn(reply)).toBe(await drawn(usual));
    expect(seen(reply)).not.toMatch(/undefined|NaN|\[object/);
  });
});

/** Draws a reply's cards, and returns how many it has. */
async function drawn(reply: Reply): Promise<number> {
  const pictures = picturesIn(reply);
  for (const picture of pictures) await picture.draw(AbortSignal.timeout(30_000));
  return pictures.length;
}
