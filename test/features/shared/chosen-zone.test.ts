import { describe, expect, it } from "vitest";

import { defaultGuildSettings } from "../../../src/features/shared/guild-settings.ts";
import { zoneOf } from "../../../src/features/shared/member-zone.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { contextOf } from "../../support/run-command.ts";

const services = fakeServices({ platform: fakePlatform({}, []) });

describe.each([
  ["chose UTC", { zone: "UTC", isZoneChosen: true }, "UTC"],
  ["chose a zone", { zone: "Asia/Tokyo", isZoneChosen: true }, "Asia/Tokyo"],
  ["chose a zone in an older version", { zone: "Asia/Tokyo" }, "Asia/Tokyo"],
  ["chose none", { zone: "UTC" }, undefined],
])("for a server that %s", (_, settings, chosen) => {
  const of = (guildId: string) => ({ ...defaultGuildSettings(guildId), revision: 1, ...settings });
  const context = contextOf({ ...services, guilds: { ...services.guilds, of } }, { locale: "de" });
  const memberSettings = { ...services.memberSettings, of: async () => ({}) };

  it("pictures and members' times are in that zone, else where the language is spoken", async () => {
    expect(context.view.zone?.id).toBe(chosen ?? "Europe/Berlin");
    expect(await zoneOf({ ...context, memberSettings })).toEqual(
      chosen === undefined ? { zone: "Europe/Berlin", from: "language" } : { zone: chosen, from: "guild" },
    );
  });

  it("a member's own choice wins", async () => {
    const own = { ...memberSettings, of: async () => ({ zone: "Europe/Paris" }) };
    expect(await zoneOf({ ...context, memberSettings: own })).toEqual({ zone: "Europe/Paris", from: "own" });
  });
});
