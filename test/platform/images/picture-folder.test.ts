import { mkdtempSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { PictureFolder } from "../../../src/platform/images/picture-folder.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { MINUTE } from "../../support/time.ts";
import { serve } from "../support/served.ts";
import { imagesOf } from "./images-harness.ts";
import { png } from "../../support/sample-pictures.ts";

const KIB = 1024;

function place() {
  const folder = join(mkdtempSync(join(tmpdir(), "pictures-")), "pictures");
  const clock = new ManualClock(Date.now());
  const open = (maxBytes?: number) => new PictureFolder({ folder, clock, ...(maxBytes && { maxBytes }) });
  return { folder, clock, open };
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test("what is written is read again, for ten minutes", async () => {
  const { folder, clock, open } = place();
  const pictures = open();
  expect(await pictures.read("crest")).toBeUndefined();
  await pictures.write("crest", png());
  clock.at += 10 * MINUTE - 1;
  expect(await pictures.read("crest")).toEqual(png());
  clock.at += 2;
  expect(await pictures.read("crest")).toBeUndefined();
  await pictures.sweep();
  expect(await readdir(folder)).toEqual([]);
});

test("the folder never holds more than its bytes: the least recently used go", async () => {
  const { folder, open } = place();
  const pictures = open(100 * KIB);
  const bytes = Buffer.alloc(30 * KIB, 1);
  for (const key of ["one", "two", "three"]) await pictures.write(key, bytes);
  expect(await pictures.read("one")).toEqual(bytes);
  for (const key of ["four", "five"]) await pictures.write(key, bytes);
  const found = await Promise.all(
    ["one", "two", "three", "four", "five"].map(async (key) => (await pictures.read(key)) !== undefined),
  );
  expect(found).toEqual([true, false, false, true, true]);
  await pictures.sweep();
  expect(await bytesIn(folder)).toBeLessThanOrEqual(100 * KIB);
});

test("a picture larger than the folder may be is not kept", async () => {
  const { folder, open } = place();
  const pictures = open(10 * KIB);
  await pictures.write("small", png());
  await pictures.write("large", Buffer.alloc(11 * KIB));
  expect(await pictures.read("large")).toBeUndefined();
  expect(await pictures.read("small")).toEqual(png());
  expect(await bytesIn(folder)).toBeLessThan(KIB);
});

test("a later run finds what is young enough, and clears the rest away", async () => {
  const { folder, clock, open } = place();
  const before = open();
  await before.write("old", png());
  const [name = ""] = await readdir(folder);
  await before.write("young", png());
  const past = new Date(clock.at - 11 * MINUTE);
  await utimes(join(folder, name), past, past);
  const after = open();
  expect(await after.read("young")).toEqual(png());
  expect(await after.read("old")).toBeUndefined();
  expect(await readdir(folder)).toHaveLength(1);
});

test("a later run with fewer bytes keeps to them", async () => {
  const { folder, open } = place();
  const before = open();
  for (const key of ["one", "two", "three"]) await before.write(key, Buffer.alloc(30 * KIB));
  const after = open(70 * KIB);
  await after.read("one");
  await after.sweep();
  expect(await bytesIn(folder)).toBeLessThanOrEqual(70 * KIB);
});

test.each([
  ["cut short", (bytes: Buffer) => bytes.subarray(0, -1)],
  ["emptied", () => Buffer.alloc(0)],
  ["changed in one bit", (bytes: Buffer) => flipped(bytes)],
  ["somebody else's", (bytes: Buffer) => Buffer.concat([png(8, 8), bytes]).subarray(0, bytes.length)],
  ["grown", (bytes: Buffer) => Buffer.concat([bytes, bytes])],
])("a file that is %s is no picture, in this run and in the next", async (_, change) => {
  const { folder, open } = place();
  const pictures = open();
  await pictures.write("crest", png());
  const [name = ""] = await readdir(folder);
  const whole = await readFile(join(folder, name));
  for (const read of [pictures, open()]) {
    await writeFile(join(folder, name), change(whole));
    expect(await read.read("crest")).toBeUndefined();
    await read.write("crest", png());
    expect(await read.read("crest")).toEqual(png());
  }
});

test("what others put in the folder is neither read nor removed, whatever it is", async () => {
  const { folder, open } = place();
  const pictures = open();
  await pictures.write("crest", png());
  const [name = ""] = await readdir(folder);
  await mkdir(join(folder, "notes"));
  await writeFile(join(folder, "README"), "mine");
  await symlink("/dev/zero", join(folder, `${"0".repeat(64)}.picture.d`));
  await writeFile(join(folder, name.replace(/^./, "x")), "mine");
  const others = (await readdir(folder)).filter((one) => one !== name);
  expect(await open().read("crest")).toEqual(png());
  expect((await readdir(folder)).toSorted()).toEqual([...others, name].toSorted());
});

test("a folder or a link with a picture's name harms nobody", async () => {
  const { folder, open } = place();
  await open().write("crest", png());
  const [name = ""] = await readdir(folder);
  await mkdir(join(folder, name.replace(/^.{4}/, "abcd")));
  await symlink("/dev/zero", join(folder, name.replace(/^.{4}/, "dcba")));
  const pictures = open();
  expect(await pictures.read("crest")).toEqual(png());
  await pictures.sweep();
});

test("pictures are given where the disk refuses to keep them", async () => {
  const { folder } = place();
  await writeFile(folder, "a file where the folder should be");
  await using server = await serve((_, response) => response.end(png()));
  await using harness = imagesOf(server.origin, { folder });
  const get = () => harness.images.get(`${server.origin}/picture`);
  expect([await get(), await get()]).toEqual([png(), png()]);
  expect(harness.outcomes).toEqual(["fetched", "fetched"]);
});

test("only whoever runs the bot can read what is kept", async () => {
  const { folder, open } = place();
  await open().write("crest", png());
  const [name = ""] = await readdir(folder);
  const modes = [(await stat(folder)).mode, (await stat(join(folder, name))).mode].map(
    (mode) => mode & 0o077,
  );
  expect(modes).toEqual([0, 0]);
});

test("a picture is asked for once in ten minutes, also after a restart", async () => {
  const { folder, clock } = place();
  await using server = await serve((_, response) => response.end(png()));
  const url = `${server.origin}/picture`;
  {
    await using first = imagesOf(server.origin, { folder, clock });
    expect([await first.images.get(url), await first.images.get(url)]).toEqual([png(), png()]);
    expect(first.outcomes).toEqual(["fetched", "kept"]);
  }
  await using second = imagesOf(server.origin, { folder, clock });
  expect(await second.images.get(url)).toEqual(png());
  expect(server.seen).toHaveLength(1);
  clock.at += 11 * MINUTE;
  expect(await second.images.get(url)).toEqual(png());
  expect(server.seen).toHaveLength(2);
});

test("emptied behind its back, the folder fills again", async () => {
  const { folder, open } = place();
  const pictures = open();
  await pictures.write("crest", png());
  await rm(folder, { recursive: true });
  expect(await pictures.read("crest")).toBeUndefined();
  await pictures.write("crest", png());
  expect(await pictures.read("crest")).toEqual(png());
});

function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  changed[changed.length - 30] = (changed[changed.length - 30] ?? 0) ^ 1;
  return changed;
}
