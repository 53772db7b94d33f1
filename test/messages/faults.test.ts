import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { fileOfArea, languageCodes } from "../../src/messages/languages.ts";
import { mostOf } from "./limits.ts";
import { areas, textsOf } from "./export.ts";
import { glossaryFaults } from "./glossary.ts";
import { faultsOfArea, faultsOfLanguage, faultsOfText, foldersOfLanguages } from "./faults.ts";

const folders = foldersOfLanguages();

describe("translations", () => {
  it("have a folder each, for every language that is offered", () => {
    expect(folders).toEqual(expect.arrayContaining(languageCodes().slice(1)));
  });

  it.for(folders)("have nothing to mend in %s; npm run messages -- CODE says it in a second", (code) => {
    expect(faultsOfLanguage(code)).toEqual([]);
  });
});

const COUNTED = "{count, plural, one {1 entry in {place}} other {{shown} entries in {place}}}";
const FLAG = "{isOn, select, true {**On** in {place}.} other {**Off**.}}";

describe("what is wrong with a translation", () => {
  it.each([
    ["de", "Hello {name}", "Hallo {name}"],
    [
      "pl",
      COUNTED,
      "{count, plural, one {# wpis w {place}} few {{shown} wpisy w {place}} many {# wpisów w {place}} other {# wpisu w {place}}}",
    ],
    [
      "de",
      COUNTED,
      "{count, plural, =0 {Nichts in {place}} one {Ein Eintrag in {place}} other {{count} Einträge in {place}}}",
    ],
    ["ja", COUNTED, "{place}の{shown}件"],
    ["ja", COUNTED, "{count, plural, other {{place}の#件}}"],
    ["fr", FLAG, "{isOn, select, true {**Oui** dans {place}.} other {**Non**.}}"],
    ["fr", "See /help: **{x}**\n`y`", "Voir /help : **{x}**\n`y`"],
    ["de", "CSV", "CSV"],
    ["de", "{name} × {quantity}", "{name} × {quantity}"],
  ])("finds nothing in %s: %s as %s", (code, english, text) => {
    expect(faultsOfText({ code, path: "area.key", text }, { text: english })).toEqual([]);
  });

  it.each([
    ["de", "Hello {name}", "Hallo", "shows nothing, English name"],
    ["de", "Hello", "Hallo {name}", "shows name, English nothing"],
    ["de", "Hello {name}", "Hallo {name", "can't be read"],
    ["de", "Hello {name}", "Hallo {name, number}", "can't be read"],
    ["fr", "It's {name}", "C'est {name}", "write ’"],
    ["de", "Your reminders", "Your reminders", "is English still"],
    ["pl", COUNTED, "{count, plural, one {# wpis w {place}} other {# wpisów w {place}}}", "lacks few, many"],
    [
      "de",
      COUNTED,
      "{count, plural, one {Ein in {place}} few {# in {place}} other {# in {place}}}",
      "never comes to few",
    ],
    ["fr", COUNTED, "{count, plural, one {Une entrée, {place}} other {# entrées, {place}}}", "shows none"],
    ["de", COUNTED, "{shown} in {place}", "needs {count, plural"],
    ["fr", FLAG, "**Oui** dans {place}.", "select by isOn"],
    ["fr", FLAG, "{isOn, select, yes {**Oui** dans {place}.} other {**Non**.}}", "has the forms other, true"],
    [
      "fr",
      FLAG,
      "{isOn, select, true {Oui dans {place}.} other {**Non**.}}",
      "other marks: none, English ** **",
    ],
    ["de", "Hello", "Hallo\nDu", "line breaks"],
    ["de", "Hello", "Hallo https://example.com", "links and mentions"],
    ["de", "Hello", "Hallo @everyone", "links and mentions"],
    ["de", "Hello", "Hallo <#1>", "links and mentions"],
    ["de", "See /help", "Siehe /hilfe", "commands: /hilfe, English /help"],
    ["de", "Hello", "Hallo!", "exclamation mark"],
    ["de", "Hello", " Hallo", "stray space"],
    ["de", "Hello", "Hal\u200Blo", "invisible character"],
  ])("finds in %s: %s as %s", (code, english, text, fault) => {
    expect(faultsOfText({ code, path: "area.key", text }, { text: english }).join("\n")).toContain(fault);
  });

  it("finds what is too long for its place at Discord", () => {
    const text = "x".repeat(101);
    const at = (path: string) => faultsOfText({ code: "de", path, text }, { text: "Hello" });
    expect(at("commands.help.description")).toEqual(["is 101 characters, of 100"]);
    const short = (path: string) => at(path)[0]?.replace("is 101 characters, of ", "");
    const paths = [
      "commands.profile.userMenu",
      "link.form.title",
      "remind.form.whenHint",
      "remind.form.when",
    ];
    expect(paths.map(short)).toEqual(["32", "45", "100", "45"]);
    expect(["announce.remove.yes", "stats.pickMode"].map(short)).toEqual(["80", undefined]);
    expect(at("help.overview.intro")).toEqual([]);
  });

  it("finds a term that is called something else than the language's glossary says", () => {
    const words = { reset: ["Reset", "zurückgesetzt"] };
    expect(glossaryFaults(words, "Wird zurückgesetzt {when}", "Resets {when}")).toEqual([]);
    expect(glossaryFaults(words, "Beginnt neu {when}", "Resets {when}")).toEqual([
      "says none of Reset, zurückgesetzt, which glossary.json has for reset",
    ]);
    expect(glossaryFaults(words, "{reset} im Spiel", "{reset} in the game")).toEqual([]);
  });

  it("finds none of it in English itself", () => {
    const long = areas.flatMap((area) =>
      textsOf(area)
        .map(({ key, text }) => ({ path: `${area}.${key}`, text }))
        .filter(({ path, text }) => text.length > (mostOf(path) ?? text.length))
        .map(({ path }) => path),
    );
    expect(long).toEqual([]);
  });

  it("finds the files of a language that are missing, but for one with a parent", () => {
    const folder = mkdtempSync(join(tmpdir(), "milepost-messages-"));
    try {
      expect(faultsOfLanguage("de", folder)).toEqual(
        areas.map((area) => `de/${fileOfArea(area)}: is missing`),
      );
      expect(faultsOfLanguage("es-419", folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("finds keys that are missing, too many, or no text", () => {
    const texts = Object.fromEntries(
      textsOf("permissions").map(({ key, text }) => [key, `${text} auf Deutsch`]),
    );
    const faults = (changes: Readonly<Record<string, unknown>>) =>
      faultsOfArea("de", "permissions", JSON.stringify({ ...texts, ...changes }));
    expect(areas).toContain("permissions");
    expect(faults({ "@connect": { description: "for translators" } })).toEqual([]);
    expect(faults({ connect: undefined, other: "Anderes", manageRoles: 1 })).toEqual([
      "other: English has no such text",
      "connect: is missing",
      "manageRoles: is no text",
    ]);
    expect(faultsOfArea("de", "permissions", "{")).toEqual([expect.stringContaining("is no JSON")]);
  });
});
