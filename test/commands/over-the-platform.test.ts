import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { commands } from "../../commands/index.ts";
import { help } from "../../commands/index.ts";
import milestones from "../../commands/milestones.ts";
import profile from "../../commands/profile.ts";
import trending from "../../commands/trending.ts";
import { timestamp } from "../../src/base/markdown.ts";
import { text, toned } from "../../src/discord/reply/build.ts";
import { render } from "../../src/discord/reply/render.ts";
import type { Reply } from "../../src/discord/reply/reply.ts";
import { english } from "../../src/messages/en.ts";
import {
  type Asking,
  buttonsIn,
  callOf,
  callsIn,
  contextOf,
  press,
  run,
  seen,
  selectIn,
} from "../support/run-command.ts";
import { offerLanguages } from "../support/languages.ts";
import { MINUTE } from "../support/time.ts";
import { type Table, openTable } from "./platform-harness.ts";

describe.each(["neutral", "lookalike"])("the commands over the embedded platform (%s)", (profileName) => {
  offerLanguages("hu");
  let table: Table;
  let asking: Asking;
  beforeAll(async () => {
    table = await openTable(profileName);
    asking = { now: table.clock.now() };
  });
  afterAll(() => table.close());

  const turn = (page: number, state = {}) =>
    press(
      trending,
      table.services,
      { command: "trending", action: "page", state: { ...state, page } },
      asking,
    );

  it("lists what trends, with a picture beside each entry and no raw hash", async () => {
    const reply = await run(trending, table.services, {}, asking);
    await expectSendable(reply);
    const sections = reply.blocks.filter((block) => block.type === "section");
    expect(sections.length).toBeGreaterThanOrEqual(3);
    expect(seen(reply)).not.toMatch(/(Item|Activity) \d{5,}/);
  });

  it("says so where the platform has no words in the reader's language", async () => {
    const said = english.shared.foreign("angol");
    const own = await run(trending, table.services, {}, asking);
    const other = await run(trending, table.services, {}, { ...asking, locale: "hu" });
    expect([seen(own).includes(said), seen(other).includes(said)]).toEqual([false, true]);
  });

  it("says how old an answer is that the platform made long ago, and nothing of a fresh one", async () => {
    const { platform } = table.services;
    const now = table.clock.now();
    const madeAt = (agoMs: number) => ({
      ...table.services,
      platform: {
        ...platform,
        milestonesPublic: async (query: object) => ({
          ...(await platform.milestonesPublic(query)),
          at: now - agoMs,
        }),
      },
    });
    const of = async (agoMs: number) => seen(await run(milestones, madeAt(agoMs), {}, { now }));
    const said = seen(toned("notice", text(english.board.asOf(timestamp(now - 90 * MINUTE, "R")))));
    expect([await of(0), await of(90 * MINUTE)].map((words) => words.includes(said))).toEqual([false, true]);
  });

  it("turns pages to the last and shows no entry twice", async () => {
    const values: string[] = [];
    let reply = await run(trending, table.services, {}, asking);
    let pages = 1;
    for (; pages < 60; pages += 1) {
      values.push(...valuesIn(reply));
      const next = callOf(reply, "Next");
      const isLast = buttonsIn(reply).some(
        (button) => button.type === "action" && button.label === "Next" && button.disabled,
      );
      if (isLast) break;
      reply = await press(trending, table.services, next, asking);
    }
    expect(pages).toBeGreaterThan(2);
    expect(pages).toBeLessThan(60);
    expect(new Set(values).size).toBe(values.length);
    expect(seen(reply)).toContain(`Page ${pages} of ${pages}`);
  });

  it("opens an entry of every kind it lists, and leads back", async () => {
    const kinds = new Map<string, string>();
    for (let page = 0; page < 30; page += 1) {
      for (const { value, description = "" } of entriesIn(await turn(page))) kinds.set(description, value);
    }
    expect(kinds.size).toBeGreaterThanOrEqual(9);
    for (const [kind, chosen] of kinds) {
      const state = { page: 1 };
      const opened = await press(
        trending,
        table.services,
        { command: "trending", action: "open", state, chosen },
        asking,
      );
      await expectSendable(opened);
      expect(`${kind}\n${seen(opened)}`).toContain("\n## ");
      expect(callOf(opened, "Back")).toMatchObject({ action: "page", state });
    }
  });

  it("narrows to one kind, and finds by words of a title", async () => {
    const events = await run(trending, table.services, { kind: "event" }, asking);
    expect(new Set(entriesIn(events).map(({ description }) => description))).toEqual(new Set(["Event"]));
    const [first] = entriesIn(events);
    const found = await run(
      trending,
      table.services,
      { search: first?.label.slice(0, -1).toUpperCase() },
      asking,
    );
    expect(valuesIn(found)).toContain(first?.value);
  });

  it("suggests titles as they are typed", async () => {
    const suggest = trending.options.search.autocomplete;
    const names = await suggest?.({ ...contextOf(table.services, asking), typed: "vigil" });
    expect(names?.map(({ name }) => name)).toContain("The Weekly Vigil");
  });

  it("finds a title in the other language it may have been read in, and suggests it in the reader's", async () => {
    const german = { ...asking, locale: "de" };
    const english = { ...asking, member: { locale: "de" } };
    const suggest = trending.options.search.autocomplete;
    const names = (context: typeof asking, typed: string) =>
      suggest?.({ ...contextOf(table.services, context), typed });
    expect(await names({ ...german, place: { guildLocale: "en-US" } }, "weekly vig")).toEqual([
      { name: "Die Wochenwache", value: "Die Wochenwache" },
    ]);
    expect(await names(english, "wochenwach")).toEqual([
      { name: "The Weekly Vigil", value: "The Weekly Vigil" },
    ]);
    const opened = await run(trending, table.services, { search: "Die Wochenwache" }, english);
    expect(seen(opened)).toContain("The Weekly Vigil");
    const other = await run(trending, table.services, { search: "Die Wochenwache" }, asking);
    expect(seen(other)).not.toContain("The Weekly Vigil");
  });

  it("finds articles that no longer trend", async () => {
    const found = await turn(99, { kind: "news", search: "the" });
    const chosen = valuesIn(found).find((value) => value.startsWith("article:"));
    expect(chosen).toBeDefined();
    const opened = await press(trending, table.services, { ...selectIn(found).choose, chosen }, asking);
    await expectSendable(opened);
    expect(seen(opened)).toContain("News");
  });

  it("shows milestones by name, soonest end first, and opens one with its quests", async () => {
    const reply = await run(milestones, table.services, {}, asking);
    await expectSendable(reply);
    expect(seen(reply)).not.toMatch(/Milestone \d{5,}/);
    const ends = [...seen(reply).matchAll(/Ends: <t:(\d+):R>/g)].map((match) => Number(match[1]));
    expect(ends.length).toBeGreaterThan(2);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    const { choose, entries } = selectIn(reply);
    const opened = await press(milestones, table.services, { ...choose, chosen: entries[0]?.value }, asking);
    await expectSendable(opened);
    expect(seen(opened)).toContain(entries[0]?.label);
    expect(seen(opened)).toMatch(/Challenges/);
    expect(callOf(opened, "Back").action).toBe("page");
  });

  it("suggests players, shows one, remembers them, and compares two", async () => {
    const suggest = profile.options.player.autocomplete;
    const member = { id: `m-${profileName}` };
    const from = { ...asking, member };
    const [first, second] = (await suggest?.({ ...contextOf(table.services, from), typed: "a" })) ?? [];
    const shown = await run(profile, table.services, { player: first?.value }, from);
    await expectSendable(shown);
    expect(seen(shown)).toContain(english.profile.id(first?.value ?? ""));
    expect(await suggest?.({ ...contextOf(table.services, from), typed: "" })).toHaveLength(1);

    await run(profile, table.services, { player: second?.value }, from);
    const picker = await press(profile, table.services, callOf(shown, "Compare"), from);
    const { choose, entries } = selectIn(picker);
    expect(entries.map(({ value }) => value)).toEqual([second?.value]);
    const compared = await press(profile, table.services, { ...choose, chosen: second?.value }, from);
    await expectSendable(compared);
    expect(seen(compared)).toContain(english.profile.rows.firstSeen);
  });

  it("answers a name nobody has, and an id nobody has, without failing", async () => {
    for (const player of ["zzzzqqqq", "9007199254740993"]) {
      const reply = await run(profile, table.services, { player }, asking);
      expect(seen(reply)).toContain(english.profile.nobody.title(player));
    }
  });

  it("says in /help that the platform answers", async () => {
    const reply = await press(
      help,
      table.services,
      { command: "help", action: "section", state: { section: "status" } },
      asking,
    );
    await expectSendable(reply);
    expect(seen(reply)).toMatch(/ is responding\.\nData updated: <t:\d+:R>/);
  });

  it("shows older data with its age while the platform is in maintenance", async () => {
    const clean = await run(milestones, table.services, {}, asking);
    expect(seen(clean)).not.toContain("Updated: <");
    table.clock.advance(10 * 60_000);
    const fault = table.platform.faults.add({ kind: "maintenance" });
    try {
      await run(milestones, table.services, {}, asking).catch(() => undefined);
      const reply = await until(
        () => run(milestones, table.services, {}, asking),
        (shown) => seen(shown).includes("Updated: <"),
      );
      expect(seen(reply)).toMatch(/Updated: <t:\d+:R>\. The platform is in maintenance/);
      const status = await press(
        help,
        table.services,
        { command: "help", action: "section", state: { section: "status" } },
        asking,
      );
      expect(seen(status)).toMatch(/maintenance/);
    } finally {
      table.platform.faults.clear(fault);
    }
  });
});

/** Renders as the runtime does, and holds that every control leads to an action there is. */
async function expectSendable(reply: Reply): Promise<void> {
  for (const { command, action } of callsIn(reply)) {
    expect(Object.keys(commands.find(({ name }) => name === command)?.actions ?? {})).toContain(action);
  }
  const ids = new Set<string>();
  const rendered = await render(reply, {
    texts: english.runtime,
    customId: (call) => {
      const id = JSON.stringify(call);
      expect(ids).not.toContain(id);
      ids.add(id);
      return id;
    },
    signal: new AbortController().signal,
    drawWithinMs: 1000,
    onPictureFailed: (error) => expect(error).toBeUndefined(),
  });
  expect(JSON.stringify(rendered.body)).not.toMatch(/undefined|\[object|NaN/);
}

/** What can be opened; the list to be reminded from is another command's. */
function entriesIn(reply: Reply) {
  return reply.blocks.flatMap((block) =>
    block.type === "select" && block.choose.command !== "remind" ? block.entries : [],
  );
}

function valuesIn(reply: Reply): readonly string[] {
  return entriesIn(reply).map(({ value }) => value);
}

/** Stale data is shown while it is asked for anew: the next answers say so. */
async function until(ask: () => Promise<Reply>, isDone: (reply: Reply) => boolean): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (isDone(reply)) return reply;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
