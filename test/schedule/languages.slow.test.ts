import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { phraseBook, phraseLanguage, phraseLanguages } from "../../src/schedule/phrase-book.ts";
import { readWhen } from "../../src/schedule/read-when.ts";
import { zoneNamed } from "../../src/features/kit/settings/time-zones.ts";
import { measureProcessorTime } from "../support/processor-time.ts";

/** A Saturday, 07:00 in Berlin. */
const HERE = { now: Date.UTC(2026, 10, 21, 6), zone: "Europe/Berlin", zoneNamed };
const read = (typed: string, locale: string) => readWhen(typed, { ...HERE, locale });
const others = phraseLanguages.filter((code) => code !== "en");
const once = (date: string, time: string) => ({
  kind: "wall",
  rules: [{ kind: "once", zone: HERE.zone, date, time }],
});

/** What people type, with the same in English. */
function typedIn(locale: string): readonly (readonly [string, string])[] {
  const file = new URL(`typed/${locale}.json`, import.meta.url);
  return Object.entries(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
}

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const wide = (text: string) =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0));
const bare = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

describe.each(others)("what is typed in %s", (locale) => {
  const phrases = typedIn(locale);

  it.each(phrases)("is read: %s", async (typed, english) => {
    const meant = await read(english, "en");
    expect(meant).not.toBe("unknown");
    expect(await read(typed, locale)).toEqual(meant);
  });

  it.each([
    ["in capitals", (text: string) => text.toLocaleUpperCase(locale)],
    ["without accents", bare],
    ["with wide digits", wide],
    ["with decomposed letters", (text: string) => text.normalize("NFD")],
    ["with many spaces", (text: string) => `  ${text.replaceAll(" ", "   ")} `],
  ])("is read %s as well", async (_, changed) => {
    for (const [typed, english] of phrases) {
      expect([typed, await read(changed(typed), locale)]).toEqual([typed, await read(english, "en")]);
    }
  });

  it("is refused with a word that nobody knows", async () => {
    for (const [typed] of phrases) expect(await read(`${typed} 쀍쀍`, locale)).toBeTypeOf("string");
  });
});

describe("English", () => {
  const english = [...new Set(others.flatMap((locale) => typedIn(locale).map(([, said]) => said)))];

  it.each(others)("is read in %s too", async (locale) => {
    for (const typed of english) {
      expect([typed, await read(typed, locale)]).toEqual([typed, await read(typed, "en")]);
    }
  });

  it("is what other languages fall back to", () => {
    for (const locale of ["en-GB", "en-US", "nl", "constructor", ""])
      expect(phraseLanguage(locale)).toBe("en");
    expect(phraseBook("es-419")).toBe(phraseBook("es-ES"));
  });
});

describe("a date in numbers", () => {
  it.each([
    ["de", "2027-04-03"],
    ["pt-BR", "2027-04-03"],
    ["ru", "2027-04-03"],
    ["ja", "2027-03-04"],
    ["zh-TW", "2027-03-04"],
    ["ko", "2027-03-04"],
  ])("is in the order of %s", async (locale, date) => {
    expect(await read("03/04 18:00", locale)).toEqual(once(date, "18:00"));
  });

  it("is in no order in English", async () => {
    expect(await read("03/04 18:00", "en-US")).toBe("ambiguous-date");
  });
});

describe("the phrases of a language", () => {
  it.each(others)("say everything English says, with the same places: %s", (locale) => {
    const [own, english] = [phraseBook(locale), phraseBook("en")];
    expect(Object.keys(own.say).sort()).toEqual(Object.keys(english.say).sort());
    for (const [key, text] of Object.entries(english.say)) {
      expect([key, placesIn(own.say[key as keyof typeof own.say])]).toEqual([key, placesIn(text)]);
    }
    for (const kind of ["units", "every"] as const) {
      expect(Object.keys(own[kind])).toEqual(Object.keys(english[kind]));
    }
    for (const days of [own.days, own.everyDays ?? own.days]) expect(days.split("|")).toHaveLength(7);
    for (const nths of own.nths) expect(nths.split("|")).toHaveLength(5);
    expect(own.genders ?? Array.from({ length: 7 }, () => 0)).toHaveLength(7);
  });
});

describe("what is long and hostile", () => {
  const parts = [
    "1",
    "1 ",
    "a",
    "до ",
    "まで",
    "前",
    "每",
    "1時",
    "vor ",
    "é",
    "1.1.",
    "i̇",
    "ﷺ",
    "- ",
    "every ",
  ];

  it.each(phraseLanguages)("takes no longer than a moment in %s", async (locale) => {
    await read("tomorrow 6pm", locale);
    const spent = measureProcessorTime();
    for (const length of [159, 160, 10_000]) {
      for (const part of parts)
        expect(await read(part.repeat(length).slice(0, length), locale)).toBeTypeOf("string");
    }
    expect(spent()).toBeLessThan(500);
  });
});
