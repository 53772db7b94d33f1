import { afterEach, beforeEach, describe, expect, it } from "vitest";

import remind from "../../commands/remind.ts";
import { messagesFor } from "../../src/messages/catalog.ts";
import { phraseLanguages } from "../../src/schedule/phrase-book.ts";
import { markdownIn } from "../support/run-command.ts";
import { ANN, openRemindTable, type RemindTable } from "./remind-harness.ts";

/** Other texts in English: the phrases alone are the reader's. */
const messages = (locale: string) => ({ ...messagesFor(locale), language: locale });
const ABOUT = ["milestone:7", "ritual:3:fair", "reset:week", "agenda:both", "new-entries", "Feed the cat"];

let table: RemindTable;
beforeEach(async () => {
  table = await openRemindTable({ messages });
  // Else each language is in the zone it is spoken in.
  await table.services.memberSettings.change(ANN, { zone: "UTC" });
});
afterEach(() => table.close());

const kept = async () => (await table.services.reminders?.ofMember(ANN)) ?? [];
const lastRule = async () => (await kept()).at(-1)?.rule;

async function suggested(what: string, locale: string) {
  return (await table.suggest("when", "", { what }, { locale })).map((one) => one.split(" | ").at(-1) ?? "");
}

describe.each([...phraseLanguages, "es-419"])("what is offered for a time in %s", (locale) => {
  it.each(ABOUT)("is set at once when it is taken or typed, as in English: %s", async (what) => {
    const [own, english] = [await suggested(what, locale), await suggested(what, "en-US")];
    expect(own).toHaveLength(english.length);
    for (const [index, phrase] of own.entries()) {
      await table.ask(what, english[index], { locale: "en-US" });
      const [rule, count] = [await lastRule(), (await kept()).length];
      await table.ask(what, phrase, { locale });
      expect([phrase, await lastRule(), (await kept()).length]).toEqual([phrase, rule, count]);
    }
  });

  it("is what can be followed where a time was not understood", async () => {
    const reply = markdownIn(await table.ask("milestone:7", "soonish", { locale }));
    const examples = [...reply.matchAll(/`([^`]+)`/g)].map(([, example = ""]) => example);
    expect(examples).toHaveLength(2);
    for (const [index, example] of examples.entries()) {
      await table.ask("milestone:7", example, { locale });
      expect([example, (await kept()).length]).toEqual([example, index + 1]);
    }
  });

  it("is set at once where a message is to be read again, but for the hour", async () => {
    const context = { messages, locale, state: { what: "A message" } };
    const { fields } = remind.modals?.["about"]?.show(context as never) ?? { fields: {} };
    const values = (fields as { soon: { entries: { value: string }[] } }).soon.entries.map(
      ({ value }) => value,
    );
    for (const value of values) await table.create("A message", value, { locale });
    expect(await kept()).toHaveLength(4);
  });
});

it.each(["ja", "zh-CN", "zh-TW"])(
  "what is not understood leaves no space behind a full stop in %s",
  async (locale) => {
    expect(markdownIn(await table.ask("milestone:7", "soonish", { locale }))).not.toContain("。 ");
  },
);

it.each([
  ["de", "morgen um 7:30", { kind: "once", date: "2026-11-21", time: "07:30" }],
  ["ja", "毎週月曜 18:00", { kind: "weekly", days: [1], time: "18:00" }],
  ["pt-BR", "1 hora antes de terminar", { kind: "dated", edge: "end" }],
  ["es-419", "cada lunes a las 18", { kind: "weekly", days: [1], time: "18:00" }],
])("a time typed in %s is set once it was agreed to", async (locale, typed, rule) => {
  await table.create("milestone:7", typed, { locale });
  expect(await lastRule()).toMatchObject(rule);
});
