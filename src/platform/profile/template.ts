type TemplatePart = { readonly text: string } | { readonly parameter: string };

/** The values of parameters; undefined ones are left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

const PIECE = /\{\{|\}\}|\{(?<parameter>[A-Za-z_$@][\w$@.-]*)\}/g;

/** Profiles have few templates, and each call fills some, so they are cached. */
const MOST_KEPT = 1_000;
const cutBefore = new Map<string, readonly TemplatePart[]>();

/**
 * Returns the texts and parameters of a template such as `/User/{membershipId}/`, in order. `{{` and `}}` are single
 * braces; stray braces are text.
 */
export function cut(template: string): readonly TemplatePart[] {
  const before = cutBefore.get(template);
  if (before !== undefined) return before;
  const parts = partsOf(template);
  if (cutBefore.size < MOST_KEPT) cutBefore.set(template, parts);
  return parts;
}

function partsOf(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = "";
  let end = 0;
  for (const match of template.matchAll(PIECE)) {
    text += template.slice(end, match.index);
    end = match.index + match[0].length;
    const parameter = match.groups?.["parameter"];
    if (parameter === undefined) {
      text += match[0].slice(1);
      continue;
    }
    if (text !== "") parts.push({ text });
    parts.push({ parameter });
    text = "";
  }
  text += template.slice(end);
  if (text !== "") parts.push({ text });
  return parts;
}

export function parametersOf(template: string): readonly string[] {
  return cut(template).flatMap((part) => ("parameter" in part ? [part.parameter] : []));
}

/** Fills in a template; `encode` is applied to values only. Returns undefined when a value is missing. */
export function fillTemplate(
  template: string,
  parameters: Parameters,
  encode: (value: string) => string = (value) => value,
): string | undefined {
  if (!/[{}]/.test(template)) return template;
  let filled = "";
  for (const part of cut(template)) {
    if ("text" in part) {
      filled += part.text;
      continue;
    }
    const value = parameters[part.parameter];
    if (value === undefined) return undefined;
    filled += encode(value);
  }
  return filled;
}

/** Returns what is wrong with a template that may use the parameters of `known`, or undefined. */
export function templateProblem(template: string, known: ReadonlySet<string>): string | undefined {
  if (/[{}]/.test(template.replaceAll(PIECE, ""))) {
    return "a brace that belongs to no {parameter} (write {{ or }} for a brace itself)";
  }
  const unknown = parametersOf(template).filter((name) => !known.has(name));
  if (unknown.length === 0) return undefined;
  return `unknown parameter ${unknown.map((name) => `{${name}}`).join(", ")}`;
}
