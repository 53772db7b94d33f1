import { Markdown } from "../base/markdown.ts";

/** Around what is ICU syntax and not text: characters no text has. */
export const OPEN = "\uE000";
export const CLOSE = "\uE001";

/** Stands for an argument when a text is called to learn its pattern, not to be read. */
export class Marker {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  toString(): string {
    return `${OPEN}${this.name}${CLOSE}`;
  }
}

export type Choice = string | number | boolean | Markdown | undefined;

type Forms<T> = Readonly<Record<string, T>> & { readonly other: T };

/** Returns the form English uses with that many. Each form is a whole sentence. */
export function plural(count: number, forms: Forms<string>): string;
export function plural(count: number, forms: Forms<Markdown>): Markdown;
export function plural(count: number, forms: Forms<string | Markdown>): string | Markdown {
  return markerOf(count, "plural", forms) ?? formOf(count === 1 ? "one" : "other", forms);
}

/**
 * Returns the form named like the value: `true`, a word, or `none` for undefined; `other` for any value without a
 * form.
 */
export function pick(value: Choice, forms: Forms<string>): string;
export function pick(value: Choice, forms: Forms<Markdown>): Markdown;
export function pick(value: Choice, forms: Forms<string | Markdown>): string | Markdown {
  return markerOf(value, "select", forms) ?? formOf(choiceOf(value), forms);
}

export function choiceOf(value: Choice): string {
  return value === undefined ? "none" : String(value);
}

function formOf(name: string, forms: Forms<string | Markdown>): string | Markdown {
  return Object.hasOwn(forms, name) ? (forms[name] ?? forms.other) : forms.other;
}

function markerOf(value: unknown, kind: "plural" | "select", forms: Forms<string | Markdown>) {
  if (!(value instanceof Marker)) return undefined;
  const all = Object.entries(forms).map(([name, form]) => `${name} ${OPEN}${String(form)}${CLOSE}`);
  const pattern = `${OPEN}${value.name}, ${kind}, ${all.join(" ")}${CLOSE}`;
  return forms.other instanceof Markdown ? Markdown.trusted(pattern) : pattern;
}
