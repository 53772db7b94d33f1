import { describe, expect, it } from "vitest";

import { Markdown, md } from "../../src/base/markdown.ts";
import { pick, plural } from "../../src/messages/choice.ts";
import { fit } from "../../src/messages/fit.ts";

const shared = { back: "Back" };

const english = {
  title: "Your reminders",
  heading: md`**Posts**`,
  row: (what: string, when: Markdown) => md`**${what}** ${when}`,
  plain: (name: string) => `About ${name}`,
  count: (count: number, shown: string) => plural(count, { one: "1 entry", other: `${shown} entries` }),
  many: (count: number) => plural(count, { one: "1 vote", other: `${count} votes` }),
  hours: (zone: string | undefined) => pick(zone, { none: "All day", other: `All day (${zone ?? ""})` }),
  flag: (isOn: boolean) => pick(isOn, { true: md`**On**`, other: md`**Off**` }),
  first: shared,
  steps: ["One.", (host: string) => `Open ${host}.`] as const,
  deep: { er: { text: "It's there." } },
  again: shared,
};

const polish = {
  title: "Twoje przypomnienia",
  heading: "**Posty**",
  row: "{when}: **{what}**",
  plain: "O {name}",
  count: "{count, plural, one {# wpis} few {{shown} wpisy} many {{shown} wpisów} other {{shown} wpisu}}",
  many: "{count, plural, =0 {Bez głosów} one {{count} głos} few {{count} głosy} many {# głosów} other {# głosu}}",
  hours: "{zone, select, none {Cały dzień} other {Cały dzień ({zone})}}",
  flag: "{isOn, select, true {**Wł.**} other {**Wył.**}}",
  "steps.0": "Raz.",
  "steps.1": "Otwórz {host}.",
  "deep.er.text": "Jest.",
  "first.back": "Wstecz",
};

function inPolish(changes: Readonly<Record<string, string | undefined>> = {}, parent = english) {
  const faults: string[] = [];
  const texts = Object.fromEntries(
    Object.entries({ ...polish, ...changes }).filter(([, text]) => text !== undefined),
  );
  const fitted = fit(
    { english, parent, path: "area" },
    { texts, language: "pl", onFault: (count, what) => faults.push(`${String(count)} ${what}`) },
  );
  return { faults, words: fitted as typeof english };
}

describe("a language's texts", () => {
  it("have English's shape", () => {
    const { words, faults } = inPolish();
    expect(faults).toEqual([]);
    expect(words.title).toBe("Twoje przypomnienia");
    expect(words.heading).toEqual(md`**Posty**`);
    expect(words.heading).toBeInstanceOf(Markdown);
    expect([words.steps[0], words.steps[1]("x.example")]).toEqual(["Raz.", "Otwórz x.example."]);
    expect(words.deep.er.text).toBe("Jest.");
  });

  it("are the same in every place of one constant", () => {
    const { words, faults } = inPolish();
    expect(faults).toEqual([]);
    expect([words.first, words.again]).toEqual([{ back: "Wstecz" }, { back: "Wstecz" }]);
  });

  it("trust the text, and neutralise what is put into markdown but other markdown", () => {
    const { words } = inPolish();
    expect(words.row("a*b @everyone", md`*x*`).toString()).toBe(
      md`${md`*x*`}: **${"a*b @everyone"}**`.toString(),
    );
    expect(words.plain("a*b")).toBe("O a*b");
  });

  it("take the language's plural forms, and write its numbers", () => {
    const { words } = inPolish();
    const said = [1, 2, 5, 22, 12_000].map((count) => words.count(count, `${String(count)}!`));
    expect(said).toEqual(["1 wpis", "2! wpisy", "5! wpisów", "22! wpisy", "12000! wpisów"]);
    expect([0, 1, 5, 12_000].map((count) => words.many(count))).toEqual([
      "Bez głosów",
      "1 głos",
      "5 głosów",
      "12\u00A0000 głosów",
    ]);
  });

  it("choose by a flag, by a word, and by what is missing", () => {
    const { words } = inPolish();
    expect([words.hours(undefined), words.hours("UTC")]).toEqual(["Cały dzień", "Cały dzień (UTC)"]);
    expect([words.flag(true), words.flag(false)].map(String)).toEqual(["**Wł.**", "**Wył.**"]);
  });

  it("leave to their parent what they lack", () => {
    const { words, faults } = inPolish({ title: undefined, plain: undefined, "steps.1": undefined });
    expect([words.title, words.plain("x"), words.steps[1]("y")]).toEqual([
      "Your reminders",
      "About x",
      "Open y.",
    ]);
    expect(faults).toEqual(["3 lacks texts"]);
  });

  it.each(["{what", "{nobody}", "{what, date}", "{count, plural, one {a}}"])(
    "leave to their parent what can't be said, and say so once: %s",
    (text) => {
      const { words, faults } = inPolish({ row: text });
      const said = () => words.row("x", md`now`).toString();
      expect([said(), said(), faults]).toEqual(["**x** now", "**x** now", ["1 is broken"]]);
    },
  );

  it("stand on a parent that is no English", () => {
    const parent = inPolish().words;
    const { words, faults } = inPolish({ row: undefined, title: "Przypomnienia" }, parent);
    expect([words.title, words.row("x", md`y`).toString(), faults]).toEqual([
      "Przypomnienia",
      "y: **x**",
      ["1 lacks texts"],
    ]);
  });
});
