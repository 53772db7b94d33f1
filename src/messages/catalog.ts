import { type Log, silentLog } from "../base/log.ts";
import { systemCode } from "../base/system-code.ts";
import { english } from "./en.ts";
import { fit } from "./fit.ts";
import { ENGLISH, fileOfArea, type Language, languageOf, nearestLanguage, readTexts } from "./languages.ts";

/** Everything members read, in one language. Other languages have English's shape, so none lacks a text. */
export type Messages = typeof english;

const made = new WeakMap<Language, Messages>();
let log: Log = silentLog;

/**
 * From now on this log is told, once each, what translations lack and what in them is broken. A language with a parent
 * may lack what it likes, files too.
 */
export function logTranslations(to: Log): void {
  log = to;
}

/**
 * The catalog for a Discord locale code; English where there is none. A language's files are read when it is first
 * asked for what they hold. What one lacks is its parent's.
 */
export function messagesFor(locale: string): Messages {
  return catalogOf(nearestLanguage(locale));
}

function catalogOf(code: string): Messages {
  const language = languageOf(code);
  if (language === undefined) return english;
  const known = made.get(language);
  if (known !== undefined) return known;
  const parent = catalogOf(language.parent ?? ENGLISH);
  const catalog: Messages = { ...english, language: code };
  for (const area of Object.keys(english)) {
    if (area === "language") continue;
    Object.defineProperty(catalog, area, {
      enumerable: true,
      configurable: true,
      get() {
        const value = areaOf(area as Area, language, parent);
        Object.defineProperty(catalog, area, { enumerable: true, value });
        return value;
      },
    });
  }
  made.set(language, catalog);
  return catalog;
}

type Area = Exclude<keyof Messages, "language">;

function areaOf(area: Area, language: Language, parent: Messages): unknown {
  const file = `${language.code}/${fileOfArea(area)}`;
  const isPartial = language.parent !== undefined;
  try {
    const texts = readTexts(language, area);
    const onFault = (count: number, what: string) => {
      if (!isPartial || what !== "lacks texts") log.warn(`a translation ${what}`, { file, count });
    };
    const place = { english: english[area], parent: parent[area], path: area };
    return fit(place, { texts, language: language.code, onFault });
  } catch (error) {
    const isLeftOut = isPartial && systemCode(error) === "ENOENT";
    if (!isLeftOut) log.warn("a translation could not be read", { file }, error);
    return parent[area];
  }
}
