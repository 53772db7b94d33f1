import { createHash } from "node:crypto";

import type { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import {
  ApplicationEmojis,
  type ApplicationEmojisParts,
} from "../../src/discord/emoji/application-emojis.ts";
import { keepUploaded } from "../../src/discord/emoji/keep-uploaded.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { MovableClock } from "../../src/base/clock.ts";
import { png } from "../support/tiny-png.ts";
import { recordingLog } from "./support.ts";

let discord: LocalDiscord;
let rest: REST;
let pictures: Map<string, Uint8Array>;
let emojis: ApplicationEmojis;
let clock: MovableClock;
const { signal } = new AbortController();

beforeEach(async () => {
  clock = new MovableClock();
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) }).setToken(
    discord.token,
  );
  pictures = new Map();
  emojis = newEmojis();
});
afterEach(() => discord.close());

const nothing = async () => ({ items: [] });
const newEmojis = () =>
  new ApplicationEmojis({ rest, picture: async (url) => pictures.get(url), log: silentLog });

const upload = (...urls: readonly string[]) =>
  emojis.upload(
    Ids.bot,
    urls.map((url) => ({ url })),
    signal,
  );

const keeping = () => ({
  emojis,
  applicationId: Ids.bot,
  alone: (work: () => Promise<void>) => work(),
  clock,
});

async function names(): Promise<readonly string[]> {
  const { items } = (await rest.get(Routes.applicationEmojis(Ids.bot))) as {
    readonly items: readonly { readonly name: string }[];
  };
  return items.map(({ name }) => name);
}

/** What the bot asked Discord to change. */
async function changes(): Promise<readonly string[]> {
  const traffic = await discord.local.traffic({ limit: 1_000 });
  return traffic.flatMap(({ what }) => (/^(POST|DELETE)/.test(what) ? [what.split(" ")[0] ?? ""] : []));
}

const wanted = async () => Promise.reject(new Error("the platform is away"));

describe("icons", () => {
  it("are uploaded under a name made of what is in them, and known by their address", async () => {
    pictures.set("a", png(1)).set("b", png(2)).set("same as a", png(1));
    await upload("a", "b", "same as a", "gone");
    expect(await names()).toHaveLength(2);
    for (const name of await names()) expect(name).toMatch(/^icon_mp[0-9a-f]{6}$/);
    expect(emojis.of("a")?.id).toMatch(/^\d+$/);
    expect(emojis.of("same as a")).toEqual(emojis.of("a"));
    expect([emojis.of("gone"), emojis.of(undefined), emojis.of("never asked")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("are uploaded once, whichever process asks", async () => {
    pictures.set("a", png(1));
    await upload("a");
    const before = emojis.of("a");
    emojis = newEmojis();
    await upload("a");
    expect(emojis.of("a")).toEqual(before);
    expect(await changes()).toEqual(["POST"]);
  });

  it("that replies asked for are uploaded after those that are wanted, what was asked for most first", async () => {
    pictures.set("a", png(1)).set("rare", png(2)).set("often", png(3));
    for (const url of ["rare", "often", "often", "gone"]) expect(emojis.of(url)).toBeUndefined();
    await upload("a");
    const ids = ["a", "often", "rare"].map((url) => BigInt(emojis.of(url)?.id ?? 0));
    expect(ids).toEqual(ids.toSorted((one, other) => Number(one - other)));
    await upload("a");
    expect(emojis.of("rare")?.id).toBe(String(ids[2]));
  });

  it("that a reply lacked are uploaded by themselves, and what is there stays", async () => {
    pictures.set("a", png(1)).set("b", png(2));
    await upload("a");
    pictures.delete("a");
    expect(emojis.of("b")).toBeUndefined();
    await emojis.lacking;
    await emojis.uploadMissed(Ids.bot, signal);
    expect([emojis.of("a"), emojis.of("b")]).toEqual([
      { id: expect.any(String), name: expect.any(String) },
      { id: expect.any(String), name: expect.any(String) },
    ]);
    expect(await changes()).toEqual(["POST", "POST"]);
  });

  it.each([
    ["Lantern Dust", /^Lantern_Dust_mp[0-9a-f]{6}$/],
    ["  Zoë’s “Café” (5)! ", /^Zoe_s_Cafe_5_mp[0-9a-f]{6}$/],
    ["A Most Extraordinarily Long Lantern", /^A_Most_Extraordinarily_mp[0-9a-f]{6}$/],
    ["灯籠", /^icon_mp[0-9a-f]{6}$/],
    ["Фонарь 2", /^icon_mp[0-9a-f]{6}$/],
  ])("are called what they show, as a screen reader reads it: %s", async (shows, name) => {
    pictures.set("a", png(1));
    await emojis.upload(Ids.bot, [{ url: "a", shows }], signal);
    expect(emojis.of("a")?.name).toMatch(name);
  });

  it("are called what the reply says that lacked them", async () => {
    pictures.set("a", png(1));
    emojis.of("a", "Lantern");
    await emojis.uploadMissed(Ids.bot, signal);
    expect(emojis.of("a")?.name).toMatch(/^Lantern_mp/);
  });

  it("of earlier versions get a name that says something, and stay where messages show them", async () => {
    const bytes = png(1);
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 24);
    const image = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
    const route = Routes.applicationEmojis(Ids.bot);
    const made = (await rest.post(route, { body: { name: `mp_${hash}`, image } })) as { readonly id: string };
    pictures.set("a", bytes);
    await upload("a");
    expect(emojis.of("a")).toEqual({ id: made.id, name: `mp_${hash}` });
    await emojis.upload(Ids.bot, [{ url: "a", shows: "Lantern" }], signal);
    expect(emojis.of("a")).toEqual({ id: made.id, name: `Lantern_mp${hash.slice(0, 6)}` });
    expect(await names()).toEqual([`Lantern_mp${hash.slice(0, 6)}`]);
  });

  it("follow a picture that changes", async () => {
    pictures.set("a", png(1));
    await upload("a");
    const before = emojis.of("a")?.name;
    pictures.set("a", png(2));
    await upload("a");
    expect(emojis.of("a")?.name).not.toBe(before);
  });

  it("are 200 at most: the first ones, in the place of ours nobody wants", async () => {
    await rest.post(Routes.applicationEmojis(Ids.bot), {
      body: { name: "theirs", image: `data:image/png;base64,${Buffer.from(png(9_999)).toString("base64")}` },
    });
    const urls = Array.from({ length: 230 }, (_, index) => `u${index}`);
    for (const [index, url] of urls.entries()) pictures.set(url, png(index));
    await upload(...urls);
    expect(await names()).toHaveLength(201);
    expect([emojis.of("u199")?.name, emojis.of("u200")]).toEqual([expect.any(String), undefined]);
    await emojis.uploadMissed(Ids.bot, signal);
    expect(emojis.of("u200")).toBeUndefined();
    const before = (await changes()).length;
    await upload("u220", ...urls.slice(0, 199));
    expect((await changes()).slice(before)).toEqual(["DELETE", "POST"]);
    expect(await names()).toHaveLength(201);
    expect(await names()).toContain("theirs");
    expect([emojis.of("u220")?.name, emojis.of("u199")]).toEqual([expect.any(String), undefined]);
  });

  it("that a reply lacked while there was no room come with the next upload", async () => {
    const urls = Array.from({ length: 200 }, (_, index) => `u${index}`);
    for (const [index, url] of urls.entries()) pictures.set(url, png(index));
    await upload(...urls);
    emojis = newEmojis();
    pictures.set("new", png(9_999));
    expect(emojis.of("new")).toBeUndefined();
    await emojis.uploadMissed(Ids.bot, signal);
    await upload("u0");
    expect(emojis.of("new")?.name).toEqual(expect.any(String));
  });

  it("that replies ask for most take the place of those they ask for least", async () => {
    const urls = Array.from({ length: 200 }, (_, index) => `u${index}`);
    for (const [index, url] of urls.entries()) pictures.set(url, png(index));
    await upload(...urls);
    for (const url of urls.slice(1)) emojis.of(url);
    for (const url of ["new", "rare", "new", "rare", "u1", "u1"]) emojis.of(url);
    pictures.set("new", png(9_998)).set("rare", png(9_999));
    await emojis.uploadMissed(Ids.bot, signal);
    expect(emojis.of("new")).toBeUndefined();
    const before = (await changes()).length;
    await upload("u2");
    const found = ["new", "u0", "u1", "u2"].map((url) => emojis.of(url) !== undefined);
    expect(found).toEqual([true, false, true, true]);
    expect((await changes()).slice(before)).toEqual(["DELETE", "POST", "DELETE", "POST"]);
  });

  it("leave out of 2,000 what the operator has, and say once that there is no room", async () => {
    const theirs = Array.from({ length: 1_998 }, (_, index) => ({
      id: `t${index}`,
      name: `theirs_${index}`,
    }));
    const ours = new Map<string, { readonly id: string; readonly name: string }>();
    const deleted: string[] = [];
    const log = recordingLog();
    const full: ApplicationEmojisParts["rest"] = {
      get: async () => ({ items: [...theirs, ...ours.values()] }),
      post: async (_, { body } = {}) => {
        if (theirs.length + ours.size >= 2_000) throw new Error("30008: Maximum number of emojis reached");
        const { name } = body as { readonly name: string };
        ours.set(name, { id: name, name });
        return ours.get(name);
      },
      patch: async () => ({}),
      delete: async (route) => {
        const id = route.slice(route.lastIndexOf("/") + 1);
        deleted.push(id);
        ours.delete(id);
      },
    };
    emojis = new ApplicationEmojis({ rest: full, picture: async (url) => pictures.get(url), log });
    for (const [index, url] of ["a", "b", "c", "d"].entries()) pictures.set(url, png(index));
    await upload("a", "b", "c");
    await upload("c", "a", "b");
    emojis.of("d");
    await emojis.uploadMissed(Ids.bot, signal);
    expect(["a", "b", "c", "d"].map((url) => emojis.of(url) !== undefined)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(deleted).toHaveLength(1);
    expect(deleted[0]).toMatch(/^icon_mp/);
    expect(log.lines.filter(({ level }) => level === "info")).toHaveLength(1);
  });

  it.each([
    ["no picture", Buffer.from("<svg/>")],
    ["too large", png(1, 256 * 1024 + 1)],
    ["empty", new Uint8Array()],
  ])("are left out where they are %s", async (_, bytes) => {
    pictures.set("a", bytes).set("b", png(2));
    await upload("a", "b");
    expect([emojis.of("a"), emojis.of("b")?.name]).toEqual([undefined, expect.any(String)]);
  });

  it("wait as long as Discord asks", async () => {
    await discord.local.addFault({
      kind: "answer",
      route: "POST /applications/*/emojis",
      status: 429,
      retryAfterMs: 50,
      times: 2,
    });
    pictures.set("a", png(1));
    await upload("a");
    expect(emojis.of("a")).toBeDefined();
  });

  it("are looked for as soon as what is on has changed, whatever the hour", async () => {
    vi.useFakeTimers();
    const changesAt = Date.now() + 10 * 60_000;
    const asked: number[] = [];
    const silent = { get: nothing, post: nothing, patch: nothing, delete: nothing };
    const none = new ApplicationEmojis({ rest: silent, picture: async () => undefined, log: silentLog });
    const ending = new AbortController();
    const parts = {
      ...keeping(),
      clock: { now: () => Date.now() },
      wanted: async () => {
        asked.push(Date.now() - changesAt);
        return { icons: [], changesAt: changesAt > Date.now() ? changesAt : undefined };
      },
      alone: (work: () => Promise<void>) => work().catch(() => {}),
    };
    const under = keepUploaded({ ...parts, emojis: none, log: silentLog }, ending.signal);
    await vi.advanceTimersByTimeAsync(10 * 60_000 + 8_000);
    vi.useRealTimers();
    ending.abort();
    await under;
    expect(asked.filter((at) => at >= 0 && at < 8_000)).toHaveLength(2);
  });

  it("keep nobody waiting, and what fails is told in the log alone", async () => {
    const log = recordingLog();
    const ending = new AbortController();
    const told = Promise.withResolvers<void>();
    const warn = (message: string, fields = {}, error?: unknown) => {
      log.warn(message, fields, error);
      told.resolve();
    };
    const under = keepUploaded({ ...keeping(), wanted, log: { ...log, warn } }, ending.signal);
    await told.promise;
    ending.abort();
    await under;
    expect(log.lines.map(({ level }) => level)).toEqual(["warn"]);
  });
});
