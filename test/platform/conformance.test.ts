import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { isMilepostError } from "../../src/base/errors.ts";
import { int64, type PlatformId } from "../../src/base/int64.ts";
import { Secret } from "../../src/base/secret.ts";
import type { PlatformClient } from "../../src/platform/client.ts";
import { loadProfile, shippedProfiles } from "../../src/platform/profile/load.ts";
import type { Profile } from "../../src/platform/profile/schema.ts";
import { definitionTables } from "../../src/platform/resources/definitions.ts";
import { type Platform, startPlatform } from "../../src/playground/platform/server.ts";
import { quietClient } from "../support/quiet-client.ts";

const cases = shippedProfiles.flatMap((profile) =>
  (["neutral", "real"] as const).map((shape) => ({ profile, shape })),
);

/** Every operation of the client against the stand-in, which serves what the profile says. */
describe.each(cases)("the $profile profile in the $shape shape", ({ profile: name, shape }) => {
  let platform: Platform;
  let client: PlatformClient;
  let profile: Profile;
  let who: { readonly membershipType: number; readonly id: PlatformId };

  beforeAll(async () => {
    platform = await startPlatform({
      profile: loadProfile(name),
      port: 0,
      shape,
      clock: systemClock,
      seed: 7,
    });
    profile = platform.profile;
    const unhurried = { ...profile, limits: { ...profile.limits, rate: 1_000 } };
    client = quietClient({ profile: unhurried, clock: systemClock });
    const player = await somebody();
    const [account] = (await client.accountsOf({ membershipId: player })).data;
    if (account === undefined) throw new Error("the player has no account");
    who = account;
  });

  afterAll(async () => {
    await client.close();
    await platform.close();
  });

  async function somebody(): Promise<PlatformId> {
    for (const prefix of "abcdefghijklmnopqrstuvwxyz") {
      const [found] = (await client.userSearch({ name: prefix })).data.entries;
      if (found !== undefined) return found.membershipId;
    }
    throw new Error("nobody lives here");
  }

  test("trending lists entries and each opens", async () => {
    const { data } = await client.trendingList({ locale: "en-US" });
    expect(data.gives).toBe(profile.operations["trending.list"]?.gives);
    expect(data.entries.length).toBeGreaterThan(5);
    const parts = new Set(profile.enums.TrendingEntryType?.map(({ field }) => field));
    for (const { entityType, identifier } of data.entries) {
      const entry = await client.trendingEntry({ type: entityType, identifier });
      expect(entry.data).toMatchObject({ entityType, identifier });
      const field = profile.enums.TrendingEntryType?.find(({ value }) => value === entityType)?.field;
      const filled = Object.keys(entry.data).filter((name) => parts.has(name) && entry.data[name] !== null);
      expect(filled).toEqual(field === undefined ? [] : [field]);
    }
  });

  test("every category is served, page by page, to the end", async () => {
    for (const category of profile.operations["trending.list"]?.categories ?? []) {
      const seen = new Set<string>();
      let hasMore = true;
      for (let page = 0; hasMore && page < 30; page += 1) {
        const { data } = await client.trendingList({ category, page });
        for (const { entityType, identifier } of data.entries) seen.add(`${entityType} ${identifier}`);
        hasMore = data.hasMore;
      }
      expect(hasMore).toBe(false);
      expect(seen.size).toBeGreaterThan(0);
    }
  });

  test("articles are found and opened, in the language asked for", async () => {
    const { data } = await client.contentSearch({ text: "the", locale: "en-US" });
    const article = data.entries[0];
    expect(article).toBeDefined();
    const id = article?.contentId ?? int64("0");
    const english = await client.contentById({ id, locale: "en-US" });
    const french = await client.contentById({ id, locale: "fr" });
    expect(english.data.contentId).toBe(id);
    expect(english.data.properties?.[String(profile.article.title)]).toEqual(expect.any(String));
    expect(french.data.properties?.[String(profile.article.title)]).not.toBe(
      english.data.properties?.[String(profile.article.title)],
    );
  });

  test("users, their accounts and characters have ids with all their digits", async () => {
    const membershipId = await somebody();
    const { data } = await client.userById({ membershipId });
    expect(data.membershipId).toBe(membershipId);
    expect(data.displayName).toEqual(expect.any(String));
    const characters = (await client.characters(who)).data;
    expect(characters.length).toBeGreaterThan(0);
    const known = new Set<string>(characters.map(({ id }) => id));
    const progress = (await client.progression(who)).data;
    expect(Object.keys(progress.data ?? {}).filter((id) => !known.has(id))).toEqual([]);
  });

  test("statistics are read by account and by character", async () => {
    const whole = (await client.statsAccount(who)).data;
    expect(Object.keys(whole.results ?? {}).length).toBeGreaterThan(0);
    const [character] = (await client.characters(who)).data;
    const query = { ...who, character: character?.id ?? int64("0") };
    const ever = (await client.statsCharacter({ ...query, period: "allTime" })).data;
    const values = Object.values(ever).flatMap((mode) => Object.values(mode.allTime ?? {}));
    expect(values.some((value) => typeof value.basic?.value === "number")).toBe(true);
    const daily = await client.statsCharacter({
      ...query,
      period: "daily",
      from: "2026-11-01",
      to: "2026-11-07",
    });
    expect(daily.data).toEqual(expect.any(Object));
  });

  test("milestones, their contents and their definitions", async () => {
    const milestones = Object.values((await client.milestonesPublic({})).data);
    expect(milestones.length).toBeGreaterThan(3);
    const hash = milestones[0]?.milestoneHash ?? 0;
    const { data } = await client.definitionsOne({ table: "milestone", hash, locale: "ja" });
    expect(data.hash).toBe(hash);
    expect(data.displayProperties?.name).toEqual(expect.any(String));
    const contents = await Promise.allSettled(
      milestones.map(({ milestoneHash }) => client.milestonesContent({ hash: milestoneHash })),
    );
    expect(contents.some(({ status }) => status === "fulfilled")).toBe(true);
    const reasons = contents.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(reasons.filter((reason) => !isMilepostError(reason, "not-found"))).toEqual([]);
  });

  test("the manifest names a file for every table and language, and each can be read", async () => {
    const manifest = (await client.definitionsManifest({})).data;
    expect(manifest.version).not.toBe("");
    const files = manifest.files[profile.locale.default] ?? {};
    const named = profile.definitions?.tables ?? {};
    for (const table of definitionTables.filter((one) => named[one] !== undefined)) {
      const address = files[table];
      expect(address).toEqual(expect.any(String));
      const records = await client.definitionsFile({ address: address ?? "" });
      for (const [hash, record] of Object.entries(records)) expect(record.hash).toBe(Number(hash));
    }
  });

  test("what is not there is told as such", async () => {
    await expect(client.userById({ membershipId: int64("1") })).rejects.toMatchObject({ code: "not-found" });
    await expect(client.trendingEntry({ type: 0, identifier: "no-such-entry" })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  test("a wrong key is told as such", async () => {
    const stranger = quietClient({ profile, clock: systemClock }, { apiKey: new Secret("wrong") });
    await expect(stranger.milestonesPublic({})).rejects.toMatchObject({ code: "platform-key" });
    await stranger.close();
  });

  test("pictures have whole addresses, and lead nowhere else", async () => {
    const membershipId = await somebody();
    const { data } = await client.userById({ membershipId });
    expect(client.imageUrl(data.profilePicturePath)).toMatch(new RegExp(`^${platform.url}/`));
    expect(client.imageUrl("https://elsewhere.example/a.png")).toBeUndefined();
    expect(client.imageUrl("//elsewhere.example/a.png")).toBeUndefined();
    expect(client.imageUrl("javascript:alert(1)")).toBeUndefined();
    expect(client.imageUrl(null)).toBeUndefined();
  });
});
