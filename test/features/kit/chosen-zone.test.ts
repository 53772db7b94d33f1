import { describe, expect, it } from "vitest";

import { defaultGuildSettings, serverZone } from "../../../src/features/kit/settings/settings.ts";
import { viewForReader, zoneOf } from "../../../src/features/kit/settings/member-zone.ts";
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

  it("what is set for the server is in the zone of its pictures", () => {
    expect(serverZone(context, of("1"))).toBe(context.view.zone?.id);
  });

  it("a reply has its dates in the zone of whoever reads it alone", async () => {
    const own = { ...memberSettings, of: async () => ({ zone: "Asia/Kolkata" }) };
    const shown = async (isPrivate: boolean) =>
      (await viewForReader({ ...context, memberSettings: own, isPrivate })).zone?.id;
    expect(await shown(true)).toBe("Asia/Kolkata");
    expect(await shown(false)).toBe(chosen ?? "Europe/Berlin");
  });

  it("a reply is in the server's zone while the database that has the member's is away", async () => {
    const gone = { ...memberSettings, of: () => Promise.reject(new Error("connection terminated")) };
    const view = await viewForReader({ ...context, memberSettings: gone, isPrivate: true });
    expect(view.zone?.id).toBe(chosen ?? "Europe/Berlin");
  });

  it("a reply doesn't wait for a database that never says what the member's is", async () => {
    const hung = { ...memberSettings, of: () => new Promise<never>(() => {}) };
    const view = await viewForReader({ ...context, memberSettings: hung, isPrivate: true });
    expect(view.zone?.id).toBe(chosen ?? "Europe/Berlin");
  });

  it("a member's own choice wins", async () => {
    const own = { ...memberSettings, of: async () => ({ zone: "Europe/Paris" }) };
    expect(await zoneOf({ ...context, memberSettings: own })).toEqual({ zone: "Europe/Paris", from: "own" });
  });
});

it("a server whose language is spoken in many zones, and that chose none, has UTC", () => {
  const context = contextOf(services, { locale: "en-US" });
  expect(serverZone(context, defaultGuildSettings("1"))).toBe("UTC");
  expect(serverZone(context, { ...defaultGuildSettings("1"), locale: "ja" })).toBe("Asia/Tokyo");
});
