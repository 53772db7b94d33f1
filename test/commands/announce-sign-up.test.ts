import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { reminderStore } from "../../src/features/posts/engine/ports.ts";
import { readRule } from "../../src/features/posts/read/read-rule.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { english } from "../../src/messages/en.ts";
import { languageCodes } from "../../src/messages/languages.ts";
import { callOf, markdownIn } from "../support/run-command.ts";
import { DAY, HOUR } from "../support/time.ts";
import { type AnnounceTable, openAnnounceTable } from "./announce-harness.ts";
import { NOW } from "./remind-harness.ts";

const { button, signUp: texts, panel } = english.announce;
const FAIR = "ritual:3:fair";
/** A Friday, as is today. */
const NIGHT = { what: "Raid night", when: "every friday 18:00" };
const SLOT = NOW + 6 * HOUR;
const PLAYER = { member: { id: "700000000000000021", isAdmin: false } };

let table: AnnounceTable;
beforeEach(async () => {
  table = await openAnnounceTable();
  table.guild = { isZoneChosen: true, zone: "UTC" };
});
afterEach(() => table.close());

const kept = async () => {
  const [first] = await table.kept();
  if (first === undefined) throw new Error("nothing was kept");
  return first;
};
async function fill(
  fields: { readonly places?: string; readonly starts?: string },
  announced: object = NIGHT,
) {
  const [before] = await table.kept();
  const shown =
    before === undefined
      ? await table.create({ ...announced })
      : await table.act({ command: "announce", action: "panel", state: { id: before.id, page: 0 } });
  const choice = await table.press(shown, button.title);
  return table.submit(callOf(choice, button.signUp), fields);
}
const press = async (action: "signUp" | "leave", slot = SLOT) =>
  table.act({ command: "announce", action, state: { id: (await kept()).id, slot } }, PLAYER);

describe("the list of who comes", () => {
  it.each([
    ["2 hours", 2 * HOUR],
    ["in 2 hours", 2 * HOUR],
    ["saturday 20:00", 26 * HOUR],
    ["every saturday 20:00", 26 * HOUR],
  ])("starts as it is typed, counted from the post: %s", async (starts, afterMs) => {
    const shown = await fill({ places: "10", starts });
    expect((await kept()).content.offers).toEqual({ signUp: { places: 10, afterMs } });
    expect(markdownIn(shown)).toContain(String(panel.buttonSignsUp("10")));
  });

  it("keeps the time that its form shows, and has no limit where none is typed", async () => {
    await fill({ places: "10", starts: "saturday 20:00" });
    const panelNow = await table.act({
      command: "announce",
      action: "panel",
      state: { id: (await kept()).id, page: 0 },
    });
    const call = callOf(await table.press(panelNow, button.title), button.signUp);
    const form = table.show(call);
    const { starts, places } = form.fields as Record<"starts" | "places", { readonly value?: string }>;
    expect([places.value, starts.value]).toEqual(["10", expect.stringContaining("21")]);
    await table.submit(call, { starts: starts.value });
    expect((await kept()).content.offers).toEqual({ signUp: { afterMs: 26 * HOUR } });
  });

  it.each([
    [{ places: "0", starts: "2 hours" }, texts.refused.places],
    [{ places: "1001", starts: "2 hours" }, texts.refused.places],
    [{ places: "ten", starts: "2 hours" }, texts.refused.places],
    [{ places: "10" }, texts.refused.start],
    [{ places: "10", starts: "when it starts" }, texts.refused.start],
    [{ places: "10", starts: "soon" }, texts.refused.start],
  ])("refuses what it can't read, and keeps what was typed: %j", async (fields, why) => {
    const shown = await fill(fields);
    expect(markdownIn(shown)).toContain(why);
    expect((await kept()).content.offers).toBeUndefined();
    const form = table.show(callOf(shown, english.shared.buttons.mend));
    expect(form.fields).toMatchObject({ places: { value: fields.places } });
  });

  it.each(languageCodes())("reads the times that its form names in %s", async (locale) => {
    const { startsHint } = messagesFor(locale).announce.signUp.form;
    const phrases = [...startsHint.matchAll(/[“„«「]\s?(.+?)\s?[”“»」]/gu)].map(([, phrase = ""]) => phrase);
    expect(phrases).toHaveLength(2);
    for (const phrase of phrases) {
      const read = await readRule(
        phrase,
        { subject: { kind: "note", text: "" } },
        { now: NOW, zone: "UTC", locale },
      );
      expect([phrase, typeof read === "string" ? read : read.rules.length]).toEqual([phrase, 1]);
    }
  });

  it("starts with the event where that starts after the post", async () => {
    await fill({}, { what: FAIR, when: "1 hour before it starts" });
    expect((await kept()).content.offers).toEqual({ signUp: {} });
  });

  it("is offered for notes and events alone", async () => {
    const shown = await table.create({ what: "new-entries:news", when: "when it appears" });
    const choice = await table.press(shown, button.title);
    expect(() => callOf(choice, button.signUp)).toThrow(button.signUp);
  });

  it("takes presses under a post until it starts, and says how many are ahead", async () => {
    await fill({ places: "1", starts: "2 hours" });
    expect(markdownIn(await press("signUp"))).toContain(texts.refused.gone.title);
    await planned();
    const shown = await press("signUp");
    expect(markdownIn(shown)).toContain("You're coming to Raid night");
    expect(markdownIn(shown)).toContain(String(texts.told));
    expect(callOf(shown, texts.leave)).toMatchObject({ action: "leave", state: { slot: SLOT } });
    const other = await table.act(
      { command: "announce", action: "signUp", state: { id: (await kept()).id, slot: SLOT } },
      { member: { id: "700000000000000022", isAdmin: false } },
    );
    expect(markdownIn(other)).toContain("You're number 1 on the waiting list");
    expect(markdownIn(await press("leave"))).toContain("You left the list of Raid night");
    table.clock.at = SLOT + 2 * HOUR;
    expect(markdownIn(await press("signUp"))).toContain(texts.refused.closed.title);
    expect(markdownIn(await press("leave"))).toContain(texts.refused.closed.title);
  });

  it("tells those who press an old button that it is one", async () => {
    await fill({ places: "1", starts: "2 hours" });
    const { id } = await kept();
    const old = await table.act({ command: "announce", action: "offer", state: { id } }, PLAYER);
    expect(markdownIn(old)).toContain(texts.refused.gone.title);
    const choice = await table.press(
      await table.act({ command: "announce", action: "panel", state: { id, page: 0 } }),
      button.title,
    );
    await table.press(choice, button.off);
    expect(markdownIn(await press("signUp", SLOT + DAY))).toContain(english.announce.offer.off.title);
  });
});

/** The engine plans the announcement's next post. */
async function planned(): Promise<void> {
  const { id, revision } = await kept();
  const occurrence = { slot: SLOT, usefulUntil: SLOT + HOUR, sendAt: SLOT, joins: false };
  const plan = { reminderId: id, from: SLOT, revision, missed: [], occurrence };
  expect(await reminderStore(table.database.queries).occurrences.plan([plan], SLOT)).toBe(1);
}
