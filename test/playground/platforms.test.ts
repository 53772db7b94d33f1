import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { SwitchablePlatform } from "../../src/playground/switchable-platform.ts";

const clock = new MovableClock();
const neutral = loadProfile("neutral");
let platforms: SwitchablePlatform;

const start = async (profile: Profile) => {
  platforms = await SwitchablePlatform.start({ profile, clock, log: silentLog });
  return platforms;
};
const keys = () => platforms.seen().offered.map(({ key }) => key);

afterEach(() => platforms.close());

describe("the platform's profiles", () => {
  it("are those that ship and one with OAuth, the one given first", async () => {
    await start(loadProfile("lookalike"));
    expect(keys()).toEqual(["lookalike", "neutral", "oauth"]);
    expect(platforms.seen().offered.map(({ path }) => path)).toEqual(["/svc/v3", "/Platform", "/Platform"]);
  });

  it("also hold the operator's own, though it has the name of one that ships", async () => {
    await start({ ...neutral, name: "Ours" });
    expect(keys()).toEqual(["own", "neutral", "lookalike", "oauth"]);
    expect(platforms.seen().offered[0]).toMatchObject({ name: "Ours", isOwn: true });
  });

  it("are spoken once the bot follows, each at an address of its own that stays", async () => {
    await start(neutral);
    const followed: string[] = [];
    platforms.followedBy(async ({ id }) => void followed.push(id));
    const { url, browsers } = platforms;
    await platforms.use("lookalike");
    expect(platforms.profile.id).toBe("lookalike");
    expect(platforms.url).not.toBe(url);
    expect(platforms.browsers).not.toBe(browsers);
    expect(platforms.origins).toHaveLength(2);
    expect((await request(`${url}/_control/state`)).statusCode).toBe(200);
    await platforms.use("neutral");
    await platforms.use("neutral");
    expect(platforms.url).toBe(url);
    expect(platforms.browsers).toBe(browsers);
    expect(followed).toEqual(["lookalike", "neutral"]);
  });

  it("go back when the bot can't follow", async () => {
    await start(neutral);
    const followed: string[] = [];
    platforms.followedBy(async ({ id }) => {
      followed.push(id);
      if (id === "lookalike") throw new Error("no such thing");
    });
    await expect(platforms.use("lookalike")).rejects.toThrow("no such thing");
    expect(platforms.seen().current).toBe("neutral");
    expect(followed).toEqual(["lookalike", "neutral"]);
  });

  it("are changed one at a time, and not before there is a bot", async () => {
    await start(neutral);
    await expect(platforms.use("lookalike")).rejects.toMatchObject({ code: "busy" });
    const gate = Promise.withResolvers<void>();
    platforms.followedBy(() => gate.promise);
    const first = platforms.use("lookalike");
    await expect(platforms.use("neutral")).rejects.toMatchObject({ code: "busy" });
    gate.resolve();
    await first;
    await expect(platforms.use("nowhere")).rejects.toMatchObject({ code: "bad-settings" });
    expect(platforms.seen().current).toBe("lookalike");
  });
});
