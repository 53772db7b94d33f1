import { afterEach, expect, it } from "vitest";

import { md } from "../../src/base/markdown.ts";
import { type Log, silentLog } from "../../src/base/log.ts";
import { logTranslations, messagesFor } from "../../src/messages/catalog.ts";
import { english } from "../../src/messages/en.ts";
import {
  addLanguage,
  type Language,
  languageCodes,
  nearestLanguage,
  spokenLocale,
} from "../../src/messages/languages.ts";

const known: (() => void)[] = [];
const know = (language: Language) => known.push(addLanguage(language));

afterEach(() => {
  logTranslations(silentLog);
  for (const forget of known.splice(0).toReversed()) forget();
});

it("answers in English where there is no other", () => {
  expect([messagesFor("en-US"), messagesFor("en-GB"), messagesFor("xx")]).toEqual([
    english,
    english,
    english,
  ]);
});

it("reads an area of a language when it is first asked for, and once", () => {
  const read: string[] = [];
  know({
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
  know({ code: "da", name: "Dansk", isMachineTranslated: true, read: () => ({ title: "Boks" }) });
  know({
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

it("says what a language leaves to its parent, whole files too, as the parent does, and tells nobody", () => {
  const told: unknown[] = [];
  logTranslations({ ...silentLog, warn: (message, fields) => told.push([message, fields?.["file"]]) });
  know({ code: "da", name: "Dansk", isMachineTranslated: true, read: () => ({ title: "Boks" }) });
  know({
    code: "no",
    name: "Norsk",
    parent: "da",
    isMachineTranslated: true,
    read: (area) => {
      if (area === "vault") return { other: "Annet" };
      throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    },
  });
  const { vault, stats } = messagesFor("no");
  expect([vault.title, vault.other, stats.title]).toEqual(["Boks", "Annet", "Boks"]);
  expect(told.filter((one) => JSON.stringify(one).includes("no/"))).toEqual([]);
});

it("serves a locale by the same language elsewhere", () => {
  know({ code: "sv-SE", name: "Svenska", isMachineTranslated: true, read: () => ({}) });
  expect(["zh-HK", "zh-Hant", "zh-SG", "zh"].map(nearestLanguage)).toEqual([
    "zh-TW",
    "zh-TW",
    "zh-CN",
    "zh-CN",
  ]);
  expect(["sv-SE", "sv-FI", "sv", "en-GB", "hu"].map(nearestLanguage)).toEqual([
    "sv-SE",
    "sv-SE",
    "sv-SE",
    "en-US",
    "en-US",
  ]);
});

it("keeps a locale whose language is spoken here, and gives English for any other", () => {
  know({ code: "sv-SE", name: "Svenska", isMachineTranslated: true, read: () => ({}) });
  expect(["en-GB", "sv-FI", "sv-SE", "hu"].map(spokenLocale)).toEqual(["en-GB", "sv-FI", "sv-SE", "en-US"]);
});

it("has its own words for Spanish in Latin America, and those of Spain where they are the same", () => {
  const [own, parent] = [messagesFor("es-419"), messagesFor("es-ES")];
  expect([nearestLanguage("es-419"), nearestLanguage("es-ES"), own.language]).toEqual([
    "es-419",
    "es-ES",
    "es-419",
  ]);
  expect(own.link.guide.phone).not.toBe(parent.link.guide.phone);
  expect(own.permissions.connect).toBe(parent.permissions.connect);
});

it("breaks no French line before a mark that a space stands before, nor inside quotes", () => {
  const { setup, shared } = messagesFor("fr");
  expect(String(shared.labelled("Où", "ici"))).toBe("Où\u00A0: ici");
  const said = String(setup.start.made("Réinitialisation", md`#annonces`));
  expect(said).toContain("«\u00A0Réinitialisation\u00A0»");
  expect(setup.start.chooseBoth).not.toMatch(/« | »/);
});
