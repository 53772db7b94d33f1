import { afterEach, expect, it } from "vitest";

import { type Log, silentLog } from "../../src/base/log.ts";
import { logTranslations, messagesFor } from "../../src/messages/catalog.ts";
import { english } from "../../src/messages/en.ts";
import { addLanguage, languageCodes, nearestLanguage } from "../../src/messages/languages.ts";

afterEach(() => logTranslations(silentLog));

it("answers in English where there is no other", () => {
  expect([messagesFor("en-US"), messagesFor("en-GB"), messagesFor("xx")]).toEqual([
    english,
    english,
    english,
  ]);
});

it("reads an area of a language when it is first asked for, and once", () => {
  const read: string[] = [];
  addLanguage({
    code: "fi",
    name: "Suomi",
    isMachineTranslated: true,
    read: (area) => {
      read.push(area);
      return area === "vault" ? { title: "Holvi" } : {};
    },
  });
  expect(languageCodes()).toContain("fi");
  const words = messagesFor("fi");
  expect([words.language, read]).toEqual(["fi", []]);
  expect([words.vault.title, messagesFor("fi").vault.title, words.vault.other]).toEqual([
    "Holvi",
    "Holvi",
    english.vault.other,
  ]);
  expect(read).toEqual(["vault"]);
});

it("tells the log once what a language lacks, and answers as its parent", () => {
  const told: unknown[] = [];
  const log: Log = { ...silentLog, warn: (message, fields) => told.push([message, fields?.["file"]]) };
  logTranslations(log);
  addLanguage({ code: "da", name: "Dansk", isMachineTranslated: true, read: () => ({ title: "Boks" }) });
  addLanguage({
    code: "no",
    name: "Norsk",
    parent: "da",
    isMachineTranslated: true,
    read: () => {
      throw new SyntaxError("no JSON");
    },
  });
  const titles = [1, 2].map(() => messagesFor("no").vault.title);
  expect(titles).toEqual(["Boks", "Boks"]);
  expect(told).toEqual([
    ["a translation could not be read", "no/vault.json"],
    ["a translation lacks texts", "da/vault.json"],
  ]);
});

it("serves a locale by the same language elsewhere", () => {
  addLanguage({ code: "sv-SE", name: "Svenska", isMachineTranslated: true, read: () => ({}) });
  expect(["sv-SE", "sv-FI", "sv", "en-GB", "ja"].map(nearestLanguage)).toEqual([
    "sv-SE",
    "sv-SE",
    "sv-SE",
    "en-US",
    "en-US",
  ]);
});
