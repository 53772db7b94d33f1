import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement,
  parse,
} from "@formatjs/icu-messageformat-parser";

/** One of the ways a text can be said. */
export interface Variant {
  /** What was chosen, by argument. */
  readonly choices: Readonly<Record<string, Choice>>;
  /** Arguments stand in braces, `#` as `{#}`. */
  readonly said: string;
  readonly shown: ReadonlySet<string>;
}

interface Choice {
  readonly by: "plural" | "select";
  readonly name: string;
}

const NOTHING: Variant = { choices: {}, said: "", shown: new Set() };

/** Returns every way a text can be said; throws a SyntaxError for what is no ICU MessageFormat, or more than ours. */
export function variantsOf(text: string): readonly Variant[] {
  return inOrder(parse(text, { ignoreTag: true }));
}

function inOrder(elements: readonly MessageFormatElement[]): readonly Variant[] {
  return elements.reduce<readonly Variant[]>(
    (before, element) => before.flatMap((one) => waysOf(element, one).map((way) => joined(one, way))),
    [NOTHING],
  );
}

function waysOf(element: MessageFormatElement, { choices }: Variant): readonly Variant[] {
  if (isLiteralElement(element)) return [{ ...NOTHING, said: element.value }];
  if (isPoundElement(element)) return [argument("#")];
  if (isArgumentElement(element)) return [argument(element.value)];
  if (!isPluralElement(element) && !isSelectElement(element))
    throw new SyntaxError("numbers and dates come ready");
  if (isPluralElement(element) && (element.pluralType !== "cardinal" || element.offset !== 0)) {
    throw new SyntaxError("plural alone, without an offset");
  }
  const by = isPluralElement(element) ? "plural" : "select";
  const made = choices[element.value];
  return Object.entries(element.options)
    .filter(([name]) => made === undefined || made.name === name)
    .flatMap(([name, { value }]) =>
      inOrder(value).map((one) => ({ ...one, choices: { ...one.choices, [element.value]: { by, name } } })),
    );
}

function argument(name: string): Variant {
  return { choices: {}, said: `{${name}}`, shown: new Set([name]) };
}

function joined(one: Variant, other: Variant): Variant {
  return {
    choices: { ...one.choices, ...other.choices },
    said: one.said + other.said,
    shown: new Set([...one.shown, ...other.shown]),
  };
}
