/** A template cut into its texts and parameters: `/User/{membershipId}/`. */
export interface Template {
  readonly parts: readonly TemplatePart[];
}
type TemplatePart = { readonly text: string } | { readonly parameter: string };

/** What parameters give. One that is left out is undefined. */
export type Parameters = Readonly<Record<string, string | undefined>>;

const PARAMETER = /\{([A-Za-z][A-Za-z0-9.]*)\}/g;

/** Cuts a template. A brace that belongs to no parameter is a fault, given as text. */
export function parseTemplate(template: string): Template | { readonly fault: string } {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(PARAMETER)) {
    if (match.index > end) parts.push({ text: template.slice(end, match.index) });
    parts.push({ parameter: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  if (end < template.length) parts.push({ text: template.slice(end) });
  const stray = parts.some((part) => "text" in part && /[{}]/.test(part.text));
  return stray ? { fault: "a brace that belongs to no {parameter}" } : { parts };
}

/** The names of a template's parameters, in order. */
export function parametersOf(template: string): readonly string[] {
  return [...template.matchAll(PARAMETER)].map((match) => match[1] ?? "");
}

/**
 * Fills a template in. `encode` is applied to what parameters give, never to the template's own text. Gives
 * undefined when a parameter is left out.
 */
export function fillTemplate(
  template: string,
  parameters: Parameters,
  encode: (value: string) => string = (value) => value,
): string | undefined {
  let filled = "";
  let end = 0;
  for (const match of template.matchAll(PARAMETER)) {
    const value = parameters[match[1] ?? ""];
    if (value === undefined) return undefined;
    filled += template.slice(end, match.index) + encode(value);
    end = match.index + match[0].length;
  }
  return filled + template.slice(end);
}
