import { Markdown } from "../base/markdown.ts";
import { compile } from "./compile.ts";
import type { Texts } from "./languages.ts";
import { patternOf } from "./pattern.ts";

/** What stays as English has it: names of files, and what is read by programs. By path, with all below it. */
const UNTRANSLATED: readonly string[] = [
  "language",
  "account.data.fileName",
  "link.browser.fileName",
  "link.form.placeholder",
  "runtime.application",
];

export function isTranslated(path: string): boolean {
  return !UNTRANSLATED.some((one) => path === one || path.startsWith(`${one}.`));
}

interface Fitting {
  readonly texts: Texts;
  /** An Intl tag. */
  readonly language: string;
  readonly onFault: (count: number, what: "lacks texts" | "is broken") => void;
}

/** What English has in a place, what stands in for a text there, and where it is. */
interface Place {
  readonly english: unknown;
  readonly parent: unknown;
  readonly path: string;
}

type Say = (...values: readonly unknown[]) => unknown;

/**
 * Returns an area of the catalog in another language: English's shape, filled with texts in ICU's MessageFormat. What
 * is lacking or broken is the parent's. A text with arguments is compiled when it is first said. What English has in
 * two places as one constant is translated once, in the first.
 */
export function fit(area: Place, fitting: Fitting): unknown {
  let lacking = 0;
  const met = new Map<unknown, unknown>();
  const start = area.path.length + 1;
  const fitted = walk(area);
  if (lacking > 0) fitting.onFault(lacking, "lacks texts");
  return fitted;

  function walk(place: Place): unknown {
    if (!isTranslated(place.path)) return place.parent;
    if (typeof place.english === "string") return fitOne(place);
    const fitted = met.get(place.english) ?? fitOne(place);
    met.set(place.english, fitted);
    return fitted;
  }

  function fitOne({ english, parent, path }: Place): unknown {
    if (typeof english !== "object" || english === null || english instanceof Markdown) {
      const text = fitting.texts[path.slice(start)];
      if (typeof text === "string") return textOf({ english, parent }, text, fitting);
      lacking += 1;
      return parent;
    }
    const inner = Object.entries(english).map(
      ([name, value]) =>
        [name, walk({ english: value, parent: within(parent, name), path: `${path}.${name}` })] as const,
    );
    return Array.isArray(english) ? inner.map(([, value]) => value) : Object.fromEntries(inner);
  }
}

function within(parent: unknown, name: string): unknown {
  return (parent as Readonly<Record<string, unknown>>)[name];
}

function textOf({ english, parent }: Omit<Place, "path">, text: string, fitting: Fitting): unknown {
  if (typeof english !== "function") return saying(english, text, fitting)?.() ?? parent;
  let say: Say | undefined;
  return (...values: readonly unknown[]) => {
    say ??= saying(english, text, fitting) ?? (parent as Say);
    return say(...values);
  };
}

/** Undefined, and told, for a text that can't be said. */
function saying(english: unknown, text: string, { language, onFault }: Fitting): Say | undefined {
  const { names = [], isMarkdown = false } = patternOf(english) ?? {};
  try {
    const say = compile(text, { language, names, isMarkdown });
    return isMarkdown ? (...values) => Markdown.trusted(say(values)) : (...values) => say(values);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    onFault(1, "is broken");
    return undefined;
  }
}
