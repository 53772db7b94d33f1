import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { fileOfArea, languageOf } from "../../src/messages/languages.ts";
import { areas, type EnglishText, MESSAGES, textsOf } from "./export.ts";
import { type Glossary, GLOSSARY_FILE, glossaryFaults, readGlossary } from "./glossary.ts";
import { mostOf } from "./limits.ts";
import { isCopy } from "./same-words.ts";
import { type Variant, variantsOf } from "./variants.ts";

/** Codes of the languages that have a folder, English aside. */
export function foldersOfLanguages(): readonly string[] {
  return readdirSync(MESSAGES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "en")
    .map(({ name }) => name);
}

/** Returns what is wrong with the texts in a language's folder, a line each. One with a parent may lack files. */
export function faultsOfLanguage(code: string, folder = join(MESSAGES, code)): readonly string[] {
  const files = readdirSync(folder);
  const known = new Set([GLOSSARY_FILE, ...areas.map(fileOfArea)]);
  const parent = languageOf(code)?.parent;
  const glossary = readGlossary(files.includes(GLOSSARY_FILE) ? code : (parent ?? code));
  const missing = parent === undefined ? ["is missing"] : [];
  return [
    ...files.filter((file) => !known.has(file)).map((file) => `${code}/${file}: English has no such file`),
    ...areas.flatMap((area) => {
      const file = fileOfArea(area);
      const faults = files.includes(file)
        ? faultsOfArea(code, area, readFileSync(join(folder, file), "utf8"), glossary)
        : missing;
      return faults.map((fault) => `${code}/${file}: ${fault}`);
    }),
  ];
}

/** Returns what is wrong with a language's file of an area. */
export function faultsOfArea(
  code: string,
  area: (typeof areas)[number],
  source: string,
  glossary?: Glossary,
): readonly string[] {
  let texts: Readonly<Record<string, unknown>>;
  try {
    texts = JSON.parse(source) as typeof texts;
  } catch (error) {
    return [`is no JSON: ${String(error)}`];
  }
  const english = new Map(textsOf(area).map((text) => [text.key, text]));
  const mayLack = languageOf(code)?.parent !== undefined;
  return [
    ...Object.keys(texts)
      .filter((key) => !english.has(key) && !key.startsWith("@"))
      .map((key) => `${key}: English has no such text`),
    ...[...english.values()].flatMap((text) => {
      const translated = texts[text.key];
      if (translated === undefined) return mayLack ? [] : [`${text.key}: is missing`];
      if (typeof translated !== "string") return [`${text.key}: is no text`];
      const path = `${area}.${text.key}`;
      return [
        ...faultsOfText({ code, path, text: translated }, text),
        ...(glossary === undefined ? [] : glossaryFaults(glossary, translated, text.text)),
      ].map((fault) => `${text.key}: ${fault}`);
    }),
  ];
}

interface Translated {
  readonly code: string;
  readonly path: string;
  readonly text: string;
}

/** Returns what is wrong with a text in another language. */
export function faultsOfText(
  { code, path, text }: Translated,
  english: Pick<EnglishText, "text">,
): readonly string[] {
  if (text.includes("'")) return ["write ’ for an apostrophe: ' is syntax, and prints braces"];
  const ways = attempt(() => variantsOf(text));
  if (ways instanceof Error) return [`can't be read: ${ways.message}`];
  const models = variantsOf(english.text);
  return [
    ...new Set([
      ...(isCopy(code, text, english.text)
        ? ["is English still; if it is the same word, list it in test/messages/same-words.ts"]
        : []),
      ...choiceFaults(code, ways, models),
      ...ways.flatMap((way) => wayFaults(way, models, { code, path })),
    ]),
  ];
}

function attempt<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

const choicesOf = (ways: readonly Variant[], by: "plural" | "select") =>
  new Set(ways.flatMap(({ choices }) => Object.keys(choices).filter((name) => choices[name]?.by === by)));
const formsOf = (ways: readonly Variant[], name: string) =>
  new Set(ways.flatMap(({ choices }) => choices[name]?.name ?? []));
const list = (names: Iterable<string>) => [...names].toSorted().join(", ");

function choiceFaults(code: string, ways: readonly Variant[], models: readonly Variant[]): readonly string[] {
  const faults: string[] = [];
  const [selected, wanted] = [choicesOf(ways, "select"), choicesOf(models, "select")];
  if (list(selected) !== list(wanted)) faults.push(`select by ${list(wanted) || "nothing"}, as English does`);
  for (const name of selected) {
    const forms = list(formsOf(models, name));
    if (list(formsOf(ways, name)) !== forms)
      faults.push(`{${name}, select} has the forms ${forms} in English`);
  }
  const counted = choicesOf(models, "plural");
  const categories = [...categoriesOf(code).keys()];
  for (const name of choicesOf(ways, "plural")) {
    const forms = formsOf(ways, name);
    const lacking = [...categories, "other"].filter((category) => !forms.has(category));
    const odd = [...forms].filter(
      (form) => !categories.includes(form) && form !== "other" && !/^=\d+$/.test(form),
    );
    if (!counted.has(name)) faults.push(`{${name}} is not counted in English`);
    if (lacking.length > 0) faults.push(`{${name}, plural} lacks ${list(lacking)}`);
    if (odd.length > 0) faults.push(`{${name}, plural} never comes to ${list(odd)}`);
  }
  if (categories.length > 1 && list(choicesOf(ways, "plural")) !== list(counted)) {
    faults.push(`needs {${list(counted)}, plural, …}`);
  }
  return faults;
}

function wayFaults(
  way: Variant,
  models: readonly Variant[],
  { code, path }: Omit<Translated, "text">,
): readonly string[] {
  const model = models.find(({ choices }) =>
    Object.entries(choices).every(([name, { by, name: form }]) =>
      by === "plural" ? form === "other" : form === way.choices[name]?.name,
    ),
  );
  if (model === undefined) return [];
  const numbers = new Set(["#", "shown", ...choicesOf(models, "plural")]);
  const words = (names: ReadonlySet<string>) => list([...names].filter((name) => !numbers.has(name)));
  const faults: string[] = [];
  if (words(way.shown) !== words(model.shown))
    faults.push(`shows ${words(way.shown) || "nothing"}, English ${words(model.shown) || "nothing"}`);
  const unknown = [...way.shown].filter(
    (name) => name !== "#" && !models.some(({ shown, choices }) => shown.has(name) || name in choices),
  );
  if (unknown.length > 0) faults.push(`there is no ${list(unknown)}`);
  const counts = Object.values(way.choices).filter(({ by }) => by === "plural");
  const isOneNumber =
    counts.length > 0 &&
    counts.every(({ name }) => name.startsWith("=") || categoriesOf(code).get(name) === 1);
  const showsNumber = (names: ReadonlySet<string>) => [...names].some((name) => numbers.has(name));
  if (showsNumber(model.shown) && !showsNumber(way.shown) && !isOneNumber) {
    faults.push(`“${way.said}” stands for several numbers and shows none`);
  }
  for (const [what, pattern] of Object.entries(MARKS)) {
    const [its, ours] = [marksIn(model.said, pattern), marksIn(way.said, pattern)];
    if (its !== ours) faults.push(`${what}: ${ours || "none"}, English ${its || "none"}`);
  }
  const most = mostOf(path);
  if (most !== undefined && lengthOf(way) > most)
    faults.push(`is ${String(lengthOf(way))} characters, of ${String(most)}`);
  if (ODD.test(way.said)) faults.push("has a stray space, an exclamation mark or an invisible character");
  return faults;
}

/** What has to be there as often as in English, letter for letter. */
const MARKS: Readonly<Record<string, RegExp>> = {
  "bold, code and other marks": /\*\*|`|~~|__|^-# |^#+ |^- |\]\(/gm,
  "line breaks": /\n/g,
  "links and mentions": /https?:\/\/\S+|\bwww\.\S+|discord\.gg\S*|@everyone|@here|<[@#:/tai][^>]*>/g,
  commands: /(?<![\w<{}])\/[a-z]{3,}/g,
};

function marksIn(text: string, pattern: RegExp): string {
  return (text.match(pattern) ?? [])
    .map((mark) => mark.replace("\n", "⏎"))
    .toSorted()
    .join(" ");
}

/** Space at an end or doubled, exclamation marks, and what nobody sees. */
const ODD = /^\s|\s$| {2}|[!！]|(?![\n\u00A0\u202F])[\p{Cc}\p{Cf}\p{Co}]/u;

/** An argument may be longer than its name. */
function lengthOf({ said }: Variant): number {
  return said.replaceAll(/\{[^}]*\}/g, "12345").length;
}

const categories = new Map<string, ReadonlyMap<string, number>>();

/** The plural forms whole numbers of a language take, with how many numbers each is for. */
function categoriesOf(code: string): ReadonlyMap<string, number> {
  const known = categories.get(code);
  if (known !== undefined) return known;
  const rules = new Intl.PluralRules(code);
  const found = new Map<string, number>();
  for (let count = 0; count <= 200; count++) {
    const category = rules.select(count);
    found.set(category, (found.get(category) ?? 0) + 1);
  }
  categories.set(code, found);
  return found;
}
