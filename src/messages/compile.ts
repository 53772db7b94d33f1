import { createRequire } from "node:module";

import type * as icu from "@formatjs/icu-messageformat-parser";

import { Markdown } from "../base/markdown.ts";
import { escapeMarkdown } from "../base/text.ts";
import { type Choice, choiceOf } from "./choice.ts";

export interface Speech {
  /** An Intl tag. */
  readonly language: string;
  /** Of its arguments, in the order their values come in. */
  readonly names: readonly string[];
  /** What is put in is neutralised unless it is Markdown, as the `md` tag does. */
  readonly isMarkdown: boolean;
  /** The argument whose number `#` is. */
  readonly counted?: string;
}

/** Says a text with the values of its arguments. */
export type Say = (values: readonly unknown[]) => string;

type Parser = typeof icu;

let loaded: Parser | undefined;

/** Returns a text in ICU's MessageFormat as a function; throws a SyntaxError for one that can't be said. */
export function compile(text: string, speech: Speech): Say {
  if (!/['{}]/.test(text)) {
    const said = withoutBreaks(text, speech);
    return () => said;
  }
  // Who reads English does without it; who reads another language can't wait for it here.
  loaded ??= createRequire(import.meta.url)("@formatjs/icu-messageformat-parser") as Parser;
  return inOrder(loaded.parse(text, { ignoreTag: true, captureLocation: false }), speech, loaded);
}

/** French puts a space before some marks and inside quotes: a line that breaks there begins with a lone mark. */
const FRENCH_SPACE = /(?<=«) | (?=[:;!?»])/g;

function withoutBreaks(text: string, { language }: Speech): string {
  return language === "fr" ? text.replaceAll(FRENCH_SPACE, "\u00A0") : text;
}

function inOrder(elements: readonly icu.MessageFormatElement[], speech: Speech, parser: Parser): Say {
  const parts = elements.map((element) => partOf(element, speech, parser));
  const [only, ...others] = parts;
  if (only === undefined) return () => "";
  if (others.length === 0) return only;
  return (values) => {
    let said = "";
    for (const part of parts) said += part(values);
    return said;
  };
}

function partOf(element: icu.MessageFormatElement, speech: Speech, parser: Parser): Say {
  if (parser.isLiteralElement(element)) {
    const said = withoutBreaks(element.value, speech);
    return () => said;
  }
  if (parser.isPoundElement(element)) return valueOf(speech.counted ?? "", speech);
  if (parser.isArgumentElement(element)) return valueOf(element.value, speech);
  if (parser.isSelectElement(element)) {
    const forms = formsOf(element.options, speech, parser);
    const index = indexOf(element.value, speech);
    return (values) => formOf(forms, choiceOf(values[index] as Choice))(values);
  }
  if (!parser.isPluralElement(element)) throw new SyntaxError("no text of ours has this");
  const forms = formsOf(element.options, { ...speech, counted: element.value }, parser);
  const index = indexOf(element.value, speech);
  const rules = new Intl.PluralRules(speech.language, { type: element.pluralType ?? "cardinal" });
  return (values) => {
    const count = Number(values[index]);
    return (forms.get(`=${String(count)}`) ?? formOf(forms, rules.select(count)))(values);
  };
}

type Forms = ReadonlyMap<string, Say>;

function formsOf(
  options: Readonly<Record<string, icu.PluralOrSelectOption>>,
  speech: Speech,
  parser: Parser,
): Forms {
  return new Map(
    Object.entries(options).map(([name, { value }]) => [name, inOrder(value, speech, parser)] as const),
  );
}

function formOf(forms: Forms, name: string): Say {
  return forms.get(name) ?? forms.get("other") ?? (() => "");
}

function valueOf(name: string, { isMarkdown, language, names }: Speech): Say {
  const index = indexOf(name, { names });
  return (values) => {
    const value = values[index];
    if (typeof value === "number" || typeof value === "bigint") return numbersOf(language).format(value);
    if (value instanceof Markdown) return value.toString();
    return isMarkdown ? escapeMarkdown(String(value)) : String(value);
  };
}

function indexOf(name: string, { names }: Pick<Speech, "names">): number {
  const index = names.indexOf(name);
  if (index === -1) throw new SyntaxError(`there is no {${name}}`);
  return index;
}

const numbers = new Map<string, Intl.NumberFormat>();

function numbersOf(language: string): Intl.NumberFormat {
  let found = numbers.get(language);
  if (found === undefined) numbers.set(language, (found = new Intl.NumberFormat(language)));
  return found;
}
