import { describe, expect, it } from "vitest";

import { help } from "../../commands/index.ts";
import milestones from "../../commands/milestones.ts";
import profile from "../../commands/profile.ts";
import trending from "../../commands/trending.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { dated, fakePlatform, fakeServices, listing } from "../support/fake-services.ts";
import { speak } from "../support/languages.ts";
import { type Asking, press, run, seen } from "../support/run-command.ts";
import { english } from "../../src/messages/en.ts";

const ALL = ["trending.list", "milestones.public", "user.byId"];
const operator = {
  name: "The keepers",
  contact: "keepers@operator.example",
  privacyUrl: "https://operator.example/p",
};
const services = fakeServices({
  platform: fakePlatform({ trendingList: listing("details", []) }, ALL),
  operator,
});
const section = (name: string, from = services, asking: Asking = {}) =>
  press(help, from, { command: "help", action: "section", state: { section: name } }, asking).then(seen);

const refusing = async () => {
  throw new MilepostError("platform-key");
};

describe("/help in a translated language", () => {
  const spoken = { name: "Language", read: () => ({}) };
  speak({ ...spoken, code: "sv-SE", isMachineTranslated: true });
  speak({ ...spoken, code: "da", isMachineTranslated: false });

  it("says that a machine translated it, until a person has read it", async () => {
    const { machineTranslated } = english.help.about;
    expect(await section("about", services, { locale: "sv-SE" })).toContain(machineTranslated);
    expect(await section("about", services, { locale: "da" })).not.toContain(machineTranslated);
    expect(await section("about")).not.toContain(machineTranslated);
  });
});

describe("/help", () => {
  it("lists the commands this platform can answer, clickable", async () => {
    expect(seen(await run(help, services))).toMatch(/<\/trending:99>[^]*<\/milestones:99>[^]*<\/profile:99>/);
    const poor = fakeServices({ platform: fakePlatform({}, ["milestones.public"]) });
    expect(seen(await run(help, poor))).not.toContain("</trending:99>");
    const features = { trending: false, milestones: false, profiles: false };
    const off = { ...services, profile: { ...services.profile, features } };
    expect(seen(await run(help, off))).not.toMatch(/<\/(trending|milestones|profile):/);
    await expect(run(trending, off)).rejects.toMatchObject({ code: "not-offered" });
    await expect(run(milestones, off)).rejects.toMatchObject({ code: "not-offered" });
    await expect(run(profile, off, { player: "1" })).rejects.toMatchObject({ code: "not-offered" });
  });

  it("tells those who manage the server where to begin, first, and nobody else", async () => {
    const admin = seen(await run(help, services, {}, { member: { isAdmin: true } }));
    expect(admin).toContain("</setup:99>");
    expect(admin.indexOf("</setup:99>")).toBeLessThan(admin.indexOf("## Milepost"));
    expect(seen(await run(help, services))).not.toContain("manage this server");
    const platform = { ...services.platform, offers: (id: string) => id.startsWith("user") };
    const bare = seen(await run(help, { ...services, platform }, {}, { member: { isAdmin: true } }));
    expect(bare).not.toContain("announce board");
    expect(bare).toContain("when you want it");
    const notInstalled = { member: { isAdmin: true }, place: { isInstalledHere: false } };
    expect(seen(await run(help, services, {}, notInstalled))).toContain(english.help.admins.notInstalled);
  });

  it("tells those who manage the server how to announce", async () => {
    const text = seen(await run(help, services, {}, { member: { isAdmin: true } }));
    expect(text).toMatch(/<\/announce new:99>[^]*<\/announce list:99>/);
    expect(seen(await run(help, services))).not.toContain("</announce");
  });

  it("tells of /remind and what is kept for it", async () => {
    expect(seen(await run(help, services))).toContain("</remind:99>");
    expect(await section("privacy")).toContain("</remind list:99> shows yours");
  });

  it("names the operator, their contact and their privacy policy", async () => {
    expect(await section("about")).toMatch(/The keepers[^]*keepers@operator\.example/);
    expect(await section("privacy")).toContain("(<https://operator.example/p>)");
    const anonymous = fakeServices({ platform: fakePlatform({}, []) });
    expect(await section("about", anonymous)).toContain(english.help.about.noOperator);
    expect(await section("report", anonymous)).toContain(english.shared.reporting.noOperator);
  });

  it.each([
    [{ isStale: false }, /Community portal is responding\.\nData updated: <t:\d+:R>/],
    [{ isStale: true }, /isn't responding. Replies show older data/],
    [{ isStale: true, isMaintenance: true }, /in maintenance. Replies show older data/],
  ])("shows the platform's state %j", async (age, text) => {
    const trendingList = async () => dated({ gives: "details" as const, entries: [], hasMore: false }, age);
    expect(await section("status", fakeServices({ platform: fakePlatform({ trendingList }, ALL) }))).toMatch(
      text,
    );
  });

  it("says in words how the platform fails", async () => {
    const trendingList = refusing;
    const failing = fakeServices({ platform: fakePlatform({ trendingList }, ALL) });
    expect(await section("status", failing)).toContain("refused this bot's key");
  });

  it("promises nothing in its first sentence that the platform doesn't have", async () => {
    const whole = fakeServices({ platform: fakePlatform({}, ALL) });
    expect(seen(await run(help, whole))).toMatch(/What's trending on .*, what ends soon/);
    const sparse = fakeServices({ platform: fakePlatform({}, ["user.byId"]) });
    expect(seen(await run(help, sparse))).not.toContain("trending on");
  });

  it("shows the overview for a section it does not know", async () => {
    expect(await section("nonsense")).toContain("## Milepost");
  });
});
