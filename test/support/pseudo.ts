import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from "@formatjs/icu-messageformat-parser";

import { Markdown } from "../../src/base/markdown.ts";
import { english } from "../../src/messages/en.ts";
import type { Language } from "../../src/messages/languages.ts";
import { patternOf } from "../../src/messages/pattern.ts";

/** The code for it that no language has: https://unicode.org/reports/tr35/#Unicode_language_identifier */
export const PSEUDO = "en-XA";

/**
 * English with accents, in brackets and about 40% longer: what is read without accents was never
 * translated, and what lacks a bracket was cut. Nobody is offered it.
 */
export const pseudoLanguage: Language = {
  code: PSEUDO,
  name: "Pseudo",
  isMachineTranslated: false,
  isHidden: true,
  read: (area) => Object.fromEntries(textsIn(english[area as keyof typeof english])),
};

function textsIn(value: unknown, key = ""): readonly (readonly [string, string])[] {
  if (typeof value === "object" && value !== null && !(value instanceof Markdown)) {
    const start = key === "" ? "" : `${key}.`;
    return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${start}${name}`));
  }
  const pattern = patternOf(value);
  return pattern === undefined ? [] : [[key, printed(inBrackets(parse(pattern.text, { ignoreTag: true })))]];
}

function printed(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (isLiteralElement(element)) return element.value.replaceAll("'", "''").replaceAll(/[{}]/g, "'$&'");
      if (!isPluralElement(element) && !isSelectElement(element))
        return `{${"value" in element ? element.value : "#"}}`;
      const kind = isPluralElement(element) ? "plural" : "select";
      const forms = Object.entries(element.options).map(([name, { value }]) => `${name} {${printed(value)}}`);
      return `{${element.value}, ${kind}, ${forms.join(" ")}}`;
    })
    .join("");
}

/** Each way it can be said on its own. */
function inBrackets(elements: MessageFormatElement[]): MessageFormatElement[] {
  const [only] = elements;
  if (elements.length === 1 && only !== undefined && !isLiteralElement(only)) return accented(elements);
  const [first = { type: 0, value: "" }, ...others] = accented(elements);
  const lead = isLiteralElement(first) ? (LEAD.exec(first.value)?.[0] ?? "") : "";
  const rest = isLiteralElement(first) ? [{ ...first, value: first.value.slice(lead.length) }] : [first];
  return [{ type: 0, value: `${lead}⟦` }, ...rest, ...others, { type: 0, value: "⟧" }];
}

/** Marks that have to open a line. */
const LEAD = /^(?:-# |#{1,3} |- |> )/;

function accented(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (isLiteralElement(element)) return { ...element, value: accent(element.value) };
    if (!isPluralElement(element) && !isSelectElement(element)) return element;
    const forms = Object.entries(element.options).map(
      ([name, form]) => [name, { ...form, value: inBrackets(form.value) }] as const,
    );
    return { ...element, options: Object.fromEntries(forms) };
  });
}

/** Code, addresses, mentions and names of commands. */
const VERBATIM = /(`[^`]*`|https?:\/\/\S+|<[^>]*>|\/[a-z]+)/;
const ACCENTS: Readonly<Record<string, string>> = {
  a: "áá",
  e: "éé",
  i: "íí",
  o: "óó",
  u: "úú",
  c: "ç",
  n: "ñ",
  s: "š",
  y: "ý",
  A: "Å",
  E: "É",
  I: "Î",
  O: "Ö",
  S: "Š",
  U: "Û",
};

function accent(text: string): string {
  return text
    .split(VERBATIM)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[A-Za-z]/g, (letter) => ACCENTS[letter] ?? letter),
    )
    .join("");
}
