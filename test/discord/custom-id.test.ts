import { randomBytes } from "node:crypto";

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { CustomIds } from "../../src/discord/interaction/custom-id.ts";
import { packState, unpackState } from "../../src/discord/interaction/state-text.ts";
import { MemoryStateStore } from "../support/memory-state-store.ts";
import { DAY_MS } from "../../src/base/duration.ts";

const KEY = new Uint8Array(32).fill(7);
const OWNER = "112233445566778899";
const OTHER = "998877665544332211";

function setUp(keys: readonly Uint8Array[] = [KEY]) {
  const clock = new MovableClock();
  const states = new MemoryStateStore(clock);
  return { clock, states, ids: new CustomIds(keys, states, clock) };
}

const call = {
  command: "trending",
  action: "page",
  state: { page: 2, search: "räd; = ~ %41 #1", all: true, none: false },
};

async function open(ids: CustomIds, customId: string) {
  const control = ids.read(customId);
  return control && (await ids.open(control));
}

describe("custom ids", () => {
  it("bring back command, action, state and owner", async () => {
    const { ids } = setUp();
    const customId = await ids.pack(call, { id: OWNER }, 3);
    expect(ids.read(customId)).toMatchObject({ command: "trending", action: "page", ownerId: OWNER });
    expect(await open(ids, customId)).toEqual(call.state);
  });

  it("differ within a message even for the same call", async () => {
    const { ids } = setUp();
    const made = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => ids.pack(call, { id: OWNER }, index)),
    );
    expect(new Set(made).size).toBe(40);
  });

  it("are at most 100 characters, and keep long states in the store for 30 days", async () => {
    const { ids, states, clock } = setUp();
    const long = { ...call, state: { search: "x".repeat(300) } };
    const customId = await ids.pack(long, { id: OWNER }, 0);
    expect(customId.length).toBeLessThanOrEqual(100);
    expect(states.size).toBe(1);
    expect(await open(ids, customId)).toEqual(long.state);
    clock.advance(30 * DAY_MS - 60_000);
    expect(await open(ids, customId)).toEqual(long.state);
    clock.advance(60_001);
    expect(await open(ids, customId)).toBeUndefined();
  });

  it("no longer open after any one character of an owner's id was changed, but for its place", async () => {
    const { ids } = setUp();
    const customId = await ids.pack(call, { id: OWNER }, 0);
    for (let at = 0; at < customId.length; at += 1) {
      if (at === 2) continue;
      const other = customId[at] === "A" ? "B" : "A";
      const changed = customId.slice(0, at) + other + customId.slice(at + 1);
      expect(await open(ids, changed)).toBeUndefined();
    }
  });

  it("don't open with another owner, another key or another's stored state", async () => {
    const { ids, states } = setUp();
    const customId = await ids.pack(call, { id: OWNER }, 0);
    const others = await ids.pack(call, { id: OTHER }, 0);
    const swapped = customId.slice(0, 16) + others.slice(16);
    expect(await open(ids, swapped)).toBeUndefined();
    expect(await open(setUp([new Uint8Array(32).fill(8)]).ids, customId)).toBeUndefined();
    const long = await ids.pack({ ...call, state: { search: "x".repeat(300) } }, { id: OWNER }, 0);
    await states.put("search=other", Number.MAX_SAFE_INTEGER);
    expect(await open(ids, long.replace("~k0", "~k1"))).toBeUndefined();
  });

  it("made with an older tag key still open after a new one was put on top", async () => {
    const old = randomBytes(32);
    const customId = await setUp([old]).ids.pack(call, { id: OWNER }, 0);
    const { ids } = setUp([randomBytes(32), old]);
    expect(await open(ids, customId)).toEqual(call.state);
    expect(await ids.pack(call, { id: OWNER }, 0)).not.toBe(customId);
  });

  it("made for one server open there alone", async () => {
    const { ids } = setUp();
    const control = ids.read(await ids.pack(call, { id: OWNER, guildId: "1" }, 0));
    const openIn = async (guildId?: string) => control && (await ids.open(control, guildId));
    expect(await openIn("1")).toEqual(call.state);
    for (const elsewhere of ["11", "2", "", undefined]) expect(await openIn(elsewhere)).toBeUndefined();
  });

  it("that 1.0.0 posted still open, but for those of admins, which were good for any server", async () => {
    const { ids } = setUp();
    const of = (customId: string, guildId?: string) => {
      const control = ids.read(customId);
      return control && ids.open(control, guildId);
    };
    const members = "1oDHf5fO7TytFuN4AY67uV7tDhMremind/pause;id=r1;page#2";
    expect(await of(members)).toEqual({ id: "r1", page: 2 });
    expect(await of("1aDannounce/offer;id=r1")).toEqual({ id: "r1" });
    const admins = "1oDHf3ck4AIiYAwAAY67uV7tDhMannounce/pause;id=r1;page#2";
    expect(await of(admins, "600000000000000000")).toBeUndefined();
  });

  it("for anyone carry no owner", async () => {
    const { ids } = setUp();
    const customId = await ids.pack({ command: "remind", action: "me" }, undefined, 5);
    expect(ids.read(customId)?.ownerId).toBeUndefined();
    expect(await open(ids, customId)).toEqual({});
  });

  it.each([
    "",
    "1",
    "1o",
    "2aAtrending/page",
    "1xAtrending/page",
    "1aAtrending",
    "1aA/page",
    "lost-3",
    "1aA../..",
    `1aA${"x".repeat(200)}`,
  ])("of no known form are told apart: %j", (customId) => {
    expect(setUp().ids.read(customId)).toBeUndefined();
  });

  it("never throw on hostile text", async () => {
    const { ids } = setUp();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 110, unit: "binary" }),
        fc.constantFrom("", "1o", "1a", "1aAa/b;"),
        async (text, start) => {
          const opened = await open(ids, start + text);
          expect(opened === undefined || typeof opened === "object").toBe(true);
        },
      ),
    );
  });

  it("refuse to work without a tag key", () => {
    expect(() => setUp([])).toThrow("bad-settings");
    expect(() => setUp([new Uint8Array(8)])).toThrow("bad-settings");
  });
});

describe("packed states", () => {
  it("come back as they were", () => {
    const value = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary-ascii" }),
      fc.integer(),
      fc.boolean(),
    );
    const name = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(fc.dictionary(name, value), (state) => {
        const packed = packState(state);
        expect({ ...unpackState(packed) }).toEqual({ ...state });
        expect(packed).toBe(packed.normalize("NFKC"));
      }),
    );
  });

  it("leave out what is undefined", () => {
    expect(packState({ a: undefined, b: "x" })).toBe("b=x");
  });

  it.each(["a", "=x", "a=%", "a=%FF", "a#", "a#x", "a+x", ";", "a=1;"])("refuse %j", (text) => {
    expect(unpackState(text)).toBeUndefined();
  });
});
