import { expect, it } from "vitest";

import { createMemberSettingsStore } from "../../../../src/features/reminders/store/member-settings.ts";
import { describeEachDatabase } from "../../../support/databases.ts";

const QUIET = { zone: "Europe/Berlin", from: "22:00", to: "07:00" };

describeEachDatabase("a member's settings", (database) => {
  const open = () => createMemberSettingsStore(database().queries, { now: () => 5 });

  it("are none until something is chosen", async () => {
    expect(await open().of("1")).toEqual({});
    expect(await open().forget("1")).toBe(false);
  });

  it("change one by one, and each member's are their own", async () => {
    const book = open();
    expect(await book.change("1", { zone: "Europe/Berlin" })).toEqual({ zone: "Europe/Berlin" });
    expect(await book.change("1", { quiet: QUIET })).toEqual({ zone: "Europe/Berlin", quiet: QUIET });
    expect(await open().of("1")).toEqual({ zone: "Europe/Berlin", quiet: QUIET });
    expect(await open().of("2")).toEqual({});
  });

  it("leave no row behind when all is taken back, or forgotten", async () => {
    const book = open();
    await book.change("1", { zone: "Asia/Tokyo", quiet: QUIET });
    expect(await book.change("1", { zone: null, quiet: null })).toEqual({});
    expect(await book.forget("1")).toBe(false);
    await book.change("1", { zone: "Asia/Tokyo" });
    expect(await book.forget("1")).toBe(true);
    expect(await book.of("1")).toEqual({});
  });
});
