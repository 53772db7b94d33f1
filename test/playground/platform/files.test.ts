import { crc32, inflateSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Running, start } from "./support.ts";

let platform: Running;
beforeAll(async () => {
  platform = await start("neutral");
});
afterAll(() => platform.close());

describe("pictures", () => {
  test("decode as PNG of the expected size, every one with more than a few colours", async () => {
    for (const [path, width, height] of paths()) {
      const got = await platform.get(path);
      expect([path, got.status, got.headers["content-type"]]).toEqual([path, 200, "image/png"]);
      const picture = decodePng(got.bytes);
      expect([path, picture.width, picture.height]).toEqual([path, width, height]);
      expect(picture.colours).toBeGreaterThan(16);
    }
  });

  test("differ from one another and stay the same", async () => {
    const [one, again, other] = await Promise.all(
      ["/img/avatars/1.png", "/img/avatars/1.png", "/img/avatars/2.png"].map((path) => platform.get(path)),
    );
    expect(one?.bytes.equals(again?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(one?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(false);
  });

  test("are not sent twice to who has them", async () => {
    const tag = String((await platform.get("/img/avatars/4.png")).headers["etag"]);
    const known = await platform.get("/img/avatars/4.png", { "if-none-match": tag });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    expect((await platform.get("/img/avatars/4.png", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("that may be compressed have a tag that is the same in each coding, and so a weak one", async () => {
    const [table] = Object.values(platform.profile.definitions?.tables ?? {});
    const manifest = await platform.get("/Platform/Game/Manifest/");
    const path = String(manifest.at("Response", "files", "en", String(table)));
    const [plain, packed] = [
      await platform.get(path),
      await platform.get(path, { "accept-encoding": "gzip" }),
    ];
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect([plain.headers["etag"], packed.headers["etag"]]).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/^W\/"/)),
    );
    const known = await platform.get(path, { "if-none-match": String(packed.headers["etag"]) });
    expect([known.status, known.headers["vary"]]).toEqual([304, "accept-encoding"]);
    expect((await platform.get("/img/avatars/4.png")).headers["etag"]).toMatch(/^"/);
  });

  test("exist for the world's own things only", async () => {
    for (const path of [
      "/img/icons/item/1.png",
      "/img/avatars/9999.png",
      "/img/icons/spell/1.png",
      "/img/x.png",
    ]) {
      expect([path, (await platform.get(path)).status]).toEqual([path, 404]);
    }
  });

  test("every picture the trending list names can be had", async () => {
    const trends = platform.world.trends.list("en");
    for (const path of new Set(trends.slice(0, 12).map(({ image }) => image))) {
      expect([path, (await platform.get(path)).headers["content-type"]]).toEqual([path, "image/png"]);
    }
  });
});

describe("definition files", () => {
  test("hold the very records that are given one by one", async () => {
    const manifest = await platform.get("/Platform/Game/Manifest/");
    for (const table of Object.values(platform.profile.definitions?.tables ?? {})) {
      const file = await platform.get(String(manifest.at("Response", "files", "en", table)));
      const [hash, record] = Object.entries(Object(file.at())).at(-1) ?? ["", undefined];
      const one = await platform.get(`/Platform/Game/Manifest/${table}/${hash}/`);
      expect(one.at("Response")).toEqual(record);
    }
  });

  test("hold every table in each language, with names no other language has and icons that exist", async () => {
    const manifest = await platform.get("/Platform/Game/Manifest/");
    const files = manifest.at("Response", "files") as Record<string, Record<string, string>>;
    const tables = Object.keys(files["en"] ?? {});
    expect(tables).toHaveLength(9);
    for (const table of tables) {
      const names = new Map<string, string>();
      for (const locale of ["en", "de", "fr", "ja"]) {
        const got = await platform.get(files[locale]?.[table] ?? "");
        expect(got.status).toBe(200);
        const [entry] = Object.entries(got.at() as Record<string, Displayed>);
        const first = entry?.[1];
        expect(first?.hash).toBe(Number(entry?.[0]));
        expect((await platform.send("HEAD", first?.displayProperties.icon ?? "")).status).toBe(200);
        names.set(locale, first?.displayProperties.name ?? "");
      }
      expect(new Set(names.values()).size).toBeGreaterThan(2);
      expect(names.get("ja")).toMatch(/[\u3040-\u30FF\u4E00-\u9FFF]/);
    }
  });

  test("name everything the world's records point to", async () => {
    const { world } = platform;
    for (const milestone of Object.values(world.milestones.all())) {
      expect(world.lexicon.table("milestone").has(milestone.milestoneHash)).toBe(true);
      for (const { activityHash, modifierHashes, challengeObjectiveHashes } of milestone.activities ?? []) {
        expect(world.lexicon.table("activity").has(activityHash)).toBe(true);
        for (const hash of modifierHashes ?? []) expect(world.lexicon.table("modifier").has(hash)).toBe(true);
        for (const hash of challengeObjectiveHashes ?? [])
          expect(world.lexicon.table("objective").has(hash)).toBe(true);
      }
      for (const { questItemHash } of milestone.availableQuests ?? []) {
        expect(world.lexicon.table("item").has(questItemHash)).toBe(true);
      }
    }
    const { data } = world.progress.of({ player: 0, kind: 0 });
    for (const character of Object.values(data ?? {})) {
      for (const hash of Object.keys(character.factions ?? {}))
        expect(world.lexicon.table("faction").has(Number(hash))).toBe(true);
      for (const hash of Object.keys(character.progressions ?? {})) {
        expect(world.lexicon.table("progression").has(Number(hash))).toBe(true);
      }
      for (const { stepHash } of character.quests ?? [])
        expect(world.lexicon.table("item").has(stepHash ?? 0)).toBe(true);
    }
  });

  test("are those of the manifest's version alone", async () => {
    expect((await platform.get("/definitions/0.9/en/InventoryItem.json")).status).toBe(404);
    expect((await platform.get("/definitions/1.1.neutral/xx/InventoryItem.json")).status).toBe(404);
  });
});

/** One picture of each kind, with its size. */
function paths(): [string, number, number][] {
  const [hash] = platform.world.lexicon.table("item").keys();
  return [
    [`/img/icons/item/${String(hash)}.png`, 96, 96],
    ["/img/avatars/12.png", 160, 160],
    ["/img/avatars/wide/12.png", 480, 160],
    ["/img/banners/ritual/weekly-vigil.png", 800, 340],
    ["/img/ratings/18.png", 96, 96],
  ];
}

interface Displayed {
  readonly hash: number;
  readonly displayProperties: { readonly name: string; readonly icon: string };
}

/** Reads a PNG of 8-bit RGBA with filters "none" and "sub", checking every checksum. */
function decodePng(bytes: Buffer): { width: number; height: number; colours: number } {
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001A\n");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString("latin1"), body.subarray(4));
    at += length + 12;
  }
  const header = chunks.get("IHDR") ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const lines = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  expect(lines.length).toBe((width * 4 + 1) * height);
  expect(chunks.has("IEND")).toBe(true);
  const colours = new Set<number>();
  for (let row = 0; row < height; row += 1) {
    const line = lines.subarray(row * (width * 4 + 1) + 1, (row + 1) * (width * 4 + 1));
    for (let at = 4; at < line.length; at += 1) line[at] = (line[at] ?? 0) + (line[at - 4] ?? 0);
    for (let at = 0; at < line.length; at += 4) colours.add(line.readUInt32BE(at));
  }
  return { width, height, colours: colours.size };
}
