import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { type Log, silentLog } from "../../src/base/log.ts";
import { packageRoot } from "../../src/base/package-root.ts";
import { Drawer } from "../../src/pictures/drawer.ts";
import { PictureFolder } from "../../src/platform/images/picture-folder.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { reachableFrom } from "../support/import-graph.ts";
import { art } from "./samples/art.ts";
import { samples } from "./samples/index.ts";
import { profileCard } from "./samples/profile.ts";
import { progressCard } from "./samples/progress.ts";

const PNG = "\u0089PNG";
const never = new AbortController().signal;
const plain = { ...progressCard, avatar: undefined, banner: undefined, tracks: [] };

function drawerOf(options: Partial<ConstructorParameters<typeof Drawer>[0]> = {}): Drawer {
  const drawer = new Drawer({ log: silentLog, ...options });
  onTestFinished(() => drawer.close());
  return drawer;
}

/** A drawing process of the test's own: what it does with a request is given. */
function program(onRequest: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "drawing-")), "process.mjs");
  writeFileSync(
    file,
    `let asked = 0; process.on("message", ({ id, card }) => { asked += 1; ${onRequest} });`,
  );
  return file;
}

/** Resolves when the log tells of a process that ended. */
function endingOf(): { readonly log: Log; readonly ended: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { log: { ...silentLog, warn: () => resolve() }, ended: promise };
}

describe("the drawing process", () => {
  it("draws a card as a file with a name", async () => {
    const { name, bytes } = await drawerOf().draw(plain, never);
    expect(name).toBe("progress.png");
    expect(Buffer.from(bytes).toString("latin1", 0, 4)).toBe(PNG);
  });

  it("starts with the first card, ends when idle, and starts again", async () => {
    const drawer = drawerOf({
      idleMs: 1,
      program: program("process.send({ id, name: String(process.pid), bytes: new Uint8Array([1]) });"),
    });
    expect(drawer.processId).toBeUndefined();
    const first = await drawer.draw(plain, never);
    await gone(Number(first.name));
    expect(drawer.processId).toBeUndefined();
    const second = await drawer.draw(plain, never);
    expect(second.name).not.toBe(first.name);
  });

  it("is there before the first card once one is announced, and ends when none comes", async () => {
    const drawer = drawerOf({
      idleMs: 60_000,
      program: program("process.send({ id, name: String(process.pid), bytes: new Uint8Array([1]) });"),
    });
    await drawer.prepare();
    const announced = drawer.processId;
    expect((await drawer.draw(plain, never)).name).toBe(String(announced));
    drawer.close();
    const alone = drawerOf({ idleMs: 1 });
    await alone.prepare();
    await gone(Number(alone.processId));
    expect(alone.processId).toBeUndefined();
  });

  it("is used again while it is not idle", async () => {
    const drawer = drawerOf({
      program: program("process.send({ id, name: String(process.pid), bytes: new Uint8Array([1]) });"),
    });
    const first = await drawer.draw(plain, never);
    expect(await drawer.draw(plain, never)).toEqual(first);
  });

  it("costs its card alone when it crashes; the next card has a new one", async () => {
    const { log, ended } = endingOf();
    const drawer = drawerOf({
      log,
      program: program(
        'if (card.name === "crash") process.abort(); process.send({ id, name: "ok", bytes: new Uint8Array([1]) });',
      ),
    });
    await expect(drawer.draw({ ...plain, name: "crash" }, never)).rejects.toMatchObject({ code: "internal" });
    await ended;
    expect(await drawer.draw(plain, never)).toMatchObject({ name: "ok" });
  });

  it("is ended when it hangs; the next card has a new one", async () => {
    const drawer = drawerOf({
      withinMs: 300,
      program: program(
        'if (card.name === "hang") for (;;); process.send({ id, name: "ok", bytes: new Uint8Array([1]) });',
      ),
    });
    await expect(drawer.draw({ ...plain, name: "hang" }, never)).rejects.toMatchObject({ code: "internal" });
    expect(drawer.processId).toBeUndefined();
  });

  it("fails for a card alone where its program can't be started", async () => {
    const drawer = drawerOf({ program: join(tmpdir(), "no-such-program.mjs") });
    await expect(drawer.draw(plain, never)).rejects.toMatchObject({ code: "internal" });
  });

  it("draws one card at a time, in the order they came", async () => {
    const drawer = drawerOf({
      program: program(
        "const n = asked; setTimeout(() => process.send({ id, name: `${card.name} ${asked - n}`, bytes: new Uint8Array([1]) }), 5);",
      ),
    });
    const cards = ["a", "b", "c"].map((name) => drawer.draw({ ...plain, name }, never));
    // Nobody else had been asked for when one was sent back.
    expect((await Promise.all(cards)).map(({ name }) => name)).toEqual(["a 0", "b 0", "c 0"]);
  });

  it("refuses more cards than can wait, at once", async () => {
    const drawer = drawerOf({ program: program("") });
    const stop = new AbortController();
    const waiting = Array.from({ length: 17 }, () => drawer.draw(plain, stop.signal));
    await expect(drawer.draw(plain, never)).rejects.toMatchObject({ code: "busy" });
    stop.abort(new Error("gone"));
    await expect(Promise.all(waiting)).rejects.toThrow("gone");
  });

  it("draws once what many want at the same moment, however many can wait", async () => {
    const drawer = drawerOf({
      program: program("process.send({ id, name: String(asked), bytes: new Uint8Array([1]) });"),
    });
    const shared = samples.week["usual"] ?? plain;
    const stop = new AbortController();
    const gone = drawer.draw(shared, stop.signal);
    const all = Array.from({ length: 100 }, () => drawer.draw(shared, never));
    stop.abort(new Error("gone"));
    await expect(gone).rejects.toThrow("gone");
    expect(new Set((await Promise.all(all)).map(({ name }) => name))).toEqual(new Set(["1"]));
  });

  it("leaves the line for whoever went away, and keeps drawing for the others", async () => {
    const drawer = drawerOf({
      program: program(
        "setTimeout(() => process.send({ id, name: card.name, bytes: new Uint8Array([1]) }), 20);",
      ),
    });
    const stop = new AbortController();
    const first = drawer.draw({ ...plain, name: "first" }, stop.signal);
    const second = drawer.draw({ ...plain, name: "second" }, stop.signal);
    const third = drawer.draw({ ...plain, name: "third" }, never);
    stop.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await expect(second).rejects.toThrow("gone");
    expect(await third).toMatchObject({ name: "third" });
  });

  describe("with files on disk", () => {
    const shared = samples.week["usual"] ?? plain;
    const DRAWS = "process.send({ id, name: `${card.card}.png`, bytes: new Uint8Array([0x89, asked]) });";
    /** Returns what starts the bot anew, with the same folder. */
    function disk(clock = new ManualClock(Date.now())) {
      const folder = join(mkdtempSync(join(tmpdir(), "drawn-")), "pictures");
      const drawing = program(DRAWS);
      const restarted = (by = drawing) =>
        drawerOf({ program: by, files: new PictureFolder({ folder, clock }) });
      const written = () =>
        vi.waitFor(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.picture$/)]));
      return { folder, clock, drawing, restarted, written };
    }

    it("finds a public card again after a restart, and starts nothing for it", async () => {
      const { restarted, written } = disk();
      const first = await restarted().draw(shared, never);
      await written();
      const again = restarted();
      await again.prepare("perhaps");
      const found = await again.kept(shared);
      expect({ name: found?.name, bytes: [...(found?.bytes ?? [])] }).toEqual({
        name: first.name,
        bytes: [...first.bytes],
      });
      await again.prepare("perhaps");
      expect(again.processId).toBeUndefined();
    });

    it("starts what draws ahead where the last card was not there, or none ever was", async () => {
      const { restarted, written } = disk();
      const empty = restarted();
      await empty.prepare("perhaps");
      expect(empty.processId).toBeDefined();
      await empty.draw(shared, never);
      await written();
      const again = restarted();
      expect(await again.kept({ ...shared, locale: "de" })).toBeUndefined();
      await again.prepare("perhaps");
      expect(again.processId).toBeDefined();
    });

    it.each([
      ["a member's own", plain],
      ["one that names a player", profileCard],
    ])("leaves no card there that is %s", async (_, own) => {
      const { folder, restarted, written } = disk();
      const drawer = restarted();
      await drawer.draw(own, never);
      await drawer.draw(shared, never);
      await written();
      expect(await restarted().kept(own)).toBeUndefined();
      expect(readdirSync(folder)).toHaveLength(1);
    });

    it("draws anew what is damaged, too old, or was drawn by another program", async () => {
      const { folder, clock, restarted, written } = disk();
      await restarted().draw(shared, never);
      await written();
      expect(await restarted(program(`${DRAWS} // another`)).kept(shared)).toBeUndefined();
      const [name = ""] = readdirSync(folder);
      const whole = readFileSync(join(folder, name));
      writeFileSync(join(folder, name), Buffer.concat([whole.subarray(0, -1), Buffer.from("x")]));
      expect(await restarted().kept(shared)).toBeUndefined();
      await restarted().draw(shared, never);
      await written();
      utimesSync(join(folder, name), new Date(clock.at), new Date(clock.at));
      clock.at += 11 * 60_000;
      expect(await restarted().kept(shared)).toBeUndefined();
    });

    it("keeps none of a program that runs from its sources: what it draws may change under the same name", async () => {
      const { folder, restarted } = disk();
      await restarted(join(packageRoot, "src/pictures/process.ts")).draw(shared, never);
      expect(existsSync(folder)).toBe(false);
    });
  });

  it("knows nothing of the bot's environment", async () => {
    process.env["SECRET_OF_THE_BOT"] = "token";
    onTestFinished(() => void delete process.env["SECRET_OF_THE_BOT"]);
    const drawer = drawerOf({
      program: program(
        "process.send({ id, name: JSON.stringify(process.env), bytes: new Uint8Array([1]) });",
      ),
    });
    const { name } = await drawer.draw(plain, never);
    expect(name).not.toContain("SECRET_OF_THE_BOT");
    expect(JSON.parse(name)).toMatchObject({ MALLOC_ARENA_MAX: "1" });
  });

  it("draws a card without the pictures that can't be decoded", async () => {
    const broken = { ...plain, avatar: art.cut(), banner: Buffer.from("<svg/>") };
    const [drawn, bare] = await Promise.all([drawerOf().draw(broken, never), drawerOf().draw(plain, never)]);
    expect(Buffer.compare(drawn.bytes, bare.bytes)).toBe(0);
  });
});

const pictures = (path: string) => /^src\/pictures\/|takumi|fontsource|twemoji/.test(path);

describe("the bot", () => {
  it("loads nothing of pictures while it draws none", () => {
    const reached = [...reachableFrom("src/main.ts", (found) => !found.isDynamic)];
    expect(reached.filter(pictures)).toEqual([]);
  });

  it("loads no renderer, no fonts and no card when it draws: its process does", () => {
    const reached = [...reachableFrom("src/main.ts", () => true)].filter(pictures);
    expect(reached.toSorted()).toEqual(["src/pictures/drawer.ts", "src/pictures/picture-cache.ts"]);
  });
});

/** Resolves when a process is no more. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await once(AbortSignal.timeout(5), "abort");
  }
}
