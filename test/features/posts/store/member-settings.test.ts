import { expect, it } from "vitest";

import { createMemberSettingsStore } from "../../../../src/features/posts/store/member-rows.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { ManualClock } from "../../../support/manual-clock.ts";

const QUIET = { zone: "Europe/Berlin", from: "22:00", to: "07:00" };

describeEachDatabase("a member's settings", (database) => {
  const open = () => createMemberSettingsStore(database().queries, new ManualClock(5));

  it("are none until something is chosen", async () => {
    expect(await open().of("1")).toEqual({});
    expect(await open().forget("1")).toBe(false);
  });

  it("change one by one, and each member's are their own", async () => {
    const memberSettings = open();
    expect(await memberSettings.change("1", { zone: "Europe/Berlin" })).toEqual({ zone: "Europe/Berlin" });
    expect(await memberSettings.change("1", { quiet: QUIET })).toEqual({
      zone: "Europe/Berlin",
      quiet: QUIET,
    });
    expect(await open().of("1")).toEqual({ zone: "Europe/Berlin", quiet: QUIET });
    await memberSettings.change("1", { cardMode: "light" });
    expect(await open().of("1")).toEqual({ zone: "Europe/Berlin", quiet: QUIET, cardMode: "light" });
    expect(await open().of("2")).toEqual({});
    for (const alone of [{ quiet: QUIET }, { cardMode: "dark" }] as const) {
      await memberSettings.forget("2");
      await memberSettings.change("2", alone);
      expect(await open().of("2")).toEqual(alone);
    }
  });

  it("leave no row behind when all is taken back, or forgotten", async () => {
    const memberSettings = open();
    await memberSettings.change("1", { zone: "Asia/Tokyo", quiet: QUIET, cardMode: "dark" });
    await memberSettings.change("1", { zone: null, quiet: null });
    expect(await memberSettings.change("1", { cardMode: null })).toEqual({});
    expect(await memberSettings.forget("1")).toBe(false);
    for (const member of ["1", "2"]) await memberSettings.change(member, { zone: "Asia/Tokyo" });
    expect(await memberSettings.forget("1")).toBe(true);
    expect([await memberSettings.of("1"), await memberSettings.of("2")]).toEqual([
      {},
      { zone: "Asia/Tokyo" },
    ]);
  });
});
