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
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return `${day.format(at)} UTC`;
}
