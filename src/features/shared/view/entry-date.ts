import type { ViewContext } from "./view-context.ts";

interface Dated {
  readonly starts?: number | undefined;
  readonly ends?: number | undefined;
  readonly published?: number | undefined;
}

/** What tells an entry of a list from another of the same name: its end, else its start, else when it was written. */
export function entryDate(
  { starts, ends, published }: Dated,
  { locale }: Pick<ViewContext, "locale">,
): string | undefined {
  const at = ends ?? starts ?? published;
  if (at === undefined) return undefined;
  return `${formatIn(locale).format(at)} UTC`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** To make one takes as long as a hundred dates; there are as many languages as Discord has. */
function formatIn(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  formats.set(locale, made);
  return made;
}
